"""The presets' numbers, the limits read off an upcard, and the overrides."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from analyzer.api.openapi import openapi_schemas
from analyzer.errors import InputError
from analyzer.game.cards import Card
from analyzer.game.rulefields import FIELDS, SHORT_NAMES
from analyzer.game.rules import (
    PRESETS,
    TWO_HANDED,
    Cut,
    FirstUpcard,
    NextDealer,
    Rules,
    Shutout,
    Tie,
    Wall,
    parse_rules,
)

TABLE = {  # knock, gin, undercut, big gin, box, game, target: the table of the plan
    "standard": (10, 25, 25, 31, 25, 100, 100),
    "classic": (10, 20, 10, None, 20, 100, 100),
    "modern-50": (10, 25, 25, 50, 25, 100, 100),
    "strict-nine": (9, 30, 10, 50, 0, 0, 100),
    "hoyle-20": (10, 25, 20, None, 20, 100, 100),
    "palace": (10, 25, 20, None, 10, 0, 100),
    "eaai": (10, 25, 25, None, 0, 0, 100),
    "openspiel": (10, 25, 25, None, 0, 0, None),
    "oklahoma": (10, 25, 25, 31, 25, 100, 150),
    "tournament": (10, 25, 25, None, 25, 0, 250),
    "tedesco": (10, 25, 25, 31, 25, 100, 200),
    "hollywood": (10, 25, 25, 31, 25, 100, 100),
    "must-gin": (10, 25, 25, 31, 25, 100, 100),
    "low-cut": (10, 25, 25, 31, 25, 100, 100),
}


@pytest.mark.rule(
    "R29", "R30", "R31", "R32", "R33", "R34", "R35", "R36", "R37", "R38", "R39", "R40", "R41"
)
@pytest.mark.parametrize("name", TABLE)
def test_numbers_of_a_preset(name: str) -> None:
    rules = PRESETS[name]
    assert TABLE[name] == (
        rules.knock_limit, rules.gin_bonus, rules.undercut_bonus, rules.big_gin_bonus,
        rules.box_bonus, rules.game_bonus, rules.target,
    )  # fmt: skip


def test_every_preset_is_checked_and_named() -> None:
    assert set(TWO_HANDED) == {*TABLE, "straight"}
    assert PRESETS["straight"].knock_limit == 0
    for name, rules in PRESETS.items():
        assert rules.name == name and rules.summary.endswith(".")


def test_what_sets_presets_apart() -> None:
    assert PRESETS["openspiel"].tie is Tie.NOTHING and PRESETS["openspiel"].may_return_upcard
    assert PRESETS["eaai"].next_dealer is NextDealer.SCORED
    assert PRESETS["tournament"].wall is Wall.LAST_DISCARD and PRESETS["tournament"].best_of == 5
    assert PRESETS["hollywood"].columns == 3
    assert PRESETS["must-gin"] == replace(
        PRESETS["standard"], must_gin=True, name="must-gin", summary=PRESETS["must-gin"].summary
    )
    low = PRESETS["low-cut"]
    assert low.first_dealer is Cut.LOW and low.next_dealer is NextDealer.LOSER
    assert PRESETS["hoyle-20"].shutout is Shutout.DIFFERENCE
    assert PRESETS["tedesco"].value(Card.of("Ah")) == 15
    assert PRESETS["standard"].values == (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)


@pytest.mark.parametrize(
    ("preset", "upcard", "limit"),
    [
        ("standard", "2c", 10), ("oklahoma", "2c", 2), ("oklahoma", "Kc", 10),
        ("oklahoma", "Ac", 0), ("tedesco", "Ac", 0), ("straight", "7c", 0),
    ],
)  # fmt: skip
def test_the_limit_of_a_hand(preset: str, upcard: str, limit: int) -> None:
    assert PRESETS[preset].limit_for(Card.of(upcard)) == limit


def test_without_an_upcard_the_limit_is_the_rules_own() -> None:
    assert PRESETS["oklahoma"].limit_for(None) == 10
    assert PRESETS["oklahoma"].multiplier_for(None) == 1


def test_only_a_spade_doubles_and_only_where_it_does() -> None:
    oklahoma, standard = PRESETS["oklahoma"], PRESETS["standard"]
    assert [oklahoma.multiplier_for(Card.of(card)) for card in ("7s", "7h")] == [2, 1]
    assert standard.multiplier_for(Card.of("7s")) == 1


@pytest.mark.rule("R43")
@pytest.mark.parametrize(
    ("text", "field", "value"),
    [
        ("standard,gin=20", "gin_bonus", 20),
        ("standard gin=20", "gin_bonus", 20),
        ("classic gin = 25  wall=last discard", "wall", Wall.LAST_DISCARD),
        ("Classic , big-gin = none", "big_gin_bonus", None),
        ("standard,must_gin=yes", "must_gin", True),
        ("standard,wall=last discard", "wall", Wall.LAST_DISCARD),
        ("standard,first-upcard=eleven", "first_upcard", FirstUpcard.ELEVEN),
        ("standard,cap=5", "meld_cap", 5),
        ("standard,target=none", "target", None),
        ("", "name", "standard"),
    ],
)
def test_overrides_are_read(text: str, field: str, value: object) -> None:
    assert getattr(parse_rules(text), field) == value


@pytest.mark.parametrize("name", PRESETS)
def test_the_name_of_overridden_rules_reads_back(name: str) -> None:
    rules = PRESETS[name].override(gin_bonus=21, big_gin_bonus=None, wall=Wall.RESHUFFLE)
    assert parse_rules(rules.name) == rules


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("clasic", "did you mean classic"),
        ("standard,gni=3", "did you mean gin"),
        ("standard,gin", "write gin_bonus= and a value"),
        ("standard,gin=many", "whole number"),
        ("standard,gin=-3", "whole number"),
        ("standard,gin=99999", "whole number"),
        ("standard,cap=3", "from 4 to 13"),
        ("standard,wall=brick", "use one of void, last discard, reshuffle"),
        ("standard,must_gin=perhaps", "true, yes, false, no"),
        ("standard,name=x", "did you mean game"),
    ],
)
def test_what_cannot_be_read_says_what_could(text: str, hint: str) -> None:
    with pytest.raises(InputError, match=hint):
        parse_rules(text)


@pytest.mark.rule("R32", "R33", "R40")
def test_presets_have_what_their_texts_say() -> None:
    assert PRESETS["strict-nine"].meld_cap == 5
    assert PRESETS["hoyle-20"].next_dealer is NextDealer.WINNER
    tedesco = PRESETS["tedesco"]
    assert (tedesco.columns, tedesco.target) == (3, 200)
    assert tedesco.multiplier_for(Card.of("4s")) == 2


@pytest.mark.rule("knock_card")
def test_a_card_of_a_second_deck_sets_limit_and_worth() -> None:
    rules = parse_rules("standard,knock_card=7s")
    assert (rules.limit_for(None), rules.multiplier_for(None), rules.deals_eleven) == (7, 2, True)
    assert rules.of_match == parse_rules("standard,knock_card=?") == rules.of_match.of_match
    assert parse_rules("standard,knock_card=ah").limit_for(None) == 0
    assert rules.dealing is NextDealer.LOSER  # so that the winner draws first
    made = parse_rules("standard,knock_card=?").with_knock_card("1")
    assert parse_rules(made.name) == made


def test_rules_are_values() -> None:
    assert Rules(name="a") == Rules(name="a") != Rules(name="a", gin_bonus=1)
    assert len({PRESETS["standard"], parse_rules("standard")}) == 1


def test_every_field_is_described_once_and_its_schema_says_the_same() -> None:
    names = [field.name for field in fields(Rules) if field.name not in {"name", "summary"}]
    assert sorted(names) == sorted(FIELDS)
    described = openapi_schemas()["Rules"]["properties"]
    for name, field in FIELDS.items():
        assert described[name]["description"] == field.means
        assert field.means.endswith(".")
        default = getattr(Rules(), name)
        if field.choices:
            assert list(field.choices) == [str(kind) for kind in type(default)]
        assert (default is None) <= bool(field.none)
    assert SHORT_NAMES["cap"] == "meld_cap"


@pytest.mark.parametrize("name", FIELDS)
def test_a_value_beyond_the_bounds_of_a_field_is_refused_by_its_name(name: str) -> None:
    field = FIELDS[name]
    default = getattr(Rules(), name)
    if not field.choices and not isinstance(default, bool) and field.least <= field.most:
        assert getattr(parse_rules(f"standard,{name}={field.most}"), name) == field.most
    for text in ("nonsense", "-1", str(field.most + 1)):
        with pytest.raises(InputError, match=r"cannot be|card"):
            parse_rules(f"standard,{name}={text}")
