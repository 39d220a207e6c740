"""A hand in play: what lies open, what is hidden, and what follows each turn.

How a hand of two goes. The players are 0 and 1, one of them the dealer. Ten cards are dealt to
each and the first upcard is turned. The non-dealer may take it or pass, then the dealer;
if both pass, the non-dealer has to draw from the stock. (Or the non-dealer is dealt eleven
cards, there is no upcard, and the first turn is a discard.) From then on the players take
turns: take the top of the pile or draw from the stock, then discard, knock with a discard,
or lay all eleven cards down. A card taken may not be discarded in the same turn unless the
rules allow it. When two cards are left in the stock after a discard, the hand is void; or the
opponent may take that discard only to knock with it; or the pile without its top is shuffled
under the two cards that are left, and play goes on. There is no limit to the turns.

The rules texts leave gaps beyond two players. This is how they are read here:

**All.** The players are in seats 0, 1, 2, 3 clockwise; the one after the dealer is dealt the first
cards and has the first turn. Two players are dealt ten cards each, three and four seven.

**Three and four players.** Everyone plays for themselves. The first upcard is offered clockwise
from the dealer's left; if all pass, the dealer's left has to draw from the stock. After a knock
everyone lays off on the knocker's melds in turn order, and a card laid off extends the meld for
those after. Each player leaves the least deadwood they can and, where that can be had in several
ways, lays off the fewest cards; a defender who wants it otherwise says so after the knock
(`Position.answered`), in turn order, and all later answers follow from that. The knocker is settled
with each of the others by itself: difference, undercut and gin bonus for each pair. What a player
wins is written down and nothing is taken off, so the signed points of a hand sum to zero. Whoever
wins a settlement has a box, once a hand. Who reaches the target with the most points wins the
match, and a shutout is a match in which nobody else has a box. When the stock is used up the pile
without its top becomes the stock, shuffled by the dealer; if there is no other card, the hand is
void.

**Jokers.** A joker is a card of its own, X1 or X2. It stands for one card that its meld names, also
for one that lies elsewhere, and stays so: the card it stands for cannot take its place, nor be
added. A meld has at most one. A joker may be laid off where the card that it names fits. As
deadwood it costs 20. A joker turned up as the first card sets no limit and doubles nothing.

**Mahjong gin.** A card is turned up to begin the pile, and nobody is offered it; the first turn is
like any other. A player draws, then lays down melds and adds cards to melds on the table, as many
as they like or none, then discards. With several cards from the pile the deepest has to come to the
table in that turn, in a new meld or added to one; a single one may not be discarded in that turn.
So nobody may lay down what would leave them without a lawful discard. A player without a card is
gin, with or without a last discard. When the stock is used up, who declines the pile ends the hand;
so does a discard after which a hundred turns have been played. Everyone then scores what they have
on the table less what they hold, and gin 25 on top. An ace is high or low in a run, never both.

A `Table` may know all hands and the stock, as :class:`analyzer.game.position.Position` does,
one hand, as a record of one player has it, or none, as a history is read. Its steps check
nothing: a position asks what is legal before it takes one, and
:mod:`analyzer.notation._referee` asks it of what a text says.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Self, TypeVar

from analyzer.game.actions import Action, Kind, Question, Turn
from analyzer.game.arrangement import Meld
from analyzer.game.cards import NO_CARDS, Card, CardSet
from analyzer.game.legal import Ruled, can_knock
from analyzer.game.melds import deadwood
from analyzer.game.rules import GameKind, Rules, Wall
from analyzer.game.scoring import Ended, Outcome

HAND = 10
"""Cards in a hand of two between turns."""

FIRST_STOCK = 31
"""Cards in the stock of two before anybody has drawn."""

MOST_TURNS = 100
"""Discards after which a hand of mahjong gin is over."""

_Cards = TypeVar("_Cards", CardSet, CardSet | None)

Hands = tuple[CardSet | None, ...]
"""The hand of each seat; None for one that is not known."""


@dataclass(frozen=True, slots=True)
class Played:
    """One turn as it was, or as somebody saw it: pass, take or draw, and what followed."""

    player: int
    turn: Turn
    card: Card | None = None
    """The card taken or drawn; None after a pass, for a draw that was not seen, and when eleven
    cards were dealt. Of several cards taken the deepest."""
    discarded: Card | None = None
    """The card discarded; None after a pass, after big gin, and for a turn still going on."""
    gap: bool = False
    """True if a card that is None here was forgotten by whoever wrote the turn down."""
    above: tuple[Card, ...] = ()
    """The cards taken with it that lay above it, in mahjong gin."""
    laid: tuple[Action, ...] = ()
    """The melds laid down and the cards added, in mahjong gin; a knock that says its melds."""

    @property
    def forgotten(self) -> bool:
        """True if nothing is known of the turn; it is counted as a draw."""
        return self.gap and self.card is None and self.discarded is None

    @staticmethod
    def passes(turns: Sequence[Played]) -> int:
        """Count the players who have passed the first upcard.

        >>> Played.passes([Played(0, Turn.PASS), Played(1, Turn.TAKE, Card.of("9h"))])
        1
        """
        for number, turn in enumerate(turns):
            if turn.turn is not Turn.PASS:
                return number
        return len(turns)


@dataclass(frozen=True, slots=True)
class Step:
    """One move as it was made, or as somebody else saw it."""

    player: int
    move: Action
    drawn: Card | None = None
    """The card drawn from the stock; None where it was not seen, and for other moves."""


def steps_of(
    played: Sequence[Played], outcome: Outcome | None = None, *, dealt_eleven: bool = False
) -> Iterator[Step]:
    """Every move of some turns, and of the end of the hand; eleven cards dealt are none.

    >>> turn = Played(1, Turn.TAKE, Card.of("9h"), Card.of("Kd"))
    >>> [(step.player, str(step.move)) for step in steps_of([turn])]
    [(1, 'take'), (1, 'discard Kd')]
    """
    for number, turn in enumerate(played):
        if number or not dealt_eleven:
            drawn = turn.card if turn.turn is Turn.DRAW else None
            yield Step(turn.player, Action(Kind(str(turn.turn)), count=1 + len(turn.above)), drawn)
        yield from (Step(turn.player, action) for action in turn.laid)
        last = number == len(played) - 1 and outcome is not None and outcome.knock is not None
        if any(action.ends_hand for action in turn.laid):
            continue
        if last and outcome is not None:
            yield Step(turn.player, _ending(turn, outcome))
        elif turn.discarded is not None:
            yield Step(turn.player, Action(Kind.DISCARD, turn.discarded))
    for pair in () if outcome is None else outcome.pairs:
        if pair.chosen:
            off = CardSet.from_cards(card for card, _ in pair.answer.laid_off)
            yield Step(pair.defender, Action(Kind.LAY_OFF, off=off))


def _ending(turn: Played, outcome: Outcome) -> Action:
    """The move that laid a hand down."""
    melds = () if outcome.knock is None else outcome.knock.melds
    if turn.discarded is None:
        return Action(Kind.BIG_GIN, None, melds)
    points = outcome.knock is not None and outcome.knock.points
    return Action(Kind.KNOCK if points else Kind.GIN, turn.discarded, melds)


def hand_before(hand: CardSet, card: Card | None, discarded: Card | None) -> CardSet:
    """The hand as it was before a turn of its player: the discard back, the card gone."""
    hand = hand if discarded is None else hand.add(discarded)
    return hand if card is None else hand.remove(card)


def _lost(turn: Played) -> bool:
    """True if the card discarded in a turn was forgotten."""
    return turn.gap and turn.discarded is None and turn.turn is not Turn.PASS


@dataclass(frozen=True, slots=True)
class Table(Ruled):
    """One moment of a hand in play; each step gives another.

    >>> from analyzer.game.rules import PRESETS
    >>> five, king = Card.of("5s"), Card.of("Kh")
    >>> table = Table.opening(PRESETS["classic"], five).after(Played(0, Turn.TAKE, five, king))
    >>> str(table.top), str(table.known[0]), table.turn, len(table.stock)
    ('Kh', '5s', 1, 31)
    """

    rules: Rules
    hands: Hands
    """As held now."""
    stock: tuple[Card | None, ...]
    """The next card to draw first; None for one that is not known."""
    pile: tuple[Card, ...]
    """Oldest first, the top last."""
    turn: int
    """The player to act."""
    question: Question
    """That player's decision; the last one, once the hand is over."""
    dealer: int = 1
    upcard: Card | None = None
    """The first upcard; None where eleven cards are dealt, or where it is not known."""
    score: tuple[int, int] | None = None
    """Match points of player 0 and player 1 before this hand; None outside a match of two."""
    taken: Card | None = None
    """The card taken from the pile in this turn, of several the deepest."""
    drawn: Card | None = None
    """The card drawn from the stock in this turn, if it is known."""
    known: tuple[CardSet, ...] = (NO_CARDS, NO_CARDS)
    """Cards of each player's that the others saw taken."""
    played: tuple[Played, ...] = ()
    """Every turn so far, oldest first."""
    shuffles: int = 0
    """Number of times the pile has become the stock."""
    over: bool = False
    """True if the hand has ended."""
    outcome: Outcome | None = None
    """The end of the hand; None while it goes on, and where the cards that decide are not known."""
    above: tuple[Card, ...] = ()
    """The cards taken above `taken` in this turn, in mahjong gin."""
    melds: tuple[Meld, ...] = ()
    """The melds that lie open, in mahjong gin."""
    laid: tuple[CardSet, ...] = ()
    """Cards of each player's among them; empty in other games."""

    @classmethod
    def opening(
        cls,
        rules: Rules,
        upcard: Card | None,
        hands: Hands | None = None,
        stock: tuple[Card | None, ...] | None = None,
        *,
        dealer: int | None = None,
        score: tuple[int, int] | None = None,
    ) -> Self:
        """The table once the cards are dealt, as much as is known of them.

        Without a dealer the last seat deals.
        """
        count, mahjong = rules.players, rules.play is GameKind.MAHJONG
        deals = count - 1 if dealer is None else dealer
        eleven, first = rules.deals_eleven, (deals + 1) % count
        question = Question.DISCARD if eleven else Question.DRAW if mahjong else Question.UPCARD
        left = len(rules.pack) - count * rules.cards - 1
        return cls(
            rules=rules,
            hands=(None,) * count if hands is None else hands,
            stock=(None,) * left if stock is None else stock,
            pile=() if upcard is None else (upcard,),
            turn=first, question=question, dealer=deals, upcard=upcard, score=score,
            known=(NO_CARDS,) * count,
            played=(Played(first, Turn.DRAW),) if eleven else (),
            laid=(NO_CARDS,) * count if mahjong else (),
        )  # fmt: skip

    @property
    def left(self) -> int:
        """Cards left in the stock."""
        return len(self.stock)

    @property
    def next(self) -> int:
        """The player whose turn it is after this one."""
        return (self.turn + 1) % self.rules.players

    @property
    def top(self) -> Card | None:
        """The card on top of the pile; None where none lies there, or where it was forgotten."""
        return self.pile[-1] if self.pile and not self._top_forgotten else None

    @property
    def _top_forgotten(self) -> bool:
        last = self.played[-1] if self.played else None
        return self.question is not Question.DISCARD and last is not None and _lost(last)

    @property
    def has_gaps(self) -> bool:
        """True if something was forgotten of the turns so far."""
        return any(turn.gap for turn in self.played)

    @property
    def passes(self) -> int:
        """Number of players who have passed the first upcard."""
        return Played.passes(self.played)

    @property
    def must_draw(self) -> bool:
        """True if all have passed the first upcard, so that only the stock is left."""
        all_passed = self.passes == self.rules.players == len(self.played)
        return self.question is Question.DRAW and all_passed

    @property
    def thrown_in(self) -> bool:
        """True if the hand ended so that no cards have to be shown."""
        ended = self.outcome is not None and self.outcome.kind in {Ended.VOID, Ended.MISDEAL}
        return ended and self.rules.play is GameKind.KNOCK

    @property
    def misdealt(self) -> bool:
        """True if a known hand could be knocked with as dealt, where the rules forbid that."""
        asks = self.rules.misdeal_if_dealt_knock and self.rules.play is GameKind.KNOCK
        return asks and any(
            can_knock(hand, self.rules, self.limit)
            if len(hand) > self.rules.cards
            else deadwood(hand, self.rules) <= self.limit
            for hand in self.hands
            if hand is not None
        )

    # ---- steps

    def after(self, turn: Played) -> Self:
        """After a whole turn, or as much of it as was played."""
        here = self if self.turn == turn.player else replace(self, turn=turn.player)
        if turn.turn is Turn.PASS:
            return here.after_pass()
        if here.question is Question.DISCARD and here.played[-1].player != turn.player:
            here = replace(here, turn=here.played[-1].player).after_lost_discard()
        begun = here.question is Question.DISCARD and here.played[-1].player == turn.player
        if not begun:
            take = turn.turn is Turn.TAKE
            here = here.after_take(turn.card) if take else here.after_draw(turn.card)
            here = here._marked() if turn.gap else here
        return here if turn.discarded is None else here.after_discard(turn.discarded)

    def after_pass(self) -> Self:
        """After a pass: with the stock used up the hand ends with it."""
        played = (*self.played, Played(self.turn, Turn.PASS))
        if self.question is Question.LAST or self.rules.play is GameKind.MAHJONG:
            return replace(self, played=played)._void()
        question = Question.DRAW if self.turn == self.dealer else Question.UPCARD
        return replace(self, played=played, turn=self.next, question=question)

    def after_take(self, card: Card | None = None, count: int = 1) -> Self:
        """After some cards on top of the pile are taken; `card` is one that was forgotten."""
        forgotten = self._top_forgotten or not self.pile
        deepest, *above = (card,) if forgotten else self.pile[-count:]
        here = replace(
            self,
            hands=self._without_hand() if deepest is None else self.hands,
            pile=self.pile if forgotten else self.pile[:-count],
            known=self._known_apart(deepest),
        )
        for each in (deepest, *above):
            here = replace(
                here, hands=here._added(here.hands, each), known=here._added(here.known, each)
            )
        together = tuple(each for each in above if each is not None)
        return replace(
            here,
            question=Question.DISCARD,
            taken=deepest,
            above=together,
            played=(*self.played, Played(self.turn, Turn.TAKE, deepest, above=together)),
        )

    def after_draw(self, card: Card | None = None) -> Self:
        """After a draw of the next card, which is `card` where the stock is not known."""
        card = self.stock[0] if card is None and self.stock else card
        return replace(
            self,
            hands=self._without_hand() if card is None else self._added(self.hands, card),
            stock=self.stock[1:],
            known=self._known_apart(card),
            question=Question.DISCARD,
            drawn=card,
            played=(*self.played, Played(self.turn, Turn.DRAW, card)),
        )

    def after_lost_discard(self) -> Self:
        """After a discard that was forgotten, with the other player to act.

        The hand it came from is no longer known.
        """
        marked = self._marked()
        after = replace(
            marked, hands=self._without_hand(), turn=self.next,
            question=Question.DRAW, taken=None, drawn=None, above=(),
        )  # fmt: skip
        return after._at_wall()

    def _marked(self) -> Self:
        """The table with its last turn marked as one of which something was forgotten."""
        return replace(self, played=(*self.played[:-1], replace(self.played[-1], gap=True)))

    def holding(self, player: int, hand: CardSet) -> Self:
        """The table with the hand of a player as it is said to be between two turns."""
        known = tuple(
            cards & hand if seat == player else cards - hand
            for seat, cards in enumerate(self.known)
        )
        return replace(self, hands=changed(self.hands, player, hand), known=known)

    def put_down(self, card: Card | None) -> Self:
        """After a card has gone to the pile, with the same player to act: as in a knock."""
        if card is None:
            return self
        hand, known = self.hands[self.turn], self.known[self.turn]
        return replace(
            self,
            hands=changed(self.hands, self.turn, None if hand is None else hand.remove(card)),
            pile=(*self.pile, card),
            known=changed(self.known, self.turn, known.remove(card)),
            played=(*self.played[:-1], replace(self.played[-1], discarded=card)),
        )

    def after_discard(self, card: Card) -> Self:
        """After a discard, with the other player to act unless the hand is over."""
        after = replace(
            self.put_down(card),
            turn=self.next,
            question=Question.DRAW,
            taken=None,
            drawn=None,
            above=(),
        )
        return after._at_wall()

    def _at_wall(self) -> Self:
        """After a discard: the hand is over, or the pile is shuffled, where the stock is used up.

        In mahjong gin the stock may be empty, and the hand ends after so many turns.
        """
        if self.rules.play is GameKind.MAHJONG:
            turns = sum(turn.discarded is not None for turn in self.played)
            return self if turns < MOST_TURNS else self._void()
        if self.left > self.used_up:
            return self
        if self.rules.wall is Wall.LAST_DISCARD:
            return replace(self, question=Question.LAST)
        if self.rules.wall is Wall.VOID or not (self.stock or self.pile[:-1]):
            return self._void()
        under = self._shuffled(self.pile[:-1])
        return replace(
            self, stock=(*self.stock, *under), pile=self.pile[-1:], shuffles=self.shuffles + 1
        )

    def _void(self) -> Self:
        return replace(self, over=True)

    def _shuffled(self, cards: tuple[Card, ...]) -> tuple[Card | None, ...]:
        """Cards of the pile in an order that nobody knows, with an upcard that nobody said."""
        eleven = self.rules.deals_eleven
        buried = self.upcard is None and not eleven and not self.shuffles
        return (None,) * (len(cards) + buried + sum(_lost(turn) for turn in self.played[:-1]))

    def _added(self, sets: tuple[_Cards, ...], card: Card | None) -> tuple[_Cards, ...]:
        """The sets with a card more in that of the player to act, where both are known."""
        cards = sets[self.turn]
        if card is None or cards is None:
            return sets
        return changed(sets, self.turn, cards.add(card))

    def _known_apart(self, card: Card | None) -> tuple[CardSet, ...]:
        """The cards known to be held, less one that another player must have discarded."""
        if card is None or not self.has_gaps:
            return self.known
        return tuple(
            cards if seat == self.turn else cards.remove(card)
            for seat, cards in enumerate(self.known)
        )

    def _without_hand(self) -> Hands:
        """The hands, that of the player to act no longer known."""
        return changed(self.hands, self.turn, None)


def changed(sets: tuple[_Cards, ...], player: int, cards: _Cards) -> tuple[_Cards, ...]:
    """The sets of all seats with that of a player exchanged.

    >>> [len(cards) for cards in changed((NO_CARDS, NO_CARDS), 1, CardSet.of("9h"))]
    [0, 1]
    """
    all_sets = list(sets)
    all_sets[player] = cards
    return tuple(all_sets)
