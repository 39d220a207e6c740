"""The figures of self-play that are shipped, measured anew."""

from __future__ import annotations

from functools import partial

import msgspec

from analyzer.engine.selfplay import LEAST_SAMPLE, measure
from analyzer.errors import InputError
from analyzer.game.rules import TWO_HANDED
from analyzer.jobs import Jobs


def build_figures(hands: int, seed: int = 1, jobs: Jobs | None = None) -> bytes:
    """The JSON of the figures of every preset; InputError for too few hands."""
    if hands < LEAST_SAMPLE:
        raise InputError(f"{hands} hands are too few", hint=f"play at least {LEAST_SAMPLE}")
    self_plays = (jobs or Jobs()).run(
        partial(measure, hands=hands, seed=seed), list(TWO_HANDED.values())
    )
    lines = (
        f'"{name}":{msgspec.json.encode(self_play).decode()}'
        for name, self_play in zip(TWO_HANDED, self_plays, strict=True)
    )
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode()
