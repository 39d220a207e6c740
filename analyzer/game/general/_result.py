"""What a hand of the general game comes to, and the sheets of its matches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from analyzer.errors import InputError
from analyzer.game.arrangement import Arrangement, Defense
from analyzer.game.cards import Card, CardSet
from analyzer.game.rules import BoxWhen, GameKind, Rules, Shutout
from analyzer.game.scoring import Ended, HandResult, Role, Scored, score_points

TEAM_TARGETS = {2: 200, 3: 300, 4: 400}
TEAM_BONUSES = {2: 0, 3: 25, 4: 50}
"""What a team gets on top if every member won; the text of two has none."""


@dataclass(frozen=True, slots=True)
class Pair:
    """The settlement of a knocker with one defender."""

    defender: int
    answer: Defense
    scored: HandResult


def settled_pair(
    defender: int,
    spread: Arrangement,
    best: Defense,
    rules: Rules,
    *,
    upcard: Card | None = None,
    big_gin: bool = False,
) -> Pair:
    """A knock settled with one defender by the rules of a game."""
    factor = rules.multiplier_for(upcard)
    scored = score_points(spread.points, best.points, rules, multiplier=factor, big_gin=big_gin)
    return Pair(defender, best, scored)


@dataclass(frozen=True, slots=True)
class HandScore:
    """What each player has from a hand.

    >>> HandScore(Ended.KNOCK, (-10, -20, 30), (20, 0, 30)).winners
    (0, 2)
    """

    kind: Ended
    """How it ended, for the knocker; in mahjong gin `gin`, or `void` where nobody went out."""
    points: tuple[int, ...]
    """Signed points: they sum to zero, but in mahjong gin."""
    won: tuple[int, ...] = ()
    """Points that a sheet writes down for each player; empty where they are the signed ones."""
    boxes: tuple[int, ...] = ()
    """The players who won a settlement, where that is not the same as having won points."""
    knocker: int | None = None
    spread: Arrangement | None = None
    pairs: tuple[Pair, ...] = ()

    @property
    def winners(self) -> tuple[int, ...]:
        """The players with a box."""
        return self.boxes or tuple(seat for seat, won in enumerate(self.won) if won > 0)

    @classmethod
    def settled(
        cls, knocker: int, spread: Arrangement, pairs: Sequence[Pair], players: int
    ) -> HandScore:
        """A knock settled with each of the others by itself."""
        signed, won, winners = _shares(
            knocker, [(pair.defender, pair.scored) for pair in pairs], players
        )
        kinds = {pair.scored.kind for pair in pairs}
        kind = kinds.pop() if len(kinds) == 1 else Ended.KNOCK
        return cls(kind, signed, won, winners, knocker, spread, tuple(pairs))


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
) -> HandScore:
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
    return HandScore(kind, *_shares(knocker, settled, rules.players), knocker)


def score_mahjong(
    rules: Rules,
    laid: tuple[CardSet, ...],
    hands: tuple[CardSet, ...],
    out: int | None,
) -> HandScore:
    """What everybody has on the table less what they hold; `out` went gin."""
    points = tuple(
        rules.points(table) - rules.points(hand) + rules.gin_bonus * (seat == out)
        for seat, (table, hand) in enumerate(zip(laid, hands, strict=True))
    )
    kind = Ended.VOID if out is None else Ended.GIN
    return HandScore(kind, points, knocker=out)


@dataclass(frozen=True, slots=True)
class TableSheet:
    """A match of two to four players, each for themselves; `add` gives the sheet with one more.

    >>> from analyzer.game.rules import parse_rules
    >>> sheet = TableSheet(parse_rules("mahjong,players=3"))
    >>> sheet = sheet.add(HandScore(Ended.GIN, (520, -40, 15)))
    >>> sheet.winner, sheet.finals
    (0, (520, -40, 15))
    """

    rules: Rules
    hands: tuple[HandScore, ...] = ()

    def add(self, hand: HandScore) -> TableSheet:
        """The sheet with one hand more; raises ValueError once the match is over."""
        if self.winner is not None:
            raise ValueError("the match is over; begin a new sheet")
        if len(hand.points) != self.rules.players:
            raise InputError(
                f"a hand with {len(hand.points)} results is not one of {self.rules.players}",
                hint="give each player's points",
            )
        return replace(self, hands=(*self.hands, hand))

    @property
    def hand_points(self) -> tuple[int, ...]:
        """Points from hands alone."""
        rows = [hand.won or hand.points for hand in self.hands]
        return tuple(sum(row[seat] for row in rows) for seat in range(self.rules.players))

    @property
    def wins(self) -> tuple[int, ...]:
        """Boxes of each player."""
        seats = range(self.rules.players)
        if self.rules.play is GameKind.MAHJONG:
            return (0,) * self.rules.players
        return tuple(sum(seat in hand.winners for hand in self.hands) for seat in seats)

    @property
    def boxes(self) -> tuple[int, ...]:
        """Points for boxes."""
        return tuple(wins * self.rules.box_bonus for wins in self.wins)

    @property
    def running(self) -> tuple[int, ...]:
        """Points toward the target."""
        if self.rules.box_when is BoxWhen.END:
            return self.hand_points
        return _sums(self.hand_points, self.boxes)

    @property
    def winner(self) -> int | None:
        """The player with the most points once somebody has the target; None while two are equal.

        A tie is played off by another hand.
        """
        target, running = self.rules.target, self.running
        most = max(running)
        if target is None or most < target or running.count(most) > 1:
            return None
        return running.index(most)

    @property
    def shutout(self) -> bool:
        """Whether the match is won and nobody else has a box."""
        return self.winner is not None and 0 < self.wins[self.winner] == sum(self.wins)

    @property
    def bonus(self) -> int:
        """Game and shutout of the winner."""
        rules, winner = self.rules, self.winner
        if winner is None:
            return 0
        points = self.hand_points[winner]
        every = points + self.boxes[winner] + rules.game_bonus
        worth = {Shutout.NONE: 0, Shutout.HAND_POINTS: points, Shutout.BONUS: 100}
        extra = worth.get(rules.shutout, every) if self.shutout else 0
        return rules.game_bonus + extra

    @property
    def finals(self) -> tuple[int, ...]:
        """All that each player has."""
        bonuses = tuple(self.bonus * (seat == self.winner) for seat in range(self.rules.players))
        return _sums(_sums(self.hand_points, self.boxes), bonuses)


def _sums(first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(one + other for one, other in zip(first, second, strict=True))


def team_rules(size: int, rules: Rules) -> Rules:
    """The match that teams of two to four play: Hollywood to 200, 300 or 400.

    >>> from analyzer.game.rules import PRESETS
    >>> team_rules(3, PRESETS["standard"]).target
    300
    """
    if size not in TEAM_TARGETS:
        raise InputError(f"a team of {size} is not played", hint="teams have two to four")
    return rules.override(columns=3, target=TEAM_TARGETS[size])


def team_hand(results: Sequence[Scored]) -> Scored:
    """What the tables of two teams come to; the first player of each is of the first team.

    The team with the larger sum scores the difference, and a bonus if every member won.

    >>> tables = [Scored(Ended.GIN, 0, 40), Scored(Ended.KNOCK, 0, 6), Scored(Ended.KNOCK, 0, 3)]
    >>> team_hand(tables)  # 49 and 25, for all three won
    Scored(kind=<Ended.KNOCK: 'knock'>, winner=0, points=74)
    """
    team_rules(len(results), Rules())
    total = sum(hand.points if hand.winner == 0 else -hand.points for hand in results)
    if total == 0:
        return Scored(Ended.TIE, None, 0)
    winner = 0 if total > 0 else 1
    every = all(hand.winner == winner for hand in results)
    return Scored(Ended.KNOCK, winner, abs(total) + TEAM_BONUSES[len(results)] * every)
