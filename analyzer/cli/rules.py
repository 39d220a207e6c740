"""The command `rules`: the presets, each number of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace

import click
import msgspec
from rich.console import Console

from analyzer.api.answers import RulesJson
from analyzer.api.others import GameJson, game_to_json
from analyzer.cli.common import answer, shared
from analyzer.cli.draw import table
from analyzer.errors import InputError
from analyzer.game.rules import PRESETS, TWO_HANDED, Rules, parse_rules
from analyzer.notation.view import rules_summary


@click.command("rules")
@click.argument("preset", required=False)
@shared
def rules_(preset: str | None, rules: str | None, as_json: bool) -> None:
    """All presets, or every number of PRESET, such as oklahoma or standard,gin=20.

    Any preset takes players=3, jokers=1 and the like too, as in oklahoma,jokers=2.
    """
    if preset and rules:
        raise InputError("two presets are given", where="--rules", hint="leave one out")
    name = preset or rules
    if name is None:
        every = list(TWO_HANDED.values())
        answer(as_json, RulesJson(every), lambda console: _show_all(console, every))
        return
    game = parse_rules(name)
    if not game.two_handed:
        document = game_to_json(game)
        answer(as_json, document, lambda console: _show_one(console, _flat(document)))
    else:
        summed = _summed_up(game)
        answer(as_json, RulesJson([summed]), lambda console: _show_one(console, _fields_of(summed)))


def _summed_up(rules: Rules) -> Rules:
    """Rules whose summary is of themselves, not of the preset that they change."""
    return replace(rules, summary=rules_summary(rules))


def _show_all(console: Console, shown: list[Rules]) -> None:
    numbers = ("gin", "undercut", "big gin", "target")
    rows = (
        (
            rules.name,
            str(rules.gin_bonus),
            str(rules.undercut_bonus),
            _plain(rules.big_gin_bonus),
            _plain(rules.target),
            rules.summary,
        )
        for rules in shown
    )
    console.print(table("preset", *numbers, "", rows=rows, right=numbers))
    games = ((game.name, game.summary) for game in PRESETS.values() if not game.two_handed)
    console.print(table("other game", "", rows=games))


def _fields_of(rules: Rules) -> dict[str, object]:
    return {field.name: getattr(rules, field.name) for field in fields(rules)}


def _flat(document: GameJson) -> dict[str, object]:
    """Every number of a game: those of its seats and pack, and those of its rules."""
    own = msgspec.structs.asdict(document)
    values = {"card values, ace to king": " ".join(map(str, own.pop("values")))}
    shared_fields = _fields_of(own.pop("rules"))
    return {**shared_fields, **own, **values, "name": own.pop("game")}


def _show_one(console: Console, values: Mapping[str, object]) -> None:
    """The name, the summary, and a table of every other number."""
    console.print(values["name"])
    console.print(values["summary"])
    rows = (
        (name, _plain(value)) for name, value in values.items() if name not in {"name", "summary"}
    )
    console.print(table("field", "value", rows=rows))


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)
