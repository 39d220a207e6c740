"""Pictures of the pages in the states a player meets, to be looked at.

    python -m tests.workshop.states --out FOLDER [--only review]

Starts the application with the real engine on a free port and photographs each state as its
name says: wide (1280 px), on a phone (390 px) or dark; `print` is what goes to paper. Takes
about two minutes.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page, expect

from analyzer.notation import encode, parse_view
from analyzer.practice.drills import Drill, task
from analyzer.web.analyze.examples import samples
from analyzer.web.review.samples import example
from tests.workshop.stage import PATIENCE_MS, running

WIDE: Final[dict[str, Any]] = {"viewport": {"width": 1280, "height": 900}}
PHONE: Final[dict[str, Any]] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
LOOKS: Final[dict[str, dict[str, Any]]] = {
    "wide": WIDE,
    "phone": PHONE,
    "dark": WIDE | {"color_scheme": "dark"},
    "phone dark": PHONE | {"color_scheme": "dark"},
    "print": WIDE,
}
KNOCK = "score: 40-65\nhand: 3c 4c 5c 6c 9d 9h 9s 2s Ah Ad Kc\npile: 2d Kh 8s Jd 7h Ks"
TEN = "7h 8h 9h 4c 4d 4s Kd Qd 2c Ac"
DRAFT = '[Rules "classic"]\n[Players "Ann" "Bob"]\n[Dealer "2"]\n[Hand1 "2c 3c 4c 7h 8h Kd"]'

Reach = Callable[[Page], None]


def at(path: str) -> Reach:
    """Just go there."""
    return lambda page: _go(page, path)


def _go(page: Page, path: str) -> None:
    page.goto(path)
    page.wait_for_load_state("networkidle")


def asked(text: str) -> Reach:
    """A situation, answered."""

    def reach(page: Page) -> None:
        _go(page, f"/analyze?p={encode(parse_view(text))}")
        page.wait_for_selector("#result:not([aria-busy]) tbody tr", timeout=PATIENCE_MS)

    return reach


def typed(text: str) -> Reach:
    """Return what the box of the analysis says to a text."""

    def reach(page: Page) -> None:
        _go(page, "/analyze")
        page.get_by_label("Paste or type").fill(text)
        page.get_by_role("button", name="Analyze", exact=True).first.click()
        page.wait_for_load_state("networkidle")

    return reach


def review(page: Page) -> None:
    """A match of three hands, reviewed."""
    page.goto("/review")
    page.get_by_label("A hand or a match").fill(example("match"))
    page.get_by_label("Depth").select_option("quick")
    page.get_by_role("button", name="Review it").click()
    expect(page.locator("#entries")).to_be_visible(timeout=PATIENCE_MS)
    page.wait_for_load_state("networkidle")


def retry(page: Page) -> None:
    review(page)
    page.get_by_role("link", name="Retry the mistakes").click()
    page.wait_for_load_state("networkidle")


def deal(page: Page) -> None:
    """A game begun from the first page."""
    page.goto("/")
    page.get_by_role("combobox", name="Opponent").select_option("novice")
    page.get_by_role("button", name="Deal").click()
    expect(page.locator("#due")).to_be_visible()


def home_later(page: Page) -> None:
    """The first page of somebody who has begun something."""
    deal(page)
    _go(page, "/")


def a_discard(page: Page) -> None:
    """At the table with eleven cards, one of them chosen."""
    deal(page)
    while not page.locator("label.felt-card").count():
        go_on(page)
    page.locator("label.felt-card").last.click(position={"x": 20, "y": 40})
    page.wait_for_timeout(300)


def warned(page: Page) -> None:
    """The coach speaks before a meld is broken."""
    page.goto("/train")
    page.get_by_label("Novice").check()
    page.locator(".lobby-options > summary").click()
    page.get_by_label("The coach speaks").select_option("1")
    page.get_by_role("button", name="Deal").click()
    expect(page.locator("#due")).to_be_visible()
    for _ in range(80):
        if page.get_by_role("button", name="Play on", exact=True).count():
            return
        go_on(page, ".felt-set label.felt-card, .felt-run label.felt-card")


def hand_over(page: Page) -> None:
    """A hand played to its end, badly."""
    deal(page)
    for _ in range(80):
        if page.get_by_role("button", name="Next hand").count():
            return
        go_on(page)


def go_on(page: Page, prefer: str = "label.felt-card") -> None:
    """Go on in whatever way there is; a discard is the last of the cards preferred, if any."""
    onward = "button:has-text('Play on'), button:has-text('Next hand'), button:has-text('Lay down')"
    cards = page.locator("label.felt-card")
    if page.locator(onward).count():
        _step(page, onward)
    elif cards.count():
        chosen = page.locator(prefer)
        (chosen if chosen.count() else cards).last.click(position={"x": 20, "y": 40})
        _step(page, ".felt-buttons [data-role=discard]")
    else:
        _step(page, ".felt-buttons button[name=action]")


def _step(page: Page, selector: str) -> None:
    """Press a button of the table, and wait until it is settled."""
    turn = page.locator("#table input[name=turn]").first.input_value()
    coach = page.get_by_role("button", name="Play on", exact=True).count()
    page.locator(selector).first.click()
    for _ in range(200):
        page.wait_for_timeout(50)
        moved = page.locator("#table input[name=turn]").first.input_value() != turn
        if moved or page.get_by_role("button", name="Play on", exact=True).count() != coach:
            return


def puzzle_answered(page: Page) -> None:
    _go(page, "/puzzles")
    discard = page.locator("#puzzle .felt-buttons [data-role=discard]")
    if discard.count():
        page.locator("#puzzle label.felt-card").first.click(position={"x": 20, "y": 40})
        discard.click()
    else:
        page.locator("#puzzle .felt-buttons button[type=submit]").first.click()
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(500)


def drill_answered(page: Page) -> None:
    page.goto("/train/deadwood/1200/7")
    page.get_by_role("textbox").fill(task(Drill.DEADWOOD, 1200, 7).answer)
    page.keyboard.press("Enter")
    page.wait_for_load_state("networkidle")


def recording(page: Page) -> None:
    """A record half entered."""
    page.goto("/review/record")
    page.locator("#record").fill(DRAFT)
    page.wait_for_timeout(1500)


FIRST = samples()[0]

STATES: Final[tuple[tuple[str, Reach, tuple[str, ...]], ...]] = (
    ("home", at("/"), ("wide", "phone", "dark")),
    ("home later", home_later, ("wide",)),
    ("analyze", at("/analyze"), ("wide", "phone")),
    ("analyze discard", asked(FIRST.text), ("wide", "phone", "dark", "print")),
    ("analyze knock", asked(KNOCK), ("wide",)),
    ("analyze ten cards", typed(TEN), ("wide",)),
    ("analyze slip", typed(TEN + " 11h"), ("phone",)),
    ("review start", at("/review"), ("wide", "phone")),
    ("review", review, ("wide", "phone", "dark", "print")),
    ("review retry", retry, ("phone",)),
    ("play start", at("/train"), ("wide", "phone")),
    ("play draw", deal, ("wide", "phone dark")),
    ("play discard", a_discard, ("wide", "phone")),
    ("play coach", warned, ("wide", "phone")),
    ("play hand over", hand_over, ("wide", "phone")),
    ("puzzle", at("/puzzles"), ("wide", "phone")),
    ("puzzle answered", puzzle_answered, ("wide", "phone")),
    ("drill", at("/train/outs/1200/1"), ("phone",)),
    ("drill answered", drill_answered, ("wide",)),
    ("recorder", at("/review/record"), ("wide", "phone", "dark")),
    ("recorder half", recording, ("wide", "phone")),
    ("learn", at("/learn"), ("wide",)),
    ("lesson", at("/learn/course/sets-and-runs"), ("phone",)),
    ("settings", at("/settings"), ("phone",)),
    ("no such page", at("/nowhere"), ("phone",)),
)
"""Each state with the looks it is photographed in."""


def take(url: str, browser: Browser, out: Path, reach: Reach, name: str, look: str) -> Path:
    """Write the picture of a state; answers where."""
    context = browser.new_context(base_url=url, reduced_motion="reduce", **LOOKS[look])
    page = context.new_page()
    reach(page)
    path = out / f"{re.sub(' ', '-', name)}-{re.sub(' ', '-', look)}.png"
    if look == "print":
        page.emulate_media(media="print")
        page.set_viewport_size({"width": 794, "height": 1123})  # A4 at 96 pixels an inch
        path.with_suffix(".pdf").write_bytes(page.pdf(format="A4"))
    page.screenshot(path=path, full_page=True)
    context.close()
    return path


def main() -> None:
    """Take the pictures and say where they are."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--out", type=Path, required=True, help="the folder for the pictures")
    parser.add_argument("--only", default="", help="the beginning of the names of the states")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    count = 0
    with running() as (url, browser):
        for name, reach, looks in STATES:
            for look in looks if name.startswith(given.only) else ():
                print(take(url, browser, given.out, reach, name, look))
                count += 1
    print(f"{count} pictures")


if __name__ == "__main__":
    main()
