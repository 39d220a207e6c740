"""Two sentences against each discard of an answer, to the question "why not this card?".

The first says by the cards what the discard gives up: a meld, what a card waits on, a card that
they can use. The second names the column of the answer that differs most, where one differs by
five percentage points. Every number is one of the answer's own, or counted from its view.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from typing import Final

from analyzer.engine.comparisons.causes import completing
from analyzer.engine.types import ActionValue, Ending
from analyzer.engine.unit import unit_of
from analyzer.game.actions import Action, Question
from analyzer.game.cards import Card, CardSet
from analyzer.game.melds import best_arrangements, deadwood
from analyzer.game.view import View
from analyzer.notation.numbers import counted, percent
from analyzer.notation.phrases import Text, cards_listed, meld_kind
from analyzer.review.coach import facts
from analyzer.review.coach.causes import MOST_CARDS, apart

_FOR: Final = {
    Ending.GIN: "you go gin",
    Ending.KNOCK: "you win with a knock",
    Ending.THEIR_UNDERCUT: "you undercut them",
}
_AGAINST: Final = {
    Ending.THEIR_GIN: "they go gin",
    Ending.THEIR_KNOCK: "they win with a knock",
    Ending.UNDERCUT: "you are undercut",
}


def why_not(
    view: View, values: Sequence[ActionValue], tied: Collection[Action]
) -> dict[Card, tuple[Text, ...]]:
    """Return what speaks against each discard but the best, by card, the nearest first.

    `values` are those of an answer, the best first, and `tied` the actions that are as good.

    >>> from analyzer.engine.search import analyze
    >>> from analyzer.engine.types import Limit
    >>> from analyzer.notation import parse_view
    >>> from analyzer.notation.phrases import text_of
    >>> view = parse_view("hand: 7h 8h 9h 4c 4d 4s Kd Kh 2c Ac 6s\\npile: Ks\\nstock: 21")
    >>> answer = analyze(view, Limit(worlds=512), seed=1)
    >>> text_of(why_not(view, answer.actions, answer.best)[Card.of("4c")][0])
    'It breaks the set 4♣, 4♦ and 4♠.'
    """
    best = values[0] if values else None
    if view.question is not Question.DISCARD or best is None or best.action.card is None:
        return {}
    against: dict[Card, tuple[Text, ...]] = {}
    for value in values:
        card = value.action.card
        if card is None or card == best.action.card or card in against:
            continue
        against[card] = (
            (("Nothing speaks against it: it is as good.",),)
            if value.action in tied
            else _sentences(view, best, value)
        )
    return against


def tempting(view: View, values: Sequence[ActionValue], tied: Collection[Action]) -> Card | None:
    """The card that a good club player would throw: of those that are in no meld, and have no card
    beside them, the highest; None where that is the best, or nothing else can be discarded."""
    if view.question is not Question.DISCARD:
        return None
    cards = {value.action.card for value in values} - {action.card for action in tied}
    loose = best_arrangements(view.hand, view.rules)[0].deadwood

    def lure(card: Card) -> tuple[bool, bool, int, int]:
        alone = not facts.partners(view, card)
        return card in loose, alone, view.rules.value(card), int(card)

    return max((card for card in cards if card is not None), key=lure, default=None)


def _sentences(view: View, best: ActionValue, value: ActionValue) -> tuple[Text, ...]:
    """The sentence of the cards, that of a column, and the loss."""
    card, unit = value.action.card, unit_of(view)
    assert card is not None
    said = (_by_cards(view, best.action, card), _by_columns(best, value))
    loss: Text = (f"It costs {unit.noun(unit.loss_estimate(best, value))}.",)
    return *(text for text in said if text is not None), loss


# ---------------------------------------------------------------- the cards


@lru_cache(maxsize=4_096)
def _by_cards(view: View, best: Action, card: Card) -> Text | None:
    goes = best.card
    assert goes is not None
    if best.ends_hand:
        left = facts.deadwood_after(view, goes)
        now = f"knock with {left}" if left else "go gin"
        return f"You can {now} at once, discarding ", goes, "."
    if facts.deadwood_after(view, card) > facts.deadwood_after(view, goes):
        meld = _broken(view, card, goes)
        if meld is not None:
            return f"It breaks the {meld_kind(meld)} ", *cards_listed(meld), "."
    return _waiting(view, card, goes) or _cheaper(view, card, goes)


def _broken(view: View, card: Card, goes: Card) -> CardSet | None:
    """The meld that only one of two discards leaves whole."""
    kept = best_arrangements(view.hand.remove(goes), view.rules)
    without = deadwood(view.hand.remove(card).remove(goes), view.rules)
    if without <= kept[0].points:
        return None
    return next((meld for meld in kept[0].melds if card in meld), None)


def _waiting(view: View, card: Card, goes: Card) -> Text | None:
    """The live cards that the card waits on, and those of the one that goes for it."""
    live = completing(view, view.hand.remove(goes), card)
    lost = completing(view, view.hand.remove(card), goes)
    if len(live) <= len(lost):
        return None
    beside = facts.beside(view, card, view.hand.remove(goes))
    begin: Text = (card, " with ", *cards_listed(beside)) if beside else (card,)
    named: Text = (" (", *cards_listed(live), ")") if len(live) <= MOST_CARDS else ()
    rest = f" on {len(lost)}." if lost else " on none."
    return *begin, f" waits on {counted(len(live), 'live card')}", *named, "; ", goes, rest


def _cheaper(view: View, card: Card, goes: Card) -> Text | None:
    """Points left in the hand, where the discard leaves more."""
    more, less = (facts.deadwood_after(view, it) for it in (card, goes))
    if more <= less:
        return None
    return f"It leaves {counted(more, 'point')} of deadwood, ", goes, f" {less}."


# ---------------------------------------------------------------- the columns


def _by_columns(best: ActionValue, value: ActionValue) -> Text | None:
    """The chance that differs most to the card's harm."""
    _, text = max(_differences(best, value), key=lambda pair: pair[0], default=(0.0, None))
    return text


def _differences(best: ActionValue, value: ActionValue) -> Iterator[tuple[float, Text]]:
    """(difference, sentence) of each column that differs enough."""
    card, goes = value.action.card, best.action.card
    if best.action.ends_hand:
        return
    safe, danger = best.danger or 0.0, value.danger or 0.0
    if card is not None and goes is not None and danger > safe and apart(danger, safe):
        taken: Text = "They take ", card, f" in {percent(danger)} of hands, "
        yield danger - safe, (*taken, goes, f" in {percent(safe)}.")
    for sign, words in ((1, _FOR), (-1, _AGAINST)):
        for ending, says in words.items():
            with_best, with_card = (_chance(it, ending) for it in (best, value))
            if sign * (with_best - with_card) > 0 and apart(with_best, with_card):
                first, second = percent(with_card), percent(with_best)
                text = f"After it {says} in {first} of hands instead of {second}."
                yield abs(with_best - with_card), (text,)


def _chance(value: ActionValue, ending: Ending) -> float:
    share = value.outcomes.get(ending)
    return share.p if share is not None else 0.0
