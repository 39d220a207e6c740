"""A dataset whose writing was killed, beside one that nobody disturbed: the same bytes.

    python -m tests.workshop.dataset_kills [--hands 100000] [--worlds 8] [--kills 2] [--seed 1]

`ginsight dataset` is killed (SIGKILL) at random moments and started again, as often as asked; then
it is written to its end, and the same undisturbed. Prints one JSON document; exit code 1 where a
byte differs.
"""

from __future__ import annotations

import argparse
import json
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, Final

from analyzer.arena.dataset import DatasetPlan, write_dataset
from analyzer.jobs import Jobs

SHARDS: Final = 10
"""Shards that there are at least, so that a kill falls between two of them."""
MOMENT: Final = 0.5
"""Longest time in seconds from a shard to the kill."""


def _begun(folder: Path, options: Sequence[str]) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "analyzer", "dataset", str(folder), *options]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL)


def _shards(folder: Path) -> int:
    return len([*(folder / "records").glob("*.txt")])


def killed_at(folder: Path, options: Sequence[str], shards: int, pause: float) -> int:
    """Begin or go on, and kill it once there are so many shards; how many there were."""
    child = _begun(folder, options)
    while _shards(folder) < shards and child.poll() is None:
        time.sleep(0.02)
    time.sleep(pause)
    child.send_signal(signal.SIGKILL)
    assert child.wait() == -signal.SIGKILL, "it was done before it was killed"
    return _shards(folder)


def digests(folder: Path) -> dict[str, str]:
    """The digest of each file by its name."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {
        path.relative_to(folder).as_posix(): sha256(path.read_bytes()).hexdigest() for path in files
    }


def compared(hands: int, worlds: int, kills: int, seed: int, home: Path) -> dict[str, Any]:
    """Write a dataset that is killed so often and one that is not, in two folders of `home`."""
    rng, start, shard = Random(seed), time.monotonic(), max(1, min(1_000, hands // SHARDS))
    options = ["--hands", str(hands), "--worlds", str(worlds), "--seed", str(seed)]
    options += ["--shard", str(shard)]
    count = -(-hands // shard)
    moments = sorted(rng.sample(range(1, count - 1), kills))
    disturbed, whole = home / "killed", home / "undisturbed"
    pauses = [rng.uniform(0, MOMENT * shard / 1_000) for _ in moments]
    at = [
        killed_at(disturbed, options, moment, pause)
        for moment, pause in zip(moments, pauses, strict=True)
    ]
    plan = DatasetPlan(hands, worlds=worlds, seed=seed, shard=shard)
    assert write_dataset(disturbed, plan, Jobs()) == write_dataset(whole, plan, Jobs())
    first, second = digests(disturbed), digests(whole)
    return {
        "hands": hands,
        "worlds": worlds,
        "killed with shards": at,
        "shards": count,
        "files": len(second),
        "bytes": sum(path.stat().st_size for path in whole.rglob("*") if path.is_file()),
        "different": sorted(
            name for name in first.keys() | second.keys() if first.get(name) != second.get(name)
        ),
        "sha256": sha256(json.dumps(second).encode()).hexdigest(),
        "seconds": round(time.monotonic() - start),
    }


def main() -> int:
    """Print what differs."""
    parser = argparse.ArgumentParser(description="kill what writes a dataset, and compare")
    parser.add_argument("--hands", type=int, default=100_000)
    parser.add_argument("--worlds", type=int, default=8)
    parser.add_argument("--kills", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--home", type=Path, help="Where both stay; else they are removed.")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        home = asked.home or Path(folder)
        found = compared(asked.hands, asked.worlds, asked.kills, asked.seed, home)
    print(json.dumps(found, indent=1))
    return int(bool(found["different"]))


if __name__ == "__main__":
    sys.exit(main())
