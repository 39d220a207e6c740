"""Entering a hand just played, tap by tap: what comes next, what is legal, and taking back.

The state is the text of a record and nothing else, of whichever game it is; hands that nobody else
saw stay a question mark in it until they are shown. `read_sheet` says what the text waits for,
`step_of` what can be tapped then; `state.act` gives the text after a tap, `undo` the one before.
All of them are pure.
"""

from analyzer.notation.recorder._back import redo, rejoin, undo
from analyzer.notation.recorder._play import HandPlay
from analyzer.notation.recorder._sheet import Sheet, read_sheet
from analyzer.notation.recorder._taps import defenses, spreads
from analyzer.notation.recorder.awaited import Awaited
from analyzer.notation.recorder.step import RecorderStep, step_of

__all__ = [
    "Awaited", "HandPlay", "RecorderStep", "Sheet", "defenses", "read_sheet", "redo", "rejoin",
    "spreads", "step_of", "undo",
]  # fmt: skip
