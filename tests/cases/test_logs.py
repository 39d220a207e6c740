"""Logs with a player in each line, in several forms, as apps and people write them."""

from __future__ import annotations

import pytest

from analyzer.api.records import open_position, read_match
from analyzer.errors import InputError
from analyzer.game.cards import CardSet
from analyzer.notation.records import Record

FIRST, SECOND = "2s 3s 4s 5h 6h 7h 9c 9d Kc Jd", "Ac 2c 3c 8d 8h 8s Qs Qd 5d Tc"
TIMED = f"""2025-11-02 18:00:01 new hand dealer=Pia_7
18:00:02 Otto dealt [{FIRST.upper()}]
18:00:02 Pia_7 dealt [{SECOND.upper()}]
18:00:03 upcard KH
18:00:07 Otto passes
18:00:09 Pia_7 passes
18:00:12 Otto draws 9S (stock)
18:00:15 Otto discards KC
18:00:19 Pia_7 draws QH (stock)
18:00:20 Pia_7 discards 10C
18:00:25 Otto draws AS (stock)
18:00:31 Otto discards JD and GOES GIN
18:00:31 dinner is ready"""
CAPITALS = f"""TableTop replay
Otto: {FIRST}
Pia_7: {SECOND}
Up: K♥
T1 Otto PASS
T1 Pia_7 PASS
T2 Otto DRAW 9♠ DROP K♣
T2 Pia_7 DRAW Q♥ DROP 10♣
T3 Otto DRAW A♠ DROP J♦ *GIN*
Otto +30"""
TABLE = f"""no,player,action,card,thrown
0,Otto,deal,{FIRST},
0,Pia_7,deal,{SECOND},
0,-,upcard,KH,
1,Otto,pass,,
2,Pia_7,pass,,
3,Otto,stock,9S,KC
4,Pia_7,stock,QH,10C
5,Otto,stock,AS,JD
5,Otto,gin,,"""
NUMBERED = f"""me: {FIRST}, upcard Kh, I first
1 me pass
1 Sven pass
2 me stock 9s, out Kc
2 Sven stock, out Tc (lucky?)
3 me stock As, out Jd"""


def hand_of(text: str) -> Record:
    (record,) = read_match(text).hands
    return record


@pytest.mark.parametrize("text", [TIMED, CAPITALS, TABLE], ids=["times", "capitals", "table"])
def test_a_log_of_both_hands_is_read(text: str) -> None:
    record = hand_of(text)
    assert record.players == ("Otto", "Pia_7")
    assert record.hands == (CardSet.of(FIRST), CardSet.of(SECOND))
    assert (str(record.upcard), record.dealer, record.knocker) == ("Kh", 1, 0)
    turns = [
        (turn.player, str(turn.turn), str(turn.card), str(turn.discarded)) for turn in record.turns
    ]
    assert turns == [
        (0, "pass", "None", "None"),
        (1, "pass", "None", "None"),
        (0, "draw", "9s", "Kc"),
        (1, "draw", "Qh", "Tc"),
        (0, "draw", "As", "Jd"),
    ]
    assert record.result is not None
    assert (record.result.winner, record.result.points) == (0, 30)


def test_what_stands_behind_the_end_and_is_not_read_is_said() -> None:
    assert "line 13: a remark behind the end" in dict(hand_of(TIMED).tags)["Guessed"]


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("1 Sven pass", "1 Sven pass\nSven laughs", "`Sven laughs` is not a turn"),
        ("stock 9s, out Kc", "stock 9s, out Kc, out 5h", "5h is one card too many"),
        ("1 Sven pass", "1 Sven takes", "the card that was taken is not named"),
        ("stock 9s, out Kc", "stock 9s, out Qc", "Qc is discarded, but"),
        ("I first", "I first\nmine was 4d once", "what happened with `4d` is not said"),
        ("me stock As, out Jd", "me stock As, out Jd gin\n4 Sven draws", "the hand is over"),
    ],
)
def test_a_line_that_cannot_be_is_refused(before: str, after: str, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        read_match(NUMBERED.replace(before, after))
    assert "line" in (caught.value.where or "") and caught.value.hint


def test_a_log_that_breaks_off_is_a_position() -> None:
    view = open_position(NUMBERED.replace(", out Jd", ""))
    assert view is not None
    assert (str(view.drawn), str(view.top)) == ("As", "Tc")
    assert view.hand == CardSet.of("2s 3s 4s 5h 6h 7h 9c 9d 9s Jd As")


@pytest.mark.parametrize("words", ["the upcard the pile from the stock ", "knock  ", "picks up "])
def test_a_line_of_many_words_is_refused_at_once(words: str) -> None:
    line = f"2 Sven {words * 60}and laughs"
    with pytest.raises(InputError, match="is not a turn") as caught:
        read_match(NUMBERED.replace("2 Sven stock, out Tc (lucky?)", line))
    assert caught.value.hint
