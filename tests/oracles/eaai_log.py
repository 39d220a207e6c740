"""The log that the Java framework of the EAAI-21 challenge would print of a hand or a game.

Written from the published wording of its lines, for hands played by `analyzer.game.position`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from analyzer.game.actions import Turn
from analyzer.game.cards import Card, CardSet
from analyzer.game.melds import best_arrangements
from analyzer.game.position import Position
from analyzer.game.scoring import Ended


def card(one: Card) -> str:
    return str(one).upper()


def cards(some: Iterable[Card], rng: Random) -> str:
    """Cards in brackets, in any order."""
    names = [card(one) for one in some]
    rng.shuffle(names)
    return f"[{', '.join(names)}]"


def melds(some: Iterable[CardSet], rng: Random) -> str:
    return f"[{', '.join(cards(meld, rng) for meld in some)}]"


def log_of(played: tuple[Position, ...], totals: tuple[int, int], rng: Random) -> Iterator[str]:
    """The lines of one hand, given its positions and the scores after it."""
    start, last = played[0], played[-1]
    for player in (0, 1):
        yield f"Player {player} is dealt {cards(start.hands[player], rng)}."
    yield f"Player {1 - start.dealer} starts."
    assert start.upcard is not None
    yield f"The initial face up card is {card(start.upcard)}."
    hands = list(start.hands)
    for turn in last.played:
        name = f"Player {turn.player}"
        if turn.turn is Turn.PASS:
            yield f"{name} declines {card(start.upcard)}."
            continue
        assert turn.card is not None and turn.discarded is not None
        hands[turn.player] = hands[turn.player].add(turn.card).remove(turn.discarded)
        best = best_arrangements(hands[turn.player], start.rules)[0]
        yield f"{name} draws {card(turn.card)}."
        yield f"{name} discards {card(turn.discarded)}."
        shown = (
            melds((*best.melds, best.deadwood), rng) if best.melds else cards(best.deadwood, rng)
        )
        yield f"{name} has {shown} with {best.points} deadwood."
    yield from _ending(last, rng)
    yield from ("Player\tScore", f"0\t{totals[0]}", f"1\t{totals[1]}")


def _ending(last: Position, rng: Random) -> Iterator[str]:
    outcome = last.outcome
    assert outcome is not None
    if outcome.knock is None or outcome.defence is None or outcome.knocker is None:
        yield ("The draw pile was reduced to two cards without knocking, "
               "so the hand is cancelled.")  # fmt: skip
        return
    knock, defence = outcome.knock, outcome.defence
    name, other = f"Player {outcome.knocker}", f"Player {1 - outcome.knocker}"
    if knock.points:
        yield (f"{name} melds {melds(knock.melds, rng)} with {knock.points} deadwood "
               f"from {cards(knock.deadwood, rng)}.")  # fmt: skip
    else:
        yield f"{name} goes gin with melds {melds(knock.melds, rng)}."
    yield f"{other} melds {melds(defence.melds, rng)}."
    for one, onto in defence.laid_off:
        yield f"{other} lays off {card(one)} on {cards(onto, rng)}."
    yield f"{other} has {defence.points} deadwood with {cards(defence.deadwood, rng)}"
    points, difference = outcome.hand.points, abs(defence.points - knock.points)
    if outcome.hand.kind is Ended.GIN:
        yield (f"{name} scores the gin bonus of 25 plus opponent deadwood {defence.points} "
               f"for {points} total points.")  # fmt: skip
    elif outcome.hand.kind is Ended.KNOCK:
        yield f"{name} scores the deadwood difference of {points}."
    else:
        yield (f"{other} undercuts and scores the undercut bonus of 25 plus deadwood difference "
               f"of {difference} for {points} total points.")  # fmt: skip
