"""A proxy that sends each newcomer to the next of several servers, and there again afterwards.

A cookie of its own says where. While that server does not listen another one is asked. Every answer
closes its connection, so that a browser's next request begins anew.
"""

from __future__ import annotations

import re
import socket
import socketserver
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import cycle
from typing import cast

HEAD_END = b"\r\n\r\n"
LINE_END = b"\r\n"
STAYS = re.compile(rb"\r\ncookie:[^\r\n]*\bserver=(\d+)", re.IGNORECASE)
_OWN = re.compile(rb"\r\n(?:connection|keep-alive|x-forwarded-\w+):[^\r\n]*", re.IGNORECASE)


class _Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 100

    def __init__(self, ports: Sequence[int]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.ports = ports
        self.next_number = cycle(range(len(ports))).__next__


class _Handler(socketserver.BaseRequestHandler):
    def handle(self) -> None:
        client: socket.socket = self.request
        head = b""
        while HEAD_END not in head:
            if not (more := client.recv(65536)):
                return
            head += more
        first, rest = head.split(HEAD_END, 1)
        own = b"\r\nConnection: close\r\nX-Forwarded-For: 127.0.0.1"
        servers = cast(_Server, self.server)
        stays = STAYS.search(first)
        number = int(stays[1]) if stays else servers.next_number()
        with suppress(OSError), _connected(servers.ports, number) as server:
            server.sendall(_OWN.sub(b"", first) + own + HEAD_END + rest)
            threading.Thread(target=_carry, args=(client, server), daemon=True).start()
            if not stays:
                _mark(server, client, number)
            _carry(server, client)


def _connected(ports: Sequence[int], number: int) -> socket.socket:
    """A connection to the server of that number, or to the next one that listens."""
    *others, last = (ports[(number + more) % len(ports)] for more in range(len(ports)))
    for port in others:
        with suppress(OSError):
            return socket.create_connection(("127.0.0.1", port))
    return socket.create_connection(("127.0.0.1", last))


def _mark(source: socket.socket, target: socket.socket, number: int) -> None:
    """Carry the first line of an answer, with a cookie after it."""
    line = b""
    while LINE_END not in line:
        if not (more := source.recv(65536)):
            return
        line += more
    first, rest = line.split(LINE_END, 1)
    cookie = b"Set-Cookie: server=%d; Path=/; HttpOnly; SameSite=Lax" % number
    target.sendall(LINE_END.join([first, cookie, rest]))


def _carry(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while more := source.recv(65536):
            target.sendall(more)
    with suppress(OSError):
        target.shutdown(socket.SHUT_WR)


@contextmanager
def round_robin(ports: Sequence[int]) -> Iterator[int]:
    """The port of such a proxy before servers on this machine."""
    with _Server(ports) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield int(server.server_address[1])
        finally:
            server.shutdown()
