"""Whole hands as people tell them: `I drew 4s and threw Jd, he took it and threw 9c …`.

A tale is taken apart as sentences are (`analyzer.notation.sentences`): into phrases and cards
(`_words`). Each moves the telling on (`_teller`), as does each line of a log (`_rows`). What comes
out (`_drafts`) is what the text of a record would say. A turn, or a card, that nobody remembers is
marked as forgotten; what had to be guessed is noted in the tag `Guessed`.
"""

from __future__ import annotations

import re
from contextlib import suppress
from functools import lru_cache
from typing import Final

from analyzer import notation
from analyzer.errors import InputError, placed
from analyzer.game.actions import Turn
from analyzer.game.rules import Rules
from analyzer.notation import sentences
from analyzer.notation._source import Source
from analyzer.notation.languages import foreign, in_original
from analyzer.notation.lines import is_formal, tells_turns
from analyzer.notation.records import Match, Record
from analyzer.notation.records._match import drafts_to_match
from analyzer.notation.records.files import LONGEST_MATCH
from analyzer.notation.records.types import GUESSED
from analyzer.notation.sentences._corrections import corrected
from analyzer.notation.sentences._groups import as_mine
from analyzer.notation.tales._drafts import drafts_of
from analyzer.notation.tales._ended import with_end
from analyzer.notation.tales._game import Course
from analyzer.notation.tales._hand import Telling, ToldHand
from analyzer.notation.tales._lattice import games_told, read_lattice
from analyzer.notation.tales._refusals import in_words
from analyzer.notation.tales._rows import listen_to_rows
from analyzer.notation.tales._teller import listen

__all__ = [
    "GUESSED", "is_tale", "is_told", "read_likely_tale", "read_tale", "sounds_told", "warm_up",
    "with_end",
]  # fmt: skip


def warm_up() -> None:
    """Put the words in order, for which the first text to be read would wait."""
    sentences.warm_up()
    listen(Source("He threw the 9c. I took it."))
    games_told("")


def read_tale(text: str, usual: Rules | None = None) -> Match:
    """The hands of a tale; `usual` are the rules where it names none. Raises InputError.

    >>> match = read_tale('''
    ... I was dealt 2c 3c 4c 7h 8h Kd Qd Js 9s 5h and he dealt. The upcard was the 9h, I took it and
    ... threw the king of diamonds. He drew and threw something, I forget what. I drew 6h, threw Qd.
    ... ''')
    >>> from analyzer.notation.records import format_match
    >>> print(format_match(match).partition("\\n\\n")[2])
    1. ^9h -Kd
    2. ??
    3. +6h -Qd
    [Result "*"]
    """
    try:
        match = _read_by_phrases(text, usual)
    except InputError:
        if (likely := read_lattice(text, usual)) is None:
            raise
        return likely
    with suppress(InputError):
        likely = read_lattice(text, usual, sums_only=True)
        return match if likely is None or _is_as_told(match, likely.hands[0]) else likely
    return match


def _is_as_told(match: Match, likely: Record) -> bool:
    """True if a reading by phrases stands beside the only game that is possible.

    It does where it says as much or more: both hands, several hands, turns to the end.
    """
    (hand, *more) = match.hands
    if more or None not in hand.hands:
        return all(hand.hands[0] is not None for hand in match.hands)
    same = hand.hands == likely.hands and hand.upcard == likely.upcard
    same = same and likely.dealer == hand.dealer and likely.result in {None, hand.result}
    told, turns = (
        [turn for turn in one.turns if turn.turn is not Turn.PASS] for one in (likely, hand)
    )
    gaps = any(turn.gap for turn in hand.turns)
    asked = told[-1:] and told[-1].discarded is None  # what to discard is the question
    if asked and any(turn.discarded is not None for turn in turns[len(told) - 1 :]):
        return False
    return same and not gaps and turns[: len(told) - 1] == told[:-1]


def _read_by_phrases(text: str, usual: Rules | None) -> Match:
    """The hands of a tale whose every phrase is known."""
    source = Source(text, LONGEST_MATCH)
    if (telling := listen_to_rows(source)) is not None:
        return _match_of(source, telling, usual)
    if translated := foreign(text):
        with in_original(text, translated[0].origin):
            return _read_tale(translated[0].text, usual)
    return _read_tale(text, usual)


def _read_tale(text: str, usual: Rules | None) -> Match:
    """The hands of a tale in English."""
    source = corrected(Source(as_mine(text), LONGEST_MATCH))
    return _match_of(source, listen(source), usual)


def _match_of(source: Source, telling: Telling, usual: Rules | None) -> Match:
    """The hands of what is told; raises InputError where there is none."""
    if telling.problem is not None:
        raise telling.problem
    if not telling.hands:
        raise InputError(
            "no hand is told in this text",
            where="text",
            hint="say which cards you were dealt and who did what, as in `I drew 4s and threw Jd`",
        )
    with placed("text", if_nowhere=True), in_words(source, telling.names):
        return drafts_to_match(drafts_of(source, telling, usual))


@lru_cache(maxsize=4)
def is_told(text: str) -> bool:
    """True if a text that nothing else can read tells a game, by what gin allows."""
    if len(text) < _LEAST or is_tale(text):
        return False
    if not _OF_TURNS.search(text) and notation.keyed_as_lines(text) is not None:
        return False
    if not any(map(_is_begun, listen(Source(_in_english(text), LONGEST_MATCH)).hands)):
        with suppress(InputError):
            notation.read_text(text)
            return False
    return any(_has_both(game) for game, _ in games_told(text))


def _has_both(game: Course) -> bool:
    """True if the opponent has played, or a turn is going on behind another."""
    return any(turn.player == 1 and turn.how is not Turn.PASS for turn, _ in game.told)


_OF_TURNS: Final = re.compile(r"draw|drew|stock|to+k|take|turn|move|history|log|action", re.I)
_LEAST: Final = 50
"""Shorter texts tell no game."""


@lru_cache(maxsize=4)
def is_tale(text: str) -> bool:
    """True if a text tells how a hand was played, and does not ask about a situation.

    What is asked of a hand that is told from its deal on is asked of the whole hand.

    >>> is_tale("I have 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac, he threw 9c. Should I take it?")
    False
    """
    if listen_to_rows(Source(text, LONGEST_MATCH)) is not None:
        return True
    text = _in_english(text)
    telling = listen(Source(text, LONGEST_MATCH))
    if _in_lines(text, telling) or (tells_turns(text) and is_formal(text)):
        return False
    return any(_is_played(hand) and _is_past(hand, telling) for hand in telling.hands)


def read_likely_tale(text: str, usual: Rules | None = None) -> Match:
    """A text that `sounds_told`, if it tells what one player did; raises InputError if not.

    >>> read_likely_tale("I have 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac, he threw 9c. Should I take it?")
    Traceback (most recent call last):
    ...
    analyzer.errors.InputError: text: this tells one situation, not how a hand was played; \
tell the turns from the deal on, as in `I drew 4s and threw Jd`
    """
    telling = listen(Source(_in_english(text), LONGEST_MATCH))
    if telling.problem is not None and telling.is_planned:
        raise telling.problem
    if not any(_is_begun(hand) and _is_past(hand, telling) for hand in telling.hands):
        raise InputError(
            "this tells one situation, not how a hand was played",
            where="text",
            hint="tell the turns from the deal on, as in `I drew 4s and threw Jd`",
        )
    return read_tale(text, usual)


def sounds_told(text: str) -> bool:
    """True if a text that is no tale would rather be one than a record in signs.

    >>> sounds_told("I drew 4s and threw Jd."), sounds_told("1. +4s -Jd"), sounds_told("hello")
    (True, False, False)
    """
    text = _in_english(text)
    telling = listen(Source(text, LONGEST_MATCH))
    if _SIGNS.search(text) or _in_lines(text, telling):
        return False
    told = any(hand.turns for hand in telling.hands)
    return told or telling.plans or (bool(telling.hands) and not is_formal(text))


def _in_english(text: str) -> str:
    """The text, turned over where it is in another language."""
    translated = foreign(text)
    return translated[0].text if translated else as_mine(text)


def _in_lines(text: str, telling: Telling) -> bool:
    """True if lines with turns, `opp: draws, discards Kh`, are not those of a hand from its deal.

    Those of a view are not: the hand there is the one held now.
    """
    return tells_turns(text) and not any(hand.is_from_deal for hand in telling.hands)


_SIGNS: Final = re.compile(r"^\s*[\[{]|(?<!\S)[+^-](?:10|[2-9TJQKA?])[cdhs?]?(?![^\W_])", re.I)
"""The beginning of a record's or a document's text, and the form of its turns."""


def _is_past(hand: ToldHand, telling: Telling) -> bool:
    """True if nothing is asked of a hand, or it was told from the deal on."""
    return hand.is_from_deal or not telling.asks


def _is_begun(hand: ToldHand) -> bool:
    """True if a turn of mine is told, or the end."""
    own = [turn for turn in hand.turns if turn.player == 0 and turn.how is not Turn.PASS]
    return hand.ending is not None or any(turn.is_over for turn in own)


def _is_played(hand: ToldHand) -> bool:
    """True if a hand is told from its deal on, or to its end, with turns of both players."""
    turns = [turn for turn in hand.turns if turn.how is not None]
    mine = any(turn.player == 0 and turn.discarded is not None for turn in turns)
    theirs = any(turn.player == 1 and turn.how is not Turn.PASS for turn in hand.turns)
    return mine and theirs and (hand.dealt[0] is not None or hand.ending is not None)
