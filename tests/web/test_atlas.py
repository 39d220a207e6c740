"""The maps of play: every cell says what its document says, and opens a position of its kind."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from analyzer.api.evidence import read_evidence
from analyzer.game.actions import Kind, Question
from analyzer.game.rules import PRESETS
from analyzer.notation import decode
from analyzer.notation.numbers import plus_minus, signed
from analyzer.resources import resource_root, texts_beside
from analyzer.web.learn import atlas
from tests.workshop.measure.atlas import DEADWOOD, HANDS, MAPS, OUTS, RANKS

DATA: dict[str, Any] = read_evidence(
    (resource_root() / "static" / "evidence" / "atlas.json").read_bytes()
).data
WORDS: list[dict[str, Any]] = texts_beside(atlas.__file__, "atlas.toml")["maps"]
CELL = re.compile(r'<td class="atlas-(\w+)[^>]*>(.*?)</td>', re.DOTALL)


def test_the_words_fit_what_is_measured() -> None:
    assert [each["name"] for each in WORDS] == list(MAPS) == list(DATA["axes"])
    for each, known in zip(WORDS, MAPS.values(), strict=True):
        for axis in ("sheets", "rows", "columns"):
            assert len(each[axis]) == len(getattr(known, axis)), (each["name"], axis)
        assert list(DATA["axes"][each["name"]]["rows"]) == list(known.rows)
        assert all(len(line) > 20 and line.endswith(".") for line in each["coach"])
    assert len(DATA["maps"]) == 4 and DATA["maps"].keys() <= PRESETS.keys()


@pytest.mark.parametrize("preset", DATA["maps"])
def test_every_cell_says_what_was_measured(preset: str, client: FlaskClient) -> None:
    page = client.get(f"/learn/atlas?rules={preset}").text
    shown = CELL.findall(page)
    cells = [
        cell for sheets in DATA["maps"][preset].values() for rows in sheets for row in rows
        for cell in row
    ]  # fmt: skip
    assert len(shown) == len(cells)
    for (kind, said), (mean, half, count, place, _) in zip(shown, cells, strict=True):
        if mean is None:
            assert kind == "few" and "too few hands" in said and count < DATA["fewest"]
            continue
        assert signed(mean) in said and plus_minus(half) in said and f"one of {count}" in said
        assert f'href="/analyze?p={place}"' in html.unescape(said)
        assert kind == ("close" if abs(mean) <= half else "more" if mean > 0 else "less")


def test_a_position_is_of_its_cell() -> None:
    for preset, maps in DATA["maps"].items():
        for name, sheets in maps.items():
            for _, row, column, cell in _told(name, sheets):
                view = decode(cell[3])
                assert view.rules.of_match == PRESETS[preset].of_match
                if name == "upcard":
                    assert view.question is Question.UPCARD and view.top is not None
                    assert view.top.rank.letter == row and str(view.top) == cell[4]
                elif name == "discard":
                    assert cell[4][0] == row and cell[4] in str(view.hand)
                else:
                    kinds = {action.kind for action in view.legal_actions()}
                    assert Kind.KNOCK in kinds and Kind.GIN not in kinds
                    first, last = int(column.rstrip("+").split("–")[0]), column.split("–")[-1]
                    assert first <= view.my_discards + 1
                    assert last.endswith("+") or view.my_discards + 1 <= int(last)


def _told(name: str, sheets: Any) -> Any:
    for sheet, rows in zip(MAPS[name].sheets, sheets, strict=True):
        for row, cells in zip(MAPS[name].rows, rows, strict=True):
            for column, cell in zip(MAPS[name].columns, cells, strict=True):
                if cell[0] is not None:
                    yield sheet, row, column, cell


def test_rules_without_a_map_are_not_found(client: FlaskClient) -> None:
    assert client.get("/learn/atlas?rules=straight").status_code == 404
    assert 'aria-current="page">standard</a>' in client.get("/learn/atlas").text
    assert 'href="/learn/atlas"' in client.get("/learn").text


# ---------------------------------------------------------------- what the coach takes from them

MIDDLE = ("6", "7", "8", "9", "T", "J", "Q", "K")
AT_LEAST, AT_MOST = 1, -1
CLAIMS: list[tuple[str, tuple[str, ...], tuple[str, ...], tuple[str, ...], int]] = [
    ("knock", ("none",), DEADWOOD, ("1–3", "4–6"), AT_LEAST),
    ("knock", ("3+",), DEADWOOD, ("4–6", "7–9", "10+"), AT_MOST),
    ("knock", OUTS, DEADWOOD, ("10+",), AT_MOST),
    ("upcard", HANDS, RANKS, ("meld",), AT_LEAST),
    ("upcard", HANDS, ("2", "3"), ("both", "one"), AT_LEAST),
    ("upcard", HANDS, ("Q", "K"), ("both", "one", "alone"), AT_MOST),
    ("upcard", HANDS, MIDDLE, ("alone",), AT_MOST),
]
"""Cells of which the words say that they are above 0, or below; none is surely the other way."""


@pytest.mark.parametrize("preset", DATA["maps"])
def test_no_cell_is_against_what_the_words_say(preset: str) -> None:
    for name, sheets, rows, columns, sign in CLAIMS:
        there = [
            (where, cell)
            for *where, cell in _told(name, DATA["maps"][preset][name])
            if where[0] in sheets and where[1] in rows and where[2] in columns
        ]
        assert there
        for where, (mean, half, *_) in there:
            assert sign * mean + half >= 0, (preset, name, where, mean, half)
    aces = [cell for *at, cell in _told("upcard", DATA["maps"][preset]["upcard"]) if at[1] == "A"]
    taken = sum(cell[0] > cell[1] for cell in aces)
    assert taken <= 3 if PRESETS[preset].knock_by_upcard else taken >= 4


@pytest.mark.parametrize("preset", DATA["maps"])
def test_the_sizes_in_the_words_are_those_measured(preset: str) -> None:
    maps = DATA["maps"][preset]
    upcards = {
        (sheet, row, at): cell[0] for sheet, row, at, cell in _told("upcard", maps["upcard"])
    }
    for (sheet, row, _), mean in upcards.items():
        assert mean <= upcards.get((sheet, row, "meld"), 99)
    for _, row, fit, (mean, *_) in _told("discard", maps["discard"]):
        low, high = {
            "meld": (-20, -7), "both": (-7, -2.5), "pair": (-4.6, -1.2), "run": (-4, -1),
            "alone": (-3, -0.7) if row in "A2" else (-0.6, 0.5) if row not in "34" else (-2, 0),
        }[fit]  # fmt: skip
        assert low <= mean <= high, (preset, row, fit, mean)
