"""The house keeps to its counts; `python -m tests.house` prints them."""

from __future__ import annotations

import pytest

from tests.house import counts, facts, house_as_it_stands, main, trespasses


def test_every_target_is_held():
    missed = [count for count in counts().values() if not count.met]
    assert missed == [], "\n".join(f"{count} {', '.join(count.worst)}" for count in missed)


def test_a_file_with_an_underscore_is_used_in_its_own_room_only():
    assert trespasses() == set()


def test_the_sizes_are_printed_beside_what_was_asked(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("sys.argv", ["house"])
    assert main() == 0
    printed = capsys.readouterr().out
    known, sizes = facts(), house_as_it_stands().sizes
    assert all(str(fact) in printed for fact in known)
    assert [fact.asked for fact in known] == [51_500, 9_500, 900]
    assert known[1].value == sum(lines for name, lines in sizes.items() if name[:4] == "web/")
