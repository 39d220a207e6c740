"""Screens of our own card table, labeled by the page itself: in every size, theme and color."""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import cycle, islice, product
from typing import TYPE_CHECKING, Any

from PIL import Image
from playwright.sync_api import Browser, Page, expect

from tests.workshop.stage import PATIENCE_MS, running
from tests.workshop.states import deal, go_on

if TYPE_CHECKING:
    from tests.workshop.vision.evaluation import Labeled

SIZES = (
    (360, 740, 3),
    (390, 844, 2),
    (820, 1180, 2),
    (1280, 800, 1),
    (1440, 900, 2),
    (1920, 1080, 1),
)
"""Width, height and pixels of a point."""
HAND, UP = ".felt-hand [data-card]", ".place-pile [data-card]"
IN_SIGHT = """() => [...document.querySelectorAll('img.card[src*="/cards/"]')].filter(card => {
  const box = card.getBoundingClientRect();
  const shows = (right, down) => {
    const [x, y] = [box.left + box.width * right, box.top + box.height * down];
    const top = document.elementFromPoint(x, y);
    return top === card || (top && top.tagName !== "IMG" && card.parentElement.contains(top));
  };
  return (shows(0.14, 0.14) && shows(0.14, 0.34)) || (shows(0.86, 0.86) && shows(0.86, 0.66));
}).map(card => card.getAttribute("src").match(/(..)[.]svg/)[1])"""
"""The cards of which rank and suit lie in sight in one corner, whoever has them."""


def table_screens(many: int) -> Iterator[Labeled]:
    """Play at the table of a server of its own; gives a screen each turn, with its label."""
    expect.set_options(timeout=PATIENCE_MS)
    with running() as (url, browser):
        kinds = product(SIZES, ("light", "dark"), ("", "two"))
        pages = [(kind, _table(browser, url, *kind)) for kind in kinds]
        for number, ((size, theme, suits), page) in enumerate(islice(cycle(pages), many)):
            label = _settled(page)
            label["file"] = f"own_{number}_{theme}_{suits or 'four'}"
            label["repo"] = f"own table, {size[0]} × {size[1]}"
            png = page.screenshot()
            go_on(page)
            yield label, Image.open(io.BytesIO(png)).convert("RGB")


def _table(browser: Browser, url: str, size: tuple[int, int, int], theme: str, suits: str) -> Page:
    wide, high, scale = size
    context = browser.new_context(
        base_url=url, viewport={"width": wide, "height": high}, device_scale_factor=scale,
        reduced_motion="reduce",
    )  # fmt: skip
    looks: dict[str, str | float | bool] = {"theme": theme, "suits": suits}
    assert context.request.post("/settings", form=looks, headers={"Origin": url}).ok
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    deal(page)
    return page


def _settled(page: Page) -> dict[str, Any]:
    """Play on until a whole hand lies in sight; gives what lies there."""
    while page.locator(HAND).count() not in {10, 11} or page.locator("#coach").count():
        go_on(page)
    page.locator(".felt-hand").scroll_into_view_if_needed()
    page.wait_for_timeout(300)
    hand, up = (
        page.eval_on_selector_all(where, "all => all.map(one => one.dataset.card)")
        for where in (HAND, UP)
    )
    others = sorted({*page.evaluate(IN_SIGHT)} - {*hand, *up})
    return {"game": "gin", "layout": "adjacent", "hand": hand, "up": up, "others": others}
