"""The score of a hand, whoever plays: each knock settled, and the points of each seat.

A hand: its winner has the difference in deadwood and, after gin, big gin or an undercut, a
bonus on top. After gin nothing is laid off, and gin wins against a defender without
deadwood too. Where a spade upcard doubles, it doubles difference and bonus, and the box where
`Rules.spade_doubles_box` says so.

Several defenders are settled with one by one. Seats count from 0. Sources: the rules texts named
in :mod:`analyzer.game.rules`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from analyzer.game.arrangement import Arrangement, Defense
from analyzer.game.cards import Card, CardSet
from analyzer.game.rules import Cut, NextDealer, Rules, Tie

BIG_GIN_CARDS = 11
"""Cards melded in a big gin."""


class Ended(StrEnum):
    """The end of a hand."""

    KNOCK = "knock"
    GIN = "gin"
    BIG_GIN = "big gin"
    UNDERCUT = "undercut"
    TIE = "tie"
    """Equal deadwood under rules where that scores nothing."""
    VOID = "void"
    """The stock ran out."""
    MISDEAL = "misdeal"
    """Somebody could have knocked before a card was accepted."""


class Role(StrEnum):
    """The two parts in a knock."""

    KNOCKER = "knocker"
    DEFENDER = "defender"


@dataclass(frozen=True, slots=True)
class HandResult:
    """The settlement of a knocker with one defender, told by role."""

    kind: Ended
    winner: Role | None
    """The part with the points and the box; None after a tie, a void hand and a misdeal."""
    points: int
    """Points to the winner, bonus and doubling included."""
    deadwood: int | None = None
    """The knocker's deadwood; None where nobody knocked."""
    defence: int | None = None
    """The defender's deadwood after laying off; None where nobody knocked."""
    bonus: int = 0
    """The gin, big gin or undercut bonus that is in the points, before doubling."""
    multiplier: int = 1
    box_factor: int = 1
    """The boxes of the hand: 2 where what doubles it doubles its box."""

    @property
    def knocker_points(self) -> int:
        """The points seen from the knocker's side: negative after an undercut."""
        return -self.points if self.winner is Role.DEFENDER else self.points


def score_points(
    deadwood: int, defense: int, rules: Rules, *, multiplier: int = 1, big_gin: bool = False
) -> HandResult:
    """The result of a knock with some deadwood against a defender's after lay-offs.

    >>> from analyzer.game.rules import PRESETS
    >>> score_points(8, 10, PRESETS["standard"]).points
    2
    >>> score_points(8, 8, PRESETS["classic"]).kind, score_points(0, 27, PRESETS["classic"]).points
    (<Ended.UNDERCUT: 'undercut'>, 47)
    """
    kind, winner, bonus = _contest(deadwood, defense, rules)
    if big_gin and rules.big_gin_bonus is not None:
        kind, bonus = Ended.BIG_GIN, rules.big_gin_bonus
    points = (abs(defense - deadwood) + bonus) * multiplier
    boxes = multiplier if rules.spade_doubles_box else 1
    return HandResult(kind, winner, points, deadwood, defense, bonus, multiplier, boxes)


def _contest(deadwood: int, defense: int, rules: Rules) -> tuple[Ended, Role | None, int]:
    """Return the end, the winner and the bonus, big gin apart."""
    if deadwood == 0:
        return Ended.GIN, Role.KNOCKER, rules.gin_bonus
    if deadwood < defense:
        return Ended.KNOCK, Role.KNOCKER, 0
    if defense < deadwood or rules.tie is Tie.UNDERCUT:
        return Ended.UNDERCUT, Role.DEFENDER, rules.undercut_bonus
    if rules.tie is Tie.KNOCKER:
        return Ended.KNOCK, Role.KNOCKER, 0
    return Ended.TIE, None, 0


def least_points(kind: Ended, rules: Rules) -> int | None:
    """The fewest points a hand that ended so can score; None where the rules have no such end.

    A knock wins none only where a tie is the knocker's.

    >>> from analyzer.game.rules import PRESETS
    >>> [least_points(kind, PRESETS["classic"]) for kind in (Ended.KNOCK, Ended.GIN)]
    [1, 20]
    """
    bonuses = {
        Ended.KNOCK: 0 if rules.tie is Tie.KNOCKER else 1,
        Ended.GIN: rules.gin_bonus,
        Ended.BIG_GIN: rules.big_gin_bonus,
        Ended.UNDERCUT: rules.undercut_bonus,
    }
    return bonuses.get(kind, 0)


def score_knock(
    knock: Arrangement, defense: Defense, rules: Rules, multiplier: int | None = None
) -> HandResult:
    """The result of a spread and the answer to it; eleven melded cards are big gin."""
    melded = sum(len(meld) for meld in knock.melds)
    return score_points(
        knock.points,
        defense.points,
        rules,
        multiplier=rules.multiplier_for(None) if multiplier is None else multiplier,
        big_gin=melded == BIG_GIN_CARDS,
    )


@dataclass(frozen=True, slots=True)
class Scored:
    """One hand as a sheet has it: told by player."""

    kind: Ended
    winner: int | None
    """Player 0 or 1; None when nobody scores."""
    points: int
    box_factor: int = 1
    """The boxes of the winner: 2 for a doubled hand whose box is doubled."""

    @classmethod
    def of(cls, result: HandResult, knocker: int | None) -> Scored:
        """A hand's result, once it is known which player knocked (None where nobody did)."""
        if result.winner is None or knocker is None:
            return cls(result.kind, None, 0)
        winner = knocker if result.winner is Role.KNOCKER else 1 - knocker
        return cls(result.kind, winner, result.points, result.box_factor)

    @property
    def winners(self) -> tuple[int, ...]:
        """The players with a box."""
        return () if self.winner is None else (self.winner,)

    def written(self, seat: int) -> int:
        """The points that a sheet writes down for a seat."""
        return self.points if seat == self.winner else 0


@dataclass(frozen=True, slots=True)
class Pair:
    """The settlement of a knocker with one defender."""

    defender: int
    answer: Defense
    scored: HandResult
    chosen: bool = False
    """True if the defender said what to lay off, rather than lay off what is best."""


def settled_pair(
    defender: int,
    spread: Arrangement,
    best: Defense,
    rules: Rules,
    *,
    upcard: Card | None = None,
    big_gin: bool = False,
    chosen: bool = False,
) -> Pair:
    """A knock settled with one defender by the rules of a game."""
    factor = rules.multiplier_for(upcard)
    scored = score_points(spread.points, best.points, rules, multiplier=factor, big_gin=big_gin)
    return Pair(defender, best, scored, chosen)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a hand, the cards laid down, and the points of each seat.

    >>> Outcome(Ended.KNOCK, (-10, -20, 30), (20, 0, 30)).winners
    (0, 2)
    """

    kind: Ended
    """The end for the knocker; in mahjong gin `gin`, or `void` where nobody went out."""
    points: tuple[int, ...]
    """Signed points: they sum to zero, but in mahjong gin."""
    won: tuple[int, ...] = ()
    """Points that a sheet writes down for each player; empty where they are the signed ones."""
    boxes: tuple[int, ...] = ()
    """The players who won a settlement, where that is not the same as having won points."""
    knocker: int | None = None
    """The seat that knocked, or in mahjong gin went out; None where nobody did."""
    knock: Arrangement | None = None
    """The knocker's melds and deadwood."""
    pairs: tuple[Pair, ...] = ()
    """The settlements, in turn order."""
    box_factor: int = 1
    """The boxes of each who has one: 2 for a doubled hand whose box is doubled."""

    @property
    def hand(self) -> HandResult:
        """The settlement of two players, or that nobody scores."""
        return self.pairs[0].scored if self.pairs else HandResult(self.kind, None, 0)

    @property
    def defence(self) -> Defense | None:
        """The answer of two players' defender."""
        return self.pairs[0].answer if self.pairs else None

    @property
    def scored(self) -> Scored:
        """The hand as a score sheet of two has it."""
        return Scored.of(self.hand, self.knocker)

    def written(self, seat: int) -> int:
        """The points that a sheet writes down for a seat."""
        return (self.won or self.points)[seat]

    @property
    def winners(self) -> tuple[int, ...]:
        """The players with a box."""
        return self.boxes or tuple(seat for seat, won in enumerate(self.won) if won > 0)

    @classmethod
    def settled(
        cls, knocker: int, knock: Arrangement, pairs: Sequence[Pair], players: int
    ) -> Outcome:
        """A knock settled with each of the others by itself."""
        signed, won, winners = _shares(
            knocker, [(pair.defender, pair.scored) for pair in pairs], players
        )
        kinds = {pair.scored.kind for pair in pairs}
        kind = kinds.pop() if len(kinds) == 1 else Ended.KNOCK
        factor = max(pair.scored.box_factor for pair in pairs)
        return cls(kind, signed, won, winners, knocker, knock, tuple(pairs), factor)


def _shares(
    knocker: int, settled: Sequence[tuple[int, HandResult]], players: int
) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """Signed points, points written down, and the seats with a box."""
    signed, won, winners = [0] * players, [0] * players, set()
    for defender, scored in settled:
        signed[knocker] += scored.knocker_points
        signed[defender] -= scored.knocker_points
        if scored.winner is not None:
            winner = knocker if scored.winner is Role.KNOCKER else defender
            won[winner] += scored.points
            winners.add(winner)
    return tuple(signed), tuple(won), tuple(sorted(winners))


def counted_hand(
    knocker: int, deadwood: Sequence[int], rules: Rules, *, big_gin: bool = False
) -> Outcome:
    """A knock of which only the deadwood that each seat is left with is known.

    >>> from analyzer.game.rules import parse_rules
    >>> counted_hand(1, (20, 4, 3), parse_rules("three-hand")).won  # 16, and an undercut of 1
    (0, 16, 26)
    """
    settled = [
        (seat, score_points(deadwood[knocker], left, rules, big_gin=big_gin))
        for seat, left in enumerate(deadwood)
        if seat != knocker
    ]
    kind = Ended.KNOCK if deadwood[knocker] else Ended.GIN
    return Outcome(kind, *_shares(knocker, settled, rules.players), knocker)


def score_mahjong(
    rules: Rules,
    laid: tuple[CardSet, ...],
    hands: tuple[CardSet, ...],
    out: int | None,
) -> Outcome:
    """Score the cards on the table less those held, for each seat; `out` went gin."""
    points = tuple(
        rules.points(table) - rules.points(hand) + rules.gin_bonus * (seat == out)
        for seat, (table, hand) in enumerate(zip(laid, hands, strict=True))
    )
    kind = Ended.VOID if out is None else Ended.GIN
    return Outcome(kind, points, knocker=out)


Result = Scored | Outcome
"""A hand as a sheet has it: of two players the points of one, at a table what each seat has."""


def ended(hand: Result) -> str:
    """The end of a hand as a sheet notes it.

    >>> ended(Scored(Ended.GIN, 0, 90, box_factor=2))
    'gin doubled'
    """
    return f"{hand.kind} doubled" if hand.box_factor > 1 else str(hand.kind)


def next_dealer(rules: Rules, dealer: int, hand: Result) -> int:
    """Return the dealer of the hand after this one; at a table of several the deal goes round.

    A misdeal is dealt again by the same player; so is a hand without a winner where the
    winner or the loser deals.

    >>> from analyzer.game.rules import PRESETS
    >>> void = Scored(Ended.VOID, None, 0)
    >>> next_dealer(PRESETS["standard"], 1, void), next_dealer(PRESETS["eaai"], 1, void)
    (0, 1)
    """
    if hand.kind is Ended.MISDEAL:
        return dealer
    if rules.dealing is NextDealer.ALTERNATE or not rules.duel:
        return (dealer + 1) % rules.players
    if not hand.winners:
        return dealer
    if rules.dealing is NextDealer.SCORED:
        return 1 - dealer
    (winner,) = hand.winners
    return winner if rules.dealing is NextDealer.WINNER else 1 - winner


def first_dealer(rules: Rules, cut: Sequence[Card]) -> int:
    """The player who deals first by the cards cut, one of each player; or who may choose.

    Aces are low; of equal ranks spades are highest, then hearts, diamonds and clubs.

    >>> from analyzer.game.rules import PRESETS
    >>> first_dealer(PRESETS["standard"], [Card.of("7h"), Card.of("7s")])  # the lower card
    0
    """
    order = [(card.rank, card.suit) for card in cut]
    lowest = rules.first_dealer is Cut.LOW
    return order.index(min(order) if lowest else max(order))
