#!/usr/bin/env bash
# MCP SDK 2.3.0: in the text of a tool's answer a list of one cannot be told from its item, nor an
# empty list from no answer.
#
# Guess: a tool that returns a list answers with one text, the list as JSON.
# Seen: each item becomes a text block of its own: two cards are two blocks, one card is one block that
# reads like a plain string, no card is no block at all. Only structured_content, under the name
# "result", keeps the list, and a tool that turns structured output off loses it.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install -q --disable-pip-version-check mcp==2.3.0
"$folder/bin/python" - <<'PYTHON'
import asyncio

from mcp import Client
from mcp.server import MCPServer

server = MCPServer("cards")


@server.tool()
def take(count: int) -> list[str]:
    """Cards from the pile."""
    return ["7h", "8h", "9h"][:count]


@server.tool()
def top() -> str:
    """The top of the pile."""
    return "7h"


async def main() -> None:
    """Ask both tools."""
    async with Client(server) as client:
        texts = {}
        for count in (0, 1, 2):
            answer = await client.call_tool("take", {"count": count})
            texts[count] = [block.text for block in answer.content]
            print(count, texts[count], answer.structured_content)
            assert answer.structured_content == {"result": ["7h", "8h", "9h"][:count]}
        alone = [block.text for block in (await client.call_tool("top", {})).content]
        print("one string:", alone)
        assert texts == {0: [], 1: ["7h"], 2: ["7h", "8h"]} and texts[1] == alone


asyncio.run(main())
PYTHON
