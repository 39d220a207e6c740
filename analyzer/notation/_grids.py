"""Tables of suits and ranks in which a mark says of each card where it is."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from analyzer.game.cards import Rank

Pair = tuple[tuple[str, ...], str]
LONGEST: Final = 2_000
"""Most characters of a text that may be such a table."""


def pairs_of_grid(
    text: str,
    words: Callable[[str], tuple[str, ...]],
    suits: Mapping[str, str],
    rank_of: Mapping[str, str],
) -> list[Pair]:
    """The pairs of a table of suits and ranks, whose marks a legend explains: `m = mine`."""
    legend = {mark: words(what) for mark, what in LEGEND.findall(text)}
    for form in _MARKED:
        legend |= {hit["mark"]: words(hit["what"]) for hit in form.finditer(text)}
    columns, cards = list[str](), list[Pair]()
    for line in text.splitlines():
        cells = re.findall(r"[^\s|,;]+", line)
        if "\t" in line:  # where cells may be empty
            cells = [cell.strip() or "." for cell in line.rstrip("\n").split("\t")]
            cells += ["."] * (len(Rank) + 1 - len(cells)) if cells[0].lower() in suits else []
        ranks = [rank_of.get(cell.lower()) for cell in cells[-len(Rank) :]]
        name = cells[0].lower().strip(".:") if cells else ""
        suit = next((suits[key] for key in suits if name in {key, key[:4]}), None)
        if not columns and len(cells) >= len(Rank) and all(ranks):
            columns = [rank for rank in ranks if rank]
        elif columns and suit and len(cells) == len(Rank) + 1 and max(map(len, cells[1:])) == 1:
            cards += [
                (legend.get(mark, ("hand",) if mark in {"x", "X", "1"} else ()), rank + suit)
                for mark, rank in zip(cells[1:], columns, strict=True)
                if mark not in _EMPTY
            ]
    return cards


LEGEND: Final = re.compile(r"(?<!\S)([^\s\w]|\w)\s*[=:]\s*([^,;.\n]+)")
_MARKED: Final = (
    re.compile(r"(?P<what>[^\W\d][^(),;:\n]*?)\s*\((?P<mark>\S)\)"),
    re.compile(r"(?<!\S)(?P<mark>\d)\s*=\s*(?P<what>\D+?)(?=\s+\d\s*=|$)", re.M),
    re.compile(r"(?P<what>\bmy\b[^,;.\n]*?)\bare the (?P<mark>\w)'s"),
    re.compile(r"\bthe (?P<mark>\w) is (?P<what>[^,;.:\n]*)"),
)
"""Other ways to explain marks: `my cards (X)`, `1=my hand`, `my ten are the x's`, `the o is …`."""
_EMPTY: Final = frozenset({".", "-", "0", "_", "·", "–"})
