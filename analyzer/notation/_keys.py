"""The keys that lines of a view begin with, under every name that they go by."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from analyzer.resources import texts_beside

ALIASES: Final[Mapping[str, Sequence[str]]] = texts_beside(__file__, "keys.toml")
KEY_OF = {alias: key for key, aliases in ALIASES.items() for alias in aliases}
_SQUEEZED = {alias.replace(" ", ""): key for alias, key in KEY_OF.items()}


def _pattern(aliases: list[str]) -> str:
    ordered = sorted(aliases, key=len, reverse=True)
    return "|".join(alias.replace(" ", "[ _-]?") for alias in ordered)


# A key, perhaps with a remark in brackets, and a colon unless a space makes it plain.
HEAD = re.compile(
    rf"[ \t>*•-]*(?P<key>{_pattern(list(KEY_OF))})(?![A-Za-z_])"
    r"(?:[ \t]*\([^()\n]{0,40}\))?[ \t]*[:=]?",
    re.IGNORECASE,
)
NAMED_LINE = re.compile(rf"{HEAD.pattern}(?<=[:=])|(?P<opening>[ \t]+up[ -]?card\b)", re.IGNORECASE)
"""A key with its colon, or the upcard of a history."""
# Keys that may follow cards in the same line.
INLINE = re.compile(
    r"(?<=[\s;,|)\]])(?:"
    + _pattern(
        [alias for key in ("offered", "top", "upcard", "stock", "pile", "dealer", "score", "rules")
         for alias in ALIASES[key] if alias != "points"]
    )
    + r")(?![A-Za-z_])",
    re.IGNORECASE,
)  # fmt: skip

_ALIKE = str.maketrans({"\u0130": "i", "\u0131": "i", "\u017f": "s", "\u212a": "k"})
"""Letters that patterns take for others, whose case they ignore."""


def key_of(head: re.Match[str]) -> str:
    """Return the key that a `HEAD` names, whatever stands between its words.

    >>> key_of(HEAD.match("Opp_took: Jd"))
    'took'
    """
    return _SQUEEZED[re.sub(r"[ _-]", "", head["key"].translate(_ALIKE).lower())]
