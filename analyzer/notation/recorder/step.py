"""What a recorder waits for, and all that can be tapped then: legality is the record's own.

A tap is a short text:

- ``7h``: the card, whatever it is at this step (dealt, turned up, drawn, discarded, laid down);
- ``7h!``: knock or go gin with that discard; ``?!`` with one that was not seen; ``!!`` big gin;
- ``^`` take the top of the pile, ``p`` pass, ``?`` not seen (a draw, a hand, cards laid down);
- ``dealer 1``, ``known 2`` (that player's cards were seen);
- ``*`` the hand was broken off, ``misdeal``, ``on`` (it was not), ``next`` hand of the match.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from analyzer.errors import InputError
from analyzer.game.actions import Action, Kind
from analyzer.game.cards import DECK, NO_CARDS, CardSet
from analyzer.game.table import Table
from analyzer.game.view import HAND
from analyzer.notation.recorder._sheet import Awaited, Sheet, candidates, free, held, read_sheet
from analyzer.notation.records._draft import RecordDraft
from analyzer.notation.records._match import carry_on
from analyzer.notation.records.read import read_drafts

TAKE, PASS, UNSEEN, KNOCK_UNSEEN, BIG_GIN = "^", "p", "?", "?!", "!!"
BROKEN_OFF, MISDEAL, GO_ON, NEXT_HAND = "*", "misdeal", "on", "next"


@dataclass(frozen=True, slots=True)
class RecorderStep:
    """What is waited for."""

    ask: Awaited
    player: int | None = None
    """Whose cards or whose turn it is."""
    cards: CardSet = NO_CARDS
    """The cards that can be tapped."""
    knocks: CardSet = NO_CARDS
    """The cards that can be discarded to knock or to go gin."""
    others: tuple[str, ...] = ()
    """What else can be tapped."""
    laid: CardSet = NO_CARDS
    """The cards entered so far of those wanted."""
    wanted: int = 0
    """How many cards are wanted; 0 where it is not a hand of cards that is asked for."""

    @property
    def taps(self) -> tuple[str, ...]:
        """All that can be tapped."""
        knocks = (f"{card}!" for card in self.knocks)
        return (*map(str, self.cards), *knocks, *self.others)


def next_step(text: str) -> RecorderStep:
    """What a text waits for; raises InputError where it says what cannot be.

    >>> step = next_step('[Dealer "2"] [Hand1 "?"] [Upcard "9h"] 1. p')
    >>> step.ask, step.player, str(step.cards), step.others
    (<Awaited.OFFER: 'offer'>, 1, '9h', ('^', 'p', '*'))
    """
    return step_of(read_sheet(text))


def step_of(sheet: Sheet) -> RecorderStep:
    """What a sheet waits for."""
    return _STEPS[sheet.ask](sheet)


def _hand(sheet: Sheet) -> RecorderStep:
    return RecorderStep(
        sheet.ask, sheet.player, _undealt(sheet) | sheet.laid, others=(UNSEEN,),
        laid=sheet.laid, wanted=sheet.wanted,
    )  # fmt: skip


def _undealt(sheet: Sheet) -> CardSet:
    cards = DECK
    for hand in sheet.draft.hands:
        cards = cards if hand is None else cards - hand.set
    upcard = sheet.draft.upcard
    return cards if upcard is None else cards.remove(upcard.value)


def _unknown(sheet: Sheet) -> tuple[str, ...]:
    """The hands that may still be told: until the first turn."""
    hands = enumerate(sheet.draft.hands, start=1)
    return tuple(f"known {number}" for number, hand in hands if hand is None)


def _offer(sheet: Sheet) -> RecorderStep:
    return _turn(sheet, CardSet.from_cards(_table(sheet).pile[-1:]), (TAKE, PASS))


def _draw(sheet: Sheet) -> RecorderStep:
    table = _table(sheet)
    top = NO_CARDS if table.must_draw else CardSet.from_cards(table.pile[-1:])
    take = () if table.must_draw else (TAKE,)
    unseen = () if table.hands[table.turn] is not None else (UNSEEN,)
    return _turn(sheet, free(table) | top, (*take, *unseen))


def _last(sheet: Sheet) -> RecorderStep:
    table = _table(sheet)
    hand = table.hands[table.turn]
    if hand is not None and len(table.choices(hand)) == 1:
        return _turn(sheet, NO_CARDS, (PASS,))
    return _offer(sheet)


def _discard(sheet: Sheet) -> RecorderStep:
    table = _table(sheet)
    hand = table.hands[table.turn]
    if hand is None:
        return _hidden_discard(sheet, table)
    actions = table.choices(hand)
    big = (BIG_GIN,) if any(action.kind is Kind.BIG_GIN for action in actions) else ()
    discards = _cards(actions, Kind.DISCARD)
    return _turn(sheet, discards, big, _cards(actions, Kind.KNOCK) | _cards(actions, Kind.GIN))


def _cards(actions: tuple[Action, ...], kind: Kind) -> CardSet:
    return CardSet.from_cards(
        action.card for action in actions if action.kind is kind and action.card is not None
    )


def _hidden_discard(sheet: Sheet, table: Table) -> RecorderStep:
    """What a player may discard whose hand is not known: any card that may be in it."""
    sure = held(table, table.turn)
    cards = sure if len(sure) > HAND else sure | free(table)
    cards = cards if table.forbidden is None else cards.remove(table.forbidden)
    big = () if table.rules.big_gin_bonus is None else (BIG_GIN,)
    discards = NO_CARDS if table.must_knock else cards
    return _turn(sheet, discards, (KNOCK_UNSEEN, *big), cards)


def _turn(
    sheet: Sheet, cards: CardSet, others: tuple[str, ...], knocks: CardSet = NO_CARDS
) -> RecorderStep:
    """A step of the play; before the first turn there is more to say."""
    table = _table(sheet)
    more: tuple[str, ...] = ()
    if not sheet.draft.turns:
        unknown = None in table.hands
        misdeal = (MISDEAL,) if unknown and table.rules.misdeal_if_dealt_knock else ()
        more = (*_unknown(sheet), *misdeal)
    return RecorderStep(sheet.ask, sheet.player, cards, knocks, (*others, *more, BROKEN_OFF))


def _showdown(sheet: Sheet) -> RecorderStep:
    table, player = _table(sheet), sheet.player
    # One of the cards held may be what was discarded unseen.
    loose = sheet.discarded_unseen and sheet.ask is Awaited.SPREAD
    sure = NO_CARDS if loose or player is None else held(table, player)
    return RecorderStep(
        sheet.ask, player, candidates(sheet) - sure, others=(UNSEEN,),
        laid=sheet.laid | sure, wanted=sheet.wanted,
    )  # fmt: skip


def _nothing(sheet: Sheet) -> RecorderStep:
    record, others = sheet.record, []
    if record is not None and record.result is None and record.showdown is None:
        others.append(GO_ON)
    with suppress(InputError):  # where the match is over
        carry_on(read_drafts(sheet.text), RecordDraft())
        others.append(NEXT_HAND)
    return RecorderStep(sheet.ask, others=tuple(others))


def _table(sheet: Sheet) -> Table:
    assert sheet.table is not None
    return sheet.table


_STEPS: dict[Awaited, Callable[[Sheet], RecorderStep]] = {
    Awaited.DEALER: lambda sheet: RecorderStep(sheet.ask, others=("dealer 1", "dealer 2")),
    Awaited.UPCARD: lambda sheet: RecorderStep(
        sheet.ask, cards=_undealt(sheet), others=_unknown(sheet)
    ),
    Awaited.HAND: _hand, Awaited.OFFER: _offer, Awaited.DRAW: _draw, Awaited.DISCARD: _discard,
    Awaited.LAST: _last, Awaited.SPREAD: _showdown, Awaited.DEFENCE: _showdown,
    Awaited.NOTHING: _nothing,
}  # fmt: skip
