"""The command `measure`: what the page of evidence says, measured again."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import click
from rich.console import Console

from analyzer.api.evidence import Evidence, read_evidence
from analyzer.cli.chunks import called, in_chunks, jobs_of
from analyzer.cli.common import FILE, JSON, answer
from analyzer.cli.draw import table
from analyzer.engine import ENGINE_VERSION
from analyzer.engine.opponents import OPPONENTS
from analyzer.game.rules import TWO_HANDED
from analyzer.jobs import Jobs
from analyzer.resources import resource_root
from tests.workshop.measure.words import CommandOption, Data, publish, words_of

NAMES: Final = (
    "coverage", "regret", "partial", "belief", "reader", "people", "equity", "strength", "arena",
    "ablation", "policies", "exploit", "mini", "map", "wall", "late", "ceiling", "luck", "level",
    "themes", "explanations", "causes", "small", "puzzles", "tips", "load", "steps", "atlas",
)  # fmt: skip
"""Modules of `tests.workshop.measure`; each makes a document by the words beside it."""

_CHOICES: Final = {"rules": TWO_HANDED, "opponents": OPPONENTS}
_OUT = click.option("--out", type=FILE, help="Write the document here.")


@click.group("measure")
def measure() -> None:
    """Measure again what the page of evidence says.

    Each measurement prints its finding and its tables; --out writes the document that the page
    draws. Most take minutes, some hours; those that take --workers can be cut off: started again
    with the same options they go on where they were.
    """


def _option(name: str, given: CommandOption) -> click.Option:
    """An option as the words of a measurement have it."""
    choices: Collection[str] = _CHOICES.get(given.choice, ())
    more: dict[str, Any]
    match given.default:
        case list(names):
            listed = ",".join(names)
            more = {"callback": _names_of(choices), "default": listed}
            more["help"] = f"With commas between them; {listed}."
        case None if choices:
            more = {"type": click.Choice(tuple(choices)), "default": next(iter(choices))}
        case None:
            more = {"type": int, "help": f"{given.help}."}
        case str(path) if given.choice == "files":
            more = {"type": FILE, "default": resource_root() / path, "help": f"{given.help}."}
        case str(text) if choices:
            more = {"type": click.Choice(tuple(choices)), "default": text}
        case default:
            kind = {int: click.IntRange(0), float: float, str: str}[type(default)]
            shown = f"{default:g}" if isinstance(default, float) else default
            more = {"type": kind, "default": default, "help": f"{given.help}; {shown}."}
    return click.Option([f"--{name}"], **more)


def _names_of(known: Collection[str]) -> Callable[..., tuple[str, ...]]:
    """Names with commas between them, of those that are known."""

    def split(context: click.Context, param: click.Parameter, value: str) -> tuple[str, ...]:
        names = tuple(value.split(","))
        for name in names:
            if known and name not in known:
                raise click.BadParameter(f"there is no {name}", context, param)
        return names

    return split


def _measuring(name: str) -> click.Command:
    """A command by the words of a measurement; the module is loaded when it runs."""

    def run(*, out: Path | None, as_json: bool, **given: Any) -> None:
        module = import_module(f"tests.workshop.measure.{name}")
        with _jobs_in(given) as more:
            if name == "strength":
                evidence = _strength(module, out=out, **given, **more)
            else:
                evidence = module.evidence(
                    called(), ENGINE_VERSION, module.measured(**given, **more)
                )
        _finish(evidence, out, as_json)

    words = words_of(f"{name}.toml")
    made = click.command(name, help=words.help)(
        _OUT(JSON(in_chunks(run) if words.in_chunks else run))
    )
    options = [_option(flag, given) for flag, given in words.options.items()]
    made.params = [*options, *made.params] if name == "strength" else [*made.params, *options]
    return made


@contextmanager
def _jobs_in(given: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the place of the work, as an argument of what measures in chunks."""
    if "workers" not in given:
        yield {}
        return
    place = (given.pop(name) for name in ("workers", "cluster", "journal"))
    with jobs_of(*place) as jobs:
        yield {"jobs": jobs}


def _finish(evidence: Evidence, out: Path | None, as_json: bool) -> None:
    """Write a document and print it."""
    evidence = publish(evidence, out)
    answer(as_json, evidence, lambda console: _show(console, evidence))


def _show(console: Console, evidence: Evidence) -> None:
    for sentence in evidence.finding:
        console.print(sentence)
    for each in evidence.tables:
        console.print(each.caption)
        console.print(table(*each.columns, rows=each.rows, right=each.columns[1:]))


def _strength(
    module: Any, bots: Sequence[str], against: Sequence[str], games: int, sitting: int, seed: int,
    out: Path | None, jobs: Jobs,
) -> Evidence:  # fmt: skip
    """The contests of a file with these in their places; it is written after each of them."""
    data: Data = {}
    if out is not None and out.exists():
        data = read_evidence(out.read_bytes()).data
    for bot in bots:
        for other in against:
            row = module.measured(bot, other, games, seed, jobs, sitting)
            data = module.merged(data, row)
            evidence: Evidence = module.evidence(module.command(data), ENGINE_VERSION, data)
            publish(evidence, out)
    return evidence


for _name in NAMES:
    measure.add_command(_measuring(_name))


@measure.command("decisions")
@click.argument("what", type=click.Choice(["gather", "rules", "prior"]))
@click.argument("spots", type=click.Path(path_type=Path), nargs=-1)
@click.option("--hands", type=click.IntRange(0), default=120, help="To gather from; 120.")
@click.option("--seed", type=click.IntRange(0), default=1, help="Of the deals; 1.")
@_OUT
def _decisions(what: str, spots: Sequence[Path], hands: int, seed: int, out: Path | None) -> None:
    """Measure what the rule of play loses in a decision: `gather` some, then `rules` or `prior`."""
    decisions = import_module("tests.workshop.measure.decisions")
    if what == "gather":
        if out is None:
            raise click.UsageError("gather needs --out")
        out.write_bytes(pickle.dumps(list(decisions.gathered(hands, seed))))
        return
    loaded = [spot for path in spots for spot in pickle.loads(path.read_bytes())]
    answer(True, decisions.measured(what, loaded), lambda console: None)


@measure.command("lot")
@click.argument("file", type=FILE)
@click.option("--show", is_flag=True, help="Each text that is not read right.")
def _lot(file: Path, *, show: bool) -> None:
    """Count how the texts of a lot are read: right, asked about, refused, silently wrong."""
    lot = import_module("tests.workshop.measure.lot")
    cases = lot.lot_of(file)
    verdicts = [(case["kind"], lot.verdict(case)) for case in cases]
    console = Console(highlight=False, markup=False, soft_wrap=True)
    for case, (_, found) in zip(cases, verdicts, strict=True):
        if show and found.outcome is not lot.Outcome.RIGHT:
            console.print(lot.details(case, found))
    columns = ("texts", *lot.Outcome)
    console.print(table(*columns, rows=lot.rows(verdicts), right=columns))
