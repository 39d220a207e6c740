"""Cards by numbers, by bits and by rows of ones, in the order of a pack that a text states."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from analyzer.errors import InputError
from analyzer.game.cards import Suit
from analyzer.resources import texts_beside

_WORDS: Final[Mapping[str, Any]] = texts_beside(__file__, "coded.toml")
_PROGRAMS: Final[Mapping[str, str]] = _WORDS["programs"]


def _pattern(name: str) -> re.Pattern[str]:
    return re.compile(_WORDS["patterns"][name], re.I | re.M)


_ORDER: Final = _pattern("order")
_NUMBER: Final = re.compile(r"\b(?:0|1|4|12|13|52|51)\b|[01]{13}|\b0x|\b(?:[01][ ,]+){12}[01]\b")
_FROM_ONE: Final = _pattern("from_one")
_BY_RANK: Final = _pattern("by_rank")
_ACE_HIGH: Final = _pattern("ace_high")
_ACE_LAST: Final = _pattern("ace_last")
_EXPLAINS: Final = _pattern("explains")
_ASIDES: Final = tuple(map(_pattern, ("between", "comment", "bracket")))
"""What stands aside: what explains an order is left out with the least of them around it."""
_BITS: Final = re.compile(r"(?<!\d)[01]{13}(?!\d)")
_ROW: Final = re.compile(r"(?<![\w.])(?:[01](?:[ \t]*,[ \t]*|[ \t]+)){12}[01](?![\w.])")
_ROWS: Final = re.compile(r"(?<!\d)[01]{13}(?:[\s,\[\]'\"|]+[01]{13}){3}(?!\d)")
_MASK: Final = re.compile(r"\b0x(?P<hex>[0-9a-f]{5,16})\w{0,3}|\b0b(?P<bits>[01]{14,52})\b", re.I)
_NAMED_BEFORE: Final = re.compile(r"[:=(][\s\[(]*$")


def decoded(text: str) -> tuple[list[str], str]:
    """The pack in the order that a text explains, `13 * suit + rank, …`, and the text without it.

    Bits and rows of ones are cards in that text.
    """
    for order in _ORDER.finditer(text):
        named = (order["named"] or order[0]).lower()
        names = _PROGRAMS.get(named, named)
        words = re.findall(r"(?:club|diamond|heart|spade)|(?<![^\W_])[cdhs](?![^\W_])", names)
        suits = list(dict.fromkeys(word[0] for word in words)) or [*names]
        if len({*suits}) == len(Suit) and (order["named"] or _NUMBER.search(text)):
            break
        if order["named"]:
            raise no_number(order["named"])
    else:
        return [], text
    ranks = "23456789TJQKA" if _ACE_HIGH.search(text) else "A23456789TJQK"
    by_suit = [rank + suit for suit in suits for rank in ranks]
    pack = [rank + suit for rank in ranks for suit in suits] if _BY_RANK.search(text) else by_suit
    from_one = bool(_FROM_ONE.search(text))
    plain = _without(text, order[0])
    plain = _ROW.sub(lambda row: re.sub(r"\D", "", row[0]), plain)
    plain = _ROWS.sub(lambda rows: _named(rows, _of_rows(rows, by_suit)), plain)
    packed = ["?"] * from_one + pack
    plain = _MASK.sub(lambda mask: _named(mask, _of_bits(mask, packed)), plain)
    return (["?", *pack] if from_one else pack), plain


def _without(text: str, order: str) -> str:
    """The text without what explains the order and its ranks, and no more than that."""
    for form in _ASIDES:
        text = form.sub(
            lambda hit: "" if order in hit[0] or _EXPLAINS.search(hit[0]) else hit[0], text
        )
    formula = r"\b(?:4|13)\s*\*|\*\s*(?:4|13)\b"
    return re.sub(rf"[^.;\n]*(?:{re.escape(order)}|{formula})[^.;\n]*[.;]?", "", text)


def _of_bits(mask: re.Match[str], pack: Sequence[str]) -> str:
    """The cards of the bits that are set, from the lowest on."""
    value = int(mask["hex"], 16) if mask["hex"] else int(mask["bits"], 2)
    places = [at for at in range(value.bit_length()) if value >> at & 1]
    if not places or places[-1] >= len(pack) or "?" in (cards := [pack[at] for at in places]):
        return mask[0]
    return " ".join(cards)


def _of_rows(rows: re.Match[str], by_suit: Sequence[str]) -> str:
    """The cards that are ones in four rows."""
    bits = "".join(re.findall("[01]", rows[0]))
    return " ".join(card for card, bit in zip(by_suit, bits, strict=True) if bit == "1")


def _named(hit: re.Match[str], cards: str) -> str:
    """The cards; without a key before them those of the hand."""
    named = _NAMED_BEFORE.search(hit.string[: hit.start()])
    return cards if named or cards == hit[0] else f"hand = {cards};"


def ace_first(text: str) -> str:
    """The text with the ace first in rows of bits whose lowest bit is said to be the ace."""
    if not _ACE_LAST.search(text):
        return text
    return _BITS.sub(lambda bits: bits[0][::-1], _ACE_LAST.sub("", text))


def no_number(word: object) -> InputError:
    """The refusal of a number that is no card's, or of an order that is none."""
    return InputError(
        f"`{word}` is not a card's number, or no order of them", where="numbers",
        hint="they are 0 to 51, thirteen of each of four suits, from the ace on",
    )  # fmt: skip
