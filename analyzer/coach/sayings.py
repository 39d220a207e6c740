"""What a coach says on a theme: counted from the cards in sight, or taken from the entry."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from analyzer.actions import Action
from analyzer.cards import Card, CardSet
from analyzer.coach import facts
from analyzer.coach.phrases import LATER, Text, cards_listed, percent
from analyzer.coach.themes import Theme
from analyzer.engine.types import ActionValue, Ending
from analyzer.melds import open_places
from analyzer.review import Choice
from analyzer.rollout import spread_of

LOST: Final = (Ending.UNDERCUT, Ending.THEIR_GIN, Ending.THEIR_KNOCK)
"""How a hand is lost."""


def saying(entry: Choice, theme: Theme) -> Text | None:
    """One sentence on a theme of an entry; None where it has nothing to add to the verdict."""
    found = _SAYINGS.get(theme)
    return None if found is None else found(entry)


def _p(value: ActionValue, *endings: Ending) -> float:
    return sum(value.outcomes[ending].p for ending in endings if ending in value.outcomes)


def _top(entry: Choice) -> Card:
    assert entry.view.top is not None
    return entry.view.top


def _cards(entry: Choice) -> tuple[Card, Card]:
    """(the card of the best throw, the card of the played one)."""
    best, played = entry.best.action.card, entry.found.played.card
    assert best is not None and played is not None
    return best, played


def _number(cards: CardSet, what: str) -> str:
    """Such as "1 live card gives gin", "no live card gives gin"."""
    count = len(cards)
    return f"{count or 'no'} live card{'' if count == 1 else 's'} {what}"


def _outs(entry: Choice, kind: str, one: str, many: str) -> Text:
    """How many live cards do something after the best throw, and after the played one."""
    best, played = _cards(entry)
    mine = getattr(facts.outs_after(entry.view, entry.best.action), kind)
    other = getattr(facts.outs_after(entry.view, entry.found.played), kind)
    said = _number(mine, one if len(mine) == 1 else many)
    return "After ", best, f" {said}, after ", played, f" {len(other) or 'none'}."


def _melded(entry: Choice) -> Text:
    view = entry.view
    left = [facts.melded_after(view, one) for one in (entry.best.action, entry.found.played)]
    return (f"It keeps {left[0]} cards in melds instead of {left[1]}.",)


def _deadwood(entry: Choice) -> Text:
    view = entry.view
    left = [facts.deadwood_after(view, one) for one in (entry.best.action, entry.found.played)]
    return (f"It leaves {left[0]} points of deadwood instead of {left[1]}.",)


def _lone(entry: Choice) -> Text:
    best, _ = _cards(entry)
    return best, " is on its own: no single live card melds it."


def _pair(entry: Choice) -> Text:
    best, _ = _cards(entry)
    helping = len(facts.partners(entry.view, best))
    cards = "card" if helping == 1 else "cards"
    return f"Only {helping} live {cards} would meld ", best, ": let it go."


def _danger(entry: Choice) -> Text:
    best, played = _cards(entry)
    often = [percent(value.danger or 0.0) for value in (entry.best, entry.played)]
    return "They take ", played, f" in {often[1]} of hands, ", best, f" in {often[0]}."


def _feeds(entry: Choice) -> Text:
    _, played = _cards(entry)
    known = tuple(facts.known_partners(entry.view, played))
    return "They hold ", *cards_listed(known), ", and ", played, " goes with that."


def _safe(entry: Choice) -> Text:
    best, played = _cards(entry)
    pairs = len(facts.holdings(entry.view, played))
    use = "pair uses" if pairs == 1 else "pairs use"
    return "No pair that they may hold uses ", best, f"; {pairs} {use} ", played, "."


def _read(entry: Choice) -> Text:
    best, _ = _cards(entry)
    near = [card for card in facts.thrown_by_them(entry.view) if facts.near(card, best)]
    return "They threw ", *cards_listed(near), ", which makes ", best, " safer."


def _late(entry: Choice) -> Text:
    return (f"With {entry.view.stock} cards left in the stock a live card is costly.",)


def _to_lay_off(entry: Choice) -> Text:
    _, played = _cards(entry)
    return played, " goes on cards that they hold: keep it to lay it off."


def _knock(entry: Choice) -> Text:
    lost = percent(_p(entry.played, *LOST))
    return (f"{LATER}they win in {lost} of hands.",)


def _wait(entry: Choice) -> Text:
    return (f"{LATER}you go gin in {percent(_p(entry.best, Ending.GIN))} of hands.",)


def _undercut(entry: Choice) -> Text:
    return (f"This knock is undercut in {percent(_p(entry.played, Ending.UNDERCUT))} of hands.",)


def _layout(entry: Choice) -> Text | None:
    fewer, more = (_open(entry, one) for one in (entry.best.action, entry.found.played))
    if fewer >= more:
        return None
    cards = "card that goes" if fewer == 1 else "cards that go"
    return (f"It leaves {fewer or 'no'} unseen {cards} on your melds instead of {more}.",)


def _open(entry: Choice, action: Action) -> int:
    """How many cards that are not in sight can be laid off on a spread at once."""
    view = entry.view
    places = open_places(spread_of(action, view), view.rules)
    return len(places & (view.unseen | view.opponent))


_SAYINGS: dict[Theme, Callable[[Choice], Text | None]] = {
    Theme.MELD_LEFT: lambda entry: (_top(entry), " goes into a meld at once."),
    Theme.KNOCK_LEFT: lambda entry: ("With ", _top(entry), " you could have knocked."),
    Theme.SPECULATIVE_TAKE: lambda entry: (_top(entry), " makes no meld yet, but it helps."),
    Theme.NEEDLESS_TAKE: lambda entry: (
        _top(entry), " makes no meld, and they saw you take it.",
    ),
    Theme.COSTLY_MELD: lambda entry: (
        _top(entry), " makes a meld, but a card from the stock is worth more here.",
    ),
    Theme.BROKEN_MELD: _melded,
    Theme.OUTS: lambda entry: _outs(entry, "meld", "makes a meld", "make a meld"),
    Theme.GIN_OUTS: lambda entry: _outs(entry, "gin", "gives gin", "give gin"),
    Theme.KNOCK_OUTS: lambda entry: _outs(entry, "knock", "brings a knock", "bring a knock"),
    Theme.LONE_CARD: _lone,
    Theme.HIGH_CARD: _deadwood,
    Theme.PAIR_KEPT: _pair,
    Theme.DANGER: _danger,
    Theme.FEEDS: _feeds,
    Theme.SAFE_CARD: _safe,
    Theme.READ_THROWS: _read,
    Theme.LATE_LIVE_CARD: _late,
    Theme.KEPT_TO_LAY_OFF: _to_lay_off,
    Theme.KNOCK_NOW: _knock,
    Theme.PLAY_ON: _wait,
    Theme.UNDERCUT: _undercut,
    Theme.MISSED_GIN: lambda entry: (f"You had {entry.best.action.kind}.",),
    Theme.KNOCK_LAYOUT: _layout,
    Theme.SCORE: lambda entry: ("In points alone it would have been the other way round.",),
}  # fmt: skip
