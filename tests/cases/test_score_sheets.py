"""Score sheets as people keep them: each counted by hand."""

from __future__ import annotations

import pytest

from analyzer.api.scores import sheet_of
from analyzer.errors import InputError, UnclearError
from analyzer.game.sheets import Series, SheetStyle
from analyzer.notation.results import format_result, read_sheet
from tests.unit.test_cli import document, error_of

SHEETS = [
    ("Hand | Me | Dad\n1 | 23 | 0\n2 | 0 | 14\n3 | 41 | 0\n4 | 0 | 37\n5 | 18 | 0", (82, 51)),
    ("| hand | Ann | Bob |\n|---|---|---|\n| 1 | 16 | - |\n| 2 | - | 41 |\n| 3 | 7 | |", (23, 41)),
    ("Dad\tMe\n0\t23\n14\t0\n0\t41", (64, 14)),
    ("round,winner,type,points\n1,me,gin,43\n2,opp,knock,12\n3,me,knock,9\n4,opp,undercut,29\n"
     "5,me,knock,51", (103, 41)),
    ("winner;how;score\nAnn;knock;16\nBob;big gin;60\n-;void;0", (16, 60)),
    ("running score\nme 25 - 25 - 61 - 61 - 90\nher 0 - 18 - 18 - 52 - 52", (90, 52)),
    ("Ann: 16 16 57\nBob: 0 41 41", (57, 41)),
    ("Ann 16 0 31\nBob 0 41 0", (47, 41)),
    ("16-0, 0-41, 12-0", (28, 41)),
    ("16-0\n16-41\n28-41", (28, 41)),
    ("Hand, Me, Him\n1, 25+18, 0\n2, 0, 12", (43, 12)),
    ("Round | You | Opponent\n1 | 20 | 0\n2 | 20 | 35\n3 | 61 | 35", (61, 35)),
    ("Hand | Me | Dad\n1 | 23 | 0\n2 | 0 | 14\nTotal | 23 | 14", (23, 14)),
    ("Ann knock 16, Bob gin 41, Ann undercut 31", (47, 41)),
    ("Bob knocked for 12. Ann ginned 40.", (12, 40)),
    ("we play to 100. I won three hands: 45, 33, 28. He got nothing. final?", (106, 0)),
    ("upcard was 6♠ so spades double. I knocked with 4, he had 30, so 26x2=52 for me. Next hand "
     "upcard 9♦, he ginned and I had 22, 47 for him. score now?", (52, 47)),
    ("1 knock 16\n2 gin 41\nvoid", (16, 41)),
    ("Ann 12, Bob 25+18, Ann 31, Ann gin 25+40, Bob 9", (108, 52)),
    ("me | him\n14 | \n | 33\n27 |\n | 41", (41, 74)),
    ("game to 100\nhand 1: I won 22\nhand 2: he won 15\nhand 3: I ginned, 25 + 38\n"
     "hand 4: he undercut me, 25 + 6", (85, 46)),
    ("Me\tKim\n17\t\n\t22\n8\t\n\t31", (25, 53)),
    ("Kim\tMe\n\t12\n40\t\n\t9", (21, 40)),
    ("no | ended by | Me | Kim | note\n1 | knock | 11 | 0 | quick\n2 | gin | 0 | 37 |", (11, 37)),
    ("hand | loser | Ann | Bob\n1 | Bob | 14 | -\n2 | Ann | - | 29\n3 | Bob | 6 | -", (20, 29)),
    ("H1: I knock with 3, he has 20 -> 17 me\nH2: he gins, I have 9 -> 34 him", (17, 34)),
    ("Ann knocks, 21 left => 16 Ann\nBob undercuts with 4 => 29 Bob", (16, 29)),
    ("m9 k31 m14 k6g (m=me, k=Kim)", (23, 37)),
    ("a12 b7 a30 b5", (42, 12)),
    ("cumulative this time\nafter 1: me 11\nafter 2: her 20\nafter 3: me 31", (31, 20)),
    ("running totals\nAnn 12\nBob 9\nAnn 40\nBob 30", (40, 30)),
    ("We had fun (gin again). Me 12, Kim 33 (gin, all in), me 6", (18, 33)),
    ("Kim ginned me, 14 in my hand plus the 25 so 39 for her. I knocked, 7.", (7, 39)),
    ("Joe knock 16\nSue gin 51\nJoe undercut 29\nSue knock 4", (45, 55)),
]  # fmt: skip
"""With the points of player 1 and player 2, hands alone."""


@pytest.mark.parametrize(("text", "sums"), SHEETS, ids=[text[:20] for text, _ in SHEETS])
def test_a_sheet_as_people_keep_it(text: str, sums: tuple[int, int]) -> None:
    hands = [hand for hand, _ in read_sheet(text)]
    assert sums == tuple(
        sum(hand.points for hand in hands if hand.winner == player) for player in (0, 1)
    )


def test_a_chat_is_read_by_whose_words_they_are() -> None:
    chat = "[20:10] Kim: first was 13 for you\n[20:18] Kim: then mine, 21!\n[20:30] Me: 8 me"
    hands = [hand for hand, _ in read_sheet(chat)]
    assert [(hand.winner, hand.points) for hand in hands] == [(0, 13), (1, 21), (0, 8)]


def test_boxes_are_no_hands() -> None:
    boxes = "Al 26, Cy 15, Al 40, Cy 33. Boxes are 20 each, so Al 66 + 40, Cy 48 + 40."
    hands = [hand for hand, _ in read_sheet(boxes)]
    assert [(hand.winner, hand.points) for hand in hands] == [(0, 26), (1, 15), (0, 40), (1, 33)]


def test_a_sheet_that_is_not_plain_is_asked_about() -> None:
    with pytest.raises(UnclearError) as error:
        read_sheet("me 12 18 30, sis 25 40 9 in some order, me last")
    for answer in error.value.asks:  # is read as it stands
        assert {hand.points for hand, _ in read_sheet(answer.text)} == {12, 18, 30, 25, 40, 9}


def test_the_kind_of_each_hand_is_kept() -> None:
    text, _ = SHEETS[3]
    assert [format_result(hand) for hand, _ in read_sheet(text)] == [
        "1 gin 43", "2 knock 12", "1 knock 9", "2 undercut 29", "1 knock 51",
    ]  # fmt: skip


def test_the_command_reads_a_table() -> None:
    told = document("score", "-", given=SHEETS[0][0])
    assert [hand["points"] for hand in told["matches"][0]["hands"]] == [23, 14, 41, 37, 18]


def test_a_sheet_in_play_has_no_boxes_of_its_end() -> None:
    (match,) = document("score", "1 knock 20, 2 gin 30")["matches"]
    assert (match["totals"], match["margin"]) == ([20, 30], 10)
    assert [column["totals"] for column in match["columns"]] == [[20, 30]]
    assert match["columns"][0]["lines"][-1]["amounts"] == [20, 30]
    told = document("score", "20 0 35", "--rules", "three-hand")
    assert (told["boxes"], told["totals"]) == ([0, 0, 0], [20, 0, 35])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Hand | Me | Dad\n1 | 23 | 0\n2 | 0 | 14\nTotal | 25 | 14", "add up to 23 and 14"),
        ("Hand | Me | Dad\n1 | 23 | 12", "both players score in one hand"),
        ("Me | Dad\n20 | 0\n20 | 30\n10 | 40", "a running total falls"),
        ("me 25 - 25 - 61\nher 0 - 18", "one row has 3 hands, the other 2"),
        ("Ann knock 16, Bob gin 41, Cleo gin 50", "`cleo` is a third player"),
        ("I knocked, 26x2=54 for me", "is not right"),
        ("we had 25 for dinner", "is not"),
        ("Ann | Bob | Cleo\n16 | 0 | 0", "is not"),
        ("five kings", "is not"),
    ],
)
def test_a_sheet_that_contradicts_itself_is_refused(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_sheet(text)
    assert message in str(caught.value)
    assert message in error_of("score", "-", given=text)["message"]


@pytest.mark.parametrize(
    ("text", "points"),
    [
        (
            '{"game":"gin rummy","target":150,"players":["ida","max"],"hands":[{"n":1,'
            '"winner":"max","type":"knock","pts":19},{"n":2,"winner":"ida","type":"gin","pts":48},{"n":3,"winner":'
            '"max","type":"undercut","pts":31}],"totals":{"ida":48,"max":50}}',
            [-19, 48, -31],
        ),
        ("running score\n\n      JEN   OSCAR\nh1     12     0\nh2     12    25\nh3     49    25\n",
         [12, -25, 37]),
    ],
)  # fmt: skip
def test_a_sheet_that_looks_like_a_document_or_like_cards(text: str, points: list[int]) -> None:
    sheet = sheet_of(text, SheetStyle.SINGLE, None)
    assert isinstance(sheet, Series)
    hands = [hand for match in sheet.matches for hand in match.hands]
    signed = [hand.written(0) - hand.written(1) for hand in hands]
    assert signed == points
