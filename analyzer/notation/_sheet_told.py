"""The hands of a score sheet that are told one after another, in sentences, lines or a chat.

A text is cut into parts, at its lines and behind its sentences. Each part tells hands, of somebody
and a number each, or sums: then these have to be what the hands before it come to. Behind a word
of bonuses may stand how it was settled, which has to begin with those sums.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Final

from analyzer.notation._score_clauses import (
    CUMULATIVE,
    ME,
    NUMBERING,
    THEM,
    TOTAL,
    UNCLEAR,
    VOID,
    WORDS,
    without_brackets,
)
from analyzer.notation._sheet_hands import KINDS, Hand, Hands, SheetReading, who_is
from analyzer.notation.encoder._numbers import numbers

_LOST: Final = frozenset(WORDS["lost"])
_THEN: Final = frozenset(WORDS["then"])
_FILLERS: Final = frozenset(
    word for key in ("fillers", "won", "lost", "then", "kind", "points", "winner")
    for word in WORDS[key]
) | {"undercut", *KINDS, *NUMBERING, *TOTAL, *VOID, *numbers()}  # fmt: skip
_LABELS: Final = NUMBERING - {"", "by"} | {"after", "nach", "après"}
_TO: Final = frozenset({"to", "for", "pour", "für", "para", "per", "voor"})
_OBJECTS: Final = frozenset({"me", "her", "him", "them"})
_YOU: Final = frozenset({"you", "u", "your", "ur"})
_POSSESSIVE: Final = frozenset({"my", "his", "you", "us", "our", "mi", "el", "on", "lei", "er"})
_MOST_WAYS: Final = 8
_MOST_PARTS: Final = 200
_SHORT: Final = 6


def _pattern(name: str) -> re.Pattern[str]:
    return re.compile(WORDS["search"][name])


_TOKEN: Final = _pattern("token")
_SPEAKER: Final = _pattern("speaker")
_VERSUS: Final = _pattern("versus")
_ASIDE: Final = _pattern("apart")
_CHAIN: Final = re.compile(r"(?P<terms>\d+(?:\s*\+\s*\d+)+)(?:\s*=\s*(?P<sum>\d+))?")
_NOT: Final = re.compile(r"(?i)[^\n;.]{0,60}?\b(?P<right>\d+),? not (?:a )?(?P<wrong>\d+)\b")
_PAIR: Final = re.compile(r"\d+\s*(?:[-–:/]|\b(?:to|zu|à|a|till|tegen|против)\b)\s*\d+")
_TOTALED: Final = _pattern("totaled")
_SETTLED: Final = _pattern("settled")
_CORRECTED: Final = _pattern("corrected")
_OTHERWISE: Final = _pattern("otherwise")
_EXPLAINED: Final = _pattern("explained")
"""What somebody held, or a sum: numbers that are no points."""
_CLAIMED: Final = re.compile(r"(?i)\b(?:says?|said|claims?|thinks?|counted)\b")
_OWNED: Final = _pattern("owned")
_KEY: Final = _pattern("legend")
"""What the letters of a sheet mean."""
_ACTING: Final = _pattern("acting")
_NEAR: Final = _pattern("near")
_SENTENCES: Final = re.compile(r"(?<=[.!?])\s+(?=\D)")
_NUMBER: Final = re.compile(r"(?<!\w)\d+")
_BESIDE: Final = re.compile(r"([^\W\d_]{2,})\s+[+]?\d")
_WORD: Final = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_CARDS: Final = re.compile(
    r"(?i)(?<!\w)(?:10|[2-9tjqka])[cdhs](?!\w)|[♠♥♦♣]|\b(?:club|diamond|heart|spade)s\b"
)
_FEW: Final = 4
"""More cards are of hands, and not beside scores."""
_ROWS: Final = re.compile(r"[|\t].*\n.*[|\t]")
_NUMBERED: Final = (
    re.compile(r"(?m)^[ \t]*(\d{1,2})(?=[ \t]+[^\W\d].*\d)"),
    re.compile(r"(?<!\S)(\d{1,2})[.:)](?=\s+[^\W\d])"),
)


def told(text: str) -> Iterator[SheetReading]:
    """The hands that are told one after another, each of somebody who is named beside a number."""
    text = _CORRECTED.sub(r"\g<right>", _without_numbering(_KEY.sub("", text)))
    text = without_brackets(text)
    text = _OTHERWISE.sub(r"\g<told>\g<right>", text)
    text = _NOT.sub("", _as_corrected(text))
    speakers = Counter(hit["who"].lower() for hit in _SPEAKER.finditer(text))
    chat = frozenset(speakers if len(speakers) == 2 and _OWNED.search(text) else ())
    names = frozenset(_names(text, chat))
    if len({who_is(name) for name in names} - {"me", "them"}) == len(names) == 1:
        names |= _second(text, names)
    people = {who_is(name) for name in names}
    if _ROWS.search(text) or len(_CARDS.findall(text)) > _FEW or not (
        len(people) > 1 or people == {"me"}
    ):  # fmt: skip
        return
    parts = [part for part in _parts(text, chat) if part.tells]
    ways = _ways(parts, names) if len(parts) < _MOST_PARTS else []
    for hands in filter(None, ways):
        if not CUMULATIVE.search(text):
            yield SheetReading(hands, tuple(names))
        elif len(_sums(hands)) > 1:
            yield SheetReading(_differences(hands), tuple(names))


def _ways(parts: Sequence[_Part], names: frozenset[str]) -> list[Hands]:
    """The hands of all parts, in every way to take them.

    A part that nothing explains is left out only where the last one tells the sums of the others.
    """
    strict, loose = [Hands()], [Hands()]
    for at, part in enumerate(parts):
        if _SETTLED.search(part.line) and (
            settled := [hands for hands in strict if _are_settled(hands, parts[at:])]
        ):
            return settled
        strict = [on for hands in strict for on in part.after(hands, names)][:_MOST_WAYS]
        loose = [on for hands in loose for on in part.after(hands, names) or [hands]][:_MOST_WAYS]
    return strict or [hands for hands in loose if parts[-1].are_sums_of(hands)]


def _parts(text: str, chat: frozenset[str]) -> Iterator[_Part]:
    """The lines and sentences of a text, each with whoever says it."""
    for line in text.splitlines():
        said, owner, heard = _SPEAKER.match(line), "", line
        if said and said["who"].lower() in chat:
            owner = said["who"].lower()
            (other,) = chat - {owner}
            heard = _as_of(owner, other, line[said.end() :])
        yield from (_Part(sentence, owner) for sentence in _SENTENCES.split(heard))


def _as_of(owner: str, other: str, line: str) -> str:
    """A line of a chat with names for me, who says it, and for you."""
    whom = dict.fromkeys(ME, owner) | dict.fromkeys(_YOU, other)
    return _WORD.sub(lambda hit: whom.get(hit[0].lower(), hit[0]), line)


def _without_numbering(text: str) -> str:
    """The text with a new line in the place of the numbers 1, 2, 3, … of its hands."""
    for form in _NUMBERED:
        labels = [int(hit[1]) for hit in form.finditer(text)]
        if len(labels) > 1 and labels == [*range(1, len(labels) + 1)]:
            return form.sub("\n#", text)
    return text


def _as_corrected(text: str) -> str:
    """The text with `18 not 16` at work where 16 stands before."""
    for hit in _NOT.finditer(text):
        before, wrong, rest = text[: hit.start()].rpartition(hit["wrong"])
        text = f"{before}{hit['right'] if wrong else ''}{rest}{text[hit.start() :]}"
    return text


def _sums(hands: Hands) -> Mapping[str, int]:
    sums = Counter[str]()
    for each in hands:
        sums[each.who] += each.points
    return sums


def _are_settled(hands: Hands, parts: Sequence[_Part]) -> bool:
    """True if the rest of a text has a sum as it is, and the other so or with bonuses."""
    sums, numbers = _sums(hands).values(), {each for part in parts for each in part.all_numbers}
    return (
        len(hands) > 1
        and any(each in numbers for each in sums if each)
        and all(any(it >= each and (it - each) % 5 == 0 for it in numbers) for each in sums)
    )


@dataclass(frozen=True)
class _Part:
    """A line or a sentence, and in a chat who says it."""

    line: str
    owner: str = ""

    @property
    def all_numbers(self) -> list[int]:
        """Every number that stands in it."""
        return [int(hit[0]) for hit in _NUMBER.finditer(self.line)]

    @property
    def numbers(self) -> list[int]:
        """The numbers but those of bonuses, targets and the like."""
        return [int(hit[0]) for hit in _NUMBER.finditer(_ASIDE.sub(" ", self.line))]

    @property
    def tells(self) -> bool:
        """True of a part with numbers, and of a short one that says that nobody won."""
        claimed = _CLAIMED.search(self.line) and _EXPLAINED.search(self.line)
        settled = self.all_numbers and _SETTLED.search(self.line)
        return self.is_void or bool((self.numbers or settled) and not claimed)

    @property
    def is_void(self) -> bool:
        """True of a short part that says that nobody won."""
        words = [word.lower() for word in _WORD.findall(self.line)]
        rest = re.sub(_TOKEN, lambda hit: "" if hit["label"] else hit[0], self.line)
        return len(words) < _SHORT and bool(VOID & {*words[:2]}) and not re.search(r"\d", rest)

    def are_sums_of(self, hands: Hands) -> bool:
        """True if its numbers are what the hands of both come to."""
        sums = sorted(_sums(hands).values())
        return len(hands) > 1 and len(sums) == 2 and sorted(self.numbers) == sums

    def after(self, hands: Hands, names: frozenset[str]) -> list[Hands]:
        """The hands with those of this part, in every way to take it: with none if it sums up."""
        if self.is_void:
            return [[*hands, Hand("", "", 0)]]
        line, sums = _ASIDE.sub(" ", self.line), {*_sums(hands).values()}
        if UNCLEAR in line:
            return []
        if self.are_sums_of(hands) and (len(hands) > 2 or _PAIR.search(line)):
            return [hands]
        firsts = {int(hit["terms"].split("+")[0]) for hit in _CHAIN.finditer(self.line)}
        if firsts & sums or (hands and _TOTALED.search(line)):
            return [hands] if (firsts or {*self.numbers}) <= sums else []
        line, pair, rest = _before_pair(line)
        line = _CHAIN.sub(_worked_out, line)
        hear = _explained if _EXPLAINED.search(line) else _heard
        heard = hear(line, names, self.owner)
        ways = [] if heard is None else [hands + heard]
        if pair:
            return [
                way for way in ways if _Part(pair).are_sums_of(way) and not _NUMBER.search(rest)
            ]
        return [*ways, hands] if self.are_sums_of(hands) else ways


def _before_pair(line: str) -> tuple[str, str, str]:
    """A line before a pair of numbers, the pair, and the rest."""
    pair = _PAIR.search(line)
    return (line, "", "") if pair is None else (
        line[: pair.start()], pair[0], line[pair.end() :])  # fmt: skip


def _worked_out(chain: re.Match[str]) -> str:
    """A sum with what it comes to in its place; a wrong one is left as it is."""
    value = sum(map(int, chain["terms"].split("+")))
    return str(value) if chain["sum"] in {None, str(value)} else chain[0]


def _explained(line: str, names: frozenset[str], owner: str) -> Hands | None:
    """The hand of a line that also says what both held: `I knock with 3, she has 28, so 25`."""
    tokens = list(_TOKEN.finditer(line))
    numbers = [at for at, each in enumerate(tokens) if each["number"]]
    words = [each[0].lower() for each in tokens]
    kind = next((KINDS[word] for word in words if word in KINDS), "")
    won = {at: _won_by(tokens, at, names) for at in numbers}
    if [*filter(None, won.values())][1:] or not numbers:
        return None
    last = numbers[-1]
    who, held = won[last], [int(words[at]) for at in numbers[:-1]]
    met = [word for word in words[:last] if word in names and word not in _OBJECTS] or [owner]
    counted = len(held) == 2 and abs(held[0] - held[1]) == int(words[last])
    if not who and counted and held[0] < held[1] and kind != "undercut":
        who = met[0]
    return [Hand(who_is(who), kind, int(words[last]))] if who else None


def _differences(totals: Hands) -> Hands:
    """The hands of running totals that are told of whoever won."""
    before, hands = Counter[str](), Hands()
    for each in totals:
        hands.append(each._replace(points=each.points - before[each.who]))
        before[each.who] = each.points
    return hands


# ---- who plays


def _names(text: str, chat: frozenset[str]) -> Iterator[str]:
    """The words of players: those that stand beside numbers again and again, me and them."""
    near = Counter[str]()
    for hit in _NEAR.finditer(text):
        near[(hit[1] or hit[2]).lower()] += 1
    near.update(each.lower() for each in _ACTING.findall(text) for _ in "ab")
    versus = {each.lower() for hit in _VERSUS.finditer(text) for each in hit.groups()}
    for word, count in near.items():
        if word in ME | THEM or (
            (word not in _FILLERS or len(word) == 1)
            and (word in versus or (count > 1 and _is_name(text, word)))
        ):
            yield word
    yield from chat
    yield from {word.lower() for word in re.findall(r"[^\W\d_]+(?:'[^\W\d_]+)?", text)} & (
        ME | THEM
    ) - _POSSESSIVE


def _second(text: str, names: frozenset[str]) -> set[str]:
    """The one other word that may be a name, where only one player is named again and again."""
    for form in (_BESIDE, _NEAR):
        words = {hit[1].lower() for hit in form.finditer(text) if hit[1]} - names - _FILLERS
        words = {word for word in words if _is_name(text, word)}
        if len(words) == 1:
            return words
    return set()


def _is_name(text: str, word: str) -> bool:
    """True of a word that is written large wherever it stands, or nothing is."""
    return re.search(rf"(?<!\w){word}(?!\w)", text) is None or text == text.lower()


# ---- the hands of a part


def _heard(line: str, names: frozenset[str], owner: str) -> Hands | None:
    """The hands of a line; None where a number is nobody's, or somebody's points are not told."""
    hands, subject, kind, fresh, owes, blocked = Hands(), "", "", True, False, False
    lost = closed = False
    tokens = list(_TOKEN.finditer(line))
    words = [each[0].lower() for each in tokens]
    for at, hit in enumerate(tokens):
        word, beyond = words[at], words[at + 1 : at + 2]
        if hit["label"] or (hit["number"] and at and words[at - 1] in _LABELS):
            continue
        if hit["number"]:
            who = _won_by(tokens, at, names) or subject or owner or _behind(tokens, at, names)
            who = _other(who, names) if lost else who
            if not who or blocked:
                return None
            hands.append(Hand(who_is(who), kind, int(word)))
            kind, fresh, owes, lost, closed = "", True, False, False, True
        elif hit["stop"]:
            kind, fresh, owes, lost = "", True, False, False
        elif word in KINDS and not (kind == "undercut" and word == "knock"):
            if closed and not _comes_to_number(tokens, at):
                hands[-1] = hands[-1]._replace(kind=hands[-1].kind or KINDS[word])
            else:
                kind, owes = KINDS[word], bool(subject) and KINDS[word] != "knock"
        elif word in _LOST and words[at - 1 : at] != ["bonus"]:
            lost = True
        elif word in names and (not subject or fresh) and not _is_winner(tokens, at):
            if word in _OBJECTS and not (owner or "".join(beyond).isdigit()):
                blocked = blocked or not subject  # `Tom beat me by 12`
                continue
            if owes and word != subject:
                return None
            kind = "" if subject not in {"", word} else kind
            subject, fresh, closed = word, False, False
        fresh = fresh or word == "," or word in _THEN
    return hands


def _is_winner(tokens: Sequence[re.Match[str]], at: int) -> bool:
    """True of a name behind a number and `for`."""
    before = tokens[max(0, at - 2) : at]
    return len(before) > 1 and bool(before[0]["number"]) and before[1][0].lower() in _TO


def _comes_to_number(tokens: Sequence[re.Match[str]], at: int) -> bool:
    """True if a number stands behind a word, with no comma or bracket between."""
    rest = takewhile(lambda each: not (each["stop"] or each[0] in ",()"), tokens[at + 1 :])
    return any(each["number"] for each in rest)


def _other(who: str, names: frozenset[str]) -> str:
    """Whoever plays with somebody; nobody where that is not clear."""
    people = {who_is(name) for name in names}
    people = {"me", "them"} if people <= {"me", "them"} else people
    people -= {"them"} if "me" in people and len(people) > 2 else set()
    others = people - {who_is(who)} if who else set()
    return next(iter(others)) if len(others) == 1 else ""


def _won_by(tokens: Sequence[re.Match[str]], at: int, names: frozenset[str]) -> str:
    """Whoever stands behind `to` or `for` behind a number."""
    after = [each[0].lower() for each in tokens[at + 1 : at + 4]]
    return next((each for each in after[1:] if each in names), "") if {*after[:1]} & _TO else ""


def _behind(tokens: Sequence[re.Match[str]], at: int, names: frozenset[str]) -> str:
    """Whoever stands behind a number, before the next one."""
    rest = takewhile(lambda each: not each["number"], tokens[at + 1 :])
    return next((each[0].lower() for each in rest if each[0].lower() in names), "")
