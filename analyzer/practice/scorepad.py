"""A score pad for games played with real cards: the hands as texts, and the sheet they come to.

A hand is kept as `ginsight score` reads it, so a pad is at any time what that command makes of its
lines; `ScorePad.command` is the command.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import zip_longest
from typing import Final

import msgspec

from analyzer.api.scores import filled, team_series
from analyzer.errors import InputError, placed
from analyzer.game.rules import Rules, parse_rules
from analyzer.game.scoring import Role, Scored, counted_hand, next_dealer, score_points
from analyzer.game.sheets import Series, SheetStyle, team_rules
from analyzer.notation.results import (
    format_result,
    read_results,
    read_table_results,
    read_team_results,
)
from analyzer.notation.scoresheets import results_of_sheet
from analyzer.practice._text import KeptAsText

PADS: Final[Mapping[str, str]] = {
    "match": "Two players: one match",
    "best of five": "Two players: best of five matches",
    "multi": "Two players: matches credited to 500",
    "hollywood": "Two players: Hollywood, three games at once",
    "hollywood to 200": "Two players: Hollywood to 200",
    "teams of 2": "Teams of two: Hollywood to 200",
    "teams of 3": "Teams of three: Hollywood to 300",
    "teams of 4": "Teams of four: Hollywood to 400",
    "three-hand": "Three players, each for themselves",
    "four-hand": "Four players, each for themselves",
    "mahjong": "Mahjong gin, two players",
    "mahjong,players=3": "Mahjong gin, three players",
    "mahjong,players=4": "Mahjong gin, four players",
}
"""The ways to score, and what each is called."""

_OVERRIDES: Final = {"best of five": ",best_of=5", "hollywood to 200": ",columns=3,target=200"}
_STYLES: Final = {
    "multi": SheetStyle.MULTI,
    "hollywood": SheetStyle.HOLLYWOOD,
    "hollywood to 200": SheetStyle.HOLLYWOOD,
}
MOST_HANDS: Final = 300
MOST_PADS: Final = 50
LONGEST_NAME: Final = 24
WORST: Final = 200
"""Points of deadwood that a hand can have at most."""


@dataclass(frozen=True)
class ScorePad:
    """One match on paper; immutable.

    >>> pad = ScorePad.new("hollywood", "standard", ("Ann", "Bob"))
    >>> pad.with_hand("1 knock 16").with_hand("2 gin 41").command
    "ginsight score '1 knock 16, 2 gin 41' --style hollywood --rules standard"
    """

    style: str
    rules: str
    """Rules of two players who knock; of two players and of teams alone."""
    players: tuple[str, ...]
    """Names; of teams those of the two teams."""
    hands: tuple[str, ...] = ()
    dealer: int | None = None
    """The dealer of the first hand, at all tables of teams; None where nobody keeps track."""

    @classmethod
    def new(
        cls, style: str, rules: str, names: Sequence[str], dealer: int | None = None
    ) -> ScorePad:
        """An empty pad; raises InputError for a style or rules that there are not."""
        if style not in PADS:
            raise InputError(
                f"`{style[:30]}` is not a way to score",
                where="style",
                hint=f"use {', '.join(PADS)}",
            )
        if not _two_sided(style) and rules not in {"", "standard", style}:
            raise InputError(
                f"`{rules[:30]}` is not counted in this way",
                where="rules", hint=f"choose the standard rules, for `{style}` has its own",
            )  # fmt: skip
        pad = cls(style, rules if rules and _two_sided(style) else "standard", ())
        noun = "Team" if pad.team > 1 else "Player"
        chosen = [
            " ".join((name or "").split())[:LONGEST_NAME] or f"{noun} {seat}"
            for seat, name in zip_longest(range(1, pad.seats + 1), names[: pad.seats])
        ]
        if len(set(chosen)) != len(chosen):
            raise InputError(
                "two players have the same name",
                where="players",
                hint="give each a name of its own",
            )
        pad = replace(pad, players=tuple(chosen), dealer=dealer)
        _ = pad.sheet
        return pad

    # ---- what is played

    @property
    def team(self) -> int:
        """Players in a team; 1 where there are none."""
        word, _, size = self.style.partition(" of ")
        return int(size) if word == "teams" else 1

    @property
    def game(self) -> Rules | None:
        """The game of more players or of mahjong gin; None for two players and for teams."""
        return None if _two_sided(self.style) else parse_rules(self.style)

    @property
    def seats(self) -> int:
        """Columns of the sheet."""
        return 2 if self.game is None else self.game.players

    @cached_property
    def played(self) -> Rules:
        """The rules, without what a style changes of them."""
        if self.game is not None:
            return self.game
        rules = parse_rules(self._rules)
        if not rules.duel:
            raise InputError(
                f"`{rules.name}` is not for two who knock", where="rules",
                hint="choose its own way to score",
            )  # fmt: skip
        return team_rules(self.team, rules) if self.team > 1 else rules

    @property
    def _rules(self) -> str:
        return f"{self.rules}{_OVERRIDES.get(self.style, '')}"

    # ---- what it comes to

    @cached_property
    def sheet(self) -> Series:
        """The sheet, by the code of `ginsight score`; `with_hand` checks what a hand says."""
        text, style = "\n".join(self.hands), _STYLES.get(self.style, SheetStyle.SINGLE)
        if not text:
            return Series.of(self.played, style)
        if self.game is not None:
            hands = enumerate(read_table_results(text, self.game), start=1)
            places = ((hand, f"hand {number}") for number, hand in hands)
            return filled(Series.of(self.game), places, kept=True)
        if self.team > 1:
            return team_series(text, style, self.rules)
        return filled(Series.of(self.played, style), read_results(text), kept=True)

    @property
    def finished(self) -> bool:
        """True if the match, or all that its matches add up to, is over."""
        return self.sheet.finished

    @property
    def dealers(self) -> tuple[int, ...]:
        """The dealer of the next hand at each table; none where nobody keeps track."""
        if self.dealer is None or self.finished:
            return ()
        if self.game is not None:
            return ((self.dealer + len(self.hands)) % self.seats,)
        dealers = [self.dealer] * self.team
        for text in self.hands:
            for at, table in enumerate(text.split("+")):
                dealers[at] = next_dealer(self.played, dealers[at], read_results(table)[0][0])
        return tuple(dealers)

    @property
    def command(self) -> str:
        """The command that gives the same sheet."""
        rules = self._rules if self.game is None else self.style
        style = _STYLES.get(self.style)
        chosen = [] if style is None else ["--style", str(style)]
        return shlex.join(["ginsight", "score", ", ".join(self.hands), *chosen, "--rules", rules])

    # ---- writing it

    def with_hand(self, text: str, number: int | None = None) -> ScorePad:
        """The pad with a hand more, or with hand `number` (from 1) as it really was.

        Raises InputError for what is no hand, and where a later one would be left over.
        """
        hand = " ".join(text.split())
        count = self._count(hand)
        if count != 1:
            raise InputError(f"{count} hands are given", hint="write one at a time")
        if self.team == 1 and self.game is None:
            results = read_results(hand)
            _ = filled(Series.of(self.played), results)
            hand = format_result(results[0][0]) if hand.startswith("[") else hand
        if number is None:
            if len(self.hands) >= MOST_HANDS:
                raise InputError("the pad is full", hint="begin a new one")
            hands = (*self.hands, hand)
        else:
            self._check(number)
            hands = (*self.hands[: number - 1], hand, *self.hands[number:])
        return self._checked(hands)

    def with_sheet(self, text: str) -> ScorePad:
        """The pad with all the hands of a sheet as people keep one; raises InputError."""
        pad = self
        for number, hand in enumerate(filter(str.strip, self._hands_in(text)), start=1):
            with placed(f"hand {number}"):
                pad = pad.with_hand(hand)
        return pad

    def _hands_in(self, text: str) -> list[str]:
        """The text of each hand of a sheet; results are taken as they are."""
        if self.team > 1 or self.game is not None:
            return re.split(r"[,;\n]", text)
        try:
            return [format_result(hand) for hand, _ in read_results(text)]
        except InputError:
            if (sheet := results_of_sheet(text, self.players)) is None:
                raise
            return sheet.splitlines()

    def without(self, number: int) -> ScorePad:
        """The pad without hand `number`, from 1."""
        self._check(number)
        return self._checked((*self.hands[: number - 1], *self.hands[number:]))

    def _count(self, text: str) -> int:
        if self.game is not None:
            return len(read_table_results(text, self.game))
        if self.team == 1:
            return len(read_results(text))
        hands, tables = read_team_results(text)
        if len(tables) != self.team:
            raise InputError(
                f"{len(tables)} tables are given, but {self.team} play", hint="join them with +"
            )
        return len(hands)

    def _check(self, number: int) -> None:
        if not 1 <= number <= len(self.hands):
            raise InputError(f"there is no hand {number}", hint=f"there are {len(self.hands)}")

    def _checked(self, hands: tuple[str, ...]) -> ScorePad:
        pad = replace(self, hands=hands)
        _ = pad.sheet
        return pad

    # ---- hands by what was counted at the table

    def knock(
        self,
        knocker: int,
        deadwood: Sequence[int],
        *,
        big_gin: bool = False,
        doubled: bool = False,
    ) -> str:
        """The text of a knock by the deadwood of each player after laying off; of one table.

        Raises InputError for deadwood that nobody can knock with.

        >>> ScorePad.new("match", "classic", ()).knock(0, (4, 12))
        '1 knock 8'
        >>> rules = "oklahoma,spade_doubles_box=yes"
        >>> ScorePad.new("match", rules, ()).knock(0, (4, 12), doubled=True)
        '1 knock 16 doubled'
        """
        rules = self.played
        self._check_counted(knocker, deadwood, big_gin=big_gin)
        if self.game is not None:
            score = counted_hand(knocker, deadwood, self.game, big_gin=big_gin)
            return " ".join(map(str, score.won))
        made = score_points(
            deadwood[knocker], deadwood[1 - knocker], rules,
            multiplier=2 if doubled else 1, big_gin=big_gin,
        )  # fmt: skip
        winner = {Role.KNOCKER: knocker, Role.DEFENDER: 1 - knocker, None: None}[made.winner]
        return format_result(Scored(made.kind, winner, made.points, made.box_factor))

    def _check_counted(self, knocker: int, deadwood: Sequence[int], *, big_gin: bool) -> None:
        limit = self.played.knock_limit
        if max(deadwood) > WORST or min(deadwood) < 0:
            raise InputError(
                f"deadwood is 0 to {WORST}",
                where="deadwood",
                hint="count the cards that are in no meld",
            )
        if deadwood[knocker] > limit:
            raise InputError(
                f"nobody knocks with {deadwood[knocker]}", where="deadwood",
                hint=f"the limit is {limit}" if limit else "only gin ends a hand, with 0",
            )  # fmt: skip
        if big_gin and (deadwood[knocker] or self.played.big_gin_bonus is None):
            raise InputError("that is not big gin", hint="it leaves no deadwood at all")

    def mahjong(self, table: Sequence[int], hand: Sequence[int], out: int | None) -> str:
        """The text of a hand of mahjong gin: table less hand, and 25 for who went out.

        >>> ScorePad.new("mahjong", "", ()).mahjong((60, 15), (0, 30), out=0)
        '85 -15'
        """
        if out is not None and hand[out]:
            raise InputError(
                f"{self.players[out]} went gin and still holds cards",
                where="hand",
                hint="put 0 for that hand, or say that another went out",
            )
        bonus = self.played.gin_bonus
        pairs = enumerate(zip(table, hand, strict=True))
        return " ".join(str(laid - held + bonus * (seat == out)) for seat, (laid, held) in pairs)


def _two_sided(style: str) -> bool:
    """True if a style has two columns of names: two players, or two teams."""
    return PADS[style].startswith(("Two players", "Teams"))


class ScorePads(KeptAsText, msgspec.Struct, frozen=True):
    """All pads of a visitor by their numbers, the newest last; as they are kept.

    >>> pads, ident = ScorePads().begun(ScorePad.new("match", "standard", ("Ann", "Bob")))
    >>> ident, ScorePads.kept(pads.text) == pads, pads.after(ident, None).pads
    (1, True, {})
    """

    pads: dict[int, ScorePad] = {}
    last: int = 0

    def begun(self, pad: ScorePad) -> tuple[ScorePads, int]:
        """With one more, and its number; raises InputError for one too many."""
        if len(self.pads) >= MOST_PADS:
            raise InputError(f"{MOST_PADS} pads are kept already", hint="delete one first")
        return ScorePads({**self.pads, self.last + 1: pad}, self.last + 1), self.last + 1

    def after(self, ident: int, pad: ScorePad | None) -> ScorePads:
        """With one as it is now; None takes it away."""
        rest = {number: each for number, each in self.pads.items() if number != ident}
        kept = rest if pad is None else {**self.pads, ident: pad}
        return ScorePads(kept, self.last)

    @classmethod
    def kept(cls, text: str | None) -> ScorePads:
        """As they were kept; those that no sheet comes of are left out."""
        read = super().kept(text)
        return cls({number: pad for number, pad in read.pads.items() if _sound(pad)}, read.last)


def _sound(pad: ScorePad) -> bool:
    try:
        if pad.style not in PADS or len(pad.players) != pad.seats or len(pad.hands) > MOST_HANDS:
            return False
        _ = pad.sheet
    except InputError:
        return False
    return True


def void(pad: ScorePad) -> str:
    """The text of a hand in which nobody scored, at every table."""
    return "void" if pad.team == 1 else " + ".join(["void"] * pad.team)
