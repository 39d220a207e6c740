"""The words of score sheets, and their sums, initials, arrows and number words written out."""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import prod
from typing import Any, Final

from analyzer.errors import InputError
from analyzer.resources import texts_beside

WORDS: Final[Mapping[str, Any]] = texts_beside(__file__, "scoresheets.toml")
ME: Final = frozenset(WORDS["me"])
THEM: Final = frozenset(WORDS["them"])
VOID: Final = frozenset(WORDS["void"])
NUMBERING: Final = frozenset(WORDS["numbering"])
TOTAL: Final = frozenset(WORDS["total"])


def pattern(name: str) -> re.Pattern[str]:
    """A pattern of the file of words."""
    return re.compile(WORDS["patterns"][name], re.IGNORECASE | re.MULTILINE)


_KIND_OF: Final = {word: kind for kind in ("gin", "undercut", "knock") for word in WORDS[kind]}
_PLUS: Final = pattern("plus")
TARGET: Final = pattern("target")
BONUS: Final = pattern("bonus")
FOR: Final = pattern("for")
CUMULATIVE: Final = pattern("cumulative")
_BRACKETS: Final = pattern("brackets")


def _told_in_brackets(found: re.Match[str]) -> str:
    """The points without a bracket that says them again, or what both held; else unclear."""
    inside, points = found["inside"].lower(), int(found["before"])
    numbers = [int(each) for each in re.findall(r"\d+", inside)]
    again = {*numbers} == {points} or ("+" in inside and sum(numbers) == points)
    again = again or re.search(r"knock|deadwood|dw\b|down", inside) is not None
    kinds = [word for word in re.findall(r"\w+", inside) if word in _KIND_OF]
    return f"{found['before']}{found['words']} {' '.join(kinds[-1:]) if again else UNCLEAR}"


UNCLEAR: Final = "\ufffd"
"""In the place of a bracket with other numbers than those before it."""


def without_brackets(text: str) -> str:
    """A text without what it says again, or what both held, in brackets.

    >>> without_brackets("Ann 12 (4 v 16), Bob 41 (16 + 25 gin)")
    'Ann 12 , Bob 41  gin'
    """
    return _BRACKETS.sub(_told_in_brackets, _HOLDINGS.sub("", text))


_ELSEWHERE: Final = pattern("elsewhere")
_OF_GIN: Final = re.compile(
    r"(?i)\b(?:gin(?! and tonic| \()|rummy|rommé|джин)\w*\b|\b(?:under|knock)\w*"
)


def check_game(text: str) -> None:
    """Raise InputError for a text that names another game, or no game, and not gin."""
    other = _ELSEWHERE.search(text)
    if other is not None and not _OF_GIN.search(text):
        raise InputError(
            f"this is about {other[0].lower()}, and not about gin rummy", span=other.span(),
            where="text", hint="bring a hand, a game or a score sheet of gin rummy",
        )  # fmt: skip


KINDS: Final = ("big gin", "gin", "undercut", "knock")
LETTERS: Final = {"g": "gin ", "u": "undercut ", "k": "knock ", "b": "big gin "}
_SUM: Final = re.compile(r"\d{1,4}(?:\s*[+x×*]\s*\d{1,4})+(?:\s*=\s*(?P<said>\d{1,4}))?")
_SIGN: Final = pattern("sign")
_HOLDINGS: Final = pattern("held")
_LIST: Final = pattern("list")
YOU: Final = re.compile(r"^\s*you\b", re.I | re.M)
ME_ROW: Final = re.compile(r"^\s*(?:me|i)\b", re.I | re.M)
_THREE: Final = re.compile(r"^\D*\d+ *\+ *\d+ *\+ *\d", re.M)
_ON: Final = pattern("on")
_ARROW: Final = pattern("arrow")
_INITIAL: Final = pattern("initial")
_LEGEND: Final = re.compile(r"\b(\w)\s*=\s*(\w+)")
_STAMP: Final = pattern("stamp")
ASIDE: Final = re.compile(r"\([^()]*\)|\*\*")


def prepared(text: str) -> str:
    """A sheet with sums worked out, numbers in digits, and hands by initials or arrows told."""
    text = _SIGN.sub(r"\1", _HOLDINGS.sub("", _STAMP.sub("", text))).replace("\r\n", "\n")
    text = YOU.sub("them", text) if ME_ROW.search(text) else text
    text = _LIST.sub(_each_apart, text) if _THREE.search(text) else text
    text = _SUM.sub(_summed, in_digits(_ON.sub("", text)))
    text = _initials_apart(text)
    if len(_ARROW.findall(text)) == len(re.findall(r"^.*\d.*$", text, re.M)) > 1:
        text = _ARROW.sub(_result_alone, text)
    return text


def _result_alone(found: re.Match[str]) -> str:
    """`I knock with 8, she has 5, undercut -> 28 her` as `undercut 28 her`."""
    kind = next((each for each in KINDS[1:3] if each in found["head"].lower()), "")
    result = re.sub(r"^(\d+)\s+(?:for |to )?(\w+)\W*$", r"\2 \1", found["result"])
    return f"{result} {kind}".strip()


def _initials_apart(text: str) -> str:
    """Hands by initials, `m12 d20 m38g (m=me)`, told; a text with other numbers as it is."""
    found, legend = list(_INITIAL.finditer(text)), dict(_LEGEND.findall(text.lower()))
    if len(found) < 2 or re.search(r"\d", ASIDE.sub("", _INITIAL.sub("", text))):
        return text
    hands = ((legend.get(who.lower(), who.upper()), much, how) for who, much, how in
             (hand.groups() for hand in found))  # fmt: skip
    return ", ".join(
        f"{who} {LETTERS.get((how or '')[:1].lower(), '')}{much}" for who, much, how in hands
    )


def _each_apart(found: re.Match[str]) -> str:
    """`me: 12 + 8 + 30 = 50` as three hands; raises InputError where that is wrong."""
    _summed(found)
    points = re.findall(r"\d+", found[0].split("=")[0])
    return ", ".join(f"{found['who']} {each}" for each in points)


def _summed(found: re.Match[str]) -> str:
    """A sum or a product with its value in its place; raises InputError for a wrong one."""
    value = 0
    for term in found[0].split("=")[0].split("+"):
        value += prod(map(int, re.findall(r"\d+", term)))
    if found["said"] is not None and int(found["said"]) != value:
        raise InputError(
            f"`{found[0]}` is not right", where="hands", hint=f"{value} is what it comes to"
        )
    return str(value)


def in_digits(text: str) -> str:
    """The text with its numbers in digits, and sums that are told with what they come to.

    >>> in_digits("thirty one plus the twenty so fifty one, nine for Ann")
    '51, 9 for Ann'
    """
    from analyzer.notation.encoder import tokens  # noqa: PLC0415  # few write words

    return _PLUS.sub(_sum, tokens.in_digits(text, padded=False))


def _sum(found: re.Match[str]) -> str:
    one, two = int(found["one"] or found["first"]), int(found["two"] or found["second"])
    if found["sum"] and one + two != int(found["sum"]):
        raise InputError(
            f"`{found[0]}` is not right", where="hands", hint=f"{one + two} is what it comes to"
        )
    return f"{found['word'] or found['words'] or ''} {one + two}".strip()
