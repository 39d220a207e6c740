"""Hands of a score sheet that are told, clause by clause: who won, how, and how many points.

A number goes to whoever is named before it in its clause, else to whoever stands behind `for`; a
number that nobody has, and that is no label, target, bonus or total, makes the sheet unclear, so
that nothing is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final

from analyzer.errors import InputError
from analyzer.resources import texts_beside

WORDS: Final[Mapping[str, Any]] = texts_beside(__file__, "scoresheets.toml")
ME: Final = frozenset(WORDS["me"])
THEM: Final = frozenset(WORDS["them"])
VOID: Final = frozenset(WORDS["void"])
NUMBERING: Final = frozenset(WORDS["numbering"])
TOTAL: Final = frozenset(WORDS["total"])


def pattern(name: str) -> re.Pattern[str]:
    """A pattern of the file of words."""
    return re.compile(WORDS["patterns"][name], re.IGNORECASE | re.MULTILINE)


_KIND_OF: Final = {word: kind for kind in ("gin", "undercut", "knock") for word in WORDS[kind]}
_VERBS: Final = frozenset(WORDS["won"])
_FILLERS: Final = frozenset(WORDS["fillers"]) | _VERBS | NUMBERING | TOTAL | VOID | {*_KIND_OF}
_TOKEN: Final = re.compile(
    r"(?P<label>(?<!\S)#\d+[:.)]?|(?<!\S)\d{1,2}(?:st|nd|rd|th|ª|º|ère|ème|e|er|\))(?=\s))|(?P<number>\d{1,4})(?!\d)"
    r"|(?P<word>[^\W\d_]+(?:['’][^\W\d_]+)*)|(?P<ends>[\n;.!?])|(?P<sign>\S)"
)
_ONES: Final = {word: number for number, word in enumerate(WORDS["ones"])}
_TENS: Final = {word: 10 * number for number, word in enumerate(WORDS["tens"], start=2)}
_NUMBER_WORDS: Final = re.compile(
    rf"\b(?:(?P<tens>{'|'.join(_TENS)})(?:[ -](?P<unit>{'|'.join(list(_ONES)[1:10])}))?"
    rf"|(?P<one>{'|'.join(word for word in _ONES if word != 'one')}))\b", re.I,
)  # fmt: skip
_PLUS: Final = pattern("plus")
TARGET: Final = pattern("target")
BONUS: Final = pattern("bonus")
_NOT: Final = pattern("not")
_SPEAKER: Final = re.compile(r"^\s*(?P<who>[^\W\d]\w{0,15})\s*:\s*(?=.*[^\W\d])", re.M)
_TO: Final = frozenset({"for", "to", "für", "pour", "para", "per", "voor"})
_MOST: Final = 400
"""More points than a hand brings."""
_SORRY: Final = frozenset({"no", "sorry", "wait", "oops", "actually"})
_THEN: Final = frozenset(WORDS["then"])
_SAYS: Final = frozenset({"says", "said", "say", "claims", "thinks", "counted"})
_OWNED: Final = frozenset({"that", "was", "were", "it's", "its", "is"})
_CUMULATIVE: Final = pattern("cumulative")
_BRACKETS: Final = pattern("brackets")


def _told_in_brackets(found: re.Match[str]) -> str:
    """The points without a bracket that says them again; unclear where it says others."""
    numbers = re.findall(r"\d+", found["inside"])
    again = {*numbers} == {found["before"]} or re.search(
        r"knock|deadwood|dw\b|down", found["inside"]
    )
    words = re.sub(r"\d+", "", found["inside"])
    return f"{found['before']}{found['words']} {words}" if again else "\ufffd"


_KNOCK_AND_COUNT: Final = pattern("knock_and_count")
"""What both held, which is more than points."""


def in_digits(text: str) -> str:
    """The text with its numbers in digits, and sums that are told with what they come to.

    >>> in_digits("thirty one plus the twenty so fifty one, nine for Ann")
    '51, 9 for Ann'
    """
    text = _NUMBER_WORDS.sub(_number, text)
    return _PLUS.sub(_sum, text)


def _number(found: re.Match[str]) -> str:
    if found["one"]:
        return str(_ONES[found["one"].lower()])
    return str(_TENS[found["tens"].lower()] + _ONES.get((found["unit"] or "").lower(), 0))


def _sum(found: re.Match[str]) -> str:
    one, two = int(found["one"] or found["first"]), int(found["two"] or found["second"])
    if found["sum"] and one + two != int(found["sum"]):
        raise InputError(
            f"`{found[0]}` is not right", where="hands", hint=f"{one + two} is what it comes to"
        )
    return f"{found['word'] or found['words'] or ''} {one + two}".strip()


@dataclass(slots=True)
class _Told:
    """A hand as it was told."""

    who: str | None
    points: int
    kind: str = ""

    @property
    def is_void(self) -> bool:
        """True if nobody scored."""
        return self.kind == "void"


@dataclass(slots=True)
class _Clauses:
    """The state of reading a sheet clause by clause."""

    names: Sequence[str]
    """Whoever may have won, besides me and them."""
    hands: list[_Told] = field(default_factory=list)
    who: str | None = None
    kind: str = ""
    fresh: bool = True
    """True if whoever is named next is the winner of the next number."""
    total: bool = False
    totals: dict[str, int] = field(default_factory=dict)
    sorry: bool = False
    corrected: int | None = None
    here: int = 0
    """The number of hands before this clause."""
    muted: bool = False
    """True where somebody says what is no hand: `he says I have 40`."""
    unclear: bool = False
    """True once somebody is said to have won, and not how much: `Bob gin, Ann 12`."""

    def begin(self) -> None:
        """Begin a clause."""
        self.who, self.kind, self.fresh, self.total, self.sorry = None, "", True, False, False
        self.here, self.muted = len(self.hands), False

    def name(self, who: str, before: str) -> None:
        """Note whoever is named; behind a number and `for` the number is theirs."""
        last = self.hands[-1] if len(self.hands) > self.here else None
        self.unclear = self.unclear or bool(self.fresh and self.kind and self.who)
        if self.sorry and self.hands and before in _OWNED:
            self.hands[-1].who, self.corrected = who, self.hands[-1].points
            self.sorry = False
        elif last is not None and last.who is None and before in _TO | {""}:
            last.who = who
        elif self.fresh or self.who is None:
            self.who, self.fresh = who, False

    def number(self, points: int) -> None:
        """Note a number: the points of a hand, of a total, or those that were said before."""
        if self.muted:
            return
        if self.corrected == points:
            self.corrected = None  # it is said again
        elif self.total and self.who is not None:
            self.totals[self.who] = points
        elif not self.total:
            self.hands.append(_Told(self.who, points, self.kind))
            self.kind, self.fresh = "", True


def told_hands(text: str, names: Sequence[str]) -> list[_Told] | None:
    """The hands that are told; None where a number or a name is not explained.

    Raises InputError where a total is not what the hands come to.

    >>> [(hand.who, hand.points) for hand in told_hands("gin with Lou\\nme 8\\nlou 40", ())]
    [('me', 8), ('lou', 40)]
    """
    said = text = _BRACKETS.sub(_told_in_brackets, _REMARK.sub(_kind_alone, text))
    cumulative = _CUMULATIVE.search(text)
    if "\ufffd" in text or (cumulative and "\n" not in text.strip()):
        return None
    speakers = {found["who"].lower() for found in _SPEAKER.finditer(text)} - ME - _FILLERS
    text, fixes = _without_rules(turned := _from_one_view(text))
    text = _explained(_ASIDE.sub(" ", _AFTER.sub("", text)))
    if _KNOCK_AND_COUNT.search(text):
        return None
    tokens = list(_TOKEN.finditer(text))
    known = [*names, *(speakers if turned != said else _names_in(tokens))]
    state = _Clauses([name.lower() for name in dict.fromkeys(known)])
    if not _hear_all(state, tokens, _bare_labels(text)):
        return None
    hands = _fixed(state.hands, fixes)
    if cumulative and not _take_apart(hands):
        return None
    hands = [hand for hand in hands if hand.points or hand.is_void]
    if (
        state.unclear
        or not hands
        or max(hand.points for hand in hands) > _MOST
        or any(hand.who is None and not hand.is_void for hand in hands)
    ):
        return None
    _check_totals(state, hands)
    return hands


def _kind_alone(found: re.Match[str]) -> str:
    """The kind of end that a bracket without numbers says."""
    return " ".join(word for word in re.findall(r"\w+", found[0].lower()) if word in _KIND_OF)


def _take_apart(hands: Sequence[_Told]) -> bool:
    """Turn the running totals of two into hands; False where one falls."""
    before: dict[str | None, int] = {}
    for hand in hands:
        total, hand.points = hand.points, hand.points - before.get(hand.who, 0)
        before[hand.who] = total
    return len(before) > 1 and all(hand.points >= 0 for hand in hands)


_REMARK: Final = re.compile(r"\([^()\d]*\)")
_AFTER: Final = pattern("after")
_ASIDE: Final = pattern("aside")
"""Numbers that are no points: how many hands there were, and cards."""
FOR: Final = re.compile(r"(?P<points>\d{1,4})\s+(?:points?\s+)?(?:for|to)\s+(?P<who>\w+)", re.I)
_HELD: Final = re.compile(
    r"\b(?:had|has|have|held|holding|stuck|caught|in (?:my|his|her) hand)\b\D{0,12}\d", re.I
)


def _explained(text: str) -> str:
    """The text with `52 for me` alone of a sentence that also says how it came to that."""
    parts = re.split(r"(?<=[.;\n])", text)
    for at, part in enumerate(parts):
        found = list(FOR.finditer(part))
        who = found[0]["who"] if len(found) == 1 else ""
        if (who[:1].isupper() or who.lower() in ME | THEM) and _HELD.search(part):
            words = (word.lower() for word in re.findall(r"\w+", part))
            kind = next((_KIND_OF[word] for word in words if word in _KIND_OF), "")
            parts[at] = f"{found[0]['who']} {kind} {found[0]['points']}{part[-1]}"
    return "".join(parts)


def _hear_all(state: _Clauses, tokens: Sequence[re.Match[str]], labels: set[int]) -> bool:
    """Note everything in order; False where a number is for something else: `25 for dinner`."""
    known, word = ME | THEM | _FILLERS | {*state.names}, ""
    for at, found in enumerate(tokens):
        here = found[0].lower().replace("’", "'")
        behind = [each[0].lower() for each in tokens[at + 1 : at + 3]]
        labels_hand = word in NUMBERING - {"", *state.names} and not _ORDINALS & {
            each[0].lower() for each in tokens[max(0, at - 2) : at]
        }
        label = found["label"] or found.start() in labels or (found["number"] and labels_hand)
        if found["ends"] or label:
            state.begin()
        elif found["number"]:
            if behind[:1] == ["for"] and not {*behind[1:]} <= known:
                return False
            state.number(int(here))
        elif found["word"]:
            _hear(state, here, word, tokens[at + 1 : at + 2])
        state.fresh = state.fresh or here == ","
        if found["word"]:
            word = here
        elif found["number"] or found["ends"]:
            word = ""
    return True


_ORDINALS: Final = frozenset({
    "first", "second", "third", "fourth", "fifth", "last", "next", "my", "his", "her",
})  # fmt: skip
"""Words before `hand` where its number is none."""


def _hear(state: _Clauses, word: str, before: str, behind: Sequence[re.Match[str]]) -> None:
    """Note a word: whoever won, how, that nobody did, or that a total follows."""
    who = word if word in state.names else "me" if word in ME else "them" if word in THEM else None
    if word in _THEN:
        state.begin()
    elif who is not None:
        state.name(who, before)
    elif word in _SORRY and state.hands:
        state.sorry = True
    elif word in _KIND_OF:
        kind = "big gin" if word == "gin" and before == "big" else _KIND_OF[word]
        last = state.hands[-1] if len(state.hands) > state.here else None
        goes_on = bool(behind and behind[0]["word"])
        if state.fresh and last is not None and not last.kind and not goes_on:
            last.kind = kind  # `me 43 gin`
        else:
            state.kind = kind
    elif word in _SAYS:
        state.muted = True
    elif word in TOTAL:
        state.total = True
    elif word in VOID and len(state.hands) == state.here and state.who is None:
        state.hands.append(_Told(None, 0, "void"))


def _names_in(tokens: Sequence[re.Match[str]]) -> Iterator[str]:
    """The words that stand where a name does: before a number or a verb, or behind `for`."""
    for at, (one, two) in enumerate(pairwise([*tokens, *tokens[-1:]])):
        word = one[0].lower().replace("’", "'")
        initial = len(word) == 1 and one[0].isupper() and two["number"]
        if not one["word"] or (word in _FILLERS | ME | THEM and not initial):
            continue
        first = at == 0 or not tokens[at - 1]["word"] or tokens[at - 1][0].lower() in _FILLERS
        here = two[0].lower()
        if (first and (two["number"] or here == ":" or here in _VERBS or here in _KIND_OF)) or (
            at > 1
            and one[0][0].isupper()
            and tokens[at - 1][0].lower() in {"for", "to"}
            and tokens[at - 2]["number"]
        ):
            yield word


def _bare_labels(text: str) -> set[int]:
    """The places of 1, 2, 3, … at the beginning of lines, which number the hands."""
    found = list(re.finditer(r"^[ \t]*(?P<n>\d{1,2})(?=\s+\S|[.):-]\s*\S)", text, re.M))
    numbered = [int(match["n"]) for match in found] == list(range(1, len(found) + 1))
    return {match.start("n") for match in found} if numbered and len(found) > 1 else set()


def _without_rules(text: str) -> tuple[str, list[tuple[int, int]]]:
    """The text without its target and bonuses, and the numbers that it corrects."""
    fixes = [
        (int(found["wrong"] or found["wrong2"]), int(found["right"] or found["right2"]))
        for found in _NOT.finditer(text)
    ]
    return BONUS.sub("", TARGET.sub("", _NOT.sub("", text))), fixes


def _from_one_view(text: str) -> str:
    """A chat of two as one of them would tell it: in the other's lines `u` is me."""
    speakers = [found["who"].lower() for found in _SPEAKER.finditer(text)]
    others = {*speakers} - ME
    if len({*speakers}) != 2 or not {*speakers} & ME or len(others) != 1 or len(speakers) < 3:
        return text
    (other,) = others
    turned = {"u": "me", "you": "me", "ur": "my", "your": "my"}
    turned |= dict.fromkeys(("me", "i", "my", "mine"), other)
    lines = []
    for line in text.splitlines():
        found = _SPEAKER.match(line)
        said = line[found.end() :] if found else line
        if found and found["who"].lower() == other:
            said = re.sub(r"[^\W\d_]+", lambda word: turned.get(word[0].lower(), word[0]), said)
        elif found:
            said = re.sub(r"\b(?:u|you)\b", other, said, flags=re.I)
        lines.append(said)
    return "\n".join(lines)


def _fixed(hands: list[_Told], fixes: Sequence[tuple[int, int]]) -> list[_Told]:
    """The hands with wrong points corrected, and without a correction that is said again."""
    for wrong, right in fixes:
        hand = next((each for each in hands if each.points == wrong), None)
        if hand is not None:
            hand.points = right
            hands = [each for each in hands if each.who is not None or each.points != right]
    return hands


def _check_totals(state: _Clauses, hands: Sequence[_Told]) -> None:
    for who, said in state.totals.items():
        total = sum(hand.points for hand in hands if hand.who == who)
        if total != said:
            raise InputError(
                f"the hands of `{who}` add up to {total}, not to {said}", where="the total",
                hint="correct a hand or the total",
            )  # fmt: skip
