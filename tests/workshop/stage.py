"""A server with the real engine and an empty database, and a browser: what pictures and times are
taken of."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from analyzer.web import ServerSettings, create_app
from analyzer.web.serve import Server
from tests.browser.find_browser import find_browser

PATIENCE_MS = 180_000
"""The time to wait for what the engine says: at the first start it compiles."""


@contextmanager
def running() -> Iterator[tuple[str, Browser]]:
    """The address of a server and a browser, both gone at the end.

    ```python
    with running() as (url, browser):
        browser.new_page().goto(f"{url}/analyze")
    ```
    """
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{(Path(folder) / 'stage.db').as_posix()}"
        settings = ServerSettings(
            database_url=database, secret_key="for nobody's visit" * 2, rate_limit="", work_limit=""
        )
        with Server(create_app(settings), port=0) as server, sync_playwright() as playwright:
            where = find_browser(playwright.chromium.executable_path)
            root = hasattr(os, "geteuid") and os.geteuid() == 0
            browser = playwright.chromium.launch(
                executable_path=where, args=["--no-sandbox"] if root else []
            )
            try:
                yield server.url, browser
            finally:
                browser.close()
