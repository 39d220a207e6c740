"""Stretches of a text that hold cards: `7,8,9 of hearts, three 4s (c d s), K Q of diamonds`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from analyzer.errors import InputError
from analyzer.game.cards import Card, Suit
from analyzer.game.view import HAND
from analyzer.notation._source import Source, shortened
from analyzer.notation._tokens import SUIT_LETTERS, Token, TokenKind, general_hint
from analyzer.notation.cards import Pairing, ReadCard
from analyzer.notation.sentences._lexer import Lexeme, Sort, cure
from analyzer.notation.sentences._vocabulary import (
    AS_BEFORE,
    AS_BEHIND,
    AT_BEHIND,
    COLORS,
    COUNTS,
    EXCLUDING,
    JOINING,
    THROUGH,
)

_LEAST_LONELY = 3
"""So many ranks without any suit are meant as cards; fewer are numbers."""
_JOINTS = frozenset(",/|\\-–—−+&()[]{}<>\"'“”‘’•·*_")
_BRACKETS = frozenset("()[]{}")
_OF_A_KIND = frozenset({"of", "the", "a", "kind"})
_PASSED_OVER = _OF_A_KIND | {*COLORS}
"""Words between a count and its ranks."""
_DASHES = frozenset("-–—")


class Region:
    """The lexemes of one stretch, of which some join the others."""

    def __init__(self, source: Source, lexemes: Sequence[Lexeme]) -> None:
        self.source, self.lexemes = source, lexemes

    @property
    def is_empty(self) -> bool:
        """Whether there are no cards in it after all, but a number or an article."""
        if any(lexeme.sort is Sort.SLIP for lexeme in self.lexemes):
            return False
        tokens = [token for lexeme in self.lexemes for token in lexeme.tokens]
        if any(token.kind is TokenKind.CARD for token in tokens):
            return False
        kinds = {token.kind for token in tokens}
        if len(kinds) == 2:
            return False
        lonely = sum(len(lexeme.tokens) for lexeme in self.lexemes if lexeme.sort is not Sort.WORD)
        return lonely < _LEAST_LONELY

    def cards(self) -> list[ReadCard]:
        """The cards, in order; raises InputError at what is none."""
        return [card for part in self._parts() for card in part]

    def _parts(self) -> Iterator[list[ReadCard]]:
        """Ranks in the plural with their suits apart, and what is between them."""
        plain: list[Lexeme] = []
        at = 0
        while at < len(self.lexemes):
            if (used := self._plural(at)) is not None:
                yield self._paired(plain)
                plain = []
                cards, at = used
                yield cards
            elif (ran := self._run(at)) is not None and self._is_whole(plain):
                yield self._paired(plain)
                plain = []
                cards, at = ran
                yield cards
            else:
                plain.append(self.lexemes[at])
                at += 1
        yield self._paired(plain)

    # ---- ranks with suits

    def _paired(self, lexemes: Sequence[Lexeme]) -> list[ReadCard]:
        """Each rank with its suit: all at once, or else from comma to comma."""
        for one in lexemes:
            if one.sort is Sort.SLIP:
                raise self._slip(one)
        if not any(lexeme.tokens for lexeme in lexemes):
            return []
        try:
            return self._pair(lexemes)
        except InputError:
            if not any(lexeme.text in {",", "/", "|"} for lexeme in lexemes):
                raise
            return self._piecewise(lexemes)

    def _is_whole(self, lexemes: Sequence[Lexeme]) -> bool:
        """Whether every rank so far has its suit."""
        try:
            self._paired(lexemes)
        except InputError:
            return False
        return True

    def _pair(self, lexemes: Sequence[Lexeme]) -> list[ReadCard]:
        return Pairing(self.source, [token for lexeme in lexemes for token in lexeme.tokens]).run()

    def _piecewise(self, lexemes: Sequence[Lexeme]) -> list[ReadCard]:
        """Piece after piece, each as long as it has to be to be whole."""
        cards: list[ReadCard] = []
        piece: list[Lexeme] = []
        for lexeme in lexemes:
            piece.append(lexeme)
            if lexeme.text in {",", "/", "|"} and any(each.tokens for each in piece):
                try:
                    cards += self._pair(piece)
                except InputError:
                    continue
                piece = []
        if any(each.tokens for each in piece):
            cards += self._pair(piece)
        return cards

    def _slip(self, lexeme: Lexeme) -> InputError:
        fix = cure(lexeme)
        hint = f"did you mean {fix}?" if fix else general_hint(lexeme.written)
        message = f"`{shortened(lexeme.written)}` is not a card"
        return self.source.error(lexeme.start, lexeme.end, message, hint, fix)

    # ---- several cards of one rank

    def _plural(self, at: int) -> tuple[list[ReadCard], int] | None:
        """`three 4s (c d s)`, `fours of clubs and spades`, `all four aces`; where it ends."""
        count, start, colored = _repeated(self.lexemes, at) or None, at, list[int]()
        while at < len(self.lexemes) and (number := _count_at(self.lexemes, at)):
            count, colored = number, colored or _of_color(self.lexemes[at].text)
            at += 1
            while at < len(self.lexemes) and self.lexemes[at].text in _PASSED_OVER:
                colored = colored or _of_color(self.lexemes[at].text)
                at += 1
        if at >= len(self.lexemes):
            return None
        rank = self._rank_in_plural(at, counted=count is not None)
        if rank is None:
            return None
        if self._is_spelled_out(at + 1, rank):
            return [], at + 1
        suits, end = self._suits(at + 1)
        suits = suits or colored
        if not suits and (count == len(Suit) or self.lexemes[start].text == "all"):
            suits = [int(suit) for suit in Suit]
        some = self.lexemes[start].text == "all" and suits  # `all the fours except hearts`
        if not suits or (count is not None and len(suits) != count and not some):
            if count is None and not self.lexemes[at].plural:
                return None
            raise self._which(self.lexemes[start], self.lexemes[at], len(suits))
        span = (self.lexemes[at].start, self.lexemes[at].end)
        return [ReadCard(Card.make(rank.value, suit), span) for suit in suits], end

    def _rank_in_plural(self, at: int, *, counted: bool) -> Token | None:
        """`kings`, `4's`; `4s` and `Ks` only behind a count or before a list of suits."""
        lexeme = self.lexemes[at]
        if not lexeme.tokens or lexeme.tokens[0].kind is not TokenKind.RANK:
            return None
        if (lexeme.plural and len(lexeme.tokens) == 1) or _repeated(self.lexemes, at):
            return lexeme.tokens[0]
        if not _is_4s(lexeme):
            return None
        behind = self.lexemes[at + 1 : at + 3]
        listed = [one.text for one in behind[:1]] in (["("], ["of"]) and behind[-1].suits
        return lexeme.tokens[0] if counted or listed else None

    def _is_spelled_out(self, at: int, rank: Token) -> bool:
        """Whether the cards themselves follow in brackets: `two queens (Qc Qs)`."""
        if _word_at(self.lexemes, at) not in {"(", "["} or at + 1 >= len(self.lexemes):
            return False
        inside = self.lexemes[at + 1].tokens
        return bool(inside) and inside[0].kind is TokenKind.RANK and inside[0].value == rank.value

    def _suits(self, at: int) -> tuple[list[int], int]:
        """The suits that are listed from here on, and where they end."""
        suits: list[int] = []
        excluded, end = False, at
        while at < len(self.lexemes):
            lexeme = self.lexemes[at]
            if lexeme.suits and not self._begins_ranks(at):
                suits += [token.value for token in lexeme.tokens]
                end = at + 1
            elif lexeme.text in EXCLUDING:
                excluded = True
            elif lexeme.tokens or lexeme.sort is Sort.SLIP or (lexeme.text in COUNTS and suits):
                break
            elif lexeme.text in {")", "]"} and suits:
                end = at + 1
                break
            at += 1
        if excluded:
            suits = [int(suit) for suit in Suit if suit not in suits]
        return suits, end

    def _begins_ranks(self, at: int) -> bool:
        """Whether a suit is the head of ranks that follow: `hearts: 7 8 9`."""
        behind = self.lexemes[at + 1 : at + 2]
        return bool(behind) and behind[0].text == ":"

    def _which(self, first: Lexeme, rank: Lexeme, number: int) -> InputError:
        written = self.source.text[first.start : rank.end]
        message = (
            f"`{shortened(written)}` does not say which suits"
            if not number
            else f"`{shortened(written)}` has {number} suits behind it"
        )
        hint = f"write each card with its suit, such as {rank.text[:1].upper()}c"
        if rank.tokens:
            hint = f"name the suits, as in {'A23456789TJQK'[rank.tokens[0].value]}c"
        return self.source.error(first.start, rank.end, message, hint)

    # ---- runs from one card to another

    def _run(self, at: int) -> tuple[list[ReadCard], int] | None:
        """`7h through Th`, `7 through 10 of hearts`, `6-8 spades`; `2-3-4` is a list."""
        if self.lexemes[at].suits:
            return self._run_of_suit(at)
        parts = self.lexemes[at : at + 5]
        if len(parts) < 3 or not parts[0].tokens or not self._reaches(at + 1):
            return None
        used = 3
        if parts[2].ranks and len(parts) > 3:
            used += 1 + (not parts[3].suits)
        tokens = [token for part in parts[:used] for token in part.tokens]
        suits = {token.value for token in tokens if token.kind is TokenKind.SUIT}
        ranks = [token.value for token in tokens if token.kind is TokenKind.RANK]
        if len(suits) != 1 or len(ranks) != 2 or not 1 < ranks[1] - ranks[0] < HAND:
            return None
        span = (parts[0].start, parts[used - 1].end)
        suit = suits.pop()
        cards = [Card.make(rank, suit) for rank in range(ranks[0], ranks[1] + 1)]
        return [ReadCard(card, span) for card in cards], at + used

    def _run_of_suit(self, at: int) -> tuple[list[ReadCard], int] | None:
        """`diamonds from 3 to 6`, `clubs 8 through queen`."""
        first = at + 1 + (_word_at(self.lexemes, at + 1) == "from")
        ends = self.lexemes[first : first + 3 : 2]
        if len(ends) < 2 or not all(end.ranks and len(end.tokens) == 1 for end in ends):
            return None
        low, high = (end.tokens[0].value for end in ends)
        if not (self._reaches(first + 1) and 1 < high - low < HAND):
            return None
        span = (self.lexemes[at].start, ends[1].end)
        suit = self.lexemes[at].tokens[0].value
        run = [ReadCard(Card.make(rank, suit), span) for rank in range(low, high + 1)]
        return run, first + 3

    def _reaches(self, at: int) -> bool:
        """Whether what stands between two cards means all of those between them."""
        if self.lexemes[at].text in THROUGH:
            return True
        near = {
            lexeme.text
            for lexeme in (*self.lexemes[at - 2 : at - 1], *self.lexemes[at + 2 : at + 3])
        }
        return self.lexemes[at].text in _DASHES and not near & _DASHES


# ---------------------------------------------------------------- where a region is


def region_end(lexemes: Sequence[Lexeme], at: int, stops: frozenset[int]) -> int:
    """Where the cards that begin at a lexeme end; the same place where none begin.

    `stops` are the lexemes at which a phrase begins.
    """
    end = at
    here = at
    while here < len(lexemes) and here not in stops:
        lexeme = lexemes[here]
        if lexeme.sort is Sort.END or (lexeme.text == "(" and _is_whole_hand(lexemes, at, here)):
            break
        if is_card(lexemes, here) or lexeme.sort is Sort.SLIP or _counts(lexemes, here):
            here += 1
            end = here
        elif here > at and _joins(lexemes, here, at):
            here += 1
        else:
            break
    if at < end < len(lexemes) and lexemes[end].text in {")", "]"}:
        end += 1
    return end


def _is_whole_hand(lexemes: Sequence[Lexeme], at: int, here: int) -> bool:
    """Whether a bracket with cards stands behind a hand: `… 2h Ah (Kh is the one I drew)`."""
    inside = lexemes[here + 1].tokens if here + 1 < len(lexemes) else ()
    tokens = (token for lexeme in lexemes[at:here] for token in lexeme.tokens)
    ranks = sum(token.kind is not TokenKind.SUIT for token in tokens)
    return ranks >= HAND and bool(inside) and inside[0].kind is not TokenKind.SUIT


def region_of(lexemes: Sequence[Lexeme], at: int, end: int) -> list[Lexeme]:
    """The lexemes of a region; one that only joins the others stands for no card."""
    return [
        lexemes[here]
        if is_card(lexemes, here) and not _counts(lexemes, here)
        else replace(lexemes[here], tokens=())
        for here in range(at, end)
    ]


def _count_at(lexemes: Sequence[Lexeme], at: int) -> int:
    """How many a word or a digit before ranks in the plural says; 0 for none: `4 sevens`."""
    text = lexemes[at].text
    if text in {"2", "3", "4"}:
        behind = [each for each in lexemes[at + 1 : at + 6] if each.text not in _PASSED_OVER]
        listed = [each.text for each in behind[1:2]] == ["("]
        colored = _word_at(lexemes, at + 1) in COLORS
        of_a_kind = [each.text for each in lexemes[at + 1 : at + 4]] == ["of", "a", "kind"]
        several = bool(behind) and (
            behind[0].plural or (_is_4s(behind[0]) and (listed or of_a_kind or colored))
        )
        return int(text) if several else 0
    if text in COLORS:
        after = lexemes[at + 1 : at + 2]
        return len(COLORS[text]) if after and (after[0].plural or _is_4s(after[0])) else 0
    return COUNTS.get(text, 0)


def _repeated(lexemes: Sequence[Lexeme], at: int) -> int:
    """How many of a rank are meant where a suit is left out: `QQQ (no spade)`; else 0."""
    lexeme, behind = lexemes[at], [each.text for each in lexemes[at + 1 : at + 3]]
    same = lexeme.ranks and len({token.value for token in lexeme.tokens}) == 1
    left_out = behind[:1] == ["("] and (behind[-1] in EXCLUDING or behind[-1] == "all")
    return len(lexeme.tokens) if same and left_out else 0


def _of_color(text: str) -> list[int]:
    """The suits of a color."""
    return [SUIT_LETTERS[letter] for letter in COLORS.get(text, ())]


def _is_4s(lexeme: Lexeme) -> bool:
    """Whether it is a rank and an `s`: fours, or the four of spades."""
    return len(lexeme.tokens) == 2 and lexeme.text.endswith("s")


def _counts(lexemes: Sequence[Lexeme], at: int) -> bool:
    """A count before a rank in the plural: `three 4s`, `a pair of kings`, `all four aces`."""
    if not _count_at(lexemes, at):
        return False
    for lexeme in lexemes[at + 1 : at + 5]:
        if lexeme.text in COUNTS or lexeme.text in _PASSED_OVER:
            continue
        return lexeme.plural or _is_4s(lexeme)
    return False


def _joins(lexemes: Sequence[Lexeme], at: int, start: int) -> bool:
    lexeme = lexemes[at]
    if lexeme.sort is Sort.MARK:
        return lexeme.text in _JOINTS or (
            lexeme.text in ":=" and (lexemes[at - 1].suits or lexemes[at - 1].plural)
        )
    if lexeme.text in THROUGH:
        return True
    if lexeme.text in EXCLUDING:
        return any(each.text in _BRACKETS or each.plural for each in lexemes[start:at])
    if lexeme.text == "from":
        return lexemes[at - 1].suits
    if lexeme.text in COLORS:
        return any(_counts(lexemes, each) for each in range(start, at))
    return lexeme.text in JOINING or lexeme.text in COUNTS or lexeme.text in _OF_A_KIND


def is_card(lexemes: Sequence[Lexeme], at: int) -> bool:
    """Whether a lexeme stands for ranks, suits or cards where it is."""
    lexeme = lexemes[at]
    if not lexeme.tokens:
        return False
    if lexeme.sort is Sort.CARDS or lexeme.sort is Sort.NUMBER:
        return True
    if _is_spelled_ace(lexemes, at) or _repeated(lexemes, at):
        return True
    if len(lexeme.text) > 2 and len(lexeme.tokens) > 1:
        return _beside_cards(lexemes, at)
    if len(lexeme.text) > 2:
        return True  # a rank or a suit in letters: `seven`, `hearts`
    if lexeme.text == "as":
        return _is_ace(lexemes, at)
    if lexeme.text == "a":
        return _is_rank_a(lexemes, at)
    if lexeme.written == "at" and _word_at(lexemes, at + 1) in AT_BEHIND:
        return False
    return _beside_cards(lexemes, at)


def _is_spelled_ace(lexemes: Sequence[Lexeme], at: int) -> bool:
    """`he threw As`: a word that begins with a capital inside a sentence is the card."""
    written, before = lexemes[at].written, lexemes[at - 1] if at else None
    if before is None or before.sort is Sort.END or len(lexemes[at].tokens) != 2:
        return False
    return (
        len(written) == 2
        and written[0] == "A"
        and (written[1].islower() or not before.written.isupper())
    )


def _is_ace(lexemes: Sequence[Lexeme], at: int) -> bool:
    """Whether `as` is the ace of spades."""
    before, behind = _word_at(lexemes, at - 1), _word_at(lexemes, at + 1)
    small = lexemes[at].written == "as"
    if small and (before in AS_BEFORE or behind in AS_BEHIND):
        return False
    return _beside_cards(lexemes, at)


def _is_rank_a(lexemes: Sequence[Lexeme], at: int) -> bool:
    """Whether `a` is the ace, and no article."""
    if _is_article(lexemes, at):
        return False
    if _word_at(lexemes, at + 1) == "of" and _behind_of(lexemes, at + 1):
        return True
    before, behind = _near(lexemes, at, -1), _near(lexemes, at, 1)
    if before is not None and (before.ranks or before.suits):
        return True
    if lexemes[at].written == "a":  # an article stands before one rank, and before whole cards
        two = behind is not None and behind.ranks and _near_ranks(lexemes, at) > 1
        return two or (behind is not None and behind.suits)
    return behind is not None and (behind.ranks or behind.suits)


def _is_article(lexemes: Sequence[Lexeme], at: int) -> bool:
    """`a two of hearts`, `a pair of nines`, `a 9 and a jack of hearts`."""
    behind = lexemes[at + 1] if at + 1 < len(lexemes) else None
    if behind is None or not (behind.ranks or behind.text in COUNTS):
        return False
    named = _word_at(lexemes, at + 2) == "of" and (
        behind.text in COUNTS or _behind_of(lexemes, at + 2)
    )
    spelled = lexemes[at].written == "a" and behind.ranks and len(behind.text) > 2
    return (
        named
        or spelled
        or (lexemes[at].written == "a" and _word_at(lexemes, at - 1) in {"and", "plus"})
    )


def _behind_of(lexemes: Sequence[Lexeme], at: int) -> bool:
    behind = lexemes[at + 1] if at + 1 < len(lexemes) else None
    return behind is not None and behind.suits


def _near_ranks(lexemes: Sequence[Lexeme], at: int) -> int:
    """How many lexemes that may be ranks follow one another from here."""
    number = 0
    for lexeme in lexemes[at + 1 :]:
        if lexeme.ranks:
            number += 1
        elif lexeme.text not in _JOINTS:
            break
    return number


def _word_at(lexemes: Sequence[Lexeme], at: int) -> str:
    return lexemes[at].text if 0 <= at < len(lexemes) else ""


def _near(lexemes: Sequence[Lexeme], at: int, step: int) -> Lexeme | None:
    """The next lexeme on one side that is more than a comma or an `and`."""
    at += step
    while 0 <= at < len(lexemes):
        lexeme = lexemes[at]
        if lexeme.sort is Sort.END:
            return None
        if not (lexeme.text in _JOINTS or lexeme.text in {"and", "of", "the", ":"}):
            return lexeme
        at += step
    return None


def _beside_cards(lexemes: Sequence[Lexeme], at: int) -> bool:
    """Whether a neighbor is plainly a rank, a suit or a card."""
    for step in (-1, 1):
        lexeme = _near(lexemes, at, step)
        if lexeme is None or not lexeme.tokens or lexeme.text == "as":
            continue
        if lexeme.text != "a" or lexeme.written == "A" or _number_beyond(lexemes, at, step):
            return True
    return False


def _number_beyond(lexemes: Sequence[Lexeme], at: int, step: int) -> bool:
    """Whether the `a` beside a place has a rank on its other side: `2 a c`."""
    here = at + 2 * step
    return 0 <= here < len(lexemes) and lexemes[here].ranks
