"""The flow of a hand: offers, discards, the wall, misdeals, results."""

from __future__ import annotations

import pytest

from analyzer.errors import InputError
from analyzer.game.actions import Action, Kind, Question, Turn
from analyzer.game.arrangement import Defense
from analyzer.game.cards import DECK, Card, CardSet
from analyzer.game.position import Position, deal, start
from analyzer.game.rules import PRESETS, FirstUpcard, Rules, Wall
from analyzer.game.scoring import Ended, Role
from analyzer.game.table import Played

STANDARD = PRESETS["standard"]
TAKE, DRAW, PASS = Action(Kind.TAKE), Action(Kind.DRAW), Action(Kind.PASS)


def discard(text: str) -> Action:
    return Action(Kind.DISCARD, Card.of(text))


def knock(text: str, *melds: str) -> Action:
    return Action(Kind.KNOCK, Card.of(text), tuple(map(CardSet.of, melds)))


def names(position: Position) -> list[str]:
    return [str(action) for action in position.legal_actions()]


def drawn_hand(
    first: str, upcard: str, second: str, stock: str = "", rules: Rules = STANDARD
) -> Position:
    """Player 0 leads with the first hand; the stock begins as given and goes on somehow."""
    hands = CardSet.of(first), CardSet.of(second)
    known = tuple(map(Card.of, stock.split()))
    rest = DECK - hands[0] - hands[1] - CardSet.of(upcard) - CardSet.from_cards(known)
    return start(rules, hands, Card.of(upcard), (*known, *rest))


def to_the_wall(rules: Rules, stop: int = 2) -> Position:
    """Draw and discard the card drawn until so many cards are left."""
    position = deal(rules, 3).apply(PASS).apply(PASS)
    while len(position.stock) > stop:
        position = position.apply(DRAW)
        assert position.drawn is not None
        position = position.apply(Action(Kind.DISCARD, position.drawn))
    return position


LEADER = "7h 8h 9h 4c 4d 4s Jc Qc 2d 3s"
DEALER = "7c 8c 9c Kd Kh Ks Ad Ah Td 5s"


@pytest.mark.rule("R27", "R91")
def test_the_offer_goes_from_the_non_dealer_to_the_dealer_to_the_stock() -> None:
    position = deal(STANDARD, 1)
    assert (position.turn, position.question, names(position)) == (
        0, Question.UPCARD, ["take", "pass"],
    )  # fmt: skip
    position = position.apply(PASS)
    assert (position.turn, position.question, names(position)) == (
        1, Question.UPCARD, ["take", "pass"],
    )  # fmt: skip
    position = position.apply(PASS)
    assert position.must_draw
    assert (position.turn, position.question, names(position)) == (0, Question.DRAW, ["draw"])
    with pytest.raises(InputError, match="not one of the choices"):
        position.apply(TAKE)


def test_player_0_deals_when_told_to() -> None:
    position = deal(STANDARD, 1, dealer=0)
    assert position.turn == 1 and position.apply(PASS).turn == 0
    assert position.hands == deal(STANDARD, 1).hands[::-1]


def test_the_dealer_takes_the_upcard_and_the_leader_may_take_the_discard() -> None:
    position = drawn_hand(LEADER, "Kc", DEALER).apply(PASS).apply(TAKE).apply(discard("Td"))
    assert (position.turn, names(position)) == (0, ["take", "draw"])
    assert position.pile == (Card.of("Td"),)
    assert position.known == (CardSet(), CardSet.of("Kc"))


@pytest.mark.rule("R13")
def test_the_card_taken_is_not_discarded_in_the_same_turn() -> None:
    position = drawn_hand(LEADER, "Kc", DEALER).apply(TAKE)
    assert position.forbidden == Card.of("Kc") and "discard Kc" not in names(position)
    with pytest.raises(InputError, match="just taken"):
        position.apply(discard("Kc"))
    later = position.apply(discard("3s")).apply(DRAW).apply(discard("Td")).apply(DRAW)
    assert "discard Kc" in names(later)
    assert later.apply(discard("Kc")).known[0] == CardSet()


@pytest.mark.rule("R13")
def test_a_card_from_the_stock_may_be_discarded_at_once() -> None:
    position = drawn_hand(LEADER, "Td", DEALER.replace("Td", "Tc"), stock="6s")
    drawn = position.apply(PASS).apply(PASS).apply(DRAW)
    assert drawn.drawn == Card.of("6s") and drawn.apply(discard("6s")).pile[-1] == Card.of("6s")


def test_some_rules_allow_the_upcard_back() -> None:
    position = drawn_hand(LEADER, "Kc", DEALER, rules=PRESETS["openspiel"]).apply(TAKE)
    assert position.apply(discard("Kc")).pile == (Card.of("Kc"),)


@pytest.mark.rule("first_upcard")
def test_eleven_cards_and_a_discard_first() -> None:
    position = deal(STANDARD.override(first_upcard=FirstUpcard.ELEVEN), 4)
    assert len(position.hands[0]) == 11 and len(position.hands[1]) == 10
    assert position.upcard is None and position.question is Question.DISCARD
    assert len(position.stock) == 31
    after = position.apply(position.legal_actions()[0])
    assert (after.turn, names(after)) == (1, ["take", "draw"])


def test_a_knock_is_answered_by_the_best_defence() -> None:
    position = drawn_hand(LEADER, "Kc", DEALER).apply(TAKE)
    over = position.apply(knock("3s", "7h 8h 9h", "4c 4d 4s", "Jc Qc Kc"))
    assert over.over and over.legal_actions() == ()
    outcome = over.outcome
    assert outcome is not None and outcome.defence is not None
    assert (outcome.hand.kind, outcome.hand.deadwood) == (Ended.KNOCK, 2)
    assert outcome.hand.defence == 1 + 1 + 10 + 5  # A A T 5: nothing fits
    assert outcome.points == (15, -15) and outcome.scored.winner == 0


def test_a_knock_without_melds_is_spread_with_least_deadwood() -> None:
    position = drawn_hand(LEADER, "Kc", DEALER).apply(TAKE)
    plain = position.apply(knock("3s"))
    assert plain.outcome == position.apply(knock("3s", "7h 8h 9h", "4c 4d 4s", "Jc Qc Kc")).outcome


def test_a_record_can_say_what_the_defender_did() -> None:
    position = drawn_hand(LEADER, "Kc", DEALER).apply(TAKE)
    poor = Defense((), (), CardSet.of(DEALER), 81)
    over = position.apply(knock("3s"), poor)
    assert over.outcome is not None and over.outcome.points == (79, -79)


def test_an_undercut_is_the_defenders() -> None:
    position = drawn_hand(LEADER.replace("2d", "6d"), "Kc", "7c 8c 9c Kd Kh Ks Ad Ah As 5s")
    over = position.apply(TAKE).apply(knock("3s"))
    assert over.outcome is not None and over.outcome.hand.winner is Role.DEFENDER
    assert over.outcome.points == (-26, 26) and over.outcome.scored.winner == 1


@pytest.mark.rule("R103")
def test_gin_and_big_gin() -> None:
    position = drawn_hand("7h 8h 9h 4c 4d 4s Jc Qc Kc 3s", "Th", DEALER).apply(TAKE)
    over = position.apply(Action(Kind.GIN, Card.of("3s")))
    assert over.outcome is not None and over.outcome.points == (17 + 25, -42)
    big = drawn_hand("7h 8h 9h 4c 4d 4s Jc Qc Kc Tc", "Th", DEALER).apply(TAKE)
    over = big.apply(Action(Kind.BIG_GIN))
    assert over.outcome is not None and over.outcome.points == (17 + 31, -48)
    assert len(over.hands[0]) == 11 and over.played[-1].discarded is None


def test_a_spade_upcard_doubles_and_limits_in_oklahoma() -> None:
    hand = "7h 8h 9h 4c 4d 4s Jc Qc Kc Td"
    position = drawn_hand(hand, "2s", DEALER.replace("Td", "Ts"), rules=PRESETS["oklahoma"])
    assert (position.limit, position.multiplier) == (2, 2)
    over = position.apply(TAKE).apply(knock("Td"))
    assert over.outcome is not None and over.outcome.points == (30, -30)
    with pytest.raises(InputError, match="33 points of deadwood"):
        drawn_hand(hand, "3s", DEALER.replace("Td", "Ts"), rules=PRESETS["oklahoma"]).apply(
            TAKE
        ).apply(knock("Jc"))


@pytest.mark.rule("R26")
@pytest.mark.parametrize(
    ("action", "why"),
    [
        (discard("As"), "not in the hand"),
        (knock("As"), "not in the hand"),
        (knock("Kc"), "just taken"),
        (knock("7h"), "points of deadwood"),
        (knock("3s", "7h 8h 4c"), "not a meld"),
        (knock("3s", "7d 8d 9d"), "not in the hand"),
        (knock("3s", "4c 4d 4s", "4c 4d 4s"), "used twice"),
        (knock("3s", "7h 8h 9h"), "44 points"),
        (Action(Kind.GIN, Card.of("3s")), "2 points"),
        (Action(Kind.BIG_GIN), "points of deadwood"),
        (DRAW, "not one of the choices"),
        (PASS, "not one of the choices"),
    ],
)
def test_what_is_not_legal_is_an_error_that_says_why(action: Action, why: str) -> None:
    position = drawn_hand(LEADER, "Kc", DEALER).apply(TAKE)
    with pytest.raises(InputError, match=why):
        position.apply(action)


def test_nothing_is_discarded_before_a_card_is_drawn_or_after_the_end() -> None:
    position = drawn_hand(LEADER, "Kc", DEALER)
    with pytest.raises(InputError, match="no card has been taken or drawn"):
        position.apply(discard("3s"))
    with pytest.raises(InputError, match="after the end"):
        position.apply(TAKE).apply(knock("3s")).apply(DRAW)


@pytest.mark.rule("must_gin", "R07")
def test_must_gin_forbids_playing_on() -> None:
    rules = STANDARD.override(must_gin=True)
    position = drawn_hand("7h 8h 9h 4c 4d 4s Jc Qc Kc 3s", "Th", DEALER, rules=rules).apply(TAKE)
    assert set(names(position)) == {"gin 3s"}
    for action in (discard("3s"), discard("7h"), knock("7h")):
        with pytest.raises(InputError, match="has to go gin"):
            position.apply(action)


def test_must_gin_allows_a_knock_without_gin() -> None:
    rules = STANDARD.override(must_gin=True)
    over = drawn_hand(LEADER, "Kc", DEALER, rules=rules).apply(TAKE).apply(knock("3s"))
    assert over.outcome is not None and over.outcome.points == (15, -15)


def test_no_big_gin_where_the_rules_have_none() -> None:
    big = drawn_hand("7h 8h 9h 4c 4d 4s Jc Qc Kc Tc", "Th", DEALER, rules=PRESETS["classic"]).apply(
        TAKE
    )
    with pytest.raises(InputError, match="no big gin"):
        big.apply(Action(Kind.BIG_GIN))


def test_two_cards_left_after_a_discard_make_the_hand_void() -> None:
    assert not to_the_wall(STANDARD, 3).over
    position = to_the_wall(STANDARD)
    assert position.outcome is not None and position.outcome.hand.kind is Ended.VOID
    assert position.outcome.points == (0, 0) and len(position.stock) == 2


def test_a_knock_with_the_last_card_comes_before_the_end_of_the_stock() -> None:
    position = to_the_wall(STANDARD, 3).apply(DRAW)
    assert len(position.stock) == 2 and not position.over


def test_the_last_discard_can_be_passed() -> None:
    position = to_the_wall(PRESETS["tournament"])
    assert position.question is Question.LAST and "pass" in names(position)
    over = position.apply(PASS)
    assert over.outcome is not None and over.outcome.hand.kind is Ended.VOID


def last_discard_position() -> Position:
    """Player 0 has just discarded the last card, the king of clubs, at player 1."""
    position = drawn_hand(
        LEADER, "3d", "7c 8c 9c Kd Kh Ks Ad Ah As 5h", rules=PRESETS["tournament"]
    )
    stock = (*(card for card in position.stock if card != Card.of("Kc")), Card.of("Kc"))
    order = (*stock[:28], stock[30], *stock[28:30])
    position = start(position.rules, position.hands, Card.of("3d"), order)
    position = position.apply(PASS).apply(PASS)
    while len(position.stock) > 2:
        position = position.apply(DRAW)
        assert position.drawn is not None
        position = position.apply(Action(Kind.DISCARD, position.drawn))
    return position


@pytest.mark.rule("R14", "R39")
def test_the_last_discard_is_taken_only_to_knock() -> None:
    position = last_discard_position()
    assert (position.turn, position.pile[-1]) == (1, Card.of("Kc"))
    assert names(position) == ["take", "pass"]
    taken = position.apply(TAKE)
    assert taken.must_knock and set(names(taken)) == {"gin 5h", "knock 5h"}
    with pytest.raises(InputError, match="only to knock"):
        taken.apply(discard("5h"))
    over = taken.apply(Action(Kind.GIN, Card.of("5h")))
    assert over.outcome is not None and over.outcome.knocker == 1
    assert over.outcome.points[1] > 25


@pytest.mark.rule("wall", "R14")
def test_the_pile_becomes_the_stock_but_for_its_top() -> None:
    rules = STANDARD.override(wall=Wall.RESHUFFLE)
    before = to_the_wall(rules, 3).apply(DRAW)
    assert before.drawn is not None
    after = before.apply(Action(Kind.DISCARD, before.drawn))
    assert after.pile == (before.drawn,) and after.question is Question.DRAW
    assert after.stock[:2] == before.stock and set(after.stock[2:]) == set(before.pile)
    assert after.stock[2:] != before.pile
    assert after == before.apply(Action(Kind.DISCARD, before.drawn))  # the seed decides


@pytest.mark.rule("misdeal_if_dealt_knock")
def test_a_dealt_knock_is_a_misdeal_only_where_the_rules_say_so() -> None:
    ready = "7h 8h 9h 4c 4d 4s Ac 2d 3c 3d"  # nine points of deadwood
    assert not drawn_hand(ready, "Kc", DEALER).over
    rules = STANDARD.override(misdeal_if_dealt_knock=True)
    void = drawn_hand(ready, "Kc", DEALER, rules=rules)
    assert void.outcome is not None and void.outcome.hand.kind is Ended.MISDEAL
    assert void.legal_actions() == ()
    assert drawn_hand(DEALER, "Kc", ready, rules=rules).over
    assert not drawn_hand(LEADER, "Kc", DEALER, rules=rules).over
    assert drawn_hand(ready, "Kc", DEALER, rules=rules.override(knock_limit=8)).over is False


def test_a_dealt_knock_is_measured_by_the_upcard() -> None:
    rules = PRESETS["oklahoma"].override(misdeal_if_dealt_knock=True)
    ready = "7h 8h 9h 4c 4d 4s Ac 2d 3c 3d"
    assert not drawn_hand(ready, "5h", DEALER, rules=rules).over
    assert drawn_hand(ready, "Kc", DEALER, rules=rules).over


def test_turns_are_kept_as_they_were() -> None:
    position = drawn_hand(LEADER, "Kc", DEALER, stock="6s").apply(PASS).apply(TAKE)
    position = position.apply(discard("Td")).apply(DRAW).apply(discard("6s"))
    assert position.played == (
        Played(0, Turn.PASS),
        Played(1, Turn.TAKE, Card.of("Kc"), Card.of("Td")),
        Played(0, Turn.DRAW, Card.of("6s"), Card.of("6s")),
    )


@pytest.mark.parametrize(
    ("first", "second", "upcard", "why"),
    [
        ("7h 8h", DEALER, "Kc", "player 1 is dealt 2 cards"),
        (LEADER, DEALER + " 2h", "Kc", "player 2 is dealt 11 cards"),
        (LEADER, LEADER, "Kc", "not the whole deck"),
        (LEADER, DEALER, None, "an upcard is turned"),
    ],
)
def test_a_wrong_deal(first: str, second: str, upcard: str | None, why: str) -> None:
    hands = CardSet.of(first), CardSet.of(second)
    card = None if upcard is None else Card.of(upcard)
    rest = DECK - hands[0] - hands[1] - CardSet.from_cards([] if card is None else [card])
    with pytest.raises(InputError, match=why):
        start(STANDARD, hands, card, tuple(rest))


def test_an_order_of_cards_is_dealt_as_documented() -> None:
    order = list(DECK)
    position = deal(STANDARD, order=order)
    assert position.hands == (CardSet.from_cards(order[:10]), CardSet.from_cards(order[10:20]))
    assert position.upcard == order[20] and position.stock == tuple(order[21:])
    with pytest.raises(InputError):
        deal(STANDARD, order=order[:51])
