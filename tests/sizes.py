"""How large a sample is: small in the ordinary run, large at night."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence

import pytest

Sample = int | tuple[int, ...]


def more_at_night(names: str, few: Sample, many: Sample) -> pytest.MarkDecorator:
    """Run a test with `few` of something, and in `tests/nightly.sh` with `many`.

    Both are values of the parameters `names`: a tuple where there are several.
    """
    values = many if isinstance(many, tuple) else (many,)
    return pytest.mark.parametrize(names, [few, pytest.param(*values, marks=pytest.mark.nightly)])


def rest_at_night(
    name: str,
    values: Iterable[object],
    few: Container[object],
    ids: Callable[..., str] | None = None,
) -> pytest.MarkDecorator:
    """Run a test with each of `values`: with those in `few` always, with the rest at night."""
    params = [
        value if value in few else pytest.param(value, marks=pytest.mark.nightly)
        for value in values
    ]
    return pytest.mark.parametrize(name, params, ids=ids)


def spread_by_day(
    name: str, values: Sequence[object], every: int, ids: Callable[..., str] | None = None
) -> pytest.MarkDecorator:
    """Run a test with one in `every` of many values, from first to last: at night with all."""
    params = [
        value if place % every == 0 else pytest.param(value, marks=pytest.mark.nightly)
        for place, value in enumerate(values)
    ]
    return pytest.mark.parametrize(name, params, ids=ids)
