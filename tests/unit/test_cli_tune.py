"""`tune`: what it writes, and what it says."""

from __future__ import annotations

import json

import pytest

from analyzer.engine.policies import BASELINE, FIRST
from analyzer.game.rules import PRESETS
from tests.unit.test_cli import document, error_of, run
from tests.workshop import fitting as command
from tests.workshop.__main__ import PROGRAM, workshop
from tests.workshop.tuning import tune

TINY = ("--rounds", "1", "--probes", "2000")


def _quickly(rules):
    return tune(rules, rounds=1, probes=2_000)


@pytest.mark.nightly
def test_the_same_seed_writes_the_same_file(tmp_path):
    files = [tmp_path / name for name in ("one", "two")]
    for file in files:
        told = document("tune", "--rules", "classic", *TINY, "--out", str(file), program=workshop)
        assert told["bytes"] == file.stat().st_size
        assert set(told["rules"]) == {"classic"}
    assert files[0].read_bytes() == files[1].read_bytes()
    found = json.loads(files[0].read_bytes())["classic"]
    assert found["command"] == f"{PROGRAM} tune --rules classic --seed 1 --rounds 1 --probes 2000"
    assert len(found["policy"]["knock"]) == 17


@pytest.mark.nightly
def test_what_is_played_alike_is_fitted_once(tmp_path, monkeypatch):
    asked = []

    def noted(rules, *rest, **more):
        asked.append(rules.name)
        return _quickly(rules)

    monkeypatch.setattr(command, "tune", noted)
    out = tmp_path / "file"
    names = ("palace", "hollywood", "hoyle-20", "standard")
    done = run(
        "tune",
        *(part for name in names for part in ("--rules", name)),
        "--out",
        str(out),
        program=workshop,
    )
    assert done.exit_code == 0
    assert asked == ["standard", "hoyle-20"]
    found = json.loads(out.read_bytes())
    assert set(found) == set(names)
    assert found["palace"]["policy"] == found["hoyle-20"]["policy"]
    assert found["palace"]["command"].startswith(f"{PROGRAM} tune --rules palace ")


def test_the_others_begin_with_the_fit_for_eaai(tmp_path, monkeypatch):
    starts = {}

    def noted(rules, *rest, start, **more):
        starts[rules.name] = start
        return _quickly(rules)

    monkeypatch.setattr(command, "tune", noted)
    out = str(tmp_path / "file")
    assert run("tune", "--rules", "classic", "--out", out, program=workshop).exit_code == 0
    assert starts == {"classic": BASELINE}
    assert (
        run(
            "tune", "--rules", "classic", "--rules", "eaai", "--out", out, program=workshop
        ).exit_code
        == 0
    )
    assert starts["eaai"] == FIRST
    assert starts["classic"] == _quickly(PRESETS["eaai"]).policy


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "missing option '--out'"),
        (("--rules", "classic,gin=3"), "is not a preset"),
        (("--rules", "clasic"), "there is no preset"),
        (("--probes", "5"), "2000"),
        (("--rounds", "0"), "1"),
    ],
)
def test_what_cannot_be_tuned(arguments, message, tmp_path):
    out = ("--out", str(tmp_path / "file")) if arguments else ()
    assert message in error_of("tune", *arguments, *out, program=workshop)["message"]


def test_a_file_that_cannot_be_written(tmp_path):
    out = str(tmp_path / "no" / "file")
    found = error_of("tune", "--rules", "classic", *TINY, "--out", out, program=workshop)
    assert "cannot be written" in found["message"]


def test_gains_are_told(tmp_path):
    done = run(
        "tune", "--rules", "classic", *TINY, "--out", str(tmp_path / "file"), program=workshop
    )
    assert "classic" in done.stdout and "±" in done.stdout
