"""A running application and a browser on it, with whatever goes wrong in the page caught.

Every test here fails when its page logs an error, discards, loads nothing where something
was meant, or breaks the content security policy. What a test provokes, it announces:

    def test_a_bad_card_is_explained(visit, complaints):
        complaints.expect(r"status of 422")
        page = visit("/analyze", phone=True, dark=True)

`page` (of pytest-playwright) is a plain desktop page; `visit` opens one of any kind;
`accessible` runs axe. Only contexts made by these fixtures are watched, so don't call
`browser.new_context`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from itertools import product
from pathlib import Path
from typing import Any, Final, Protocol

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import (
    BrowserContext,
    BrowserType,
    ConsoleMessage,
    Page,
    WebError,
    expect,
)

from analyzer.engine.types import Limit
from analyzer.service.ports import Engine, installed_engine
from analyzer.web.review import pages
from tests.browser.find_browser import find_browser
from tests.browser.served import Running, Served
from tests.web.scripted import Script, settings_in

HERE = Path(__file__).parent

FEATURES = (
    "WebUIOmniboxPopup", "WebUIOmniboxAimPopup", # the pages behind an address bar that nobody sees
    # What Playwright turns off, which this list stands in for.
    "AimEnabled", "AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose", "HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades",
    "LensOverlay", "MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints",
    "PaintHolding", "PreconnectToSearch", "ThirdPartyStoragePartitioning",
)  # fmt: skip
"""Of Chromium, and not for tests: two pages of its own cost each context more than ours do."""

QUIET = (
    f"--disable-features={','.join(FEATURES)}",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-gpu",  # without one it would be imitated, at a tenth more work
    "--no-first-run",
)

PHONE = {"width": 320, "height": 640}
"""The smallest that is still in use …"""
HANDHELD = {"width": 390, "height": 844}
"""… and a usual one."""
DESKTOP = {"width": 1280, "height": 800}

WORLDS_A_SECOND = 200
"""Of the seconds that a page gives the real engine: the first answer has 1,000 worlds."""

expect.set_options(timeout=20_000)  # how long to wait for a state, on a machine that is busy

COLOURS = ["color-contrast", "link-in-text-block"]
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

REPORT_POLICY = """
document.addEventListener("securitypolicyviolation", (event) => console.error(
  `content security policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`));
"""

Serve = Callable[..., str]
Visit = Callable[..., Page]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark all tests of this folder, so that `-m "not browser"` leaves them out."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)


# --- the browser --------------------------------------------------------------------------


@pytest.fixture(scope="session")
def browser_type_launch_args(
    browser_type_launch_args: dict[str, Any], browser_type: BrowserType
) -> dict[str, Any]:
    """Start whatever Chromium is there, quietly; without one, skip, or fail where CI is set."""
    headed = browser_type_launch_args.get("headless") is False  # pytest --headed
    found = find_browser(browser_type.executable_path, headed=headed)
    if found is None:
        say = pytest.fail if os.environ.get("CI") else pytest.skip
        say("no browser: install Chromium, or run `playwright install chromium`")
    args = list(QUIET)
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        args.append("--no-sandbox")  # Chromium refuses to start as root with its sandbox
    own = found == browser_type.executable_path  # then the headless build, which is smaller
    where = {} if own else {"executable_path": found}
    return {**browser_type_launch_args, **where, "args": args}


# --- the application ----------------------------------------------------------------------


@pytest.fixture(scope="session")
def serve(served: Served, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serve]:
    """Start another server: `serve(engine=…, max_seconds=…)` answers its address."""
    with ExitStack() as running:

        def start(engine: Engine | None = None, **settings: Any) -> str:
            folder = tmp_path_factory.mktemp("server")
            chosen = settings_in(folder / "test.db", **{"showcase": True, **settings})
            return running.enter_context(served(chosen, engine=engine)).url

        yield start


@pytest.fixture(scope="session", autouse=True)
def _reviews_are_shallow() -> Iterator[None]:
    """Give the decisions of reviews few worlds, whatever depth a page asks for."""
    few = {name: depth._replace(worlds=512, around=64) for name, depth in pages.DEPTHS.items()}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pages, "DEPTHS", few)
        yield


@pytest.fixture(scope="session")
def live_server(serve: Serve) -> str:
    """Address of the application with the real engine, compiled already, at little depth."""
    engine = installed_engine()
    engine.warm_up()
    return serve(shallow(engine))


def shallow(engine: Engine) -> Engine:
    """The engine with so few worlds that nobody waits: more where a page gives more time."""
    assert engine.compare is not None
    compare = engine.compare

    def fewer(limit: Limit) -> Limit:
        return replace(limit, worlds=round(WORLDS_A_SECOND * (limit.seconds or 1.0)))

    return replace(
        engine,
        analyze=lambda view, limit, **how: engine.analyze(view, fewer(limit), **how),
        compare=lambda answer, limit, *wanted, **how: compare(answer, fewer(limit), *wanted, **how),
    )


@pytest.fixture(scope="session")
def base_url(live_server: str) -> str:
    """What `page.goto("/analyze")` starts from."""
    return live_server


@dataclass(frozen=True)
class Stage:
    """A server of one test whose engine does what the test says, when it says so."""

    script: Script
    running: Running

    def at(self, path: str) -> str:
        """The whole address of a path."""
        return self.running.url + path


@pytest.fixture
def stage_of(served: Served, tmp_path: Path) -> Iterator[Callable[..., Stage]]:
    """Make a stage with some settings changed: `stage_of(searches=1)`."""
    made: list[Stage] = []
    with ExitStack() as running:

        def make(engine_of: Callable[[Script], Engine] = Script.engine, **settings: Any) -> Stage:
            chosen = settings_in(tmp_path / f"{len(made)}.db", **{"first_wait": 0.05, **settings})
            script = Script(held=True)
            engine = engine_of(script)
            made.append(Stage(script, running.enter_context(served(chosen, engine=engine))))
            return made[-1]

        yield make


@pytest.fixture
def stage(stage_of: Callable[..., Stage]) -> Stage:
    """A server whose searches wait for `stage.script.step()`."""
    return stage_of()


# --- what the page complains about --------------------------------------------------------


@dataclass
class Complaints:
    """Errors that pages logged or discarded, but for those that the test announced."""

    heard: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=list)

    def expect(self, pattern: str) -> None:
        """Let errors pass that match a regular expression."""
        self.expected.append(pattern)

    def watch(self, context: BrowserContext) -> None:
        """Listen to every page of a context, and make policy violations speak."""
        context.add_init_script(REPORT_POLICY)
        context.on("console", self._console)
        context.on("weberror", self._discarded)

    def unexpected(self) -> list[str]:
        """What is to blame on the page."""
        return [it for it in self.heard if not any(re.search(p, it) for p in self.expected)]

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "assert"}:
            place = message.location
            self.heard.append(f"{message.text} ({place['url']}:{place['lineNumber']})")

    def _discarded(self, error: WebError) -> None:
        self.heard.append(f"discarded: {error.error}")


@pytest.fixture(autouse=True)
def complaints() -> Iterator[Complaints]:
    """Fail the test at its end when a page complained."""
    book = Complaints()
    yield book
    if unexpected := book.unexpected():
        pytest.fail("the page complained:\n  " + "\n  ".join(unexpected))


@pytest.fixture
def new_context(
    new_context: Callable[..., BrowserContext], complaints: Complaints
) -> Callable[..., BrowserContext]:
    """As pytest-playwright's, but watched, and still: nothing animates, one language and size."""

    def make(**options: Any) -> BrowserContext:
        still = {"reduced_motion": "reduce", "locale": "en-GB", "viewport": DESKTOP}
        context = new_context(**{**still, **options})
        complaints.watch(context)
        return context

    return make


# --- pages of every kind ------------------------------------------------------------------


@pytest.fixture
def visit(new_context: Callable[..., BrowserContext]) -> Visit:
    """Open a page: `visit("/", phone=True, dark=True, script=False)`.

    The path may be a whole address, of another server that `serve` started. Further options
    are those of a Playwright context (`viewport`, `device_scale_factor`, …).
    """

    def open_page(
        path: str = "/",
        *,
        phone: bool = False,
        dark: bool = False,
        script: bool = True,
        **options: Any,
    ) -> Page:
        options.setdefault("viewport", PHONE if phone else DESKTOP)
        options.setdefault("has_touch", phone)
        context = new_context(
            color_scheme="dark" if dark else "light", java_script_enabled=script, **options
        )
        page = context.new_page()
        page.goto(path)
        return page

    return open_page


@pytest.fixture
def accessible() -> Callable[..., None]:
    """Assert that axe finds nothing: `accessible(page)`. Needs a page with scripts.

    `accessible(page, COLOURS)` asks only what may differ from one theme to the other.
    """

    def check(page: Page, rules: list[str] = RULES) -> None:
        page.wait_for_load_state()  # a click returns when the next page has begun
        there = page.evaluate("'axe' in window")  # from an earlier look at the same page
        axe = Axe(axe_script="null") if there else Axe()
        results = axe.run(page, options={"runOnly": rules, "resultTypes": ["violations"]})
        assert not results.violations_count, results.generate_report()

    return check


@pytest.fixture
def fits() -> Callable[[Page], None]:
    """Assert that nothing scrolls sideways: `fits(page)`."""

    def check(page: Page) -> None:
        page.wait_for_load_state()  # its words may be there before its style sheets
        width = page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
        assert width[0] <= width[1], f"the page is {width[0]} px wide on a {width[1]} px screen"

    return check


LOOKS: Final = {
    "day": ((DESKTOP, "light"), (PHONE, "dark")),
    "night": tuple(product((DESKTOP, HANDHELD, PHONE), ("light", "dark"))),
}
"""By day each size and each scheme once, at night the whole matrix."""


class Sound(Protocol):
    """Asserts that a page is accessible and fits, in looks; leaves it as the last of them."""

    def __call__(self, page: Page, *, dark: bool = False, by_day: bool = True) -> None:
        """By day the colors of the dark only with `dark`; nothing at all without `by_day`."""


@pytest.fixture(params=["day", pytest.param("night", marks=pytest.mark.nightly)])
def sound(
    request: pytest.FixtureRequest, accessible: Callable[..., None], fits: Callable[[Page], None]
) -> Sound:
    """Assert that a page is accessible and fits, wide and narrow, light and dark."""
    night = request.param == "night"

    def check(page: Page, *, dark: bool = False, by_day: bool = True) -> None:
        for size, scheme in LOOKS[request.param] if by_day or night else ():
            page.set_viewport_size(size)
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            page.wait_for_load_state()  # a link may have been followed just now
            fits(page)
            page.evaluate("scrollTo(0, document.body.scrollHeight)")  # where bars cover nothing
            if scheme == "light":
                accessible(page)
            elif dark or night:
                accessible(page, COLOURS)

    return check
