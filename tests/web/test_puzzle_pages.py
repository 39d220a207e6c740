"""The puzzle pages: what is hidden before an answer, what counts, and what follows."""

from __future__ import annotations

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import pairwise

import pytest
from flask import Flask
from flask.testing import FlaskClient

from analyzer.game.actions import Turn
from analyzer.game.cards import Card, CardSet
from analyzer.game.table import Played
from analyzer.game.view import Side
from analyzer.practice.puzzles.arranged import arranged
from analyzer.practice.puzzles.book import PuzzleBook
from analyzer.practice.puzzles.mark import mark
from analyzer.practice.puzzles.pack import shipped
from analyzer.practice.puzzles.types import (
    ModelCheck,
    Option,
    Puzzle,
    PuzzleAsk,
    PuzzleKind,
    PuzzleStep,
    Rating,
)
from analyzer.review.coach import Theme
from analyzer.web.puzzles.question import question_of
from analyzer.web.puzzles.reveal import facts_of, step_reveal
from analyzer.web.puzzles.words import label_of, player_words, told
from analyzer.web.state import web_app
from tests.clock import Clock
from tests.sizes import rest_at_night
from tests.web.conftest import browser
from tests.web.puzzle_samples import book, first_of
from tests.web.puzzle_visits import ALL, ME, MakeBook, commit, on, right, turned, visitor, wrong


@pytest.fixture
def app(make_book: MakeBook) -> Flask:
    return make_book()


# ---------------------------------------------------------------- nothing before the answer


def twin(puzzle: Puzzle, first: int = 0) -> Puzzle:
    """The same question with another answer: worths, themes, checks all different.

    Steps before `first` stay as they are.
    """
    steps = tuple(step if at < first else _turned(step) for at, step in enumerate(puzzle.steps))
    made = replace(
        puzzle,
        steps=steps,
        themes=("feeds", "high-card"),
        solved={"random": 0.123},
        provenance=replace(puzzle.provenance, worlds=77_777, plausible=0.777),
    )
    assert all(
        one.best != other.best
        for at, (one, other) in enumerate(zip(puzzle.steps, made.steps, strict=True))
        if at >= first
    )
    return made


def _turned(step: PuzzleStep) -> PuzzleStep:
    def other(place: int, option: Option) -> Option:
        loss = 0.0 if place == 0 else 7.77 * place
        return replace(
            option, q=55.5 - loss, se=0.333, loss=loss, loss_se=0.444, worlds=77_777,
            danger=0.777, match=0.888, outcomes={"gin": (0.77, 33.3)}, gap={},
        )  # fmt: skip

    options = tuple(other(at, one) for at, one in enumerate(reversed(step.options)))
    return replace(
        step,
        options=options,
        baselines={"least deadwood": options[-1].answer},
        models={"baseline": ModelCheck(options[0].answer, 9.99, 0.99, 77)},
        themes=("feeds",),
        tempting=options[-1].answer,
        deeper={},
        at_nought=options[-1].answer,
    )


def with_twin(puzzle: Puzzle, first: int = 0) -> PuzzleBook:
    whole = book()
    return PuzzleBook({**whole.puzzles, puzzle.id: twin(puzzle, first)}, whole.schedule, Clock())


def everything(client: FlaskClient, puzzle: Puzzle) -> dict[str, tuple[bytes, str]]:
    """Every page, fragment, file and header in which a puzzle can be seen."""
    day = book().day_of(puzzle.id)
    paths = [
        "/", "/puzzles", f"/puzzles/{puzzle.id}", f"/puzzles/{puzzle.id}?again=1",
        f"/puzzles/{puzzle.id}?again=1&a={puzzle.steps[0].options[0].answer}",
        f"/puzzles/{puzzle.id}?hint=1", f"/puzzles/{puzzle.id}?deeper=0.5",
        f"/puzzles/{puzzle.id}/deeper/0/5", "/puzzles/archive", "/puzzles/find",
        "/puzzles/find?page=2", f"/puzzles/find?kind={puzzle.kind}", "/puzzles/mine",
        "/puzzles/mine/progress.json", "/puzzles/feed.atom", "/api/v1/openapi.json",
    ]  # fmt: skip
    if day is not None:
        paths += [f"/puzzles?today={day}", f"/puzzles/day/{day}", f"/puzzles/day/{day}.svg"]
    found = {}
    for path in paths:
        for script in ({}, {"HX-Request": "true"}):
            answer = client.get(path, headers=script)
            headers = "\n".join(f"{name}: {value}" for name, value in answer.headers)
            found[f"{path} {script}"] = (answer.data, headers)
            deeper = client.post(f"/puzzles/{puzzle.id}/deeper", data={"step": 0}, headers=script)
            assert deeper.status_code == 409
            found[f"deeper {script}"] = (deeper.data, str(deeper.headers))
    return found


@rest_at_night("kind", PuzzleKind, {PuzzleKind.DISCARD, PuzzleKind.SEQUENCE, PuzzleKind.LAY_OFF})
def test_another_answer_would_change_no_byte_before_ones_own(
    make_book: MakeBook, kind: PuzzleKind
) -> None:
    puzzle = first_of(kind)
    seen = everything(visitor(make_book()), puzzle)
    assert seen == everything(visitor(make_book(with_twin(puzzle))), puzzle)
    assert sum(b"puzzle-asked" in page for page, _ in seen.values()) >= 4


def test_the_step_after_is_hidden_too(make_book: MakeBook) -> None:
    puzzle = first_of(PuzzleKind.SEQUENCE)
    later = puzzle.steps[1]
    here, there = make_book(), make_book(with_twin(puzzle, first=1))
    before = everything(visitor(here), puzzle)
    unseen = " ".join(later.view.splitlines()[-1].split()[-2:])  # what happens in between
    assert unseen
    pages = []
    for app in (here, there):
        client = visitor(app)
        commit(client, puzzle, puzzle.steps[0].best)
        pages.append(everything(client, puzzle))
    assert pages[0] == pages[1] != before
    assert f"Step 2 of {len(puzzle.steps)}".encode() in pages[0][f"/puzzles/{puzzle.id} {{}}"][0]


@pytest.mark.parametrize("puzzle", ALL, ids=lambda one: f"{one.kind}-{one.id}")
def test_no_worth_theme_or_word_of_the_coach_is_in_the_question(app: Flask, puzzle: Puzzle) -> None:
    page = (
        visitor(app).get(f"/puzzles/{puzzle.id}").text.partition("<main")[2].partition("</main>")[0]
    )
    words = " ".join(re.sub(r"<[^>]+>", " ", page).split())
    for step in puzzle.steps:
        for option in step.options:
            for number in (option.q, option.loss):
                assert f"{abs(number):.1f}" not in words or number == 0
    assert not [theme for theme in Theme if str(theme) in words.lower()]
    for said in ("better than", "points behind", "Best:", "world", "Undercut", "rule of thumb"):
        assert said not in words, said


@pytest.mark.parametrize("puzzle", ALL, ids=lambda one: f"{one.kind}-{one.id}")
@pytest.mark.parametrize("how", [right, wrong])
def test_after_it_all_is_there(
    app: Flask, puzzle: Puzzle, how: Callable[[Puzzle], tuple[str, ...]]
) -> None:
    page = commit(visitor(app), puzzle, *how(puzzle))
    words = " ".join(re.sub(r"<[^>]+>", " ", page).split())
    assert ("Not this one." in words) == (how is wrong and len(puzzle.steps) == 1)
    assert "What rules of thumb say" in words and "How others answered" in words
    assert words.count("Think deeper") == sum(not one.exact for one in puzzle.steps)
    assert 'name="answer"' not in page
    assert "Your new rating: " in words


def test_the_ace_of_clubs_is_a_card_like_any_other() -> None:
    view = (
        "hand: Ac 3c 8c 2d 3d 4d 8d 9d 8h 9h 9s\nhistory:\n  upcard Kh\n  opp: pass\n"
        "  me: pass\n  opp: draws, discards Kd\n  me: draws 3c"
    )
    names = ("discard Ac", "discard 3c")
    options = tuple(Option(name, 0.0, 0.1, float(at), 0.1, 8) for at, name in enumerate(names))
    step = PuzzleStep(PuzzleAsk.DISCARD, view, options, {})
    ace = next(one for one in question_of(step)["buttons"] if one["value"] == "discard Ac")
    assert ace["card"] is not None and ace["label"] == "Discard A♣"
    shown = replace(options[0], answer="knock Ac: 2d 3d 4d", melds=("2d 3d 4d",))
    assert label_of(replace(step, ask=PuzzleAsk.ARRANGEMENT), shown).startswith(
        "Discard A♣; lay down"
    )
    assert (
        told(Played(Side.OPPONENT, Turn.DRAW, None, Card.of("Ac"))) == "They draw and discard A♣."
    )


# ---------------------------------------------------------------- what counts


def test_the_first_answer_counts_and_no_other(app: Flask) -> None:
    client, puzzle = visitor(app), on(14)
    commit(client, puzzle, *wrong(puzzle))
    before = web_app(app).store.puzzles.of(ME, puzzle.id)
    page = commit(client, puzzle, *right(puzzle))
    assert "Not this one." in page
    assert web_app(app).store.puzzles.of(ME, puzzle.id) == before


@pytest.mark.parametrize("puzzle", [on(3), on(14)], ids=["three answers", "two"])
def test_of_two_answers_at_once_the_first_counts(app: Flask, puzzle: Puzzle) -> None:
    step = puzzle.steps[0]

    def give(place: int) -> str:
        answer = step.options[place % len(step.options)].answer
        return commit(visitor(app), puzzle, answer)

    with ThreadPoolExecutor(6) as threads:
        pages = list(threads.map(give, range(12)))
    store = web_app(app).store.puzzles
    kept = store.of(ME, puzzle.id)
    assert kept is not None and len(kept.answers) == 1
    assert sum(store.answered(puzzle.id, 0).values()) == 1
    assert len(store.mine(ME)) == 1
    assert len({"Not this one." in page for page in pages}) == 1
    assert kept.rating is not None
    fresh = Rating(1500.0, 350.0)
    assert (kept.rating.rating > fresh.rating) == (kept.credit == 1)


def test_two_puzzles_at_once_are_both_rated_one_after_the_other(app: Flask) -> None:
    with ThreadPoolExecutor(6) as threads:
        list(threads.map(lambda one: commit(visitor(app), one, *right(one)), ALL[:6]))
    mine = web_app(app).store.puzzles.mine(ME)
    ratings = [one.rating.rating for one in mine if one.rating]
    assert len(ratings) == 6 and ratings == sorted(ratings)


def test_steps_are_answered_in_their_order(app: Flask) -> None:
    client, puzzle = visitor(app), first_of(PuzzleKind.SEQUENCE)
    data = {"answer": puzzle.steps[1].best, "step": "1"}
    client.post(f"/puzzles/{puzzle.id}", data=data)
    kept = web_app(app).store.puzzles.of(ME, puzzle.id)
    assert kept is not None and kept.answers == () and kept.finished is None
    page = commit(client, puzzle, *(one.tempting for one in puzzle.steps[:1]))
    assert "You chose: " in page and " Best: " in page
    assert web_app(app).store.puzzles.mine(ME) == ()


@pytest.mark.parametrize("data", [{}, {"answer": "nonsense"}, {"answer": "take", "step": "9"}])
def test_nonsense_is_refused_and_keeps_nothing(app: Flask, data: dict[str, str]) -> None:
    client, puzzle = browser(app), on(14)
    assert client.post(f"/puzzles/{puzzle.id}", data={"step": "0", **data}).status_code == 400
    assert "Set-Cookie" not in client.get(f"/puzzles/{puzzle.id}").headers
    assert client.get("/puzzles/nothing").status_code == 404


def test_who_only_looks_gets_no_cookie_and_who_answers_does(app: Flask) -> None:
    client, puzzle = browser(app), on(14)
    for path in ("/puzzles", "/puzzles/archive", "/puzzles/find", "/puzzles/mine"):
        assert "Set-Cookie" not in client.get(path).headers
    page = commit(client, puzzle, *right(puzzle))
    assert "Right." in page


def test_a_hint_is_given_when_asked_for_and_leaves_the_rating_alone(app: Flask) -> None:
    client, puzzle = visitor(app), on(3)
    step = puzzle.steps[0]
    assert "<strong>Hint.</strong>" not in client.get(f"/puzzles/{puzzle.id}?hint=1").text
    said = client.post(f"/puzzles/{puzzle.id}/hint", data={})
    page = client.get(said.headers["Location"]).text
    hint = re.search(r"puzzle-hint.*?</p>", page, re.S)
    assert hint is not None and "It is not this one" in hint[0]
    plain = re.sub(r"<[^>]+>", "", hint[0])
    assert label_of(step, step.option(step.tempting))[1:] in plain
    assert label_of(step, step.options[0])[1:] not in plain
    page = commit(client, puzzle, step.best)
    assert "Not rated: you asked for a hint." in page
    (kept,) = web_app(app).store.puzzles.mine(ME)
    assert kept.hinted and kept.rating is None and kept.credit == 1
    assert web_app(app).store.puzzles.rating(puzzle.id) is None


def test_a_puzzles_rating_moves_a_little_and_a_players_with_its_deviation(app: Flask) -> None:
    puzzle = on(14)
    commit(visitor(app), puzzle, *right(puzzle))
    moved = web_app(app).store.puzzles.rating(puzzle.id)
    assert moved is not None and 0 < puzzle.rating.rating - moved.rating <= 12
    for other in ALL[:5]:
        commit(visitor(app), other, *right(other))
    mine = [one.rating for one in web_app(app).store.puzzles.mine(ME) if one.rating]
    deviations = [one.deviation for one in mine]
    assert deviations == sorted(deviations, reverse=True)
    assert all(abs(b.rating - a.rating) <= 200 for a, b in pairwise(mine))
    page = visitor(app).get("/puzzles/mine").text
    assert f"Rating {mine[-1].rating:.0f} ±" in page
    assert 'role="img" aria-label="Your rating over' in page


# ---------------------------------------------------------------- once more


def test_once_more_hides_the_answer_again_and_moves_nothing(make_book: MakeBook) -> None:
    puzzle = on(3)
    here, there = make_book(), make_book(with_twin(puzzle))
    path = f"/puzzles/{puzzle.id}?again=1"
    pages = []
    for app in (here, there):
        commit(visitor(app), puzzle, puzzle.steps[0].options[1].answer)
        page = visitor(app).get(path)
        pages.append(page.data)
    assert pages[0] == pages[1]
    client = visitor(here)
    before = web_app(here).store.puzzles.of(ME, puzzle.id)
    assert before is not None and before.credit == 0
    assert f"/puzzles/{puzzle.id}?again=1" in client.get("/puzzles/mine").text
    said = client.post(f"/puzzles/{puzzle.id}/again", data={"answer": puzzle.steps[0].best})
    assert "Right." in client.get(said.headers["Location"]).text
    after = web_app(here).store.puzzles.of(ME, puzzle.id)
    assert after is not None and after.again == 1 and after.again_credit == 1
    assert (after.rating, after.credit, after.day) == (before.rating, before.credit, before.day)
    assert "None is due. The next comes tomorrow" in client.get("/puzzles/mine").text


def test_a_sequence_once_more_goes_step_by_step(app: Flask) -> None:
    client, puzzle = visitor(app), first_of(PuzzleKind.SEQUENCE)
    commit(client, puzzle, *wrong(puzzle))
    before: list[str] = []
    for at, step in enumerate(puzzle.steps):
        asked = client.get(f"/puzzles/{puzzle.id}", query_string={"again": 1, "a": before}).text
        assert f"Step {at + 1} of {len(puzzle.steps)}" in asked
        data = {"a": before, "answer": step.best}
        said = client.post(f"/puzzles/{puzzle.id}/again", data=data)
        before.append(step.best)
    page = client.get(said.headers["Location"]).text
    assert f"All {len(puzzle.steps)} steps right." in page
    assert "This was not your first try" in page


def test_once_more_and_a_dispute_need_a_first_try(app: Flask) -> None:
    client, puzzle = visitor(app), on(14)
    answer = {"answer": puzzle.steps[0].best}
    assert client.post(f"/puzzles/{puzzle.id}/again", data=answer).status_code == 409
    assert client.post(f"/puzzles/{puzzle.id}/dispute", data={"text": "no"}).status_code == 409
    commit(client, puzzle, *right(puzzle))
    said = client.post(f"/puzzles/{puzzle.id}/dispute", data={"text": "I <b>doubt</b> it"})
    assert said.status_code == 303
    assert "I &lt;b&gt;doubt&lt;/b&gt; it" in client.get(said.headers["Location"]).text
    assert web_app(app).store.puzzles.disputed(ME, puzzle.id) == "I <b>doubt</b> it"
    assert web_app(app).store.puzzles.disputed("another", puzzle.id) is None


def test_how_others_answered_is_told_from_three_on(app: Flask) -> None:
    puzzle = on(14)
    first = commit(visitor(app, "a"), puzzle, *right(puzzle))
    assert "Too few players" in first
    commit(visitor(app, "b"), puzzle, *right(puzzle))
    page = commit(visitor(app, "c"), puzzle, *wrong(puzzle))
    assert "First answers of 3 players." in page
    assert "67%" in page and "33%" in page


# ---------------------------------------------------------------- arranged by hand


@pytest.mark.parametrize("kind", [PuzzleKind.LAY_OFF, PuzzleKind.ARRANGEMENT])
def test_a_layout_is_arranged_by_hand(client: FlaskClient, app: Flask, kind: PuzzleKind) -> None:
    puzzle = next(one for one in web_app(app).puzzles.opened() if one.kind is kind)
    step = puzzle.steps[0]
    best = next(one for one in step.options if not one.loss)
    chosen = " ".join(best.off if kind is PuzzleKind.LAY_OFF else best.melds).split()
    asked = client.get(f"/puzzles/{puzzle.id}").text
    assert 'type="checkbox" name="cards"' in asked and "Lay down" in asked
    form = {"step": "0", "answer": "arranged", "today": "2026-01-05"}
    wrong = client.post(f"/puzzles/{puzzle.id}", data=form | {"cards": ["Kd", "2c"]})
    assert wrong.status_code == 422 and 'role="alert"' in wrong.text
    done = client.post(
        f"/puzzles/{puzzle.id}", data=form | {"cards": chosen}, follow_redirects=True
    )
    assert done.status_code == 200 and 'name="cards"' not in done.text
    assert arranged(step, CardSet.of(" ".join(chosen)) if chosen else CardSet()) == best.answer


@pytest.mark.parametrize("kind", [PuzzleKind.LAY_OFF, PuzzleKind.ARRANGEMENT])
def test_a_layout_in_another_order_is_kept_and_shown_in_its_one_form(
    app: Flask, kind: PuzzleKind
) -> None:
    puzzle = next(
        each for each in web_app(app).puzzles.opened()
        if each.kind is kind and len(each.steps[0].options[-1].melds) > 1
    )  # fmt: skip
    named = puzzle.steps[0].options[-1].answer
    client, sent = visitor(app, "Ann"), turned(named)
    assert sent != named
    shown = commit(client, puzzle, sent)
    kept = web_app(app).store.puzzles.of("Ann", puzzle.id)
    assert kept is not None and [each.answer for each in kept.answers] == [named]
    assert sent not in shown
    tried = client.post(f"/puzzles/{puzzle.id}/again", data={"answer": sent, "today": "2026-01-05"})
    assert sent not in tried.text


@pytest.mark.parametrize("kind", [PuzzleKind.DISCARD, PuzzleKind.SCORE])
def test_answers_are_told_best_first_and_players_in_words(app: Flask, kind: PuzzleKind) -> None:
    puzzle = first_of(kind)
    step = puzzle.steps[0]
    asked = visitor(app).get(f"/puzzles/{puzzle.id}").text
    assert ("A match to 100." in asked) == (kind is PuzzleKind.SCORE)
    later = replace(step, options=(step.options[0], *reversed(step.options[1:])))
    table = step_reveal(replace(puzzle, steps=(later,)), 0, [mark(later, later.best)], {})["table"]
    behind = [-row.value.match if row.value.match else row.value.loss for row in table.rows]
    assert behind == sorted(behind) and len(behind) == len(step.options)
    told = {fact.label: fact.value for fact in facts_of(puzzle, puzzle.rating, None)}
    assert not re.search(r"\b(fast|engine:|people:)", told["Played by"])


def test_every_player_of_a_pack_has_words() -> None:
    names = {name for one in shipped().values() for name in one.provenance.players}
    assert not [name for name in names if player_words(name) == name]
