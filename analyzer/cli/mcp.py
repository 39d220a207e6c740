"""The command `mcp`: Ginsight as tools of an assistant that speaks the Model Context Protocol.

The tools are those of :mod:`analyzer.api.tools`. Each search has a thread of its own, which ends
when its caller calls it off or goes away. The SDK is loaded only when the server is.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Mapping
from concurrent.futures import CancelledError
from contextlib import suppress
from functools import partial
from threading import Event
from typing import TYPE_CHECKING, Any, Final

import click
import msgspec

from analyzer import __version__
from analyzer.api.documents import encode, error_to_json
from analyzer.cli.common import answer
from analyzer.cli.serve import listening_at
from analyzer.errors import InputError
from analyzer.jobs import Stopped
from analyzer.notation.phrases import listed
from analyzer.resources import need_extra

if TYPE_CHECKING:
    from anyio import CapacityLimiter
    from mcp.server import Server, ServerRequestContext
    from mcp_types import (
        CallToolRequestParams,
        CallToolResult,
        ListToolsResult,
        PaginatedRequestParams,
    )

    from analyzer.api.tools import Tool

HOST: Final = "127.0.0.1"
SEARCHES: Final = 2
"""Searches at a time; each uses every core, and the next waits for its place."""

INSTRUCTIONS: Final = (
    "Gin rummy. Melds, lay-offs and scores are exact; analyses and reviews are estimates with "
    "standard errors, over the hidden cards that fit what was seen. Cards are rank A 2-9 T J Q K "
    "and suit c d h s, as 7h. What a player tells in sentences goes to `read` first; its `text` or "
    "`id` is a view for `analyze` and `explain`. A whole hand or match goes to `review`. Name the "
    "rules where they are known: standard, classic, oklahoma, eaai and others."
)


@click.command("mcp")
@click.option(
    "--http", "over_http", is_flag=True,
    help="Streamable HTTP on this machine, instead of standard input and output.",
)  # fmt: skip
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8001,
    help="With --http; default 8001, 0 for any free one.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="With --http, print the address as JSON.")
def mcp_(over_http: bool, port: int, as_json: bool) -> None:
    """Serve Ginsight's questions as tools to an assistant (Model Context Protocol).

    The tools are `analyze`, `melds`, `layoff`, `score`, `review`, `explain` and `read`, with the
    documents of the JSON API. Searches tell how far they are, and end when they are called off.
    Put `ginsight mcp` into the assistant's list of servers. With --http the server is at /mcp, for
    programs on this machine alone. Needs the extra `mcp`.
    """
    need_extra("mcp", "mcp", "a server for assistants")
    if over_http:
        _serve_http(port, as_json)
    elif as_json:
        hint = "use it with --http"
        raise InputError("standard output is the protocol's", where="--json", hint=hint)
    else:
        _serve_stdio()


def _serve_stdio() -> None:
    import anyio  # noqa: PLC0415  # an extra
    from mcp.server.stdio import stdio_server  # noqa: PLC0415  # an extra

    async def serve() -> None:
        served = tool_server()
        async with stdio_server() as (read, write):
            await served.run(read, write, served.create_initialization_options())

    anyio.run(serve)


def _serve_http(port: int, as_json: bool) -> None:
    import uvicorn  # noqa: PLC0415  # comes with the extra

    listening = listening_at(HOST, port)
    url = f"http://{HOST}:{listening[0].getsockname()[1]}/mcp"
    answer(as_json, {"url": url}, lambda _: click.echo(f"Ginsight is at {url}"))
    sys.stdout.flush()
    served = uvicorn.Server(uvicorn.Config(tool_server().streamable_http_app(), log_level="error"))
    served.run(list(listening))


def tool_server() -> Server[Any]:
    """The server of the tools, for any transport."""
    import mcp_types as types  # noqa: PLC0415  # an extra
    from anyio import CapacityLimiter  # noqa: PLC0415  # an extra
    from mcp import MCPError  # noqa: PLC0415  # an extra
    from mcp.server import Server  # noqa: PLC0415  # an extra

    from analyzer.api.tools import TOOLS  # noqa: PLC0415  # loads the engine

    places = CapacityLimiter(SEARCHES)

    async def list_tools(
        _context: ServerRequestContext[Any], _params: PaginatedRequestParams | None
    ) -> ListToolsResult:
        return types.ListToolsResult(tools=[types.Tool(**_described(t)) for t in TOOLS.values()])

    async def call_tool(
        context: ServerRequestContext[Any], params: CallToolRequestParams
    ) -> CallToolResult:
        if (tool := TOOLS.get(params.name)) is None:
            problem = f"there is no tool `{params.name}`; use {listed(list(TOOLS))}"
            raise MCPError(types.INVALID_PARAMS, problem)
        return await _call(tool, params.arguments or {}, context, places)

    return Server(
        "ginsight", title="Ginsight", version=__version__, instructions=INSTRUCTIONS,
        on_list_tools=list_tools, on_call_tool=call_tool,
    )  # fmt: skip


def _described(tool: Tool) -> dict[str, Any]:
    takes, gives = tool.schemas
    hints = {"read_only_hint": True, "open_world_hint": False}
    return {
        "name": tool.name, "description": f"{tool.summary} For example: {tool.example}",
        "input_schema": takes, "output_schema": gives, "annotations": hints,
    }  # fmt: skip


async def _call(
    tool: Tool,
    arguments: Mapping[str, Any],
    context: ServerRequestContext[Any],
    places: CapacityLimiter,
) -> CallToolResult:
    """Answer in a thread; called off, wait until it has ended too, so that its place is free."""
    import anyio  # noqa: PLC0415  # an extra

    called_off, furthest = Event(), 0.0

    def tell(part: float, words: str) -> None:
        nonlocal furthest
        if part > furthest and not called_off.is_set():
            furthest = part
            with suppress(CancelledError):
                anyio.from_thread.run(context.session.report_progress, part, 1.0, words)

    async def until_called_off() -> None:
        try:
            await anyio.sleep_forever()
        finally:
            called_off.set()

    work = partial(_answered, tool, arguments, tell, called_off.is_set)
    async with anyio.create_task_group() as group:
        group.start_soon(until_called_off)
        answer = await anyio.to_thread.run_sync(work, limiter=places if tool.searches else None)
        group.cancel_scope.cancel()
    return answer


def _answered(
    tool: Tool,
    arguments: Mapping[str, Any],
    tell: Callable[[float, str], None],
    stop: Callable[[], bool],
) -> CallToolResult:
    """The result of a call: the document, or the error that the API would give."""
    from analyzer.api.tools import Watch  # noqa: PLC0415  # loads the engine

    try:
        return _result(tool(arguments, Watch(tell, stop)))
    except InputError as error:
        return _result(error_to_json(error), failed=True)
    except Stopped:
        return _result(error_to_json(InputError("this was called off")), failed=True)
    except Exception as error:  # ours, but the assistant may ask something else
        traceback.print_exception(error, file=sys.stderr)
        failure = InputError(f"ginsight failed: {str(error) or type(error).__name__}")
        return _result(error_to_json(failure), failed=True)


def _result(document: msgspec.Struct, *, failed: bool = False) -> CallToolResult:
    """The document, whole as structured content and once more as one text."""
    import mcp_types as types  # noqa: PLC0415  # an extra

    text = types.TextContent(type="text", text=encode(document).decode())
    structured = msgspec.to_builtins(document)
    return types.CallToolResult(content=[text], structured_content=structured, is_error=failed)
