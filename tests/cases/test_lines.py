"""Lines of the texts that the tests of no room hold: the second deck, mahjong gin, what is seen of
a draw, what habits tell, and what a knock is worth early and late."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from analyzer.engine.belief import Trajectory
from analyzer.engine.opponents import OPPONENTS, OpponentModel
from analyzer.engine.policies import AT_ONCE, GIN_ONLY, GREEDY, SOFT, Style
from analyzer.engine.selfplay import play
from analyzer.engine.turn_evidence import read
from analyzer.errors import InputError
from analyzer.game.actions import DRAW, PASS, Action, Kind, Question
from analyzer.game.cards import DECK, Card, CardSet
from analyzer.game.position import Position, deal, start
from analyzer.game.rules import PRESETS, parse_rules
from analyzer.game.scoring import Ended
from analyzer.game.view import view_of
from analyzer.notation import parse_view
from analyzer.resources import resource_root, texts_beside
from analyzer.web.learn import tips
from tests.property.test_other_games import rounds
from tests.workshop.measure._positions import played

# ---------------------------------------------------------------- the card of a second deck


@pytest.mark.rule("R104", "R105")
@pytest.mark.parametrize("card", ["6s", "?"])
def test_a_card_of_a_second_deck_leaves_the_pack_whole_and_no_upcard(card: str) -> None:
    for seed in range(40):
        here = deal(parse_rules(f"standard,knock_card={card}"), seed)
        first, second = here.hands
        assert CardSet.from_cards(here.stock) | first | second == DECK
        assert (len(first), len(second), len(here.stock)) == (11, 10, 31)  # ten, and the first draw
        assert here.pile == () and here.upcard is None and here.question is Question.DISCARD


@pytest.mark.rule("R105")
@pytest.mark.parametrize("rules", ["knock_card=6s", "first_upcard=eleven"])
@pytest.mark.parametrize("said", ["upcard: Qs", "top: 2c\nfirst upcard: Qs\nstock: 20"])
def test_no_upcard_is_read_where_none_is_turned(rules: str, said: str) -> None:
    with pytest.raises(InputError, match="no upcard is turned"):
        parse_view(f"rules: standard,{rules}\nhand: 7h 8h Tc Jc Kd 2s 3s 9d 5c 5h\n{said}")


@pytest.mark.rule("R106")
@pytest.mark.parametrize("dealer", [0, 1])
def test_in_the_first_hand_with_a_second_deck_the_non_dealer_draws_first(dealer: int) -> None:
    here = deal(parse_rules("standard,knock_card=?"), 5, dealer=dealer)
    assert here.turn == 1 - dealer and len(here.hands[1 - dealer]) == 11


# ---------------------------------------------------------------- three and four players


NOBODY = "Ac 3d 5h 7s 9c Jd Kh / 2c 4d 6h 8s Tc Qd As / 3c 5d 7h 9s Jc Kd 2h"
READY = NOBODY.replace("2c 4d 6h 8s Tc Qd As", "4c 4d 4h 8h 8d 8s 6c")


@pytest.mark.rule("R98")
@pytest.mark.parametrize("seats", [3, 4])
def test_a_dealt_knock_is_a_misdeal_at_a_table_only_where_the_rules_say_so(seats: int) -> None:
    """Whoever of the three or four is dealt it, and by the limit of these rules."""
    extra = " / 2d 6d Td Qh 3s 9h Ks" if seats == 4 else ""
    ready, nobody = READY + extra, NOBODY + extra
    for hands, limit, over in ((ready, 9, True), (ready, 5, False), (nobody, 9, False)):
        for asked in (True, False):
            rules = f"standard,players={seats},knock_limit={limit},misdeal_if_dealt_knock={asked}"
            held = tuple(map(CardSet.of, hands.split(" / ")))
            rest = DECK
            for cards in held:
                rest -= cards
            upcard, *stock = rest
            here = start(parse_rules(rules), held, upcard, stock)
            assert here.over is (over and asked)
            assert here.outcome is None or here.outcome.kind is Ended.MISDEAL


@pytest.mark.rule("R84")
@pytest.mark.parametrize("name", ["three-hand", "four-hand"])
def test_with_seven_cards_each_the_pile_is_shuffled_once_the_stock_is_empty(name: str) -> None:
    here = deal(parse_rules(name), 8)
    while here.question is Question.UPCARD:
        here = here.apply(PASS)
    while here.stock:
        before = here
        here = here.apply(DRAW)
        if not here.stock:
            break
        assert here.drawn is not None
        here = here.apply(Action(Kind.DISCARD, here.drawn))
        assert here.pile == (*before.pile, here.pile[-1])  # as long as there is a stock, it grows
    assert here.drawn is not None and not here.over
    after = here.apply(Action(Kind.DISCARD, here.drawn))
    assert after.pile == (here.drawn,) and set(after.stock) == set(here.pile)
    assert after.question is Question.DRAW and after.shuffles == 1


# ---------------------------------------------------------------- mahjong gin


def states(players: int) -> Iterator[tuple[Position, Position]]:
    """Each state of some random games, and the one after it."""
    for seed in range(12):
        steps = list(rounds(f"mahjong,players={players}", seed))
        yield from pairwise(steps)


@pytest.mark.rule("R109", "R112")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_one_melds_between_draw_and_discard_or_not_and_a_discard_ends_the_turn(
    players: int,
) -> None:
    melding, seen = {Kind.MELD, Kind.ADD}, 0
    for here, after in states(players):
        kinds = {move.kind for move in here.legal_actions()}
        if here.question is not Question.DISCARD:
            assert not kinds & {*melding, Kind.DISCARD}
            continue
        if kinds & melding and here.bound(here.hands[here.turn]) is None:
            assert Kind.DISCARD in kinds
            seen += 1
        if after.over:
            continue
        threw = after.question is not Question.DISCARD
        assert after.turn == ((here.turn + 1) % players if threw else here.turn)
        assert threw == (len(after.pile) == len(here.pile) + 1)
    assert seen > 20


@pytest.mark.rule("R110", "R111")
def test_a_hand_of_mahjong_gin_ends_with_an_empty_hand_or_with_the_stock() -> None:
    """Gin by a last discard and without one; without gin nobody has the bonus."""
    ends = set()
    for players in (2, 3, 4):
        for before, last in states(players):
            if last.outcome is None:
                continue
            worth = [
                last.rules.points(laid) - last.rules.points(hand)
                for laid, hand in zip(last.laid, last.hands, strict=True)
            ]
            out = last.outcome.knocker
            if out is None:
                assert last.outcome.kind is Ended.VOID and all(last.hands)
                assert not before.stock or before.question is Question.DISCARD  # the 100th turn
                ends.add(before.question)
            else:
                assert last.outcome.kind is Ended.GIN and not last.hands[out]
                worth[out] += 25
                ends.add(len(last.pile) > len(before.pile))
            assert list(last.outcome.points) == worth
    assert {True, False, Question.DRAW} <= ends


# ---------------------------------------------------------------- what one lets the other see


@pytest.mark.rule("R88")
def test_nobody_sees_if_the_card_drawn_was_kept() -> None:
    """A king drawn and discarded, and a five drawn while the king goes, look the same."""
    hands = "7h 8h 9h 4c 4d 4s Jc Qc 2d", "7c 8c 9c Kd Kh 2s Ad Ah Td 5s"
    seen = []
    for held, drawn in (("5d", "Ks"), ("Ks", "5d")):
        mine, theirs = CardSet.of(f"{hands[0]} {held}"), CardSet.of(hands[1])
        rest = DECK - mine - theirs - CardSet.of(f"Qs {drawn}")
        here = start(PRESETS["standard"], (mine, theirs), Card.of("Qs"), [Card.of(drawn), *rest])
        here = here.apply(PASS).apply(PASS).apply(DRAW).apply(Action(Kind.DISCARD, Card.of("Ks")))
        seen.append((here.hands[0], view_of(here)))
    assert seen[0] == seen[1] and seen[0][1].hand == CardSet.of(hands[1])


def habitual(heat: float) -> OpponentModel:
    """A sensible player, and how far discards stray from the order of its habit."""
    belief = Trajectory().sure_of((Style.SENSIBLE,))
    soft = (SOFT[0]._replace(heat=SOFT[0].heat * heat),)
    styles = (Style.SENSIBLE,)
    return replace(OPPONENTS["reader"], belief=replace(belief, soft=soft), styles=styles)


@pytest.mark.rule("R87")
def test_who_always_discards_in_the_same_order_is_read() -> None:
    """The same discards tell less of a player who varies them, and the real cards are likelier
    where the habit is known."""
    bits, right = {}, {}
    for heat in (1, 10):
        found, chances = 0.0, 0.0
        for number in range(8):
            steps = [here for here in played(PRESETS["eaai"], number) if not here.over]
            here = steps[min(len(steps) - 1, 10)]
            told = read(view_of(here), habitual(heat), worlds=512)
            hidden = here.hands[1 - here.turn] - told.view.opponent
            found += told.bits
            chances += sum(told.chances[card] for card in hidden) / len(hidden)
        bits[heat], right[heat] = found, chances
    assert bits[1] > 1.3 * bits[10] and right[1] > right[10]


# ---------------------------------------------------------------- folklore, and what is measured


@pytest.mark.rule("R115")
def test_the_rule_of_fourteen_is_taught_nowhere() -> None:
    lessons = [path.read_text(encoding="utf-8").lower()
               for path in (resource_root() / "puzzles" / "lessons").glob("*.toml")]  # fmt: skip
    thumbs = [str(tip).lower() for tip in texts_beside(tips.__file__, "tips.toml").values()]
    assert len(lessons) > 3 and len(thumbs) > 20
    for text in (*lessons, *thumbs):
        assert "fourteen" not in text and "rule of 14" not in text


def worth_of_knocks(patience: tuple[tuple[int, ...], ...], deals: int) -> list[float]:
    """Points of a knock with 7 to 10 on turns 1–2, 3–4, 5–6 and 7–8, against one who knocks so.

    A knock with less is what a knocker with 6 or fewer makes in the same deal at the same time.
    """
    rules = PRESETS["standard"]
    other = replace(GREEDY, knock=patience)
    points, endings, first = play(
        rules, (replace(GREEDY, knock=AT_ONCE), other), 1, range(deals), 40
    )
    six = replace(GREEDY, knock=((6,) * 5,) * 17)
    _, _, second = play(rules, (six, other), 1, range(deals), 40)
    discards, later = ((trace >= 0).sum(axis=1) for trace in (first, second))
    turn, high = discards // 2 + 1, np.isin(endings, (1, 2)) & (later > discards)
    return [float(points[high & np.isin(turn, (at, at + 1))].mean()) for at in (1, 3, 5, 7)]


@pytest.mark.rule("R116", "R117")
def test_a_high_knock_wins_early_and_loses_late_where_the_other_waits() -> None:
    waits, knocks = (worth_of_knocks(how, 20_000) for how in (GIN_ONLY, AT_ONCE))
    assert waits == pytest.approx([32, 17, 4, -5], abs=4)
    assert knocks[3] == pytest.approx(8, abs=2.5)


# ---------------------------------------------------------------- stocks that cannot be


@pytest.mark.parametrize(
    ("rules", "stock", "why"),
    [
        ("three-hand", 0, "the pile is shuffled"), ("four-hand", 0, "the pile is shuffled"),
        ("standard,wall=reshuffle", 2, "the pile is shuffled"),
        ("one-joker,wall=reshuffle", 0, "the pile is shuffled"),
        ("three-hand,wall=void", 2, "the hand is over"), ("one-joker", 2, "the hand is over"),
    ],
)  # fmt: skip
def test_nobody_is_to_draw_once_the_stock_is_used_up(rules: str, stock: int, why: str) -> None:
    cards = list(DECK)[: 4 * parse_rules(rules).cards : 4]
    hand = " ".join(map(str, cards))
    with pytest.raises(InputError, match=why):
        parse_view(f"rules: {rules}\nhand: {hand}\ntop: Kh\nstock: {stock}")
    assert parse_view(f"rules: {rules}\nhand: {hand}\ntop: Kh\nstock: {stock + 1}").stock > 0
