"""The verdict's sentences, each from made-up numbers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from analyzer.actions import Action, Kind
from analyzer.cards import Card, CardSet
from analyzer.engine.types import ActionValue, Ending, Evaluation, Grade, Limit, Share
from analyzer.notation import parse_view
from analyzer.view import View
from analyzer.web import words
from analyzer.web.contexts import Controls
from analyzer.web.ports import Task
from analyzer.web.present import progress, result, table
from analyzer.web.searches import Snapshot, State

THROW = parse_view("hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac 6s\npile: 5s Kh 9c")
KNOCK = parse_view("hand: 3c 4c 5c 6c 9d 9h 9s 2s Ah Ad Kc\npile: 2d Kh 8s")
SPREAD = (CardSet.of("3c 4c 5c 6c"), CardSet.of("9d 9h 9s"))


def action(text: str) -> Action:
    word, _, card = text.rpartition(" ") if text[-1] in "cdhs" else (text, "", "")
    melds = SPREAD if word == "knock" else ()
    return Action(Kind(word), Card.of(card) if card else None, melds)


def said(view: View, *rows: tuple[str, float, float], tied: int = 1, **more: object) -> Evaluation:
    """An evaluation of actions with their Q and its standard error."""
    best = rows[0][1]
    values = tuple(
        ActionValue(
            action=action(text),
            q=q,
            se=se,
            loss=best - q,
            loss_se=se,
            grade=Grade.BEST,
            close=False,
            outcomes={Ending.GIN: Share(0.3, 30.0), Ending.VOID: Share(0.7, 0.0)},
            worlds=1000,
        )
        for text, q, se in rows
    )
    made = Evaluation(
        view=view, question=view.question, actions=values,
        best=tuple(value.action for value in values[:tied]), worlds=1000, seconds=1.0, seed=1,
        engine="1", opponent="baseline", racing=0, done=True,
    )  # fmt: skip
    return replace(made, **more)  # type: ignore[arg-type]


def verdict(evaluation: Evaluation) -> tuple[str, str | None]:
    shown = words.verdict(evaluation)
    return shown.headline, shown.detail


@pytest.mark.parametrize(
    ("evaluation", "headline", "detail"),
    [
        (
            said(THROW, ("throw Kd", 4.1, 0.05), ("throw Qd", 3.5, 0.05)),
            "Throw K♦.",
            "+4.1 ±0.1 points; next is Q♦, 0.6 behind.",
        ),
        (
            said(THROW, ("throw Kd", 4.1, 0.05), ("throw Qd", 4.0, 0.05), tied=2),
            "Too close to call: K♦ or Q♦.",
            "Both are worth about +4.1 ±0.1 points.",
        ),
        (
            said(
                THROW, *((f"throw {card}", 4.1, 0.05) for card in ("Kd", "Qd", "6s", "2c", "Ac")),
                ("throw 9h", -2.0, 0.1), tied=5,
            ),
            "Too close to call: K♦, Q♦, 6♠ or 2 others.",
            "All are worth about +4.1 ±0.1 points; next is 9♥, 6.1 behind.",
        ),
        (
            said(KNOCK, ("knock Kc", 24.0, 0.2), ("throw Kc", 21.7, 0.2)),
            "Knock with 4.",
            "Throw K♣ face down: +24.0 ±0.4 points. Waiting for gin costs 2.3.",
        ),
        (
            said(KNOCK, ("throw Kc", 24.0, 0.2), ("knock Kc", 22.8, 0.2)),
            "Play on: throw K♣.",
            "+24.0 ±0.4 points; knocking with 4 is 1.2 behind.",
        ),
        (
            said(KNOCK, ("knock Kc", 24.0, 0.2), ("throw Kc", 23.9, 0.2), tied=2),
            "Too close to call: knock with 4 or throw K♣.",
            "Both are worth about +24.0 ±0.4 points.",
        ),
        (
            said(KNOCK, ("big gin", 56.0, 0.0), ("throw Kc", 20.0, 0.2)),
            "Lay down big gin.",
            "+56.0 points.",
        ),
    ],
)  # fmt: skip
def test_a_verdict(evaluation: Evaluation, headline: str, detail: str) -> None:
    assert verdict(evaluation) == (headline, detail)


@pytest.mark.parametrize(
    ("hand", "top", "reason"),
    [
        ("7c 8c 2h 3h 4h 5s 5d 5h Ah Kd", "9c", "it makes a run and gives you gin"),
        ("7c 8c 2h 3h 4h 5s 5d Kh Ad As", "9c", "it makes a run"),
        ("7c 8c 9c 3h 4h 5h 5s Qd Ad 2s", "Tc", "it adds to a run and lets you knock"),
        ("Kc Kh 2h 3h 4h 9s 5d 8h Ad As", "Kd", "it makes a set"),
        ("Kc Qh 2h 3h 4h 9s 5d 8h Ad As", "2c", ""),
    ],
)
def test_why_a_card_is_taken(hand: str, top: str, reason: str) -> None:
    view = parse_view(f"hand: {hand}\npile: 6s {top}")
    assert words.take_reason(view) == reason
    shown = words.verdict(said(view, ("take", 5.0, 0.1), ("draw", 1.0, 0.1)))
    name = Card.of(top).symbol
    assert shown.headline == (f"Take the {name}: {reason}." if reason else f"Take the {name}.")
    assert shown.detail == "+5.0 ±0.2 points; drawing from the stock is 4.0 behind."


def test_the_note_on_opponents() -> None:
    rows = ("throw Kd", 4.1, 0.05), ("throw Qd", 3.5, 0.05)
    king, queen = (action("throw Kd"),), (action("throw Qd"),)
    same = said(THROW, *rows, robust=True, models={"early": king, "waiter": king})
    differs = said(THROW, *rows, robust=False, models={"early": king, "waiter": queen})
    assert words.verdict(said(THROW, *rows)).note is None
    assert words.verdict(same).note == "The same against every kind of opponent."
    assert words.verdict(differs).note == "Depends on the opponent: against waiter, throw Q♦."


def test_why_is_made_of_the_numbers() -> None:
    told = " ".join(words.why(said(THROW, ("throw Kd", 4.1, 0.05), ("throw Qd", 3.5, 0.05))))
    assert "It leaves 19 points of deadwood; you may knock with 10 or fewer." in told
    assert "nobody scores in 70% and you go gin in 30% of the worlds" in told


def test_endings_sum_to_q_and_rows_keep_their_keys() -> None:
    evaluation = said(KNOCK, ("knock Kc", 9.0, 0.2), ("throw Kc", 8.0, 0.2))
    snapshot = Snapshot(2, State.DONE, evaluation, "abc")
    shown = result(snapshot, Task(KNOCK, Limit(worlds=1000)), Controls(p="x"))
    assert sum(row.part for row in shown.endings) == pytest.approx(9.0)
    assert [row.key for row in table(evaluation).rows] == ["knock-Kc", "throw-Kc"]
    assert shown.endings_title == "If you knock with 4"


def test_progress_is_in_words() -> None:
    running = said(THROW, ("throw Kd", 4.1, 0.05), ("throw Qd", 3.5, 0.05), racing=1, done=False)
    task = Task(THROW, Limit(seconds=4.0))
    shown = progress(Snapshot(1, State.RUNNING, running), task)
    assert shown.text == "Rolling out 2 actions, 1 still in the race."
    assert (shown.part, shown.running) == (25.0, True)
    assert progress(Snapshot(2, State.STOPPED, running), task).text == "Stopped after 1.0 s."
    assert progress(Snapshot(0, State.RUNNING, None), task).text == "Dealing the first worlds."
