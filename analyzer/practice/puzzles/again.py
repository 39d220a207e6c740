"""The return of a missed puzzle: spaced repetition by FSRS.

The library behind it (fsrs, the scheduler that Anki uses) is asked here and nowhere else. It
counts in days, with no steps of minutes and nothing left to chance: the days are those of the
visitor's own calendar, and each is given to the library as its midnight in UTC.

Source: FSRS-6, https://github.com/open-spaced-repetition/fsrs4anki/wiki/The-Algorithm.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from math import isfinite
from typing import Final

from fsrs import Card, Scheduler, State
from fsrs import Rating as Recall

LONGEST: Final = 365
"""Days after which a puzzle comes again at the latest."""
STEADIEST: Final = 36_500.0
"""Days of stability that are believed."""
HARDEST: Final = 10.0
"""FSRS counts difficulty from 1 to this."""

_SCHEDULER: Final = Scheduler(
    learning_steps=(), relearning_steps=(), maximum_interval=LONGEST, enable_fuzzing=False
)


@dataclass(frozen=True, slots=True)
class Memory:
    """The memory of a puzzle, as far as its tries tell."""

    stability: float
    """Days after which it is still known nine times in ten."""
    difficulty: float
    """1 to 10."""
    reviewed: date
    """The day of the last try."""
    due: date
    """The day on which it should come again."""

    @property
    def sound(self) -> bool:
        """True if it can have come about; one from a file need not."""
        waits = (self.due - self.reviewed).days
        return (
            isfinite(self.stability)
            and 0 < self.stability <= STEADIEST
            and 1 <= self.difficulty <= HARDEST
            and 0 < waits <= LONGEST
        )


def _recall(credit: float, *, hinted: bool) -> Recall:
    """Return how a try went, by its credit; with a hint it was hard at best.

    >>> _recall(1.0, hinted=False).name, _recall(1.0, hinted=True).name
    ('Good', 'Hard')
    """
    if credit <= 0:
        return Recall.Again
    return Recall.Hard if hinted or credit < 1 else Recall.Good


def tried(
    memory: Memory | None, credit: float, day: date, *, hinted: bool = False
) -> Memory | None:
    """Return what is remembered after a try on a day, the first or a later one.

    None while nothing was missed: a puzzle solved without a hint need not come again. A day
    before the last try counts as the day of that.

    >>> missed = tried(None, 0.0, date(2026, 1, 14))
    >>> again = tried(missed, 1.0, date(2026, 1, 15))
    >>> missed.due.isoformat(), again.due > date(2026, 1, 16)
    ('2026-01-15', True)
    >>> tried(None, 1.0, date(2026, 1, 14)) is None
    True
    """
    how = _recall(credit, hinted=hinted)
    if memory is None:
        return None if how is Recall.Good else _reviewed(Card(card_id=0), how, day)
    card = Card(
        card_id=0,
        state=State.Review,
        stability=memory.stability,
        difficulty=memory.difficulty,
        due=_midnight(memory.due),
        last_review=_midnight(memory.reviewed),
    )
    return _reviewed(card, how, max(day, memory.reviewed))


def _reviewed(card: Card, how: Recall, day: date) -> Memory:
    after, _ = _SCHEDULER.review_card(card, how, _midnight(day))
    assert after.stability is not None and after.difficulty is not None
    return Memory(after.stability, after.difficulty, day, after.due.date())


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)
