#!/usr/bin/env bash
# MCP SDK 2.3.0: one tool whose schema is a reference at its root takes all tools from the list.
#
# Guess: {"$ref": "#/$defs/Hand", "$defs": ...}, which is what msgspec, among others, writes for a type, is
# a JSON Schema like any other; at worst its own tool is refused.
# Seen: the whole tools/list fails with "Handler returned an invalid result", which names neither tool nor
# field. As a schema of the input that is so in every protocol, as one of the output only for clients of
# the older one: a test in the same process, which speaks the newest, passes. The root needs
# "type": "object" beside whatever else it says.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install -q --disable-pip-version-check mcp==2.3.0
"$folder/bin/python" - <<'PYTHON'
import asyncio
import logging

import mcp_types as types
from mcp import Client, MCPError
from mcp.server import Server

logging.disable()  # its tracebacks
PLAIN = {"type": "object", "properties": {"cards": {"type": "string"}}}
REFERENCE = {"$ref": "#/$defs/Hand", "$defs": {"Hand": PLAIN}}


async def listed(mode: str, asked: dict, told: dict) -> str:
    """The tools that a client is told of, or the error in their place."""

    async def tools(_context: object, _params: object) -> types.ListToolsResult:
        good = types.Tool(name="good", input_schema=PLAIN)
        other = types.Tool(name="other", input_schema=asked, output_schema=told)
        return types.ListToolsResult(tools=[good, other])

    async with Client(Server("cards", on_list_tools=tools), mode=mode) as client:
        try:
            return " ".join(tool.name for tool in (await client.list_tools()).tools)
        except MCPError as error:
            return str(error)


seen = {
    (mode, where): asyncio.run(listed(mode, *schemas))
    for mode in ("auto", "legacy")
    for where, schemas in {
        "input": (REFERENCE, PLAIN), "output": (PLAIN, REFERENCE),
        "with a type": ({"type": "object", **REFERENCE}, {"type": "object", **REFERENCE}),
    }.items()
}
for case, what in seen.items():
    print(*case, "→", what)
REFUSED = "Handler returned an invalid result"
assert seen["auto", "input"] == seen["legacy", "input"] == seen["legacy", "output"] == REFUSED
assert seen["auto", "output"] == "good other"
assert seen["auto", "with a type"] == seen["legacy", "with a type"] == "good other"
PYTHON
