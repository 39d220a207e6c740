"""The search: what each legal action is worth, and how sure that is.

It imports the game and its texts, and drives the kernel. What judges or explains a decision
that somebody made does not belong here, nor does the truth behind a view: the engine is asked
by players and knows what they know.
"""

from analyzer.engine.opponents import DEFAULT_OPPONENT, OPPONENTS, OpponentModel
from analyzer.engine.search import ENGINE_VERSION, analyze
from analyzer.engine.types import (
    ActionValue,
    Ending,
    Evaluation,
    Limit,
)
from analyzer.engine.warming import is_compiled, warm_up

__all__ = [
    "DEFAULT_OPPONENT",
    "ENGINE_VERSION",
    "OPPONENTS",
    "ActionValue",
    "Ending",
    "Evaluation",
    "Limit",
    "OpponentModel",
    "analyze",
    "is_compiled",
    "warm_up",
]
