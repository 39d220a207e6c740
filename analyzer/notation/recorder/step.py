"""The step a recorder waits for, and all that can be tapped then: legality is the record's own.

A tap is a short text:

- ``7h``: the card, whatever it is at this step (dealt, turned up, drawn, discarded, laid down);
- ``7h!``: knock or go gin with that discard; ``?!`` with one that was not seen; ``!!`` big gin;
- ``^`` take the top of the pile, ``^3`` three cards of it; ``p`` pass, or end the hand;
- ``?`` not seen (a draw, a hand, cards laid down);
- ``meld`` begin to lay a meld on the table, ``lay`` it is whole; ``meld 7h 8h 9h`` and
  ``add Th to 7h 8h 9h`` at once;
- ``dealer 1``, ``known 2`` (that player's cards were seen);
- ``*`` the hand was broken off, ``misdeal``, ``on`` (it was not), ``next`` hand of the match.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass

from analyzer.errors import InputError
from analyzer.game.actions import Action, Kind
from analyzer.game.arrangement import Meld
from analyzer.game.cards import NO_CARDS, CardSet
from analyzer.game.jokers import table_fits
from analyzer.game.melds import is_meld
from analyzer.game.rules import GameKind
from analyzer.game.table import Table
from analyzer.game.view import HAND, seen_by
from analyzer.notation.recorder._play import HandPlay
from analyzer.notation.recorder._sheet import Sheet, candidates, held, read_sheet
from analyzer.notation.recorder.awaited import Awaited
from analyzer.notation.records._draft import RecordDraft
from analyzer.notation.records._match import carry_on
from analyzer.notation.records.read import read_drafts

TAKE, PASS, UNSEEN, KNOCK_UNSEEN, BIG_GIN = "^", "p", "?", "?!", "!!"
MELD, LAY = "meld", "lay"
BROKEN_OFF, MISDEAL, GO_ON, NEXT_HAND = "*", "misdeal", "on", "next"
TAKES = 3
"""Numbers of cards taken that are buttons; more are taken by tapping the deepest."""


@dataclass(frozen=True, slots=True)
class RecorderStep:
    """A question, and the taps that answer it."""

    ask: Awaited
    player: int | None = None
    """Whose cards or whose turn it is."""
    cards: CardSet = NO_CARDS
    """The cards that can be tapped."""
    knocks: CardSet = NO_CARDS
    """The cards that can be discarded to knock or to go gin."""
    others: tuple[str, ...] = ()
    """The taps that are no cards."""
    laid: CardSet = NO_CARDS
    """The cards entered so far of those wanted."""
    wanted: int = 0
    """The number of cards wanted; 0 where it is not a hand of cards that is asked for."""
    sure: CardSet = NO_CARDS
    """Those of the cards entered that need no tap, for they are known to be there."""

    @property
    def taps(self) -> tuple[str, ...]:
        """All that can be tapped."""
        knocks = (f"{card}!" for card in self.knocks)
        return (*map(str, self.cards), *knocks, *self.others)


def next_step(text: str) -> RecorderStep:
    """The step a text waits for; raises InputError where it says what cannot be.

    >>> step = next_step('[Dealer "2"] [Hand1 "?"] [Upcard "9h"] 1. p')
    >>> step.ask, step.player, str(step.cards), step.others
    (<Awaited.OFFER: 'offer'>, 1, '9h', ('^', 'p', '*'))
    """
    return step_of(read_sheet(text))


def step_of(sheet: Sheet) -> RecorderStep:
    """The step a sheet waits for."""
    if sheet.play is not None and sheet.ask is not Awaited.NOTHING:
        return _of_play(sheet, sheet.play)
    return _STEPS[sheet.ask](sheet)


def _hand(sheet: Sheet) -> RecorderStep:
    return RecorderStep(
        sheet.ask, sheet.player, _undealt(sheet) | sheet.laid, others=(UNSEEN,),
        laid=sheet.laid, wanted=sheet.wanted,
    )  # fmt: skip


def _undealt(sheet: Sheet) -> CardSet:
    return sheet.rules.pack - sheet.said.dealt


def _unknown(sheet: Sheet) -> tuple[str, ...]:
    """The hands that may still be entered: until the first turn."""
    hands = enumerate(sheet.said.hands, start=1)
    return tuple(f"known {number}" for number, hand in hands if hand is None)


def _offer(sheet: Sheet) -> RecorderStep:
    return _turn(sheet, CardSet.from_cards(_table(sheet).pile[-1:]), (TAKE, PASS))


def _draw(sheet: Sheet) -> RecorderStep:
    table = _table(sheet)
    top = NO_CARDS if table.must_draw else CardSet.from_cards(table.pile[-1:])
    take = () if table.must_draw else (TAKE,)
    unseen = () if table.hands[table.turn] is not None else (UNSEEN,)
    return _turn(sheet, sheet.free | top, (*take, *unseen))


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
    """The end of a turn of a hand that is not known: any card that may be in it."""
    sure = held(table, table.turn)
    cards = sure if len(sure) > HAND else sure | sheet.free
    cards = cards if table.forbidden is None else cards.remove(table.forbidden)
    big = () if table.rules.big_gin_bonus is None else (BIG_GIN,)
    discards = NO_CARDS if table.must_knock else cards
    return _turn(sheet, discards, (KNOCK_UNSEEN, *big), cards)


def _turn(
    sheet: Sheet, cards: CardSet, others: tuple[str, ...], knocks: CardSet = NO_CARDS
) -> RecorderStep:
    """A step of the play; before the first turn there is more to say."""
    more: tuple[str, ...] = ()
    if not sheet.said.turns:
        unknown = _unknown(sheet)
        throws_in = not sheet.said.in_moves and sheet.rules.misdeal_if_dealt_knock
        more = (*unknown, MISDEAL) if unknown and throws_in else unknown
    return RecorderStep(sheet.ask, sheet.player, cards, knocks, (*others, *more, BROKEN_OFF))


def _showdown(sheet: Sheet) -> RecorderStep:
    # One of the cards held may be what was discarded unseen.
    loose = sheet.discarded_unseen and sheet.ask is Awaited.SPREAD
    sure = NO_CARDS if loose or sheet.player is None else held(_table(sheet), sheet.player)
    return RecorderStep(
        sheet.ask, sheet.player, candidates(sheet) - sure, others=(UNSEEN,),
        laid=sheet.laid | sure, wanted=sheet.wanted, sure=sure,
    )  # fmt: skip


def _nothing(sheet: Sheet) -> RecorderStep:
    others = [GO_ON] if _is_broken_off(sheet) else []
    if sheet.said.in_moves:
        return RecorderStep(sheet.ask, others=(*others, NEXT_HAND))
    with suppress(InputError):  # where the match is over
        carry_on(read_drafts(sheet.text), RecordDraft())
        others.append(NEXT_HAND)
    return RecorderStep(sheet.ask, others=tuple(others))


def _is_broken_off(sheet: Sheet) -> bool:
    if sheet.play is not None:
        return not sheet.play.here.over
    record = sheet.record
    return record is not None and record.result is None and record.showdown is None


def _table(sheet: Sheet) -> Table:
    assert sheet.table is not None
    return sheet.table


_STEPS: dict[Awaited, Callable[[Sheet], RecorderStep]] = {
    Awaited.DEALER: lambda sheet: RecorderStep(
        sheet.ask, others=tuple(f"dealer {n}" for n in range(1, len(sheet.said.hands) + 1))
    ),
    Awaited.UPCARD: lambda sheet: RecorderStep(
        sheet.ask, cards=_undealt(sheet), others=_unknown(sheet)
    ),
    Awaited.HAND: _hand, Awaited.OFFER: _offer, Awaited.DRAW: _draw, Awaited.DISCARD: _discard,
    Awaited.LAST: _last, Awaited.SPREAD: _showdown, Awaited.DEFENSE: _showdown,
    Awaited.NOTHING: _nothing,
}  # fmt: skip


# ---------------------------------------------------------------- games of single moves


def _of_play(sheet: Sheet, play: HandPlay) -> RecorderStep:
    """A step of a hand of single moves."""
    match sheet.ask:
        case Awaited.SPREAD | Awaited.DEFENSE:
            cards = play.open_cards - play.shown_elsewhere - play.sure
            return RecorderStep(
                sheet.ask, sheet.player, cards, others=(UNSEEN,),
                laid=play.laid, wanted=play.wanted, sure=play.sure,
            )  # fmt: skip
        case Awaited.MELD:
            whole = is_meld(Meld(play.laid), play.here.rules)
            return RecorderStep(
                sheet.ask, sheet.player, play.open_cards, others=(LAY,) * whole, laid=play.laid
            )
        case Awaited.DISCARD if play.player in play.hidden:
            return _hidden_end(sheet, play)
        case Awaited.DISCARD:
            return _own_end(sheet, play)
    return _own_draw(sheet, play)


def _own_draw(sheet: Sheet, play: HandPlay) -> RecorderStep:
    """The beginning of a turn: a take, a draw, a pass."""
    view = seen_by(play.here, play.player)
    hidden, legal = play.player in play.hidden, view.legal_actions()
    counts = [move.count for move in legal if move.kind is Kind.TAKE]
    if hidden and play.here.rules.play is GameKind.MAHJONG:
        counts = list(range(1, len(view.pile) + 1))
    cards = CardSet.from_cards(view.pile[-count] for count in counts)
    kinds = {move.kind for move in legal}
    if Kind.DRAW in kinds and not hidden:
        cards |= sheet.free
    takes = (TAKE if count == 1 else f"{TAKE}{count}" for count in counts[:TAKES])
    passes = (PASS,) * (Kind.PASS in kinds)
    unseen = (UNSEEN,) * (Kind.DRAW in kinds and hidden)
    return _turn(sheet, cards, (*takes, *passes, *unseen))


def _own_end(sheet: Sheet, play: HandPlay) -> RecorderStep:
    """The end of a turn of a hand that was seen, and what may come before it."""
    legal = seen_by(play.here, play.player).legal_actions()

    def with_card(*kinds: Kind) -> CardSet:
        return CardSet.from_cards(
            move.card for move in legal if move.kind in kinds and move.card is not None
        )

    others = [str(move) for move in legal if move.kind in {Kind.MELD, Kind.ADD}]
    others += [BIG_GIN for move in legal if move.kind is Kind.BIG_GIN]
    knocks = with_card(Kind.KNOCK, Kind.GIN)
    return _turn(sheet, with_card(Kind.DISCARD), tuple(others), knocks)


def _hidden_end(sheet: Sheet, play: HandPlay) -> RecorderStep:
    """The same of a hand that was not seen: any card that may be in it."""
    view, rules = seen_by(play.here, play.player), play.here.rules
    cards = play.open_cards
    cards = cards if view.forbidden is None else cards.remove(view.forbidden)
    if rules.play is GameKind.MAHJONG:
        discards = NO_CARDS if view.bound(view.hand) is not None else cards
        return _turn(sheet, discards, (*map(str, _adds(play)), MELD))
    big = () if rules.big_gin_bonus is None else (BIG_GIN,)
    return _turn(sheet, cards, big, cards)


def _adds(play: HandPlay) -> Iterator[Action]:
    """Cards that a player whose hand was not seen may add to melds on the table."""
    table = play.here.melds
    for card, at, _ in table_fits(play.open_cards, table, play.here.rules):
        yield Action(Kind.ADD, card, melds=(table[at],))
