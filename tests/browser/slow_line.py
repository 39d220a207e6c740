"""Pages that come in two halves, as over a slow line."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.request import Request, urlopen

PAUSE = 2.0
"""Seconds between the halves."""
HALF = b'class="felt-hand"'
"""Where the second half begins."""


@contextmanager
def slow_line(url: str) -> Iterator[str]:
    """An address at which the pages of `url` come in halves."""

    class Slow(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            headers = {"Cookie": self.headers.get("Cookie", "")}
            with urlopen(Request(url + self.path, headers=headers)) as answer:
                body = answer.read()
                self.send_response(answer.status)
                for name, value in answer.headers.items():
                    if name.lower() not in {"connection", "transfer-encoding"}:
                        self.send_header(name, value)
                self.end_headers()
            cut = max(0, body.find(HALF))
            self.wfile.write(body[:cut])
            self.wfile.flush()
            time.sleep(PAUSE * bool(cut))
            self.wfile.write(body[cut:])

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Slow)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
