"""The full truth of one hand of two to four players, with jokers or in mahjong gin, immutable.

`legal_moves` says what can be done, `apply` gives what follows, `result` how it ended.

The rules texts leave gaps. This is how they are read here:

**All.** The players are in seats 0, 1, 2, 3 clockwise; the one after the dealer is dealt the first
cards and has the first turn. Two players are dealt ten cards each, three and four seven.

**Three and four players.** Everyone plays for themselves. The first upcard is offered clockwise
from the dealer's left; if all pass, the dealer's left has to draw from the stock. After a knock
everyone lays off on the knocker's melds in turn order, and a card laid off extends the meld for
those after. Each player leaves the least deadwood they can and, where that can be had in several
ways, lays off the fewest cards; a defender who wants it otherwise says so after the knock
(`Round.answered`), in turn order, and all later answers follow from that. The knocker is settled
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
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from analyzer.errors import InputError
from analyzer.game.actions import WALL, Action, Kind, Question
from analyzer.game.arrangement import Arrangement, Meld
from analyzer.game.cards import NO_CARDS, Card, CardSet
from analyzer.game.chair import MOST_TURNS, Chair, Step
from analyzer.game.jokers import answer, best_layouts, is_table_meld, laid_off
from analyzer.game.jokers import least as least_of
from analyzer.game.rules import GameKind, Rules, Wall, check_open
from analyzer.game.scoring import Ended, Outcome, score_mahjong, settled_pair


@dataclass(frozen=True, slots=True)
class Round:
    """One hand in play: `legal_moves` says what can be done, `apply` gives what follows.

    >>> from analyzer.game.round import deal_round
    >>> from analyzer.game.rules import parse_rules
    >>> start = deal_round(parse_rules("four-hand"), seed=1)
    >>> [str(move) for move in start.legal_moves()], start.turn, len(start.stock)
    (['take', 'pass'], 0, 23)
    """

    rules: Rules
    hands: tuple[CardSet, ...]
    """Of each seat."""
    stock: tuple[Card, ...]
    """The next card to draw first."""
    pile: tuple[Card, ...]
    turn: int
    question: Question
    dealer: int
    upcard: Card | None = None
    known: tuple[CardSet, ...] = ()
    table: tuple[Meld, ...] = ()
    laid: tuple[CardSet, ...] = ()
    taken: tuple[Card, ...] = ()
    drawn: Card | None = None
    passes: int = 0
    steps: tuple[Step, ...] = ()
    shuffles: int = 0
    seed: int = 0
    result: Outcome | None = None
    """The end of the hand; None while it goes on."""

    @property
    def over(self) -> bool:
        """True if the hand has ended."""
        return self.result is not None

    def chair(self, player: int) -> Chair:
        """A player's sight: own cards, the open ones, and how many cards the others hold."""
        hidden = tuple(
            step if step.drawn is None or step.player == player else Step(step.player, step.move)
            for step in self.steps
        )
        return self._seen(player, hidden)

    def _seen(self, player: int, steps: tuple[Step, ...]) -> Chair:
        """The same with moves of which nothing is hidden, where only the rules are to be asked."""
        return Chair(
            self.rules, player, self.hands[player], tuple(map(len, self.hands)), self.pile,
            len(self.stock), self.question, self.turn, self.dealer, self.upcard, self.known,
            self.table, self.laid, self.taken, self.drawn if player == self.turn else None,
            self.passes, steps, self.shuffles,
        )  # fmt: skip

    def legal_moves(self) -> tuple[Action, ...]:
        """All that the player to act can do; nothing once the hand is over."""
        return () if self.over else self._seen(self.turn, self.steps).legal_moves()

    def apply(self, move: Action) -> Round:
        """The hand after a move; raises InputError for one that is not legal.

        A knock without melds is spread with the least deadwood.
        """
        if self.over:
            raise InputError(f"`{move}` comes after the end of the hand", hint="leave it out")
        self._seen(self.turn, self.steps).check(move)
        return self.played(move)

    def played(self, move: Action) -> Round:
        """The hand after a move that is known to be legal."""
        steps = (*self.steps, Step(self.turn, move))
        here = replace(self, steps=steps)
        match move.kind:
            case Kind.PASS:
                return here._passed()
            case Kind.TAKE:
                return here._took(move.count)
            case Kind.DRAW:
                return here._drew()
            case Kind.DISCARD:
                return here._discarded(move.card)
            case Kind.MELD:
                meld = move.melds[0]
                return here._laid(meld, (*here.table, meld))
            case Kind.ADD:
                return here._added(move)
            case _:
                return here._knocked(move)

    # ---- drawing

    @property
    def _next(self) -> int:
        return (self.turn + 1) % self.rules.players

    def _passed(self) -> Round:
        if self.question is not Question.UPCARD:  # the stock is used up
            return self._ended(score_mahjong(self.rules, self.laid, self.hands, None))
        passes = self.passes + 1
        all_passed = passes == self.rules.players
        question = Question.DRAW if all_passed else Question.UPCARD
        return replace(self, passes=passes, turn=self._next, question=question)

    def _took(self, count: int) -> Round:
        cards = CardSet.from_cards(self.pile[-count:])
        return replace(
            self,
            hands=_changed(self.hands, self.turn, self.hands[self.turn] | cards),
            known=_changed(self.known, self.turn, self.known[self.turn] | cards),
            pile=self.pile[:-count],
            taken=self.pile[-count:],
            question=Question.DISCARD,
        )

    def _drew(self) -> Round:
        card = self.stock[0]
        return replace(
            self,
            hands=_changed(self.hands, self.turn, self.hands[self.turn].add(card)),
            stock=self.stock[1:],
            drawn=card,
            question=Question.DISCARD,
            steps=(*self.steps[:-1], replace(self.steps[-1], drawn=card)),
        )

    # ---- discarding

    def _without(self, card: Card) -> Round:
        """The hand with a card of the player to act on the pile."""
        return replace(
            self,
            hands=_changed(self.hands, self.turn, self.hands[self.turn].remove(card)),
            known=_changed(self.known, self.turn, self.known[self.turn].remove(card)),
            pile=(*self.pile, card),
        )

    def _discarded(self, card: Card | None) -> Round:
        assert card is not None
        after = self._without(card)
        if not after.hands[self.turn]:
            return after._gin()
        after = replace(after, turn=self._next, question=Question.DRAW, taken=(), drawn=None)
        if self.rules.play is GameKind.MAHJONG:
            return after._tired()
        return after._at_wall()

    def _tired(self) -> Round:
        turns = sum(step.move.kind is Kind.DISCARD for step in self.steps)
        if turns < MOST_TURNS:
            return self
        return self._ended(score_mahjong(self.rules, self.laid, self.hands, None))

    def _at_wall(self) -> Round:
        if self.rules.wall is Wall.VOID:
            return self if len(self.stock) > WALL else self._void()
        if self.stock:
            return self
        if len(self.pile) < 2:
            return self._void()
        order = list(self.pile[:-1])
        Random(f"{self.seed}/{self.shuffles}").shuffle(order)
        return replace(self, stock=tuple(order), pile=self.pile[-1:], shuffles=self.shuffles + 1)

    def _void(self) -> Round:
        return self._ended(Outcome(Ended.VOID, (0,) * self.rules.players))

    def _ended(self, result: Outcome) -> Round:
        return replace(self, result=result)

    # ---- open melds

    def _laid(self, cards: CardSet, table: tuple[Meld, ...]) -> Round:
        after = replace(
            self,
            hands=_changed(self.hands, self.turn, self.hands[self.turn] - cards),
            known=_changed(self.known, self.turn, self.known[self.turn] - cards),
            laid=_changed(self.laid, self.turn, self.laid[self.turn] | cards),
            table=table,
        )
        return after if after.hands[self.turn] else after._gin()

    def _added(self, move: Action) -> Round:
        assert move.card is not None
        at = self.table.index(move.melds[0])
        grown = self.table[at].add(move.card)
        return self._laid(CardSet(move.card.mask), (*self.table[:at], grown, *self.table[at + 1 :]))

    def _gin(self) -> Round:
        return self._ended(score_mahjong(self.rules, self.laid, self.hands, self.turn))

    # ---- the knock

    def _knocked(self, move: Action) -> Round:
        after = self if move.card is None else self._without(move.card)
        return after._settled(after._spread(move, after.hands[self.turn]), {})

    def _settled(self, spread: Arrangement, chosen: Mapping[int, CardSet]) -> Round:
        """The end of the hand; who has not chosen what to lay off lays off what is best."""
        big = any(step.move.kind is Kind.BIG_GIN for step in self.steps)
        pairs, table = [], spread.melds
        for step in range(1, self.rules.players):
            player = (self.turn + step) % self.rules.players
            onto, hand = table if spread.points else (), self.hands[player]
            if player in chosen:
                best = laid_off(onto, hand, chosen[player], self.rules)
            else:
                best = answer(onto, hand, self.rules)
            table = best.table or table
            pairs.append(
                settled_pair(player, spread, best, self.rules, upcard=self.upcard, big_gin=big)
            )
        return self._ended(Outcome.settled(self.turn, spread, pairs, self.rules.players))

    def answered(self, player: int, off: CardSet) -> Round:
        """The hand after a knock with the cards that a defender has chosen to lay off, maybe none.

        A knock is settled at once with the best answers; this settles it anew. Defenders choose in
        turn order. Raises InputError where there is no knock to answer, and for what does not fit.
        """
        spread = None if self.result is None else self.result.knock
        order = [(seat - self.turn) % self.rules.players for seat in (*self._answers, player)]
        if spread is None or 0 in order or len(set(order)) < len(order) or order != sorted(order):
            raise InputError(
                f"player {player + 1} has no knock to answer",
                where="lay-off",
                hint="lay off after a knock, in turn order and once",
            )
        step = Step(player, Action(Kind.LAY_OFF, off=off))
        after = replace(self, steps=(*self.steps, step))
        return after._settled(spread, after._answers)

    @property
    def _answers(self) -> dict[int, CardSet]:
        """The lay-offs that were chosen, by defender in turn order."""
        return {s.player: s.move.off for s in self.steps if s.move.kind is Kind.LAY_OFF}

    def _spread(self, move: Action, hand: CardSet) -> Arrangement:
        """The spread that a move lays down; raises InputError where that is no such knock."""
        if not move.melds:
            return best_layouts(hand, self.rules)[0]
        left = hand
        for meld in move.melds:
            if not is_table_meld(meld, self.rules) or not meld <= left:
                raise InputError(
                    f"{meld} is not a meld of the hand",
                    where="the spread",
                    hint="lay down sets and runs of cards in the hand",
                )
            left -= meld
        points = self.rules.points(left)
        if points > (self.chair(self.turn).limit if move.kind is Kind.KNOCK else 0):
            raise InputError(
                f"{points} points of deadwood are left",
                where="the spread",
                hint="lay down more, or discard instead",
            )
        return Arrangement(move.melds, left, points)


def _changed(sets: tuple[CardSet, ...], player: int, cards: CardSet) -> tuple[CardSet, ...]:
    return (*sets[:player], cards, *sets[player + 1 :])


def deal_round(
    rules: Rules, seed: int = 0, *, dealer: int | None = None, order: Sequence[Card] = ()
) -> Round:
    """Deal a hand: the shuffle of a seed, or the given order of the whole pack.

    The player on the dealer's left (without a dealer the last seat deals) has the first cards of
    the order, then the next one; after all hands come the upcard and the stock. Raises InputError
    unless the order is the pack.
    """
    cards = list(order) or list(rules.pack)
    if not order:
        Random(seed).shuffle(cards)
    if len(cards) != len(rules.pack) or CardSet.from_cards(cards) != rules.pack:
        raise InputError("the deal is not the whole pack", hint="deal each card once")
    count, size = rules.players, rules.cards
    deals = count - 1 if dealer is None else dealer
    hands = [NO_CARDS] * count
    for step in range(count):
        hands[(deals + 1 + step) % count] = CardSet.from_cards(cards[step * size :][:size])
    return opened(rules, tuple(hands), cards[count * size], cards[count * size + 1 :], deals, seed)


def opened(
    rules: Rules,
    hands: tuple[CardSet, ...],
    upcard: Card,
    stock: Sequence[Card],
    dealer: int,
    seed: int = 0,
) -> Round:
    """A hand as dealt; a misdeal, where the rules know one, is over at once.

    Raises InputError for rules that only the two-handed game plays.
    """
    check_open(rules)
    nothing = (NO_CARDS,) * rules.players
    mahjong = rules.play is GameKind.MAHJONG
    start = Round(
        rules, hands, tuple(stock), (upcard,), (dealer + 1) % rules.players,
        Question.DRAW if mahjong else Question.UPCARD, dealer, upcard, nothing, (), nothing,
        seed=seed,
    )  # fmt: skip
    limit = rules.limit_for(upcard)
    asks = rules.misdeal_if_dealt_knock and not mahjong
    if asks and any(least_of(hand, rules) <= limit for hand in hands):
        return start._ended(Outcome(Ended.MISDEAL, (0,) * rules.players))
    return start
