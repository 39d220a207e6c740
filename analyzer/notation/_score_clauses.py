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
from math import prod
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
_FILLERS: Final = (
    frozenset(WORDS["fillers"])
    | frozenset(WORDS["lost"])
    | _VERBS
    | NUMBERING
    | TOTAL
    | VOID
    | {*_KIND_OF}
)
_TOKEN: Final = re.compile(
    r"(?P<label>(?<!\S)#\d+[:.)]?|(?<!\S)\d{1,2}(?:st|nd|rd|th|ª|º|ère|ème|e|er|\))(?=\s))|(?P<number>\d{1,4})(?!\d)"
    r"|(?P<word>[^\W\d_]+(?:['’][^\W\d_]+)*)|(?P<ends>[\n;.!?]|(?<=\s)/(?=\s))|(?P<sign>\S)"
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
_LOST: Final = frozenset(WORDS["lost"])
_SAYS: Final = frozenset({"says", "said", "say", "claims", "thinks", "counted"})
_OWNED: Final = frozenset({"that", "was", "were", "it's", "its", "is"})
CUMULATIVE: Final = pattern("cumulative")
_BRACKETS: Final = pattern("brackets")


def _told_in_brackets(found: re.Match[str]) -> str:
    """The points without a bracket that says them again; unclear where it says others."""
    numbers, inside = re.findall(r"\d+", found["inside"]), found["inside"].lower()
    again = {*numbers} == {found["before"]} or re.search(r"knock|deadwood|dw\b|down", inside)
    kinds = [word for word in re.findall(r"\w+", inside) if word in _KIND_OF]
    return f"{found['before']}{found['words']} {' '.join(kinds[-1:])}" if again else "\ufffd"


_KNOCK_AND_COUNT: Final = pattern("knock_and_count")
"""What both held, which is more than points."""


KINDS: Final = ("big gin", "gin", "undercut", "knock")
LETTERS: Final = {"g": "gin ", "u": "undercut ", "k": "knock ", "b": "big gin "}
_SUM: Final = re.compile(r"\d{1,4}(?:\s*[+x×*]\s*\d{1,4})+(?:\s*=\s*(?P<said>\d{1,4}))?")
_SIGN: Final = pattern("sign")
_HOLDINGS: Final = pattern("held")
_LIST: Final = pattern("list")
YOU: Final = re.compile(r"^\s*you\b", re.I | re.M)
ME_ROW: Final = re.compile(r"^\s*(?:me|i)\b", re.I | re.M)
_THREE: Final = re.compile(r"^\D*\d+ *\+ *\d+ *\+ *\d", re.M)
_ON: Final = pattern("on")
_ARROW: Final = pattern("arrow")
_INITIAL: Final = pattern("initial")
_LEGEND: Final = re.compile(r"\b(\w)\s*=\s*(\w+)")
_STAMP: Final = pattern("stamp")
ASIDE: Final = re.compile(r"\([^()]*\)|\*\*")


def prepared(text: str) -> str:
    """A sheet with sums worked out, numbers in digits, and hands by initials or arrows told."""
    text = _SIGN.sub(r"\1", _HOLDINGS.sub("", _STAMP.sub("", text))).replace("\r\n", "\n")
    text = YOU.sub("them", text) if ME_ROW.search(text) else text
    text = _LIST.sub(_each_apart, text) if _THREE.search(text) else text
    text = _SUM.sub(_summed, in_digits(_ON.sub("", text)))
    text = _initials_apart(text)
    if len(_ARROW.findall(text)) == len(re.findall(r"^.*\d.*$", text, re.M)) > 1:
        text = _ARROW.sub(_result_alone, text)
    return text


def _result_alone(found: re.Match[str]) -> str:
    """`I knock with 8, she has 5, undercut -> 28 her` as `undercut 28 her`."""
    kind = next((each for each in KINDS[1:3] if each in found["head"].lower()), "")
    result = re.sub(r"^(\d+)\s+(?:for |to )?(\w+)\W*$", r"\2 \1", found["result"])
    return f"{result} {kind}".strip()


def _initials_apart(text: str) -> str:
    """Hands by initials, `m12 d20 m38g (m=me)`, told; a text with other numbers as it is."""
    found, legend = list(_INITIAL.finditer(text)), dict(_LEGEND.findall(text.lower()))
    if len(found) < 2 or re.search(r"\d", ASIDE.sub("", _INITIAL.sub("", text))):
        return text
    hands = ((legend.get(who.lower(), who.upper()), much, how) for who, much, how in
             (hand.groups() for hand in found))  # fmt: skip
    return ", ".join(
        f"{who} {LETTERS.get((how or '')[:1].lower(), '')}{much}" for who, much, how in hands
    )


def _each_apart(found: re.Match[str]) -> str:
    """`me: 12 + 8 + 30 = 50` as three hands; raises InputError where that is wrong."""
    _summed(found)
    points = re.findall(r"\d+", found[0].split("=")[0])
    return ", ".join(f"{found['who']} {each}" for each in points)


def _summed(found: re.Match[str]) -> str:
    """A sum or a product with its value in its place; raises InputError for a wrong one."""
    value = 0
    for term in found[0].split("=")[0].split("+"):
        value += prod(map(int, re.findall(r"\d+", term)))
    if found["said"] is not None and int(found["said"]) != value:
        raise InputError(
            f"`{found[0]}` is not right", where="hands", hint=f"{value} is what it comes to"
        )
    return str(value)


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
    lost: bool = False
    """True if whoever is named has lost the points that follow."""
    unclear: bool = False
    """True once somebody is said to have won, and not how much: `Bob gin, Ann 12`."""

    def begin(self) -> None:
        """Begin a clause."""
        self.who, self.kind, self.fresh, self.total, self.sorry = None, "", True, False, False
        self.here, self.muted, self.lost = len(self.hands), False, False

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
            self.totals[self.who], self.fresh = points, True
        elif not self.total:
            self.hands.append(_Told(self.other if self.lost else self.who, points, self.kind))
            self.kind, self.fresh, self.lost = "", True, False

    @property
    def other(self) -> str | None:
        """Whoever plays with the one who is named; None where that is not clear."""
        others = [name for name in self.names if name not in {self.who, *ME, *THEM}]
        if self.who in {"me", "them"}:
            return "them" if self.who == "me" else "me"
        return others[0] if len(others) == 1 else None


def told_hands(text: str, names: Sequence[str]) -> list[_Told] | None:
    """The hands that are told; None where a number or a name is not explained.

    Raises InputError where a total is not what the hands come to.

    >>> [(hand.who, hand.points) for hand in told_hands("gin with Lou\\nme 8\\nlou 40", ())]
    [('me', 8), ('lou', 40)]
    """
    said = text = _BRACKETS.sub(_told_in_brackets, _REMARK.sub(_kind_alone, text))
    cumulative = CUMULATIVE.search(text)
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
FOR: Final = pattern("for")
_GETS: Final = pattern("gets")
_HELD: Final = re.compile(
    r"\b(?:had|has|have|held|holding|stuck|caught|in (?:my|his|her) hand)\b\D{0,12}\d", re.I
)


def _explained(text: str) -> str:
    """The text with `52 for me` alone of a sentence that also says how it came to that."""
    parts = re.split(r"(?<=[.;\n])", _GETS.sub(r"\g<points> for \g<who>", text))
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
        labels_hand = labels_hand and bool(at and tokens[at - 1]["word"])
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
    if word in _THEN and before not in {"the", "very"}:
        state.begin()
    elif word in _LOST:
        state.lost = True
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
        initial = initial and [each[0] for each in tokens[at + 2 : at + 3]] not in ([":"], [")"])
        if not one["word"] or "'" in word or (word in _FILLERS | ME | THEM and not initial):
            continue
        first = at == 0 or not tokens[at - 1]["word"] or tokens[at - 1][0].lower() in _FILLERS
        here = two[0].lower()
        acts = two["number"] or here == ":" or here in _VERBS or here in _KIND_OF
        listed = one[0][0].isupper() and (here == "the" or (at and tokens[at - 1]["number"]))
        to = at > 1 and tokens[at - 1][0].lower() in _TO and tokens[at - 2]["number"]
        if (first and (acts or listed)) or (to and one[0][0].isupper()):
            yield word


def _bare_labels(text: str) -> set[int]:
    """The places of 1, 2, 3, …, which number the hands, in lines or with a sign."""
    for form in _NUMBERED:
        found = list(form.finditer(text))
        if len(found) > 1 and [int(each["n"]) for each in found] == [*range(1, len(found) + 1)]:
            return {each.start("n") for each in found}
    return set()


_NUMBERED: Final = (
    re.compile(r"^[ \t]*(?P<n>\d{1,2})(?=\s+\S|[.):-]\s*\S)", re.M),
    re.compile(r"(?<!\S)(?P<n>\d{1,2})(?=[.):]\s+[^\W\d])"),
)


def _without_rules(text: str) -> tuple[str, list[tuple[int, int]]]:
    """The text without its target and bonuses, and the numbers that it corrects."""
    fixes = [
        (int(found["wrong"] or found["wrong2"]), int(found["right"] or found["right2"]))
        for found in _NOT.finditer(text)
    ]
    return BONUS.sub(_rule, TARGET.sub("", _NOT.sub("", text))), fixes


def _rule(found: re.Match[str]) -> str:
    """Nothing in the place of a rule; but `Bo got 30 for gin` tells a hand."""
    before = re.split(r"[.;\n,(]", found.string[: found.start()])[-1]
    told = re.search(r"\b(?:got|gets|won|wins|scored|took|takes|has|had)\s*$", before)
    return found[0] if told else ""


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
