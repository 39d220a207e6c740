"""Read the tag pairs of a record: ``[Players "Ann" "Bob"]``, and what each of them says."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from analyzer.errors import InputError
from analyzer.game.rules import rules_for_two
from analyzer.game.scoring import Scored
from analyzer.game.words import closest
from analyzer.notation._source import Mark, Source, clash, shortened
from analyzer.notation.facts import Said, SaidCards
from analyzer.notation.records._draft import RecordDraft, SaidLater
from analyzer.notation.results import read_results

TAG = re.compile(
    r"\[[ \t]*(?P<name>[A-Za-z][A-Za-z0-9_]{0,39})(?![A-Za-z0-9_]):?"
    r"""(?P<values>(?:"(?:\\.|[^"\\\n])*"|[“”][^“”\n]*[“”]|[^\]"“”\n])*)\]"""
)
"""One tag pair; its values are quoted, or a bare word."""

_VALUE = re.compile(r""""((?:\\.|[^"\\\n])*)"|[“”]([^“”\n]*)[“”]|([^\s"“”]+(?:\s+[^\s"“”]+)*)""")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,39}")
_SCORE = re.compile(r"(\d{1,5})\s*[-–—−:/]\s*(\d{1,5})")
LATER = ("later1", "later2")
"""The tags that stand before a turn, more than once in a hand."""
FORGOTTEN = "??"
"""In the place of a card, or of a turn, that was forgotten by whoever wrote the hand down."""
_UNKNOWN = {"", "?", "-", "*", "unknown", "none"}

KNOWN = ("Rules", "Players", "Dealer", "Score", "Hand1", "Hand2", "Upcard", "Result",
         "Later1", "Later2")  # fmt: skip
"""The tags that say something about the hand."""

FORM = 'write a tag as [Dealer "2"]'


@dataclass(frozen=True, slots=True)
class _Value:
    """One value of a tag, and where it stands."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag pair as it stands in the text."""

    name: str
    """As written."""
    key: str
    """In small letters."""
    values: tuple[_Value, ...]
    mark: Mark


def read_tag(source: Source, match: re.Match[str]) -> Tag:
    """The tag that a match of `TAG` has found; raises InputError for one without a value."""
    mark = source.mark(match.start(), match.end())
    offset = match.start("values")
    values = []
    for found in _VALUE.finditer(match["values"]):
        group = next(index for index in (1, 2, 3) if found[index] is not None)
        text = found[group]
        if group == 1:
            text = re.sub(r"\\(.)", r"\1", text)
        values.append(_Value(text, offset + found.start(group), offset + found.end(group)))
    if not values:
        raise clash(f"`[{match['name']}]` has no value", mark, hint=FORM)
    return Tag(match["name"], match["name"].lower(), tuple(values), mark)


def say(draft: RecordDraft, tag: Tag, source: Source) -> None:
    """Put what a tag says into the draft; an unknown one is kept as it is."""
    reader = _READERS.get(tag.key)
    if reader is None:
        check_name(tag.name, tag.mark)
        text = " ".join(value.text for value in tag.values).strip()
        draft.tags += [(tag.name, text)] if text else []
        return
    most = 2 if tag.key == "players" else 1
    if len(tag.values) > most:
        raise clash(f"`[{tag.name}]` has {len(tag.values)} values", tag.mark, hint=f"give {most}")
    reader(draft, tag, source)


def check_name(name: str, mark: Mark) -> None:
    """See that a tag can be kept as it is; raises InputError for what is no name, or a slip.

    A tag that is nearly one of ours would otherwise be passed over in silence.
    """
    if _NAME.fullmatch(name) is None:
        raise clash(f"{name[:24]!r} is not the name of a tag", mark, hint="use letters and digits")
    known = {tag.lower(): tag for tag in KNOWN}
    close = closest(name.lower(), known, 0.8)
    if re.fullmatch(r"hand_?\d*", name.lower()):
        close = "hand1"
    if close:
        raise clash(f"`{name}` is not a tag", mark, hint=f"did you mean {known[close]}?")


def _only(tag: Tag) -> str:
    return tag.values[0].text.strip()


def _rules(draft: RecordDraft, tag: Tag, source: Source) -> None:
    try:
        draft.rules = Said(rules_for_two(_only(tag)), tag.mark)
    except InputError as error:
        raise clash(error.message, tag.mark, hint=error.hint) from error


def _players(draft: RecordDraft, tag: Tag, source: Source) -> None:
    names = [_name(value.text) for value in tag.values] + [None]
    draft.players = Said((names[0], names[1]), tag.mark)


def _name(text: str) -> str | None:
    return None if text.strip() in {"", "?"} else text.strip()


def _dealer(draft: RecordDraft, tag: Tag, source: Source) -> None:
    name = _only(tag)
    names = () if draft.players is None else draft.players.value
    if name in {"1", "2"}:
        draft.dealer = Said(int(name) - 1, tag.mark)
    elif name in names:
        draft.dealer = Said(names.index(name), tag.mark)
    else:
        raise clash(f"`{shortened(name)}` is not a player", tag.mark, hint="write 1 or 2")


def _score(draft: RecordDraft, tag: Tag, source: Source) -> None:
    text = _only(tag)
    match = _SCORE.fullmatch(text)
    if match is None and text.lower() not in _UNKNOWN:
        raise clash(
            f"`{shortened(text)}` is not a score",
            tag.mark,
            hint="write player 1's first, as in 40-65",
        )
    draft.score = Said(None if match is None else (int(match[1]), int(match[2])), tag.mark)


def _hand(player: int) -> Callable[[RecordDraft, Tag, Source], None]:
    def reader(draft: RecordDraft, tag: Tag, source: Source) -> None:
        value = tag.values[0]
        if value.text.strip().lower() in _UNKNOWN:
            return
        draft.hands[player] = SaidCards.read(source, value.start, value.end, tag.mark)

    return reader


def _later(player: int) -> Callable[[RecordDraft, Tag, Source], None]:
    def reader(draft: RecordDraft, tag: Tag, source: Source) -> None:
        value = tag.values[0]
        cards = SaidCards.read(source, value.start, value.end, tag.mark)
        draft.later.append(SaidLater(len(draft.turns), player, cards))

    return reader


def _upcard(draft: RecordDraft, tag: Tag, source: Source) -> None:
    value = tag.values[0]
    draft.forgot_upcard = value.text.strip() == FORGOTTEN
    if draft.forgot_upcard:
        return
    if value.text.strip().lower() in _UNKNOWN:
        return
    cards = SaidCards.read(source, value.start, value.end)
    if len(cards.cards) != 1:
        raise clash(
            f"`{shortened(value.text)}` is {len(cards.cards)} cards, not one", tag.mark,
            hint='write the upcard as in [Upcard "9h"]',
        )  # fmt: skip
    draft.upcard = Said(cards.cards[0], cards.at(cards.cards[0]))


def _result(draft: RecordDraft, tag: Tag, source: Source) -> None:
    text = _only(tag)
    draft.result = Said(None if text.lower() in _UNKNOWN else _read_result(text, tag), tag.mark)


def _read_result(text: str, tag: Tag) -> Scored:
    try:
        results = read_results(text)
    except InputError as error:
        raise clash(error.message, tag.mark, hint=error.hint) from error
    if len(results) != 1:
        raise clash(
            f"`{shortened(text)}` is {len(results)} results", tag.mark, hint="a hand has one"
        )
    return results[0][0]


_READERS: dict[str, Callable[[RecordDraft, Tag, Source], None]] = {
    "rules": _rules, "players": _players, "dealer": _dealer, "score": _score,
    "hand1": _hand(0), "hand2": _hand(1), "upcard": _upcard, "result": _result,
    "later1": _later(0), "later2": _later(1),
}  # fmt: skip
