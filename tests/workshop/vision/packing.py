"""Packs the art that scenes are painted with: fonts, cut down to what is printed, and decks.

Of each look of a font one is kept; a second with the suits' symbols stays beside one without.
Needs fontTools, and resvg-py for decks of SVG files.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw, ImageFont

from tests.workshop.vision.faces import RANKS, SUITS, SYMBOLS

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont

FACE = 300, 420
_NEEDED = frozenset(map(ord, "A234567890TJQK"))
_SYMBOLS = frozenset(map(ord, SYMBOLS.values()))
_DROPPED = ("GPOS", "GSUB", "GDEF", "STAT", "MATH", "BASE", "DSIG", "FFTM", "SVG ", "COLR", "CPAL",
            "CBDT", "CBLC")  # fmt: skip
_NUMBERS = {"1": "A", "10": "T", "11": "J", "12": "Q", "13": "K"}
_WORDS = {"ace": "A", "jack": "J", "queen": "Q", "king": "K", **_NUMBERS}


def pack_fonts(folders: Iterable[Path], to: Path) -> int:
    """Copy every font that has all ranks, cut down; gives how many."""
    from fontTools.ttLib import TTFont, TTLibError

    to.mkdir(parents=True, exist_ok=True)
    seen: set[tuple[str, bool]] = set()
    kept = 0
    for path in sorted(p for folder in folders for p in folder.rglob("*.[to]tf")):
        try:
            letters = set(TTFont(path, lazy=True).getBestCmap() or {})
            look = _look(path)
        except (OSError, TTLibError):
            continue
        with_suits = letters >= _SYMBOLS
        if not letters >= _NEEDED or (look, True) in seen or (look, with_suits) in seen:
            continue
        name = f"{kept:04}-{path.stem[:40]}{path.suffix}".replace(" ", "")
        try:
            _subset(path).save(to / name)
        except TTLibError:
            continue
        seen.add((look, with_suits))
        kept += 1
    return kept


def _look(path: Path) -> str:
    """Say how a font draws the ranks: equal for fonts that draw them alike."""
    picture = Image.new("L", (420, 60))
    font = ImageFont.truetype(str(path), 32)
    ImageDraw.Draw(picture).text((4, 8), "A2345678910JQK", font=font, fill=255)
    small = picture.resize((105, 15)).point(lambda value: value // 64 * 64)
    return hashlib.sha256(small.tobytes()).hexdigest()


def _subset(path: Path) -> TTFont:
    from fontTools import subset

    options = subset.Options(
        layout_features=[], hinting=False, name_IDs=[1, 2], ignore_missing_unicodes=True,
        notdef_outline=True,
    )  # fmt: skip
    options.drop_tables += _DROPPED
    font = subset.load_font(str(path), options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes={*range(32, 127), *range(0x2654, 0x2668)})
    subsetter.subset(font)
    return font


def card_named(stem: str) -> str | None:
    """Read a card from the name of its file: `10_of_clubs`, `QS`, `heart_jack`, `12c`.

    >>> [card_named(stem) for stem in ("10_of_clubs", "QS", "heart_jack", "1d", "back")]
    ['Tc', 'Qs', 'Jh', 'Ad', None]
    """
    parts = re.findall(r"[a-z]+|\d+", stem.lower())
    if len(parts) == 1 and len(stem) == 2:
        parts = list(stem.lower())
    ranks = [_WORDS.get(part, part.upper()) for part in parts]
    rank = next((part for part in ranks if len(part) == 1 and part in RANKS), None)
    whole = {"clubs": "c", "diamonds": "d", "hearts": "h", "spades": "s"}
    suits = [part if part in SUITS else whole.get(part.rstrip("s") + "s") for part in parts]
    suit = next((part for part in suits if part), None)
    return rank + suit if rank and suit else None


def pack_deck(folder: Path, to: Path, rank: Sequence[float], suit: Sequence[float]) -> None:
    """Draw a deck of 52 files (SVG, PNG or WebP) at 300 by 420 pixels.

    There its indices have the rank (x, y, height, width) and the suit (x, y, height).
    """
    to.mkdir(parents=True, exist_ok=True)
    files = {card_named(path.stem): path for path in folder.iterdir() if path.is_file()}
    missing = {rank + suit for rank in RANKS for suit in SUITS} - files.keys()
    if missing:
        raise SystemExit(f"{folder} lacks {' '.join(sorted(missing))}")
    for card, path in files.items():
        if card:
            picture = _drawn(path).convert("RGBA").resize(FACE, Image.Resampling.LANCZOS)
            picture.save(to / f"{card}.webp", quality=90)
    index = json.dumps({"rank": list(rank), "suit": list(suit)})
    (to / "index.json").write_text(index, encoding="utf-8")


def _drawn(path: Path) -> Image.Image:
    if path.suffix != ".svg":
        return Image.open(path)
    from resvg_py import svg_to_bytes

    text = path.read_text(encoding="utf-8")
    head = re.search(r"<svg[^>]*>", text)
    assert head, path
    sized = re.sub(r"\s(width|height)=\"[^\"]*\"", "", head[0])
    sized = sized.replace("<svg", '<svg width="600" height="840"', 1)
    return Image.open(io.BytesIO(bytes(svg_to_bytes(svg_string=text.replace(head[0], sized)))))
