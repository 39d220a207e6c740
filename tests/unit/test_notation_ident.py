"""The position id: whole, short, and proof against slips."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from dataclasses import replace

import pytest

from analyzer.errors import InputError
from analyzer.game.cards import Card, CardSet
from analyzer.game.rules import TWO_HANDED, parse_rules
from analyzer.game.view import Side, View
from analyzer.notation import decode, encode, ident, parse_view

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
HAND = "hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac"
PLAYED = f"""\
rules: classic
score: 40-65
{HAND}
history:
  upcard 5s
  opp: pass
  me: pass
  opp: draws, discards Kh
  me: draws 4s, discards Jd
  opp: takes Jd, discards 9c
"""


def told() -> View:
    return replace(
        parse_view(f"{HAND} 9c\npile: 5s Kh\nstock: 20"),
        known=(CardSet.of("7h 9c"), CardSet.of("Jd Js")), taken=Card.of("9c"),
        upcard=Card.of("2d"), dealer=Side.OPPONENT, score=(7, 0), my_discards=3, their_discards=44,
        their_takes=5, they_passed=True, rules=parse_rules("oklahoma,gin=30,tie=knocker"),
    )  # fmt: skip


VIEWS = {
    "played": lambda: parse_view(PLAYED),
    "offer": lambda: parse_view(f"{HAND}\nupcard 9c"),
    "told": told,
    "contradictory": lambda: replace(parse_view(PLAYED), stock=20, their_takes=9),
    "no turns": lambda: replace(parse_view(f"{HAND}\nupcard 9c"), history=()),
}


@pytest.mark.parametrize("name", VIEWS)
def test_comes_back_whole(name: str) -> None:
    view = VIEWS[name]()
    assert decode(encode(view)) == view
    assert decode(f" {encode(view)}\n") == view


@pytest.mark.parametrize("rules", [*TWO_HANDED, "classic,gin=21", "tournament,wall=last discard"])
def test_rules_come_back_whole(rules: str) -> None:
    view = replace(parse_view(f"{HAND}\nupcard 9c"), rules=parse_rules(rules))
    assert decode(encode(view)) == view


def test_presets_have_short_ids() -> None:
    short = encode(parse_view(f"{HAND}\nupcard 9c"))
    for rules in TWO_HANDED:
        view = replace(parse_view(f"{HAND}\nupcard 9c"), rules=parse_rules(rules))
        assert len(encode(view)) == len(short)


def test_is_short_enough_for_an_address() -> None:
    assert len(encode(parse_view(PLAYED))) < 45
    assert len(encode(told())) < 120


@pytest.mark.parametrize("name", ["played", "told"])
def test_every_single_wrong_character_is_found(name: str) -> None:
    text = encode(VIEWS[name]())
    for at in range(len(text)):
        for char in ALPHABET:
            if char != text[at]:
                with pytest.raises(InputError, match="cut or altered"):
                    decode(text[:at] + char + text[at + 1 :])


@pytest.mark.parametrize("name", ["played", "told"])
def test_every_cut_is_found(name: str) -> None:
    text = encode(VIEWS[name]())
    for at in range(len(text)):
        with pytest.raises(InputError):
            decode(text[:at])


def test_two_letters_changed_over_are_found() -> None:
    text = encode(VIEWS["played"]())
    for at in range(len(text) - 1):
        swapped = text[:at] + text[at + 1] + text[at] + text[at + 2 :]
        if swapped != text:
            with pytest.raises(InputError, match="cut or altered"):
                decode(swapped)


def checked(body: bytes) -> str:
    """The id of some bytes, whatever they say, with the right check."""
    return urlsafe_b64encode(body + bytes([ident._crc8(body)])).rstrip(b"=").decode()


def test_another_version_is_named() -> None:
    with pytest.raises(InputError, match="version 9"):
        decode(checked(bytes([9, 0, 0])))


@pytest.mark.parametrize("text", ["", "A", "AAAA", "é", "A" * 5000, "AQ==", "a b", "AQE\x00"])
def test_what_is_no_id_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="cut or altered"):
        decode(text)


def test_an_old_id_is_still_read() -> None:
    view = decode("AQBoAEBgcBAEgEg-EAAADg")
    assert view == parse_view("7h 8h 9h 4c 4d 4s Kd Qd 2c Ac upcard 9c")
