"""A pasted text and the places in it, so that every error can say where it is."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field

from analyzer.errors import InputError

LONGEST = 20_000
"""Most characters of a text that is read, unless it may be a whole match."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A place in a text: its line (counted from 1) and its characters.

    What a document said has a path instead; a mark without either belongs to something
    that nobody said.
    """

    line: int | None = None
    span: tuple[int, int] | None = None
    path: str | None = None


NOWHERE = Mark()
"""The mark of what was not read from a text."""


@dataclass(frozen=True, slots=True)
class Source:
    """A text with its line starts; raises InputError if it is too long to be a hand."""

    text: str
    longest: int = LONGEST
    """Most characters."""
    starts: tuple[int, ...] = field(init=False)
    """Offset of the first character of each line."""

    def __post_init__(self) -> None:
        if len(self.text) > self.longest:
            raise InputError(
                f"the text is too long: {len(self.text)} characters",
                hint=f"at most {self.longest} are read",
            )
        starts = [0]
        for line in self.text.splitlines(keepends=True):
            starts.append(starts[-1] + len(line))
        object.__setattr__(self, "starts", tuple(starts[:-1]) or (0,))

    def line(self, offset: int) -> int:
        """The line of a character, counted from 1."""
        return bisect_right(self.starts, offset)

    def place(self, offset: int) -> str:
        """Line and column in words, both counted from 1."""
        line = self.line(offset)
        return f"line {line}, column {offset - self.starts[line - 1] + 1}"

    def error(
        self, start: int, end: int, message: str, hint: str | None = None, fix: str | None = None
    ) -> InputError:
        """The error for a stretch of the text that cannot be read."""
        return InputError(message, where=self.place(start), hint=hint, span=(start, end), fix=fix)

    def mark(self, start: int, end: int) -> Mark:
        """The mark of a stretch of the text, without the blanks around it."""
        written = self.text[start:end]
        start += len(written) - len(written.lstrip())
        end = max(start, end - len(written) + len(written.rstrip()))
        return Mark(self.line(start), (start, end))


def shortened(text: str, most: int = 24) -> str:
    """A stretch of the user's text as an error quotes it: at most so many characters.

    >>> shortened("Kd"), shortened("Kd Qd Jd", 6)
    ('Kd', 'Kd Qd…')
    """
    return text if len(text) <= most else text[: most - 1] + "…"


def clash(message: str, *marks: Mark, hint: str | None = None) -> InputError:
    """The error for things that do not go together; it names the lines of all of them.

    The span is that of the last mark that has one.
    """
    numbers = sorted({mark.line for mark in marks if mark.line is not None})
    paths = list(dict.fromkeys(mark.path for mark in marks if mark.path is not None))
    lines = {0: "", 1: "line "}.get(len(numbers), "lines ") + " and ".join(map(str, numbers))
    spans = [mark.span for mark in marks if mark.span is not None]
    return InputError(
        message,
        where=" and ".join([lines, *paths] if lines else paths) or None,
        hint=hint,
        span=spans[-1] if spans else None,
    )
