"""Compile the kernel before the first question comes."""

from __future__ import annotations

from analyzer.engine.search import analyze
from analyzer.engine.selfplay import measure
from analyzer.engine.types import Limit
from analyzer.notation import parse_view

VIEW = """
hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac
history:
  upcard 5s
  opp: takes 5s, discards Kh
"""
"""A turn to read, so that the belief over turns is used too."""


def warm_up() -> None:
    """Run a small search of each kind, so that everything compiled is compiled or loaded.

    Self-play is what a search needs first under rules of one's own.

    Takes half a minute on a new installation and a second afterwards.
    """
    view = parse_view(VIEW)
    for opponent in ("reader", "baseline", "uniform"):
        analyze(view, Limit(worlds=1), opponent=opponent, threads=1)
    measure(view.rules, hands=1)
