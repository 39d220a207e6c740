"""Which browser the tests drive: Playwright's own, else the system's Chromium.

As a script: says which, and exits 1 when there is none.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

HEADLESS = "chromium-headless-shell"
"""Chromium without its own windows and menus: the same pages for less work."""
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MAC = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")


def find_browser(own: str | Path, *, headed: bool = False) -> str | None:
    """The browser's path: `own` (what Playwright would start) or the system's; None if none.

    `headed` asks for one that can show itself.
    """
    if Path(own).exists():
        return str(own)
    names = NAMES if headed else (HEADLESS, *NAMES)
    found = next(filter(None, map(shutil.which, names)), None)
    return found or (str(MAC) if MAC.exists() else None)


def main() -> int:
    """Print the browser that the tests will use."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        found = find_browser(playwright.chromium.executable_path)
    print(f"browser: {found or 'none'}")
    return 0 if found else 1


if __name__ == "__main__":
    sys.exit(main())
