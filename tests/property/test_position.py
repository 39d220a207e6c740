"""What holds in every hand under all rules: the same few laws for each preset.

Random play with habits (see `choose`) reaches every ending; each law looks at every position
on the way.
"""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from analyzer.errors import InputError
from analyzer.game.actions import Action, Kind, Question
from analyzer.game.cards import DECK, CardSet
from analyzer.game.position import Position, deal
from analyzer.game.rules import PRESETS, TWO_HANDED, FirstUpcard, Rules, Wall
from analyzer.game.scoring import Ended
from analyzer.game.view import Side, View, view_of
from analyzer.kernel.deadwood import best_discard

VARIANTS = {
    **TWO_HANDED,
    "eleven": PRESETS["standard"].override(first_upcard=FirstUpcard.ELEVEN),
    "reshuffle": PRESETS["straight"].override(wall=Wall.RESHUFFLE),
    "must gin": PRESETS["standard"].override(must_gin=True),
    "misdeal": PRESETS["standard"].override(misdeal_if_dealt_knock=True),
    "cap": PRESETS["standard"].override(meld_cap=5),
    "knock card": PRESETS["standard"].override(knock_card="?"),
}
HANDS, MANY = 2, 12
TURNS = 400
"""Where a hand without end is left: no rule, only the patience of a test."""


def choose(position: Position, rng: Random, habit: int) -> Action:
    """At random (habit 0), or toward less deadwood, knocking seldom (1) or at once (2)."""
    legal = position.legal_actions()
    endings = [action for action in legal if action.ends_hand]
    others = [action for action in legal if not action.ends_hand]
    if endings and (not others or habit == 2 or rng.random() < 0.1):
        return rng.choice(endings)
    if habit and position.question is Question.DISCARD and rng.random() < 0.9:
        hand, tables = position.hands[position.turn].mask, position.rules.tables
        forbidden = -1 if position.forbidden is None else position.forbidden
        best = best_discard(hand, forbidden, tables)[1]
        return next(action for action in others if action.card == best)
    return rng.choice(others)


def hands(rules: Rules, number: int = MANY) -> Iterator[list[tuple[Position, Action]]]:
    """Games as lists of positions, each with the action played in it."""
    for seed in range(number):
        rng, position, game = Random(seed), deal(rules, seed, dealer=seed % 2), []
        while not position.over and len(game) < TURNS:
            action = choose(position, rng, seed % 3)
            game.append((position, action))
            position = position.apply(action)
        yield [*game, (position, Action(Kind.PASS))]


@pytest.fixture(
    scope="module",
    params=[
        pytest.param((name, number), id=f"{name}-{number}", marks=marks)
        for number, marks in ((HANDS, ()), (MANY, pytest.mark.nightly))
        for name in VARIANTS
    ],
)
def games(request: pytest.FixtureRequest) -> list[list[tuple[Position, Action]]]:
    name, number = request.param
    return list(hands(VARIANTS[name], number))


def open_positions(games: list[list[tuple[Position, Action]]]) -> Iterator[Position]:
    return (position for game in games for position, _ in game if not position.over)


def test_cards_are_conserved(games: list[list[tuple[Position, Action]]]) -> None:
    for game in games:
        for position, _ in game:
            cards = [*position.hands[0], *position.hands[1], *position.stock, *position.pile]
            assert len(cards) == 52 and CardSet.from_cards(cards) == DECK


def test_hands_have_ten_cards_and_eleven_in_ones_turn(
    games: list[list[tuple[Position, Action]]],
) -> None:
    for position in open_positions(games):
        discarding = position.question is Question.DISCARD
        assert len(position.hands[position.turn]) == 10 + discarding
        assert len(position.hands[1 - position.turn]) == 10
        assert all(
            known <= hand for known, hand in zip(position.known, position.hands, strict=True)
        )


def test_legal_actions_are_legal_and_others_are_not(
    games: list[list[tuple[Position, Action]]],
) -> None:
    for position in list(open_positions(games))[::7]:
        legal = position.legal_actions()
        assert len(set(legal)) == len(legal) > 0
        for action in legal[:11] + legal[-3:]:
            after = position.apply(action)
            assert after.over or after.turn != position.turn or not action.ends_hand
        plain = {Action(action.kind, action.card) for action in legal}
        for kind in (Kind.TAKE, Kind.DRAW, Kind.PASS):
            if Action(kind) not in plain:
                with pytest.raises(InputError):
                    position.apply(Action(kind))
        for card in DECK:
            if Action(Kind.DISCARD, card) not in plain:
                with pytest.raises(InputError):
                    position.apply(Action(Kind.DISCARD, card))


def test_apply_changes_nothing_and_repeats(games: list[list[tuple[Position, Action]]]) -> None:
    for game in games:
        for (position, action), (after, _) in pairwise(game):
            twin = pickle.loads(pickle.dumps(position)) if len(game) < 40 else copy.copy(position)
            assert twin == position and hash(twin) == hash(position)
            assert twin.apply(action) == after != position


def swapped(position: Position, rng: Random) -> Position:
    """The same position to the player to act, with all hidden cards dealt anew."""
    other = 1 - position.turn
    known = position.known[other]
    hidden = [*(position.hands[other] - known), *position.stock]
    rng.shuffle(hidden)
    cut = 10 - len(known)
    theirs = known | CardSet.from_cards(hidden[:cut])
    mine = position.hands[position.turn]
    both = (mine, theirs) if other else (theirs, mine)
    played = tuple(
        replace(turn, card=None) if turn.player == other and turn.turn == "draw" else turn
        for turn in position.played
    )
    return replace(position, hands=both, stock=tuple(hidden[cut:]), played=played)


def test_no_peeking(games: list[list[tuple[Position, Action]]]) -> None:
    rng = Random(7)
    for position in open_positions(games):
        other = swapped(position, rng)
        assert view_of(other) == view_of(position)
        assert view_of(position).legal_actions() == position.legal_actions()


def test_a_view_tells_what_is_so(games: list[list[tuple[Position, Action]]]) -> None:
    for position in open_positions(games):
        view, other = view_of(position), position.hands[1 - position.turn]
        assert view.opponent <= other <= view.opponent | view.unseen
        assert CardSet.from_cards(position.stock) <= view.unseen
        assert view.buried == 0 and view.limit == position.limit
        assert (view.must_draw, view.must_knock) == (position.must_draw, position.must_knock)
        assert_counts(view)


def assert_counts(view: View) -> None:
    """The counts are those of the history."""
    assert view.history is not None
    discards = Counter(event.player for event in view.history if event.discarded is not None)
    assert (view.my_discards, view.their_discards) == (discards[Side.ME], discards[Side.OPPONENT])
    takes = [
        event for event in view.history if (event.player, event.turn) == (Side.OPPONENT, "take")
    ]
    assert view.their_takes == len(takes)


def test_points_sum_to_nought_and_go_to_the_winner(
    games: list[list[tuple[Position, Action]]],
) -> None:
    for game in games:
        outcome = game[-1][0].outcome
        if outcome is None:
            continue
        first, second = outcome.points
        assert first + second == 0
        winner = outcome.scored.winner
        assert (winner is None) == (outcome.hand.winner is None)
        assert winner is None or outcome.points[winner] == outcome.scored.points >= 0
        assert outcome.hand.kind in {Ended.VOID, Ended.MISDEAL} or outcome.knock is not None


def test_a_laid_down_hand_is_all_accounted_for(
    games: list[list[tuple[Position, Action]]],
) -> None:
    for game in games:
        last = game[-1][0]
        if last.outcome is None or last.outcome.knock is None or last.outcome.defence is None:
            continue
        knock, defence = last.outcome.knock, last.outcome.defence
        mine, theirs = last.hands[last.turn], last.hands[1 - last.turn]
        assert sorted([*knock.deadwood, *(c for meld in knock.melds for c in meld)]) == list(mine)
        laid = [card for card, _ in defence.laid_off]
        own = [card for meld in defence.melds for card in meld]
        assert sorted([*laid, *own, *defence.deadwood]) == list(theirs)
        assert not laid or knock.points > 0
        assert knock.points <= last.limit


def test_every_ending_occurs() -> None:
    ended = Counter(
        game[-1][0].outcome.hand.kind
        for rules in (PRESETS["standard"], PRESETS["straight"], PRESETS["openspiel"])
        for game in hands(rules)
        if game[-1][0].outcome is not None
    )
    assert {Ended.KNOCK, Ended.GIN, Ended.VOID} <= set(ended)
