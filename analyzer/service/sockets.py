"""The sockets a server listens at, open before anything else is loaded.

From the moment a socket listens, a newcomer waits instead of being refused; so a program that
serves asks for its sockets first. Where systemd holds them (a `.socket` unit), nobody is refused
even while the service is restarted.
"""

from __future__ import annotations

import ctypes
import os
import socket
import struct
import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

BACKLOG: Final = 1024
"""Newcomers who may wait until they are taken in."""
FIRST_GIVEN: Final = 3
"""The first of the files that systemd hands to a service, by its protocol (`sd_listen_fds`)."""

SPARE_FILES: Final = 256
"""Files left for the database, the templates and whatever else is open."""
MOST_ON_WINDOWS: Final = 400
"""Connections that can be waited for at once there."""

SO_ATTACH_FILTER: Final = 26
NO_NEWCOMERS: Final = (
    (0x30, 0, 0, 13),  # load the byte of flags of a TCP segment
    (0x45, 0, 1, 0x02),  # if it opens a connection
    (0x06, 0, 0, 0),  # drop it
    (0x06, 0, 0, 0xFFFF_FFFF),  # else let it in
)
"""A program of the kernel's packet filter: operation, two jumps, value."""


def listening(
    host: str, port: int, environ: Mapping[str, str] = os.environ
) -> tuple[socket.socket, ...]:
    """The sockets that systemd has handed to this process, or new ones at an address.

    >>> (made,) = listening("127.0.0.1", 0)
    >>> made.getsockname()[1] > 0
    True
    >>> made.close()
    """
    return given(environ) or _bound(host, port)


def given(environ: Mapping[str, str]) -> tuple[socket.socket, ...]:
    """The sockets that systemd has handed to this process, if any."""
    return tuple(socket.socket(fileno=number) for number in _given(environ))


def is_given(listener: socket.socket, environ: Mapping[str, str] = os.environ) -> bool:
    """True if another process holds a socket too."""
    return listener.fileno() in _given(environ)


def _given(environ: Mapping[str, str]) -> range:
    """The numbers of the files that systemd has handed to this process."""
    mine = environ.get("LISTEN_PID") == str(os.getpid())
    count = int(environ.get("LISTEN_FDS", "0")) if mine else 0
    return range(FIRST_GIVEN, FIRST_GIVEN + count)


def files_for(connections: int) -> int:
    """So many connections, or as many as the system lets us have open, which is asked to be enough.

    >>> files_for(10)
    10
    """
    if sys.platform == "win32":
        return min(connections, MOST_ON_WINDOWS)
    import resource  # noqa: PLC0415  # Windows has no such limit, and no such module

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = connections + SPARE_FILES
    if soft < needed:
        soft = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return min(connections, max(64, soft - SPARE_FILES))


def turn_away(listener: socket.socket) -> None:
    """Let nobody begin a connection, so that a socket can be closed when all who had are in.

    They try again after a second. Where that cannot be asked for (not Linux), nothing changes.
    """
    if sys.platform != "linux":
        return
    code = b"".join(struct.pack("HBBI", *line) for line in NO_NEWCOMERS)
    kept = ctypes.create_string_buffer(code, len(code))
    program = struct.pack("HL", len(NO_NEWCOMERS), ctypes.addressof(kept))
    with suppress(OSError):
        listener.setsockopt(socket.SOL_SOCKET, SO_ATTACH_FILTER, program)


def _bound(host: str, port: int) -> tuple[socket.socket, ...]:
    """New sockets at every address of a host; raises OSError."""
    addresses = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP, flags=socket.AI_PASSIVE
    )
    return tuple(_open(family, address) for family, *_, address in dict.fromkeys(addresses))


def _open(family: int, address: tuple[object, ...]) -> socket.socket:
    made = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name != "nt":  # there it would let two programs share a port
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        made.bind(address)
        made.listen(BACKLOG)
    except OSError:
        made.close()
        raise
    return made
