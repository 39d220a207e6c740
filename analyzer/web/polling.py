"""What the sockets bring, a few at a time: who was answered just now is heard before a crowd.

Whoever sends a form is sent on to a page, and asks for it at once. Where a hundred others have sent
theirs meanwhile, that page would be begun after all of these have been read.
"""

from __future__ import annotations

import select
from collections.abc import Mapping, Sequence
from typing import Any, Final

from waitress import wasyncore
from waitress.channel import HTTPChannel

AT_ONCE: Final = 8
"""Sockets that are heard before all are looked at again: half of them those that were active last,
the other half those that have been silent for the longest, so that nobody is put off for good."""

_Ready = tuple[int, int]
"""The number of a socket, and what it brings."""


def attend(sockets: dict[int, Any], timeout: float) -> None:
    """Wait some seconds for what the sockets bring, and take in a part; the rest is still there."""
    if not hasattr(select, "poll"):
        wasyncore.poll(timeout, sockets)
        return
    poller = select.poll()
    for number, each in list(sockets.items()):
        if events := _wanted(each):
            poller.register(number, events)
    for number, events in first_of(poller.poll(int(timeout * 1000)), sockets):
        if number in sockets:
            wasyncore.readwrite(sockets[number], events)


def _wanted(each: Any) -> int:
    events = select.POLLIN | select.POLLPRI if each.readable() else 0
    return events | select.POLLOUT if each.writable() and not each.accepting else events


def first_of(ready: Sequence[_Ready], sockets: Mapping[int, Any]) -> Sequence[_Ready]:
    """Those that come first; newcomers and the server's own words to itself before all."""
    if len(ready) <= AT_ONCE:
        return ready
    known = [one for one in ready if isinstance(sockets.get(one[0]), HTTPChannel)]
    known.sort(key=lambda one: sockets[one[0]].last_activity, reverse=True)
    half = AT_ONCE // 2
    others = [one for one in ready if not isinstance(sockets.get(one[0]), HTTPChannel)]
    return [*others, *known[:half], *known[half:][-half:]]
