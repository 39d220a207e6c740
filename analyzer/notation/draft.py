"""A view's text while it is being written: which cards stand where, and moving one by a tap.

The box and the grid stay in sync through the text alone: a tap changes the one line that
holds the card and the one it goes to, and leaves every other line as it was typed. The
text need not be a whole view yet.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from analyzer.errors import InputError
from analyzer.game.cards import Card, CardSet
from analyzer.game.view import HAND
from analyzer.notation import parse_view, read_cards
from analyzer.notation.lines import tells_turns


class Place(StrEnum):
    """The place of a card on the board; tapping goes round in this order."""

    NOWHERE = ""
    MINE = "mine"
    PILE = "pile"
    OPPONENT = "opponent"


KEYS = {
    **dict.fromkeys(("hand", "my hand", "your hand", "my cards", "cards"), Place.MINE),
    **dict.fromkeys(("pile", "discard pile", "discards", "discard", "discarded"), Place.PILE),
    **dict.fromkeys(("upcard", "top", "seen"), Place.PILE),
    **dict.fromkeys(("opponent", "opp has", "opponent has", "they have"), Place.OPPONENT),
    **dict.fromkeys(("opp took", "opponent took", "they took"), Place.OPPONENT),
}
"""Keys whose lines hold cards of one place."""

ABOUT_HAND = frozenset({"drew", "drawn", "took", "taken", "shown"})
"""Keys of lines that say more about a card of the hand, and go with it."""

SINGLE = frozenset({"upcard", "top"})
"""Keys of lines that hold one card; with a second one the line becomes the pile."""

NEW_LINE = {Place.MINE: "hand", Place.PILE: "pile", Place.OPPONENT: "opp took"}
"""The key of a line that a tap has to add."""

_LINE = re.compile(r"(?P<key>[A-Za-z][A-Za-z ]*?)(?P<colon>\s*:\s*)(?P<value>[^#]*)(?P<rest>#.*)?")


@dataclass(frozen=True, slots=True)
class _Line:
    """One line of the text; `place` is None where it holds something else than cards."""

    text: str
    place: Place | None = None
    head: str = ""
    """Key and colon as typed; empty for a line of bare cards."""
    cards: tuple[Card, ...] = ()
    tail: str = ""
    """A comment behind the cards."""

    @classmethod
    def read(cls, text: str) -> _Line:
        """Read a line; one whose cards cannot be read counts as holding something else."""
        match = _LINE.fullmatch(text)
        if match is None:
            body, mark, rest = text.partition("#")
            cards = () if text[:1].isspace() else _cards(body)
            return cls(text, Place.MINE, "", cards, mark + rest) if cards else cls(text)
        key = " ".join(match["key"].lower().split())
        place = KEYS.get(key)
        cards = _cards(match["value"])
        if key in ABOUT_HAND:
            return cls(text, cards=cards)
        if place is None or (match["value"].strip() and not cards):
            return cls(text)
        return cls(text, place, match["key"] + match["colon"], cards, match["rest"] or "")

    def holding(self, cards: tuple[Card, ...]) -> _Line:
        """The same line with other cards."""
        tail = f" {self.tail}" if self.tail else ""
        text = f"{self.head.rstrip()} {' '.join(map(str, cards))}".strip() + tail
        return _Line(text, self.place, self.head, cards, self.tail)


def _cards(text: str) -> tuple[Card, ...]:
    try:
        return tuple(read.card for read in read_cards(text))
    except InputError:
        return ()


@dataclass(frozen=True, slots=True)
class TextDraft:
    """A text in lines, with the cards that can be made out in them.

    >>> draft = TextDraft.read("hand: 7h 8h\\nscore: 40-65")
    >>> print(draft.tapped(Card.of("9h")).tapped(Card.of("8h")).text)
    hand: 7h 9h
    score: 40-65
    pile: 8h
    """

    lines: tuple[_Line, ...]

    @classmethod
    def read(cls, text: str) -> TextDraft:
        """Read any text; never fails."""
        return cls(tuple(map(_Line.read, text.splitlines())))

    @property
    def text(self) -> str:
        """The text as it now stands."""
        return "\n".join(line.text for line in self.lines)

    def cards(self, place: Place) -> tuple[Card, ...]:
        """The cards of one place, in the order of the text."""
        cards = [card for line in self.lines if line.place is place for card in line.cards]
        return tuple(dict.fromkeys(cards))

    def place(self, card: Card) -> Place:
        """Return where a card stands."""
        holding = (line.place for line in self.lines if card in line.cards and line.place)
        return next(holding, Place.NOWHERE)

    def tapped(self, card: Card) -> TextDraft:
        """The draft after a tap on a card: mine, pile, opponent's, nowhere, and round again.

        A card comes to a hand only while the hand has room, and to the pile only where no turns
        say what lies there.
        """
        turns = tells_turns(self.text)
        order = [place for place in Place if not (turns and place is Place.PILE)]
        place = order[(order.index(self.place(card)) + 1) % len(order)]
        if place is Place.MINE and len(self.cards(Place.MINE)) > HAND:
            place = order[2]
        return self._without(card)._with(card, place, "opp has" if turns else "")

    def moved(self, card: Card, place: Place) -> TextDraft:
        """The draft with a card in another place.

        >>> print(TextDraft.read("hand: 7h 8h").moved(Card.of("8h"), Place.OPPONENT).text)
        hand: 7h
        opp took: 8h
        """
        turns = tells_turns(self.text)
        return self._without(card)._with(card, place, "opp has" if turns else "")

    def swapped(self, card: Card, other: Card) -> TextDraft:
        """The draft with `other` in the place of a card, which is nowhere then.

        >>> print(TextDraft.read("hand: 7h 8h").swapped(Card.of("7h"), Card.of("9h")).text)
        hand: 8h 9h
        """
        place = self.place(card)
        return self._without(card).moved(other, place)

    def _without(self, card: Card) -> TextDraft:
        return TextDraft(tuple(self._lines_without(card)))

    def _lines_without(self, card: Card) -> Iterator[_Line]:
        for line in self.lines:
            if card not in line.cards:
                yield line
                continue
            if line.place is None:  # it said how the card came to the hand
                continue
            left = tuple(one for one in line.cards if one != card)
            if left or line.place is Place.MINE or line.tail:
                yield line.holding(left)

    def _with(self, card: Card, place: Place, key: str = "") -> TextDraft:
        if place is Place.NOWHERE:
            return self
        lines = list(self.lines)
        at = next((i for i in reversed(range(len(lines))) if lines[i].place is place), None)
        if at is None:
            named = key if key and place is Place.OPPONENT else NEW_LINE[place]
            lines.append(_Line("", place, f"{named}: ").holding((card,)))
        else:
            line = lines[at]
            single = line.head.rstrip(" :").lower() in SINGLE
            head = "pile: " if single else line.head
            lines[at] = _Line("", place, head, line.cards, line.tail).holding((*line.cards, card))
        return TextDraft(tuple(lines))


_SAME = (frozenset({"pile", "upcard", "top", "seen"}), frozenset({"opp took", "opp has"}))
"""Keys of which one line takes the place of all."""


def changed_line(text: str, key: str, new: str) -> str:
    """The text with another value in one of its lines, or without it where the value is empty.

    >>> print(changed_line("rules: standard\\nhand: 7h 8h\\nupcard: 5s", "pile", "5s 9c"))
    rules: standard
    hand: 7h 8h
    pile: 5s 9c
    """
    keys = next((same for same in _SAME if key in same), frozenset({key}))
    lines = [
        line for line in text.splitlines() if line.partition(":")[0].strip().lower() not in keys
    ]
    if new and tells_turns(text):
        lines.insert(0, f"{key}: {new}")
    elif new:
        lines.append(f"{key}: {new}")
    return "\n".join(lines)


def fixed_by_history(text: str, card: Card) -> bool:
    """True if a card's place follows from the turns told, so that a tap cannot move it."""
    if TextDraft.read(text).place(card) is not Place.NOWHERE:
        return False
    try:
        view = parse_view(text)
    except InputError:
        return False
    return card not in view.unseen


# ---------------------------------------------------------------- the cards of a sentence


_CARDS = re.compile(
    r"(?<![A-Za-z0-9])(?:(?:10|[2-9TtJjQqKkAa])[CcDdHhSs♣♦♥♠]\ufe0f?)+(?![A-Za-z0-9])"
)
_WORDS = re.compile(r"[A-Za-z]{2,}")
_DRAWN = re.compile(r"\b(?:drew|draw|drawn|picked|took)\b", re.IGNORECASE)
_LYING = re.compile(r"\W*(?:is |was )?(?:up|upcard|top|showing|on)\b", re.IGNORECASE)
_DISCARDED = re.compile(r"\b(?:discard|threw|thrown?|throws|dropped|tossed)", re.IGNORECASE)


def hand_from_sentence(text: str) -> str | None:
    """The view of one line with words around ten or eleven cards; None where unclear.

    An eleventh card that stands behind words of its own is the upcard, or the top of the pile if
    they say that it was discarded, or one of the hand if they say that it was drawn.

    >>> print(hand_from_sentence("I've 2c 3c 4c 7h 8h 9h Kd Qd 5s Ts and he just discarded the 9d"))
    hand: 2c 3c 4c 7h 8h 9h Kd Qd 5s Ts
    top: 9d
    >>> print(hand_from_sentence("I've 2c 3c 4c 7h 8h 9h Kd Qd 5s Ts and drew the 9d, so?"))
    hand: 2c 3c 4c 7h 8h 9h Kd Qd 5s Ts 9d
    """
    words = {word.lower() for word in _WORDS.findall(_CARDS.sub(" ", text))}
    if len(text.strip().splitlines()) != 1 or words <= {"my", "hand", "cards"}:
        return None
    matches = list(_CARDS.finditer(text))
    try:
        cards = [read.card for match in matches for read in read_cards(match[0])]
        if len(cards) not in {HAND, HAND + 1} or len(CardSet.from_cards(cards)) != len(cards):
            return None
        view = f"hand: {' '.join(map(str, cards))}"
        if len(cards) > HAND and len(matches) > 1:
            between = text[matches[-2].end() : matches[-1].start()]
            after = text[matches[-1].end() :]
            apart = _WORDS.search(between) or _LYING.match(after)
            alone = len(list(read_cards(matches[-1][0]))) == 1
            if alone and apart and not _DRAWN.search(between):
                key = "top" if _DISCARDED.search(between) else "upcard"
                view = f"hand: {' '.join(map(str, cards[:-1]))}\n{key}: {cards[-1]}"
        if len(cards) > HAND:
            parse_view(view)
    except InputError:
        return None
    return view
