"""Who computes now and who waits: so many at once, first answers before longer thinking.

Whoever computes asks between two pieces of work whether somebody more urgent waits, and gives way;
among equals each has a slice of time. So a visitor who wants a first number waits for pieces of
work, never for another's whole search; a first answer itself is never put off once it is begun.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from enum import IntEnum

SLICE_SECONDS = 1.0
"""How long one computes before an equal has a turn."""
LOOK_SECONDS = 0.5
"""How often one who waits looks whether it is over."""
BEHIND = 10
"""How much nicer than pages a thread is that computes."""


def step_back() -> None:
    """Let this thread, and those that it begins, compute when pages don't need the processor.

    Only Linux knows threads that are nicer than others; elsewhere, and where a sandbox forbids it,
    nothing happens.
    """
    if sys.platform == "linux":
        with suppress(OSError):
            os.nice(BEHIND)  # of this thread alone


class Urgency(IntEnum):
    """What a ticket is for; the smaller comes first."""

    FIRST_ANSWER = 0
    LONGER = 1
    """Somebody has seen an answer, and it gets better."""
    DEEPER = 2
    """Somebody asked to think longer about an answer that was complete."""


class Line:
    """The places at which work is done, and the line before them.

    >>> line = Line(places=1)
    >>> ann, bob = line.join(), line.join()
    >>> ann.wait(), ann.ahead, bob.ahead
    (True, 0, 1)
    >>> bob.wait(over=lambda: True)
    False
    """

    def __init__(self, places: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.changed = threading.Condition()
        self.places = places
        self.clock = clock
        self.tickets: list[Ticket] = []
        self._joined = 0

    def join(self, urgency: Urgency = Urgency.FIRST_ANSWER) -> Ticket:
        """Stand in line."""
        with self.changed:
            ticket = Ticket(self, urgency, self.next_number())
            self.tickets.append(ticket)
            return ticket

    def next_number(self) -> int:
        """The number of who joins now; under the lock only."""
        self._joined += 1
        return self._joined

    @property
    def waiting(self) -> int:
        """How many wait."""
        with self.changed:
            return sum(not ticket.works for ticket in self.tickets)


class Ticket:
    """One search's place in the line, to be used from its own thread."""

    def __init__(self, line: Line, urgency: Urgency, number: int) -> None:
        self._line = line
        self._began = 0.0
        self.urgency = urgency
        self.number = number
        self.works = False

    @property
    def ahead(self) -> int:
        """How many work or wait before this one; 0 for one that works."""
        with self._line.changed:
            return self._ahead()

    def wait(
        self, over: Callable[[], bool] = bool, tell: Callable[[int], object] = lambda _: None
    ) -> bool:
        """Wait for a place; False where it was `over` before one was free.

        `tell` is given the number of those ahead, now and whenever it changes.
        """
        line, told = self._line, -1
        while not over():
            with line.changed:
                if self._next():
                    self.works, self._began = True, line.clock()
                    line.changed.notify_all()
                    return True
                ahead = self._ahead()
                if ahead == told:
                    line.changed.wait(LOOK_SECONDS)
                    continue
            told = ahead
            tell(ahead)
        self.leave()
        return False

    def give_way(
        self, over: Callable[[], bool] = bool, tell: Callable[[int], object] = lambda _: None
    ) -> float:
        """Between two pieces of work: let others go first if it is their turn.

        Returns the seconds it waited; its place is taken again unless it is `over` by then.
        """
        line = self._line
        with line.changed:
            if not self._should_give_way():
                return 0.0
            self.works, self.number = False, line.next_number()
            line.changed.notify_all()
        left = line.clock()
        self.wait(over, tell)
        return line.clock() - left

    def leave(self) -> None:
        """Leave the line or the place."""
        with self._line.changed:
            if self in self._line.tickets:
                self._line.tickets.remove(self)
            self.works = False
            self._line.changed.notify_all()

    @property
    def _turn(self) -> tuple[int, int]:
        return self.urgency, self.number

    def _waiting(self) -> list[Ticket]:
        return [ticket for ticket in self._line.tickets if not ticket.works]

    def _ahead(self) -> int:
        if self.works:
            return 0
        before = sum(ticket._turn < self._turn for ticket in self._waiting())
        return before + sum(ticket.works for ticket in self._line.tickets)

    def _next(self) -> bool:
        """Whether a place is free and nobody is before us."""
        working = sum(ticket.works for ticket in self._line.tickets)
        first = min(self._waiting(), key=lambda ticket: ticket._turn, default=None)
        return working < self._line.places and first is self

    def _should_give_way(self) -> bool:
        """Whether one who waits is more urgent, or as urgent when our slice is over."""
        others = [ticket.urgency for ticket in self._waiting()]
        if not self.works or not others or self.urgency is Urgency.FIRST_ANSWER:
            return False
        over = self._line.clock() - self._began > SLICE_SECONDS
        return min(others) < self.urgency or (over and min(others) == self.urgency)
