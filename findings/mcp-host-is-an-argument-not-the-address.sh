#!/usr/bin/env bash
# MCP SDK 2.3.0: who may call over HTTP follows from an argument of the application, not from the address
# on which it listens.
#
# Guess: an application served on 0.0.0.0 or behind a proxy answers whatever name it is asked by, as other
# ASGI applications do, or checks nothing on any address.
# Seen: streamable_http_app() has host="127.0.0.1" as its default and then answers 421 to every Host header
# but localhost and 127.0.0.1 with a port, so even to "localhost" alone, as browsers say it on port 80; with
# host="0.0.0.0" it answers any. The server that listens is not asked.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install -q --disable-pip-version-check mcp==2.3.0
"$folder/bin/python" - <<'PYTHON'
import asyncio

import httpx2
from mcp.server import Server

CALL = {"jsonrpc": "2.0", "id": 1, "method": "server/discover", "params": {}}
HEADERS = {"accept": "application/json, text/event-stream"}


async def status(**options: str) -> dict[str, int]:
    """The status of the same request under three names."""
    app, seen = Server("cards").streamable_http_app(**options), {}
    async with app.router.lifespan_context(app):
        for name in ("127.0.0.1:8001", "localhost", "gin.example"):
            transport = httpx2.ASGITransport(app=app)
            async with httpx2.AsyncClient(transport=transport, base_url=f"http://{name}") as client:
                seen[name] = (await client.post("/mcp", json=CALL, headers=HEADERS)).status_code
    return seen


usual, everywhere = asyncio.run(status()), asyncio.run(status(host="0.0.0.0"))
print("default:", usual)
print('host="0.0.0.0":', everywhere)
assert usual["gin.example"] == usual["localhost"] == 421 and usual["127.0.0.1:8001"] != 421
assert 421 not in everywhere.values()
PYTHON
