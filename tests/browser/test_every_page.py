"""What holds for every page: no error, nothing for axe to find, no sideways scroll."""

from __future__ import annotations

import pytest

PATHS = ["/", "/analyze", "/learn/rules", "/api"]

every_page = pytest.mark.parametrize("path", PATHS)


@every_page
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_a_page_is_accessible_and_fits(visit, accessible, fits, path, phone, dark):
    page = visit(path, phone=phone, dark=dark)
    assert page.get_by_role("heading", level=1).is_visible()
    fits(page)
    accessible(page)


@every_page
def test_a_page_reads_without_scripts(visit, path):
    page = visit(path, script=False)
    assert page.get_by_role("heading", level=1).is_visible()
    assert page.get_by_role("main").is_visible()


@every_page
def test_a_page_survives_text_at_twice_the_size(visit, fits, path):
    # 200% zoom of a 640 px window is a 320 px page at twice the pixels
    fits(visit(path, viewport={"width": 320, "height": 400}, device_scale_factor=2))
