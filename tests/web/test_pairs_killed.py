"""Hands of two people over one link, and a server that is killed in the middle of them."""

from __future__ import annotations

import os
import re
import secrets
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from threading import Thread
from time import sleep

import pytest

from analyzer.game.cards import DECK
from analyzer.practice.games import GameStage
from analyzer.practice.play import BOT, PLAYER, Game
from analyzer.practice.seat import Seat
from analyzer.practice.tally import GameTally
from analyzer.store import Store
from analyzer.store.training import TALLY
from tests.sizes import more_at_night
from tests.web.hidden import Truth, leak_in
from tests.web.test_pairs import form_of
from tests.web.test_server import until
from tests.web.test_two_servers import NAME, Browser, free_port, is_ready

NAMED = re.compile(r"\b([A2-9TJQK][cdhs])\b")
SIGNED = re.compile("|".join(card.symbol for card in DECK))


def named_in(text: str) -> set[str]:
    """Each card that a document names anywhere, in letters or with its sign."""
    return {*NAMED.findall(text), *(SIGNS[sign] for sign in SIGNED.findall(text))}


SIGNS = {card.symbol: str(card) for card in DECK}


@dataclass
class House:
    """A server on a database of its own, which can be killed and begun again."""

    folder: Path
    port: int = field(default_factory=free_port)
    secret: str = field(default_factory=lambda: secrets.token_hex(32))
    running: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Of the database."""
        return f"sqlite:///{self.folder / 'gin.db'}"

    def begin(self) -> None:
        """Begin a server, and wait until it answers."""
        environment = {
            "GINSIGHT_DATA": str(self.folder), "GINSIGHT_DATABASE_URL": self.url,
            "GINSIGHT_SECRET": self.secret, "GINSIGHT_TRUSTED_HOSTS": NAME,
            "GINSIGHT_LOG": "quiet", "GINSIGHT_RATE_LIMIT": "none", "GINSIGHT_WORK_LIMIT": "none",
        }  # fmt: skip
        command = [sys.executable, "-m", "analyzer", "serve", "--port", str(self.port)]
        everything = {**os.environ, **environment}
        self.running = subprocess.Popen(command, env=everything, stdout=subprocess.DEVNULL)
        until(lambda: is_ready(self.port, "/livez"))

    def kill(self) -> None:
        """End it without a word."""
        assert self.running is not None
        self.running.kill()
        self.running.wait(60)


@dataclass
class Table:
    """A table for two, and what each of the two was sent."""

    store: Store
    people: dict[bool, Browser]
    """By whether they are the guest."""
    ident: str
    documents: int = 0
    leaks: list[str] = field(default_factory=list)
    known: dict[bool, set[str]] = field(default_factory=lambda: {False: set(), True: set()})

    @property
    def game(self) -> Game:
        """The host's game, as it is kept."""
        kept = self.store.pairs.load(self.ident)
        assert kept is not None
        return Seat.read(kept.text).game

    def asks(self, path: str, form: dict[str, str] | None = None, *, guest: bool) -> None:
        """Look into what somebody is sent for what they may not know."""
        text, game = self.people[guest].ask(path, form), self.game
        if game.stage.over:
            return
        self.documents += 1
        truth = Truth.of(game.turned if guest else game)
        if leak := leak_in(text, truth, self.known[guest]):
            self.leaks.append(f"{path} tells {leak}")
        if named := named_in(text) & {str(card) for hand in truth.hands for card in hand}:
            self.leaks.append(f"{path} names {named}")

    def due(self) -> tuple[Game, str, dict[str, str]]:
        """The game of whoever is due, and the form that they send."""
        game = self.game
        waits = game.due == BOT or (game.due is None and game.ready == PLAYER)
        game = game.turned if waits else game
        path, form = form_of(game)
        return game, f"/train/two/{self.ident}{path}", form


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path)
    house.begin()
    yield house
    house.kill()


def killed_meanwhile(house: House, table: Table) -> None:
    """Send a form, kill the server at once, and begin it again; then send the form again."""
    before, path, form = table.due()
    browser = table.people[before.guest]

    def send() -> None:
        with suppress(OSError, HTTPException, AssertionError):
            browser.ask(path, form)

    sent = Thread(target=send)
    sent.start()
    sleep(0.004)
    house.kill()
    sent.join()
    house.begin()
    assert table.game.turn in {before.turn, before.turn + 1}, "there or not there, never half"
    if table.game.turn == before.turn:
        table.asks(path, form, guest=before.guest)
    assert table.game.turn == before.turn + 1


@more_at_night("hands", 2, 50)
def test_hands_over_one_link_and_a_killed_server(house: House, hands: int) -> None:
    people = {guest: Browser(house.port) for guest in (False, True)}
    people[False].ask("/train/two", {"rules": "standard,target=9000", "to": ""})
    ident = people[False].address.rsplit("/", 1)[-1].split("#")[0]
    people[True].ask(f"/train/two/{ident}/join", {})
    acknowledged, killed = 0, False
    with Store.open(house.url) as store:
        table = Table(store, people, ident)
        while len(table.game.hands) < hands or not table.game.stage.over:
            before, path, form = table.due()
            if len(before.hands) == hands // 2 and len(before.hands[-1]) == 1 and not killed:
                killed_meanwhile(house, table)
                killed = True
                continue
            table.asks(path, form, guest=before.guest)
            after = table.game
            acknowledged += 1
            asked = before.stage is GameStage.HAND_OVER and before.ready is None
            assert after.turn == before.turn + (not asked), "each that was answered is there"
            table.asks(f"/train/two/{ident}", guest=not before.guest)
        assert killed and table.leaks == [] and table.documents > acknowledged
        for guest, who in ((False, "host"), (True, "guest")):
            kept = store.pairs.load(ident)
            assert kept is not None
            owner = kept.guest if guest else kept.host
            assert owner is not None
            tally = store.training.load(owner, TALLY)
            assert tally is not None
            (row,) = GameTally.kept(tally.text).rows()
            print(f"{who}: {row.hands} hands, {len(store.reviews.mine(owner))} reviews")
            assert row.hands == hands == len(store.reviews.mine(owner))
        print(f"{acknowledged} forms answered, {table.documents} documents searched")
