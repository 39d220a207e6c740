"""The command `measure`: what the page of evidence says, measured again."""

from __future__ import annotations

import pickle
import shlex
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click
from rich.console import Console

from analyzer.api.evidence import Evidence, read_evidence
from analyzer.cli.common import FILE, JSON, answer
from analyzer.cli.draw import table
from analyzer.engine import DEFAULT_OPPONENT, ENGINE_VERSION
from analyzer.engine.opponents import OPPONENTS
from analyzer.game.rules import PRESETS
from analyzer.jobs import Jobs
from analyzer.lab.measure import (
    ablation,
    arena,
    belief,
    coverage,
    decisions,
    equity,
    explanations,
    exploit,
    load,
    luck,
    policies,
    puzzles,
    read,
    reader,
    regret,
    strength,
    themes,
)
from analyzer.lab.measure.words import Data, publish
from analyzer.resources import resource_root

F = TypeVar("F", bound=Callable[..., Any])
Words = Callable[[str, str, Data], Evidence]

_APART = {"out", "as_json", "workers"}
"""Options that change no figure."""
_THEMES = resource_root() / "static" / "evidence" / "themes.json"


def _whole(flag: str, default: int, text: str = "") -> Callable[[F], F]:
    return click.option(flag, type=click.IntRange(0), default=default, help=f"{text}; {default}.")


def _seconds(flag: str, default: float, text: str) -> Callable[[F], F]:
    return click.option(flag, type=float, default=default, help=f"{text}; {default:g}.")


def _names(flag: str, default: Sequence[str], known: Collection[str] = ()) -> Callable[[F], F]:
    """Names with commas between them."""

    def split(context: click.Context, param: click.Parameter, value: str) -> tuple[str, ...]:
        names = tuple(value.split(","))
        for name in names:
            if known and name not in known:
                raise click.BadParameter(f"there is no {name}", context, param)
        return names

    text = f"With commas between them; {','.join(default)}."
    return click.option(flag, default=",".join(default), callback=split, help=text)


_workers = _whole("--workers", 1, "At a time")
_rules = click.option("--rules", type=click.Choice(tuple(PRESETS)), default="eaai")
_opponent = click.option(
    "--opponent", type=click.Choice(tuple(OPPONENTS)), default=DEFAULT_OPPONENT
)
_seed = _whole("--seed", 1, "Of the deals")
_hands_400_000 = _whole("--hands", 400_000, "Each deal in both seats")


@click.group("measure")
def measure() -> None:
    """Measure again what the page of evidence says.

    Each measurement prints its finding and its tables; --out writes the document that the page
    draws. Most take minutes, some hours.
    """


def _measuring(
    words: Words, gather: Callable[..., Data], *options: Callable[[F], F], name: str = ""
) -> None:
    """Make a command of a function that gathers raw figures; the help is its docstring's head."""

    def run(*, out: Path | None, as_json: bool, **given: Any) -> None:
        _finish(words(_command(), ENGINE_VERSION, gather(**given)), out, as_json)

    command: Any = run
    for option in (*reversed(options), *_OUTPUT):
        command = option(command)
    text = (gather.__doc__ or "").partition("\n\n")[0]
    measure.command(name or gather.__module__.rpartition(".")[2], help=text)(command)


_OUTPUT = (JSON, click.option("--out", type=FILE, help="Write the document here."))


def _command() -> str:
    """What was called, with everything that changes a figure."""
    context = click.get_current_context()
    words = ["ginsight", "measure", str(context.info_name)]
    for param in context.command.params:
        value = context.params[param.name or ""]
        if param.name in _APART or value is None:
            continue
        text = ",".join(value) if isinstance(value, tuple) else value
        words += [param.opts[0], f"{text:g}" if isinstance(text, float) else str(text)]
    return shlex.join(words)


def _finish(found: Evidence, out: Path | None, as_json: bool) -> None:
    """Write a document and print it."""
    found = publish(found, out)
    answer(as_json, found, lambda console: _show(console, found))


def _show(console: Console, found: Evidence) -> None:
    for sentence in found.finding:
        console.print(sentence)
    for each in found.tables:
        rows = table(*each.columns, right=tuple(each.columns[1:]))
        for row in each.rows:
            rows.add_row(*row)
        console.print(each.caption)
        console.print(rows)


# --- the measurements --------------------------------------------------------------------


_measuring(
    coverage.evidence, coverage.measured,
    _whole("--positions", 312, "Decisions"),
    _whole("--seeds", 8, "Searches of each"),
    click.option("--worlds", type=int, help="Of a shallow search; its least if not given."),
    _whole("--sample", 1, "Which sample of positions"),
    _opponent,
)  # fmt: skip
_measuring(
    regret.evidence, regret.measured,
    _whole("--decisions", 500, "One a hand"),
    _seconds("--seconds", 1.0, "Of the quick answer"),
    _seconds("--deep", 60.0, "Most seconds of the deep answer"),
    _seconds("--close", 0.05, "Half-width of intervals at which the deep answer ends"),
    _seed, _opponent,
)  # fmt: skip
_measuring(
    belief.evidence, belief.measured,
    _whole("--hands", 1500), _names("--rules", ("standard",), PRESETS),
)  # fmt: skip
_measuring(
    read.evidence, reader.measured,
    _whole("--hands", 1500, "Of each player"),
    _names("--players", ("fast",)),
    _whole("--game", 1, "Hands that one learns from"),
    _whole("--each", 4, "Decisions looked at in each hand"),
    _whole("--seed", 2026, "Of the deals"),
    _workers,
    _whole("--chains", 32, "Of the belief"),
)  # fmt: skip
_measuring(
    equity.evidence, equity.measured,
    _whole("--games", 400_000), _names("--rules", ("eaai",), PRESETS),
)  # fmt: skip


@measure.command("strength")
@_names("--bots", ("engine:1024",))
@_names("--against", strength.AGAINST)
@_whole("--games", 600, "Against each")
@_whole("--sitting", 1, "Hands in a row against OpenSpiel's bot")
@_seed
@_workers
@_OUTPUT[1]
@_OUTPUT[0]
def _strength(
    bots: Sequence[str], against: Sequence[str], games: int, sitting: int, seed: int,
    workers: int, out: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Games to the target against the reference bots; a contest replaces its row in the file."""
    data: Data = {}
    if out is not None and out.exists():
        data = read_evidence(out.read_bytes()).data
    with Jobs(workers) as jobs:
        for bot in bots:
            for other in against:
                row = strength.measured(bot, other, games, seed, jobs, sitting)
                data = strength.merged(data, row)
                found = strength.evidence(strength.command(data), ENGINE_VERSION, data)
                publish(found, out)
    _finish(found, out, as_json)


_measuring(
    arena.evidence, arena.measured,
    _hands_400_000, _whole("--games", 4_000, "To the target"), _rules, _seed,
)  # fmt: skip
_measuring(
    ablation.evidence, ablation.measured,
    _hands_400_000, _rules,
    _whole("--rounds", 3, "Of each fit"),
    _whole("--probes", 200_000, "Hands probed a round"),
    _seed, _workers,
)  # fmt: skip
_measuring(
    policies.evidence, policies.measured,
    _hands_400_000, _whole("--seed", 1_000, "Of the deals"), _workers,
)  # fmt: skip
_measuring(
    exploit.evidence, exploit.measured,
    click.option("--against", default="engine:1024", help="Whom to beat; engine:1024."),
    _rules,
    _whole("--deals", 4_000, "Of the search, two hands each"),
    _whole("--final", 2_000, "Deals of the final match"),
    _whole("--generations", 2, "Of candidates"),
    _whole("--width", 12, "Candidates a generation"),
    _whole("--rounds", 4, "Of each best response"),
    _whole("--probes", 100_000, "Of each of these rounds"),
    _seed, _workers,
)  # fmt: skip
_measuring(
    luck.evidence, luck.measured,
    _whole("--hands", 40, "Of the player against itself"),
    click.option("--bot", default="fast", help="The player; fast."),
    _whole("--worlds", 128, "Most worlds a decision"),
    _seed,
)  # fmt: skip
_measuring(
    luck.evidence_of_rates, luck.measured_rates,
    _whole("--hands", 40, "Of each player against itself"),
    _names("--bots", luck.PLAYERS),
    _whole("--worlds", 4_096, "Most worlds a decision"),
    _seed,
    name="rates",
)  # fmt: skip
_measuring(
    themes.evidence, themes.measured,
    _whole("--hands", 3_000, "At most"), _whole("--wanted", 20, "Errors with each theme"),
)  # fmt: skip
_measuring(
    explanations.evidence, explanations.measured,
    click.option(
        "--themes", type=FILE, default=_THEMES, help="The document of `measure themes`."
    ),
)  # fmt: skip
_measuring(
    puzzles.evidence, puzzles.measured,
    click.option("--pack", default="first", help="Its name; first."),
)  # fmt: skip
_measuring(
    load.evidence, load.measured,
    _seconds("--seconds", 10.0, "How long to ask"),
    _whole("--readers", 40, "Clients of the event stream"),
)  # fmt: skip


@measure.command("decisions")
@click.argument("what", type=click.Choice(["gather", "rules", "prior"]))
@click.argument("spots", type=click.Path(path_type=Path), nargs=-1)
@_whole("--hands", 120, "To gather from")
@_seed
@_OUTPUT[1]
def _decisions(what: str, spots: Sequence[Path], hands: int, seed: int, out: Path | None) -> None:
    """What the rule of play loses in a decision: `gather` some, then `rules` or `prior`."""
    if what == "gather":
        if out is None:
            raise click.UsageError("gather needs --out")
        out.write_bytes(pickle.dumps(list(decisions.gathered(hands, seed))))
        return
    loaded = [spot for path in spots for spot in pickle.loads(path.read_bytes())]  # noqa: S301 - ours
    answer(True, decisions.measured(what, loaded), lambda console: None)
