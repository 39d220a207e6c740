"""What revision 83d0f80 wrote (`tests/pinned/old`) is read, migrated or redirected."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

OLD = Path(__file__).parents[1] / "pinned" / "old"


def old_text(name: str) -> str:
    """One of its files."""
    return (OLD / name).read_text(encoding="utf-8")


def old_document(name: str) -> Any:
    """One of its JSON documents."""
    return json.loads(old_text(name))
