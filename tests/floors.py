"""The oldest versions that pyproject.toml allows of what is installed with Ginsight.

    python -m tests.floors

Prints one `name==version` a line, as pip takes it for constraints and pip-audit for requirements.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Final

PROJECT: Final = Path(__file__).parent.parent / "pyproject.toml"
BOUND: Final = re.compile(r"([\w.-]+)(?:\[[\w,]+\])?>=([\w.]+)")


def floors() -> dict[str, str]:
    """The oldest version of each, by name: what is always needed, and the extras but for `dev`."""
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    extras = {**project["optional-dependencies"], "dev": []}
    wanted = [*project["dependencies"], *(each for extra in extras.values() for each in extra)]
    bounds = {text: BOUND.fullmatch(text) for text in wanted}
    if loose := [text for text, bound in bounds.items() if bound is None]:
        raise ValueError(f"pyproject.toml: no oldest version in {', '.join(loose)}")
    return {bound[1]: bound[2] for bound in bounds.values() if bound is not None}


def pinned() -> str:
    """One line for each."""
    return "".join(f"{name}=={version}\n" for name, version in floors().items())


if __name__ == "__main__":
    print(pinned(), end="")
