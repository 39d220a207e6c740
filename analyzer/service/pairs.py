"""Tables for two people: an invitation, two seats, and what becomes of who leaves.

Both seats are one row of the database, so whichever server is asked has the same game. Time is
looked at whenever a table is: whoever is due and has not played in time has left the game then.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Final

from analyzer.practice.games import GameStage
from analyzer.practice.play import PLAYER, Game
from analyzer.practice.seat import Invitation, Seat
from analyzer.practice.tally import GameTally, PlayedGame
from analyzer.service.jobs import Fair, asked_for
from analyzer.store import SavedPair, Store
from analyzer.store.training import TALLY

PATIENCE: Final = timedelta(minutes=5)
"""The time for a move."""


def invite(store: Store, host: str, game: Game) -> str:
    """The invitation to a new game; raises InputError where the host has too many."""
    return store.pairs.open(host, Seat(game).text)


def seat_at(store: Store, ident: str, who: str | None) -> Seat | None:
    """Somebody's seat at a table; None where they have none.

    Raises InputError for a game of another version.
    """
    kept = store.pairs.load(ident)
    if kept is None or who is None or who not in {kept.host, kept.guest}:
        return None
    seat = _seated(kept, guest=who == kept.guest)
    here = seat.invitation
    if here is None or here.left is None or here.left > 0 or seat.game.due is None:
        return seat
    keep(store, replace(seat, game=seat.game.without(seat.game.due)))
    return seat_at(store, ident, who)


def seats_of(store: Store, who: str) -> tuple[Seat, ...]:
    """Somebody's seats in games that go on, the last played first."""
    seats = (seat_at(store, kept.id, who) for kept in store.pairs.mine(who))
    return tuple(
        seat for seat in seats if seat is not None and seat.game.stage is not GameStage.FINISHED
    )


def _seated(kept: SavedPair, *, guest: bool) -> Seat:
    seat = Seat.read(kept.text)
    game = seat.game.turned if guest else seat.game
    taken = kept.guest is not None
    left = (PATIENCE - kept.idle).total_seconds() if taken and game.due is not None else None
    return replace(seat, game=game, invitation=Invitation(kept.id, kept.version, taken, left))


def keep(store: Store, seat: Seat) -> bool:
    """Keep a seat as it is after a move; False where the other one came first.

    Once a hand is over, its record is with both, and their games are counted.
    """
    here = seat.invitation
    if here is None or not store.pairs.save(here.ident, seat.text, here.version):
        return False
    kept = store.pairs.load(here.ident) if seat.game.stage.over else None
    if kept is not None and kept.guest is not None:
        host = replace(seat, game=seat.game.turned) if seat.game.guest else seat
        settle(store, kept.host, host)
        settle(store, kept.guest, replace(host, game=host.game.turned))
    return True


def settle(store: Store, owner: str, seat: Seat) -> None:
    """Put the last hand that is over among somebody's reviews, and count the game, once."""
    game = seat.game
    count = len(game.results)
    if count:
        fair = Fair()
        request = asked_for(owner, game.match([count - 1]), None, (PLAYER,), fair)
        store.reviews.take_in(request, datetime.now(UTC), None, fair.kept)
    played = PlayedGame.of(game, helped=False)
    store.training.change(owner, TALLY, lambda text: GameTally.kept(text).plus(played).text)
