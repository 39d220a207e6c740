"""The web application: pages that work without scripts, a JSON API, and a server for both."""

from analyzer.web.app import create_app
from analyzer.web.ports import Engine
from analyzer.web.settings import Settings

__all__ = ["Engine", "Settings", "create_app"]
