"""The other games at the table, without scripts: hands played through forms, what is hidden."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from analyzer.engine.general import greedy_move
from analyzer.errors import InputError
from analyzer.game.cards import NO_CARDS
from analyzer.game.view import seen_by
from analyzer.practice.games import GAMES, ONE_HAND, GameStage, Level
from analyzer.practice.play import PLAYER, Game, _tables, begin
from analyzer.practice.seat import Seat
from analyzer.store.training import TABLE_GAME
from analyzer.web.state import web_app
from tests.sizes import more_at_night
from tests.web.conftest import browser


def kept(app: Flask) -> Game:
    """The only game that is kept."""
    from analyzer.store._tables import TrainingRow

    with web_app(app).store.training._reading() as session:
        (row,) = session.query(TrainingRow).filter_by(kind=TABLE_GAME)
        return Seat.read(row.text).game


def chosen(game: Game) -> dict[str, str]:
    """The form of a greedy player's move."""
    move = greedy_move(seen_by(game.position, PLAYER))
    if move.ends_hand and move.card is not None:
        return {"action": "knock", "card": str(move.card)}
    if str(move.kind) == "discard":
        return {"action": "discard", "card": str(move.card)}
    return {"action": str(move)}


def pictured(page: str) -> set[str]:
    """The cards whose faces a page shows."""
    return set(re.findall(r"(?:cards|table)/(\w\w)\.svg", page))


@pytest.mark.parametrize("name", GAMES)
def test_a_hand_is_played_through_forms_and_hides_what_is_hidden(
    app: Flask, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("analyzer.web.train.table.secrets.randbits", lambda _: 3)
    client = browser(app)
    began = client.post("/train/table/new", data={"rules": name, "level": "greedy", "coach": "off"})
    assert began.status_code == 303
    for _ in range(150):
        game, page = kept(app), client.get("/train/table").text
        here = game.position
        if game.stage.over:
            break
        if game.asked:
            assert "What do you lay off?" in page
            done = client.post("/train/table/defend", data={"turn": game.turn})
            assert done.status_code == 303, done.text
            continue
        hidden = [set(map(str, hand - here.known[seat])) for seat, hand in enumerate(here.hands)]
        hidden[PLAYER] = set()
        assert not pictured(page) & set().union(*hidden, map(str, here.stock))
        assert set(map(str, here.hands[PLAYER])) <= pictured(page)
        form = chosen(game)
        if "card" not in form:
            assert f'value="{form["action"]}"' in page
        done = client.post("/train/table", data={**form, "turn": game.turn})
        assert done.status_code == 303, done.text
    assert kept(app).stage.over
    assert "Next hand" in page or "New game" in page
    if game.stage is GameStage.FINISHED:
        return
    after = client.post("/train/table/next", data={"turn": kept(app).turn})
    assert after.status_code == 303 and len(kept(app).hands) == 2


def whole_match(name: str, seed: int, target: int | None = None) -> Game:
    game = begin(name, Level.QUICK, seed, target)
    while game.stage is not GameStage.FINISHED:
        if game.stage.over:
            game = game.next_hand()
        elif game.asked:
            game = game.defend(NO_CARDS)
        else:
            form = chosen(game)
            game = game.play(" ".join(form.values()))
    return game


@more_at_night("number", 1, 40)
@pytest.mark.parametrize("name", ["three-hand", "two-jokers", "teams of 3", "mahjong,players=3"])
def test_a_match_goes_to_its_end(name: str, number: int) -> None:
    for seed in range(number):
        game = whole_match(name, seed)
        assert Seat.read(Seat(game).text).game == game
        sheet = game.sheet
        assert sheet.winner is not None
        assert len(game.hands) == len(sheet.hands) == len(game.results)
        if game.team > 1:
            tables = [_tables(game, at) for at in range(len(game.hands))]
            assert game.tables == tables[-1]
            assert all(len(one) == game.team for one in tables)


def test_a_match_goes_to_the_target_that_is_chosen(app: Flask) -> None:
    client = browser(app)
    form = {"rules": "three-hand", "level": "greedy"}
    client.post("/train/table/new", data=form | {"to": "50"})
    assert kept(app).target == 50 and "Hand 1, to 50" in client.get("/train/table").text
    client.post("/train/table/new", data=form | {"to": ""})
    assert kept(app).target is None and "Hand 1, to 100" in client.get("/train/table").text
    assert client.post("/train/table/new", data=form | {"to": "7"}).status_code == 400


@pytest.mark.parametrize("name", ["three-hand", "teams of 2", "mahjong", "four-hand,jokers=2"])
def test_one_hand_is_a_match(name: str) -> None:
    game = whole_match(name, 4, ONE_HAND)
    sheet = game.sheet
    assert len(game.hands) == 1 and sheet.winner is None
    finals = sheet.totals
    assert finals.count(max(finals)) > 1 or game.winner == finals.index(max(finals))
    with pytest.raises(InputError, match="not over, or the game is"):
        game.next_hand()


def test_a_short_target_ends_the_match_sooner() -> None:
    short, long = (whole_match("four-hand", 2, target) for target in (50, 250))
    assert short.rules.target == 50 and len(short.hands) < len(long.hands)
    assert short.hands == long.hands[: len(short.hands)]


def test_a_game_that_was_kept_without_a_target_is_read() -> None:
    text = '{"name":"mahjong","opponent":"greedy","seed":3,"hands":[[]]}'
    assert Seat.read(text).game.target is None
    with pytest.raises(InputError, match="not a target"):
        Seat.read(text.replace('"seed":3', '"seed":3,"target":-4'))


def test_an_old_form_and_an_impossible_move_change_nothing(app: Flask) -> None:
    client = browser(app)
    client.post("/train/table/new", data={"rules": "mahjong", "level": "greedy"})
    game = kept(app)
    stale = client.post("/train/table", data={"action": "draw", "turn": game.turn + 5})
    assert stale.status_code == 409 and "moved on" in stale.text
    wrong = client.post("/train/table", data={"action": "knock", "card": "2c", "turn": game.turn})
    assert wrong.status_code == 422 and "not possible" in wrong.text
    assert kept(app) == game
    assert client.post("/train/table/new", data={"rules": "whist"}).status_code == 400


def test_a_table_without_a_game_offers_them(client: FlaskClient) -> None:
    page = client.get("/train/table", follow_redirects=True).text
    assert all(label.split(",")[0] in page for label in GAMES.values())
    assert "Back to the table" not in page
    old = client.get("/train/table?new=1&game=mahjong", follow_redirects=True).text
    assert re.search('<option value="mahjong"[^>]* selected', old)
    assert client.post("/train/table", data={"action": "draw", "turn": 1}).status_code == 303
