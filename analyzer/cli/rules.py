"""The command `rules`: the presets, each number of them."""

from __future__ import annotations

from dataclasses import replace
from math import comb

import click
from rich.console import Console

from analyzer.api.documents import RulesJson
from analyzer.cli.common import answer, shared
from analyzer.cli.draw import table
from analyzer.errors import InputError
from analyzer.game.cards import Card, CardSet
from analyzer.game.melds import is_meld
from analyzer.game.rulefields import FIELDS
from analyzer.game.rules import PRESETS, TWO_HANDED, GameKind, Rules, parse_rules
from analyzer.notation.ruletexts import rules_summary


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
    played = parse_rules(name)
    rules_asked = replace(played, summary=rules_summary(played))  # not that of their preset
    answer(as_json, RulesJson([rules_asked]), lambda console: _show_one(console, rules_asked))


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


_NOT_IN_MAHJONG = frozenset({
    "knock_limit", "knock_by_upcard", "ace_upcard_gin_only", "spade_doubles", "knock_card",
    "undercut_bonus", "tie", "big_gin_bonus", "must_gin", "ace_both_ways", "ace_points",
    "court_points", "jokers", "first_upcard", "wall", "misdeal_if_dealt_knock", "box_bonus",
    "box_when", "spade_doubles_box", "shutout", "columns", "forfeit_margin",
})  # fmt: skip
"""The fields that never matter where nobody knocks, and melds on the table are what counts."""
_NOT_OF_SEVERAL = frozenset({"columns", "forfeit_margin"})
"""Those that never matter to three or four: their sheet has one column, and no single lead."""


def _show_one(console: Console, rules: Rules) -> None:
    """The name, the summary, and a table of every other number that the game asks for.

    A field that does not matter in this game, and is not as usual, is named below it.
    """
    mahjong = rules.play is GameKind.MAHJONG
    console.print(rules.name)
    console.print(rules.summary)
    hidden = _NOT_IN_MAHJONG if mahjong else frozenset() if rules.duel else _NOT_OF_SEVERAL
    usual = PRESETS["mahjong" if mahjong else "standard"]
    rows = (
        (name, _plain(getattr(rules, name)), field.means.replace("`", ""))
        for name, field in FIELDS.items()
        if name not in hidden
    )
    console.print(table("field", "value", "", rows=rows))
    console.print(f"Card values, ace to king: {' '.join(map(str, rules.values))}")
    if not mahjong:  # whose table has melds of its own
        console.print(_melds(rules))
    idle = [name for name in FIELDS if name in hidden and _other(rules, usual, name)]
    if idle:
        console.print(f"Without effect in this game: {', '.join(idle)}.")


def _melds(rules: Rules) -> str:
    """The number of melds of three to five cards without jokers, and through each card of three."""
    runs, sets = {}, {}
    for size in (3, 4, 5):
        clubs = ([Card.make((low + step) % 13, 0) for step in range(size)] for low in range(13))
        runs[size] = [run for run in clubs if is_meld(CardSet.from_cards(run), rules)]
        aces = CardSet.from_cards(Card.make(0, suit) for suit in range(min(size, 4)))
        sets[size] = 13 * comb(4, size) * is_meld(aces, rules)
    total = sum(4 * len(runs[size]) + sets[size] for size in runs)
    through = (3 + sum(Card.make(rank, 0) in run for run in runs[3]) for rank in range(13))
    return (
        f"Melds{' without jokers' if rules.jokers else ''}: {sets[3]} sets and {4 * len(runs[3])} "
        f"runs of 3, {sets[4]} and {4 * len(runs[4])} of 4, {4 * len(runs[5])} runs of 5; "
        f"{total} in all.\nThose of 3 through each card, ace to king: {' '.join(map(str, through))}"
    )


def _other(rules: Rules, usual: Rules, name: str) -> bool:
    return bool(getattr(rules, name) != getattr(usual, name))


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)
