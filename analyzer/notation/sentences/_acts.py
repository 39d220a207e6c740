"""The acts without a card behind them: `he took it`, `both passed`, `I dealt`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from analyzer.game.view import Side
from analyzer.notation._source import Mark, Source
from analyzer.notation.facts import Said
from analyzer.notation.sentences._clause import ClauseState
from analyzer.notation.sentences._heard import CardRole, Heard
from analyzer.notation.sentences._lexer import Lexeme
from analyzer.notation.sentences._meanings import OF_NAMES
from analyzer.notation.sentences._phrases import PhraseHere


class Acts:
    """The actor and the act of a clause; each act is a phrase at its place."""

    def __init__(self, source: Source, lexemes: Sequence[Lexeme]) -> None:
        self.source, self.lexemes = source, lexemes
        self.heard = Heard(source)
        self.clause = ClauseState()

    # ---- who

    def _subject(self, otherwise: Side = Side.ME) -> Side:
        return self.clause.subject or otherwise

    def _person(self, side: Side) -> None:
        clause = self.clause
        if clause.passive:
            clause.passive = False
            self._done_by(side)
        else:
            clause.subject, clause.named = side, True

    def _done_by(self, side: Side) -> None:
        """`9c was discarded by me`: who did it is said behind the verb."""
        mine = {CardRole.THEIR_DISCARD: CardRole.MY_DISCARD, CardRole.THEY_TOOK: CardRole.TAKEN}
        taken = self.clause.verb == "take" and self.heard.last_role is CardRole.THEIR_DISCARD
        if self.heard.cards and side is Side.ME and self.heard.last_role in mine and not taken:
            self.heard.move_last(mine[self.heard.cards[-1][0]])

    def _mark(self, item: PhraseHere) -> Mark:
        return self.source.mark(self.lexemes[item.first].start, self.lexemes[item.end - 1].end)

    # ---- what

    def _take_it(self, item: PhraseHere, place: int) -> None:
        """`he took it`: the card that I discarded last."""
        mine, theirs = self.heard.of(CardRole.MY_DISCARD), self.heard.of(CardRole.THEIR_DISCARD)
        offered = self.heard.of(CardRole.OFFERED)
        if self._subject() is Side.OPPONENT and (mine or offered):
            read = (mine or offered)[-1]
            self.heard.remove(CardRole.MY_DISCARD, read.card)
            self.heard.place(CardRole.THEY_TOOK, [read])
        elif self._subject() is Side.ME and (theirs or offered):
            self.heard.place(CardRole.TAKEN, [(theirs or offered)[-1]])

    def _discard_it(self, item: PhraseHere, place: int) -> None:
        """`he took the 5d, then threw it away`: the card before."""
        if self.heard.cards:
            theirs = self._subject() is Side.OPPONENT
            if not theirs and self.heard.last_role is CardRole.DRAWN:
                self.heard.place(CardRole.MY_DISCARD, [self.heard.cards[-1][1]])
            else:
                self.heard.move_last(CardRole.THEIR_DISCARD if theirs else CardRole.MY_DISCARD)
        self.clause.role = None

    def _pass_up(self, item: PhraseHere, place: int) -> None:
        """`he passed up two tens`: they lie on the pile."""
        theirs = self._subject(Side.OPPONENT) is Side.OPPONENT
        self.clause.role = CardRole.MY_DISCARD if theirs else CardRole.THEIR_DISCARD

    def _pass(self, item: PhraseHere, place: int) -> None:
        sides = Side if item.phrase.kind == "both_pass" else (self._subject(Side.OPPONENT),)
        self.heard.passed += [(side, self._mark(item)) for side in sides]
        if self.clause.next_is_cards(place) and not self.clause.has_hand_behind(place):
            self.clause.role = CardRole.OFFERED

    def _knock(self, item: PhraseHere, place: int) -> None:
        if self._is_bare(item, place):
            self.heard.asked = self.heard.asked or "knock"
            return
        may = item.first and self.lexemes[item.first - 1].text == "can"  # `can knock for 8`
        if self._subject(Side.ME if may else Side.OPPONENT) is Side.OPPONENT:
            self.heard.knocked = self._mark(item)
            self.clause.role = CardRole.SPREAD
        else:
            self.clause.role = CardRole.HAND
            if item.phrase.words[0] in {"knocked", "laid", "went"}:
                self.heard.my_knock = self._mark(item)

    def _is_bare(self, item: PhraseHere, place: int) -> bool:
        """`Knock with … hmm`: nobody is said to have done it."""
        alone = self.clause.subject is None and len(self.clause.items) == 1
        return alone and item.phrase.words[0] == "knock" and not self.clause.next_is_cards(place)

    def _deal(self, item: PhraseHere, place: int) -> None:
        """`I was dealt 7h 8h …`, and `he dealt`."""
        nondealer = item.phrase.kind == "nondealer"
        if self._acts_behind(item, place):
            dealer = self.heard.dealer.value if self.heard.dealer else None
            actor = dealer.other if dealer is not None and nondealer else dealer
            self._person(actor or Side.OPPONENT)
            return
        alone = self.clause.subject is None and place + 1 == len(self.clause.items)
        hand = self.clause.next_is_cards(place) or (alone and not self.clause.names_the_dealer())
        if hand and not nondealer:
            self.clause.role = CardRole.HAND
        else:
            side = self.clause.subject or self.clause.person_behind(place)
            self.heard.dealer = Said(side.other if nondealer else side, self._mark(item))

    def _acts_behind(self, item: PhraseHere, place: int) -> bool:
        """`the dealer took it`, `non-dealer passed`: one of the two does something."""
        behind, words = self.clause.behind(place), item.phrase.words
        acts = isinstance(behind, PhraseHere) and behind.phrase.kind in OF_NAMES
        names = words[-1] in {"dealer", "nondealer", "nd"} and not {"is", "not"} & {*words}
        of_whom = self.lexemes[item.first - 1].text if item.first else ""
        return acts and names and of_whom not in {"im", "hes", "shes", "theyre"}


ACTS: Mapping[str, Callable[[Acts, PhraseHere, int], None]] = {
    "take_it": Acts._take_it, "pass": Acts._pass, "both_pass": Acts._pass,
    "pass_up": Acts._pass_up, "discard_it": Acts._discard_it, "knock": Acts._knock,
    "gin": Acts._knock, "deal": Acts._deal, "nondealer": Acts._deal,
}  # fmt: skip
"""The acts by the kind of their phrase."""
