"""The full truth of one hand in play, immutable: what is legal, what follows, how it ends.

How a hand goes. The players are 0 and 1, one of them the dealer. Ten cards are dealt to
each and the first upcard is turned. The non-dealer may take it or pass, then the dealer;
if both pass, the non-dealer has to draw from the stock. (Or the non-dealer is dealt eleven
cards, there is no upcard, and the first turn is a discard.) From then on the players take
turns: take the top of the pile or draw from the stock, then discard a card, knock with it,
or lay all eleven cards down. A card taken may not be discarded in the same turn unless the
rules allow it. When two cards are left in the stock after a discard, the hand is void; or the
opponent may take that discard only to knock with it; or the pile without its top is shuffled
under the two cards that are left, and play goes on. There is no limit to the turns.

Only referees and recorders hold a `Position`; all that thinks takes a
:class:`analyzer.game.view.View`, made from it by :func:`analyzer.game.view.view_of`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from analyzer.errors import InputError
from analyzer.game.actions import (
    Action,
    Kind,
    Question,
    Turn,
    can_knock,
    last_actions,
    offer_actions,
    turn_actions,
)
from analyzer.game.cards import DECK, NO_CARDS, Card, CardSet
from analyzer.game.melds import Arrangement, Defence, best_arrangements, deadwood, is_meld, lay_off
from analyzer.game.rules import FirstUpcard, Rules, Wall
from analyzer.game.scoring import MISDEAL, VOID, HandResult, Scored, score_knock

WALL = 2
"""Cards that stay in the stock."""


@dataclass(frozen=True, slots=True)
class Played:
    """One turn as it was: pass, take or draw, and the card discarded after it."""

    player: int
    turn: Turn
    card: Card | None = None
    """The card taken or drawn; None after a pass, and when eleven cards were dealt."""
    discarded: Card | None = None
    """The card discarded; None after a pass, after big gin, and for a turn still going on."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a hand ended, with what was laid down."""

    hand: HandResult
    knocker: int | None = None
    """The player who knocked; None where nobody did."""
    knock: Arrangement | None = None
    defence: Defence | None = None

    @property
    def scored(self) -> Scored:
        """The hand as a score sheet has it."""
        return Scored.of(self.hand, self.knocker)

    @property
    def points(self) -> tuple[int, int]:
        """Signed points of player 0 and player 1; they sum to zero."""
        gained = self.hand.knocker_points
        return (gained, -gained) if self.knocker == 0 else (-gained, gained)


@dataclass(frozen=True, slots=True)
class Position:
    """One hand in play; `legal_actions` says what can be done, `apply` gives what follows.

    >>> from analyzer.game.rules import PRESETS
    >>> start = deal(PRESETS["classic"], seed=1)
    >>> [str(action) for action in start.legal_actions()], start.turn, len(start.stock)
    (['take', 'pass'], 0, 31)
    >>> later = start.apply(Action(Kind.PASS)).apply(Action(Kind.TAKE))
    >>> later.turn, len(later.hands[1]), later.taken == start.upcard
    (1, 11, True)
    """

    rules: Rules
    hands: tuple[CardSet, CardSet]
    """Of player 0 and player 1."""
    stock: tuple[Card, ...]
    """The next card to draw first."""
    pile: tuple[Card, ...]
    """Oldest first, the top last."""
    turn: int
    """The player to act."""
    question: Question
    """What that player has to decide; what was decided last, once the hand is over."""
    dealer: int = 1
    upcard: Card | None = None
    """The first upcard; None where eleven cards are dealt."""
    score: tuple[int, int] | None = None
    """Match points of player 0 and player 1 before this hand; None outside a match."""
    taken: Card | None = None
    """The card taken from the pile in this turn."""
    drawn: Card | None = None
    """The card drawn from the stock in this turn."""
    known: tuple[CardSet, CardSet] = (NO_CARDS, NO_CARDS)
    """Cards of each player's that the other saw taken."""
    played: tuple[Played, ...] = ()
    """Every turn so far, oldest first."""
    seed: int = 0
    """Of the shuffles that the rules ask for during the hand."""
    shuffles: int = 0
    """How often the pile has become the stock."""
    outcome: Outcome | None = None
    """How the hand ended; None while it goes on."""

    @property
    def limit(self) -> int:
        """Most deadwood to knock with in this hand."""
        return self.rules.limit_for(self.upcard)

    @property
    def multiplier(self) -> int:
        """What this hand's score is multiplied by."""
        return self.rules.multiplier_for(self.upcard)

    @property
    def forbidden(self) -> Card | None:
        """The card that may not be discarded in this turn."""
        return None if self.rules.may_return_upcard else self.taken

    @property
    def must_draw(self) -> bool:
        """Whether both have passed the first upcard, so that only the stock is left."""
        passes = [turn.turn is Turn.PASS for turn in self.played]
        return self.question is Question.DRAW and passes == [True, True]

    @property
    def must_knock(self) -> bool:
        """Whether the last discard was taken at the wall, which is allowed only to knock."""
        at_wall = self.rules.wall is Wall.LAST_DISCARD and len(self.stock) == WALL
        return at_wall and self.question is Question.DISCARD and self.taken is not None

    @property
    def over(self) -> bool:
        """Whether the hand has ended."""
        return self.outcome is not None

    def legal_actions(self) -> tuple[Action, ...]:
        """All that the player to act can do; nothing once the hand is over."""
        if self.over:
            return ()
        hand = self.hands[self.turn]
        if self.question is Question.DISCARD:
            return turn_actions(
                hand, self.rules, self.limit, self.forbidden, must_knock=self.must_knock
            )
        if self.question is Question.LAST:
            return last_actions(hand, self.pile[-1], self.rules, self.limit)
        return offer_actions(self.question, must_draw=self.must_draw)

    def apply(self, action: Action, defence: Defence | None = None) -> Position:
        """The position after an action; raises InputError for one that is not legal.

        A knock without melds is spread with the least deadwood. It is answered by the best
        defence unless another one is given, as it is when a record is replayed.
        """
        if self.over:
            raise InputError(f"`{action}` comes after the end of the hand")
        if action.kind in {Kind.TAKE, Kind.DRAW, Kind.PASS}:
            if action not in self.legal_actions():
                raise self._illegal(action, "it is not one of the choices here")
            steps = {Kind.TAKE: self._take, Kind.DRAW: self._draw, Kind.PASS: self._pass}
            return steps[action.kind]()
        if self.question is not Question.DISCARD:
            raise self._illegal(action, "no card has been taken or drawn")
        return self._lay_down(action, defence) if action.ends_hand else self._discard(action)

    def _illegal(self, action: Action, why: str) -> InputError:
        return InputError(f"`{action}` is not possible: {why}", where=f"player {self.turn + 1}")

    @property
    def _gin_is_forced(self) -> bool:
        return self.rules.must_gin and all(
            action.kind in {Kind.GIN, Kind.BIG_GIN} for action in self.legal_actions()
        )

    def _pass(self) -> Position:
        played = (*self.played, Played(self.turn, Turn.PASS))
        if self.question is Question.LAST:
            return replace(self, played=played, outcome=Outcome(VOID))
        last_offer = self.turn == self.dealer
        question = Question.DRAW if last_offer else Question.UPCARD
        return replace(self, played=played, turn=1 - self.turn, question=question)

    def _take(self) -> Position:
        card = self.pile[-1]
        return replace(
            self,
            hands=self._with(self.hands, self.hands[self.turn].add(card)),
            pile=self.pile[:-1],
            known=self._with(self.known, self.known[self.turn].add(card)),
            question=Question.DISCARD,
            taken=card,
            played=(*self.played, Played(self.turn, Turn.TAKE, card)),
        )

    def _draw(self) -> Position:
        card = self.stock[0]
        return replace(
            self,
            hands=self._with(self.hands, self.hands[self.turn].add(card)),
            stock=self.stock[1:],
            question=Question.DISCARD,
            drawn=card,
            played=(*self.played, Played(self.turn, Turn.DRAW, card)),
        )

    def _with(self, pair: tuple[CardSet, CardSet], mine: CardSet) -> tuple[CardSet, CardSet]:
        """The pair with the set of the player to act exchanged."""
        return (mine, pair[1]) if self.turn == 0 else (pair[0], mine)

    def _without(self, action: Action) -> Position:
        """The position with the action's card on the pile, the same player still to act."""
        card = action.card
        if card is None or card not in self.hands[self.turn]:
            raise self._illegal(action, "the card is not in the hand")
        if card == self.forbidden:
            raise self._illegal(action, "a card just taken may not be discarded in the same turn")
        return replace(
            self,
            hands=self._with(self.hands, self.hands[self.turn].remove(card)),
            pile=(*self.pile, card),
            known=self._with(self.known, self.known[self.turn].remove(card)),
            played=(*self.played[:-1], replace(self.played[-1], discarded=card)),
        )

    def _discard(self, action: Action) -> Position:
        if self.must_knock:
            raise self._illegal(action, "the last discard may be taken only to knock")
        if self._gin_is_forced:
            raise self._illegal(action, "a hand without deadwood has to go gin")
        after = replace(
            self._without(action),
            turn=1 - self.turn,
            question=Question.DRAW,
            taken=None,
            drawn=None,
        )
        return after if len(self.stock) > WALL else after._at_wall()

    def _at_wall(self) -> Position:
        if self.rules.wall is Wall.LAST_DISCARD:
            return replace(self, question=Question.LAST)
        if self.rules.wall is Wall.VOID:
            return replace(self, outcome=Outcome(VOID))
        cards = list(self.pile[:-1])
        Random(f"{self.seed}/{self.shuffles}").shuffle(cards)
        return replace(
            self,
            stock=(*self.stock, *cards),
            pile=self.pile[-1:],
            shuffles=self.shuffles + 1,
        )

    def _lay_down(self, action: Action, defence: Defence | None) -> Position:
        big = action.kind is Kind.BIG_GIN
        after = self if big else self._without(action)
        knock = self._spread(action, after.hands[self.turn])
        other = after.hands[1 - self.turn]
        answer = lay_off(knock, other, self.rules) if defence is None else defence
        hand = score_knock(knock, answer, self.rules, self.multiplier)
        return replace(after, outcome=Outcome(hand, self.turn, knock, answer))

    def _spread(self, action: Action, hand: CardSet) -> Arrangement:
        """The arrangement that an action lays down; raises InputError if it is no such thing."""
        knock = self._arranged(action, hand)
        gin = action.kind is not Kind.KNOCK
        if knock.points > (0 if gin else self.limit):
            raise self._illegal(action, f"{knock.points} points of deadwood are left")
        if action.kind is Kind.BIG_GIN and self.rules.big_gin_bonus is None:
            raise self._illegal(action, "these rules have no big gin")
        if action.kind is Kind.BIG_GIN and knock.deadwood:
            raise self._illegal(action, f"{knock.deadwood} is in no meld")
        if knock.points and self._gin_is_forced:
            raise self._illegal(action, "a hand without deadwood has to go gin")
        return knock

    def _arranged(self, action: Action, hand: CardSet) -> Arrangement:
        if not action.melds:
            return best_arrangements(hand, self.rules)[0]
        laid = NO_CARDS
        for meld in action.melds:
            if not is_meld(meld, self.rules):
                raise self._illegal(action, f"{meld} is not a meld")
            if not meld <= hand - laid:
                raise self._illegal(action, f"{meld} is not in the hand, or is used twice")
            laid |= meld
        left = hand - laid
        melds = tuple(sorted(action.melds, key=tuple))
        return Arrangement(melds, left, sum(map(self.rules.value, left)))


def start(
    rules: Rules,
    hands: tuple[CardSet, CardSet],
    upcard: Card | None,
    stock: tuple[Card, ...],
    *,
    dealer: int = 1,
    score: tuple[int, int] | None = None,
    seed: int = 0,
) -> Position:
    """A hand as dealt; a misdeal, where the rules know one, is over at once.

    The hands are of player 0 and player 1, the stock has the next card first. Raises
    InputError unless they and the upcard are the whole deck, ten cards each (eleven for the
    non-dealer, and no upcard, where eleven are dealt).
    """
    eleven = rules.first_upcard is FirstUpcard.ELEVEN
    pile = () if upcard is None else (upcard,)
    _check_deal(hands, pile, stock, eleven_to=1 - dealer if eleven else None)
    position = Position(
        rules=rules, hands=hands, stock=stock, pile=pile, turn=1 - dealer, dealer=dealer,
        question=Question.DISCARD if eleven else Question.UPCARD, upcard=upcard, score=score,
        played=(Played(1 - dealer, Turn.DRAW),) if eleven else (), seed=seed,
    )  # fmt: skip
    if rules.misdeal_if_dealt_knock and any(_dealt_knock(position, hand) for hand in hands):
        return replace(position, outcome=Outcome(MISDEAL))
    return position


def _check_deal(
    hands: tuple[CardSet, CardSet],
    pile: tuple[Card, ...],
    stock: tuple[Card, ...],
    eleven_to: int | None,
) -> None:
    for player, hand in enumerate(hands):
        wanted = 11 if player == eleven_to else 10
        if len(hand) != wanted:
            raise InputError(
                f"{len(hand)} cards are dealt to player {player + 1}", hint=f"deal {wanted}"
            )
    if len(pile) != (eleven_to is None):
        raise InputError(
            "an upcard is turned only where ten cards are dealt to each player",
            hint="give one with ten cards each, none with eleven",
        )
    cards = [*hands[0], *hands[1], *pile, *stock]
    if len(cards) != len(DECK) or CardSet.from_cards(cards) != DECK:
        raise InputError("the deal is not the whole deck", hint="deal each of the 52 cards once")


def _dealt_knock(position: Position, hand: CardSet) -> bool:
    if len(hand) == 11:
        return can_knock(hand, position.rules, position.limit)
    return deadwood(hand, position.rules) <= position.limit


def deal(
    rules: Rules,
    seed: int = 0,
    *,
    order: Sequence[Card] | None = None,
    dealer: int = 1,
    score: tuple[int, int] | None = None,
) -> Position:
    """Deal a hand: the shuffle of a seed, or the given order of all 52 cards.

    The first ten cards of the order go to the non-dealer, the next ten to the dealer, then
    comes the upcard (or the non-dealer's eleventh card), then the stock. The seed also
    shuffles the pile where the rules make a new stock of it.
    """
    cards = list(DECK if order is None else order)
    if order is None:
        Random(seed).shuffle(cards)
    eleven = rules.first_upcard is FirstUpcard.ELEVEN
    first = CardSet.from_cards([*cards[:10], *(cards[20:21] if eleven else ())])
    second = CardSet.from_cards(cards[10:20])
    return start(
        rules,
        (first, second) if dealer == 1 else (second, first),
        None if eleven or len(cards) < 21 else cards[20],
        tuple(cards[21:]),
        dealer=dealer,
        score=score,
        seed=seed,
    )
