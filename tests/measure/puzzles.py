"""What a pack of puzzles holds, and what came of asking a part of it again.

    python -m tests.measure.puzzles --out static/evidence/puzzles.json

Counts, ratings and who solves it are as `ginsight puzzle stats` tells them; the part that was
certified again, on fresh worlds of another seed, is what `pack.toml` has of it.
"""

from __future__ import annotations

import argparse
import tomllib
from pathlib import Path

import msgspec

from analyzer.practice.puzzles.pack import load_pack
from analyzer.practice.puzzles.stats import stats
from tests.measure.evidence import tell

PACKS = Path(__file__).parents[2] / "puzzles"


def main() -> None:
    """Count and write the evidence."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pack", default="first")
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    folder = PACKS / given.pack
    told = msgspec.to_builtins(stats(load_pack(folder).puzzles), str_keys=True)
    again = tomllib.loads((folder / "pack.toml").read_text(encoding="utf-8"))["again"]
    command = "python -m tests.measure.puzzles"
    if given.pack != parser.get_default("pack"):
        command += f" --pack {given.pack}"
    found = {"command": command, "engine": again["engine"], "again": again, **told}
    tell(found, given.out)


if __name__ == "__main__":
    main()
