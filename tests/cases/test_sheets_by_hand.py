"""Sheets worked out by hand: the command, the pad, the table and records come to the same.

At the table and as records the hands are played: `composed` finds cards that come to each result.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from flask import Flask

from analyzer.game.position import Position
from analyzer.game.rules import Rules, parse_rules
from analyzer.game.scoring import Scored, next_dealer
from analyzer.game.sheets import Series
from analyzer.notation.records import format_match, match_of, record_of
from analyzer.notation.results import read_results
from analyzer.practice.games import Level
from analyzer.practice.play import Game
from analyzer.practice.scorepad import ScorePad
from analyzer.practice.seat import Seat
from analyzer.review import ReviewSettings, review
from analyzer.store.training import TABLE_GAME
from analyzer.web import create_app
from analyzer.web.state import web_app
from tests.oracles.composed import hand_that_comes_to
from tests.unit.test_cli import document, run
from tests.web.puzzle_visits import visitor
from tests.web.scripted import Script, settings_in

NAMES = ("Ann", "Bob", "Cy", "Di")
FAR = 10**9
"""The seed of the first game at the table; no other test has one like it."""
SHEETS = tomllib.loads(
    (Path(__file__).parent / "sheets_by_hand.toml").read_text(encoding="utf-8")
)["sheets"]  # fmt: skip
OF_PAD = {"hollywood": ",columns=3", "hollywood to 200": ",columns=3,target=200",
          "best of five": ",best_of=5"}  # fmt: skip
"""What a way to score changes of the rules, where a table plays it."""


class Sheet(NamedTuple):
    """A sheet as it was worked out."""

    name: str
    hands: str
    totals: list[list[list[int]]]
    style: str = "match"
    rules: str = "standard"
    counted: list[str] | None = None
    winner: int | None = None
    by: int | None = None
    forfeited: bool = False
    score: list[int] | None = None
    won: list[int] | None = None
    credited: list[int] | None = None

    @property
    def sums(self) -> list[list[int]]:
        """The total of each player in each match."""
        return [[sum(points) for points in zip(*match, strict=True)] for match in self.totals]

    @property
    def each(self) -> list[str]:
        """The hands one by one."""
        return [hand.strip() for hand in re.split(r"[,\n]", self.hands)]

    @property
    def rows(self) -> list[list[int]]:
        """What a total line has: of each match the columns side by side."""
        return [[points for column in match for points in column] for match in self.totals]


ALL = [Sheet(**one) for one in SHEETS]
PLAYED = [
    one for one in ALL
    if one.style in {"match", *OF_PAD} and parse_rules(one.rules).target is not None
]  # fmt: skip


def each(sheets: list[Sheet]) -> Any:
    return pytest.mark.parametrize("sheet", sheets, ids=[one.name for one in sheets])


def test_there_are_sixty_and_of_every_kind() -> None:
    assert len({one.name for one in ALL}) == len(ALL) >= 60
    assert len(PLAYED) >= 45
    assert sum(one.style.startswith("hollywood") or "columns" in one.rules for one in ALL) >= 10


# ---------------------------------------------------------------- the command


def asked(sheet: Sheet) -> list[str]:
    """The arguments of the command, by what the pad says of itself."""
    pad = ScorePad.new(sheet.style, sheet.rules, NAMES)
    for hand in sheet.each:
        pad = pad.with_hand(hand)
    rules = pad.command.rpartition(" --rules ")[2].strip("'")
    style = re.findall(r"--style (\w+)", pad.command)
    return ["score", sheet.hands, *(["--style", *style] if style else []), "--rules", rules]


@pytest.mark.rule(
    "R03",
    "R05",
    "R06",
    "R16",
    "R19",
    "R20",
    "R21",
    "R22",
    "R23",
    "R24",
    "R25",
    "R75",
    "R76",
    "R77",
    "R78",
    "R82",
    "R83",
    "R86",
)
@each(ALL)
def test_the_command(sheet: Sheet) -> None:
    check_document(sheet, document(*asked(sheet)))
    check_printed(sheet, run(*asked(sheet)).stdout)


def check_document(sheet: Sheet, told: dict) -> None:
    if "matches" not in told:
        assert [told["totals"]] == sheet.sums and told["winner"] == (sheet.winner or None)
        return
    totals = [[column["totals"] for column in match["columns"]] for match in told["matches"]]
    assert totals == sheet.totals
    assert [match["totals"] for match in told["matches"]] == sheet.sums
    lines = [match["columns"][at]["lines"] for match in told["matches"]
             for at in range(len(match["columns"]))]  # fmt: skip
    assert [line[-1]["amounts"] for line in lines] == [one for match in totals for one in match]
    assert told["winner"] == (sheet.winner or None)
    last = told["matches"][-1]
    if sheet.by is not None:
        assert last["margin"] == sheet.by and last["winner"] == sheet.winner
    if sheet.score is not None:
        assert last["score"] == sheet.score and not last["finished"]
    if sheet.won is not None:
        assert (told["won"], told["credited"]) == (sheet.won, sheet.credited)


def check_printed(sheet: Sheet, text: str) -> None:
    """What a terminal shows: the total of each column, and how it stands."""
    shown = [
        (label or "", list(map(int, amounts.replace("−", "-").split())))
        for label, amounts in re.findall(r"^ *(column \d, )?total((?: +[-−]?\d+)+) *$", text, re.M)
    ]
    wanted = []
    for match, sums in zip(sheet.totals, sheet.sums, strict=True):
        if len(match) > 1:
            wanted += [(f"column {at}, ", column) for at, column in enumerate(match, start=1)]
        wanted.append(("", sums))
    assert shown == wanted
    said = " ".join(text.split())
    for sentence in sentences(sheet):
        assert sentence in said


def sentences(sheet: Sheet) -> Iterator[str]:
    if len(sheet.sums[0]) > 2 or sheet.style.startswith("mahjong"):
        yield "In play." if sheet.winner is None else f"Player {sheet.winner} wins"
        return
    if sheet.score is not None:
        yield f"In play at {sheet.score[0]}–{sheet.score[1]}."
    if sheet.forfeited:
        yield f"Player {sheet.winner} wins: a lead of {sheet.by} is forfeited."
    elif sheet.by is not None:
        yield f"Player {sheet.winner} wins by {sheet.by}."
    if sheet.winner == 0:
        yield "Nobody wins."
    if sheet.won is not None and sheet.credited is not None and len(sheet.totals) > 1:
        yield "Matches {}–{}, credited {}–{}.".format(*sheet.won, *sheet.credited)
        if sheet.winner:
            yield f"Player {sheet.winner} has won."


# ---------------------------------------------------------------- the pad


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """One application for all sheets; each has a visitor of its own."""
    settings = settings_in(tmp_path_factory.mktemp("sheets") / "test.db")
    app = create_app(settings, engine=Script().engine())
    yield app
    web_app(app).close()


@pytest.mark.rule("R22", "R23", "R24", "R25", "R73", "R76", "R83", "R86")
@each(ALL)
def test_the_pad(app: Flask, sheet: Sheet) -> None:
    check_pad(app, sheet, [{"text": hand} for hand in sheet.each])


COUNTED = [one for one in ALL if one.counted]


@each(COUNTED)
def test_the_pad_by_what_is_left(app: Flask, sheet: Sheet) -> None:
    assert sheet.counted and len(sheet.counted) == len(sheet.each)
    check_pad(app, sheet, list(map(counts, sheet.counted)))


def counts(text: str) -> dict[str, str]:
    """The form of a hand as it was counted: who knocked, and what each is left with."""
    who, _, rest = text.partition(": ")
    mine, theirs, *more = rest.split()
    return {"out0": who, "held0-0": mine, "held0-1": theirs, **{f"{one}0": "on" for one in more}}


def check_pad(app: Flask, sheet: Sheet, hands: list[dict[str, str]]) -> None:
    client = visitor(app, sheet.name)
    made = client.post(
        "/score", data={"style": sheet.style, "rules": sheet.rules, "player": list(NAMES)}
    )  # fmt: skip
    assert made.status_code == 303, made.text
    for number, hand in enumerate(hands):
        done = client.post(made.location, data={**hand, "hands": number})
        assert done.status_code == 303, done.text
    page = client.get(made.location).text
    assert total_rows(page) == sheet.rows
    (standing,) = re.findall(r'<p class="pad-standing" role="status"><strong>(.*?)</strong>', page)
    for words in stands(sheet):
        assert words in standing


def total_rows(page: str) -> list[list[int]]:
    rows = re.findall(r'<th scope="row">Total</th>(.*?)</tr>', page, re.DOTALL)
    return [
        [int(one.replace("−", "-")) for one in re.findall(r'<td class="num">(.*?)</td>', row)]
        for row in rows
    ]


def stands(sheet: Sheet) -> Iterator[str]:
    """How the pad says that a sheet stands."""
    if sheet.score is not None:
        yield "–".join(map(str, sheet.score))
    if sheet.forfeited:
        yield f"wins: a lead of {sheet.by} is forfeited"
    elif sheet.by is not None:
        yield f"wins by {sheet.by}"
    if sheet.winner == 0:
        yield "Nobody wins"
    elif sheet.winner:
        yield NAMES[sheet.winner - 1]
    if sheet.won is not None:
        yield "matches {}–{}".format(*sheet.won)


# ---------------------------------------------------------------- played: the table, records


def rules_of(sheet: Sheet) -> Rules:
    return parse_rules(sheet.rules + OF_PAD.get(sheet.style, ""))


@cache
def played(sheet_name: str) -> tuple[tuple[Position, ...], ...]:
    """Each hand of a sheet from its deal to its end; player 2 deals first."""
    sheet = next(one for one in ALL if one.name == sheet_name)
    rules, dealer, series = rules_of(sheet), 1, Series.of(rules_of(sheet))
    hands = []
    for number, (wanted, _) in enumerate(read_results(sheet.hands)):
        current = series.matches[-1]
        score = (0, 0) if current.finished else current.score
        hands.append(hand(wanted, rules, dealer, f"{sheet.name}/{number}", score))
        series, dealer = series.add(wanted), next_dealer(rules, dealer, wanted)
    return tuple(hands)


def hand(
    wanted: Scored, rules: Rules, dealer: int, seed: str, score: tuple[int, ...]
) -> tuple[Position, ...]:
    first, second = score
    steps = hand_that_comes_to(wanted, rules, dealer, seed, (first, second))
    assert steps[-1].outcome is not None and steps[-1].outcome.scored == wanted
    return steps


@each(PLAYED)
def test_records_of_the_hands(sheet: Sheet) -> None:
    """The command counts up what was played, and a review begins each hand at the score of it."""
    match = match_of([record_of(hand[-1], ("Ann", "Bob")) for hand in played(sheet.name)])
    check_document(sheet, document("score", "-", given=format_match(match)))
    assert match.rules == rules_of(sheet)
    for record, steps in zip(match.hands, played(sheet.name), strict=True):
        assert record.score == steps[0].score


@pytest.mark.parametrize(
    "name", ["palace, boxes bring exactly 100", "tournament, the second match has begun"]
)
def test_a_review_begins_at_the_score_of_the_sheet(name: str) -> None:
    match = match_of([record_of(hand[-1]) for hand in played(name)])
    report = review(match, settings=ReviewSettings(worlds=64, luck_worlds=64), threads=1)
    for hand, steps in zip(report.hands, played(name), strict=True):
        assert hand.record.score == steps[0].score


@pytest.mark.rule("R20", "R21", "R24", "R86")
@each(PLAYED)
def test_the_table(app: Flask, sheet: Sheet, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sheet beside the felt, once the last hand is over."""
    game = at_the_table(sheet, monkeypatch)
    series = game.series
    assert [[list(column.of_all(column.total)) for column in match.columns]
            for match in series.matches] == sheet.totals  # fmt: skip
    assert series.winner == (None if not sheet.winner else sheet.winner - 1)
    client = visitor(app, sheet.name)
    web_app(app).store.training.change(sheet.name, TABLE_GAME, lambda _: Seat(game).text)
    page = client.get("/train/table").text
    assert total_rows(page)[-1:] == [sheet.sums[-1]]


def at_the_table(sheet: Sheet, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game at the table in which the cards are those of the sheet's hands."""
    deals = iter(played(sheet.name))
    dealt: dict[int, Position] = {}

    def deal(rules: Rules, seed: int, **_: object) -> Position:
        if seed not in dealt:
            dealt[seed] = next(deals)[0]
        return dealt[seed]

    monkeypatch.setattr("analyzer.practice.play.deal", deal)
    text = sheet.rules + OF_PAD.get(sheet.style, "")
    game = Game(text, Level.NOVICE, FAR + ALL.index(sheet), hands=())
    for steps in played(sheet.name):
        moves = tuple(step.move.full for step in steps[-1].steps)
        game = Game(text, Level.NOVICE, game.seed, hands=(*game.hands, moves))
        if game.asked:
            game = game.defend(game.best_off)
    return game
