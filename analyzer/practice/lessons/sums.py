"""Claims of rules, sheets and what lies on a table: answered by the game's own code."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from analyzer.game.actions import Kind
from analyzer.game.arrangement import pack_card, pack_cards
from analyzer.game.cards import Card, CardSet
from analyzer.game.jokers import table_fits
from analyzer.game.scoring import counted_hand
from analyzer.game.sheets import Series, SheetStyle, team_hand
from analyzer.notation.results import read_results
from analyzer.practice.lessons.course import LessonStep

Claim = Callable[[LessonStep, str, str], bool]
"""Returns true if an answer is right, by the arguments of the claim."""


def number(count: Callable[[LessonStep, str], int]) -> Claim:
    """A claim that a number is so much."""
    return lambda step, given, rest: (
        given.replace("−", "-").split(maxsplit=1)[0] == str(count(step, rest))
    )


def _added(step: LessonStep, given: str, _: str) -> bool:
    """Every card of the hand that can be added to the melds on the table at once."""
    knock = step.opened
    assert knock is not None
    fits = table_fits(step.cards, knock.melds, step.played)
    return pack_cards(given) == CardSet.from_cards(card for card, _, _ in fits)


def _knocker(step: LessonStep, deadwood: str) -> int:
    """The signed points of who knocked, by the deadwood of everyone, the knocker's first."""
    return counted_hand(0, tuple(map(int, deadwood.split())), step.played).points[0]


def _laid_less_held(step: LessonStep, cards: str) -> int:
    """Mahjong gin: cards on the table less those in hand; the bonus where none are held."""
    laid, _, held = cards.partition("/")
    game = step.played
    points = game.points(pack_cards(laid)) - game.points(pack_cards(held))
    return points + (0 if held.strip() else game.gin_bonus)


def _deepest(step: LessonStep, _: str) -> int:
    """The most cards that may be taken from the pile."""
    view = step.position
    assert view is not None
    takes = [move.count for move in view.legal_actions() if move.kind is Kind.TAKE]
    return max(takes, default=0)


def _worth(step: LessonStep, card: str) -> int:
    """Return what a card costs as deadwood."""
    return step.played.value(pack_card(card))


def _team(_: LessonStep, tables: str) -> int:
    """Return what the first team has from the tables of one hand."""
    hand = team_hand([read_results(table)[0][0] for table in tables.split("+")])
    return 0 if hand.winner is None else hand.points if hand.winner == 0 else -hand.points


def _column(step: LessonStep, rest: str) -> int:
    """Points of player 1 in a column of Hollywood: its number, then the hands."""
    number, _, hands = rest.partition(" ")
    series = Series.of(step.played, SheetStyle.HOLLYWOOD)
    for hand, _ in read_results(hands):
        series = series.add(hand)
    return series.matches[0].columns[int(number) - 1].hand_points(0)


def _limit(step: LessonStep, card: str) -> int:
    """The knock limit that a card sets."""
    return step.played.limit_for(Card.of(card))


def _multiplied(step: LessonStep, rest: str) -> int:
    """Points of a hand that began with an upcard: the card, then the points before doubling."""
    card, _, points = rest.partition(" ")
    return int(points) * step.played.multiplier_for(Card.of(card))


ON_TABLE: Final[Mapping[str, Claim]] = {
    "added": _added,
    "knocker": number(_knocker),
    "laid": number(_laid_less_held),
    "deepest": number(_deepest),
    "worth": number(_worth),
    "team": number(_team),
    "column": number(_column),
    "limit": number(_limit),
    "multiplied": number(_multiplied),
}
"""The claims by name."""
