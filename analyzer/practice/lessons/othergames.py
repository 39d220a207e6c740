"""What steps claim of the other games, and of sheets: answered by the general game's own code."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from analyzer.engine.general import advise
from analyzer.game.actions import Action, Kind
from analyzer.game.arrangement import pack_card, pack_cards
from analyzer.game.cards import Card, CardSet
from analyzer.game.jokers import answer, least, table_fits
from analyzer.game.scoring import counted_hand
from analyzer.game.sheets import Series, SheetStyle, team_hand
from analyzer.notation.results import read_results
from analyzer.practice.lessons.course import Do, LessonStep

Claim = Callable[[LessonStep, str, str], bool]
"""Whether an answer is right, by the arguments of the claim."""


def _melded(step: LessonStep, given: str, _: str) -> bool:
    """The cards are all that are melded when as little as possible is left."""
    cards, game = pack_cards(given), step.played
    left = game.points(step.cards - cards)
    return left == least(step.cards, game) and least(cards, game) == 0


def _number(number: Callable[[LessonStep, str], int]) -> Claim:
    """A claim that a number is so much."""
    return lambda step, given, rest: (
        given.replace("−", "-").split(maxsplit=1)[0] == str(number(step, rest))
    )


def _least(step: LessonStep, _: str) -> int:
    """The least deadwood; with a card more than is dealt, after the best discard."""
    cards, game = step.cards, step.played
    if len(cards) <= game.cards:
        return least(cards, game)
    return min(least(cards.remove(card), game) for card in cards)


def _may_knock(step: LessonStep, given: str, _: str) -> bool:
    return given == ("Yes" if _least(step, "") <= step.played.limit_for(None) else "No")


def _kept(step: LessonStep, _: str) -> int:
    """What a defender is left with against what lies open."""
    knock = step.opened
    assert knock is not None
    return answer(knock.melds if knock.points else (), step.cards, step.played).points


def _off(step: LessonStep, given: str, _: str) -> bool:
    """The cards that a defender lays off for the least points."""
    knock = step.opened
    assert knock is not None
    best = answer(knock.melds, step.cards, step.played)
    return pack_cards(given) == CardSet.from_cards(card for card, _ in best.laid_off)


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
    chair = step.chair
    assert chair is not None
    takes = [move.count for move in chair.legal_moves() if move.kind is Kind.TAKE]
    return max(takes, default=0)


def _of_game(step: LessonStep, given: str, field: str) -> bool:
    """What a field of the game, or of its rules, says."""
    return given.split(maxsplit=1)[0] == str(getattr(step.played, field))


def _worth(step: LessonStep, card: str) -> int:
    """What a card costs as deadwood."""
    return step.played.value(pack_card(card))


def _team(_: LessonStep, tables: str) -> int:
    """What the first team has from the tables of one hand."""
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


OTHER_GAMES: Final[Mapping[str, Claim]] = {
    "melded": _melded,
    "deadwood": _number(_least),
    "knock": _may_knock,
    "kept": _number(_kept),
    "off": _off,
    "added": _added,
    "knocker": _number(_knocker),
    "laid": _number(_laid_less_held),
    "deepest": _number(_deepest),
    "game": _of_game,
    "worth": _number(_worth),
    "team": _number(_team),
    "column": _number(_column),
    "limit": _number(_limit),
    "multiplied": _number(_multiplied),
}
"""The claims by name; the last four are of two players too."""


def losses_of_chair(step: LessonStep, worlds: int, seed: int) -> list[tuple[str, float]]:
    """What each answer of a step loses, by the advice for its chair."""
    chair = step.chair
    assert chair is not None
    values = advise(chair, worlds, seed).values
    return [(_answer(step, value.move), value.loss) for value in values]


def _answer(step: LessonStep, move: Action) -> str:
    """The answer that a move stands for: a card, or the words of a button."""
    if step.do is Do.DISCARD and move.kind is Kind.DISCARD:
        return str(move.card)
    words = {Kind.TAKE: "Take it", Kind.DRAW: "Draw", Kind.PASS: "Pass",
             Kind.MELD: "Lay it down", Kind.DISCARD: "Keep it"}  # fmt: skip
    return words.get(move.kind, str(move.kind).capitalize()) if move.count == 1 else str(move)
