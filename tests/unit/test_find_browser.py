"""Which browser the tests take, and what happens where there is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser import find_browser


@pytest.fixture
def system(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The browsers that this machine is said to have: name to path."""
    there: dict[str, str] = {}
    monkeypatch.setattr(find_browser.shutil, "which", there.get)
    monkeypatch.setattr(find_browser, "MAC", Path("/nowhere/Google Chrome"))
    return there


def test_playwrights_own_comes_first(system, tmp_path):
    system["chromium"] = "/bin/chromium"
    own = tmp_path / "chrome"
    own.touch()
    assert find_browser.find_browser(own) == str(own)


def test_the_systems_is_taken_in_the_order_of_the_names(system):
    system |= {"google-chrome": "/bin/google-chrome", "chromium-browser": "/bin/chromium-browser"}
    assert find_browser.find_browser("/nowhere/chrome") == "/bin/chromium-browser"


def test_a_browser_without_windows_comes_first_unless_it_is_to_be_seen(system):
    system |= {"chromium": "/bin/chromium", "chromium-headless-shell": "/bin/shell"}
    assert find_browser.find_browser("/nowhere/chrome") == "/bin/shell"
    assert find_browser.find_browser("/nowhere/chrome", headed=True) == "/bin/chromium"


def test_the_macs_application_is_found(system, tmp_path, monkeypatch):
    chrome = tmp_path / "Google Chrome"
    chrome.touch()
    monkeypatch.setattr(find_browser, "MAC", chrome)
    assert find_browser.find_browser("/nowhere/chrome") == str(chrome)


def test_none_is_none(system):
    assert find_browser.find_browser("/nowhere/chrome") is None
