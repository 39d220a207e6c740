"""Rules made by hand: the form on every page that asks for rules, one's own, and their address."""

from __future__ import annotations

import re
from html import unescape

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient

from analyzer.cli import main
from analyzer.engine.bots import bot_named
from analyzer.engine.general import greedy_move
from analyzer.game.cards import NO_CARDS, Card
from analyzer.game.rulefields import FIELDS
from analyzer.game.rules import PRESETS, parse_rules
from analyzer.game.scoring import first_dealer
from analyzer.game.view import seen_by
from analyzer.practice.games import GameStage, Level, levels_of
from analyzer.practice.play import BOT, PLAYER, UNCHOSEN, Game, begin
from analyzer.practice.scorepad import ScorePad
from analyzer.practice.seat import Seat
from analyzer.web.score.present import standing
from tests.sizes import rest_at_night
from tests.web.test_train_pages import assert_nothing_hidden, seat_in

FORMS = ["/train", "/train/games", "/rules", "/score", "/settings", "/review/record", "/analyze"]
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
    own = {"target"} if path == "/settings" else set()
    assert all(f'name="{name}"' in page and f'name="rule-{name}"' not in page for name in own)
    for name in FIELDS.keys() - own:
        field = FIELDS[name]
        assert f'name="rule-{name}"' in page
        assert re.search(rf'<label for="[\w-]*rules-{name}">{field.label}</label>', page)
        assert re.sub("`", "", field.means[:40]) in re.sub("</?code>", "", page)


SENT = {
    "/train": ("/train/play/new", {"level": "novice"}),
    "/train/games": ("/train/table/new", {"level": "greedy"}),
    "/rules": ("/rules", {}),
    "/score": ("/score", {"style": "match"}),
    "/settings": ("/settings", {}),
    "/review/record": ("/review/record", {"dealer": "1"}),
    "/analyze": ("/analyze/grid", {"view": "hand: 7h 8h 9h", "set": "1"}),
}


@pytest.mark.parametrize("path", FORMS)
def test_what_cannot_be_is_said_at_its_field(client: FlaskClient, path: str) -> None:
    address, given = SENT[path]
    wrong = fields({"gin_bonus": "lots", "meld_cap": "3"})
    preset = "three-hand" if path == "/train/games" else "classic"
    answer = client.post(address, data={"rules": preset, **given, **wrong}, follow_redirects=True)
    page = unescape(re.sub("</?code>", "", answer.text))
    assert answer.status_code == 422
    assert "Gin bonus: lots cannot be the value of gin_bonus" in page
    if path != "/review/record":
        assert "Longest meld: 3 cannot be the value of meld_cap" in page
        assert page.count('aria-invalid="true"') == 2 and 'value="lots"' in page
        assert len(re.findall(r'<details class="more rule[^>]* open', page)) == 3


def test_a_game_by_wrong_rules_is_not_begun_and_says_why(client: FlaskClient) -> None:
    form = {"rules": "classic", "level": "novice", **fields({"jokers": "9"})}
    answer = client.post("/train/play/new", data=form, follow_redirects=True)
    assert answer.status_code == 422 and "Jokers: " in answer.text
    assert client.get("/train/play").status_code == 303


def test_rules_have_an_address_that_says_them_in_a_sentence(client: FlaskClient) -> None:
    given = {"rules": "classic", **fields({"gin_bonus": "30", "undercut_bonus": "10"})}
    answer = client.post("/rules", data=given)
    assert answer.headers["Location"] == "/rules?rules=classic,gin_bonus%3D30,undercut_bonus%3D10"
    page = client.get("/rules?rules=classic,gin_bonus=30,jokers=1").text
    assert "As classic, but gin bonus 30 and jokers 1." in page
    assert (
        client.get("/rules?rules=classic,gin_bonus=20").text.count('<h2 id="these">classic<') == 1
    )
    assert client.get("/rules?rules=poker").status_code == 422


@pytest.mark.parametrize(
    ("address", "preset"),
    [
        ("/train/games?game=strict-nine,jokers=2", "strict-nine"),
        ("/train/games?game=standard,players=3,jokers=1", "standard"),
        ("/score?rules=mahjong,players=3", "mahjong"),
    ],
)
def test_the_preset_of_ones_rules_is_chosen_where_the_page_does_not_list_it(
    client: FlaskClient, address: str, preset: str
) -> None:
    page = client.get(address)
    assert page.status_code == 200
    (select,) = re.findall(r'<select id="rules" name="rules">(.*?)</select>', page.text, re.DOTALL)
    assert re.findall(r'<option value="([^"]*)"[^>]* selected', select) == [preset]


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


def test_a_pad_is_kept_by_rules_of_ones_own(client: FlaskClient) -> None:
    given = {"style": "match", "rules": "strict-nine", **fields({"jokers": "2", "box_bonus": "15"})}
    pad = client.post("/score", data={**given, "player": ["Ann", "Bob"]}, follow_redirects=True)
    assert "Strict-nine with box bonus 15 and jokers 2" in pad.text
    assert "/rules?rules=strict-nine" in pad.text
    for hand in ("1 gin 45", "2 knock 20", "1 knock 60"):
        count = len(re.findall("Correct hand", pad.text))
        pad = client.post(
            "/score/1", data={"hands": str(count), "text": hand}, follow_redirects=True
        )
    assert "Ann wins by 100" in pad.text
    wrong = client.post("/score", data={**given, "rules": "three-hand"})
    assert wrong.status_code == 422 and "is not for two who knock" in wrong.text


def test_a_hand_is_entered_by_rules_of_ones_own(client: FlaskClient) -> None:
    given = {"rules": "mahjong", "dealer": "1", **fields({"players": "3"})}
    draft = client.post("/review/record", data=given, follow_redirects=True)
    assert '[Game "mahjong,players=3"]' in unescape(draft.text)
    assert client.get("/review/record?game=classic,gin_bonus=30").text.count("gin_bonus=30") >= 1
    given = {"rules": "classic", "dealer": "2", **fields({"gin_bonus": "30"})}
    draft = client.post("/review/record", data=given, follow_redirects=True)
    assert '[Rules "classic,gin_bonus=30"]' in unescape(draft.text)


def test_the_usual_rules_are_made_in_the_settings(client: FlaskClient) -> None:
    given = {"rules": "classic", "target": "150", **fields({"gin_bonus": "30"})}
    page = client.post("/settings", data=given, follow_redirects=True).text
    assert "As classic, but gin bonus 30." in page and 'value="150"' in page
    assert "As classic, but gin bonus 30 and target 150." in client.get("/analyze").text
    client.post("/settings", data={"rules": "", "target": "", **fields({})})
    assert "gin bonus 30" not in client.get("/analyze").text


def test_the_rules_of_a_text_are_made_beside_it(client: FlaskClient) -> None:
    view = "score: 3-5\nRules: standard\nhand: 7h 8h 9h"
    given = {"view": view, "set": "1", "rules": "classic", **fields({"gin_bonus": "30"})}
    page = unescape(client.post("/analyze/grid", data=given).text)
    assert "rules: classic,gin_bonus=30\nscore: 3-5\nhand: 7h 8h 9h" in page
    assert "As classic, but gin bonus 30." in page


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


@pytest.mark.rule("first_dealer")
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


@pytest.mark.rule("first_dealer")
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


@pytest.mark.rule("R18", "R85")
@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"rules": "strict-nine", "cut": "7c Kd"}, "Bob deals."),
        ({"rules": "strict-nine", "cut": "7s 7h"}, "Ann deals."),  # spades are the higher suit
        ({"rules": "low-cut", "cut": "7c Kd"}, "Ann deals."),
        ({"rules": "hoyle-20", "cut": "7c Kd", "dealer": "1"}, "Ann deals."),
        ({"style": "three-hand", "cut": "7c Kd 2s"}, "Cy deals."),
        ({"rules": "hoyle-20", "cut": "7c Kd"}, "player 2 says who deals"),
        ({"rules": "low-cut", "cut": "7c Kd", "dealer": "2"}, "player 1 deals; choose"),
        ({"cut": "7c"}, "1 card is cut"),
        ({"cut": "7c Zd"}, "Zd"),
    ],
)
def test_the_cards_cut_are_told_to_the_pad(
    client: FlaskClient, given: dict[str, str], said: str
) -> None:
    players = ["Ann", "Bob", "Cy"]
    sent = {"style": "match", "rules": "standard", "player": players, **given}
    answer = client.post("/score", data=sent, follow_redirects=True)
    page = unescape(re.sub("</?code>", "", answer.text))
    assert said in page
    assert answer.status_code == (200 if said.endswith("deals.") else 422)
    assert answer.status_code == 200 or f'value="{given["cut"]}"' in page


@pytest.mark.rule("R18")
def test_the_cards_cut_are_told_to_the_recorder(client: FlaskClient) -> None:
    given = {"rules": "strict-nine", "cut": "7c Kd"}
    draft = client.post("/review/record", data=given, follow_redirects=True)
    assert '[Dealer "2"]' in unescape(draft.text)
    wrong = client.post("/review/record", data={"rules": "hoyle-20", "cut": "7c Kd"})
    assert wrong.status_code == 422 and "layer 2 says who deals" in wrong.text


# ---------------------------------------------------------------- a set


@pytest.mark.rule("best_of")
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


# ---------------------------------------------------------------- a lead that is forfeited


FIFTY = ("1 knock 60", "2 knock 55", "1 knock 45")


@pytest.mark.rule("forfeit_margin")
@pytest.mark.parametrize(("margin", "winner"), [("50", 2), ("49", 1), ("none", 1)])
def test_a_lead_of_exactly_fifty_is_forfeited_on_the_pad_and_by_the_command(
    margin: str, winner: int
) -> None:
    rules = f"eaai,forfeit_margin={margin}"
    pad = ScorePad.new("match", rules, ("Ann", "Bob"))
    for hand in FIFTY:
        pad = pad.with_hand(hand)
    said = CliRunner().invoke(main, ["score", ", ".join(FIFTY), "--rules", rules])
    assert said.exit_code == 0 and f"Player {winner} wins" in said.output
    assert pad.sheet.winner == winner - 1 and ("forfeited" in said.output) == (winner == 2)
    name = ("Ann", "Bob")[winner - 1]
    lost = f"{name} wins: a lead of 50 is forfeited"
    assert standing(pad) == (lost if winner == 2 else f"{name} wins by 50")
