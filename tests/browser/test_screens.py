"""A screenshot in the browser: chosen, read, corrected, kept; and an ordinary upload."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.test_entry import box
from tests.unit.test_vision import HAND, SCREEN, pillow

PASTE = """data => {
  const bytes = Uint8Array.from(atob(data), (one) => one.charCodeAt(0));
  const transfer = new DataTransfer();
  transfer.items.add(new File([bytes], "pasted.png", { type: "image/png" }));
  document.dispatchEvent(new ClipboardEvent("paste", { clipboardData: transfer, bubbles: true, cancelable: true }));
}"""  # noqa: E501


def test_a_pasted_screen_is_read_and_what_was_wrong_is_kept_as_one_file(visit, sound):
    pillow()
    page = visit("/analyze")
    page.evaluate(PASTE, base64.b64encode(SCREEN.read_bytes()).decode())
    expect(page.locator(".pieces")).to_have_count(2, timeout=60_000)  # a process of its own
    expect(box(page)).to_have_value(f"hand: {' '.join(HAND)}\npile: 5s")
    sound(page)
    with page.expect_download() as kept:
        page.get_by_role("button", name="This was read wrongly").click()
    report = json.loads(Path(kept.value.path()).read_text(encoding="utf-8"))
    assert report["view"] == f"hand: {' '.join(HAND)}\npile: 5s"
    assert [one["card"] for one in report["read"]] == [*HAND, "5s"]
    assert len(report["pictures"]) == 1
    assert report["pictures"][0].startswith("data:image/png;base64,")


@pytest.mark.nightly
@pytest.mark.parametrize("phone", [True, False])
def test_an_ordinary_upload_is_read_without_scripts(visit, phone):
    pillow()
    page = visit("/analyze", script=False, phone=phone)
    page.locator("#picture").set_input_files(SCREEN)
    page.get_by_role("button", name="Read it").click()
    expect(box(page)).to_have_value(f"hand: {' '.join(HAND)}\npile: 5s")
    expect(page.locator(".screen-wrong")).to_be_hidden()
