"""The fixtures themselves: a page that misbehaves is caught, a good one is not.

The pages are answered by the tests themselves.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page

HOST = "http://page.test/"
STRICT = {"content-security-policy": "default-src 'none'"}


@pytest.fixture
def show(new_context: Callable[..., BrowserContext]) -> Callable[..., Page]:
    def page_of(body: str, **headers: str) -> Page:
        page = new_context().new_page()
        html = f"<!doctype html><html lang=en><title>A page</title><main>{body}</main></html>"
        page.route(
            "**/*",
            lambda route: (
                route.fulfill(body=html, content_type="text/html", headers=headers)
                if route.request.url == HOST
                else route.fulfill(status=404)
            ),
        )
        page.goto(HOST)
        page.wait_for_timeout(50)
        return page

    return page_of


@pytest.mark.parametrize(
    ("body", "headers", "complaint"),
    [
        ("<script>console.error('oh')</script>", {}, "oh"),
        ("<script>throw new Error('thrown it was')</script>", {}, "thrown it was"),
        ("<script>1</script>", STRICT, "content security policy: script-src-elem"),
        ("<p style='color: red'>red</p>", STRICT, "content security policy: style-src-attr"),
        ("<img src=/gone.png alt=gone>", {}, "404"),
    ],
)
def test_a_misbehaving_page_is_caught(show, complaints, body, headers, complaint):
    show(body, **headers)
    assert any(complaint in heard for heard in complaints.unexpected())
    complaints.expect("")  # heard, and meant


def test_a_good_page_is_not_blamed(show, complaints, accessible, fits):
    page = show("<h1>Deadwood</h1><p>All is well.</p>", **STRICT)
    assert complaints.heard == []
    accessible(page)
    fits(page)


def test_axe_finds_a_button_without_a_name(show, accessible):
    with pytest.raises(AssertionError, match="button-name"):
        accessible(show("<h1>Deadwood</h1><button></button>"))


def test_a_wide_page_does_not_fit(show, fits):
    with pytest.raises(AssertionError, match=r"30\d\d px wide on a 1280 px screen"):
        fits(show("<h1>Deadwood</h1><div style='width: 3000px'>wide</div>"))
