"""The command `doctor`: whether the installation is sound."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import click
from rich.console import Console

from analyzer import __version__, resources
from analyzer.cli.common import JSON, answer
from analyzer.cli.draw import table
from analyzer.engine import selfplay, warming
from analyzer.errors import CombinedInputError
from analyzer.game.cards import CardSet
from analyzer.game.rules import PRESETS, TWO_HANDED
from analyzer.kernel import cache, jit
from analyzer.kernel.solver import solver_for
from analyzer.service.settings import problems, shown
from analyzer.store.backup import contents_of, file_of
from analyzer.store.connect import open_engine
from analyzer.store.migrate import head

OLDEST = (3, 11)
FIRST_START, LATER = 420, 200
"""Megabytes that a server holds while it compiles, with the one compiler, and afterwards."""


@dataclass(frozen=True, slots=True)
class _Finding:
    """The finding of one check."""

    check: str
    ok: bool
    note: str
    """One sentence: what is there, or what is wrong and what would cure it."""


@dataclass(frozen=True, slots=True)
class _Diagnosis:
    """All findings."""

    version: str
    ok: bool
    checks: tuple[_Finding, ...]


@click.command()
@JSON
@click.pass_context
def doctor(context: click.Context, as_json: bool) -> None:
    """Check the installation; the exit code is 1 if something is broken."""
    diagnosis = _examine(CHECKS)
    answer(as_json, diagnosis, lambda console: _show(console, diagnosis))
    context.exit(0 if diagnosis.ok else 1)


def _examine(checks: Iterable[tuple[str, Callable[[], str]]]) -> _Diagnosis:
    """Run every check; one that raises is broken, and the error is its note.

    >>> _examine([("one", lambda: "fine")]).ok
    True
    """
    findings = tuple(_run(name, check) for name, check in checks)
    return _Diagnosis(__version__, all(finding.ok for finding in findings), findings)


def _run(name: str, check: Callable[[], str]) -> _Finding:
    try:
        return _Finding(name, True, check())
    except Exception as error:  # whatever is broken, the others are still looked at
        return _Finding(name, False, (str(error).splitlines() or [type(error).__name__])[0])


def _python() -> str:
    if sys.version_info[:2] < OLDEST:
        raise RuntimeError(f"Python {platform.python_version()} is too old; 3.11 is needed")
    return f"Python {platform.python_version()} on {platform.platform(terse=True)}."


def _kernel() -> str:
    rules, unfinished = PRESETS["standard"], warming.unfinished()
    solver = solver_for(rules.meld_values, rules.ace, jit.COMPILED and not unfinished)
    points = solver.least(CardSet.of("7c 7d 7s 8d 9d").mask)
    if points != 14:
        raise RuntimeError(f"the kernel counts {points} where 14 is right; delete its cache")
    if not jit.COMPILED:
        return f"Plain Python ({jit.plain_because}): a hundred times slower than compiled."
    if unfinished:
        return unfinished
    from numba import __version__ as numba_version  # noqa: PLC0415

    return f"Compiled by numba {numba_version}, version {cache.kernel_version()}."


def _memory() -> str:
    free = warming.free_memory() >> 20
    need = f"a first start, which compiles, holds up to {FIRST_START} MB, a later one {LATER} MB"
    if not free:
        return f"The system does not say what is free; {need}."
    little = free < (LATER if warming.is_compiled() else FIRST_START)
    return f"{free:,} MB are free{', which may be too little' if little else ''}: {need}."


def _threads() -> str:
    cores = os.cpu_count() or 1
    with ThreadPoolExecutor(cores) as pool:
        started = len(list(pool.map(str, range(cores))))
    return f"{started} threads on {cores} cores."


def _database() -> str:
    engine = open_engine(resources.database_url())
    try:
        shown = engine.url.render_as_string()
        file = file_of(engine)
        if file is not None and not file.exists():
            return f"{shown} is not there yet; the first `ginsight serve` makes it."
        stored = contents_of(engine).revision
    finally:
        engine.dispose()
    if stored == head():
        return f"{shown} is at revision {stored}."
    if stored is None or (head() or "") > stored:
        return f"{shown} is at revision {stored or 'none'}; `ginsight db upgrade` brings {head()}."
    raise RuntimeError(f"{shown} is at revision {stored}, which this version does not know")


def _settings() -> str:
    if wrong := problems(os.environ):
        raise CombinedInputError(wrong)
    given = ", ".join(f"{name}={text}" for name, text in shown(os.environ).items())
    return f"{given}." if given else "None is set; the defaults are in force."


def _key() -> str:
    resources.secret_key()
    if os.environ.get("GINSIGHT_SECRET"):
        return "Set by GINSIGHT_SECRET."
    return f"Kept in {resources.data_dir()}."


def _assets() -> str:
    root = resources.resource_root()
    for folder, name in (("templates", "base.html"), ("static", "shared"), ("static", "vendor")):
        if not (root / folder / name).exists():
            raise RuntimeError(f"{folder}/{name} is missing in {root}; install again")
    cards = len(list((root / "static" / "cards").glob("*.svg")))
    if cards < 52:
        raise RuntimeError(f"{cards} card pictures in {root / 'static' / 'cards'}; install again")
    return f"Templates, style and {cards} card pictures in {root}."


def _data() -> str:
    shipped = selfplay.shipped()
    if not shipped:
        raise RuntimeError("no self-play figures are shipped")
    if unknown := set(shipped) - set(TWO_HANDED):
        raise RuntimeError(f"self-play figures of {', '.join(sorted(unknown))}, no presets")
    unmeasured = sorted(set(TWO_HANDED) - set(shipped))
    later = f"; {', '.join(unmeasured)} measured when first needed" if unmeasured else ""
    return f"Self-play figures of {len(shipped)} presets{later}."


CHECKS: tuple[tuple[str, Callable[[], str]], ...] = (
    ("python", _python),
    ("kernel", _kernel),
    ("cache", lambda: cache.cache_state().note),
    ("memory", _memory),
    ("threads", _threads),
    ("settings", _settings),
    ("database", _database),
    ("secret key", _key),
    ("assets", _assets),
    ("data files", _data),
)


def _show(console: Console, diagnosis: _Diagnosis) -> None:
    rows = ((check.check, "ok" if check.ok else "BROKEN", check.note) for check in diagnosis.checks)
    console.print(f"Ginsight {diagnosis.version}")
    console.print(table("check", "", "", rows=rows))
    console.print("Everything is in order." if diagnosis.ok else "Something is broken.")
