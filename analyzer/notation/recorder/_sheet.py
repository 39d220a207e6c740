"""A record's text as far as it goes: the hands before, the last one, and what is missing of it.

What is said must be possible; that something has not been said yet is no error.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from analyzer.errors import InputError
from analyzer.game.cards import NO_CARDS, Card, CardSet
from analyzer.game.rules import Rules
from analyzer.game.table import Table
from analyzer.game.unseen import unseen
from analyzer.notation._source import Mark, clash
from analyzer.notation.facts import SaidCards
from analyzer.notation.recorder._play import HandPlay, read_play
from analyzer.notation.recorder._said import HandText, said_hands, said_in
from analyzer.notation.recorder._text import TagText, tags_of
from analyzer.notation.recorder.awaited import OF_QUESTION, SHOWDOWN, Awaited
from analyzer.notation.records import Record, parse_record
from analyzer.notation.records._check import checked, dealt_once
from analyzer.notation.records._draft import RecordDraft, SaidSpread
from analyzer.notation.records._match import carry_on
from analyzer.notation.records.files import UNSEEN, is_game_text
from analyzer.notation.records.read import read_drafts, without_comments
from analyzer.notation.records.stepping import table_after
from analyzer.notation.records.types import Showdown


@dataclass(frozen=True, slots=True)
class Sheet:
    """A text as read; made by `read_sheet`, which keeps it: its draft is not to be changed."""

    text: str
    before: tuple[Record, ...]
    """The hands before the last one."""
    said: HandText
    """The last hand as said, with what the hands before lead to."""
    tags: dict[str, TagText]
    """The tags of the last hand."""
    ask: Awaited
    player: int | None = None
    """Whose cards or whose turn it is; None where that is not the question."""
    record: Record | None = None
    """The last hand of the two-handed game as far as it goes; None while the cards are being
    dealt. Cards that are still being laid down are not in it."""
    table: Table | None = None
    """The table as that leaves it."""
    play: HandPlay | None = None
    """The last hand of another game in the same way."""

    @property
    def start(self) -> int:
        """The beginning of the last hand."""
        return self.said.start

    @property
    def rules(self) -> Rules:
        """The rules of the last hand."""
        return self.said.rules

    @property
    def names(self) -> tuple[str | None, ...]:
        """The players' names as far as they are known."""
        return self.said.names

    @property
    def draft(self) -> RecordDraft:
        """The last hand as the reader of records has it."""
        return self.said.draft

    @property
    def mine(self) -> int:
        """The seat of whoever writes the record: the first whose cards are seen."""
        hands = (f"hand{seat + 1}" for seat in range(len(self.said.hands)))
        hidden = [name in self.tags and self.tags[name].value == UNSEEN for name in hands]
        return 0 if not self.said.in_moves or all(hidden) else hidden.index(False)

    @property
    def showdown(self) -> Showdown | None:
        """The cards laid down, as far as they are known."""
        return None if self.record is None else self.record.showdown

    @property
    def laid(self) -> CardSet:
        """The cards of the player in question that have been entered so far."""
        if self.ask is Awaited.HAND and self.player is not None:
            return CardSet.from_cards(self.said.hands[self.player] or ())
        if self.play is not None:
            return self.play.laid
        return CardSet.from_cards(laid_cards(self.draft, self.ask is Awaited.DEFENSE))

    @property
    def wanted(self) -> int:
        """The number of cards that these have to be; 0 where it is not a hand that is entered."""
        if self.ask is Awaited.HAND and self.player is not None:
            return self.said.dealt_to(self.player)
        if self.play is not None:
            return self.play.wanted
        if self.ask not in SHOWDOWN:
            return 0
        big = self.showdown is not None and self.draft.turns[-1].big
        return self.rules.cards + (self.ask is Awaited.SPREAD and big)

    @property
    def discarded_unseen(self) -> bool:
        """True if the hand was laid down with a discard that was not seen."""
        last = self.draft.turns[-1] if self.draft.turns else None
        return last is not None and last.knocks and last.discarded is None and not last.big

    @property
    def pile(self) -> tuple[Card, ...]:
        """The discard pile, oldest first."""
        if self.play is not None:
            return self.play.here.pile
        if self.table is not None:
            return self.table.pile
        return () if self.said.upcard is None else (self.said.upcard,)

    def is_hidden(self, player: int) -> bool:
        """True if a player's hand was not seen."""
        if self.play is not None:
            return player in self.play.hidden
        return self.table is not None and self.table.hands[player] is None

    def held(self, player: int) -> CardSet:
        """The cards that a player holds for sure: all of a known hand, what was seen of another.

        >>> sheet = read_sheet('[Dealer "2"] [Hand1 "?"] [Upcard "9h"] 1. ^9h -Kd')
        >>> str(sheet.held(0))
        '9h'
        """
        if self.play is not None:
            return self.play.held(player)
        if self.table is not None:
            return held(self.table, player)
        return CardSet.from_cards(self.said.hands[player] or ())

    @property
    def free(self) -> CardSet:
        """The cards that may be in the stock, or in a hand that is not known."""
        if self.play is not None:
            return unseen(self.play.here, self.play.hidden)
        gone = CardSet.from_cards(self.pile)
        for player in range(len(self.said.hands)):
            gone |= self.held(player)
        return self.rules.pack - gone


@lru_cache(maxsize=32)
def read_sheet(text: str) -> Sheet:
    """Read a text that may still be growing; raises InputError for what cannot be.

    >>> sheet = read_sheet('[Dealer "2"] [Hand1 "2c 3c 4c"]')
    >>> sheet.ask, sheet.player, str(sheet.laid), sheet.wanted
    (<Awaited.HAND: 'hand'>, 0, '2c 3c 4c', 10)
    >>> read_sheet("").ask
    <Awaited.DEALER: 'dealer'>
    """
    plain = without_comments(text)
    if is_game_text(plain):
        *earlier, said = said_hands(text)
        chunks = (plain[hand.start : after.start] for hand, after in pairwise((*earlier, said)))
        before = tuple(map(parse_record, chunks))
    else:
        drafts = read_drafts(text) if plain.strip() else (RecordDraft(Mark(1, (0, 0))),)
        before = carry_on(drafts[:-1], drafts[-1])
        said = said_in(drafts[-1], len(drafts) - 1)
    sheet = Sheet(text, before, said, tags_of(text, said.start), Awaited.DEALER)
    return _dealing(sheet) or _playing(sheet)


def held(table: Table, player: int) -> CardSet:
    """The cards that a player holds for sure: all of a known hand, what was seen of another."""
    hand = table.hands[player]
    if hand is not None:
        return hand
    cards = NO_CARDS
    for turn in table.played:
        if turn.player == player:
            cards = cards if turn.card is None else cards.add(turn.card)
            cards = cards if turn.discarded is None else cards.remove(turn.discarded)
    return cards


def laid_cards(draft: RecordDraft, defense: bool) -> tuple[Card, ...]:
    """The cards laid down by the knocker or the defender, in the order of the text."""
    spreads = draft.spreads[defense : defense + 1]
    return tuple(card for spread in spreads for card in _all(spread).cards)


def _all(spread: SaidSpread) -> SaidCards:
    cards = SaidCards()
    for group in (*spread.groups, spread.deadwood, spread.off):
        cards = cards.plus(group)
    return cards


# ---------------------------------------------------------------- the deal


def _dealing(sheet: Sheet) -> Sheet | None:
    """The sheet with what is missing before the first turn; None where nothing is."""
    said = sheet.said
    if said.turns or sheet.draft.spreads:
        return None
    if not said.in_moves:
        dealt_once(sheet.draft, sheet.draft.upcard)
    else:
        _check_once(said)
    if said.dealer is None:
        return sheet
    for player in range(len(said.hands)):
        if _is_entered(replace(sheet, ask=Awaited.HAND, player=player)):
            return replace(sheet, ask=Awaited.HAND, player=player)
    if said.upcard is None and not said.rules.deals_eleven:
        return replace(sheet, ask=Awaited.UPCARD)
    return None


def _check_once(said: HandText) -> None:
    """See that no card is dealt twice."""
    cards = [card for hand in said.hands for card in hand or ()]
    cards += [] if said.upcard is None else [said.upcard]
    twice = [card for at, card in enumerate(cards) if card in cards[:at]]
    if twice:
        raise InputError(
            f"{twice[0]} is dealt twice", where="the hands", hint="every card exists once"
        )


def _is_entered(sheet: Sheet) -> bool:
    """True if a player's cards are still being entered.

    Player 1's are unless they were said to be unknown, another's only once they are begun:
    with `[Hand2 ""]`.
    """
    player, hands = sheet.player or 0, sheet.said.hands
    if hands[player] is not None:
        return len(sheet.laid) < sheet.wanted
    tag = sheet.tags.get(f"hand{player + 1}")
    if tag is not None:
        return not tag.value
    return player == 0 and not any(hands[1:]) and sheet.said.upcard is None


# ---------------------------------------------------------------- the play


def _playing(sheet: Sheet) -> Sheet:
    """The sheet once the cards are dealt."""
    if sheet.said.in_moves:
        play = read_play(without_comments(sheet.text), sheet.said, sheet.tags)
        return replace(sheet, ask=play.ask, player=play.player, play=play)
    draft = sheet.draft
    if draft.result is not None or (draft.spreads and not _knocked(draft)):
        return _over(sheet, checked(draft))
    played = checked(replace(draft, spreads=[]))
    table = table_after(played)
    if played.showdown is None:
        if table.over:
            return _over(sheet, played)
        return replace(
            sheet, ask=OF_QUESTION[table.question], player=table.turn, record=played, table=table
        )
    at_end = replace(sheet, record=played, table=table)
    knocker = table.turn
    if table.hands[knocker] is None and _laying(
        replace(at_end, ask=Awaited.SPREAD, player=knocker)
    ):
        return replace(at_end, ask=Awaited.SPREAD, player=knocker)
    defender = replace(at_end, ask=Awaited.DEFENSE, player=1 - knocker)
    if table.hands[1 - knocker] is None and _laying(defender):
        return replace(defender, record=checked(replace(draft, spreads=draft.spreads[:1])))
    return _over(sheet, checked(draft))


def _over(sheet: Sheet, record: Record) -> Sheet:
    return replace(sheet, ask=Awaited.NOTHING, record=record, table=table_after(record))


def _knocked(draft: RecordDraft) -> bool:
    return bool(draft.turns) and draft.turns[-1].knocks


def _laying(sheet: Sheet) -> bool:
    """True if cards are missing of what a player lays down; those said must be possible."""
    defense = sheet.ask is Awaited.DEFENSE
    if len(sheet.laid) >= sheet.wanted:
        return False
    for spread in sheet.draft.spreads[defense : defense + 1]:
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
    assert sheet.player is not None
    shown = NO_CARDS
    if sheet.ask is Awaited.DEFENSE:
        shown = CardSet.from_cards(laid_cards(sheet.draft, defense=False))
    return (sheet.free | sheet.held(sheet.player)) - shown
