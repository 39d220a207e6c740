"""The lines of a view whose seats have numbers: of several players, with jokers, of mahjong gin.

Lines in any order, as in :mod:`analyzer.notation.view`, but for the seats, which have numbers::

    rules: three-hand           a preset, with overrides; `game` says the same
    seat: 1                     mine
    dealer: 3
    hand: 7h 8h 4c 4d 4s 2c Kd  as it is held now; a joker is X1 or X2
    history:                    every turn from the first upcard on
      upcard 9h
      1: pass
      2: take, discard Kd       a draw of mine has its card, one of theirs none

A text with its turns is read as a hand of which only the own cards were seen: the round is the
only referee. Without a history, and only what is known::

    pile: 5s Kh 9c              oldest first, the top last; `top` or `upcard` is the top alone
    stock: 20                   cards left in the stock
    2 has: Jd                   cards that player 2 is known to hold; in a game for two also `opp`
    drew: Kd                    the card I drew in this turn
    took: 9c                    the cards I took in this turn
    first upcard: 5s            with which the hand began
    2 holds: 6                  how many cards player 2 holds, in mahjong gin
    2 laid: 5h 6h 7h / 9c 9d 9s  the melds that player 2 put on the table there

The one who sees sits in seat 1, and the player before them dealt, unless they say otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from analyzer.errors import InputError, placed
from analyzer.game.actions import Kind, Question
from analyzer.game.arrangement import Meld
from analyzer.game.cards import Card, CardSet
from analyzer.game.melds import is_meld
from analyzer.game.rules import GameKind, Rules, Wall, parse_rules
from analyzer.game.table import Step
from analyzer.game.view import View, seen_by
from analyzer.notation._seats import BREAK, dealt_stock
from analyzer.notation.cards import read_pack, read_pack_in_order
from analyzer.notation.records.gametext import hand_of, read_turns, seat_of, upcard_of
from analyzer.notation.records.positions import cards_of, play_out

_SAME: Final = {"rules": "game", "upcard": "offered", "top": "pile"}
_NAMED: Final = re.compile(
    r"(game|rules|seat|dealer|hand|pile|top|first upcard|upcard|stock|drew|took|drawn|taken)"
    r"\s*[:\s]\s*(.+)",
    re.IGNORECASE,
)
_OF_SEAT: Final = re.compile(r"(\d|opp)\s+(has|took|holds|laid)\s*[:\s]\s*(.+)", re.IGNORECASE)
_HISTORY: Final = re.compile(r"^[ \t]*history\s*:?[ \t]*", re.IGNORECASE | re.MULTILINE)
_WITH_TURNS: Final = frozenset({"game", "seat", "dealer", "hand"})


def parse_seat_view(text: str) -> View:
    """Read what a player sees; raises InputError for what cannot be.

    >>> from analyzer.game.position import deal
    >>> from analyzer.notation import format_view
    >>> view = seen_by(deal(parse_rules("mahjong"), seed=1), 0)
    >>> parse_seat_view(format_view(view)) == view
    True
    >>> joker = parse_seat_view("rules: two-jokers, hand: X1 7h 8h 9h 4c 4d 4s Kd Qd 2c, top: 9c")
    >>> joker.question.value, joker.stock, parse_seat_view(format_view(joker)) == joker
    ('draw', 33, True)
    """
    head, *history = _HISTORY.split(text, maxsplit=1)
    said = dict(_lines(head))
    missing = [name for name in ("game", "hand") if name not in said]
    if missing:
        raise InputError(f"there is no line `{missing[0]}: …`", where="the view", hint="add it")
    rules = parse_rules(said["game"])
    player = seat_of(said.get("seat", "1"), rules, "seat")
    before = str((player - 1) % rules.players + 1)
    dealer = seat_of(said.get("dealer", before), rules, "dealer")
    hand = hand_of(said["hand"], "hand")
    if not history:
        return _Position(rules, player, dealer, hand, said).view()
    if beside := sorted(said.keys() - _WITH_TURNS):
        raise InputError(
            f"`{beside[0]}` follows from the history", where="the view", hint="leave it out"
        )
    return _replayed(rules, player, dealer, hand, history[0])


def _lines(head: str) -> Iterator[tuple[str, str]]:
    """Each thing that is said, by its key; raises InputError for what is no line of a view."""
    seen = set[str]()
    for number, line in enumerate(BREAK.split(head), start=1):
        if not (plain := line.partition("#")[0].strip()):
            continue
        key, value = _key_and_value(plain, f"line {number}")
        if key in seen:
            raise InputError(f"`{key}` is said twice", where="the view", hint="keep one of them")
        seen.add(key)
        yield key, value


def _key_and_value(line: str, where: str) -> tuple[str, str]:
    if match := _OF_SEAT.fullmatch(line):
        kind = "has" if match[2].lower() == "took" else match[2].lower()
        return f"{match[1].lower()} {kind}", match[3]
    if match := _NAMED.fullmatch(line):
        name = match[1].lower()
        return _SAME.get(name, name), match[2].strip()
    raise InputError(
        f"`{line[:40]}` is not a line of a view", where=where,
        hint="as in: hand: X1 7h 8h, pile: Kd 9c, stock: 20, 2 has: Jd",
    )  # fmt: skip


class _Position:
    """The facts about a position whose turns are not known."""

    def __init__(
        self, rules: Rules, player: int, dealer: int, hand: CardSet, said: Mapping[str, str]
    ) -> None:
        self.rules, self.player, self.dealer, self.hand = rules, player, dealer, hand
        self.said = said
        self.melds = tuple(self._laid(seat) for seat in range(rules.players))
        self.known = tuple(self._of_seat(seat, "has") for seat in range(rules.players))
        self.pile = self._cards("offered") or self._cards("pile")

    def view(self) -> View:
        """The view; raises InputError for cards in two places, and for counts that cannot be."""
        self._check()
        counts = tuple(self._count(seat) for seat in range(self.rules.players))
        laid = tuple(_union(melds) for melds in self.melds)
        question = self._question()
        rest = len(self.rules.pack) - sum(counts) - len(self.pile) - sum(map(len, laid))
        stock = _number(self.said["stock"], "stock") if "stock" in self.said else rest
        if not 0 <= stock <= rest:
            raise InputError(
                f"{stock} cards cannot be left", where="stock", hint=f"at most {max(rest, 0)} are"
            )
        first = self._cards("first upcard") or (self.pile if question is Question.UPCARD else ())
        drawn = self._cards("drew") or self._cards("drawn")
        taken, *above = self._cards("took") or self._cards("taken") or (None,)
        view = View(
            self.rules, self.hand, self.pile, stock, question, self.known,
            taken=taken, drawn=drawn[0] if drawn else None, upcard=first[-1] if first else None,
            dealer=self.dealer, player=self.player, turn=self.player,
            above=tuple(card for card in above if card is not None),
            melds=tuple(meld for melds in self.melds for meld in melds),
            laid=laid if self.rules.play is GameKind.MAHJONG else (),
        )  # fmt: skip
        return (view if counts == view.counts else replace(view, held=counts)).reached()

    def _cards(self, key: str) -> tuple[Card, ...]:
        text = self.said.get(key, "none")
        with placed(key):
            return () if text.lower() == "none" else read_pack_in_order(text)

    def _said_of(self, seat: int, kind: str) -> str | None:
        other = self.rules.players == 2 and seat != self.player
        opponent = self.said.get(f"opp {kind}") if other else None
        return self.said.get(f"{seat + 1} {kind}", opponent)

    def _of_seat(self, seat: int, kind: str) -> CardSet:
        with placed(f"{seat + 1} {kind}"):
            return read_pack(self._said_of(seat, kind) or "")

    def _laid(self, seat: int) -> tuple[Meld, ...]:
        where, text = f"{seat + 1} laid", self._said_of(seat, "laid") or ""
        with placed(where):
            melds = tuple(Meld.of(part) for part in filter(str.strip, text.split("/")))
        for meld in melds:
            if not is_meld(meld, self.rules):
                raise InputError(f"{meld} is not a meld", where=where, hint="split melds by /")
        return melds

    def _count(self, seat: int) -> int:
        """Cards that a player holds."""
        if seat == self.player:
            return len(self.hand)
        told = self._said_of(seat, "holds") or str(self.rules.cards)
        count = _number(told, f"{seat + 1} holds")
        if count < len(self.known[seat]):
            raise InputError(
                f"player {seat + 1} cannot hold {count} cards and {self.known[seat]}",
                where=f"{seat + 1} holds", hint="give the number of all their cards",
            )  # fmt: skip
        return count

    def _question(self) -> Question:
        """The decision: after a draw a card more is held."""
        size, moved = self.rules.cards, bool(self.said.keys() & {"drew", "drawn", "took", "taken"})
        if self.rules.play is GameKind.MAHJONG:
            return Question.DISCARD if moved else Question.DRAW
        if len(self.hand) == size + 1:
            return Question.DISCARD
        if len(self.hand) != size or moved:
            raise InputError(
                f"{len(self.hand)} cards are in the hand", where="hand",
                hint=f"give {size}, or {size + 1} after the draw",
            )  # fmt: skip
        if not self.pile:
            raise InputError(
                "the card on top of the pile is missing", where="the view",
                hint="add `upcard: 9c` for the first one, or `top: 9c`",
            )  # fmt: skip
        return Question.UPCARD if "offered" in self.said else Question.DRAW

    def _check(self) -> None:
        """See that every card lies in one place, and is of the game's pack."""
        places = [self.hand, *self.known, *map(_union, self.melds), CardSet.from_cards(self.pile)]
        every = [card for cards in places for card in cards]
        twice = next((card for card in every if every.count(card) > 1), None)
        if twice is not None:
            raise InputError(
                f"{twice} lies in two places", where="the view", hint="every card exists once"
            )
        if not (extra := CardSet.from_cards(every)) <= self.rules.pack:
            raise InputError(
                f"{self.rules.name} has no {extra - self.rules.pack}", where="the view",
                hint="take it out, or name a game with jokers",
            )  # fmt: skip


def _number(text: str, where: str) -> int:
    if not text.isdecimal():
        raise InputError(f"`{text}` is not a number", where=where, hint="such as 20")
    return int(text[:4])


def _union(melds: Sequence[Meld]) -> CardSet:
    """The cards of some melds; a card that two of them have is counted once."""
    return CardSet.from_cards(card for meld in melds for card in meld)


# ---------------------------------------------------------------- with its turns


def _replayed(rules: Rules, player: int, dealer: int, hand: CardSet, history: str) -> View:
    """The view at the end of its turns, seen that they can have been played."""
    first, *turns = [line for line in history.splitlines() if line.strip()] or [""]
    word, _, upcard = first.strip().partition(" ")
    if word != "upcard":
        raise InputError(
            "it does not begin with the upcard", where="history", hint="as in: upcard 9h"
        )
    steps = read_turns("\n".join(turns), rules)
    first_card = upcard_of(upcard)
    dealt = _dealt_to(player, hand, first_card, steps, rules)
    hands = tuple(dealt if seat == player else None for seat in range(rules.players))
    view = seen_by(play_out(rules, hands, first_card, dealer, steps)[-1], player)
    if view.hand != hand:
        raise InputError(f"the history leaves {view.hand}", where="hand", hint="say it as held now")
    return view


def _dealt_to(
    player: int, hand: CardSet, upcard: Card, steps: Sequence[Step], rules: Rules
) -> CardSet:
    """The cards a player was dealt, from what they hold now and what came and went."""
    cards, came = list(hand), list[Card]()
    for arrived, step in zip(_openly(upcard, steps, rules), steps, strict=True):
        if step.player == player:
            cards += cards_of(step.move)
            came += arrived
    for card in came:
        if card not in cards:
            raise InputError(
                f"{card} came to the hand and never left it",
                where="hand",
                hint="add it to the hand, or the turn that discards it",
            )
        cards.remove(card)
    return CardSet.from_cards(cards)


def _openly(upcard: Card, steps: Sequence[Step], rules: Rules) -> Iterator[tuple[Card, ...]]:
    """For each move the cards that it is known to have brought its player."""
    pile = [upcard]
    stock = dealt_stock(rules)
    again = rules.wall is Wall.RESHUFFLE
    for step in steps:
        move = step.move
        taken = pile[-move.count :] if move.kind is Kind.TAKE else []
        pile = pile[: len(pile) - len(taken)]
        stock -= move.kind is Kind.DRAW
        if move.kind is Kind.DISCARD and move.card is not None:
            pile.append(move.card)
            if again and stock == 0:
                stock, pile = len(pile) - 1, pile[-1:]
        yield (*taken, *(() if step.drawn is None else (step.drawn,)))
