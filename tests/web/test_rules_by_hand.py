"""Rules made by hand: the form on every page that asks for rules, one's own, and their address."""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from analyzer.engine.bots import bot_named
from analyzer.engine.general import greedy_move
from analyzer.game.cards import NO_CARDS, Card
from analyzer.game.rulefields import FIELDS
from analyzer.game.rules import PRESETS, parse_rules
from analyzer.game.scoring import first_dealer
from analyzer.game.view import seen_by
from analyzer.practice.games import GameStage, Level, levels_of
from analyzer.practice.play import BOT, PLAYER, UNCHOSEN, Game, begin
from analyzer.practice.seat import Seat
from tests.sizes import rest_at_night
from tests.web.test_train_pages import assert_nothing_hidden, seat_in

FORMS = ["/train", "/train/games", "/rules"]
BY_HAND = [  # what the editor makes of a preset and some fields
    ("classic", {"gin_bonus": "30", "undercut_bonus": "15"}),
    ("standard", {"knock_card": "?"}),
    ("standard", {"first_upcard": "eleven", "must_gin": "yes"}),
    ("strict-nine", {"jokers": "2"}),
    ("standard", {"wall": "reshuffle", "misdeal_if_dealt_knock": "yes"}),
    ("tournament", {"best_of": "3", "target": "20"}),
    ("three-hand", {"knock_limit": "7", "gin_bonus": "50"}),
    ("mahjong", {"players": "3", "target": "200"}),
    ("teams of 2", {"ace_both_ways": "yes", "ace_points": "15"}),
    ("hoyle-20", {"first_dealer": "high chooses", "next_dealer": "loser deals"}),
]


def fields(changes: dict[str, str]) -> dict[str, str]:
    return {f"rule-{name}": changes.get(name, "") for name in FIELDS}


@pytest.mark.parametrize("path", FORMS)
def test_every_field_has_its_place_words_and_label_in_the_form(
    client: FlaskClient, path: str
) -> None:
    page = unescape(client.get(path).text)
    for name, field in FIELDS.items():
        assert f'name="rule-{name}"' in page
        assert f'<label for="rules-{name}">{field.label}</label>' in page
        assert re.sub("`", "", field.means[:40]) in re.sub("</?code>", "", page)


@pytest.mark.parametrize("path", FORMS)
def test_what_cannot_be_is_said_at_its_field(client: FlaskClient, path: str) -> None:
    args = {"rules": "", **fields({"gin_bonus": "lots", "meld_cap": "3"})}
    answer = client.get(path, query_string=args)
    page = unescape(re.sub("</?code>", "", answer.text))
    assert answer.status_code == 422
    assert "Gin bonus: lots cannot be the value of gin_bonus" in page
    assert "Longest meld: 3 cannot be the value of meld_cap" in page
    assert page.count('aria-invalid="true"') == 2 and 'value="lots"' in page
    assert page.count("<details open") + len(re.findall(r"<details[^>]* open", page)) >= 3


def test_a_game_by_wrong_rules_is_not_begun_and_says_why(client: FlaskClient) -> None:
    form = {"rules": "classic", "level": "novice", **fields({"jokers": "9"})}
    answer = client.post("/train/play/new", data=form, follow_redirects=True)
    assert answer.status_code == 422 and "Jokers: " in answer.text
    assert client.get("/train/play").status_code == 303


def test_rules_have_an_address_that_says_them_in_a_sentence(client: FlaskClient) -> None:
    given = {"rules": "classic", **fields({"gin_bonus": "30", "undercut_bonus": "10"})}
    answer = client.get("/rules", query_string=given)
    assert answer.headers["Location"] == "/rules?rules=classic,gin_bonus%3D30,undercut_bonus%3D10"
    page = client.get("/rules?rules=classic,gin_bonus=30,jokers=1").text
    assert "As classic, but gin bonus 30 and jokers 1." in page
    assert (
        client.get("/rules?rules=classic,gin_bonus=20").text.count('<h2 id="these">classic<') == 1
    )
    assert client.get("/rules?rules=poker").status_code == 422


def test_the_summary_follows_the_form(client: FlaskClient) -> None:
    given = {"rules": "classic", **fields({"meld_cap": "5"})}
    said = client.get("/rules/summary", query_string=given).get_json()
    assert said["summary"] == "As classic, but longest meld 5."
    assert said["values"]["big_gin_bonus"] == "none" and said["values"]["meld_cap"] == "5"
    wrong = client.get("/rules/summary", query_string={"rule-meld_cap": "2"}).get_json()
    assert wrong["summary"].startswith("Longest meld: ") and wrong["values"] == {}


def test_rules_are_kept_as_ones_own_and_dropped(client: FlaskClient) -> None:
    for bonus in range(30, 37):
        given = {"rules": "classic", **fields({"gin_bonus": str(bonus)})}
        assert client.post("/rules/mine", data=given).status_code == 303
    page = client.get("/train").text
    kept = [f"classic,gin_bonus={bonus}" for bonus in range(36, 31, -1)]
    assert re.findall(r'<option value="(classic,[^"]+)"', page) == kept
    assert "Yours" in page and "classic,gin_bonus=36" not in client.get("/train/games").text
    client.post("/rules/mine", data={"forget": kept[0]})
    assert kept[0] not in client.get("/train").text
    wrong = client.post("/rules/mine", data={"rules": "classic", **fields({"box_bonus": "x"})})
    assert wrong.status_code == 422 and "Box bonus: " in wrong.text


# ---------------------------------------------------------------- played


def seated(game: Game) -> Game:
    return game.dealt_by(BOT) if game.stage is GameStage.CUT else game


def to_the_end(game: Game) -> Game:
    """The hand as a greedy player plays it."""
    game = seated(game)
    bot = bot_named("greedy", game.rules) if game.for_two else None
    while game.stage in {GameStage.DECIDE, GameStage.DEFEND}:
        if game.stage is GameStage.DEFEND:
            game = game.defend(NO_CARDS)
        elif bot is not None:
            game = game.play(bot.decide(game.view, 1).full)
        else:
            game = game.play(greedy_move(seen_by(game.position, PLAYER)).full)
    return game


@rest_at_night("made", BY_HAND, BY_HAND[1:5])
def test_a_hand_by_rules_made_in_the_form_is_played_to_its_end(
    client: FlaskClient, app: Flask, made: tuple[str, dict[str, str]]
) -> None:
    preset, changes = made
    form = {"rules": preset, "level": "novice", "coach": "off", **fields(changes)}
    answer = client.post("/train/play/new", data=form)
    assert answer.status_code == 303
    seat = seat_in(app) if "play" in answer.headers["Location"] else None
    if seat is not None:
        page = client.get("/train/play").text
        assert "gin bonus 30" in page or preset != "classic"
        for name, value in changes.items():
            assert (
                str(getattr(seat.game.table_rules, name))
                .lower()
                .startswith({"yes": "true"}.get(value, value))
            )
    game = to_the_end(begin(rules_of(preset, changes), levels_of(rules_of(preset, changes))[0], 5))
    assert game.stage.over and len(game.results) == 1
    assert Seat.read(Seat(game).text).game == game


def rules_of(preset: str, changes: dict[str, str]) -> str:
    joint = ": standard," if preset.startswith("teams") else ","
    return preset + joint + ",".join(f"{name}={value}" for name, value in changes.items())


# ---------------------------------------------------------------- the cut


@pytest.mark.parametrize("name", ["standard", "strict-nine", "palace", "three-hand", "mahjong"])
def test_the_cut_says_who_deals_first(name: str) -> None:
    dealers = set()
    for seed in range(12):
        game = begin(name, levels_of(name)[0], seed)
        assert len(set(game.cut)) == game.table_rules.players
        assert (
            first_dealer(game.table_rules, [Card.of(card) for card in game.cut])
            == game.position.dealer
        )
        dealers.add(game.position.dealer)
    assert len(dealers) == game.table_rules.players


def test_who_cuts_the_higher_card_chooses_where_the_rules_say_so() -> None:
    chosen = 0
    for seed in range(12):
        game = begin("hoyle-20", Level.NOVICE, seed)
        if first_dealer(game.table_rules, [Card.of(card) for card in game.cut]) == BOT:
            assert game.stage is GameStage.DECIDE
            continue
        chosen += 1
        assert game.stage is GameStage.CUT and game.first == UNCHOSEN and game.hands == ((),)
        assert game.dealt_by(PLAYER).position.dealer == PLAYER
        assert game.dealt_by(BOT).position.dealer == BOT
    assert 0 < chosen < 12


def said_cut(game: Game) -> str:
    mine, theirs = (Card.of(card).name.partition(" of ")[0] for card in game.cut)
    articles = ["an" if rank in {"ace", "eight"} else "a" for rank in (mine, theirs)]
    return f"You cut {articles[0]} {mine} and they cut {articles[1]} {theirs}: "


def test_the_table_shows_the_cut_and_asks_who_deals(client: FlaskClient, app: Flask) -> None:
    pages = set()
    while len(pages) < 2:
        client.post("/train/play/new", data={"rules": "hoyle-20", "level": "novice"})
        seat = seat_in(app)
        page = client.get("/train/play").text
        if seat.game.stage is not GameStage.CUT:
            assert said_cut(seat.game) in page and page.count("the higher card chooses.") == 1
            pages.add("play")
            continue
        pages.add("cut")
        assert "You cut the higher card" in page
        assert all(f"cards/{card}.svg" in page for card in seat.game.cut)
        hidden = {str(card) for card in seat.game.position.hands[PLAYER]} - set(seat.game.cut)
        assert not any(f"cards/{card}.svg" in page for card in hidden)
        early = client.post("/train/play", data={"turn": seat.turn, "action": "pass"})
        assert early.status_code == 422 and seat_in(app).game.hands == ((),)
        done = client.post("/train/play/cut", data={"turn": seat.turn, "deals": "0"})
        assert done.status_code == 303 and seat_in(app).game.position.dealer == PLAYER
        assert_nothing_hidden(seat_in(app), client.get("/train/play").text)


def test_strict_nine_says_that_the_higher_card_deals(client: FlaskClient, app: Flask) -> None:
    client.post("/train/play/new", data={"rules": "strict-nine", "level": "novice"})
    page = client.get("/train/play").text
    assert said_cut(seat_in(app).game) in page and "the higher card deals." in page
    assert_nothing_hidden(seat_in(app), page)


# ---------------------------------------------------------------- a set


def test_a_set_is_the_best_of_several_matches() -> None:
    game, ended = begin("tournament,target=1,best_of=3", Level.NOVICE, 3), 0
    while True:
        game = to_the_end(game)
        won = [game.series.won(player) for player in (PLAYER, BOT)]
        if game.stage is GameStage.FINISHED:
            break
        assert max(won) < 2
        ended += game.sheet.finished
        game = game.next_hand()
        if ended and game.series.matches[-1].finished:
            assert game.position.score == (0, 0)
    assert max(won) == 2 and game.winner == won.index(2) and ended
    assert game.rules.best_of == 3 and parse_rules("tournament").best_of == 5
    assert PRESETS["standard"].best_of == 1
