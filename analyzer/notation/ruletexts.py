"""Rules as a text: the shortest one that is read as them, and what they change of a preset."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from analyzer.errors import InputError
from analyzer.game.rulefields import FIELDS
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
    preset, changes = changed_fields(rules)
    return preset.override(**changes).name if changes else preset.name


def plain_text(rules: Rules) -> str:
    """A text of rules that are played like these: a preset alone where nothing of it differs.

    >>> plain_text(parse_rules("standard,gin=25")), plain_text(parse_rules("standard,gin=20"))
    ('standard', 'standard,gin_bonus=20')
    """
    preset, changes = changed_fields(rules)
    return rules_text(rules) if changes else preset.name


def text_without(rules: Rules, field: str) -> str:
    """The text of rules in which a field is as in their preset.

    >>> text_without(parse_rules("classic,target=150,gin=30"), "target")
    'classic,gin_bonus=30'
    """
    preset, changes = changed_fields(rules)
    kept = {name: value for name, value in changes.items() if name != field}
    return preset.override(**kept).name if kept else preset.name


def changed_fields(rules: Rules) -> tuple[Rules, dict[str, Any]]:
    """The preset of some rules, and the fields in which they are not like it."""
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
    preset, changes = changed_fields(rules)
    return summary_of_changes(preset.name, changes) if changes else rules.summary


def rules_title(rules: Rules) -> str:
    """Name rules in a few words: the preset, and what is changed of it.

    A preset alone keeps its name as it is written in texts.

    >>> rules_title(parse_rules("classic")), rules_title(parse_rules("classic,gin=30,cap=5"))
    ('classic', 'Classic with gin bonus 30 and longest meld 5')
    """
    preset, changes = changed_fields(rules)
    if not changes:
        return preset.name
    return f"{preset.name[:1].upper()}{preset.name[1:]} with {_listed(changes)}"


def summary_of_changes(name: str, changes: Mapping[str, object]) -> str:
    """Describe a game that is like another one but for some fields.

    >>> summary_of_changes("three-hand", {"jokers": 1, "must_gin": True})
    'As three-hand, but jokers 1 and must gin yes.'
    """
    return f"As {name}, but {_listed(changes)}."


def _listed(changes: Mapping[str, object]) -> str:
    from analyzer.notation.phrases import listed  # noqa: PLC0415  # of all rules, few are summed up

    return listed(
        [f"{_label(name)} {worded(name, value)}" for name, value in changes.items()], "and"
    )


def _label(name: str) -> str:
    label = FIELDS[name].label
    return label[:1].lower() + label[1:]


def worded(name: str, value: object) -> str:
    """The value of a field of rules in words.

    >>> worded("meld_cap", None), worded("must_gin", True), worded("tie", "nothing")
    ('none', 'yes', 'nobody scores')
    """
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return FIELDS[name].choices.get(str(value), str(value))
