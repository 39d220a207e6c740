"""The command `rules`: the presets, each number of them."""

from __future__ import annotations

from dataclasses import fields, replace

import click
from rich.console import Console

from analyzer.api.answers import RulesJson
from analyzer.api.others import game_to_json
from analyzer.cli import others
from analyzer.cli.common import answer, shared
from analyzer.cli.draw import table
from analyzer.errors import InputError
from analyzer.game.general import VARIANTS, other_game
from analyzer.game.rules import PRESETS, Rules, parse_rules
from analyzer.notation.view import rules_summary


@click.command("rules")
@click.argument("preset", required=False)
@shared
def rules_(preset: str | None, rules: str | None, as_json: bool) -> None:
    """All presets, or every number of PRESET, such as oklahoma or standard,gin=20.

    The other games have names too: three-hand, four-hand, one-joker, two-jokers, mahjong; and any
    preset takes players=3, jokers=1 and the like, as in oklahoma,jokers=2.
    """
    if preset and rules:
        raise InputError("two presets are given", where="--rules", hint="leave one out")
    asked = preset or rules
    if (game := other_game(asked)) is not None:
        answer(as_json, game_to_json(game), lambda console: others.show_game(console, game))
        return
    shown = [_summed_up(parse_rules(asked))] if asked else list(PRESETS.values())
    answer(
        as_json,
        RulesJson(shown),
        lambda console: _show_one(console, shown[0]) if asked else _show_all(console, shown),
    )


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
    games = ((game.name, game.summary) for game in VARIANTS.values())
    console.print(table("other game", "", rows=games))


def _show_one(console: Console, rules: Rules) -> None:
    console.print(rules.name)
    console.print(rules.summary)
    names = (field.name for field in fields(rules) if field.name not in {"name", "summary"})
    console.print(
        table("field", "value", rows=((name, _plain(getattr(rules, name))) for name in names))
    )


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)
