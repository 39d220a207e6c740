"""The evidence page's sections on reviews: luck, error rates, what the coach sees and says."""

from __future__ import annotations

import msgspec

from analyzer.display.charts import Axes, LineChart, dots_line
from analyzer.review.coach import Theme
from analyzer.web.contexts.evidence import EvidenceSection, Figure, FigureRow
from analyzer.web.learn.contexts import RulesColumn
from analyzer.web.learn.evidence.parts import Interval, axis_head, points, span, whole_axis

EDGE = 100
"""Points that the chart of luck reaches; what lies beyond is counted, not drawn."""
GRID = 50
"""Points between two of its lines."""

PARTS = {
    "result": "the result",
    "luck": "all luck",
    "deal": "the deal",
    "mine": "own cards from the stock",
    "theirs": "their cards from the stock",
    "hidden": "what the cards hid",
    "yardstick": "better than the yardstick",
    "skill": "own errors",
    "errors": "the opponent’s errors",
}
"""The parts of a hand's result, in their order."""


class Mean(msgspec.Struct, frozen=True):
    """A mean with the half-width of its 95% interval."""

    mean: float
    error: float

    @property
    def interval(self) -> Interval:
        """The same with both ends.

        >>> Mean(1.0, 0.5).interval
        Interval(mean=1.0, low=0.5, high=1.5)
        """
        return Interval(self.mean, self.mean - self.error, self.mean + self.error)


class Explained(msgspec.Struct, frozen=True):
    """A part of the variance with its 95% interval."""

    part: float
    low: float
    high: float


class LuckData(msgspec.Struct, frozen=True):
    """``luck.json``."""

    command: str
    engine: str
    player: str
    hands: int
    worlds: int
    widest_gap: float
    """Between a result and the sum of its parts."""
    mean_luck: Mean
    explained: Explained
    mean: dict[str, Mean]
    sd: dict[str, float]
    points: list[tuple[float, float]]
    """(luck, result) of the first hands."""


class RateRow(msgspec.Struct, frozen=True):
    """One player against itself, as the engine judges its decisions."""

    bot: str
    decisions: int
    rate: float
    error: float
    mistakes: float
    undecided: int


class RatesData(msgspec.Struct, frozen=True):
    """``rates.json``."""

    command: str
    engine: str
    hands: int
    worlds: int
    bots: list[RateRow]


class ReviewedRow(msgspec.Struct, frozen=True):
    """Hands of one set of rules, reviewed."""

    rules: str
    hands: int
    decisions: int
    lay_offs: int
    alone: int
    """Decisions judged again with one hand known."""
    pages: int
    failed: int


class ReviewsData(msgspec.Struct, frozen=True):
    """``reviews.json``."""

    command: str
    engine: str
    worlds: int
    rules: list[ReviewedRow]


class ThemeRow(msgspec.Struct, frozen=True):
    """How often a theme was seen."""

    about: str
    entries: int


class ThemesData(msgspec.Struct, frozen=True):
    """``themes.json``."""

    command: str
    engine: str
    hands: int
    judged: int
    errors: int
    wanted: int
    themes: dict[str, ThemeRow]


class Said(msgspec.Struct, frozen=True):
    """One explanation."""

    theme: str | None


class SaidData(msgspec.Struct, frozen=True):
    """``explanations.json``, as far as it is counted here."""

    command: str
    engine: str
    explanations: list[Said]


# --- luck ------------------------------------------------------------------------------


def luck(data: LuckData) -> EvidenceSection:
    """What part of a hand is luck."""
    part = data.explained
    return EvidenceSection(
        name="luck",
        title="How much of a hand is luck?",
        finding=f"Between two players alike, luck explains {100 * part.part:.0f}% (95% interval "
        f"{100 * part.low:.0f} to {100 * part.high:.0f}%) of how much the results of hands "
        f"differ, and is {points(data.mean_luck.interval)} points on average.",
        figures=(_luck_figure(data),),
        what=f"{data.hands:,} hands of {data.player} against itself, dealing in turn, each "
        f"decision judged with up to {data.worlds} worlds. Result = luck + skill + the "
        "opponent’s errors in every hand; what no other part accounts for is in what the cards "
        "hid, so the sum is no finding, but that luck is nought on average is one. Explained is "
        "1 less the variance of result − luck over that of the result.",
        what_not="With few worlds an error’s size is uncertain, which makes skill look more "
        "varied, and luck explain less, than it does. Between players of unequal strength luck "
        "explains less too.",
        command=data.command,
        engine=data.engine,
    )


def _luck_figure(data: LuckData) -> Figure:
    rows = [(label, data.mean[name], data.sd[name]) for name, label in PARTS.items()]
    return Figure(
        name="luck-parts",
        caption="Parts of a hand’s result, points",
        columns=(
            RulesColumn("Part"),
            RulesColumn("Mean", number=True),
            RulesColumn("Spread (SD)", number=True),
        ),
        rows=tuple(
            FigureRow(label, (points(mean.interval), f"{sd:.1f}")) for label, mean, sd in rows
        ),
        chart=_luck_chart(data),
    )


def _luck_chart(data: LuckData) -> LineChart:
    axes = Axes(-EDGE, EDGE, EDGE, floor=-EDGE)
    drawn = [pair for pair in data.points if max(map(abs, pair)) <= EDGE]
    beyond = len(data.points) - len(drawn)
    return LineChart(
        says="Each dot is a hand; those with much luck to the right, those won high. They lie "
        "along the line where the result is all luck.",
        across="Luck, points",
        up="Result, points",
        lines=(dots_line(axes, f"{len(drawn)} of the hands, {beyond} lie beyond", drawn),),
        x_ticks=axes.across((-GRID, 0, GRID)),
        y_ticks=axes.ticks(GRID),
    )


# --- error rates -----------------------------------------------------------------------


def rates(data: RatesData) -> EvidenceSection:
    """What the review says of players whose strength is known."""
    rows = sorted(data.bots, key=lambda row: row.rate)
    best, worst = rows[0], rows[-1]
    return EvidenceSection(
        name="rates",
        title="Does the review see who plays well?",
        finding=f"Least by `{best.bot}`, which loses {best.rate:.0f} ± {best.error:.0f} points in "
        f"100 decisions, most by `{worst.bot}`, {worst.rate:.0f} ± {worst.error:.0f}.",
        figures=(_rates_figure(rows),),
        what=f"{data.hands} hands of each player against itself, every decision that was neither "
        f"forced nor obvious judged with up to {data.worlds:,} worlds. Intervals take a hand as "
        "one cluster. Worse than an inaccuracy are mistakes and blunders.",
        what_not="A player that plays otherwise than the engine’s model of its opponent is "
        "judged against that model all the same: the rate is what the engine thinks was lost.",
        command=data.command,
        engine=data.engine,
    )


def _rates_figure(rows: list[RateRow]) -> Figure:
    found = [Mean(row.rate, row.error).interval for row in rows]
    axis = whole_axis(found)
    return Figure(
        name="rates-bots",
        caption="Points lost in 100 decisions",
        columns=(
            RulesColumn("Player"),
            RulesColumn("Points lost", number=True),
            RulesColumn("Worse than an inaccuracy", number=True),
            RulesColumn("Decisions", number=True),
        ),
        rows=tuple(
            FigureRow(
                row.bot,
                (
                    f"{row.rate:.1f} ± {row.error:.1f}",
                    f"{100 * row.mistakes:.1f}%",
                    f"{row.decisions:,}",
                ),
                span(interval, axis, 0.0),
            )
            for row, interval in zip(rows, found, strict=True)
        ),
        range_head=axis_head(axis),
    )


# --- reviews that fail -----------------------------------------------------------------


def reviews(data: ReviewsData) -> EvidenceSection:
    """Whether a review ever fails."""
    rows = [row for row in data.rules if row.hands]
    hands, failed = (sum(getattr(row, name) for row in rows) for name in ("hands", "failed"))
    decisions = sum(row.decisions for row in rows)
    return EvidenceSection(
        name="reviews",
        title="Does a review ever fail?",
        finding=f"{failed:,} of {hands:,} reviews failed" if failed
        else f"None failed of {hands:,} hands under {len(rows)} sets of rules, in which "
        f"{decisions:,} decisions were judged.",
        figures=(_reviews_figure(rows),),
        what="Hands that policies play against each other, some of them waiting for gin, some "
        "knocking at once, now and then laying down or off anyhow. Each is written as a record, "
        f"read back and reviewed with {data.worlds} worlds a decision, and then: every decision "
        "has its entry with all its legal actions; losses, classes, gaps, totals and key moments "
        "agree with each other; result = luck + skill + the opponent’s errors to a millionth of "
        "a point; there is a text at every depth with nothing left to fill in; and the report is "
        "read back as it was written. One hand in four is reviewed again as one player knew it, "
        "one in twenty made a page.",
        what_not="So few worlds say little of what a decision cost: it is how the parts hang "
        "together that is looked at. Matches are reviewed hand by hand, so are not here.",
        command=data.command,
        engine=data.engine,
    )  # fmt: skip


def _reviews_figure(rows: list[ReviewedRow]) -> Figure:
    numbers = ("Hands", "Decisions", "of these lay-offs", "again with one hand known", "Failed")
    return Figure(
        name="reviews-rules",
        caption="Reviews by rules",
        columns=(RulesColumn("Rules"), *(RulesColumn(name, number=True) for name in numbers)),
        rows=tuple(
            FigureRow(
                row.rules,
                tuple(
                    f"{count:,}"
                    for count in (row.hands, row.decisions, row.lay_offs, row.alone, row.failed)
                ),
            )
            for row in rows
        ),
        fold="By rules",
    )


# --- the coach -------------------------------------------------------------------------


def themes(data: ThemesData) -> EvidenceSection:
    """What the coach sees in real errors."""
    least = min(row.entries for row in data.themes.values())
    rare = sum(row.entries < data.wanted for row in data.themes.values())
    finding = (
        f"Each of the {len(data.themes)} themes was seen in at least {least} errors"
        if not rare
        else f"{len(data.themes) - rare} of the {len(data.themes)} themes were seen in at least "
        f"{data.wanted} errors, the rarest in {least}"
    )
    return EvidenceSection(
        name="themes",
        title="What does the coach see?",
        finding=f"{finding}, among {data.errors:,} errors of {data.hands:,} hands.",
        figures=(_themes_figure(data),),
        what="Hands of policies that slip now and then and have bad habits, under four sets of "
        "rules, with scores and without. What may be an error at a first look with 256 worlds is "
        "judged as a review judges it; what could only have themes that were seen often enough "
        "is not looked at any more, so the numbers are not how often people make these errors.",
        what_not="A theme is what an error has to do with, counted from the cards and the "
        "search’s numbers; an error may have several, and some have none.",
        command=data.command,
        engine=data.engine,
    )


def _themes_figure(data: ThemesData) -> Figure:
    return Figure(
        name="themes-seen",
        caption="Errors with each theme",
        columns=(RulesColumn("Theme"), RulesColumn("Errors", number=True)),
        rows=tuple(FigureRow(row.about, (f"{row.entries:,}",)) for row in data.themes.values()),
        fold="Theme by theme",
    )


def said(data: SaidData) -> EvidenceSection:
    """What the coach says, and how its numbers are checked."""
    seen = {one.theme for one in data.explanations} - {None}
    return EvidenceSection(
        name="explanations",
        title="What does the coach say?",
        finding=f"{len(data.explanations)} decisions with {len(seen)} of the {len(Theme)} themes "
        "stand on the page of explanations, with their cards, numbers and words.",
        figures=(),
        what="Sentences come from a closed list. A test reads every number of the texts on 300 "
        "decisions, nightly on 10,000, back from the words and compares it with the search’s, or "
        "counts it anew from the cards. A reason is told only if it makes up 30% of the gap and "
        "its sign is sure.",
        what_not="A reason says where in the search’s worlds the points were lost, not what the "
        "player was thinking.",
        command=data.command,
        engine=data.engine,
    )
