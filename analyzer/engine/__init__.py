"""The search: what each legal action is worth, and how sure that is.

It imports the game and its texts, and drives the kernel. What judges or explains a decision
that somebody made does not belong here, nor does the truth behind a view: the engine is asked
by players and knows what they know. The names below are loaded when they are asked for.
"""

from typing import TYPE_CHECKING

from analyzer.resources import named

if TYPE_CHECKING:
    from analyzer.engine.opponents import DEFAULT_OPPONENT, OPPONENTS, OpponentModel
    from analyzer.engine.search import ENGINE_VERSION, analyze
    from analyzer.engine.types import ActionValue, Ending, Evaluation, Limit
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

_ELSEWHERE = {
    "DEFAULT_OPPONENT": "opponents",
    "ENGINE_VERSION": "search",
    "OPPONENTS": "opponents",
    "OpponentModel": "opponents",
    "analyze": "search",
    "is_compiled": "warming",
    "warm_up": "warming",
}
"""The modules of the names that are not those of `types`."""

if not TYPE_CHECKING:  # a name that does not exist is an error to the type checker
    __getattr__ = named(__name__, _ELSEWHERE, "types")
