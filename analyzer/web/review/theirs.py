"""Another player's turn, as a step of somebody's replay."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from analyzer.display.hands import held
from analyzer.display.parts import GRADE_MARKS, GradeMark
from analyzer.display.review.entries import is_error, played_of
from analyzer.display.review.words import lost_in_words, place_of, player
from analyzer.display.table import DRAWN_FROM, CardTable, PlayedCaption, in_rows, seen_from
from analyzer.display.turns import turn_in_words
from analyzer.game.actions import Kind, Question
from analyzer.game.cards import CardSet
from analyzer.game.table import Table
from analyzer.game.view import seen_by
from analyzer.notation.records import Record, replay
from analyzer.notation.records.stepping import steps
from analyzer.review import Entry, Report


@dataclass(frozen=True, slots=True)
class TheirTurn:
    """A turn of another player's (`review/_their_turn.html`)."""

    place: str
    """"Hand 2, turn 5"."""
    player: str
    did: str
    """"Took J♣, discarded 9♦"."""
    judged: tuple[tuple[GradeMark, str, str, str], ...]
    """(class, what was played, what it lost, where it is reviewed) of its decisions, where these
    were judged."""
    felt: CardTable | None
    """The table before it, as who looks back saw it; None where their own hand is forgotten."""
    hidden: CardSet | None
    """The hand of whoever had the turn; None where the record does not know it."""


def their_turn(
    report: Report, seat: int, hand: int, turn: int, at: Callable[[int], str], *, opened: bool
) -> TheirTurn:
    """A turn of a hand, both from 0, for the replay of another seat.

    `at` is where a decision of the report lies on the table; `opened` shows the hidden hand.
    """
    record = report.hands[hand].record
    who, here = record.turns[turn].player, table_at(record, turn)
    judged = [
        (place, entry)
        for place, entry in enumerate(report.entries)
        if (entry.hand, entry.turn, entry.seat) == (hand, turn, who)
    ]
    did, name = turn_in_words(record, turn, drawn=opened), player(report, who)
    hidden = None if here is None else hidden_hand(record, here, who)
    felt = None
    if here is not None and here.hands[seat] is not None:
        felt = _felt(report, here, seat, did, hidden if opened else None)
        came = DRAWN_FROM.get(Kind(record.turns[turn].turn.value))
        caption = _caption(f"{name}’s turn", [entry for _, entry in judged])
        felt = replace(felt, drawn_from=came, caption=caption)
    return TheirTurn(
        place_of(report, hand, turn), name, did,
        tuple(
            (GRADE_MARKS[choice.verdict.grade], played_of(choice), lost_in_words(choice), at(place))
            for place, choice in judged
        ),
        felt, hidden,
    )  # fmt: skip


def _caption(turn: str, judged: Sequence[Entry]) -> PlayedCaption:
    """The line on the table: whose turn, and the costliest error of those that were judged."""
    if not judged:
        return PlayedCaption(turn)
    worst = max(judged, key=lambda entry: (is_error(entry), entry.verdict.loss))
    mark = GRADE_MARKS[worst.verdict.grade]
    if not is_error(worst):
        return PlayedCaption(turn, mark)
    return PlayedCaption(turn, mark, f"lost {lost_in_words(worst)}", f"{played_of(worst)}.")


def table_at(record: Record, turn: int, question: Question | None = None) -> Table | None:
    """The table before a turn of a record, or when something is asked in it; None where that was
    forgotten."""
    if record.in_moves:
        there = [at for at in replay(record) if not at.over and _turn_of(at) == turn]
        return next((at for at in there if question in {None, at.question}), None)
    for step in steps(record):
        if step.turn == turn and question in {None, step.table.question}:
            return step.table
    return None


def _turn_of(here: Table) -> int:
    """Return the number of the turn at a table, from 0."""
    return len(here.played) - (here.question is Question.DISCARD)


def hidden_hand(record: Record, here: Table, seat: int) -> CardSet | None:
    """The cards of the other one of two; None where the record does not know them."""
    unknown = record.in_moves and seat in record.hidden  # one that may have been held stands there
    return None if unknown or not record.rules.two_handed else here.hands[seat]


def _felt(report: Report, here: Table, seat: int, did: str, shown: CardSet | None) -> CardTable:
    """The table as a seat saw it before another's turn, and in words what was done in that."""
    view, rules = seen_by(here, seat), here.rules
    seats = (seat, 1 - seat) if rules.two_handed else tuple(range(rules.players))
    names = [player(report, each) for each in seats]
    felt = seen_from(view, shown, None, names, rows=in_rows(held(view)), said=None)
    whose = (seats.index(here.turn) - view.player) % rules.players - 1
    across = [
        replace(opponent, last=did) if place == whose else opponent
        for place, opponent in enumerate(felt.across)
    ]
    return replace(felt, across=tuple(across))
