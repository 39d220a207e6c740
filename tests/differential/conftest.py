"""OpenSpiel's game, where it is installed."""

from __future__ import annotations

from typing import Any

import pytest

from analyzer.game.cards import CardSet


@pytest.fixture(scope="session")
def game() -> Any:
    """Its gin rummy with the usual parameters."""
    return pytest.importorskip("pyspiel").load_game("gin_rummy")


@pytest.fixture(scope="session")
def initial(game: Any) -> Any:
    """The one initial state that every game clones, for making one is expensive."""
    return game.new_initial_state()


@pytest.fixture(scope="session")
def meld_ids(initial: Any) -> dict[CardSet, int]:
    """OpenSpiel's action for each of its melds."""
    ids = {}
    for action in range(56, 241):
        text = initial.action_to_string(0, action).split()[-1]
        ids[CardSet.of(" ".join(text[i : i + 2] for i in range(0, len(text), 2)))] = action
    return ids
