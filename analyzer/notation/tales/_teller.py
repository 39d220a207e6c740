"""A tale phrase by phrase: the deal, the turns, and how the hand ended."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from analyzer.errors import InputError
from analyzer.game.actions import Turn
from analyzer.game.rules import PRESETS
from analyzer.game.scoring import Ended
from analyzer.notation._source import Source
from analyzer.notation.cards import ReadCard
from analyzer.notation.facts import Said
from analyzer.notation.sentences._heard import Heard
from analyzer.notation.tales._hand import Telling
from analyzer.notation.tales._moves import LARGE, PLACED, Moves
from analyzer.notation.tales._words import (
    ACTS,
    OBJECTS,
    PLANNED,
    CardsHere,
    ClauseEnd,
    Phrased,
    words_of,
)


def listen(source: Source) -> Telling:
    """All that a text tells; what cannot be understood is its problem, and nothing is raised."""
    items, names = words_of(source)
    teller = _Teller(source, items)
    teller.telling.names = names
    try:
        teller.run()
    except InputError as error:
        teller.telling.problem = error
    telling = teller.telling
    telling.hands = [hand for hand in teller.hands if not hand.is_empty]
    return telling


class _Teller(Moves):
    def _phrase(self, item: Phrased) -> None:
        kind = item.kind
        if self._muses_on(item):
            return
        if kind in {"me", "they"}:
            if not {*item.words} <= OBJECTS or self._begins_clause() or self._dealt_to(item):
                self.who = int(kind == "they")
            return
        if kind in _NUMBERS:
            _NUMBERS[kind](self, item)
        elif kind in _KINDS:
            _KINDS[kind](self, item)
        elif kind == "should" or kind.startswith("ask_"):
            self._ask()

    def _muses_on(self, item: Phrased) -> bool:
        """True if a phrase is part of a question or a regret, of which nothing happened."""
        if not self.muses:
            asks = item.kind == "should" and ("should" in item.words or self._is_question())
            self.muses = item.kind in {"regret", PLANNED} or asks
            if asks:
                self._ask()
            if item.kind == PLANNED:
                self._plan(item)
            return self.muses
        self.muses = not self._goes_on(item)
        if item.kind == "laid_off":
            self.telling.asks = True
        return self.muses

    def _goes_on(self, item: Phrased) -> bool:
        """`I should have waited, but he knocked`: whether the telling goes on here."""
        before = self.items[self.at - 1].span[1] if self.at else 0
        between = self.source.text[before : item.span[0]].lower()
        subject = item.kind in {"me", "they"} and not {*item.words} <= OBJECTS
        turned = "but" in between.split()
        return (subject and ("," in between or turned)) or (turned and item.kind in ACTS)

    def _is_question(self) -> bool:
        """True if the clause ends in a question mark."""
        ends = (each.text for each in self.items[self.at :] if isinstance(each, ClauseEnd))
        return next(ends, "") == "?"

    def _rank(self, item: Phrased) -> None:
        """`He picked up my jack`: the one that is known to be there."""
        card = self._meant(item.numbers[0])
        if card is not None:
            place = PLACED[self.awaits]
            self.awaits = ""
            place(self, ReadCard(card, item.span))

    # ---- the end

    def _knock(self, item: Phrased) -> None:
        self._end(item, Ended.KNOCK)
        self.hand.knock_told = True
        if item.numbers and self.who is not None:
            self.hand.counts[self.who] = Said(item.numbers[0], self.source.mark(*item.span))

    def _gin(self, item: Phrased) -> None:
        self._end(item, Ended.GIN)

    def _big_gin(self, item: Phrased) -> None:
        self._end(item, Ended.BIG_GIN)

    def _end(self, item: Phrased, kind: Ended) -> None:
        hand = self.hand
        if hand.ending is Ended.VOID:
            raise self.source.error(
                *item.span, "this hand is told as one that nobody won",
                "tell each hand on a line of its own, or score them as a sheet",
            )  # fmt: skip
        if hand.ending is not None and (hand.knocker == self.who or self.who is None):
            hand.ending = kind if kind is not Ended.KNOCK else hand.ending
            hand.turns[-1].big = hand.ending is Ended.BIG_GIN
            return
        last, player = hand.last, self._actor(None)
        if last is not None and self.who is None:
            player = last.player
        again = last is not None and last.player == player and last.how is not Turn.PASS
        turn = last if again and last is not None else self._open(player, Turn.DRAW, item)
        if not again and player == 0:
            turn.forgot_card = True
        self._reach(turn, item.span)
        turn.knocks, turn.big = True, kind is Ended.BIG_GIN
        hand.ending, hand.knocker = kind, player
        self.who, self.awaits = player, "knock"
        self.verbs += 1

    def _void(self, item: Phrased) -> None:
        self.hand.ending = Ended.VOID

    def _undercut(self, item: Phrased) -> None:
        self.hand.undercut = True
        if item.numbers:
            self.hand.points = Said(item.numbers[0], self.source.mark(*item.span))

    def _laid_off(self, item: Phrased) -> None:
        if self.hand.ending is None or self._is_question():
            self.telling.asks = True
        self.awaits = "off"

    def _lays_down(self, item: Phrased) -> None:
        self.awaits = "laid" if self.hand.ending is not None else self.awaits
        self.left = item.kind == "deadwood"

    def _points(self, item: Phrased) -> None:
        if self.hand.ending is None or self.hand.points is not None or self.left:
            return
        self.hand.points = Said(item.numbers[0], self.source.mark(*item.span))
        if item.kind == "won" and self.who is not None and item.words[0] != "#":
            self.hand.winner = self.who
        elif item.kind == "lost":
            hit = {"me"} & {*item.words}, OBJECTS & {*item.words}
            loser = 0 if hit[0] else 1 if hit[1] else self.who
            self.hand.winner = None if loser is None else 1 - loser

    def _wins(self, item: Phrased) -> None:
        """`He won`: whom the hand went to, where nothing says what it brought."""
        begun = any(turn.how is not Turn.PASS for turn in self.hand.turns)
        if self.who is not None and begun and self.hand.points is None:
            self.hand.winner = self.who

    def _left_with(self, item: Phrased) -> None:
        """`He had 31`, `that left me with 31`: deadwood as a number, behind the end."""
        words = {*item.words}
        named = 0 if words & {"i", "me"} else 1 if words & _OTHERS else self.who
        if self.hand.ending is not None and named is not None:
            self.hand.counts[named] = Said(item.numbers[0], self.source.mark(*item.span))

    # ---- the deal

    def _new_hand(self, item: Phrased) -> None:
        self._place_loose()
        if not self.hand.is_empty:
            self._next_hand(item.span)

    def _deals(self, item: Phrased) -> None:
        """`He dealt`, `he dealt me 7h …`, `I was dealt 7h …`."""
        self._begin_if_over(item)
        if self._next_is_cards():
            self.awaits = "hand"
        if self.who is not None:
            other = item.kind == "nondealer"
            self._dealer(self.who ^ other, item)
            self.forgets_who = not self.verbs
        if self._next_is_cards():
            self.who = 0

    def _own_deal(self, item: Phrased) -> None:
        self._begin_if_over(item)
        self._dealer(int(item.kind == "their_deal"), item)

    def _dealer(self, player: int, item: Phrased) -> None:
        self.hand.dealer = Said(player, self.source.mark(*item.span))

    def _begin_if_over(self, item: Phrased) -> None:
        if self.hand.ending is not None:
            who = self.who
            self._next_hand(item.span)
            self.who = who

    def _has_hand(self, item: Phrased) -> None:
        self.as_dealt = bool({"dealt", "starting"} & {*item.words})
        if self.as_dealt and (self.hand.dealt[0] is not None or "dealt" in item.words):
            self._begin_if_over(item)
        if {"my", "i"} & {*item.words}:
            self.who = int(item.kind == "their_cards")
        elif item.kind == "their_cards":
            self.who = 1
        self.awaits = "hand" if self._hand_follows() else "remark"
        if self.hand.ending is not None and not self.as_dealt:
            self.awaits = "laid"

    def _hand_follows(self) -> bool:
        """True if the next cards are a hand, and no remark on a few cards of it."""
        for item in self.items[self.at + 1 : self.at + 4]:
            if isinstance(item, CardsHere):
                return len(item.reads) >= LARGE or item.problem is not None
        return True

    def _upcard(self, item: Phrased) -> None:
        if self.loose is not None and len(self.loose.reads) == 1:
            self._upcard_behind(item)
            return
        late = self.hand.ending is not None and self.hand.upcard is None
        if late:  # `… he knocked. The upcard had been As.`
            self.awaits = "upcard"
            return
        self._begin_if_over(item)
        if any(turn.how is not Turn.PASS for turn in self.hand.turns):
            self.awaits = "top"
        else:
            self.awaits = "upcard"

    def _upcard_behind(self, item: Phrased) -> None:
        loose, self.loose = self.loose, None
        if loose is None:
            self._upcard(item)
        elif all(turn.how is Turn.PASS for turn in self.hand.turns):
            self._turned(loose.reads[0])

    def _their_discard(self, item: Phrased) -> None:
        self.who = int(item.kind == "their_discard")
        self._discard(item)

    # ---- numbers

    def _rules(self, item: Phrased) -> None:
        self._heard.rules = Said(PRESETS[item.value], self.source.mark(*item.span))

    def _number(self, item: Phrased) -> None:
        mark = self.source.mark(*item.span)
        if item.kind in {"gin_bonus", "undercut_bonus"}:
            self._heard.change(item.kind, item.numbers[0], item.words, mark)
        else:
            setattr(self._heard, item.kind, Said(item.numbers[0], mark))

    @property
    def _heard(self) -> Heard:
        assert self.telling.heard is not None
        return self.telling.heard

    def _score(self, item: Phrased) -> None:
        """The score before a hand, or after it, which is that of the next one."""
        first, second = item.numbers[:2]
        if item.kind == "score_lead":
            first, second = max(first, second), min(first, second)
        elif item.kind == "score_trail":
            first, second = min(first, second), max(first, second)
        if self.hand.ending is not None:
            self._next_hand(item.span)
        self.hand.score = Said((first, second), self.source.mark(*item.span))


_OTHERS: Final = OBJECTS - {"me", "us", "myself"} | {"he", "she", "they", "opponent"}
_KINDS: Final[dict[str, Callable[[_Teller, Phrased], None]]] = {
    "rank": _Teller._rank, "draw": _Teller._draw, "take": _Teller._take, "take_it": _Teller._take,
    "discard": _Teller._discard, "discard_it": _Teller._discard_it, "pass": _Teller._pass,
    "declined": _Teller._declined, "play": _Teller._play,
    "both_pass": _Teller._both_pass, "forgot": _Teller._forgot, "skip": _Teller._skip_turns,
    "knock": _Teller._knock, "knock_points": _Teller._knock,
    "knock_with": _Teller._knock, "gin": _Teller._gin,
    "big_gin": _Teller._big_gin, "void": _Teller._void, "undercut": _Teller._undercut,
    "laid_off": _Teller._laid_off, "spread": _Teller._lays_down, "deadwood": _Teller._lays_down,
    "won": _Teller._points, "lost": _Teller._points, "points": _Teller._points,
    "wins": _Teller._wins, "left_with": _Teller._left_with,
    "new_hand": _Teller._new_hand, "deal": _Teller._deals, "nondealer": _Teller._deals,
    "my_deal": _Teller._own_deal, "their_deal": _Teller._own_deal,
    "hand": _Teller._has_hand, "have": _Teller._has_hand, "their_cards": _Teller._has_hand,
    "upcard": _Teller._upcard, "first_upcard": _Teller._upcard,
    "upcard_behind": _Teller._upcard_behind, "top": _Teller._upcard,
    "their_discard": _Teller._their_discard, "my_discard": _Teller._their_discard,
}  # fmt: skip
_NUMBERS: Final[dict[str, Callable[[_Teller, Phrased], None]]] = {
    "rules": _Teller._rules, "target": _Teller._number, "limit": _Teller._number,
    "gin_bonus": _Teller._number, "undercut_bonus": _Teller._number,
    "score": _Teller._score, "score_lead": _Teller._score, "score_trail": _Teller._score,
    "both_points": _Teller._score,
}  # fmt: skip
