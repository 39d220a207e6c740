"""Words that stand in texts and documents: what a text of an earlier version said is still read."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum
from typing import Final, Self

_BEFORE: Final = {"thrown": "discarded", "threw": "discarded", "throw": "discard"}
_OLD = re.compile("|".join(_BEFORE))
_AFTER: Final = {"discarded": "thrown", "discard": "throw"}
_NEW = re.compile(rf"(?<![a-z])({'|'.join(_AFTER)})")


def today(word: str) -> str:
    """The word as it is written now: a *discard* was a *throw* until version 0.2.

    >>> today("throw"), today("my_throws"), today("draw")
    ('discard', 'my_discards', 'draw')
    """
    return _OLD.sub(lambda match: _BEFORE[match[0]], word)


def before(word: str) -> str:
    """The word as version 0.1 wrote it, for a program that knows no other.

    >>> before("discard Kd"), before("my_discards"), before("draw")
    ('throw Kd', 'my_throws', 'draw')
    """
    return _NEW.sub(lambda match: _AFTER[match[0]], word)


class Word(StrEnum):
    """A choice of words in texts and documents; reads the word of before as well.

    >>> class Way(Word):
    ...     DISCARD = "discard"
    >>> Way("throw") is Way.DISCARD
    True
    """

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        if not isinstance(value, str) or today(value) == value:
            return None
        return next((member for member in cls if member.value == today(value)), None)


def closest(word: str, known: Iterable[str], cutoff: float = 0.6) -> str | None:
    """The known word that a slip may have meant; None where none is that much like it.

    >>> closest("oklahona", ["classic", "oklahoma"]), closest("zzz", ["classic"])
    ('oklahoma', None)
    """
    from difflib import get_close_matches  # noqa: PLC0415  # after a slip only

    return next(iter(get_close_matches(word, list(known), n=1, cutoff=cutoff)), None)
