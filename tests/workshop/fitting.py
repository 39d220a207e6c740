"""The command `tune`: the fast policy fitted to rules by self-play."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import click
from rich.console import Console
from rich.progress import TimeElapsedColumn

from analyzer.cli.bars import counting_bar
from analyzer.cli.chunks import in_chunks, jobs_of
from analyzer.cli.common import JSON, OUT, answer, seed_of
from analyzer.cli.draw import table
from analyzer.engine.policies import BASELINE, FIRST, Policy, Softness
from analyzer.errors import InputError
from analyzer.game.rules import TWO_HANDED, Rules, rules_for_two
from analyzer.jobs import Jobs
from analyzer.notation.numbers import points, signed
from tests.workshop.habits import (
    HANDS,
    LEAST_HANDS,
    HabitFit,
    fit_habits,
    fit_people_habits,
)
from tests.workshop.tuning import Tuned, played_alike, tune, write_habits, write_tuned
from tests.workshop.tuning.loop import LEAST_PROBES, PROBES, ROUNDS

FIRST_RULES = "eaai"
"""The preset whose fit the others begin with."""


@click.command("tune")
@click.option(
    "--rules", "names", multiple=True, metavar="PRESET", help="Repeatable; default all presets."
)
@seed_of("deals")
@click.option("--rounds", type=click.IntRange(1), default=ROUNDS, help=f"Default {ROUNDS}.")
@click.option(
    "--probes", type=click.IntRange(LEAST_PROBES), default=PROBES,
    help=f"Hands probed per round; default {PROBES:,}.",
)  # fmt: skip
@click.option("--belief", is_flag=True, help="Fit the belief about an unknown player instead.")
@click.option("--people", is_flag=True, help="Of that the types of people alone.")
@click.option(
    "--hands", type=click.IntRange(LEAST_HANDS), default=HANDS,
    help=f"Hands per player, for --belief and --people; default {HANDS}.",
)  # fmt: skip
@in_chunks
@OUT
@JSON
def tune_(
    names: tuple[str, ...],
    seed: int,
    rounds: int,
    probes: int,
    belief: bool,
    people: bool,
    hands: int,
    workers: int,
    cluster: str | None,
    journal: Path | None,
    out: Path,
    as_json: bool,
) -> None:
    """Fit the fast policy to rules by self-play, and write the weights.

    Those that are shipped are policies.json and habits.json in analyzer/engine/data.

    Each round probes single decisions in hands against a population of players, fits the
    weights to what came of them, and keeps them if they play better. The fit for `eaai` begins
    with the first weights, the others with the fit for `eaai`. The same seed gives the same
    weights. Fits of other rules that are in the file stay there.

    With --belief the weights stay: what is fitted is how far types of players stray from them,
    how common each type is, and how the one discards and takes that is hard to predict, to hands
    of a population of bots under the eaai rules. With --people only the types of people are
    fitted, to players with habits.

    Cut off and started again with the same options it goes on where it was.
    """
    if belief or people:
        fit = fit_people_habits if people else fit_habits
        with jobs_of(workers, cluster, journal) as jobs:
            _tune_belief(fit, seed, hands, jobs, out, as_json)
        return
    found: dict[str, Tuned] = {}
    with jobs_of(workers, cluster, journal) as jobs:
        for rules in _chosen(names):
            with counting_bar(f"tuning for {rules.name}", TimeElapsedColumn()) as progress:
                found[rules.name] = _same_hands(rules, found) or tune(
                    rules, seed, rounds, probes,
                    start=_start(rules, found), jobs=jobs, progress=progress,
                )  # fmt: skip
            size = write_tuned(out, found.values())
    document = {
        "file": str(out),
        "bytes": size,
        "rules": {
            name: {"points": tuned.gain.points, "error": tuned.gain.error}
            for name, tuned in found.items()
        },
    }
    answer(as_json, document, lambda console: _show(console, out, found))


def _tune_belief(
    fit: Callable[..., HabitFit], seed: int, hands: int, jobs: Jobs, path: Path, as_json: bool
) -> None:
    """Fit the habits and write them."""
    with counting_bar("tuning for the belief", TimeElapsedColumn()) as progress:
        habit_fit = fit(seed, hands, jobs, progress)
    document = {
        "file": str(path),
        "bytes": write_habits(path, habit_fit.habits),
        "log_chance": {"before": habit_fit.before, "after": habit_fit.after},
        "gaps": {name: gaps._asdict() for name, gaps in habit_fit.gaps.items()},
    }
    answer(as_json, document, lambda console: _show_habits(console, habit_fit))


def _show_habits(console: Console, habit_fit: HabitFit) -> None:
    numbers = ("chance", *Softness._fields)
    rows = (
        (style, points(habit_fit.habits.prior[style], 3), *(f"{one:.4g}" for one in soft))
        for style, soft in habit_fit.habits.soft.items()
    )
    console.print(table("type", *numbers, rows=rows, right=numbers))
    console.print(
        f"log chance of a turn, on held-out hands: {points(habit_fit.after, 3)}, "
        f"before {points(habit_fit.before, 3)}"
    )
    for name, gaps in habit_fit.gaps.items():
        console.print(
            f"{name}: sampled hands hold {signed(gaps.early, 2)} points of deadwood more than "
            f"true ones early in a hand, {signed(gaps.late, 2)} late"
        )


def _chosen(names: tuple[str, ...]) -> list[Rules]:
    """The presets asked for, or all: first the one that the others begin with."""
    chosen = {rules_for_two(name).name for name in names} or set(TWO_HANDED)
    for name in chosen - set(TWO_HANDED):
        raise InputError(
            f"{name} is not a preset", where="--rules", hint="tune for the preset alone"
        )
    first = sorted(TWO_HANDED.values(), key=lambda rules: rules.name != FIRST_RULES)
    return [rules for rules in first if rules.name in chosen]


def _start(rules: Rules, found: Mapping[str, Tuned]) -> Policy:
    """Return what a fit begins with."""
    if rules.name == FIRST_RULES:
        return FIRST
    return found[FIRST_RULES].policy if FIRST_RULES in found else BASELINE


def _same_hands(rules: Rules, found: Mapping[str, Tuned]) -> Tuned | None:
    """A fit for rules under which hands are played in the same way: it would come out again."""
    for tuned in found.values():
        if rules.name != FIRST_RULES != tuned.rules.name and played_alike(rules, tuned.rules):
            return replace(tuned, rules=rules)
    return None


def _show(console: Console, path: Path, found: Mapping[str, Tuned]) -> None:
    rows = ((tuned.rules.name, str(tuned.gain)) for tuned in found.values())
    console.print(table("rules", "points a hand against what it began with", rows=rows))
    console.print(f"{path}: {path.stat().st_size:,} bytes")
