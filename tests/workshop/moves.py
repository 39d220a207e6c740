"""The time that a move waits for its answer at the table, as a player on a phone sees it.

    python -m tests.workshop.moves [--hands 3] [--levels novice engine]

Plays hands against each opponent in a browser 390 px wide, with the coach as the first page sets
it, and times each move from the tap to the settled table. Wanted: .3 s.
"""

from __future__ import annotations

import argparse
from statistics import median, quantiles
from typing import Final

from playwright.sync_api import Browser, Page, expect

from analyzer.practice.games import Level
from tests.workshop.stage import PATIENCE_MS, running
from tests.workshop.states import PHONE, go_on

WANTED_MS: Final = 300
EVER: Final = 400
"""Moves after which a hand has ended, or something is wrong."""
CLOCK: Final = """
window.took = 0;
let tapped = 0;
document.addEventListener("htmx:beforeRequest", () => { tapped = performance.now(); });
document.addEventListener("htmx:afterSettle", () => { took = performance.now() - tapped; });
"""


def move(page: Page) -> float:
    """Milliseconds of whatever there is to do; the coach is not heeded."""
    page.evaluate("() => { took = 0; }")
    go_on(page)
    page.wait_for_function("() => took > 0", timeout=PATIENCE_MS)
    return float(page.evaluate("() => took"))


def game(url: str, browser: Browser, level: Level, hands: int) -> list[float]:
    """Milliseconds of each move in so many hands against an opponent."""
    context = browser.new_context(base_url=url, reduced_motion="reduce", **PHONE)
    context.add_init_script(CLOCK)
    page = context.new_page()
    page.goto("/")
    page.get_by_role("combobox", name="Opponent").select_option(level.value)
    page.get_by_role("button", name="Deal").tap()
    expect(page.locator("#due")).to_be_visible(timeout=PATIENCE_MS)
    times: list[float] = []
    while len(times) < EVER and not page.get_by_role("link", name="New game").count():
        following = page.get_by_role("button", name="Next hand")
        hands -= following.count()
        if not hands:
            break
        times.append(move(page))
    context.close()
    return times


def main() -> None:
    """Print the moves and their times, a line for each opponent."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--hands", type=int, default=3, help="hands against each opponent")
    names = [level.value for level in Level]
    parser.add_argument("--levels", nargs="*", choices=names, default=names, help="which ones")
    given = parser.parse_args()
    with running() as (url, browser):
        game(url, browser, Level.NOVICE, 1)  # what a first request loads
        for name in given.levels:
            times = game(url, browser, Level(name), given.hands)
            late = sum(time > WANTED_MS for time in times)
            print(
                f"{name}: {len(times)} moves, median {median(times):.0f} ms, 95% within "
                f"{quantiles(times, n=20)[-1]:.0f}, longest {max(times):.0f}; "
                f"{late} over {WANTED_MS}"
            )


if __name__ == "__main__":
    main()
