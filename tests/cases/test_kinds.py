"""Kinds of things that people say, each in several wordings."""

from __future__ import annotations

import pytest

from analyzer.errors import InputError
from analyzer.game.cards import CardSet
from analyzer.game.view import Question, Side
from analyzer.notation.reading import read_text
from analyzer.notation.results import format_result, read_sheet

HAND = "I hold As 2s 3s Th 9h 8h Kd Qd 7c 4c"
CARDS = CardSet.of(HAND.removeprefix("I hold "))


@pytest.mark.parametrize(
    "said",
    [
        "top 4s, nobody has played yet",
        "top 4s. The hand just started",
        "it's the first decision of the hand, top 4s",
    ],
)
def test_the_top_of_a_hand_that_begins_is_the_upcard(said: str) -> None:
    view = read_text(f"{HAND}, {said}").whole
    assert (view.hand, str(view.top), view.question) == (CARDS, "4s", Question.UPCARD)


@pytest.mark.parametrize(
    "said", ["she said no to it", "the opponent wasn't interested", "he let it lie"]
)
def test_who_says_no_to_the_upcard_has_passed(said: str) -> None:
    view = read_text(f"{HAND}. The upcard is the 4s and {said}. Should I take it?").whole
    assert (view.they_passed, view.dealer, str(view.top)) == (True, Side.ME, "4s")


@pytest.mark.parametrize(
    "said",
    [
        "I can't remember which is on top",
        "one of these is on top",
        "forgot which came last",
    ],
)
def test_who_does_not_know_the_top_is_asked(said: str) -> None:
    with pytest.raises(InputError, match="does not know which card"):
        read_text(f"{HAND}. The discard pile has the 4s and the Jh, {said}. Take it?")


@pytest.mark.parametrize(
    "said",
    [
        "I took the 9s from the deck",
        "the stock gave me the 9s",
        "I just grabbed the 9s off the deck",
    ],
)
def test_what_comes_from_the_stock_is_drawn(said: str) -> None:
    view = read_text(f"{HAND}. The top was 4s. {said}. What now?").whole
    assert (view.hand, str(view.drawn), view.taken) == (CARDS | CardSet.of("9s"), "9s", None)


@pytest.mark.parametrize(
    "said",
    ["No draw yet.", "I haven't drawn yet.", "This is before my draw.", "Deadwood count please!"],
)
def test_a_remark_on_what_is_still_to_come_is_no_card(said: str) -> None:
    view = read_text(f"{said} {HAND}. Top 4s. The 5d is already buried.").whole
    assert (view.hand, str(view.top), view.question) == (CARDS, "4s", Question.DRAW)
    assert "5d" in map(str, view.pile)


@pytest.mark.parametrize(
    "group",
    [
        "three nines missing the spade one",
        "three nines without the spade",
        "the nines except spades",
    ],
)
def test_the_suit_that_a_group_lacks(group: str) -> None:
    reading = read_text(f"I hold As 2s 3s Kd Qd 7c 4c, {group}. Top is 4s")
    assert reading.whole.hand == CardSet.of("As 2s 3s Kd Qd 7c 4c 9h 9d 9c")


@pytest.mark.parametrize(
    ("said", "message"),
    [
        (
            "my hand before drawing it: As 2s 3s Th 9h 8h Kd Qd 7c 4c 5d 6d. upcard 4s",
            "has 12 cards",
        ),
        ("these cards of course: As 2s 3s Th 9h 8h Kd Qd 7c. upcard 4s", "has 9 cards"),
        ("what I picked: As 2s 3s Th 9h 8h Kd Qd 7c 7c. upcard 4s", "7c appears twice"),
    ],
)
def test_what_is_wrong_with_the_cards_is_said_before_an_unknown_word(
    said: str, message: str
) -> None:
    with pytest.raises(InputError, match=message):
        read_text(said)


@pytest.mark.parametrize(
    ("text", "stock"),
    [
        ("Ma main : V♠ D♠ R♠ 4♥ 4♣ 7♦ 8♦ A♣ 2♣ 10♥, retournée 9♦. Reste 24 cartes dans "
         "la pioche", 24),
        ("Main : V♠ D♠ R♠ 4♥ 4♣ 7♦ 8♦ A♣ 2♣ 10♥, je viens de piocher 9♦, 12 cartes au talon", 12),
        ("Mein Blatt: Pik A, 2, 3 / Herz D, B / Karo 5, 6 / Kreuz 5, 10, K. Offen liegt Herz 10. "
         "Noch 17 Karten im Stapel.", 17),
        ("Mano: 7♠ 7♥ 7♣ 10♦ J♦ 2♣ 3♣ 5♥ K♠ 9♠. Robé la Q♦. Quedan 18 en el mazo. ¿Qué tiro?", 18),
        ("Ho 7♠ 7♥ 7♣ 10♦ J♦ 2♣ 3♣ 5♥ re di picche, 9♠. Pescata donna di quadri. "
         "16 carte nel mazzo. Cosa scarto?", 16),
        ("Minha mão: dama de copas, dama de ouros, 10♣ J♣ 9♣ 4♠ 5♠ A♦ 2♥ 7♦. Carta virada: Q♠. "
         "Restam 21 cartas no monte", 21),
        ("mijn hand: schoppen aas, schoppen 2, harten boer, harten vrouw, harten heer, ruiten 6, "
         "klaveren 6, klaveren 9, ruiten 10, schoppen 8. Open kaart: schoppen 3. "
         "Nog 19 kaarten in de stapel", 19),
        ("У меня Т♥ 2♥ 3♥ 9♠ 9♣ К♦ Д♦ В♦ 5♣ 6♠. Сверху лежит 9♦. В колоде осталось 20 карт", 20),
        ("Moja ręka: 6♠ 7♠ 8♠ W♥ W♦ D♣ A♣ A♦ 3♥ 4♣, dobrałem K♥. W talii zostało 14 kart", 14),
    ],
)  # fmt: skip
def test_how_many_cards_are_left_in_other_languages(text: str, stock: int) -> None:
    assert read_text(text).whole.stock == stock


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        ("Main : V♠ D♠ R♠ 4♥ 4♣ 7♦ 8♦ A♣ 2♣ 10♥, carte retournée 9♦. L'autre a ramassé "
         "ma D♥", "Qh"),
        ("Mein Blatt: Pik A, 2, 3 / Herz D, B / Karo 5, 6 / Kreuz 5, 10, K. Gegner hat Karo 9 "
         "aufgenommen. Offen liegt Herz 10", "9d"),
        ("У меня Т♥ 2♥ 3♥ 9♠ 9♣ К♦ Д♦ В♦ 5♣ 6♠. Соперник забрал 8♥. Сверху лежит 9♦", "8h"),
    ],
)  # fmt: skip
def test_what_the_opponent_took_in_other_languages(text: str, taken: str) -> None:
    assert read_text(text).whole.opponent == CardSet.of(taken)


@pytest.mark.parametrize(
    ("text", "hands"),
    [
        ("Me | Tom\n12 |\n   | 31\n\n(gin bonus already in). game to 100", ["1 12", "2 31"]),
        ("totals\n    Ida   Paul\n1   18      0\n2   41      0\n3   41     22",
         ["1 18", "1 23", "2 22"]),
        ("| Runde | Anna | Bernd |\n|--:|--:|--:|\n| 1 | 0 | 26 |\n| 2 | 41 | 0 |\n"
         "| **Summe** | **41** | **26** |\n\nWer gewinnt?", ["2 26", "1 41"]),
        ("Hank     Vi\n----   ----\n 22     --\n --     35g\n --     --   (dead hand)\n 30u    --\n"
         "----   ----\n 52     35     Hank leads", ["1 22", "2 gin 35", "void", "1 undercut 30"]),
        ("me 13 then him 40 then me 29. he says I have 40", ["1 13", "2 40", "1 29"]),
        ("played to 100. Ann 13, Bob 40 and then Ann 29", ["1 13", "2 40", "1 29"]),
        ("gin 25, undercut 20:\n1) Ray knocks 6, Kim has 31\n2) Kim gins, Ray has 18\n"
         "3) Ray knocks 9, Kim has 9", ["1 25", "2 gin 43", "2 undercut 20"]),
        ("Ray knocks with 4; Kim had 40.\nKim knocked for 10, Ray held 21", ["1 36", "2 11"]),
    ],
)  # fmt: skip
def test_a_sheet_with_remarks_letters_or_counts(text: str, hands: list[str]) -> None:
    read = [format_result(hand) for hand, _ in read_sheet(text)]
    assert [hand.replace(" knock", "") for hand in read] == hands


@pytest.mark.parametrize(
    "text",
    [
        "Ann knock 16, Bob gin, Ann 12",
        "Hank   Vi\n22     --\n51     35\n--     16\n",
        "Ray knocks 6, Kim has 31\nKim knocks, Ray has 18",
        "Kim gins, Ray has 18",
    ],
)
def test_a_sheet_of_which_a_hand_is_unclear_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        read_sheet(text)


@pytest.mark.parametrize("head", ["discardPile", "my upCard", "topDiscard"])
def test_names_as_programs_write_them(head: str) -> None:
    view = read_text(f'{{"hand": "{HAND.removeprefix("I hold ")}", "{head}": "4s"}}').whole
    assert (view.hand, str(view.top)) == (CARDS, "4s")


@pytest.mark.parametrize(
    ("order", "hand"),
    [
        ("cards are ints 0-51, suit order clubs, diamonds, hearts, spades", "Ac 2c Ad Ah As"),
        ("numbers from 0 on, order: spades, hearts, diamonds, clubs", "As 2s Ah Ad Ac"),
        ("0 to 51 in the order hearts,spades,clubs,diamonds", "Ah 2h As Ac Ad"),
    ],
)
def test_an_order_of_numbers_in_words(order: str, hand: str) -> None:
    reading = read_text(f"{order}\nhand: 0, 1, 13, 26, 39, 4, 17, 30, 43, 10\nupcard: 51")
    assert CardSet.of(hand) <= reading.whole.hand


@pytest.mark.parametrize(
    "said",
    ["the K of the 10 of hearts", "a queen of a six of clubs", "the ten of and the ace of spades"],
)
def test_a_rank_whose_suit_is_missing_takes_no_other(said: str) -> None:
    with pytest.raises(InputError, match="has no suit"):
        read_text(f"I hold As 2s 3s 9h 8h Kd Qd 7c, {said}; top 4s")


@pytest.mark.parametrize("typo", ["pciked", "pickd", "pikced"])
def test_a_misspelled_verb_is_asked_about(typo: str) -> None:
    with pytest.raises(InputError, match=typo) as caught:
        read_text(f"I {typo} up the 4s. {HAND} 4s")
    assert caught.value.hint == "did you mean picked?"
