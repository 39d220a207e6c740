"""Cards and scores in forms that no single rule was written for: lists, languages, programs."""

from __future__ import annotations

import pytest

from analyzer.api.views import read_any, read_view
from analyzer.errors import InputError
from analyzer.game.cards import CardSet
from analyzer.notation.keyed import keyed_as_lines
from analyzer.notation.reading import read_text
from analyzer.notation.results import read_sheet
from tests.cases.views import views_of

HAND = "7h 8h 9h 4c 4d 4s Kd Qd 2c Ac"

LISTS = [
    ("J-Q-K♥, 7♠/7♦, 2-3♣, 9♦, T♠ and A♠. They threw 7♣; take?",
     "Jh Qh Kh 7s 7d 2c 3c 9d Ts As", "7c"),
    ("my hand's three jacks (no diamond), 4-5-6 of hearts, the black tens, ace of diamonds and a "
     "stray 8 of clubs. She tosses the 7 of hearts. Snag it?", "Jc Jh Js 4h 5h 6h Tc Ts Ad 8c",
     "7h"),
    ("I have a pair of aces, hearts and clubs, then 7 8 9 spades, queens all but diamonds, 4d 2d. "
     "He dropped the ace of spades, yes or no", "Ah Ac 7s 8s 9s Qc Qh Qs 4d 2d", "As"),
    ("I hold a diamond run 3 through 6, kings of clubs and hearts, the deuce of spades, the eight "
     "of spades, nine of hearts, and jack of clubs. Upcard king of diamonds",
     "3d 4d 5d 6d Kc Kh 2s 8s 9h Jc", "Kd"),
    ("got two sevens: spades and diamonds. three card run in hearts j q k. 2c 3c. 9d. 10s. ace of "
     "spades. they threw 7c", "7s 7d Jh Qh Kh 2c 3c 9d Ts As", "7c"),
    ("My daughter is new to it. She is holding both red nines, the 4, 5 and 6 of spades, king of "
     "clubs, king of diamonds, ace (clubs), 2d 7h. Top card is the 9 of clubs",
     "9d 9h 4s 5s 6s Kc Kd Ac 2d 7h", "9c"),
    (f"{HAND}. Non-dealer, so I may take the upcard, which is the 9c. Worth it?", HAND, "9c"),
    (f"{HAND}. Upcard 9c (Td underneath). Take it?", HAND, "9c"),
    (f"{HAND}. Everyone at the table says take the 9c, which he threw", HAND, "9c"),
]  # fmt: skip

LANGUAGES = [
    ("Salut, j'ai 4-5-6 de pique, les deux rois rouges, 8 et 9 de trèfle, une dame de carreau, "
     "l'as "
     "de coeur et le 2 de coeur. Mon adversaire vient de jeter le 7 de pique. Je prends ?",
     "4s 5s 6s Kd Kh 8c 9c Qd Ah 2h", "7s"),
    ("Frage in die Runde: Blatt Pik 7 8 9, Karo Dame + König, Kreuz Ass 2, Herz 4, beide "
     "schwarzen Vieren. Gegner wirft Karo Bube. Mitnehmen?", "7s 8s 9s Qd Kd Ac 2c 4h 4c 4s", "Jd"),
    ("Llevo trío de reyes (sin el de picas), 5-6-7 de tréboles, as y dos de diamantes, 9 de "
     "picas y "
     "jota de corazones. Mi hermana acaba de tirar el 3 de diamantes, ¿la levanto o robo?",
     "Kc Kd Kh 5c 6c 7c Ad 2d 9s Jh", "3d"),
    ("Ho 3 assi (manca quello di fiori), 7 8 9 di picche, re e donna di quadri, 4 di cuori, 2 di "
     "fiori. Scarto avversario: fante di quadri. Lo prendo o pesco?", "Ad Ah As 7s 8s 9s Kd Qd "
     "4h 2c",
     "Jd"),
    ("Мои карты: 4-5-6 червей, два короля (пик и бубен), дама пик, 7 треф, 8 треф, туз бубен, "
     "двойка пик. Сверху лежит девятка треф. Брать или тянуть из колоды?",
     "4h 5h 6h Ks Kd Qs 7c 8c Ad 2s", "9c"),
    ("Mam 5, 6, 7 trefl, dwie damy (pik i karo), króla kier, asa pik, 9 karo, 10 karo i 3 kier. "
     "Przeciwnik wyrzucił damę trefl. Brać?", "5c 6c 7c Qs Qd Kh As 9d Td 3h", "Qc"),
]  # fmt: skip

PROGRAMS = [
    '{"state": {"human": {"hand": ["7H","8H","9H","4C","4D","4S","KD","QD","2C","AC"]}, '
    '"discard_top": "9C"}}',
    '{"my_cards": {"S": ["4"], "H": ["7","8","9"], "D": ["4","Q","K"], "C": ["2","4","A"]}, '
    '"upcard": "9C", "knock_max": 10}',
    f"hand={HAND.replace(' ', ',')}&top=9c",
    "<table><me>7H 8H 9H 4C 4D 4S KD QD 2C AC</me><top rank='9' suit='clubs'/></table>",
    "numbers are rank*4 + suit, suits clubs, diamonds, hearts, spades, rank 0 is the ace\n"
    "hand: [26, 30, 34, 12, 13, 15, 49, 45, 4, 0]\nupcard: 32",
    "me:\n  spades: [4]\n  hearts: [7, 8, 9]\n  diamonds: [4, Q, K]\n  clubs: [2, 4, A]\ntop: 9 "
    "of clubs",
    "      A 2 3 4 5 6 7 8 9 T J Q K\nclubs x x . x . . . . t . . . .\ndiam  . . . x . . . . . . "
    ". x x\n"
    "heart . . . . . . x x x . . . .\nspade . . . x . . . . . . . . .\nx = mine, t = top",
    "4.789.4QK.A24 (S.H.D.C); top: 9c",
]  # fmt: skip

SHEETS = [
    ("Gin with Nora, Sunday\nNora 18\nme 31 (gin)\nNora 7\nme 22\nwho leads?", (53, 25)),
    ("1. Paul knocks, 14 pts\n2. Ines gins, 25 + 9 = 34\n3. nobody, stock ran out\n"
     "4. Paul undercuts, 25 + 4 = 29\n5. Ines 8", (43, 42)),
    ("Score after each deal (Dan/Eve): 14/0, 14/27, 50/27, 50/36", (50, 36)),
    ('[{"winner":"Ava","points":19},{"winner":"Ben","points":45,"type":"gin"}]', (19, 45)),
    ('{"Ava":[19,0,6],"Ben":[0,45,0]}', (25, 45)),
    ("I took the first one for 21, then he got me for 33, then I had gin for 25 plus 17, so 42. he "
     "won the last one, 9", (63, 42)),
    ("   me  mom\n   20   -\n   -    35\n   11   -\n   -    6\n   31   41", (31, 41)),
    ("Moi 15 / Elle 32 / Elle 8 / Moi 27 gin", (42, 40)),
    ("Yo gané la primera, 16 puntos. Ella ganó las dos siguientes: 30 y 12. Luego yo 25.",
     (41, 42)),
    ("we score 25 for gin\nI knock 3, he has 21\nhe gins, I have 30", (18, 55)),
    ("me: what's the score\nliz: u 16, me 24\nme: mine was 18 not 16", (18, 24)),
    ("twenty for me, then thirty five for Lou no sorry that was mine", (55, 0)),
]  # fmt: skip


@pytest.mark.parametrize(("text", "hand", "top"), LISTS + LANGUAGES)
def test_ranks_and_suits_apart_are_put_together(text: str, hand: str, top: str) -> None:
    views = views_of(text)
    assert (CardSet.of(hand), top) in [(view.hand, str(view.top)) for view in views]


@pytest.mark.parametrize("text", PROGRAMS)
def test_keys_say_what_their_cards_are(text: str) -> None:
    view = read_view(text) if text.startswith("{") else read_text(text).whole
    assert (view.hand, str(view.top)) == (CardSet.of(HAND), "9c")


def test_a_card_under_a_key_that_says_nothing_is_not_guessed_at_in_silence() -> None:
    assert keyed_as_lines('{"mine": ["7h", "8h"], "flurb": "9c"}') is None
    try:
        reading = read_any(f'{{"hand": {HAND.split()}, "flurb": "9c"}}'.replace("'", '"'))
    except InputError as error:
        assert "unknown field" in str(error)
    else:
        assert reading.guesses["hand"] == "where each card is follows from all the words around it"


@pytest.mark.parametrize(("text", "sums"), SHEETS)
def test_a_sheet_told_or_kept_anyhow(text: str, sums: tuple[int, int]) -> None:
    hands = [hand for hand, _ in read_sheet(text)]
    assert sums == tuple(sum(h.points for h in hands if h.winner == player) for player in (0, 1))


@pytest.mark.parametrize(
    "text",
    [
        "we had 25 for dinner", "12 and 30 and then 7",
        "me 20, 15, 31. Her 12, 40. total 66 me, 62 her",
        "running: me 12, 12, 40 and later 50",
    ],
)  # fmt: skip
def test_a_sheet_with_a_number_that_nothing_explains_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        read_sheet(text)


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ("I knocked with Jc Jd 9s 4h 5h 6h 2c 2d 2s 8c, he had 22", "above the knock limit"),
        ("Dealt 2h 3h 4h 7s 8s Jd Jc Ks 5d Tc, upcard 9c. I took the 9c and threw the Qd. He drew "
         "and threw the As. What now?", "was not in the hand"),
        (f"{HAND}, he has the other two kings", "not named"),
        (f"{HAND}, 4 hearts are gone, up 9c", "does not say which cards"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused(said: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_text(said)
