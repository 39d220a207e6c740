"""The places of a text's cards, by the clause around them."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.notation.cards import ReadCard
from analyzer.notation.sentences._clause import ClauseState
from analyzer.notation.sentences._heard import LARGE, SINGLE, THEIRS, CardRole, Heard
from analyzer.notation.sentences._items import CardsSaid, has
from analyzer.notation.sentences._lexer import Lexeme, Sort
from analyzer.notation.sentences._meanings import FEW, FILLING, FULL, OF_HANDS, SAYS_OF, TOPS


class CardPlacing:
    """Notes cards in what is heard."""

    def __init__(self, heard: Heard, lexemes: Sequence[Lexeme]) -> None:
        self.heard, self.lexemes = heard, lexemes

    def place(self, clause: ClauseState, item: CardsSaid) -> None:
        """Note what a clause says of cards."""
        reads = item.reads
        role = clause.role
        if clause.asking:
            role = self._role_in_question(clause, reads)
        if role is None and self._is_ruled_out(item):
            role = CardRole.NOWHERE
        if role is CardRole.NOWHERE and clause.number and len(reads) >= LARGE:
            role = None  # `I need the 9s, then 4h 4c …`
        before = self.lexemes[max(0, item.end - len(item.lexemes) - 1)].text
        if role is CardRole.DRAWN and len(reads) > len(FULL) and before == ":":
            role = None  # `eleven cards after my draw: …`
        if role in THEIRS and clause.number and len(reads) >= len(FULL):
            role = None  # `I threw the Kc from …`
        if role in SINGLE or (role in THEIRS and len(reads) > len(FULL)):
            self._place(role, reads[:1], item)
            role, reads = None, reads[1:]
            clause.role = None
        if role is None and self._is_past(reads):
            self.heard.bring_last(reads[0])
        elif reads:
            new = not self._is_repeated(CardRole.HAND, reads) and not self._is_drawn(reads)
            if new and (_is_loose(clause, role, reads) or self._is_apart(clause, role, item)):
                self.heard.loose += reads
            self._place(role or self._bare_role(), reads, item)
        mine = (role or CardRole.HAND) is CardRole.HAND
        if mine and len(reads) == len(FULL) + 1 and self._goes_on(item):
            self.heard.loose.append(reads[-1])
        clause.placed, clause.number, clause.cards_end = True, len(item.reads), item.end
        if clause.role in {CardRole.OFFERED, CardRole.TOP}:
            clause.role = None

    def _is_apart(self, clause: ClauseState, role: CardRole | None, item: CardsSaid) -> bool:
        """`I have … and he flurbed the Jd`: behind a whole hand, and behind a word not known."""
        between = self.lexemes[clause.cards_end : item.end - len(item.lexemes)]
        whole = clause.cards_end and clause.number >= len(FULL) and len(item.reads) <= FEW
        return bool(whole) and role is CardRole.HAND and any(map(self._is_strange, between))

    def _is_strange(self, lexeme: Lexeme) -> bool:
        """True if a word is in no phrase and says nothing of cards."""
        known = lexeme.tokens or lexeme.sort is not Sort.WORD or lexeme.text in FILLING
        return not known and not any(a <= lexeme.start < b for a, b in self.heard.used)

    def _is_ruled_out(self, item: CardsSaid) -> bool:
        """`not the 7h`: said of no card that is somewhere."""
        at = item.end - len(item.lexemes) - 1
        while at > 0 and self.lexemes[at].text in {"the", "a", "an", "my"}:
            at -= 1
        return at >= 0 and self.lexemes[at].text == "not"

    def _goes_on(self, item: CardsSaid) -> bool:
        """True if more is said of the last card: `… Ac, and the Kh is lying there`."""
        return any(each.text in SAYS_OF for each in self.lexemes[item.end : item.end + 1])

    def _bare_role(self) -> CardRole:
        theirs = self.heard.knocked and self.heard.of(CardRole.HAND)
        return CardRole.SPREAD if theirs else CardRole.HAND

    def _role_in_question(self, clause: ClauseState, reads: Sequence[ReadCard]) -> CardRole | None:
        """In a question a few cards are what it is about, and many are the hand."""
        settled = clause.role in {
            CardRole.OFFERED, CardRole.TOP, CardRole.SPREAD, CardRole.DRAWN,
        }  # fmt: skip
        if settled and clause.verb != "take":
            return clause.role
        if len(reads) >= LARGE:
            return clause.role if clause.role is CardRole.SPREAD else CardRole.HAND
        if clause.verb == "take":  # who may draw instead is past the first upcard
            return CardRole.TOP if has(clause.items, "from_stock") else CardRole.OFFERED
        return clause.role if clause.role in {CardRole.HAND, CardRole.NOWHERE} else CardRole.PUT

    def _place(self, role: CardRole | None, reads: Sequence[ReadCard], item: CardsSaid) -> None:
        heard = self.heard
        if role is None:
            return
        if self._is_repeated(role, reads):
            heard.bring_last(reads[0])
            return
        if role is CardRole.OFFERED and any(heard.holds(each, reads[0].card) for each in TOPS):
            return
        if role is CardRole.SPREAD:
            heard.groups += groups_of(reads, item.lexemes)
        if role is CardRole.HAND and len(reads) >= len(FULL):
            self._forget_few(reads)
        heard.place(role, reads)

    def _is_drawn(self, reads: Sequence[ReadCard]) -> bool:
        """`I drew Ks. … + that Ks`: named before, and held."""
        return any(self.heard.holds(CardRole.DRAWN, read.card) for read in reads[-1:])

    def _is_past(self, reads: Sequence[ReadCard]) -> bool:
        """True if a sentence speaks of a card on the pile that was named before."""
        return len(reads) == 1 and any(self.heard.holds(role, reads[0].card) for role in TOPS)

    def _forget_few(self, reads: Sequence[ReadCard]) -> None:
        """A few cards named before a whole hand that has them are named in it again."""
        few, cards = self.heard.of(CardRole.HAND), {read.card for read in reads}
        if len(few) < LARGE and all(read.card in cards for read in few):
            for read in few:
                self.heard.remove(CardRole.HAND, read.card)

    def _is_repeated(self, role: CardRole, reads: Sequence[ReadCard]) -> bool:
        """True if a sentence speaks of cards of the hand that were named before."""
        if role is not CardRole.HAND or len(self.heard.of(CardRole.HAND)) < len(FULL):
            return False
        return all(self.heard.holds(role, read.card) for read in reads)


def _is_loose(clause: ClauseState, role: CardRole | None, reads: Sequence[ReadCard]) -> bool:
    """True if nothing was understood of what a clause says of a card or two."""
    said = role is not None and has(clause.items, *OF_HANDS)
    return clause.wordy and not said and len(reads) <= FEW


def groups_of(reads: Sequence[ReadCard], lexemes: Sequence[Lexeme]) -> list[list[ReadCard]]:
    """Cards laid down, parted where the text parts them by more than a comma."""
    cuts = [lexeme.start for lexeme in lexemes if lexeme.text in set("/|()[]{}")]
    groups: list[list[ReadCard]] = []
    before = -1
    for read in sorted(reads, key=lambda read: read.span):
        if not groups or any(before <= cut < read.span[0] for cut in cuts):
            groups.append([])
        groups[-1].append(read)
        before = read.span[0]
    return groups
