"""The themes: what an error was about. A closed list, each a small predicate over an entry.

A theme compares the best action with the one that was played. What was played well has none.
Sources: the coaching concepts of the rule books, as far as they can be counted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from analyzer.engine.rollout import discards_of
from analyzer.engine.thresholds import Z95
from analyzer.engine.types import ActionValue, Ending, Grade
from analyzer.game.actions import Action, Kind
from analyzer.game.view import Side, View
from analyzer.review import Choice, Entry, LayOff
from analyzer.review.coach import facts
from analyzer.review.coach._reasons import reasons_of

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
    """What an error was about."""

    MELD_LEFT = "a meld left on the pile"
    KNOCK_LEFT = "a knock left on the pile"
    SPECULATIVE_TAKE = "a card worth taking on speculation"
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


Predicate = Callable[[Choice], bool]


def themes_of(entry: Entry) -> tuple[Theme, ...]:
    """The themes of an entry, in the order of the list; none where the best was played or tied.

    >>> from analyzer.game.cards import Card
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
    return tuple(theme for theme, holds in THEMES.items() if holds(entry))


# ---------------------------------------------------------------- what is compared


def _pair(entry: Choice) -> tuple[View, Action, Action]:
    """(view, best action, played action)."""
    return entry.view, entry.best.action, entry.found.played


def _kinds(entry: Choice) -> tuple[Kind, Kind]:
    return entry.best.action.kind, entry.found.played.kind


def _discards(entry: Choice) -> bool:
    """Whether the choice was between two discards."""
    return _kinds(entry) == (Kind.DISCARD, Kind.DISCARD)


def _p(value: ActionValue, ending: Ending) -> float:
    share = value.outcomes.get(ending)
    return 0.0 if share is None else share.p


def _danger(entry: Choice) -> float:
    """How much likelier the played discard is to be taken than the best one."""
    return (entry.played.danger or 0.0) - (entry.best.danger or 0.0)


# ---------------------------------------------------------------- draws


def _left_for_take(entry: Choice) -> bool:
    return entry.best.action.kind is Kind.TAKE and entry.found.played.kind is not Kind.TAKE


def _taken_instead(entry: Choice) -> bool:
    return entry.found.played.kind is Kind.TAKE and entry.best.action.kind is not Kind.TAKE


def _meld_left(entry: Choice) -> bool:
    """The top of the pile makes a meld at once, and was left."""
    return _left_for_take(entry) and facts.top_melds(entry.view)


def _knock_left(entry: Choice) -> bool:
    """With the top of the pile one could have knocked, and it was left."""
    return _left_for_take(entry) and facts.top_brings_knock(entry.view)


def _speculative_take(entry: Choice) -> bool:
    """The top of the pile makes no meld yet and no knock, and is worth taking all the same."""
    if not _left_for_take(entry):
        return False
    return not facts.top_melds(entry.view) and not facts.top_brings_knock(entry.view)


def _needless_take(entry: Choice) -> bool:
    """A card was taken that makes no meld."""
    return _taken_instead(entry) and not facts.top_melds(entry.view)


def _costly_meld(entry: Choice) -> bool:
    """A card was taken into a meld, and the stock was worth more."""
    return _taken_instead(entry) and facts.top_melds(entry.view)


# ---------------------------------------------------------------- discards


def _broken_meld(entry: Choice) -> bool:
    """The discard leaves fewer cards in melds than the best one does."""
    view, best, played = _pair(entry)
    return _discards(entry) and facts.melded_after(view, played) < facts.melded_after(view, best)


def _fewer_outs(entry: Choice) -> bool:
    """The best discard leaves at least two more live cards that make a meld."""
    view, best, played = _pair(entry)
    if not _discards(entry):
        return False
    more = len(facts.outs_after(view, best).meld) - len(facts.outs_after(view, played).meld)
    return more >= MORE_OUTS


def _fewer_gin_outs(entry: Choice) -> bool:
    """The best discard leaves more live cards that give gin."""
    view, best, played = _pair(entry)
    if not _discards(entry):
        return False
    return len(facts.outs_after(view, best).gin) > len(facts.outs_after(view, played).gin)


def _fewer_knock_outs(entry: Choice) -> bool:
    """The best discard leaves at least three more live cards with which one can knock."""
    view, best, played = _pair(entry)
    if not _discards(entry):
        return False
    more = len(facts.outs_after(view, best).knock) - len(facts.outs_after(view, played).knock)
    return more >= MORE_KNOCKS


def _lone_card(entry: Choice) -> bool:
    """The best discard is a card in no meld that no single live card can meld; the played is
    not."""
    view, best, played = _pair(entry)
    if not _discards(entry) or best.card is None or played.card is None:
        return False
    lone = not facts.in_a_meld(view, best.card) and not facts.partners(view, best.card)
    return lone and bool(facts.partners(view, played.card))


def _high_card(entry: Choice) -> bool:
    """The best discard leaves at least five points less, with as many cards in melds."""
    view, best, played = _pair(entry)
    if not _discards(entry) or _broken_meld(entry):
        return False
    saved = facts.deadwood_after(view, played) - facts.deadwood_after(view, best)
    return saved >= DEARER


def _pair_kept(entry: Choice) -> bool:
    """From the fifth discard on, the best discard is a high loose card with two live partners at
    most.

    The played discard costs no more in deadwood.
    """
    view, best, played = _pair(entry)
    if not _discards(entry) or best.card is None or played.card is None or _broken_meld(entry):
        return False
    late = discards_of(view, Side.ME) >= SETTLED and view.rules.value(best.card) >= DEAR
    loose = facts.is_loose(view, best.card) and bool(facts.mates(view, best.card))
    cheaper = view.rules.value(played.card) <= view.rules.value(best.card)
    return late and loose and cheaper and 1 <= len(facts.partners(view, best.card)) <= FEW_PARTNERS


def _dangerous(entry: Choice) -> bool:
    """The played discard is taken at least ten times in a hundred more often."""
    return _discards(entry) and _danger(entry) >= SAFER


def _feeds(entry: Choice) -> bool:
    """The played discard can meld with a card that they are known to hold; the best one cannot."""
    view, best, played = _pair(entry)
    if not _discards(entry) or best.card is None or played.card is None:
        return False
    fed = facts.known_partners(view, played.card)
    return bool(fed) and not facts.known_partners(view, best.card)


def _safe_card(entry: Choice) -> bool:
    """No pair that they may hold uses the best discard; some pair uses the played one."""
    view, best, played = _pair(entry)
    if not _discards(entry) or best.card is None or played.card is None:
        return False
    return not facts.holdings(view, best.card) and bool(facts.holdings(view, played.card))


def _read_discards(entry: Choice) -> bool:
    """They discarded a card near the best discard and none near the played one, which they take
    more."""
    view, best, played = _pair(entry)
    if not _discards(entry) or best.card is None or played.card is None:
        return False
    discarded = facts.discarded_by_them(view)
    told = any(facts.near(card, best.card) for card in discarded)
    silent = not any(facts.near(card, played.card) for card in discarded)
    return told and silent and _danger(entry) >= SAFER


def _late_live_card(entry: Choice) -> bool:
    """With the stock short, a discard that is often taken, where a safer one was there."""
    late = entry.view.stock <= facts.LATE
    risky = (entry.played.danger or 0.0) >= RISKY
    return _discards(entry) and late and risky and _danger(entry) >= SAFER


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


def _knock_now(entry: Choice) -> bool:
    """A knock is best, and the hand was played on."""
    return _kinds(entry) == (Kind.KNOCK, Kind.DISCARD)


def _play_on(entry: Choice) -> bool:
    """Playing on is best, and the hand was laid down with deadwood."""
    return _kinds(entry) == (Kind.DISCARD, Kind.KNOCK)


def _undercut(entry: Choice) -> bool:
    """The played knock is undercut at least fifteen times in a hundred, more than the best play."""
    if entry.found.played.kind is not Kind.KNOCK:
        return False
    risk = _p(entry.played, Ending.UNDERCUT)
    return risk >= RISKY and risk > _p(entry.best, Ending.UNDERCUT)


def _missed_gin(entry: Choice) -> bool:
    """Gin or big gin is best, and something else was played."""
    best, played = _kinds(entry)
    return best in {Kind.GIN, Kind.BIG_GIN} and played is not best


def _knock_layout(entry: Choice) -> bool:
    """A knock, but with another discard or another spread than the best."""
    best, played = _pair(entry)[1:]
    return _kinds(entry) == (Kind.KNOCK, Kind.KNOCK) and best != played


def _score(entry: Choice) -> bool:
    """At this score the best action is surely worth less in points than the played one."""
    ahead = entry.found.in_points
    if entry.best.match is None or ahead is None:
        return False
    return ahead.points < -Z95 * ahead.se


THEMES: Mapping[Theme, Predicate] = MappingProxyType(
    {
        Theme.MELD_LEFT: _meld_left,
        Theme.KNOCK_LEFT: _knock_left,
        Theme.SPECULATIVE_TAKE: _speculative_take,
        Theme.NEEDLESS_TAKE: _needless_take,
        Theme.COSTLY_MELD: _costly_meld,
        Theme.BROKEN_MELD: _broken_meld,
        Theme.OUTS: _fewer_outs,
        Theme.GIN_OUTS: _fewer_gin_outs,
        Theme.KNOCK_OUTS: _fewer_knock_outs,
        Theme.LONE_CARD: _lone_card,
        Theme.HIGH_CARD: _high_card,
        Theme.PAIR_KEPT: _pair_kept,
        Theme.DANGER: _dangerous,
        Theme.FEEDS: _feeds,
        Theme.SAFE_CARD: _safe_card,
        Theme.READ_DISCARDS: _read_discards,
        Theme.LATE_LIVE_CARD: _late_live_card,
        Theme.KEPT_TO_LAY_OFF: _kept_to_lay_off,
        Theme.KNOCK_NOW: _knock_now,
        Theme.PLAY_ON: _play_on,
        Theme.UNDERCUT: _undercut,
        Theme.MISSED_GIN: _missed_gin,
        Theme.KNOCK_LAYOUT: _knock_layout,
        Theme.SCORE: _score,
    }
)
"""The predicate of each theme of a choice; `Theme.LAY_OFF` is that of every lay-off."""
