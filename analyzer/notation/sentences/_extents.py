"""Tell which words and numbers of a text are cards where they stand, and how far they reach."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from analyzer.game.cards import Suit
from analyzer.game.view import HAND
from analyzer.notation._tokens import TokenKind
from analyzer.notation.sentences._lexer import Lexeme, Sort
from analyzer.notation.sentences._vocabulary import (
    AS_BEFORE,
    AS_BEHIND,
    AT_BEFORE,
    AT_BEHIND,
    CARD_BEFORE,
    COLORS,
    COUNTS,
    JOINING,
    THROUGH,
)

_JOINTS = frozenset(",/|\\-–—−+&()[]{}<>\"'“”‘’•·*_")
_OF_A_KIND = frozenset({"of", "the", "a", "kind"})
_ONE_SUIT = frozenset(suit.noun.removesuffix("s") for suit in Suit)
_SAID_OF_PLURAL = frozenset({"already", "are", "them", "which"})
_LONGEST = 120
"""More lexemes than a list of cards has."""
PASSED_OVER = _OF_A_KIND | {*COLORS}
"""Words between a count and its ranks."""


def region_end(lexemes: Sequence[Lexeme], at: int, stops: frozenset[int]) -> int:
    """Return where the cards that begin at a lexeme end; the same place where none begin.

    `stops` are the lexemes at which a phrase begins.
    """
    end = at
    here = at
    last = min(len(lexemes), at + _LONGEST)
    while here < last and here not in stops:
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
    """True if a bracket with cards stands behind a hand: `… 2h Ah (Kh is the one I drew)`."""
    if here + 1 >= len(lexemes):
        return False
    inside = lexemes[here + 1].tokens
    tokens = (token for lexeme in lexemes[at:here] for token in lexeme.tokens)
    ranks = sum(token.kind is not TokenKind.SUIT for token in tokens)
    of_suit = lexemes[here - 1].suits and lexemes[here + 1].ranks
    if of_suit and word_at(lexemes, here + 2) != "of":
        return False  # `2 hearts (A and 6)`
    return ranks >= HAND and bool(inside) and inside[0].kind is not TokenKind.SUIT


def region_of(lexemes: Sequence[Lexeme], at: int, end: int) -> list[Lexeme]:
    """The lexemes of a region; one that only joins the others stands for no card."""
    return [
        lexemes[here]
        if is_card(lexemes, here) and not _counts(lexemes, here)
        else replace(lexemes[here], tokens=())
        for here in range(at, end)
    ]


def count_at(lexemes: Sequence[Lexeme], at: int) -> int:
    """Return how many a word or a digit before ranks in the plural says; 0 for none: `4 sevens`."""
    text = lexemes[at].text
    if text in {"2", "3", "4"}:
        behind = [each for each in lexemes[at + 1 : at + 6] if each.text not in PASSED_OVER]
        listed = [each.text for each in behind[1:2]] == ["("]
        colored = word_at(lexemes, at + 1) in COLORS
        of_a_kind = [each.text for each in lexemes[at + 1 : at + 4]] == ["of", "a", "kind"]
        several = bool(behind) and (
            behind[0].plural or (is_4s(behind[0]) and (listed or of_a_kind or colored))
        )
        return int(text) if several else 0
    if text in COLORS:
        after = lexemes[at + 1 : at + 2]
        return len(COLORS[text]) if after and (after[0].plural or is_4s(after[0])) else 0
    return COUNTS.get(text, 0)


def is_4s(lexeme: Lexeme) -> bool:
    """True if it is a rank and an `s`: fours, or the four of spades."""
    return len(lexeme.tokens) == 2 and lexeme.text.endswith("s")


def _counts(lexemes: Sequence[Lexeme], at: int) -> bool:
    """A count before a rank in the plural: `three 4s`, `a pair of kings`, `all four aces`."""
    if not count_at(lexemes, at):
        return False
    for lexeme in lexemes[at + 1 : at + 5]:
        if lexeme.text in COUNTS or lexeme.text in PASSED_OVER:
            continue
        return lexeme.plural or is_4s(lexeme)
    return False


def _joins(lexemes: Sequence[Lexeme], at: int, start: int) -> bool:
    lexeme = lexemes[at]
    if lexeme.sort is Sort.MARK:
        return lexeme.text in _JOINTS or (
            lexeme.text in ":=" and (lexemes[at - 1].suits or lexemes[at - 1].plural)
        )
    if lexeme.text in THROUGH:
        return True
    if lexeme.text in _SAID_OF_PLURAL:
        return lexemes[at - 1 - (word_at(lexemes, at - 1) == "which")].plural
    if lexeme.text in COLORS:
        return any(_counts(lexemes, each) for each in range(start, at))
    return lexeme.text in JOINING or lexeme.text in COUNTS or lexeme.text in _OF_A_KIND


def is_card(lexemes: Sequence[Lexeme], at: int) -> bool:
    """True if a lexeme stands for ranks, suits or cards where it is."""
    lexeme = lexemes[at]
    if not lexeme.tokens:
        return False
    if lexeme.sort is Sort.CARDS or lexeme.sort is Sort.NUMBER:
        return not _is_of_bracket(lexemes, at)
    if _is_spelled_ace(lexemes, at) or _is_last_ace(lexemes, at):
        return True
    if len(lexeme.text) > 2 and len(lexeme.tokens) > 1:
        return _beside_cards(lexemes, at)
    if len(lexeme.text) > 2:
        return True  # a rank or a suit in letters: `seven`, `hearts`
    if lexeme.text == "as":
        return _is_ace(lexemes, at)
    if lexeme.text == "a":
        return _is_rank_a(lexemes, at)
    if lexeme.written == "at" and _is_place(lexemes, at):
        return False
    return _beside_cards(lexemes, at)


def _is_of_bracket(lexemes: Sequence[Lexeme], at: int) -> bool:
    """True if a number is that of what stands in a bracket behind it: `deadwood 6 (4♦ 2♣)`."""
    if lexemes[at].sort is not Sort.NUMBER or word_at(lexemes, at + 1) != "(":
        return False
    before = _near(lexemes, at, -1)
    inside = [token.kind for each in lexemes[at + 2 : at + 3] for token in each.tokens]
    whole = {*inside} == {TokenKind.RANK, TokenKind.SUIT}
    return whole and (before is None or not (before.ranks or before.suits))


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


def _is_place(lexemes: Sequence[Lexeme], at: int) -> bool:
    """`I'm at 7h 8h …`, `at the start`: no ace and ten."""
    return word_at(lexemes, at - 1) in AT_BEFORE or word_at(lexemes, at + 1) in AT_BEHIND


def _is_last_ace(lexemes: Sequence[Lexeme], at: int) -> bool:
    """`he discarded as.`, `9d. ah. 2d`: an ace at the end of a sentence, or one by itself."""
    if len(lexemes[at].text) != 2 or not _is_rank_first(lexemes[at]):
        return False
    if not _ends(lexemes, at + 1):
        lists = lexemes[at].text != "as" and word_at(lexemes, at + 1) == ","
        return lists and word_at(lexemes, at - 1) in CARD_BEFORE
    alone = _ends(lexemes, at - 1) and _is_all_cards(lexemes, at - 1, -1)
    return word_at(lexemes, at - 1) in CARD_BEFORE or (alone and _is_all_cards(lexemes, at + 1, 1))


def _is_rank_first(lexeme: Lexeme) -> bool:
    kinds = [token.kind for token in lexeme.tokens]
    return kinds == [TokenKind.RANK, TokenKind.SUIT]


def _ends(lexemes: Sequence[Lexeme], at: int) -> bool:
    return not 0 <= at < len(lexemes) or lexemes[at].sort is Sort.END


def _is_all_cards(lexemes: Sequence[Lexeme], at: int, step: int) -> bool:
    """True if the sentence behind an end, or the one before it, is nothing but cards."""
    at += step
    begun = at
    while not _ends(lexemes, at):
        if lexemes[at].sort is Sort.WORD and not _is_rank_first(lexemes[at]):
            return False
        at += step
    return at != begun


def _is_ace(lexemes: Sequence[Lexeme], at: int) -> bool:
    """True if `as` is the ace of spades."""
    before, behind = word_at(lexemes, at - 1), word_at(lexemes, at + 1)
    small = lexemes[at].written == "as"
    if small and (before in AS_BEFORE or behind in AS_BEHIND):
        return False
    return _beside_cards(lexemes, at)


def _is_rank_a(lexemes: Sequence[Lexeme], at: int) -> bool:
    """True if `a` is the ace, and no article."""
    if _is_article(lexemes, at):
        return False
    if word_at(lexemes, at + 1) == "of" and _behind_of(lexemes, at + 1):
        return True
    if word_at(lexemes, at + 1) in THROUGH and any(each.ranks for each in lexemes[at + 2 : at + 3]):
        return True
    before, behind = _near(lexemes, at, -1), _near(lexemes, at, 1)
    next_ = lexemes[at + 1] if at + 1 < len(lexemes) else None
    if lexemes[at].written == "a" and next_ is not None and _is_plain_word(next_):
        return False  # `he took it a while ago`, `a diamond run`
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
    named = word_at(lexemes, at + 2) == "of" and (
        behind.text in COUNTS or _behind_of(lexemes, at + 2)
    )
    spelled = lexemes[at].written == "a" and behind.ranks and len(behind.text) > 2
    return (
        named
        or spelled
        or (lexemes[at].written == "a" and word_at(lexemes, at - 1) in {"and", "plus"})
    )


def _is_plain_word(lexeme: Lexeme) -> bool:
    if lexeme.sort is not Sort.WORD or lexeme.text in JOINING:
        return False
    return not lexeme.tokens or lexeme.text in _ONE_SUIT


def _behind_of(lexemes: Sequence[Lexeme], at: int) -> bool:
    behind = lexemes[at + 1] if at + 1 < len(lexemes) else None
    return behind is not None and behind.suits


def _near_ranks(lexemes: Sequence[Lexeme], at: int) -> int:
    """Return how many lexemes that may be ranks follow one another from here."""
    number = 0
    for lexeme in lexemes[at + 1 :]:
        if lexeme.ranks:
            number += 1
        elif lexeme.text not in _JOINTS:
            break
    return number


def word_at(lexemes: Sequence[Lexeme], at: int) -> str:
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
    """True if a neighbor is plainly a rank, a suit or a card."""
    for step in (-1, 1):
        lexeme = _near(lexemes, at, step)
        if lexeme is None or not lexeme.tokens or lexeme.text == "as":
            continue
        if lexeme.text != "a" or lexeme.written == "A" or _number_beyond(lexemes, at, step):
            return True
    return False


def _number_beyond(lexemes: Sequence[Lexeme], at: int, step: int) -> bool:
    """True if the `a` beside a place has a rank on its other side: `2 a c`."""
    here = at + 2 * step
    return 0 <= here < len(lexemes) and lexemes[here].ranks
