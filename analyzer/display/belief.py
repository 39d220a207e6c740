"""From a reading of the opponent's hand to what the pages show of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from analyzer.engine.implied_turns import assumption
from analyzer.engine.rollout import discards_of
from analyzer.engine.thresholds import half_width
from analyzer.engine.turn_evidence import BeliefSummary, Move, TurnEvidence, moments
from analyzer.game.cards import DECK, Card
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
from analyzer.review.coach import comparisons

LEVELS = (0.02, 0.10, 0.20, 0.35, 0.55)
"""Chances from which a cell is a step darker."""

FIRST, SHOWN = 4, 10
"""Cards of a turn in its line, and once it is opened."""

MOST_POINTS = 60.0
"""Deadwood that fills a bar: hardly a hand is dealt with more."""


Bar = tuple[str, float, float]
"""A label, a chance, and the chance in percent for the bar."""


def belief_fragment(summary: BeliefSummary, turns_url: str | None) -> dict[str, Any]:
    """Return what they may hold (`analyze/_belief.html`): the heat map and the deadwood.

    `turns_url` is where their turns are told one by one; None on the page that tells them.
    """
    return {
        "method": _method_of(summary),
        "cells": {card: _cell(summary, card) for card in DECK},
        "deadwood": (
            f"About {estimate(summary.mean, half_width(summary.mean_se))} points of deadwood; "
            f"{_knock_words(summary.view)} in {percent(summary.can_knock)}."
        ),
        "spread": tuple(_spread(summary)),
        "footnote": (
            f"{count(summary.worlds)} worlds, seed {summary.seed}, {points(summary.bits, 2)} bits "
            "a hidden card more than if all were equally likely."
        ),
        "types": [
            _span(upper(name), chance)
            for name, chance in sorted(summary.types.items(), key=lambda item: -item[1])
        ],
        "fit": fit_words(summary.unlike),
        "turns_url": turns_url if moments(summary.view) else None,
    }


ODD, STRANGE = 0.25, 0.6
"""Chances that they are like nobody from which it is said, and said for sure."""


def fit_words(unlike: float | None) -> str:
    """Return how well any kind of player that we know fits; nothing where no turns are read.

    >>> fit_words(0.83)
    'They play unlike anyone we know (83%), so their cards are guessed with caution.'
    >>> fit_words(0.4)
    'They may play unlike anyone we know (40%); so far a kind that we know fits as well.'
    >>> fit_words(0.02)
    'So far they play like players that we know.'
    """
    if unlike is None:
        return ""
    if unlike >= STRANGE:
        they = f"They play unlike anyone we know ({percent(unlike)})"
        return f"{they}, so their cards are guessed with caution."
    if unlike >= ODD:
        they = f"They may play unlike anyone we know ({percent(unlike)})"
        return f"{they}; so far a kind that we know fits as well."
    return "So far they play like players that we know."


def inference_fragment(
    view: View, turn_evidence: Sequence[TurnEvidence], *, fresh: bool
) -> dict[str, Any]:
    """Return what each of their turns revealed (`analyze/_inference.html`).

    `fresh` says that it comes into a page that is open, and takes the focus of the link that it
    replaces.
    """
    return {
        "turns": [_turn(turn_evidence) for turn_evidence in turn_evidence],
        "note": _missing(view, len(turn_evidence)),
        "fresh": fresh,
    }


def _method_of(summary: BeliefSummary) -> str:
    """Return how the hand was read, in a sentence."""
    view = summary.view
    if summary.reads:
        return (
            "Read from their turns: each card they took, left or discarded counts, by how likely "
            "the kinds of players that we know would have done so."
        )
    if assumed := assumption(view, summary.seed) if summary.types else None:
        return f"Read from the turns that these cards imply. {comparisons.assumption(assumed)}"
    number = discards_of(view, Side.OPPONENT)
    if not number:
        return "They have discarded nothing yet, so every hand of unseen cards counts the same."
    discards = counted(number, "discard")
    why = "Their turns are unknown" if not view.history else "Their turns cannot be read here"
    return f"{why}: this is what a sensible player holds after {discards}."


def _knock_words(view: View) -> str:
    return f"{limit_words(view)}, enough to knock," if view.limit else "gin"


def _cell(summary: BeliefSummary, card: Card) -> tuple[str, str, str, str]:
    """(darkness or "held" or "seen", the mark, what it stands for, the title) of a card."""
    view, chance = summary.view, summary.chances[card]
    if card in view.unseen:
        level = sum(chance >= step for step in LEVELS)
        half = plus_minus(100 * half_width(summary.errors[card]), 0)
        title = f"{card.name}: {percent(chance)} {half}".rstrip()
        return str(level), percent(chance).removesuffix("%"), "", title
    if chance:
        return "held", "●", "they hold it", f"{card.name}: they hold it"
    where = "in your hand" if card in view.hand else "in the pile"
    return "seen", "·", where, f"{card.name}: {where}"


def _spread(summary: BeliefSummary) -> Iterable[Bar]:
    """Gin, what can be knocked with, and the rest in tens."""
    edges = sorted({0, summary.view.limit, 20, 30, 40, 50})
    low = 0
    for high in edges:
        label = "none (gin)" if high == 0 else str(high) if low == high else f"{low}–{high}"
        yield _span(label, summary.at_most(high) - summary.at_most(low - 1))
        low = high + 1
    yield _span(f"{low} and more", 1.0 - summary.at_most(low - 1))


def _span(label: str, chance: float) -> Bar:
    chance = max(0.0, round(chance, 9))
    return label, chance, round(100 * chance, 1)


def _turn(turn_evidence: TurnEvidence) -> dict[str, Any]:
    """One turn of theirs: the greatest changes first, none where nothing changed for sure."""
    moved = [_move(move) for move in turn_evidence.moves[:SHOWN]]
    return {
        "number": turn_evidence.number,
        "did": _did(turn_evidence),
        "moved": moved,
        "first": moved[:FIRST],
        "before": turn_evidence.before,
        "after": turn_evidence.after,
        "before_width": _width(turn_evidence.before.mean),
        "after_width": _width(turn_evidence.after.mean),
    }


def _width(mean: float) -> float:
    return round(100 * min(mean / MOST_POINTS, 1.0), 1)


def _did(turn_evidence: TurnEvidence) -> str:
    event, top = turn_evidence.event, turn_evidence.top.symbol
    if event.turn is Turn.PASS:
        return f"Passes {top}"
    took = f"Takes {top}" if event.turn is Turn.TAKE else f"Leaves {top} and draws"
    return took if event.discarded is None else f"{took}, discards {event.discarded.symbol}"


def _move(move: Move) -> tuple[Move, str, float, float]:
    """(the move, its change in percentage points, where its bar begins, its length)."""
    low, width = min(move.before, move.after), abs(move.change)
    return move, percent_change(move.change), round(100 * low, 1), round(100 * width, 1)


def _missing(view: View, shown: int) -> str:
    """Return why there is nothing to show, or not every turn; empty where all are shown."""
    turns = sum(event.player == Side.OPPONENT for event in view.history or ())
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
