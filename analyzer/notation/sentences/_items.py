"""A text clause by clause, each as phrases and cards in their order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from analyzer.game.cards import Suit
from analyzer.notation._source import Source
from analyzer.notation._tokens import TokenKind
from analyzer.notation.cards import ReadCard
from analyzer.notation.sentences._extents import region_end, region_of, word_at
from analyzer.notation.sentences._heard import Heard
from analyzer.notation.sentences._lexer import Lexeme, Sort
from analyzer.notation.sentences._meanings import BASE, FILLING, HAVING, OF_NAMES, SOMEBODY, TAGS
from analyzer.notation.sentences._phrases import PhraseHere, may_be_name, phrases_in
from analyzer.notation.sentences._regions import Region
from analyzer.notation.sentences._vocabulary import EXCLUDING, OPENERS

_SUITS = frozenset(suit.noun for suit in Suit)
_PARTING = frozenset({",", ":", "(", ")", "-", "–", "—"})


@dataclass(frozen=True, slots=True)
class CardsSaid:
    """Cards in the text."""

    reads: tuple[ReadCard, ...]
    lexemes: tuple[Lexeme, ...]
    end: int
    """The lexeme behind them."""


Item = PhraseHere | CardsSaid


@dataclass(frozen=True, slots=True)
class SpokenClause:
    """A sentence, or a line."""

    items: Sequence[Item]
    closing: str
    """The sign that ends it."""
    wordy: bool
    """True if it has words of its own beside the cards, be they understood or not."""
    tagged: bool = False
    """True if a word behind a comma makes it a question: `…, right?`."""


def has(items: Sequence[Item], *kinds: str) -> bool:
    """True if one of the items is a phrase of one of these kinds."""
    return any(isinstance(item, PhraseHere) and item.phrase.kind in kinds for item in items)


def is_one_card(items: Sequence[Item]) -> bool:
    """True if there is nothing but one card."""
    return len(items) == 1 and isinstance(items[0], CardsSaid) and len(items[0].reads) == 1


class Clauses:
    """The clauses of a text; what is understood of them, and what is not, is noted."""

    def __init__(self, source: Source, lexemes: Sequence[Lexeme], heard: Heard) -> None:
        self._source, self._lexemes, self._heard = source, lexemes, heard
        self._said = phrases_in(lexemes)
        self._starts = frozenset(self._said)

    def __iter__(self) -> Iterator[SpokenClause]:
        at, lexemes = 0, self._lexemes
        while at < len(lexemes):
            end = at
            while end < len(lexemes) and lexemes[end].sort is not Sort.END:
                end += 1
            closing = lexemes[end].text if end < len(lexemes) else "\n"
            asks, unused = closing == "?", len(self._heard.unused)
            items, tagged = list(self._items(at, end)), asks and self._is_tagged(end)
            if asks:
                del self._heard.unused[unused:]
            yield SpokenClause(items, closing, self._is_wordy(at, end), tagged)
            at = end + 1

    def _items(self, at: int, end: int) -> Iterator[Item]:
        heading = None
        while at < end:
            heading = at if self._is_heading(at) else heading
            if at in self._said:
                self._use(at, self._said[at].end)
                yield self._said[at]
                at = self._said[at].end
                continue
            if self._is_name(at):
                yield PhraseHere(SOMEBODY, at, at + 1)
            after = region_end(self._lexemes, at, self._starts)
            head = self._headed(heading, at, after)
            region = Region(self._source, [*head, *region_of(self._lexemes, at, after)])
            if after == at or region.is_empty:
                if self._names_several(at, after):
                    last, part = self._heard.unused[-1:], self._part_around(at)
                    self._heard.unused += [part] if last != [part] else []
                at += 1
                continue
            if head:
                del self._heard.unused[-1:]
            self._use(at, after)
            yield CardsSaid(tuple(region.cards()), tuple(self._lexemes[at:after]), after)
            at = after

    def _names_several(self, at: int, end: int) -> bool:
        """True if lexemes name a suit or a rank in the plural: `he has no queens`."""
        return any(
            each.plural or (each.suits and each.text in _SUITS) for each in self._lexemes[at:end]
        )

    def _part_around(self, at: int) -> tuple[int, int]:
        """The stretch of the text between the signs around a lexeme."""
        first = last = at
        while first and not self._parts(first - 1):
            first -= 1
        while last + 1 < len(self._lexemes) and not self._parts(last + 1):
            last += 1
        return self._lexemes[first].start, self._lexemes[last].end

    def _parts(self, at: int) -> bool:
        lexeme = self._lexemes[at]
        return lexeme.sort in {Sort.END, Sort.CARDS} or lexeme.text in _PARTING

    def _is_heading(self, at: int) -> bool:
        """`In clubs I have the 4, 5 and 6`, `no diamonds except the 9 and ace`."""
        before, behind = word_at(self._lexemes, at - 1), word_at(self._lexemes, at + 1)
        return self._lexemes[at].suits and (
            before == "in" or (before == "no" and behind in EXCLUDING)
        )

    def _headed(self, heading: int | None, at: int, end: int) -> Sequence[Lexeme]:
        """The suit that was named before ranks, where nothing but words of having is between."""
        tokens = [token for each in self._lexemes[at:end] for token in each.tokens]
        if heading is None or heading >= at or any(t.kind is not TokenKind.RANK for t in tokens):
            return ()
        between = {each.text for each in self._lexemes[heading + 1 : at]}
        several = len(tokens) > 1 or word_at(self._lexemes, at - 1) == "the"
        return [self._lexemes[heading]] if tokens and several and between <= HAVING else ()

    def _use(self, at: int, end: int) -> None:
        self._heard.used.append((self._lexemes[at].start, self._lexemes[end - 1].end))

    def _is_name(self, at: int) -> bool:
        """True if a word is the name of who acts: `Mike picked up my 8h`."""
        lexeme, behind = self._lexemes[at], self._said.get(at + 1)
        if behind is None or behind.phrase.kind not in OF_NAMES or behind.phrase.words[0] in BASE:
            return False
        return may_be_name(lexeme) and lexeme.text not in OPENERS

    def _is_tagged(self, end: int) -> bool:
        last = [each.text for each in self._lexemes[max(0, end - 2) : end]]
        return last[:1] == [","] and last[1:] != [] and last[1] in TAGS

    def _is_wordy(self, at: int, end: int) -> bool:
        here = self._lexemes[at:end]
        plain = (each for each in here if each.sort is Sort.WORD and not each.tokens)
        understood = any(at <= start < end for start in self._said)
        return understood or any(each.text not in FILLING for each in plain)
