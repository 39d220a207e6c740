"""The cards of a screen that are the hand's or may be up, and the places to look for one more."""

from analyzer.vision.finder import Index
from analyzer.vision.holes import holes
from analyzer.vision.roles import ScreenRole, roles_of


def index(x: float, y: float, size: float = 20, angle: float = 0) -> Index:
    return Index(0.9, x, y, size, angle, x, y + size, size * 0.7)


def test_the_lowest_long_row_is_the_hand_and_what_lies_alone_may_be_up() -> None:
    theirs = [index(50 + 40 * k, 60) for k in range(5)]
    mine = [index(50 + 30 * k, 700 + 2 * abs(k - 5)) for k in range(10)]
    up = index(400, 350)
    roles = roles_of([*theirs, *mine, up], 900, 800)
    assert roles_of([*mine, up, index(600, 350, size=11)], 900, 800)[11] == ScreenRole.OTHER
    assert roles_of([*mine, index(600, 350, size=11)], 900, 800)[10] == ScreenRole.UP
    assert roles[:5] == [ScreenRole.OTHER] * 5
    assert roles[5:15] == [ScreenRole.HAND] * 10
    assert roles[15:] == [ScreenRole.UP]


def test_a_hand_may_lie_in_two_rows_if_they_make_one() -> None:
    upper = [index(50 + 60 * k, 500) for k in range(5)]
    lower = [index(50 + 60 * k, 640) for k in range(5)]
    assert roles_of([*upper, *lower], 900, 800) == [ScreenRole.HAND] * 10
    far = [index(50 + 60 * k, 100) for k in range(5)]
    expected = [ScreenRole.OTHER] * 5 + [ScreenRole.HAND] * 5
    assert roles_of([*far, *lower], 900, 800) == expected
    assert roles_of([*upper[:4], *lower], 900, 800) == expected[1:]


def test_a_lifted_card_is_the_hands_where_all_that_lies_low_makes_one() -> None:
    mine = [index(50 + 60 * k, 700 - 60 * (k == 4)) for k in range(10)]
    up = index(400, 350)
    assert roles_of([*mine, up], 900, 800) == [ScreenRole.HAND] * 10 + [ScreenRole.UP]
    assert roles_of([*mine[:8], up], 900, 800)[4] == ScreenRole.UP, "nine cards are no hand"


def test_holes_lie_in_even_gaps_and_beyond_the_ends() -> None:
    row = [index(100 + 60 * k, 700) for k in (0, 1, 2, 4, 5)]
    assert [(hole.x, hole.size) for hole, _ in holes(row, ends=False)] == [(280, 20)]
    assert [hole.x for hole, _ in holes(row, ends=True)] == [280, 40, 460]
    uneven = [index(x, 700) for x in (100, 160, 220, 310, 370)]
    assert holes(uneven, ends=False) == []
    assert holes(row[:3], ends=True) == [], "three cards are no row"


def test_a_pile_beside_a_meld_is_up_and_the_meld_is_not() -> None:
    mine = [index(50 + 30 * k, 700) for k in range(10)]
    beside = [index(x, 300) for x in (200, 330, 360, 390)]
    roles = roles_of([*mine, *beside], 900, 800)
    assert roles[10:] == [ScreenRole.UP] + [ScreenRole.OTHER] * 3
    melds = [index(x, 300) for x in (100, 130, 160, 300, 330, 360)]
    assert roles_of([*mine, *melds], 900, 800)[10:] == [ScreenRole.OTHER] * 6


def test_three_cards_are_no_hand() -> None:
    assert roles_of([index(50 + 30 * k, 700) for k in range(3)], 900, 800) == [ScreenRole.OTHER] * 3
