"""The turns of a tale: who draws, takes and discards which card, and what was forgotten of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from analyzer.game.actions import Turn
from analyzer.game.cards import Card
from analyzer.game.view import HAND
from analyzer.notation._source import Mark, Source, shortened
from analyzer.notation.cards import ReadCard
from analyzer.notation.facts import Said, SaidCards
from analyzer.notation.numbers import counted_are
from analyzer.notation.sentences._heard import Heard
from analyzer.notation.tales._hand import Telling, ToldHand, ToldTurn
from analyzer.notation.tales._words import CardsHere, ClauseEnd, Item, Phrased, first_of, without

LARGE: Final = 9
"""So many cards are a hand."""
_MOST_SKIPPED: Final = 8
"""Most turns each that are left out at once."""
_FEW: Final = 2
"""Turns each that are left out where no number is said."""
_OF_TURNS: Final = frozenset({"draw", "take", "take_it", "discard", "discard_it"})
"""Verbs that make a turn."""
_PICKS: Final = frozenset({"pick", "picks", "picked", "picking", "grab", "grabs", "grabbed", "got"})
"""Verbs that are said of the stock as well as of the pile."""


class Moves:
    """Takes cards, turns and what was forgotten of them as they come."""

    def __init__(self, source: Source, items: Sequence[Item]) -> None:
        self.source, self.items = source, items
        self.telling = Telling(heard=Heard(source))
        self.hands: list[ToldHand] = [ToldHand()]
        self.who: int | None = None
        """The player who acts."""
        self.awaits: str = ""
        """The role of the next cards: draw, take, discard, hand, upcard, laid, off, knock or
        top."""
        self.forgets = False
        """True if what comes next in the sentence was forgotten."""
        self.forgets_who = False
        """True if the sentence names somebody as the dealer alone, who need not act next."""
        self.left = False
        """True if the sentence says what a player was left with."""
        self.muses = False
        """True if the clause goes on in a question or a regret."""
        self.planned: tuple[int, tuple[int, int]] | None = None
        """Whose turn was planned where it was due, and is not told, and where."""
        self.verbs = 0
        """The number of verbs in the sentence so far."""
        self.as_dealt = False
        """True if the hand that comes is the one dealt, however late it is told."""
        self.loose: CardsHere | None = None
        """Cards of which nothing is said yet."""
        self.at = 0

    @property
    def hand(self) -> ToldHand:
        return self.hands[-1]

    def run(self) -> None:
        for at, item in enumerate(self.items):
            self.at = at
            if isinstance(item, CardsHere):
                self._cards(item)
            elif isinstance(item, ClauseEnd):
                self._clause_ends(item)
            else:
                self._phrase(item)
        self._clause_ends(ClauseEnd("\n", (len(self.source.text), len(self.source.text))))

    # ---- clauses

    def _clause_ends(self, end: ClauseEnd) -> None:
        self._place_loose()
        if self.forgets and not self.verbs:
            self._forget_turn(end.span)
        if end.text == "?":
            self._ask()
        if self.forgets_who and not self.verbs:
            self.who = None
        self.forgets = self.forgets_who = self.left = self.muses = False
        self.verbs = 0
        if self.awaits not in {"hand", "laid"}:
            self.awaits = ""

    def _ask(self) -> None:
        """A question is asked: of a hand that is over it is about what was done."""
        self.telling.asks = self.telling.asks or self.hand.ending is None

    def _place_loose(self) -> None:
        """Cards of which nothing was said are the hand dealt; anything else is an error."""
        loose, self.loose = self.loose, None
        if loose is None:
            return
        if len(loose.reads) >= LARGE and self.hand.dealt[0] is None and not self.hand.turns:
            self._hold(0, loose)
            return
        written = shortened(self.source.text[slice(*loose.span)])
        raise self.source.error(
            *loose.span, f"what happened with `{written}` is not said",
            "say who drew, took or discarded it",
        )  # fmt: skip

    # ---- cards

    def _cards(self, item: CardsHere) -> None:
        if self.muses:
            return
        if item.problem is not None:
            if self.awaits in {"draw", "take", "discard", "hand", "upcard"}:
                raise item.problem
            return
        last = len(item.reads) - 1
        if last > 0 and self._next_kind() == "upcard_behind":
            self._put(first_of(item, last))
            self._place_loose()
            self.loose = without(item, last)
        else:
            self._put(item)

    def _put(self, item: CardsHere) -> None:
        """Cards go where the phrase before them says."""
        reads, awaits = item.reads, self.awaits
        if awaits in {"draw", "take", "discard", "upcard", "top"} and len(reads) < LARGE:
            self.awaits = ""
            PLACED[awaits](self, reads[0])
            if len(reads) > 1:
                self._put(without(item, 1))
        elif awaits == "knock" and len(reads) == 1 and self._may_discard(reads[0]):
            self._discards(reads[0])
            self.awaits = "laid"
        elif awaits == "remark" and len(reads) < LARGE:
            self.awaits = ""
        elif awaits == "off":
            self.hand.off += reads
            self.awaits = "laid"
        elif awaits in {"laid", "knock"} and self._is_as_dealt(self._who(0), self._said(item)):
            self._hold(self._who(0), item)
        elif awaits in {"laid", "knock"} and self.hand.ending is not None:
            self.hand.laid[self._who(self.hand.knocker)] += item.groups
            self.awaits = "laid"
        elif awaits == "hand" or len(reads) >= LARGE:
            self._hold(self._who(0), item)
        else:
            self._place_loose()
            self.loose = item

    def _may_discard(self, read: ReadCard) -> bool:
        """True if the card named with a knock may be its discard: `knocked with the Kd`."""
        last = self.hand.last
        return last is not None and last.discarded is None and last.how is not Turn.PASS

    def _hold(self, player: int, item: CardsHere) -> None:
        """A hand: as dealt, or as it is later on; after the end, what was left of it."""
        hand, cards = self.hand, self._said(item)
        if hand.ending is not None and not self._is_as_dealt(player, cards):
            hand.laid[player] += item.groups
            return
        begun = any(turn.how is not Turn.PASS for turn in hand.turns)
        if not hand.turns and hand.dealt[player] is not None and player == 0:
            self._next_hand(item.span)
            hand = self.hand
        if not begun or self._is_as_dealt(player, cards):
            hand.dealt[player] = cards if hand.dealt[player] is None else hand.dealt[player]
            self.awaits = ""
            return
        if len(cards.cards) != HAND:
            raise self.source.error(
                *item.span, f"{counted_are(len(cards.cards), 'card')} held here",
                "between two turns a hand has ten",
            )  # fmt: skip
        hand.later.append((len(hand.turns), player, cards))
        self.awaits = ""

    def _is_as_dealt(self, player: int, cards: SaidCards) -> bool:
        """True if a hand told late is the one that was dealt: what was discarded is in it."""
        if self.hand.dealt[player] is not None or len(cards.cards) != HAND:
            return False
        gone = {turn.discarded for turn in self.hand.turns if turn.player == player}
        told = self.as_dealt and self.awaits == "hand"
        return told or (player == 0 and bool(gone & {*cards.cards}))

    def _said(self, item: CardsHere) -> SaidCards:
        marks: dict[Card, Mark] = {}
        for read in item.reads:
            if read.card in marks:
                raise self.source.error(
                    *read.span, f"{read.card} appears twice", "every card exists once"
                )
            marks[read.card] = self.source.mark(*read.span)
        return SaidCards(tuple(marks), marks, self.source.mark(*item.span))

    def _who(self, otherwise: int | None) -> int:
        return self.who if self.who is not None else (otherwise or 0)

    # ---- phrases

    def _phrase(self, item: Phrased) -> None:
        raise NotImplementedError

    def _dealt_to(self, item: Phrased) -> bool:
        """`He dealt me 7h 8h …`: the cards are mine."""
        before = self.items[self.at - 1] if self.at else None
        return isinstance(before, Phrased) and before.kind == "deal"

    def _next_is_cards(self) -> bool:
        here = self.items[self.at + 1 : self.at + 3]
        persons = [one for one in here if isinstance(one, Phrased) and one.kind in {"me", "they"}]
        behind = here[1:] if persons and here[0] is persons[0] else here[:1]
        return any(isinstance(one, CardsHere) and len(one.reads) >= LARGE for one in behind)

    def _begins_clause(self) -> bool:
        """`Me: drew Js, discarded 8h`."""
        return not self.at or isinstance(self.items[self.at - 1], ClauseEnd)

    def _next_kind(self) -> str:
        behind = self.items[self.at + 1] if self.at + 1 < len(self.items) else None
        return behind.kind if isinstance(behind, Phrased) else ""

    # ---- turns

    def _open(self, player: int, how: Turn | None, item: Phrased) -> ToldTurn:
        """The turn of a player that begins, or goes on, here."""
        self._refuse_planned(player)
        hand, last = self.hand, self.hand.last
        if hand.ending is not None:
            self._next_hand(item.span)
            hand, last = self.hand, None
        if last is not None and last.player == player and not last.is_over and how is None:
            return last
        if last is not None and last.player == player and last.left_out:
            hand.turns.pop()  # the last of the turns left out is the one that is told after all
            last = hand.last
        if last is not None and last.player != player and not last.is_over:
            last.forgot_discard = True
        if last is not None and last.player == player and last.how is not Turn.PASS:
            self._skip(1 - player, item.span)
        turn = ToldTurn(player, how, mark=self.source.mark(*item.span))
        hand.turns.append(turn)
        return turn

    def _plan(self, item: Phrased) -> None:
        """`I'd take it`: no turn; where one is due, it has to be told before the next one."""
        self.telling.plans = True
        hand, last, player = self.hand, self.hand.last, self._actor(Turn.DRAW)
        due = last.player != player and last.is_over if last else self._may_open(player)
        if due and hand.ending is None and item.value in _OF_TURNS:
            self.planned = (player, item.span)

    def _may_open(self, player: int) -> bool:
        """True if the first turn may be a player's."""
        dealer = self.hand.dealer
        return not self.hand.is_empty and (dealer is None or dealer.value != player)

    def _refuse_planned(self, player: int) -> None:
        """Raise InputError where the other one goes on after a turn that was planned only."""
        planned, self.planned = self.planned, None
        if planned is not None and planned[0] != player:
            self.telling.is_planned = True
            raise self.source.error(
                *planned[1], "this is planned, and not told as played",
                "tell what was done, as in `I took it and threw Kd`",
            )  # fmt: skip

    def _reach(self, turn: ToldTurn, span: tuple[int, int]) -> None:
        """A turn is told as far as here."""
        begin, end = turn.mark.span or span
        if begin <= span[0]:
            turn.mark = self.source.mark(begin, max(end, span[1]))

    def _skip(self, player: int, span: tuple[int, int]) -> None:
        """A turn of a player that is not told."""
        last = self.hand.last
        if last is not None and not last.is_over:
            last.forgot_discard = True
        mark = self.source.mark(*span)
        turn = ToldTurn(player, Turn.DRAW, forgot_card=True, forgot_discard=True, mark=mark)
        self.hand.turns.append(turn)

    def _verb(self, item: Phrased, how: Turn | None, awaits: str) -> ToldTurn:
        self._place_loose()
        player = self._actor(how)
        self.who = player
        turn = self._open(player, how, item)
        self._reach(turn, item.span)
        self.verbs += 1
        self.awaits = awaits
        if self.forgets:
            self._forget(item)
        return turn

    def _actor(self, how: Turn | None) -> int:
        """Return who acts where nobody is named: whoever did so before, or the other one."""
        last = self.hand.last
        if self.who is not None:
            return self.who
        if last is None:
            return 0
        return last.player if how is None and not last.is_over else 1 - last.player

    def _draw(self, item: Phrased) -> None:
        self._verb(item, Turn.DRAW, "draw")

    def _take(self, item: Phrased) -> None:
        self._verb(item, Turn.TAKE, "" if item.kind == "take_it" else "take")

    def _drawn(self, read: ReadCard) -> None:
        turn = self.hand.turns[-1]
        self._reach(turn, read.span)
        turn.card, turn.forgot_card = read.card, False
        if turn.how is Turn.DRAW and read.card == self._top():
            turn.how = Turn.TAKE

    def _taken(self, read: ReadCard) -> None:
        turn, top = self.hand.turns[-1], self._top()
        self._reach(turn, read.span)
        turn.card, turn.forgot_card = read.card, False
        verb = self.source.text[slice(*(turn.mark.span or (0, 0)))].split()[0].lower()
        if top is not None and top != read.card and verb in _PICKS:
            turn.how = Turn.DRAW
        if not self.hand.turns[:-1] and self.hand.upcard is None:
            self.hand.upcard = Said(read.card, self.source.mark(*read.span))

    def _meant(self, rank: int) -> Card | None:
        """The card of a rank that can be meant where one is awaited; None if that is not plain."""
        turn = self.hand.last
        if turn is None or self.awaits not in {"take", "discard"}:
            return None
        if self.awaits == "take":
            known = {self._top()}
        else:
            dealt = self.hand.dealt[turn.player]
            turns = [each for each in self.hand.turns if each.player == turn.player]
            known = {*(dealt.cards if dealt else ()), *(each.card for each in turns)}
            known -= {each.discarded for each in turns}
        meant = [card for card in known if card is not None and card.rank == rank]
        return meant[0] if len(meant) == 1 else None

    def _top(self) -> Card | None:
        """The card on top before the last turn, as far as it is told."""
        for turn in reversed(self.hand.turns[:-1]):
            if turn.how is not Turn.PASS:
                return turn.discarded
        return None if self.hand.upcard is None else self.hand.upcard.value

    def _discard(self, item: Phrased) -> None:
        last, player = self.hand.last, self.who
        if self.hand.ending is not None and player in {None, self.hand.knocker}:
            self.awaits = "discard"  # `he knocked, throwing the king`
            return
        turn = self._verb(item, None, "discard")
        if turn is not last and turn.player == 0 and turn.how is None:
            turn.forgot_card = bool(self.hand.turns[:-1]) or self.hand.upcard is not None

    def _play(self, item: Phrased) -> None:
        """`He played the Jd`; `he plays well` is a remark, and who acts is still open."""
        behind = self.items[self.at + 1] if self.at + 1 < len(self.items) else None
        card = isinstance(behind, CardsHere) and len(behind.reads) < LARGE
        if card or self._next_kind() in {"rank", "forgot"}:
            self._discard(item)
        else:
            self.forgets_who = self.forgets_who or not self.verbs

    def _discards(self, read: ReadCard) -> None:
        turn = self.hand.turns[-1]
        if turn.discarded is not None:
            raise self.source.error(
                *read.span,
                f"{read.card} is discarded, but so is {turn.discarded} in the same turn",
                "say who discards it",
            )  # fmt: skip
        turn.discarded, turn.forgot_discard = read.card, False
        self._reach(turn, read.span)
        if self.hand.ending is not None:
            self.awaits = "laid"

    def _discard_it(self, item: Phrased) -> None:
        turn = self._verb(item, None, "")
        if turn.card is not None and turn.how is not Turn.TAKE:
            turn.discarded = turn.card
        else:
            turn.forgot_discard = True

    def _pass(self, item: Phrased) -> None:
        self._place_loose()
        last = self.hand.last
        player = self.who
        if player is None:
            player = 0 if last is None else 1 - last.player
        self.hand.turns.append(ToldTurn(player, Turn.PASS, mark=self.source.mark(*item.span)))
        self.planned = None
        self.verbs += 1
        self.awaits = "upcard" if self.hand.upcard is None else ""

    def _declined(self, item: Phrased) -> None:
        """`he didn't take it`: a pass, where it was the first upcard."""
        if all(turn.how is Turn.PASS for turn in self.hand.turns):
            self._pass(item)

    def _both_pass(self, item: Phrased) -> None:
        if any(turn.how is not Turn.PASS for turn in self.hand.turns):
            return  # told late
        mark = self.source.mark(*item.span)
        first = self.hand.dealer.value if self.hand.dealer else 1
        for player in (1 - first, first):
            self.hand.turns.append(ToldTurn(player, Turn.PASS, mark=mark))
        self.verbs += 1
        self.awaits = "upcard" if self.hand.upcard is None else ""

    # ---- what is forgotten

    def _forgot(self, item: Phrased) -> None:
        last = self.hand.last
        if self.awaits in {"draw", "take", "discard"} and last is not None:
            self._forget(item)
            self.awaits = ""
        elif not self.verbs:
            self.forgets = True

    def _forget(self, item: Phrased) -> None:
        """The card that the last verb asks for is forgotten; a draw of theirs is unseen anyway."""
        turn = self.hand.turns[-1]
        self.forgets = False
        if self.awaits == "discard":
            turn.forgot_discard = True
        elif turn.player == 0:
            turn.forgot_card = True

    def _forget_turn(self, span: tuple[int, int]) -> None:
        last = self.hand.last
        if self.hand.ending is None and last is not None:
            player = 1 - last.player if last.is_over else last.player
            if last.is_over:
                self._skip(player, span)
            else:
                last.forgot_discard = True

    def _skip_turns(self, item: Phrased) -> None:
        """Turns that the tale leaves out: so many each, or at least one."""
        number = item.numbers[0] if item.numbers else _FEW
        last = self.hand.last
        if last is None or self.hand.ending is not None:
            return
        if not item.numbers:
            self.hand.guesses.append("turns left out: two each, for how many is not said")
        for _ in range(2 * min(number, _MOST_SKIPPED)):
            self._skip(1 - self.hand.turns[-1].player, item.span)
        self.hand.turns[-1].left_out = True
        self.who = None

    def _turned(self, read: ReadCard) -> None:
        self.hand.upcard = Said(read.card, self.source.mark(*read.span))

    def _on_top(self, read: ReadCard) -> None:
        """The card on top is what was discarded last, where that is not told."""
        last = self.hand.last
        if last is None:
            self._turned(read)
        elif last.discarded is None:
            last.discarded, last.forgot_discard = read.card, False

    def _next_hand(self, span: tuple[int, int]) -> None:
        self.hands.append(ToldHand(self.source.mark(*span)))
        self.who, self.awaits, self.loose, self.planned = None, "", None, None


PLACED: Final[dict[str, Callable[[Moves, ReadCard], None]]] = {
    "draw": Moves._drawn, "take": Moves._taken, "discard": Moves._discards,
    "upcard": Moves._turned, "top": Moves._on_top,
}  # fmt: skip
