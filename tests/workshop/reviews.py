"""Thousands of records reviewed, each with all that must hold of it: whether a review ever fails.

    python -m tests.workshop.reviews --hands 1000 --out static/evidence/reviews.json

The checks are those of the tests, and look at pages too: so this is no part of `workshop measure`.
What is done is kept in a file as it comes, so that a run that was cut off goes on where it was;
a part done by another version of the engine or the review is done again.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
import traceback
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

from analyzer.engine import ENGINE_VERSION
from analyzer.engine.types import Grade
from analyzer.game.rules import TWO_HANDED
from analyzer.notation.records import format_record
from analyzer.review.types import VERSION
from tests.oracles.played import VARIANTS, record
from tests.oracles.reviewed import FEWEST, Reviewed, check_review
from tests.workshop.measure.words import evidence_from, publish

PART = 25
"""Hands that are kept together."""
ALONE, PAGE = 4, 20
"""Every how many hands one is judged again with one hand known, or made a page of."""
COUNTED = ("decisions", "lay_offs", "alone", "pages")


class Part(NamedTuple):
    """Some hands of one set of rules, by their seeds."""

    rules: str
    first: int
    hands: int


def done(part: Part) -> dict[str, Any]:
    """Review the hands of a part."""
    seeds = range(part.first, part.first + part.hands)
    sums, failed = Counter[str](), []
    for seed in seeds:
        made = record(part.rules, seed)
        alone = None if seed % ALONE else seed // ALONE % 2
        try:
            found = check_review(made, alone=alone, page=seed % PAGE == 0)
        except Exception:
            failed.append({"seed": seed, "error": traceback.format_exc(limit=-3),
                           "record": format_record(made)})  # fmt: skip
        else:
            sums.update(_counts(found))
    return {**part._asdict(), "made_by": made_by(), "counts": dict(sums), "failures": failed}


def _counts(found: Reviewed) -> dict[str, int]:
    grades = {str(grade): found.graded[grade] for grade in Grade}
    return {**{name: getattr(found, name) for name in COUNTED}, **grades}


def made_by() -> str:
    """Return what a part depends on beside its seeds."""
    return f"{ENGINE_VERSION} {VERSION} {FEWEST.worlds}"


def parts_of(names: Sequence[str], hands: int) -> Iterator[Part]:
    """The rules in turn, so that a run that is cut off has some hands of each."""
    for first in range(0, hands, PART):
        for name in names:
            yield Part(name, first, min(PART, hands - first))


def never_fails(
    names: Sequence[str] | None = None,
    hands: int = 1_000,
    workers: int = 1,
    state: Path | None = None,
    seconds: float | None = None,
) -> dict[str, Any]:
    """Review so many hands of each of the rules, on so many processes, as far as the time goes."""
    chosen = list(VARIANTS) if names is None else list(names)
    asked = list(parts_of(chosen, hands))
    kept = {} if state is None else _kept(state)
    begun, wanted = time.monotonic(), [part for part in asked if part not in kept]
    if workers > 1:
        found = _on_processes(wanted, workers, begun, seconds)
    else:
        found = (done(part) for part in _in_time(wanted, begun, seconds))
    for one in found:
        part = Part(one["rules"], one["first"], one["hands"])
        kept[part] = one
        if state is not None:
            with state.open("a", encoding="utf-8") as file:
                file.write(json.dumps(one, ensure_ascii=False) + "\n")
        failed = len(one["failures"])
        print(*part, f"{failed} failed" if failed else "", file=sys.stderr, flush=True)
    return _summed([kept[part] for part in asked if part in kept], chosen)


def _in_time(parts: Iterable[Part], begun: float, seconds: float | None) -> Iterator[Part]:
    for part in parts:
        if seconds is not None and time.monotonic() - begun >= seconds:
            return
        yield part


def _on_processes(
    parts: Sequence[Part], workers: int, begun: float, seconds: float | None
) -> Iterator[dict[str, Any]]:
    """No more parts are under way than there are processes, so that the end comes in time."""
    waiting = _in_time(parts, begun, seconds)
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        running = {
            pool.submit(done, part) for _, part in zip(range(workers), waiting, strict=False)
        }
        while running:
            future = next(as_completed(running))
            running.remove(future)
            yield future.result()
            running |= {pool.submit(done, part) for _, part in zip(range(1), waiting, strict=False)}


def _kept(state: Path) -> dict[Part, dict[str, Any]]:
    """The parts that this version did before; a line that was cut off is passed over."""
    found = {}
    for line in state.read_text(encoding="utf-8").splitlines() if state.exists() else []:
        try:
            one = json.loads(line)
        except ValueError:
            continue
        if one["made_by"] == made_by():
            found[Part(one["rules"], one["first"], one["hands"])] = one
    return found


def _summed(parts: Sequence[dict[str, Any]], names: Sequence[str]) -> dict[str, Any]:
    sums: dict[str, Counter[str]] = defaultdict(Counter)
    for one in parts:
        sums[one["rules"]].update({"hands": one["hands"], "failed": len(one["failures"])})
        sums[one["rules"]].update(one["counts"])
    rows = [
        {"rules": name, "preset": name in TWO_HANDED,
         **{key: sums[name][key] for key in ("hands", *COUNTED, "failed")},
         "classes": {str(grade): sums[name][str(grade)] for grade in Grade}}
        for name in names
    ]  # fmt: skip
    failures = [{"rules": one["rules"], **failure} for one in parts for failure in one["failures"]]
    return {"worlds": FEWEST.worlds, "review": VERSION, "rules": rows, "failures": failures}


evidence = evidence_from(
    Path(__file__).with_suffix(".toml"),
    lambda data: {"played": [row for row in data["rules"] if row["hands"]]},
)
"""The share of reviews that fail."""


def main() -> None:
    """Review, and write the evidence."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=1_000)
    parser.add_argument("--rules", nargs="*")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--state", type=Path, help="a file from which a run goes on")
    parser.add_argument("--seconds", type=float, help="when to stop")
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    data = never_fails(given.rules, given.hands, given.workers, given.state, given.seconds)
    command = f"python -m tests.workshop.reviews --hands {given.hands}"
    print(*publish(evidence(command, ENGINE_VERSION, data), given.out).finding)


if __name__ == "__main__":
    main()
