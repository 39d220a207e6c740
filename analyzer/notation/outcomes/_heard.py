"""A text as the net hears it: its tokens, who plays, and the chances of what each tells."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import groupby
from typing import Final

import numpy as np

from analyzer.notation.encoder._marks import Floats
from analyzer.notation.encoder.tokens import TextToken, in_digits, tokens
from analyzer.notation.outcomes._chances import ROLES, ResultChances, say
from analyzer.notation.outcomes._people import WHO, grouped

_MOST_TOKENS: Final = 700
_COURT: Final = 10
_SUITS: Final = 4
_LIKELY: Final = 0.4
_ROLE: Final = {role: at for at, role in enumerate(ROLES)}
CUES: Final = ("knock", "gin", "big", "under", "draw")
LEAST: Final = 0.02
"""A chance that is not looked at."""
ME, THEM = "me", "them"
UNKNOWN: Final = "?"
"""A player whose name is not told."""


@dataclass(frozen=True)
class HeardText:
    """The results that a text may tell, with their chances."""

    tokens: Sequence[TextToken]
    chances: ResultChances
    names: tuple[str, str]
    """Of both players, as they are written; `me` of the teller."""
    plain: tuple[float, float] = (0.0, 0.0)
    """The chance that a word for each player is one, the likeliest; 0 of one who is not named."""
    many: int = 0
    """The number of different words that name somebody."""

    def of(self, at: int, role: str, owner: int | None = None) -> float:
        """The chance that a token tells something of a player, or of any."""
        chance = float(self.chances.roles[at, _ROLE[role]])
        return chance if owner is None else chance * self.owned(at, owner)

    def owned(self, at: int, owner: int) -> float:
        """The chance that what a token tells is of a player."""
        return float(self.chances.owners[at, owner])

    @cached_property
    def numbers(self) -> list[int]:
        """The places of numbers."""
        return [at for at, each in enumerate(self.tokens) if each.number is not None]

    def value(self, at: int) -> int:
        """The value of a number."""
        return self.tokens[at].number or 0

    @cached_property
    def cues(self) -> list[tuple[int, dict[str, float]]]:
        """The tokens that may say how a hand ended, each with the chances of how."""
        each = ((at, {cue: self.of(at, cue) for cue in CUES}) for at in range(len(self.tokens)))
        return [(at, chances) for at, chances in each if sum(chances.values()) >= LEAST]

    @cached_property
    def card_sums(self) -> tuple[int | None, int | None]:
        """The deadwood of the cards that are told to be each player's; None where none is."""
        return self._card_sum(0), self._card_sum(1)

    def _card_sum(self, owner: int) -> int | None:
        spots = [
            at for at, token in enumerate(self.tokens)
            if self.of(at, "card", owner) > _LIKELY and (token.ranks or token.number)
        ]  # fmt: skip
        total, many = 0, 0
        for at in spots:
            token = self.tokens[at]
            if at + 1 in spots and self._counts(at):
                many = self.value(at)
            elif token.ranks:
                many = many or 1 + (token.plural and token.number is None)
                total += many * min(_COURT, min(token.ranks) + 1)
                many = 0
        return total if spots else None

    def _counts(self, at: int) -> bool:
        """True of the number in `two kings`."""
        token, card = self.tokens[at], self.tokens[at + 1]
        few = token.number is not None and token.number <= _SUITS
        return few and bool(card.ranks) and card.number is None and not card.glued


@lru_cache(maxsize=8)
def heard(text: str) -> HeardText | None:
    """Hear a text; None of one that is too long or has no word."""
    plain = in_digits(text)
    words = tokens(plain)
    if not 0 < len(words) <= _MOST_TOKENS:
        return None
    likely = say(words, plain, None).who
    who = likely.argmax(1).tolist()
    groups = grouped(words, who)
    chances = say(words, plain, groups)
    first, second = _names(text, words, who, chances)
    names = first, second
    plainness = _plainness(words, likely, first), _plainness(words, likely, second)
    spots = [at for at, kind in enumerate(who) if kind == _NAME]
    return HeardText(words, chances, names, plainness, len({words[at].text for at in spots}))


def _plainness(words: Sequence[TextToken], who: Floats, name: str) -> float:
    """The chance that a word of a name, or for the teller, is one."""
    if name == ME:
        return float(who[:, _ME].max())
    parts = {*re.findall(r"\w+", name.lower())}
    return max((float(who[at, _NAME]) for at, each in enumerate(words) if each.text in parts),
               default=0.0)  # fmt: skip


_ME, _NAME = WHO.index("me"), WHO.index("name")


def _names(
    text: str, words: Sequence[TextToken], who: list[int], chances: ResultChances
) -> tuple[str, str]:
    """The names of the first and the second player, as most of what names them says."""
    votes = [Counter[str](), Counter[str]()]
    for kind, spots in groupby(range(len(words)), lambda at: who[at]):
        if kind in {_NAME, _ME}:
            each = _trimmed(words, [*spots])
            name = _whole(text, words[each[0]].start, words[each[-1]].end)
            name = name.removesuffix("'s").removesuffix("’s")
            for owner, vote in enumerate(votes):
                share = float(np.mean(chances.owners[each, owner]))
                vote[ME if kind == _ME else name] += round(100 * share)
    del votes[1][ME]
    other = WHO.index("other")
    them = [float(chances.owners[at, 1]) for at, kind in enumerate(who) if kind == other]
    unnamed = UNKNOWN, THEM if max(them, default=0.0) > _LIKELY else UNKNOWN
    names = [
        max(
            (name for name in votes[owner] if votes[owner][name] > votes[1 - owner][name]),
            key=lambda name: (votes[owner][name], len(name)),
            default=unnamed[owner],
        )
        for owner in (0, 1)
    ]
    return names[0], names[1]


_BEFORE: Final = re.compile(r"[^\W\d_]*\Z")
_BEHIND: Final = re.compile(r"(?<=_)\w+|[^\W\d_]*")


def _whole(text: str, start: int, end: int) -> str:
    """A name with all of its last word, which may be cut: `dealer_bot`."""
    before, behind = _BEFORE.search(text, 0, start), _BEHIND.match(text, end)
    return (before[0] if before else "") + text[start:end] + (behind[0] if behind else "")


def _trimmed(words: Sequence[TextToken], spots: list[int]) -> list[int]:
    """The tokens of a name without small words around it."""
    large = [at for at in spots if words[at].capital]
    return spots[spots.index(large[0]) : spots.index(large[-1]) + 1] if large else spots
