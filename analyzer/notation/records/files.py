"""The files that other programs write of their hands, recognized and read."""

from __future__ import annotations

from typing import Final

from analyzer.notation.records._eaai import looks_like_log, read_eaai
from analyzer.notation.records._openspiel import looks_like_history, read_openspiel
from analyzer.notation.records._rlcard import looks_like_sheet, read_rlcard

FILES: Final = {
    "rlcard": (looks_like_sheet, read_rlcard),
    "openspiel": (looks_like_history, read_openspiel),
    "eaai": (looks_like_log, read_eaai),
}
"""By name, what recognizes a kind of file and what reads it, or raises InputError; the first that
fits a list of numbers is right.

>>> FILES["rlcard"][0]("S deal shuffled_deck=[2H 6H KD]")
True
"""
