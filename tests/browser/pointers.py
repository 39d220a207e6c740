"""Pointers that stay down, and what becomes of a press while the page changes under it."""

from __future__ import annotations

from typing import Final, Protocol

from playwright.sync_api import Page, Route


class Pointer(Protocol):
    """What goes down at a point of the page, in CSS pixels, and up again."""

    def __init__(self, page: Page) -> None: ...
    def down(self, x: float, y: float) -> None: ...
    def up(self) -> None: ...


class Mouse:
    """A mouse."""

    def __init__(self, page: Page) -> None:
        self._mouse = page.mouse

    def down(self, x: float, y: float) -> None:
        self._mouse.move(x, y)
        self._mouse.down()

    def up(self) -> None:
        self._mouse.up()


class Finger:
    """A finger, which Playwright lets tap but not stay down."""

    def __init__(self, page: Page) -> None:
        self._session = page.context.new_cdp_session(page)

    def down(self, x: float, y: float) -> None:
        self._touch("touchStart", {"x": x, "y": y})

    def up(self) -> None:
        self._touch("touchEnd")

    def _touch(self, kind: str, *points: dict[str, float]) -> None:
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})


POINTERS: Final = (Mouse, Finger)


def pressed_meanwhile(page: Page, first: str, second: str, url: str, kind: type[Pointer]) -> None:
    """Tap one element; the answer from `url` arrives while the other is held down.

    The second press follows the first so closely that the page's timers have not run between.
    """
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(url, hold)
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") + 1000)
    with page.expect_request(url):
        page.locator(first).click()
    where = page.locator(second).bounding_box()
    assert where is not None
    pointer = kind(page)
    pointer.down(where["x"] + where["width"] / 2, where["y"] + where["height"] / 2)
    page.clock.resume()
    with page.expect_response(url):
        held.pop().continue_()
    page.unroute(url)
    page.wait_for_timeout(100)  # in which the page would have been swapped
    pointer.up()
