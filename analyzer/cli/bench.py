"""The command `bench`: how fast the kernel and the search are here."""

from __future__ import annotations

import click
from rich.console import Console

from analyzer.arena import benchmark
from analyzer.arena.benchmark import Benchmark
from analyzer.arena.benchmark.reviews import ReviewTime
from analyzer.arena.benchmark.signature import signature as signed
from analyzer.arena.benchmark.timing import Timing
from analyzer.cli.common import answer, console, seed_of, shared
from analyzer.cli.draw import table
from analyzer.game.rules import rules_for_two
from analyzer.notation.numbers import DASH, count, counted, points, seconds


@click.command()
@click.option(
    "--positions",
    type=click.IntRange(0, 1000),
    default=24,
    help="Mid-game positions for the search; default 24, 0 to leave the search out.",
)
@click.option(
    "--hands",
    type=click.IntRange(0, 10),
    default=10,
    help="Hands of the match to review; default 10, 0 to leave the reviews out.",
)
@click.option(
    "--threads",
    type=click.IntRange(1, 256),
    default=2,
    help="For the search and the reviews; default 2.",
)
@seed_of("hands")
@click.option(
    "--signature",
    is_flag=True,
    help="Only the signature, which changes when an answer of the engine does; of all options "
    "only --threads and --json count beside it.",
)
@shared
def bench(
    positions: int,
    hands: int,
    threads: int,
    seed: int,
    signature: bool,
    rules: str | None,
    as_json: bool,
) -> None:
    """Measure the kernel, the search and the review, beside OpenSpiel where it is installed.

    The kernel is timed in CPU time inside compiled loops over mid-game hands of self-play,
    median of nine rounds; the search and the review by the clock, with the CPU time beside it.
    Takes some minutes.
    """
    if signature:
        _sign(threads, as_json)
        return
    with console(stderr=True).status("warming up") as status:
        figures = benchmark.run(
            rules_for_two(rules or "standard"), positions, threads, seed, status.update, hands
        )
    answer(as_json, figures, lambda console: _show(console, figures))


def _sign(threads: int, as_json: bool) -> None:
    """The bench signature, of fixed positions with fixed seeds."""
    with console(stderr=True).status("warming up") as status:
        signature = signed(threads=threads, tell=status.update)
    answer(
        as_json, signature, lambda console: console.print(f"Bench signature: {signature.signature}")
    )


def _show(console: Console, benchmark: Benchmark) -> None:
    kernel, other, ratios = benchmark.kernel, benchmark.openspiel, benchmark.ratios
    rows = table("", "here", "target", "OpenSpiel", "ratio", right=_NUMBERS)

    def add(label: str, name: str, unit: str, here: float, target: str) -> None:
        theirs = DASH if other is None else f"{count(getattr(other, name))}{unit}"
        ratio = DASH
        if ratios is not None:
            ratio = f"{count(getattr(ratios, name.removesuffix('_ns')))}×"
        rows.add_row(label, f"{points(here)}{unit}" if unit else count(here), target, theirs, ratio)

    add("least deadwood of 11 cards", "deadwood_ns", " ns", kernel.deadwood_ns, "< 10 ns")
    add("best discard of 11 cards", "discard_ns", " ns", kernel.discard_ns, "< 100 ns")
    add("exact lay-off", "layoff_ns", " ns", kernel.layoff_ns, "< 25 ns")
    add("hands a second and core, greedy", "playouts", "", benchmark.playouts.greedy, "> 500,000")
    rows.add_row("… baseline", count(benchmark.playouts.baseline), "", "", "")
    console.print(rows)
    _show_search(console, benchmark)
    _show_review(console, benchmark)
    console.print(f"engine {benchmark.engine}, Python {benchmark.python}, {benchmark.cores} cores")


_NUMBERS = ("here", "target", "OpenSpiel", "ratio")
WHOLE = 10
"""Hands of the match that the target of a match is about."""
_TARGETS = {0.25: "< 1 s", 0.1: "< 4 s"}


def _show_search(console: Console, benchmark: Benchmark) -> None:
    search = benchmark.search
    if search is None:
        return
    rows = table("analyze", "median", "90%", "target", "CPU", right=("median", "90%", "target"))

    def add(label: str, spread: Timing, target: str, cpu: str) -> None:
        rows.add_row(label, seconds(spread.median, 2), seconds(spread.p90, 2), target, cpu)

    add("first answer", search.first, "< 0.5 s", "")
    for reached in search.intervals:
        missed = search.positions - reached.reached
        note = f", {missed} not reached" if missed else ""
        add(
            f"every difference to ±{reached.error:g} or a tenth{note}",
            reached.seconds,
            _TARGETS.get(reached.error, ""),
            seconds(reached.cpu.median, 2),
        )
    console.print(rows)
    console.print(
        f"{count(search.worlds)} worlds and {count(search.playouts)} playouts a second on "
        f"{search.threads} threads, {search.positions} positions, opponent {search.opponent}"
    )


def _show_review(console: Console, benchmark: Benchmark) -> None:
    speed = benchmark.review
    if speed is None:
        return
    rows = table("review", "wall", "target", "CPU", "decisions", "undecided",
                 right=("wall", "target", "CPU", "decisions", "undecided"))  # fmt: skip

    def add(label: str, timed: ReviewTime, target: str) -> None:
        rows.add_row(
            label, seconds(timed.seconds), target, seconds(timed.cpu),
            str(timed.decisions),
            f"{timed.undecided} of {timed.counting}",
        )  # fmt: skip

    hands = speed.match.hands
    add("a hand", speed.hand, "< 5 s")
    whole = hands == WHOLE
    add(f"a match, {counted(hands, 'hand')}", speed.match, "< 40 s" if whole else "")
    console.print(rows)
    console.print(f"both players, {speed.threads} threads")
