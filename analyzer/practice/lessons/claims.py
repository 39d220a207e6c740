"""The claims that steps of lessons make of their cards, answered by the solver.

`holds` says whether an answer is right. A claim `best` is one of the engine's: its answers stand in
the data.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import Final

from analyzer.errors import InputError
from analyzer.game.arrangement import Arrangement, Defense, pack_cards
from analyzer.game.cards import DECK, Card, CardSet
from analyzer.game.jokers import answer, laid_off
from analyzer.game.melds import (
    best_arrangements,
    deadwood,
    is_meld,
    melds_through,
    open_places,
    outs,
)
from analyzer.game.scoring import score_points
from analyzer.practice.lessons.course import Do, LessonStep
from analyzer.practice.lessons.sums import ON_TABLE, Claim, number

BEST: Final = "best"
"""The claim that the engine answers for: of all there is to do, or of the cards that are named."""
RULE: Final = "rule"
"""The claim that a field of the rules is the answer: `rule gin_bonus`."""
WALL: Final = 2
"""Cards in the stock at which a hand is void."""


def holds(step: LessonStep, given: str) -> bool:
    """True if an answer is right."""
    name, _, rest = step.claim.partition(" ")
    if name == BEST or not name:
        return given == step.answer
    return EXACT[name](step, given, rest)


def read_answer(step: LessonStep, given: str) -> str:
    """An answer as it is compared; InputError where it is none of the step's."""
    if step.do is Do.SAY:
        if given not in step.options:
            raise InputError("choose one of the answers")
        return given
    cards = pack_cards(given) if step.game else CardSet.of(given)
    if not cards:
        raise InputError("no card is chosen", hint="tap a card first")
    if not cards <= step.cards:
        raise InputError(f"{cards - step.cards} is not in your hand", hint="choose one of yours")
    if step.do is Do.DISCARD and len(cards) != 1:
        raise InputError("choose one card to discard")
    return str(cards)


# ---------------------------------------------------------------- what is exact


def _meld(step: LessonStep, given: str, kind: str) -> bool:
    """The cards are one meld: of a kind, or of so many cards, where that is said."""
    cards = CardSet.of(given)
    suits = {card.suit for card in cards}
    fits = {"run": len(suits) == 1, "set": len(suits) > 1, "": True}
    wanted, _, size = kind.partition(" ")
    sized = not size or len(cards) == int(size)
    return is_meld(cards, step.played) and fits[wanted] and sized


def _melded(step: LessonStep, given: str, _: str) -> bool:
    """The cards are all that are melded when as little as possible is left."""
    cards, rules = pack_cards(given), step.played
    left = rules.points(step.cards - cards)
    return left == deadwood(step.cards, rules) and deadwood(cards, rules) == 0


def _left(step: LessonStep, given: str, _: str) -> bool:
    """The cards are left over when as little as possible is."""
    return _melded(step, str(step.cards - CardSet.of(given)), "")


def _least(step: LessonStep, _: str) -> int:
    """The least deadwood; with a card more than is dealt, after the best discard."""
    cards, rules = step.cards, step.played
    if len(cards) <= rules.cards:
        return deadwood(cards, rules)
    return min(deadwood(cards.remove(card), rules) for card in cards)


def _outs(step: LessonStep, goal: str) -> int:
    """Return how many live cards do something: `meld`, `knock` or `gin`; of the cards named, if
    any."""
    what, _, cards = goal.partition(" ")
    return len(_live_outs(step, what, CardSet.of(cards) if cards else step.cards))


def _live_outs(step: LessonStep, what: str, cards: CardSet) -> CardSet:
    view = step.position
    gone = step.cards if view is None else DECK - view.unseen
    rules = step.played
    live = DECK - gone
    live_outs: CardSet = getattr(outs(cards, rules, live=live), what)
    return live_outs


def _holdings(step: LessonStep, card: str) -> int:
    """Return how many pairs of unseen cards would make a meld with a card."""
    view = step.position
    live = DECK - step.cards if view is None else view.unseen
    return len(melds_through(Card.of(card), live, step.played))


def _of_rank(step: LessonStep, card: str) -> int:
    """Return how many pairs of unseen cards of its rank would make a set with a card."""
    view, wanted = step.position, Card.of(card)
    live = DECK - step.cards if view is None else view.unseen
    left = sum(card.rank == wanted.rank for card in live if card != wanted)
    return left * (left - 1) // 2


def _points(step: LessonStep, _: str) -> int:
    """The points of the hand whoever wins it: the knock against the reader's best answer."""
    knock, best = _answered(step)
    return score_points(knock.points, best.points, step.played).points


def _kept(step: LessonStep, _: str) -> int:
    """The points that a defender is left with."""
    return _answered(step)[1].points


def _answered(step: LessonStep) -> tuple[Arrangement, Defense]:
    """(what lies open, the reader's best answer to it)."""
    knock = step.opened
    assert knock is not None
    return knock, answer(knock.melds if knock.points else (), step.cards, step.played)


def _off(step: LessonStep, given: str, _: str) -> bool:
    """The cards can be laid off, and leave a defender with the least."""
    knock, best = _answered(step)
    try:
        off = laid_off(knock.melds, step.cards, pack_cards(given), step.played)
    except InputError:
        return False
    return off.points == best.points


def _may_knock(step: LessonStep, given: str, _: str) -> bool:
    """Yes or no: one may knock after the best discard, or not."""
    view = step.position
    limit = step.played.limit_for(None) if view is None else view.limit
    return given == ("Yes" if _least(step, "") <= limit else "No")


def _keeps_most(step: LessonStep, given: str, goal: str) -> bool:
    """A discard of a loose card after which the most cards do something."""
    loose = best_arrangements(step.cards, step.played)[0].deadwood
    counts = {card: len(_after(step, card, goal)) for card in loose}
    return counts.get(Card.of(given), -1) == max(counts.values())


def _after(step: LessonStep, card: Card, goal: str) -> CardSet:
    return _live_outs(step, goal, step.cards.remove(card)) - CardSet.from_cards([card])


def _least_after(step: LessonStep, given: str, _: str) -> bool:
    """A discard that leaves the least deadwood."""
    return deadwood(step.cards.remove(Card.of(given)), step.played) == _least(step, "")


def _safest(step: LessonStep, given: str, among: str) -> bool:
    """A card that the fewest pairs of unseen cards would make a meld with, of some or of all."""
    cards = CardSet.of(among) if among else step.cards
    counts = {card: _holdings(step, str(card)) for card in cards}
    return counts.get(Card.of(given), 99) == min(counts.values())


def _rule(step: LessonStep, given: str, field: str) -> bool:
    """Return what a field of the rules says."""
    return given.split(maxsplit=1)[0] == str(getattr(step.played, field))


def _boxes(step: LessonStep, hands: str) -> int:
    """Return what some hands won are worth in boxes."""
    return int(hands) * step.played.box_bonus


def _open(step: LessonStep, given: str, laid: str) -> bool:
    """Return which cards can be laid off on some melds of the hand."""
    melds = [CardSet.of(meld) for meld in laid.split(" / ")]
    loose = step.cards - CardSet.from_cards(chain(*melds))
    onto = open_places(Arrangement.of(melds, loose, step.played), step.played)
    sentences = given.removesuffix(" only").split(" and ")
    return set(sentences) == {card.symbol for card in onto - step.cards}


def _draws(step: LessonStep, stock: str) -> int:
    """Return how many cards the player to draw still draws, both drawing from the stock to the
    wall."""
    return (int(stock) - WALL + 1) // 2


def _beside(step: LessonStep, given: str, named: str) -> bool:
    """A loose card next to one of some cards in its suit."""
    card = Card.of(given)
    loose = card in best_arrangements(step.cards, step.played)[0].deadwood
    return loose and any(
        card.suit == other.suit and abs(card.rank - other.rank) == 1 for other in CardSet.of(named)
    )


EXACT: Final[Mapping[str, Claim]] = {
    "meld": _meld,
    "melded": _melded,
    "left": _left,
    "deadwood": number(_least),
    "outs": number(_outs),
    "holdings": number(_holdings),
    "pairs": number(_of_rank),
    "points": number(_points),
    "kept": number(_kept),
    "off": _off,
    "knock": _may_knock,
    "keeps": _keeps_most,
    "least": _least_after,
    "safest": _safest,
    RULE: _rule,
    "game": _rule,
    "boxes": number(_boxes),
    "open": _open,
    "draws": number(_draws),
    "beside": _beside,
    **ON_TABLE,
}
"""The claims by name; each is counted through."""
