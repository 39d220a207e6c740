"""`melds`, `layoff`, `knock`, `outs`, `convert`, `score`, `rules`, `equity`: text and JSON."""

from __future__ import annotations

import json
import re

import pytest

from analyzer.api.views import view_from_json
from analyzer.game.rules import PRESETS, TWO_HANDED
from analyzer.notation import encode, parse_view
from tests.unit.test_cli import document, error_of, run

ELEVEN = "7h 8h 9h 4c 4d 4s Kd Qd 2c Ac 3s"
VIEW = """\
rules: classic
score: 40-65
hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac
history:
  upcard 5s
  opp: pass
  me: pass
  opp: draws, discards Kh
  me: draws 4s, discards Jd
  opp: takes Jd, discards 9c
"""


def shown(*arguments: str, given: str | None = None) -> str:
    done = run(*arguments, given=given)
    assert (done.exit_code, done.stderr) == (0, "")
    return done.stdout


def test_melds():
    found = document("melds", ELEVEN)
    assert found["arrangements"] == [
        {
            "melds": [["4c", "4d", "4s"], ["7h", "8h", "9h"]],
            "deadwood": ["Ac", "2c", "Qd", "Kd", "3s"],
            "points": 26,
        }
    ]
    assert len(found["discards"]) == 11
    assert {"card": "Kd", "deadwood": 16, "knock": None} in found["discards"][:2]
    text = shown("melds", ELEVEN)
    assert "Deadwood 26" in text
    assert "4c 4d 4s / 7h 8h 9h | Ac 2c Qd Kd 3s" in text


def test_melds_under_other_rules():
    assert document("melds", "Qs Ks As")["deadwood"] == 21
    assert document("melds", "Qs Ks As", "--rules", "tedesco")["deadwood"] == 0


def test_what_a_discard_allows():
    gin = document("melds", "7h 8h 9h 4c 4d 4s Jc Qc Kc Ad Kh", "--rules", "eaai")
    assert gin["discards"][0] == {"card": "Kh", "deadwood": 1, "knock": "knock"}
    assert "big gin" in shown("melds", "7h 8h 9h 4c 4d 4s Jc Qc Kc Th Jh")


def test_layoff():
    arguments = [
        "layoff", "--knocker", "7c 7d 7s / 8h 9h Th / 9c Tc Jc / 4d",
        "--defender", "Ac 2c 2d 2s 6h 7h Kc Kd Kh Ks", "--rules", "classic",
    ]  # fmt: skip
    found = document(*arguments)
    assert found["laid_off"] == [
        {"card": "7h", "onto": ["8h", "9h", "Th"]},
        {"card": "6h", "onto": ["7h", "8h", "9h", "Th"]},
    ]
    assert (found["points"], found["deadwood"]) == (1, ["Ac"])
    assert found["result"] == {"winner": "defender", "kind": "undercut", "points": 13}
    text = shown(*arguments)
    assert "Lays off: 6h onto 7h 8h 9h Th" in text
    assert "The defender scores 13: undercut." in text


def test_a_bar_splits_the_knockers_groups_too():
    defender = ["--defender", "Ac 2c 2d 2s 6h 7h Kc Kd Kh Ks"]
    bar = document("layoff", "--knocker", "7c 7d 7s / 8h 9h Th / 9c Tc Jc | 4d", *defender)
    assert bar["result"]["kind"] == "undercut"


def test_a_part_of_a_knock_is_enough():
    part = ["--knocker", "7c 7d 7s / 4d", "--defender", "7h Kc"]
    assert document("layoff", *part)["deadwood"] == ["Kc"]


@pytest.mark.parametrize(
    ("knocker", "defender", "message"),
    [
        ("/", "Kc", "the knocker has 0 cards"),
        ("7c 7d 7s", "Kc", "the knocker has 3 cards"),
        ("7c 7d 7s / 8h 9h Th / 9c Tc Jc / 4d 5s", "Kc", "the knocker has 11 cards"),
        ("7c 7d 7s / 8h 9h Th / 9c Tc Jc / 7c", "Kc", "7c appears twice"),
        ("7c 7d 7s / 8h 9h Th / 9c Tc Jc / 4d", "4d", "4d is in both hands"),
    ],
)
def test_a_knock_that_cannot_be(knocker, defender, message):
    asked = ["layoff", "--knocker", knocker, "--defender", defender]
    assert error_of(*asked)["message"] == message
    assert error_of(*asked)["where"] == ("defender" if "both" in message else "knocker")


def test_knock():
    hand = "3c 3h 3s 4c 5c 6c Ac As 2h 2s Kh"
    found = document("knock", hand)
    assert found["least"]["action"] == "knock Kh"
    assert found["least"]["points"] == 6
    assert found["limit"] == 10
    assert "Least deadwood:" in shown("knock", hand)
    assert "No knock" in shown("knock", ELEVEN)
    assert document("knock", ELEVEN)["least"] is None


def test_knock_and_outs_know_what_has_been_seen(tmp_path):
    file = tmp_path / "seen.view"
    file.write_text(VIEW, encoding="utf-8")
    alone = document("outs", "--rules", "classic", VIEW.splitlines()[2][6:])
    seen = document("outs", "--view", str(file))
    assert alone["live"] - seen["live"] == 4  # three in the pile, one taken
    assert "Jd" in alone["meld"]
    assert "Jd" not in seen["meld"]
    assert document("outs", "Qd Kd", "--view", str(file))["meld"] == []
    assert document("knock", "--view", str(file))["knocks"] == []


def test_outs():
    assert document("outs", "5d 6d 6h")["meld"] == ["6c", "4d", "7d", "6s"]
    text = shown("outs", "2d 4h 5h 6h 8c 8d 8s Js Qs Ks")
    assert "3h 7h 8h Ts" in text


def test_convert_there_and_back():
    forms = document("convert", VIEW)
    view = parse_view(VIEW)
    assert forms["id"] == encode(view)
    assert view_from_json(forms["view"]) == view
    assert parse_view(forms["text"]) == view
    for form in ("text", "json", "id"):
        given = shown("convert", VIEW, "--to", form)
        assert document("convert", "--from", form, "-", given=given) == forms
    assert shown("convert", "-", given=VIEW).strip() == forms["text"]
    assert document("convert", VIEW, "--to", "id") == {"id": forms["id"]}
    assert document("convert", VIEW, "--to", "json") == forms["view"]


def test_convert_refuses_another_form_than_was_said():
    assert "position id" in error_of("convert", VIEW, "--from", "id")["message"]


@pytest.mark.parametrize("form", ["text", "json", "id"])
def test_rules_of_a_view_and_of_the_option(form):
    named = shown("convert", VIEW, "--to", form)
    assert document("convert", "--rules", "classic", "-", given=named)["view"]["rules"] == "classic"
    told = error_of("convert", "--rules", "eaai", "-", given=named)
    assert told["where"] == "--rules"
    assert document("convert", ELEVEN, "--rules", "eaai")["view"]["rules"] == "eaai"
    nameless = json.dumps({"hand": ELEVEN.split()})
    assert document("convert", nameless, "--rules", "eaai")["view"]["rules"] == "eaai"


def test_a_contradiction_names_its_lines():
    told = error_of("convert", "hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac\npile: 5s Kd")
    assert told["where"] == "lines 1 and 2"


def test_score():
    hands = "1 knock 16\n2 gin 41  # a good one\nvoid\n1 gin 70\n1 30\n"
    (match,) = document("score", "-", given=hands)["matches"]
    assert (match["totals"], match["winner"], match["margin"]) == ([291, 66], 1, 225)
    text = shown("score", hands)
    assert "Player 1 wins by 225." in text
    assert "In play at 16–0." in shown("score", "1 knock 16")
    assert document("score", hands.replace("\n", ", ").replace("  # a good one", "")) == document(
        "score", hands
    )


def test_score_in_other_styles():
    hands = "1 knock 60, 1 knock 50, 1 knock 60, 1 knock 50"
    game = document("score", hands, "--style", "multi")
    assert (game["credited"], game["winner"]) == ([720, 0], 1)
    assert "Player 1 has won." in shown("score", hands, "--style", "multi")
    columns = document("score", "1 knock 60, 1 gin 50", "--style", "hollywood")
    assert [len(column["lines"]) for column in columns["matches"][0]["columns"]] == [7, 3, 2]
    assert "column 2, total" in shown("score", hands[:22], "--style", "hollywood")


@pytest.mark.parametrize("command", ["melds", "knock"])
def test_a_limit_that_the_upcard_sets_is_said_to_be_assumed(command):
    cards = "7h 8h 9h 4c 4d 4s 2c 2d Ac Ad Kd"
    assert "may set a lower limit" in shown(command, cards, "--rules", "oklahoma")
    assert document(command, cards, "--rules", "oklahoma")["limit_assumed"] is True
    assert "limit_assumed" not in document(command, cards, "--rules", "classic")


@pytest.mark.rule("knock_card")
def test_a_card_of_a_second_deck_sets_limit_and_worth_without_a_view():
    """All said 10 and single: it is known from the rules alone."""
    rules = ("--rules", "standard,knock_card=6s")
    eleven = "7h 8h 9h 4c 4d 4s Qc Qd Qs 7d Kd"
    assert document("melds", eleven, *rules)["discards"][0] == {
        "card": "Kd", "deadwood": 7, "knock": None,
    }  # fmt: skip
    none = document("knock", eleven, *rules)
    assert (none["limit"], none["least"]) == (6, None)
    held = "2c 2d 2s 9c 9d 9s Kd Kc Ks Jd"
    laid = ("--knocker", "7h 8h 9h / 4c 4d 4s / Qc Qd Qs / 5h", "--defender", held)
    assert "The knocker scores 10: knock." in shown("layoff", *laid, *rules)
    assert "The knocker scores 5: knock." in shown("layoff", *laid)
    high = ("--knocker", "7h 8h 9h / 4c 4d 4s / Qc Qd Qs / 7d", "--defender", held)
    assert "the limit is 6" in error_of("layoff", *high, *rules)["hint"]


def test_an_upcard_that_is_known_sets_the_limit():
    view = "hand: 7h 8h 9h 4c 4d 4s 2c 2d Ac Ad Kd\nfirst upcard: 7c\npile: 5s\nstock: 20"
    found = document("knock", "--view", view, "--rules", "oklahoma")
    assert found["limit"] == 7 and "limit_assumed" not in found


@pytest.mark.rule("R18", "R85")
def test_score_says_who_deals_after_a_cut():
    assert "Player 1 deals." in shown("score", "1 knock 16", "--cut", "9s 7c")
    assert document("score", "void", "--cut", "9s 9h", "--rules", "palace")["dealer"] == 2
    assert "Player 2 deals." in shown("score", "--cut", "9s Kd", "--rules", "strict-nine")
    assert "Player 2 chooses who deals." in shown("score", "--cut", "9s Kd", "--rules", "hoyle-20")
    assert document("score", "--cut", "9s Kd")["dealer"] == 1  # the lower card deals
    hoyle = ("--rules", "hoyle-20", "--cut", "9s 9h")
    assert document("score", "2 knock 16", *hoyle)["dealer"] == 2  # the winner deals


def test_score_reads_the_results_of_a_record():
    record = '[Rules "standard"]\n[Result "2 gin 41"]\n1. ^9h -Kd\n\n[Result "1 big gin 60"]\n'
    hands = document("score", record)["matches"][0]["hands"]
    assert [(hand["kind"], hand["winner"]) for hand in hands] == [("gin", 2), ("big gin", 1)]


@pytest.mark.parametrize(
    ("hands", "message", "where"),
    [
        ("1 knock 16\n3 gin 40", "`3` is not a player", "line 2"),
        ("1 knocking 16", "`knocking` is not how a hand ends", "line 1"),
        ("1 knock", "`1 knock` is not how a hand ends", "line 1"),
        ("# nothing", "there is no hand", "text"),
        ("1 knock 9\n1 gin 12", "12 is too little for gin: the bonus alone is 25", "line 2"),
        ("1 undercut 7", "7 is too little for undercut: the bonus alone is 25", "line 1"),
        (
            "1 knock 4\n1 knock 0",
            "a knock that wins nothing is an undercut in these rules",
            "line 2",
        ),
        ("1 gin 100\n\n2 gin 30", "the match was over before this hand", "line 3"),
    ],
)
def test_hands_that_cannot_be_scored(hands, message, where):
    told = error_of("score", hands)
    assert (told["message"], told["where"]) == (message, where)


def test_a_knock_that_wins_nothing_is_what_the_rules_call_a_tie():
    told = error_of("score", "2 0", "--rules", "standard,tie=nothing")
    assert told["message"] == "a knock that wins nothing is a tie in these rules"
    assert told["hint"] == "write `tie`"
    (match,) = document("score", "1 knock 0", "--rules", "standard,tie=knocker")["matches"]
    assert match["hands"] == [{"kind": "knock", "winner": 1, "points": 0}]
    teams = document("score", "1 knock 0 + 2 knock 6, 1 knock 3 + 2 knock 3")["matches"][0]
    assert [hand["points"] for hand in teams["hands"]] == [6, 0]


def test_rules():
    names = [rules["name"] for rules in document("rules")["presets"]]
    assert names == list(TWO_HANDED)
    (one,) = document("rules", "oklahoma")["presets"]
    assert one["knock_by_upcard"] is True
    assert document("rules", "--rules", "oklahoma")["presets"] == [one]
    assert re.search(r"gin_bonus +20\b", shown("rules", "standard,gin=20"))
    assert all(name in shown("rules") for name in TWO_HANDED)
    assert error_of("rules", "eaai", "--rules", "eaai")["message"] == "two presets are given"


def test_changed_rules_are_summed_up_by_their_changes():
    told = "As classic, but undercut bonus 25 and big gin bonus 50."
    assert told in shown("rules", "classic,undercut=25,big_gin=50")
    (one,) = document("rules", "classic,undercut=25,big_gin=50")["presets"]
    assert one["summary"] == told
    (same,) = document("rules", "classic,undercut=10")["presets"]
    assert same["summary"] == PRESETS["classic"].summary
    assert (
        document("rules", "oklahoma,jokers=2")["presets"][0]["summary"]
        == "As oklahoma, but jokers 2."
    )
    (mahjong,) = document("rules", "mahjong")["presets"]
    assert mahjong["summary"].startswith("Mahjong gin: ")
    (changed,) = document("rules", "mahjong,target=300")["presets"]
    assert changed["summary"] == "As mahjong, but target 300."


def test_equity():
    found = document("equity", "40-65", "--dealer", "opp", "--rules", "eaai")
    assert found["score"] == [40, 65]
    assert (found["dealer"], found["target"]) == ("opp", 100)
    assert found["chance"] == found["deals"]["opp"] < 0.5
    assert 0.003 < found["slope"] < 0.01
    both = document("equity", "40:65", "--rules", "eaai")
    assert min(both["deals"].values()) <= both["chance"] <= max(both["deals"].values())
    back = document("equity", "65 40", "--rules", "eaai")
    assert back["chance"] == pytest.approx(1 - both["chance"], abs=1e-5)
    assert "at 40–65, eaai to 100" in shown("equity", "--rules", "eaai", "40-65")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["100-3"], "100-3 is not a score of a match in progress"),
        (["many"], "`many` is not a score"),
        (["4-5", "--rules", "openspiel"], "openspiel has no match to win"),
    ],
)
def test_a_score_that_cannot_be(arguments, message):
    assert error_of("equity", *arguments)["message"] == message


def test_equity_is_built(tmp_path):
    out = tmp_path / "figures.json"
    told = document("equity", "build", "--hands", "200", "--seed", "5", "--out", str(out))
    figures = json.loads(out.read_bytes())
    assert told["bytes"] == out.stat().st_size
    assert set(figures) == set(TWO_HANDED)
    assert {one["hands"] for one in figures.values()} == {200}
    few = error_of("equity", "build", "--hands", "3", "--out", str(out))
    assert few["message"] == "3 hands are too few"
    assert "cannot be written" in error_of(
        "equity", "build", "--hands", "200", "--out", str(tmp_path / "no" / "file")
    )["message"]  # fmt: skip
