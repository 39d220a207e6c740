"""What the pages of Learn are given."""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.display.parts import Fact
from analyzer.web.chrome import Link


@dataclass(frozen=True, slots=True)
class RulesColumn:
    """A column of the presets table."""

    label: str
    hint: str = ""
    """What the parameter means, for the list under the table."""
    number: bool = False


@dataclass(frozen=True, slots=True)
class RulesRow:
    """One preset."""

    name: str
    summary: str
    cells: tuple[str, ...]
    """One for each column, as text."""
    default: bool = False


@dataclass(frozen=True, slots=True)
class RulesPage:
    """`learn/rules.html`: the presets, generated from `Rules`."""

    title: str
    description: str
    columns: tuple[RulesColumn, ...]
    rows: tuple[RulesRow, ...]
    override_example: str
    """A rules line with overrides: "rules: standard,gin=20,undercut=10"."""
    tabs: tuple[Link, ...] = ()
    """The pages of Learn."""
    fields: tuple[Fact, ...] = ()
    """Every field of `Rules` that can be overridden, with its meaning."""
    glossary: tuple[Fact, ...] = ()
    """Terms, a sentence each."""
