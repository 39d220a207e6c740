"""The error that the API and ``--json`` answer with."""

from __future__ import annotations

import msgspec

from analyzer.errors import InputError


class ErrorDetail(msgspec.Struct, frozen=True):
    """What is wrong, where, and what would be right; null where that is not known."""

    message: str
    where: str | None
    hint: str | None


class ErrorJson(msgspec.Struct, frozen=True):
    """An answer that is an error."""

    error: ErrorDetail


def error_to_json(error: InputError) -> ErrorJson:
    """Write an input error.

    >>> error_to_json(InputError("`11h` is not a card", where="line 1")).error.where
    'line 1'
    """
    return ErrorJson(ErrorDetail(error.message, error.where, error.hint))
