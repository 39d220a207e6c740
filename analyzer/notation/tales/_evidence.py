"""All that a text says of the end of a hand: numbers, sums of cards, and who did what."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from analyzer.game.cards import Card, CardSet
from analyzer.game.melds import best_arrangements, deadwood, lay_off
from analyzer.game.rules import Rules
from analyzer.game.view import HAND
from analyzer.notation.outcomes._one_end import MOST_KNOCKED
from analyzer.notation.tales._pieces import BOTH, ME, THEY, WORDS, EndPiece, names_in, pieces_of


@dataclass(frozen=True, slots=True)
class EndFact:
    """A number or the sum of cards, and what stands beside it."""

    values: tuple[int, ...]
    """What it may come to, the likeliest first."""
    owner: int | None
    sure: bool
    """True if its owner stands in the same sentence."""
    to: int | None
    """Whoever is said to get it."""
    before: frozenset[str]
    after: frozenset[str]
    terms: tuple[int, ...] = ()
    listed: bool = False
    place: int = 0
    whole: bool = False
    """True of a whole hand, which can be counted."""

    @property
    def near(self) -> frozenset[str]:
        """All cues beside it."""
        return self.before | self.after


@dataclass(slots=True)
class EndEvidence:
    """All that a text says of the end of a hand."""

    names: list[str] = field(default_factory=list)
    has_me: bool = False
    facts: list[EndFact] = field(default_factory=list)
    events: list[tuple[str, int | None, bool]] = field(default_factory=list)
    """Cues with whoever does it, and if that is plain."""
    off: bool = False
    you: bool = False
    """True if whoever plays is `you`, as in what a program prints."""
    dealt: bool = False
    """True if all cards of a hand are named."""


class Listener:
    """Goes through the pieces of a text."""

    def __init__(self, text: str, rules: Rules) -> None:
        names = names_in(text)
        self.text, self.rules = text, rules
        items = pieces_of(text, names[:2])
        self.has_me = _tells_of_me(items, len(names), text)
        if self.has_me and len(names) > 1:
            names = names[:1]
            items = pieces_of(text, names)
        self.names = sorted(names[:2], key=text.find)
        if self.names != names[:2]:
            items = pieces_of(text, self.names)
        self.pieces = items
        self.said = EndEvidence(self.names, self.has_me)
        self.said.dealt = any(len(piece.cards) >= HAND for piece in items)
        self.says_me = any(piece.kind == "who" and piece.word == ME for piece in items)
        you = any(piece.kind == "who" and piece.word == BOTH for piece in items)
        self.said.you = you and self.has_me and not self.says_me
        self.subject: int | None = None
        self.here: int | None = None
        self.held: dict[int, list[Card]] = {0: [], 1: []}
        self.reset, self.over = 0, False
        self.turns = _TURNS.search(text) is not None
        self.he = _genders(text, self.names)

    def seat(self, word: str) -> int | None:
        """The seat of a person; None where that is open."""
        if word == BOTH:
            word = THEY if self.says_me and self.has_me else ME
        if word in self.he and not self.has_me:
            return self.he[word]
        word = THEY if word in {"he", "she"} else word
        if word in {ME, THEY}:
            if self.has_me or len(self.names) < 2:
                return 0 if word == ME else 1
            return None
        return int(word) + self.has_me if self.has_me or len(self.names) > 1 else 1

    def run(self) -> EndEvidence:
        """All that is said."""
        for at, piece in enumerate(self.pieces):
            if piece.kind == "end":
                self.subject = self.here if self.here is not None else self.subject
                self.here = None
            elif piece.kind == "who":
                self._person(at, piece)
            elif piece.kind == "cue":
                self._event(at, piece)
            elif piece.kind in {"number", "cards"}:
                self._fact(at, piece)
        if self.over or not self.turns:
            self._hands()
        return self.said

    def _person(self, at: int, piece: EndPiece) -> None:
        seat = self.seat(piece.word)
        if piece.owning and piece.word in {ME, THEY, BOTH, "he", "she"} and self.here is not None:
            beyond = self.pieces[at + 1 : at + 2]
            is_object = self.text[piece.start : piece.end].lower() in WORDS["objects"]
            holds = is_object and beyond and beyond[0].word in {"with", "left", "w", "mit", "con"}
            counts = beyond and beyond[0].kind in _STOPS - {"end"} and not self._is_off(at)
            if not (holds or counts):
                return
        if seat is not None or self.here is None:
            self.here = seat if seat is not None else self.here

    def _is_off(self, at: int) -> bool:
        return any(piece.word == "off" for piece in self._clause_before(at))

    def _clause_before(self, at: int) -> list[EndPiece]:
        """The pieces before one, back to a number, cards or the end of a sentence."""
        out = list[EndPiece]()
        for piece in reversed(self.pieces[:at]):
            if piece.kind in {"end", "number", "cards"}:
                break
            out.append(piece)
        return out[::-1]

    def _event(self, at: int, piece: EndPiece) -> None:
        whom, said = self.pieces[at + 1 : at + 2], self.text[piece.start : piece.end]
        if self.here is not None and whom and whom[0].kind == "who" and _CATCHES.fullmatch(said):
            self.said.events.append(("beat", self.here, True))
        if piece.word in _BESIDE:
            self.said.off = self.said.off or piece.word == "off"
            return
        before = self._clause_before(at)
        if piece.word != "draw" and self._is_denied(piece, before):
            return
        seat, sure = self._doer(at, piece, before)
        if piece.word in _ENDING:
            if not self.turns:
                self._hands()
            self.over = True
            self.held, self.reset = {0: [], 1: []}, piece.start
        self.said.events.append((piece.word, seat, sure))

    def _is_denied(self, piece: EndPiece, before: Sequence[EndPiece]) -> bool:
        """True of what did not happen, and of a word of the rules: `20 for gin`, `# = knock`."""
        words = self.text[max(0, piece.start - 24) : piece.start]
        priced = piece.word in _PAID and _PRICE.search(words) is not None
        legend = words.rstrip().endswith("=") and piece.word in {"knock", "gin"}
        near = (each for each in before if piece.start - each.end < _FAR)
        return priced or legend or any(each.word == "not" and each.kind == "cue" for each in near)

    def _doer(
        self, at: int, piece: EndPiece, before: Sequence[EndPiece]
    ) -> tuple[int | None, bool]:
        for look in self.pieces[at + 1 : at + 4]:
            if look.kind in _STOPS or (look.kind == "mark" and look.word != ":"):
                break
            if look.kind == "who" and self.text[piece.end : look.start].strip(" :").lower() in _BY:
                return self.seat(look.word), True
        lost = any(each.word == "lost" for each in before)
        if self.here is not None:
            return (1 - self.here if lost and piece.word in _ENDING else self.here), True
        if lost:
            return 1, True
        begins = not [each for each in before if each.kind in {"who", "word"}]
        if begins and self.has_me and self.subject is None:
            return 0, False
        return self.subject, False

    def _fact(self, at: int, piece: EndPiece) -> None:
        if piece.kind == "number" and _LINE_START.search(self.text[: piece.start]):
            return
        before, after = self._clause_before(at), self._clause_behind(at)
        owner, sure, to = self._owner(piece, after)
        to = owner if to is None and self.text[: piece.start].endswith("+") else to
        priced = after and after[-1].word in _PAID
        if priced and _PER.fullmatch(self.text[piece.end : after[-1].start]):
            before.append(EndPiece("cue", piece.start, piece.start, "bonus"))
        until = next((at for at, each in enumerate(after) if each.kind == "who"), len(after))
        cues = _cues(each for each in before if piece.start - each.end < 3 * _FAR)
        beyond = _cues(each for each in after[:until] if each.start - piece.end < _FAR)
        listed = piece.kind == "cards"
        values: tuple[int, ...] = (piece.value,)
        if listed:
            values = self._worth(piece, owner, "off" in cues | beyond)
            if not values or self._is_no_remainder(piece, values[0], cues | beyond):
                return
        self.said.facts.append(
            EndFact(values, owner, sure, to, cues, beyond, piece.terms, listed, piece.start)
        )

    def _clause_behind(self, at: int) -> list[EndPiece]:
        """The pieces behind one, to a number, cards, a comma or the end of a sentence."""
        rest = self.pieces[at + 1 : at + 6]
        stop = (n for n, each in enumerate(rest) if each.kind in _STOPS or each.word in _PARTS)
        return rest[: next(stop, len(rest))]

    def _is_no_remainder(self, piece: EndPiece, value: int, near: frozenset[str]) -> bool:
        """True of cards that nobody is left with: dealt, in melds, laid off, drawn or thrown."""
        whole = len(piece.ranks) == HAND and "left" not in near
        if whole and ((self.turns and not self.over) or value > MOST_KNOCKED):
            return True
        few = len(piece.ranks) < 3 and "off" in near
        return few or (len(piece.ranks) == 1 and not near & {"left", "knock"})

    def _worth(self, piece: EndPiece, owner: int | None, off: bool) -> tuple[int, ...]:
        """The deadwood of cards, first without what is laid off; nothing for melds."""
        cards = CardSet.from_cards(piece.cards)
        if owner is not None and not off:
            self.held[owner] += [card for card in piece.cards if card not in self.held[owner]]
        value = sum(piece.worths)
        if len(cards) == len(piece.ranks) == len(piece.cards):
            value = deadwood(cards, self.rules)
        gone = self._laid_off(piece) if value else set()
        less = tuple(
            value - worth
            for rank, worth in zip(piece.ranks, piece.worths, strict=True)
            if rank in gone
        )
        return (*less, value) if value else ()

    def _laid_off(self, piece: EndPiece) -> set[int]:
        """The ranks of cards laid off anywhere behind some cards."""
        items = set[int]()
        for at, look in enumerate(self.pieces):
            single = look.kind in {"cards", "number"} and look.start > piece.start
            if single and len(look.ranks) < 2:
                near = self.pieces[max(0, at - 4) : at + 3]
                if any(each.kind == "cue" and each.word == "off" for each in near):
                    items |= {*look.ranks} or {look.value - 1}
        return items

    def _owner(
        self, piece: EndPiece, after: Sequence[EndPiece]
    ) -> tuple[int | None, bool, int | None]:
        """Whose a number or cards are, if that is sure, and who is said to get it."""
        whom = next((each for each in after if each.kind == "who"), None)
        gap = self.text[piece.end : whom.start].lower() if whom else ""
        to = self.seat(whom.word) if whom and {*gap.replace(",", " ").split()} & _TO else None
        in_hand = _IN_HAND.search(self.text[piece.end : piece.end + 40].lower())
        if in_hand and self.has_me:
            return int(in_hand[1] != "my"), True, to
        here = self.here is not None
        return (self.here if here else self.subject), here, to

    def _hands(self) -> None:
        """Add what whole hands come to, with all that can be laid off."""
        hands = {seat: CardSet.from_cards(held) for seat, held in self.held.items()}
        for seat, hand in hands.items():
            if len(hand) != HAND or len(self.held[seat]) != HAND:
                continue
            value, other = deadwood(hand, self.rules), hands[1 - seat]
            apart = len(other) == HAND and not hand & other
            if apart and deadwood(other, self.rules) <= MOST_KNOCKED:
                value = lay_off(best_arrangements(other, self.rules)[0], hand, self.rules).points
            facts = [
                fact for fact in self.said.facts
                if fact.owner != seat or not fact.listed or fact.place < self.reset
            ]  # fmt: skip
            left = frozenset({"left"})
            whole = EndFact((value,), seat, True, None, left, frozenset(), listed=True, whole=True)
            self.said.facts = [*facts, whole]


def _cues(pieces: Iterable[EndPiece]) -> frozenset[str]:
    return frozenset(each.word for each in pieces if each.kind == "cue")


_FAR: Final = 14
_BESIDE: Final = frozenset({"label", "left", "not", "total", "off"})
"""Cues that are no event."""
_ENDING: Final = frozenset({"knock", "gin", "big"})
_PAID: Final = frozenset({"gin", "big", "undercut"})
_STOPS: Final = frozenset({"end", "number", "cards"})
_PARTS: Final = frozenset(",/|(")
_BY: Final = frozenset(WORDS["by"])
_TO: Final = frozenset(WORDS["to"])
_LINE_START: Final = re.compile(r"\n[ \t]*[\[(#]?$")
_PER, _PRICE, _CATCHES, _TURNS, _IN_HAND = (
    re.compile(WORDS["beside"][name], re.I)
    for name in ("per", "price", "catches", "turns", "in_hand")
)


def _genders(text: str, names: Sequence[str]) -> dict[str, int]:
    """Whom `he` and `she` mean, where that shows."""
    for at, name in enumerate(names):
        for word, form in WORDS["genders"].items():
            if re.search(rf"(?i)\\b(?:{form})\\b\\.?,? (?:{re.escape(name.split()[-1])})\\b", text):
                other = "she" if word == "he" else "he"
                return {word: at, other: 1 - at}
    return {}


def _tells_of_me(items: Sequence[EndPiece], names: int, text: str) -> bool:
    """True if whoever tells it plays."""
    return names < 2 or any(
        piece.kind == "who" and piece.word == ME
        and text[piece.start : piece.end].lower() in WORDS["acting"]
        and any(each.kind in {"cue", "number", "cards"} for each in items[at + 1 : at + 4])
        for at, piece in enumerate(items)
    )  # fmt: skip
