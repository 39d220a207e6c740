"""Rows about a cluster: many records reviewed by one worker of it, and by two.

The records are hands of policies that meet, no two alike, for Dask runs what looks alike once. They
go over as one match by the command `review --cluster`, and both must answer the same. The workers
are there and warm before a clock begins. Two of them need two cores that do nothing else: on a busy
machine the ratio says little of the cluster.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import partial
from importlib import import_module
from itertools import count, islice
from pathlib import Path
from typing import Final

from analyzer.game.position import deal
from analyzer.game.rules import PRESETS
from analyzer.notation.records import format_record, record_of
from tests.oracles.played import play

RULES: Final = PRESETS["eaai"].override(target=None)
WARMING: Final = 4
"""Records that are reviewed before those that count."""
PATIENCE: Final = 600
"""Seconds for a worker to come."""
WORKERS: Final = ("one worker", "two workers")


def clustered(folder: Path, bytecode: str, records: int, worlds: int) -> dict[str, float]:
    """Seconds by the clock for so many records with one worker of a revision and with two."""
    environ = {**os.environ, "PYTHONPATH": str(folder), "PYTHONPYCACHEPREFIX": bytecode}
    texts = list(islice(_texts(), records + WARMING))
    rows, answers = {}, set()
    with tempfile.TemporaryDirectory() as kept, ExitStack() as running:
        file = f"{kept}/scheduler.json"
        part = partial(_part, folder, environ, file)
        running.enter_context(part("scheduler", "--port", "0"))
        for workers, name in enumerate(WORKERS, 1):
            running.enter_context(part("worker", "--nthreads", "1", "--no-nanny"))
            address = _address(file, workers)
            _review(folder, environ, address, texts[records:], worlds)
            begun = time.monotonic()
            answers.add(_review(folder, environ, address, texts[:records], worlds))
            rows[f"records, {name}, s"] = time.monotonic() - begun
    assert len(answers) == 1, "two workers find the same"
    one, two = rows.values()
    return rows | {"records, one / two workers": one / two}


def _texts() -> Iterator[str]:
    """Hands that somebody won, for after those every revision lets the other player deal."""
    number = 0
    for seed in count():
        record = record_of(play(deal(RULES, seed, dealer=number % 2), seed)[-1], ("Ann", "Bob"))
        if record.result is not None and record.result.winner is not None:
            number += 1
            yield format_record(record)


@contextmanager
def _part(
    folder: Path, environ: Mapping[str, str], file: str, name: str, *given: str
) -> Iterator[None]:
    """A scheduler of a revision, or a worker of the one that wrote the file."""
    module = f"distributed.cli.dask_{name}"
    shared = ("--scheduler-file", file, "--host", "127.0.0.1", "--no-dashboard")
    process = subprocess.Popen(
        [sys.executable, "-m", module, *shared, *given],
        cwd=folder, env=environ, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        yield
    finally:
        process.terminate()
        process.wait()


def _address(file: str, workers: int) -> str:
    """The address of a scheduler, once it has so many workers."""
    begun = time.monotonic()
    while not Path(file).exists():
        assert time.monotonic() - begun < PATIENCE, "no scheduler"
        time.sleep(0.1)
    with import_module("distributed").Client(scheduler_file=file, set_as_default=False) as client:
        client.wait_for_workers(workers, timeout=PATIENCE)
        return str(client.scheduler.address)


def _review(
    folder: Path, environ: Mapping[str, str], address: str, texts: list[str], worlds: int
) -> str:
    """The report of some records, as the command writes it."""
    given = ("--cluster", address, "--worlds", str(worlds), "--json", "-")
    done = subprocess.run(
        [sys.executable, "-m", "analyzer", "review", *given], input="\n".join(texts),
        cwd=folder, env=environ, check=True, capture_output=True, encoding="utf-8",
    )  # fmt: skip
    return done.stdout
