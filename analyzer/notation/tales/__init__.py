"""Whole hands as people tell them: `I drew 4s and threw Jd, he took it and threw 9c …`.

A tale is taken apart as sentences are (`analyzer.notation.sentences`): into phrases and cards
(`_words`). Each moves the telling on (`_teller`): who acts, what they take, draw or discard, how
the hand ended and what was laid down. What comes out (`_drafts`) is what the text of a record
would say. A turn, or a card, that nobody remembers is marked as forgotten; what had to be guessed
is noted in the tag `Guessed`.
"""

from __future__ import annotations

from analyzer.errors import InputError, placed
from analyzer.game.actions import Turn
from analyzer.game.rules import Rules
from analyzer.notation._source import Source
from analyzer.notation.lines import tells_turns
from analyzer.notation.records import Match
from analyzer.notation.records._match import drafts_to_match
from analyzer.notation.records.read import LONGEST_MATCH
from analyzer.notation.records.types import GUESSED
from analyzer.notation.tales._drafts import drafts_of
from analyzer.notation.tales._hand import ToldHand
from analyzer.notation.tales._teller import listen

__all__ = ["GUESSED", "is_tale", "read_tale"]


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
    source = Source(text, LONGEST_MATCH)
    telling = listen(source)
    if telling.problem is not None:
        raise telling.problem
    if not telling.hands:
        raise InputError(
            "no hand is told in this text",
            where="text",
            hint="say which cards you were dealt and who did what, as in `I drew 4s and threw Jd`",
        )
    with placed("text", if_nowhere=True):
        return drafts_to_match(drafts_of(source, telling, usual))


def is_tale(text: str) -> bool:
    """Whether a text tells how a hand was played, and does not ask about a situation.

    >>> is_tale("I have 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac, he threw 9c. Should I take it?")
    False
    """
    if tells_turns(text):
        return False
    telling = listen(Source(text, LONGEST_MATCH))
    return not telling.asks and any(_is_played(hand) for hand in telling.hands)


def _is_played(hand: ToldHand) -> bool:
    """Whether a hand is told from its deal on, or to its end, with turns of both players."""
    turns = [turn for turn in hand.turns if turn.how is not None]
    mine = any(turn.player == 0 and turn.discarded is not None for turn in turns)
    theirs = any(turn.player == 1 and turn.how is not Turn.PASS for turn in hand.turns)
    return mine and theirs and (hand.dealt[0] is not None or hand.ending is not None)
