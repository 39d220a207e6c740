"""The line protocol: what goes in, what comes out, and that nothing stops it."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from analyzer.api import protocol

# MISSING action_from
from analyzer.api._protocol import ErrorAnswer, LimitJson, Request
from analyzer.api.documents import written
from analyzer.api.evaluations import EvaluationJson
from analyzer.api.views import ViewJson
from analyzer.engine import ENGINE_VERSION, Limit, analyze
from analyzer.engine.bots import EngineBot
from analyzer.engine.fast import policy_action
from analyzer.engine.opponents import OPPONENTS
from analyzer.engine.play import choose
from analyzer.engine.policies import BASELINE
from analyzer.engine.sitting import Sitting
from analyzer.game.actions import Action, Kind
from analyzer.game.cards import Card, CardSet
from analyzer.game.hand_end import hand_end_of
from analyzer.game.position import Position, deal, start
from analyzer.game.rules import PRESETS
from analyzer.game.view import Side, view_of
from analyzer.notation import encode, parse_view
from tests.docs.readme import sample
from tests.unit.test_cli import run
from tests.unit.test_schemas import matches_golden

CLIENT = Path(__file__).parents[1] / "examples" / "engine_client.py"

DISCARD = "rules: eaai\nhand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac 5s\npile: Kh 9c"
GIN = "rules: eaai\nhand: 7h 8h 9h 4c 4d 4s Tc Jc Qc Kc Kh\nstock: 12"


def ask(*lines: Any) -> list[dict[str, Any]]:
    """What comes back for some lines; a document is written as one line."""
    sent = [line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines]
    target = io.BytesIO()
    protocol.talk(io.BytesIO(b"".join(line + b"\n" for line in sent)), target)
    found = target.getvalue().split(b"\n")
    assert found.pop() == b""
    return [json.loads(line) for line in found]


def one(**document: Any) -> dict[str, Any]:
    (answer,) = ask({"protocol": 2, **document})
    return answer


def refused(**document: Any) -> dict[str, Any]:
    answer = one(**document)
    assert set(answer) == {"id", "error"}
    assert set(answer["error"]) == {"message", "where", "hint"}
    return answer["error"]


def test_hello_says_what_can_be_asked() -> None:
    answer = one(mode="hello", id="first")
    assert answer["id"] == "first" and answer["ready"] is True
    assert answer["protocol"] == protocol.PROTOCOLS[-1] and answer["engine"] == ENGINE_VERSION
    assert answer["opponents"] == list(OPPONENTS)
    assert answer["protocols"] == [*protocol.PROTOCOLS]
    assert "greedy" in answer["bots"] and "eaai" in answer["rules"]


def test_play_is_what_the_bot_plays() -> None:
    view = parse_view(DISCARD)
    played = str(choose(view, 64, 5))
    answer = one(mode="play", view=DISCARD, limit={"worlds": 64}, seed=5, id=1)
    assert answer["action"] == played and answer["engine"] == ENGINE_VERSION
    against = choose(view, 64, 5, OPPONENTS["waits-for-gin"])
    told = one(mode="play", view=DISCARD, limit={"worlds": 64}, seed=5, opponent="waits-for-gin")
    assert told["action"] == str(against)


def test_play_says_what_to_lay_down() -> None:
    answer = one(mode="play", view=GIN)
    assert answer["action"] == "gin Kh" and answer["id"] is None
    assert ["7h", "8h", "9h"] in answer["melds"] and len(answer["melds"]) == 3


def test_another_bot_may_play() -> None:
    text = "rules: eaai\nhand: 7h 8h 9h 4c 4d 4s Tc Jc Qc Ac Kh\nstock: 30"
    played = [one(mode="play", view=text, bot=bot)["action"] for bot in ("greedy", "gin-waiter")]
    assert played == ["knock Kh", "discard Kh"]


def test_advise_is_the_analysis() -> None:
    answer = one(mode="advise", view=DISCARD, limit={"worlds": 256}, seed=3, id=8)
    found = written(EvaluationJson, analyze(parse_view(DISCARD), Limit(worlds=256), seed=3))
    expected = json.loads(msgspec.json.encode(found))
    for document in (answer["evaluation"], expected):
        del document["seconds"]
    assert answer == {"id": 8, "evaluation": expected}


def test_a_view_comes_as_document_text_or_id() -> None:
    view = parse_view(DISCARD)
    document = json.loads(msgspec.json.encode(written(ViewJson, view)))
    answers = [
        one(mode="play", view=form, limit={"worlds": 64})
        for form in (DISCARD, document, encode(view))
    ]
    assert answers[0] == answers[1] == answers[2]


def finished(seed: int) -> Position:
    """A hand that the baseline played with itself to its end."""
    position = deal(PRESETS["eaai"], seed=seed)
    while not position.over:
        position = position.apply(policy_action(view_of(position), BASELINE))
    return position


def test_learn_is_what_the_bot_learns() -> None:
    told = one(mode="hello")["types"]
    assert sum(told.values()) == pytest.approx(1)
    ends = set()
    for seed in range(4):
        position = finished(seed)
        assert position.outcome is not None
        end = hand_end_of(position, seed % 2)
        learned = EngineBot().after(end)
        ends.add(end.knocker)
        answer = one(
            mode="learn", id=seed, rules="eaai", dealer=str(end.dealer),
            knocker=None if end.knocker is None else str(end.knocker),
            hand=[str(card) for card in end.hand], upcard=str(end.upcard),
            shown=None if end.opponent is None else [str(card) for card in end.opponent],
            history=[
                {"who": str(Side(event.player)), "turn": event.turn,
                 "card": None if event.card is None else str(event.card),
                 "discarded": None if event.discarded is None else str(event.discarded)}
                for event in end.history
            ],
        )  # fmt: skip
        assert answer["id"] == seed and list(answer["types"]) == list(told)
        assert list(answer["types"].values()) == pytest.approx(learned.sitting.types, abs=1e-9)
        assert answer["takes"] == pytest.approx(learned.sitting.takes, abs=1e-9)
        again = one(
            mode="play",
            view=DISCARD,
            limit={"worlds": 64},
            types=answer["types"],
            takes=answer["takes"],
        )
        assert again["action"] == str(learned_action(learned.sitting))
    assert len(ends) > 1


def learned_action(sitting: Sitting) -> Action:
    return EngineBot(64, sitting).decide(parse_view(DISCARD), 1)


def test_what_was_learned_is_checked() -> None:
    types = one(mode="hello")["types"]
    assert refused(mode="play", view=DISCARD, types={"sensible": 1.0})["where"] == "types"
    assert refused(mode="play", view=DISCARD, types=dict.fromkeys(types, 0.0))["where"] == "types"
    both = refused(mode="play", view=DISCARD, types=types, opponent="uniform")
    assert both["where"] == "types"
    hand = [str(card) for card in CardSet.of("7h 8h 9h 4c 4d 4s Kd Qd 2c Ac")]
    turn = {"who": "opp", "turn": "take", "card": "5s", "discarded": "Kh"}
    for history in ([turn, turn], [turn] * 5):
        error = refused(mode="learn", hand=hand, dealer="me", history=history, knocker="me")
        assert error["where"] == "history"
    blank = one(mode="learn", hand=hand, dealer="me", history=[], types=types)
    assert blank["types"] == pytest.approx(types), "nothing was seen, nothing is learned"


def test_layoff_scores_the_hand() -> None:
    answer = one(
        mode="layoff",
        knocker="8h 9h Th / 7c 7d 7s / Ad 3s 2c 2d",
        defender="6h 7h 5c Kc Kd Kh Ks 4s 4d 9c",
        rules="eaai",
    )
    assert [laid["card"] for laid in answer["layoff"]["laid_off"]] == ["7h", "6h"]
    assert answer["layoff"]["result"] == {"winner": "knocker", "kind": "knock", "points": 14}


@pytest.mark.parametrize(
    ("document", "where", "words"),
    [
        ({"mode": "dance"}, "mode", "dance"),
        ({"view": DISCARD}, "mode", "mode"),
        ({"mode": "play"}, "JSON", "view"),
        ({"mode": "play", "view": DISCARD, "wrolds": 3}, "JSON", "wrolds"),
        ({"mode": "play", "view": DISCARD, "limit": {"worlds": 0}}, "limit.worlds", ">= 1"),
        ({"mode": "play", "view": DISCARD, "limit": {"error": 1}}, "limit", "only by worlds"),
        ({"mode": "play", "view": DISCARD, "bot": "grendy"}, "bot", "grendy"),
        ({"mode": "play", "view": DISCARD, "bot": "greedy", "opponent": "uniform"}, "bot", "model"),
        ({"mode": "play", "view": "7h 11h"}, "line 1, column 4", "11h"),
        ({"mode": "play", "view": {"hand": ["7h", "8x"]}}, "hand[1]", "8x"),
        ({"mode": "advise", "view": DISCARD, "opponent": "nobody"}, "opponent", "nobody"),
        ({"mode": "layoff", "knocker": "7h", "defender": "7h 7d 7s", "rules": "whist"}, "rules",
         "whist"),
    ],
)  # fmt: skip
def test_what_cannot_be_answered_says_why(document: dict[str, Any], where: str, words: str) -> None:
    error = refused(**document)
    assert error["where"] == where
    assert words in error["message"]


def test_a_wrong_line_does_not_stop_the_next() -> None:
    good = {"mode": "play", "view": GIN, "id": "last"}
    found = ask(
        b"{", b"\xff\xfe", b"[1]", b"null", b"[" * 20_000, b'{"id": "\\ud800", "mode": "hello"}',
        {"id": 3}, {"id": 2**70, "mode": "hello"}, {"id": True, "mode": "hello"}, b"   ", good,
    )  # fmt: skip
    assert [answer["id"] for answer in found] == [None] * 6 + [3, None, None, "last"]
    assert ["error" in answer for answer in found] == [True] * 9 + [False]
    assert found[-1]["action"] == "gin Kh"


@pytest.mark.parametrize(("said", "told"), [("by nothing", "by nothing"), ("", "ZeroDivision")])
def test_an_engine_that_fails_says_so_and_goes_on(
    monkeypatch: pytest.MonkeyPatch, said: str, told: str
) -> None:
    def fails(*_: object) -> None:
        raise ZeroDivisionError(said)

    monkeypatch.setattr(protocol, "choose", fails)
    failed, fine = ask(
        {"mode": "play", "view": GIN, "opponent": "uniform", "id": 1}, {"mode": "hello", "id": 2}
    )
    assert told in failed["error"]["message"] and failed["id"] == 1
    assert fine["ready"] is True


def test_a_line_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "LONGEST", 100)
    long, fine = ask(b'{"mode": "' + b"x" * 350 + b'"}', {"mode": "hello", "id": 2})
    assert long["id"] is None and "100 bytes" in long["error"]["message"]
    assert fine["id"] == 2
    exact = json.dumps({"mode": "hello", "id": "y" * 73}).encode()
    assert len(exact) == 100
    assert "ready" in ask(exact)[0]
    assert ask(b"z" * 1000)[0]["error"]["where"] == "JSON", "also where no line end comes"


def test_the_same_request_has_the_same_answer_on_any_threads() -> None:
    line = json.dumps({"mode": "advise", "view": DISCARD, "limit": {"worlds": 512}}).encode()
    texts = [msgspec.json.encode(protocol.respond(line, threads)) for threads in (1, 2)]
    first, second = (re.sub(rb'"seconds":[\d.]+', b"", text) for text in texts)
    assert first == second


def test_the_schema_tells_every_mode_and_the_help_too() -> None:
    found = json.loads(run("engine", "--schema").stdout)
    told = run("engine", "--help").stdout
    for request in Request.__args__:  # type: ignore[attr-defined]
        assert request.__name__ in found
        assert f'"mode": "{request.__struct_config__.tag}"' in told
    assert str(protocol.ADVICE_WORLDS) in told.replace(",", "")


def test_names_are_a_public_interface() -> None:
    lines = [
        f"{name}: {' '.join(schema['properties'])}"
        for name, schema in sorted(protocol.schema().items())
        if name in {document.__name__ for document in (*protocol.SCHEMA, ErrorAnswer, LimitJson)}
    ]
    matches_golden("protocol.txt", "\n".join(lines) + "\n")


def test_the_commands_page_shows_a_true_answer() -> None:
    request, answer = sample("A request and its answer").splitlines()
    (found,) = ask(request.encode())
    shown = json.loads(answer)
    assert {**found, "engine": ""} == {**shown, "engine": ""}


# --- as another program sees it ---------------------------------------------------------


def engine_command() -> list[str]:
    return [sys.executable, "-W", "error", "-m", "analyzer", "engine"]


def test_answers_come_at_once_and_the_end_of_input_is_the_end() -> None:
    process = subprocess.Popen(
        engine_command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        encoding="utf-8",
    )  # fmt: skip
    assert process.stdin is not None and process.stdout is not None
    for number in range(3):
        print(json.dumps({"mode": "hello", "id": number}), file=process.stdin, flush=True)
        assert json.loads(process.stdout.readline())["id"] == number
    rest, told = process.communicate(timeout=300)
    assert (rest, told, process.returncode) == ("", "", 0)


def test_a_side_that_hangs_up_is_no_error() -> None:
    process = subprocess.Popen(
        engine_command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdin is not None and process.stdout is not None and process.stderr is not None
    process.stdout.close()
    process.stdin.write(b'{"mode": "hello"}\n{"mode": "hello"}\n')
    process.stdin.close()
    assert process.wait(timeout=300) == 0
    assert process.stderr.read() == b""
    process.stderr.close()


@pytest.mark.parametrize(
    ("seed", "bot"),
    [
        (3, "eaai-simple"),
        pytest.param(2, "greedy", marks=pytest.mark.nightly),
        pytest.param(9, "gin-waiter", marks=pytest.mark.nightly),
    ],
)
def test_the_example_client_plays_by_the_rules(seed: int, bot: str) -> None:
    """The hands that the client played are played again by our own referee: the same end."""
    done = subprocess.run(
        [sys.executable, "-I", str(CLIENT), "--json", "--worlds", "64", "--bot", bot,
         "--seed", str(seed), "--hands", "2", "--command", " ".join(engine_command())],
        capture_output=True, encoding="utf-8", check=False, timeout=300,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    first, second = map(json.loads, done.stdout.splitlines())
    for told in (first, second):
        check_hand(told)
    assert first["types"] != second["types"], "the engine has learned"


def check_hand(told: dict[str, Any]) -> None:
    position = dealt(told)
    for seat, text, melds in told["actions"]:
        assert position.turn == seat
        position = position.apply(
            Action.of(text, tuple(CardSet.of(" ".join(meld)) for meld in melds))
        )
    assert position.outcome is not None
    hand, result = position.outcome.hand, told["result"]
    if result is None:
        assert hand.winner is None
    else:
        assert position.outcome.knocker == result["seat"]
        assert (hand.winner, hand.kind, hand.points) == (
            result["winner"], result["kind"], result["points"],
        )  # fmt: skip
        assert Action.of(told["actions"][-1][1]).kind in {Kind.KNOCK, Kind.GIN, Kind.BIG_GIN}


def dealt(told: dict[str, Any]) -> Position:
    first, second = (CardSet.from_cards(map(Card.of, hand)) for hand in told["hands"])
    return start(
        PRESETS["eaai"], (first, second), Card.of(told["upcard"]),
        tuple(map(Card.of, told["stock"])), dealer=told["dealer"],
    )  # fmt: skip
