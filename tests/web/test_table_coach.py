"""The coach at the table of the other games: hints by degrees, remarks, moves taken back."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from flask import Flask
from flask.testing import FlaskClient

from analyzer.errors import InputError
from analyzer.game.view import seen_by
from analyzer.practice.games import Level
from analyzer.practice.play import PLAYER, Game, begin
from analyzer.practice.seat import MOST_REMARKS, Note, Seat
from analyzer.service.admission import Admission
from analyzer.store.training import TABLE_GAME
from analyzer.web.state import web_app
from tests.web.conftest import browser


def kept(app: Flask) -> Seat:
    """The only table that is kept."""
    from analyzer.store._tables import TrainingRow

    with web_app(app).store.training._reading() as session:
        (row,) = session.query(TrainingRow).filter_by(kind=TABLE_GAME)
        return Seat.read(row.text)


@pytest.fixture
def sitting(app: Flask, monkeypatch: pytest.MonkeyPatch) -> FlaskClient:
    """A player at a table of three, whose upcard makes nothing."""
    monkeypatch.setattr("analyzer.web.train.table.secrets.randbits", lambda _: 3)
    client = browser(app)
    form = {"rules": "three-hand", "level": "greedy", "coach": "1"}
    assert client.post("/train/table/new", data=form).status_code == 303
    return client


def send(client: FlaskClient, app: Flask, way: str = "", **form: str) -> int:
    data = {"turn": kept(app).game.turn, **form}
    return client.post(f"/train/table{way}", data=data).status_code


def to_discard(client: FlaskClient, app: Flask) -> Game:
    """The game at the player's first discard, the coach off until then."""
    assert send(client, app, "/coach", coach="off") == 303
    while str(kept(app).game.position.question) != "discard":
        names = list(map(str, kept(app).game.position.legal_actions()))
        assert send(client, app, action="draw" if "draw" in names else "pass") == 303
    assert send(client, app, "/coach", coach="1") == 303
    return kept(app).game


def a_costly_card(game: Game) -> str:
    """A card of a meld, or else the cheapest: to discard it is never best here."""
    view = seen_by(game.position, PLAYER)
    best = view.best_discard(view.hand)[1]
    from analyzer.game.jokers import best_layouts

    melds = best_layouts(view.hand.remove(best), view.rules)[0].melds
    cards = melds[0].cards if melds else view.hand.remove(best)
    return str(min(cards, key=view.rules.value))


def test_hints_come_by_degrees_and_price_the_table_last(sitting: FlaskClient, app: Flask) -> None:
    shown = []
    for _ in range(3):
        assert send(sitting, app, "/hint") == 303
        shown.append(sitting.get("/train/table").text)
    hints = kept(app).hints
    assert hints is not None and not hints.more
    assert [page.count("coach-hints") for page in shown] == [1, 1, 1]
    assert ["cost" in page.split("felt-bar")[0] for page in shown] == [False, False, True]
    assert send(sitting, app, "/hint") == 422
    assert ">Hint<" not in shown[2] and ">More<" not in shown[2]


def test_a_costly_move_waits_and_is_taken_back_or_played(sitting: FlaskClient, app: Flask) -> None:
    game = to_discard(sitting, app)
    card = a_costly_card(game)
    assert send(sitting, app, action="discard", card=card) == 303
    seat, page = kept(app), sitting.get("/train/table").text
    assert seat.game == game and seat.pending == f"discard {card}" and seat.note is not None
    assert "Take it back" in page and "Play on" in page and "Look at that decision" in page
    assert "points better" in page and seat.note.loss >= 1
    assert send(sitting, app, action="draw") == 422  # what waits comes first
    assert send(sitting, app, "/back") == 303
    assert kept(app).pending is None and kept(app).game == game
    assert send(sitting, app, action="discard", card=card) == 303
    assert send(sitting, app, "/on") == 303
    after = kept(app)
    assert after.pending is None and after.spoken == 1, "one decision, one word"
    assert after.game.hands[-1][len(game.hands[-1])] == f"discard {card}"


def test_a_silent_coach_lets_everything_pass(sitting: FlaskClient, app: Flask) -> None:
    game = to_discard(sitting, app)
    assert send(sitting, app, "/coach", coach="off") == 303
    assert "The coach is off." in sitting.get("/train/table").text
    assert send(sitting, app, action="discard", card=a_costly_card(game)) == 303
    assert kept(app).pending is None and kept(app).game != game
    assert send(sitting, app, "/on") == 422


def test_a_card_taken_from_the_pile_can_be_put_back(sitting: FlaskClient, app: Flask) -> None:
    assert send(sitting, app, "/coach", coach="off") == 303
    before = kept(app).game
    assert send(sitting, app, action="take") == 303
    assert "Put it back" in sitting.get("/train/table").text
    assert send(sitting, app, "/back") == 303
    assert kept(app).game == before
    assert send(sitting, app, "/back") == 422  # there is nothing more to take back


def test_a_draw_is_not_taken_back() -> None:
    game = begin("mahjong", Level.QUICK, seed=3).play("draw")
    with pytest.raises(InputError, match="can no longer be taken back"):
        Seat(game).taken_back()
    laid = next(move for move in game.position.legal_actions() if str(move.kind) != "discard")
    assert Seat(game.play(str(laid))).taken_back().game == game


def test_the_coach_speaks_three_times_a_hand_and_later_each_time() -> None:
    seat, note = Seat(begin("three-hand", Level.QUICK, seed=3), 2.0), Note("Hm.", 3.0, 1.0)
    heard = []
    for _ in range(MOST_REMARKS):
        heard.append(seat.threshold)
        move = seat.game.position.legal_actions()[0]
        asked = seat.asked(move, note)
        assert asked.taken_back().asked(move, note).spoken == asked.spoken, "of one decision"
        seat = asked.played_on()
    assert heard == [2.0, 3.0, 4.0] and seat.threshold is None
    new_hand = Game(seat.game.rules_name, seat.game.level, seat.game.seed, ((), ()))
    assert seat.moved(new_hand).threshold == 2.0


def test_a_match_that_was_kept_without_a_coach_goes_on(app: Flask, sitting: FlaskClient) -> None:
    game = replace(kept(app).game, cut=())  # there was none then
    kept_then = {
        "name": game.rules_name, "opponent": str(game.level), "seed": game.seed,
        "hands": game.hands, "target": game.target, "lays_off": True,
    }  # fmt: skip
    assert Seat.read(json.dumps(kept_then)) == Seat(game)
    seat = {"game": kept_then, "coach": 3.0, "spoken": 2}
    assert Seat.read(json.dumps(seat)) == Seat(game, 3.0, spoken=2)
    with pytest.raises(InputError, match="another version"):
        Seat.read('{"game": 3}')


def test_what_costs_nothing_waits_for_no_turn(
    sitting: FlaskClient, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Admission(places=1, room=1, patience=0.01)
    monkeypatch.setattr("analyzer.web.train.table.MOVES", gate)
    done = gate.run(
        lambda: [send(sitting, app, "/coach", coach="off"), send(sitting, app, "/hint")]
    )
    assert done == [303, 503], "the gate is full: only what is searched has to wait"
    assert kept(app).coach is None
    assert send(sitting, app, "/hint") == 303
