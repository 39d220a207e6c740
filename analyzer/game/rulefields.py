"""The fields of `Rules` as people meet them: each one's label, words, bounds and short names.

A form, the schema of the API, the terminal and the page of rules take their words from
`rule_fields.json`, and an override is read by what it says.
"""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import msgspec

from analyzer.errors import InputError
from analyzer.game.cards import Card
from analyzer.game.words import today
from analyzer.resources import read_json

ANY_CARD: Final = "?"
"""As `Rules.knock_card`: a card of the second deck is turned for each hand."""

ANY_NUMBER: Final = 10_000
"""The most that a number of points can be."""

_NO_VALUE: Final = frozenset({"none", "no", "-"})
_YES_OR_NO: Final = {"true": True, "yes": True, "false": False, "no": False}


class RuleField(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that is said of a field, in `rule_fields.json` and nowhere else."""

    group: str
    """The heading that it stands under in a form."""
    label: str
    means: str
    """A sentence or two, with a full stop."""
    example: str
    """A value to try it with, unlike that of the standard rules."""
    least: int = 0
    """Of a whole number; above `most` where it is a card instead."""
    most: int = ANY_NUMBER
    none: str = ""
    """The meaning of no value; empty where there has to be one."""
    short: tuple[str, ...] = ()
    """Other names for it in an override."""
    choices: dict[str, str] = {}
    """Each value of a choice in words."""

    def possible(self, default: object) -> str:
        """The values that it can have, as one writes them.

        >>> FIELDS["meld_cap"].possible(None), FIELDS["must_gin"].possible(False)
        ('4 to 13, or none: any length', 'yes or no')
        """
        if self.choices:
            return "; ".join(f"{value}: {words}" for value, words in self.choices.items())
        if isinstance(default, bool):
            return "yes or no"
        values = "a card, or ?" if self.least > self.most else f"{self.least} to {self.most:,}"
        return f"{values}, or none: {self.none}" if self.none else values

    def read(self, key: str, text: str, default: object) -> Any:
        """The value that a text is, of the type of the field's default; raises InputError.

        >>> FIELDS["gin_bonus"].read("gin_bonus", "20", 25)
        20
        >>> FIELDS["meld_cap"].read("meld_cap", "2", None)  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        ...
        analyzer.errors.InputError: rules: `2` cannot be the value of meld_cap; ...
        """
        if self.none and text in _NO_VALUE:
            return None
        if self.least > self.most:
            return text if text == ANY_CARD else str(Card.of(text[:1].upper() + text[1:]))
        if isinstance(default, bool):
            return _one_of(key, text, _YES_OR_NO)
        if isinstance(default, StrEnum):
            return _one_of(key, today(text), {str(kind): kind for kind in type(default)})
        if not text.isdecimal() or len(text) > 9 or not self.least <= int(text) <= self.most:
            of = "number" if key in {"players", "cards", "jokers"} else "value"
            raise InputError(
                f"`{text}` cannot be the {of} of {key}", where="rules",
                hint=f"write a whole number from {self.least} to {self.most}"
                + (", or none" if self.none else ""),
            )  # fmt: skip
        return int(text)


def _one_of(key: str, text: str, values: dict[str, Any]) -> Any:
    if text not in values:
        raise InputError(
            f"`{text}` cannot be the value of {key}",
            where="rules",
            hint="use one of " + ", ".join(values),
        )
    return values[text]


def _read() -> dict[str, RuleField]:
    text = Path(__file__).with_name("rule_fields.json").read_bytes()
    return read_json(text, dict[str, RuleField])


FIELDS: Final = MappingProxyType(_read())
"""Every field of `Rules` but its name and summary, in the order of a form."""

SHORT_NAMES: Final = MappingProxyType(
    {short: key for key, field in FIELDS.items() for short in field.short}
)
"""Short names for fields in an override: ``standard,gin=20,undercut=10``."""
