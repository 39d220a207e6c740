"""The table of the deal of the day in a file: nobody learns the seed before the day is over."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Final

import msgspec

from analyzer.practice.daily import seed_of
from analyzer.practice.progress import Seat

_UNTOLD: Final = 0


def read(text: str) -> Seat | None:
    """A table as it was kept; None of one that is of no day, or that this version cannot read."""
    try:
        seat = Seat.read(text)
        date.fromisoformat(seat.game.day or "")
    except (msgspec.MsgspecError, ValueError):
        return None
    return seat


def day_of(seat: Seat) -> date:
    """The day whose deal is on a table that `read` gave."""
    return date.fromisoformat(seat.game.day or "")


def without_seed(seat: Seat) -> Seat:
    """A table whose cards nobody can tell."""
    return replace(seat, game=replace(seat.game, seed=_UNTOLD))


def with_seed(text: str, secret: str) -> Seat | None:
    """The table whose text was told without the seed, which follows from the server's secret."""
    seat = read(text)
    if seat is None:
        return None
    return replace(seat, game=replace(seat.game, seed=int(seed_of(secret, day_of(seat)), 16)))
