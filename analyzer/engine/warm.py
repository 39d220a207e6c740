"""Compile the kernel before the first question comes."""

from __future__ import annotations

from analyzer.engine.search import analyze
from analyzer.engine.types import Limit
from analyzer.position import deal
from analyzer.rules import PRESETS
from analyzer.view import view_of


def warm_up() -> None:
    """Run a small search of each kind, so that everything compiled is compiled or loaded.

    Takes a quarter of a minute on a new installation and a second afterwards.
    """
    view = view_of(deal(PRESETS["standard"], seed=1))
    for opponent in ("baseline", "uniform"):
        analyze(view, Limit(worlds=1), opponent=opponent, threads=1)
