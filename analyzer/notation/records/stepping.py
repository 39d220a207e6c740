"""A record step by step: each decision, with what its player knew, and the table as it lies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from analyzer.game.actions import Action, Kind
from analyzer.game.scoring import Ended
from analyzer.game.table import Table
from analyzer.game.view import Question, Turn, View, seen_by, view_of
from analyzer.notation.records.positions import replay
from analyzer.notation.records.types import Record


@dataclass(frozen=True, slots=True)
class Decision:
    """One choice of a player's: what they knew, and what they did."""

    seat: int
    view: View
    action: Action
    turn: int
    """Which turn of the record, from 0; a draw and the discard after it have the same."""
    number: int
    """Which move of the hand, from 1; each draw and each discard is one."""


def decisions(record: Record, *seats: int) -> tuple[Decision, ...]:
    """Every choice of some players in order, forced ones too, with the view before it.

    Works with the other hands unknown; raises ValueError where the hand of one of `seats` is not
    known.

    >>> from analyzer.game.position import deal
    >>> from analyzer.notation.records.positions import record_of
    >>> from analyzer.game.rules import PRESETS
    >>> position = deal(PRESETS["eaai"], seed=1).apply(Action(Kind.PASS)).apply(Action(Kind.TAKE))
    >>> [(choice.view.question, str(choice.action)) for choice in decisions(record_of(position), 1)]
    [(<Question.UPCARD: 'upcard'>, 'take')]
    """
    holders = record.holders()
    for seat in seats:
        if not holders[seat]:
            raise ValueError(f"the hand of player {seat + 1} is not known")
    if record.in_moves:
        return tuple(_decisions_around(record, seats))
    return tuple(
        Decision(step.table.turn, view_of(step.table), step.action, step.turn, number)
        for number, step in enumerate(steps(record), start=1)
        if step.table.turn in seats and why_unknown(step.table) is None
    )


def _decisions_around(record: Record, seats: Sequence[int]) -> Iterator[Decision]:
    """The choices of a hand of several or with jokers; lay-offs are counted, and are none."""
    for number, (here, step) in enumerate(zip(replay(record), record.steps, strict=False), start=1):
        if not here.over and here.turn in seats:
            begun = here.question is Question.DISCARD
            turn = len(here.played) - begun
            yield Decision(here.turn, seen_by(here, here.turn), step.move, turn, number)


@dataclass(frozen=True, slots=True)
class Undecided:
    """A choice of a player's that cannot be judged, and why."""

    turn: int
    """Which turn of the record, from 0."""
    question: Question | None
    """None for a whole turn that was forgotten."""
    why: str


def undecided(record: Record, seat: int) -> tuple[Undecided, ...]:
    """The choices of player `seat` that `decisions` leaves out, for something was forgotten.

    >>> from analyzer.notation.records import parse_record
    >>> record = parse_record('''
    ... [Dealer "2"] [Upcard "9h"] [Hand1 "2c 3c 4c 7h 8h Kd Qd Js 9s 5h"]
    ... 1. ^9h -Kd 2. +? -?? 3. +6h -Qd 4. ?? 5. ??''')
    >>> [(one.turn, one.why) for one in undecided(record, 0)]
    [(2, 'the card on top is forgotten'), (4, 'the turn is forgotten')]
    """
    if not record.has_gaps:
        return ()
    found = []
    for step in _all_steps(record):
        if step.table.turn == seat:
            whole = record.turns[step.turn].forgotten
            why = why_unknown(step.table) or ("" if step.action else _LOST)
            if whole:
                found.append(Undecided(step.turn, None, "the turn is forgotten"))
            elif why:
                found.append(Undecided(step.turn, step.table.question, why))
    return tuple(found)


_LOST = "the discard is forgotten"


def why_unknown(table: Table) -> str | None:
    """Return why the player to act at a table has no decision to judge; None where there is one."""
    if table.hands[table.turn] is None:
        return "the hand is not known"
    if table.question is not Question.DISCARD and table.top is None:
        return "the card on top is forgotten"
    return None


def views(record: Record, seat: int) -> tuple[View, ...]:
    """Return what player `seat` knew before each of their choices; see `decisions`."""
    return tuple(choice.view for choice in decisions(record, seat))


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """One action of either player: the table before it, and what was done."""

    table: Table
    action: Action
    turn: int
    """Which turn of the record, from 0."""


def steps(record: Record) -> Iterator[ReplayStep]:
    """Every action of a record in order, also where cards are not known.

    >>> from analyzer.game.position import deal
    >>> from analyzer.notation.records.positions import record_of
    >>> from analyzer.game.rules import PRESETS
    >>> position = deal(PRESETS["eaai"], seed=1).apply(Action(Kind.PASS))
    >>> [(step.table.turn, str(step.action)) for step in steps(record_of(position))]
    [(0, 'pass')]
    """
    for step in _all_steps(record):
        if step.action is not None:
            yield ReplayStep(step.table, step.action, step.turn)


@dataclass(frozen=True, slots=True)
class _Step:
    """One action of either player; None for one that was forgotten."""

    table: Table
    action: Action | None
    turn: int


def _all_steps(record: Record) -> Iterator[_Step]:
    table = opening_of(record)
    for number, played in enumerate(record.turns):
        table = _heard(table, record, number)
        if table.question is not Question.DISCARD:
            action = None if played.forgotten else Action(Kind(played.turn.value))
            yield _Step(table, action, number)
            table = table.after(replace(played, discarded=None))
        if played.turn is Turn.PASS:
            continue
        discard = record.ending_of(number)
        if discard is None and not played.gap:
            return
        if not played.forgotten:
            yield _Step(table, discard, number)
        if discard is None:
            table = table.after_lost_discard()
        elif not discard.ends_hand and discard.card is not None:
            table = table.after_discard(discard.card)


def _heard(table: Table, record: Record, number: int) -> Table:
    """The table with the hands that are said again before a turn."""
    for later in record.later:
        if later.turn == number:
            table = table.holding(later.player, later.cards)
    return table


def table_after(record: Record) -> Table:
    """The table as a record leaves it: whose turn it is, and what that player knows.

    >>> from analyzer.game.position import deal
    >>> from analyzer.notation.records.positions import record_of
    >>> from analyzer.game.rules import PRESETS
    >>> table = table_after(record_of(deal(PRESETS["eaai"], seed=1).apply(Action(Kind.PASS))))
    >>> table.turn, table.question, table.over
    (1, <Question.UPCARD: 'upcard'>, False)
    """
    table, knocked = opening_of(record), record.showdown is not None
    for number, played in enumerate(record.turns, start=1):
        table = _heard(table, record, number - 1)
        if knocked and number == len(record.turns):
            table = table.after(replace(played, discarded=None)).put_down(played.discarded)
        else:
            table = table.after(played)
            lost = played.gap and played.discarded is None and played.turn is not Turn.PASS
            table = table.after_lost_discard() if lost else table
    return replace(table, over=table.over or knocked or _misdealt(record))


def opening_of(record: Record) -> Table:
    """The table when the cards of a record are dealt."""
    return Table.opening(
        record.rules, record.upcard, record.hands, dealer=record.dealer, score=record.score
    )


def _misdealt(record: Record) -> bool:
    return record.result is not None and record.result.kind is Ended.MISDEAL
