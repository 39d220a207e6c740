"""What a chair sees, as text and as an id.

A text is read by laying out one deal in which all of it can have happened, and replaying that: the
round is the only referee. Where the cards of others lie that nobody saw makes no difference to what
the chair then sees.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from analyzer.errors import InputError
from analyzer.game.cards import Card, CardSet
from analyzer.game.general import (
    Chair,
    GameMove,
    MoveKind,
    Round,
    Step,
    Variant,
    parse_variant,
)
from analyzer.game.rules import Wall
from analyzer.notation.general._packed import pack, unpack
from analyzer.notation.general._record import (
    TableRecord,
    after_step,
    format_turns,
    hand_of,
    read_turns,
    replay_rounds,
    seat_of,
    upcard_of,
)

VERSION = "g1"
MOST_TRIES = 4
"""Deals that are laid out before a text is refused."""
_LINE = re.compile(r"^\s*(game|seat|dealer|hand)\s*:\s*(.+?)\s*$", re.IGNORECASE | re.MULTILINE)


def is_chair_text(text: str) -> bool:
    """Whether a text says what a chair of one of the other games sees, or is the id of that."""
    return text.lstrip().lower().startswith(("game:", f"{VERSION}."))


def format_chair(chair: Chair) -> str:
    """Print what a chair sees; `parse_chair` reads the same from it."""
    lines = [
        f"game: {chair.variant.name}", f"seat: {chair.player + 1}", f"dealer: {chair.dealer + 1}",
        f"hand: {chair.hand}", "history:", f"  upcard {chair.upcard}",
    ]  # fmt: skip
    lines += [f"  {turn}" for turn in format_turns(chair.steps, ":")]
    return "\n".join(lines)


def encode_chair(chair: Chair) -> str:
    """The id of what a chair sees; `decode_chair` gives it back."""
    return pack(VERSION, format_chair(chair))


def decode_chair(text: str) -> Chair:
    """What an id stands for; raises InputError if it was cut or altered."""
    return parse_chair(unpack(VERSION, text))


def parse_chair(text: str) -> Chair:
    """Read what a chair sees, as text or id; raises InputError for what cannot be.

    >>> from analyzer.game.general import deal_round
    >>> chair = deal_round(parse_variant("mahjong"), seed=1).chair(0)
    >>> parse_chair(format_chair(chair)) == chair == decode_chair(encode_chair(chair))
    True
    """
    if text.strip().startswith(f"{VERSION}."):
        return decode_chair(text)
    head, _, history = text.partition("history:")
    said = {match[1].lower(): match[2] for match in _LINE.finditer(head)}
    missing = [name for name in ("game", "seat", "dealer", "hand") if name not in said]
    if missing or not history:
        name = missing[0] if missing else "history"
        raise InputError(f"there is no line `{name}: …`", where="the view", hint="add it")
    variant = parse_variant(said["game"])
    player, hand = seat_of(said["seat"], variant, "seat"), hand_of(said["hand"], "hand")
    first, *turns = [line for line in history.splitlines() if line.strip()] or [""]
    word, _, upcard = first.strip().partition(" ")
    if word != "upcard":
        raise InputError(
            "it does not begin with the upcard", where="history", hint="as in: upcard 9h"
        )
    steps = read_turns("\n".join(turns), variant)
    deal = _Deal(variant, player, hand, upcard_of(upcard), steps)
    chair = _some_replay(deal, seat_of(said["dealer"], variant, "dealer")).chair(player)
    if chair.hand != hand:
        raise InputError(
            f"the history leaves {chair.hand}", where="hand", hint="say it as held now"
        )
    return chair


def _some_replay(deal: _Deal, dealer: int) -> Round:
    """The hand replayed; cards laid out by chance may be a misdeal or gin, and are then changed."""
    for seed in range(MOST_TRIES - 1):
        try:
            return deal.replayed(dealer, seed)
        except InputError:
            continue
    return deal.replayed(dealer, MOST_TRIES)


class _Deal:
    """Cards for all places that a text leaves open."""

    def __init__(
        self, variant: Variant, player: int, hand: CardSet, upcard: Card, steps: tuple[Step, ...]
    ) -> None:
        self.variant, self.player, self.upcard, self.steps = variant, player, upcard, steps
        self._came = tuple(self._openly())
        self._hand = hand

    def _openly(self) -> Iterator[tuple[Card, ...]]:
        """For each move the cards that it is known to have brought its player."""
        pile = [self.upcard]
        stock = len(self.variant.pack) - self.variant.players * self.variant.cards - 1
        again = self.variant.rules.wall is Wall.RESHUFFLE
        for step in self.steps:
            move = step.move
            taken = pile[-move.count :] if move.kind is MoveKind.TAKE else []
            pile = pile[: len(pile) - len(taken)]
            stock -= move.kind is MoveKind.DRAW
            if move.kind is MoveKind.DISCARD and move.card is not None:
                pile.append(move.card)
                if again and stock == 0:
                    stock, pile = len(pile) - 1, pile[-1:]
            yield (*taken, *(() if step.drawn is None else (step.drawn,)))

    def _dealt(self, seed: int) -> tuple[CardSet, ...]:
        """Mine as it must have been; of the others what they are the first to show, and any."""
        size, seats = self.variant.cards, range(self.variant.players)
        mine = list(self._hand)
        seen = {self.upcard}
        dealt: list[list[Card]] = [[] for _ in seats]
        for came, step in zip(self._came, self.steps, strict=True):
            shown = _shown_by(step.move)
            if step.player == self.player:
                mine += shown
            elif len(dealt[step.player]) < size:
                dealt[step.player] += [card for card in shown if card not in seen]
            seen.update(came, shown)
        for came, step in zip(self._came, self.steps, strict=True):
            for card in came if step.player == self.player else ():
                if card not in mine:
                    raise InputError(
                        f"{card} came to the hand and never left it",
                        where="hand",
                        hint="add it to the hand, or the turn that discards it",
                    )
                mine.remove(card)
        dealt[self.player] = mine
        free = [card for card in self.variant.pack if card not in seen and card not in mine]
        Random(seed).shuffle(free)
        for cards in dealt:
            while len(cards) < size and free:
                cards.append(free.pop())
        return tuple(CardSet.from_cards(cards[:size]) for cards in dealt)

    def replayed(self, dealer: int, seed: int) -> Round:
        """The hand after all moves, unseen draws being of cards that they may have been."""
        record = TableRecord(self.variant, self._dealt(seed), self.upcard, dealer)
        here = replay_rounds(record)[0]
        for number, step in enumerate(self.steps):
            drawn = step.drawn
            if step.move.kind is MoveKind.DRAW and drawn is None:
                drawn = self._drawn(number, here)
            here = after_step(here, Step(step.player, step.move, drawn), number + 1)
        return here

    def _drawn(self, number: int, here: Round) -> Card | None:
        """A card that may have been drawn: one its player shows next, else one seen no more."""
        open_cards = set(here.stock)
        later = range(number + 1, len(self.steps))
        for came, step in ((self._came[at], self.steps[at]) for at in later):
            shown = [card for card in _shown_by(step.move) if card in open_cards]
            if shown and step.player == self.steps[number].player:
                return shown[0]
            open_cards.difference_update(came, shown)
        return next((card for card in here.stock if card in open_cards), None)


def _shown_by(move: GameMove) -> tuple[Card, ...]:
    """The cards that a move shows."""
    if move.kind is MoveKind.MELD:
        return tuple(move.melds[0].cards)
    return () if move.card is None else (move.card,)
