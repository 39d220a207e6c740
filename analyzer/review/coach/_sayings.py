"""The coach's words on a theme: counted from the cards in sight, or taken from the entry."""

from __future__ import annotations

from collections.abc import Callable
from string import Formatter
from typing import Final

from analyzer.engine.exact import after_take
from analyzer.engine.fast import policy_action
from analyzer.engine.policies import policy_for
from analyzer.engine.rollout import spread_of
from analyzer.engine.types import ActionValue, Ending
from analyzer.game.actions import Kind
from analyzer.game.cards import Card, CardSet
from analyzer.game.melds import best_arrangements, deadwood, defense_points
from analyzer.notation.numbers import counted, percent, points
from analyzer.notation.phrases import Text, cards_listed, doing
from analyzer.review import Choice
from analyzer.review.coach import facts
from analyzer.review.coach._reasons import shares
from analyzer.review.coach.themes import DEARER, Theme

WON: Final = (Ending.GIN, Ending.KNOCK, Ending.THEIR_UNDERCUT)
LOST: Final = (Ending.THEIR_GIN, Ending.THEIR_KNOCK, Ending.UNDERCUT)
"""The endings of a hand that is won, and lost; gin first."""


OFTEN_VOID: Final = 0.05
"""Chance of a void hand from which it is mentioned."""


def sayings(entry: Choice, theme: Theme) -> tuple[Text, ...]:
    """Return what there is to say on a theme of an entry; nothing where the verdict says it
    already."""
    texts = (say(entry) for say in _SAYINGS.get(theme, ()))
    return tuple(text for text in texts if text is not None)


def _playing_on(entry: Choice) -> Text | None:
    """Return how the hand ends if it is played on, where one of the two actions lays down."""
    ends = entry.best.action.ends_hand, entry.found.played.ends_hand
    if ends[0] == ends[1]:
        return None
    value = entry.played if ends[0] else entry.best
    mine = f"you win in {percent(_p(value, *WON))} of hands{_by_gin(value, WON)}"
    theirs = f"they win in {percent(_p(value, *LOST))}{_by_gin(value, LOST)}"
    void = _p(value, Ending.VOID)
    if void < OFTEN_VOID:
        return (f"If you play on, {mine}, and {theirs}.",)
    return (f"If you play on, {mine}, {theirs}, and nobody scores in {percent(void)}.",)


def _by_gin(value: ActionValue, ways: tuple[Ending, ...]) -> str:
    """Return how much of that is gin, the first of the ways."""
    gin, whole = _p(value, ways[0]), _p(value, *ways)
    if not gin:
        return ""
    if percent(gin) == percent(whole):
        return " (all by gin)" if gin == whole else " (nearly all by gin)"
    return f" ({percent(gin)} by gin)"


def _p(value: ActionValue, *endings: Ending) -> float:
    return sum(value.outcomes[ending].p for ending in endings if ending in value.outcomes)


def _top(entry: Choice) -> Card:
    assert entry.view.top is not None
    return entry.view.top


def _cards(entry: Choice) -> tuple[Card, Card]:
    """(the card of the best discard, the card of the played one)."""
    best, played = entry.best.action.card, entry.found.played.card
    assert best is not None and played is not None
    return best, played


def _number(cards: CardSet, single: str, many: str) -> str:
    """Such as "1 live card gives gin", "no live card gives gin"."""
    count = len(cards)
    return f"{count} live cards {many}" if count > 1 else f"{count or 'no'} live card {single}"


_HELP: Final = {
    "gin": ("gives gin", "give gin"),
    "knock": ("brings a knock", "bring a knock"),
    "meld": ("makes a meld", "make a meld"),
}
"""The effect of a live card, of one and of several; the most telling first."""


_MATTERS: Final = {"gin": 1, "knock": 2, "meld": 2}
"""From how many cards on a card that is taken makes a difference worth telling."""


def _outs(kind: str) -> Callable[[Choice], Text]:
    """Return how many live cards do something after the best discard, and after the played one."""

    def text(entry: Choice) -> Text:
        mine = getattr(facts.outs_after(entry.view, entry.best.action), kind)
        other = getattr(facts.outs_after(entry.view, entry.found.played), kind)
        best, played = _cards(entry)
        gains = f", {_number(mine, *_HELP[kind])}; after "
        return "After ", best, gains, played, f", {len(other) or 'none'}."

    return text


def _gin_outs(entry: Choice) -> Text | None:
    """Return how many live cards give gin after the discard that plays on."""
    action = entry.played.action if entry.best.action.ends_hand else entry.best.action
    if action.kind is not Kind.DISCARD or action.card is None:
        return None
    gin = facts.outs_after(entry.view, action).gin
    return "After ", action.card, f", {_number(gin, *_HELP['gin'])}."


def _joined(entry: Choice) -> Text:
    """The other cards of the meld that the top of the pile makes."""
    top = _top(entry)
    arrangements = best_arrangements(entry.view.hand.add(top), entry.view.rules)
    melds = (
        meld.remove(top)
        for arrangement in arrangements
        for meld in arrangement.melds
        if top in meld
    )
    return cards_listed(next(melds))


def _lays_down(entry: Choice) -> str:
    left = facts.left_with_top(entry.view)
    return f"can knock with {counted(left, 'point')}" if left else "have gin"


def _helps(entry: Choice) -> Text | None:
    """Return what a card that makes no meld does for the hand, if something can be counted."""
    counted = _with_top(entry, better=True)
    return None if counted is None else (_top(entry), " makes no meld yet, but ", *counted)


def _costs(entry: Choice) -> Text:
    """Return what a meld does to the hand, if something can be counted."""
    counted = _with_top(entry, better=False)
    if counted is None:
        return _top(entry), " makes a meld, and is still worth less than a card from the stock."
    return _top(entry), " makes a meld, but ", *counted


def _with_top(entry: Choice, *, better: bool) -> Text | None:
    """The live cards that help with the top of the pile and without it, or the deadwood.

    With it the policy of these rules discards. None where that would lay down, and where neither
    is better with it, or worse, as it is asked for.
    """
    view, eleven = entry.view, after_take(entry.view)
    action = policy_action(eleven, policy_for(view.rules))
    if action.kind is not Kind.DISCARD or action.card is None:
        return None
    cards = eleven.hand.remove(action.card)
    begin = "once you have it and discard ", action.card
    after, now = facts.outs_of(view, cards), facts.outs_of(view, view.hand)
    for kind, (single, many) in _HELP.items():
        pair = getattr(after, kind), getattr(now, kind)
        gained = len(pair[0]) - len(pair[1])
        if abs(gained) >= _MATTERS[kind]:
            compared = f", {_number(pair[0], single, many)}; without it, {len(pair[1]) or 'none'}."
            return (*begin, compared) if (gained > 0) is better else None
    left = deadwood(cards, view.rules), deadwood(view.hand, view.rules)
    saved = left[1] - left[0]
    if abs(saved) < DEARER or (saved > 0) is not better:
        return None
    are = "is" if left[0] == 1 else "are"
    return *begin, f", {counted(left[0], 'point')} of deadwood {are} left; without it, {left[1]}."


def _layout(entry: Choice) -> Text | None:
    """The deadwood of both spreads, and what goes on them; against open cards, what both keep."""
    spreads = [spread_of(action, entry.view) for action in (entry.best.action, entry.found.played)]
    if not entry.view.hidden:
        (mine, theirs), other = (
            (spread.points, defense_points(spread, entry.view.opponent, entry.view.rules))
            for spread in spreads
        )
        if (mine, theirs) == other:
            return None
        return (
            f"The best spread leaves you {counted(mine, 'point')} and them {theirs}; "
            f"the other, you {other[0]} and them {other[1]}.",
        )
    best, played = ((spread.points, len(facts.goes_on(entry.view, spread))) for spread in spreads)
    if best == played:
        return None
    cards = "card" if best[1] == 1 else "cards"
    goes = "goes" if best[1] == 1 else "go"
    return (
        f"The best spread leaves {counted(best[0], 'point')} of deadwood and {best[1] or 'no'} "
        f"unseen {cards} that {goes} on it; the other, {played[0]} and {played[1] or 'none'}.",
    )


def _score(entry: Choice) -> Text | None:
    """The other unit in words alone: a page has one."""
    if entry.found.in_points is None:
        return None
    played = doing(entry.view, entry.found.played)
    return "In points alone, ", *played, " is better: the score decides."


Field = Callable[[Choice], "str | Card | Text"]

_FIELDS: Final[dict[str, Field]] = {
    "best": lambda entry: _cards(entry)[0],
    "played": lambda entry: _cards(entry)[1],
    "top": _top,
    "joined": _joined,
    "lays_down": _lays_down,
    "best_melded": lambda entry: str(facts.melded_after(entry.view, _cards(entry)[0])),
    "played_melded": lambda entry: str(facts.melded_after(entry.view, _cards(entry)[1]) or "none"),
    "best_deadwood": lambda entry: str(facts.deadwood_after(entry.view, _cards(entry)[0])),
    "played_deadwood": lambda entry: str(facts.deadwood_after(entry.view, _cards(entry)[1])),
    "partners": lambda entry: counted(
        len(facts.partners(entry.view, _cards(entry)[0])), "live card"
    ),
    "pairs_use": lambda entry: counted(
        len(facts.holdings(entry.view, _cards(entry)[1])), "pair uses", "pairs use"
    ),
    "known": lambda entry: cards_listed(facts.known_partners(entry.view, _cards(entry)[1])),
    "near": lambda entry: cards_listed(
        card for card in facts.discarded_by_them(entry.view) if facts.near(card, _cards(entry)[0])
    ),
    "stock": lambda entry: str(entry.view.stock),
    "best_danger": lambda entry: percent(entry.best.danger or 0.0),
    "played_danger": lambda entry: percent(entry.played.danger or 0.0),
    "undercut": lambda entry: percent(_p(entry.played, Ending.UNDERCUT)),
    "gin": lambda entry: points(shares(entry, Ending.GIN)[0].points),
}
"""The fields of a sentence, by their names there."""


def _say(sentence: str) -> Callable[[Choice], Text]:
    """A sentence with fields in braces."""

    def text(entry: Choice) -> Text:
        pieces: list[str | Card] = []
        for words, field, _, _ in Formatter().parse(sentence):
            value = _FIELDS[field](entry) if field else ()
            pieces += [words] if words else []
            pieces += value if isinstance(value, tuple) else (value,)
        return tuple(pieces)

    return text


_THEY_TAKE: Final = "take {played} in {played_danger} of hands, {best} in {best_danger}."

_SAYINGS: dict[Theme, tuple[Callable[[Choice], Text | None], ...]] = {
    Theme.MELD_LEFT: (_say("{top} melds at once with {joined}."),),
    Theme.KNOCK_LEFT: (_say("With {top} you {lays_down}."),),
    Theme.SPECULATIVE_TAKE: (_helps,),
    Theme.NEEDLESS_TAKE: (_say("{top} makes no meld, and they see you take it."),),
    Theme.COSTLY_MELD: (_costs,),
    Theme.BROKEN_MELD: (
        _say("After {best}, {best_melded} cards stay in melds; after {played}, {played_melded}."),
    ),
    Theme.OUTS: (_outs("meld"),),
    Theme.GIN_OUTS: (_outs("gin"),),
    Theme.KNOCK_OUTS: (_outs("knock"),),
    Theme.LONE_CARD: (_say("{best} stands alone: no single live card melds it."),),
    Theme.HIGH_CARD: (
        _say(
            "After {best}, {best_deadwood} points of deadwood are left; "
            "after {played}, {played_deadwood}."
        ),
    ),
    Theme.PAIR_KEPT: (_say("Only {partners} would meld {best}."),),
    Theme.DANGER: (_say(f"They {_THEY_TAKE}"),),
    Theme.FEEDS: (_say("They hold {known}, and {played} goes with that."),),
    Theme.SAFE_CARD: (_say("No pair that they may hold uses {best}; {pairs_use} {played}."),),
    Theme.READ_DISCARDS: (_say("They discarded {near}, which makes {best} safer."),),
    Theme.LATE_LIVE_CARD: (_say(f"With {{stock}} cards left in the stock they {_THEY_TAKE}"),),
    Theme.KEPT_TO_LAY_OFF: (_say("Kept, {played} may go on their melds when they knock."),),
    Theme.KNOCK_NOW: (_playing_on, _gin_outs),
    Theme.PLAY_ON: (_playing_on, _gin_outs),
    Theme.UNDERCUT: (_say("This knock is undercut in {undercut} of hands."),),
    Theme.MISSED_GIN: (_say("Gin brings {gin} points."), _playing_on),
    Theme.KNOCK_LAYOUT: (_layout,),
    Theme.SCORE: (_score,),
}
"""The sayings on a theme, the most telling first."""
