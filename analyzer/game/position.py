"""The full truth of one hand in play, immutable: what is legal, what follows, how it ends.

Only referees and recorders hold a `Position`; all that thinks takes a
:class:`analyzer.game.view.View`, made from it by :func:`analyzer.game.view.view_of`. How a hand
goes is told in :mod:`analyzer.game.table`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from analyzer.errors import InputError
from analyzer.game.actions import Action, Kind, Question
from analyzer.game.arrangement import Arrangement, Defense
from analyzer.game.cards import DECK, NO_CARDS, Card, CardSet, counted_cards
from analyzer.game.melds import best_arrangements, deadwood, discards, is_meld, lay_off
from analyzer.game.rules import PRESETS, Rules
from analyzer.game.scoring import Ended, Outcome, Pair, score_knock
from analyzer.game.table import Played, Table, hand_before
from analyzer.game.view import (
    Event,
    Side,
    Turn,
    View,
    history_of,
    tables_of,
    view_before_draw,
    view_of,
)


@dataclass(frozen=True, slots=True)
class Position(Table):
    """One hand in play; `legal_actions` says what can be done, `apply` gives what follows.

    >>> from analyzer.game.rules import PRESETS
    >>> start = deal(PRESETS["classic"], seed=1)
    >>> [str(action) for action in start.legal_actions()], start.turn, len(start.stock)
    (['take', 'pass'], 0, 31)
    >>> later = start.apply(Action(Kind.PASS)).apply(Action(Kind.TAKE))
    >>> later.turn, len(later.hands[1]), later.taken == start.upcard
    (1, 11, True)
    """

    hands: tuple[CardSet, CardSet]
    """Of player 0 and player 1."""
    stock: tuple[Card, ...]
    """The next card to draw first."""
    seed: int = 0
    """Of the shuffles that the rules ask for during the hand."""
    outcome: Outcome | None = None
    """The end of the hand; None while it goes on."""

    def legal_actions(self) -> tuple[Action, ...]:
        """All that the player to act can do; nothing once the hand is over."""
        if self.over:
            return ()
        return self.choices(self.hands[self.turn])

    def apply(self, action: Action, defense: Defense | None = None) -> Position:
        """The position after an action; raises InputError for one that is not legal.

        A knock without melds is spread with the least deadwood. It is answered by the best
        defense unless another one is given, as it is when a record is replayed.
        """
        if self.over:
            raise InputError(f"`{action}` comes after the end of the hand", hint="leave it out")
        if action.kind in {Kind.TAKE, Kind.DRAW, Kind.PASS}:
            if action not in self.legal_actions():
                raise self._illegal(action, "it is not one of the choices here")
            return self.after(Played(self.turn, Turn(str(action.kind))))
        if self.question is not Question.DISCARD:
            raise self._illegal(action, "no card has been taken or drawn")
        if action.kind is not Kind.DISCARD and not action.ends_hand:
            raise self._illegal(action, "it is not one of the choices here")
        return self._lay_down(action, defense) if action.ends_hand else self._discard(action)

    def _illegal(self, action: Action, why: str) -> InputError:
        legal = self.legal_actions()
        return InputError(
            f"`{action}` is not possible: {why}",
            where=f"player {self.turn + 1}",
            hint=f"possible here: {', '.join(dict.fromkeys(str(one.kind) for one in legal))}",
        )

    @property
    def _gin_is_forced(self) -> bool:
        return self.rules.must_gin and all(
            action.kind in {Kind.GIN, Kind.BIG_GIN} for action in self.legal_actions()
        )

    def _check_discard(self, action: Action) -> Card:
        """The card of an action, where it may be discarded now."""
        card = action.card
        if card is None or card not in self.hands[self.turn]:
            raise self._illegal(action, "the card is not in the hand")
        if card == self.forbidden:
            raise self._illegal(action, "a card just taken may not be discarded in the same turn")
        return card

    def _discard(self, action: Action) -> Position:
        if self.must_knock:
            raise self._illegal(action, "the last discard may be taken only to knock")
        if self._gin_is_forced:
            raise self._illegal(action, "a hand without deadwood has to go gin")
        return self.after_discard(self._check_discard(action))

    def _void(self) -> Position:
        return self._ended(Outcome(Ended.VOID, (0, 0)))

    def _ended(self, outcome: Outcome) -> Position:
        return replace(self, outcome=outcome, over=True)

    def _shuffled(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        order = list(cards)
        Random(f"{self.seed}/{self.shuffles}").shuffle(order)
        return tuple(order)

    def _lay_down(self, action: Action, defense: Defense | None) -> Position:
        big = action.kind is Kind.BIG_GIN
        after = self if big else self.put_down(self._check_discard(action))
        knock = self._spread(action, after.hands[self.turn])
        other = after.hands[1 - self.turn]
        answer = lay_off(knock, other, self.rules) if defense is None else defense
        hand = score_knock(knock, answer, self.rules, self.multiplier)
        pair = Pair(1 - self.turn, answer, hand)
        return after._ended(Outcome.settled(self.turn, knock, [pair], 2))

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
        return Arrangement.of(action.melds, hand - laid, self.rules)


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
    eleven = rules.deals_eleven
    pile = () if upcard is None else (upcard,)
    _check_deal(hands, pile, stock, eleven_to=1 - dealer if eleven else None)
    opening = Position.opening(rules, upcard, hands, stock, dealer=dealer, score=score)
    position = replace(opening, seed=seed)
    return position._ended(Outcome(Ended.MISDEAL, (0, 0))) if position.misdealt else position


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
                f"player {player + 1} is dealt {counted_cards(len(hand))}", hint=f"deal {wanted}"
            )
    if len(pile) != (eleven_to is None):
        raise InputError(
            "an upcard is turned only where ten cards are dealt to each player",
            hint="give one with ten cards each, none with eleven",
        )
    cards = [*hands[0], *hands[1], *pile, *stock]
    if len(cards) != len(DECK) or CardSet.from_cards(cards) != DECK:
        raise InputError("the deal is not the whole deck", hint="deal each of the 52 cards once")


def position_behind(view: View, seed: int) -> Position:
    """A truth that a view may have behind it: what player 0 does not see is dealt at random.

    >>> from analyzer.game.rules import PRESETS
    >>> view = view_of(deal(PRESETS["classic"], seed=1))
    >>> view_of(position_behind(view, seed=7)) == view
    True
    """
    unseen = list(view.unseen)
    Random(seed).shuffle(unseen)
    theirs, stock = unseen[: view.hidden], unseen[view.hidden : view.hidden + view.stock]
    return Position(
        rules=view.rules,
        hands=(view.hand, view.opponent | CardSet.from_cards(theirs)),
        stock=tuple(stock),
        pile=view.pile,
        turn=0,
        question=view.question,
        dealer=0 if view.dealer is Side.ME else 1,
        upcard=view.upcard,
        score=view.score,
        taken=view.taken,
        drawn=view.drawn,
        known=(view.shown, view.opponent),
        played=_played(view),
        seed=seed,
    )


def _played(view: View) -> tuple[Played, ...]:
    """The turns of a view; where they are not known, as much as the rules ask about."""
    if view.history is not None:
        return tuple(
            Played(int(event.who is Side.OPPONENT), event.turn, event.card, event.discarded)
            for event in view.history
        )
    if view.question is Question.DISCARD:
        turn = Turn.DRAW if view.taken is None else Turn.TAKE
        return (Played(0, turn, view.drawn if view.taken is None else view.taken),)
    return (Played(0, Turn.PASS), Played(1, Turn.PASS)) if view.must_draw else ()


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
    rules = rules.with_knock_card(str(seed))
    cards = list(DECK if order is None else order)
    if order is None:
        Random(seed).shuffle(cards)
    eleven = rules.deals_eleven
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


# ---------------------------------------------------------------- what a player knows at the end


@dataclass(frozen=True, slots=True)
class HandEnd:
    """One player's knowledge of a hand that is over."""

    rules: Rules
    hand: CardSet
    """My cards at the end; eleven where I was to discard."""
    opponent: CardSet | None
    """Theirs, which are seen once somebody lays down; None after a dead hand."""
    knocker: Side | None
    """The side that laid down; None where nobody did."""
    upcard: Card | None
    dealer: Side
    history: tuple[Event, ...]
    """Every turn, oldest first. The last one of a hand that was laid down has the card discarded
    face down, none after big gin."""

    @property
    def last(self) -> Event | None:
        """The turn that ended the hand; None where nobody laid down."""
        return None if self.knocker is None else self.history[-1]

    def before_last(self) -> View:
        """Return my view before the turn that ended the hand, as if I were to draw.

        Raises InputError where nothing had been discarded before it, and for turns that cannot be.
        """
        turns = self.history if self.last is None else self.history[:-1]
        tables = tables_of(self.rules, self.upcard, turns)
        for table, event in zip(tables, turns, strict=False):
            if event.turn is Turn.TAKE and event.card != table.top:
                raise InputError(
                    f"{event.card} is taken but is not on top of the pile",
                    where="history",
                    hint="a turn takes the top of the pile, or draws",
                )
        hand, last = self.hand, self.last
        if last is not None and last.who is Side.ME:
            hand = hand_before(hand, last.card, last.discarded)
        return replace(view_before_draw(tables[-1], hand), dealer=self.dealer)


def hand_end_of(position: Position, player: int) -> HandEnd:
    """Return a player's knowledge after the end of a hand; raises ValueError while it goes on.

    >>> from analyzer.game.actions import Action, Kind
    >>> from analyzer.game.position import deal
    >>> from analyzer.game.rules import PRESETS
    >>> here = deal(PRESETS["classic"], seed=1)
    >>> while not here.over:
    ...     here = here.apply(here.legal_actions()[-1])
    >>> found = hand_end_of(here, 0)
    >>> found.knocker, found.opponent, len(found.history) > 20
    (None, None, True)
    """
    if position.outcome is None:
        raise ValueError("the hand is not over")
    knocker = position.outcome.knocker
    return HandEnd(
        rules=position.rules,
        hand=position.hands[player],
        opponent=None if knocker is None else position.hands[1 - player],
        knocker=None if knocker is None else Side.ME if knocker == player else Side.OPPONENT,
        upcard=position.upcard,
        dealer=Side.ME if position.dealer == player else Side.OPPONENT,
        history=history_of(position.played, player),
    )


# ---------------------------------------------------------------- a hand to try the page with


SHORTEST, LONGEST = 4, 20
"""Decisions played before the question is asked."""


def random_view(seed: int, rules: Rules = PRESETS["standard"]) -> View:
    """One player's view of a hand in play; the same seed gives the same view.

    Both sides play simply and neither knocks, so that the question is worth asking.

    >>> random_view(7) == random_view(7)
    True
    """
    random = Random(seed)
    while True:
        position = deal(rules, seed=random.getrandbits(32), dealer=random.randrange(2))
        for _ in range(random.randint(SHORTEST, LONGEST)):
            if not position.over:
                position = position.apply(_choose(position))
        if not position.over:
            return view_of(position, position.turn)


def _choose(position: Position) -> Action:
    """Choose as a simple player does who never knocks."""
    actions = position.legal_actions()
    hand = position.hands[position.turn]
    if position.question is Question.DISCARD:
        allowed = {action.card: action for action in actions if action.kind is Kind.DISCARD}
        best = discards(hand, position.rules, position.limit)
        return next((allowed[action.card] for action in best if action.card in allowed), actions[0])
    wanted = {Kind.TAKE} if _helps(position.pile[-1], position) else {Kind.DRAW, Kind.PASS}
    return next((action for action in actions if action.kind in wanted), actions[0])


def _helps(top: Card, position: Position) -> bool:
    """True if the top card comes into a meld and lowers the deadwood."""
    hand, rules = position.hands[position.turn], position.rules
    eleven = hand.add(top)
    melded = any(top in meld for meld in best_arrangements(eleven, rules)[0].melds)
    least = min(discard.deadwood for discard in discards(eleven, rules) if discard.card != top)
    return melded and least < deadwood(hand, rules)
