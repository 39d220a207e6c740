"""The commands `puzzles`: packs mined, certified, counted, and given days."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from pathlib import Path

import click
from rich.console import Console

from analyzer.cli.bars import counting_bar
from analyzer.cli.chunks import in_chunks, jobs_of
from analyzer.cli.common import CLUSTER, FILE, JSON, WORKERS, answer, seed_of, text_of
from analyzer.cli.draw import table
from analyzer.cli.puzzle import day_in, show_counts
from analyzer.errors import InputError
from analyzer.game.rules import rules_for_two
from analyzer.jobs import Jobs
from analyzer.notation.numbers import percent, points
from analyzer.practice.puzzles import pack, retired, schedule
from analyzer.practice.puzzles.types import VERSION, Puzzle, PuzzleKind
from analyzer.resources import resource_root, write_whole
from tests.workshop.puzzles import make, packing, planning, recertify, stats
from tests.workshop.puzzles.mine import MiningJournal, mine
from tests.workshop.puzzles.planning import AHEAD

PROGRAM = "python -m tests.workshop puzzles"

HOME = click.option(
    "--out", "home", type=click.Path(file_okay=False, path_type=Path),
    default=lambda: resource_root() / "puzzles", help="Another folder of packs.",
)  # fmt: skip


@click.group("puzzles")
def puzzles_() -> None:
    """Mine packs of puzzles, put them again, and give days to come a puzzle."""


@puzzles_.command("mine")
@click.argument("name", metavar="PACK")
@click.option(
    "--deals", type=click.IntRange(1), default=1_000, help="How many to search; default 1,000."
)
@seed_of("deals")
@click.option(
    "--kind", "kinds", multiple=True, metavar="KIND[=WEIGHT]",
    help="Search for this kind only, or that much more often; repeatable.",
)  # fmt: skip
@click.option("--most", type=click.IntRange(1), help="Most puzzles of one kind in the pack.")
@click.option(
    "--records", metavar="FILE", help="Search the hands of a file instead of fresh deals."
)
@click.option(
    "--journal", type=FILE,
    help="Where finished work is kept; default PACK.journal next to the pack.",
)  # fmt: skip
@click.option("--rules", metavar="PRESET", default="standard", help="Default standard.")
@click.option(
    "--players", type=click.Choice(make.COMPANIES), default=make.COMPANIES[0],
    help="Who plays the deals: strong players, people with their habits, or a bit of all.",
)  # fmt: skip
@HOME
@WORKERS
@CLUSTER
@JSON
def _mine(
    name: str,
    deals: int,
    seed: int,
    kinds: tuple[str, ...],
    most: int | None,
    records: str | None,
    journal: Path | None,
    rules: str,
    players: str,
    home: Path,
    workers: int,
    cluster: str | None,
    as_json: bool,
) -> None:
    """Search play for puzzles, certify and rate them, and write a pack.

    Killed and started again with the same options it goes on where it was. The same options
    give the same pack, on however many workers. A pack that is there is added to.
    """
    texts = () if records is None else make.record_texts(text_of(records, "records"))
    preset = rules_for_two(rules).name
    plan = make.Plan(preset, seed, _weights(kinds), records=texts, company=players)
    kept = MiningJournal(journal or home / f"{name}.journal", plan)
    count = len(plan.records) or deals
    with Jobs(workers, cluster, kept_in=kept.path) as jobs, counting_bar(name) as progress:
        mine(kept, count, jobs, progress=lambda done, all_, _: progress(done, all_))
    kept.only(count)
    others = list(_known(home).values())
    puzzles = packing.assemble(kept.puzzles, most, others, packing.TRICK)
    info: dict[str, object] = {
        "version": VERSION,
        "rules": plan.rules,
        "engine": sorted({puzzle.provenance.engine for puzzle in puzzles}),
        "commands": [_command(name, count, plan, kinds, most)],
        "demands": asdict(plan.demands),
        "weights": {str(kind): weight for kind, weight in plan.weights},
    }
    packing.write_pack(home / name, info, puzzles, kept.rejected)
    reasons = Counter(f"{rejected.kind}: {rejected.reason}" for rejected in kept.rejected)
    document = {
        "pack": str(home / name),
        "deals": count,
        "found": len(kept.puzzles),
        "puzzles": len(puzzles),
        "kinds": dict(Counter(str(puzzle.kind) for puzzle in puzzles)),
        "rejected": dict(sorted(reasons.items())),
        "seconds": _costs(kept),
    }
    answer(as_json, document, lambda console: show_counts(console, document))


def _weights(kinds: Sequence[str]) -> tuple[tuple[PuzzleKind, float], ...]:
    """The kinds asked for with their weights; all kinds if none are."""
    if not kinds:
        return tuple(make.WEIGHTS.items())
    weights = []
    for text in kinds:
        kind, _, weight = text.partition("=")
        try:
            weights.append((PuzzleKind(kind), float(weight or 1)))
        except ValueError:
            hint = "give " + ", ".join(PuzzleKind)
            raise InputError(f"`{text}` is not a kind", where="--kind", hint=hint) from None
    return tuple(weights)


def _command(name: str, deals: int, plan: make.Plan, kinds: Sequence[str], most: int | None) -> str:
    words = [f"{PROGRAM} mine {name} --deals {deals} --seed {plan.seed} --rules {plan.rules}"]
    words += [f"--kind {kind}" for kind in kinds]
    words += [] if plan.company == make.COMPANIES[0] else [f"--players {plan.company}"]
    return " ".join(words + ([] if most is None else [f"--most {most}"]))


def _costs(kept: MiningJournal) -> dict[str, float | None]:
    """Seconds of one core for each puzzle found, by kind."""
    costs: dict[str, float | None] = {}
    for kind in PuzzleKind:
        made = [find for find in kept.made if find.kind is kind]
        count = sum(find.puzzle is not None for find in made)
        if made:
            spent = sum(find.seconds for find in made)
            costs[str(kind)] = round(spent / count, 2) if count else None
    return costs


@puzzles_.command("certify")
@click.argument("name", metavar="PACK")
@click.option("--sample", type=click.IntRange(1), help="How many, chosen by the seed; default all.")
@seed_of("fresh worlds")
@click.option(
    "--retire", is_flag=True,
    help="Ask those that fail no more: days to come, from tomorrow, get others.",
)  # fmt: skip
@HOME
@in_chunks
@JSON
def _certify(
    name: str,
    sample: int | None,
    seed: int,
    retire: bool,
    home: Path,
    workers: int,
    cluster: str | None,
    journal: Path | None,
    as_json: bool,
) -> None:
    """Put the questions of a pack again, on fresh worlds.

    Tells how many lose their best answer, and how many fall under the gap. Cut off and started
    again with the same options it goes on where it was.
    """
    puzzles = packing.load_pack(home / name).puzzles
    with jobs_of(workers, cluster, journal) as jobs, counting_bar(f"certify {name}") as progress:
        result = recertify.recertify(puzzles, sample, seed, jobs, progress)
    if retire:
        _retire(home, result)
    answer(as_json, result, lambda console: _show_again(console, result))


def _retire(home: Path, failed: recertify.Recertified) -> None:
    """Note what failed, and give the days to come that had it another puzzle."""
    now = datetime.now(UTC)
    reasons = [(puzzle, planning.LOST) for puzzle in failed.lost]
    reasons += [(puzzle, planning.UNDER) for puzzle in failed.under]
    path = home / retired.FILE
    after = planning.with_retired(retired.load_retired(path), reasons, now.date())
    path.write_text(planning.format_retired(after), encoding="ascii")
    days, known = home / schedule.FILE, _known(home)
    begun = (now + schedule.LATEST).date()
    mended = planning.mended(
        schedule.load_schedule(days), after, begun, list(known.values()), known
    )
    write_whole(days, planning.format_schedule(mended).encode("ascii"))


def _known(home: Path) -> dict[str, Puzzle]:
    """All puzzles of all packs in a folder, by id."""
    packs = map(packing.load_pack, pack.pack_folders(home))
    return {puzzle.id: puzzle for each in packs for puzzle in each.puzzles}


def _show_again(console: Console, result: recertify.Recertified) -> None:
    console.print(
        f"{result.asked} asked again: {len(result.lost)} lose their best answer, "
        f"{len(result.under)} fall under the gap, engine:1 s finds {percent(result.solved, 1)}"
    )
    for puzzle in (*result.lost, *result.under):
        console.print(f"  {puzzle}")


@puzzles_.command("stats")
@click.argument("name", metavar="[PACK]", required=False)
@HOME
@JSON
def _stats(name: str | None, home: Path, as_json: bool) -> None:
    """Count what a pack holds, or all of them, by kind, theme and rating, and which bots solve
    it."""
    folders = pack.pack_folders(home) if name is None else (home / name,)
    puzzles = [puzzle for folder in folders for puzzle in packing.load_pack(folder).puzzles]
    if not puzzles:
        raise InputError("there are no puzzles", where=name or str(home), hint="mine some first")
    figures = stats.stats(puzzles)
    answer(as_json, figures, lambda console: _show_stats(console, figures))


def _show_stats(console: Console, figures: stats.Stats) -> None:
    names = ("puzzles", "10%", "median", "90%", "answers", "greedy", "engine:1024")
    rows = table("kind", *names, right=names)
    for kind, line in figures.kinds.items():
        rated = (points(value, 0) for value in (line.low, line.median, line.high))
        shares = (percent(line.solved.get(bot, 0.0)) for bot in ("greedy", "engine:1024"))
        rows.add_row(kind, str(line.puzzles), *rated, points(line.options), *shares)
    console.print(rows)
    for place, counts in figures.ratings.items():
        number = sum(counts.values())
        console.print(f"{place:5} {'█' * (40 * number // figures.puzzles):40} {number}")
    solved = (f"{bot} {percent(share)}" for bot, share in figures.solved.items())
    console.print("solved: " + ", ".join(solved))
    levels = (f"{number} {level.lower()}" for level, number in figures.levels.items())
    console.print("difficulty: " + ", ".join(levels))
    themes = (f"{name} {theme}" for name, theme in figures.themes.items())
    console.print("themes: " + ", ".join(themes))


@puzzles_.command("schedule")
@click.option("--until", metavar="DAY", help=f"The last day; default {AHEAD} days ahead.")
@click.option("--anew", is_flag=True, help="Plan every day that has not begun anywhere anew.")
@click.option("--file", type=FILE, help="Write to another file.")
@HOME
@JSON
def _schedule(until: str | None, anew: bool, file: Path | None, home: Path, as_json: bool) -> None:
    """Give days a puzzle, behind the last that has one; what is there stays as it is."""
    path = file or home / schedule.FILE
    now = datetime.now(UTC)
    before = schedule.load_schedule(path)
    if anew:
        before = before.until((now + schedule.LATEST).date())
    known, gone = _known(home), retired.load_retired(home / retired.FILE)
    last = now.date() + timedelta(AHEAD) if until is None else day_in(until, "--until")
    free = [puzzle for puzzle in known.values() if puzzle.id not in gone]
    after = planning.extended(before, free, last, known)
    write_whole(path, planning.format_schedule(after).encode("ascii"))
    document = {
        "file": str(path),
        "days": len(after.ids),
        "new": len(after.ids) - len(before.ids),
        "last": None if after.last is None else after.last.isoformat(),
    }
    answer(as_json, document, lambda console: show_counts(console, dict(document)))
