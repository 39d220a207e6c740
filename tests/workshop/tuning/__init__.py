"""Fitting the fast policy to a set of rules, by self-play against a population.

Approximate policy iteration: probe single decisions of the policy (:mod:`._probes`), fit its
weights to what came of them (:mod:`._fitting`), average with the weights so far, and keep what
does better against the population on common deals (:mod:`._matches`).

How far types of players stray from their policies is fitted to hands seen in full
(:mod:`._habits`).
"""

from tests.workshop.tuning._fitting import ALL_TERMS, Term
from tests.workshop.tuning._matches import Margin, mirrored
from tests.workshop.tuning._opponents import Opponent, population
from tests.workshop.tuning.loop import Tuned, played_alike, tune
from tests.workshop.tuning.store import tuned_to_json, write_habits, write_tuned

__all__ = [
    "ALL_TERMS",
    "Margin",
    "Opponent",
    "Term",
    "Tuned",
    "mirrored",
    "played_alike",
    "population",
    "tune",
    "tuned_to_json",
    "write_habits",
    "write_tuned",
]
