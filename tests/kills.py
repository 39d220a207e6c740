"""Processes that write and are killed at a random moment; everything acknowledged must be there.

    python -m tests.kills [--kills 1000] [--url URL] [--seed 1] [--seconds 3600]

A child answers puzzles, taps at a record, plays a game, keeps drill results, asks for reviews, and
says so after each. It is killed (SIGKILL), and what it said is looked up. Prints one JSON document;
exit code 1 where something is lost. Without a URL: SQLite in a folder of its own, and PostgreSQL
where it is installed. Where the seconds, on each, are over before, it says how many it came to;
another seed goes on.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import replace
from itertools import takewhile
from math import inf
from random import Random
from typing import Any, Final

from analyzer.notation.records import parse_match
from analyzer.practice.puzzles.types import Rating
from analyzer.review import ReviewSettings
from analyzer.service.jobs import Fair
from analyzer.service.reviews import Reviews
from analyzer.store import Finish, SavedAnswer, Store
from analyzer.store.training import DRILLS, GAME
from tests.databases import postgres_server, schema_of_its_own
from tests.unit.test_races import RECORD, moved

WORDS: Final = 25
"""A child says at most so many before it is about to be killed."""
MOMENT: Final = 0.01
"""Longest time in seconds from then on."""
FAIR: Final = Fair(each=10**6, near=10**6, all=10**6, kept=10**6)
FINISH: Final = Finish(Rating(1500, 90), moved)
KINDS: Final = ("puzzle", "tap", "drill", "game", "review")

Say = Callable[[str], object]


def write(store: Store, owner: str, say: Say) -> None:
    """Do one thing after the other, for ever, and tell each."""
    draft, reviews, match = store.drafts.save(owner, ""), Reviews(store, FAIR), parse_match(RECORD)
    say(f"draft {draft.id}")
    number = 0
    while True:
        number += 1
        store.puzzles.answer(owner, f"p{number}", 0, SavedAnswer("draw", 1.0), FINISH)
        say(f"puzzle {number}")
        store.drafts.save(owner, "x" * number, draft.id)
        say(f"tap {number}")
        store.training.change(owner, DRILLS, lambda text: (text or "") + "x")
        say(f"drill {number}")
        store.training.save(owner, GAME, "x" * number, number - 1)
        say(f"game {number}")
        if number % 10 == 1:
            job = reviews.submit(owner, match, replace(ReviewSettings(), worlds=64 + number))
            say(f"review {job.id}")


def killed(url: str, owner: str, rng: Random) -> list[tuple[str, str]]:
    """What a child said before it was killed, a moment after one of its words."""
    read, told = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            with Store.open(url) as store:
                write(store, owner, lambda text: os.write(told, f"{text}\n".encode()))
        finally:
            os._exit(1)
    os.close(told)
    with os.fdopen(read, encoding="ascii") as words:
        said = [words.readline() for _ in range(rng.randint(1, WORDS))]
        time.sleep(rng.uniform(0, MOMENT))
        os.kill(child, signal.SIGKILL)
        said += words
    os.waitpid(child, 0)
    return [(kind, what) for kind, _, what in (line.strip().partition(" ") for line in said)]


def _load(store: Store) -> None:
    """Load whatever is loaded by the first use, so that children need not."""
    words: list[str] = []

    def say(text: str) -> None:
        words.append(text)
        if len(words) == WORDS:
            raise StopIteration

    with suppress(StopIteration):
        write(store, "nobody", say)


def lost(store: Store, owner: str, said: list[tuple[str, str]]) -> list[str]:
    """Which of the things that were acknowledged are not there, or not whole."""
    draft, counts = dict(said)["draft"], Counter(kind for kind, _ in said)
    kept = store.drafts.load(owner, draft)
    drills, game = (store.training.load(owner, kind) for kind in (DRILLS, GAME))
    there = {
        "tap": 0 if kept is None else len(kept.text),
        "drill": 0 if drills is None else len(drills.text),
        "game": 0 if game is None else len(game.text),
        "puzzle": sum(each.finished is not None for each in store.puzzles.mine(owner)),
        "review": len(Reviews(store).mine(owner)),
    }
    return [
        f"{owner}: {counts[kind]} of {kind} acknowledged, {found} there"
        for kind, found in there.items()
        if not counts[kind] <= found <= counts[kind] + 1
    ]


def kills(url: str, number: int, seed: int, seconds: float = inf) -> dict[str, Any]:
    """So many children, one after the other, while the seconds are not over."""
    rng, faults, acknowledged, start = Random(seed), list[str](), Counter[str](), time.monotonic()
    with Store.open(url) as store:
        store.upgrade()
        _load(store)
    owners = takewhile(
        lambda _: time.monotonic() - start < seconds, (f"visitor {at}" for at in range(number))
    )
    said = {owner: killed(url, owner, rng) for owner in owners}
    with Store.open(url) as store:
        for owner, words in said.items():
            acknowledged.update(kind for kind, _ in words)
            faults += lost(store, owner, words)
        rows = store.contents().rows  # raises for a damaged database
    return {
        "kills": len(said),
        "of": number,
        "acknowledged": {kind: acknowledged[kind] for kind in KINDS},
        "lost": faults,
        "rows": sum(rows.values()),
        "seconds": round(time.monotonic() - start, 1),
    }


def on_each(number: int, seed: int, seconds: float = inf) -> dict[str, dict[str, Any]]:
    """The same on SQLite, and on PostgreSQL where it is installed."""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        urls = {"sqlite": f"sqlite:///{folder}/kills.db"}
        if (server := stack.enter_context(postgres_server())) is not None:
            within = schema_of_its_own(server, f"kills_{os.getpid()}")
            urls["postgresql"] = stack.enter_context(within)
        return {name: kills(url, number, seed, seconds) for name, url in urls.items()}


def main() -> int:
    """Print what was lost."""
    parser = argparse.ArgumentParser(description="kill what writes, and look what is there")
    parser.add_argument("--kills", type=int, default=1000, metavar="N")
    parser.add_argument("--url")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=inf)
    asked = parser.parse_args()
    if asked.url:
        figures = {"given": kills(asked.url, asked.kills, asked.seed, asked.seconds)}
    else:
        figures = on_each(asked.kills, asked.seed, asked.seconds)
    print(json.dumps(figures, indent=1))
    return 1 if any(found["lost"] for found in figures.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
