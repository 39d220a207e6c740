"""The evidence page's sections on the fast policy: its terms, its fits, the try to beat one."""

from __future__ import annotations

import msgspec

from analyzer.web.contexts.evidence import EvidenceSection, Figure, FigureRow
from analyzer.web.learn.contexts import RulesColumn
from analyzer.web.learn.evidence.parts import Interval, points, signed

NOTHING = Interval(0.0, 0.0, 0.0)
"""What a policy wins from itself on mirrored deals."""


class TermRow(msgspec.Struct, frozen=True):
    """What the policy wins from itself without a term."""

    term: str
    without: str
    refit: bool
    points: Interval


class Ablation(msgspec.Struct, frozen=True):
    """``ablation.json``."""

    command: str
    engine: str
    rules: str
    hands: int
    terms: list[TermRow]


class PresetRow(msgspec.Struct, frozen=True):
    """What a preset's fit wins."""

    rules: str
    over_eaai: Interval
    over_first: Interval


class RivalRow(msgspec.Struct, frozen=True):
    """What the fit and the first weights win from one player of the population."""

    against: str
    fitted: Interval
    first: Interval
    change: Interval


class Fits(msgspec.Struct, frozen=True):
    """``policies.json``."""

    command: str
    engine: str
    hands: int
    presets: list[PresetRow]
    population: list[RivalRow]


class Match(msgspec.Struct, frozen=True):
    """Hands against the player."""

    hands: int
    points: Interval


class Searched(msgspec.Struct, frozen=True):
    """What the search for a policy came to, flattered by the choice."""

    hands: int
    points: float


class Exploit(msgspec.Struct, frozen=True):
    """``exploit.json``."""

    command: str
    engine: str
    rules: str
    against: str
    searched: Searched
    final: Match
    candidate: str


def ablation(data: Ablation) -> EvidenceSection:
    """What each term of the policy is worth."""
    most = max(data.terms, key=lambda row: row.points.mean)
    return EvidenceSection(
        name="ablation",
        title="What is each part of the policy worth?",
        finding=f"Most is lost with “{most.without}”: {signed(most.points.mean)} points a hand "
        f"for the whole policy. {_sure(data.terms)}",
        figures=(
            Figure(
                name="ablation-terms",
                caption=f"Points a hand that the policy wins from itself without a part, "
                f"{data.rules} rules",
                columns=(
                    RulesColumn("Without"),
                    RulesColumn("Fitted again"),
                    RulesColumn("Points a hand", number=True),
                ),
                rows=tuple(
                    FigureRow(row.without, ("yes" if row.refit else "no", points(row.points)))
                    for row in data.terms
                ),
            ),
        ),
        what=f"{data.hands:,} hands each, every deal in both seats. A policy without a part is "
        "fitted again, so that the other parts make up for it as well as they can.",
        what_not="A refit is itself uncertain by about 0.1 points, which the intervals do not "
        "show; and a part that is worth little here may be worth more against other players.",
        command=data.command,
        engine=data.engine,
    )


def _sure(rows: list[TermRow]) -> str:
    sure = sum(row.points.mean > row.points.half > 0 for row in rows)
    return f"{sure} of {len(rows)} are losses by more than the error."


def fits(data: Fits) -> EvidenceSection:
    """What fitting the policy to each preset gains."""
    best = max(data.presets, key=lambda row: row.over_eaai.mean)
    worst = min(data.population, key=lambda row: row.change.mean)
    return EvidenceSection(
        name="fits",
        title="Does each set of rules have its own policy?",
        finding=f"The fit gains most under {best.rules}: {signed(best.over_eaai.mean)} points a "
        f"hand over the weights fitted for eaai. The change since the first weights is least "
        f"against {worst.against}: {signed(worst.change.mean)} points a hand.",
        figures=(_presets_figure(data), _rivals_figure(data)),
        what=f"{data.hands:,} hands each, every deal in both seats: the policy of a preset against "
        "that of eaai and against the weights before any fit, under the rules of the preset.",
        what_not="Where no fit was surely better than that of eaai, the preset has the same; the "
        "presets differ in the match only, or hardly in the hand. "
        "Points are those of the hand without its doubling.",
        command=data.command,
        engine=data.engine,
    )


def _presets_figure(data: Fits) -> Figure:
    return Figure(
        name="fits-presets",
        caption="Points a hand of the preset’s policy",
        columns=(
            RulesColumn("Rules"),
            RulesColumn("Over that of eaai", number=True),
            RulesColumn("Over the first weights", number=True),
        ),
        rows=tuple(
            FigureRow(
                row.rules,
                (
                    "the same" if row.over_eaai == NOTHING else points(row.over_eaai),
                    points(row.over_first),
                ),
            )
            for row in data.presets
        ),
    )


def _rivals_figure(data: Fits) -> Figure:
    heads = ("Fitted policy", "First weights", "Change")
    return Figure(
        name="fits-population",
        caption="Points a hand won from each player of the population, eaai rules",
        columns=(RulesColumn("Against"), *(RulesColumn(head, number=True) for head in heads)),
        rows=tuple(
            FigureRow(row.against, (points(row.fitted), points(row.first), points(row.change)))
            for row in data.population
        ),
    )


def exploit(data: Exploit) -> EvidenceSection:
    """Whether a policy was found that beats the engine."""
    won = data.final.points
    verdict = (
        "It wins."
        if won.mean > won.half > 0
        else "It loses."
        if -won.mean > won.half > 0
        else "It may break even."
    )
    return EvidenceSection(
        name="exploit",
        title="Can a policy be found that beats it?",
        finding=f"The best that a search found against {data.against} (“{data.candidate}”) makes "
        f"{points(won)} points a hand on fresh deals. {verdict}",
        figures=(
            Figure(
                name="exploit-matches",
                caption=f"Points a hand for the candidate against {data.against}",
                columns=(
                    RulesColumn("Deals"),
                    RulesColumn("Hands", number=True),
                    RulesColumn("Points a hand", number=True),
                ),
                rows=(
                    FigureRow(
                        "of the search, flattered by the choice",
                        (f"{data.searched.hands:,}", signed(data.searched.points)),
                    ),
                    FigureRow("fresh", (f"{data.final.hands:,}", points(won))),
                ),
            ),
        ),
        what="Candidates are simple players, fitted best responses to them, and variations of "
        "these; on mirrored deals the better half goes on each time.",
        what_not="It is an attempt of limited length among policies of one form. That it fails "
        "does not prove that nothing beats the engine.",
        command=data.command,
        engine=data.engine,
    )
