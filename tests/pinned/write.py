"""Writes the answers of the revision that runs it: `python -m tests.pinned.write --out FILE`.

Copy this folder into the `tests` of a clone at an older revision and run it there. The answers
stored here are those of revision 83d0f80. Answers that are meant to change are not written
again: say in `compare.py` what was renamed.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from tests.pinned.requests import ask, requests


def main() -> None:
    """Ask everything and write a line for each answer."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--out", type=Path, required=True)
    with options.parse_args().out.open("w", encoding="utf-8") as file:
        for request in requests():
            answer = ask(request)
            line = {"name": request.name, "code": answer.code, "documents": answer.documents}
            file.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
