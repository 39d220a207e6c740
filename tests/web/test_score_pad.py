"""The score pad: every style comes to what the command makes of the same hands."""

from __future__ import annotations

import json
import random
import re
import shlex
from dataclasses import replace

import pytest
from click.testing import CliRunner
from flask import Flask

from analyzer.cli.app import main
from analyzer.errors import InputError
from analyzer.practice.scorepad import PADS, ScorePad, ScorePads
from tests.sizes import more_at_night, rest_at_night
from tests.web.conftest import browser


def begun(client, style, players=("Ann", "Bob", "Cy", "Di"), **more) -> str:
    made = client.post("/score", data={"style": style, "player": list(players), **more})
    assert made.status_code == 303, made.text
    return str(made.location)


def cells(page: str, label: str) -> list[list[int]]:
    """The amounts of every line of a name, in order."""
    rows = re.findall(rf'<th scope="row">{label}</th>(.*?)</tr>', page)
    return [
        [int(one.replace("−", "-") or 0) for one in re.findall(r'<td class="num">(.*?)</td>', row)]
        for row in rows
    ]


def a_hand(pad: ScorePad, rng: random.Random) -> str:
    """A random hand, as a text of the pad."""
    if pad.style.startswith("mahjong"):
        table = [rng.randrange(0, 150) for _ in range(pad.seats)]
        hand = [rng.randrange(0, 60) for _ in range(pad.seats)]
        out = rng.choice([None, *range(pad.seats)])
        return pad.mahjong(table, [0 if n == out else h for n, h in enumerate(hand)], out)
    if pad.team > 1:
        return " + ".join(a_table(pad, rng) for _ in range(pad.team))
    return a_table(pad, rng)


def a_table(pad: ScorePad, rng: random.Random) -> str:
    if rng.random() < 0.1:
        return "void"
    seats = range(pad.seats)
    knocker = rng.choice(seats)
    counted = [
        rng.randrange(0, pad.played.knock_limit + 1) if seat == knocker else rng.randrange(0, 60)
        for seat in seats
    ]
    return pad.knock(knocker, counted)


def totals_of(document: dict) -> list[int]:
    """The totals of a document of the command, of all columns and matches."""
    if "totals" in document:
        return document["totals"]
    return [
        total
        for match in document["matches"]
        for column in match["columns"]
        for total in column["totals"]
    ]


@more_at_night("number", 1, 40)
@rest_at_night("style", PADS, list(PADS)[::3])
def test_a_pad_comes_to_what_the_command_says(app: Flask, style: str, number: int) -> None:
    client = browser(app)
    for seed in range(number):
        rng = random.Random(f"{style}/{seed}")
        address = begun(client, style)
        pad = ScorePad.new(style, "standard", ("Ann", "Bob", "Cy", "Di"))
        while not pad.finished and len(pad.hands) < 25:
            text = a_hand(pad, rng)
            pad = pad.with_hand(text)
            written = client.post(address, data={"text": text, "hands": len(pad.hands) - 1})
            assert written.status_code == 303, written.text
        page = client.get(address).text
        said = CliRunner().invoke(main, [*shlex.split(pad.command)[1:], "--json"])
        assert said.exit_code == 0, said.output
        assert [one for row in cells(page, "Total") for one in row] == totals_of(
            json.loads(said.stdout)
        )


@pytest.mark.parametrize("hand", ["1 knock 0", "1 gin 12", "2 undercut 7"])
def test_a_hand_that_is_refused_today_stays_on_the_pad_that_has_it(hand: str) -> None:
    empty = ScorePad.new("match", "standard", ("Ann", "Bob"))
    with pytest.raises(InputError):
        empty.with_hand(hand)
    old = replace(empty, hands=(hand,))
    pads, ident = ScorePads().begun(old)
    assert ScorePads.kept(pads.text).pads == {ident: old}
    assert old.with_hand("2 gin 40").hands == (hand, "2 gin 40")
    assert empty.with_hand("1 gin 40").with_hand("void", 1).hands == ("void",)


def test_hands_are_counted_by_deadwood_corrected_and_taken_off(app: Flask) -> None:
    client = browser(app)
    address = begun(client, "match", rules="classic", dealer="2")
    assert "Bob deals" in client.get(address).text
    counted = {"out0": "1", "held0-0": "4", "held0-1": "20"}
    assert client.post(address, data={**counted, "hands": 0}).status_code == 303
    assert cells(client.get(address).text, "Total") == [[16, 0]]
    stale = client.post(address, data={**counted, "hands": 0})
    assert stale.status_code == 409 and "changed since" in stale.text
    gin = {"out0": "2", "held0-0": "30", "held0-1": "0", "number": "1"}
    client.post(address, data=gin)
    page = client.get(address).text
    assert cells(page, "Total") == [[0, 50]] and "Ann deals" in page
    high = client.post(address, data={**counted, "held0-0": "11"})
    assert high.status_code == 422 and "nobody knocks with 11" in high.text
    assert 'value="11"' in high.text  # what was written is still there
    client.post(f"{address}/remove", data={"number": "1"})
    assert cells(client.get(address).text, "Total") == [[0, 0]]
    assert "Ann, Bob" in client.get("/score").text
    assert browser(app).get(address).status_code == 404  # somebody else's
    client.post(f"{address}/forget")
    assert client.get(address).status_code == 404


@pytest.mark.rule("next_dealer")
def test_the_first_dealer_of_teams_is_kept_at_each_table(app: Flask) -> None:
    client = browser(app)
    address = begun(client, "teams of 2", rules="hoyle-20", dealer="2")  # the winner deals
    assert "Next deal: Bob at every table." in client.get(address).text
    client.post(address, data={"text": "1 gin 40 + 2 knock 6"})
    assert "Next deal: Ann at table 1, Bob at table 2." in client.get(address).text
    cut = begun(client, "teams of 3", rules="strict-nine", cut="7c Kd")  # the higher card deals
    assert "Next deal: Bob at every table." in client.get(cut).text


def test_a_dealer_who_does_not_play_is_refused_and_stays_chosen(app: Flask) -> None:
    for style in ("match", "teams of 2"):
        said = browser(app).post("/score", data={"style": style, "dealer": "3"})
        assert said.status_code == 422 and "player 3 does not play" in said.text.lower()
        assert '<option value="3" selected>' in said.text
    begun(browser(app), "three-hand", dealer="3")


def test_rules_that_a_way_to_score_has_no_use_for_are_refused(app: Flask) -> None:
    for style in ("three-hand", "mahjong"):
        said = browser(app).post("/score", data={"style": style, "rules": "oklahoma"})
        assert said.status_code == 422 and "has its own" in said.text
        begun(browser(app), style, rules="standard")


@pytest.mark.parametrize(
    ("style", "form", "total"),
    [
        ("three-hand", {"out0": "2", "held0-0": "20", "held0-1": "4", "held0-2": "3"},
         [[0, 16, 26]]),  # 16 of Ann, an undercut of 1 and 25 to Cy; boxes come at the end
        ("mahjong", {"out0": "1", "laid0-0": "60", "held0-0": "0", "laid0-1": "15",
                     "held0-1": "30"}, [[85, -15]]),
        ("teams of 2", {"out0": "1", "held0-0": "4", "held0-1": "20",
                        "out1": "2", "held1-0": "9", "held1-1": "2"}, [[9, 0, 0, 0, 0, 0]]),
    ],
)  # fmt: skip
def test_what_is_counted_at_other_tables(app: Flask, style: str, form: dict, total: list) -> None:
    client = browser(app)
    address = begun(client, style)
    assert client.post(address, data=form).status_code == 303
    assert cells(client.get(address).text, "Total") == total


def test_what_is_no_pad_or_no_hand_is_refused_in_words(app: Flask) -> None:
    client = browser(app)
    assert client.post("/score", data={"style": "whist"}).status_code == 422
    twice = client.post("/score", data={"style": "match", "player": ["Ann", "Ann"]})
    assert twice.status_code == 422 and "same name" in twice.text
    address = begun(client, "teams of 3", dealer="1")
    wrong = client.post(address, data={"text": "1 gin 40 + 2 knock 6"})
    assert wrong.status_code == 422 and "2 tables are given, but 3 play" in wrong.text
    assert client.post(address, data={"void": "1"}).status_code == 303
    for _ in range(2):
        client.post(address, data={"text": " + ".join(["1 gin 99"] * 3)})
    page = client.get(address).text
    assert "wins by" not in page  # three columns want three wins


SHEETS = [
    ("Ann | Bob\n23 | 0\n0 | 14\n0 | 25+18", ["1 23", "2 14", "2 43"]),
    ("Bob gin 41\nAnn knock 16", ["2 gin 41", "1 knock 16"]),
    ("bob 12, ann 25+40, bob 7", ["2 12", "1 65", "2 7"]),
    ("me 10 35 35\nhim 0 0 28", ["1 10", "1 25", "2 28"]),
]


@pytest.mark.parametrize(("sheet", "hands"), SHEETS)
def test_a_sheet_is_pasted_whole(sheet: str, hands: list[str]) -> None:
    assert [*ScorePad.new("match", "standard", ("Ann", "Bob")).with_sheet(sheet).hands] == hands


def test_a_sheet_is_pasted_on_the_page_or_refused_whole(app: Flask) -> None:
    client = browser(app)
    at = begun(client, "match", ("Ann", "Bob"))
    refused = client.post(at, data={"hands": "0", "sheet": "Ann knock 16\nCy gin 40"})
    assert refused.status_code == 422 and "third player" in refused.text
    data = {"hands": "0", "sheet": SHEETS[0][0]}
    page = client.post(at, data=data, follow_redirects=True).text
    assert 'name="sheet"' in page and cells(page, "Points") == [[23, 57]]
