"""Asks every request again and prints where an answer has changed: `python -m tests.pinned`."""

from __future__ import annotations

import argparse
import sys
from itertools import islice

from tests.pinned.compare import CHANGED, MENDED, differences
from tests.pinned.requests import ask, requests, stored

SHOWN = 5
"""Differences shown of one answer."""


def main() -> int:
    """Compare, print, and answer the exit code: 1 where anything differs."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--only", default="", help="requests whose name begins like this")
    options.add_argument("--threads", type=int, default=1, help="of each search; 1")
    given = options.parse_args()
    answers = stored()
    chosen = [request for request in requests() if request.name.startswith(given.only)]
    equal = 0
    for request in chosen:
        if request.name in CHANGED | MENDED.keys():
            continue
        old, new = answers[request.name], ask(request, given.threads)
        changed = differences([old.code, *old.documents], [new.code, *new.documents])
        lines = [f"{request.name} {difference}" for difference in islice(changed, SHOWN)]
        equal += not lines
        print("\n".join(lines), end="\n" if lines else "")
    meant = sum(request.name in CHANGED | MENDED.keys() for request in chosen)
    print(f"{equal} of {len(chosen)} answers are equal, {meant} are meant to differ")
    return equal + meant != len(chosen)


if __name__ == "__main__":
    sys.exit(main())
