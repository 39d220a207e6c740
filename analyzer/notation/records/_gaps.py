"""The forgotten parts of a hand, as far as the rest of it tells.

A card that was drawn and forgotten is the one discarded later that the player cannot have held
otherwise; a discard that was forgotten is the card which the other player then took, or the one
that the hand no longer has. The cards dealt follow from those held later, turn by turn backward.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from analyzer.game.cards import Card, CardSet
from analyzer.game.view import HAND, Turn
from analyzer.notation._referee import SaidTurn
from analyzer.notation.facts import SaidCards
from analyzer.notation.records._draft import RecordDraft


def fill_gaps(draft: RecordDraft) -> None:
    """Fill in what follows; what does not stays forgotten. Nothing is checked."""
    _takes(draft)
    for player in (0, 1):
        if draft.hands[player] is None:
            draft.hands[player] = _dealt(draft, player)
        _turns(draft, player)
        hidden = not any(True for _ in _held(draft, player)) and draft.hands[player] is None
        for number in _own(draft, player):
            turn = draft.turns[number]
            seen = turn.card is not None or (hidden and turn.turn is Turn.DRAW)
            if turn.gap and seen and turn.discarded is not None:
                draft.turns[number] = replace(turn, gap=False)


def _takes(draft: RecordDraft) -> None:
    """The card taken is the one on top, and the one on top is the card taken."""
    top = None if draft.upcard is None else draft.upcard.value
    for number, turn in enumerate(draft.turns):
        if turn.turn is Turn.TAKE:
            before = draft.turns[number - 1] if number else None
            if turn.card is None and top is not None:
                draft.turns[number] = replace(turn, card=top)
            elif top is None and before is not None and before.gap and turn.card != before.card:
                draft.turns[number - 1] = replace(before, discarded=turn.card)
        if turn.turn is not Turn.PASS:
            top = draft.turns[number].discarded


def _own(draft: RecordDraft, player: int) -> list[int]:
    """The places of a player's turns but passes."""
    first = 1 - (draft.dealer.value if draft.dealer is not None else 1)
    return [
        number
        for number, turn in enumerate(draft.turns)
        if (first + number) % 2 == player and turn.turn is not Turn.PASS
    ]


def _held(draft: RecordDraft, player: int) -> Iterator[tuple[int, CardSet, SaidCards]]:
    """The hands that a player is said to have had later: before which turn, and the cards."""
    for later in draft.later:
        if later.player == player:
            yield later.turn, later.cards.set, later.cards
    own = _own(draft, player)
    if not own or not draft.spreads or not draft.turns[-1].knocks or own[-1] + 1 < len(draft.turns):
        return
    spread = draft.spreads[0]
    cards = SaidCards(mark=spread.mark)
    for group in (*spread.groups, spread.deadwood):
        cards = cards.plus(group)
    if len(cards.cards) == HAND and not draft.turns[-1].big:
        yield len(draft.turns), cards.set, cards


def _dealt(draft: RecordDraft, player: int) -> SaidCards | None:
    """The hand dealt, back from the first one that is known later."""
    for until, hand, cards in _held(draft, player):
        before = _undone(hand, [draft.turns[one] for one in _own(draft, player) if one < until])
        return None if before is None else SaidCards(tuple(before), {}, cards.mark)
    return None


def _undone(hand: CardSet, turns: Sequence[SaidTurn]) -> CardSet | None:
    """A hand before some turns of its player; None where they are not all known."""
    for turn in reversed(turns):
        if turn.card is None or turn.discarded is None:
            return None
        hand = hand.add(turn.discarded).remove(turn.card)
    return hand if len(hand) == HAND else None


@dataclass(slots=True)
class _Hand:
    """A hand as far as it is known, and what was forgotten of it."""

    cards: CardSet
    drawn: list[int] = field(default_factory=list)
    """The turns whose card is not known."""
    lost: list[int] = field(default_factory=list)
    """The turns whose discard is not known."""


def _turns(draft: RecordDraft, player: int) -> None:
    """The cards that a player drew or discarded and forgot."""
    dealt = draft.hands[player]
    hand = None if dealt is None else _Hand(dealt.set)
    held = {until: cards for until, cards, _ in _held(draft, player)}
    for number in [*_own(draft, player), len(draft.turns)]:
        while held and min(held) <= number:
            cards = held.pop(min(held))
            if hand is not None:
                _compare(draft, hand, cards)
            hand = _Hand(cards)
        if number < len(draft.turns) and hand is not None:
            _follow(draft, hand, number)


def _follow(draft: RecordDraft, hand: _Hand, number: int) -> None:
    turn = draft.turns[number]
    if turn.card is not None:
        hand.cards = hand.cards.add(turn.card)
    elif turn.gap:
        hand.drawn.append(number)
    if turn.discarded is None:
        hand.lost += [number] * turn.gap
    elif turn.discarded in hand.cards:
        hand.cards = hand.cards.remove(turn.discarded)
    elif len(hand.drawn) == 1:
        _draws(draft, hand.drawn.pop(), turn.discarded)


def _compare(draft: RecordDraft, hand: _Hand, cards: CardSet) -> None:
    """Compare two hands: what came and what went, where it is one card each."""
    came, went = cards - hand.cards, hand.cards - cards
    if len(hand.drawn) == len(came) == 1:
        _draws(draft, hand.drawn[0], next(iter(came)))
    if len(hand.lost) == len(went) == 1 and len(came) <= 1:
        place = hand.lost[0]
        draft.turns[place] = replace(draft.turns[place], discarded=next(iter(went)))


def _draws(draft: RecordDraft, place: int, card: Card) -> None:
    turn = draft.turns[place]
    from_pile = place and draft.turns[place - 1].discarded == card
    draft.turns[place] = replace(turn, card=card, turn=Turn.TAKE if from_pile else turn.turn)
