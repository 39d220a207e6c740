"""The room as a function: `analyzer.review(record)`, of the public API, has the room's name."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from inspect import Signature, signature
from types import ModuleType
from typing import Any


class Room(ModuleType):
    """A module that reviews when it is called."""

    @property
    def __call__(self) -> Callable[..., Any]:
        """The public function: it reads texts of any form, so it is of a room above this one."""
        return import_module("analyzer.api.python").review  # type: ignore[no-any-return]

    @property
    def __signature__(self) -> Signature:
        """The signature that `help` and an editor show."""
        return signature(self.__call__)
