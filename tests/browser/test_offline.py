"""Drills and lessons without a network, by the service worker."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

ROUND = 4
"""Drills that are done, one after another."""
KEPT = """async kinds => {
  for (const kind of kinds) if (!await caches.match(`/train/${kind}/offline.json`)) return false;
  return Boolean(await caches.match("/offline"));
}"""


def kept(page: Page, *kinds: str) -> None:
    """Wait until the worker has the drills of these kinds."""
    page.wait_for_function("() => navigator.serviceWorker.controller", polling=100)
    for _ in range(200):
        if page.evaluate(KEPT, list(kinds)):
            return
        page.wait_for_timeout(100)
    raise AssertionError("nothing was kept")


def test_drills_and_opened_lessons_go_on_without_a_network(visit, complaints, fits):
    complaints.expect("ERR_INTERNET_DISCONNECTED|Failed to fetch")
    page = visit("/train/plan", viewport={"width": 390, "height": 844})
    kept(page, "deadwood", "melds", "lay-off", "outs", "knock")
    page.goto("/learn/course/sets-and-runs")
    page.wait_for_load_state("networkidle")
    page.wait_for_function("() => caches.match('/learn/course/sets-and-runs')", polling=100)
    page.context.set_offline(True)
    page.goto("/train/deadwood")
    seen = set()
    for number in range(ROUND):
        seen.add(page.url)
        answers = page.evaluate(
            """async url => {
                 const kept = await (await caches.match("/train/deadwood/offline.json")).json();
                 return kept.drills.find(drill => url.endsWith(drill.url)).answers; }""",
            page.url,
        )
        right = number % 2 == 0
        page.get_by_role("textbox").fill(answers[0] if right else "99")
        page.keyboard.press("Enter")
        expect(page.locator(".drill-right" if right else ".drill-wrong")).to_be_visible()
        expect(page.locator("#drill")).to_contain_text(answers[0])
        page.locator("#next").click()
        expect(page.get_by_role("textbox")).to_be_focused()
    assert len(seen) == ROUND
    fits(page)
    page.get_by_role("link", name="Knock").click()
    expect(page.get_by_role("button", name="Yes")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".drill-marked")).to_be_visible()
    widths = page.locator("img.card").evaluate_all("all => all.map(it => it.naturalWidth)")
    assert len(widths) >= 10 and all(widths)
    page.goto("/learn/course/sets-and-runs")
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("set", re.I))
    page.goto("/analyze")
    expect(page.get_by_role("heading", name="No network")).to_be_visible()
    page.context.set_offline(False)
    page.goto("/analyze")
    expect(page.get_by_label("Paste or type")).to_be_visible()
