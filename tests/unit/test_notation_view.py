"""The view text: what it says, what follows, and which lines disagree."""

from __future__ import annotations

from dataclasses import replace

import pytest

from analyzer.errors import InputError
from analyzer.game.cards import NO_CARDS, Card, CardSet
from analyzer.game.position import random_view
from analyzer.game.rules import PRESETS, Tie, parse_rules
from analyzer.game.view import Question, Side, View
from analyzer.notation import check_view, format_view, parse_view, rules_text
from analyzer.notation.lines import is_view, read_facts
from analyzer.notation.reading import read_text

EXAMPLE = """\
rules: classic
score: 40-65            # mine first
dealer: me
hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac
history:
  upcard 5s
  opp: pass
  me: pass
  opp: draws, discards Kh
  me: draws 4s, discards Jd
  opp: takes Jd, discards 9c
"""
HAND = "hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac"


def pile(text: str) -> tuple[Card, ...]:
    return tuple(map(Card.of, text.split()))


def test_the_example_of_the_plan() -> None:
    view = parse_view(EXAMPLE)
    assert view == View(
        rules=PRESETS["classic"],
        hand=CardSet.of("7h 8h 9h 4c 4d 4s Kd Qd 2c Ac"),
        pile=pile("5s Kh 9c"),
        stock=29,
        question=Question.DRAW,
        known=(NO_CARDS, CardSet.of("Jd")),
        upcard=Card.of("5s"),
        dealer=Side.ME,
        score=(40, 65),
        my_discards=1,
        their_discards=2,
        their_takes=1,
        they_passed=True,
        history=view.history,
    )
    assert [str(event.turn) for event in view.history or ()] == [
        "pass", "pass", "draw", "draw", "take",
    ]  # fmt: skip


def test_lines_in_any_order_case_and_without_indents_mean_the_same() -> None:
    lines = [line.strip() for line in EXAMPLE.splitlines()]
    upside_down = [*lines[4:], "", *(line.upper() for line in lines[:4])]
    assert parse_view("\r\n".join(upside_down)) == parse_view(EXAMPLE)


def test_what_agrees_with_the_history_may_be_said_again() -> None:
    said = "stock: 29\npile: 5s Kh 9c\nopp took: Jd\nupcard: 9c\nopp passed\nquestion: draw\n"
    assert parse_view(EXAMPLE + said) == parse_view(EXAMPLE)


def test_eleven_cards_are_the_discard() -> None:
    text = EXAMPLE.replace("Ac\n", "Ac 6c\n") + "  me: draws 6c\n"
    view = parse_view(text)
    assert (view.question, view.drawn, view.stock) == (Question.DISCARD, Card.of("6c"), 28)
    assert parse_view(EXAMPLE.replace("Ac\n", "Ac 6c\n") + "drew: 6c") == view


def test_the_top_of_the_pile_in_the_hand_was_taken() -> None:
    view = parse_view(EXAMPLE.replace("Ac\n", "Ac 9c\n"))
    assert view == parse_view(EXAMPLE.replace("Ac\n", "Ac 9c\n") + "  me: takes 9c\n")
    assert (view.taken, view.shown, view.forbidden) == (
        Card.of("9c"), CardSet.of("9c"), Card.of("9c"),
    )  # fmt: skip


def test_words_around_the_cards_of_a_turn() -> None:
    chatty = EXAMPLE.replace("opp: takes Jd", "3. Opponent picks up the jack of diamonds")
    assert parse_view(chatty.replace("opp: draws,", "they drew a card from the stock,")) == (
        parse_view(EXAMPLE)
    )


def test_a_hand_told_in_the_past_tense() -> None:
    told = "upcard 5s\nopp passed\nI passed\nopp drew, discarded Kh\nI drew 4s, discarded Jd\n"
    told += "opp took Jd, discarded 9c\n"
    assert parse_view(told + HAND).history == parse_view(EXAMPLE).history
    told = f"{HAND}\nupcard 5s\nI passed\nopp passed"
    assert parse_view(told).must_draw


@pytest.mark.parametrize("word", ["throws", "tosses", "drops", "ditches", "threw", "discarded"])
def test_a_discard_by_any_other_word_is_read(word: str) -> None:
    told = f"{HAND}\nhistory:\n  upcard 5s\n  opp: takes 5s, {word} Kh"
    assert parse_view(told) == parse_view(told.replace(word, "discards"))


def test_turns_in_one_line() -> None:
    view = parse_view(f"{HAND}\nhistory: upcard 5s; opp: pass")
    assert (view.question, view.they_passed, view.dealer) == (Question.UPCARD, True, Side.ME)


def test_a_history_may_leave_the_passes_out() -> None:
    view = parse_view(f"{HAND}\nupcard 5s\nopp: draws, discards Kh")
    assert (view.question, view.pile, view.they_passed) == (Question.DRAW, pile("5s Kh"), True)


def test_an_unsaid_first_upcard_is_learned_when_it_is_taken() -> None:
    view = parse_view(f"{HAND}\nopp: takes 5s, discards Kh")
    assert (view.upcard, view.opponent, view.buried) == (Card.of("5s"), CardSet.of("5s"), 0)


def test_an_unsaid_first_upcard_stays_unknown() -> None:
    view = parse_view(f"{HAND}\nopp: draws, discards Kh")
    assert (view.upcard, view.pile, view.buried) == (None, pile("Kh"), 1)


def test_both_passed_and_the_non_dealer_must_draw() -> None:
    view = parse_view(f"{HAND}\nhistory:\n upcard 5s\n me: pass\n opp: pass")
    assert (view.question, view.must_draw, view.dealer) == (Question.DRAW, True, Side.OPPONENT)


def test_the_wall_reshuffled() -> None:
    turns = [
        f"  opp: draws, discards {rank}s\n  me: draws, discards {rank}h" for rank in "A23456789TJQK"
    ]
    hand = "hand: 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc"
    more = ["  opp: draws, discards 3d", "  me: draws, discards 4d", "  opp: draws, discards 5d"]
    text = "\n".join(
        ["rules: standard,wall=reshuffle", hand, "history:", "  upcard Kd", *turns, *more]
    )
    view = parse_view(text)
    assert (view.pile, view.stock) == (pile("5d"), 31)
    assert parse_view(format_view(view)) == view
    with pytest.raises(InputError, match="the hand is over"):
        parse_view(text.replace("reshuffle", "void"))
    assert parse_view(text.replace("reshuffle", "last discard")).question is Question.LAST


def test_eleven_dealt() -> None:
    rules = "rules: standard,first_upcard=eleven\n"
    mine = parse_view(f"{rules}{HAND} 3c\nhistory: none yet")
    assert (mine.question, mine.stock, mine.dealer) == (Question.DISCARD, 31, Side.OPPONENT)
    later = parse_view(f"{rules}{HAND}\nopp: discards Kh")
    assert (later.question, later.stock, later.pile) == (Question.DRAW, 31, pile("Kh"))
    for view in (mine, later):
        assert parse_view(format_view(view)) == view


# ---- without a history


def test_a_paste_of_cards_is_the_hand() -> None:
    view = parse_view("7h8h9h 4cds KQd 2c Ac upcard 9c")
    assert (view.question, view.stock, view.upcard, view.pile) == (
        Question.UPCARD, 31, Card.of("9c"), pile("9c"),
    )  # fmt: skip
    assert parse_view("♥ 7 8 9\n♦ 4 K Q\n♣ 4 2 A\n♠ 4\nupcard 9c") == view


def test_a_paste_of_eleven_cards_is_the_discard() -> None:
    view = parse_view("7h8h9h 4cds KQd 2c Ac 9c")
    assert (view.question, view.stock, view.pile) == (Question.DISCARD, 31, ())


def test_the_pile_alone() -> None:
    view = parse_view(f"{HAND}\npile: 5s Kh 9c\nopp took: Jd")
    assert (view.question, view.stock, view.opponent, view.their_takes, view.history) == (
        Question.DRAW, 29, CardSet.of("Jd"), 1, None,
    )  # fmt: skip
    assert (view.upcard, view.dealer) == (None, None)


def test_what_is_not_said_is_unknown() -> None:
    view = parse_view(f"{HAND}\nupcard: 9c\nstock: 20")
    assert (view.question, view.pile, view.buried, view.upcard) == (
        Question.DRAW, pile("9c"), 11, None,
    )  # fmt: skip


def test_dead_cards_lie_below_the_top() -> None:
    view = parse_view(f"{HAND}\nseen: 5s Kh 9c\ndead 3c\nupcard 9c")
    assert view.pile == pile("5s Kh 3c 9c")


@pytest.mark.parametrize(
    ("lines", "dealer", "passed"),
    [
        ("", None, False),
        ("dealer: me", Side.ME, True),
        ("dealer: opp", Side.OPPONENT, False),
        ("opp passed", Side.ME, True),
    ],
)
def test_the_first_offer(lines: str, dealer: Side | None, passed: bool) -> None:
    view = parse_view(f"{HAND}\nupcard 9c\n{lines}")
    assert (view.question, view.dealer, view.they_passed) == (Question.UPCARD, dealer, passed)


def test_an_upcard_just_taken_is_in_the_hand() -> None:
    view = parse_view(f"{HAND} 9c\nupcard: 9c\ntook: 9c")
    assert (view.taken, view.pile, view.upcard, view.shown) == (
        Card.of("9c"), (), Card.of("9c"), CardSet.of("9c"),
    )  # fmt: skip


def test_the_last_discard_at_the_tournament_wall() -> None:
    text = f"rules: tournament\n{HAND}\ntop: 9c\nstock: 2"
    assert parse_view(text).question is Question.LAST
    assert parse_view(text + "\nquestion: draw").question is Question.DRAW


WALL = (
    "hand: AC AS 2S 3D 4D 5D 6C 6D 6H 6S KS\ndrawn: KS\nopponent: TD\nstock: 2\n"
    "pile: KD QC KH JC QD 9C TS 3S QH JH 3H 9S 3C 4S 5S KC 2C 9H 4C TH 5H 4H JS TC 5C 2H 8C 8H 8S"
)


def test_the_last_discard_before_the_wall() -> None:
    view = parse_view(WALL)
    assert (len(view.pile), view.stock, view.hidden, view.buried) == (29, 2, 9, 0)
    assert parse_view(WALL.replace("stock: 2\n", "")) == view


# ---- lines that disagree

WRONG = [
    ("Jd, discards 9c", "9d, discards 9c", "lines 10 and 11", "9d is taken, but Jd lies on top"),
    ("Jd, discards 9c", "Jd, discards Jd", "line 11", "taken and discarded in the same turn"),
    ("Jd, discards 9c", "Jd, discards 4s", "lines 10 and 11", "4s is discarded, but you have it"),
    ("Jd, discards 9c", "Jd, discards Kd", "lines 4 and 11", "Kd is in the hand"),
    ("Jd, discards 9c", "Jd", "line 11", "discard is missing"),
    (
        "4s, discards Jd",
        "4s, discards Kh",
        "lines 9 and 10",
        "Kh is discarded, but it lies on",
    ),
    ("4s, discards Jd", "4h, discards Jd", "lines 4 and 10", "4h came into the hand"),
    ("4s, discards Jd", "5s, discards Jd", "lines 6 and 10", "5s is drawn"),
    ("  me: pass\n", "", "lines 7 and 8", "two turns in a row"),
    (
        "  me: pass\n",
        "  me: draws, discards 2h\n",
        "lines 7 and 8",
        "before both have passed",
    ),
    ("opp: draws, discards Kh", "opp: takes 5s, discards Kh", "lines 8 and 9", "both passed"),
    ("opp: draws, discards Kh", "opp: pass", "lines 8 and 9", "only the first upcard"),
    ("opp: draws, discards Kh", "opp: draws 3c, discards Kh", "line 9", "cannot be seen"),
    (
        "opp: draws, discards Kh",
        "opp: discards Kh",
        "line 9",
        "without taking or drawing one",
    ),
    ("opp: draws, discards Kh", "opp: knocks", "line 9", "the hand is over"),
    ("dealer: me", "dealer: opp", "lines 3 and 7", "the dealer does not have the first turn"),
    ("dealer: me", "dealer: you", "line 3", "`you` is not a player"),
    ("40-65", "forty", "line 2", "`forty` is not a score"),
    ("classic", "clasic", "line 1", "no preset `clasic`"),
    ("Ac\n", "Ac 3c 5c\n", "line 4", "the hand has 12 cards"),
    ("Ac\n", "4s\n", "line 4, column 22 and line 4, column 34", "4s appears twice"),
    ("history:", "hitsory:", "line 5, column 1", "`hitsory` is not a line of a view"),
]


@pytest.mark.parametrize(("old", "new", "where", "message"), WRONG)
def test_a_contradiction_names_its_lines(old: str, new: str, where: str, message: str) -> None:
    assert old in EXAMPLE
    with pytest.raises(InputError) as caught:
        parse_view(EXAMPLE.replace(old, new))
    assert message in caught.value.message
    assert caught.value.where == where


@pytest.mark.parametrize(
    ("line", "where"),
    [
        ("stock: 20", "lines 11 and 12"),
        ("pile: 5s 9c", "lines 11 and 12"),
        ("pile: 5s Kh Jd 9c", "lines 11 and 12"),
        ("upcard: Kh", "lines 11 and 12"),
        ("first upcard: Kh", "lines 11 and 12"),
        ("opp took: Qs", "lines 11 and 12"),
        ("opp has: Kh", "lines 9 and 12"),
        ("shown: 7h", "lines 11 and 12"),
        ("took: 7h", "lines 11 and 12"),
        ("opp passed: no", "lines 11 and 12"),
        ("opp discards: 5", "lines 11 and 12"),
        ("question: discard", "lines 11 and 12"),
        ("hand: 2h", "lines 4 and 12"),
        ("me: draws 3c", "lines 4 and 12"),
    ],
)
def test_what_is_said_beside_the_history_must_agree(line: str, where: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_view(EXAMPLE + line)
    assert caught.value.where == where


@pytest.mark.parametrize(
    ("lines", "where"),
    [
        ("pile: 5s Kd", "lines 1 and 2"),
        ("pile: 5s Kh\nopp took: 5s", "lines 2 and 3"),
        ("pile: 5s Kh\nupcard: 5s", "lines 2 and 3"),
        ("pile: 5s Kh\nseen: 5s", "lines 2 and 3"),
        ("pile: 5s\nstock: 32", "lines 1 and 3"),
        ("pile: 5s\ndrew: Kd", "lines 1 and 3"),
        ("pile: 5s\ntook: 3c", "lines 1 and 3"),
        ("pile: 5s\nshown: 3c", "lines 1 and 3"),
        ("pile: 5s\nstock: lots", "line 3"),
        ("upcard: 5s 9c", "line 2"),
        ("upcard: 5s\ndealer: opp\nopp passed", "lines 3 and 4"),
        ("upcard: 5s\nupcard: 9c", "lines 2 and 3"),
        ("upcard: 5s\n9c", "line 3"),
        ("top: 9c\nstock: 2", "line 3"),
        ("stock: 12", "line 1"),
    ],
)
def test_without_a_history_a_contradiction_names_its_lines(lines: str, where: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_view(f"{HAND}\n{lines}")
    assert caught.value.where == where


def test_the_span_is_the_offending_stretch() -> None:
    text = f"{HAND}\npile: 5s Kd 9c"
    with pytest.raises(InputError) as caught:
        parse_view(text)
    assert caught.value.span is not None
    assert (text[slice(*caught.value.span)], text[: caught.value.span[0]][-3:]) == ("Kd", "5s ")


@pytest.mark.parametrize("text", ["", "  \n# nothing\n", "upcard: 9c"])
def test_without_a_hand_there_is_no_view(text: str) -> None:
    with pytest.raises(InputError, match="no hand is given"):
        parse_view(text)


# ---- printing


def test_prints_the_least_that_is_needed() -> None:
    text = (
        "rules: classic\nscore: 40-65\nhand: Ac 2c 4c 4d Qd Kd 7h 8h 9h 4s\nhistory:\n"
        "  upcard 5s\n  opp: pass\n  me: pass\n  opp: draws, discards Kh\n"
        "  me: draws 4s, discards Jd\n  opp: takes Jd, discards 9c"
    )
    assert format_view(parse_view(EXAMPLE)) == text


def test_every_field_can_be_said_without_a_history() -> None:
    view = replace(
        parse_view(f"{HAND} 9c\npile: 5s Kh\nstock: 20"),
        known=(CardSet.of("7h 9c"), CardSet.of("Jd Js")), taken=Card.of("9c"),
        upcard=Card.of("2d"), dealer=Side.OPPONENT, score=(7, 0), my_discards=3, their_discards=4,
        their_takes=5, they_passed=True, rules=parse_rules("oklahoma,gin=30,tie=knocker"),
    )  # fmt: skip
    assert parse_view(format_view(view)) == view


def test_a_view_that_contradicts_itself_is_named() -> None:
    view = parse_view(EXAMPLE)
    check_view(view)
    with pytest.raises(InputError, match="20 is said here"):
        check_view(replace(view, stock=20))
    with pytest.raises(InputError, match="contradicts itself"):
        check_view(view.knowing(NO_CARDS))
    with pytest.raises(InputError, match="20 is said here"):
        parse_view(format_view(replace(view, stock=20)))


def test_rules_that_no_override_made_are_named_after_their_preset() -> None:
    rules = replace(PRESETS["classic"], gin_bonus=30, tie=Tie.KNOCKER)
    assert rules_text(rules) == "classic,gin_bonus=30,tie=knocker"
    assert rules_text(PRESETS["tournament"]) == "tournament"


def test_a_number_of_thousands_of_digits_is_refused() -> None:
    with pytest.raises(InputError, match="cannot be the value of gin_bonus"):
        parse_rules("standard,gin=" + "9" * 5000)
    with pytest.raises(InputError, match="too long"):
        parse_view(f"rules: standard,gin={'9' * 5000}\n{HAND}")


def test_what_is_half_typed_can_be_looked_at() -> None:
    facts = read_facts("hand: 7h 8h 9h\nupcard 9c")
    assert facts.hand is not None
    assert (facts.hand.cards, facts.offered and facts.offered.value) == (
        pile("7h 8h 9h"), Card.of("9c"),
    )  # fmt: skip


@pytest.mark.parametrize("card", ["Ac", "2c"])
def test_a_card_that_another_line_names_is_not_put_over_one_that_the_turn_names(card: str) -> None:
    text = (
        "hand: 7h 8h 9h 4c 4d 4s Kd Qd 3d 5h 6s\ndrawn: 6s\nhistory:\n  upcard 5s\n"
        f"  opp: takes 5s, discards Kh\n  me: draws {card}\n"
    )
    with pytest.raises(InputError, match=f"{card} came into the hand"):
        parse_view(text)


@pytest.mark.parametrize("card", ["Ac", "2c"])
def test_a_turn_that_ends_with_a_discard_is_not_an_unfinished_one(card: str) -> None:
    text = f"hand: 7h 8h 9h 4c 4d 4s Kd Qd 3d 5h\nme: draws, discards {card}\npile: 5s {card}"
    with pytest.raises(InputError, match="it is the opponent's turn"):
        parse_view(text)


@pytest.mark.parametrize("seed", range(50))
def test_a_view_as_it_is_printed_is_told_from_sentences(seed: int) -> None:
    assert is_view(format_view(random_view(seed)))


@pytest.mark.parametrize(
    "text",
    [
        f"My {HAND[:20]}. Opponent deals. The upcard was 7c. I take it and throw the 2d.",
        f"{HAND}\nI took 9c, he threw Kd",
        f"game: mahjong\nseat: 1\n{HAND}",
        f"{HAND}\nBob: drew, threw Jd",
        '[Dealer "2"] [Upcard "9h"] 1. ^9h -Kd',
        "7, 12, 33",
        "",
    ],
)
def test_what_may_be_a_game_is_no_view(text: str) -> None:
    assert not is_view(text)


@pytest.mark.parametrize(
    "rules", ["must-gin", "strict-nine", "standard,must_gin=yes", "classic, cards=10, gin=30"]
)
@pytest.mark.parametrize("rest", ["hand: {}, opp took: 9c", "Hand: {}. He took the 9c."])
def test_rules_with_changes_end_before_the_next_key_of_a_line(rules: str, rest: str) -> None:
    """Their commas are no ends; changes were dropped, and a preset of two words was no preset."""
    hand = "7h 8h 9h 4c 4d 4s Qc Qd Qs Qh Td"
    view = read_text(f"rules: {rules}, {rest.format(hand)}").whole
    assert view.rules == parse_rules(rules) and view.opponent == CardSet.of("9c")
    with pytest.raises(InputError, match="there is no preset `standrd`"):
        read_text(f"rules: standrd, {rest.format(hand)}")
