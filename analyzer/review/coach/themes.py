"""The themes: what an error was about. A closed list, each a small predicate over an entry.

A theme compares the best action with the one that was played. What was played well has none.
Sources: the coaching concepts of the rule books, as far as they can be counted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from analyzer.engine.rollout import discards_of
from analyzer.engine.thresholds import Z95
from analyzer.engine.types import Ending, Grade
from analyzer.game.actions import Kind
from analyzer.game.cards import Card
from analyzer.game.melds import best_arrangements, melds_through
from analyzer.game.view import Side, View
from analyzer.review import Choice, Entry, LayOff
from analyzer.review.coach import facts
from analyzer.review.coach._reasons import reasons_of, shares

ENTRIES_KEPT: Final = 1_024
"""Entries whose themes and words are kept, as those of a review that is stepped through are."""
MORE_OUTS: Final = 2
"""Cards that make a meld which one discard must leave more than the other."""
MORE_KNOCKS: Final = 3
"""Cards that bring a knock which one discard must leave more than the other."""
DEARER: Final = 5
"""Points of deadwood that one discard must save against the other."""
SAFER: Final = 0.10
"""Chance to be taken that one discard must have less than the other."""
RISKY: Final = 0.15
"""Chance of an undercut, or of being taken, that is worth a warning."""
SETTLED: Final = 4
"""Own discards after which a pair should have found its third card."""
DEAR: Final = 8
"""Points of a card that one does not wait with for long."""
FEW_PARTNERS: Final = 2
"""Live cards that meld a pair which is worth breaking."""


class Theme(StrEnum):
    """The subject of an error."""

    MELD_LEFT = "a meld left on the pile"
    KNOCK_LEFT = "a knock left on the pile"
    SPECULATIVE_TAKE = "a card worth taking passed up"
    NEEDLESS_TAKE = "a card taken for too little"
    COSTLY_MELD = "a meld not worth taking"
    BROKEN_MELD = "a melded card discarded"
    OUTS = "outs to a meld given up"
    GIN_OUTS = "outs to gin given up"
    KNOCK_OUTS = "outs to a knock given up"
    LONE_CARD = "a lone card kept"
    HIGH_CARD = "a high card kept"
    PAIR_KEPT = "a pair kept too long"
    DANGER = "a dangerous discard"
    FEEDS = "fed what they collect"
    SAFE_CARD = "a safe card not discarded"
    READ_DISCARDS = "their discards not read"
    LATE_LIVE_CARD = "a live card discarded late"
    KEPT_TO_LAY_OFF = "a lay-off card discarded"
    KNOCK_NOW = "a knock not made"
    PLAY_ON = "a knock too soon"
    UNDERCUT = "an undercut risked"
    MISSED_GIN = "gin not taken"
    KNOCK_LAYOUT = "a knock laid down badly"
    SCORE = "the score ignored"
    LAY_OFF = "lay-offs missed"

    @property
    def slug(self) -> str:
        """Its name in addresses, documents and packs: "meld-left"."""
        return self.name.lower().replace("_", "-")


Predicate = Callable[[Choice], bool]
OfDiscards = Callable[[View, Card, Card], bool]
"""Takes the card of the best discard and that of the played one."""

_HOLDS: dict[Theme, Predicate] = {}
THEMES: Final[Mapping[Theme, Predicate]] = MappingProxyType(_HOLDS)
"""The predicate of each theme of a choice; `Theme.LAY_OFF` is that of every lay-off."""


@lru_cache(maxsize=ENTRIES_KEPT)
def themes_of(entry: Entry) -> tuple[Theme, ...]:
    """The themes of an entry, in the order of the list; none where the best was played or tied.

    >>> from analyzer.game.actions import Action
    >>> from analyzer.notation import parse_view
    >>> from analyzer.review import DecisionKind, ReviewSettings, judge
    >>> view = parse_view("rules: eaai\\nhand: 7h 8h 9h 4c 4d 4s Tc Jc Qc Kc Kh\\nstock: 12")
    >>> found = judge(view, Action(Kind.DISCARD, Card.of("4d")), ReviewSettings(worlds=512))
    >>> Theme.MISSED_GIN in themes_of(Choice(0, 0, 0, DecisionKind.KNOCK, view, found))
    True
    """
    if entry.verdict.grade is Grade.BEST:
        return ()
    if isinstance(entry, LayOff):
        return (Theme.LAY_OFF,)
    if not entry.view.rules.two_handed:
        return ()
    return tuple(theme for theme, holds in THEMES.items() if holds(entry))


# ---------------------------------------------------------------- what is compared


def _shows(theme: Theme) -> Callable[[Predicate], Predicate]:
    """Marks the predicate of a theme."""

    def keep(holds: Predicate) -> Predicate:
        _HOLDS[theme] = holds
        return holds

    return keep


def _two_discards(holds: OfDiscards) -> Predicate:
    """Makes a predicate of a choice between two discards; any other choice has not the theme."""

    def predicate(entry: Choice) -> bool:
        best, played = entry.best.action, entry.found.played
        if _kinds(entry) != (Kind.DISCARD, Kind.DISCARD):
            return False
        assert best.card is not None and played.card is not None
        return holds(entry.view, best.card, played.card)

    return predicate


def _kinds(entry: Choice) -> tuple[Kind, Kind]:
    return entry.best.action.kind, entry.found.played.kind


# ---------------------------------------------------------------- draws


def _left_for_take(entry: Choice) -> bool:
    best, played = _kinds(entry)
    return best is Kind.TAKE and played is not Kind.TAKE


def _taken_instead(entry: Choice) -> bool:
    best, played = _kinds(entry)
    return played is Kind.TAKE and best is not Kind.TAKE


@_shows(Theme.MELD_LEFT)
def _meld_left(entry: Choice) -> bool:
    """The top of the pile makes a meld at once, and was left."""
    return _left_for_take(entry) and facts.top_melds(entry.view)


@_shows(Theme.KNOCK_LEFT)
def _knock_left(entry: Choice) -> bool:
    """With the top of the pile one could have knocked, and it was left."""
    return _left_for_take(entry) and facts.top_brings_knock(entry.view)


@_shows(Theme.SPECULATIVE_TAKE)
def _speculative_take(entry: Choice) -> bool:
    """The top of the pile makes no meld yet and no knock, and is worth taking all the same."""
    return _left_for_take(entry) and not _meld_left(entry) and not _knock_left(entry)


@_shows(Theme.NEEDLESS_TAKE)
def _needless_take(entry: Choice) -> bool:
    """A card was taken that makes no meld."""
    return _taken_instead(entry) and not facts.top_melds(entry.view)


@_shows(Theme.COSTLY_MELD)
def _costly_meld(entry: Choice) -> bool:
    """A card was taken into a meld, and the stock was worth more."""
    return _taken_instead(entry) and facts.top_melds(entry.view)


# ---------------------------------------------------------------- discards


@_shows(Theme.BROKEN_MELD)
@_two_discards
def _broken_meld(view: View, best: Card, played: Card) -> bool:
    """The discard leaves fewer cards in melds than the best one does."""
    return facts.melded_after(view, played) < facts.melded_after(view, best)


def _fewer_outs(kind: str, least: int) -> Predicate:
    """The best discard leaves at least so many more live cards that do something."""

    def holds(view: View, best: Card, played: Card) -> bool:
        more, fewer = (facts.outs_of(view, view.hand.remove(card)) for card in (best, played))
        return len(getattr(more, kind)) - len(getattr(fewer, kind)) >= least

    return _two_discards(holds)


_shows(Theme.OUTS)(_fewer_outs("meld", MORE_OUTS))
_shows(Theme.GIN_OUTS)(_fewer_outs("gin", 1))
_shows(Theme.KNOCK_OUTS)(_fewer_outs("knock", MORE_KNOCKS))


@_shows(Theme.LONE_CARD)
@_two_discards
def _lone_card(view: View, best: Card, played: Card) -> bool:
    """The best discard is a card in no meld that no single live card can meld; the played is
    not."""
    melded = bool(melds_through(best, view.hand, view.rules))
    lone = not melded and not facts.partners(view, best)
    return lone and bool(facts.partners(view, played))


@_shows(Theme.HIGH_CARD)
@_two_discards
def _high_card(view: View, best: Card, played: Card) -> bool:
    """The best discard leaves at least five points less, with as many cards in melds."""
    saved = facts.deadwood_after(view, played) - facts.deadwood_after(view, best)
    return saved >= DEARER and facts.melded_after(view, played) >= facts.melded_after(view, best)


@_shows(Theme.PAIR_KEPT)
@_two_discards
def _pair_kept(view: View, best: Card, played: Card) -> bool:
    """From the fifth discard on, the best discard is a high loose card with two live partners at
    most.

    The played discard costs no more in deadwood.
    """
    cost = view.rules.value(best)
    if discards_of(view, Side.ME) < SETTLED or cost < DEAR or view.rules.value(played) > cost:
        return False
    loose = any(
        best in best_arrangement.deadwood
        for best_arrangement in best_arrangements(view.hand, view.rules)
    )
    kept = facts.melded_after(view, played) >= facts.melded_after(view, best)
    return loose and kept and 1 <= len(facts.partners(view, best)) <= FEW_PARTNERS


@_shows(Theme.DANGER)
def _dangerous(entry: Choice) -> bool:
    """The played discard is taken at least ten times in a hundred more often."""
    danger = (entry.played.danger or 0.0) - (entry.best.danger or 0.0)
    return _kinds(entry) == (Kind.DISCARD, Kind.DISCARD) and danger >= SAFER


@_shows(Theme.FEEDS)
@_two_discards
def _feeds(view: View, best: Card, played: Card) -> bool:
    """The played discard can meld with a card that they are known to hold; the best one cannot."""
    return bool(facts.known_partners(view, played)) and not facts.known_partners(view, best)


@_shows(Theme.SAFE_CARD)
@_two_discards
def _safe_card(view: View, best: Card, played: Card) -> bool:
    """No pair that they may hold uses the best discard; some pair uses the played one."""
    return not facts.holdings(view, best) and bool(facts.holdings(view, played))


@_two_discards
def _near_discards(view: View, best: Card, played: Card) -> bool:
    """They discarded a card near the best discard and none near the played one."""
    discarded = facts.discarded_by_them(view)
    silent = not any(facts.near(card, played) for card in discarded)
    return silent and any(facts.near(card, best) for card in discarded)


@_shows(Theme.READ_DISCARDS)
def _read_discards(entry: Choice) -> bool:
    """Return what they discarded speaks for the best discard alone, and they take the played one
    more."""
    return _near_discards(entry) and _dangerous(entry)


@_shows(Theme.LATE_LIVE_CARD)
def _late_live_card(entry: Choice) -> bool:
    """With the stock short, a discard that is often taken, where a safer one was there."""
    risky = (entry.played.danger or 0.0) >= RISKY
    return entry.view.stock <= facts.LATE and risky and _dangerous(entry)


@_shows(Theme.KEPT_TO_LAY_OFF)
def _kept_to_lay_off(entry: Choice) -> bool:
    """With the stock short, a card discarded that goes with what they hold, and knocks cost more.

    The best discard goes with nothing that they are known to hold; how their knocks end is a
    reason for it.
    """
    if entry.view.stock > facts.LATE or not _feeds(entry):
        return False
    knocks = {Ending.THEIR_KNOCK, Ending.THEIR_UNDERCUT}
    return any(reason.ending in knocks for reason in reasons_of(entry))


# ---------------------------------------------------------------- knocks


@_shows(Theme.KNOCK_NOW)
def _knock_now(entry: Choice) -> bool:
    """A knock is best, and the hand was played on."""
    return _kinds(entry) == (Kind.KNOCK, Kind.DISCARD)


@_shows(Theme.PLAY_ON)
def _play_on(entry: Choice) -> bool:
    """Playing on is best, and the hand was laid down with deadwood."""
    return _kinds(entry) == (Kind.DISCARD, Kind.KNOCK)


@_shows(Theme.UNDERCUT)
def _undercut(entry: Choice) -> bool:
    """The played knock is undercut at least fifteen times in a hundred, more than the best play."""
    best, played = shares(entry, Ending.UNDERCUT)
    knocked = entry.found.played.kind is Kind.KNOCK
    return knocked and played.p >= RISKY and played.p > best.p


@_shows(Theme.MISSED_GIN)
def _missed_gin(entry: Choice) -> bool:
    """Gin or big gin is best, and something else was played."""
    best, played = _kinds(entry)
    return best in {Kind.GIN, Kind.BIG_GIN} and played is not best


@_shows(Theme.KNOCK_LAYOUT)
def _knock_layout(entry: Choice) -> bool:
    """A knock, but with another discard or another spread than the best."""
    knocks = _kinds(entry) == (Kind.KNOCK, Kind.KNOCK)
    return knocks and entry.best.action != entry.found.played


@_shows(Theme.SCORE)
def _score(entry: Choice) -> bool:
    """At this score the best action is surely worth less in points than the played one."""
    ahead = entry.found.in_points
    if entry.best.match is None or ahead is None:
        return False
    return ahead.points < -Z95 * ahead.se
