"""The meaning of the vocabulary's phrases for the cards beside them."""

from __future__ import annotations

from analyzer.notation.sentences._heard import CardRole
from analyzer.notation.sentences._vocabulary import Phrase, words

ROLES = {
    "hand": CardRole.HAND, "upcard": CardRole.OFFERED, "top": CardRole.TOP, "pile": CardRole.PILE,
    "seen": CardRole.SEEN,
    "their_discard": CardRole.THEIR_DISCARD, "my_discard": CardRole.MY_DISCARD,
    "their_cards": CardRole.THEY_HOLD, "spread": CardRole.SPREAD, "first_upcard": CardRole.FIRST,
    "limit_card": CardRole.LIMIT, "pile_down": CardRole.PILE,
    "drawn": CardRole.DRAWN, "took_noun": CardRole.THEY_TOOK,
}  # fmt: skip
BEHIND = {
    "upcard_behind": CardRole.OFFERED, "top_behind": CardRole.TOP,
    "limit_behind": CardRole.LIMIT, "discarded_behind": CardRole.THEIR_DISCARD,
    "taken_behind": CardRole.THEY_TOOK, "under": CardRole.PILE, "seen_behind": CardRole.SEEN,
    "drawn_behind": CardRole.DRAWN,
}  # fmt: skip
VERBS = {
    "have": (CardRole.HAND, CardRole.THEY_HOLD),
    "take": (CardRole.TAKEN, CardRole.THEY_TOOK),
    "discard": (CardRole.MY_DISCARD, CardRole.THEIR_DISCARD),
    "draw": (CardRole.DRAWN, None),
}  # fmt: skip
"""The roles that a verb gives the cards behind it: where I do it, and where the opponent does."""
ASKED = {
    "take": "take", "take_it": "take", "draw": "draw", "pass": "pass", "discard": "discard",
    "knock": "knock", "knock_points": "knock", "knock_with": "knock", "gin": "knock",
    "ask_wait": "wait", "ask_lay_off": "layoff", "ask_take": "take",
}  # fmt: skip
OF_NAMES = words("of_names")
"""Kinds of phrases before which a name stands."""
SOMEBODY = Phrase((), "they")
OF_HANDS = ("have", "hand", "draw", "deal")
"""Kinds of phrases that say that cards are in the hand."""
FILLING = frozenset({"and", "the", "plus", "also", "with", "of", "a", "an", "my", "card", "cards"})
"""Words that say nothing of cards."""
HAVING = words("having")
"""Words between a suit and its ranks: `in clubs I have the 4 and 5`."""
FEW = 2
LAYS = frozenset({"lay", "lays", "laid"})
BASE = words("base")
"""Verbs as nobody's name has them before it: `Definitely take it?`"""
TAGS = frozenset({"no", "yes", "right", "correct", "ok", "yeah", "huh"})
"""Words that make a question behind a comma."""
ARTICLES = frozenset({"the", "a", "an"})
MINE = frozenset({"my", "i", "im", "ive"})
"""Words of a phrase that say whose hand it is."""
IDLE = frozenset({"play", "plays", "played", "put", "puts"})
"""Verbs of which nothing is said unless cards stand behind them."""
JUST_DONE = frozenset({"drew", "threw", "took", "went"})
"""The acts that are told and no question, whatever was asked before them."""
PAST = frozenset({"took", "taken", "drew", "drawn", "threw", "thrown", "laid", "went", "has"})
SAYS_OF = frozenset({"is", "was", "lies", "lay", "sits", "sat", "lying", "sitting"})
"""Behind a card these say something of it."""
FULL = range(10)
"""A hand before the draw."""
TOPS = (CardRole.TOP, CardRole.THEIR_DISCARD, CardRole.PILE, CardRole.OFFERED)
