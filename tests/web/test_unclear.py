"""A game or a sheet that reads in several ways: each door asks which, and goes on with that text.

The readers are fakes that ask; the texts that they offer are read by the real ones.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html import unescape
from io import BytesIO
from typing import Any

import anyio
import pytest
from flask.testing import FlaskClient
from mcp import Client

from analyzer import notation
from analyzer.api.records import read_match, record_form
from analyzer.cli.mcp import tool_server
from analyzer.errors import InputError, UnclearError, Wording, placed
from analyzer.notation import scoresheets
from analyzer.notation.records import format_match
from analyzer.practice import scorepad
from analyzer.practice.scorepad import ScorePad
from analyzer.web.state import web_app
from tests.unit.test_cli import run
from tests.web.conftest import MakeApp, browser
from tests.web.test_score_pad import begun, cells

GAME = (
    "I was dealt Ac 2c 3c 4d 5d 6d 9h 9s 4s Kd. Upcard Jd. We passed. He drew, threw the 2h. I "
    "drew the 9d, threw Kd and knocked, 16 or 26."
)
_HAND = (
    '[Dealer "2"] [Upcard "Jd"] [Hand1 "Ac 2c 3c 4d 5d 6d 9h 9s 4s Kd"] [Result "{}"]\n'
    "1. p\n2. p\n3. +9d -Kd!"
)
GAMES = (
    Wording("you won, and Bob had 20", _HAND.format("1 knock 16")),
    Wording("Bob undercut your knock", _HAND.format("2 undercut 26")),
)
SHEET = "Ann 16 or 61, Bob 41 gin"
SHEETS = (
    Wording("Ann has 16", "1 knock 16\n2 gin 41"),
    Wording("Ann has 61", '[Result "1 knock 61"]\n[Result "2 gin 41"]'),
)
CLASH = InputError("who has how many is not clear", where="line 1", hint="say one", span=(0, 3))


def asking(read: Callable[..., Any], unclear: str, asks: tuple[Wording, ...]) -> Callable[..., Any]:
    """A reader that asks about one text, and reads all others."""

    def answer(text: str, *more: Any) -> Any:
        if text.split() == unclear.split():
            raise UnclearError(CLASH, asks)
        return read(text, *more)

    return answer


@pytest.fixture(autouse=True)
def _readers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notation, "with_end", asking(notation.with_end, GAME, GAMES))
    sheets = asking(scoresheets.results_of_sheet, SHEET, SHEETS)
    for module in (scoresheets, scorepad):
        monkeypatch.setattr(module, "results_of_sheet", sheets)


def buttons(page: str) -> list[dict[str, str]]:
    """The attributes and the words of each choice of a page."""
    found = re.findall(r'<button([^>]*name="chosen"[^>]*)>(.*?)</button>', page, re.DOTALL)
    return [
        {"label": unescape(re.sub(r"<[^>]*>", "", words))}
        | {key: unescape(value) for key, value in re.findall(r'([\w-]+)="([^"]*)"', attributes)}
        for attributes, words in found
    ]


def sent(choice: dict[str, str], **more: str) -> dict[str, str]:
    """The form that a browser sends for a button, with its line breaks."""
    return {choice["name"]: choice["value"].replace("\n", "\r\n"), **more}


def asked(page: str, door: str, text: str, asks: tuple[Wording, ...]) -> list[dict[str, str]]:
    """The choices of a page that keeps the text in its field and says what is unclear."""
    shown = buttons(page)
    assert [choice["value"] for choice in shown] == [wording.text for wording in asks]
    assert [choice["label"] for choice in shown] == [
        wording.label[0].upper() + wording.label[1:] for wording in asks
    ]
    assert {(each["type"], each["form"], each["formaction"]) for each in shown} == {
        ("submit", "entry", door)
    }
    form = re.search(r'<form id="entry"[^>]*method="post".*?</form>', page, re.DOTALL)
    assert form is not None and f">{text}</textarea>" in unescape(form[0])
    assert "Who has how many is not clear." in form[0] and "<mark>" in form[0]
    assert re.search(r'id="entry-error"[^>]* aria-live="polite" tabindex="-1" autofocus', page)
    return shown


def test_the_fakes_ask_and_their_texts_are_read() -> None:
    assert record_form(GAME) == "tale"
    with pytest.raises(UnclearError):
        read_match(GAME)
    ends = [read_match(wording.text).hands[0].result for wording in GAMES]
    assert [None if end is None else end.points for end in ends] == [16, 26]


@pytest.mark.parametrize("choice", [0, 1])
def test_the_review_asks_and_goes_on_with_the_choice(make_app: MakeApp, choice: int) -> None:
    app = make_app(reviews=0)
    client = browser(app)
    page = client.post("/review", data={"record": GAME, "depth": "deep"})
    shown = asked(page.text, "/review", GAME, GAMES)
    assert page.status_code == 422 and '<option value="deep" selected>' in page.text
    answer = client.post("/review", data=sent(shown[choice], record=GAME, depth="deep"))
    assert answer.status_code == 303, answer.text
    job = web_app(app).reviews.job(answer.location.rpartition("/")[2])
    assert job is not None
    assert (job.record, job.settings.worlds) == (
        format_match(read_match(GAMES[choice].text)), 65_536,
    )  # fmt: skip


def test_a_file_is_asked_about_in_the_field_and_gives_way_to_the_choice(make_app: MakeApp) -> None:
    client = browser(make_app(reviews=0))
    for door in ("/review", "/audit"):
        file = {"file": (BytesIO(GAME.encode()), "game.txt")}
        page = client.post(door, data={"record": "", **file})
        choice = asked(page.text, door, GAME, GAMES)[0]
        again = {"file": (BytesIO(GAME.encode()), "game.txt")}
        assert client.post(door, data={**sent(choice, record=GAME), **again}).status_code != 422


def test_the_audit_asks_and_goes_on_with_the_choice(client: FlaskClient) -> None:
    page = client.post("/audit", data={"record": GAME, "me": "2"}).text
    choice = asked(page, "/audit", GAME, GAMES)[0]
    answer = client.post("/audit", data=sent(choice, record=GAME, me="1"))
    assert answer.status_code == 200 and 'id="verdict"' in answer.text


def test_the_box_for_positions_leads_to_the_review_that_asks(client: FlaskClient) -> None:
    page = client.post("/analyze", data={"view": GAME}).text
    assert 'name="record"' in page and buttons(page) == []


@pytest.mark.parametrize(("choice", "points"), [(0, [16, 41]), (1, [61, 41])])
def test_the_pad_asks_and_writes_the_choice_down(
    client: FlaskClient, choice: int, points: list[int]
) -> None:
    at = begun(client, "match", ("Ann", "Bob"))
    page = client.post(at, data={"hands": "0", "sheet": SHEET})
    shown = asked(page.text, at, SHEET, SHEETS)
    assert page.status_code == 422 and cells(page.text, "Points") == [[0, 0]]
    assert re.search(r'<details class="more" open>\s*<summary>Paste a sheet', page.text)
    answer = client.post(at, data=sent(shown[choice], hands="0", sheet=SHEET))
    assert answer.status_code == 303
    assert cells(client.get(at).text, "Points") == [points]
    stale = client.post(at, data=sent(shown[choice], hands="0", sheet=SHEET))
    assert stale.status_code == 409 and SHEET in stale.text


def test_results_in_tags_are_hands_of_a_pad_like_all_others() -> None:
    pad = ScorePad.new("match", "standard", ("Ann", "Bob"))
    pad = pad.with_hand('[Result "1 knock 16"]').with_sheet(SHEETS[1].text)
    assert pad.hands == ("1 knock 16", "1 knock 61", "2 gin 41")
    with pytest.raises(InputError, match="hand 2: 12 is too little for gin"):
        pad.with_sheet("1 knock 2\n2 gin 12")


@pytest.mark.parametrize(
    ("door", "document"),
    [
        ("/api/v1/review", {"record": GAME}),
        ("/api/v1/audit", {"records": GAME}),
    ],
)
def test_the_api_has_the_choices(client: FlaskClient, door: str, document: dict[str, str]) -> None:
    answer = client.post(door, json=document)
    assert answer.status_code == 422
    assert answer.get_json()["error"]["asks"] == [wording._asdict() for wording in GAMES]


def test_the_tools_of_an_assistant_have_the_choices() -> None:
    async def ask() -> None:
        async with Client(tool_server()) as client:
            for name, given, asks in (
                ("review", {"record": GAME}, GAMES), ("score", {"hands": SHEET}, SHEETS)
            ):  # fmt: skip
                result = await client.call_tool(name, given)
                told: dict[str, Any] = result.structured_content or {}
                assert told["error"]["asks"] == [wording._asdict() for wording in asks]

    anyio.run(ask)


@pytest.mark.parametrize(
    ("command", "text", "asks"),
    [
        ("review", GAME, GAMES),
        ("convert", GAME, GAMES),
        ("analyze", GAME, GAMES),
        ("score", SHEET, SHEETS),
    ],
)
def test_the_terminal_lists_the_choices(command: str, text: str, asks: tuple[Wording, ...]) -> None:
    told = run(command, "-", given=text)
    assert (told.exit_code, told.stdout) == (2, "")
    lines = told.stderr.splitlines()
    assert lines[0] == "ginsight: line 1: who has how many is not clear; say one"
    assert lines[1:] == [
        line
        for label, choice in asks
        for line in (f"- {label}:", *(f"    {each}" for each in choice.splitlines()))
    ]
    document = json.loads(run(command, "-", "--json", given=text).stdout)["error"]
    assert document["asks"] == [wording._asdict() for wording in asks]
    if command in {"convert", "score"}:
        assert all(run(command, "-", given=choice).exit_code == 0 for _, choice in asks)


def test_a_question_about_a_whole_text_is_asked_as_it_is() -> None:
    with pytest.raises(UnclearError) as caught, placed("text", if_nowhere=True):
        raise UnclearError(InputError("who won is not clear"), SHEETS)
    assert caught.value.asks == SHEETS
