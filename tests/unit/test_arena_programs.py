"""Programs of others in the arena: what they are asked, and that nothing they do stops it."""

from __future__ import annotations

import json
import shlex
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from analyzer.arena import Contest, duel
from analyzer.arena._process import HangupError, LineProcess, SilenceError
from analyzer.arena._program import Fault, Program, ProgramBot, seat_of
from analyzer.cli import main
from analyzer.engine.bots import EaaiSimpleBot
from analyzer.engine.bots.tables import ForfeitedDeal, _ViewTable
from analyzer.engine.types import Ending
from analyzer.errors import InputError
from analyzer.game.cards import DECK, CardSet
from analyzer.game.hand_end import HandEnd
from analyzer.game.rules import PRESETS
from analyzer.game.view import Side
from analyzer.jobs import Jobs

EAAI = PRESETS["eaai"]

GUEST = """
import json, os, subprocess, sys, time
how, number = sys.argv[1], int(sys.argv[2])
log = open(sys.argv[3], "a") if len(sys.argv) > 3 else None
played = 0
for line in sys.stdin:
    asked = json.loads(line)
    if log:
        print(line.strip(), file=log, flush=True)
    answer = {"id": asked["id"]}
    if how == "old" and "protocol" in asked:
        answer["error"] = {"message": "unknown field"}
    elif asked["mode"] == "hello":
        answer.update(ready=True, engine="guest 1")
        if how in ("learns", "forgets"):
            answer["types"] = {"a": 1.0}
    elif asked["mode"] == "learn":
        answer.update({"types": {"a": 0.25}} if how == "learns" else {"error": {"message": "no"}})
    else:
        played += 1
        view = asked["view"]
        verb = "throw" if how == "old" else "discard"
        first = next(card for card in view["hand"] if card != view["taken"])
        answer["action"] = {"upcard": "pass", "draw": "draw", "last": "pass"}.get(
            view["question"], verb + " " + first)
        if played >= number:
            if how == "hangs":
                subprocess.run(["sleep", "60"])
            elif how == "dies":
                sys.exit("out of cards")
            elif how == "refuses":
                answer = {"id": asked["id"], "error": {"message": "not today"}}
            elif how == "mumbles":
                print("not JSON at all", flush=True)
                continue
            elif how == "cheats":
                answer["action"] = "gin " + first
            elif how == "elsewhere":
                answer["id"] = "another"
            elif how == "floods":
                print("x" * 3_000_000, flush=True)
            elif how == "empty":
                answer["action"] = None
            elif how == "dances":
                answer["action"] = "dance"
    print(json.dumps(answer), flush=True)
"""


@pytest.fixture
def guest(tmp_path: Path) -> Any:
    """The name of a program that plays on until its so-maniest decision, and then does not."""
    script = tmp_path / "guest.py"
    script.write_text(GUEST)

    def name(how: str = "plays", number: int = 5, *more: object) -> str:
        words = (sys.executable, "-I", "-S", script, how, number, *more)
        return "exec:" + shlex.join(map(str, words))

    return name


def contest(name: str, hands: int = 4, **more: Any) -> Contest:
    found = duel(name, "fast", EAAI, hands=hands, **{"patience": 5.0, **more}).hands
    assert found is not None
    return found


def test_a_program_plays_whole_hands(guest: Any) -> None:
    found = contest(guest(), 12)
    (program, ours), (waited, worked) = found.conduct, found.pace
    assert ours is None and program is not None
    assert (program.engine, program.starts, program.errors) == ("guest 1", 1, 0)
    assert not program.forfeits
    assert waited is not None and worked is not None and waited.decisions > 20
    assert found.points.mean < 0 and found.hands == 12


def test_it_is_asked_as_the_protocol_says(guest: Any, tmp_path: Path) -> None:
    log = tmp_path / "asked"
    command = guest("plays", 5, log).removeprefix("exec:")
    contest(f"exec:worlds=64 opponent=uniform {command}", 2)
    asked = [json.loads(line) for line in log.read_text().splitlines()]
    assert asked[0] == {"id": 1, "protocol": 2, "mode": "hello"}
    assert [each["id"] for each in asked[1:3]] == [1, 2], "it was tried before the first hand"
    for each in asked[2:]:
        assert each["mode"] == "play" and each["limit"] == {"worlds": 64}
        assert each["opponent"] == "uniform" and "bot" not in each and "types" not in each
        assert each["view"]["rules"] == "eaai" and each["view"]["dealer"] in {"me", "opp"}


@pytest.mark.parametrize(
    ("how", "fault", "words"),
    [
        ("hangs", Fault.SILENT, "within 0.3 s"),
        ("dies", Fault.ENDED, "code 1: out of cards"),
        ("refuses", Fault.REFUSED, "not today"),
        ("mumbles", Fault.UNREADABLE, "JSON"),
        ("cheats", Fault.ILLEGAL, "gin "),
        ("elsewhere", Fault.UNREADABLE, "'another'"),
        ("floods", Fault.UNREADABLE, "JSON"),
        ("empty", Fault.UNREADABLE, "says nothing"),
        ("dances", Fault.UNREADABLE, "`dance` is not an action"),
    ],
)
def test_whatever_it_does_it_loses_that_hand_only(
    guest: Any, how: str, fault: Fault, words: str
) -> None:
    began = time.monotonic()
    found = contest(guest(how, 3), 2, patience=0.3 if how == "hangs" else 5.0)
    assert time.monotonic() - began < 20
    program = found.conduct[0]
    assert program is not None and program.forfeits == {fault: 2}, program
    assert words in program.reasons[fault]
    assert found.ends[0].shares == {Ending.THEIR_GIN: 1.0} and found.points.mean < -25
    restarted = fault in {Fault.SILENT, Fault.ENDED, Fault.UNREADABLE}
    assert program.starts == (2 if restarted else 1)


def test_one_that_never_answers_is_not_started_for_ever(guest: Any) -> None:
    program = contest(guest("dies", 1), 10).conduct[0]
    assert program is not None and program.starts == 3 and program.forfeits == {Fault.ENDED: 10}


def test_a_forfeit_is_scored_as_gin_of_the_other(guest: Any) -> None:
    bot = seat_of(guest("cheats", 1), 5.0)
    table = _ViewTable((bot, EaaiSimpleBot()), EAAI, 3, time.thread_time)
    try:
        lost = table.hand(0, 0)
        assert isinstance(lost, ForfeitedDeal) and lost.points <= -25
        mirrored = _ViewTable((EaaiSimpleBot(), bot), EAAI, 3, time.thread_time).hand(0, 1)
        assert isinstance(mirrored, ForfeitedDeal) and mirrored.points == -lost.points
        assert mirrored.ending == table_gin()
    finally:
        bot.program.close()


def table_gin() -> int:
    return list(Ending).index(Ending.GIN)


def test_in_games_a_forfeit_loses_the_game(guest: Any) -> None:
    found = duel(guest("cheats", 4), "fast", EAAI, games=4, patience=5.0).games
    assert found is not None and found.won is not None and found.conduct[0] is not None
    assert found.won.mean == 0 and found.hands == 4 == found.conduct[0].forfeits[Fault.ILLEGAL]


def test_an_older_one_is_spoken_to_in_its_words(guest: Any, tmp_path: Path) -> None:
    log = tmp_path / "asked"
    program = contest(guest("old", 5, log), 2).conduct[0]
    assert program is not None and not program.forfeits
    asked = [json.loads(line) for line in log.read_text().splitlines()]
    assert "protocol" not in asked[1] and "my_throws" in asked[-1]["view"]


def test_what_it_learned_comes_back_in_a_sitting(guest: Any, tmp_path: Path) -> None:
    log = tmp_path / "asked"
    contest(guest("learns", 5, log), 6, sitting=3)
    asked = [json.loads(line) for line in log.read_text().splitlines()]
    learned = [each for each in asked if each["mode"] == "learn"]
    assert len(learned) == 4, "after the first two hands of both seatings"
    assert ["types" in each for each in learned] == [False, True] * 2
    assert learned[1]["types"] == {"a": 0.25}
    assert any(each.get("types") == {"a": 0.25} for each in asked if each["mode"] == "play")
    log.write_text("")
    contest(guest("learns", 5, log), 4)
    assert '"learn"' not in log.read_text(), "strangers have nothing to learn from each other"


def test_it_learns_from_a_hand_with_the_first_card_of_the_deck_up(
    guest: Any, tmp_path: Path
) -> None:
    log, (ace, *others) = tmp_path / "asked", list(DECK)[:11]
    bot = seat_of(guest("learns", 5, log), 5.0)
    end = HandEnd(EAAI, CardSet.from_cards(others), None, None, ace, Side.ME, ())
    try:
        assert bot.program.learn(end, {}) == {"types": {"a": 0.25}}
    finally:
        bot.program.close()
    assert json.loads(log.read_text().splitlines()[-1])["upcard"] == "Ac"


def test_what_it_will_not_learn_from_costs_no_hand(guest: Any) -> None:
    program = contest(guest("forgets"), 4, sitting=2).conduct[0]
    assert program is not None and program.errors == 2 and not program.forfeits


@pytest.mark.slow
@pytest.mark.nightly
def test_the_same_on_any_number_of_workers(guest: Any) -> None:
    name = guest("cheats", 9)
    with Jobs(2) as jobs:
        shared = contest(name, 130, jobs=jobs)
    alone = contest(name, 130)
    assert (shared.points, shared.ends) == (alone.points, alone.ends)
    assert shared.conduct == alone.conduct and alone.conduct[0] is not None
    assert alone.conduct[0].starts == 3, "one for each chunk"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("exec:", "no command"),
        ("exec:'", "No closing quotation"),
        ("exec:worlds=many cat", "worlds"),
        ("exec:no-such-program-here", "cannot be started"),
        ("exec:false", "code 1"),
        ("exec:cat", "says nothing"),
    ],
)
def test_what_does_not_start_is_bad_input(name: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        duel(name, "fast", EAAI, hands=2)


def test_the_command_tells_forfeits(guest: Any) -> None:
    words = ["arena", "greedy", guest("cheats", 2), "--hands", "4", "--patience", "3"]
    shown = CliRunner().invoke(main, words, catch_exceptions=False).stdout
    assert "hands lost by forfeit" in shown and "program guest 1, started once" in shown
    assert "illegal, 4 hands: " in shown
    found = json.loads(CliRunner().invoke(main, [*words, "--json"]).stdout)
    program = found["hands"]["second"]["program"]
    assert program["forfeits"] == {"illegal": 4} and program["engine"] == "guest 1"
    assert found["hands"]["first"]["program"] is None


@pytest.mark.slow
def test_our_own_engine_is_such_a_program() -> None:
    command = shlex.join([sys.executable, "-m", "analyzer", "engine"])
    seated = contest(f"exec:bot=greedy {command}", 20, patience=60.0)
    plain = duel("greedy", "fast", EAAI, hands=20).hands
    assert plain is not None
    assert (seated.points, seated.ends) == (plain.points, plain.ends)
    bot = seat_of(f"exec:{command}", 60.0)
    assert isinstance(bot, ProgramBot)
    bot.program.close()


# --- the process by itself ----------------------------------------------------------------


def test_a_process_is_not_waited_for_and_leaves_nothing_behind() -> None:
    process = LineProcess(["sh", "-c", "read line; echo $line; sleep 60 & wait"])
    assert process.ask(b"hello", 5) == b"hello\n"
    with pytest.raises(SilenceError):
        process.ask(b"again", 0.1)
    began = time.monotonic()
    process.close()
    assert time.monotonic() - began < 6


def test_one_that_hangs_up_says_why() -> None:
    process = LineProcess(["sh", "-c", "echo the reason >&2; exit 3"])
    with pytest.raises(HangupError, match="ended with code 3: the reason"):
        process.ask(b"hello", 5)
    process.close()


def test_options_stand_before_the_command() -> None:
    program = Program("exec:worlds=12 seconds=0.5 bot=fast VAR=1 run --worlds 3")
    assert program._options.worlds == 12 and program._options.seconds == 0.5
    assert program._command == ["VAR=1", "run", "--worlds", "3"]
