"""The rules of a game as JSON.

`Rules` is a plain frozen dataclass of numbers, texts and named choices, so it is its own
schema: every field under its own name.
"""

from __future__ import annotations

import msgspec

from analyzer.game.rules import PRESETS, Rules


class RulesJson(msgspec.Struct, frozen=True):
    """The presets, each with all its numbers; the first is the default."""

    presets: list[Rules]


def presets_to_json() -> RulesJson:
    """All presets.

    >>> presets_to_json().presets[0].name
    'standard'
    """
    return RulesJson(list(PRESETS.values()))
