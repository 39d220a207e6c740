"""Every loss shown is the difference of the two numbers shown, on hands that were played.

The positions are those of whole hands between policies, with a score and without, judged on few
worlds; the puzzles are those of the shipped packs. Each is looked at as it is served, and as the
terminal prints it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from io import StringIO
from itertools import count
from random import Random

import pytest
from flask import Flask
from flask.testing import FlaskClient
from rich.console import Console

from analyzer.cli.analyze import show
from analyzer.cli.review import _show
from analyzer.engine.fast import policy_action
from analyzer.engine.policies import BASELINE
from analyzer.engine.types import Evaluation, Grade
from analyzer.engine.unit import unit_of
from analyzer.game.actions import Kind
from analyzer.game.position import Position, deal
from analyzer.game.rules import PRESETS
from analyzer.game.view import view_of
from analyzer.notation import encode
from analyzer.notation.records import Match, Record, format_record, parse_match, record_of
from analyzer.practice.mistakes import Mistakes, mistake
from analyzer.practice.puzzles.explain import view_at
from analyzer.review import Choice, Entry, LayOff, Report
from analyzer.service.ports import Engine
from analyzer.store.training import MISTAKES
from analyzer.web import create_app
from analyzer.web.review.retry import errors_of
from analyzer.web.review.select import PER_PAGE
from analyzer.web.state import web_app
from analyzer.web.train import mistakes as mistakepages
from tests.oracles.reviewed import FEWEST
from tests.sizes import more_at_night
from tests.unit.test_one_voice import evaluation_of, plain_number
from tests.web.conftest import MakeApp
from tests.web.losses import ShownRow, bars, check_bars, check_rows, row_of, tables, words
from tests.web.puzzle_visits import ME, commit, visitor
from tests.web.scripted import OPPONENTS, settings_in

HANDS = ("standard", "classic", "oklahoma", "straight")


def played() -> Iterator[Match]:
    """Hands by turns without a score and at one, under one set of rules after the other."""
    for at in count():
        score = (at % 90, 3) if at % 2 else None
        rules = PRESETS[HANDS[at // 2 % len(HANDS)]]
        yield parse_match(format_record(clumsy(deal(rules, at, dealer=at // 2 % 2, score=score))))


def clumsy(position: Position) -> Record:
    """A hand to its end, in which now and then any card is discarded: so there are errors."""
    rng = Random(str(position.hands))
    while not position.over:
        discards = [one for one in position.legal_actions() if one.kind is Kind.DISCARD]
        if discards and rng.random() < 0.3:
            position = position.apply(rng.choice(discards))
        else:
            position = position.apply(policy_action(view_of(position), BASELINE))
    return record_of(position, ("Ann", "Bob"), ())


@dataclass
class House:
    """An application that has reviewed hands, and knows no other answers than those found there."""

    app: Flask
    size: int
    answers: dict[str, Evaluation] = field(default_factory=dict)
    hands: list[tuple[str, Report]] = field(default_factory=list)

    @property
    def client(self) -> FlaskClient:
        return visitor(self.app)

    def page(self, path: str) -> str:
        answer = self.client.get(path)
        assert answer.status_code == 200, path
        return answer.text

    def review(self, match: Match) -> int:
        """Review a hand; how many of its positions can then be analyzed."""
        reviews = web_app(self.app).reviews
        job = reviews.submit(ME, match, FEWEST)
        while job.running:
            job = reviews.wait(job.id, job.version, 1) or job
        report = reviews.report(job.id)
        assert report is not None, job.problem
        self.hands.append((job.id, report))
        entries = choices(report)
        self.answers |= {encode(one.view): evaluation_of(one) for one in entries}
        return len(entries)


@pytest.fixture(scope="module", params=[40, pytest.param(500, marks=pytest.mark.nightly)])
def house(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory):
    answers: dict[str, Evaluation] = {}
    engine = Engine(lambda view, *_, **__: answers[encode(view)], "kept", OPPONENTS, lambda: None)
    path = tmp_path_factory.mktemp("losses") / "test.db"
    app = create_app(settings_in(path, first_wait=20.0), engine=engine)
    made, hands = House(app, request.param, answers), played()
    reviewed = 0
    while reviewed < made.size or len(made.hands) % 2:
        reviewed += made.review(next(hands))
    yield made
    web_app(app).close()


def choices(report: Report) -> list[Choice]:
    """The decisions in which there is something to lose."""
    return [one for one in report.entries if isinstance(one, Choice) and not one.verdict.forced]


def of_both(house: House, few: int) -> list[Choice]:
    """As many positions of each hand, or all of them at night."""
    each = few if house.size < 500 else None
    found = [one for _, report in house.hands for one in choices(report)[:each]]
    assert {unit_of(one.view).match for one in found} == {False, True}
    return found


def losses_of(rows: list[ShownRow]) -> dict[str, Decimal]:
    """How far each card and place is behind by the numbers shown: a card by its best use."""
    best, found = plain_number(rows[0].worth), dict[str, Decimal]()
    for row in rows:
        name = row.place or row.card
        behind = max(best - plain_number(row.worth), Decimal(0))
        found[name] = min(behind, found.get(name, behind))
    return found


def check_felt(html: str, rows: list[ShownRow], entry: Choice) -> int:
    return check_bars(bars(html), losses_of(rows), unit_of(entry.view).size(1.0))


def test_on_the_analyze_page_and_in_the_terminal(house: House) -> None:
    shown = drawn = printed = 0
    asked = of_both(house, 20)
    for one in asked:
        place = encode(one.view)
        html = house.page(f"/analyze?p={place}")
        (rows,) = tables(html, "actions")
        shown += check_rows(rows)
        drawn += check_felt(html, rows, one)
        printed += check_terminal(house.answers[place])
    assert len(asked) >= house.size
    assert min(shown, drawn, printed) >= 2 * house.size


def check_terminal(evaluation: Evaluation) -> int:
    """The same in what `ginsight analyze` prints."""
    console = Console(file=StringIO(), width=150, color_system=None)
    show(console, evaluation)
    rows = [ShownRow(*found) for found in PRINTED.findall(console.file.getvalue())]  # type: ignore[attr-defined]
    assert len(rows) >= 2
    return check_rows(rows)


PRINTED = re.compile(
    r"^ ?[● ] +(\S.*?) +([<>]?[+−]?\d+\.\d%?)(?: ±\d+\.\d)? +(\d+\.\d%?|–) .*"
    r"(?:best|inaccuracy|mistake|blunder)\?? *$",
    re.MULTILINE,
)
"""A row of the table: action, worth, how far behind."""


def test_in_a_review_its_retry_and_the_terminal(house: House) -> None:
    listed = drawn = retried = 0
    for ident, report in house.hands:
        lost: dict[int, str] = {}
        for page in range(len(report.entries) // PER_PAGE + 1):
            html = house.page(f"/review/{ident}?grade=all&seat=both&page={page + 1}")
            for at, card in cards_of(html):
                losses, bars_there = check_card(report.entries[at], card)
                listed, drawn = listed + losses, drawn + bars_there
                lost[at] = lost_in(card)
        assert set(lost) == set(range(len(report.entries)))
        check_printed(report, lost)
        for seat in report.seats:
            retried += check_retry(house, ident, report, seat)
    assert listed >= house.size and drawn >= house.size and retried >= house.size // 20


def cards_of(html: str) -> Iterator[tuple[int, str]]:
    """The entries of a page, each with its place in the report."""
    for card in html.split('<article class="entry-card')[1:]:
        if found := re.search(r'id="e(\d+)"', card):
            yield int(found[1]), card


def lost_in(card: str) -> str:
    """What an entry says that was lost, without the interval."""
    found = re.search(r'class="entry-lost">(?:<span.*?</span>)?(.*?)(?:<small|</p>)', card)
    assert found is not None
    return words(found[1])


def check_card(entry: Entry, card: str) -> tuple[int, int]:
    """Its table, its bars, and its loss against the rows of the best and of what was played."""
    if isinstance(entry, LayOff):
        return check_lay_off(card), 0
    if entry.verdict.forced:
        return 0, 0
    (rows,) = tables(card, "choices")
    lost, row = lost_in(card), row_of(rows, entry.view, entry.found.played)
    if re.match(r"\d", lost):
        assert row is not None or entry.badly_laid_down or len(rows) > 11, card
        if row is not None:
            assert plain_number(lost) == max(
                plain_number(rows[0].worth) - plain_number(row.worth), Decimal(0)
            )
    felt = 'class="felt-hand' in card and len(rows) == len(entry.found.actions)
    return check_rows(rows), check_felt(card, rows, entry) if felt else 0


def check_lay_off(card: str) -> int:
    """What is left after a defense and after the best, and how far apart they are."""
    left = LEFT.search(words(card))
    assert left is None or int(left[1]) - int(left[2]) == int(left[3])
    return int(left is not None)


LEFT = re.compile(r"leaves (\d+) points?, the best answer (\d+): (\d+) points? lost")
"""What a defense kept, what the best keeps, and how far apart they are."""


def check_retry(house: House, ident: str, report: Report, seat: int) -> int:
    """Each error of a player as it is shown once it has been tried."""
    errors = errors_of(report, seat)
    tried = errors if house.size > 40 else errors[:2]
    for number_of, at in enumerate(tried):
        entry = report.entries[at]
        if not isinstance(entry, Choice):
            continue
        best = entry.best.action
        way = best.full if entry.badly_laid_down else str(best)
        asked = {"seat": seat + 1, "so": "r" * number_of, "try": way}
        answer = house.client.get(f"/review/{ident}/retry", query_string=asked)
        ((place, card),) = cards_of(answer.text)
        assert place == at and "Right." in answer.text
        check_card(entry, card)
    return len(tried)


def check_printed(report: Report, lost: dict[int, str]) -> None:
    """`ginsight review` prints the losses that the page shows."""
    console = Console(file=StringIO(), width=400, color_system=None)
    _show(console, report, report.seats)
    lines = LINE.findall(console.file.getvalue())  # type: ignore[attr-defined]
    judged = [at for at, one in enumerate(report.entries) if not one.verdict.forced]
    assert len(lines) == len(judged)
    for at, said in zip(judged, lines, strict=True):
        assert said == (lost[at] if re.match(r"\d", lost[at]) else ""), (at, said, lost[at])


LINE = re.compile(
    r"^ \d+ +[12] .*? {2}(?:(\d+\.\d%?)(?: ±\d+\.\d)? +)?"
    r"(?:best|inaccuracy|mistake|blunder)[?*]?(?= |$)",
    re.MULTILINE,
)
"""A decision: what was lost, empty where it was best or tied."""


def test_a_mistake_of_ones_own_once_more(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    found = [one for _, report in house.hands for one in choices(report) if plain_error(one)]
    by_place = {encode(one.view): one for one in found}
    monkeypatch.setattr(mistakepages, "asked_again", lambda view, _: by_place[encode(view)])
    drawn = told = 0
    for one in found:
        made = mistake(one.view, one.found.played, one.verdict.loss, "1", TODAY)
        kept = Mistakes().plus("r", [made]).text
        web_app(house.app).store.training.change(ME, MISTAKES, lambda _, kept=kept: kept)
        web_app(house.app).engine_ready.set()
        card = str(one.found.played.card)
        form = {"p": made.place, "try": "discard", "card": card, "second": "1"}
        html = house.client.post("/train/mistakes/answer", data=form).text
        assert "Not this one." in html
        (rows,) = tables(house.page(f"/analyze?p={encode(one.view)}"), "actions")
        drawn += check_felt(html, rows, one)
        played = row_of(rows, one.view, one.found.played)
        behind = plain_number(rows[0].worth) - plain_number(played.worth)
        said = LED.search(words(html))
        told += said is not None
        assert said is None or plain_number(said[1]) == behind
    assert told >= house.size // 20 and drawn >= 10 * len(found)


def plain_error(entry: Choice) -> bool:
    """Whether a card was discarded that surely should not have been; gin is another matter."""
    if any(value.action.kind is Kind.GIN for value in entry.found.actions):
        return False
    error = entry.verdict.grade is not Grade.BEST and not entry.as_good(entry.found.played)
    return error and entry.found.played.kind is Kind.DISCARD


TODAY = date(2026, 1, 14)
LED = re.compile(r"(\d+\.\d)%?(?: ±\d+\.\d)? (?:points )?(?:better|worse|lost)")


@more_at_night("few", 25, 500)
def test_in_what_a_puzzle_reveals(make_app: MakeApp, few: int) -> None:
    app, shown, drawn = make_app(), 0, 0
    client, opened = visitor(app), list(web_app(app).puzzles.opened())
    for puzzle in Random(few).sample(opened, few):
        html = commit(client, puzzle, *(step.best for step in puzzle.steps))
        parts = html.split('class="panel puzzle-step"')[1:]
        assert len(parts) == len(puzzle.steps)
        for step, part in zip(puzzle.steps, parts, strict=True):
            (rows,) = tables(part, "choices")
            shown += check_rows(rows)
            if not step.exact:
                least = unit_of(view_at(step.view)).size(1.0)
                felt = part if len(puzzle.steps) > 1 else html  # one lies where it was asked
                drawn += check_bars(bars(felt), losses_of(rows), least)
    assert shown > few and drawn > few
