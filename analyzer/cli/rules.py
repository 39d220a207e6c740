"""The command `rules`: the presets, each number of them."""

from __future__ import annotations

from dataclasses import fields

import click
from rich.console import Console

from analyzer.api.answers import RulesJson
from analyzer.cli.common import answer, shared
from analyzer.cli.draw import table
from analyzer.errors import InputError
from analyzer.game.rules import PRESETS, Rules, parse_rules


@click.command("rules")
@click.argument("preset", required=False)
@shared
def rules_(preset: str | None, rules: str | None, as_json: bool) -> None:
    """All presets, or every number of PRESET, such as oklahoma or standard,gin=20."""
    if preset and rules:
        raise InputError("two presets are given", where="--rules", hint="leave one out")
    asked = preset or rules
    shown = [parse_rules(asked)] if asked else list(PRESETS.values())
    answer(
        as_json,
        RulesJson(shown),
        lambda console: _show_one(console, shown[0]) if asked else _show_all(console, shown),
    )


def _show_all(console: Console, shown: list[Rules]) -> None:
    listed = table("preset", "gin", "undercut", "big gin", "target", "", right=_NUMBERS)
    for rules in shown:
        listed.add_row(
            rules.name,
            str(rules.gin_bonus),
            str(rules.undercut_bonus),
            _plain(rules.big_gin_bonus),
            _plain(rules.target),
            rules.summary,
        )
    console.print(listed)


_NUMBERS = ("gin", "undercut", "big gin", "target")


def _show_one(console: Console, rules: Rules) -> None:
    console.print(rules.name)
    console.print(rules.summary)
    numbers = table("field", "value")
    for field in fields(rules):
        if field.name not in {"name", "summary"}:
            numbers.add_row(field.name, _plain(getattr(rules, field.name)))
    console.print(numbers)


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)
