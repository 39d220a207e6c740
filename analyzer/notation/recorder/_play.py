"""A hand of single moves as far as its text goes: the table, and the hands shown at the end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from analyzer.errors import InputError
from analyzer.game.actions import Action, Kind
from analyzer.game.cards import NO_CARDS, Card, CardSet
from analyzer.game.melds import deadwood
from analyzer.game.position import Position
from analyzer.game.table import Step
from analyzer.game.unseen import unseen
from analyzer.notation.cards import read_pack
from analyzer.notation.recorder._said import UNFINISHED, HandText, ordered
from analyzer.notation.recorder._text import TagText
from analyzer.notation.recorder.awaited import OF_QUESTION, Awaited
from analyzer.notation.records import Record, parse_record, replay
from analyzer.notation.records.files import UNSEEN
from analyzer.notation.records.write import format_tag

_AFTER_PLAY = re.compile(r"shown\d|points|result")
"""Tags of the end, read once the moves are."""


@dataclass(frozen=True, slots=True)
class HandPlay:
    """A hand as its moves leave it; any cards lie where nobody saw them."""

    here: Position
    """Before the move that ends the hand, as long as hands are being shown."""
    record: Record
    ask: Awaited
    player: int
    """Whose turn it is, or who shows a hand."""
    pending: Step | None = None
    """The move that ends the hand, while hands are being shown."""
    laid: CardSet = NO_CARDS
    """Cards entered of those that are asked for, known ones included."""
    sure: CardSet = NO_CARDS
    """Cards of a hand being shown that are known to be in it."""
    wanted: int = 0
    """The number of cards of a hand being shown."""
    shown: tuple[CardSet, ...] = ()
    """The hands shown so far, by seat."""
    kept: frozenset[int] = frozenset()
    """Players who did not show their hands."""

    @property
    def hidden(self) -> tuple[int, ...]:
        """The players whose cards were not seen."""
        return self.record.hidden

    def held(self, player: int) -> CardSet:
        """The cards that a player holds for sure."""
        if player not in self.hidden:
            return self.here.hands[player]
        laid = self.laid if self.pending is not None and player == self.player else NO_CARDS
        return self.here.known[player] | self.shown[player] | laid

    @property
    def open_cards(self) -> CardSet:
        """The cards that may be in the hand of the player in question."""
        hand, known = self.here.hands[self.player], self.here.known[self.player]
        if self.player not in self.hidden or not hand - known:
            return hand
        return hand | unseen(self.here, self.hidden)

    @property
    def shown_elsewhere(self) -> CardSet:
        """Cards that another player is known to hold, or has played, when hands are shown."""
        cards = NO_CARDS if self.pending is None else cards_played(self.pending.move)
        for seat in self.hidden:
            if seat != self.player:
                cards |= self.shown[seat] | self.here.known[seat]
        return cards


def cards_played(move: Action) -> CardSet:
    """The cards that leave the hand with a move, but for the melds of a knock."""
    cards = NO_CARDS if move.card is None else CardSet(move.card.mask)
    return cards | move.melds[0] if move.kind is Kind.MELD else cards


def unfinished_meld(said: HandText) -> tuple[Card, ...] | None:
    """The cards of a meld that is still being laid down, in their order; else None.

    >>> from analyzer.notation.recorder._said import said_hands
    >>> text = '[Game "mahjong"]\\n[Dealer "2"]\\n1. draw, meld 7h 8h ...'
    >>> [str(card) for card in unfinished_meld(said_hands(text)[0])]
    ['7h', '8h']
    """
    last = said.turns[-1].moves[-1][1] if said.turns else ""
    if not last.endswith(UNFINISHED):
        return None
    names = last.removesuffix(UNFINISHED).removeprefix("meld").strip()
    return ordered(names, read_pack(names)) if names else ()


def read_play(text: str, said: HandText, tags: dict[str, TagText]) -> HandPlay:
    """The hand that a text without comments ends with; raises InputError for what cannot be."""
    record = _as_played(_played_text(text, said, tags))
    rounds = replay(record)
    last, meld = rounds[-1], unfinished_meld(said)
    nothing = (NO_CARDS,) * last.rules.players
    there = HandPlay(last, record, Awaited.NOTHING, last.turn, shown=nothing)
    if "result" in tags:
        return there
    if meld is not None:
        return replace(there, ask=Awaited.MELD, laid=CardSet.from_cards(meld))
    if not last.over:
        return replace(there, ask=OF_QUESTION[last.question])
    if record.hidden and not last.thrown_in:
        there = _showing(there, rounds, tags)
    if there.ask is Awaited.NOTHING and "points" in tags:
        parse_record(text[said.start :])
    return there


@lru_cache(maxsize=64)
def _as_played(text: str) -> Record:
    return parse_record(text)


def _played_text(text: str, said: HandText, tags: dict[str, TagText]) -> str:
    """The deal and the moves alone, each where it stands in the text."""
    plain, seats = text[said.start :], range(1, len(said.hands) + 1)
    for name, tag in tags.items():
        if _AFTER_PLAY.fullmatch(name):
            plain = _blanked(plain, tag.start - said.start, tag.end - said.start)
    if unfinished_meld(said) is not None:
        *earlier, (start, move) = said.turns[-1].moves
        at = earlier[-1][0] + len(earlier[-1][1]) if earlier else said.turns[-1].start
        plain = _blanked(plain, at - said.start, start - said.start + len(move))
    missing = (format_tag(f"Hand{seat}", UNSEEN) for seat in seats if f"hand{seat}" not in tags)
    return "\n".join((plain, *missing))


def _blanked(text: str, start: int, end: int) -> str:
    return text[:start] + " " * (end - start) + text[end:]


# ---------------------------------------------------------------- hands shown at the end


def _showing(there: HandPlay, rounds: tuple[Position, ...], tags: dict[str, TagText]) -> HandPlay:
    """The hand with the next player to show, or over once all have or would not."""
    steps = there.record.steps
    number = max(at for at, step in enumerate(steps) if step.move.kind is not Kind.LAY_OFF)
    there = replace(there, here=rounds[number], pending=steps[number])
    for seat in _around(there):
        there = _with_hand_of(there, seat, tags)
        if there.ask is not Awaited.NOTHING:
            return there
    return _ended(there)


def _around(there: HandPlay) -> Iterator[int]:
    """Hidden players from the one whose move ended the hand on."""
    assert there.pending is not None
    count = there.here.rules.players
    seats = ((there.pending.player + step) % count for step in range(count))
    return (seat for seat in seats if seat in there.hidden)


def _with_hand_of(there: HandPlay, seat: int, tags: dict[str, TagText]) -> HandPlay:
    """With what a player has shown; that is asked for where cards are missing."""
    step = there.pending
    assert step is not None
    gone = cards_played(step.move) if seat == step.player else NO_CARDS
    wanted = len(there.here.hands[seat]) - len(gone)
    said = tags[f"shown{seat + 1}"].value.strip() if f"shown{seat + 1}" in tags else ""
    if said == UNSEEN:
        return replace(there, kept=there.kept | {seat})
    sure = there.here.known[seat] - gone
    cards = sure | (read_pack(said) if said else NO_CARDS)
    if len(cards) < wanted:
        knocked = seat == step.player and step.move.ends_hand
        ask = Awaited.SPREAD if knocked else Awaited.DEFENSE
        return replace(there, ask=ask, player=seat, laid=cards, sure=sure, wanted=wanted)
    if seat == step.player and step.move.ends_hand:
        _check_knock(there.here, step, cards)
    return replace(there, shown=(*there.shown[:seat], cards, *there.shown[seat + 1 :]))


def _check_knock(here: Position, step: Step, cards: CardSet) -> None:
    """See that the cards shown are those of a knock."""
    limit = 0 if step.move.kind is Kind.BIG_GIN else here.rules.limit_for(here.upcard)
    points = deadwood(cards, here.rules)
    if points > limit:
        raise InputError(
            f"these cards leave {points} points, more than {limit}", where="tap",
            hint="look at the cards again, or undo the knock",
        )  # fmt: skip


def _ended(there: HandPlay) -> HandPlay:
    """The hand played to its end on what was shown."""
    step, turns = there.pending, there.record.turns
    assert step is not None
    if there.shown[step.player] and step.move.card is not None and step.move.ends_hand:
        left = deadwood(there.shown[step.player], there.here.rules)
        kind = Kind.KNOCK if left else Kind.GIN
        ending = replace(step.move, kind=kind)
        turns = (*turns[:-1], replace(turns[-1], laid=(*turns[-1].laid[:-1], ending)))
    shown = there.shown if any(there.shown) else ()
    record = replace(there.record, turns=turns, shown=shown)
    here = replay(record)[-1]
    return replace(there, here=here, record=record, pending=None, player=step.player)
