"""Other ways to take a text that cannot be read: accepted only where all that read agree."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

_SUIT: Final = {"clubs": "c", "diamonds": "d", "hearts": "h", "spades": "s"}
_ACE: Final = re.compile(
    r"(?<=[\w,;:] )A (?P<ranks>(?:(?:10|[2-9TJQK])[ ,]+)+)"
    r"of (?P<suit>clubs|diamonds|hearts|spades)\b"
)
"""An ace before other ranks of a suit, where the letter was taken for an article."""
_HUMP: Final = re.compile(r"(?<=[a-z])(?=[A-Z][a-z])")
"""Between the words of a name as programs write it: `discardPile`."""
_CELLS: Final = re.compile(r"\t|\s*\|\s*| {3,}")
_HEADS: Final = {
    "hand": "hand", "my hand": "hand", "cards": "hand", "upcard": "upcard", "up": "upcard",
    "top": "upcard", "opp discards": "gone", "discards": "gone", "pile": "gone", "score": "score",
    "dealer": "dealer", "rules": "rules", "stock": "stock",
}  # fmt: skip
"""The line that a column of a table stands for, by its head."""


def alternatives(text: str) -> Iterator[str]:
    """The text taken otherwise, in each way that changes it.

    >>> list(alternatives("got A 2 of hearts, 3s 3c"))
    ['got Ah 2h, 3s 3c']
    """
    for pattern, put in ((_ACE, _with_ace), (_HUMP, " ")):
        if (other := pattern.sub(put, text)) != text:
            yield other


def _with_ace(found: re.Match[str]) -> str:
    suit = _SUIT[found["suit"]]
    return " ".join(f"{rank}{suit}" for rank in ["A", *re.findall(r"\w+", found["ranks"])])


def table_as_lines(text: str) -> str | None:
    """A table of one row with a head, as lines; None of any other text.

    >>> table_as_lines("hand | up\\n7h 8h | 4s")
    'hand: 7h 8h\\nupcard: 4s'
    """
    rows = [
        [cell.strip() for cell in _CELLS.split(line.strip().strip("|"))]
        for line in text.splitlines()
        if line.strip() and not re.fullmatch(r"[\s|:+-]+", line)
    ]
    if len(rows) != 2 or len(rows[0]) != len(rows[1]) or len(rows[0]) < 2:
        return None
    heads = [_HEADS.get(cell.lower()) for cell in rows[0]]
    if None in heads or heads.count("hand") != 1:
        return None
    cells = dict(zip(heads, rows[1], strict=True))
    gone = cells.pop("gone", "")
    upcard = cells.get("upcard", "")
    others = [card for card in gone.split() if card.lower() != upcard.lower()]
    if gone and upcard and len(others) < len(gone.split()):
        del cells["upcard"]  # it lies on top of those
        others.append(upcard)
        cells["pile"] = " ".join(others)
    elif gone:
        cells["pile"] = " ".join([*others, upcard]).strip()
        cells.pop("upcard", None)
    return "\n".join(f"{head}: {cell}" for head, cell in cells.items() if cell)
