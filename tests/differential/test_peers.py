"""Games played by the programs around us, where they are installed, and read from their files."""

from __future__ import annotations

import json
import re
from collections import Counter
from random import Random
from typing import Any

import pytest

from analyzer.api.records import read_match
from analyzer.game.cards import CardSet
from analyzer.game.scoring import Ended
from analyzer.notation.reading import read_text
from analyzer.notation.records import Record, format_match, parse_match, replay
from tests.differential.test_openspiel_records import play
from tests.sizes import more_at_night

GIN, KNOCKS, DISCARDS = 5, range(58, 110), range(6, 58)


def lettered(cards: list[Any]) -> CardSet:
    """Cards as RLCard has them, `TH` or by suit and rank."""
    return CardSet.of(" ".join(str(card)[0] + str(card)[1].lower() for card in cards))


def choice(env: Any, legal: list[int], rng: Random) -> int:
    """One of the legal actions: by turns any, the least deadwood, and that without a knock."""
    from rlcard.games.gin_rummy.utils import utils

    style, ends = env.style, [action for action in legal if action == GIN or action in KNOCKS]
    if GIN in ends or (ends and style < 2 and rng.random() < 0.5):
        return rng.choice(ends)
    discards = [action for action in legal if action in DISCARDS]
    if not discards or not style or rng.random() < 0.1:
        return rng.choice(legal)
    from analyzer.game.melds import deadwood
    from analyzer.game.rules import PRESETS

    hand = env.game.round.get_current_player().hand
    held = {utils.get_card_id(card): card for card in hand}
    return min(discards, key=lambda action: deadwood(
        lettered([card for number, card in held.items() if number != action - 6]), PRESETS["eaai"]
    ))  # fmt: skip


def rlcard_game(seed: int) -> tuple[str, list[tuple[int, int]], list[float]]:
    """The move sheet of a game, its actions by player, and the payoffs."""
    import rlcard

    env, rng = rlcard.make("gin-rummy", config={"seed": seed}), Random(seed)
    env.style = seed % 3
    state, player = env.reset()
    actions = []
    while not env.is_over():
        actions.append((int(player), choice(env, list(map(int, state["legal_actions"])), rng)))
        state, player = env.step(actions[-1][1])
    return "\n".join(map(str, env.game.round.move_sheet)), actions, list(env.get_payoffs())


def same_as_sheet(record: Record, sheet: str, payoffs: list[float]) -> Ended | None:
    """See that an import has the deadwood and the end that RLCard gives.

    Its payoffs are no points: 1 for gin, 0.2 for a knock, else the deadwood as hundredths.
    """
    points = [int(score) for score in re.findall(r"score [NS] (\d+)", sheet)]
    if record.showdown is None:
        assert "declare_dead_hand" in sheet
        assert payoffs == [-one / 100 for one in points]
        return None if record.result is None else record.result.kind
    assert record.knocker is not None and record.result is not None
    assert record.showdown.spread is not None and record.showdown.defence is not None
    knocker, other = record.knocker, 1 - record.knocker
    assert record.showdown.spread.points == points[knocker]
    assert record.showdown.defence.points == points[other]
    assert payoffs[knocker] == (0.2 if points[knocker] else 1)
    assert payoffs[other] == -points[other] / 100
    return record.result.kind


@more_at_night("games", 6, 200)
def test_games_of_rlcard_there_and_back(games: int) -> None:
    pytest.importorskip("rlcard")
    ended = Counter[Ended | None]()
    for seed in range(games):
        sheet, actions, payoffs = rlcard_game(seed)
        match = read_match(sheet)
        ended[same_as_sheet(match.hands[0], sheet, payoffs)] += 1
        assert parse_match(format_match(match)) == match
        for text in (str(actions), json.dumps([action for _, action in actions])):
            (told,) = read_match(text).hands
            known = [turn.discarded for turn in told.turns if turn.discarded is not None]
            assert known == [turn.discarded for turn in match.hands[0].turns][: len(known)]
            assert len(told.turns) == len(match.hands[0].turns)
    assert ended[Ended.KNOCK] and (games < 100 or (ended[Ended.GIN] and ended[Ended.VOID]))


@more_at_night("games", 2, 40)
def test_what_pettingzoo_shows_is_a_position(games: int) -> None:
    pytest.importorskip("pygame")
    zoo = pytest.importorskip("pettingzoo.classic.gin_rummy_v4")
    seen = Counter[str]()
    for seed in range(games):
        env, rng = zoo.env(), Random(seed)
        env.reset(seed=seed)
        for _ in env.agent_iter(40):
            shown, _, ended, cut, _ = env.last()
            if ended or cut:
                break
            legal = [at for at, may in enumerate(shown["action_mask"]) if may]
            hand = env.unwrapped.env.game.round
            if set(legal) & {2, *DISCARDS}:
                for text in (str(shown), str(shown["observation"].tolist())):
                    view = read_text(text).whole
                    assert view.hand == lettered(hand.get_current_player().hand)
                    assert view.stock == len(hand.dealer.stock_pile)
                    assert [*view.pile[-1:]] == [*lettered(hand.dealer.discard_pile[-1:])]
                seen[str(view.question)] += 1
            env.step(rng.choice(legal))
    assert seen["draw"] and seen["discard"]


@more_at_night("games", 1, 100)
def test_replays_of_the_arena_are_read(games: int) -> None:
    make = pytest.importorskip("kaggle_environments").make
    for seed in range(games):
        rng = Random(seed)
        env = make("open_spiel_gin_rummy", configuration={"includeLegalActions": True})
        forfeit = seed % 4 == 3

        def agent(seen: Any, _: Any = None, rng: Random = rng, forfeit: bool = forfeit) -> Any:
            legal = [] if forfeit and rng.random() < 0.05 else seen.get("legalActions")
            return {"submission": rng.choice(legal) if legal else -1}

        env.run([agent, agent])
        document = env.toJSON()
        (record,) = read_match(json.dumps(document)).hands
        last = replay(record)[-1]
        if not document["steps"][-1][0]["observation"]["isTerminal"]:
            loser = document["rewards"].index(-1) + 1
            assert record.tags == (("Forfeit", f"player {loser}"),) and record.result is None
        elif last.outcome is not None:
            assert list(last.outcome.points) == document["rewards"]
        else:
            assert document["rewards"] == [0, 0]


@pytest.mark.nightly
def test_playthroughs_are_read(game: Any) -> None:
    told = pytest.importorskip("open_spiel.python.algorithms.generate_playthrough")
    for seed in range(3):
        text = told.playthrough("gin_rummy(oklahoma=True,knock_card=3)", None, seed=seed)
        (record,) = read_match(text).hands
        assert record.rules.knock_by_upcard and record.turns


@pytest.mark.nightly
def test_several_games_of_openspiel_in_a_file(game: Any, initial: Any) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    bots = [pyspiel.make_simple_gin_rummy_bot(game.get_parameters(), seat) for seat in (0, 1)]
    states = [play(initial, bots, seed) for seed in range(20)]
    saved = "\n".join(pyspiel.serialize_game_and_state(game, state) for state in states)
    listed = "\n".join(str(state.history()) for state in states)
    assert read_match(saved) == read_match(listed)
    for state, record in zip(states, read_match(saved).hands, strict=True):
        last = replay(record)[-1]
        assert list(last.outcome.points if last.outcome else (0, 0)) == state.returns()
