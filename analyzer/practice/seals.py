"""The hands that an audit is given, and the published hashes that some of them are held to.

Of the deal of the day and of a table for two the hash of the seed is shown before the first card,
the seed itself at the end. So anybody can see that the cards were laid down before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from analyzer.api.records import read_match
from analyzer.errors import InputError, placed
from analyzer.game.position import Position, deal
from analyzer.game.rules import Rules, parse_rules
from analyzer.game.view import Turn
from analyzer.notation.records import Record, record_of
from analyzer.practice import daily
from analyzer.practice._round import drawn_dealer
from analyzer.practice.games import hand_seed

_DAY: Final = re.compile(r"\b([0-9a-f]{32})\b\W+([0-9a-f]{64})\b", re.IGNORECASE)
"""A seed with its hash, as the page of the day lists them."""
_TAG: Final = re.compile(r"\n\s*(?=\[(?!\s*result))", re.IGNORECASE)
"""Before a tag, which begins a hand where the one before has its turns."""
_MOVED: Final = re.compile(r"^\s*\d+[.=]", re.MULTILINE)


def hands_in(text: str, usual: Rules | None = None) -> tuple[Record, ...]:
    """The hands of a text: records of several matches and evenings, or days by seed and hash.

    Raises InputError for what cannot be read, and for a seed that has another hash.
    """
    days = _DAY.findall(text.lower())
    if days:
        return tuple(record_of(_day(seed, seal)) for seed, seal in days)
    try:
        return read_match(text, usual=usual).hands
    except InputError:
        parts = [""]
        for part in _TAG.split(text):
            parts += [part] if _MOVED.search(parts[-1]) else [f"{parts.pop()}\n{part}"]
        if len(parts) == 1:
            raise
    hands: list[Record] = []
    for part in parts:
        with placed(f"hand {len(hands) + 1}"):
            hands += read_match(part, usual=usual).hands
    return tuple(hands)


def _day(seed: str, seal: str) -> Position:
    _check_seal(seed, seal)
    rules = parse_rules(daily.RULES)
    return _dealt_by(seed, 1, rules, drawn_dealer(int(seed, 16), rules.players))


def _dealt_by(seed: str, number: int, rules: Rules, dealer: int) -> Position:
    """Hand `number` of a game, from 1, as its seed of 32 digits deals it."""
    return deal(rules, hand_seed(int(seed, 16), number), dealer=dealer)


def _check_seal(seed: str, seal: str) -> None:
    """See that a hash is that of a seed; raises InputError if it is not."""
    if not re.fullmatch(r"[0-9a-f]{32}", seed):
        raise InputError("a seed has 32 hex digits", where="seed", hint="copy it from the page")
    if daily.seal_of(seed) != seal:
        raise InputError(
            f"the seed {seed} has another hash: {daily.seal_of(seed)}", where="seal",
            hint="if both were copied whole, the cards are not those that were laid down before",
        )  # fmt: skip


def check_game(hands: Sequence[Record], seed: str, seal: str) -> None:
    """See that a game, from its first hand on, has the cards of its seed, and that the hash.

    Raises InputError if not.
    """
    _check_seal(seed, seal)
    for number, hand in enumerate(hands, 1):
        wrong = next(_wrong(hand, _dealt_by(seed, number, hand.rules, hand.dealer)), None)
        if wrong is not None:
            raise InputError(
                f"{wrong} is not as the seed deals it", where=f"hand {number}",
                hint="give the whole game, from its first hand on",
            )  # fmt: skip


def _wrong(hand: Record, dealt: Position) -> Iterator[str]:
    """Everything in a record that its seed deals otherwise."""
    for seat, cards in enumerate(hand.hands):
        if cards is not None and cards != dealt.hands[seat]:
            yield f"the hand of player {seat + 1}"
    if hand.upcard != dealt.upcard and not hand.forgot_upcard:
        yield "the upcard"
    turns = hand.turns[int(hand.dealt_eleven) :]
    drawn = [turn.card for turn in turns if turn.turn is Turn.DRAW]
    for number, (card, stock) in enumerate(zip(drawn, dealt.stock, strict=False), 1):
        if card not in {None, stock}:
            yield f"card {number} of the stock"
