"""Labeled screens from the page to its advice, in a browser: what a visitor sees and taps."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from PIL.Image import Image
from PIL.Image import open as open_image
from playwright.sync_api import Page

from analyzer.game.cards import Card
from tests.workshop.stage import PATIENCE_MS, running
from tests.workshop.states import PHONE, WIDE

DEVICES: Mapping[str, dict[str, Any]] = {
    "desktop": WIDE,
    "phone": PHONE | {"device_scale_factor": 2},
}


def _files(folder: Path, file: str, change: Callable[[Image], Image] | None) -> Any:
    """Give what a visitor chooses: a labeled screen, or what became of it."""
    if not change:
        return folder / file
    buffer = io.BytesIO()
    change(open_image(folder / file).convert("RGB")).save(buffer, "PNG")
    return {"name": file, "mimeType": "image/png", "buffer": buffer.getvalue()}


def walk(folder: Path, out: Path, change: Callable[[Image], Image] | None = None) -> None:
    """Send each labeled screen of a hand, correct it by taps, ask; pictures go to `out`."""
    out.mkdir(parents=True, exist_ok=True)
    labels = json.loads((folder / "labels.json").read_text(encoding="utf-8"))
    with running() as (url, browser):
        for label in (one for one in labels if len(one["hand"]) >= 10):
            for device, look in DEVICES.items():
                page = browser.new_page(base_url=url, reduced_motion="reduce", **look)
                page.set_default_timeout(PATIENCE_MS)
                name = f"{Path(label['file']).stem[-30:]}-{device}"
                page.goto("/analyze")
                page.locator("#picture").set_input_files(_files(folder, label["file"], change))
                page.get_by_role("button", name="Read it").click()
                page.locator(".pieces").first.wait_for()
                page.screenshot(path=out / f"{name}-read.png", full_page=True)
                taps, untapped = _corrected(page, label)
                page.get_by_role("button", name="Analyze", exact=True).last.click()
                page.locator("#verdict, .offer").first.wait_for()
                page.wait_for_timeout(500)
                page.screenshot(path=out / f"{name}-advice.png", full_page=True)
                said = page.locator("#verdict, #result h2").first.inner_text()
                print(f"{name}: {taps} taps, not by a tap: {untapped or '-'}; {said!r}", flush=True)
                page.close()


def _corrected(page: Page, label: Mapping[str, Any]) -> tuple[int, list[str]]:
    """Tap until the box says what lies there; gives how many taps, and what no tap could mend."""
    hand, up = (
        {str(Card.of(card[0] + card[1].lower())) for card in label[part]} for part in ("hand", "up")
    )
    read = {
        piece.get_attribute("data-card") or "" for piece in page.locator("[data-role=hand]").all()
    }
    taps, untapped = 0, []
    for card in sorted(hand - read):
        offers = [
            page.locator(f'button[name=put][value="{wrong} {card}"]') for wrong in read - hand
        ]
        offer = next((one for one in offers if one.count()), None)
        if offer is None:
            untapped.append(card)
        else:
            taps += _tap(page, offer)
    box = page.locator("#entry textarea")
    for card in up:
        if f"pile: {card}" not in box.input_value():
            offer = page.locator(f'button[name=up][value="{card}"]')
            if offer.count():
                taps += _tap(page, offer)
            else:
                untapped.append(f"{card} is up")
    return taps, untapped


def _tap(page: Page, offer: Any) -> int:
    before = page.locator("#entry textarea").input_value()
    offer.first.click()
    page.wait_for_function(
        "text => document.querySelector('#entry textarea').value !== text", arg=before
    )
    return 1
