"""`ginsight mcp`, asked by the SDK's own client: in this process, over stdio and over HTTP."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING, Any

import anyio
import msgspec
import pytest

from analyzer import resources
from analyzer.api import tools
from analyzer.api.tools import TOOLS, Watch
from analyzer.cli.mcp import SEARCHES, tool_server
from analyzer.errors import InputError
from analyzer.jobs import Stopped
from tests.sizes import rest_at_night
from tests.unit.test_cli import error_of
from tests.unit.test_cli_review import RECORD

if TYPE_CHECKING:
    from mcp import Client
    from mcp_types import CallToolResult

NAMES = ["analyze", "melds", "layoff", "score", "review", "explain", "read"]
VIEW = "hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac 3s\npile: 5s Kh 9c"
PLAIN = dict(TOOLS)
CLOSE = "hand: 7h 8h 9h 4c 4d 5s Kd Qd 2c Ac 3s\npile: 5c Kh 9c"
TABLE = "game: three-hand\nseat: 1\ndealer: 3\nhand: 7h 8h 4c 4d 4s 2c Kd\nhistory:\n  upcard 9h"
COMMAND = [sys.executable, "-m", "analyzer", "mcp"]
MODES = ("auto", "legacy")
"""Today's protocol, and the one before it with its handshake."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A server over HTTP."""
    with subprocess.Popen([*COMMAND, "--http", "--port", "0"], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        yield process.stdout.readline().decode().split()[-1]
        process.terminate()


def client_of(server: Any, **how: Any) -> Client:
    """The SDK's own client of a server, of a command over stdio where it is a list."""
    from mcp import Client, StdioServerParameters  # long to load

    if isinstance(server, list):
        server = StdioServerParameters(command=server[0], args=server[1:])
    return Client(server, **how)


async def call(client: Client, name: str, asked: dict[str, Any]) -> CallToolResult:
    """The result of a tool, the same document as content and as text."""
    result = await client.call_tool(name, asked)
    (block,) = result.content
    assert json.loads(block.text) == result.structured_content  # type: ignore[union-attr]
    return result


async def lists_and_calls_every_tool(server: Any, mode: str) -> None:
    async with client_of(server, mode=mode) as client:
        listed = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert list(listed) == list(TOOLS) == NAMES
        for name, tool in TOOLS.items():
            example = json.loads(tool.example)
            result = await call(client, name, example)
            assert not result.is_error
            assert set(example) <= set(listed[name].input_schema["properties"])
            read = [kind for kind in tool.answers if fits(result.structured_content, kind)]
            assert read, name


def fits(document: Any, kind: Any) -> bool:
    """True if a document is one of the API's."""
    try:
        return isinstance(msgspec.convert(document, kind), kind)
    except msgspec.ValidationError:
        return False


@pytest.mark.slow
@rest_at_night("mode", MODES, MODES[:1])
def test_every_tool_is_listed_and_called_over_stdio(mode: str) -> None:
    anyio.run(lists_and_calls_every_tool, COMMAND, mode)


@pytest.mark.slow
@pytest.mark.parametrize("mode", MODES)
def test_every_tool_is_listed_and_called_over_http(address: str, mode: str) -> None:
    anyio.run(lists_and_calls_every_tool, address, mode)


def test_a_list_of_one_stays_a_list() -> None:
    async def ask() -> None:
        async with client_of(tool_server()) as client:
            told = (await call(client, "melds", {"cards": "7h 8h 9h Kd"})).structured_content
            assert told["arrangements"] == [
                {"melds": [["7h", "8h", "9h"]], "deadwood": ["Kd"], "points": 10}
            ]
            none = (await call(client, "melds", {"cards": "Kd"})).structured_content
            assert none["arrangements"][0]["melds"] == []

    anyio.run(ask)


@pytest.mark.parametrize(
    ("name", "asked", "where", "says"),
    [
        ("melds", {"cards": "7h 8x"}, "cards, line 1, column 4", "`8x` is not a card"),
        ("melds", {"card": "7h"}, "JSON", "unknown field `card`"),
        ("melds", {}, "JSON", "missing required field `cards`"),
        ("layoff", {"knocker": "7h 8h 9h", "defender": "Kd"}, "knocker", "3 cards"),
        ("analyze", {"view": VIEW, "worlds": 0}, "worlds", ">= 1"),
        ("analyze", {"view": VIEW, "opponent": "nobody"}, "opponent", "nobody"),
        ("analyze", {"view": TABLE, "seconds": 1}, "seconds", "two players"),
        ("score", {"hands": "[Rules \"classic\"] [Result \"1 knock 9\"]", "rules": "eaai"},
         "rules", "rules says eaai"),
        ("score", {"hands": "1 dance 3"}, "line 1", "dance"),
        ("review", {"record": "[Dealer"}, None, ""),
        ("explain", {"view": VIEW, "action": "discard 5d"}, "action", "cannot be played here"),
        ("explain", {"view": VIEW, "action": "dance"}, "action", "`dance` is not an action"),
        ("read", {"view": "hand: 7h 7h"}, None, "twice"),
    ],
)  # fmt: skip
def test_bad_input_is_an_error_in_the_words_of_the_api(
    name: str, asked: dict[str, Any], where: str | None, says: str
) -> None:
    async def ask() -> None:
        async with client_of(tool_server()) as client:
            result = await call(client, name, asked)
            assert result.is_error
            error = result.structured_content["error"]
            assert says in error["message"] and error["hint"]
            assert where is None or error["where"] == where
            with pytest.raises(InputError) as raised:
                TOOLS[name](asked)
            assert raised.value.message == error["message"]

    anyio.run(ask)


def test_a_tool_that_is_not_there_is_named_with_those_that_are() -> None:
    from mcp import MCPError  # long to load

    async def ask() -> None:
        async with client_of(tool_server()) as client:
            with pytest.raises(MCPError, match=r"no tool `dance`; use analyze, melds, .* or read"):
                await client.call_tool("dance", {})

    anyio.run(ask)


def test_a_fault_of_ours_is_told_and_the_next_question_answered(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(asked: object, watch: Watch) -> msgspec.Struct:
        raise ZeroDivisionError

    monkeypatch.setitem(tools.TOOLS, "melds", replace(TOOLS["melds"], work=broken))

    async def ask() -> None:
        async with client_of(tool_server()) as client:
            result = await call(client, "melds", {"cards": "7h"})
            assert result.is_error
            assert "ZeroDivisionError" in result.structured_content["error"]["message"]
            assert not (await call(client, "read", {"view": VIEW})).is_error

    anyio.run(ask)
    assert "Traceback" in capsys.readouterr().err


# ---------------------------------------------------------------- long questions

LONG: dict[str, dict[str, Any]] = {
    "analyze": {"view": VIEW, "worlds": 10_000_000},
    "review": {"record": RECORD, "worlds": 10_000_000},
    "explain": {"view": CLOSE, "action": "discard Qd", "worlds": 10_000_000},
}
"""Questions that take far longer than anybody waits."""


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("analyze", {"view": VIEW, "worlds": 20_000}),
        ("analyze", {"view": TABLE, "worlds": 40}),
        ("explain", {"view": CLOSE, "worlds": 20_000}),
        ("explain", {"view": CLOSE, "action": "discard Qd", "worlds": 20_000}),
        ("explain", {"view": TABLE, "worlds": 64}),
    ],
)
def test_a_search_tells_how_far_it_is(name: str, asked: dict[str, Any]) -> None:
    told: list[tuple[float, float | None, str | None]] = []

    async def listen(part: float, whole: float | None, words: str | None) -> None:
        told.append((part, whole, words))

    async def ask() -> None:
        async with client_of(tool_server()) as client:
            await client.call_tool(name, asked, progress_callback=listen)

    anyio.run(ask)
    parts = [part for part, _, _ in told]
    assert len(parts) > 1 and parts == sorted(set(parts)) and parts[0] > 0 and parts[-1] <= 1
    assert all(whole == 1 and "world" in (words or "") for _, whole, words in told)


async def called_off(client: Client, name: str) -> None:
    """Ask a question without an end, and call it off once it has begun."""
    told = anyio.Event()

    async def listen(part: float, whole: float | None, words: str | None) -> None:
        told.set()

    async with anyio.create_task_group() as group:
        group.start_soon(lambda: client.call_tool(name, LONG[name], progress_callback=listen))
        await told.wait()
        group.cancel_scope.cancel()


def seconds_to_end(patch: pytest.MonkeyPatch, name: str, thinks: float = 0) -> float:
    """Return how long the engine works on a question that was called off; it has been stopped."""
    ended: list[float] = []

    async def ask() -> float:
        begun, plain = anyio.Event(), PLAIN[name].work

        def work(asked: object, watch: Watch) -> msgspec.Struct:
            anyio.from_thread.run_sync(begun.set)
            try:
                return plain(asked, watch)
            except Stopped:
                ended.append(perf_counter())
                raise

        patch.setitem(tools.TOOLS, name, replace(TOOLS[name], work=work))
        async with client_of(tool_server()) as client, anyio.create_task_group() as group:
            group.start_soon(client.call_tool, name, LONG[name])
            await begun.wait()
            await anyio.sleep(thinks)
            left = perf_counter()
            group.cancel_scope.cancel()
        return left

    left = anyio.run(ask)
    (at,) = ended
    return at - left


@pytest.mark.parametrize("name", LONG)
def test_the_engine_ends_when_its_question_is_called_off(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    assert seconds_to_end(monkeypatch, name)


@pytest.mark.nightly
@pytest.mark.parametrize("name", LONG)
def test_it_ends_within_three_tenths_of_a_second(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    seconds_to_end(monkeypatch, name)  # compiles and loads what it needs
    took = [seconds_to_end(monkeypatch, name, thinks) for thinks in (0.02, 0.05, 0.1, 0.2)]
    print(f"{name}: {max(took):.3f} s at most")
    assert max(took) <= 0.3


async def frees_its_place(server: Any, mode: str) -> None:
    async with client_of(server, mode=mode) as client:
        for _ in range(SEARCHES + 1):
            await called_off(client, "analyze")
        answer = await call(client, "analyze", {"view": VIEW, "worlds": 256, "models": False})
        assert not answer.is_error


@pytest.mark.slow
@rest_at_night("mode", MODES, MODES[:1])
def test_a_search_called_off_frees_its_place_over_stdio(mode: str) -> None:
    anyio.run(frees_its_place, COMMAND, mode)


@pytest.mark.slow
@pytest.mark.parametrize("mode", MODES)
def test_a_search_called_off_frees_its_place_over_http(address: str, mode: str) -> None:
    anyio.run(frees_its_place, address, mode)


# ---------------------------------------------------------------- the extra


def test_the_address_is_told_as_json_and_standard_output_kept_for_the_protocol() -> None:
    assert error_of("mcp")["where"] == "--json"
    with subprocess.Popen(
        [*COMMAND, "--http", "--port", "0", "--json"], stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert json.loads(process.stdout.readline())["url"].endswith("/mcp")
        process.terminate()


def test_an_absent_extra_is_named_with_what_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resources, "find_spec", lambda _name: None)
    error = error_of("mcp")
    assert "needs the package mcp" in error["message"]
    assert error["hint"] == "install the extra: pip install ginsight[mcp]"
