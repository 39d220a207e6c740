#!/usr/bin/env bash
# PettingZoo 1.27.0: its api_test warns of an observation with an action mask, but for its own games.
#
# Guess: {"observation": ..., "action_mask": ...} is the documented form of a game with legal actions, so
# an environment that has it passes api_test without a word.
# Seen: the test has lists of names. Its own connect_four_v3 passes quietly; the same class under the
# name connect_four_v4 is told that its observation is no array and its space should be a Box.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install -q --disable-pip-version-check pettingzoo==1.27.0 pygame
"$folder/bin/python" - <<'PYTHON'
import contextlib
import io
import warnings

from pettingzoo.classic import connect_four_v3
from pettingzoo.test import api_test


class Renamed(connect_four_v3.raw_env):
    """The same game by another name."""

    metadata = {**connect_four_v3.raw_env.metadata, "name": "connect_four_v4"}


def told(env) -> set[str]:
    """Everything that the test warns of."""
    with warnings.catch_warnings(record=True) as seen, contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("always")
        api_test(env, num_cycles=50)
    return {str(warning.message) for warning in seen}


own, renamed = told(connect_four_v3.raw_env()), told(Renamed())
print("by another name it says too:", *sorted(renamed - own), sep="\n  ")
assert own < renamed
assert any(text.startswith("Observation is not a NumPy array") for text in renamed - own)
assert any("should be gymnasium.spaces.box" in text for text in renamed - own)
PYTHON
