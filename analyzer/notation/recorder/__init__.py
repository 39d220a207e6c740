"""Entering a hand just played, tap by tap: what comes next, what is legal, and taking back.

The state is the text of a record and nothing else. `next_step` says what it waits for and what
can be tapped, `tap` gives the text after a tap, `undo` the one before; all of them are pure.
"""

from analyzer.notation.recorder._back import redo, rejoin, undo
from analyzer.notation.recorder._sheet import Awaited, Sheet, held, read_sheet
from analyzer.notation.recorder._taps import defences, spreads
from analyzer.notation.recorder.step import RecorderStep, step_of

__all__ = [
    "Awaited",
    "RecorderStep",
    "Sheet",
    "defences",
    "held",
    "read_sheet",
    "redo",
    "rejoin",
    "spreads",
    "step_of",
    "undo",
]
