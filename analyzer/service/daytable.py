"""The table of the deal of the day in a file: nobody learns the seed before the day is over."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import msgspec

from analyzer.practice.daily import seed_of
from analyzer.practice.progress import Seat
from analyzer.service.sealing import SealedText, is_sealed
from analyzer.store.training import DAILY


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


def from_file(sealed: SealedText, key: str) -> Seat | None:
    """The table that a server with this key has written into a file; None of any other."""
    text = sealed.read(key, DAILY)
    seat = _with_seed(sealed.text, key) if text is None else read(text)
    if seat is None or (text is None and not is_sealed(sealed.seal, key, DAILY, seat.text)):
        return None
    return seat


def _with_seed(text: str, key: str) -> Seat | None:
    """A table of a file of before, where the seed alone was left out: it follows from the key."""
    seat = read(text)
    if seat is None:
        return None
    return replace(seat, game=replace(seat.game, seed=int(seed_of(key, day_of(seat)), 16)))
