"""Where a measurement's result goes: to the terminal, and into a file that the pages show."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any


def tell(found: Mapping[str, Any], out: Path | None) -> None:
    """Print a result, and put it into a file where one is named."""
    print(json.dumps(found, indent=1, ensure_ascii=False))
    if out is not None:
        put(found, out)


def put(found: Mapping[str, Any], out: Path) -> None:
    """Write a result into a file, whole or not at all."""
    out.parent.mkdir(parents=True, exist_ok=True)
    part = out.with_name(f"{out.name}.part")
    part.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    part.replace(out)
