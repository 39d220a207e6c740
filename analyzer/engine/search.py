"""The search: every legal action played out in the same worlds, as long as the limit allows."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from analyzer.engine._version import engine_version
from analyzer.engine.opponents import DEFAULT_OPPONENT, OpponentModel, opponent_named
from analyzer.engine.race import Race
from analyzer.engine.thresholds import LEAST_WORLDS
from analyzer.engine.types import Evaluation, Grade, Limit
from analyzer.game.view import View

ENGINE_VERSION: Final = engine_version()
"""Changes with every release and with every change to what an answer is made of."""

BATCH: Final = 8_192
"""Most worlds in one batch: what a stop has to wait for."""

PIECES: Final = 8
"""Parts of a batch, played on whatever threads there are: sums are rounded alike on all."""

MOST_WORLDS: Final = 32_000_000
"""The number of worlds at which a search ends whose error cannot be reached."""


def never() -> bool:
    """The `stop` of a search that nobody interrupts."""
    return False


def analyze(
    view: View,
    limit: Limit,
    *,
    seed: int = 1,
    opponent: str = DEFAULT_OPPONENT,
    progress: Callable[[Evaluation], None] | None = None,
    stop: Callable[[], bool] = never,
    clock: Callable[[], float] = time.monotonic,
    threads: int = 2,
    model: OpponentModel | None = None,
) -> Evaluation:
    """Value every legal action of a view until the limit is reached.

    No answer rests on fewer worlds than `LEAST_WORLDS`, nor on so few chains of a belief that
    their spread says little, whatever the limit. Batches of worlds double in size. After each,
    `progress` is called with the answer so far (from this thread), and the search ends early if
    `stop` says so. The answer to a number of worlds depends on the view, the seed and the
    opponent alone, not on threads or batches.
    `model` stands in for the opponent model of that name.
    Raises InputError for an unknown opponent or a score at which the match is over.

    >>> from analyzer.notation import parse_view
    >>> view = parse_view("rules: eaai\\nhand: 7h 8h 9h 4c 4d 4s Tc Jc Qc Kc Kh\\nstock: 12")
    >>> answer = analyze(view, Limit(worlds=256))
    >>> str(answer.best[0])
    'gin Kh'
    """
    started = clock()
    race = Race(view, model or opponent_named(opponent), seed, limit.error)
    stopped = False

    def answer(done: bool) -> Evaluation:
        values = race.values()
        return Evaluation(
            view=view,
            question=view.question,
            actions=values,
            best=tuple(value.action for value in values if value.grade is Grade.BEST),
            worlds=race.worlds,
            seconds=clock() - started,
            seed=seed,
            engine=ENGINE_VERSION,
            opponent=opponent,
            racing=0 if done else race.racing,
            done=done,
            stopped=stopped,
            assumed=race.assumed,
        )

    with ThreadPoolExecutor(threads, thread_name_prefix="rollout") as pool:
        while not _reached(race, limit, clock() - started):
            if stopped := race.worlds > 0 and stop():
                break
            race.run(_next_batch(race, limit, clock() - started), pool, PIECES)
            race.drop()
            if progress is not None:
                progress(answer(done=False))
    return answer(done=True)


def _reached(race: Race, limit: Limit, elapsed: float) -> bool:
    if race.settled:
        return True
    if race.worlds < race.least:
        return False
    if limit.worlds is not None and race.worlds >= limit.worlds:
        return True
    if limit.seconds is not None and elapsed >= limit.seconds:
        return True
    if limit.error is not None and race.precise(limit.error):
        return True
    return race.worlds >= MOST_WORLDS


def _next_batch(race: Race, limit: Limit, elapsed: float) -> int:
    """As many worlds as so far, but no more than the limit or the time left allows.

    Whole multiples of `LEAST_WORLDS`, but for the last: a batch that ends within a cluster of
    worlds would make the next ones count worlds of different clusters as one observation.
    """
    worlds = race.worlds
    count = min(max(worlds, race.least), BATCH)
    if limit.worlds is not None:
        count = min(count, max(race.least, limit.worlds) - worlds)
    if limit.seconds is not None and worlds:
        left = int(worlds * (limit.seconds - elapsed) / max(elapsed, 1e-6))
        count = min(count, max(left // LEAST_WORLDS, 1) * LEAST_WORLDS)
    return count
