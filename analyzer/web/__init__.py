"""The web application: pages that work without scripts, a JSON API, and a server for both.

It imports every room but the command line, with a folder for each feature. What needs no
request does not belong here: numbers are made beneath, and written the same way everywhere.
"""

from analyzer.service.ports import Engine
from analyzer.service.settings import ServerSettings
from analyzer.web.app import create_app

__all__ = ["Engine", "ServerSettings", "create_app"]
