"""Packs: what they hold, how they are read, and what goes into one."""

from __future__ import annotations

import gc
from collections import Counter
from dataclasses import fields, replace
from pathlib import Path

import msgspec
import pytest

from analyzer.errors import InputError
from analyzer.practice.puzzles.explain import action_of, entry_of, view_at
from analyzer.practice.puzzles.pack import (
    OPEN,
    pack_folders,
    shelved,
    shipped,
)
from analyzer.practice.puzzles.types import Puzzle, PuzzleAsk, PuzzleKind, PuzzleStep
from analyzer.review.coach import Detail, explain
from tests.unit.puzzles import puzzle, step
from tests.workshop.puzzles.packing import (
    TRICK,
    Rejected,
    assemble,
    load_pack,
    trick_of,
    write_pack,
)

REFUSED = Rejected(PuzzleKind.DRAW, "gap", "0.3 ± 0.2", "hand: …", 1, 2, 3)


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    made = [puzzle("aaaaaaaaaa"), puzzle("bbbbbbbbbb", PuzzleKind.SEQUENCE, themes=("outs",))]
    write_pack(tmp_path / "first", {"rules": "standard"}, made, [REFUSED])
    found = load_pack(tmp_path / "first")
    assert found.puzzles == tuple(made)
    assert found.info["kinds"] == {"upcard": 1, "sequence": 1}
    assert found.of("bbbbbbbbbb") == made[1]
    assert found.of("cccccccccc") is None
    refused = (tmp_path / "first" / "rejected.jsonl").read_bytes()
    assert msgspec.json.decode(refused, type=Rejected) == REFUSED


def test_a_pack_is_added_to_and_keeps_its_lines(tmp_path: Path) -> None:
    old, new = puzzle("aaaaaaaaaa", rating=1400), puzzle("bbbbbbbbbb")
    write_pack(tmp_path, {}, [old], [])
    before = (tmp_path / "puzzles.jsonl").read_bytes()
    write_pack(tmp_path, {}, [puzzle("aaaaaaaaaa", rating=1900), new], [])
    assert (tmp_path / "puzzles.jsonl").read_bytes().startswith(before)
    assert load_pack(tmp_path).puzzles == (old, new)


def test_what_is_added_is_told_beside_what_there_was(tmp_path: Path) -> None:
    write_pack(tmp_path, {"commands": ["one"]}, [puzzle("aaaaaaaaaa")], [REFUSED])
    other = replace(REFUSED, deal=3)
    write_pack(tmp_path, {"commands": ["two"]}, [puzzle("bbbbbbbbbb")], [REFUSED, other])
    assert load_pack(tmp_path).info["commands"] == ["one", "two"]
    assert (tmp_path / "rejected.jsonl").read_bytes().count(b"\n") == 2
    write_pack(tmp_path, {"commands": ["two"]}, [], [])
    assert load_pack(tmp_path).info["commands"] == ["one", "two"]


def test_a_pack_without_what_was_refused_is_added_to(tmp_path: Path) -> None:
    write_pack(tmp_path, {}, [puzzle("aaaaaaaaaa")], [REFUSED])
    (tmp_path / "rejected.jsonl").unlink()
    write_pack(tmp_path, {}, [puzzle("bbbbbbbbbb")], [REFUSED])
    assert [one.id for one in load_pack(tmp_path).puzzles] == ["aaaaaaaaaa", "bbbbbbbbbb"]
    assert (tmp_path / "rejected.jsonl").read_bytes().count(b"\n") == 1


def changed(made: Puzzle, **fields: object) -> bytes:
    document = msgspec.json.decode(msgspec.json.encode(made))
    return msgspec.json.encode(document | fields)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (b"{", "truncated"),
        (changed(puzzle("bbbbbbbbbb"), kind="riddle"), "riddle"),
        (changed(puzzle("bbbbbbbbbb"), steps="none"), "array"),
        (msgspec.json.encode(puzzle("aaaaaaaaaa")), "twice"),
        (changed(puzzle("bbbbbbbbbb"), steps=[]), "0 steps"),
        (
            msgspec.json.encode(puzzle("bb", steps=(step(("pass", 0.0), ("pass", 2.0)),))),
            "a name of its own",
        ),
        (
            msgspec.json.encode(puzzle("bb", steps=(step(("pass", 1.0), ("take", 2.0)),))),
            "first option",
        ),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, line: bytes, told: str) -> None:
    write_pack(tmp_path, {}, [puzzle("aaaaaaaaaa")], [])
    with (tmp_path / "puzzles.jsonl").open("ab") as file:
        file.write(line + b"\n")
    with pytest.raises(InputError, match=told) as caught:
        load_pack(tmp_path)
    assert "line 2" in str(caught.value.where)


def test_a_folder_that_is_no_pack_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no sound pack"):
        load_pack(tmp_path)


def many(kind: PuzzleKind, number: int, greedy: float = 0.0) -> list[Puzzle]:
    name = "".join(letter for letter in kind if letter.isalpha())
    return [puzzle(f"{name}{place}{int(greedy)}", kind, greedy=greedy) for place in range(number)]


def test_no_kind_is_above_a_third_and_none_is_there_twice() -> None:
    made = [one for kind, number in zip(PuzzleKind, (90, 9, 9, 9), strict=False)
            for one in many(kind, number)]  # fmt: skip
    found = assemble([*made, *made])
    counts = Counter(one.kind for one in found)
    assert counts.most_common(1)[0][1] <= len(found) / 3
    assert counts.most_common(1)[0][1] >= 13
    assert len({one.id for one in found}) == len(found)


def test_the_greedy_bot_solves_no_more_than_its_share() -> None:
    made = [*many(PuzzleKind.KNOCK, 11), *many(PuzzleKind.KNOCK, 50, greedy=1.0)]
    found = assemble(made)
    assert Counter(one.solved["greedy"] for one in found) == {0.0: 11, 1.0: 10}
    assert len(assemble(made, most=10)) == 10
    assert assemble([*made, *many(PuzzleKind.DRAW, 60)]) == (*made, *many(PuzzleKind.DRAW, 60))


def test_the_order_is_that_of_the_candidates() -> None:
    made = [*many(PuzzleKind.KNOCK, 3), *many(PuzzleKind.DRAW, 3)][::-1]
    assert list(assemble(made)) == made


def test_a_trick_comes_a_few_times_and_no_more() -> None:
    made = many(PuzzleKind.KNOCK, 9)
    assert assemble(made, of_a_trick=TRICK) == tuple(made[:TRICK])
    assert assemble(made[1:], known=made[:1], of_a_trick=TRICK) == tuple(made[1:TRICK])
    assert assemble(made, known=made, of_a_trick=2 * len(made)) == ()


def test_suits_make_no_other_trick_and_ranks_do() -> None:
    def told(best: str) -> Puzzle:
        return puzzle("aa", PuzzleKind.DISCARD, steps=(step((best, 0.0), ("discard 2c", 3.0)),))

    assert trick_of(told("discard Kd")) == trick_of(told("discard Kh"))
    assert trick_of(told("discard Kd")) != trick_of(told("discard Qd"))


@pytest.mark.parametrize("folder", pack_folders(), ids=lambda folder: folder.name)
def test_every_pack_that_is_shipped_is_sound(folder: Path) -> None:
    found = load_pack(folder)
    assert found.info["puzzles"] == len(found.puzzles)
    counts = Counter(one.kind for one in found.puzzles)
    assert max(counts.values()) <= len(found.puzzles) / 3


def test_the_steps_of_packs_stay_in_their_files_until_they_are_asked_for() -> None:
    def steps_in_memory() -> int:
        return sum(issubclass(type(each), PuzzleStep) for each in gc.get_objects())

    before, kept = steps_in_memory(), shelved()
    assert len(kept) == len(shipped()) > 3000 and steps_in_memory() == before
    for whole in (one for folder in pack_folders() for one in load_pack(folder).puzzles[::20]):
        for each in fields(Puzzle):
            assert getattr(kept[whole.id], each.name) == getattr(whole, each.name)
        del whole
    assert steps_in_memory() - before <= 3 * OPEN, "those asked for last"


def test_a_shelf_names_what_is_wrong_and_may_be_empty(tmp_path: Path) -> None:
    write_pack(tmp_path / "small", {}, [], [])
    assert shelved(tmp_path) == {}
    with (tmp_path / "small" / "puzzles.jsonl").open("ab") as file:
        file.write(msgspec.json.encode(puzzle("aaaaaaaaaa")) + b"\r\n{}\n")
    with pytest.raises(InputError, match="id") as caught:
        shelved(tmp_path)
    assert "line 2" in str(caught.value.where)


def test_a_pack_that_is_another_by_now_is_not_taken_for_the_one_it_was(tmp_path: Path) -> None:
    write_pack(tmp_path / "small", {}, [puzzle("aaaaaaaaaa"), puzzle("bbbbbbbbbb")], [])
    kept, file = shelved(tmp_path), tmp_path / "small" / "puzzles.jsonl"
    assert kept["aaaaaaaaaa"].steps
    file.write_bytes(b"".join(reversed(file.read_bytes().splitlines(keepends=True))))
    with pytest.raises(InputError, match="no longer where it was"):
        assert not kept["bbbbbbbbbb"].steps


def test_every_answer_of_a_shipped_puzzle_can_be_told() -> None:
    """Of every fortieth puzzle: views are read back, actions are legal, the coach has words."""
    for found in list(shipped().values())[::40]:
        for asked in found.steps:
            for option in asked.options:
                assert explain(entry_of(asked, option.answer), Detail.CARDS).text()
            if asked.ask is not PuzzleAsk.LAY_OFF:
                legal = {str(action) for action in view_at(asked.view).legal_actions()}
                assert {str(action_of(option)) for option in asked.options} <= legal
