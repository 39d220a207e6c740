"""No door tells what a player cannot see: every route, file and id of games in play."""

from __future__ import annotations

import base64
import hashlib
import logging
import zlib
from collections.abc import Callable
from dataclasses import replace
from urllib.parse import quote

import pytest
from flask import Flask

from analyzer.engine.bots import bot_named
from analyzer.engine.general import greedy_move
from analyzer.errors import InputError
from analyzer.game.cards import NO_CARDS
from analyzer.game.view import seen_by
from analyzer.notation import decode, encode
from analyzer.notation.view import parse_view
from analyzer.practice.daily import RULES, begin_day, seed_of
from analyzer.practice.games import BOTS, GameStage, Level
from analyzer.practice.play import BOT, PLAYER, Game, begin, begin_from
from analyzer.practice.seat import Seat
from analyzer.store.training import DAILY, GAME, TABLE_GAME
from analyzer.web.state import web_app
from tests.clock import NOW
from tests.sizes import rest_at_night
from tests.web.conftest import MakeApp
from tests.web.hidden import Truth, leak_in, swap_deals, twin_of
from tests.web.puzzle_samples import book
from tests.web.puzzle_visits import visitor
from tests.web.walk import ANEW, BY_CHANCE, PAIR, ROOM, TAKES, Walk, replay, rules_of, walk

SEED = 0x1D0C0FFEE_5EED_CAFE_F00D_0123_4567
SECRET = "not a secret, but long enough to be one"
START = "hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac 6s\npile: 5s Kh 9c"


def played(game: Game, moves: int) -> Game:
    """A game after some moves of the player's, the last legal one each time."""
    for _ in range(moves):
        if game.stage is GameStage.DEFEND:
            game = game.defend(NO_CARDS)
        elif game.stage is GameStage.HAND_OVER:
            game = game.next_hand()
        else:
            game = game.play(game.view.legal_actions()[-1].full)
    return game


def second_hand() -> Seat:
    """The usual table, in the second hand of a game."""
    game = begin("standard", Level.NOVICE, SEED)
    while len(game.hands) < 2:
        actions = game.view.legal_actions() if game.stage is GameStage.DECIDE else ()
        ending = [action for action in actions if action.ends_hand]
        game = game.play(ending[0].full) if ending else played(game, 1)
    return Seat(played(game, 5), None)


def from_position() -> Seat:
    """A hand played on from a position, while the usual game waits."""
    start = encode(parse_view(START))
    return Seat(begin_from(start, Level.NOVICE, SEED + 1), None, aside=second_hand().text)


def of_the_day() -> Seat:
    """The deal of the day, some moves on."""
    game = begin_day(RULES, "camper", int(seed_of(SECRET, NOW.date()), 16), str(NOW.date()))
    return Seat(played(game, 3), None)


def other(name: str, seed: int = SEED, *, asked: bool = False) -> Seat:
    """One of the other games, some moves on, or at a knock to be answered."""
    game = begin(name, Level.QUICK, seed)
    for _ in range(60 if asked else 3):
        if game.position.over:
            break
        game = game.play(greedy_move(seen_by(game.position, PLAYER)).full)
    return Seat(game, None)


def with_a_knock(name: str) -> Seat:
    """The first hand in which another player than the last one knocks, and cards fit on it."""
    seats = (other(name, seed, asked=True) for seed in range(SEED, SEED + 500))
    return next(
        seat for seat in seats if seat.game.asked and seat.game.position.outcome.knocker == 2
    )


def of_two(stage: GameStage, *, guest: bool = False) -> Seat:
    """A table for two people, some moves on in the second hand, as one of them has it."""
    for seed in range(SEED, SEED + 200):
        game = begin("standard", Level.PERSON, seed)
        while len(game.hands) < 3:
            game = game.turned if game.due != PLAYER and game.ready != BOT else game
            if len(game.hands) == 2 and game.position.over is (stage is GameStage.WAIT):
                seen = game if game.guest is guest else game.turned
                if seen.stage is stage and len(seen.hands[-1]) > 7:
                    return Seat(seen)
            game = novices_move(game)
    raise AssertionError("no such table")


def novices_move(game: Game) -> Game:
    """The game after the next move of whoever is due."""
    if game.stage is GameStage.DEFEND:
        return game.defend(NO_CARDS)
    if game.stage is GameStage.HAND_OVER:
        return game.next_hand()
    novice = bot_named(BOTS[Level.NOVICE], game.rules)
    return game.play(novice.decide(game.view, 1).full)


FORM = {
    "action": "none", "level": "novice", "p": encode(parse_view(START)), "rules": "standard",
}  # fmt: skip
ROOMS = {
    GAME: "/train/play", DAILY: "/train/daily", TABLE_GAME: "/train/table", PAIR: "/train/two",
}  # fmt: skip
CHECKS: tuple[Callable[[bytes], int], ...] = (
    zlib.crc32, zlib.adler32, *(
        lambda text, name=name: int.from_bytes(hashlib.new(name, text).digest()[:8])
        for name in ("md5", "sha1", "sha256", "blake2b")
    ),
)  # fmt: skip
"""Numbers that anybody can make of what was given."""

FIRST = "the usual table, the day, three players, a friend's invitation"
SECOND = "played on, a game aside, mahjong, my invitation"
TABLES: dict[str, dict[str, Callable[[], Seat]]] = {
    FIRST: {
        GAME: second_hand, DAILY: of_the_day, TABLE_GAME: lambda: other("three-hand"),
        PAIR: lambda: of_two(GameStage.DECIDE, guest=True),
    },
    SECOND: {
        GAME: from_position, TABLE_GAME: lambda: other("mahjong,players=3"),
        PAIR: lambda: of_two(GameStage.DECIDE),
    },
    "jokers": {TABLE_GAME: lambda: other("four-hand,jokers=2")},
    "teams": {TABLE_GAME: lambda: other("teams of 2")},
    "a knock to answer": {TABLE_GAME: lambda: with_a_knock("four-hand")},
    "a friend's answer to a knock": {PAIR: lambda: of_two(GameStage.WAIT, guest=True)},
}  # fmt: skip


def both(seat: Seat) -> tuple[str, str]:
    """A table and its twin as they are kept, with a game that waits and its twin."""
    twin = twin_of(seat)
    if seat.aside is not None:
        twin = replace(twin, aside=twin_of(Seat.read(seat.aside)).text)
    return seat.text, twin.text


def games_in(seat: Seat) -> list[Game]:
    """The game of a table, and the one that waits meanwhile."""
    return [seat.game, *([] if seat.aside is None else games_in(Seat.read(seat.aside)))]


def told_by_playing_on(app: Flask, ident: str, truths: tuple[Truth, ...]) -> bool:
    """True if two others who play on from an id are dealt the same, or what is hidden here."""
    try:
        decode(ident)
    except InputError:
        return False
    games = []
    for name in ("one", "two"):
        client = visitor(app, name)
        answer = client.post("/train/play/from", data={"p": ident, "level": "novice"})
        kept = web_app(app).store.training.load(name, GAME)
        if answer.status_code != 303 or kept is None:
            return False
        games.append(Seat.read(kept.text).game)
    if games[0].position.over or not games[0].position.stock:
        return False
    return Truth.of(games[0]).dealt_alike(games[1]) or any(
        truth.dealt_alike(game) for truth in truths for game in games
    )


@pytest.fixture
def seated(make_app: MakeApp, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Walk]:
    """A browser that sits at the tables of a name, each in the middle of a hand."""

    def sit(name: str) -> Walk:
        swap_deals(monkeypatch)
        monkeypatch.setattr("analyzer.web.train.daily.asked_today", NOW.date)
        monkeypatch.setattr("analyzer.web.train.daily._line", lambda *_: None)
        app = make_app(puzzles=book(), secret_key=SECRET)
        web_app(app).engine_ready.set()
        seats = {kind: make() for kind, make in TABLES[name].items()}
        return Walk(
            app,
            "the player",
            tuple(Truth.of(game) for seat in seats.values() for game in games_in(seat)),
            {kind: both(seat) for kind, seat in seats.items()},
            {ROOMS[kind]: seat.game.turn for kind, seat in seats.items()},
            FORM,
            is_guest=PAIR in seats and seats[PAIR].game.guest,
        )

    return sit


@pytest.mark.slow
@rest_at_night("name", TABLES, (FIRST,))
def test_no_route_or_file_tells_what_is_hidden(
    seated: Callable[[str], Walk], caplog: pytest.LogCaptureFixture, name: str
) -> None:
    trip = seated(name)
    with caplog.at_level(logging.DEBUG):
        walk(trip, str(NOW.date()), next(iter(book().puzzles)))
    trip.search(caplog.text, "the log")
    trip.put(twin=False)
    assert ('id="table"' in trip.client.get(f"/train/two/{ROOM}").text) is (PAIR in trip.kept)
    print(f"{name}: {trip.told}")
    assert not trip.found, "\n".join(trip.found)
    assert set(trip.routes) == {f"{method} {rule.rule}" for method, rule in rules_of(trip.app)}
    assert len(trip.routes) > 130 and trip.documents >= len(trip.routes)
    rules = [rule.endpoint for _, rule in rules_of(trip.app)]
    assert trip.compared == len([each for each in rules if each not in ANEW | BY_CHANCE])
    assert set(rules) >= ANEW | BY_CHANCE | TAKES, "an address has another name by now"


AT_NIGHT = [pytest.param(name, None, None, marks=pytest.mark.nightly) for name in TABLES]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "ids", "bots"), [(SECOND, 2, 2), *AT_NIGHT])
def test_no_id_or_number_that_was_given_tells_what_is_hidden(
    seated: Callable[[str], Walk], name: str, ids: int | None, bots: int | None
) -> None:
    trip = seated(name)
    both, trip.twins = trip.twins, (False,)
    walk(trip, str(NOW.date()), next(iter(book().puzzles)))
    trip.twins = both
    made = {check(each.encode()) for each in trip.ids for check in CHECKS}
    numbers = sorted(trip.numbers | made)
    tried = replay(trip, ids)
    for number in numbers[-bots:] if bots else numbers:
        seed = str(number % 2**62)
        trip.command("arena", "greedy", "greedy", "--hands", "2", "--seed", seed, "--json")
    print(f"{name}: {trip.told}, {tried} ids and {len(numbers)} numbers tried")
    assert not trip.found, "\n".join(trip.found)
    assert not [each for each in trip.ids if told_by_playing_on(trip.app, each, trip.truths)]
    assert not [n for n in numbers for truth in trip.truths if truth.dealt_by(n)]
    assert tried >= (ids or 20) and len(numbers) > 300 and trip.documents > 20 * tried


# ---------------------------------------------------------------- that it would be seen


FORMS: dict[str, Callable[[Truth], str]] = {
    "a hand": lambda truth: f"They hold {truth.hands[0]}.",
    "signs": lambda truth: " ".join(card.symbol for card in truth.hands[0]),
    "pictures": lambda truth: "".join(f'<img src="/cards/{c}.svg">' for c in truth.hands[0]),
    "names": lambda truth: ", ".join(card.name for card in truth.hands[0]),
    "without spaces": lambda truth: "".join(map(str, truth.hands[0])),
    "numbers": lambda truth: str([13 * card.suit + card.rank for card in truth.hands[0]]),
    "a mask": lambda truth: str(truth.hands[0].mask),
    "the stock": lambda truth: " ".join(map(str, truth.stock[:5])),
    "the seed": lambda truth: str(truth.seeds[0]),
    "the seed in hex": lambda truth: f"{truth.seeds[0]:X}",
    "the seed in base64": lambda truth: _base64(truth.seeds[0].to_bytes(16)),
    "a text in base64": lambda truth: _base64(f"their hand: {truth.hands[0]}".encode()),
    "a packed text": lambda truth: _base64(zlib.compress(f"hand: {truth.hands[0]}".encode())),
    "in an address": lambda truth: quote(f"?p={truth.hands[0]}"),
}  # fmt: skip


def _base64(raw: bytes) -> str:
    return f'"{base64.urlsafe_b64encode(raw).decode()}"'


@pytest.mark.parametrize("form", FORMS)
def test_what_is_hidden_would_be_found(form: str) -> None:
    truth = Truth.of(second_hand().game)
    assert leak_in(f"<p>{FORMS[form](truth)}</p>", truth, set())
    assert not leak_in(FORMS[form](Truth.of(from_position().game)), truth, set())


def test_a_route_that_tells_a_single_card_would_be_found(seated: Callable[[str], Walk]) -> None:
    trip = seated(SECOND)

    def told() -> str:
        kept = web_app(trip.app).store.training.load(trip.owner, GAME)
        assert kept is not None
        return str(Seat.read(kept.text).game.position.stock[-1])

    trip.app.add_url_rule("/told", "told", told)
    rule = next(rule for _, rule in rules_of(trip.app) if rule.endpoint == "told")
    trip.ask("GET", "/told", rule)
    assert len(trip.found) == 1 and "differs" in trip.found[0]
