"""A text as ranks, suits, counts and what joins them, in clauses of which each says one thing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from analyzer.notation._tokens import is_slip
from analyzer.notation.encoder.tokens import WORDS as CARDS
from analyzer.notation.sentences._vocabulary import known_words
from analyzer.resources import texts_beside

WORDS: Final[Mapping[str, Any]] = texts_beside(__file__, "search.toml")
_RANK_OF: Final = {word: at for at, each in enumerate(CARDS["ranks"].values()) for word in each}
_SUIT_OF: Final = {word: at for at, each in enumerate(CARDS["suits"].values()) for word in each}
_LETTERS: Final = {
    **{str(pip): pip - 1 for pip in range(2, 11)}, "A": 0, "T": 9, "J": 10, "Q": 11, "K": 12,
}  # fmt: skip
_COUNTS: Final[Mapping[str, int]] = WORDS["counts"]
_ROLES: Final = ("gone", "took", "drawn", "thrown", "top", "hand", "asking")
_CUE: Final = re.compile(
    r"(?<![^\W_])(?:"
    + "|".join(
        f"(?P<{role}>{'|'.join(sorted(map(re.escape, WORDS[role]), key=len, reverse=True))})"
        for role in _ROLES
    )
    + r")(?![^\W_])", re.I,
)  # fmt: skip
_SET: Final = {key: frozenset(WORDS[key]) for key in ("me", "them", "except", "none", "through")}
_JOINING: Final = frozenset(WORDS["joining"])
_SLIPS: Final = frozenset(WORDS["slips"]["words"])
_LONG_SUITS: Final = "|".join(word for word in _SUIT_OF if len(word) > 2)


def pattern(name: str) -> re.Pattern[str]:
    """A pattern of the file of words; `SUITS` in it stands for the names of suits."""
    return re.compile(WORDS["patterns"][name].replace("SUITS", _LONG_SUITS), re.I)


_TOKEN: Final = pattern("token")
_AMONG: Final = pattern("among")
_COUNTED: Final = pattern("counted")
_ARTICLE: Final = pattern("article")
_SPLIT: Final = pattern("split")
_PLAIN: Final = {re.compile(rf"\b(?:{each})\b", re.I): to for each, to in WORDS["plain"].items()}
_SIGNS: Final = str.maketrans({"🔟": "10 ", "🅰": "A ", "\ufe0f": "", "\u20e3": ""})
_GLUED: Final = pattern("glued_cards")
_TIMES: Final = {2: "two", 3: "three", 4: "four"}
_RANK: Final = re.compile(r"10|[2-9TJQKA]", re.I)
_PAIR: Final = re.compile(r"(?:10|[2-9TJQKA])[cdhs♣♦♥♠]", re.I)
_HELD: Final = re.compile(r"(?i)\b(?:hand|cards)\s*$")
_CARD: Final = re.compile(r"(?i)\s+(?:10|[2-9TJQKA])[cdhs]\b")
_LINE: Final = 1.5
"""The gap of a line's end."""
_REACH: Final = 3
"""So many words behind `I` a verb is mine."""
_WITHIN: Final = {
    "gone": ("hand", "thrown"), "took": ("hand", "thrown", "top", "gone"),
}  # fmt: skip
"""The cues that only go on with another: `he took off the pile …`."""
_BACKWARD: Final = frozenset({"took", "thrown"})


@dataclass(frozen=True, slots=True)
class Atom:
    """A rank, a suit, or a word that joins them."""

    kind: str
    """`R` (a rank), `S` (a suit), `N` (a count), `X` (except), `O` (none), `T` (through), `L` (a
    color), `:`."""
    value: int = 0
    plural: bool = False
    gap: float = 0.0
    """The price of going on from the atom before."""
    drop: float = 4.0
    """The price of leaving it out."""
    comma: bool = False
    tied: bool = False
    """True of the second half of a card in letters."""


@dataclass(slots=True)
class Clause:
    """The atoms that one cue, or none, says something of."""

    role: str = ""
    theirs: bool | None = None
    atoms: list[Atom] = field(default_factory=list)
    sentence: int = 0


def clauses(text: str, *, slips: bool) -> Iterator[Clause]:
    """The clauses of a text; with `slips` words that are like ranks and suits are taken for them.

    >>> [(each.role, len(each.atoms)) for each in clauses("I hold 7h 8h. He threw 9c", slips=False)]
    [('hand', 4), ('', 0), ('thrown', 2)]
    """
    text = _GLUED.sub(_apart, text.translate(_SIGNS))
    for phrase, plain in _PLAIN.items():
        text = phrase.sub(plain, text)
    yield from _Listener(_SPLIT.sub(r"\1 \2", text), slips).clauses()


def _apart(hit: re.Match[str]) -> str:
    """`♣A23`, `KQJh` and `AcAdAh` card by card, `KK` as two kings."""
    if hit["same"]:
        return f"{_TIMES[len(hit[0])]} {CARDS['ranks'][hit['same'].upper()][1]}"
    suit, ranks = hit["first"] or hit["last"] or "", hit["ranks"] or hit["leading"] or ""
    return " ".join([rank + suit for rank in _RANK.findall(ranks)] or _PAIR.findall(hit[0]))


@dataclass(slots=True)
class _Listener:
    """The state of going through a text once."""

    text: str
    slips: bool
    now: Clause = field(default_factory=Clause)
    done: list[Clause] = field(default_factory=list)
    sentence: int = 0
    gap: float = 0.0
    of: bool = False
    comma: bool = False
    theirs: bool | None = None
    since: int = 9
    """Words since whoever acts was named."""

    def clauses(self) -> list[Clause]:
        """Return the clauses: a new one at each cue, and behind each stop that ends a cue."""
        cues, until = {hit.start(): hit for hit in _CUE.finditer(self.text)}, 0
        for hit in _TOKEN.finditer(self.text):
            word, start = hit[0].lower(), hit.start()
            self.since += 1
            cue = cues.get(start) if start >= until else None
            if cue is not None:
                until = cue.end()
                if cue[0].lower().startswith(("opp", "their")):
                    self.theirs, self.since = True, 0
                self._cue(str(cue.lastgroup))
            elif start < until and not hit["glued"]:
                continue
            elif hit["stop"]:
                inside = hit["stop"] == "\n" and self.text[hit.end() : hit.end() + 1] == " "
                self._stop(hit["stop"], inside=inside)
            elif hit["glued"] and (word not in {"as", "ah"} or _is_card(self.text, hit)):
                self._add(*_pair(word, self.gap, comma=self.comma))
            else:
                self._word(hit, word)
            if word in _SET["me"] or (cue is None and word in _SET["them"]):
                self.theirs, self.since = word in _SET["them"], 0
        return [*self.done, self.now]

    def _begin(self, role: str = "", theirs: bool | None = None) -> None:
        self.done.append(self.now)
        self.now = Clause(role, theirs, [], self.sentence)
        self.gap, self.of, self.comma = 0.0, False, False

    def _add(self, *atoms: Atom) -> None:
        self.now.atoms += atoms
        self.gap, self.of, self.comma = 0.0, False, False

    def _cue(self, role: str) -> None:
        """Begin a clause at a cue, unless it only goes on with the one that is open."""
        now = self.now
        numbers = not any(each.kind == "S" for each in now.atoms) and self.gap >= _LINE
        if role == "hand" and now.role in {"", "hand"} and not numbers:
            now.role = role
        elif not now.role and self._is_backward(role):
            now.role, now.theirs = role, True  # `the king of diamonds he picked up`
            self._begin()
        elif now.atoms or role not in _WITHIN.get(now.role, ()):
            self._begin(role, self.theirs if self.since <= _REACH or self.theirs else None)
        else:
            self.gap += 0.35

    def _is_backward(self, role: str) -> bool:
        near = bool(self.theirs) and self.since < _REACH and self.gap <= 1 and role in _BACKWARD
        return near and any(each.kind == "R" for each in self.now.atoms)

    def _stop(self, stop: str, *, inside: bool) -> None:
        now = self.now
        if stop != ";" and not inside:
            self.sentence, self.theirs = self.sentence + 1, None
        plain = not stop.strip("\n;")
        waits = now.role in {"thrown", "top", "drawn"} and not now.atoms and "." not in stop
        gap = self.gap + (_LINE if plain else 2 * _LINE)
        if (not plain and not waits) or (now.role not in {"", "hand"} and now.atoms):
            self._begin()
        self.gap, self.comma = gap, True

    def _word(self, hit: re.Match[str], word: str) -> None:
        if word in {"of", "in"}:
            self.of = True
        elif (atom := _atom(hit, self.text, slips=self.slips)) is None:
            self.of, self.comma = False, self.comma or word in {",", "/", "|"}
            self.gap += _price(word)
        else:
            kind, value, plural, drop = atom
            gap = self.gap - (0.5 if self.of else 0)
            self._add(Atom(kind, value, plural, gap, drop, self.comma))


def _is_card(text: str, hit: re.Match[str]) -> bool:
    """True of `As` and `Ah` where they are cards, and no words."""
    start, end = hit.span()
    if _AMONG.search(text[max(0, start - 8) : end + 8]):
        return True
    return hit[0][0] == "A" and text[:start].rstrip(" ")[-1:] not in {"", ".", "!", "?", "\n"}


def _price(word: str) -> float:
    """The price of a word or a sign between two atoms of a group."""
    if word in _JOINING:
        return 0.0
    return 4.0 if word == "øø" else 0.5 if word.isalpha() else 0.2


def _pair(word: str, gap: float, *, comma: bool) -> tuple[Atom, Atom]:
    """The rank and the suit of a card in letters, in the order written."""
    written = re.sub(r"\s", "", word).replace("10", "t")
    suits = [_SUIT_OF.get(each, "cdhs".find(each)) for each in written]
    (at,) = (at for at, each in enumerate(suits) if each >= 0)
    rank = _LETTERS[written[1 - at].upper()]
    kinds, values = (("S", "R"), (suits[0], rank)) if at == 0 else (("R", "S"), (rank, suits[1]))
    return (
        Atom(kinds[0], values[0], False, gap, 9.0, comma),
        Atom(kinds[1], values[1], False, -0.5, 9.0, False, True),
    )


_Told = tuple[str, int, bool, float]
"""The kind of an atom, its value, whether it is a plural, and the price to leave it out."""


def _atom(hit: re.Match[str], text: str, *, slips: bool) -> _Told | None:
    """The atom that a word is; None for any other word."""
    word = hit[0].lower().replace("’", "'")
    if hit["suit"] or word in _SUIT_OF:
        plain = hit["suit"] is not None or word.endswith("s")
        return "S", _SUIT_OF[word], word.endswith("s"), 7.0 if plain else 2.5
    if word in _RANK_OF:
        many = word.endswith("s") or word == "ladies"
        return "R", _RANK_OF[word], many, 1.5 if word in _COUNTS else 3.0
    if (joint := _joint(word, hit, text)) is not None:
        return joint
    if hit["number"] or (len(word) == 1 and word.upper() in _LETTERS):
        rank = _LETTERS.get(word.upper())
        is_rank = rank is not None and _is_rank(hit, text)
        return ("R", rank or 0, False, 1.0 if word == "a" else 2.0) if is_rank else None
    return _misspelled(word) if slips else None


def _joint(word: str, hit: re.Match[str], text: str) -> _Told | None:
    """The atom of a word that joins ranks and suits."""
    if word in _SET["except"] or word in _SET["none"]:
        return "X" if word in _SET["except"] else "O", 0, False, 0.0
    if word in _SET["through"]:
        around = text[hit.start() - 1 : hit.start()] + text[hit.end() : hit.end() + 1]
        return ("T", 0, False, 0.0) if word.isalpha() or around.strip() == around else None
    if word in {"red", "black"}:
        return "L", int(word == "red"), False, 0.0
    if word == ":":
        return ":", 0, False, 0.0
    return ("N", _COUNTS[word], False, 0.0) if _COUNTS.get(word) else None


def _is_rank(hit: re.Match[str], text: str) -> bool:
    """True of a number or a letter that may be a rank: no count, no item of a list, no article."""
    start, end = hit.span()
    beyond = text[end : end + 1]
    if hit[0].isdigit():
        counted = _HELD.search(text, 0, start) and _CARD.match(text, end)
        item = beyond in {")", "."} and not text[:start].rpartition("\n")[2].strip()
        decimal = beyond in {".", ":"} and text[end + 1 : end + 2].isdigit()
        return not (item or decimal or counted or beyond == "%" or _COUNTED.match(text, end))
    if hit[0] == "a" or (hit[0] == "A" and _ARTICLE.match(text, end)):
        return False
    beside = re.match(r"\s*(?:of\s+)?([^\W\d_]+|[♣♦♥♠])", text[end:])
    return hit[0].isupper() or (beside is not None and beside[1].lower() in _SUIT_OF)


@lru_cache(maxsize=512)
def _misspelled(word: str) -> _Told | None:
    """The rank or suit that an unknown word is meant for: one letter off, or no vowel right."""
    if word in _SLIPS or word in known_words() or len(word) < 3:
        return None
    for kind, names in (("S", _SUIT_OF), ("R", _RANK_OF)):
        for name, value in names.items():
            if len(name) > 2 and name[0] == word[0] and _alike(word, name):
                return kind, value, word.endswith("s"), 2.0
    return None


def _alike(word: str, name: str) -> bool:
    bones = [re.sub(r"[aeiouy]|(.)(?=\1)", "", each) for each in (word, name)]
    return (len(bones[1]) > 2 and bones[0] == bones[1]) or (len(name) > 3 and is_slip(word, name))
