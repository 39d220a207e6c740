"""What whole pages are given."""

from __future__ import annotations

from dataclasses import dataclass, field

from analyzer.display.parts import CardGroup, Fact
from analyzer.web.contexts.answer import ResultFragment, Verdict
from analyzer.web.contexts.board import EntryForm, GridFragment, HandFragment


@dataclass(frozen=True, slots=True)
class Link:
    """A link in the navigation."""

    label: str
    href: str
    current: bool = False
    """Whether the page shown is this one or one below it."""


@dataclass(frozen=True, slots=True)
class Site:
    """What `base.html` needs on every page; given as ``site`` by a context processor."""

    version: str
    """The app's version; also marks the addresses of static files."""
    home: str
    nav: tuple[Link, ...]
    """Pages that exist: Analyze, Learn."""
    footer: tuple[Link, ...] = ()
    """Quieter links: rules, API."""


@dataclass(frozen=True, slots=True)
class Example:
    """A position to click on an empty page."""

    title: str
    """"Which king goes?"."""
    teaches: str
    """One sentence: what the question is."""
    text: str
    """The view text that it stands for."""
    href: str
    """/analyze?p=…"""
    groups: tuple[CardGroup, ...] = ()
    """The hand as shown."""


@dataclass(frozen=True, slots=True)
class HomePage:
    """`home/page.html`."""

    title: str
    description: str
    examples: tuple[Example, ...]
    form: EntryForm
    review_url: str = "/review"
    showcase: CardGroup | None = None
    """A held hand drawn large beside the promise."""
    showcase_groups: tuple[CardGroup, ...] = ()
    showcase_verdict: Verdict | None = None


@dataclass(frozen=True, slots=True)
class AnalyzePage:
    """`analyze/page.html`: with a result, with an error, or empty and teaching."""

    title: str
    description: str
    form: EntryForm
    hand: HandFragment
    grid: GridFragment
    result: ResultFragment | None = None
    """None while there is no position."""
    examples: tuple[Example, ...] = ()
    """Shown while there is no position."""
    refresh: str | None = None
    """While a search runs: when and whence the page loads again where scripts are off."""
    shared_note: str | None = None
    """On a stored answer: when and how it was computed."""
    canonical_url: str | None = None
    belief_url: str | None = None
    """Where the opponent's hand is shown; None while there is no position."""


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


@dataclass(frozen=True, slots=True)
class ApiEndpoint:
    """One route of the API."""

    method: str
    path: str
    summary: str
    request: str = ""
    """An example of the JSON sent."""
    response: str = ""
    """The JSON that comes back for it."""
    curl: str = ""
    """The same as a command."""


@dataclass(frozen=True, slots=True)
class ApiPage:
    """`api/page.html`: the readable side of the OpenAPI document."""

    title: str
    description: str
    openapi_url: str
    endpoints: tuple[ApiEndpoint, ...]
    errors: tuple[Fact, ...] = ()
    """Status codes and what they mean."""
    tabs: tuple[Link, ...] = ()


@dataclass(frozen=True, slots=True)
class ErrorPage:
    """`error/page.html`: every error, and the answer when too many searches run."""

    title: str
    status: int
    headline: str
    """"There is no such page.", "The table is full."."""
    explanation: str
    links: tuple[Link, ...] = field(default=())
    """Ways on."""
    retry_seconds: int | None = None
    """When to try again, in words on the page; None where that would not help."""
    description: str = ""
