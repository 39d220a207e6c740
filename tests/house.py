"""What the house weighs: rooms and arrows, lines, public names, functions, each beside its target.

    python -m tests.house [--report]

Exit code 1 where a target is missed; with `--report` it only prints. Below them stand the sizes,
beside what was asked of the rebuilt house before features were added to it: facts, no targets.
"""

from __future__ import annotations

import argparse
import ast
import sys
import tomllib
from collections import Counter
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from statistics import median

import grimp

import analyzer

ROOT = Path(__file__).parents[1]
PACKAGE = Path(analyzer.__file__).parent
BENEATH = ("errors", "resources", "jobs", "__main__")
"""What every room may import (or none): they are no rooms and not counted."""
APPLICATIONS = ("web/", "cli/", "store/migrations/")
"""Run, not imported: Flask, click and Alembic find what is in them."""

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

    def lines(self, under: str = "") -> int:
        """Lines of the files in one folder, or in all."""
        return sum(size for name, size in self.sizes.items() if name.startswith(under))


@cache
def house_as_it_stands() -> House:
    """The house, read once."""
    return House()


@dataclass(frozen=True)
class Count:
    """One figure of the house, its target, and what would have to change."""

    name: str
    value: float
    most: float
    worst: tuple[str, ...] = ()
    """What weighs most, for who wants to make it less."""

    @property
    def met(self) -> bool:
        """Whether the target is reached."""
        return self.value <= self.most

    def __str__(self) -> str:
        return (
            f"{'ok' if self.met else 'OVER':4}  {self.name:44} {self.value:7,g}  ≤ {self.most:,g}"
        )


def _named(sizes: dict[str, int], least: int = 0, shown: int = 5) -> tuple[str, ...]:
    """The first few of them, as far as they are above a size."""
    return tuple(f"{size} {name}" for name, size in list(sizes.items())[:shown] if size > least)


def _offered(house: House) -> tuple[str, ...]:
    rooms = Counter(name.split("/")[0] for name, _ in house.public)
    return _named(dict(rooms.most_common()), shown=len(rooms))


def counts() -> dict[str, Count]:
    """Every figure by a short key; the targets stand here and nowhere else.

    Names and pages may grow as the program does, in the proportions of the house when it was
    rebuilt (900 names and 9,500 lines of pages in 51,500 lines), not faster.
    """
    house = house_as_it_stands()
    lines = house.lines()
    inside = arrows()
    order = rooms()
    upward = {pair for pair in inside if order.index(pair[1]) > order.index(pair[0])}
    twice = house.shared_class_names
    functions, files = house.functions, house.sizes
    return {
        "rooms": Count("rooms", len(order), 13),
        "arrows": Count("arrows between rooms", len(inside), 80),
        "upward": Count("arrows upward", len(upward), 0, tuple(map(" → ".join, sorted(upward)))),
        "names": Count(
            "names a room offers to others, a thousand lines",
            round(len(house.public) / lines * 1000, 1),
            17.5,
            _offered(house),
        ),
        "web": Count("lines of analyzer/web/", house.lines("web/"), 15_500),
        "twice": Count("public class names used twice", len(twice), 0, tuple(sorted(twice))),
        "median": Count("lines of a function, median", median(functions.values()), 7),
        "longest": Count(
            "lines of the longest function", max(functions.values()), 60, _named(functions, 60)
        ),
        "files": Count("lines of the longest file", max(files.values()), 500, _named(files, 500)),
    }


@dataclass(frozen=True)
class Fact:
    """One size of the house, and what was asked of it when it was rebuilt; nothing fails by it."""

    name: str
    value: int
    asked: int

    def __str__(self) -> str:
        return (
            f"{'':4}  {self.name:44} {self.value:7,}  (asked of the rebuilt house: {self.asked:,})"
        )


def facts() -> tuple[Fact, ...]:
    """The sizes that grow with what the program can do."""
    house = house_as_it_stands()
    return (
        Fact("lines of analyzer/", house.lines(), 51_500),
        Fact("lines of analyzer/web/", house.lines("web/"), 9_500),
        Fact("names that rooms offer to others", len(house.public), 900),
    )


def main() -> int:
    """Print the counts; 1 where a target is missed, unless only a report was wanted."""
    parser = argparse.ArgumentParser(description="the counts of the house, beside their targets")
    parser.add_argument("--report", action="store_true", help="print, and exit with 0")
    arguments = parser.parse_args()
    measured = counts().values()
    for count in measured:
        print(count)
        if not count.met and count.worst:
            print(f"        {', '.join(count.worst)}")
    print(*facts(), sep="\n")
    return int(not arguments.report and not all(count.met for count in measured))


if __name__ == "__main__":
    sys.exit(main())
