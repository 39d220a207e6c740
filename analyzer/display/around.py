"""The table as one view sees it: seats, open melds, hands with jokers, the turns in words."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from analyzer.display.hands import defended, groups, held, laid_out, meld_group, pictures
from analyzer.display.parts import CardGroup, LaidDown
from analyzer.display.table import CardTable, choosable, in_rows, outlined, seen_from, valued
from analyzer.engine.types import ActionValue
from analyzer.game.actions import Action, Kind
from analyzer.game.cards import NO_CARDS, CardSet
from analyzer.game.position import Position
from analyzer.game.rules import GameKind, Rules
from analyzer.game.scoring import Ended, Outcome, Pair
from analyzer.game.view import View
from analyzer.notation.numbers import points
from analyzer.notation.phrases import lower


def priced(
    table: CardTable, losses: Sequence[tuple[Action, float]], tied: Collection[Action] = ()
) -> CardTable:
    """The table, each card and place with what its move loses; what the best move plays outlined.

    `losses` are those of all moves, the best first; the cards of `tied` moves are marked like it.
    """
    if not losses:
        return table
    there = [(move, loss) for move, loss in losses if _lies_there(move)]
    best = losses[0][0]
    table = valued(table, there, [move for move in tied if move.kind in _ON_CARDS])
    return table if _lies_there(best) else outlined(table, _brought_down(best))


_ON_CARDS: Final = {Kind.DISCARD, Kind.KNOCK, Kind.GIN}


def _lies_there(move: Action) -> bool:
    """True if a move is that of one card in the hand, or of stock or pile."""
    return move.kind in {*_ON_CARDS, Kind.DRAW, Kind.PASS} or (
        move.kind is Kind.TAKE and move.count == 1
    )


def _brought_down(move: Action) -> CardSet:
    """The cards of the hand that a move lays on the table."""
    if move.kind is Kind.MELD:
        return move.melds[0]
    return NO_CARDS if move.card is None else CardSet(move.card.mask)


def advised_felt(
    view: View,
    values: Sequence[ActionValue],
    tied: Collection[Action],
    played: Action | None = None,
    names: Sequence[str] = (),
) -> CardTable:
    """The table where several play, each card and place with what it costs, the best outlined.

    The card that was `played`, where that is known, has a frame of its own.
    """
    card = None if played is None else played.card
    hand = choosable(held(view), {} if card is None else {card: str(card)}, chosen=str(card))
    felt = seen_from(view, names=names, rows=in_rows(hand), heading_id="hand-title")
    return priced(felt, [(value.action, value.loss) for value in values], tied)


# ---------------------------------------------------------------- once a hand is over


def ended_in_words(result: Outcome, names: Sequence[str]) -> str:
    """A line on how a hand ended: "You knock with 3 and win 20", "West goes gin"."""
    if result.knocker is None:
        return _nobody_down(result)
    who = names[result.knocker]
    if result.kind is Ended.BIG_GIN:
        said = f"{who} {verb(who, 'goes')} big gin"
    elif result.kind is Ended.GIN or (result.knock is not None and not result.knock.points):
        said = f"{who} {verb(who, 'goes')} gin"
    else:
        left = "" if result.knock is None else f" with {result.knock.points}"
        said = f"{who} {verb(who, 'knocks')}{left}"
    return said + (_won_by_one(result, names) if len(result.pairs) == len(names) - 1 == 1 else "")


def _nobody_down(result: Outcome) -> str:
    if result.kind is Ended.MISDEAL:
        return "A misdeal: it does not count"
    if any(result.points):
        return "The stock is used up"
    return "A dead hand: the stock ran out"


def _won_by_one(result: Outcome, names: Sequence[str]) -> str:
    """Return how a knock of two players was settled."""
    (pair,), knocker = result.pairs, names[result.knocker or 0]
    defender = names[pair.defender]
    if pair.scored.kind is Ended.UNDERCUT:
        are = "are" if knocker in _PLURAL else "is"
        won = f"{within(defender)} {verb(defender, 'wins')} {pair.scored.points}"
        return f" and {are} undercut: {won}"
    if pair.scored.winner is None:
        return "; equal deadwood, nobody scores"
    return f" and {verb(knocker, 'wins')} {pair.scored.points}"


_PLURAL: Final = {"You": "Your", "They": "Their"}


def verb(name: str, word: str) -> str:
    """A verb as it goes with a name.

    >>> verb("You", "goes"), verb("They", "wins"), verb("West", "wins")
    ('go', 'win', 'wins')
    """
    if name not in _PLURAL:
        return word
    return word.removesuffix("es") if word == "goes" else word.removesuffix("s")


def within(name: str) -> str:
    """A name within a sentence: "they", "West"."""
    return lower(name) if name in _PLURAL else name


def _owner(name: str) -> str:
    return _PLURAL.get(name, f"{name}’s")


def hands_at_end(here: Position, result: Outcome, names: Sequence[str]) -> Iterable[LaidDown]:
    """The hands as they lie at the end: the knock and the answers, or all that is held then."""
    rules = here.rules
    if result.knock is not None and result.knocker is not None:
        did, answer = ("knock", "answer") if result.knock.points else ("gin", "hand")
        knock = f"{_owner(names[result.knocker])} {did}"
        yield LaidDown(knock, laid_out(result.knock, rules))
        for pair in result.pairs:
            yield answered(pair, rules, f"{_owner(names[pair.defender])} {answer}")
        return
    if here.melds:
        yield LaidDown("On the table", tuple(meld_group(meld) for meld in here.melds))
    for name, hand in zip(names, here.hands, strict=True):
        if hand:
            yield LaidDown(f"{_owner(name)} hand", _in_hand(hand, rules))


def answered(pair: Pair, rules: Rules, title: str) -> LaidDown:
    """A defender's melds, the cards that are left, and those laid off."""
    return LaidDown(title, defended(pair.answer, rules))


def _in_hand(hand: CardSet, rules: Rules) -> tuple[CardGroup, ...]:
    if rules.play is GameKind.KNOCK:
        return groups(hand, rules)
    label = f"in hand {points(rules.points(hand), 0)}"
    return (CardGroup("deadwood", label, pictures(hand, "in hand")),)
