"""Histories of OpenSpiel's own games, imported: the same hands, discards and scores as there."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import product
from random import Random
from typing import Any

import pytest

from analyzer.errors import InputError
from analyzer.game.cards import Card, CardSet
from analyzer.game.rules import PRESETS
from analyzer.game.scoring import Ended
from analyzer.kernel.deadwood import best_discard
from analyzer.notation.records import (
    Record,
    format_record,
    parse_record,
    replay,
)
from analyzer.notation.records._openspiel import meld_numbers
from analyzer.notation.records._openspiel import read_file as read_openspiel
from analyzer.notation.records.files import file_kind
from tests.sizes import more_at_night

pyspiel = pytest.importorskip("pyspiel")

GAMES = 80
KNOCK, PASS, DRAW = 55, 54, 53


@pytest.fixture(scope="module")
def bots(game: Any) -> list[Any]:
    return [pyspiel.make_simple_gin_rummy_bot(game.get_parameters(), seat) for seat in (0, 1)]


def read_hand(text: str) -> Record:
    (record,) = read_openspiel(text).hands
    return record


def play(initial: Any, bots: list[Any], seed: int) -> Any:
    """A game: by its simple bots, with some offers left to chance, or by patient players."""
    rng, state = Random(seed), initial.clone()
    for bot in bots:
        bot.restart()
    while not state.is_terminal():
        legal = state.legal_actions()
        player = state.current_player()
        by_chance = seed % 3 == 1 and DRAW in legal and rng.random() < 0.5
        if player < 0 or by_chance:
            state.apply_action(rng.choice(legal))
        elif seed % 3 == 2:
            state.apply_action(patient(state, legal, player, rng))
        else:
            state.apply_action(bots[player].step(state))
    return state


def patient(state: Any, legal: list[int], player: int, rng: Random) -> int:
    """Discards for the least deadwood, seldom knocks without gin, lays down all it can."""
    phase = json.loads(state.to_json())["phase"]
    if phase == "Knock" and PASS not in legal and min(legal) < DRAW:
        return discard(state, player)
    if phase in {"Knock", "Layoff"}:
        return rng.choice([action for action in legal if action != PASS] or legal)
    if phase == "Discard":
        hand, tables = printed_hands(state)[player], PRESETS["openspiel"].tables
        if KNOCK in legal and (best_discard(hand.mask, -1, tables)[0] == 0 or rng.random() < 0.03):
            return KNOCK
        return discard(state, player)
    return max(legal) if rng.random() < 0.9 else rng.choice(legal)  # draws or passes


def discard(state: Any, player: int) -> int:
    """The card without which the least deadwood is left."""
    hand = printed_hands(state)[player]
    card = Card(best_discard(hand.mask, -1, PRESETS["openspiel"].tables)[1])
    return "scdh".index(card.suit.letter) * 13 + card.rank


def printed_hands(state: Any) -> list[CardSet]:
    """The cards each player holds at the end, as its own JSON has them."""
    hands = json.loads(state.to_json())["hands"]
    return [CardSet.of(" ".join(hand)) for hand in hands]


def same(state: Any, record: Record) -> Ended | None:
    """See that the import and the original agree; how the hand ended."""
    last = replay(record)[-1]
    returns = [int(points) for points in state.returns()]
    if record.result is None:  # it ends a hand that goes nowhere, which these rules do not
        assert returns == [0, 0] and not last.over
        return None
    assert last.outcome is not None
    assert list(last.outcome.points) == returns
    if last.outcome.knock is None:
        assert list(last.hands) == printed_hands(state)
    return record.result.kind


def test_its_games_imported(game: Any, bots: list[Any]) -> None:
    initial, ended = game.new_initial_state(), Counter[Ended | None]()
    for seed in range(GAMES):
        state = play(initial, bots, seed)
        record = read_hand(state.history_str())
        ended[same(state, record)] += 1
        assert record.rules == PRESETS["openspiel"]
        assert parse_record(format_record(record)) == record
    print(dict(ended))
    for kind in (Ended.KNOCK, Ended.GIN, Ended.UNDERCUT, Ended.VOID):
        assert ended[kind] >= 3, kind


@pytest.mark.nightly
def test_many_of_its_games_imported(game: Any, bots: list[Any]) -> None:
    initial = game.new_initial_state()
    ended = Counter(
        same(state, read_hand(state.history_str()))
        for state in (play(initial, bots, seed) for seed in range(3_000))
    )
    assert ended[Ended.TIE] >= 1


def test_every_form_of_a_history_is_read(game: Any, bots: list[Any]) -> None:
    state = play(game.new_initial_state(), bots, 0)
    record = read_hand(state.history_str())
    assert read_hand(json.dumps(state.history())) == record
    saved = pyspiel.serialize_game_and_state(game, state)
    assert file_kind(saved) == file_kind(state.history_str()) == "openspiel"
    assert read_hand(saved) == record


PARAMETERS = [
    {"oklahoma": oklahoma, "knock_card": limit, "gin_bonus": gin, "undercut_bonus": undercut}
    for oklahoma, limit, gin, undercut in product(
        (False, True), (0, 2, 5, 7, 10), (0, 20, 25), (0, 10, 25)
    )
]
"""Combinations of all that may differ; it has seven parameters, three of which are of the pack."""


@more_at_night("games", 1, 100)
def test_its_parameters_become_rules(bots: list[Any], games: int) -> None:
    """Play each combination; with an ace turned up only gin ends a hand, whatever the limit."""
    ended: Counter[Ended | None] = Counter()
    limits: set[tuple[int, int]] = set()
    for number, options in enumerate(PARAMETERS):
        game = pyspiel.load_game("gin_rummy", options)
        for seed in range(number, number + games):
            state = play(game.new_initial_state(), bots, seed)
            record = read_hand(pyspiel.serialize_game_and_state(game, state))
            bonuses = record.rules.gin_bonus, record.rules.undercut_bonus
            assert bonuses == (options["gin_bonus"], options["undercut_bonus"])
            assert record.rules.limit_for(record.upcard) == state.knock_card()
            if options["oklahoma"]:
                limits.add((options["knock_card"], state.knock_card()))
            ended[same(state, record)] += 1
    assert ended[Ended.KNOCK] and ended[Ended.GIN] and ended[Ended.UNDERCUT]
    assert (
        min(shown - limit for limit, shown in limits)
        < 0
        < max(shown - limit for limit, shown in limits)
    )


@pytest.mark.parametrize("name", ["hand_size", "num_ranks", "num_suits"])
def test_another_pack_is_refused(name: str) -> None:
    game = pyspiel.load_game("gin_rummy", {name: {"hand_size": 7, "num_ranks": 10}.get(name, 3)})
    saved = pyspiel.serialize_game_and_state(game, game.new_initial_state())
    with pytest.raises(InputError, match=f"`{name}=.*` is not supported here"):
        read_hand(saved)


def test_its_melds_have_these_numbers(game: Any) -> None:
    state = game.new_initial_state()
    for number, meld in meld_numbers().items():
        text = state.action_to_string(0, number).split()[-1]
        assert CardSet.of(" ".join(re.findall("..", text))) == meld
    assert set(meld_numbers()) == set(range(56, game.num_distinct_actions()))


def test_broken_off_histories_are_read_or_refused_in_words(game: Any, bots: list[Any]) -> None:
    history = play(game.new_initial_state(), bots, 1).history()
    for length in range(21, len(history)):
        try:
            record = read_hand(str(history[:length]))
        except InputError as error:
            assert error.where is not None and "action" in error.where
            continue
        assert record.result is None or length > 21
        assert parse_record(format_record(record)) == record


def test_altered_histories_are_refused_in_words(game: Any, bots: list[Any]) -> None:
    refused = 0
    for seed in range(300):
        rng = Random(seed)
        history = play(game.new_initial_state(), bots, seed % 10).history()
        history[rng.randrange(len(history))] = rng.randrange(260)
        try:
            record = read_hand(str(history))
        except InputError as error:
            refused += 1
            assert error.where is not None and "action" in error.where, str(error)
            assert error.span is not None
        else:
            assert parse_record(format_record(record)) == record
    assert refused > 200
