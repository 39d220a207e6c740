"""From a reading of the opponent's hand to what the pages show of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from analyzer.engine.rollout import discards_of
from analyzer.engine.thresholds import half_width
from analyzer.engine.turn_evidence import BeliefSummary, Move, TurnEvidence, moments
from analyzer.game.cards import Card, Rank, Suit
from analyzer.game.view import Side, Turn, View
from analyzer.notation.numbers import (
    count,
    counted,
    estimate,
    percent,
    percent_change,
    plus_minus,
    points,
)
from analyzer.notation.phrases import limit_words, upper


@dataclass(frozen=True, slots=True)
class HeatCell:
    """One card of the heat map."""

    card: Card
    level: str
    """Darkness, "0" to "5"; "held" and "seen" for cards that are no guess."""
    text: str
    """The chance in percent, without the sign; a mark for cards that are no guess."""
    words: str
    """What the mark stands for: "they hold it", "in your hand"; empty for a number."""
    title: str
    """"seven of hearts: 24% ±3"."""


@dataclass(frozen=True, slots=True)
class HeatRow:
    """One suit, ace to king."""

    suit: Suit
    cells: tuple[HeatCell, ...]


@dataclass(frozen=True, slots=True)
class SpreadRow:
    """A span of their deadwood."""

    label: str
    """"11–20"."""
    chance: float
    width: float
    """The chance in parts of a hundred, for the bar."""


@dataclass(frozen=True, slots=True)
class BeliefFragment:
    """What they may hold (`analyze/_belief.html`, inside ``#belief``)."""

    method: str
    """How the hand was read, in a sentence."""
    rows: tuple[HeatRow, ...]
    """Spades, hearts, diamonds, clubs."""
    deadwood: str
    """"About 18.2 ±0.5 points; they can knock (10 or fewer) in 31%."."""
    spread: tuple[SpreadRow, ...]
    footnote: str
    types: tuple[SpreadRow, ...] = ()
    """How likely each kind of player is, the likeliest first; empty where no turn was read."""
    turns_url: str | None = None
    """Where their turns are told one by one; None where there are none to look at, and on the
    page that tells them."""


@dataclass(frozen=True, slots=True)
class MoveRow:
    """A card whose chance a turn has changed."""

    card: Card
    before: float
    after: float
    change: str
    """"+22", in percentage points."""
    low: float
    """Where the change begins, in parts of a hundred, for the bar."""
    width: float
    rises: bool


@dataclass(frozen=True, slots=True)
class TheirTurn:
    """One turn of theirs and what it told."""

    number: int
    did: str
    """"Takes K♦, discards 10♣"."""
    moved: tuple[MoveRow, ...]
    """The greatest change first; empty where nothing changed for sure."""
    first: tuple[MoveRow, ...]
    """Those of them that the line shows before it is opened."""
    before: float
    """Their expected deadwood before the turn, in points."""
    after: float
    before_width: float
    """The same in parts of a hundred, for the bars."""
    after_width: float
    knock_before: float
    """Chance that they could knock."""
    knock_after: float


@dataclass(frozen=True, slots=True)
class InferenceFragment:
    """What each of their turns revealed (`analyze/_inference.html`, inside ``#told``)."""

    turns: tuple[TheirTurn, ...]
    note: str = ""
    """Why there is nothing to show, or not every turn."""
    fresh: bool = False
    """Whether it comes into a page that is open, and takes the focus of the link it replaces."""


LEVELS = (0.02, 0.10, 0.20, 0.35, 0.55)
"""Chances from which a cell is a step darker."""

FIRST, SHOWN = 4, 10
"""Cards of a turn in its line, and once it is opened."""

MOST_POINTS = 60.0
"""Deadwood that fills a bar: hardly a hand is dealt with more."""


def belief_fragment(found: BeliefSummary, turns_url: str | None) -> BeliefFragment:
    """The heat map and the deadwood."""
    return BeliefFragment(
        method=_method_of(found),
        rows=tuple(
            HeatRow(suit, tuple(_cell(found, Card.make(rank, suit)) for rank in Rank))
            for suit in reversed(Suit)
        ),
        deadwood=(
            f"About {estimate(found.mean, half_width(found.mean_se))} points of deadwood; "
            f"{_knock_words(found.view)} in {percent(found.can_knock)}."
        ),
        spread=tuple(_spread(found)),
        footnote=(
            f"{count(found.worlds)} worlds, seed {found.seed}, {points(found.bits, 2)} bits a "
            "hidden card more than if all were equally likely."
        ),
        types=tuple(
            _span(upper(name), chance)
            for name, chance in sorted(found.types.items(), key=lambda item: -item[1])
        ),
        turns_url=turns_url if moments(found.view) else None,
    )


def inference_fragment(
    view: View, told: Sequence[TurnEvidence], *, fresh: bool
) -> InferenceFragment:
    """Their turns, one by one; `fresh` for a page that is open already."""
    return InferenceFragment(
        tuple(_turn(one) for one in told), note=_missing(view, len(told)), fresh=fresh
    )


def _method_of(found: BeliefSummary) -> str:
    """How the hand was read, in a sentence."""
    view = found.view
    if found.reads:
        return (
            "Read from their turns: each card they took, left or discarded counts, by how likely "
            "players of several kinds would have done so."
        )
    number = discards_of(view, Side.OPPONENT)
    if not number:
        return "They have discarded nothing yet, so every hand of unseen cards counts the same."
    discards = counted(number, "discard")
    why = "Their turns are unknown" if not view.history else "Their turns cannot be read here"
    return f"{why}: this is what a sensible player holds after {discards}."


def _knock_words(view: View) -> str:
    return f"{limit_words(view)}, enough to knock," if view.limit else "gin"


def _cell(found: BeliefSummary, card: Card) -> HeatCell:
    view, chance = found.view, found.chances[card]
    if card in view.unseen:
        level = sum(chance >= step for step in LEVELS)
        half = plus_minus(100 * half_width(found.errors[card]), 0)
        title = f"{card.name}: {percent(chance)} {half}".rstrip()
        return HeatCell(card, str(level), percent(chance).removesuffix("%"), "", title)
    if chance:
        return HeatCell(card, "held", "●", "they hold it", f"{card.name}: they hold it")
    where = "in your hand" if card in view.hand else "in the pile"
    return HeatCell(card, "seen", "·", where, f"{card.name}: {where}")


def _spread(found: BeliefSummary) -> Iterable[SpreadRow]:
    """Gin, what can be knocked with, and the rest in tens."""
    edges = sorted({0, found.view.limit, 20, 30, 40, 50})
    low = 0
    for high in edges:
        label = "none (gin)" if high == 0 else str(high) if low == high else f"{low}–{high}"
        yield _span(label, found.at_most(high) - found.at_most(low - 1))
        low = high + 1
    yield _span(f"{low} and more", 1.0 - found.at_most(low - 1))


def _span(label: str, chance: float) -> SpreadRow:
    chance = max(0.0, round(chance, 9))
    return SpreadRow(label, chance, round(100 * chance, 1))


def _turn(told: TurnEvidence) -> TheirTurn:
    moved = tuple(_move(move) for move in told.moves[:SHOWN])
    before, after = told.before, told.after
    return TheirTurn(
        number=told.number,
        did=_did(told),
        moved=moved,
        first=moved[:FIRST],
        before=before.mean,
        after=after.mean,
        before_width=_width(before.mean),
        after_width=_width(after.mean),
        knock_before=before.can_knock,
        knock_after=after.can_knock,
    )


def _width(mean: float) -> float:
    return round(100 * min(mean / MOST_POINTS, 1.0), 1)


def _did(told: TurnEvidence) -> str:
    event, top = told.event, told.top.symbol
    if event.turn is Turn.PASS:
        return f"Passes {top}"
    took = f"Takes {top}" if event.turn is Turn.TAKE else f"Leaves {top} and draws"
    return took if event.discarded is None else f"{took}, discards {event.discarded.symbol}"


def _move(move: Move) -> MoveRow:
    return MoveRow(
        card=move.card,
        before=move.before,
        after=move.after,
        change=percent_change(move.change),
        low=round(100 * min(move.before, move.after), 1),
        width=round(100 * abs(move.change), 1),
        rises=move.change > 0,
    )


def _missing(view: View, shown: int) -> str:
    """Why there is nothing to show, or not every turn; empty where all are shown."""
    turns = sum(event.who is Side.OPPONENT for event in view.history or ())
    if shown == turns > 0:
        return ""
    if view.history is None:
        return "The text has no turns. With a history, each of them is shown here."
    if turns == 0:
        return "They have not had a turn yet."
    if shown == 0:
        return "The turns given do not lead to these cards, so they cannot be replayed."
    return (
        f"Only the last {shown} of their {turns} turns: before them, a card that you drew is "
        "unknown."
    )
