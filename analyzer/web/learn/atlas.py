"""Maps of decisions that come up in every hand, drawn from what `workshop measure atlas` wrote."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from flask import Blueprint, abort, request, url_for
from werkzeug.wrappers import Response

from analyzer.api.evidence import Evidence, read_evidence
from analyzer.game.rules import PRESETS
from analyzer.notation.numbers import plus_minus, signed
from analyzer.resources import resource_root, texts_beside
from analyzer.web.chrome import Link, learn_tabs, whole_page

atlas = Blueprint("atlas", __name__, url_prefix="/learn")

FILE: Final = "atlas.json"
STEPS: Final = (0.5, 1.5, 3.0, 6.0)
"""Points from which a cell is a shade darker."""
_MAPS: Final = texts_beside(__file__, "atlas.toml")["maps"]


@dataclass(frozen=True, slots=True)
class AtlasCell:
    """The worth of one play above the other in the hands of a cell."""

    kind: str
    """`more`, `less` or `close`, where 0 is within the error; `few` for a cell without a value."""
    positions: int
    shade: int = 0
    """From 1 to 5, by the size of the value."""
    word: str = ""
    """What to do; empty where the map has no two plays."""
    value: str = ""
    error: str = ""
    href: str = ""
    """Address of a position of the cell, of a discard also the card."""
    card: str = ""


@dataclass(frozen=True, slots=True)
class AtlasSheet:
    """A table of a map."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[AtlasCell, ...]], ...]


@lru_cache(maxsize=1)
def _document() -> Evidence:
    return read_evidence((resource_root() / "static" / "evidence" / FILE).read_bytes())


@atlas.get("/atlas")
def show() -> Response:
    """Maps: knock or wait, take the first upcard or pass, what to discard first; by the rules."""
    document = _document()
    maps = document.data["maps"]
    chosen = request.args.get("rules", next(iter(maps)))
    if chosen not in maps:
        abort(404)
    return whole_page(
        "learn/atlas.html",
        "Atlas of gin rummy: when to knock, take, discard",
        "When to knock and when to wait, which upcard to take, what to discard first: measured.",
        tabs=learn_tabs(),
        presets=[Link(name, url_for("atlas.show", rules=name), name == chosen) for name in maps],
        chosen=chosen,
        summary=PRESETS[chosen].summary,
        maps=[{**each, "sheets": tuple(_sheets(each, maps[chosen]))} for each in _MAPS],
        document=document,
        file=f"/static/evidence/{FILE}",
    )


def _sheets(each: dict[str, Any], maps: dict[str, Any]) -> Iterator[AtlasSheet]:
    for title, rows in zip(each["sheets"], maps[each["name"]], strict=True):
        cells = (tuple(_cell(cell, each.get("words")) for cell in row) for row in rows)
        yield AtlasSheet(
            title, tuple(each["columns"]), tuple(zip(each["rows"], cells, strict=True))
        )


def _cell(figures: list[Any], words: list[str] | None) -> AtlasCell:
    """A cell from (mean, half of its interval, positions, an id, a card); `words` are the plays."""
    mean, half, positions, place, card = figures
    if mean is None:
        return AtlasCell("few", positions)
    kind = "close" if abs(mean) <= half else "more" if mean > 0 else "less"
    word = "" if words is None else words[("more", "less", "close").index(kind)]
    shade = 1 + sum(abs(mean) >= step for step in STEPS)
    href = url_for("analyze.show", p=place)
    return AtlasCell(kind, positions, shade, word, signed(mean), plus_minus(half), href, card)
