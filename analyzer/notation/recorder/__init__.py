"""Entering a hand just played, tap by tap: what comes next, what is legal, and taking back.

The state is the text of a record and nothing else. `next_step` says what it waits for and what
can be tapped, `tap` gives the text after a tap, `undo` the one before; all of them are pure.
"""

from analyzer.notation.recorder.back import back_to, redo, rejoin, undo
from analyzer.notation.recorder.sheet import Awaited, Sheet, held, read_sheet
from analyzer.notation.recorder.step import RecorderStep, next_step, step_of
from analyzer.notation.recorder.taps import defences, lay, next_hand, say_result, spreads, tap

__all__ = [
    "Awaited",
    "RecorderStep",
    "Sheet",
    "back_to",
    "defences",
    "held",
    "lay",
    "next_hand",
    "next_step",
    "read_sheet",
    "redo",
    "rejoin",
    "say_result",
    "spreads",
    "step_of",
    "tap",
    "undo",
]
