"""Texts of results in which each word is marked with what it tells.

A mark is `[[surface|role who hand]]`: `[[19|pts B 2]]` are points that the second player won in
hand 2, `[[Bob|B]]` names that player, `[[7|no]]` is a number that counts nothing. Positions, which
tell no end, are texts without marks.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from analyzer.notation.encoder.tokens import TextToken, in_digits, tokens
from analyzer.notation.languages._turn_over import fold
from analyzer.notation.outcomes._chances import ROLES
from analyzer.notation.outcomes._people import WHO, grouped
from analyzer.resources import texts_beside
from tests.workshop.encoder.positions import CASES
from tests.workshop.measure.lot import lot_of

TEXTS: Final = Path(__file__).parent / "texts" / "results"
REFUSALS: Final = TEXTS.parent / "refusals.json"
"""Texts that look like positions or ends, and are none that can be read."""
_PEOPLE: Final = frozenset(texts_beside(__file__, "words.toml")["people"].split())
_ENDED: Final = re.compile(
    r"(?i)knock|\bgin(?!\s*rummy)\b|undercut|won|klop|frapp|bati|zapuk|стук|джин"
)
_MARK: Final = re.compile(r"\[\[((?:(?!\[\[).)*?)\|([a-z]*)\s*\b(AB|A|B|)\s*(\d*)\]\]", re.S)
_OWNERS: Final = ("A", "B", "AB")
_SIGNS: Final = frozenset("+'\"*():")
_NO_HAND: Final = frozenset({"name", "no", "old", "won"})
UNKNOWN: Final = -1


@dataclass(frozen=True)
class Marked:
    """A text with what each of its tokens tells."""

    name: str
    text: str
    tokens: list[TextToken]
    roles: list[int]
    owners: list[int]
    """`UNKNOWN` of what is nobody's."""
    who: list[int]
    starts: list[int]
    """1 where a hand begins, `UNKNOWN` where none is told."""
    players: tuple[str, ...] = ()
    hands: tuple[tuple[str | None, str, int], ...] = ()
    groups: dict[int, int] = field(default_factory=dict)

    @property
    def is_game(self) -> bool:
        """True of one hand that is told."""
        return len(self.hands) == 1


def marked(name: str, case: Mapping[str, Any]) -> Marked:
    """Take a text and its marks apart; raises ValueError for a mark that is none."""
    text, spans = _without_marks(name, case["tagged"])
    told = tokens(in_digits(text))
    size = len(told)
    made = Marked(
        name, text, told, [0] * size, [UNKNOWN] * size, [0] * size, [UNKNOWN] * size,
        tuple(case["players"]), tuple((who, how, won) for who, how, won in case["hands"]),
    )  # fmt: skip
    last = 0
    for start, end, role, owner, hand in spans:
        inside = [k for k, each in enumerate(told) if each.start < end and each.end > start]
        named = [k for k in inside if told[k].text not in _SIGNS or len(inside) == 1]
        for k in named:
            made.owners[k] = _OWNERS.index(owner) if owner else UNKNOWN
            if role == "name":
                made.who[k] = _who(made, k, owner)
            elif role in ROLES:
                made.roles[k] = ROLES.index(role)
                made.starts[k] = int(hand != last and k == inside[0])
        last = last if role in _NO_HAND else hand
    made.groups.update(grouped(told, made.who))
    return _in_order(made)


def _in_order(made: Marked) -> Marked:
    """Number players as the text names them first, the teller before anybody."""
    named = (made.owners[at] for at in range(len(made.tokens)) if made.who[at] == _NAME)
    if made.players[0] == "me" or next((owner for owner in named if owner in _SWAPPED), 0) == 0:
        return made
    owners = [_SWAPPED.get(owner, owner) for owner in made.owners]
    return replace(made, owners=owners, players=made.players[::-1])


_NAME: Final = WHO.index("name")
_SWAPPED: Final = {0: 1, 1: 0}


def _without_marks(name: str, text: str) -> tuple[str, list[tuple[int, int, str, str, int]]]:
    plain, spans, at = "", [], 0
    for hit in _MARK.finditer(text):
        plain += text[at : hit.start()]
        role = hit[2] or "name"
        if role not in {*ROLES, "name", "no"}:
            raise ValueError(f"{name}: {hit[0]} has no role that is known")
        spans.append((len(plain), len(plain) + len(hit[1]), role, hit[3], int(hit[4] or 1)))
        plain, at = plain + hit[1], hit.end()
    plain += text[at:]
    if "[[" in plain and "]]" in plain and "|" in plain:
        raise ValueError(f"{name}: a mark is left")
    return plain, spans


def _who(made: Marked, at: int, owner: str) -> int:
    if made.players[0] == "me" and owner == "A":
        return WHO.index("me")
    word = fold(made.tokens[at].text)
    shouted = made.tokens[at].capital and word not in {"he", "she", "they", "his", "her"}
    by_pronoun = (word in _PEOPLE and not shouted) or owner == "AB"
    return WHO.index("other" if by_pronoun else "name")


def results(wanted: Callable[[str], bool] = lambda name: True) -> Iterator[Marked]:
    """The texts that tell ends of hands, of wanted names; the marks of the others are checked."""
    for path in sorted(TEXTS.glob("*.json")):
        for case in json.loads(path.read_text(encoding="utf-8")):
            if wanted(case["id"]):
                yield marked(case["id"], case)
            else:
                _without_marks(case["id"], case["tagged"])


def refused(wanted: Callable[[str], bool] = lambda name: True) -> list[Marked]:
    """The texts, of wanted names, that are to be refused: none of their words tells an end."""
    lots = (case for path in sorted(CASES.glob("lot_*.json")) for case in lot_of(path))
    cases = [case for case in lots if case["kind"] == "refuse"]
    cases += [
        case for case in json.loads(REFUSALS.read_text(encoding="utf-8"))
        if wanted(case["id"]) and ("?" in case["text"] or not _ENDED.search(case["text"]))
    ]  # fmt: skip
    some = [(case["id"], case["text"]) for case in cases]
    told = [(name, text, tokens(in_digits(text))) for name, text in some]
    return [
        Marked(name, text, each, [0] * len(each), none := [UNKNOWN] * len(each), none, none)
        for name, text, each in told
    ]
