"""The other games in the commands, as text and as JSON; and what is asked wrongly."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest

from analyzer.cli.rules import _NOT_IN_MAHJONG
from analyzer.game.position import deal
from analyzer.game.rulefields import FIELDS
from analyzer.game.rules import Rules, parse_rules
from analyzer.game.sheets import ScoreSheet
from analyzer.game.view import seen_by
from analyzer.notation import format_view
from analyzer.notation.records import format_record, record_of
from tests.unit.test_cli import document, error_of, run

MAHJONG = """\
game: mahjong
seat: 1
dealer: 2
hand: 3c
history:
  upcard 4c
  1: draw 3c, meld 5h 6h 7h, meld 9c 9d 9s, meld Jd Qd Kd, discard 2c
  2: draw, discard 8h
"""


def shown(*arguments: str) -> str:
    done = run(*arguments)
    assert (done.exit_code, done.stderr) == (0, "")
    return done.stdout


def hand_of(name: str) -> str:
    """A hand of a few moves, as a record."""
    here = deal(parse_rules(name), seed=3)
    for _ in range(6):
        here = here.apply(here.legal_actions()[-1])
    return format_record(record_of(here))


def chair_text(name: str) -> str:
    """What the player to act sees after a few moves."""
    here = deal(parse_rules(name), seed=3)
    for _ in range(6):
        here = here.apply(here.legal_actions()[-1])
    return format_view(seen_by(here, here.turn))


@pytest.mark.rule("R28", "R79")
def test_melds_with_jokers() -> None:
    found = document("melds", "7h 8h X1 4c 4d X2 Kd", "--rules", "two-jokers")
    assert (found["deadwood"], len(found["arrangements"])) == (10, 8)
    melds = [["4c", "4d", "X1=4h"], ["7h", "8h", "X2=9h"]]
    assert {"melds": melds, "deadwood": ["Kd"], "points": 10} in found["arrangements"]
    assert "4c 4d X1=4h / 7h 8h X2=9h | Kd" in shown(
        "melds", "7h 8h X1 4c 4d X2 Kd", "--rules", "two-jokers"
    )


@pytest.mark.rule("R73", "R97", "R99")
def test_defenders_answer_in_turn_and_each_is_settled() -> None:
    asked = (
        "layoff", "--knocker", "7h X1=8h 9h / 4c 4d 4s / 2d", "--defender", "6h Th Kd Kc 2c 3s 9s",
        "--defender", "5h 4h Ah 2s 3d 9d Jd", "--rules", "four-hand,jokers=2",
    )  # fmt: skip
    found = document(*asked)
    onto = [
        [(off["card"], " ".join(off["onto"])) for off in defender["laid_off"]]
        for defender in found["defenders"]
    ]
    assert onto == [
        [("6h", "7h X1=8h 9h"), ("Th", "6h 7h X1=8h 9h")],
        [("5h", "6h 7h X1=8h 9h Th"), ("4h", "5h 6h 7h X1=8h 9h Th")],
    ]
    assert [one["result"]["points"] for one in found["defenders"]] == [32, 23]
    assert {one["result"]["winner"] for one in found["defenders"]} == {"knocker"}
    assert " ".join(found["melds"][0]) == "4h 5h 6h 7h X1=8h 9h Th"
    assert found["points"] == [55, -32, -23]
    assert "The knocker's hand: +55" in shown(*asked)


@pytest.mark.rule("R101")
def test_an_ace_of_mahjong_gin_is_high_or_low_and_never_both() -> None:
    for meld, points in (("Ah 2h 3h", 0), ("Qh Kh Ah", 0), ("Kh Ah 2h", 30)):
        assert f"Deadwood {points}\n" in shown("melds", meld, "--rules", "mahjong")


@pytest.mark.rule("R100")
def test_outs_beside_a_table() -> None:
    found = document("outs", "--view", MAHJONG)
    assert found["gin"] == found["meld"] == ["Ad", "Td", "4h", "9h"]
    hand = document("outs", "7h 8h 4c 4d Ks Qs X1 2c 3c", "--rules", "one-joker")
    assert hand["gin"] == ["6h", "9h", "Js"] and hand["live"] == 44


def test_discards_with_jokers_say_what_they_allow() -> None:
    found = document("melds", "7h 8h X1 4c 4d 4s Tc Jc Qc Ac Kd", "--rules", "one-joker")
    first = found["discards"][0]
    assert (first["card"], first["deadwood"], first["knock"]) == ("Kd", 1, "knock")
    assert len(found["discards"]) == 11
    assert {"card": "X1", "deadwood": 26, "knock": None} in found["discards"]
    mahjong = document("melds", "7h 8h 9h 4c 4d 4s Tc Jc Qc Kc Kd", "--rules", "mahjong")
    assert not any(discard["knock"] for discard in mahjong["discards"])


KNOCK = ("knock", "7h 8h X1 4c 4d 4s Tc Jc Qc Ac Kd", "--rules", "one-joker")


def test_knocks_with_a_joker_are_weighed() -> None:
    found = document(*KNOCK)
    least, best = found["least"], found["quietest"]
    assert (least["action"], least["points"], least["melds"][2][0]) == ("knock Kd", 1, "X1=6h")
    assert best["score"] >= least["score"] > 0 and not best["exact"]
    assert 0 <= best["undercut"] < 0.1 and best["defender"] > 20 and "5h" in least["layoffs"]
    assert "Least deadwood:  knock Kd: 4c 4d 4s / Tc Jc Qc / X1=6h 7h 8h | Ac" in shown(*KNOCK)
    assert document(*KNOCK) == found


def test_knocks_against_several_and_of_a_view() -> None:
    three = document("knock", "7h 8h 9h 4c 4d 4s Ac Kd", "--rules", "three-hand")
    alone = document("knock", "7h 8h 9h 4c 4d 4s Ac Kd", "--rules", "two-jokers,cards=7")
    assert three["least"]["action"] == alone["least"]["action"] == "knock Kd"
    assert three["least"]["score"] > 1.5 * alone["least"]["score"]
    view = chair_text("three-hand")
    assert document("knock", "--view", view)["limit"] == 9


def test_analyze_says_what_each_move_is_worth() -> None:
    found = document("analyze", MAHJONG, "--worlds", "60")
    assert [value["action"] for value in found["actions"]] == ["take 3", "take", "draw"]
    assert found["best"] == ["take 3"] and found["actions"][0]["class"] == "best"
    assert found["actions"][1]["loss"] == 15
    assert document("analyze", found["id"], "--worlds", "60") == found
    assert "take 3 · next is take, 15.0 behind" in shown("analyze", MAHJONG, "--worlds", "60")


POSITIONS = [
    ("rules: two-jokers\nhand: X1 7h 8h 9h 4c 4d 4s Kd Qd 2c\ntop: 9c", ["draw", "take"]),
    ("rules: four-hand\nseat: 2\ndealer: 4\nhand: 7h 8h 9h 4c 4d 4s Kd\nupcard: 9c\n3 has: Kc",
     ["pass", "take"]),
    ("rules: mahjong\nhand: 7h 8h 2c\npile: 3c 4c 9d\n2 laid: 5d 6d 7d / 9s 9c 9h\n2 holds: 4",
     ["draw", "take", "take 3"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "moves"), POSITIONS)
def test_positions_without_turns_are_analyzed(text: str, moves: list[str]) -> None:
    found = document("analyze", text, "--worlds", "40")
    assert sorted(value["action"] for value in found["actions"]) == moves
    printed = shown("convert", text)
    assert document("convert", printed) == document("convert", found["id"])
    named, _, rest = text.partition("\n")
    rules = named.removeprefix("rules: ")
    assert document("analyze", rest, "--rules", rules, "--worlds", "40") == found
    as_json = shown("convert", text, "--to", "json")
    assert document("analyze", as_json, "--worlds", "40") == found


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("top: 9c", "tops: 9c"), "is not a line of a view"),
        (("top: 9c", "top: 7h"), "7h lies in two places"),
        (("top: 9c", "stock: 20"), "top of the pile is missing"),
        (("top: 9c", "top: 9c\nstock: 50"), "cannot be left"),
        (("top: 9c", "top: 9c\nopp has: 2d\nopp holds: x"), "is not a number"),
        (("2c", "2c 3c 4h"), "12 cards are in the hand"),
        (("two-jokers", "one-joker,jokers=0,players=3,cards=10"), "has no X1"),
        (("top: 9c", "pile: 9c\ntop: 9c"), "said twice"),
        (("top: 9c", "top: 9c\nhistory:\n  upcard 9c"), "follows from the history"),
    ],
)
def test_positions_that_cannot_be_say_why(change: tuple[str, str], message: str) -> None:
    assert message in json.dumps(error_of("analyze", POSITIONS[0][0].replace(*change)))


def test_views_and_records_are_converted_to_themselves() -> None:
    found = document("convert", MAHJONG)
    assert found["moves"] == ["take", "take 3", "draw"]
    assert shown("convert", found["id"]) == found["text"] + "\n" == MAHJONG
    record = hand_of("four-hand")
    assert shown("convert", record) == record + "\n"


def test_a_hand_is_reviewed() -> None:
    found = document("review", hand_of("three-hand"), "--worlds", "64")
    choices = [one for one in found["entries"] if not one["verdict"]["forced"]]
    assert [(one["turn"], one["player"]) for one in choices] == [
        (1, 1), (2, 2), (3, 3), (4, 1), (5, 2),
    ]  # fmt: skip
    assert (found["players"], found["worlds"], found["opponent"]) == ([1, 2, 3], 64, "greedy")
    for player, totals in enumerate(found["totals"], start=1):
        own = [one["verdict"]["loss_raw"] for one in choices if one["player"] == player]
        assert abs(totals["error_rate"]["lost"] - sum(own)) < 1e-3
    alone = document("review", hand_of("three-hand"), "--worlds", "64", "--seat", "3")
    assert {one["player"] for one in alone["entries"]} == {3}
    assert "Player 3" in shown("review", hand_of("three-hand"), "--worlds", "64")


def test_every_style_has_its_sheet() -> None:
    three = document("score", "20 0 35, void, 0 90 10", "--rules", "three-hand")
    assert (three["totals"], three["boxes"], three["winner"]) == ([20, 90, 45], [0, 0, 0], None)
    mahjong = document("score", "120 -20 35, 400 20 30", "--rules", "mahjong,players=3")
    assert (mahjong["totals"], mahjong["winner"], mahjong["shutout"]) == ([520, 0, 65], 1, False)
    teams = document("score", "1 gin 40 + 1 knock 6 + 1 knock 3, 2 gin 35 + 1 knock 5 + tie")
    assert len(teams["matches"][0]["columns"]) == 3
    assert [hand["points"] for hand in teams["matches"][0]["hands"]] == [74, 30]
    joker = document("score", "1 gin 40, 2 knock 90", "--rules", "one-joker")
    assert joker["matches"][0]["score"] == [40, 90]


@pytest.mark.rule("cards", "R74", "R81")
def test_the_rules_of_a_game() -> None:
    (found,) = document("rules", "mahjong")["presets"]
    assert (found["players"], found["play"], found["target"]) == (2, "mahjong", 500)
    printed = shown("rules", "mahjong")
    assert "15 5 5 5 5 5 5 5 5 10 10 10 10" in printed and "knock_limit" not in printed
    assert "three-hand" in shown("rules") and "mahjong" in shown("rules")


def test_bots_play_each_deal_from_every_seat() -> None:
    found = document("arena", "greedy", "random", "--rules", "four-hand", "--hands", "2")
    assert (found["deals"], found["player"]) == (2, "greedy")
    assert found["low"] < found["gain"] < found["high"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("melds", "X1 X2 4c", "--rules", "one-joker"), "not that many jokers"),
        (("melds", "X1 7h 8h"), "not that many jokers"),
        (("knock", "7h 8h 9h 4c 4d 4s Tc Jc Qc Ac Kd", "--rules", "mahjong"), "nobody knocks"),
        (("knock", "7h 8h 9h", "--rules", "one-joker"), "cannot knock"),
        (("layoff", "--knocker", "7h 8h 9h", "--defender", "6h", "--defender", "5h"), "one defend"),
        (("analyze", MAHJONG, "--scores"), "two-handed game only"),
        (("review", hand_of("three-hand"), "--opponent", "camper"), "for two players without"),
        (("arena", "greedy", "random", "--rules", "mahjong", "--luck", "8"), "two-handed game on"),
        (("analyze", MAHJONG, "--rules", "three-hand"), "--rules says three-hand"),
        (("analyze", MAHJONG.replace("seat: 1", "seat: 9")), "not a seat"),
        (("score", "20 0", "--rules", "three-hand"), "not the points of 3 players"),
        (("score", "100 0 0, 20 0 0", "--rules", "three-hand"), "over before this hand"),
        (("score", "1 gin 30 + 2 knock 5, 1 gin 30"), "other tables"),
        (("score", hand_of("three-hand")), "not over"),
        (("convert", hand_of("three-hand"), "--to", "id"), "of one view"),
        (("arena", "genius", "greedy", "--rules", "mahjong"), "not a player"),
        (("rules", "mahjong,players=7"), "cannot be the number of players"),
    ],
)
def test_bad_input_says_what_is_wrong(arguments: tuple[str, ...], message: str) -> None:
    assert message in json.dumps(error_of(*arguments))


@pytest.mark.parametrize("name", ["mahjong,players=3", "two-jokers", "four-hand"])
def test_views_and_records_come_back_from_their_json(name: str, tmp_path) -> None:
    record = hand_of(name)
    as_json = shown("convert", record, "--to", "json")
    assert shown("convert", as_json) == record + "\n"
    two = shown("convert", f"{record}\n\n{record}", "--to", "json")
    assert shown("convert", two) == f"{record}\n\n{record}\n"
    view = chair_text(name)
    from_json = shown("convert", view, "--to", "json")
    assert shown("convert", from_json) == view + "\n"
    assert document("convert", from_json)["id"] == document("convert", view)["id"]
    wrong = json.loads(as_json) | {"points": [9] * len(json.loads(as_json)["hands"])}
    assert "points are said to be" in json.dumps(error_of("convert", json.dumps(wrong)))
    assert "turns[0].seat" in json.dumps(
        error_of("convert", json.dumps(json.loads(as_json) | {"turns": [{"seat": 9, "moves": []}]}))
    )


def test_fields_that_rules_of_mahjong_gin_hide_change_nothing_in_it() -> None:
    """Each is left out of `ginsight rules mahjong`, and named below it where it was changed."""
    plain = _mahjong_played(parse_rules("mahjong"))
    for name in _NOT_IN_MAHJONG - {"jokers", "first_upcard", "knock_card"}:  # which are refused
        text = f"mahjong,{name}={FIELDS[name].example}"
        assert _mahjong_played(parse_rules(text)) == plain, name
        said = shown("rules", text)
        assert f"Without effect in this game: {name}." in said
        assert f"\n {name} " not in said
    assert "Without effect" not in shown("rules", "mahjong,gin_bonus=30,target=300")
    for name in ("gin_bonus", "may_return_upcard"):
        changed = parse_rules(f"mahjong,{name}={FIELDS[name].example}")
        assert _mahjong_played(changed) != plain, name


def _mahjong_played(rules: Rules) -> list[str]:
    """The actions that are legal, turn by turn, and the sheet of hands by chance to 60."""
    found, seed = list[str](), 0
    sheet = ScoreSheet(replace(rules, target=60))
    while sheet.winner is None:
        here, rng = deal(rules, seed), Random(seed)
        while not here.over:
            legal = here.legal_actions()
            found.append(" ".join(map(str, legal)))
            here = here.apply(rng.choice(legal))
        assert here.outcome is not None
        sheet, seed = sheet.add(here.outcome), seed + 1
    return [*found, *map(str, sheet.lines())]


def test_a_sheet_of_several_has_one_column_and_no_lead_that_is_forfeited() -> None:
    text = "three-hand,columns=3,forfeit_margin=50"
    assert "Without effect in this game: columns, forfeit_margin." in shown("rules", text)
    hands = "60 0 10, 50 0 0"
    assert shown("score", hands, "--rules", text) == shown("score", hands, "--rules", "three-hand")
    for more in (("--style", "hollywood"), ("--rules", "three-hand,best_of=3")):
        error = error_of("score", hands, *(("--rules", "three-hand") * (len(more[1]) < 10)), *more)
        assert "one column and one match" in error["message"], more


@pytest.mark.rule("first_dealer", "next_dealer")
def test_the_cut_of_a_table_says_who_deals_and_the_deal_goes_round() -> None:
    cut = ("--cut", "7c 2d Ks", "--rules", "three-hand")
    assert "Player 2 deals." in shown("score", *cut)
    assert "Player 3 deals." in shown("score", "20 0 0", *cut)
    assert document("score", "20 0 0, 0 5 0", *cut)["dealer"] == 1
    assert "Player 3 deals." in shown(
        "score", "--cut", "7c 2d Ks", "--rules", "mahjong,players=3,first_dealer=high deals"
    )
    assert "2 cards are cut" in error_of("score", *cut[:1], "7c 2d", *cut[2:])["message"]
