"""Whatever is pasted, the answer is a view, cards, or an InputError that points into it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from random import Random
from sys import setprofile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.errors import InputError
from analyzer.notation import decode, encode, format_view, parse_view, read_cards
from analyzer.notation._source import LONGEST
from analyzer.notation.ident import VERSION
from analyzer.notation.reading import read_text
from tests.unit.test_notation_ident import checked

PASTES = [
    # The plan's example, and the same told in other ways.
    "rules: classic\nscore: 40-65\ndealer: me\nhand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac\nhistory:\n"
    "  upcard 5s\n  opp: pass\n  me: pass\n  opp: draws, discards Kh\n"
    "  me: draws 4s, discards Jd\n  opp: takes Jd, discards 9c\n",
    "hand 7h8h9h 4cds KQd 2c Ac\npile 5s Kh 9c\nopp took Jd\nstock: 20\nscore 3:10",
    "7h8h9h 4cds KQd 2c Ac 3c\npile 5s Kh 9c\nme: draws 3c\nopp has: Jd\nshown: 7h",
    "♥ 7 8 9\n♦ 4 K Q\n♣ 4 2 A\n♠ 4\nupcard 9c, dealer: opp",
    "rules: tournament,wall=last discard\nhand: 🂺 🃁 [7h, 8h] '9h' 2s 3s 4s Kd Qd\ntop: 9c\nstock 2",
    # What people paste.
    "My hand is 7♥️ 8♥️ 9♥️ 10♣️ J♣️ Q♣️ K♠️ K♦️ 2♠️ A♣️, what should I discard??",
    "[AC, 2C, 3C, 4D, 5D, 6D, 7H, 8H, 9H, TS]",
    '{"hand": ["7h", "8h"], "pile": []}',
    "Player0: Deadwood=49\n+--------------------------+\n|As2s  4s5s          Js    |\n"
    "|  2c        7c    Tc      |\n|                          |\n|    3h        8h          |\n"
    "+--------------------------+",
    "1. e4 e5 2. Nf3 Nc6",
    "Upcard: T♠\nNorth passes; South draws, discards K♣",
    "hand: A23.456.789.T\nfirst upcard: unknown\nopp passed: yes\nmy discards: 3",
    "SELECT * FROM hands; -- 7h",
    "<script>alert('7h')</script>",
    "hand: seven of hearts, eight of hearts, nine of hearts and the ace of spades",
    "http://localhost:8000/analyze?p=AQBoAEBgcBAEgEg-EAAA",
]
KEYS = "hand: pile: upcard top: stock: opp: me: history: rules: score: draws discards takes pass"
CARDS = "7h 8h 9h 4c 4d 4s Kd Qd 2c Ac 10♥️ 🂺 🃏 ♠ h10 A23c 4cds ..789. 11h unknown none ? classic"
PIECES = [
    *KEYS.split(" "), *CARDS.split(" "),
    "opp took", "first upcard:", "\n", "\n  ", "\r\n", "#", ";", "40-65", "dealer: me", "31", "=",
    "\u2028", "\x00", "\ufe0f", "９ｈ", "ß", "İ", "ﬁ", "𝟕♥", "gin=9999999999999", "\u0664", "²",
]  # fmt: skip
LONG = [
    "7h ",
    "7",
    "h",
    "-",
    "(",
    " \n",
    "opp: draws ",
    "a",
    "me: ",
    ";",
    "♠A ",
    "stock ",
    "top 7h",
]


def again(text: str) -> str:
    return format_view(parse_view(text))


READERS: list[Callable[[str], object]] = [read_cards, again, decode]


def answers(text: str) -> None:
    """Read a text as everything it could be; only an InputError may come out."""
    readers: list[Callable[[str], object]] = [
        read_cards,
        lambda t: format_view(parse_view(t)),
        decode,
    ]
    for reader in readers:
        try:
            reader(text)
        except InputError as error:
            assert str(error)
            if error.span is not None:
                assert 0 <= error.span[0] <= error.span[1] <= len(text)


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A real paste with stretches cut, doubled, exchanged or filled with something else."""
    text = draw(st.sampled_from(PASTES))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 12)))
        new = draw(st.sampled_from(PIECES) | st.text(max_size=3) | st.just(text[start:end] * 2))
        text = text[:start] + new + text[end:]
    return text


def shuffled_lines(seed: int, text: str) -> str:
    lines = text.splitlines()
    Random(seed).shuffle(lines)
    return "\n".join(lines)


JUNK = st.one_of(
    st.text(max_size=200),
    mutated(),
    st.builds(shuffled_lines, st.integers(0, 999), mutated()),
    st.lists(st.sampled_from(PIECES), max_size=40).map(" ".join),
    st.lists(st.sampled_from(PIECES), max_size=40).map("".join),
)
IDS = st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_", max_size=80)


@pytest.mark.parametrize("text", PASTES)
def test_real_pastes(text: str) -> None:
    answers(text)


@given(JUNK)
@settings(max_examples=500)
def test_nothing_pasted_gives_a_traceback(text: str) -> None:
    answers(text)


@given(IDS)
@settings(max_examples=500)
def test_nothing_like_an_id_gives_a_traceback(text: str) -> None:
    answers(text)


@pytest.mark.nightly
@given(JUNK)
@settings(max_examples=20_000)
def test_nothing_pasted_gives_a_traceback_in_the_nightly_run(text: str) -> None:
    answers(text)


@pytest.mark.nightly
@given(st.binary(min_size=1, max_size=60))
@settings(max_examples=20_000)
def test_no_id_with_a_right_check_gives_a_traceback(body: bytes) -> None:
    answers(checked(bytes([VERSION]) + body))


@given(st.binary(min_size=1, max_size=60))
def test_what_an_id_decodes_to_has_that_id_or_is_refused(body: bytes) -> None:
    try:
        view = decode(checked(bytes([VERSION]) + body))
    except InputError:
        return
    assert decode(encode(view)) == view


def work_of(read: Callable[[str], object], text: str) -> int:
    """Return how many calls a reading takes."""
    calls = 0

    def count(*_: object) -> None:
        nonlocal calls
        calls += 1

    setprofile(count)
    try:
        with suppress(InputError):
            read(text)
    finally:
        setprofile(None)
    return calls


@pytest.mark.parametrize("piece", ["9", "A", "<a>", "'", "\n", "1 "])
def test_long_texts_of_no_hand_are_refused_in_time_that_grows_with_their_length(piece: str) -> None:
    _, small, large = (work_of(read_text, (piece * length)[:length]) for length in (20, 100, 600))
    assert large < 9 * small


@pytest.mark.parametrize("piece", LONG)
def test_long_texts_are_read_in_time_that_grows_with_their_length(piece: str) -> None:
    """Counted in steps, not in seconds: ten times the text, some ten times the work."""
    small, large = (
        work_of(answers, (piece * length)[:length]) for length in (LONGEST // 10, LONGEST)
    )
    assert large < 15 * small + 1000
