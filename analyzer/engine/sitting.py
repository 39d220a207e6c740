"""The knowledge that a sitting's hands give of who sits opposite: which type, and how readily they
take.

The types differ in what a card from the pile is worth to them (:mod:`analyzer.engine.policies`).
How much more or less than that a player takes is a habit of its own: some take every other card,
some none, whatever they hold. So the odds of a take are multiplied by what the sitting has told.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.engine.belief import ASKED, Trajectory
from analyzer.engine.policies import PRIOR
from analyzer.game.cards import CardSet
from analyzer.game.table import Played
from analyzer.game.view import View

DEGREES: Final = (-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0)
"""The degrees by which a player takes more readily than usual, in log odds."""

TAKES: Final = (0.02, 0.06, 0.16, 0.52, 0.16, 0.06, 0.02)
"""The probability of each of the `DEGREES`, of a player of whom nothing is known."""

UNSHOWN: Final = 4
"""Stretches of chains that are asked after a hand that nobody laid down, whose turns are many: 45
ms instead of 159, and 0.065 instead of 0.055 away from what long chains say, in total variation."""

FORGOTTEN: Final = 0.02
"""Part of what was learned in a hand that is not carried to the next: players change."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """The knowledge of the other player before a hand.

    >>> round(sum(STRANGER.types), 6), STRANGER.eager
    (1.0, 1.0)
    """

    types: tuple[float, ...] = PRIOR
    """The probability of each type of player."""
    takes: tuple[float, ...] = TAKES
    """The probability of each of the `DEGREES`."""

    @property
    def eager(self) -> float:
        """The factor on the odds of a take."""
        return round(float(np.exp(np.dot(self.takes, DEGREES))), 3)

    def belief(self) -> Trajectory:
        """Return what such a player may hold."""
        return Trajectory(prior=self.types, eager=self.eager)

    def after(
        self, view: View, *, hand: CardSet | None = None, last: Played | None = None, seed: int = 1
    ) -> Sitting:
        """Return what is known once a hand is over.

        `view` is my view with all turns but the one that ended the hand; `hand` the opponent's ten
        cards if they were shown; `last` the turn with which they knocked or went gin, with the card
        taken (None for a draw) and discarded, or None where I ended the hand or nobody did.
        `FORGOTTEN` of it is what is known of a stranger. InputError where the hand cannot be what
        the turns left.
        """
        asked, odds = UNSHOWN if hand is None else ASKED, tuple(np.exp(DEGREES).tolist())
        found = self.belief().learned(view, odds, hand=hand, last=last, seed=seed, asked=asked)
        takes = np.array(self.takes) * found.takes
        return replace(
            self, types=_kept(np.array(found.types), PRIOR), takes=_kept(takes / takes.sum(), TAKES)
        )


def _kept(learned: NDArray[np.float64], before: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(((1 - FORGOTTEN) * learned + FORGOTTEN * np.array(before)).tolist())


STRANGER: Final = Sitting()
"""One of whom nothing is known."""
