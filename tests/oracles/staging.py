"""Hands in the middle of play, put together rather than played: any question, stock and pile.

A position reached by play has what is usual; one put together has also what is rare: many
known cards, big gin, a gin at the wall, a pile in which nothing lies.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from analyzer.game.actions import TAKE, Kind, Question, Turn
from analyzer.game.cards import DECK, NO_CARDS, Card, CardSet
from analyzer.game.position import Position, deal
from analyzer.game.rules import FirstUpcard, Rules, Wall
from analyzer.game.table import Played
from tests.oracles import brute

STAGES = (
    "upcard first", "upcard second", "must draw", "draw", "last draw", "discard", "last discard",
    "knock", "gin", "big gin", "taken", "last",
)  # fmt: skip
"""What `staged` can put together; `last` only under the rules that know it."""


def stages(rules: Rules) -> tuple[str, ...]:
    """The stages that these rules have."""
    eleven = rules.first_upcard is FirstUpcard.ELEVEN
    without = set() if rules.wall is Wall.LAST_DISCARD else {"last"}
    if rules.big_gin_bonus is None:
        without.add("big gin")
    if rules.knock_limit == 0:
        without.add("knock")
    if eleven:
        without |= {"upcard first", "upcard second", "must draw"}
    return tuple(stage for stage in STAGES if stage not in without)


def staged(rules: Rules, stage: str, rng: Random) -> Position:
    """A position at which a player has such a decision."""
    if stage in {"upcard first", "upcard second", "must draw"}:
        return _opening(rules, ("upcard first", "upcard second", "must draw").index(stage), rng)
    while True:
        position = _middle(rules, stage, rng)
        if _FITS.get(stage, _any)(position):
            return position


def _opening(rules: Rules, passes: int, rng: Random) -> Position:
    position = deal(rules, rng.randrange(10**9), dealer=rng.randrange(2))
    for _ in range(passes):
        position = position.apply(next(a for a in position.legal_actions() if a.kind is Kind.PASS))
    return position


def _any(position: Position) -> bool:
    return bool(position.legal_actions())


def _can(kind: Kind) -> Callable[[Position], bool]:
    return lambda position: any(action.kind is kind for action in position.legal_actions())


_FITS: dict[str, Callable[[Position], bool]] = {
    "knock": _can(Kind.KNOCK),
    "gin": _can(Kind.GIN),
    "big gin": _can(Kind.BIG_GIN),
    "last": lambda position: TAKE in position.legal_actions(),
}


def _middle(rules: Rules, stage: str, rng: Random) -> Position:
    question = {"draw": Question.DRAW, "last draw": Question.DRAW, "last": Question.LAST}.get(
        stage, Question.DISCARD
    )
    size = 11 if question is Question.DISCARD else 10
    stock = {"last draw": 3, "last discard": 2, "last": 2}.get(stage, rng.randint(2, 28))
    if question is Question.DRAW:
        stock = max(3, stock)
    mine = _hand(rng, size, stage)
    rest = list(DECK - mine)
    rng.shuffle(rest)
    theirs, rest = CardSet.from_cards(rest[:10]), rest[10:]
    pile = rest[stock:]
    taken = rng.choice(list(mine)) if stage == "taken" else None
    known = (_some(mine, rng, taken), _some(theirs, rng, None))
    me = rng.randrange(2)
    order = (lambda a, b: (a, b)) if me == 0 else (lambda a, b: (b, a))
    return Position(
        rules=rules, hands=order(mine, theirs), stock=tuple(rest[:stock]), pile=tuple(pile),
        turn=me, question=question, dealer=rng.randrange(2), upcard=rng.choice(list(DECK)),
        taken=taken, known=order(*known), played=_turns(rng.choice((4, 12, 25, 70)), me, question),
    )  # fmt: skip


def _hand(rng: Random, size: int, stage: str) -> CardSet:
    if stage == "big gin":
        return _melded(rng, size)
    while True:
        full = _melded(rng, size - 1) if stage in {"gin", "last"} else None
        if full is None and (stage == "knock" or rng.random() < 0.5):
            return _dense(rng, size)
        cards = list(DECK - (full or NO_CARDS))
        rng.shuffle(cards)
        return (full or NO_CARDS) | CardSet.from_cards(cards[: size - len(full or NO_CARDS)])


def _dense(rng: Random, size: int) -> CardSet:
    """Cards of a few neighboring ranks, where sets and runs clash."""
    low, wide = rng.randrange(13), rng.choice((3, 4, 5, 6))
    ranks = {(low + step) % 13 for step in range(wide)}
    return CardSet.from_cards(rng.sample([card for card in DECK if card.rank in ranks], size))


def _melded(rng: Random, size: int) -> CardSet:
    """Cards that are all in melds."""
    short = sorted(brute.STANDARD.short_melds, key=sorted)  # a set has another order each time
    while True:
        some: frozenset[str] = frozenset()
        while len(some) < size:
            meld = rng.choice(short)
            if not meld & some:
                some |= meld
        if len(some) == size:
            return CardSet.of(" ".join(sorted(some)))


def _some(cards: CardSet, rng: Random, taken: Card | None) -> CardSet:
    """Cards that the other player saw taken."""
    most = rng.choice((0, 0, 2, 4))
    chosen = CardSet.from_cards(card for card in cards if rng.random() < most / 10)
    return chosen if taken is None else chosen.add(taken)


def _turns(discards: int, me: int, question: Question) -> tuple[Played, ...]:
    """So many turns, the last discard the other player's, and mine begun if it is to discard."""
    first = (me + discards) % 2
    card = Card(0)  # which cards they were does not matter to anybody
    turns = [Played((first + n) % 2, Turn.DRAW, card, card) for n in range(discards)]
    begun = [Played(me, Turn.DRAW)] if question is Question.DISCARD else []
    return (*turns, *begun)


def without_secrets(position: Position, rng: Random) -> Position:
    """The same to the player to act: the hidden cards dealt out anew."""
    me = position.turn
    other = position.hands[1 - me]
    shown = position.known[1 - me]
    hidden = [*(other - shown), *position.stock]
    rng.shuffle(hidden)
    split = len(other) - len(shown)
    theirs = shown | CardSet.from_cards(hidden[:split])
    hands = (position.hands[0], theirs) if me == 0 else (theirs, position.hands[1])
    return replace(position, hands=hands, stock=tuple(hidden[split:]))
