"""Where a measurement's result goes: to the terminal, and into a file that the pages show."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from analyzer.resources import write_whole


def tell(found: Mapping[str, Any], out: Path | None) -> None:
    """Print a result, and put it into a file where one is named."""
    print(json.dumps(found, indent=1, ensure_ascii=False))
    if out is not None:
        put(found, out)


def put(found: Mapping[str, Any], out: Path) -> None:
    """Write a result into a file, whole or not at all."""
    out.parent.mkdir(parents=True, exist_ok=True)
    write_whole(out, (json.dumps(found, indent=1, ensure_ascii=False) + "\n").encode())
