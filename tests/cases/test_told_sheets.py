"""Score sheets in prose, in chats, and with their sums: three of each kind, counted by hand."""

from __future__ import annotations

import pytest

from analyzer.errors import InputError
from analyzer.notation.results import read_sheet

PROSE = [
    ("A quiet night at Rosa's. I took the first, 22, and then another 9. Rosa replied with a gin "
     "for 41. She pinched 6 more, then I undercut her for 30.", (61, 47), 5),
    ("Nan won the opener by 14. Grandad hit back with 27 and after that a gin for 45. Nan ended it "
     "with 38. All told 52 to 72.", (52, 72), 4),
    ("Sue scored 18, then Raj 33, then Sue 20 and again Sue 12. Final: 50-33.", (50, 33), 4),
]  # fmt: skip
FOREIGN = [
    ("Skat fiel aus, also Gin: Uwe gewinnt das erste Spiel mit 21, Heike das zweite mit 9, dann "
     "Uwe 34 (Gin), zum Schluss Heike 40. Macht 55 zu 49.", (55, 49), 4),
    ("Luc gagne la première avec 17, Inès la deuxième avec 30, puis Luc 12, puis Inès 44 (gin). "
     "Total 29 à 74.", (29, 74), 4),
]  # fmt: skip
SETTLED = [
    ("Hand 1  Mo  +20\nHand 2  Bo  +31 (gin)\nHand 3  Mo  +45\n\nMo gets 100 game bonus + 25 for "
     "the extra box = 190 in all. Bo 31. Mo wins by 159.", (65, 31), 3),
    ("Ida 30\nPål 12\nIda 28\nIda 44\nGame bonus 100 and boxes: Ida 102 + 100 + 75 = 277, Pål 12 + "
     "25 = 37", (102, 12), 4),
]  # fmt: skip
SUMS = [
    ("N: 20+45+6 = 71 (lucky!)\nP: 17+52 = 69 <- so close", (71, 69), 5),
    ("Me: 10+22+8 = 40\nZoe: 31 + 9 = 40, next time", (40, 40), 5),
    ("Abel 12+30 = 42 !!\nCain 25+6+11 = 42 too", (42, 42), 5),
]
IN_BRACKETS = [
    ("| # | Eva | Jan |\n|---|---|---|\n| 1 | 20 (20) | - |\n| 2 | - | 35 (35) gin! |\n"
     "| 3 | 14 (34) | - |\n\n*running total in brackets*", (34, 35), 3),
    ("hand | Ana | Rui\n1 | 11 (11) | \n2 | 30 (41) gin | \n3 | | 9 (9)\n"
     "(running score in parentheses)", (41, 9), 3),
    ("Me | Pat\n5 (5) | -\n- | 27 (27)\n40 gin (45) | -", (45, 27), 3),
]  # fmt: skip
CHATS = [
    ("Kai: g1 me 20\nLou: g2 mine, 31\nKai: g3 me again, 14... no wait, 12, you laid off the 2\n"
     "Lou: ha. g4: gin, 25+8=33\nKai: 32 - 64, you lead", (32, 64), 4),
    ("Ros: first was mine, 16\nTed: 2nd you, 9\nTed: 3rd me 40", (25, 40), 3),
    ("me: I won 18\nfay: then I got 22\nme: sorry, mine was 28 not 18\nfay: and 5 for me",
     (28, 27), 3),
]  # fmt: skip
SPREADSHEETS = [
    ("\tA\tB\tC\n1\t\tAda\tBen\n2\tMon\t12\t\n3\tTue\t\t40\n4\tWed\t7\t\n5\tsum\t=SUM(B2:B4)\t"
     "=SUM(C2:C4)", (19, 40), 3),
    ("\tA\tB\tC\n1\tdate\tMe\tKit\n2\t1 May\t\t15\n3\t2 May\t22\t\n4\t3 May\t\t9", (22, 24), 3),
    ("\tA\tB\n1\tOle\tUna\n2\t30\t\n3\t\t12\n4\t\t50", (30, 62), 3),
]  # fmt: skip
COLUMNS = [
    ("       RUTH      ABE\n         27\n                  30\n         12\npts      39       30\n"
     "game    100\nboxes    50       25\n        ====     ====\n        189       55", (39, 30), 3),
    ("      Ann   Bob\n1     +12   -12\n2     -30   +30\n3      +8    -8", (20, 30), 3),
    ("      VIC      WES\n       8\n               41\n      23\n     ----     ----\n"
     "      31       41", (31, 41), 3),
]  # fmt: skip
SHEETS = [*PROSE, *FOREIGN, *SETTLED, *SUMS, *IN_BRACKETS, *CHATS, *SPREADSHEETS, *COLUMNS]


@pytest.mark.parametrize(("text", "sums", "hands"), SHEETS, ids=[text[:24] for text, *_ in SHEETS])
def test_a_sheet_is_what_adds_up(text: str, sums: tuple[int, int], hands: int) -> None:
    found = [hand for hand, _ in read_sheet(text)]
    won = tuple(sum(hand.points for hand in found if hand.winner == at) for at in (0, 1))
    assert (won, len(found)) == (sums, hands)


@pytest.mark.parametrize(
    "text",
    [
        "Ann 20\nBob 15\nAnn 20, Bob 15",  # two hands and their sums, or four hands
        "Sue scored 18, then Raj 33, then Sue 20. Final: 40-33.",
        "Uwe 21, Heike 9, dann Uwe 34. Macht 55 zu 19.",
        "N: 20+45+6 = 72\nP: 17+52 = 69",
        "7h 8h 9h 4c 4d 4s Kd Qd 2c Ac and he took 9h, I have 12",
        "Ann beat Bob and Cleo 20, Cleo 30, Bob 12",
        "running: me 12, 12, 40 and later 50",
        "Partner opened 1NT and I hold ♠ KJ742 ♥ A83 ♦ Q5 ♣ 962. Do I transfer?",
    ],
)
def test_what_adds_up_in_no_way_or_in_two_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        read_sheet(text)


FILES = [
    ("<table><tr><th>Hand</th><th>Ann</th><th>Bob</th></tr><tr><td>1</td><td>24</td><td></td></tr>"
     "<tr><td>2</td><td></td><td>13</td></tr></table>", (24, 13), 2),
    ("rounds:\n  - winner: kim\n    points: 22\n    type: knock\n  - winner: ole\n    points: 39\n",
     (22, 39), 2),
    ("[{'winner': 'Ann', 'points': 20, 'gin': False}, "
     "{'winner': 'Bob', 'points': 44, 'gin': True}]", (20, 44), 2),
    ("2024-11-02 19:20:11 HAND_END winner=ann points=23\n"
     "2024-11-02 19:31:02 HAND_END winner=bob points=40", (23, 40), 2),
    ('[{"hand": 1, "ann": 20, "bob": 0}, {"hand": 2, "ann": 0, "bob": 31}]', (20, 31), 2),
    ('<hands><hand n="1" winnerName="Ann" pointsWon="20"/>'
     '<hand n="2" winnerName="Bob" pointsWon="33"/></hands>', (20, 33), 2),
    ("INSERT INTO hands VALUES (1,'ann',20),(2,'bob',31),(3,'ann',9);", (29, 31), 3),
    ("| | h1 | h2 | h3 |\n|---|---|---|---|\n| Ann | 20 | | 31 |\n| Bob | | 14 | |", (51, 14), 3),
]  # fmt: skip


@pytest.mark.parametrize(("text", "sums", "hands"), FILES, ids=[text[:24] for text, *_ in FILES])
def test_a_sheet_of_a_program_is_read(text: str, sums: tuple[int, int], hands: int) -> None:
    test_a_sheet_is_what_adds_up(text, sums, hands)


@pytest.mark.parametrize(
    "text",
    [
        "Scores, pls add up for me: me 25, me 13, him 40, me 7, him 19. I make it me 45, him 69",
        "El marcador dice: Ana 20, Ana 15, Beto 33, Ana 12; total Ana 47, Beto 43.",
        "Zoe seventeen. Gleb twenty-six. Zoe eleven. Gleb five. So that makes thirty-eight for Zoe "
        "and thirty-one for Gleb.",
    ],
)
def test_totals_that_do_not_add_up_are_no_hands(text: str) -> None:
    with pytest.raises(InputError):
        read_sheet(text)


def test_a_hand_that_nobody_won_counts() -> None:
    text = (
        "1. me, knock, 15\n2. Mags, knock, 27\n3. dead hand, stock ran out\n4. me, gin, 33\n"
        "me 48\nMags 27"
    )
    assert [hand.points for hand, _ in read_sheet(text)] == [15, 27, 0, 33]


def test_rows_of_totals_alone_are_where_a_sheet_stands() -> None:
    hands = read_sheet("hand,A,B\ntotal,30,20\ntotal,45,20")
    assert [hand.points for hand, _ in hands] == [30, 20, 15]
