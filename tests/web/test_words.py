"""The verdict's sentences, each from made-up numbers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from analyzer.display import verdict as words
from analyzer.display.board import board_of
from analyzer.engine.types import ActionValue, Ending, EndingShare, Evaluation, Grade, Limit
from analyzer.game.actions import Action, Kind
from analyzer.game.cards import Card, CardSet
from analyzer.game.view import View
from analyzer.notation import parse_view
from analyzer.service.ports import SearchTask
from analyzer.service.search import SearchState, Snapshot
from analyzer.web.analyze.contexts import Controls
from analyzer.web.analyze.present import progress, result, table

DISCARD = parse_view("hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac 6s\npile: 5s Kh 9c")
KNOCK = parse_view("hand: 3c 4c 5c 6c 9d 9h 9s 2s Ah Ad Kc\npile: 2d Kh 8s")
SPREAD = (CardSet.of("3c 4c 5c 6c"), CardSet.of("9d 9h 9s"))


def action(text: str) -> Action:
    word, _, card = (text, "", "") if text in set(Kind) else text.rpartition(" ")
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
            outcomes={Ending.GIN: EndingShare(0.3, 30.0), Ending.VOID: EndingShare(0.7, 0.0)},
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
            said(DISCARD, ("discard Kd", 4.1, 0.05), ("discard Qd", 3.5, 0.05)),
            "Discard K♦.",
            "+4.1 ±0.1 points; next is Q♦, 0.6 behind.",
        ),
        (
            said(DISCARD, ("discard Kd", 4.1, 0.05), ("discard Qd", 4.0, 0.05), tied=2),
            "Too close to call: K♦ or Q♦.",
            "Both are worth about +4.1 ±0.1 points.",
        ),
        (
            said(
                DISCARD,
                *((f"discard {card}", 4.1, 0.05) for card in ("Kd", "Qd", "6s", "2c", "Ac")),
                ("discard 9h", -2.0, 0.1), tied=5,
            ),
            "Too close to call: K♦, Q♦, 6♠ or 2 others.",
            "All are worth about +4.1 ±0.1 points; next is 9♥, 6.1 behind.",
        ),
        (
            said(KNOCK, ("knock Kc", 24.0, 0.2), ("discard Kc", 21.7, 0.2)),
            "Knock with 4.",
            "Discard K♣ face down: +24.0 ±0.4 points. Waiting for gin costs 2.3.",
        ),
        (
            said(KNOCK, ("discard Kc", 24.0, 0.2), ("knock Kc", 22.8, 0.2)),
            "Play on: discard K♣.",
            "+24.0 ±0.4 points; knocking with 4 and discarding K♣ is 1.2 behind.",
        ),
        (
            said(KNOCK, ("knock Kc", 24.0, 0.2), ("discard Kc", 23.9, 0.2), tied=2),
            "Too close to call: knock with 4 or discard K♣.",
            "Both are worth about +24.0 ±0.4 points.",
        ),
        (
            said(
                KNOCK, ("knock Kc", 24.0, 0.2), ("knock Kc", 24.0, 0.2), ("discard Kc", 21.7, 0.2),
                tied=2,
            ),
            "Knock with 4.",
            "Discard K♣ face down: +24.0 ±0.4 points. Waiting for gin costs 2.3.",
        ),
        (
            said(KNOCK, ("gin Kc", 40.0, 0.2), ("discard Kc", 20.0, 0.2)),
            "Go gin.",
            "Discard K♣ face down: +40.0 ±0.4 points.",
        ),
        (
            said(
                KNOCK, *((f"gin {card}", 40.0, 0.2) for card in ("Kc", "6c", "3c", "9d", "9h")),
                ("discard Kc", 20.0, 0.2), tied=5,
            ),
            "Go gin.",
            "Discard K♣, 6♣, 3♣ or 2 others face down: +40.0 ±0.4 points.",
        ),
        (
            said(KNOCK, ("big gin", 56.0, 0.0), ("discard Kc", 20.0, 0.2)),
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
    rows = ("discard Kd", 4.1, 0.05), ("discard Qd", 3.5, 0.05)
    king, queen = (action("discard Kd"),), (action("discard Qd"),)
    same = said(DISCARD, *rows, robust=True, models={"early": king, "waiter": king})
    differs = said(DISCARD, *rows, robust=False, models={"early": king, "waiter": queen})
    assert words.verdict(said(DISCARD, *rows)).note is None
    assert words.verdict(same).note == "The same action is best against the players we know."
    assert words.verdict(differs).note == "Depends on the opponent: against waiter, discard Q♦."


def test_why_is_made_of_the_numbers() -> None:
    told = " ".join(words.why(said(DISCARD, ("discard Kd", 4.1, 0.05), ("discard Qd", 3.5, 0.05))))
    assert "It leaves 19 points of deadwood; you may knock with 10 or fewer." in told
    assert "nobody scores in 70% and you go gin in 30% of the worlds" in told


def certain(evaluation: Evaluation, ending: Ending, rows: int) -> Evaluation:
    """The same, with an ending that is sure after the first rows."""
    sure = {ending: EndingShare(1.0, evaluation.actions[0].q)}
    values = evaluation.actions
    first = tuple(replace(value, outcomes=sure) for value in values[:rows])
    return replace(evaluation, actions=(*first, *values[rows:]))


def test_where_nothing_can_be_won_nothing_is_advised() -> None:
    level = said(DISCARD, ("discard Kd", 0.0, 0.0), ("discard Qd", 0.0, 0.0), tied=2)
    none = certain(level, Ending.VOID, 2)
    assert verdict(none) == ("It makes no difference.", "Nobody scores in any of the worlds.")
    assert words.why(none) == ()
    assert verdict(certain(level, Ending.VOID, 1))[0] == "Too close to call: K♦ or Q♦."


def test_letting_the_hand_end_is_worth_no_number() -> None:
    last = parse_view(
        "rules: tournament\nhand: 7h 8h 9h 4c 4d 4s 2d Qd 2c Ac\npile: 5s Kh 9c Ah\n"
        "stock: 2\nquestion: last"
    )
    shown = certain(said(last, ("pass", 0.0, 0.0), ("take", -8.5, 0.1)), Ending.VOID, 1)
    assert verdict(shown) == (
        "Let the hand end.", "Nobody scores; taking the A♥ is 8.5 behind."
    )  # fmt: skip
    assert words.why(shown) == ("After it, nobody scores in every world.",)


def test_at_a_score_the_match_is_named() -> None:
    rows = said(DISCARD, ("discard Kd", 4.1, 0.05), ("discard Qd", 3.5, 0.05))
    at_score = replace(
        rows,
        view=replace(rows.view, score=(40, 65)),
        actions=tuple(replace(value, match=0.62, match_se=0.001) for value in rows.actions),
    )
    assert verdict(at_score)[1] == ("62.0% ±0.2 to win the match; next is Q♦, 0.3% behind.")


@pytest.mark.parametrize(
    ("lines", "said_limit", "fact"),
    [
        ("rules: straight", "only gin ends the hand", "gin only"),
        ("rules: oklahoma\nfirst upcard: As", "only gin ends the hand", "gin only"),
        ("rules: oklahoma\nfirst upcard: 5s", "you may knock with 5 or fewer", "5 or fewer"),
        (
            "rules: oklahoma",
            "you may knock with 10 or fewer (first upcard unknown)",
            "10 or fewer (first upcard unknown)",
        ),
    ],
)
def test_the_limit_is_said_as_it_is_known(lines: str, said_limit: str, fact: str) -> None:
    view = parse_view(f"{lines}\nhand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac 6h")
    told = words.why(said(view, ("discard Kd", 4.1, 0.05), ("discard Qd", 3.5, 0.05)))
    assert told[0].endswith(f"; {said_limit}.")
    assert fact in [one.value for one in board_of(view).hand.facts]


def test_endings_sum_to_q_and_rows_keep_their_keys() -> None:
    evaluation = said(KNOCK, ("knock Kc", 9.0, 0.2), ("discard Kc", 8.0, 0.2))
    snapshot = Snapshot(2, SearchState.DONE, evaluation, "abc")
    shown = result(snapshot, SearchTask(KNOCK, Limit(worlds=1000)), Controls(p="x"))
    assert sum(share.p * share.points for _, share, _ in shown.endings) == pytest.approx(9.0)
    assert [row.key for row in table(evaluation).rows] == ["knock-Kc", "discard-Kc"]
    assert shown.endings_title == "If you knock with 4"


def test_progress_is_in_words() -> None:
    running = said(
        DISCARD, ("discard Kd", 4.1, 0.05), ("discard Qd", 3.5, 0.05), racing=1, done=False
    )
    task = SearchTask(DISCARD, Limit(seconds=4.0))
    shown = progress(Snapshot(1, SearchState.RUNNING, running), task)
    assert shown.text == "Rolling out 2 actions, 1 still in the race."
    assert (shown.part, shown.running) == (25.0, True)
    assert progress(Snapshot(2, SearchState.STOPPED, running), task).text == "Stopped after 1.0 s."
    assert (
        progress(Snapshot(0, SearchState.RUNNING, None), task).text == "Dealing the first worlds."
    )


@pytest.mark.parametrize(
    ("question", "headline"),
    [
        ("", "Knock with 4."),
        ("knock", "Yes, knock with 4."),
        ("wait", "No, knock with 4."),
        ("discard Kc", "No, knock with 4."),
        ("take", "Knock with 4."),
    ],
)
def test_a_question_is_answered_first(question: str, headline: str) -> None:
    answer = said(KNOCK, ("knock Kc", 20.0, 0.1), ("discard Kc", 18.0, 0.1))
    assert words.verdict(answer, question=question).headline == headline


def test_who_may_not_knock_yet_hears_so() -> None:
    answer = said(DISCARD, ("discard Kd", 4.1, 0.05), ("discard Qd", 3.5, 0.05))
    shown = words.verdict(answer, question="knock").headline
    assert shown == "No, you can’t knock yet: discard K♦."
    assert words.verdict(answer, question="discard Kd").headline == "Yes, discard K♦."
