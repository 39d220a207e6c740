"""Names of suits and a few other words that are misspelled by one letter: `daimonds`, `oponent`."""

from __future__ import annotations

from typing import Final

from analyzer.game.cards import Rank
from analyzer.notation._tokens import is_slip
from analyzer.notation.sentences._vocabulary import MENDED, SOUNDS, SUIT_OF, known_words

_SHORTEST: Final = 5
_RANKS: Final = tuple(rank.noun for rank in Rank if len(rank.noun) >= _SHORTEST)


def respelled(word: str, *, before: str = "", is_ranked: bool = False) -> str | None:
    """The word that is meant, if that is plain; None where the word is spelled right.

    `before` is the word before it; `is_ranked` whether a rank stands before that.

    >>> respelled("daimonds"), respelled("oponent"), respelled("heats"), respelled("spaces")
    ('diamonds', 'opponent', None, None)
    >>> respelled("heats", before="of", is_ranked=True)
    'hearts'
    """
    of_rank = before == "of" and is_ranked
    if len(word) < _SHORTEST or (word in known_words() and not of_rank):
        return None
    meant = {right for right in (*SUIT_OF, *MENDED) if is_slip(word, right)}
    suits = {right.removesuffix("s") for right in meant}
    return max(meant, key=len) if len(suits) == 1 else None


def respelled_rank(word: str) -> str | None:
    """The rank that is meant before `of hearts`, if that is plain.

    >>> respelled_rank("sevn"), respelled_rank("queeen"), respelled_rank("pack")
    ('seven', 'queen', None)
    >>> respelled_rank("ate")
    'eight'
    """
    if word in SOUNDS:
        return SOUNDS[word]
    meant = [rank.noun for rank in Rank if sorted(rank.noun) == sorted(word)]
    meant = meant or [right for right in _RANKS if is_slip(word, right)]
    return meant[0] if len(meant) == 1 else None
