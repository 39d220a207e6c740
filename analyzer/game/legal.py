"""The actions that are legal: of two players with the plain pack, of several, and in mahjong gin.

Legality is a matter of one player's own cards, of what lies open and of the rules, so `Ruled`
serves the table (:mod:`analyzer.game.table`) and one player's knowledge
(:mod:`analyzer.game.view`) alike.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from analyzer.errors import InputError
from analyzer.game.actions import DRAW, PASS, TAKE, Action, Kind, Question
from analyzer.game.arrangement import Meld
from analyzer.game.cards import NO_CARDS, Card, CardSet
from analyzer.game.jokers import melds_in, table_fits
from analyzer.game.melds import best_arrangements, deadwood, knocks
from analyzer.game.rules import GameKind, Rules, Wall

WALL = 2
"""Cards that stay in the stock."""


def turn_actions(
    hand: CardSet,
    rules: Rules,
    limit: int,
    forbidden: Card | None = None,
    *,
    must_knock: bool = False,
) -> tuple[Action, ...]:
    """All that can be done with eleven cards: discards first, then every way to knock.

    A discard can be knocked with in several arrangements; each is an action of its own, with
    its melds. `forbidden` is the card that may not be discarded; `must_knock` leaves only the
    actions that end the hand. Under `must_gin` a hand that can go gin can do nothing else.

    >>> from analyzer.game.rules import PRESETS
    >>> hand = CardSet.of("7h 8h 9h 4c 4d 4s Jc Qc Kc Ad Kh")
    >>> found = turn_actions(hand, PRESETS["standard"], limit=0)
    >>> len(found), [str(action) for action in found if action.ends_hand]
    (11, [])
    >>> [str(action) for action in turn_actions(hand, PRESETS["standard"], limit=1)][11:]
    ['knock Kh']
    """
    endings = tuple(_endings(hand, rules, limit, forbidden))
    if rules.must_gin:
        gins = tuple(action for action in endings if action.kind is not Kind.KNOCK)
        endings = gins or endings
        must_knock = must_knock or bool(gins)
    if must_knock:
        return endings
    discards = (Action(Kind.DISCARD, card) for card in hand if card != forbidden)
    return (*discards, *endings)


def _endings(hand: CardSet, rules: Rules, limit: int, forbidden: Card | None) -> Iterator[Action]:
    """Every knock, gin and big gin of eleven cards."""
    least, _ = rules.solver.best_discard(hand.mask, -1 if forbidden is None else forbidden)
    for knock in knocks(hand, rules, limit) if least <= limit else ():
        if knock.discard == forbidden:
            continue
        kind = Kind.KNOCK if knock.arrangement.points else Kind.GIN
        yield Action(kind, knock.discard, knock.arrangement.melds)
    if rules.big_gin_bonus is not None and deadwood(hand, rules) == 0:
        for arrangement in best_arrangements(hand, rules):
            if not arrangement.deadwood:
                yield Action(Kind.BIG_GIN, None, arrangement.melds)


def can_knock(hand: CardSet, rules: Rules, limit: int, forbidden: Card | None = None) -> bool:
    """True if eleven cards can be knocked with, gone gin with or gone big gin with."""
    return next(_endings(hand, rules, limit, forbidden), None) is not None


def last_actions(hand: CardSet, top: Card, rules: Rules, limit: int) -> tuple[Action, ...]:
    """The choices with the last discard at the tournament wall: pass, or take it to knock."""
    forbidden = None if rules.may_return_upcard else top
    return (TAKE, PASS) if can_knock(hand.add(top), rules, limit, forbidden) else (PASS,)


class Ruled:
    """The rules of a hand in play, the same for the table and for one player's view."""

    __slots__ = ()

    if TYPE_CHECKING:  # fields of the dataclasses; in the class itself they would be defaults
        rules: Rules
        upcard: Card | None
        pile: tuple[Card, ...]
        taken: Card | None
        above: tuple[Card, ...]
        melds: tuple[Meld, ...]
        question: Question

        @property
        def left(self) -> int:
            """Cards left in the stock."""

        @property
        def must_draw(self) -> bool:
            """True if only the stock is left, after two passes."""

    @property
    def limit(self) -> int:
        """Most deadwood to knock with in this hand."""
        return self.rules.limit_for(self.upcard)

    @property
    def multiplier(self) -> int:
        """The factor of this hand's score."""
        return self.rules.multiplier_for(self.upcard)

    @property
    def top(self) -> Card | None:
        """The card on top of the pile, if one lies there."""
        return self.pile[-1] if self.pile else None

    @property
    def forbidden(self) -> Card | None:
        """The card that may not be discarded in this turn; several taken are not forbidden."""
        return None if self.rules.may_return_upcard or self.above else self.taken

    @property
    def together(self) -> tuple[Card, ...]:
        """The cards taken from the pile in this turn, the deepest first."""
        return () if self.taken is None else (self.taken, *self.above)

    def bound(self, hand: CardSet) -> Card | None:
        """The deepest of several cards taken, as long as it has not come to the table."""
        return self.taken if self.above and self.taken in hand else None

    @property
    def used_up(self) -> int:
        """Cards left in the stock with which it counts as used up."""
        shuffled = self.rules.wall is Wall.RESHUFFLE and not self.rules.two_handed
        return 0 if shuffled else WALL

    @property
    def must_knock(self) -> bool:
        """True if the last discard was taken at the wall, which is allowed only to knock."""
        at_wall = self.rules.wall is Wall.LAST_DISCARD and self.left == WALL
        return at_wall and self.question is Question.DISCARD and self.taken is not None

    def choices(self, hand: CardSet) -> tuple[Action, ...]:
        """All that the player to act can do with a hand.

        Of two with the plain pack each way to lay out a knock is an action of its own; elsewhere a
        knock is one for each discard, and says nothing of its melds.
        """
        if self.question is Question.UPCARD:
            return TAKE, PASS
        if self.question is Question.DISCARD:
            return self._discards(hand)
        if self.question is Question.LAST:
            return last_actions(hand, self.pile[-1], self.rules, self.limit)
        if self.rules.play is GameKind.MAHJONG:
            return tuple(_draws(self, hand))
        if self.must_draw:
            return (DRAW,)
        if self.rules.two_handed:
            return TAKE, DRAW
        return (*((TAKE,) if self.pile else ()), *((DRAW,) if self.left else ()))

    def check(self, action: Action, player: int, hand: CardSet) -> None:
        """See that an action of a player is legal; raises InputError that lists what is."""
        legal = dict.fromkeys(choice.plain for choice in self.choices(hand))
        if action.plain not in legal:
            raise InputError(
                f"`{action}` is not possible",
                where=f"player {player + 1}",
                hint="possible: " + ", ".join(map(str, list(legal)[:12])),
            )

    def _discards(self, hand: CardSet) -> tuple[Action, ...]:
        if self.rules.two_handed:
            must_knock = self.must_knock
            return turn_actions(hand, self.rules, self.limit, self.forbidden, must_knock=must_knock)
        mahjong = self.rules.play is GameKind.MAHJONG
        return tuple(_laying(self, hand) if mahjong else _knocking(self, hand))

    def best_discard(self, hand: CardSet) -> tuple[int, Card]:
        """(least deadwood after a discard, that card), where no melds lie open."""
        forbidden = -1 if self.forbidden is None else self.forbidden
        points, card = self.rules.solver.best_discard(hand.mask, forbidden)
        return points, Card(card)


# ---------------------------------------------------------------- several players, or jokers


def _knocking(here: Ruled, hand: CardSet) -> Iterator[Action]:
    """The discards and the ways to lay down after the draw."""
    rules, limit = here.rules, here.limit
    cards = [card for card in hand if card != here.forbidden]
    endings = [
        Action(Kind.KNOCK if points else Kind.GIN, card)
        for card in (cards if here.best_discard(hand)[0] <= limit else ())
        if (points := deadwood(hand.remove(card), rules)) <= limit
    ]
    if rules.big_gin_bonus is not None and deadwood(hand, rules) == 0:
        endings.append(Action(Kind.BIG_GIN))
    gins = [action for action in endings if action.kind is not Kind.KNOCK]
    if rules.must_gin and gins:
        yield from gins
        return
    yield from (Action(Kind.DISCARD, card) for card in cards)
    yield from endings


# ---------------------------------------------------------------- mahjong gin


def _draws(here: Ruled, hand: CardSet) -> Iterator[Action]:
    """The ways to begin a turn: the deepest of several cards taken must come to the table."""
    for count in range(1, len(here.pile) + 1):
        cards = here.pile[-count:]
        if count == 1 or _usable(
            cards[0], hand | CardSet.from_cards(cards), here.melds, here.rules
        ):
            yield Action(Kind.TAKE, count=count)
    yield DRAW if here.left else PASS


def _laying(here: Ruled, hand: CardSet) -> Iterator[Action]:
    """The discards, and what may be laid down and added so that the turn can still be ended."""
    rules, melds = here.rules, here.melds
    if here.bound(hand) is None:
        yield from (Action(Kind.DISCARD, card) for card in hand if card != here.forbidden)
    for meld in melds_in(hand, rules):
        if _leaves_a_way(here, hand, hand - meld, (*melds, meld)):
            yield Action(Kind.MELD, melds=(meld,))
    for card, at, _ in table_fits(hand, melds, rules):
        grown = (*melds[:at], melds[at].add(card), *melds[at + 1 :])
        if _leaves_a_way(here, hand, hand.remove(card), grown):
            yield Action(Kind.ADD, card, melds=(melds[at],))


def _leaves_a_way(here: Ruled, hand: CardSet, left: CardSet, melds: tuple[Meld, ...]) -> bool:
    """True if the turn can still be ended lawfully with what is left in the hand."""
    bound = here.bound(hand)
    if bound is not None and bound in left:
        return _usable(bound, left, melds, here.rules)
    stuck = NO_CARDS if here.forbidden is None else CardSet(here.forbidden.mask)
    return not left or left != stuck


@lru_cache(maxsize=4096)
def _usable(card: Card, hand: CardSet, melds: tuple[Meld, ...], rules: Rules) -> bool:
    """True if a card of a hand can come to the table by some lawful laying down."""
    if any(card in meld for meld in melds_in(hand, rules)):
        return True  # so is a meld that is laid down first and then added to
    for meld in melds:
        grown, left = (meld,), hand
        while fits := table_fits(left, grown, rules):
            if any(other == card for other, _, _ in fits):
                return True
            grown, left = (grown[0].add(fits[0][0]),), left.remove(fits[0][0])
    return False
