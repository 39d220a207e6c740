"""A game as far as it is told, and what may happen in it: the rules that a reading has to keep."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Final, TypeAlias

from analyzer.game.actions import Turn
from analyzer.game.cards import Card
from analyzer.game.scoring import Ended
from analyzer.game.view import HAND
from analyzer.notation.tales._cues import Cue
from analyzer.notation.tales._hand import ToldTurn

BOTH: Final = 2
"""Passes of the first upcard."""
Played: TypeAlias = tuple[int, Turn, Card | None, Card | None, tuple[int, int]]
"""Player, how, the card and the discard, and where that is told."""


@dataclass(slots=True)
class Course:
    """A game as far as some cues tell it, in one way to take them."""

    dealt: tuple[tuple[Card, ...], tuple[Card, ...]] = ((), ())
    hands: tuple[frozenset[Card], frozenset[Card]] = (frozenset(), frozenset())
    """What each is known to hold."""
    pile: tuple[Card, ...] = ()
    upcard: Card | None = None
    dealer: int | None = None
    turns: tuple[Played, ...] = ()
    passes: int = 0
    player: int | None = None
    """Who acts, or is to."""
    how: Turn | None = None
    """How the card of the turn came; None before."""
    card: Card | None = None
    begun: tuple[int, int] = (0, 0)
    verb: str = ""
    who: int | None = None
    fresh: bool = False
    """True if a card was discarded last in this clause."""
    same: bool = True
    """True if the sentence is still that in which the card was drawn."""
    denied: str = ""
    """`not` before a verb that did not happen, `would` before those of a plan."""
    ranks: tuple[int, ...] = ()
    """Ranks of the hand whose suit is still to come."""
    ending: Ended | None = None
    knocker: int | None = None
    tail: int | None = None
    """The cue behind the end."""
    cost: int = 0

    @property
    def is_dealt(self) -> bool:
        """True if the hand of who tells it is known."""
        return len(self.dealt[0]) == HAND and not self.ranks

    @property
    def first(self) -> bool:
        """True before the first card is drawn or taken."""
        return len(self.turns) == sum(turn[1] is Turn.PASS for turn in self.turns)

    @property
    def top(self) -> Card | None:
        """The card on top of the pile."""
        return self.pile[-1] if self.pile else None

    @property
    def actor(self) -> int:
        """Return who acts: whoever is named, or whose turn it is."""
        named = self.player if self.who is None else self.who
        return named or 0

    @property
    def is_theirs(self) -> bool:
        """True if nobody else is named than who acts."""
        return self.who in {None, self.player}

    @property
    def may_end(self) -> bool:
        """True if a text may end here."""
        going = self.how is Turn.DRAW
        mine = going and self.player == 0 and self.card is None
        theirs = going and self.player == 1 and self.card is not None and not self.dealt[1]
        waits = self.verb in {"throw", "passed"} or (self.ending is not None and self.how)
        told = self.is_dealt and self.upcard is not None and bool(self.turns or self.how)
        return told and not (mine or theirs or waits)

    @property
    def view(self) -> tuple[object, ...]:
        """Return what two games that are the same have in common."""
        turns = tuple(turn[:4] for turn in self.turns if turn[1] is not Turn.PASS)
        known = (self.dealt, self.hands, self.pile, self.upcard, self.dealer, turns)
        return (*known, self.player, self.how, self.card, self.ending, self.knocker)

    @property
    def state(self) -> tuple[object, ...]:
        """All on which depends how it goes on."""
        said = (self.verb, self.who, self.fresh, self.same, self.denied)
        return (*self.view, *said, self.passes, self.ranks, self.tail)

    @property
    def told(self) -> list[tuple[ToldTurn, tuple[int, int]]]:
        """The turns, the one that goes on too, each with its place."""
        told = [(ToldTurn(*turn[:4]), turn[4]) for turn in self.turns]
        if self.how is not None:
            told.append((ToldTurn(self.player or 0, self.how, self.card), self.begun))
        return told

    def holds(self, card: Card) -> bool:
        """True if a card is somewhere already."""
        return card in self.hands[0] or card in self.hands[1] or card in self.pile

    def paid(self, cost: int) -> Course:
        """The same game at a higher price."""
        game = copy(self)
        game.cost += cost
        return game

    def give(self, player: int, cards: Iterable[Card]) -> None:
        """Let a player hold these cards."""
        held = frozenset(cards)
        self.hands = (held, self.hands[1]) if player == 0 else (self.hands[0], held)


Courses: TypeAlias = Iterator[Course]


def deal(game: Course, cards: Sequence[Card]) -> Courses:
    """Cards that are dealt, to whom they are said to be; or the whole hand once more."""
    player = game.who or 0
    if game.ranks:
        cards = [*(Card.make(rank, cards[0].suit) for rank in game.ranks), *cards]
        game.ranks = ()
    had = game.dealt[player]
    if len(had) == HAND:
        if {*cards} in ({*game.hands[player]}, {*had}):
            yield game
        return
    told = (*had, *cards)
    if len({*told}) != len(told) or len(told) > HAND or any(map(game.holds, cards)):
        return
    game.dealt = (told, game.dealt[1]) if player == 0 else (game.dealt[0], told)
    game.give(player, told)
    game.verb, game.who = ("", None) if len(told) == HAND else ("hand", game.who)
    yield game


def turn_up(game: Course, card: Card) -> Courses:
    """The first upcard, or the one on top said again."""
    if game.upcard is None and not game.holds(card):
        game.upcard, game.pile, game.verb = card, (card,), ""
        yield game
    elif game.upcard is not None and game.top == card:
        game.verb = ""
        yield game


def _opens(game: Course, how: Turn, player: int) -> bool:
    """See that a player may act; passes that are not told are filled in."""
    game.player = player if game.player is None else game.player
    mine = player == game.player
    if not game.first:
        return mine
    if how is Turn.TAKE:
        game.cost += not mine
        return game.passes < BOTH and (mine or not game.passes)
    missing = BOTH - game.passes
    game.cost += missing
    return mine if missing != 1 else not mine


def acquire(game: Course, how: Turn, cue: Cue) -> bool:
    """Let a card come to whoever is to act; False if that cannot be."""
    player = game.actor
    if not game.is_dealt or game.how is not None or game.upcard is None:
        return False
    if not _opens(game, how, player):
        return False
    game.player, game.how, game.begun, game.card = player, how, cue.span, None
    game.verb, game.same, game.fresh = "draw", True, False
    if how is Turn.TAKE:
        take_top(game)
    return True


def take_top(game: Course) -> None:
    """Let the card on top be the one of this turn."""
    *rest, card = game.pile
    game.how, game.card, game.pile, game.verb = Turn.TAKE, card, tuple(rest), "taken"
    game.give(game.player or 0, game.hands[game.player or 0] | {card})


def draw_known(game: Course, card: Card) -> Courses:
    """The card that is drawn is told; the one on top is taken."""
    player = game.player or 0
    if card == game.top:
        if game.verb == "draw" and not (game.first and game.passes == BOTH):
            take_top(game)
            game.verb = ""
            yield game
        return
    hidden = player == 1 and len(game.dealt[1]) < HAND
    if not game.holds(card) or (hidden and card in game.hands[1]):
        game.card, game.verb = card, ""
        game.give(player, game.hands[player] | {card})
        yield game


def throw_card(game: Course, card: Card, span: tuple[int, int]) -> Courses:
    """A card is discarded, and the turn over."""
    player, how = game.player or 0, game.how
    if how is None or (how is Turn.TAKE and card == game.card):
        return
    unseen = how is Turn.DRAW and game.card is None
    whole = len(game.dealt[player]) == HAND and not (unseen and player)
    if (unseen and not player) or (card not in game.hands[player] and (whole or game.holds(card))):
        return
    place = (game.begun[0], max(game.begun[1], span[1]))
    game.turns = (*game.turns, (player, how, game.card, card, place))
    game.give(player, game.hands[player] - {card})
    game.pile, game.player, game.fresh = (*game.pile, card), 1 - player, True
    game.how, game.card, game.who, game.verb = None, None, None, ""
    game.knocker = player if game.ending is not None else None
    yield game
