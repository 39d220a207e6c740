"""The trainer's pages without scripts: what counts, what is kept, and what nobody gets to see."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from analyzer.engine.bots import bot_named
from analyzer.errors import InputError
from analyzer.game.actions import Kind
from analyzer.game.cards import NO_CARDS, CardSet
from analyzer.game.melds import lay_off
from analyzer.game.rules import PRESETS, TWO_HANDED
from analyzer.game.solving import chosen_answer
from analyzer.game.view import Side, history_of
from analyzer.notation import encode, parse_view
from analyzer.practice.coach import remark_on_lay_off
from analyzer.practice.drills import RULES, Drill, task
from analyzer.practice.games import BOTS, GameStage, Level
from analyzer.practice.play import BOT, Game, begin
from analyzer.practice.seat import Note, Seat
from analyzer.practice.tally import GameTally, PlayedGame
from analyzer.store.training import GAME
from analyzer.web.state import web_app
from analyzer.web.train.words import opponents_of
from tests.web.conftest import browser
from tests.web.table_hands import value_of


def text_of(response: TestResponse) -> str:
    """A page's words with single spaces."""
    return " ".join(re.sub(r"<[^>]+>", " ", response.text).split())


# ---------------------------------------------------------------- drills


@pytest.mark.parametrize("drill", Drill)
def test_a_drill_is_asked_answered_and_rated_once(client: FlaskClient, drill: Drill) -> None:
    url = f"/train/{drill}/1200/5"
    asked = client.get(url)
    assert asked.status_code == 200
    assert "Set-Cookie" not in asked.headers, "to look makes nobody known"
    answer = task(drill, 1200, 5).answer
    form = {"cards": "1", "left": answer.split()} if drill is Drill.MELDS else {"answer": answer}
    done = client.post(url, data=form, follow_redirects=True)
    assert done.status_code == 200
    assert "Right" in text_of(done)
    assert re.search(r"Rating \d+, up [1-9]", text_of(done))
    again = client.post(url, data=form, follow_redirects=True)
    assert "1 of 1 right" in text_of(again), "the second time does not count"


def test_a_drill_shows_no_arrangement_before_the_answer(client: FlaskClient) -> None:
    for drill in (Drill.DEADWOOD, Drill.MELDS, Drill.OUTS, Drill.KNOCK):
        for level in (900, 1500):
            page = client.get(f"/train/{drill}/{level}/3").text
            assert "bracket" not in page
            assert "drill-marked" not in page


def test_a_single_out_is_one_card(client: FlaskClient) -> None:
    assert task(Drill.OUTS, 900, 7).answer == "1"
    answered = text_of(client.get("/train/outs/900/7?answer=1"))
    assert "1 card" in answered and "1 cards" not in answered


def test_the_next_drill_is_as_hard_as_the_rating_says(client: FlaskClient) -> None:
    def level() -> int:
        found = client.get("/train/outs").headers["Location"]
        return int(found.split("/")[3])

    first = level()
    for seed in range(6):
        right = task(Drill.OUTS, 1200, seed).answer
        client.post(f"/train/outs/1200/{seed}", data={"answer": right})
    assert level() > first


def test_what_is_no_answer_is_asked_again_and_does_not_count(client: FlaskClient) -> None:
    wrong = client.post("/train/deadwood/1200/5", data={"answer": "<b>lots</b>"})
    assert wrong.status_code == 422
    assert "is not a number" in wrong.text
    assert "<b>lots" not in wrong.text
    assert client.get("/train/deadwood/1200/5?answer=x").status_code == 200
    assert "Rating" not in text_of(client.get("/train"))


@pytest.mark.parametrize(
    "path",
    ["/train/poker", "/train/outs/100/5", "/train/outs/1200/1" + "0" * 12, "/train/outs/a/b"],
)
def test_a_drill_that_is_none_is_not_found(client: FlaskClient, path: str) -> None:
    assert client.get(path).status_code == 404


def test_a_fragment_says_which_address_it_has(client: FlaskClient) -> None:
    page = client.post("/train/outs/1200/5", data={"answer": "1"}, headers={"HX-Request": "true"})
    assert page.headers["HX-Push-Url"] == "/train/outs/1200/5?answer=1"
    assert page.text.lstrip().startswith('<section id="drill"')


# ---------------------------------------------------------------- the table


@pytest.fixture
def quiet(client: FlaskClient) -> FlaskClient:
    """A client at a table without a coach."""
    form = {"rules": "standard", "level": "novice", "coach": "off"}
    assert client.post("/train/play/new", data=form).status_code == 303
    return client


def seat_in(app: Flask) -> Seat:
    """The only game that is kept."""
    from sqlalchemy import select
    from sqlalchemy.orm import Session

    from analyzer.store._tables import TrainingRow

    with Session(web_app(app).store._engine) as session:
        rows = session.scalars(select(TrainingRow).where(TrainingRow.kind == GAME)).all()
        (row,) = rows
        return Seat.read(row.text)


def move(client: FlaskClient, app: Flask, **more: str) -> TestResponse:
    """Do what the last legal action is, or knock; the page that follows."""
    seat = seat_in(app)
    form = {"turn": str(seat.turn), **more}
    if seat.game.stage is GameStage.DECIDE:
        actions = seat.game.view.legal_actions()
        action = ([one for one in actions if one.ends_hand] or actions)[-1]
        form.setdefault("action", value_of(action))
        return client.post("/train/play", data=form, follow_redirects=True)
    if seat.game.stage is GameStage.DEFEND:
        return client.post("/train/play/defend", data=form, follow_redirects=True)
    return client.post("/train/play/next", data=form, follow_redirects=True)


def assert_nothing_hidden(seat: Seat, page: str) -> None:
    """Neither a card that the player does not know, nor the seed, in any byte."""
    here = seat.game.position
    told = {one.discarded for one in history_of(here.played, 0)}
    told |= {one.card for one in history_of(here.played, 0) if one.player == Side.ME}
    hidden = {*(here.hands[BOT] - here.known[BOT]), *here.stock} - told
    if seat.game.stage is GameStage.DEFEND:
        hidden -= set(here.hands[BOT])
    assert str(seat.game.seed) not in page
    for card in hidden:
        assert f"cards/{card}.svg" not in page
        assert card.name not in page
        assert card.symbol not in page
        assert not re.search(rf"\b{card}\b", page), card


def test_what_is_hidden_is_in_no_byte_of_a_game(quiet: FlaskClient, app: Flask) -> None:
    response, checked = quiet.get("/train/play"), 0
    for _ in range(200):
        seat = seat_in(app)
        if seat.game.stage in {GameStage.DECIDE, GameStage.DEFEND}:
            assert_nothing_hidden(seat, response.text + str(response.headers))
            checked += 1
        if seat.game.stage is GameStage.FINISHED or len(seat.game.hands) > 3:
            break
        response = move(quiet, app)
        assert response.status_code == 200
    assert checked > 10


def test_the_check_of_bytes_would_see_a_card(quiet: FlaskClient, app: Flask) -> None:
    seat, page = seat_in(app), quiet.get("/train/play").text
    card, *_ = seat.game.position.stock
    with pytest.raises(AssertionError):
        assert_nothing_hidden(seat, f'{page}<input value="{card}">')


def test_an_old_form_changes_nothing(quiet: FlaskClient, app: Flask) -> None:
    before = seat_in(app)
    move(quiet, app)
    after = seat_in(app)
    assert after.turn > before.turn
    form = {"turn": str(before.turn), "action": "pass"}
    old = quiet.post("/train/play", data=form)
    assert old.status_code == 409
    assert "moved on" in old.text
    assert seat_in(app) == after


@pytest.mark.parametrize("action", ["", "discard Zz", "big gin", "knock Kd: 7h 8h 9h", "\0"])
def test_what_is_not_legal_is_refused(quiet: FlaskClient, app: Flask, action: str) -> None:
    before = seat_in(app)
    refused = quiet.post("/train/play", data={"turn": str(before.turn), "action": action})
    assert refused.status_code == 422
    assert seat_in(app) == before


def test_a_hand_goes_into_its_review(quiet: FlaskClient, app: Flask) -> None:
    turn = str(seat_in(app).turn)
    assert quiet.post("/train/play/review", data={"turn": turn}).status_code == 409
    while seat_in(app).game.stage in {GameStage.DECIDE, GameStage.DEFEND}:
        move(quiet, app)
    page = quiet.get("/train/play")
    assert "Review this hand" in page.text
    sent = quiet.post("/train/play/review", data={"turn": turn})
    assert sent.status_code == 303
    record = quiet.get(sent.headers["Location"] + "/record").text
    assert '[Players "You" "Ginsight, novice"]' in record
    assert "?" not in record, "every card is open once it is over"


def test_a_hand_that_is_over_is_reviewed_by_itself_and_its_points_are_a_sum(
    quiet: FlaskClient, app: Flask
) -> None:
    web_app(app).engine_ready.set()
    while (seat := seat_in(app)).game.stage in {GameStage.DECIDE, GameStage.DEFEND}:
        assert "hand-end" not in quiet.get("/train/play").text
        if seat.game.stage is GameStage.DEFEND:
            quiet.post("/train/play/defend", data={"turn": str(seat.turn)})
            continue
        action = bot_named("greedy", seat.game.rules).decide(seat.game.view, 1)
        quiet.post("/train/play", data={"turn": str(seat.turn), "action": action.full})
    page = quiet.get("/train/play").text
    asked = re.search(r'hx-get="/train/ended/([^"]+)"', page)
    assert asked and re.search(r"\d+ deadwood.* = \d+\.", page)
    sent = quiet.post("/train/play/review", data={"turn": str(seat.turn)})
    assert sent.headers["Location"] == f"/review/{asked[1]}", "it is the same one"


def test_a_game_is_seen_by_nobody_else(quiet: FlaskClient, app: Flask) -> None:
    other = browser(app)
    assert other.get("/train/play").headers["Location"] == "/train#play"
    turn = str(seat_in(app).turn)
    before = seat_in(app)
    other.post("/train/play", data={"turn": turn, "action": "pass"})
    assert seat_in(app) == before
    assert "A game is in progress" in quiet.get("/train").text
    assert "A game is in progress" not in other.get("/train").text


def test_a_game_that_cannot_be_read_any_more_is_passed_over(quiet: FlaskClient, app: Flask) -> None:
    from sqlalchemy import text

    with web_app(app).store._engine.begin() as connection:
        connection.execute(text("UPDATE training SET text = '{\"game\": 1}'"))
    assert quiet.get("/train/play").headers["Location"] == "/train#play"
    assert quiet.get("/train").status_code == 200


def test_the_coach_is_set_and_silent_where_it_is_off(quiet: FlaskClient, app: Flask) -> None:
    form = {"turn": str(seat_in(app).turn), "coach": "1"}
    quiet.post("/train/play/coach", data=form)
    assert seat_in(app).coach == 1.0
    form = {"turn": str(seat_in(app).turn), "coach": "off"}
    quiet.post("/train/play/coach", data=form)
    move(quiet, app)
    assert seat_in(app).coach is None
    assert seat_in(app).note is None


@pytest.mark.parametrize("form", [{"level": "god"}, {"rules": "poker"}])
def test_a_game_that_cannot_be_is_not_begun(client: FlaskClient, form: dict[str, str]) -> None:
    given = {"rules": "standard", "level": "club", "coach": "2", **form}
    assert client.post("/train/play/new", data=given).status_code == 400


# ---------------------------------------------------------------- their knock


@pytest.fixture
def knocked(client: FlaskClient, app: Flask) -> Callable[[str], Seat]:
    """Play until they knock and something fits that is better laid off than kept."""

    def until(coach: str) -> Seat:
        form = {"rules": "standard", "level": "novice", "coach": "off"}
        for _ in range(20):
            client.post("/train/play/new", data=form)
            while (seat := seat_in(app)).game.stage is GameStage.DECIDE:
                actions = seat.game.view.legal_actions()
                discards = [one for one in actions if one.kind is Kind.DISCARD] or actions
                action = value_of(discards[-1])
                client.post("/train/play", data={"turn": str(seat.turn), "action": action})
            if seat.game.stage is GameStage.DEFEND and costs(seat.game):
                data = {"turn": str(seat.turn), "coach": coach}
                client.post("/train/play/coach", data=data)
                return seat_in(app)
        raise AssertionError("nobody knocks")

    return until


def costs(game: Game) -> bool:
    return remark_on_lay_off(game, game.defend(NO_CARDS)) is not None


def fits(game: Game, card: str) -> bool:
    """True if a card alone can be laid off."""
    try:
        chosen_answer(*game.showdown, CardSet.of(card), RULES)
    except InputError:
        return False
    return True


def test_nothing_tells_the_best_answer_before_ones_own(
    knocked: Callable[[str], Seat], client: FlaskClient
) -> None:
    seat = knocked("2")
    page = client.get("/train/play").text
    panel = page.partition('aria-labelledby="due"')[2].partition("</section>")[0]
    assert "What do you lay off?" in panel
    boxes = re.findall(r'type="checkbox" name="off" value="(\w+)"( checked)?', panel)
    hand = seat.game.position.hands[0]
    assert {card for card, _ in boxes} == {str(card) for card in hand}
    assert not [card for card, ticked in boxes if ticked]
    for word in ("best answer", "The best", "laid off", "left with"):
        assert word not in panel, word


@pytest.mark.parametrize("coach", ["2", "10", "off"])
def test_the_coach_names_the_best_lay_off_afterwards_and_only_if_it_cost(
    knocked: Callable[[str], Seat], client: FlaskClient, app: Flask, coach: str
) -> None:
    seat = knocked(coach)
    page = client.post(
        "/train/play/defend", data={"turn": str(seat.turn)}, follow_redirects=True
    ).text
    after = seat_in(app)
    assert after.game.stage in {GameStage.HAND_OVER, GameStage.FINISHED}
    words = " ".join(re.sub(r"<[^>]+>", " ", page).split())
    assert ("The best was to lay off" in words) == (coach != "off")
    assert ("The best answer" in words) == (coach != "off")
    assert "Look at that decision" not in words
    assert ("The coach spoke once" in words) == (coach != "off")


def test_who_lays_off_all_that_helps_hears_nothing(
    knocked: Callable[[str], Seat], client: FlaskClient, app: Flask
) -> None:
    seat = knocked("2")
    assert seat.game.asked
    knock, cards = seat.game.showdown
    off = [str(card) for card, _ in lay_off(knock, cards, seat.game.rules).laid_off]
    data = {"turn": str(seat.turn), "off": off}
    page = client.post("/train/play/defend", data=data, follow_redirects=True).text
    assert "The best" not in page and "laid off" in page
    assert seat_in(app).note is None


@pytest.mark.parametrize("off", ["Zz", "\0", "misfit"])
def test_what_does_not_fit_is_told_and_stays_ticked(
    knocked: Callable[[str], Seat], client: FlaskClient, app: Flask, off: str
) -> None:
    seat = knocked("2")
    if off == "misfit":
        assert seat.game.asked
        off = next(str(card) for card in seat.game.showdown[1] if not fits(seat.game, str(card)))
    answer = client.post("/train/play/defend", data={"turn": str(seat.turn), "off": off})
    assert answer.status_code == 422 and 'role="alert"' in answer.text
    assert seat_in(app) == seat
    if len(off) == 2 and off != "Zz":
        assert "fits none of their melds; leave it out." in re.sub(r"<[^>]+>", "", answer.text)
        assert f'value="{off}" checked' in answer.text


def test_a_game_that_is_over_is_not_in_progress(
    quiet: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "A game is in progress." in quiet.get("/train").text
    monkeypatch.setattr(Game, "stage", GameStage.FINISHED)
    page = quiet.get("/train?once=more").text
    assert "The last game is over." in page and "in progress" not in page
    assert '<button class="button button-main" type="submit">Deal</button>' in page
    assert "How it ended" in page and "Back to the table" not in page


# ---------------------------------------------------------------- hints, counts, positions


def test_hints_come_by_degrees_and_the_game_counts_apart(quiet: FlaskClient, app: Flask) -> None:
    page = ""
    for shown in (1, 2, 3):
        quiet.post("/train/play/hint", data={"turn": str(seat_in(app).turn)})
        page = quiet.get("/train/play").text
        seat = seat_in(app)
        assert seat.helped and seat.hints is not None and seat.hints.shown == shown
        assert page.count("<li>") >= shown and ('class="cost"' in page) == (shown == 3)
    assert "this game counts apart" in page and 'data-role="hint"' not in page
    again = quiet.post("/train/play/hint", data={"turn": str(seat_in(app).turn)})
    assert again.status_code == 422


def test_a_hand_is_played_on_from_a_position_and_the_game_waits(
    quiet: FlaskClient, app: Flask
) -> None:
    waiting = seat_in(app)
    view = parse_view("hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac 6s\npile: 5s Kh 9c\nopp took: Jd")
    for level in BOTS:
        form = {"p": encode(view), "level": level}
        assert quiet.post("/train/play/from", data=form).status_code == 303
        seat = seat_in(app)
        assert seat.game.level is level and seat.game.view.hand == view.hand
        assert seat.game.position.hands[1] >= view.opponent
    assert "Back to your game" in quiet.get("/train/play").text
    quiet.post("/train/play/return")
    assert seat_in(app) == waiting
    assert quiet.post("/train/play/from", data={"p": "x", "level": "club"}).status_code == 400


def test_the_coach_speaks_three_times_a_hand_and_later_each_time() -> None:
    seat = begun = Seat(begin("standard", Level.NOVICE, seed=5), coach=1.5)
    note = Note("Words.", 2.0, 0.1)
    thresholds = []
    while seat.threshold is not None:
        thresholds.append(seat.threshold)
        seat = seat.moved(seat.game, note)
    assert thresholds == [1.5, 2.25, 3.0]
    first, second, *_ = begun.game.moves
    asked = begun.asked(first, note)
    assert asked.spoken == asked.taken_back().asked(second, note).spoken == 1
    good = Note("Well played.", 0.0, 0.0, praise=True)
    assert seat.moved(seat.game, good).spoken == 3 and seat.moved(seat.game, good).praised


@pytest.mark.parametrize("rules", [name for name in TWO_HANDED if name not in {"openspiel"}])
def test_every_preset_can_be_played(rules: str) -> None:
    game, bot = begin(rules, Level.NOVICE, seed=7), bot_named("greedy", PRESETS[rules])
    if game.stage is GameStage.CUT:
        game = game.dealt_by(BOT)
    while game.stage in {GameStage.DECIDE, GameStage.DEFEND}:
        decide = game.stage is GameStage.DECIDE
        game = game.play(bot.decide(game.view, 1).full) if decide else game.defend(NO_CARDS)
    count = PlayedGame.of(game, helped=False)
    assert (count.hands, count.points) == (1, game.results[0].points[0])
    assert GameTally().plus(count).rows()[0].hands == 1


def test_the_games_are_counted(quiet: FlaskClient, app: Flask) -> None:
    while seat_in(app).game.stage in {GameStage.DECIDE, GameStage.DEFEND}:
        seat = seat_in(app)
        if seat.game.stage is GameStage.DEFEND:
            quiet.post("/train/play/defend", data={"turn": str(seat.turn)})
            continue
        action = bot_named("greedy", seat.game.rules).decide(seat.game.view, 1)
        quiet.post("/train/play", data={"turn": str(seat.turn), "action": action.full})
    page = quiet.get("/train").text
    assert "Your games" in page and re.search(r"<td class=\"num\">\d of 1</td>", page)


def test_the_lobby_tells_the_record_against_each_opponent() -> None:
    game = PlayedGame.of(begin("standard", Level.NOVICE, 5), helped=False)
    hands = GameTally().plus(replace(game, hands=4, hands_won=3))
    over = hands.plus(replace(game, ident="b", hands=2, finished=True, won=True, helped=True))
    assert [who.record for who in opponents_of(hands)][:2] == [
        "You won 3 of 4 hands", "Not played yet",
    ]  # fmt: skip
    assert opponents_of(over)[0].record == "You won 1 of 1 game"


def test_presets_are_said_as_sentences(client: FlaskClient) -> None:
    page = client.get("/train").text
    assert "Classic: Gin 20, undercut 10, no big gin: the long-printed American rules" in page
    assert 'lobby-options">' in page
    assert 'lobby-options" open>' in client.get("/train?rules=classic").text


@pytest.mark.parametrize("path", ["/puzzles", "/train/plan", "/train/deadwood", "/train/progress"])
def test_what_trains_lies_below_train(client: FlaskClient, path: str) -> None:
    page = client.get(path, follow_redirects=True).text
    here = re.findall(r'aria-current="page">(\w+)<', page.split("</nav>")[0])
    assert here == ["Train"]


def test_a_hand_that_went_gin_is_no_knock(client: FlaskClient, app: Flask) -> None:
    form = {"rules": "straight", "level": "novice", "coach": "off"}
    client.post("/train/play/new", data=form)
    while (outcome := seat_in(app).game.position.outcome) is None or outcome.knock is None:
        seat = seat_in(app)
        if seat.game.stage is GameStage.DECIDE:
            action = bot_named("greedy", seat.game.rules).decide(seat.game.view, 1)
            client.post("/train/play", data={"turn": str(seat.turn), "action": action.full})
        else:
            client.post("/train/play/next", data={"turn": str(seat.turn)})
    titles = re.findall(r'class="small-head">([^<]+)<', client.get("/train/play").text)
    assert titles in (["Your gin", "Their hand"], ["Their gin", "Your hand"])
