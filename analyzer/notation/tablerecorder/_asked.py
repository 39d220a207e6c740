"""What can be tapped at a moment: cards, and moves that are buttons."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from analyzer.game.actions import Action, Kind
from analyzer.game.arrangement import Meld
from analyzer.game.cards import NO_CARDS, CardSet
from analyzer.game.general import Chair, best_layouts, is_table_meld, table_fits, unseen
from analyzer.game.rules import GameKind
from analyzer.notation.tablerecorder._entry import Asks, TableEntry, taken_at_end

TAKES = 3
"""Numbers of cards taken that are buttons; more are taken by tapping the deepest."""


@dataclass(frozen=True, slots=True)
class TapsAsked:
    """What may be tapped."""

    cards: CardSet = NO_CARDS
    """Cards that can be tapped as they are."""
    knocks: CardSet = NO_CARDS
    """Cards that can be discarded with a knock."""
    moves: tuple[Action, ...] = ()
    """What is not done by tapping a card."""
    melds: bool = False
    """Whether cards can be tapped that are laid down as a meld."""
    whole: bool = False
    """Whether the cards tapped are a meld."""


def asked_by(entry: TableEntry) -> TapsAsked:
    """What may be tapped in an entry.

    >>> from analyzer.notation.tablerecorder import TableDraft, entry_of
    >>> cards = "2c 3c 4c 7h 8h Kd Qd 9h".split()
    >>> entry = entry_of(TableDraft("three-hand", dealer=2, taps=tuple(cards)))
    >>> [str(move) for move in asked_by(entry).moves]
    ['take', 'pass']
    """
    match entry.ask:
        case Asks.HAND | Asks.UPCARD:
            return TapsAsked(entry.open_cards)
        case Asks.SHOW:
            return TapsAsked(entry.open_cards - taken_at_end(entry) - entry.sure)
        case Asks.MELD:
            return TapsAsked(entry.open_cards, whole=is_table_meld(_laid(entry), entry.rules))
        case Asks.OVER:
            return TapsAsked()
        case Asks.DISCARD:
            return _hidden_turn(entry) if entry.player in entry.hidden else _own_turn(entry)
        case _:
            return _drawing(entry)


def _laid(entry: TableEntry) -> Meld:
    return Meld(entry.laid)


def _chair(entry: TableEntry) -> Chair:
    assert entry.here is not None
    return entry.here.chair(entry.player)


def _drawing(entry: TableEntry) -> TapsAsked:
    chair, here = _chair(entry), entry.here
    assert here is not None
    own = entry.player not in entry.hidden
    legal = chair.legal_moves()
    counts = [move.count for move in legal if move.kind is Kind.TAKE]
    if not own and entry.rules.play is GameKind.MAHJONG:
        counts = list(range(1, len(chair.pile) + 1))
    cards = CardSet.from_cards(chair.pile[-count] for count in counts)
    if own and any(move.kind is Kind.DRAW for move in legal):
        cards |= unseen(here, entry.hidden)
    takes = (Action(Kind.TAKE, count=count) for count in counts[:TAKES])
    others = (
        move for move in legal
        if move.kind is Kind.PASS or (move.kind is Kind.DRAW and not own)
    )  # fmt: skip
    return TapsAsked(cards, moves=(*takes, *others))


def _own_turn(entry: TableEntry) -> TapsAsked:
    legal = _chair(entry).legal_moves()
    discards, knocks = NO_CARDS, NO_CARDS
    for move in legal:
        if move.card is not None and move.kind is Kind.DISCARD:
            discards = discards.add(move.card)
        if move.card is not None and move.ends_hand:
            knocks = knocks.add(move.card)
    kinds = {Kind.MELD, Kind.ADD, Kind.BIG_GIN}
    return TapsAsked(discards, knocks, tuple(move for move in legal if move.kind in kinds))


def _hidden_turn(entry: TableEntry) -> TapsAsked:
    chair, cards = _chair(entry), entry.open_cards
    if chair.forbidden is not None:
        cards = cards.remove(chair.forbidden)
    if entry.rules.play is GameKind.MAHJONG:
        discards = NO_CARDS if chair.bound is not None else cards
        return TapsAsked(discards, moves=tuple(_adds(entry)), melds=True)
    big = entry.rules.big_gin_bonus is not None
    return TapsAsked(cards, cards, (Action(Kind.BIG_GIN),) if big else ())


def _adds(entry: TableEntry) -> Iterator[Action]:
    """Cards that a player whose hand is not seen may add to melds on the table."""
    table = _chair(entry).table
    for card, at, _ in table_fits(entry.open_cards, table, entry.rules):
        yield Action(Kind.ADD, card, melds=(table[at],))


def other_spreads(entry: TableEntry, most: int) -> tuple[str, ...]:
    """Other ways in which the knocker may have laid the hand down, as taps."""
    here = entry.here
    last = entry.steps[-1] if entry.steps else None
    if here is None or last is None or here.result is None or here.result.spread is None:
        return ()
    if last.player in entry.kept:
        return ()
    layouts = best_layouts(here.hands[last.player], entry.rules)
    others = [one for one in layouts if {*one.melds} != {*here.result.spread.melds} and one.melds]
    return tuple(f"spread {' / '.join(map(str, one.melds))}" for one in others[:most])
