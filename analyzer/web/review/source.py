"""The source of a review's request, for a fair share of the queue."""

from __future__ import annotations

import hmac

from flask import current_app, request


def address_mark() -> str:
    """A mark of the asker's address, from which nobody can read it: 32 hex digits."""
    key, address = str(current_app.config["SECRET_KEY"]), request.remote_addr or ""
    return hmac.new(key.encode(), address.encode(), "sha256").hexdigest()[:32]
