"""A table for two people, without scripts: two browsers, one link, and what each is sent."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from analyzer.engine.bots import bot_named
from analyzer.practice.daily import seal_of
from analyzer.practice.games import BOTS, GameStage, Level
from analyzer.practice.play import PLAYER, UNCHOSEN, Game
from analyzer.practice.seat import Seat
from analyzer.service.pairs import PATIENCE
from analyzer.web.state import web_app
from tests.sizes import rest_at_night
from tests.web.conftest import browser
from tests.web.hidden import Truth, leak_in

ELSEWHERE = ("/", "/train", "/mine", "/mine/everything.json", "/review", "/train/progress")
"""Where else something of a game might be told."""


@dataclass
class Person:
    """Somebody in a browser of their own, and all that it was sent that it should not know."""

    app: Flask
    client: FlaskClient
    leaks: list[str] = field(default_factory=list)
    known: set[str] = field(default_factory=set)
    documents: int = 0

    def game(self, address: str) -> Game:
        """The game at a table as this browser has it."""
        ident = address.rsplit("/", 1)[-1]
        with self.client.session_transaction() as session:
            owner = session.get("visitor")
        kept = web_app(self.app).store.pairs.load(ident)
        assert kept is not None and owner in {kept.host, kept.guest}
        game = Seat.read(kept.text).game
        return game.turned if owner == kept.guest else game

    def ask(self, path: str, form: dict[str, Any] | None = None, **more: Any) -> TestResponse:
        """What comes, pages behind a redirect left out."""
        method = "GET" if form is None else "POST"
        return self.client.open(path, method=method, data=form, **more)

    def looks(self, address: str) -> None:
        """Look at the table and elsewhere: nothing may tell what is hidden."""
        game = self.game(address)
        if game.stage.over:
            return
        truth = Truth.of(game)
        ident = {"HX-Request": "true"}
        answers = [self.ask(path) for path in (address, *ELSEWHERE)]
        answers.append(self.ask(f"{address}/news?after=0", headers=ident))
        for answer in answers:
            assert answer.status_code in {200, 303}, answer.text
            self.documents += 1
            if leak := leak_in(f"{answer.headers}\n{answer.text}", truth, self.known):
                self.leaks.append(f"{answer.request.path} tells {leak}")

    def plays(self, address: str) -> TestResponse:
        """What is due, as a form."""
        path, form = form_of(self.game(address))
        return self.ask(f"{address}{path}", form)


def form_of(game: Game) -> tuple[str, dict[str, Any]]:
    """The end of the address of what a novice does, and the fields of the form."""
    form: dict[str, Any] = {"turn": game.turn}
    if game.stage is GameStage.CUT:
        return "/cut", {**form, "deals": "0"}
    if game.stage is GameStage.DEFEND:
        return "/defend", {**form, "off": " ".join(map(str, game.best_off))}
    if game.stage is GameStage.HAND_OVER:
        return "/next", form
    move = bot_named(BOTS[Level.NOVICE], game.rules).decide(game.view, 1)
    card = {} if move.card is None or move.kind == "take" else {"card": str(move.card)}
    name = "knock" if move.ends_hand and card else str(move.kind)
    return "", {**form, "action": name, **card}


@pytest.fixture
def people(app: Flask) -> tuple[Person, Person, Person]:
    ann, bob, cy = (Person(app, browser(app)) for _ in range(3))
    return ann, bob, cy


def opened(host: Person, **form: str) -> str:
    answer = host.ask("/train/two", {"rules": "standard", "to": "0", **form})
    assert answer.status_code == 303, answer.text
    return answer.location


def seated(people: tuple[Person, Person, Person], **form: str) -> str:
    """The address of a table at which two of them sit."""
    address = opened(people[0], **form)
    assert people[1].ask(f"{address}/join", {}).status_code == 303
    return address


def due(people: tuple[Person, Person, Person], address: str) -> Person:
    return next(each for each in people[:2] if each.game(address).due in {PLAYER, None})


@rest_at_night("rules", ("standard", "strict-nine", "classic", "eaai"), ("standard",))
def test_neither_is_sent_what_the_other_holds(
    people: tuple[Person, Person, Person], rules: str
) -> None:
    address, moves = seated(people, rules=rules), 0
    ann, bob, cy = people
    while not ann.game(address).stage.over:
        if ann.game(address).first != UNCHOSEN:
            ann.looks(address)
            bob.looks(address)
            other = cy.ask(address)
            assert other.status_code == 403
            assert not leak_in(other.text, Truth.of(ann.game(address)), cy.known)
        assert due(people, address).plays(address).status_code == 303
        moves += 1
    assert ann.leaks == bob.leaks == [] and moves > 3
    assert min(ann.documents, bob.documents) > 5 * moves


def test_a_hand_is_with_both_and_the_seed_is_the_one_that_was_sealed(
    people: tuple[Person, Person, Person],
) -> None:
    ann, bob, _ = people
    address = opened(ann)
    sealed = re.search(r'class="seal">([0-9a-f]{64})<', ann.ask(address).text)
    assert sealed is not None and sealed[1] in bob.ask(address).text
    bob.ask(f"{address}/join", {})
    while not ann.game(address).stage.over:
        assert f"{ann.game(address).seed:032x}" not in ann.ask(address).text
        due(people, address).plays(address)
    for who in (ann, bob):
        page = who.ask(address).text
        seed = re.search(r'class="seal">([0-9a-f]{32})<', page)
        assert seed is not None and seal_of(seed[1]) == sealed[1] in page
        assert "You and Friend, a hand" in who.ask("/review").text
        assert "Friend" in who.ask("/train").text, "it is counted among the games"
        assert who.ask(f"{address}/review", {}).location.startswith("/review/")
        assert who.ask("/review").text.count(">You and Friend, a hand<") == 1, "it was there"


def test_a_page_of_before_changes_nothing_and_a_second_click_counts_once(
    people: tuple[Person, Person, Person],
) -> None:
    address = seated(people)
    mover = due(people, address)
    waiter = people[0] if mover is people[1] else people[1]
    turn = mover.game(address).turn
    early = waiter.ask(address, {"turn": turn, "action": "take"})
    assert early.status_code == 422 and "It is not your turn; wait for the other" in early.text
    assert mover.ask(address, {"turn": turn, "action": "take"}).status_code == 303
    again = mover.ask(address, {"turn": turn, "action": "take"})
    assert again.status_code == 409 and "The game has moved on since." in again.text
    assert mover.game(address).hands == (("take",),)
    for way in ("hint", "back", "on", "coach"):
        refused = mover.ask(f"{address}/{way}", {"turn": mover.game(address).turn})
        assert refused.status_code in {404, 422}, way
    page = mover.ask(address).text
    assert "No coach, no hints, and nothing is taken back" in page and "Hint" not in page


def test_the_other_ones_move_arrives(people: tuple[Person, Person, Person]) -> None:
    address = opened(people[0])
    asks = {"headers": {"HX-Request": "true"}}
    page = people[0].ask(address).text
    wait = re.search(r'hx-get="([^"]+)"', page)
    assert wait is not None and f"http://localhost{address}" in page
    waits = wait[1].replace("&amp;", "&")
    assert people[0].ask(waits, **asks).status_code == 204
    people[1].ask(f"{address}/join", {})
    assert people[0].ask(waits, **asks).headers["HX-Refresh"] == "true"
    mover = due(people, address)
    waiter = people[0] if mover is people[1] else people[1]
    page = waiter.ask(address).text
    assert '<noscript><meta http-equiv="refresh"' in page and "Their move." in page
    news = re.search(r'hx-get="([^"]+)"', page)
    assert news is not None and waiter.ask(news[1], **asks).status_code == 204
    mover.plays(address)
    arrived = waiter.ask(news[1], **asks)
    assert arrived.status_code == 200 and 'id="table"' in arrived.text
    assert f"{news[1][:-1]}{int(news[1][-1]) + 1}" in arrived.text, "the next news are newer"
    assert people[2].ask(news[1], **asks).status_code == 204, "nothing for a third one"


def test_who_may_not_sit_down_is_told_why(people: tuple[Person, Person, Person]) -> None:
    ann, bob, cy = people
    for answer in (bob.ask("/train/two/nothing-here"), bob.ask("/train/two/nothing-here/news")):
        assert answer.status_code in {204, 404}
    assert "There is no such table." in bob.ask("/train/two/nothing-here").text
    address = opened(ann)
    own = ann.ask(f"{address}/join", {})
    assert own.status_code == 409 and "the other seat is for your friend" in own.text
    assert "Your invitation" in ann.ask(address).text and "Sit down" not in ann.ask(address).text
    assert "Sit down" in bob.ask(address).text
    assert bob.ask(f"{address}/join", {}).status_code == 303
    assert bob.ask(f"{address}/join", {}).status_code == 303, "twice is once"
    assert cy.ask(f"{address}/join", {}).location == address
    third = cy.ask(address)
    assert third.status_code == 403 and "Both seats are taken." in third.text
    assert cy.ask(address, {"turn": 1, "action": "take"}).location == address
    back = opened(ann)
    assert ann.ask(f"{back}/leave", {"turn": 1}).status_code == 303
    for who in people:
        assert who.ask(back).status_code == 410 and "has ended" in who.ask(back).text
    bob.ask(f"{back}/join", {})
    assert bob.ask(back).status_code == 410


def test_rules_that_cannot_be_are_refused_in_words(people: tuple[Person, Person, Person]) -> None:
    for form in ({"rules": "three-hand"}, {"rules": "none"}, {"rules": "standard", "to": "7"}):
        answer = people[0].ask("/train/two", {"to": "0", **form})
        assert answer.status_code == 422 and "No table can be opened." in answer.text
    assert "three-hand" in people[0].ask("/train/two", {"rules": "three-hand"}).text


def test_who_leaves_or_stays_away_has_lost(
    people: tuple[Person, Person, Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob, _ = people
    address = seated(people)
    assert bob.ask(f"{address}/leave", {"turn": bob.game(address).turn}).status_code == 303
    assert "They have left the game." in ann.ask(address).text
    assert "The game is yours" in ann.ask(address).text
    assert "You have left the game." in bob.ask(address).text
    late = bob.ask(address, {"turn": bob.game(address).turn, "action": "take"})
    assert late.status_code == 422 and "not your turn" in late.text
    address = seated(people)
    left = [re.search(r'data-left="(\d+)"', who.ask(address).text) for who in (ann, bob)]
    assert all(each and 290 < int(each[1]) <= 300 for each in left), "both see it"
    pairs, mover = web_app(ann.app).store.pairs, due(people, address)
    now = pairs._now
    monkeypatch.setattr(pairs, "_now", lambda: now() + PATIENCE + timedelta(seconds=1))
    waiter = ann if mover is bob else bob
    assert "The game is yours" in waiter.ask(address).text
    assert "The game is theirs" in mover.ask(address).text


def test_the_lobby_leads_back_to_the_table(people: tuple[Person, Person, Person]) -> None:
    address = seated(people, to="50")
    mover = due(people, address)
    for who in people[:2]:
        whose = "your move" if who is mover else "their move"
        link = f'href="{address}#table">Friend, standard: 0–0, {whose}</a>'
        assert link in who.ask("/train").text
    assert address not in people[2].ask("/train").text


def test_a_rematch_is_asked_for_by_one_and_begun_by_the_other(
    people: tuple[Person, Person, Person],
) -> None:
    ann, bob, cy = people
    address = seated(people, rules="classic", to="50")
    early = ann.game(address)
    assert ann.ask(f"{address}/again", {}).status_code == 303 and ann.game(address) == early
    ann.ask(f"{address}/leave", {"turn": early.turn})
    for who in (ann, bob):
        page = who.ask(address).text
        assert f'formaction="{address}/again" form="review-hand"' in page
        assert 'id="review-hand"' in page
    assert bob.ask(f"{address}/again", {}).status_code == 303
    waits = bob.ask(address).text
    assert "Waiting for somebody to sit down" in waits and "to 50" in waits
    assert not bob.ask(f"{address}/again", {}).headers["Location"].endswith("/again")
    assert "Sit down" in ann.ask(address).text and "Sit down" in cy.ask(address).text
    assert ann.ask(f"{address}/again", {}).status_code == 303
    game = bob.game(address)
    assert game.seed != early.seed and game.hands == ((),)
    assert (game.rules_name, game.target) == (early.rules_name, early.target)
    assert {who.game(address).guest for who in (ann, bob)} == {False, True}
    assert cy.ask(address).status_code == 403
