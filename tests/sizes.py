"""How large a sample is: small in the ordinary run, large at night."""

from __future__ import annotations

import pytest

Sample = int | tuple[int, ...]


def more_at_night(names: str, few: Sample, many: Sample) -> pytest.MarkDecorator:
    """Run a test with `few` of something, and in `tests/nightly.sh` with `many`.

    Both are values of the parameters `names`: a tuple where there are several.
    """
    values = many if isinstance(many, tuple) else (many,)
    return pytest.mark.parametrize(names, [few, pytest.param(*values, marks=pytest.mark.nightly)])
