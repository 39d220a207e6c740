"""Records: the example of the design, every spelling that is read, every error in its words."""

from __future__ import annotations

from pathlib import Path

import pytest

from analyzer.engine.fast import policy_action
from analyzer.engine.policies import BASELINE
from analyzer.errors import InputError
from analyzer.game.actions import Question
from analyzer.game.cards import Card, CardSet
from analyzer.game.hand_end import hand_end_of
from analyzer.game.position import deal
from analyzer.game.rules import parse_rules
from analyzer.game.scoring import Ended, Scored
from analyzer.game.view import Turn, view_of
from analyzer.notation.records import (
    check_hand_end,
    decisions,
    format_record,
    parse_match,
    parse_record,
    replay,
)
from analyzer.notation.records.stepping import table_after, views

GOLDEN = Path(__file__).parents[1] / "golden"
EXAMPLE = (GOLDEN / "record.txt").read_text(encoding="utf-8").strip()
LOG = (GOLDEN / "eaai.log").read_text(encoding="utf-8")

HEAD = """[Rules "classic"]
[Dealer "2"]
[Hand1 "2c 3c 4c 7h 8h 9h Kd Qd Js 9s"]
[Hand2 "2d 3d 4d 7s 8s 9c Kc Qc Jc Ah"]
[Upcard "5c"]
"""
FIRST = "1. ^5c -Kd\n2. +6s -Kc\n3. +Ts -Qd\n"
KNOCK = "4. +Ad -Ah\n5. ^Ah -9s!\n"
SPREAD = "5= 2c 3c 4c 5c / 7h 8h 9h / Js Ts Ah"


def whole(body: str, head: str = HEAD) -> str:
    return f"{head}\n{body}"


def error_of(text: str) -> InputError:
    with pytest.raises(InputError) as caught:
        parse_match(text)
    return caught.value


# ---------------------------------------------------------------- what is read


def test_the_example_of_the_design_is_canonical() -> None:
    record = parse_record(EXAMPLE)
    assert format_record(record) == EXAMPLE
    assert record.result == Scored(Ended.KNOCK, 0, 16)
    assert (record.players, record.dealer, record.score) == (("Ann", "Bob"), 1, (0, 0))
    assert record.hands == (CardSet.of("2c 3c 4c 7h 8h Kd Qd Js 9s 5h"), None)
    assert not record.full and record.knocker == 0


def test_the_example_as_people_write_it() -> None:
    text = EXAMPLE.replace("\n", "\r\n")
    text = text.replace("^9h -Kd", "^ 9♥ −K♦   {takes the upcard, discards a king}")
    text = text.replace("2. +? -Jd\r\n3. +6h", "+ - jd\n{two\nlines} # and a remark\n\n   3) +h6")
    text = text.replace("9= 2c 3c 4c 5c / 5h", "= 2345c / 10h off".replace("10h off", "5h"))
    text = text.replace("[Score", "[Score").replace('"2"', "2").replace("[Upcard", "[UPCARD")
    lines = text.split("\r\n")
    lines = [lines[4], lines[6], *lines[:4], *lines[5:6], *lines[7:]]
    assert parse_record("\r\n".join(lines)) == parse_record(EXAMPLE)
    one_line = EXAMPLE.replace("\n4.", " 4.").replace("\n7.", "; 7.").replace('"]\n[', '"] [')
    assert parse_record(one_line) == parse_record(EXAMPLE)
    turns, play = EXAMPLE.split("\n\n")
    assert parse_record(f"{turns}\n{' '.join(play.split())}") == parse_record(EXAMPLE)


def test_what_follows_is_filled_in() -> None:
    """The card taken, the spread and the answer of known hands, the result, the upcard."""
    text = EXAMPLE.replace("^9h", "^").replace('[Result "1 knock 16"]', "")
    text = "\n".join(line for line in text.split("\n") if "Upcard" not in line)
    with pytest.raises(InputError, match="the first upcard is missing"):
        parse_record(text)
    assert parse_record(text.replace("1. ^", "1. ^9h")) == parse_record(EXAMPLE)
    full = parse_record(whole(FIRST + "4. +Ad -Ah\n5. ^Ah -9s"))
    assert full.result is None and full.showdown is None


def test_the_defender_is_taken_at_their_best_unless_said() -> None:
    head = HEAD.replace("Kd Qd Js 9s", "Ac 2s 3h 9s")
    best = parse_record(whole("1. ^5c -9s!", head))
    assert best.result is not None and best.showdown is not None
    assert best.showdown.spread is not None and best.showdown.spread.points == 5
    said = parse_record(
        whole(
            "1. ^5c -9s!\n1= 2c 3c 4c 5c / 7h 8h 9h / Ac 2s 3h\n"
            "1= 7s 8s 9c / Kc Qc Jc / Ah 2d 3d 4d",
            head,
        )
    )
    assert said.showdown is not None and said.showdown.defence is not None
    assert said.showdown.defence.points == 1 + 2 + 3 + 4 + 7 + 8 + 9
    assert said.result != best.result


def test_cards_that_would_be_a_meld_may_be_called_deadwood() -> None:
    head = HEAD.replace("Kd Qd Js 9s", "Ac As Ad 9s")
    held_back = whole("1. ^5c -9s!\n1= 2c 3c 4c 5c / 7h 8h 9h / deadwood Ac Ad As", head)
    record = parse_record(held_back)
    assert record.showdown is not None and record.showdown.spread is not None
    assert record.showdown.spread.points == 3
    assert "1= 2c 3c 4c 5c / 7h 8h 9h / deadwood Ac Ad As" in format_record(record)
    assert parse_record(format_record(record)) == record
    gin = parse_record(held_back.replace("deadwood ", ""))
    assert gin.result is not None and gin.result.kind is Ended.GIN


def test_big_gin_and_a_tie() -> None:
    head = HEAD.replace("Kd Qd Js 9s", "Ac As Ad Th").replace("classic", "standard")
    record = parse_record(whole("1. ^5c !!\n", head))
    assert record.result is not None and record.showdown is not None and record.showdown.big
    assert (record.result.kind, record.turns[-1].discarded) == (Ended.BIG_GIN, None)
    assert parse_record(format_record(record)) == record
    assert replay(record)[-1].outcome is not None
    less = head.replace("Th", "Kd")
    assert error_of(whole("1. ^5c !!", less)).message == "big gin with Kd in no meld"
    head = HEAD.replace("classic", "openspiel").replace("Kd Qd Js 9s", "As 2s 4h 9s")
    tie = parse_record(whole("1. ^5c -9s!", head.replace("7s 8s 9c", "5d 6d 6s")))
    assert tie.result == Scored(Ended.TIE, None, 0)
    assert parse_record(format_record(tie)) == tie


def test_an_unseen_card_may_be_discarded_with_a_knock() -> None:
    text = whole(
        "1. p\n2. ^5c -2d\n3. +5s -5s\n4. +? -?!\n4= 5c 6c 7c / Kc Ks Kh Jd / 2s 3s 4s\n",
        HEAD.replace('"2d 3d 4d 7s 8s 9c Kc Qc Jc Ah"', '"?"'),
    ).replace("Kc Ks Kh Jd", "Kc Ks Kh / Ac")
    record = parse_record(text)
    assert record.turns[-1].discarded is None and record.knocker == 1
    assert "4. +? -?!" in format_record(record)
    assert parse_record(format_record(record)) == record
    assert record.result is not None


def test_other_tags_are_kept_in_their_order() -> None:
    tags = '[Site "club \\"five\\""]\n[Date "2026-05-01"]\n'
    record = parse_record(tags + EXAMPLE)
    assert record.tags == (("Site", 'club "five"'), ("Date", "2026-05-01"))
    assert parse_record(format_record(record)) == record


def test_a_hand_without_turns_and_one_broken_off() -> None:
    record = parse_record(HEAD)
    assert (record.turns, record.result) == ((), None)
    unfinished = parse_record(whole(FIRST + "4. +Ad"))
    assert unfinished.turns[-1].discarded is None
    assert parse_record(format_record(unfinished)) == unfinished
    assert len(replay(unfinished)) == 8


def test_the_table_after_a_record_says_whose_turn_it_is() -> None:
    table = table_after(parse_record(whole(FIRST + "4. +Ad", HEAD)))
    assert (table.turn, table.question, table.drawn) == (1, Question.DISCARD, Card.of("Ad"))
    assert view_of(table).hand == CardSet.of("2d 3d 4d 6s 7s 8s 9c Qc Jc Ah Ad")
    ended = table_after(parse_record(EXAMPLE))
    assert ended.over and ended.pile[-1] == Card.of("Js")


def test_decisions_are_a_players_own() -> None:
    record = parse_record(EXAMPLE)
    found = [(str(one.view.question), str(one.action)) for one in decisions(record, 0)]
    assert found == [
        ("upcard", "take"), ("discard", "discard Kd"), ("draw", "draw"), ("discard", "discard Qd"),
        ("draw", "draw"), ("discard", "discard Ad"), ("draw", "draw"), ("discard", "discard Qh"),
        ("draw", "draw"), ("discard", "knock Js"),
    ]  # fmt: skip
    last = decisions(record, 0)[-1]
    assert last.turn == 8 and last.action.melds == (
        CardSet.of("2c 3c 4c 5c"), CardSet.of("5h 6h 7h 8h 9h"),
    )  # fmt: skip
    assert last.view.drawn == Card.of("5c") and last.view.history is not None
    assert views(record, 0)[0].question is Question.UPCARD
    with pytest.raises(ValueError, match="player 2 is not known"):
        decisions(record, 1)
    with pytest.raises(ValueError, match="all cards"):
        replay(record)


# ---------------------------------------------------------------- what is refused

BAD_TURNS = {
    "discarded, never held": (
        "1. ^5c -Kh", "lines 3 and 7", "Kh is discarded, but player 1 never held it",
    ),
    "discarded by the other": (
        "1. ^5c -Kc", "lines 4 and 7", "Kc is discarded, but player 2 has it",
    ),
    "discarded twice": (
        "1. ^5c -Kd\n2. +6s -Kc\n3. +Ts -Kd", "lines 7 and 9",
        "Kd is discarded, but it lies on the pile",
    ),
    "taken back": (
        "1. ^5c -5c", "line 7", "5c is taken and discarded in the same turn",
    ),
    "drawn twice": (
        "1. ^5c -Kd\n2. +9s -Kc", "lines 3 and 8", "9s is drawn, but player 1 has it",
    ),
    "drawn from the pile": (
        "1. ^5c -Kd\n2. +Kd -Kc", "lines 7 and 8", "Kd is drawn, but it lies on the pile",
    ),
    "not on top": (
        FIRST + "4. ^Kc -Ah", "lines 9 and 10", "Kc is taken, but Qd lies on top of the pile",
    ),
    "both passed": (
        "1. p\n2. p\n3. ^5c -Kd", "lines 8 and 9", "both passed the upcard, so 5c cannot be taken",
    ),
    "nobody passed": (
        "1. +6s -Kd", "lines 1 and 7", "a card is drawn before both have passed the upcard",
    ),
    "late pass": (
        "1. ^5c -Kd\n2. p", "lines 7 and 8", "only the first upcard can be passed",
    ),
    "no discard": (
        "1. ^5c\n2. +6s -Kc", "lines 7 and 8", "the turn before this one discards no card",
    ),
    "only a discard": (
        "1. ^5c -Kd\n2. -Kc", "line 8", "this turn discards a card without taking or drawing one",
    ),
    "unseen draw of a known hand": (
        "1. ^5c -Kd\n2. +? -Kc", "lines 4 and 8",
        "the hand of player 2 is known, but not the card drawn",
    ),
    "a turn missing": (
        "1. ^5c -Kd\n3. +Ts -Qd", "lines 7 and 8", "turn 2 is missing: turn 3 follows turn 1",
    ),
    "a number twice": (
        "1. ^5c -Kd\n1. +6s -Kc", "lines 7 and 8", "turn 1 is where turn 2 should be",
    ),
    "no turn": ("1. ^5c -Kd\n2. draws", "line 8", "`draws` is not a turn"),
    "no card": ("1. ^5c -11h", "line 7, column 9", "`11h` is not a card"),
    "two cards": ("1. ^5c -Kd Qd", "line 7", "`Kd Qd` is 2 cards, not one"),
    "over the limit": (
        "1. ^5c -Kd!", "line 7",
        "29 points of deadwood are left after -Kd! (Qd 9s Js), but the limit is 10",
    ),
    "a turn after the end": (
        "1. ^5c -Kd!\n2. +6s -Kc", "lines 7 and 8", "the hand is over, but a turn follows",
    ),
    "no big gin here": (
        "1. ^5c !!", "lines 1 and 7", "these rules have no big gin",
    ),
    "a knock without a card": (
        "1. ^5c !", "line 7", "the card discarded with the knock is missing",
    ),
    "laid down without a knock": (
        FIRST + "3= 2c 3c 4c 5c / 7h 8h 9h", "lines 9 and 10",
        "cards are laid down, but the last turn is not a knock",
    ),
    "a result too early": (
        FIRST + '[Result "1 knock 16"]', "lines 9 and 10",
        "the result is said to be `1 knock 16`, but the hand is not over",
    ),
    "an open comment": ("1. ^5c -Kd {he", "line 7", "this `{` is not closed"),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD_TURNS)
def test_turns_that_cannot_be(case: str) -> None:
    body, where, message = BAD_TURNS[case]
    error = error_of(whole(body))
    assert (error.where, error.message) == (where, message)
    assert error.span is not None


BAD_TAGS = {
    "no dealer": ('[Dealer "2"]\n', "", "line 1", "the dealer is missing"),
    "third dealer": ('"2"', '"3"', "line 2", "`3` is not a player"),
    "nine cards": (" 9s", "", "line 3",
                   "player 1 is dealt 9 cards, not 10: 2c 3c 4c 7h 8h 9h Kd Qd Js"),
    "in both hands": ("2d 3d", "2c 3d", "lines 3 and 4", "2c is dealt twice"),
    "the upcard in a hand": ("5c", "Kd", "lines 3 and 5", "Kd is dealt twice"),
    "twice in a hand": ("3c 4c", "2c 4c", "line 3, column 9 and line 3, column 12",
                        "2c appears twice"),
    "two upcards": ('"5c"', '"5c 6c"', "line 5", "`5c 6c` is 2 cards, not one"),
    "no such rules": ("classic", "classical", "line 1", "there is no preset `classical`"),
    "a slip": ("[Dealer", "[Dealr", "line 2", "`Dealr` is not a tag"),
    "a third hand": ("[Hand2", "[Hand3", "line 4", "`Hand3` is not a tag"),
    "no bracket": ('"5c"]', '"5c"', "line 5", '`[Upcard "5c"` is not a tag'),
    "no value": ('[Upcard "5c"]', "[Upcard]", "line 5", "`[Upcard]` has no value"),
    "twice": ("[Upcard", '[Dealer "2"]\n[Upcard', "lines 2 and 5", "`Dealer` is given twice"),
    "no score": ("[Upcard", '[Score "many"]\n[Upcard', "line 5", "`many` is not a score"),
    "no result": ("[Upcard", '[Result "1 knocking 3"]\n[Upcard', "line 5",
                  "`knocking` is not how a hand ends"),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD_TAGS)
def test_tags_that_cannot_be(case: str) -> None:
    old, new, where, message = BAD_TAGS[case]
    assert old in HEAD
    error = error_of(HEAD.replace(old, new, 1) + "\n" + FIRST)
    assert (error.where, error.message) == (where, message)
    assert error.span is not None


ENDINGS = {
    "not a meld": ("9= 2c 3c 4c 5c / 5h 6h 7h 8h 9h / 9s",
                   "9= 2c 3c 4c 9h / 5c 5h 6h 7h 8h / 9s", "lines 17 and 18",
                   "58 points of deadwood are left after -Js! (2c 3c 4c 5c 5h 6h 7h 8h 9h 9s), "
                   "but the limit is 10"),
    "a card left out": (" / 9s\n", "\n", "lines 5 and 18",
                        "9s is in the hand, but not laid down"),
    "a card not held": (" / 9s\n", " / 9s Ts\n", "lines 5 and 18",
                        "Ts is laid down, but was not in the hand"),
    "a card discarded": (" / 9s\n", " / 9s Js\n", "lines 17 and 18",
                      "Js is laid down, but was not in the hand"),
    "a card twice": ("4c 5c / 5h", "4c 5c / 5c 5h", "line 18", "5c is laid down twice"),
    "the defender's, not theirs": ("7d 8d Ks", "7d 8d 5h", "lines 5 and 19",
                                   "5h is laid down, but player 1 has it"),
    "the defender's, on the pile": ("7d 8d Ks", "7d 8d Kd", "lines 9 and 19",
                                    "Kd is laid down, but it lies on the pile"),
    "nine cards": ("7d 8d Ks", "7d 8d", "line 19", "9 cards are laid down, not 10"),
    "does not fit": ("7d 8d Ks / off Th", "7d 8d Th / off Ks", "line 19",
                     "Ks cannot be laid off"),
    "the knocker lays off": ("/ 9s\n", "/ off 9s\n", "line 18", "9s is laid off by the knocker"),
    "another result": ("1 knock 16", "1 knock 17", "lines 18 and 19 and 20",
                       "the result is said to be `1 knock 17`, "
                       "but the cards make it `1 knock 16`"),
    "another winner": ("1 knock 16", "2 knock 16", "lines 18 and 19 and 20",
                       "the result is said to be `2 knock 16`, "
                       "but the cards make it `1 knock 16`"),
    "another turn": ("9= Jc", "8= Jc", "lines 17 and 19",
                     "cards are laid down after turn 8, but the last turn is 9"),
    "a third spread": ("[Result", "9= 2h\n[Result", "lines 19 and 20",
                       "both players have laid their cards down"),
    "a turn after them": ("[Result", "10. +? -Kh\n[Result", "lines 19 and 20",
                          "the hand is over, but a turn follows"),
}  # fmt: skip


@pytest.mark.parametrize("case", ENDINGS)
def test_endings_that_cannot_be(case: str) -> None:
    old, new, where, message = ENDINGS[case]
    assert old in EXAMPLE
    error = error_of(EXAMPLE.replace(old, new, 1))
    assert (error.where, error.message) == (where, message)
    assert error.span is not None


def test_nothing_is_laid_off_on_gin() -> None:
    head = HEAD.replace("Kd Qd Js 9s", "Ac As Ad 9s").replace("2d 3d 4d 7s", "2d 3d 6h 7s")
    error = error_of(
        whole(
            "1. ^5c -9s!\n1= 2c 3c 4c 5c / 7h 8h 9h / Ac Ad As\n"
            "1= Kc Qc Jc / 2d 3d 7s 8s 9c Ah / off 6h",
            head,
        )
    )
    assert error.where == "line 9"
    assert error.message == "6h is laid off, but nothing can be laid off on gin"


def test_a_result_of_an_unseen_answer_must_be_one_of_the_knock() -> None:
    lines = [line for line in EXAMPLE.split("\n") if not line.startswith("9= Jc")]
    text = "\n".join(lines)
    record = parse_record(text)
    assert record.result == Scored(Ended.KNOCK, 0, 16)
    assert record.showdown is not None and record.showdown.defence is None
    assert parse_record(text.replace("1 knock 16", "2 undercut 12")).result is not None
    error = error_of(text.replace("1 knock 16", "1 gin 46"))
    assert error.message == "the result `1 gin 46` is not one of this knock"


def test_the_wall_voids_a_hand_and_nothing_follows() -> None:
    """Each player discards what they draw until two cards are left."""
    names = list("cdhs")
    deck = [f"{rank}{suit}" for suit in names for rank in "A23456789TJQK"]
    used = set(" ".join(line.split('"')[1] for line in HEAD.split("\n")[2:5]).split())
    draws = [card for card in deck if card not in used][:29]
    turns = ["1. p", "2. p"]
    turns += [f"{at}. +{card} -{card}" for at, card in enumerate(draws, start=3)]
    record = parse_record(whole("\n".join(turns)))
    assert record.result == Scored(Ended.VOID, None, 0)
    text = whole("\n".join([*turns, "32. +Ks -Ks"]))
    assert error_of(text).message == "the hand is over, but a turn follows"
    wrong = whole("\n".join([*turns, '[Result "1 gin 30"]']))
    assert "but the cards make it `void`" in error_of(wrong).message
    last = text.replace('"classic"', '"tournament"')
    assert error_of(last).message == "two cards are left in the stock, so none can be drawn"
    passed = parse_record(last.replace("32. +Ks -Ks", "32. p"))
    assert passed.turns[-1].turn is Turn.PASS and passed.result == record.result


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("p\n" * 2_000, "the hand has more than 1000 turns"),
        ('[Dealer "2"] ' * 400, "the line has 5200 characters"),
        ('"' + '\\"' * 190_000, "the line has 380001 characters"),
        ("\n" * 390_000, "there is no hand"),
        ("[A" + " " * 3_900, "`[A` is not a tag"),
        ("p" * 400_001, "the text is too long: 400001 characters"),
    ],
    ids=["turns", "tags", "quotes", "lines", "blanks", "text"],
)  # fmt: skip
def test_texts_that_are_no_record_are_refused_at_once(text: str, message: str) -> None:
    assert error_of(text).message == message


@pytest.mark.parametrize("rules", ["eaai", "tedesco", "standard,first_upcard=eleven", "oklahoma"])
def test_a_hand_that_was_played_can_have_been(rules: str) -> None:
    """Whatever a player may have seen at the end of a hand passes for such."""
    for seed in range(12):
        here = deal(parse_rules(rules), seed=seed)
        while not here.over:
            here = here.apply(policy_action(view_of(here), BASELINE))
        for player in (0, 1):
            check_hand_end(hand_end_of(here, player))
