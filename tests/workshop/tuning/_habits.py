"""Fitting how far each type of player strays, and how common it is, to hands seen in full.

In self-play nothing is hidden: what was held and drawn before each turn is known, so that the
chance of all that was done follows from `analyzer.kernel.likelihood` without any sampling. All
fits go one step through the coordinates after another. The type that is hard to predict is
fitted by itself, to players who think: in the mixture it would have to explain whatever the
others do not. The softness of the others and the chances of all are those with the greatest
likelihood as a mixture, player by player, with the chances by expectation and maximisation
(Dempster, Laird, Rubin 1977) after each round.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.engine.policies import TYPES, Manner, Softness, Style, styled, weights_of
from analyzer.game.rules import Rules
from analyzer.kernel import likelihood

LEAST: Final = Softness(
    heat=0.3, slip=0.003, wish=0.3, doubt=0.006, knock=0.01, lean=-0.012, lean_change=-0.062
)
"""No type is surer than this: Markov chains in a sharper world hardly move, and a real player
is never one of the types. A type that leans further to bad hands soon explains nothing."""
MOST: Final = Softness(
    heat=4.0, slip=0.2, wish=4.0, doubt=0.2, knock=0.3, lean=0.05, lean_change=0.062
)

STEPS: Final = (0.5, 0.7, 0.85, 1.2, 1.4, 2.0)
"""By what a coordinate of the softness is scaled in a try."""
SHIFTS: Final = (-0.6, -0.2, -0.05, 0.05, 0.2, 0.6)
"""The numbers added to a weight of the manner in a try: points, or points a stage."""
UNPREDICTABLE: Final = TYPES.index(Style.UNPREDICTABLE)
PEOPLE: Final = tuple(map(TYPES.index, (Style.KEEPS_HIGH, Style.UNLIKE_ANYONE)))
"""The types that are fitted to people, by themselves too (`fit_people`)."""
WIDE: Final = Softness(
    heat=2.0, slip=0.08, wish=1.5, doubt=0.06, knock=0.3, lean=LEAST.lean,
    lean_change=LEAST.lean_change,
)  # fmt: skip
"""No surer than this is the type for whoever is like no other: the next one is another again."""
FITTED: Final = 5
"""Columns of the softness that the likelihood tells; the lean it cannot."""
LEAST_CHANCE: Final = 0.02
"""No type is rarer than this: the next player may be one."""

Progress = Callable[[int, int], None]


class PlayedTurns(NamedTuple):
    """Hands of one player, each turn with what was held and drawn."""

    timeline: NDArray[np.int64]
    """int64[turns, 8]: the turns as `analyzer.kernel.likelihood` takes them."""
    before: NDArray[np.int64]
    """int64[turns]: the ten cards before each, as masks."""
    drawn: NDArray[np.int64]
    """int64[turns]: the card got in each, any where nothing was."""
    start: NDArray[np.int64]
    """int64[hands + 1]: the first turn of each hand, and the end."""


def joined(turns: Sequence[PlayedTurns]) -> PlayedTurns:
    """All the hands of several, in order."""
    lengths = np.concatenate([np.diff(turn.start) for turn in turns])
    return PlayedTurns(
        np.concatenate([turn.timeline for turn in turns]),
        np.concatenate([turn.before for turn in turns]),
        np.concatenate([turn.drawn for turn in turns]),
        np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64),
    )


@dataclass(frozen=True, slots=True)
class Mixture:
    """The distance that each type strays, how common it is, and how the unpredictable one plays."""

    soft: tuple[Softness, ...]
    prior: tuple[float, ...]
    manner: Manner


@dataclass(frozen=True, slots=True)
class PlayerHands:
    """The hands of one player, and how much they count."""

    turns: PlayedTurns
    share: float


def log_chances(
    rules: Rules, turns: PlayedTurns, mixture: Mixture, kinds: Sequence[int] = range(len(TYPES))
) -> NDArray[np.float64]:
    """float64[hands, kinds]: the log chance of all turns of a hand, by each of these types."""
    found = np.zeros((len(turns.start) - 1, len(kinds)))
    soft = [(*mixture.soft[kind][:FITTED], 0.0, 0.0, 1.0) for kind in kinds]
    likelihood.log_trails(
        *turns, rules.knock_limit, np.array(soft), rules.tables,
        weights_of(*(styled(TYPES[kind], rules, mixture.manner) for kind in kinds)), found,
    )  # fmt: skip
    return found


def mean_log_chance(rules: Rules, parts: Sequence[PlayerHands], mixture: Mixture) -> float:
    """Mean log chance of a turn; each player counts by its share, whatever it has played."""
    logs = [log_chances(rules, part.turns, mixture) for part in parts]
    return _mean(parts, logs, mixture.prior)


def _mean(
    parts: Sequence[PlayerHands], logs: Sequence[NDArray[np.float64]], prior: tuple[float, ...]
) -> float:
    total = 0.0
    for part, its_logs in zip(parts, logs, strict=True):
        mixed = np.logaddexp.reduce(its_logs + np.log(prior), axis=1)
        total += part.share * float(mixed.sum()) / len(part.turns.timeline)
    return total / sum(part.share for part in parts)


def fit_mixture(
    rules: Rules,
    parts: Sequence[PlayerHands],
    begin: Mixture,
    rounds: int = 3,
) -> Mixture:
    """The mixture with the greatest likelihood near `begin`, within `LEAST` and `MOST`.

    The lean stays what it was, and so do the type that is hard to predict (`fit_thinking`) and
    those of people, with the chances of theirs (`fit_people`).
    The same arguments give the same answer.
    """
    mixture = begin
    for _ in range(rounds):
        for kind in range(len(TYPES)):
            if kind not in (UNPREDICTABLE, *PEOPLE):
                for column in range(FITTED):
                    mixture = _best(rules, parts, kind, _scaled(mixture, kind, column))
        met = sum(begin.prior[kind] for kind in PEOPLE)
        mixture = replace(mixture, prior=_shared(common(rules, parts, mixture), begin.prior, met))
    return mixture


def fit_people(
    rules: Rules, parts: Sequence[PlayerHands], begin: Mixture, met: float, rounds: int = 3
) -> Mixture:
    """`begin`, where the types of people are as these hands were played, the others as they were.

    Together they are as likely as `met` says: how often one meets a person is not in the hands.
    """
    mixture = begin
    for _ in range(rounds):
        for kind in PEOPLE:
            for column in range(FITTED):
                mixture = _best(rules, parts, kind, _scaled(mixture, kind, column))
        mixture = replace(mixture, prior=_shared(begin.prior, common(rules, parts, mixture), met))
    return mixture


def _shared(others: tuple[float, ...], people: tuple[float, ...], met: float) -> tuple[float, ...]:
    """The chances of other types as one says, of people as the other, these `met` together."""
    theirs = {kind: people[kind] for kind in PEOPLE}
    rest = {kind: chance for kind, chance in enumerate(others) if kind not in theirs}
    chances = [
        met * theirs[kind] / sum(theirs.values())
        if kind in theirs
        else (1.0 - met) * rest[kind] / sum(rest.values())
        for kind in range(len(TYPES))
    ]
    return _rounded_chances(np.array(chances))


def fit_thinking(rules: Rules, turns: PlayedTurns, begin: Mixture, rounds: int = 3) -> Mixture:
    """`begin`, where the type that is hard to predict plays as these hands were played.

    Its manner and its softness, but for the lean, are the likeliest near those of `begin`.
    """

    def worth(mixture: Mixture) -> float:
        return float(log_chances(rules, turns, mixture, (UNPREDICTABLE,)).sum())

    mixture = begin
    for _ in range(rounds):
        for column in range(FITTED):
            mixture = max(_scaled(mixture, UNPREDICTABLE, column), key=worth)
        for name, place in _weights(mixture.manner):
            mixture = max(_shifted(mixture, name, place), key=worth)
    return mixture


def _best(
    rules: Rules, parts: Sequence[PlayerHands], kind: int, tries: Sequence[Mixture]
) -> Mixture:
    """The likeliest of some mixtures that differ in one type, the first of several."""
    logs = [log_chances(rules, part.turns, tries[0]) for part in parts]

    def worth(mixture: Mixture) -> float:
        for part, its_logs in zip(parts, logs, strict=True):
            its_logs[:, kind] = log_chances(rules, part.turns, mixture, (kind,))[:, 0]
        return _mean(parts, logs, mixture.prior)

    return max(tries, key=worth)


def _scaled(mixture: Mixture, kind: int, column: int) -> list[Mixture]:
    """Tries along one coordinate of the softness, within the bounds."""
    least = WIDE if TYPES[kind] is Style.UNLIKE_ANYONE else LEAST
    now, bounds = mixture.soft[kind], (least[column], MOST[column])
    field = Softness._fields[column]
    values = {round(float(np.clip(now[column] * step, *bounds)), 4) for step in (1.0, *STEPS)}
    return [
        replace(
            mixture,
            soft=(
                *mixture.soft[:kind], now._replace(**{field: value}), *mixture.soft[kind + 1 :]
            ),
        )
        for value in sorted(values)
    ]  # fmt: skip


def _weights(manner: Manner) -> list[tuple[str, int | None]]:
    """The weights of a manner that heeds what hands could become: field, and place in a pair."""
    found: list[tuple[str, int | None]] = []
    for name, value in asdict(manner).items():
        if name != "take_any":
            found += [(name, 0), (name, 1)] if isinstance(value, tuple) else [(name, None)]
    return found


def _shifted(mixture: Mixture, name: str, place: int | None) -> list[Mixture]:
    """The mixture, and tries along one weight of the manner."""
    now = getattr(mixture.manner, name)

    def by(shift: float) -> Mixture:
        if place is None:
            moved = round(now + shift, 4)
        else:
            moved = tuple(round(one + shift * (at == place), 4) for at, one in enumerate(now))
        return replace(mixture, manner=replace(mixture.manner, **{name: moved}))

    return [mixture, *map(by, SHIFTS)]


def common(
    rules: Rules, parts: Sequence[PlayerHands], mixture: Mixture, hands: int = 1
) -> tuple[float, ...]:
    """Return how common each type is among the players, none less than `LEAST_CHANCE`.

    As it looks to one who has seen so many hands of a player, all of them in full.
    """
    shares = np.zeros(len(TYPES))
    for part in parts:
        logs = log_chances(rules, part.turns, mixture)
        logs = np.add.reduceat(logs, range(0, len(logs), hands)) + np.log(mixture.prior)
        chances = np.exp(logs - np.logaddexp.reduce(logs, axis=1, keepdims=True))
        shares += part.share * chances.mean(axis=0)
    least = np.maximum(shares / shares.sum(), LEAST_CHANCE)
    return _rounded_chances(least / least.sum())


def _rounded_chances(chances: NDArray[np.float64]) -> tuple[float, ...]:
    rounded = chances.round(3)
    rounded[0] += 1.0 - rounded.sum()
    return tuple(float(round(chance, 3)) for chance in rounded)
