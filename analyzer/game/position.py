"""The full truth of one hand in play, whoever plays: what is legal, what follows, how it ends.

Only referees and recorders hold a `Position`; all that thinks takes a
:class:`analyzer.game.view.View`, made from it by :func:`analyzer.game.view.view_of`. How a hand
goes is told in :mod:`analyzer.game.table`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from random import Random

from analyzer.errors import InputError
from analyzer.game.actions import Action, Kind, Question
from analyzer.game.arrangement import Arrangement, Defense, Meld
from analyzer.game.cards import NO_CARDS, Card, CardSet, counted_cards
from analyzer.game.melds import best_arrangements, deadwood, discards, is_meld
from analyzer.game.rules import PRESETS, GameKind, Rules, check_open
from analyzer.game.scoring import Ended, Outcome, Pair, score_mahjong, settled_pair
from analyzer.game.solving import best_answer, best_ways, chosen_answer
from analyzer.game.table import Played, Step, Table, changed, steps_of
from analyzer.game.view import Turn, View, view_of


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

    hands: tuple[CardSet, ...]
    """Of each seat."""
    stock: tuple[Card, ...]
    """The next card to draw first."""
    seed: int = 0
    """Of the shuffles that the rules ask for during the hand."""

    @property
    def steps(self) -> tuple[Step, ...]:
        """Every move so far, oldest first."""
        eleven = self.rules.deals_eleven
        return tuple(steps_of(self.played, self.outcome, dealt_eleven=eleven))

    def legal_actions(self) -> tuple[Action, ...]:
        """All that the player to act can do; nothing once the hand is over."""
        if self.over:
            return ()
        return self.choices(self.hands[self.turn])

    def apply(self, action: Action, defense: Defense | None = None) -> Position:
        """The position after an action; raises InputError for one that is not legal.

        A knock without melds is spread with the least deadwood. It is answered by the best
        defense unless another one is given, as it is when a record of two is replayed.
        """
        if self.over:
            raise InputError(f"`{action}` comes after the end of the hand", hint="leave it out")
        if self.rules.two_handed:
            self._check_two_handed(action)
        else:
            self.check(action, self.turn, self.hands[self.turn])
        return self.after_action(action, defense)

    def after_action(self, action: Action, defense: Defense | None = None) -> Position:
        """The position after an action that is known to be legal."""
        match action.kind:
            case Kind.PASS:
                return self.after_pass()
            case Kind.TAKE:
                return self.after_take(count=action.count)
            case Kind.DRAW:
                return self.after_draw()
            case Kind.DISCARD:
                return self._after_discard(action)
            case Kind.MELD | Kind.ADD:
                return self._after_laying(action)
            case _:
                return self._after_knock(action, defense)

    # ---- what two with the plain pack may do

    def _check_two_handed(self, action: Action) -> None:
        if action.kind in {Kind.TAKE, Kind.DRAW, Kind.PASS}:
            if action not in self.legal_actions():
                raise self._illegal(action, "it is not one of the choices here")
            return
        if self.question is not Question.DISCARD:
            raise self._illegal(action, "no card has been taken or drawn")
        if action.kind is not Kind.DISCARD and not action.ends_hand:
            raise self._illegal(action, "it is not one of the choices here")
        if action.kind is not Kind.BIG_GIN:
            self._check_card(action)
        if action.ends_hand:
            return
        if self.must_knock:
            raise self._illegal(action, "the last discard may be taken only to knock")
        if self._gin_is_forced:
            raise self._illegal(action, "a hand without deadwood has to go gin")

    def _illegal(self, action: Action, why: str) -> InputError:
        legal = self.legal_actions()
        return InputError(
            f"`{action}` is not possible: {why}",
            where=f"player {self.turn + 1}",
            hint=f"possible here: {', '.join(dict.fromkeys(str(action.kind) for action in legal))}",
        )

    @property
    def _gin_is_forced(self) -> bool:
        return self.rules.must_gin and all(
            action.kind in {Kind.GIN, Kind.BIG_GIN} for action in self.legal_actions()
        )

    def _check_card(self, action: Action) -> None:
        """See that the card of an action may be discarded now."""
        if action.card is None or action.card not in self.hands[self.turn]:
            raise self._illegal(action, "the card is not in the hand")
        if action.card == self.forbidden:
            raise self._illegal(action, "a card just taken may not be discarded in the same turn")

    # ---- discards and open melds

    def _after_discard(self, action: Action) -> Position:
        assert action.card is not None
        if len(self.hands[self.turn]) == 1:
            return self.put_down(action.card)._gone_out()
        return self.after_discard(action.card)

    def _after_laying(self, action: Action) -> Position:
        """After a meld is laid on the table, or a card added to one."""
        meld = action.melds[0]
        if action.card is None:
            return self._laid(action, meld, (*self.melds, meld))
        at = self.melds.index(meld)
        grown = (*self.melds[:at], meld.add(action.card), *self.melds[at + 1 :])
        return self._laid(action, CardSet(action.card.mask), grown)

    def _laid(self, action: Action, cards: CardSet, melds: tuple[Meld, ...]) -> Position:
        after = replace(
            self._saying(action),
            hands=changed(self.hands, self.turn, self.hands[self.turn] - cards),
            known=changed(self.known, self.turn, self.known[self.turn] - cards),
            laid=changed(self.laid, self.turn, self.laid[self.turn] | cards),
            melds=melds,
        )
        return after if after.hands[self.turn] else after._gone_out()

    def _saying(self, action: Action) -> Position:
        """The position with an action told of the turn that goes on."""
        turn = self.played[-1]
        said = replace(turn, laid=(*turn.laid, action))
        return replace(self, played=(*self.played[:-1], said))

    # ---- the end

    def _gone_out(self) -> Position:
        return self._ended(score_mahjong(self.rules, self.laid, self.hands, self.turn))

    def _void(self) -> Position:
        if self.rules.play is GameKind.MAHJONG:
            return self._ended(score_mahjong(self.rules, self.laid, self.hands, None))
        return self._ended(Outcome(Ended.VOID, (0,) * self.rules.players))

    def _ended(self, outcome: Outcome) -> Position:
        return replace(self, outcome=outcome, over=True)

    def _shuffled(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        order = list(cards)
        Random(f"{self.seed}/{self.shuffles}").shuffle(order)
        return tuple(order)

    def _after_knock(self, action: Action, defense: Defense | None) -> Position:
        here = self if self.rules.two_handed else self._saying(action)
        after = here if action.card is None else here.put_down(action.card)
        hand = after.hands[self.turn]
        checked = self.rules.two_handed or action.melds
        spread = self._spread(action, hand) if checked else best_ways(hand, self.rules)[0]
        given = {} if defense is None else {1 - self.turn: defense}
        return after._settled(spread, action.kind is Kind.BIG_GIN, given)

    def _settled(
        self, spread: Arrangement, big_gin: bool, given: Mapping[int, Defense | CardSet]
    ) -> Position:
        """The end of the hand after a knock.

        `given` are the defenses of seats that are known, or the cards that they chose to lay off;
        who has not chosen lays off what is best.
        """
        pairs, onto = list[Pair](), spread.melds
        for step in range(1, self.rules.players):
            seat = (self.turn + step) % self.rules.players
            hand, said = self.hands[seat], given.get(seat)
            if isinstance(said, CardSet):
                best = chosen_answer(spread, hand, said, self.rules, onto)
            else:
                best = best_answer(spread, hand, self.rules, onto) if said is None else said
            onto = best.table or onto
            pair = settled_pair(
                seat, spread, best, self.rules, upcard=self.upcard, big_gin=big_gin,
                chosen=isinstance(said, CardSet),
            )  # fmt: skip
            pairs.append(pair)
        return self._ended(Outcome.settled(self.turn, spread, pairs, self.rules.players))

    def answered(self, player: int, off: CardSet) -> Position:
        """The hand after a knock with the cards that a defender has chosen to lay off, maybe none.

        A knock is settled at once with the best answers; this settles it anew. Defenders choose in
        turn order. Raises InputError where there is no knock to answer, and for what does not fit.
        """
        outcome = self.outcome
        chosen: dict[int, Defense | CardSet] = {
            pair.defender: CardSet.from_cards(card for card, _ in pair.answer.laid_off)
            for pair in (() if outcome is None else outcome.pairs)
            if pair.chosen
        }
        order = [(seat - self.turn) % self.rules.players for seat in (*chosen, player)]
        spread = None if outcome is None else outcome.knock
        wrong = 0 in order or len(set(order)) < len(order) or order != sorted(order)
        if outcome is None or spread is None or wrong:
            raise InputError(
                f"player {player + 1} has no knock to answer",
                where="lay-off",
                hint="lay off after a knock, in turn order and once",
            )
        big = any(pair.scored.kind is Ended.BIG_GIN for pair in outcome.pairs)
        return self._settled(spread, big, {**chosen, player: off})

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
            return best_ways(hand, self.rules)[0]
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
    hands: tuple[CardSet, ...],
    upcard: Card | None,
    stock: Sequence[Card],
    *,
    dealer: int | None = None,
    score: tuple[int, int] | None = None,
    seed: int = 0,
) -> Position:
    """A hand as dealt; a misdeal, where the rules know one, is over at once.

    The hands are of each seat, the stock has the next card first; without a dealer the last seat
    deals. Raises InputError unless they and the upcard are the whole pack, as many cards each as
    the rules say (one more for the non-dealer, and no upcard, where eleven are dealt).
    """
    if not rules.two_handed:
        check_open(rules)
    pile = () if upcard is None else (upcard,)
    deals = rules.players - 1 if dealer is None else dealer
    first = (deals + 1) % rules.players
    _check_deal(rules, hands, pile, stock, eleven_to=first if rules.deals_eleven else None)
    opening = Position.opening(rules, upcard, hands, tuple(stock), dealer=deals, score=score)
    position = replace(opening, seed=seed)
    misdeal = Outcome(Ended.MISDEAL, (0,) * rules.players)
    return position._ended(misdeal) if position.misdealt else position


def _check_deal(
    rules: Rules,
    hands: tuple[CardSet, ...],
    pile: tuple[Card, ...],
    stock: Sequence[Card],
    eleven_to: int | None,
) -> None:
    for player, hand in enumerate(hands):
        wanted = rules.cards + (player == eleven_to)
        if len(hand) != wanted:
            raise InputError(
                f"player {player + 1} is dealt {counted_cards(len(hand))}", hint=f"deal {wanted}"
            )
    if len(pile) != (eleven_to is None):
        raise InputError(
            "an upcard is turned only where ten cards are dealt to each player",
            hint="give one with ten cards each, none with eleven",
        )
    cards = [*chain(*hands), *pile, *stock]
    if len(cards) != len(rules.pack) or CardSet.from_cards(cards) != rules.pack:
        raise InputError(
            "the deal is not the whole deck", hint=f"deal each of the {len(rules.pack)} cards once"
        )


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
    hands = view.hand, view.opponent | CardSet.from_cards(theirs)
    return position_of(view, hands, tuple(stock), seed)


def position_of(
    view: View, hands: tuple[CardSet, ...], stock: tuple[Card, ...], seed: int = 0
) -> Position:
    """The hand in play of a view, with all cards where they are said to be.

    Where nobody said who dealt, the last seat did.
    """
    return Position(
        rules=view.rules, hands=hands, stock=stock, pile=view.pile, turn=view.turn,
        question=view.question,
        dealer=view.rules.players - 1 if view.dealer is None else view.dealer,
        upcard=view.upcard, score=view.score, taken=view.taken, drawn=view.drawn,
        known=view.known, played=_turns_behind(view), shuffles=view.shuffles, above=view.above,
        melds=view.melds, laid=view.laid, seed=seed,
    )  # fmt: skip


def _turns_behind(view: View) -> tuple[Played, ...]:
    """The turns of a view; where they are not known, as much as the rules ask about."""
    if view.history is not None:
        return view.history
    if view.question is Question.DISCARD:
        if view.taken is None:
            return (Played(view.turn, Turn.DRAW, view.drawn),)
        return (Played(view.turn, Turn.TAKE, view.taken, above=view.above),)
    players = view.rules.players
    passes = players if view.must_draw else view.passes
    first = view.turn - passes
    return tuple(Played((first + step) % players, Turn.PASS) for step in range(passes))


def deal(
    rules: Rules,
    seed: int = 0,
    *,
    order: Sequence[Card] | None = None,
    dealer: int | None = None,
    score: tuple[int, int] | None = None,
) -> Position:
    """Deal a hand: the shuffle of a seed, or the given order of the whole pack.

    The player after the dealer (without a dealer the last seat deals) has the first cards of the
    order, then the next one; after all hands come the upcard (or the eleventh card of the first
    hand), then the stock. The seed also shuffles the pile where the rules make a new stock of it.
    """
    rules = rules.with_knock_card(str(seed))
    cards = list(rules.pack if order is None else order)
    if order is None:
        Random(seed).shuffle(cards)
    count, size = rules.players, rules.cards
    deals = count - 1 if dealer is None else dealer
    turned = cards[count * size :][:1]
    hands = [NO_CARDS] * count
    for step in range(count):
        extra = turned if rules.deals_eleven and not step else []
        dealt = [*cards[step * size :][:size], *extra]
        hands[(deals + 1 + step) % count] = CardSet.from_cards(dealt)
    return start(
        rules,
        tuple(hands),
        turned[0] if turned and not rules.deals_eleven else None,
        cards[count * size + 1 :],
        dealer=deals,
        score=score,
        seed=seed,
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
