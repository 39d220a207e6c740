"""A pack asked again: what does not hold is retired, and days to come get another puzzle."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from click.testing import CliRunner

from analyzer.jobs import Jobs
from analyzer.practice.puzzles import pack
from analyzer.practice.puzzles.retired import load_retired
from analyzer.practice.puzzles.schedule import FIRST, Schedule, load_schedule
from analyzer.practice.puzzles.types import Puzzle, PuzzleKind
from tests.unit.puzzles import puzzle
from tests.workshop.__main__ import workshop
from tests.workshop.puzzles import packing
from tests.workshop.puzzles.planning import LOST, format_schedule
from tests.workshop.puzzles.recertify import recertify


def lay_off() -> Puzzle:
    """A lay-off that is shipped."""
    puzzles = (one for folder in pack.pack_folders() for one in packing.load_pack(folder).puzzles)
    return next(one for one in puzzles if one.kind is PuzzleKind.LAY_OFF)


def test_an_exact_answer_that_a_rule_of_thumb_finds_holds() -> None:
    found = lay_off()
    (step,) = found.steps
    easy = replace(step, baselines=dict.fromkeys(step.baselines, step.best))
    again = recertify([replace(found, steps=(easy,))], None, 1, Jobs())
    assert (again.asked, again.lost, again.under, again.solved) == (1, (), (), 1.0)


def test_what_fails_is_retired_and_leaves_the_days_to_come(tmp_path: Path) -> None:
    (step,) = (found := lay_off()).steps
    first, second, *rest = step.options
    named = (replace(first, answer=second.answer), replace(second, answer=first.answer), *rest)
    wrong = replace(found, steps=(replace(step, options=named, tempting=first.answer),))
    others = [puzzle(f"other{place}", kind) for place, kind in enumerate([*PuzzleKind] * 2)]
    packing.write_pack(tmp_path / "wrong", {}, [wrong], [])
    packing.write_pack(tmp_path / "others", {}, others, [])
    ahead = (datetime.now(UTC).date() - FIRST).days + 5
    ids = (*(f"past{place}" for place in range(ahead)), wrong.id, others[0].id)
    (tmp_path / "schedule.txt").write_text(format_schedule(Schedule(ids)))
    command = ["puzzles", "certify", "wrong", "--retire", "--out", str(tmp_path)]
    result = CliRunner().invoke(workshop, command)
    assert result.exit_code == 0, result.output
    (retired,) = load_retired(tmp_path / "retired.txt").values()
    assert (retired.id, retired.why) == (wrong.id, LOST)
    after = load_schedule(tmp_path / "schedule.txt")
    assert after.ids[:ahead] == ids[:ahead] and after.ids[-1] == ids[-1]
    assert after.on(FIRST + timedelta(ahead)) in {one.id for one in others[1:]}
