"""The texts of records by their looks: ours, and the files that other programs write.

What reads them is loaded when there is one to read.
"""

from __future__ import annotations

import re
from importlib import import_module
from typing import Final

from analyzer.notation.records.types import Match

LONGEST_MATCH: Final = 400_000
"""Most characters of a match."""
NAMED: Final = re.compile(
    r"\[[ \t]*(?:rules|players|dealer|score|hand[12]|upcard|result)\b(?!\s*\])", re.IGNORECASE
)
"""The beginning of a tag that says something about the hand."""
TOLD: Final = "History() = ["
"""Before the numbers of a history of OpenSpiel's."""
SHORTEST: Final = 21
"""Numbers of such a history: the cards dealt, and the upcard."""
ACTION: Final = re.compile(
    r"[\[(]\s*(?P<player>[01])\s*,\s*(?P<of>\d{1,3})\s*[\])]|\b(?P<alone>\d{1,3})\b"
)
"""An action of RLCard's, with its player or without."""
READERS: Final = {"rlcard": "_rlcard", "openspiel": "_openspiel", "eaai": "_eaai"}
"""The modules that read each kind of file."""

UNSEEN: Final = "?"
"""In place of a hand, a card or a name that nobody wrote down."""

_GAME = re.compile(r'^[ \t]*\[game\s+"', re.IGNORECASE | re.MULTILINE)
_LIST = re.compile(r"[\s\[\],;\d]*")
_DECK = re.compile(r"^[ \t]*[NS] deal shuffled_deck=\[", re.MULTILINE)
_ACTIONS = re.compile(r"[\s\[\](),;\d]+")
_LOG = re.compile(r"^[ \t]*Player [01] (?:is dealt \[|starts\.)", re.MULTILINE)


def is_game_text(text: str) -> bool:
    """True if a text gives hands of several, with jokers or of mahjong gin."""
    return _GAME.search(text) is not None


def file_kind(text: str) -> str | None:
    """The kind of file that a text can only be; None for any other text.

    >>> file_kind("S deal shuffled_deck=[2H 6H KD]"), file_kind("7h 8h 9h")
    ('rlcard', None)
    """
    if len(text) <= LONGEST_MATCH and (_DECK.search(text) or _is_list_of_actions(text)):
        return "rlcard"
    if "gin_rummy" in text and ("[State]" in text or TOLD in text):
        return "openspiel"
    if len(text) <= LONGEST_MATCH and _LIST.fullmatch(text):
        return "openspiel" if len(re.findall(r"\d+", text)) >= SHORTEST else None
    return "eaai" if _LOG.search(text) else None


def _is_list_of_actions(text: str) -> bool:
    """True if numbers are actions of RLCard's, and no cards."""
    if not _ACTIONS.fullmatch(text):
        return False
    numbers = [int(match["of"] or match["alone"]) for match in ACTION.finditer(text)]
    between = set(numbers[1:6:2])  # cards are dealt at most once, and four in a row are no draws
    draws = {0, 1, 2, 3, 4} if numbers[-2:] == [0, 1] else {2, 3}
    return len(numbers) > 2 and numbers[0] > 4 and between <= draws


def read_file(kind: str, text: str) -> Match:
    """The hands of a file of a kind; raises InputError for what cannot be read."""
    match: Match = import_module(f"{__package__}.{READERS[kind]}").read_file(text)
    return match
