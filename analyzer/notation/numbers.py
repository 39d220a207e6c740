"""Numbers as written for people: on a page, in the terminal, by the coach, in a file.

Points and the chance to win a match have one decimal, all other chances are whole percents. A
minus is a real one, nothing is "-0.0", and what is unknown is a dash. A half-width stands right
behind its number with as many decimals; one that would round to nothing is written as the least
that can be written, so that no number claims to be exact that is not. Numbers in JSON and CSV
are not written here: they keep all their digits.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Final

MINUS: Final = "−"
DASH: Final = "–"
"""The sign for no number."""

MATCH_DIGITS: Final = 1
"""Decimals of a chance to win the match, in percent."""


def points(value: float | None, digits: int = 1) -> str:
    """Points with a sign only where they are negative: a loss, deadwood, a mean.

    >>> points(0.62), points(-3.0), points(-0.04), points(None), points(1512.4, 0)
    ('0.6', '−3.0', '0.0', '–', '1512')
    """
    if value is None:
        return DASH
    text = f"{abs(value):.{digits}f}"
    return f"{MINUS}{text}" if value < 0 and float(text) else text


def signed(value: float | None, digits: int = 1) -> str:
    """Points with their sign; zero has none.

    >>> signed(4.08), signed(-0.62), signed(0.04), signed(None), signed(22, 0)
    ('+4.1', '−0.6', '0.0', '–', '+22')
    """
    text = points(value, digits)
    return f"+{text}" if value is not None and value > 0 and float(text) else text


def plus_minus(half: float | None, digits: int = 1) -> str:
    """The half-width of an interval behind its number; nothing where the number is exact.

    >>> plus_minus(0.14), plus_minus(0.004), plus_minus(0), plus_minus(118.2, 0)
    ('±0.1', '±0.1', '', '±118')
    """
    return f"±{max(half, 10**-digits):.{digits}f}" if half else ""


def estimate(value: float | None, half: float | None, digits: int = 1) -> str:
    """Points with their half-width.

    >>> estimate(1.24, 0.39), estimate(1.0, 0.0), estimate(1512.4, 118.2, 0)
    ('1.2 ±0.4', '1.0', '1512 ±118')
    """
    return f"{points(value, digits)} {plus_minus(half, digits)}".rstrip()


def signed_estimate(value: float | None, half: float | None, digits: int = 1) -> str:
    """Points with their sign and half-width.

    >>> signed_estimate(-1.24, 0.39), signed_estimate(0.01, 0.39)
    ('−1.2 ±0.4', '0.0 ±0.4')
    """
    return f"{signed(value, digits)} {plus_minus(half, digits)}".rstrip()


def percent(p: float | None, digits: int = 0) -> str:
    """A chance in percent; what is not quite 0 or 1 does not read as such.

    >>> percent(0.306), percent(0.002), percent(0), percent(0.998), percent(1), percent(None)
    ('31%', '<1%', '0%', '>99%', '100%', '–')
    >>> percent(0.9996, 1)
    '>99.9%'
    """
    if p is None:
        return DASH
    text, least = f"{100 * p:.{digits}f}", 10**-digits
    if p > 0 and not float(text):
        return f"<{least:.{digits}f}%"
    if p < 1 and float(text) >= 100:
        return f">{100 - least:.{digits}f}%"
    return f"{text}%"


def match_chance(p: float | None) -> str:
    """A chance to win the match.

    >>> match_chance(0.6127), match_chance(0.0002)
    ('61.3%', '<0.1%')
    """
    return percent(p, MATCH_DIGITS)


def percent_change(change: float) -> str:
    """The change of a chance in percentage points, without their sign.

    >>> percent_change(0.216), percent_change(-0.18), percent_change(-0.001)
    ('+22', '−18', '0')
    """
    return signed(100 * change, 0)


def count(number: float | None) -> str:
    """A whole number with its thousands apart.

    >>> count(12288), count(None)
    ('12,288', '–')
    """
    return DASH if number is None else f"{number:,.0f}"


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """A count with its noun.

    >>> counted(1, "decision"), counted(12288, "world"), counted(3, "inaccuracy", "inaccuracies")
    ('1 decision', '12,288 worlds', '3 inaccuracies')
    """
    return f"{count(number)} {noun if number == 1 else plural or noun + 's'}"


def counted_are(number: int, noun: str) -> str:
    """A count with its noun, before what is said of them.

    >>> f"{counted_are(1, 'card')} cut", f"{counted_are(3, 'card')} cut"
    ('1 card is cut', '3 cards are cut')
    """
    return f"{counted(number, noun)} {'is' if number == 1 else 'are'}"


def seconds(value: float, digits: int = 1) -> str:
    """A time.

    >>> seconds(2.34)
    '2.3 s'
    """
    return f"{points(value, digits)} s"


def score(mine: int, theirs: int) -> str:
    """A score.

    >>> score(40, 65)
    '40–65'
    """
    return f"{mine}–{theirs}"


def long_date(day: date) -> str:
    """A day as it is written out.

    >>> long_date(date(2026, 3, 1))
    'Sunday, March 1, 2026'
    """
    return f"{day:%A}, {short_date(day)}"


def short_date(day: date) -> str:
    """A day in a list.

    >>> short_date(date(2026, 3, 1))
    'March 1, 2026'
    """
    return f"{day:%B} {day.day}, {day.year}"


def moment(when: datetime) -> str:
    """A time of day, as it is stored.

    >>> moment(datetime(2026, 3, 1, 14, 5))
    'March 1, 2026, 14:05 UTC'
    """
    return f"{short_date(when)}, {when:%H:%M} UTC"


def time_left(seconds: int) -> str:
    """Seconds as a clock has them.

    >>> time_left(299)
    '4:59'
    """
    return f"{seconds // 60}:{seconds % 60:02d}"
