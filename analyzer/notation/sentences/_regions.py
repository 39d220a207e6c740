"""Stretches of a text that hold cards: `7,8,9 of hearts, three 4s (c d s), K Q of diamonds`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from analyzer.errors import InputError
from analyzer.game.cards import Card, Suit
from analyzer.notation._source import Source, shortened
from analyzer.notation._tokens import Token, TokenKind, general_hint
from analyzer.notation.cards import Pairing, ReadCard
from analyzer.notation.sentences._extents import PASSED_OVER, count_at, is_4s
from analyzer.notation.sentences._lexer import Lexeme, Sort, cure
from analyzer.notation.sentences._vocabulary import COUNTS

_LEAST_LONELY = 3
"""So many ranks without any suit are meant as cards; fewer are numbers."""
_BEFORE_EACH = frozenset({"(", "[", "the", ":", ","})


class Region:
    """The lexemes of one stretch, of which some join the others."""

    def __init__(self, source: Source, lexemes: Sequence[Lexeme]) -> None:
        self.source, self.lexemes = source, lexemes

    @property
    def is_empty(self) -> bool:
        """True if there are no cards in it after all, but a number or an article."""
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
            else:
                plain.append(self.lexemes[at])
                at += 1
        yield self._paired(plain)

    # ---- ranks with suits

    def _paired(self, lexemes: Sequence[Lexeme]) -> list[ReadCard]:
        """Each rank with its suit."""
        for one in lexemes:
            if one.sort is Sort.SLIP:
                raise self._slip(one)
        if not any(lexeme.tokens for lexeme in lexemes):
            return []
        return Pairing(self.source, [token for lexeme in lexemes for token in lexeme.tokens]).run()

    def _slip(self, lexeme: Lexeme) -> InputError:
        fix = cure(lexeme)
        hint = f"did you mean {fix}?" if fix else general_hint(lexeme.written)
        message = f"`{shortened(lexeme.written)}` is not a card"
        return self.source.error(lexeme.start, lexeme.end, message, hint, fix)

    # ---- several cards of one rank

    def _plural(self, at: int) -> tuple[list[ReadCard], int] | None:
        """`three 4s (c d s)`, `fours of clubs and spades`, `all four aces`; where it ends."""
        start, count = at, None
        while at < len(self.lexemes) and (number := count_at(self.lexemes, at)):
            count = number
            at += 1
            while at < len(self.lexemes) and self.lexemes[at].text in PASSED_OVER:
                at += 1
        if at >= len(self.lexemes):
            return None
        rank = self._rank_in_plural(at, counted=count is not None)
        if rank is None:
            return None
        if self._is_spelled_out(at + 1, rank):
            return [], at + 1
        suits, end = self._suits(at + 1)
        if not suits and (count == len(Suit) or self.lexemes[start].text == "all"):
            suits = [int(suit) for suit in Suit]
        if not suits or count not in {None, len(suits)}:
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
        if lexeme.plural and len(lexeme.tokens) == 1:
            return lexeme.tokens[0]
        if not is_4s(lexeme):
            return None
        behind = self.lexemes[at + 1 : at + 3]
        listed = [one.text for one in behind[:1]] in (["("], ["of"]) and behind[-1].suits
        return lexeme.tokens[0] if counted or listed else None

    def _is_spelled_out(self, at: int, rank: Token) -> bool:
        """True if the cards themselves follow: `two queens (Qc Qs)`, `two queens, the queen …`."""
        while at < len(self.lexemes) and self.lexemes[at].text in _BEFORE_EACH:
            at += 1
        each = self.lexemes[at] if at < len(self.lexemes) else None
        if each is None or not each.tokens or each.plural:
            return False
        return each.tokens[0].kind is TokenKind.RANK and each.tokens[0].value == rank.value

    def _suits(self, at: int) -> tuple[list[int], int]:
        """The suits that are listed from here on, and where they end."""
        suits: list[int] = []
        end = at
        while at < len(self.lexemes):
            lexeme = self.lexemes[at]
            if lexeme.suits:
                suits += [token.value for token in lexeme.tokens]
                end = at + 1
            elif lexeme.tokens or lexeme.sort is Sort.SLIP or (lexeme.text in COUNTS and suits):
                break
            elif lexeme.text in {")", "]"} and suits:
                end = at + 1
                break
            at += 1
        return suits, end

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
