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
        short = name.removesuffix("s") if len(name) > _LETTERS else " "
        suit = next((suits[key] for key in suits if key == name or key.startswith(short)), None)
        if not columns and len(cells) >= len(Rank) and all(ranks):
            columns = [rank for rank in ranks if rank]
        elif columns and suit and len(cells) == len(Rank) + 1 and max(map(len, cells[1:])) == 1:
            cards += [
                (legend.get(mark, ("hand",) if mark in {"x", "X", "1"} else ()), rank + suit)
                for mark, rank in zip(cells[1:], columns, strict=True)
                if not _UNKNOWN & {*legend.get(mark, ("unknown",) if mark in _EMPTY else ())}
            ]
    return cards


def boxed(text: str) -> str:
    """The text with cards that are drawn as boxes, a line of ranks above one of suits, in letters.

    >>> boxed("│4   │ │K   │\\n│ ♠  │ │ ♦  │").split()
    ['4♠', 'K♦']
    """
    kept, ranks, merged = list[str](), list[str](), False
    for line in text.splitlines():
        cells = _IN_BOX.findall(line)
        if cells and len(cells) == len(ranks) and not {*cells} - {*"♣♦♥♠"}:
            kept.append("  " + " ".join(map("".join, zip(ranks, cells, strict=True))))
            ranks, merged = [], True
        elif cells and not {*cells} & {*"♣♦♥♠"}:
            ranks = cells
        elif not _FRAME.fullmatch(line):
            kept.append(line)
    return "\n".join(kept) if merged else text


_IN_BOX: Final = re.compile(r"[│|┃║]\s*(10|[2-9TJQKA♣♦♥♠])\s*(?=[│|┃║])")
_FRAME: Final = re.compile(r"[\s│|┃║─━═+_.'`,┌┐└┘├┤╭╮╰╯╔╗╚╝-]*")
LEGEND: Final = re.compile(r"(?<![^\s(])([^\s\w(]|\w)\s*[=:]\s*([^,;.\n()]+)")
_MARKED: Final = (
    re.compile(r"(?P<what>[^\W\d][^(),;:\n]*?)\s*\((?P<mark>\S)\)"),
    re.compile(r"(?<!\S)(?P<mark>\d)\s*=\s*(?P<what>\D+?)(?=\s+\d\s*=|$)", re.M),
    re.compile(r"(?P<what>\bmy\b[^,;.\n]*?)\bare the (?P<mark>\w)'s"),
    re.compile(
        r"(?<!\S)(?P<mark>[^\W\d])\s+(?P<what>(?:my|mine|up|opp|his|her|top|dead|gone|drawn)[^,;.\n]*)"
    ),
    re.compile(r"\bthe (?P<mark>\w) is (?P<what>[^,;.:\n]*)"),
)
"""Other ways to explain marks: `my cards (X)`, `1=my hand`, `my ten are the x's`, `the o is …`."""
_LETTERS: Final = 3
"""Letters of a suit that is shortened: `diams`."""
_UNKNOWN: Final = frozenset({"unknown", "unseen", "else", "elsewhere", "empty", "hidden", "not"})
_EMPTY: Final = frozenset({".", "-", "0", "_", "·", "–"})
