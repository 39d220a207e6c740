"""The evidence page's sections on play: the engine, its quick policy, its errors, the match."""

from __future__ import annotations

from math import pi, sqrt

import msgspec

from analyzer.display.charts import Axes, Line, LineChart, dots_line, error_line, top_for
from analyzer.engine.thresholds import Z95
from analyzer.notation.numbers import DASH, percent
from analyzer.web.contexts.evidence import EvidenceSection, Figure, FigureRow
from analyzer.web.learn.contexts import RulesColumn
from analyzer.web.learn.evidence.parts import (
    Interval,
    axis_head,
    points,
    score_interval,
    share,
    signed,
    span,
    whole_axis,
)

USUAL = "eaai"
"""The rules of a contest that are not named."""

NEAR = 0.25
"""Points behind the best that count as near, in `tests/measure/regret.py`."""

STEP = 10
"""Points in a cell of scores, in `tests/measure/equity.py`."""

LUCK = sqrt(2 / pi)
"""Mean size of a normal error, in standard errors."""


class DuelRow(msgspec.Struct, frozen=True):
    """What the policy won from one bot."""

    against: str
    hands: int
    points: Interval
    games: int
    won: Interval


class Arena(msgspec.Struct, frozen=True):
    """``arena.json``."""

    command: str
    engine: str
    rules: str
    bot: str
    duels: list[DuelRow]


class Pace(msgspec.Struct, frozen=True):
    """CPU milliseconds a decision."""

    decisions: int
    median: float
    p99: float


class Contest(msgspec.Struct, frozen=True):
    """What the engine won from one bot; no games where the rules have none."""

    bot: str
    against: str
    rules: str
    engine: str
    games: int
    hands: int
    points: Interval
    won: Interval | None
    undercut: float
    """Share of all hands in which it knocked and was undercut."""
    ms: Pace | None
    sitting: int | None = None
    """Hands in a row in which it remembered the other; None in games."""

    @property
    def opponent(self) -> str:
        """Whom it played, and for how long where that differs from contest to contest."""
        if self.sitting is None:
            return self.against
        if self.sitting == 1:
            return f"{self.against}, a stranger"
        return f"{self.against}, {self.sitting} hands in a row"


class Strength(msgspec.Struct, frozen=True):
    """``strength.json``."""

    command: str
    contests: list[Contest]


class Deep(msgspec.Struct, frozen=True):
    """Seconds of the deep answers."""

    at_most: float
    median: float


class Regret(msgspec.Struct, frozen=True):
    """``regret.json``."""

    command: str
    engine: str
    decisions: int
    seconds: float
    deep: Deep
    regret: float
    error: float
    """Half of its 95% interval."""
    same: float
    near: float
    largest: float


class Cell(msgspec.Struct, frozen=True):
    """Realised less foretold wins at like scores, in percentage points."""

    dealer: str
    score: tuple[int, int]
    games: int
    off: float
    error: float
    """Half of its 95% interval."""

    @property
    def holds(self) -> bool:
        """Whether the interval has nought."""
        return abs(self.off) <= self.error


class Foretold(msgspec.Struct, frozen=True):
    """The match under one set of rules."""

    rules: str
    games: int
    rows: list[Cell]


class Equity(msgspec.Struct, frozen=True):
    """``equity.json``."""

    command: str
    engine: str
    presets: list[Foretold]


# --- the engine ----------------------------------------------------------------------------


def strength(data: Strength) -> EvidenceSection | None:
    """How the engine fares against the reference bots; None without a contest."""
    rows = sorted(data.contests, key=lambda row: (row.against, row.sitting or 0, row.bot))
    if not rows:
        return None
    return EvidenceSection(
        name="strength",
        title="How strong is the engine?",
        finding=" ".join(_fares(bot, rows) for bot in sorted({row.bot for row in rows})),
        figures=tuple(filter(None, (_won_figure(rows), _points_figure(rows), _pace_figure(rows)))),
        what="Mirrored deals: each is played twice with the seats exchanged, and the two count as "
        "one observation. Games go to the target; the number behind the engine’s name is how "
        "many worlds it looks at for a decision. Undercuts are those that it suffered, of all "
        "hands. Contests may have been played by several runs of the command. " + _rules(rows),
        what_not="Looking at more worlds is not the same as playing better against each of these, "
        "and none of them is a person. Milliseconds are CPU time on one core of one machine.",
        command=data.command,
        engine=" and ".join(sorted({row.engine for row in rows})),
    )


def _fares(bot: str, rows: list[Contest]) -> str:
    """Whom it beats, and who comes closest."""
    own = [row for row in rows if row.bot == bot]
    ahead = sum(row.points.mean > row.points.half > 0 for row in own)
    closest = min(own, key=lambda row: row.points.mean)
    won = f" and {share(closest.won)} of games" if closest.won else ""
    return (
        f"`{bot}` is ahead of {ahead} of {len(own)} {'bots' if len(own) > 1 else 'bot'} by more "
        f"than the error in points; the closest is `{closest.against}`, at "
        f"{points(closest.points)} points a hand{won}."
    )


def _rules(rows: list[Contest]) -> str:
    """Which rules were played, and against whom other ones."""
    others = sorted({(row.against, row.rules) for row in rows if row.rules != USUAL})
    told = (
        f"; against {against} those of {rules}, hands without a game" for against, rules in others
    )
    return f"Rules are {USUAL}{''.join(told)}."


def _won_figure(rows: list[Contest]) -> Figure | None:
    played = [(row, row.won) for row in rows if row.won]
    if not played:
        return None
    return Figure(
        name="strength-won",
        caption="Games won, with 95% intervals; the bar begins at half",
        columns=_columns("Games won", "Games"),
        rows=tuple(
            FigureRow(
                row.opponent,
                (row.bot, share(won), f"{row.games:,}"),
                span(won, (0.0, 1.0), 0.5),
            )
            for row, won in played
        ),
        range_head="0 to 100%",
    )


def _points_figure(rows: list[Contest]) -> Figure:
    axis = whole_axis([row.points for row in rows])
    return Figure(
        name="strength-points",
        caption="Points a hand, with 95% intervals; the bar begins at nought",
        columns=_columns("Points a hand", "Hands"),
        rows=tuple(
            FigureRow(
                row.opponent,
                (row.bot, points(row.points), f"{row.hands:,}"),
                span(row.points, axis, 0.0),
            )
            for row in rows
        ),
        range_head=axis_head(axis),
    )


def _pace_figure(rows: list[Contest]) -> Figure:
    return Figure(
        name="strength-pace",
        caption="Undercuts suffered, and milliseconds a decision",
        columns=_columns("Undercut", "Decisions", "Median ms", "99 of 100 within"),
        rows=tuple(
            FigureRow(row.opponent, (row.bot, f"{100 * row.undercut:.1f}%", *_pace(row.ms)))
            for row in rows
        ),
    )


def _pace(found: Pace | None) -> tuple[str, ...]:
    if found is None:
        return (DASH,) * 3
    return f"{found.decisions:,}", f"{found.median:.1f}", f"{found.p99:.1f}"


def _columns(*heads: str) -> tuple[RulesColumn, ...]:
    numbers = (RulesColumn(head, number=True) for head in ("Engine", *heads))
    return RulesColumn("Against"), *numbers


# --- the policy ----------------------------------------------------------------------------


def policy(data: Arena) -> EvidenceSection:
    """How the rollout policy fares against simple bots."""
    closest = min(data.duels, key=lambda row: row.points.mean)
    return EvidenceSection(
        name="policy",
        title="How well does the policy play alone?",
        finding=f"The policy that plays on in the search unless told otherwise (`{data.bot}`) "
        f"{_beats(data.duels)}; the closest is `{closest.against}`, at "
        f"{signed(closest.points.mean, 1)} points a hand.",
        figures=(_policy_figure(data),),
        what=f"Mirrored deals under {data.rules} rules: each is played twice with the seats "
        "exchanged, and the two count as one observation. A draw is half a game.",
        what_not="This is the quick policy, not the search that stands on it, and the others are "
        "simple bots, some of them this policy with another habit of knocking. It says nothing "
        "of strength against people.",
        command=data.command,
        engine=data.engine,
    )


def _beats(duels: list[DuelRow]) -> str:
    ahead = sum(row.points.mean > row.points.half > 0 for row in duels)
    return f"is ahead of {ahead} of {len(duels)} simple bots by more than the error"


def _policy_figure(data: Arena) -> Figure:
    axis = whole_axis([row.points for row in data.duels])
    heads = ("Hands", "Points a hand", "Games", "Games won")
    return Figure(
        name="policy-duels",
        caption=f"{data.bot} against each, 95% intervals; the bar is points a hand",
        columns=(RulesColumn("Against"), *(RulesColumn(head, number=True) for head in heads)),
        rows=tuple(
            FigureRow(
                row.against,
                (f"{row.hands:,}", points(row.points), f"{row.games:,}", share(row.won)),
                span(row.points, axis, 0.0),
            )
            for row in data.duels
        ),
        range_head=axis_head(axis),
    )


# --- a quick answer ------------------------------------------------------------------------


def regret(data: Regret) -> EvidenceSection:
    """What a quick answer loses against a deep one."""
    within = f"{data.seconds:g} {'second' if data.seconds == 1 else 'seconds'}"
    return EvidenceSection(
        name="regret",
        title="What does a quick answer cost?",
        finding=f"The best action after {within} loses {data.regret:.2f} ± {data.error:.2f} points "
        f"a decision, by the reckoning of a search of up to {data.deep.at_most:g} seconds; the "
        f"largest loss is {data.largest:.1f}. Both choose the same in {percent(data.same)} of "
        "decisions.",
        figures=(_regret_figure(data),),
        what=f"{data.decisions:,} decisions in the middle of hands under eaai rules, one a hand. "
        "The deep search has other worlds and ends early where the answer is clear; half of them "
        f"took {data.deep.median:g} seconds or less.",
        what_not="The deep best is the best of noisy means, so the loss is a little too large; and "
        "both searches have the same opponent in mind, so an error of the model does not show.",
        command=data.command,
        engine=data.engine,
    )


def _regret_figure(data: Regret) -> Figure:
    rows = (
        ("the best", data.same),
        (f"within {NEAR:g} points", data.near),
    )
    return Figure(
        name="regret-shares",
        caption="Decisions in which the quick choice is the deep best, or near it",
        columns=(
            RulesColumn("Choice"),
            RulesColumn("Decisions", number=True),
            RulesColumn("95% interval", number=True),
        ),
        rows=tuple(
            _regret_row(label, score_interval(held, data.decisions)) for label, held in rows
        ),
        range_head="0 to 100%",
    )


def _regret_row(label: str, found: Interval) -> FigureRow:
    low, high = found.low or 0.0, found.high or 0.0
    cells = (f"{100 * found.mean:.1f}%", f"{100 * low:.1f} to {100 * high:.1f}%")
    return FigureRow(label, cells, span(found, (0.0, 1.0), 0.0))


# --- the match -------------------------------------------------------------------------------


def equity(data: Equity) -> EvidenceSection | None:
    """Whether matches are won as often as foretold; None without a cell to judge."""
    presets = [preset for preset in data.presets if preset.rows]
    if not presets:
        return None
    return EvidenceSection(
        name="equity",
        title="Is the chance to win the match what it says?",
        finding=" ".join(_off(preset) for preset in presets),
        figures=tuple(map(_cells_figure, presets)),
        what=f"{presets[0].games:,} games to the target for each set of rules, played by the quick "
        "policy against itself on deals of their own. Before each hand the table says how likely "
        "the match is won; cells have ten points a side, and those that too few games came "
        "through are left out. A game is one observation in each cell that it passes through.",
        what_not="The table supposes two players who play like that policy and mind the score of "
        "the hand only. Against a better or a worse player the chance is another one.",
        command=data.command,
        engine=data.engine,
    )


def _off(preset: Foretold) -> str:
    """How far the cells are off, and how far luck alone would make them seem so."""
    cells = preset.rows
    worst = max(cells, key=lambda cell: abs(cell.off))
    typical = sum(abs(cell.off) for cell in cells) / len(cells)
    luck = LUCK / Z95 * sum(cell.error for cell in cells) / len(cells)
    inside = sum(cell.holds for cell in cells)
    return (
        f"Under {preset.rules} rules matches are won {typical:.2f} percentage points more or less "
        f"often than foretold, at the mean of {len(cells)} cells of scores; luck alone would make "
        f"it {luck:.2f}. The farthest is {_cell(worst)} ({_score(worst)}, {_dealer(worst)} "
        f"deal); {percent(inside / len(cells))} of "
        "the 95% intervals hold 0."
    )


def _cells_figure(preset: Foretold) -> Figure:
    """Every cell's interval in a row, and a table of them by score."""
    return Figure(
        name=f"equity-{preset.rules}",
        caption=f"Matches won less those foretold, {preset.rules} rules, in percentage points",
        columns=(
            RulesColumn("Score"),
            *(RulesColumn(head, number=True) for head in ("Dealer", "Off", "Games")),
        ),
        rows=tuple(
            FigureRow(_score(cell), (_dealer(cell), _cell(cell), f"{cell.games:,}"))
            for cell in sorted(preset.rows, key=lambda cell: (cell.score, cell.dealer))
        ),
        chart=_cells_chart(preset),
        fold="The numbers: each cell of scores, mine first",
    )


def _cells_chart(preset: Foretold) -> LineChart:
    cells = sorted(preset.rows, key=lambda cell: cell.off)
    top = top_for((abs(cell.off) + cell.error for cell in cells), 1)
    axes = Axes(-1, len(cells), top, floor=-top)
    points = [(k, cell.off, cell.error) for k, cell in enumerate(cells)]
    inside = sum(cell.holds for cell in cells)
    return LineChart(
        f"How far each cell of scores is off: {inside} of {len(cells)} intervals hold nought.",
        "Cells of scores, from the lowest to the highest",
        "Won less foretold",
        lines=(
            Line("as foretold", "uniform", axes.line([(axes.first, 0.0), (axes.last, 0.0)])),
            error_line(axes, "95% interval", points),
            dots_line(axes, "a cell of scores", ((k, off) for k, off, _ in points)),
        ),
        x_ticks=(),
        y_ticks=axes.ticks(1 if top <= 4 else top / 2),
    )


def _score(cell: Cell) -> str:
    """The scores of a cell as ranges: mine first."""
    return " : ".join(f"{low}–{low + STEP - 1}" for low in cell.score)


def _dealer(cell: Cell) -> str:
    return "I" if cell.dealer == "me" else "they"


def _cell(cell: Cell) -> str:
    return f"{signed(cell.off, 1)} ± {cell.error:.1f}"
