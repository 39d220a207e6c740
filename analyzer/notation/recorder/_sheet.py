"""A record's text as far as it goes: the hands before, the last one, and what is missing of it.

What is said must be possible; that something has not been said yet is no error.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from analyzer.game.actions import Question
from analyzer.game.cards import DECK, NO_CARDS, Card, CardSet
from analyzer.game.rules import PRESETS, Rules
from analyzer.game.table import Table
from analyzer.game.view import HAND
from analyzer.notation._source import Mark, clash
from analyzer.notation.facts import SaidCards, value
from analyzer.notation.recorder._text import TagText, span_of, tags_of
from analyzer.notation.records import Record
from analyzer.notation.records._check import checked, dealt_once
from analyzer.notation.records._draft import RecordDraft, SaidSpread
from analyzer.notation.records._match import carry_on
from analyzer.notation.records.read import read_drafts, without_comments
from analyzer.notation.records.replay import table_after
from analyzer.notation.records.types import Showdown


class Awaited(StrEnum):
    """What a recorder waits for."""

    DEALER = "dealer"
    HAND = "hand"
    """The cards dealt to a player, one after another."""
    UPCARD = "upcard"
    OFFER = "offer"
    """The first upcard is taken or passed."""
    DRAW = "draw"
    """The top of the pile is taken, or a card drawn."""
    DISCARD = "discard"
    """A card is discarded, or the hand laid down."""
    LAST = "last"
    """The last discard is taken to knock with it, or the hand ends."""
    SPREAD = "spread"
    """The cards that the knocker laid down, who was not known."""
    DEFENCE = "defence"
    """The cards that the defender laid down, who was not known."""
    NOTHING = "nothing"
    """The hand is over, or was broken off."""


_QUESTIONS = {
    Question.UPCARD: Awaited.OFFER,
    Question.DRAW: Awaited.DRAW,
    Question.DISCARD: Awaited.DISCARD,
    Question.LAST: Awaited.LAST,
}


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a text says; made by `read_sheet`, which keeps it: its draft is not to be changed."""

    text: str
    start: int
    """Where the last hand begins."""
    before: tuple[Record, ...]
    """The hands before the last one."""
    draft: RecordDraft
    """The last hand as said, with what the hands before lead to."""
    tags: dict[str, TagText]
    """The tags of the last hand."""
    ask: Awaited
    player: int | None = None
    """Whose cards or whose turn it is; None where that is not the question."""
    record: Record | None = None
    """The last hand as far as it goes; None while the cards are being dealt. Cards that are
    still being laid down are not in it."""
    table: Table | None = None
    """The table as that leaves it."""

    @property
    def rules(self) -> Rules:
        """The rules of the last hand."""
        return value(self.draft.rules, PRESETS["standard"])

    @property
    def names(self) -> tuple[str | None, str | None]:
        """The players' names as far as they are known."""
        return (None, None) if self.draft.players is None else self.draft.players.value

    @property
    def showdown(self) -> Showdown | None:
        """What has been laid down, as far as it is known."""
        return None if self.record is None else self.record.showdown

    @property
    def laid(self) -> CardSet:
        """The cards of the player in question that have been entered so far."""
        if self.ask is Awaited.HAND and self.player is not None:
            hand = self.draft.hands[self.player]
            return NO_CARDS if hand is None else hand.set
        return CardSet.from_cards(laid_cards(self.draft, self.ask is Awaited.DEFENCE))

    @property
    def wanted(self) -> int:
        """How many cards these have to be."""
        eleven = False
        if self.ask is Awaited.SPREAD:
            eleven = self.showdown is not None and self.draft.turns[-1].big
        elif self.ask is Awaited.HAND and self.rules.deals_eleven:
            eleven = self.draft.dealer is None or self.player != self.draft.dealer.value
        return HAND + eleven

    @property
    def discarded_unseen(self) -> bool:
        """Whether the hand was laid down with a discard that was not seen."""
        last = self.draft.turns[-1] if self.draft.turns else None
        return last is not None and last.knocks and last.discarded is None and not last.big


@lru_cache(maxsize=32)
def read_sheet(text: str) -> Sheet:
    """Read a text that may still be growing; raises InputError for what cannot be.

    >>> sheet = read_sheet('[Dealer "2"] [Hand1 "2c 3c 4c"]')
    >>> sheet.ask, sheet.player, str(sheet.laid), sheet.wanted
    (<Awaited.HAND: 'hand'>, 0, '2c 3c 4c', 10)
    >>> read_sheet("").ask
    <Awaited.DEALER: 'dealer'>
    """
    drafts = (
        read_drafts(text) if without_comments(text).strip() else (RecordDraft(Mark(1, (0, 0))),)
    )
    *earlier, draft = drafts
    before = carry_on(earlier, draft)
    start = span_of(draft.mark)[0] if earlier else 0
    dealing = Sheet(text, start, before, draft, tags_of(text, start), Awaited.DEALER)
    return _dealing(dealing) or _playing(dealing)


def held(table: Table, player: int) -> CardSet:
    """The cards that a player holds for sure: all of a known hand, what was seen of another.

    >>> sheet = read_sheet('[Dealer "2"] [Hand1 "?"] [Upcard "9h"] 1. ^9h -Kd')
    >>> str(held(sheet.table, 0))
    '9h'
    """
    hand = table.hands[player]
    if hand is not None:
        return hand
    cards = NO_CARDS
    for turn in table.played:
        if turn.player == player:
            cards = cards if turn.card is None else cards.add(turn.card)
            cards = cards if turn.discarded is None else cards.remove(turn.discarded)
    return cards


def free(table: Table) -> CardSet:
    """The cards that may be in the stock, or in a hand that is not known."""
    return DECK - CardSet.from_cards(table.pile) - held(table, 0) - held(table, 1)


def laid_cards(draft: RecordDraft, defence: bool) -> tuple[Card, ...]:
    """The cards laid down by the knocker or the defender, in the order of the text."""
    spreads = draft.spreads[defence : defence + 1]
    return tuple(card for spread in spreads for card in _all(spread).cards)


def _all(spread: SaidSpread) -> SaidCards:
    cards = SaidCards()
    for group in (*spread.groups, spread.deadwood, spread.off):
        cards = cards.plus(group)
    return cards


# ---------------------------------------------------------------- the deal


def _dealing(sheet: Sheet) -> Sheet | None:
    """What is missing before the first turn; None where nothing is."""
    draft = sheet.draft
    if draft.turns or draft.spreads:
        return None
    dealt_once(draft, draft.upcard)
    if draft.dealer is None:
        return sheet
    for player in (0, 1):
        if _is_entered(replace(sheet, ask=Awaited.HAND, player=player)):
            return replace(sheet, ask=Awaited.HAND, player=player)
    if draft.upcard is None and not sheet.rules.deals_eleven:
        return replace(sheet, ask=Awaited.UPCARD)
    return None


def _is_entered(sheet: Sheet) -> bool:
    """Whether a player's cards are still being entered.

    Player 1's are unless they were said to be unknown, player 2's only once they are begun:
    with `[Hand2 ""]`.
    """
    player, hands = sheet.player or 0, sheet.draft.hands
    if hands[player] is not None:
        return len(sheet.laid) < sheet.wanted
    tag = sheet.tags.get(f"hand{player + 1}")
    if tag is not None:
        return not tag.value
    return player == 0 and hands[1] is None and sheet.draft.upcard is None


# ---------------------------------------------------------------- the play


def _playing(sheet: Sheet) -> Sheet:
    """The sheet once the cards are dealt."""
    draft = sheet.draft
    if draft.result is not None or (draft.spreads and not _knocked(draft)):
        return _over(sheet, checked(draft))
    played = checked(replace(draft, spreads=[]))
    table = table_after(played)
    if played.showdown is None:
        if table.over:
            return _over(sheet, played)
        return replace(
            sheet, ask=_QUESTIONS[table.question], player=table.turn, record=played, table=table
        )
    at_end = replace(sheet, record=played, table=table)
    knocker = table.turn
    if table.hands[knocker] is None and _laying(
        replace(at_end, ask=Awaited.SPREAD, player=knocker)
    ):
        return replace(at_end, ask=Awaited.SPREAD, player=knocker)
    defender = replace(at_end, ask=Awaited.DEFENCE, player=1 - knocker)
    if table.hands[1 - knocker] is None and _laying(defender):
        return replace(defender, record=checked(replace(draft, spreads=draft.spreads[:1])))
    return _over(sheet, checked(draft))


def _over(sheet: Sheet, record: Record) -> Sheet:
    return replace(sheet, ask=Awaited.NOTHING, record=record, table=table_after(record))


def _knocked(draft: RecordDraft) -> bool:
    return bool(draft.turns) and draft.turns[-1].knocks


def _laying(sheet: Sheet) -> bool:
    """Whether cards are still missing of what a player lays down; those said must be possible."""
    defence = sheet.ask is Awaited.DEFENCE
    if len(sheet.laid) >= sheet.wanted:
        return False
    for spread in sheet.draft.spreads[defence : defence + 1]:
        cards = _all(spread)
        for card in cards.cards:
            if card not in candidates(sheet):
                raise clash(
                    f"{card} is laid down, but lies elsewhere", cards.at(card),
                    hint="every card exists once",
                )  # fmt: skip
    return True


def candidates(sheet: Sheet) -> CardSet:
    """The cards that a player whose hand was not known may lay down."""
    assert sheet.table is not None and sheet.player is not None
    shown = NO_CARDS
    if sheet.ask is Awaited.DEFENCE:
        shown = CardSet.from_cards(laid_cards(sheet.draft, defence=False))
    return (free(sheet.table) | held(sheet.table, sheet.player)) - shown
