"""The ways to play at the card table: by keyboard, by touch, and without scripts."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.test_keyboard import MOST_STOPS

FINGER = {"x": 22, "y": 40}
"""Where a finger meets a card: as much of it shows, whatever lies on it."""
MOST_SHIFTED = 0.02

_WATCH = """if (!window.watchesShifts) {
  window.watchesShifts = true;
  const place = rect => [rect.x, rect.y, rect.width, rect.height].map(Math.round).join(" ");
  new PerformanceObserver(list => {
    const kept = JSON.parse(sessionStorage.getItem("shifts") || "[]");
    const told = ({node, previousRect, currentRect}) => [location.pathname,
      node?.outerHTML?.slice(0, 60), place(previousRect), ">", place(currentRect)].join(" ");
    list.getEntries().forEach(one => kept.push([one.value, one.sources.map(told).join("; ")]));
    sessionStorage.setItem("shifts", JSON.stringify(kept));
  }).observe({type: "layout-shift", buffered: true});
}"""


def watch_shifts(page: Page) -> None:
    """Count every shift of the layout from now on, on this page and those after it in its tab.

    Those right after a tap count too, and those while a page loads.
    """
    page.evaluate("sessionStorage.removeItem('shifts')")
    page.evaluate(_WATCH)
    page.add_init_script(_WATCH)


def moves_nothing(page: Page, most: float = MOST_SHIFTED) -> None:
    """Assert that what was watched has shifted by no more than so much altogether."""
    page.wait_for_timeout(100)  # until what was seen is told
    kept = page.evaluate("JSON.parse(sessionStorage.getItem('shifts') || '[]')")
    assert sum(value for value, _ in kept) <= most, "\n".join(f"{v:.4f} {what}" for v, what in kept)


def tick(page: Page, cards: str) -> None:
    """Tick cards of the hand by keyboard; the focus stays on the last."""
    for card in cards.split():
        page.locator(f'#table input[value="{card}"]').focus()
        page.keyboard.press("Space")


def card_of(value: str) -> str | None:
    """The card that a button's action discards."""
    name = value.partition(":")[0].rpartition(" ")
    return name[2] if name[0] in {"discard", "knock", "gin"} else None


def moved_on(page: Page, before: str, patience: float | None = None) -> None:
    """Wait until a move has been answered, and the table is settled."""
    asked = page.locator(f'#table input[name=turn][value="{before}"]')
    expect(asked).to_have_count(0, timeout=patience)
    swapped = page.locator("#table[data-swapped]")  # until the focus is set
    expect(swapped).to_have_count(0, timeout=patience)


def press(page: Page, value: str) -> None:
    """Play by keyboard alone: arrows to the card, Enter; and wait for what follows.

    A knock is pressed in the bar. On their knock: tick the cards that `value` names, and lay down.
    """
    before = page.locator("#table input[name=turn]").first.input_value()
    card = card_of(value)
    if page.get_by_role("button", name="Lay down").count():
        page.get_by_role("button", name="Lay down").focus()
        tick(page, value)
    elif card is None:
        page.locator(f'.felt-buttons button[value="{value}"]').focus()
    else:
        chosen = page.locator(f'.felt input[value="{card}"]')
        for _ in range(11):
            page.keyboard.press("ArrowRight")
            if chosen.is_checked():
                break
        expect(chosen).to_be_focused()
        if not value.startswith("discard"):
            page.locator(".felt-buttons [data-role=knock]").focus()
    page.keyboard.press("Enter")
    moved_on(page, before)


def touch(page: Page, value: str) -> None:
    """Play by touch alone: tap the card, and the button that then names it."""

    def pick(card: str) -> None:
        page.locator(f'.felt-card[data-card="{card}"]').tap(position=FINGER)

    before = page.locator("#table input[name=turn]").first.input_value()
    chosen(page, value, pick).tap()
    moved_on(page, before)


def click(page: Page, value: str) -> None:
    """Play without scripts."""

    def pick(card: str) -> None:
        page.locator(f'#table input[value="{card}"]').check(force=True)

    with page.expect_navigation():
        chosen(page, value, pick).click()


def chosen(page: Page, value: str, pick: Callable[[str], None]) -> Locator:
    """The button of a move, its cards picked."""
    lay_down, card = page.get_by_role("button", name="Lay down"), card_of(value)
    if lay_down.count():
        for one in value.split():
            pick(one)
        return lay_down
    if card is None:
        return page.locator(f'.felt-buttons button[value="{value}"]')
    pick(card)
    role = "discard" if value.startswith("discard") else "knock"
    return page.locator(f".felt-buttons [data-role={role}]")


def next_dealt(page: Page, way: str) -> None:
    """Have the next hand dealt, in one of the ways to play."""
    before = page.locator("#table input[name=turn]").first.input_value()
    button = page.get_by_role("button", name="Next hand")
    if way == "touch":
        button.tap()
    elif way == "keyboard":
        tab_to(page, button)
        page.keyboard.press("Enter")
    else:
        button.click()
    expect(page.locator("#table input[name=turn]").first).not_to_have_value(before)
    if way != "no scripts":
        expect(page.locator("#table[data-swapped]")).to_have_count(0)


def tab_to(page: Page, *places: Locator, key: str = "Tab") -> None:
    """Press Tab until one of some places has the focus."""
    for _ in range(MOST_STOPS):
        if any(place.evaluate("it => it === document.activeElement") for place in places):
            return
        page.keyboard.press(key)
    raise AssertionError("Tab does not come there")


def keys(page: Page, value: str) -> None:
    """Play by keys alone, wherever the focus is: Tab, arrows, Space and Enter."""
    before = page.locator("#table input[name=turn]").first.input_value()
    card = card_of(value)
    if page.get_by_role("button", name="Lay down").count():
        for one in value.split():
            tab_to(page, page.locator(f'#table input[value="{one}"]'))
            page.keyboard.press("Space")
        tab_to(page, page.get_by_role("button", name="Lay down"))
    elif card is None:
        tab_to(page, page.locator(f'.felt-buttons button[value="{value}"]'))
    else:
        tab_to(page, *page.locator(".felt-hand input").all())
        chosen = page.locator(f'.felt input[value="{card}"]')
        for _ in range(11):
            if chosen.is_checked():
                break
            page.keyboard.press("ArrowRight")
        expect(chosen).to_be_focused()
        if not value.startswith("discard"):
            tab_to(page, page.locator(".felt-buttons [data-role=knock]"))
    page.keyboard.press("Enter")
    moved_on(page, before)


def begin_game(page: Page, coach: str, way: str = "mouse") -> None:
    """Fill in the first page of playing, the quickest opponent chosen, and have it dealt."""
    novice, deal = page.get_by_label("Novice"), page.get_by_role("button", name="Deal")
    speaks, unfold = page.get_by_label("The coach speaks"), page.locator(".lobby-options > summary")
    if way == "keyboard":
        tab_to(page, *page.locator("[name=level]").all())
        arrow_to(page, novice.is_checked)
        tab_to(page, unfold)
        page.keyboard.press("Enter")
        tab_to(page, speaks)
        arrow_to(page, lambda: speaks.input_value() == coach)
        tab_to(page, deal, key="Shift+Tab")
        page.keyboard.press("Enter")
        return
    if way == "touch":
        unfold.tap()
    else:
        unfold.click()
    speaks.select_option(coach)  # on a phone from a list of the system's, which no test can tap
    if way == "touch":
        novice.tap()
        deal.tap()
    else:
        novice.check()
        deal.click()


def arrow_to(page: Page, there: Callable[[], bool]) -> None:
    """Press arrow keys until something is chosen: down to the end, then up."""
    for key in ["ArrowDown"] * 6 + ["ArrowUp"] * 12:
        if there():
            return
        page.keyboard.press(key)
    assert there()
