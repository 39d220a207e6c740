"""The table of the other games as one chair sees it: seats, open melds, hands with jokers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import groupby
from typing import Any, Final

from analyzer.display.parts import CardGroup, HandCard, LaidDown
from analyzer.display.table import AcrossTable, CardTable, outlined, valued
from analyzer.game.cards import NO_CARDS, Card, CardSet
from analyzer.game.general import (
    Chair,
    GameMove,
    HandScore,
    HandSplit,
    MoveKind,
    Pair,
    Round,
    Step,
    TableMeld,
    best_layouts,
    pack_card,
)
from analyzer.game.rules import GameKind, Rules
from analyzer.game.scoring import Ended
from analyzer.notation.general import move_words
from analyzer.notation.numbers import points
from analyzer.notation.phrases import meld_kind, upper

NAMES: Final = ("You", "West", "North", "East")
TWO: Final = ("You", "Opponent")


def names_of(rules: Rules, player: int = 0) -> tuple[str, ...]:
    """What the players are called by their seats, clockwise from whoever looks on.

    >>> from analyzer.game.rules import PRESETS
    >>> names_of(VARIANTS["three-hand"], player=1)
    ('North', 'You', 'West')
    """
    around = TWO if rules.players == 2 else NAMES[: rules.players]
    return tuple(around[(seat - player) % rules.players] for seat in range(rules.players))


def seen_from_chair(
    chair: Chair, scores: Sequence[int] | None = None, names: Sequence[str] = ()
) -> dict[str, Any]:
    """What every table shows: the others, stock and pile, melds that lie open.

    `names` are those of the seats, where they are not called by how they sit around the player.
    """
    knocks = chair.rules.play is GameKind.KNOCK
    called = names or names_of(chair.rules, chair.player)
    return {
        "mine": called[chair.player],
        "others": _others(chair, scores, called),
        "stock": chair.stock,
        "pile": chair.pile,
        "knock": _limit(chair.limit) if knocks else None,
        "open": _open(chair),
        "said": _said(chair),
        "my_score": None if scores is None else scores[chair.player],
        "my_deal": chair.dealer == chair.player,
    }


def _limit(limit: int) -> str:
    return f"{limit} or fewer" if limit else "gin only"


def _others(
    chair: Chair, scores: Sequence[int] | None, names: Sequence[str]
) -> tuple[AcrossTable, ...]:
    count = chair.rules.players
    return tuple(
        AcrossTable(
            names[seat], None if scores is None else scores[seat],
            chair.counts[seat] - len(chair.known[seat]), faces(chair.known[seat]),
            chair.dealer == seat, _last(chair.steps, seat),
        )
        for seat in ((chair.player + step) % count for step in range(1, count))
    )  # fmt: skip


def _last(steps: tuple[Step, ...], seat: int) -> str | None:
    """The last turn of a player in a few words."""
    mine = [at for at, step in enumerate(steps) if step.player == seat]
    if not mine:
        return None
    first = mine[-1]
    while first > 0 and steps[first - 1].player == seat:
        first -= 1
    return upper(", ".join(move_words(steps[at].move) for at in mine if at >= first))


def _open(chair: Chair) -> tuple[LaidDown, ...]:
    if not chair.table:
        return ()
    return (LaidDown("On the table", tuple(meld_group(meld) for meld in chair.table)),)


def _said(chair: Chair) -> str | None:
    if chair.drawn is not None:
        return f"You drew {chair.drawn.symbol}."
    if chair.taken:
        return f"You took {' '.join(card.symbol for card in chair.taken)}."
    return None


def turns_in_words(steps: Sequence[Step], names: Sequence[str]) -> Iterable[str]:
    """The moves, a turn a line; a draw with its card where that was seen."""
    for player, turn in groupby(steps, key=lambda step: step.player):
        words = (
            move_words(step.move) if step.drawn is None else f"drew {step.drawn.symbol}"
            for step in turn
        )  # fmt: skip
        yield f"{names[player]} {', '.join(words)}"


def held_by(chair: Chair) -> tuple[CardGroup, ...]:
    """The hand as it melds best, the card just drawn marked."""
    layout = best_layouts(chair.hand, chair.rules, 1)[0]
    new: dict[Card | None, str] = {chair.drawn: "drawn"}
    new |= dict.fromkeys(chair.taken, "taken")
    return split_groups(layout, chair.rules, new)


def priced(
    table: CardTable, losses: Sequence[tuple[GameMove, float]], tied: Collection[GameMove] = ()
) -> CardTable:
    """The table, each card and place with what its move loses; what the best move plays outlined.

    `losses` are those of all moves, the best first; the cards of `tied` moves are marked like it.
    """
    if not losses:
        return table
    there = {str(move): loss for move, loss in losses if _lies_there(move)}
    best = losses[0][0]
    names = [str(move) for move in tied if move.kind in _ON_CARDS]
    table = valued(table, there, names)
    return table if _lies_there(best) else outlined(table, _brought_down(best))


_ON_CARDS: Final = {MoveKind.DISCARD, MoveKind.KNOCK, MoveKind.GIN}


def _lies_there(move: GameMove) -> bool:
    """Whether a move is that of one card in the hand, or of stock or pile."""
    return move.kind in {*_ON_CARDS, MoveKind.DRAW, MoveKind.PASS} or (
        move.kind is MoveKind.TAKE and move.count == 1
    )


def _brought_down(move: GameMove) -> CardSet:
    """The cards of the hand that a move lays on the table."""
    if move.kind is MoveKind.MELD:
        return move.melds[0].cards
    return NO_CARDS if move.card is None else CardSet(move.card.mask)


def split_groups(
    layout: HandSplit, rules: Rules, new: dict[Card | None, str] | None = None
) -> tuple[CardGroup, ...]:
    """Melds and deadwood as they are laid out; `new` are words beside some cards."""
    groups = [meld_group(meld, new) for meld in layout.melds]
    if layout.deadwood:
        costliest = sorted(layout.deadwood, key=lambda card: (-rules.value(card), card))
        cards = faces(costliest, "deadwood", new)
        groups.append(CardGroup("deadwood", f"deadwood {layout.points}", cards))
    return tuple(groups)


def meld_group(meld: TableMeld, new: dict[Card | None, str] | None = None) -> CardGroup:
    """A meld, and what a joker in it stands for."""
    kind = meld_kind(meld.filled)
    cards = [pack_card(token.partition("=")[0]) for token in str(meld).split()]
    stands = "" if meld.stands is None else f", ★ is {meld.stands.symbol}"
    return CardGroup(kind, f"{kind}{stands}", faces(cards, f"in a {kind}", new))


def faces(
    cards: Iterable[Card], words: str = "", new: dict[Card | None, str] | None = None
) -> tuple[HandCard, ...]:
    """Cards with what is said of each; `new` are words beside some."""
    more, marks = f", {words}" if words else "", new or {}
    return tuple(
        HandCard(card, f"{card.name}{more}", card in marks, marks.get(card)) for card in cards
    )


# ---------------------------------------------------------------- once a hand is over


def ended_in_words(result: HandScore, names: Sequence[str], you: int) -> str:
    """How a hand ended, in a line: "You knock", "West goes gin"."""
    if result.knocker is None:
        return (
            "The hand is void"
            if result.kind is not Ended.VOID or not any(result.points)
            else ("The stock is used up")
        )
    who = names[result.knocker]
    gin = result.kind in {Ended.GIN, Ended.BIG_GIN} or (
        result.spread is not None and not result.spread.points
    )
    if gin:
        return f"{who} {'go' if result.knocker == you else 'goes'} gin"
    return f"{who} {'knock' if result.knocker == you else 'knocks'}"


def hands_at_end(here: Round, result: HandScore, names: Sequence[str]) -> Iterable[LaidDown]:
    """What everybody lays down: the knocker's melds, the answers, or what is held at the end."""
    rules = here.rules
    if result.spread is not None and result.knocker is not None:
        yield LaidDown(names[result.knocker], split_groups(result.spread, rules))
        yield from (answered(pair, rules, names) for pair in result.pairs)
        return
    if here.table:
        yield LaidDown("On the table", tuple(meld_group(meld) for meld in here.table))
    for name, hand in zip(names, here.hands, strict=True):
        if hand:
            yield LaidDown(name, _in_hand(hand, rules))


def answered(pair: Pair, rules: Rules, names: Sequence[str]) -> LaidDown:
    """A defender's melds, what is left, and the cards laid off."""
    groups = split_groups(pair.answer.layout, rules)
    off = [card for card, _ in pair.answer.laid_off]
    if off:
        groups = (*groups, CardGroup("run", "laid off", faces(off, "laid off")))
    return LaidDown(names[pair.defender], groups)


def _in_hand(hand: CardSet, rules: Rules) -> tuple[CardGroup, ...]:
    if rules.play is GameKind.KNOCK:
        return split_groups(best_layouts(hand, rules, 1)[0], rules)
    label = f"in hand {points(rules.points(hand), 0)}"
    return (CardGroup("deadwood", label, faces(hand, "in hand")),)
