"""Play the turns of a hand over, as one player saw them, and see that they can be.

From the turns follow the pile, the opponent's known cards, what the opponent saw me take,
the stock, the counts, the dealer and the question. A turn that cannot be is an
:class:`~analyzer.errors.InputError` that names the lines of the things that clash.

How a hand begins decides who dealt: the non-dealer has the first turn. Passes of the first
upcard may be left out when the first turn is a draw from the stock. Where the rules deal
eleven cards to the non-dealer, the first turn is only a discard. When two cards are left in
the stock after a discard, the hand is over, or the last discard may be taken to knock with it,
or the pile without its top becomes the new stock, as the rules have it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from analyzer.errors import InputError
from analyzer.game.cards import Card, CardSet
from analyzer.game.rules import FirstUpcard, Rules, Wall
from analyzer.game.view import HAND, Event, Question, Side, Turn
from analyzer.notation.source import NOWHERE, Mark, clash

DEALT_STOCK = 31
"""Cards in the stock once both hands and the upcard (or the eleventh card) are dealt."""
LAST_CARDS = 2
"""Cards of the stock that are never drawn."""
_NAMES = {Side.ME: "you", Side.OPPONENT: "the opponent"}
_HAVE = {Side.ME: "you have it", Side.OPPONENT: "the opponent has it"}


@dataclass(frozen=True, slots=True)
class SaidTurn:
    """One turn with the place where it was said."""

    event: Event
    mark: Mark = NOWHERE
    bare: bool = False
    """Whether only a discard was said, as in the first turn of a hand dealt eleven cards."""


@dataclass(slots=True)
class Replay:
    """What is known after the turns played so far; `play` each turn, then read it off."""

    rules: Rules
    upcard: Card | None = None
    upcard_mark: Mark = NOWHERE
    pile: list[Card] = field(default_factory=list)
    opponent: set[Card] = field(default_factory=set)
    mine: set[Card] = field(default_factory=set)
    """Cards I am known to have drawn or taken and not discarded."""
    shown: set[Card] = field(default_factory=set)
    stock: int = DEALT_STOCK
    discards: dict[Side, int] = field(default_factory=lambda: dict.fromkeys(Side, 0))
    their_takes: int = 0
    events: list[Event] = field(default_factory=list)
    last: Mark = NOWHERE
    marks: dict[Card, Mark] = field(default_factory=dict)
    """Where each card was last mentioned."""

    def __post_init__(self) -> None:
        if self.upcard is not None:
            self.pile.append(self.upcard)
            self.marks[self.upcard] = self.upcard_mark

    @property
    def dealt_eleven(self) -> bool:
        """Whether the hand begins with eleven cards and no upcard."""
        return self.rules.first_upcard is FirstUpcard.ELEVEN

    @property
    def dealer(self) -> Side | None:
        """Who dealt, by who had the first turn."""
        return self.events[0].who.other if self.events else None

    @property
    def they_passed(self) -> bool:
        """Whether the opponent has passed the first upcard; also where passes are left out."""
        passed = any(
            event.turn is Turn.PASS and event.who is Side.OPPONENT for event in self.events[:2]
        )
        return passed or bool(self.events and not self.dealt_eleven and self._starts_with_draw())

    def _starts_with_draw(self) -> bool:
        return self.events[0].turn is Turn.DRAW

    @property
    def passes(self) -> int:
        """How many passes of the first upcard opened the hand: 0, 1 or 2."""
        first = [event.turn is Turn.PASS for event in self.events[:2]]
        return 0 if not first or not first[0] else sum(first)

    @property
    def unfinished(self) -> bool:
        """Whether the last turn still has its card to discard."""
        return bool(self.events) and _unfinished(self.events[-1])

    @property
    def over(self) -> bool:
        """Whether two cards are left after a discard, so that no turn with a draw can follow."""
        finished = bool(self.events) and not self.unfinished and self.passes < len(self.events)
        return finished and self.stock <= LAST_CARDS and self.rules.wall is not Wall.RESHUFFLE

    def play(self, turn: SaidTurn) -> None:
        """Play one turn; raises InputError if it cannot follow the turns before it."""
        event = turn.event
        self._check_order(event, turn.mark)
        if turn.bare and (self.events or not self.dealt_eleven):
            raise clash(
                "this turn says only what was discarded", turn.mark,
                hint="say `draws, discards …` or `takes …, discards …`",
            )  # fmt: skip
        match event.turn:
            case Turn.PASS:
                self._check_pass(turn.mark)
            case Turn.TAKE:
                event = self._take(event, turn)
            case Turn.DRAW:
                self._draw(event, turn.mark)
        self.events.append(event)
        if event.discarded is not None:
            self._discard(event, event.discarded, turn.mark)
        self.last = turn.mark

    def _check_order(self, event: Event, mark: Mark) -> None:
        if self.unfinished:
            raise clash(
                f"the turn before this one has no discard ({describe(self.events[-1])})",
                self.last, mark, hint="say what was discarded, as in `draws, discards Kh`",
            )  # fmt: skip
        if self.events and self.events[-1].who is event.who:
            raise clash(
                f"{_NAMES[event.who]} cannot have two turns in a row", self.last, mark,
                hint="the turn between them is missing",
            )  # fmt: skip
        if event.turn is Turn.DRAW and self.passes == 1 and len(self.events) == 1:
            raise clash(
                "after one pass the upcard can only be taken or passed", self.last, mark,
                hint="add the second pass, or leave both out",
            )  # fmt: skip
        if event.turn is Turn.TAKE and self.passes == 2 and len(self.events) == 2:
            raise clash(
                "both passed the upcard, so it cannot be taken", self.last, mark,
                hint="the non-dealer now draws from the stock",
            )  # fmt: skip
        if self.over and not (event.turn is Turn.TAKE and self.rules.wall is Wall.LAST_DISCARD):
            raise clash(
                "two cards are left in the stock, so the hand is over", self.last, mark,
                hint="leave this turn out",
            )  # fmt: skip

    def _check_pass(self, mark: Mark) -> None:
        if self.dealt_eleven or len(self.events) != self.passes or self.passes == 2:
            raise clash("only the first upcard can be passed", mark, hint="say draws or takes")

    def _take(self, event: Event, turn: SaidTurn) -> Event:
        card = event.card
        if not self.pile and not self._upcard_unsaid():
            raise clash("the pile is empty to take", self.last, turn.mark)
        if not self.pile and card is None:
            raise clash("the card taken is not known", turn.mark, hint="say which, as `takes Jd`")
        if not self.pile and card is not None:
            self._learn_upcard(card, turn.mark)
        top = self.pile.pop()
        if card is not None and card != top:
            raise clash(
                f"{card} is taken, but {top} lies on top of the pile",
                self.marks[top], turn.mark, hint=f"did you mean {top}?",
            )  # fmt: skip
        self.marks[top] = turn.mark
        if event.who is Side.ME:
            self.mine.add(top)
            self.shown.add(top)
        else:
            self.opponent.add(top)
            self.their_takes += 1
        if event.discarded == top and not self.rules.may_return_upcard:
            raise clash(
                f"{top} is taken and discarded in the same turn", turn.mark,
                hint="these rules forbid that",
            )  # fmt: skip
        return Event(event.who, event.turn, top, event.discarded)

    def _upcard_unsaid(self) -> bool:
        return self.upcard is None and not self.dealt_eleven

    def _learn_upcard(self, card: Card, mark: Mark) -> None:
        """The first upcard was not said, and this is it: nothing else can lie here."""
        self._refuse_elsewhere(card, mark, "lay on the pile")
        self.upcard = card
        self.pile.append(card)
        self.marks[card] = mark

    def _draw(self, event: Event, mark: Mark) -> None:
        if self.dealt_eleven and not self.events:
            return
        if self.stock <= LAST_CARDS:
            raise clash("only two cards are left in the stock", self.last, mark)
        self.stock -= 1
        if event.who is Side.ME and event.card is not None:
            self._refuse_elsewhere(event.card, mark, "is drawn")
            if event.card in self.mine:
                raise self._already(event.card, mark, "is drawn", "it is already in the hand")
            self.mine.add(event.card)
            self.marks[event.card] = mark

    def _discard(self, event: Event, card: Card, mark: Mark) -> None:
        if card in self.pile:
            raise self._already(card, mark, "is discarded", "it already lies on the pile")
        own, other = self.mine, self.opponent
        if event.who is Side.OPPONENT:
            own, other = other, own
        if card in other:
            by, has = f"is discarded by {_NAMES[event.who]}", _HAVE[event.who.other]
            raise self._already(card, mark, by, has)
        own.discard(card)
        self.shown.discard(card)
        self.pile.append(card)
        self.marks[card] = mark
        self.discards[event.who] += 1
        if self.rules.wall is Wall.RESHUFFLE and self.stock <= LAST_CARDS:
            self.stock += len(self.pile) - 1 + self._unknown_below()
            del self.pile[:-1]

    def _unknown_below(self) -> int:
        """1 while the first upcard lies in the pile without our knowing it."""
        return int(self._upcard_unsaid())

    def _refuse_elsewhere(self, card: Card, mark: Mark, what: str) -> None:
        if card in self.pile:
            raise self._already(card, mark, what, "it already lies on the pile")
        if card in self.opponent:
            raise self._already(card, mark, what, "the opponent has it")

    def _already(self, card: Card, mark: Mark, what: str, place: str) -> InputError:
        return clash(f"{card} {what}, but {place}", self.marks[card], mark)

    def check_hand(self, hand: CardSet, mark: Mark) -> None:
        """See that the hand held now can be what these turns left; raises InputError if not."""
        for card in hand:
            if card in self.pile or card in self.opponent:
                place = "lies on the pile" if card in self.pile else "was taken by the opponent"
                raise clash(
                    f"{card} is in the hand, but it {place}", mark, self.marks[card],
                    hint="the hand is the one held now",
                )  # fmt: skip
        for card in sorted(self.mine):
            if card not in hand:
                raise clash(
                    f"{card} came into the hand and was not discarded, but is not in it",
                    mark, self.marks[card], hint="the hand is the one held now",
                )  # fmt: skip

    def question(self, size: int, mark: Mark) -> Question:
        """What is to be decided now with a hand of this size; raises InputError if nothing."""
        if self.unfinished and self.events[-1].who is Side.OPPONENT:
            raise clash(
                "the opponent's discard is missing", self.last,
                hint="say what was discarded, as in `opp: draws, discards Kh`",
            )  # fmt: skip
        wanted = HAND + 1 if self.unfinished else HAND
        if size != wanted:
            raise clash(
                f"the hand has {size} cards, but after these turns it has {wanted}",
                mark, self.last, hint="the hand is the one held now",
            )  # fmt: skip
        if wanted == HAND + 1:
            return Question.DISCARD
        if self.events and self.events[-1].who is Side.ME:
            raise clash(
                f"after {describe(self.events[-1])} it is the opponent's turn",
                self.last, hint="add what the opponent did, as in `opp: draws, discards Kh`",
            )  # fmt: skip
        if self.over:
            if self.rules.wall is Wall.LAST_DISCARD:
                return Question.LAST
            raise clash(
                "two cards are left in the stock, so the hand is over", self.last,
                hint="leave the last turn out",
            )  # fmt: skip
        return Question.UPCARD if self.passes == len(self.events) < 2 else Question.DRAW


def implied_turn(replay: Replay, hand: CardSet, drawn: Card | None) -> Event | None:
    """My turn so far, where eleven cards are held and the turns end before it.

    The top of the pile in the hand was taken; otherwise a card came from the stock (or is the
    eleventh that was dealt).
    """
    mine = bool(replay.events) and replay.events[-1].who is Side.ME
    if len(hand) != HAND + 1 or replay.unfinished or mine:
        return None
    if replay.pile and replay.pile[-1] in hand:
        return Event(Side.ME, Turn.TAKE, replay.pile[-1])
    return Event(Side.ME, Turn.DRAW, drawn)


def replayed(rules: Rules, upcard: Card | None, turns: Sequence[Event]) -> Replay:
    """Play turns that no text said.

    >>> from analyzer.game.rules import PRESETS
    >>> after = replayed(PRESETS["classic"], Card.of("5s"), [
    ...     Event(Side.OPPONENT, Turn.TAKE, Card.of("5s"), Card.of("Kh"))])
    >>> after.pile, after.opponent, after.stock, after.dealer
    ([Card.of('Kh')], {Card.of('5s')}, 31, <Side.ME: 'me'>)
    """
    replay = Replay(rules, upcard)
    for event in turns:
        replay.play(SaidTurn(event))
    return replay


def _unfinished(event: Event) -> bool:
    return event.turn is not Turn.PASS and event.discarded is None


def describe(event: Event) -> str:
    """One turn as a line of a view.

    >>> describe(Event(Side.ME, Turn.DRAW, Card.of("4s"), Card.of("Jd")))
    'me: draws 4s, discards Jd'
    """
    who = event.who
    if event.turn is Turn.PASS:
        return f"{who}: pass"
    verb = "takes" if event.turn is Turn.TAKE else "draws"
    card = f" {event.card}" if event.card is not None else ""
    discarded = f", discards {event.discarded}" if event.discarded is not None else ""
    return f"{who}: {verb}{card}{discarded}"
