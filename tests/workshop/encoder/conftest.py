"""Leaves out what needs torch where it is not installed: only training does."""

from __future__ import annotations

from importlib.util import find_spec

collect_ignore = [] if find_spec("torch") else ["items.py", "training.py"]
