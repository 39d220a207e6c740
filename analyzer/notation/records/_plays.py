"""Read the body of a record: turns such as ``3. +6h -Qd``, and what is laid down at the end."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator

from analyzer.game.cards import Card
from analyzer.game.view import Turn
from analyzer.notation.cards import read_part
from analyzer.notation.facts import SaidCards
from analyzer.notation.records.draft import SaidSpread
from analyzer.notation.referee import SaidTurn
from analyzer.notation.source import Mark, Source, clash, shortened

SPREAD = re.compile(r"[ \t]*(?:(?P<number>\d{1,3})[ \t]*[.)]?[ \t]*)?=")
"""The beginning of a line with cards laid down."""

_NUMBER = re.compile(r"(?:^|(?<=[\s;,]))(?P<number>\d{1,3})[ \t]*[.)](?=[\s^+p?−–-]|$)")
_PASS = re.compile(r"p(?:ass(?:es|ed)?)?", re.IGNORECASE)
_MINUS = "−–-"
_TURN = re.compile(
    rf"(?:(?P<how>[\^+])(?P<card>[^\^+!{_MINUS}]*))?"
    rf"(?:[{_MINUS}](?P<discarded>[^\^+!{_MINUS}]*))?"
    r"(?P<end>!\s*!?)?"
)
_LABEL = re.compile(
    r"\s*(?P<word>off|laid off|lays? off|deadwood|dead|left)\b[ \t]*:?", re.IGNORECASE
)
_BLANK = string.whitespace + ";,\x1c\x1d\x1e\x85\xa0\u2028\u2029\ufeff\u200b"
_FORM = "write a turn as `+6h -Qd`, `^9h -Kd` or `p`"


def read_plays(source: Source, start: int, end: int) -> Iterator[tuple[int | None, SaidTurn]]:
    """The turns between two offsets of a line, each with its number if it has one."""
    text = source.text
    numbers = list(_NUMBER.finditer(text, start, end))
    begins = [start, *(match.start() for match in numbers)]
    ends = [*(match.start() for match in numbers), end]
    for index, (begin, stop) in enumerate(zip(begins, ends, strict=True)):
        number = int(numbers[index - 1]["number"]) if index else None
        body = numbers[index - 1].end() if index else begin
        if not text[body:stop].strip(_BLANK):
            if number is not None:
                raise clash(f"turn {number} is empty", source.mark(begin, stop), hint=_FORM)
            continue
        yield number, _read_play(source, body, stop, source.mark(begin, stop))


def _read_play(source: Source, start: int, end: int, mark: Mark) -> SaidTurn:
    text = source.text
    written = text[start:end]
    start += len(written) - len(written.lstrip(_BLANK))
    end -= len(written) - len(written.rstrip(_BLANK + "."))
    if _PASS.fullmatch(text, start, end):
        return SaidTurn(Turn.PASS, mark=mark)
    match = _TURN.fullmatch(text, start, end)
    if match is None:
        raise clash(f"`{shortened(text[start:end])}` is not a turn", mark, hint=_FORM)
    turn = {None: None, "^": Turn.TAKE, "+": Turn.DRAW}[match["how"]]
    card = _card(source, match, "card", mark)
    discarded = _card(source, match, "discarded", mark)
    bangs = (match["end"] or "").count("!")
    _check_end(match, bangs, mark)
    return SaidTurn(turn, card, discarded, mark, knocks=bangs > 0, big=bangs == 2)


def _check_end(match: re.Match[str], bangs: int, mark: Mark) -> None:
    if bangs == 2 and match["discarded"] is not None:
        raise clash("big gin discards no card", mark, hint="write `+5c !!`, or `-Js!` for a knock")
    if bangs == 1 and match["discarded"] is None:
        raise clash(
            "the card discarded with the knock is missing", mark,
            hint="write `-Js!`, or `!!` for big gin",
        )  # fmt: skip
    if not bangs and (match["discarded"] or "x").strip(_BLANK) in {"", "?"}:
        raise clash("the card discarded is missing", mark, hint="say which, as in `-Kd`")


def _card(source: Source, match: re.Match[str], group: str, mark: Mark) -> Card | None:
    written = match[group]
    if written is None or written.strip(_BLANK) in {"", "?"}:
        return None
    reads = read_part(source, match.start(group), match.end(group))
    if len(reads) != 1:
        raise clash(
            f"`{shortened(written.strip())}` is {len(reads)} cards, not one", mark, hint=_FORM
        )
    return reads[0].card


def read_spread_line(source: Source, start: int, end: int, mark: Mark) -> SaidSpread:
    """The groups between two offsets: melds, deadwood, and what was laid off.

    >>> text = "7c 7d 7s / 8h 9h Th / Ad 3s / off Kc"
    >>> said = read_spread_line(Source(text), 0, len(text), Mark(1))
    >>> len(said.groups), [str(card) for card in said.off.cards]
    (3, ['Kc'])
    """
    groups, left, off = [], SaidCards(mark=mark), SaidCards(mark=mark)
    at = start
    for part in re.split(r"[/|]", source.text[start:end]):
        label = _LABEL.match(part)
        skip = label.end() if label else 0
        said = _group(source, at + skip, at + len(part), mark)
        word = label["word"].lower() if label else ""
        if word in {"deadwood", "dead", "left"}:
            left = left.plus(said)
        elif word:
            off = off.plus(said)
        elif said.cards:
            groups.append(said)
        at += len(part) + 1
    return SaidSpread(tuple(groups), left, off, mark)


def _group(source: Source, start: int, end: int, mark: Mark) -> SaidCards:
    if source.text[start:end].strip(_BLANK + ".") in {"", "none", "-", "?"}:
        return SaidCards(mark=mark)
    reads = read_part(source, start, end)
    marks = {read.card: source.mark(*read.span) for read in reads}
    return SaidCards(tuple(marks), marks, mark)
