"""Reading what was printed gives the same back: cards, views, ids."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from analyzer.errors import InputError
from analyzer.game.cards import DECK, Card, CardSet
from analyzer.game.position import Position, deal
from analyzer.game.rules import TWO_HANDED, Rules, parse_rules
from analyzer.game.view import Question, Side, View, view_of
from analyzer.notation import (
    check_view,
    decode,
    encode,
    format_view,
    parse_view,
    read_card_set,
    read_cards,
)
from analyzer.notation.cards import format_cards
from tests.oracles.texts import format_dotted, format_grouped, format_symbols

CARDS = st.sampled_from(tuple(DECK))
RULES = st.sampled_from(
    [
        *TWO_HANDED.values(),
        parse_rules("standard,first_upcard=eleven"),
        parse_rules("standard,wall=reshuffle"),
        parse_rules("eaai,wall=last discard,first_upcard=eleven,gin=7"),
    ]
)
SCORES = st.none() | st.tuples(st.integers(0, 500), st.integers(0, 500))


def walk(rules: Rules, seed: int, turns: int, score: tuple[int, int] | None) -> Position:
    """A position some random actions into a hand; knocks are left out while others exist."""
    rng = Random(seed)
    position = deal(rules, seed, dealer=seed % 2, score=score)
    for _ in range(turns):
        actions = [action for action in position.legal_actions() if not action.ends_hand]
        following = position.apply(rng.choice(actions)) if actions else position
        if following.over:
            break
        position = following
    return position


@st.composite
def played(draw: st.DrawFn) -> View:
    turns = draw(st.integers(0, 90))
    position = walk(draw(RULES), draw(st.integers(0, 10**9)), turns, draw(SCORES))
    return view_of(position)


@st.composite
def told(draw: st.DrawFn) -> View:
    """A view without a history: any cards, any counts that can stand beside them."""
    question = draw(st.sampled_from(list(Question)))
    cards = draw(st.permutations(tuple(DECK)))
    size = 11 if question is Question.DISCARD else 10
    hand, rest = CardSet.from_cards(cards[:size]), cards[size:]
    discarded = draw(st.integers(0 if question is Question.DISCARD else 1, 30))
    known = draw(st.integers(0, 10))
    most = 42 - size - discarded
    opponent = CardSet.from_cards(rest[discarded : discarded + min(known, len(rest) - discarded)])
    mine = st.sampled_from(tuple(hand))
    shown = CardSet.from_cards(draw(st.lists(mine, max_size=4)))
    taken = draw(st.none() | mine) if question is Question.DISCARD else None
    drawn = draw(st.none() | mine) if question is Question.DISCARD and taken is None else None
    counts = [draw(st.integers(0, 20)) for _ in range(3)]
    passed = draw(st.booleans())
    dealer = draw(st.sampled_from([None, Side.ME, Side.OPPONENT]))
    first = question is Question.UPCARD and passed and dealer is Side.OPPONENT
    return View(
        rules=draw(RULES),
        hand=hand,
        pile=tuple(rest[:discarded]),
        stock=draw(st.just(most) | st.integers(0, most)),
        question=question,
        known=(shown, opponent),
        taken=taken,
        drawn=drawn,
        upcard=draw(st.none() | CARDS),
        dealer=None if first else dealer,
        score=draw(SCORES),
        my_discards=counts[0],
        their_discards=counts[1],
        their_takes=counts[2],
        they_passed=passed,
    )


@given(st.lists(CARDS, unique=True), st.sampled_from([format_cards, format_symbols]))
def test_cards_in_order(cards: list[Card], style) -> None:
    assert [read.card for read in read_cards(style(cards))] == cards


@given(st.frozensets(CARDS), st.sampled_from([format_grouped, format_dotted]))
def test_cards_in_groups(cards: frozenset[Card], style) -> None:
    hand = CardSet.from_cards(cards)
    assert read_card_set(style(hand)) == hand


@given(CARDS, CARDS, st.sampled_from(["-", " – ", "—", ".."]))
def test_a_dash_between_two_cards_of_a_suit_means_all_of_the_run(
    low: Card, high: Card, dash: str
) -> None:
    first, last = int(low.rank), int(high.rank)
    is_run = low.suit == high.suit and first + 1 < last
    run = [Card.make(rank, low.suit) for rank in range(first, last + 1)] if is_run else [low, high]
    if low != high:
        assert [read.card for read in read_cards(f"{low}{dash}{high}")] == run


@given(st.lists(CARDS, unique=True), st.data())
def test_separators_and_case_do_not_matter(cards: list[Card], data: st.DataObject) -> None:
    gap = st.text(" ,;|/\t\n[]()'\"", max_size=3)
    case = st.sampled_from([str.upper, str.lower, str.swapcase])
    text = "".join(data.draw(gap) + data.draw(case)(str(card)) for card in cards)
    assert [read.card for read in read_cards(text)] == cards


@given(played())
def test_views_of_play_as_text(view: View) -> None:
    text = format_view(view)
    assert parse_view(text) == view
    check_view(view)


@given(played().filter(lambda view: bool(view.history)), st.randoms())
def test_neither_indents_nor_case_nor_the_order_of_lines_matter(view: View, rng: Random) -> None:
    lines = [line.strip().upper() for line in format_view(view).splitlines()]
    turns = lines.index("HISTORY:") + 1
    head = lines[: turns - 1]
    rng.shuffle(head)
    assert parse_view("\n".join([*lines[turns:], *head])) == view


def is_reached(view: View) -> bool:
    """True if a hand comes to the question of a view, which is read from no text otherwise."""
    with suppress(InputError):
        return view.reached() is view
    return False


@given(told().filter(is_reached))
def test_views_as_they_are_told_as_text(view: View) -> None:
    assert parse_view(format_view(view)) == view


@given(played())
def test_views_of_play_as_id(view: View) -> None:
    assert decode(encode(view)) == view


@given(played(), st.integers(0, 60), st.integers(0, 30))
def test_any_view_as_id(view: View, stock: int, takes: int) -> None:
    other = replace(view, stock=min(stock, view.stock), their_takes=takes, upcard=Card.of("2c"))
    assert decode(encode(other)) == other


@given(told())
def test_views_as_they_are_told_as_id(view: View) -> None:
    assert decode(encode(view)) == view
