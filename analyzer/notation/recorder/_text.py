"""Edits of a record's text that leave all else as it was typed: tags, turns, cards laid down.

Every function takes the whole text; what it changes is in its last hand, which begins at
the offset `start`.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile

from analyzer.notation._source import Mark
from analyzer.notation.records.read import without_comments
from analyzer.notation.records.tags import TAG
from analyzer.notation.records.write import format_tag

_ORDER = {
    name: place
    for place, name in enumerate(
        ("rules", "game", "players", "dealer", "score", "hand1", "hand2", "hand3", "hand4",
         "upcard", "result")
    )
}  # fmt: skip
"""The tags before the turns, in their order, and the one behind them."""


@dataclass(frozen=True, slots=True)
class TagText:
    """A tag of the last hand as it stands in the text."""

    value: str
    """All its values, as written, without quotation marks."""
    start: int
    end: int


def tags_of(text: str, start: int) -> dict[str, TagText]:
    """The tags of the last hand by their names in small letters, in the order of the text.

    >>> tags_of('[Dealer "2"] [Hand1 ""]', 0)["hand1"].value
    ''
    """
    tags = TAG.finditer(without_comments(text), start)
    return {
        match["name"].lower(): TagText(match["values"].strip(' \t"“”'), *match.span())
        for match in tags
    }


def with_tag(text: str, start: int, name: str, *values: str) -> str:
    """The text with a tag of the last hand put in or changed.

    >>> with_tag('[Dealer "2"]\\n[Hand1 ""]', 0, "Score", "40-65")
    '[Dealer "2"]\\n[Score "40-65"]\\n[Hand1 ""]'
    """
    tags, made, key = tags_of(text, start), format_tag(name, *values), name.lower()
    if key in tags:
        old = tags[key]
        return text[: old.start] + made + text[old.end :]
    if key == "result" or key.startswith("shown"):
        return f"{text.rstrip()}\n{made}"
    before = list(takewhile(lambda item: _ORDER.get(item[0], -1) < _ORDER[key], tags.items()))
    if before:
        at = _line_end(text, before[-1][1].end)
        return f"{text[:at]}\n{made}{text[at:]}"
    rest = text[start:]
    return f"{text[:start]}{made}\n{rest}" if rest else text[:start] + made


def _line_end(text: str, at: int) -> int:
    """The end of a line of which nothing but a comment is left at an offset; else the offset."""
    end = text.find("\n", at)
    end = len(text) if end < 0 else end
    rest = text[at:end]
    closed = rest.count("{") == rest.count("}")
    return end if closed and not without_comments(rest).strip() else at


def without_tag(text: str, start: int, name: str) -> str:
    """The text without a tag of the last hand, and without the line if nothing else is on it.

    >>> without_tag('[Dealer "2"]\\n[Upcard "9h"]', 0, "Upcard")
    '[Dealer "2"]'
    """
    old = tags_of(text, start).get(name.lower())
    return text if old is None else without(text, old.start, old.end)


def without(text: str, start: int, end: int) -> str:
    """The text without a stretch of it, and without the line if nothing else is on it."""
    before, after = text[:start], text[end:]
    if not before.rpartition("\n")[2].strip() and not after.partition("\n")[0].strip():
        before, after = (
            before.rpartition("\n")[0],
            after[after.find("\n") :] if "\n" in after else "",
        )
    return (before.rstrip(" \t") + after) if after.strip() else before.rstrip()


def with_line(text: str, line: str, *, apart: bool = False) -> str:
    """The text with a line more at its end, after a blank line if it is to stand apart."""
    return f"{text.rstrip()}\n{chr(10) * apart}{line}" if text.strip() else line


def inserted(text: str, mark: Mark, more: str) -> str:
    """The text with something behind what a mark stands for."""
    at = span_of(mark)[1]
    return text[:at] + more + text[at:]


def span_of(mark: Mark) -> tuple[int, int]:
    """Return where something stands that was read from a text."""
    assert mark.span is not None
    return mark.span
