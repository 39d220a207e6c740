"""The table of the deal of the day in a file: nobody learns the seed before the day is over."""

from __future__ import annotations

from datetime import date

from analyzer.practice.daily import seed_of
from analyzer.practice.seat import Seat
from analyzer.service.sealing import SealedText, is_sealed
from analyzer.store.training import DAILY


def read(text: str) -> Seat | None:
    """A table as it was kept; None of one that is of no day, or that this version cannot read."""
    try:
        seat = Seat.read(text)
        date.fromisoformat(seat.game.day or "")
    except ValueError:
        return None
    return seat


def day_of(seat: Seat) -> date:
    """The day whose deal is on a table that `read` gave."""
    return date.fromisoformat(seat.game.day or "")


def from_file(sealed: SealedText, key: str) -> Seat | None:
    """The table that a server with this key has written into a file; None of any other."""
    text = sealed.read(key, DAILY)
    if text is None:
        text = _with_seed(sealed.text, key)
        if not is_sealed(sealed.seal, key, DAILY, text):
            return None
    return read(text)


def _with_seed(text: str, key: str) -> str:
    """A table of a file of before, where the seed alone was left out: it follows from the key."""
    seat = read(text)
    seed = 0 if seat is None else int(seed_of(key, day_of(seat)), 16)
    return text.replace('"seed":0', f'"seed":{seed}', 1)
