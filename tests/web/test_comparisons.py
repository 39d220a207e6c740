"""Beside the answer: asked once it stands, shown as it comes, left out by a stop."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import pytest
from flask.testing import FlaskClient

from analyzer.api.documents import written
from analyzer.api.evaluations import EvaluationJson
from analyzer.display.charts import MOST_STEPS
from analyzer.engine import Limit, analyze
from analyzer.engine.comparisons.compare import ALL, Comparison, compare
from analyzer.engine.comparisons.types import Against, ScoreCell, ScoreMap, ScoreValue
from analyzer.engine.types import Evaluation
from analyzer.engine.unit import unit_of
from analyzer.game.actions import Action, Kind
from analyzer.notation import encode, parse_view
from analyzer.review.coach import comparisons
from analyzer.service.ports import Engine, OnProgress, SearchTask, Stop
from analyzer.service.search import SearchState
from analyzer.service.searches import WITH_COMPARISONS, Searches
from analyzer.service.settings import ServerSettings
from analyzer.web.analyze import comparisons as beside
from analyzer.web.analyze import present
from analyzer.web.analyze.contexts import Controls
from tests.web.conftest import MakeApp, browser
from tests.web.scripted import Script
from tests.web.test_searches import SOON, Clock, Memory, until

TEXT = "score: 40-65\nhand: 3c 4c 5c 6c 9d 9h 9s 6s 2h Ad Kc\npile: 2d Kh 8s Jd 7h Ks"
VIEW = parse_view(TEXT)
TASK = SearchTask(VIEW, Limit(seconds=5.0))


@dataclass
class Beside(Script):
    """A scripted engine that also answers beside, when the test lets it."""

    go: threading.Event = field(default_factory=threading.Event)
    wanted: list[frozenset[Comparison]] = field(default_factory=list)

    def engine(self) -> Engine:
        return replace(super().engine(), compare=self.compare)

    def compare(
        self,
        evaluation: Evaluation,
        limit: Limit,
        wanted: frozenset[Comparison] = ALL,
        *,
        progress: OnProgress | None = None,
        stop: Stop = lambda: False,
        clock: Callable[[], float] = time.monotonic,
        threads: int = 2,
    ) -> Evaluation:
        self.wanted.append(wanted)
        first = evaluation.actions[0].action
        found = replace(
            evaluation,
            models={"baseline": (first,), "waiter": (first,)},
            against={"baseline": Against(0, 0, 9), "waiter": Against(0, 0, 9)},
        )
        if progress is not None:
            progress(found)
        while not self.go.wait(0.005):
            if stop():
                return replace(found, stopped=True)
        return replace(found, robust=True)


@pytest.fixture
def script() -> Script:
    return Beside(batches=1)


@pytest.fixture
def memory() -> Memory:
    return Memory()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def searches(script: Beside, memory: Memory, clock: Clock):  # type: ignore[no-untyped-def]
    settings = ServerSettings(searches=2, idle_seconds=900, keep_seconds=60, max_seconds=10)
    running = Searches(script.engine(), memory, settings, clock)
    yield running
    script.go.set()
    running.close()


def reached(searches: Searches, ready: Callable[[Evaluation], bool]):  # type: ignore[no-untyped-def]
    """The search, and its snapshot once `ready`."""
    search = searches.ask(TASK)
    until(lambda: (found := search.snapshot.evaluation) is not None and ready(found))
    return search, search.snapshot


def test_the_answer_stands_before_what_is_beside_it(searches: Searches, script: Beside) -> None:
    search, snapshot = reached(searches, lambda found: bool(found.models))
    assert snapshot.running and snapshot.evaluation.done and snapshot.evaluation.robust is None
    shown = present.progress(snapshot, TASK)
    assert shown.running and shown.text.startswith("The answer is ready.")
    assert present.result(snapshot, TASK, Controls(p="g1AbC")).verdict.note == present.ASKING
    script.go.set()
    last = search.settle(SOON)
    assert last.state is SearchState.DONE and last.share is not None
    assert last.evaluation is not None and last.evaluation.robust is True
    assert script.wanted == [ALL]


def test_a_stop_keeps_the_answer_and_promises_nothing_beside(
    searches: Searches, memory: Memory
) -> None:
    search, _ = reached(searches, lambda found: bool(found.models))
    search.stop()
    last = search.settle(SOON)
    assert last.state is SearchState.STOPPED and last.share is not None
    (task,) = memory.kept
    assert task == replace(TASK, limit=Limit(worlds=64), comparisons=frozenset())


def test_what_is_beside_may_take_longer_than_the_answer(
    searches: Searches, script: Beside, clock: Clock
) -> None:
    search, _ = reached(searches, lambda found: bool(found.models))
    clock.now += 10 * WITH_COMPARISONS - 0.1
    time.sleep(0.02)
    assert search.snapshot.running
    clock.now += 0.2
    assert search.settle(SOON).state is SearchState.STOPPED


def test_what_is_not_wanted_is_not_asked(searches: Searches, script: Beside) -> None:
    alone = searches.ask(replace(TASK, comparisons=frozenset())).settle(SOON)
    assert alone.state is SearchState.DONE and script.wanted == []
    script.go.set()
    searches.ask(replace(TASK, comparisons=frozenset({Comparison.SCORES}))).settle(SOON)
    assert script.wanted == [frozenset({Comparison.SCORES})]


def test_the_pictures_stay_while_one_thinks_longer(
    searches: Searches, script: Beside, whole: Evaluation
) -> None:
    script.held, script.batches = True, 2
    search = searches.ask(TASK, replace(whole, worlds=8))
    script.step()
    until(lambda: search.snapshot.evaluation.worlds == 64)
    shown = search.snapshot.evaluation
    assert (shown.scores, shown.waiting) == (whole.scores, whole.waiting)
    assert shown.actions != whole.actions and not shown.models
    script.go.set()
    script.step()
    last = search.settle(SOON).evaluation
    assert last is not None and last.scores is None, "the last word is what was found"


@pytest.mark.parametrize(
    ("asked", "wanted"),
    [
        ({}, {Comparison.MODELS}),
        ({"scores": True, "waiting": True, "causes": True}, set(ALL)),
        ({"models": False, "waiting": True}, {Comparison.WAITING}),
    ],
)
def test_the_api_asks_for_what_is_named(
    make_app: MakeApp, script: Beside, asked: dict[str, bool], wanted: set[Comparison]
) -> None:
    script.go.set()
    client = browser(make_app())
    answer = client.post("/api/v1/analyze", json={"view": TEXT, "worlds": 500, **asked})
    assert answer.status_code == 200 and answer.json["robust"] is True
    assert answer.json["models"]["waiter"] == answer.json["best"][:1] == ["discard Kc"]
    assert script.wanted == [frozenset(wanted)]


def test_an_answer_alone_is_not_one_with_more_beside_it(make_app: MakeApp, script: Beside) -> None:
    script.go.set()
    client = browser(make_app())
    asked = {"view": TEXT, "worlds": 500}
    alone = client.post("/api/v1/analyze", json={**asked, "models": False}).json
    whole = client.post("/api/v1/analyze", json=asked).json
    assert (alone["robust"], whole["robust"]) == (None, True)


def test_the_page_fills_in_other_opponents(make_app: MakeApp, script: Beside) -> None:
    client: FlaskClient = browser(make_app(first_wait=5.0))
    address = f"/analyze?p={encode(VIEW)}"
    first = client.get(address).text
    assert "aria-busy" in first and "The answer is ready." in first
    script.go.set()
    deadline = time.monotonic() + SOON
    while "aria-busy" in (text := client.get(address).text):
        assert time.monotonic() < deadline
    assert "against the players we know: " in text
    assert "Against other opponents" in text


# --- the pictures ----------------------------------------------------------------------


@pytest.fixture(scope="module")
def whole() -> Evaluation:
    """A real answer with all that can stand beside it."""
    limit = Limit(worlds=512)
    return compare(analyze(VIEW, limit), limit)


def test_the_curve_is_drawn_where_its_numbers_are(whole: Evaluation) -> None:
    chart = beside.stage_chart(whole)
    assert chart is not None and whole.waiting is not None
    assert len(chart.rows) == len(whole.waiting.points) == chart.line.count("L") + 1
    assert chart.band.count("L") == 2 * len(chart.rows) - 1
    heights = [float(part.split()[1]) for part in chart.line[1:].split("L")]
    for (row, _, _), height in zip(chart.rows, heights, strict=True):
        assert (height < chart.zero) == (row.gain > 0)
        assert beside.FRAME.top < height < beside.FRAME.bottom
    (now,) = [index for index, (row, _, _) in enumerate(chart.rows) if row.now]
    assert chart.now == (float(chart.line[1:].split("L")[now].split()[0]), heights[now])
    ticks = [tick.at for tick in chart.y_ticks]
    assert 2 <= len(ticks) <= MOST_STEPS + 1 and chart.zero in ticks
    assert chart.unit == "percent of the match"


def test_the_map_is_drawn_with_the_score_of_the_match(whole: Evaluation) -> None:
    grid = beside.score_grid(whole)
    assert grid is not None and len(grid.rows) == 10
    (here,) = [
        (mine, column)
        for mine, squares in grid.rows
        for column, square in zip(grid.across, squares, strict=True)
        if square.here
    ]
    assert here == ("40", "60")
    assert grid.here == "40–65"
    shown = {letter for _, row in grid.rows for one in row for letter in one.letters}
    assert {letter for letter, _, _ in grid.keys} == shown - {"+"}


def test_a_square_has_the_color_of_the_common_action(whole: Evaluation) -> None:
    discards = [Action(Kind.DISCARD, card) for card in list(VIEW.hand)[:3]]
    rows = [discards[:1], discards[1::-1], discards[::-1], discards[2:]]
    cells = tuple(
        ScoreCell((10 * (i // 2), 10 * (i % 2)), (ScoreValue(best[0], 0.5, 0, 0.1),), tuple(best))
        for i, best in enumerate(rows)
    )
    found = ScoreMap(20, 10, None, tuple(discards), cells, 100)
    grid = beside.score_grid(replace(whole, scores=found))
    assert grid is not None
    drawn = [(one.letters, one.kind, one.tied) for _, row in grid.rows for one in row]
    assert drawn == [("A", 1, False), ("BA", 1, True), ("CB+", 1, True), ("C", 3, False)]


def test_without_them_there_is_no_picture(whole: Evaluation) -> None:
    bare = replace(whole, scores=None, waiting=None, models={}, against={}, robust=None)
    assert beside.score_grid(bare) is None and beside.stage_chart(bare) is None
    assert present.models(bare, {}) == ()


def test_the_words_of_the_page_are_those_of_the_document(whole: Evaluation) -> None:
    """Cards look different, the numbers and bounds are the same ones."""
    document = written(EvaluationJson, whole)
    chart = beside.stage_chart(whole)
    assert chart is not None and document.waiting is not None
    assert chart.summary == comparisons.waiting(whole.waiting, unit_of(whole.view))
    assert document.waiting.summary == comparisons.waiting(whole.waiting)  # in points, as its rows
