"""The fault of a tale, in its own words and at its own place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from analyzer.errors import InputError
from analyzer.notation._source import Source
from analyzer.resources import texts_beside

TEXTS: Final[Mapping[str, Mapping[str, str]]] = texts_beside(__file__, "refusals.toml")
_RESULT: Final = re.compile(r"`([12]) (?=[a-z ]+ \d+`)")
"""The beginning of a result in signs: `1 knock 26`."""
_DISCARD: Final = re.compile(r"-(\w+)!")
"""The discard of a knock in signs: `-Js!`."""
_ONE_LINE: Final = re.compile(r"line \d+")

Names = tuple[str | None, str | None]


@contextmanager
def in_words(source: Source, names: Names) -> Iterator[None]:
    """Refuse what is refused here as a record as the tale that it was."""
    try:
        yield
    except InputError as error:
        hint = None if error.hint is None else _named(_hint(error.hint), names)
        raise InputError(
            _named(error.message, names),
            where=_place(source, error), hint=hint, span=error.span, fix=error.fix,
        ) from error  # fmt: skip


def _place(source: Source, error: InputError) -> str | None:
    """Line and column of what is refused, unless two lines disagree."""
    alone = error.where is None or _ONE_LINE.fullmatch(error.where)
    return source.place(error.span[0]) if error.span is not None and alone else error.where


def _hint(hint: str) -> str:
    said = (words for begin, words in TEXTS["hints"].items() if hint.startswith(begin))
    return next(said, hint)


def _named(text: str, names: Names) -> str:
    """A text in which the players are called as in the tale; who tells it is you."""
    called = (names[0] or "you", names[1] or "the opponent")
    text = _RESULT.sub(lambda match: f"`{called[int(match[1]) - 1]}: ", text)
    text = _DISCARD.sub(r"the discard of \1", text)
    if names[0] is None:
        for said, words in TEXTS["you"].items():
            text = text.replace(said, words)
    return text.replace("player 1", called[0]).replace("player 2", called[1])
