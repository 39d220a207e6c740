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
from heapq import nsmallest

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

    A place that gets free is given to who is next; nobody else is woken for it, or a crowd in line
    would keep the interpreter from those who work.

    >>> line = Line(places=1)
    >>> ann, bob = line.join(), line.join()
    >>> ann.wait(), ann.ahead, bob.ahead
    (True, 0, 1)
    >>> bob.wait(over=lambda: True)
    False
    """

    def __init__(self, places: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.lock = threading.Lock()
        self.places = places
        self.clock = clock
        self.tickets: list[Ticket] = []
        self._joined = 0

    def join(self, urgency: Urgency = Urgency.FIRST_ANSWER) -> Ticket:
        """Stand in line."""
        with self.lock:
            ticket = Ticket(self, urgency, self.next_number())
            self.tickets.append(ticket)
            return ticket

    def next_number(self) -> int:
        """The number of who joins now; under the lock only."""
        self._joined += 1
        return self._joined

    def move_up(self) -> None:
        """Give free places to those who are next; under the lock only."""
        free = self.places - sum(ticket.works for ticket in self.tickets)
        for ticket in nsmallest(free, self.in_line(), key=lambda ticket: ticket.turn):
            if not ticket.take_place():
                return  # who is next has not asked yet

    def in_line(self) -> list[Ticket]:
        """Those who have no place; under the lock only."""
        return [ticket for ticket in self.tickets if not ticket.works]

    @property
    def waiting(self) -> int:
        """How many wait."""
        with self.lock:
            return len(self.in_line())


class Ticket:
    """One search's place in the line, to be used from its own thread."""

    def __init__(self, line: Line, urgency: Urgency, number: int) -> None:
        self._line = line
        self._began = 0.0
        self._moved = threading.Condition(line.lock)
        self._asks = False
        self.urgency = urgency
        self.number = number
        self.works = False

    @property
    def turn(self) -> tuple[int, int]:
        """The smaller comes first."""
        return self.urgency, self.number

    @property
    def ahead(self) -> int:
        """How many work or wait before this one; 0 for one that works."""
        with self._line.lock:
            return self._ahead()

    def wait(
        self, over: Callable[[], bool] = bool, tell: Callable[[int], object] = lambda _: None
    ) -> bool:
        """Wait for a place; False where it was `over` before one was free.

        `tell` is given the number of those ahead, now and whenever it is found to have changed.
        """
        line, told = self._line, -1
        while not over():
            with line.lock:
                self._asks = True
                line.move_up()
                if self.works:
                    return True
                ahead = self._ahead()
                if ahead == told:
                    self._moved.wait(LOOK_SECONDS)
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
        with line.lock:
            if not self._should_give_way():
                return 0.0
            self.works, self._asks, self.number = False, False, line.next_number()
            line.move_up()
        left = line.clock()
        self.wait(over, tell)
        return line.clock() - left

    def leave(self) -> None:
        """Leave the line or the place."""
        with self._line.lock:
            if self in self._line.tickets:
                self._line.tickets.remove(self)
            self.works = False
            self._line.move_up()

    def take_place(self) -> bool:
        """Work from now on, if that was asked for; under the lock only."""
        if self._asks:
            self.works, self._asks, self._began = True, False, self._line.clock()
            self._moved.notify()
        return self.works

    def _ahead(self) -> int:
        if self.works:
            return 0
        before = sum(ticket.turn < self.turn for ticket in self._line.in_line())
        return before + sum(ticket.works for ticket in self._line.tickets)

    def _should_give_way(self) -> bool:
        """Whether one who waits is more urgent, or as urgent when our slice is over."""
        others = [ticket.urgency for ticket in self._line.in_line()]
        if not self.works or not others or self.urgency is Urgency.FIRST_ANSWER:
            return False
        over = self._line.clock() - self._began > SLICE_SECONDS
        return min(others) < self.urgency or (over and min(others) == self.urgency)
