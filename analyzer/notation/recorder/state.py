"""A recorder's form: from the text and what was tapped to the next text."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from analyzer.errors import InputError
from analyzer.game.rules import parse_rules
from analyzer.notation import read_cards
from analyzer.notation.recorder import read_sheet, redo, rejoin, undo
from analyzer.notation.recorder._back import back_to
from analyzer.notation.recorder._tapped import is_tapped, text_of_taps
from analyzer.notation.recorder._taps import lay, say_result, tap
from analyzer.notation.recorder._text import with_tag, without_tag
from analyzer.notation.records.files import UNSEEN, is_game_text
from analyzer.notation.records.write import format_tag

LONGEST_NAME = 40
"""Most characters of a name typed into the form."""

_BETWEEN = "\f"
"""Stands between the text and what was taken back, where a draft is kept."""

_SIGN = re.compile(
    r"(?<!\S)(\?!|!!|\?|\^\d*|p|take(?: \d+)?|pass|draw|meld|lay)(?![^\s,;])", re.IGNORECASE
)
_KNOCKING = re.compile(r"([^!]+)(!?)")
_CARD = re.compile(r"[A2-9TJQK][cdhs]|X[12]")
_JOKER = re.compile(r"(?<!\w)(x[12])(?!\w)", re.IGNORECASE)
_WORDS = {"take": "^", "pass": "p", "draw": "?"}


@dataclass(frozen=True, slots=True)
class EntryState:
    """A record being entered, and the longer one from which something was taken back."""

    text: str = ""
    ahead: str = ""

    def pack(self, longest: int) -> str:
        """As one text to be kept; what was taken back is left out where that is too long."""
        packed = f"{self.text}{_BETWEEN}{self.ahead}" if self.ahead else self.text
        return packed if len(packed) <= longest else self.text

    @classmethod
    def unpack(cls, packed: str) -> EntryState:
        """Read what `pack` kept.

        >>> EntryState.unpack(EntryState("a", "a b").pack(99))
        EntryState(text='a', ahead='a b')
        """
        if is_tapped(packed):
            return cls(*text_of_taps(packed))
        text, _, ahead = packed.partition(_BETWEEN)
        return cls(text, ahead)

    @staticmethod
    def kept_text(packed: str) -> str:
        """The text of what `pack` kept, or the head of an older draft, at no cost."""
        return packed.partition(_BETWEEN)[0]


Form = Mapping[str, str]


def mark_of(text: str) -> str:
    """A short mark by which a text is known again.

    >>> mark_of("1. p") == mark_of("1. p"), mark_of("1. p") == mark_of("2. p")
    (True, False)
    """
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def written_elsewhere(kept: EntryState, before: EntryState, after: EntryState, base: str) -> bool:
    """True if what is kept is neither what this page was made of nor what it made of it.

    Then another tab has gone on with the draft, and is not to be written over.
    """
    known = {base, mark_of(before.text), mark_of(after.text)}
    return bool(base) and mark_of(kept.text) not in known


def sent(form: Form) -> EntryState:
    """The state that a form holds; line ends as records have them."""
    return EntryState(*(_plain(form.get(name, "")) for name in ("record", "ahead")))


def _plain(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n").replace(_BETWEEN, "")


def act(state: EntryState, form: Form) -> EntryState:
    """The state after what the form asks for; raises InputError where that cannot be."""
    for name, action in _ACTIONS.items():
        if name in form:
            return action(state, form)
    return state


def _tap(state: EntryState, form: Form) -> EntryState:
    what = form["tap"]
    knocks = form.get("how") == "knock" and _CARD.fullmatch(what) is not None
    return _onward(state, tap(state.text, f"{what}!" if knocks else what))


def _onward(state: EntryState, text: str) -> EntryState:
    """After a tap; what was taken back is forgotten once it has been entered again."""
    return EntryState(text, "" if text.split() == state.ahead.split() else state.ahead)


def _enter(state: EntryState, form: Form) -> EntryState:
    """Cards, or taps as text, typed into the small box."""
    for what in _typed(form.get("typed", "")):
        state = _tap(state, {"tap": what, "how": form.get("how", "")})
    return state


def _typed(text: str) -> tuple[str, ...]:
    """The taps in a typed text: signs and words for taps, and cards in any form.

    >>> _typed("p ^"), _typed("7h!"), _typed("? 10♥, draw 9 of hearts!")
    (('p', '^'), ('7h!',), ('?', 'Th', '?', '9h!'))
    """
    taps: list[str] = []
    for place, part in enumerate(_SIGN.split(text)):
        taps += [_sign(part.lower())] if place % 2 else _tapped_cards(part)
    return tuple(taps)


def _sign(word: str) -> str:
    taken = re.fullmatch(r"take (\d+)", word)
    return f"^{taken[1]}" if taken else _WORDS.get(word, word)


def _tapped_cards(text: str) -> Iterator[str]:
    """The taps for cards; one with an exclamation mark behind it knocks."""
    for cards, knocks in _KNOCKING.findall(text):
        taps: list[str] = []
        for place, part in enumerate(_JOKER.split(cards)):
            taps += [part.upper()] if place % 2 else _plain_cards(part)
        yield from taps[:-1]
        yield from (f"{last}{knocks}" for last in taps[-1:])


def _plain_cards(text: str) -> Iterator[str]:
    return (str(read.card) for read in read_cards(text)) if text.strip(" ,;") else iter(())


def _to(state: EntryState, form: Form) -> EntryState:
    hand, _, turn = form["to"].partition(".")
    if not (hand.isdecimal() and turn.isdecimal()):
        raise InputError("there is no such turn", hint="choose one of the list")
    return _back(state, back_to(state.text, int(hand[:4]), int(turn[:4])))


def _back(state: EntryState, text: str | None) -> EntryState:
    """After taking back; the longest text on whose way we are stays ahead."""
    if text is None:
        return state
    on_the_way = bool(state.ahead) and redo(state.text, state.ahead) is not None
    return EntryState(text, state.ahead if on_the_way else state.text)


def _redo(state: EntryState, form: Form) -> EntryState:
    text = redo(state.text, state.ahead)
    return state if text is None else _onward(state, text)


def _rejoin(state: EntryState, form: Form) -> EntryState:
    text = rejoin(state.text, state.ahead)
    return state if text is None else EntryState(text, state.ahead)


def _lay(state: EntryState, form: Form) -> EntryState:
    defense = "defense" in form
    line = form["defense" if defense else "spread"]
    return EntryState(lay(state.text, line, defense=defense), state.ahead)


def _say(state: EntryState, form: Form) -> EntryState:
    end, points = (form.get(name, "").strip() for name in ("end", "points"))
    if not points.isdecimal():
        raise InputError("the points are missing", hint="write how many the winner got")
    return EntryState(say_result(state.text, f"{end} {int(points[:6])}"), state.ahead)


def set_up(text: str, form: Form) -> str:
    """The text with rules or game, names, dealer, score and the hands seen as the form has them.

    Raises InputError for what cannot be.

    >>> print(set_up("", {"rules": "classic", "name1": "Ann", "dealer": "2"}))
    [Rules "classic"]
    [Players "Ann" "?"]
    [Dealer "2"]
    >>> print(set_up("", {"rules": "three-hand", "dealer": "1"}))
    [Game "three-hand"]
    [Dealer "1"]
    [Hand2 "?"]
    [Hand3 "?"]
    """
    start = read_sheet(text).start
    if rules := form.get("rules", "").strip():
        text = _with_rules(text, start, rules)
    said = read_sheet(text).said
    numbers = range(1, len(said.hands) + 1)
    names = [_name(form.get(f"name{number}", "")) for number in numbers]
    if set(names) == {"?"}:
        text = without_tag(text, start, "Players")
    else:
        text = with_tag(text, start, "Players", *names)
    if form.get("dealer") in set(map(str, numbers)):
        text = with_tag(text, start, "Dealer", form["dealer"])
    for number in numbers[1:]:
        if said.in_moves or form.get("seen") == "all":
            cards = "" if form.get("seen") == "all" else UNSEEN
            text = with_tag(text, start, f"Hand{number}", cards)
    return _with_score(text, start, form) if not said.in_moves else text


def _with_rules(text: str, start: int, rules: str) -> str:
    """The text under other rules; with another game what was set up for the one before goes."""
    two_handed = parse_rules(rules).two_handed
    name = "Rules" if two_handed else "Game"
    if two_handed is is_game_text(text):
        return format_tag(name, rules)
    return with_tag(text, start, name, rules)


def _with_score(text: str, start: int, form: Form) -> str:
    points = [form.get(name, "").strip() for name in ("score1", "score2")]
    if not any(points):
        return without_tag(text, start, "Score")
    points = [each or "0" for each in points]
    if not all(each.isdecimal() and len(each) < 6 for each in points):
        raise InputError("the score is not two numbers", hint="write points, as in 40 and 65")
    return with_tag(text, start, "Score", "-".join(str(int(each)) for each in points))


def _name(typed: str) -> str:
    plain = "".join(char for char in " ".join(typed.split()) if char.isprintable())
    return plain[:LONGEST_NAME].strip() or "?"


_ACTIONS: dict[str, Callable[[EntryState, Form], EntryState]] = {
    "tap": _tap, "undo": lambda state, form: _back(state, undo(state.text)), "redo": _redo,
    "restore": lambda state, form: EntryState(state.ahead, state.text) if state.ahead else state,
    "rejoin": _rejoin, "to": _to, "spread": _lay, "defense": _lay,
    "set": lambda state, form: EntryState(set_up(state.text, form), state.ahead), "said": _say,
    "enter": _enter,
}  # fmt: skip
"""The action of each field; the first one that the form has counts."""
