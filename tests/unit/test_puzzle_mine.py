"""The mine: the same pack whoever works on it, however often it is killed."""

from __future__ import annotations

from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec
import pytest

from analyzer.errors import InputError
from analyzer.game.cards import CardSet
from analyzer.game.rules import PRESETS
from analyzer.jobs import Jobs, Stopped
from analyzer.notation import parse_view
from analyzer.notation.records import format_record, record_of
from analyzer.practice._deals import table_of
from analyzer.practice.puzzles.explain import view_at
from analyzer.practice.puzzles.pack import _problem_of
from analyzer.practice.puzzles.types import Puzzle, PuzzleAsk, PuzzleKind
from tests.sizes import rest_at_night
from tests.workshop.puzzles.certify import DEMANDS
from tests.workshop.puzzles.make import Plan, make, record_texts
from tests.workshop.puzzles.mine import CHUNK, MiningJournal, mine
from tests.workshop.puzzles.spots import played, understood

CHEAP = Plan(seed=3, weights=((PuzzleKind.ARRANGEMENT, 1.0),))
LAY_OFFS = Plan(seed=5, weights=((PuzzleKind.LAY_OFF, 1.0),))
QUICK = replace(DEMANDS, worlds=2_048, most_worlds=2_048, model_worlds=512)
DEALS = 3 * CHUNK
SOME = 2 * CHUNK


@dataclass(frozen=True)
class Threads:
    """A pool without processes."""

    workers: int = 2

    def open(self) -> Executor:
        return ThreadPoolExecutor(self.workers)


def dug(path: Path, jobs: Jobs, deals: int = DEALS) -> list[Puzzle]:
    journal = MiningJournal(path, CHEAP)
    mine(journal, deals, jobs)
    return journal.puzzles


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> list[Puzzle]:
    found = dug(tmp_path_factory.mktemp("whole") / "journal", Jobs())
    assert len(found) > 1
    return found


def test_killed_and_begun_again_it_gives_the_same(tmp_path: Path, whole: list[Puzzle]) -> None:
    path = tmp_path / "journal"
    journal = MiningJournal(path, CHEAP)
    with pytest.raises(Stopped):
        mine(journal, DEALS, Jobs(), stop=lambda: len(journal.veins) == 2)
    raw = path.read_bytes()
    path.write_bytes(raw[:-40])  # killed while it wrote the second line
    seen: list[int] = []
    later = MiningJournal(path, CHEAP)
    assert len(later.veins) == 1
    mine(later, DEALS, Jobs(), progress=lambda done, all_, made: seen.append(len(made)))
    assert later.puzzles == whole
    assert seen == [CHUNK] * 2
    assert MiningJournal(path, CHEAP).puzzles == whole


def test_many_workers_give_the_same(tmp_path: Path, whole: list[Puzzle]) -> None:
    with Jobs(pool=Threads()) as jobs:
        assert dug(tmp_path / "journal", jobs) == whole


def test_further_deals_add_to_what_there_is(tmp_path: Path, whole: list[Puzzle]) -> None:
    dug(tmp_path / "journal", Jobs(), SOME)
    assert dug(tmp_path / "journal", Jobs()) == whole


def test_of_a_longer_journal_only_the_first_deals_count(
    tmp_path: Path, whole: list[Puzzle]
) -> None:
    dug(tmp_path / "journal", Jobs())
    journal = MiningJournal(tmp_path / "journal", CHEAP)
    journal.only(SOME)
    assert journal.puzzles == [one for one in whole if one.provenance.deal < SOME]
    assert len(MiningJournal(tmp_path / "journal", CHEAP).veins) == DEALS // CHUNK


def test_a_journal_of_another_plan_is_refused(tmp_path: Path) -> None:
    MiningJournal(tmp_path / "journal", CHEAP)
    with pytest.raises(InputError, match="another plan"):
        MiningJournal(tmp_path / "journal", replace(CHEAP, seed=6))


def test_a_puzzle_tells_where_it_came_from(whole: list[Puzzle]) -> None:
    for found in whole:
        assert _problem_of(found) is None
        source = found.provenance
        assert (source.rules, source.seed, source.worlds) == ("standard", 3, 0)
        assert source.plausible >= DEMANDS.plausible
        assert make(CHEAP, source.deal).puzzle == found


def test_a_lay_off_is_of_cards_that_are_not_on_the_table() -> None:
    found = next(one for deal in range(300) if (one := make(LAY_OFFS, deal).puzzle))
    assert _problem_of(found) is None
    (step,) = found.steps
    assert (found.kind, step.ask, step.exact) == (PuzzleKind.LAY_OFF, PuzzleAsk.LAY_OFF, True)
    shown = CardSet.of(" ".join((*step.spread, step.deadwood)))
    assert not shown & CardSet.of(step.view.rpartition(": ")[2])


def test_a_puzzle_survives_its_journal(whole: list[Puzzle]) -> None:
    for found in whole:
        assert msgspec.json.decode(msgspec.json.encode(found), type=Puzzle) == found


SEARCHED = {
    PuzzleKind.UPCARD: 40, PuzzleKind.DRAW: 60, PuzzleKind.DISCARD: 60,
    PuzzleKind.KNOCK: 30, PuzzleKind.READ: 60, PuzzleKind.SCORE: 30,
    PuzzleKind.SEQUENCE: 40, PuzzleKind.ARRANGEMENT: 60,
}  # fmt: skip
"""Deals that may be searched until one has a puzzle of the kind."""
RARE = {PuzzleKind.SEQUENCE: 7}
"""Of a kind that is rare a seed with an early one: each deal costs seconds."""


@rest_at_night("kind", SEARCHED, SEARCHED.keys() - RARE)
def test_each_kind_is_found_in_play(kind: PuzzleKind) -> None:
    plan = Plan(seed=RARE.get(kind, 3), weights=((kind, 1.0),), demands=QUICK)
    found = next((one for deal in range(SEARCHED[kind]) if (one := make(plan, deal).puzzle)), None)
    assert found is not None
    assert _problem_of(found) is None
    assert found.kind is kind
    assert (len(found.steps) > 1) == (kind is PuzzleKind.SEQUENCE)
    for step in found.steps:
        view = view_at(step.view)
        assert (view.score is not None) == (kind is PuzzleKind.SCORE)
        assert len(view.history or ()) > 0 or step.ask is PuzzleAsk.UPCARD
        assert step.exact == (kind is PuzzleKind.ARRANGEMENT) == bool(step.opponent)
        assert step.gap >= QUICK.gap
    if kind is PuzzleKind.SCORE:
        (step,) = found.steps
        assert step.at_nought not in {"", step.best}
    if kind is PuzzleKind.READ:
        dangers = [option.danger or 0.0 for option in found.steps[0].options]
        assert dangers[0] == min(dangers)
        assert dangers[1] > dangers[0]
    if kind is PuzzleKind.SEQUENCE:
        texts = [parse_view(step.view) for step in found.steps]
        first, second = (len(view.history or ()) for view in texts[:2])
        assert second >= first


def test_kinds_are_searched_for_by_their_weights() -> None:
    plan = Plan(weights=((PuzzleKind.DRAW, 3.0), (PuzzleKind.DISCARD, 1.0)))
    draws = sum(plan.kind_of(deal) is PuzzleKind.DRAW for deal in range(2_000))
    assert 1_400 < draws < 1_600


def test_a_deal_is_always_the_same_and_understood() -> None:
    rules = PRESETS["standard"]
    spots, end = played(table_of(rules, 9, 4))
    again, _ = played(table_of(rules, 9, 4))
    assert [(one.view, one.action) for one in spots] == [(one.view, one.action) for one in again]
    assert end.over
    assert understood(spots) >= 0.9
    assert understood([]) == 1.0


def test_records_are_searched_too() -> None:
    _, end = played(table_of(PRESETS["standard"], 9, 4))
    texts = record_texts(format_record(record_of(end)))
    plan = Plan(records=texts, weights=((PuzzleKind.KNOCK, 1.0),), demands=QUICK)
    made = make(plan, 0)
    assert made.puzzle is not None or made.rejected or made.seconds > 0
    assert make(plan, 1).puzzle is None  # the file has one hand only
