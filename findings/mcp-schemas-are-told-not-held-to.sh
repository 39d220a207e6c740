#!/usr/bin/env bash
# MCP SDK 2.3.0: the low-level server announces schemas and holds nobody to them.
#
# Guess: arguments that do not fit a tool's input_schema never reach it, and a result that does not fit its
# output_schema never leaves: the schemas are there, and jsonschema is a dependency.
# Seen: a handler of mcp.server.Server is called with a text where a whole number is announced, and
# without what is required. Of the results it is the client that complains, by an exception of its own
# after a call that went well, so that another client may never notice. Whoever answers has to check both.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install -q --disable-pip-version-check mcp==2.3.0
"$folder/bin/python" - <<'PYTHON'
import asyncio

import mcp_types as types
from mcp import Client
from mcp.server import Server

SCHEMA = {"type": "object", "properties": {"count": {"type": "integer"}}, "required": ["count"]}
reached = []


async def tools(_context: object, _params: object) -> types.ListToolsResult:
    """One tool, the same schema both ways."""
    return types.ListToolsResult(
        tools=[types.Tool(name="draw", input_schema=SCHEMA, output_schema=SCHEMA)]
    )


async def call(_context: object, params: types.CallToolRequestParams) -> types.CallToolResult:
    """Give back what came."""
    reached.append(params.arguments)
    return types.CallToolResult(content=[], structured_content=params.arguments)


async def main() -> None:
    """Ask with what fits, with a text, and with nothing, in both protocols."""
    server = Server("cards", on_list_tools=tools, on_call_tool=call)
    for mode in ("auto", "legacy"):
        async with Client(server, mode=mode) as client:
            for given in ({"count": 1}, {"count": "one"}, {}):
                try:
                    seen = f"error: {(await client.call_tool('draw', given)).is_error}"
                except Exception as error:
                    seen = f"{type(error).__name__} of the client: {str(error).splitlines()[0]}"
                print(mode, given, "→", seen)
                assert reached.pop() == given
                assert ("of the client" in seen) == (given != {"count": 1})


asyncio.run(main())
PYTHON
