"""The acts in question or in plan, not told: `take it?`, `9c or draw`, `I'm pitching the Qd`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, takewhile

from analyzer.game.view import Side
from analyzer.notation.sentences._clause import ClauseState
from analyzer.notation.sentences._extents import word_at
from analyzer.notation.sentences._items import Item
from analyzer.notation.sentences._lexer import Lexeme, Sort
from analyzer.notation.sentences._meanings import ASKED, BASE, PAST
from analyzer.notation.sentences._phrases import PhraseHere

_LEADING = frozenset({"or", "says", "say", "said", "yells", "yelled", "tells", "told"})
"""Before a verb in its plain form these make it a choice: `the whole table says take it`."""
_INSTEAD = frozenset({"pass", "draw", "deck", "stock", "leave", "skip", "not", "wait"})
"""Behind `or` anywhere in the clause: `take it just for being low or pass`."""
_REACH = 4
"""So many words behind a verb may lead to `or`: `take the 8h from the pile or draw`."""


def asks(items: Sequence[Item], closing: str) -> bool:
    """True if a clause without a subject asks: `take it?`, `knock or wait?`."""
    if closing != "?" or not items or not isinstance(items[0], PhraseHere):
        return False
    return items[0].phrase.kind in ASKED


def is_asked(clause: ClauseState, lexemes: Sequence[Lexeme], item: PhraseHere, place: int) -> bool:
    """True if a verb of no other person is a question: `take it?`, `pick up 9c or draw`."""
    word = item.phrase.words[0]
    if clause.is_theirs(item) or word.endswith("ed") or word in PAST:
        return False
    if word in BASE and word_at(lexemes, item.first - 1) in _LEADING:
        return True
    if clause.is_tagged and item.phrase.kind == "take_it":
        return True  # `I take it and knock, no?`
    cards = clause.items[place + 1] if clause.next_is_cards(place) else item
    rest = [each.text for each in takewhile(_goes_on, lexemes[cards.end :])]
    choice = any(pair[0] == "or" and pair[1] in _INSTEAD for pair in pairwise(rest))
    return choice or "or" in rest[:_REACH] or rest[:1] == ["?"]


def _goes_on(lexeme: Lexeme) -> bool:
    return lexeme.sort is not Sort.END or lexeme.text == "?"


def is_going_on(clause: ClauseState, lexemes: Sequence[Lexeme], item: PhraseHere) -> bool:
    """`I'm throwing …`, `I'd be throwing …`, not `I was throwing …`."""
    before = word_at(lexemes, item.first - 1)
    mine = clause.subject is Side.ME and before in {"im", "am", "be"}
    return mine and item.phrase.words[0].endswith("ing")
