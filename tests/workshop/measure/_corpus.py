"""Hands of all sorts of players, who slip now and then, and their errors: what texts are tried on.

A slip is mostly what a player might do: lay down at once, or discard another loose card. In every
other hand the players have a bad habit beside: they overlook gin, knock however they can, take
whatever melds, discard without a look late in the hand, or play for points whatever the score.
Every third hand stands at a score, half of these near the end of a match.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from enum import Enum
from random import Random

from analyzer.engine.fast import policy_action
from analyzer.engine.policies import AT_ONCE, BASELINE, GIN_ONLY, GREEDY, policy_for
from analyzer.engine.rollout import discards_of
from analyzer.game.actions import TAKE, Action, Kind
from analyzer.game.arrangement import Defense
from analyzer.game.cards import Card, CardSet
from analyzer.game.melds import best_arrangements
from analyzer.game.position import Position, deal
from analyzer.game.rules import PRESETS, Rules
from analyzer.game.view import Side, View, view_of
from analyzer.notation.records import Decision, Record, decisions, record_of
from analyzer.review import (
    Choice,
    DecisionKind,
    Entry,
    ReviewSettings,
    judge,
    kind_of,
)
from analyzer.review.coach import Theme
from analyzer.review.coach.facts import LATE, known_partners, top_brings_knock, top_melds
from analyzer.review.coach.themes import SETTLED
from analyzer.review.judging import judge_lay_off

RULES = ("eaai", "standard", "classic", "oklahoma")
PLAYERS = (GREEDY, replace(BASELINE, knock=AT_ONCE), replace(BASELINE, knock=GIN_ONLY), BASELINE)
SLIPS = 0.15
"""Chance that a player slips."""
LAYS_DOWN, DISCARDS_LOOSE = 0.5, 0.7
"""Chance that a slip lays down where that is legal, and else discards a loose card."""
LONGEST = 60
LONG = 22
"""Cards in the stock from which a taken meld is looked at: before, it is nearly always right."""
FIRST_LOOK = ReviewSettings(worlds=256, luck_worlds=64)
"""Enough to see whether a decision may be an error with a theme that is wanted."""


class _Habit(Enum):
    """A mistake that a player makes again and again."""

    NONE = 0
    OVERLOOKS_GIN = 1
    KNOCKS_ANYHOW = 2
    TAKES_MELDS = 3
    CARELESS_LATE = 4
    MINDS_NO_SCORE = 5


SLIPPING = tuple(one for habit in list(_Habit)[1:] for one in (_Habit.NONE, habit))
"""The habits of hands in a row."""

BRINGS = {
    _Habit.OVERLOOKS_GIN: {Theme.MISSED_GIN},
    _Habit.KNOCKS_ANYHOW: {Theme.KNOCK_LAYOUT, Theme.PLAY_ON, Theme.UNDERCUT, Theme.LAY_OFF},
    _Habit.TAKES_MELDS: {Theme.COSTLY_MELD},
    _Habit.CARELESS_LATE: {Theme.LATE_LIVE_CARD, Theme.KEPT_TO_LAY_OFF, Theme.FEEDS},
    _Habit.MINDS_NO_SCORE: {Theme.SCORE, Theme.LAY_OFF},
}
"""The themes for the sake of which hands with a habit are there."""


def may_bring(seed: int, wanted: frozenset[Theme]) -> bool:
    """True if a hand is worth playing for these themes; one without a habit is for all others."""
    special = frozenset(theme for themes in BRINGS.values() for theme in themes)
    brings = BRINGS.get(SLIPPING[seed % len(SLIPPING)])
    return bool(wanted - special) or (brings is not None and bool(wanted & brings))


def hand_with_slips(seed: int) -> Record:
    """A hand between two policies that slip."""
    rng, rules = Random(f"corpus {seed}"), PRESETS[RULES[seed % len(RULES)]]
    habit = SLIPPING[seed % len(SLIPPING)]
    score = _score(seed, rng, rules, near=habit is _Habit.MINDS_NO_SCORE)
    position = deal(rules, seed, dealer=seed % 2, score=score)
    while not position.over and len(position.played) < LONGEST:
        action = policy_action(view_of(position), PLAYERS[(seed // 4 + position.turn) % 4])
        usual = _by_habit(habit, position, rng)
        if usual:
            action = rng.choice(usual)
        elif rng.random() < SLIPS:
            action = _slip(position, rng)
        position = defended(position, action, lays_off=rng.random() >= SLIPS)
    return record_of(position)


def _score(seed: int, rng: Random, rules: Rules, *, near: bool) -> tuple[int, int] | None:
    if seed % 3 and not near:
        return None
    target = rules.target or 100
    if near or seed % 2:
        return target - 1 - rng.randrange(30), target - 1 - rng.randrange(30)
    return rng.randrange(target), rng.randrange(60)


def _by_habit(habit: _Habit, position: Position, rng: Random) -> list[Action]:
    """Return what a habit leads to here; nothing where it does not matter."""
    legal = position.legal_actions()
    discards = [action for action in legal if action.kind is Kind.DISCARD]
    knocks = [action for action in legal if action.kind is Kind.KNOCK]
    match habit:
        case _Habit.OVERLOOKS_GIN if any(action.kind is Kind.GIN for action in legal):
            return _loose(position, discards) or discards
        case _Habit.KNOCKS_ANYHOW if knocks:
            return knocks
        case _Habit.TAKES_MELDS if TAKE in legal and top_melds(view_of(position)):
            return [TAKE]
        case _Habit.CARELESS_LATE if discards and len(position.stock) <= LATE:
            return _feeding(position, discards) or discards if rng.random() < SLIPS * 2 else []
        case _Habit.MINDS_NO_SCORE if knocks:
            return [*knocks, *_loose(position, discards)]
    return []


def _feeding(position: Position, discards: list[Action]) -> list[Action]:
    """The discards of cards that go with one that the opponent is known to hold."""
    view = view_of(position)
    return [
        discard
        for discard in discards
        if discard.card is not None and known_partners(view, discard.card)
    ]


def _loose(position: Position, discards: list[Action]) -> list[Action]:
    """The discards of cards that are in no meld of some best arrangement."""
    view = view_of(position)
    spare = {
        card
        for arrangement in best_arrangements(view.hand, view.rules)
        for card in arrangement.deadwood
    }
    return [action for action in discards if action.card in spare]


def _slip(position: Position, rng: Random) -> Action:
    legal = position.legal_actions()
    ends = [action for action in legal if action.ends_hand]
    if ends and rng.random() < LAYS_DOWN:
        return rng.choice(ends)
    loose = _loose(position, [action for action in legal if action.kind is Kind.DISCARD])
    return rng.choice(loose if loose and rng.random() < DISCARDS_LOOSE else legal)


def defended(position: Position, action: Action, *, lays_off: bool) -> Position:
    """Return what follows an action; a knock is answered by the best defence, or that without
    lay-offs."""
    after = position.apply(action)
    defence = None if after.outcome is None else after.outcome.defence
    if lays_off or defence is None or not defence.laid_off:
        return after
    left = defence.deadwood | CardSet.from_cards(card for card, _ in defence.laid_off)
    points = sum(map(position.rules.value, left))
    return position.apply(action, Defense(defence.melds, (), left, points))


# ---------------------------------------------------------------- errors alone


def suspects(seed: int, wanted: frozenset[Theme] = frozenset(Theme)) -> Iterator[Entry]:
    """Yield what may be an error in a hand of such players, at a first look; lay-offs are sure
    already.

    Only decisions in which the policy of the rules would have done something else are looked at,
    or which are about laying down at a score; and only where one of these themes could be.
    """
    record = hand_with_slips(seed)
    last = judge_lay_off(record, seed) if Theme.LAY_OFF in wanted else None
    for seat in (0, 1):
        for decision in decisions(record, seat):
            if _could_be(decision) & wanted and _worth_a_look(decision):
                yield choice(seed, seat, decision, FIRST_LOOK)
    if last is not None:
        yield last


def _worth_a_look(decision: Decision) -> bool:
    kind = kind_of(decision.view)
    if decision.view.score is not None and kind is DecisionKind.KNOCK:
        return True
    late = kind is DecisionKind.DRAW and decision.view.stock <= LONG
    if late and decision.action == TAKE and top_melds(decision.view):
        return True
    return policy_action(decision.view, policy_for(decision.view.rules)) != decision.action


def _could_be(decision: Decision) -> frozenset[Theme]:
    """The themes that a decision may have, whatever the search finds on it."""
    view, action = decision.view, decision.action
    themes = {Theme.SCORE} if view.score is not None else set[Theme]()
    if action == TAKE:
        themes.add(Theme.COSTLY_MELD if top_melds(view) else Theme.NEEDLESS_TAKE)
    elif action.kind in {Kind.DRAW, Kind.PASS}:
        themes |= {Theme.MELD_LEFT} if top_melds(view) else set()
        themes |= {Theme.KNOCK_LEFT} if top_brings_knock(view) else {Theme.SPECULATIVE_TAKE}
    elif action.kind is Kind.KNOCK:
        themes |= {Theme.PLAY_ON, Theme.UNDERCUT, Theme.KNOCK_LAYOUT, Theme.MISSED_GIN}
    elif action.kind is Kind.DISCARD and action.card is not None:
        themes |= _of_discard(view, action.card)
    return frozenset(themes)


def _of_discard(view: View, card: Card) -> set[Theme]:
    late, fed = view.stock <= LATE, bool(known_partners(view, card))
    themes = {
        Theme.BROKEN_MELD, Theme.OUTS, Theme.GIN_OUTS, Theme.KNOCK_OUTS, Theme.LONE_CARD,
        Theme.HIGH_CARD, Theme.DANGER, Theme.SAFE_CARD, Theme.READ_DISCARDS,
    }  # fmt: skip
    themes |= {Theme.FEEDS} if fed else set()
    themes |= {Theme.KEPT_TO_LAY_OFF} if fed and late else set()
    themes |= {Theme.LATE_LIVE_CARD} if late else set()
    themes |= {Theme.PAIR_KEPT} if discards_of(view, Side.ME) >= SETTLED else set()
    if kind_of(view) is DecisionKind.KNOCK:
        themes |= {Theme.KNOCK_NOW, Theme.MISSED_GIN}
    return themes


def judged(entry: Choice, settings: ReviewSettings) -> Choice:
    """A suspect judged as a review does."""
    return replace(entry, found=judge(entry.view, entry.found.played, settings))


def choice(seed: int, seat: int, decision: Decision, settings: ReviewSettings) -> Choice:
    """A decision of a seat in the hand with this seed, judged."""
    finding = judge(decision.view, decision.action, settings)
    return Choice(seed, decision.turn, seat, kind_of(decision.view), decision.view, finding)
