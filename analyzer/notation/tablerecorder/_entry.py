"""A hand as far as its taps go, and the hand after one more; what cannot be is refused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from analyzer.errors import InputError
from analyzer.game.actions import Action, Kind, Question
from analyzer.game.arrangement import Meld, pack_card
from analyzer.game.cards import NO_CARDS, Card, CardSet
from analyzer.game.general import (
    Round,
    Step,
    check_unseen,
    holding,
    is_table_meld,
    least,
    opened_unseen,
    unseen,
)
from analyzer.game.rules import GameKind, Rules
from analyzer.game.scoring import Ended
from analyzer.notation.general import TableRecord, replay_rounds
from analyzer.notation.general._record import after_step, cards_of

LAY = "lay"
"""The tap that lays a meld down whose cards were tapped."""
NOT_SHOWN = "?"
"""The tap that says that a hand was not shown at the end."""
_CARD = re.compile(r"[A2-9TJQK][cdhs]|X[12]")


class Asks(StrEnum):
    """What an entry waits for."""

    HAND = "hand"
    """The cards dealt to a player, one after another."""
    UPCARD = "upcard"
    OFFER = "offer"
    DRAW = "draw"
    DISCARD = "discard"
    """What follows a draw: a meld, a card that is added, a discard, a knock."""
    MELD = "meld"
    """The cards of a meld, one after another, and then `LAY`."""
    SHOW = "show"
    """The cards that a player shows at the end."""
    OVER = "over"


_ASKS = {
    Question.UPCARD: Asks.OFFER,
    Question.DRAW: Asks.DRAW,
    Question.DISCARD: Asks.DISCARD,
}


@dataclass(frozen=True, slots=True)
class TableEntry:
    """A hand being entered."""

    rules: Rules
    seats: tuple[int, ...]
    """The players whose cards are seen, in the order in which they are entered."""
    dealer: int
    players: tuple[str, ...]
    ask: Asks
    player: int
    """Whose cards or whose turn it is."""
    hands: tuple[CardSet, ...]
    """As dealt; empty where they are not seen, or not entered yet."""
    upcard: Card | None = None
    here: Round | None = None
    """The hand as it stands; any cards where nobody saw them."""
    steps: tuple[Step, ...] = ()
    laid: CardSet = NO_CARDS
    """The cards tapped for what is asked."""
    pending: Step | None = None
    """The move that ends the hand, while it is being shown."""
    shown: tuple[CardSet, ...] = ()
    kept: frozenset[int] = frozenset()
    """Players who did not show their hands."""
    taps: int = 0
    marks: tuple[int, ...] = ()
    """For each move how many taps came before it."""
    since: int = 0
    """How many taps came before those of what is asked."""

    @property
    def hidden(self) -> tuple[int, ...]:
        """The players whose cards are not seen."""
        return tuple(seat for seat in range(self.rules.players) if seat not in self.seats)

    @property
    def record(self) -> TableRecord | None:
        """The record as far as it goes; None while the cards are being dealt."""
        if self.upcard is None:
            return None
        shown = self.shown if any(self.shown) and self.ask is Asks.OVER else ()
        return TableRecord(
            self.rules, self.hands, self.upcard, self.dealer, self.steps, self.players, shown
        )

    @property
    def wanted(self) -> int:
        """How many cards are to be tapped; 0 where that is not the question."""
        if self.ask is Asks.HAND:
            return self.rules.cards
        return held_at_end(self, self.player) if self.ask is Asks.SHOW else 0

    @property
    def sure(self) -> CardSet:
        """Cards of a hand that is being shown which are known to be in it."""
        assert self.here is not None
        if self.ask is not Asks.SHOW or self.pending is None:
            return NO_CARDS
        gone = cards_of(self.pending.move) if self.pending.player == self.player else NO_CARDS
        return self.here.known[self.player] - gone

    @property
    def open_cards(self) -> CardSet:
        """The cards that may be in the hand of the player who is asked."""
        if self.here is None:
            others = (hand for hand in self.hands if hand)
            return self.rules.pack - CardSet.from_cards(card for hand in others for card in hand)
        hand = self.here.hands[self.player]
        if self.player not in self.hidden or not hand - self.here.known[self.player]:
            return hand
        return hand | unseen(self.here, self.hidden)


def begun(
    rules: Rules, seats: tuple[int, ...], dealer: int, players: tuple[str, ...]
) -> TableEntry:
    """A hand of which nothing has been tapped."""
    nothing = (NO_CARDS,) * rules.players
    return TableEntry(rules, seats, dealer, players, Asks.HAND, seats[0], nothing, shown=nothing)


def after(entry: TableEntry, tap: str) -> TableEntry:
    """The hand after a tap; raises InputError for one that is not possible."""
    match entry.ask:
        case Asks.HAND:
            there = _dealt(entry, _card(tap))
        case Asks.UPCARD:
            there = _turned_up(entry, _card(tap))
        case Asks.MELD:
            there = _melding(entry, tap)
        case Asks.SHOW:
            there = _showing(entry, tap)
        case Asks.OVER:
            there = _spread(entry, tap)
        case _:
            there = _moved(entry, tap)
    taps = entry.taps + 1
    asked_on = (there.ask, there.player, there.steps) == (entry.ask, entry.player, entry.steps)
    goes_on = asked_on or there.ask is Asks.MELD
    return replace(there, taps=taps, since=entry.since if goes_on else taps)


def _card(tap: str) -> Card:
    if not _CARD.fullmatch(tap):
        raise InputError(f"`{tap}` is not a card", where="tap", hint="tap a card, such as 7h")
    return pack_card(tap)


def _toggled(entry: TableEntry, card: Card) -> TableEntry:
    """With a card tapped, or no longer."""
    if card in entry.laid:
        return replace(entry, laid=entry.laid.remove(card))
    if card not in entry.open_cards:
        raise InputError(f"{card} lies elsewhere", where="tap", hint="tap a card that is free")
    return replace(entry, laid=entry.laid.add(card))


# ---------------------------------------------------------------- the deal


def _dealt(entry: TableEntry, card: Card) -> TableEntry:
    entry = _toggled(entry, card)
    if len(entry.laid) < entry.rules.cards:
        return entry
    hands = (*entry.hands[: entry.player], entry.laid, *entry.hands[entry.player + 1 :])
    left = [seat for seat in entry.seats if not hands[seat]]
    if left:
        return replace(entry, hands=hands, laid=NO_CARDS, player=left[0])
    first = (entry.dealer + 1) % entry.rules.players
    return replace(entry, hands=hands, laid=NO_CARDS, ask=Asks.UPCARD, player=first)


def _turned_up(entry: TableEntry, card: Card) -> TableEntry:
    if card not in entry.open_cards:
        raise InputError(f"{card} is in a hand", where="tap", hint="tap the card turned up")
    here = opened_unseen(entry.rules, entry.hands, card, entry.dealer)
    return _asking(replace(entry, upcard=card, here=here))


def _asking(entry: TableEntry) -> TableEntry:
    """With the question that comes next."""
    here = entry.here
    assert here is not None
    ask = Asks.OVER if here.over else _ASKS[here.question]
    return replace(entry, ask=ask, player=here.turn, laid=NO_CARDS)


# ---------------------------------------------------------------- the turns


def _moved(entry: TableEntry, tap: str) -> TableEntry:
    mahjong = entry.rules.play is GameKind.MAHJONG
    if tap == "meld" and entry.ask is Asks.DISCARD and mahjong:
        return replace(entry, ask=Asks.MELD)
    return _stepped(entry, _read(entry, tap))


def _read(entry: TableEntry, tap: str) -> Step:
    """The move that a tap makes: a card is drawn, taken or discarded, as it lies."""
    here, player = entry.here, entry.player
    assert here is not None
    if not _CARD.fullmatch(tap):
        return Step(player, _whole(entry, Action.of(tap)))
    card = pack_card(tap)
    if entry.ask is Asks.DISCARD:
        return Step(player, Action(Kind.DISCARD, card))
    if card in here.pile:
        count = len(here.pile) - here.pile.index(card)
        return Step(player, Action(Kind.TAKE, count=count))
    if player in entry.hidden:
        raise InputError("only its player sees a card drawn", where="tap", hint="tap the stock")
    return Step(player, Action(Kind.DRAW), card)


def _whole(entry: TableEntry, move: Action) -> Action:
    """A knock is gin where the hand is seen and leaves nothing."""
    here = entry.here
    assert here is not None
    ends = move.kind in {Kind.KNOCK, Kind.GIN} and move.card is not None
    if not ends or entry.player in entry.hidden or move.card is None:
        return move
    points = least(here.hands[entry.player].remove(move.card), entry.rules)
    return replace(move, kind=Kind.KNOCK if points else Kind.GIN)


def _stepped(entry: TableEntry, step: Step) -> TableEntry:
    """With a move, unless it ends the hand and what others hold is to be shown first."""
    here = entry.here
    assert here is not None
    marks = (*entry.marks, entry.since)
    if step.move.ends_hand and entry.hidden:
        _see(entry, here, step)
        return _next_shown(replace(entry, pending=step, marks=marks))
    after_it = after_step(here, step, len(entry.steps) + 1, entry.hidden)
    if after_it.result is not None and entry.hidden and not _is_void(after_it):
        return _next_shown(replace(entry, pending=step, marks=marks))
    return _asking(replace(entry, here=after_it, steps=(*entry.steps, step), marks=marks))


def _see(entry: TableEntry, here: Round, step: Step) -> None:
    """See that a knock is possible, as far as the hand was seen."""
    if step.player in entry.hidden:
        here = holding(here, step.player, cards_of(step.move), entry.hidden)
        check_unseen(here.chair(step.player), step.move)
    else:
        here.chair(step.player).check(step.move)


def _is_void(here: Round) -> bool:
    knocks = here.rules.play is GameKind.KNOCK
    return knocks and here.result is not None and here.result.kind is Ended.VOID


def _melding(entry: TableEntry, tap: str) -> TableEntry:
    if tap != LAY:
        return _toggled(entry, _card(tap))
    meld = Meld(entry.laid)
    if not is_table_meld(meld, entry.rules):
        raise InputError(
            f"{entry.laid or 'nothing'} is not a meld", where="tap",
            hint="tap the cards of a set or a run",
        )  # fmt: skip
    return _stepped(entry, Step(entry.player, Action(Kind.MELD, melds=(meld,))))


# ---------------------------------------------------------------- the end


def held_at_end(entry: TableEntry, seat: int) -> int:
    """How many cards a player holds after the move that ends the hand."""
    here, step = entry.here, entry.pending
    assert here is not None
    assert step is not None
    gone = cards_of(replace(step.move, melds=()) if step.move.ends_hand else step.move)
    return len(here.hands[seat]) - (len(gone) if seat == step.player else 0)


def _around(entry: TableEntry) -> Iterator[int]:
    """Hidden players from the one whose move ended the hand on."""
    assert entry.pending is not None
    count = entry.rules.players
    for step in range(count):
        seat = (entry.pending.player + step) % count
        if seat in entry.hidden:
            yield seat


def _next_shown(entry: TableEntry) -> TableEntry:
    """With the next hand to be shown, or the hand over where all are."""
    for seat in _around(entry):
        if entry.shown[seat] or seat in entry.kept or not held_at_end(entry, seat):
            continue
        asked = replace(entry, ask=Asks.SHOW, player=seat, laid=NO_CARDS)
        if len(asked.sure) < asked.wanted:
            return asked
        entry = _with_shown(entry, seat, asked.sure)
    return _ended(entry)


def _with_shown(entry: TableEntry, seat: int, cards: CardSet) -> TableEntry:
    return replace(entry, shown=(*entry.shown[:seat], cards, *entry.shown[seat + 1 :]))


def _showing(entry: TableEntry, tap: str) -> TableEntry:
    seat = entry.player
    if tap == NOT_SHOWN:
        return _next_shown(replace(entry, kept=entry.kept | {seat}))
    card = _card(tap)
    if card in entry.sure or card in taken_at_end(entry):
        raise InputError(f"{card} lies there already", where="tap", hint="tap another card")
    entry = _toggled(entry, card)
    cards = entry.laid | entry.sure
    if len(cards) < entry.wanted:
        return entry
    _check_knock(entry, seat, cards)
    return _next_shown(_with_shown(entry, seat, cards))


def taken_at_end(entry: TableEntry) -> CardSet:
    """Cards of which it is known, when hands are shown, that another player holds them."""
    assert entry.here is not None
    assert entry.pending is not None
    cards = cards_of(entry.pending.move)
    for seat in entry.hidden:
        if seat != entry.player:
            cards |= entry.shown[seat] | entry.here.known[seat]
    return cards


def _check_knock(entry: TableEntry, seat: int, cards: CardSet) -> None:
    """See that the cards shown are those of a knock."""
    here, step = entry.here, entry.pending
    assert here is not None
    if step is None or seat != step.player or not step.move.ends_hand:
        return
    limit = 0 if step.move.kind is Kind.BIG_GIN else here.rules.limit_for(here.upcard)
    points = least(cards, entry.rules)
    if points > limit:
        raise InputError(
            f"these cards leave {points} points, more than {limit}", where="tap",
            hint="look at the cards again, or undo the knock",
        )  # fmt: skip


def _ended(entry: TableEntry) -> TableEntry:
    """The hand played to its end on what was shown."""
    here, step = entry.here, entry.pending
    assert here is not None
    assert step is not None
    shown = entry.shown[step.player]
    if step.move.ends_hand and shown and step.move.card is not None:
        kind = Kind.KNOCK if least(shown, entry.rules) else Kind.GIN
        step = replace(step, move=replace(step.move, kind=kind))
    steps = (*entry.steps, step)
    after_it = after_step(here, step, len(steps), entry.hidden, entry.shown)
    return replace(
        entry, here=after_it, steps=steps, ask=Asks.OVER, player=step.player, laid=NO_CARDS,
        pending=None,
    )  # fmt: skip


def _spread(entry: TableEntry, tap: str) -> TableEntry:
    """The knocker's melds as they were laid down, where there are several ways."""
    word, _, melds = tap.partition(" ")
    if word != "spread" or not entry.steps or not entry.steps[-1].move.ends_hand:
        raise InputError("the hand is over", where="tap", hint="undo a tap, or begin a new hand")
    last = entry.steps[-1]
    step = replace(last, move=Action.of(f"{last.move}: {melds}"))
    steps = (*entry.steps[:-1], step)
    record = entry.record
    assert record is not None
    changed = replace(record, steps=steps)
    return replace(entry, steps=steps, here=replay_rounds(changed)[-1])
