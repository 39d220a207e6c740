"""The sockets a server listens at, open before anything else is loaded.

From the moment a socket listens, a newcomer waits instead of being refused; so a program that
serves asks for its sockets first. Where systemd holds them (a `.socket` unit), nobody is refused
even while the service is restarted.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping
from typing import Final

BACKLOG: Final = 1024
"""Newcomers who may wait until they are taken in."""
FIRST_GIVEN: Final = 3
"""The first of the files that systemd hands to a service, by its protocol (`sd_listen_fds`)."""


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
    if environ.get("LISTEN_PID") != str(os.getpid()):
        return ()
    count = int(environ.get("LISTEN_FDS", "0"))
    return tuple(socket.socket(fileno=FIRST_GIVEN + number) for number in range(count))


def _bound(host: str, port: int) -> tuple[socket.socket, ...]:
    """New sockets at every address of a host; raises OSError."""
    found = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP, flags=socket.AI_PASSIVE
    )
    return tuple(_open(family, address) for family, *_, address in dict.fromkeys(found))


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
