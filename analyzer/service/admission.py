"""Admission to every kind of work: so many at once, a line before them, one refusal.

The more urgent come first, equals in their order. Whoever works asks between two pieces of work
whether somebody more urgent waits, and gives way; among equals each has a slice of time. So a
visitor who wants a first number waits for pieces of work, never for another's whole search; a first
answer itself is never put off once it is begun. Where there is no room to wait, or no place for
long, a `BusyError` says how many come before and when to come back.
"""

from __future__ import annotations

import ctypes
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from enum import IntEnum
from heapq import nsmallest
from itertools import cycle
from math import inf
from typing import Final, TypeVar

Answer = TypeVar("Answer")

SLICE_SECONDS = 1.0
"""The time that one computes before an equal has a turn."""
LOOK_SECONDS = 0.5
"""The interval at which one who waits looks for the end."""
SOON = 0.25
"""Seconds that one may wait for a place and hardly notices."""
BEHIND = 10
"""The niceness of a thread that computes, above that of pages."""
RETRY_SECONDS: Final = 3
"""After how many seconds somebody who was refused may come back, …"""
SPREAD_SECONDS: Final = 4
"""… from which so many waves are made of a crowd: it comes back as it was told to."""
BUSY: Final = 503
"""The status of a refusal because others come first."""
TOO_MANY: Final = 429
"""The status of a refusal because one address has asked for too much."""


class BusyError(Exception):
    """A refusal; `retry_after` is in whole seconds, `ahead` counts those who come before."""

    status = BUSY

    def __init__(
        self,
        retry_after: int,
        ahead: int = 0,
        message: str = "no more searches can run now; try again in a moment",
    ) -> None:
        self.retry_after, self.ahead = retry_after, ahead
        super().__init__(message)


class TooManyError(BusyError):
    """A refusal because of what one address has asked for already."""

    status = TOO_MANY


class Urgency(IntEnum):
    """The purpose of a ticket; the smaller comes first."""

    FIRST_ANSWER = 0
    LONGER = 1
    """Somebody has seen an answer, and it gets better."""
    DEEPER = 2
    """Somebody asked to think longer about an answer that was complete."""


def step_back() -> None:
    """Let this thread, and those that it begins, compute when pages don't need the processor.

    Only Linux knows threads that are nicer than others; elsewhere, and where a sandbox forbids it,
    nothing happens.
    """
    if sys.platform == "linux":
        with suppress(OSError):
            os.nice(BEHIND)  # of this thread alone


def share_heap() -> None:
    """Let all threads share a heap, where the C library is glibc, which else makes one for each."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).mallopt(-8, 1)  # M_ARENA_MAX


class Admission:
    """The places at which one kind of work is done, and the line before them.

    A place that gets free is given to who is next; nobody else is woken for it, or a crowd in line
    would keep the interpreter from those who work.

    >>> desk = Admission(places=1)
    >>> ann, bob = desk.join(), desk.join()
    >>> ann.wait(), ann.ahead, bob.ahead
    (True, 0, 1)
    >>> bob.wait(over=lambda: True)
    False

    >>> desk = Admission(places=1, room=1)
    >>> def ask() -> str:
    ...     try:
    ...         return desk.run(lambda: "an answer")
    ...     except BusyError as busy:
    ...         return f"{busy.ahead} ahead, come back in {busy.retry_after} s"
    >>> ask(), desk.run(ask)
    ('an answer', '1 ahead, come back in 3 s')
    """

    def __init__(
        self,
        places: int,
        room: int | None = None,
        patience: float = inf,
        longest_crowd: float = inf,
        retry_after: Callable[[], int] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`room` is for how many there is room, working or waiting; None for any number.

        `patience` is how many seconds one waits at most in `admitted` and `run`. Newcomers are
        refused once nobody has had a place soon for `longest_crowd` seconds: a crowd that comes at
        once is served, but more than can be served are not kept waiting ever longer. `retry_after`
        says in how many seconds one who is refused may come back; usually in waves, from 3 to 6.
        """
        self.lock = threading.Lock()
        self.places, self.clock = places, clock
        self.tickets: list[Ticket] = []
        self._room, self._patience, self._longest_crowd = room, patience, longest_crowd
        self._served_soon_at = clock()
        self._joined = 0
        waves = cycle(range(RETRY_SECONDS, RETRY_SECONDS + SPREAD_SECONDS))
        self._retry_after = retry_after or waves.__next__
        self._threads = ThreadPoolExecutor(places, "costly", initializer=step_back)

    def join(self, urgency: Urgency = Urgency.FIRST_ANSWER) -> Ticket:
        """Stand in line; raises BusyError where there is no room."""
        with self.lock:
            self._forget_expired()
            present = len(self.in_line()) + min(self.places, len(self.working()))
            is_full = self._room is not None and present >= self._room
            if is_full or self._is_overrun():
                raise self._refusal()
            return self._ticket(urgency)

    def enter(self) -> Ticket:
        """Work at once, without a turn; the others wait while the places are taken."""
        with self.lock:
            ticket = self._ticket(Urgency.FIRST_ANSWER)
            ticket.take_place(wants=True)
            return ticket

    @contextmanager
    def admitted(self, urgency: Urgency = Urgency.FIRST_ANSWER) -> Iterator[None]:
        """Have a place within the block; a thread that has one already keeps it.

        Raises BusyError where there is no room, or no place within the patience.
        """
        thread = threading.get_ident()
        if (ticket := self._alone(thread, urgency)) is None:
            if self._has_place(thread):
                yield
                return
            ticket = self.join(urgency)
            with _stepped_out():
                if not ticket.wait(patience=self._patience):
                    raise self.refusal()
        try:
            yield
        finally:
            ticket.leave()

    def run(self, work: Callable[[], Answer]) -> Answer:
        """The answer of `work`, done in turn by a thread that steps back and knows no request.

        Raises BusyError as `admitted`.
        """
        with self.admitted():
            return self._threads.submit(work).result()

    def refusal(self) -> BusyError:
        """The refusal of one who cannot wait."""
        with self.lock:
            return self._refusal()

    @property
    def waiting(self) -> int:
        """The number of those who wait."""
        with self.lock:
            return len(self.in_line())

    # ------------------------------------------------------------ under the lock only

    def next_number(self) -> int:
        """The number of who joins now."""
        self._joined += 1
        return self._joined

    def move_up(self) -> None:
        """Give free places to those who are next."""
        self._forget_expired()
        free = max(0, self.places - len(self.working()))
        for ticket in nsmallest(free, self.in_line(), key=lambda ticket: ticket.turn):
            if not ticket.take_place():
                return  # who is next has not asked yet

    def in_line(self) -> list[Ticket]:
        """Those who have no place, and wait for one here."""
        return [ticket for ticket in self.tickets if not (ticket.works or ticket.is_out)]

    def working(self) -> list[Ticket]:
        """Those who have a place."""
        return [ticket for ticket in self.tickets if ticket.works]

    def _ticket(self, urgency: Urgency) -> Ticket:
        ticket = Ticket(self, urgency, self.next_number())
        self.tickets.append(ticket)
        return ticket

    def _forget_expired(self) -> None:
        now = self.clock()
        self.tickets = [ticket for ticket in self.tickets if ticket.expires > now]

    def _is_overrun(self) -> bool:
        now = self.clock()
        if now - min((ticket.joined for ticket in self.in_line()), default=now) <= SOON:
            self._served_soon_at = now
        return now - self._served_soon_at > self._longest_crowd

    def _refusal(self) -> BusyError:
        return BusyError(self._retry_after(), len(self.tickets))

    def _alone(self, thread: int, urgency: Urgency) -> Ticket | None:
        """The place of a thread that comes while nobody works or waits; else None."""
        with self.lock:
            if self.tickets:
                return None
            ticket = Ticket(self, urgency, self._joined)
            ticket.works, ticket.thread = True, thread
            self._served_soon_at = ticket.joined
            self.tickets.append(ticket)
            return ticket

    def _has_place(self, thread: int) -> bool:
        with self.lock:
            return any(ticket.thread == thread for ticket in self.working())


class Ticket:
    """One's place in the line, to be used from its own thread."""

    def __init__(self, line: Admission, urgency: Urgency, number: int) -> None:
        self._line = line
        self._began = 0.0
        self._moved = threading.Condition(line.lock)
        self._asks = False
        self.thread: int | None = None
        """The thread that works here."""
        self.joined = line.clock()
        self.expires = inf
        """The time from which the place is free again, though nobody says so."""
        self.urgency = urgency
        self.number = number
        self.works = False
        self.is_out = False
        """True while it has left its place to wait elsewhere."""

    @property
    def turn(self) -> tuple[int, int]:
        """The smaller comes first."""
        return self.urgency, self.number

    @property
    def ahead(self) -> int:
        """The number of those who work or wait before this one; 0 for one that works."""
        with self._line.lock:
            return 0 if self.works else self._before() + len(self._line.working())

    def wait(
        self,
        over: Callable[[], bool] = bool,
        tell: Callable[[int], object] = lambda _: None,
        patience: float = inf,
    ) -> bool:
        """Wait for a place; False where it was `over`, or `patience` seconds, before one was free.

        `tell` is given the number of those ahead, now and whenever it is found to have changed.
        """
        line, known = self._line, -1
        until = line.clock() + patience
        while not over():
            with line.lock:
                self._asks, self.thread = True, threading.get_ident()
                line.move_up()
                left = until - line.clock()
                if self.works or left <= 0:
                    break
                ahead = self._before() + len(line.working())
                if ahead == known:
                    self._moved.wait(min(LOOK_SECONDS, left, self._expected()))
                    continue
            known = ahead
            tell(ahead)
        if not self.works:
            self.leave()
        return self.works

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

    @contextmanager
    def stepped_out(self) -> Iterator[None]:
        """Let others have the place within the block, and be the next to have one after it."""
        with self._line.lock:
            self.works, self._asks, self.is_out = False, False, True
            self._line.move_up()
        try:
            yield
        finally:
            self.is_out = False
            self.wait()

    def leave(self, after: float = 0.0) -> None:
        """Leave the line or the place, the place `after` so many seconds."""
        with self._line.lock:
            if not after and self._line.tickets == [self]:
                self.works = False
                self._line.tickets.clear()
                return
            self.expires = self._line.clock() + after
            if not after:
                self.works = False
            self._line.move_up()
            if after and (waiting := self._line.in_line()):
                min(waiting, key=lambda ticket: ticket.turn).look_again()

    def take_place(self, wants: bool = False) -> bool:
        """Work from now on, if that was asked for; under the lock only."""
        if self._asks or wants:
            self.works, self._asks, self._began = True, False, self._line.clock()
            self._moved.notify()
        return self.works

    def look_again(self) -> None:
        """Look when a place gets free, if it is waited for; under the lock only."""
        self._moved.notify()

    def _before(self) -> int:
        return sum(ticket.turn < self.turn for ticket in self._line.in_line())

    def _expected(self) -> float:
        """Seconds until a place gets free by itself, for who is next; without end for others."""
        if self._before():
            return inf
        free_at = min((ticket.expires for ticket in self._line.working()), default=inf)
        return free_at - self._line.clock()

    def _should_give_way(self) -> bool:
        """True if one who waits is more urgent, or as urgent when our slice is over."""
        others = [ticket.urgency for ticket in self._line.in_line()]
        if not self.works or not others or self.urgency is Urgency.FIRST_ANSWER:
            return False
        over = self._line.clock() - self._began > SLICE_SECONDS
        return min(others) < self.urgency or (over and min(others) == self.urgency)


_here: Final = threading.local()


def keep_outer(ticket: Ticket) -> Ticket:
    """Remember the place at which this thread answers a request, until it has another one."""
    _here.outer = ticket
    return ticket


@contextmanager
def _stepped_out() -> Iterator[None]:
    """Let another request have the place of the one that waits within the block."""
    outer: Ticket | None = getattr(_here, "outer", None)
    if outer is None or not outer.works:
        yield
        return
    with outer.stepped_out():
        yield


_HALF: Final = max(1, (os.cpu_count() or 2) // 2)
COSTLY: Final = Admission(places=_HALF, room=_HALF + 96, patience=30.0)
"""Beliefs, match equity, and whatever else takes up to a second of one core; half of the cores stay
free for pages. Requests that wait hold no place of the entrance meanwhile, so a crowd may."""
