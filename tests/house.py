"""What the house weighs: rooms and arrows, lines, public names, functions; and one of each idea.

    python -m tests.house [--report]

Every figure stands beside its ceiling, an absolute number that only falls, and the budget that it
is to reach; those of the rooms are in `house.toml`. Whoever deletes lowers a ceiling; a feature
that needs more raises it in a commit of its own that says why. Exit code 1 where a ceiling is
missed; with `--report` it only prints.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from statistics import median
from types import MappingProxyType
from typing import Final

import grimp

import analyzer

ROOT = Path(__file__).parents[1]
PACKAGE = Path(analyzer.__file__).parent
BENEATH = ("errors", "resources", "jobs", "__main__")
"""What every room may import (or none): they are no rooms and not counted."""
APPLICATIONS = ("web/", "cli/", "store/migrations/")
"""Run, not imported: Flask, click and Alembic find what is in them."""

VAGUE = {"asked", "behind", "called", "found", "one", "told"}
"""What a variable is not called: a reader learns from it neither what it is nor of what kind."""

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def layers() -> tuple[str, ...]:
    """The layers of the contract in pyproject.toml, low to high."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return tuple(reversed(project["tool"]["importlinter"]["contracts"][0]["layers"]))


def rooms() -> tuple[str, ...]:
    """The rooms among the layers."""
    return tuple(name for name in layers() if name not in BENEATH)


@cache
def _graph() -> grimp.ImportGraph:
    return grimp.build_graph("analyzer", cache_dir=None)


def arrows() -> set[tuple[str, str]]:
    """Every pair of rooms of which a file in the first imports a file in the second."""
    graph, known = _graph(), set(rooms())
    pairs = {
        (importer.split(".")[1], imported.split(".")[1])
        for importer in graph.modules - {"analyzer"}
        for imported in graph.find_modules_directly_imported_by(importer) - {"analyzer"}
    }
    return {(room, other) for room, other in pairs if room != other and {room, other} <= known}


def trespasses() -> set[tuple[str, str]]:
    """Every import of a file with an underscore from outside the folder's room."""
    graph = _graph()
    return {
        (importer, imported)
        for imported in graph.modules
        if any(part.startswith("_") for part in imported.split(".")[2:])
        for importer in graph.find_modules_that_directly_import(imported)
        if importer.split(".")[1] != imported.split(".")[1]
    }


def _lines(path: Path) -> int:
    return path.read_bytes().count(b"\n")


@dataclass(frozen=True)
class House:
    """The Python files of the package, measured."""

    folder: Path = PACKAGE

    @cached_property
    def sizes(self) -> dict[str, int]:
        """Lines of each file, the longest first."""
        files = self.folder.rglob("*.py")
        sizes = {path.relative_to(self.folder).as_posix(): _lines(path) for path in files}
        return dict(sorted(sizes.items(), key=lambda item: -item[1]))

    @cached_property
    def _trees(self) -> dict[str, ast.Module]:
        return {
            name: ast.parse((self.folder / name).read_text(encoding="utf-8")) for name in self.sizes
        }

    @cached_property
    def named(self) -> list[tuple[str, Definition]]:
        """Every function and class at the top of a file that has no underscore, with its file."""
        return [
            (name, node)
            for name, tree in self._trees.items()
            for node in tree.body
            if isinstance(node, Definition) and not node.name.startswith("_")
        ]

    @cached_property
    def public(self) -> list[tuple[str, Definition]]:
        """Those that another room may import: outside the applications and `_files`."""
        return [
            (name, node)
            for name, node in self.named
            if not name.startswith(APPLICATIONS) and not Path(name).name.startswith("_")
        ]

    @cached_property
    def functions(self) -> dict[str, int]:
        """Lines of each function and method by file and name, the longest first."""
        sizes = {
            f"{name}:{node.lineno} {node.name}": (node.end_lineno or 0) - node.lineno + 1
            for name, tree in self._trees.items()
            for node in ast.walk(tree)
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        }
        return dict(sorted(sizes.items(), key=lambda item: -item[1]))

    @cached_property
    def shared_class_names(self) -> dict[str, int]:
        """Names that more than one public class goes by, and how many do."""
        counts = Counter(node.name for _, node in self.named if isinstance(node, ast.ClassDef))
        return {name: count for name, count in counts.items() if count > 1}

    @cached_property
    def vague(self) -> dict[str, int]:
        """Variables and parameters of each file that are called by what says nothing of them."""
        counts = {
            name: sum(
                node.arg in VAGUE
                if isinstance(node, ast.arg)
                else isinstance(node, ast.Name)
                and isinstance(node.ctx, ast.Store)
                and node.id in VAGUE
                for node in ast.walk(tree)
            )
            for name, tree in self._trees.items()
        }
        return dict(sorted(counts.items(), key=lambda item: -item[1]))

    @property
    def lines_beneath(self) -> int:
        """Lines of the files that lie in no room."""
        return sum(size for name, size in self.sizes.items() if name.split("/")[0] not in rooms())

    def lines(self, under: str = "") -> int:
        """Lines of the files in one folder, or in all."""
        return sum(size for name, size in self.sizes.items() if name.startswith(under))


@cache
def house_as_it_stands() -> House:
    """The house, read once."""
    return House()


@dataclass(frozen=True)
class Room:
    """Lines that a room is to have at most in the end, and those it may have until then."""

    budget: int
    ceiling: int | None = None
    """None where the budget is reached: from then on it holds."""

    @property
    def most(self) -> int:
        """Lines that it may have now."""
        return self.budget if self.ceiling is None else self.ceiling


ROOMS: Final[Mapping[str, Room]] = MappingProxyType(
    {
        name: Room(**lines)
        for name, lines in tomllib.loads((ROOT / "tests" / "house.toml").read_text()).items()
    }
)
"""The lines of each room; `beneath` is what lies in none."""
WHOLE: Final = Room(72_000, sum(room.most for room in ROOMS.values()))
"""The lines of analyzer/: as many as all rooms may have."""
SLACK: Final = 500
"""Lines by which a ceiling above its budget may be higher than what is there."""
STALE: Final = 10
"""How many of the second ones that are listed below may be gone before the list is shortened."""


@dataclass(frozen=True)
class Idea:
    """The one place of an idea, and the second ones that are still to be merged into it."""

    place: str
    twins: tuple[str, ...] = ()


IDEAS: Final[Mapping[str, Idea]] = MappingProxyType(
    {
        "rules": Idea("game/rules.py"),
        "move": Idea("game/actions.py"),
        "table state": Idea("game/table.py"),
        "view": Idea("game/view.py"),
        "scoring": Idea("game/scoring.py"),
        "record": Idea("notation/records"),
        "recorder": Idea("notation/recorder"),
        "referee": Idea("notation/_referee.py"),
        "seat": Idea("practice/seat.py"),
        "table page": Idea("web/train/table.py"),
        "coach": Idea("review/coach"),
        "review": Idea("review/run.py"),
    }
)
"""What there is to be one of. The twins are all that there are, and their list only shrinks."""

SECOND_TYPES: Final = frozenset[str]()
"""Classes that are a second type for an idea. Their list only shrinks, too."""

SAYS_TWIN: Final = re.compile(r"other|general|chair|/seats\.py")
"""In a name, that something is the second of its kind."""
NO_TWINS: Final = ("kernel/", "engine/general/")
"""The loops and the search for n seats stand beside the fast ones for two."""


def twins() -> set[str]:
    """Files and folders that are a second one of an idea, as they are listed."""
    return {twin for idea in IDEAS.values() for twin in idea.twins}


def stands(place: str) -> bool:
    """True if there is such a file or folder in the package."""
    return (PACKAGE / place).exists()


def unlisted() -> set[str]:
    """Files that go by the name of a second one, of whatever idea, and are in no list."""
    listed = tuple(twins())
    return {
        name
        for name in house_as_it_stands().sizes
        if SAYS_TWIN.search(name) and not name.startswith((*listed, *NO_TWINS))
    }


def second_types() -> set[str]:
    """Those classes of the package that are a second type for an idea."""
    house = house_as_it_stands()
    return {node.name for _, node in house.named if isinstance(node, ast.ClassDef)} & SECOND_TYPES


def gone() -> set[str]:
    """The second ones that are listed and stand no more."""
    return {twin for twin in twins() if not stands(twin)} | (SECOND_TYPES - second_types())


@dataclass(frozen=True)
class Count:
    """One figure of the house, its ceiling and budget, and what would have to change."""

    name: str
    value: float
    most: float
    worst: tuple[str, ...] = ()
    """What weighs most, for who wants to make it less."""
    budget: float | None = None
    """What it is to be in the end; None where that is the ceiling."""

    @property
    def met(self) -> bool:
        """True if the ceiling is kept."""
        return self.value <= self.most

    def __str__(self) -> str:
        budget = "" if self.budget in {None, self.most} else f"  (budget {self.budget:,g})"
        sign = "ok" if self.met else "OVER"
        return f"{sign:4}  {self.name:44} {self.value:7,g}  ≤ {self.most:,g}{budget}"


def _named(sizes: dict[str, int], least: int = 0, shown: int = 5) -> tuple[str, ...]:
    """The first few of them, as far as they are above a size."""
    return tuple(f"{size} {name}" for name, size in list(sizes.items())[:shown] if size > least)


def _offered(house: House) -> tuple[str, ...]:
    rooms = Counter(name.split("/")[0] for name, _ in house.public)
    return _named(dict(rooms.most_common()), shown=len(rooms))


def _lines_of(name: str, lines: int, room: Room) -> Count:
    return Count(f"lines of {name}", lines, room.most, budget=room.budget)


@cache
def counts() -> dict[str, Count]:
    """Every figure by a short key; the targets stand in this file and nowhere else."""
    house = house_as_it_stands()
    inside = arrows()
    order = rooms()
    upward = {pair for pair in inside if order.index(pair[1]) > order.index(pair[0])}
    twice = house.shared_class_names
    functions, files, vague = house.functions, house.sizes, house.vague
    long = [name for name, size in functions.items() if size > 40]
    return {
        **{name: _lines_of(f"{name}/", house.lines(f"{name}/"), ROOMS[name]) for name in order},
        "beneath": _lines_of("what lies beneath", house.lines_beneath, ROOMS["beneath"]),
        "lines": _lines_of("analyzer/", house.lines(), WHOLE),
        "rooms": Count("rooms", len(order), 15),
        "arrows": Count("arrows between rooms", len(inside), 74),
        "upward": Count("arrows upward", len(upward), 0, tuple(map(" → ".join, sorted(upward)))),
        "names": Count(
            "names that rooms offer to others",
            len(house.public),
            1_298,
            _offered(house),
            budget=900,
        ),
        "vague": Count(
            "variables named by nothing", sum(vague.values()), 273, _named(vague), budget=0
        ),
        "twice": Count("public class names used twice", len(twice), 0, tuple(sorted(twice))),
        "median": Count("lines of a function, median", median(functions.values()), 7),
        "long": Count("functions over 40 lines", len(long), 10, _named(functions), budget=0),
        "longest": Count(
            "lines of the longest function", max(functions.values()), 60, _named(functions, 60)
        ),
        "files": Count("lines of the longest file", max(files.values()), 500, _named(files, 500)),
        "twins": Count("second ones of an idea", sum(map(stands, twins())), 0),
        "types": Count("second types for an idea", len(second_types()), 0),
    }


def main() -> int:
    """Print the counts; 1 where a ceiling is missed, unless only a report was wanted."""
    parser = argparse.ArgumentParser(description="the counts of the house, beside their ceilings")
    parser.add_argument("--report", action="store_true", help="print, and exit with 0")
    arguments = parser.parse_args()
    measured = counts().values()
    for count in measured:
        print(count)
        if not count.met and count.worst:
            print(f"        {', '.join(count.worst)}")
    for name, idea in IDEAS.items():
        print(f"      {name}: {idea.place}", *(f"and {twin}" for twin in idea.twins))
    if gone():
        print(f"      to be taken off the lists: {', '.join(sorted(gone()))}")
    return int(not arguments.report and not all(count.met for count in measured))


if __name__ == "__main__":
    sys.exit(main())
