"""Rules as a text: the shortest one that is read as them, and what they change of a preset."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from analyzer.errors import InputError
from analyzer.game.rules import PRESETS, Rules, parse_rules


def rules_text(rules: Rules) -> str:
    """The shortest text from which `parse_rules` makes these rules (but for their summary).

    >>> from dataclasses import replace
    >>> rules_text(replace(PRESETS["classic"], gin_bonus=30))
    'classic,gin_bonus=30'
    """
    try:
        if parse_rules(rules.name) == rules:
            return rules.name
    except InputError:
        pass
    preset, changes = _changes(rules)
    return preset.override(**changes).name if changes else preset.name


def _changes(rules: Rules) -> tuple[Rules, dict[str, Any]]:
    """The preset of these rules, and the fields in which they are not like it."""
    preset = PRESETS.get(rules.name.split(",")[0], PRESETS["standard"])
    return preset, {
        each.name: getattr(rules, each.name)
        for each in fields(Rules)
        if each.name not in {"name", "summary"}
        and getattr(rules, each.name) != getattr(preset, each.name)
    }


def rules_summary(rules: Rules) -> str:
    """Describe rules in one line: a preset's own words, or what they change of it.

    Changed rules keep the `summary` of the preset, whose numbers may be others.

    >>> rules_summary(parse_rules("standard,gin=20,big_gin=none"))
    'As standard, but gin bonus 20 and big gin bonus none.'
    """
    preset, changes = _changes(rules)
    return summary_of_changes(preset.name, changes) if changes else rules.summary


def summary_of_changes(name: str, changes: Mapping[str, object]) -> str:
    """Describe a game that is like another one but for some fields.

    >>> summary_of_changes("three-hand", {"jokers": 1, "must_gin": True})
    'As three-hand, but jokers 1 and must gin yes.'
    """
    from analyzer.notation.phrases import listed  # noqa: PLC0415  # of all rules, few are summed up

    words = [f"{field} {_worded(value)}".replace("_", " ") for field, value in changes.items()]
    return f"As {name}, but {listed(words, 'and')}."


def _worded(value: object) -> str:
    if value is None:
        return "none"
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
