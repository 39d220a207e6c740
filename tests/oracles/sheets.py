"""What hands and matches score, from the rules alone; nothing of the program is used."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Style:
    """A row of the table of presets in the rules."""

    gin: int = 25
    undercut: int = 25
    tie: str = "undercut"
    big: int | None = 31
    box: int = 25
    at_once: bool = False
    game: int = 100
    target: int | None = 100
    shutout: str = "twice the hand points"
    knock: int = 10
    by_upcard: bool = False
    spade_doubles: bool = False

    def limit(self, upcard: str) -> int:
        """Most deadwood to knock with: an ace turned up means gin only."""
        of_rank = {"A": 0, **dict.fromkeys("TJQK", 10)}
        if not self.by_upcard:
            return self.knock
        return of_rank[upcard[0]] if upcard[0] in of_rank else int(upcard[0])

    def factor(self, upcard: str) -> int:
        """What a hand is multiplied by."""
        return 2 if self.spade_doubles and upcard[1] == "s" else 1


_PLAIN = Style(box=0, game=0, shutout="none", big=None)
STYLES = {
    "standard": Style(),
    "classic": Style(gin=20, undercut=10, big=None, box=20, shutout="plus 100"),
    "modern-50": Style(big=50),
    "strict-nine": replace(_PLAIN, knock=9, gin=30, undercut=10, big=50),
    "hoyle-20": Style(undercut=20, big=None, box=20, shutout="twice the difference"),
    "palace": replace(_PLAIN, undercut=20, box=10, at_once=True),
    "eaai": _PLAIN,
    "openspiel": replace(_PLAIN, tie="nothing", target=None),
    "straight": Style(knock=0),
    "oklahoma": Style(target=150, by_upcard=True, spade_doubles=True),
    "tournament": replace(_PLAIN, box=25, target=250, by_upcard=True),
    "tedesco": Style(target=200, by_upcard=True, spade_doubles=True),
    "hollywood": Style(),
    "must-gin": Style(),
    "low-cut": Style(),
}
"""Every preset of the two-handed game; the columns of two are `hollywood` below."""


TABLE = Style(knock=9, big=None)
"""Three and four players: "less than ten" to knock."""
MAHJONG = replace(_PLAIN, target=500)


def settle(knocker: int, theirs: int, style: Style, *, big: bool = False, factor: int = 1
           ) -> tuple[str, int]:  # fmt: skip
    """Who wins a knock, the knocker, the defender or neither, and with how many points."""
    if knocker == 0:
        bonus = style.big if big and style.big is not None else style.gin
        return "knocker", (theirs + bonus) * factor
    if theirs == knocker and style.tie != "undercut":
        return ("knocker" if style.tie == "knocker" else ""), 0
    if theirs > knocker:
        return "knocker", (theirs - knocker) * factor
    return "defender", (knocker - theirs + style.undercut) * factor


def totals(hands: Sequence[tuple[int, int]], style: Style) -> tuple[list[int], int | None]:
    """Both totals after the hands won, and who has reached the target.

    Boxes of the end are written down at the end, as bonuses are.
    """
    sums = [_sum(hands, seat) for seat in (0, 1)]
    boxes = [style.box * _count(hands, seat) for seat in (0, 1)]
    toward = [sums[seat] + boxes[seat] * style.at_once for seat in (0, 1)]
    won = [seat for seat in (0, 1) if style.target is not None and toward[seat] >= style.target]
    if not won:
        return toward, None
    found = [sums[seat] + boxes[seat] for seat in (0, 1)]
    winner = won[0]
    found[winner] += style.game
    if _count(hands, 1 - winner) == 0:
        if style.shutout == "twice the hand points":
            found[winner] += sums[winner]
        elif style.shutout == "plus 100":
            found[winner] += 100
        elif style.shutout == "twice the difference":
            found[winner] += found[winner] - found[1 - winner]
    return found, winner


def table_totals(
    hands: Sequence[Sequence[int]], boxes: Sequence[Sequence[int]], style: Style
) -> tuple[list[int], int | None]:
    """Totals and the winner: the leader once somebody has the target.

    It is a shutout where nobody else has a box.
    """
    sums = [sum(hand[seat] for hand in hands) for seat in range(len(hands[0]))]
    leaders = [seat for seat, total in enumerate(sums) if total == max(sums)]
    won = max(sums) >= (style.target or 0) and len(leaders) == 1
    winner = leaders[0] if won else None
    if winner is None:
        return sums, None
    found = [
        total + style.box * sum(seat in won for won in boxes) + style.game * (seat == winner)
        for seat, total in enumerate(sums)
    ]
    alone = {seat for won in boxes for seat in won} == {winner}
    if style.shutout != "none" and alone:
        found[winner] += sums[winner]
    return found, winner


def team_result(signed: Sequence[int]) -> tuple[int | None, int]:
    """Which team a hand is for, by its members' signed points, and with how many points."""
    total, bonus = sum(signed), {2: 0, 3: 25, 4: 50}[len(signed)]
    if not total:
        return None, 0
    every = all(points > 0 for points in signed) or all(points < 0 for points in signed)
    return (0 if total > 0 else 1), abs(total) + bonus * every


def hollywood(hands: Sequence[tuple[int, int]], target: int, box: int, game_bonus: int, *,
              doubled: bool) -> list[tuple[int, int]]:  # fmt: skip
    """Totals of three games: a first win counts in one, a second in two, the others in all.

    A win opens one game more for its player: the first that goes on and has none of theirs.
    """
    columns: list[list[tuple[int, int]]] = [[], [], []]
    for player, won in hands:
        is_new = True
        for column in columns:
            if any(_sum(column, seat) >= target for seat in (0, 1)):
                continue
            if _count(column, player):
                column.append((player, won))
            elif is_new:
                column.append((player, won))
                is_new = False
    found = []
    for column in columns:
        sums = [_sum(column, seat) for seat in (0, 1)]
        counts = [_count(column, seat) for seat in (0, 1)]
        over = max(sums) >= target
        pair = [sums[seat] + box * counts[seat] * over for seat in (0, 1)]
        for seat in (0, 1):
            if sums[seat] >= target:
                pair[seat] += game_bonus + (sums[seat] if doubled and not counts[1 - seat] else 0)
        found.append((pair[0], pair[1]))
    return found


def _sum(column: Sequence[tuple[int, int]], seat: int) -> int:
    return sum(won for player, won in column if player == seat)


def _count(column: Sequence[tuple[int, int]], seat: int) -> int:
    return sum(player == seat for player, _ in column)
