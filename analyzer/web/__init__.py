"""The web application: pages that work without scripts, a JSON API, and a server for both."""

from analyzer.service.ports import Engine
from analyzer.service.settings import Settings
from analyzer.web.app import create_app

__all__ = ["Engine", "Settings", "create_app"]
