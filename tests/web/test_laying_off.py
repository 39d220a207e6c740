"""Lay-offs and spreads by choice in the other games: at the table, in the round, in records."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html import unescape
from typing import Final

import pytest
from flask import Flask
from flask.testing import FlaskClient

from analyzer.errors import InputError
from analyzer.game.actions import Action
from analyzer.game.arrangement import Meld, pack_cards
from analyzer.game.cards import NO_CARDS, CardSet
from analyzer.game.jokers import laid_off, useful_layouts
from analyzer.game.position import Position
from analyzer.game.rules import parse_rules
from analyzer.notation.records import (
    format_record,
    parse_record,
    record_of,
    replay,
)
from analyzer.practice.play import PLAYER, Game
from analyzer.practice.seat import Seat
from analyzer.store.training import TABLE_GAME
from analyzer.web.state import web_app
from tests.oracles.played import choices_in
from tests.web.conftest import browser
from tests.web.table_hands import played
from tests.web.test_table_coach import kept, send

ASKED: Final = {"teams of 2": 1, "two-jokers": 1, "three-hand": 11, "four-hand,jokers=2": 0}
"""Games, each with a seed at which a greedy player has to answer a knock in the first hand."""
WAYS: Final = ("two-jokers", 5)
"""A game and a seed at which a greedy player's first knock can be laid down in several ways."""


def best_off(game: Game) -> CardSet:
    """What it is best to lay off."""
    result = game.position.outcome
    assert result is not None
    (answer,) = [pair.answer for pair in result.pairs if pair.defender == PLAYER]
    return CardSet.from_cards(card for card, _ in answer.laid_off)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return browser(app)


def seated(app: Flask, client: FlaskClient, game: Game, coach: float | None) -> None:
    """A visitor's table with this game on it."""
    client.post("/train/table/new", data={"rules": game.rules_name, "level": "greedy"})
    from analyzer.store._tables import TrainingRow

    with web_app(app).store.training._reading() as session:
        (row,) = session.query(TrainingRow).filter_by(kind=TABLE_GAME)
        owner = row.owner
    seat = Seat(game, coach)
    web_app(app).store.training.change(owner, TABLE_GAME, lambda _: seat.text)


# ---------------------------------------------------------------- the rules


@pytest.mark.parametrize("name", ASKED)
def test_a_chosen_answer_is_settled_and_the_best_is_the_usual_one(name: str) -> None:
    game = played(name, ASKED[name])
    assert game.asked and not game.stage.over and game.results == ()
    best, none = (game.defend(off) for off in (best_off(game), NO_CARDS))
    usual = game.position.outcome
    assert (
        usual is not None
        and best.position.outcome is not None
        and none.position.outcome is not None
    )
    assert best.stage.over and best.position.outcome.points == usual.points
    assert none.position.outcome.points[PLAYER] <= usual.points[PLAYER]
    assert Seat.read(Seat(none).text).game == none and len(none.results) == 1


def test_a_record_holds_what_was_laid_off() -> None:
    game = played("teams of 2", ASKED["teams of 2"])
    after = game.defend(NO_CARDS)
    record = record_of(after.position, in_moves=True)
    text = format_record(record)
    assert text.rstrip().splitlines()[-3] == "1. lay off nothing"
    assert parse_record(text) == record
    assert replay(record)[-1].outcome == after.position.outcome
    assert len(list(choices_in(record, [PLAYER]))) == len(
        list(choices_in(record_of(game.position, in_moves=True), [PLAYER]))
    )
    with pytest.raises(InputError, match=r"fits? none of their melds"):
        parse_record(text.replace("lay off nothing", f"lay off {misfit(game)}"))
    with pytest.raises(InputError, match="no knock to answer"):
        parse_record(text.replace("1. lay off nothing", "2. lay off nothing"))
    twice = text.replace("1. lay off nothing", "1. lay off nothing\n1. lay off nothing")
    with pytest.raises(InputError, match="no knock to answer"):
        parse_record(twice)


def misfit(game: Game) -> str:
    """A card of the hand that fits no meld of the knock."""
    hand = game.position.hands[PLAYER]
    for card in hand:
        try:
            laid_off(game.lying, hand, CardSet(card.mask), game.rules)
        except InputError:
            return str(card)
    raise AssertionError("all fit")


def test_cards_go_on_one_another_and_those_that_do_not_fit_are_named() -> None:
    rules = parse_rules("two-jokers")
    table = (Meld.of("8h 9h Th"),)
    found = laid_off(table, pack_cards("Qh X1 Kd"), pack_cards("X1 Qh"), rules)
    assert [str(card) for card, _ in found.laid_off] == ["X1", "Qh"] and found.points == 10
    with pytest.raises(InputError, match="K♦ fits none"):
        laid_off(table, pack_cards("Jh Kd 2c"), pack_cards("Jh Kd"), rules)
    with pytest.raises(InputError, match="2♣ is not in your hand"):
        laid_off(table, pack_cards("Jh"), pack_cards("2c"), rules)


def test_defenders_answer_in_turn_order_and_later_answers_follow() -> None:
    game = played("four-hand,jokers=2", 0)
    here: Position = game.position
    assert here.outcome is not None
    first, second = (pair.defender for pair in here.outcome.pairs[:2])
    after = here.answered(first, NO_CARDS).answered(second, NO_CARDS)
    assert [str(step.move) for step in after.steps[-2:]] == ["lay off nothing"] * 2
    with pytest.raises(InputError, match="no knock to answer"):
        here.answered(second, NO_CARDS).answered(first, NO_CARDS)
    with pytest.raises(InputError, match="no knock to answer"):
        here.answered(here.turn, NO_CARDS)


def test_layouts_that_differ_in_use_are_offered_and_the_usual_is_first() -> None:
    rules = parse_rules("one-joker")
    layouts = useful_layouts(pack_cards("7h 8h 9h 9c 9d X1 4c 4d 2s"), rules)
    assert 1 < len(layouts) <= 6 and len(set(layouts)) == len(layouts)
    assert len({layout.points for layout in layouts}) == 1


# ---------------------------------------------------------------- at the table


def test_a_knock_is_answered_on_the_table(app: Flask, client: FlaskClient) -> None:
    game = played("teams of 2", ASKED["teams of 2"])
    seated(app, client, game, 1.0)
    page = client.get("/train/table").text
    assert "What do you lay off?" in page and "Next hand" not in page
    wrong = client.post("/train/table/defend", data={"turn": game.turn, "off": misfit(game)})
    assert wrong.status_code == 422 and "none of their melds" in wrong.text
    assert re.search(rf'value="{misfit(game)}" checked', wrong.text)
    assert send(client, app, action="draw") == 422
    assert send(client, app, "/hint") == 422
    assert send(client, app, "/defend") == 303
    page = client.get("/train/table").text
    assert "The best was to lay off" in page and "Next hand" in page
    assert kept(app).game == game.defend(NO_CARDS)
    assert send(client, app, "/defend") == 422


def test_the_best_answer_needs_no_word(app: Flask, client: FlaskClient) -> None:
    game = played("teams of 2", ASKED["teams of 2"])
    seated(app, client, game, 1.0)
    data = {"turn": game.turn, "off": list(map(str, best_off(game)))}
    assert client.post("/train/table/defend", data=data).status_code == 303
    assert "laid off" in (page := client.get("/train/table").text)
    assert "The best was" not in page


def test_nothing_hidden_shows_while_a_knock_is_answered(app: Flask, client: FlaskClient) -> None:
    game = played("three-hand", ASKED["three-hand"])
    seated(app, client, game, None)
    page, here = client.get("/train/table").text, game.position
    assert here.outcome is not None
    order = [pair.defender for pair in here.outcome.pairs]
    hidden = [here.hands[seat] for seat in order[order.index(PLAYER) + 1 :]]
    shown = set(re.findall(r"(?:cards|table)/(\w\w)\.svg", page))
    assert not shown & set(map(str, here.stock)).union(*(map(str, hand) for hand in hidden))


def test_a_knock_is_laid_down_as_it_is_chosen(app: Flask, client: FlaskClient) -> None:
    game = played(*WAYS, knock=False)
    seated(app, client, game, None)
    page = unescape(client.get("/train/table").text)
    ways = re.findall(r'value="(knock \w\w: [^"]+)"', page)
    assert "Choose how to lay it down" in page and len(ways) > 1
    assert send(client, app, action=ways[-1]) == 303
    after = kept(app).game
    assert after.hands[-1][len(game.hands[-1])] == ways[-1]
    result = after.position.outcome
    assert result is not None and result.knock is not None
    assert result.knock.melds == Action.of(ways[-1]).melds


def test_a_match_that_was_kept_without_answers_is_settled_as_the_best_one_is() -> None:
    game = played("teams of 2", ASKED["teams of 2"])
    kept_then = {
        "name": game.rules_name, "opponent": "greedy", "seed": game.seed, "hands": game.hands,
    }  # fmt: skip
    older = Seat.read(json.dumps(kept_then)).game
    assert older == replace(game, cut=()) and older.asked and not older.stage.over
    usual, best = older.position.outcome, older.defend(older.best_off)
    assert usual is not None and best.stage.over and len(best.results) == 1
    assert best.results[0].points == usual.points
    with pytest.raises(InputError, match="no knock to answer"):
        best.defend(NO_CARDS)
