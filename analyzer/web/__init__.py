"""The web application: pages that work without scripts, a JSON API, and a server for both.

It imports every room but the command line, with a folder for each feature: its pages, their
words, and what their templates are given. Numbers are made beneath, and written the same way
everywhere; what files show too does not belong here, but to `display`.
"""

from analyzer.service.ports import Engine
from analyzer.service.settings import ServerSettings
from analyzer.web.app import create_app

__all__ = ["Engine", "ServerSettings", "create_app"]
