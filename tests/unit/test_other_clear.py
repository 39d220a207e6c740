"""Decisions of the other games with a clear answer, each with why it is clear."""

from __future__ import annotations

import pytest

from analyzer.engine.general import advise
from analyzer.notation.general import parse_chair

CLEAR = {
    "gin is 25 and all their cards": (
        "game: three-hand\nseat: 1\ndealer: 3\nhand: 2c 3c 4c 7h 8h 9h Th Kd\nhistory:\n"
        "  upcard Kd\n  1: take, discard Ks\n  2: draw, discard Qs\n  3: draw, discard Js\n"
        "  1: draw Th",
        "gin Kd",
    ),
    "the upcard makes a meld of three kings at once": (
        "game: four-hand\nseat: 1\ndealer: 4\nhand: Kc Kd 2c 5h 7s 9d Jh\nhistory:\n  upcard Ks",
        "take",
    ),
    "with the joker all ten cards meld": (
        "game: two-jokers\nseat: 1\ndealer: 2\nhand: 2c 3c 4c X1 8h 9h 5d 5h 5s Ac Kd\n"
        "history:\n  upcard 5s\n  1: take",
        "gin Kd",
    ),
    "all three cards of the pile come to the table, which is gin": (
        "game: mahjong\nseat: 1\ndealer: 2\nhand: 3c\nhistory:\n  upcard 4c\n"
        "  1: draw 3c, meld 5h 6h 7h, meld 9c 9d 9s, meld Jd Qd Kd, discard 2c\n"
        "  2: draw, discard 8h",
        "take 3",
    ),
    "the upcard makes the run that lets me knock at once, before the others have played": (
        "game: three-hand\nseat: 1\ndealer: 3\nhand: 2c 3c 4c 7h 8h Ac Kd\nhistory:\n  upcard 6h",
        "take",
    ),
    "gin costs each of three players 25 and their hand; knocking gives up 75 points": (
        "game: four-hand\nseat: 1\ndealer: 4\nhand: 5c 5d 5h 8s 9s Ts Js 2d\nhistory:\n"
        "  upcard Js\n  1: take",
        "gin 2d",
    ),
    "one discard leaves 3 points, on the first turn, against three full hands": (
        "game: four-hand\nseat: 1\ndealer: 4\nhand: 5c 5d 5h 8s 9s Ts 3d Qh\nhistory:\n"
        "  upcard Ts\n  1: take",
        "knock Qh",
    ),
    "the joker lies there: it makes a meld of either pair": (
        "game: one-joker\nseat: 1\ndealer: 2\nhand: 7h 7d Qs Ks 3c 4c 2d Ah 9s Jd\nhistory:\n"
        "  upcard X1",
        "take",
    ),
    "the second joker of the pack is the upcard": (
        "game: two-jokers\nseat: 1\ndealer: 2\nhand: X1 7h 7d 3c 4c Qs Qd Kh 2s 9d\n"
        "history:\n  upcard X2",
        "take",
    ),
    "the ten fits the run on the table, and the last card is discarded, which is gin": (
        "game: mahjong\nseat: 1\ndealer: 2\nhand: Td Kc\nhistory:\n  upcard 4c\n"
        "  1: draw 2c, meld 5h 6h 7h, meld 9c 9d 9s, meld Jd Qd Kd, discard 2c\n"
        "  2: draw, discard 8c\n  1: draw Td",
        "add Td to Jd Qd Kd",
    ),
    "three players: the ten fits the run on the table, and the six is discarded, which is gin": (
        "game: mahjong,players=3\nseat: 1\ndealer: 3\nhand: Ts 6c\nhistory:\n  upcard 4c\n"
        "  1: draw 6c, meld 7s 8s 9s, meld 2h 2d 2c, discard Kc\n  2: draw, discard 5c\n"
        "  3: draw, discard Jc\n  1: draw Ts",
        "add Ts to 7s 8s 9s",
    ),
    "two points lie loose: the king would be ten, too many to knock with": (
        "game: four-hand\nseat: 1\ndealer: 4\nhand: 5c 5d 5h 8s 9s Ts 2d\nhistory:\n  upcard Kc",
        "pass",
    ),
    "the upcard is the last card of gin, with the joker among the sevens": (
        "game: one-joker\nseat: 1\ndealer: 2\nhand: X1 7h 7d 3c 4c 5c Ts Js Qs 8s\nhistory:\n"
        "  upcard 9s",
        "take",
    ),
    "teams: the upcard fills the run, and that is gin": (
        "game: standard,jokers=0\nseat: 1\ndealer: 2\nhand: 5c 5d 5h 8s 9s 2d 3d 4d Js Kh\n"
        "history:\n  upcard Ts",
        "take",
    ),
    "the upcard is a joker, which makes three nines or three fives": (
        "game: four-hand,jokers=2\nseat: 1\ndealer: 4\nhand: 5d 5h 8s 9s Kc 9d 2c\nhistory:\n"
        "  upcard X1",
        "take",
    ),
    "the top of the pile is the fourth nine, and then my last card goes too": (
        "game: mahjong\nseat: 1\ndealer: 2\nhand: 3c\nhistory:\n  upcard 4c\n"
        "  1: draw 3c, meld 5h 6h 7h, meld 9c 9d 9s, meld Jd Qd Kd, discard Qh\n"
        "  2: draw, discard 9h",
        "take",
    ),
    "both jokers make melds, and all ten cards lie in them": (
        "game: two-jokers\nseat: 1\ndealer: 2\nhand: X1 X2 7h 7d 3c 4c 5c Js Jh 6c Kd\n"
        "history:\n  upcard 5c\n  1: take",
        "gin Kd",
    ),
    "the top of the pile makes gin; the stock seldom does": (
        "game: three-hand\nseat: 1\ndealer: 3\nhand: 2c 3c 4c Jh Qh Ad Ac\nhistory:\n"
        "  upcard 9s\n  1: pass\n  2: pass\n  3: pass\n  1: draw Ad, discard 8d\n"
        "  2: draw, discard 9d\n  3: draw, discard Kh",
        "take",
    ),
    "four players, and the run is all I hold but a king, which is discarded: gin": (
        "game: mahjong,players=4\nseat: 1\ndealer: 4\nhand: 7h 8h 9h Kd\nhistory:\n"
        "  upcard 4c\n  1: draw 2c, meld 9s Ts Js Qs, discard 2c\n  2: draw, discard 6c\n"
        "  3: draw, discard Kc\n  4: draw, discard Qd\n  1: draw 9h",
        "meld 7h 8h 9h",
    ),
    "any card leaves the one point of the ace to knock with; taking the eight gives it up": (
        "game: three-hand\nseat: 1\ndealer: 3\nhand: 2c 3c 4c Jh Qh Kh Ad\nhistory:\n"
        "  upcard 9s\n  1: pass\n  2: pass\n  3: pass\n  1: draw Ad, discard 8c\n"
        "  2: draw, discard 9d\n  3: draw, discard 8d",
        "draw",
    ),
    "the five on the pile is my third, and a nine is left to discard: a knock with 8": (
        "game: three-hand\nseat: 1\ndealer: 3\nhand: 2c 3c 4c 5h 5d 8h 9h\nhistory:\n"
        "  upcard 9s\n  1: pass\n  2: pass\n  3: pass\n  1: draw 8h, discard Qs\n"
        "  2: draw, discard Kc\n  3: draw, discard 5s",
        "take",
    ),
    "six cards lie in melds and one point is loose, against two full hands on the first turn": (
        "game: three-hand\nseat: 1\ndealer: 3\nhand: 2c 3c 4c 8h 8d 8s Ah Kd\nhistory:\n"
        "  upcard 9s\n  1: pass\n  2: pass\n  3: pass\n  1: draw Kd",
        "knock Kd",
    ),
    "the five on the pile is the fourth card of my run, and the ace goes: gin": (
        "game: three-hand\nseat: 1\ndealer: 3\nhand: 2c 3c 4c 8h 8d 8s Ah\nhistory:\n"
        "  upcard 9s\n  1: pass\n  2: pass\n  3: pass\n  1: draw Ah, discard Qs\n"
        "  2: draw, discard Kc\n  3: draw, discard 5c",
        "take",
    ),
    "the jack on the pile lengthens my run, and the deuce goes: gin": (
        "game: four-hand\nseat: 1\ndealer: 4\nhand: 5c 5d 5h 8s 9s Ts 2d\nhistory:\n"
        "  upcard 9d\n  1: pass\n  2: pass\n  3: pass\n  4: pass\n  1: draw 5h, discard Kh\n"
        "  2: draw, discard Qh\n  3: draw, discard Kc\n  4: draw, discard Js",
        "take",
    ),
    "the eight on the pile is my third, which leaves one point to knock with": (
        "game: four-hand\nseat: 1\ndealer: 4\nhand: 5c 5d 5h 8s 8d Ah 3c\nhistory:\n"
        "  upcard 9d\n  1: pass\n  2: pass\n  3: pass\n  4: pass\n  1: draw Ah, discard Kh\n"
        "  2: draw, discard Qh\n  3: draw, discard Kc\n  4: draw, discard 8c",
        "take",
    ),
    "two points lie loose: a card drawn may go for a knock; the king, taken, stays, and is ten": (
        "game: four-hand\nseat: 1\ndealer: 4\nhand: 5c 5d 5h 6s 7s 8s 2d\nhistory:\n"
        "  upcard 9d\n  1: pass\n  2: pass\n  3: pass\n  4: pass\n  1: draw 2d, discard Kh\n"
        "  2: draw, discard Qh\n  3: draw, discard Jc\n  4: draw, discard Kd",
        "draw",
    ),
    "all ten cards lie in melds, with the joker among the sevens: gin now, or they may go first": (
        "game: one-joker\nseat: 1\ndealer: 2\nhand: X1 7h 7d 3c 4c 5c Ts Js Qs Ks Kd\n"
        "history:\n  upcard 9d\n  1: pass\n  2: pass\n  1: draw Kd",
        "gin Kd",
    ),
    "the upcard makes a run, a second meld beside the joker with the sevens": (
        "game: one-joker\nseat: 1\ndealer: 2\nhand: X1 7h 7d 3c 4c 9s Ts 2d Ah 4h\nhistory:\n"
        "  upcard 5c",
        "take",
    ),
    "nine cards lie in melds and two points are loose: the king would be ten": (
        "game: one-joker\nseat: 1\ndealer: 2\nhand: X1 7h 7d 3c 4c 5c Ts Js Qs 2d\nhistory:\n"
        "  upcard Kd",
        "pass",
    ),
    "the king on the pile makes a run of my two court cards, and one point is left": (
        "game: one-joker\nseat: 1\ndealer: 2\nhand: 7h 7d 7s 3c 4c 5c Js Qs Ah 2d\nhistory:\n"
        "  upcard 9d\n  1: pass\n  2: pass\n  1: draw 2d, discard Kh\n  2: draw, discard Ks",
        "take",
    ),
    "all eleven cards lie in melds: big gin is 31, gin 25": (
        "game: two-jokers\nseat: 1\ndealer: 2\nhand: X1 7h 7d 3c 4c 5c 6c 7c X2 Js Jh\n"
        "history:\n  upcard 9d\n  1: pass\n  2: pass\n  1: draw Jh",
        "big gin",
    ),
    "the six on the pile is the tenth card of gin, for the deuce goes": (
        "game: two-jokers\nseat: 1\ndealer: 2\nhand: X1 X2 7h 7d 3c 4c 5c Js Jh 2h\n"
        "history:\n  upcard 9d\n  1: pass\n  2: pass\n  1: draw 2h, discard Kd\n"
        "  2: draw, discard 6c",
        "take",
    ),
    "the upcard fills the gap between nine and jack, and one point is left": (
        "game: two-jokers\nseat: 1\ndealer: 2\nhand: X1 7h 7d 3c 4c 5c 9s Js Ah 2d\n"
        "history:\n  upcard Ts",
        "take",
    ),
    "the ace on the pile is my third: 45 points for the table instead of 30 held against me": (
        "game: mahjong\nseat: 1\ndealer: 2\nhand: Ah 2d 8s Ac\nhistory:\n  upcard 4c\n"
        "  1: draw 2d, meld 5h 6h 7h, meld 9c 9d 9s, discard 2c\n  2: draw, discard As",
        "take",
    ),
    "they hold one card: three aces in hand would cost 45 points, on the table they score them": (
        "game: mahjong\nseat: 1\ndealer: 2\nhand: As Ah Ad Kc 2d\nhistory:\n  upcard 4c\n"
        "  1: draw 2d, meld 5h 6h 7h, meld 9c 9d 9s, discard 2c\n"
        "  2: draw, meld Td Jd Qd, meld 8c 8h 8s, meld Jh Jc Js, discard 3c\n  1: draw As",
        "meld Ad Ah As",
    ),
    "the fourth ace goes to the three on the table, and then the king goes: gin": (
        "game: mahjong\nseat: 1\ndealer: 2\nhand: Ac Kh\nhistory:\n  upcard 4c\n"
        "  1: draw 3d, meld As Ah Ad, meld 9c 9d 9s, meld 2h 2d 2s, discard 3d\n"
        "  2: draw, meld Td Jd Qd, meld 8c 8h 8s, meld 7h 7c 7s, discard 3c\n  1: draw Ac",
        "add Ac to Ad Ah As",
    ),
    "my eight fits the table, and a card drawn can go too: gin. The king, taken, could not": (
        "game: mahjong\nseat: 1\ndealer: 2\nhand: 8d\nhistory:\n  upcard 4c\n"
        "  1: draw 3d, meld As Ah Ad, meld 9c 9d 9s, meld 2h 2d 2s, discard 3d\n"
        "  2: draw, meld 8c 8h 8s, discard Kc",
        "draw",
    ),
    "three players: the deepest card makes a run, and the ace on top is my third": (
        "game: mahjong,players=3\nseat: 1\ndealer: 3\nhand: Ah Ad Ks 6c\nhistory:\n"
        "  upcard 4c\n  1: draw 6c, meld 7s 8s 9s, discard Kc\n  2: draw, discard 5c\n"
        "  3: draw, discard As",
        "take 4",
    ),
    "four players: the whole pile gives a run with my deuce, and the ace on top is my third": (
        "game: mahjong,players=4\nseat: 1\ndealer: 4\nhand: Ah Ad 2c 6d\nhistory:\n"
        "  upcard 4c\n  1: draw 2c, meld 9s Ts Js, discard 3c\n  2: draw, discard 6c\n"
        "  3: draw, discard Kc\n  4: draw, meld 8d 8h 8s, meld Kh Kd Ks, discard As",
        "take 5",
    ),
    "teams: all ten cards lie in melds, and the king is discarded: gin": (
        "game: standard,jokers=0\nseat: 1\ndealer: 2\n"
        "hand: 5c 5d 5h 8s 9s Ts 2d 3d 4d Js Kh\nhistory:\n  upcard 9d\n  1: pass\n"
        "  2: pass\n  1: draw Kh",
        "gin Kh",
    ),
    "teams: one point is loose, on the first turn": (
        "game: standard,jokers=0\nseat: 1\ndealer: 2\n"
        "hand: 5c 5d 5h 8s 9s Ts 2d 3d 4d Ac Kh\nhistory:\n  upcard 9d\n  1: pass\n"
        "  2: pass\n  1: draw Kh",
        "knock Kh",
    ),
    "teams: the king fits nothing and would stay in the hand, for it may not be discarded": (
        "game: standard,jokers=0\nseat: 1\ndealer: 2\nhand: 5c 5d 5h 8s 9s Ts 2d 3d Ac 7h\n"
        "history:\n  upcard 9d\n  1: pass\n  2: pass\n  1: draw Ac, discard Qc\n"
        "  2: draw, discard Kc",
        "draw",
    ),
    "four players, and the joker with the fives: gin now, before one of three is down": (
        "game: four-hand,jokers=2\nseat: 1\ndealer: 4\nhand: X1 5d 5h 8s 9s Ts Js Kd\n"
        "history:\n  upcard 9d\n  1: pass\n  2: pass\n  3: pass\n  4: pass\n  1: draw Kd",
        "gin Kd",
    ),
    "four players and a joker: the jack lengthens my run, and the deuce goes: gin": (
        "game: four-hand,jokers=2\nseat: 1\ndealer: 4\nhand: X1 5d 5h 8s 9s Ts 2c\nhistory:\n"
        "  upcard 9d\n  1: pass\n  2: pass\n  3: pass\n  4: pass\n  1: draw 2c, discard Kh\n"
        "  2: draw, discard Qh\n  3: draw, discard Kc\n  4: draw, discard Js",
        "take",
    ),
}


@pytest.mark.parametrize("why", CLEAR)
def test_a_clear_decision_is_seen(why: str) -> None:
    text, wanted = CLEAR[why]
    advice = advise(parse_chair(text), worlds=120, seed=2)
    best = advice.values[0]
    assert str(best.move) == wanted, [str(value.move) for value in advice.values[:3]]
    rest = [value for value in advice.values if str(value.move) != wanted]
    assert rest[0].loss > 2 * rest[0].loss_se
