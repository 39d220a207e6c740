"""The one error a user can cause, and what it tells them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple


class InputError(ValueError):
    """Something the user gave cannot be used; says what, where and what instead.

    ``where`` names the place in words ("line 3, card 4"); ``span`` is the offending
    stretch of the text as character offsets (start, end), when there is one; ``fix``
    is a text that could stand there instead.

    >>> raise InputError("`11h` is not a card", where="line 1", hint="did you mean Jh?")
    Traceback (most recent call last):
    ...
    analyzer.errors.InputError: line 1: `11h` is not a card; did you mean Jh?
    """

    def __init__(
        self,
        message: str,
        *,
        where: str | None = None,
        hint: str | None = None,
        span: tuple[int, int] | None = None,
        fix: str | None = None,
    ) -> None:
        self.message = message
        self.where = where
        self.hint = hint
        self.span = span
        self.fix = fix
        super().__init__(message)

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        cure = f"; {self.hint}" if self.hint else ""
        return f"{place}{self.message}{cure}"


class CombinedInputError(InputError):
    """Several at once; `each` has them one by one.

    >>> str(CombinedInputError([InputError("too long", where="a"), InputError("missing")]))
    'a: too long. missing'
    """

    def __init__(self, each: Sequence[InputError]) -> None:
        self.each = tuple(each)
        super().__init__(". ".join(map(str, self.each)))


class Wording(NamedTuple):
    """One of the ways to read a text: what it takes for granted, and the text that says so."""

    label: str
    text: str


class UnclearError(InputError):
    """A text that reads in several ways: `asks` has them, of which the user may choose one."""

    def __init__(self, error: InputError, asks: Iterable[Wording]) -> None:
        super().__init__(error.message, where=error.where, hint=error.hint, span=error.span)
        self.asks = tuple(asks)


def unreadable(where: object, error: OSError) -> InputError:
    """The refusal of a file that cannot be read.

    >>> str(unreadable("a.txt", OSError(2, "No such file or directory")))
    'a.txt: it cannot be read (No such file or directory); see that you may read it'
    """
    return InputError(
        f"it cannot be read ({error.strerror})", where=str(where), hint="see that you may read it"
    )


def unwritable(where: object, error: OSError) -> InputError:
    """The refusal of a file that cannot be written."""
    return InputError(
        f"it cannot be written ({error.strerror})",
        where=str(where),
        hint="name a file in a folder that you may write to",
    )


@contextmanager
def placed(where: str, *, if_nowhere: bool = False) -> Iterator[None]:
    """Place a refusal that is raised here inside something larger.

    With `if_nowhere` one that tells its own place keeps it, and a question is asked as it is.

    >>> with placed("hand"):
    ...     raise InputError("`11h` is not a card", hint="did you mean Jh?", span=(0, 3))
    Traceback (most recent call last):
    ...
    analyzer.errors.InputError: hand: `11h` is not a card; did you mean Jh?
    """
    try:
        yield
    except InputError as error:
        if if_nowhere and (error.where or error.span or isinstance(error, UnclearError)):
            raise
        raise InputError(error.message, where=where, hint=error.hint) from None
