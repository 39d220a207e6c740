"""The engine that runs in a process."""

from __future__ import annotations

from importlib import import_module


def engine_stamp() -> str:
    """The version of the engine here: whoever works on the same chunks must have the same."""
    return str(import_module("analyzer.engine").ENGINE_VERSION)  # a room above this one
