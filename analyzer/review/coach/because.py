"""Reasons around a table: what can be counted that speaks for one move rather than another.

The worth of a move comes from worlds played out (`analyzer.engine.general`); a reason says what can
be seen on the table: deadwood, cards that help, what others have taken, what comes to lie open.
Where nothing that is counted speaks for the better move, none is given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from analyzer.game.actions import Action, Kind
from analyzer.game.cards import Card, CardSet
from analyzer.game.jokers import table_fits
from analyzer.game.melds import deadwood
from analyzer.game.rules import GameKind
from analyzer.game.view import View
from analyzer.notation.numbers import counted
from analyzer.notation.phrases import listed, meld_words

WITHIN: Final = 2
"""Ranks between cards of a suit that may come to lie in one run."""
MANY: Final = 2
"""Cards that must help more for that to be a reason."""
MUCH: Final = 3
"""Points of deadwood that are a reason before the cards that help are counted."""

Because = Callable[[View, Action, Action], str | None]


def because(view: View, best: Action, other: Action) -> str | None:
    """Return why the one move is better than the other, in a sentence; None where nothing shows it.

    >>> from analyzer.notation import parse_view
    >>> view = parse_view(
    ...     "game: three-hand\\nseat: 1\\ndealer: 3\\nhand: 7h 8h 9h 4c 4d 2c Qd Kd\\nhistory:\\n"
    ...     "  upcard 9h\\n  1: take"
    ... )
    >>> because(view, Action.of("discard Kd"), Action.of("discard 4c"))
    'Discarding 4♣ leaves 26 points of deadwood, discarding K♦ 20.'
    """
    for says in _REASONS:
        reason = says(view, best, other)
        if reason is not None:
            return reason
    return None


def melding(view: View, left: CardSet) -> int:
    """Unseen cards of which any one would meld some of these cards that are in no meld.

    >>> from analyzer.notation import parse_view
    >>> view = parse_view(
    ...     "game: three-hand\\nseat: 1\\ndealer: 3\\nhand: 7h 8h 4c 4d 4s 2c 2d\\nhistory:\\n"
    ...     "  upcard Kh"
    ... )
    >>> melding(view, view.hand)  # 6h, 9h, 2h, 2s
    4
    """
    points = deadwood(left, view.rules)
    return sum(deadwood(left.add(card), view.rules) < points for card in view.unseen - left)


def _make(number: int) -> str:
    return "makes" if number == 1 else "make"


# ---------------------------------------------------------------- ending the hand


def _of_ending(view: View, best: Action, other: Action) -> str | None:
    if not best.ends_hand or best.kind is other.kind:
        return None
    if best.kind is not Kind.KNOCK:
        return "Gin scores its bonus and all that they hold, and nothing can be laid off on it."
    return f"You can knock with {_left(view, best)} now, before they have come down further."


def _of_lower_knock(view: View, best: Action, other: Action) -> str | None:
    if not (best.ends_hand and other.ends_hand):
        return None
    mine, theirs = _left(view, best), _left(view, other)
    return f"It leaves {mine} instead of {theirs}." if mine < theirs else None


def _of_waiting(view: View, best: Action, other: Action) -> str | None:
    if not other.ends_hand or best.kind is not Kind.DISCARD or best.card is None:
        return None
    points, number = _left(view, other), melding(view, view.hand.remove(best.card))
    return (
        f"A knock with {points} can be undercut, and {counted(number, 'unseen card')} "
        f"still {_make(number)} you a meld."
    )


# ---------------------------------------------------------------- discards


def _discards(best: Action, other: Action) -> tuple[Card, Card] | None:
    both = best.kind is other.kind is Kind.DISCARD
    return (best.card, other.card) if both and best.card and other.card else None


def _left(view: View, move: Action) -> int:
    """The deadwood that a move leaves."""
    hand = view.hand if move.card is None else view.hand.remove(move.card)
    return deadwood(hand, view.rules)


def _of_deadwood(by: int) -> Because:
    def says(view: View, best: Action, other: Action) -> str | None:
        cards, mine, theirs = _discards(best, other), 0, 0
        if cards is not None:
            mine, theirs = _left(view, best), _left(view, other)
        if cards is None or theirs - mine < by:
            return None
        return (
            f"Discarding {cards[1].symbol} leaves {counted(theirs, 'point')} of deadwood, "
            f"discarding {cards[0].symbol} {mine}."
        )

    return says


def _of_feeding(view: View, best: Action, other: Action) -> str | None:
    """The next player has taken what goes with the one card alone."""
    cards = _discards(best, other)
    if cards is None or not view.known:
        return None
    taken = view.known[(view.player + 1) % view.rules.players]
    if _near(cards[0], taken) or not (near := _near(cards[1], taken)):
        return None
    return (
        f"The next player has taken {listed([card.symbol for card in near], 'and')} "
        f"and may use {cards[1].symbol}."
    )


def _near(card: Card, taken: CardSet) -> list[Card]:
    return [
        other
        for other in taken
        if not other.is_joker
        and not card.is_joker
        and (
            other.rank == card.rank
            or (other.suit == card.suit and abs(other.rank - card.rank) <= WITHIN)
        )
    ]


def _of_help(view: View, best: Action, other: Action) -> str | None:
    """More unseen cards would bring the hand down."""
    cards = _discards(best, other)
    if cards is None or view.rules.play is GameKind.MAHJONG:
        return None
    mine, theirs = (melding(view, view.hand.remove(card)) for card in cards)
    if mine - theirs < MANY:
        return None
    return (
        f"{counted(mine, 'unseen card')} {_make(mine)} you a meld without {cards[0].symbol}, "
        f"{theirs} without {cards[1].symbol}."
    )


def _of_cost(view: View, best: Action, other: Action) -> str | None:
    cards = _discards(best, other)
    if cards is None:
        return None
    mine, theirs = map(view.rules.value, cards)
    if mine <= theirs:
        return None
    return f"{cards[0].symbol} costs you {mine} while you hold it, {cards[1].symbol} {theirs}."


# ---------------------------------------------------------------- drawing


def _of_taking(view: View, best: Action, other: Action) -> str | None:
    """The card on the pile brings the hand down, or lets it knock."""
    if best.kind is not Kind.TAKE or view.rules.play is GameKind.MAHJONG or not view.pile:
        return None
    now, then, top = *_with_top(view), view.pile[-1].symbol
    if then <= view.limit:
        return f"{top} brings you to {then}: you can {'knock' if then else 'go gin'} at once."
    return f"{top} brings your deadwood from {now} to {then}." if then < now else None


def _with_top(view: View) -> tuple[int, int]:
    """(deadwood now, the least with the top of the pile)."""
    now, top = deadwood(view.hand, view.rules), view.pile[-1]
    forbidden = -1 if view.rules.may_return_upcard else int(top)
    return now, view.rules.solver.best_discard(view.hand.add(top).mask, forbidden)[0]


def _of_leaving(view: View, best: Action, other: Action) -> str | None:
    """The card on the pile does not help, or less than the one that is drawn may."""
    leaves = best.kind in {Kind.DRAW, Kind.PASS} and other.kind is Kind.TAKE
    if not leaves or view.rules.play is GameKind.MAHJONG or not view.pile:
        return None
    now, then, top = *_with_top(view), view.pile[-1].symbol
    if then >= now:
        return f"{top} does not bring your deadwood down, and taking it shows what you collect."
    number = melding(view, view.hand)
    return (
        f"{top} brings your deadwood from {now} to {then} only, and {number} of the "
        f"{len(view.unseen)} unseen cards {_make(number)} you a meld."
    )


# ---------------------------------------------------------------- mahjong gin


def _of_pile(view: View, best: Action, other: Action) -> str | None:
    """Return what the cards of the pile let a player lay down."""
    if view.rules.play is not GameKind.MAHJONG or best.kind is not Kind.TAKE:
        return None
    mine = _to_lay(view, best)
    theirs = _to_lay(view, other) if other.kind is Kind.TAKE else _to_lay(view, None)
    if mine <= theirs:
        return None
    return f"With that you can lay down {counted(mine, 'point')}, not {theirs}."


def _of_burden(view: View, best: Action, other: Action) -> str | None:
    """Return what the cards of the pile leave in the hand."""
    if view.rules.play is not GameKind.MAHJONG or other.kind is not Kind.TAKE:
        return None
    before = 0
    if best.kind is Kind.TAKE:
        before = _held(view, best)
    elif best.kind in {Kind.DRAW, Kind.PASS}:
        before = deadwood(view.hand, view.rules)
    more = _held(view, other) - before
    if more <= 0:
        return None
    return f"Taking {counted(other.count, 'card')} adds {counted(more, 'point')} that meld nowhere."


def _to_lay(view: View, take: Action | None) -> int:
    """Points of a hand's melds and of single cards that fit the table, with cards of the pile."""
    hand = view.hand
    if take is not None:
        hand |= CardSet.from_cards(view.pile[-take.count :])
    fits = {card for card, _, _ in table_fits(hand, view.melds, view.rules)}
    left = hand - CardSet.from_cards(fits)
    return view.rules.points(hand) - deadwood(left, view.rules)


def _held(view: View, take: Action) -> int:
    return deadwood(view.hand | CardSet.from_cards(view.pile[-take.count :]), view.rules)


def _of_laying(view: View, best: Action, other: Action) -> str | None:
    """Return what lies on the table counts, what is held counts against its owner."""
    if best.kind not in {Kind.MELD, Kind.ADD} or other.kind is best.kind:
        return None
    if best.kind is Kind.MELD:
        cards: CardSet = best.melds[0]
        words = meld_words(best.melds[0])
    else:
        assert best.card is not None
        cards, words = CardSet(best.card.mask), best.card.symbol
    worth = counted(view.rules.points(cards), "point")
    return f"On the table {words} counts {worth} for you; in the hand it counts against you."


def _of_holding_back(view: View, best: Action, other: Action) -> str | None:
    if other.kind is not Kind.MELD or best.kind is not Kind.DISCARD:
        return None
    return "What lies open can be added to by the others."


_REASONS: Final[Iterable[Because]] = (
    _of_ending, _of_lower_knock, _of_waiting, _of_deadwood(MUCH), _of_feeding, _of_help,
    _of_deadwood(1), _of_cost, _of_taking, _of_leaving, _of_pile, _of_burden, _of_laying,
    _of_holding_back,
)  # fmt: skip
