"""Drafts of the first releases: a game, who sits where, and the taps one after another."""

from __future__ import annotations

import re

from analyzer.errors import InputError
from analyzer.game.rules import parse_rules
from analyzer.notation.recorder._taps import lay, tap
from analyzer.notation.records.files import UNSEEN
from analyzer.notation.records.write import format_tag

_TAG = re.compile(r'^\[(\w+)((?:\s+"[^"\n]*")+)\]\s*$', re.MULTILINE)
_WORDS = {"take": "^", "pass": "p", "draw": UNSEEN, "big gin": "!!"}
_TAKE, _KNOCK = re.compile(r"take (\d+)"), re.compile(r"(?:knock|gin) (\w\w)")


def is_tapped(packed: str) -> bool:
    """True if a draft was kept as its taps."""
    return re.search(r'^\[Taps "', packed, re.MULTILINE) is not None


def text_of_taps(packed: str) -> tuple[str, str]:
    """The record that the taps of a draft come to, and the one they came to before taking back.

    Of taps that are no longer possible it is the text up to there; of what cannot be read at all
    the draft itself.

    >>> kept = '[Game "three-hand"]\\n[Seat "1"]\\n[Dealer "3"]\\n[Taps "7h, 8h"]'
    >>> print(text_of_taps(kept)[0])
    [Game "three-hand"]
    [Dealer "3"]
    [Hand1 "7h 8h"]
    [Hand2 "?"]
    [Hand3 "?"]
    """
    tags = {tag[1].lower(): re.findall(r'"([^"]*)"', tag[2]) for tag in _TAG.finditer(packed)}
    try:
        text = _begun(tags)
    except (InputError, KeyError, ValueError):
        return packed, ""
    taps, ahead = (tags.get(name, [""])[0].split(", ") for name in ("taps", "ahead"))
    return _after(text, taps), _after(text, ahead) if "ahead" in tags else ""


def _begun(tags: dict[str, list[str]]) -> str:
    game, seat = parse_rules(tags["game"][0]), int(tags["seat"][0])
    lines = [format_tag("Game", tags["game"][0])]
    if "players" in tags:
        lines.append(format_tag("Players", *tags["players"]))
    lines.append(format_tag("Dealer", tags["dealer"][0]))
    seen = "" if "seen" in tags else UNSEEN
    numbers = range(1 + (seat == 1), game.players + 1)
    hands = (format_tag(f"Hand{n}", "" if n == seat else seen) for n in numbers)
    return "\n".join((*lines, *hands))


def _after(text: str, taps: list[str]) -> str:
    for what in filter(None, taps):
        try:
            text = _tapped(text, what)
        except InputError:
            return text
    return text


def _tapped(text: str, what: str) -> str:
    word, _, rest = what.partition(" ")
    if word == "spread":
        return lay(text, rest, defense=False)
    taken, knock = _TAKE.fullmatch(what), _KNOCK.fullmatch(what)
    if taken:
        return tap(text, f"^{taken[1]}")
    return tap(text, f"{knock[1]}!" if knock else _WORDS.get(what, what))
