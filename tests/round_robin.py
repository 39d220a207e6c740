"""A proxy that sends each request to the next of several servers, whatever it is about.

Every answer closes its connection, so that a browser's next request begins anew.
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
_OWN = re.compile(rb"\r\n(?:connection|keep-alive|x-forwarded-\w+):[^\r\n]*", re.IGNORECASE)


class _Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 100

    def __init__(self, ports: Sequence[int]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.next_port = cycle(ports).__next__


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
        port = cast(_Server, self.server).next_port()
        with suppress(OSError), socket.create_connection(("127.0.0.1", port)) as server:
            server.sendall(_OWN.sub(b"", first) + own + HEAD_END + rest)
            threading.Thread(target=_carry, args=(client, server), daemon=True).start()
            _carry(server, client)


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
