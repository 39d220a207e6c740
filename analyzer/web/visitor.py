"""Who keeps things here: an anonymous id in a signed cookie, made when there is something to keep.

There are no accounts. Whoever only looks gets no cookie; who asks for a review or saves a draft
gets a random id, by which the browser finds it again.
"""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import Final

from flask import Flask, request, session
from flask.sessions import SecureCookieSessionInterface

from analyzer.service.jobs import Job, visible

_NAME: Final = "visitor"

LIFETIME: Final = timedelta(days=400)
"""How long the cookie lives after something was kept last: the longest that browsers allow."""

ID_BYTES: Final = 16


def known_visitor() -> str | None:
    """The id of whoever asks, if they have one; to look makes nobody known."""
    found = session.get(_NAME)
    return found if isinstance(found, str) else None


def visitor_id() -> str:
    """The id of whoever asks, made now if they have none: call it where something is kept.

    The cookie then lives on from today.
    """
    found = known_visitor() or secrets.token_urlsafe(ID_BYTES)
    session.permanent = True
    session[_NAME] = found
    session.modified = True
    return found


def is_mine(job: Job) -> bool:
    """Whether whoever asks may stop, share and delete a review."""
    return job.owner == known_visitor()


def may_see(job: Job) -> bool:
    """Whether whoever asks may look at a review."""
    return visible(job, known_visitor())


class _Sessions(SecureCookieSessionInterface):
    """Flask's, sent over an encrypted line only where the page came over one."""

    def get_cookie_secure(self, app: Flask) -> bool:
        return request.is_secure


def register(app: Flask) -> None:
    """Set up the cookie of `app`."""
    app.session_interface = _Sessions()
    app.config.update(
        SESSION_COOKIE_NAME="ginsight",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        PERMANENT_SESSION_LIFETIME=LIFETIME,
        SESSION_REFRESH_EACH_REQUEST=False,  # pages that keep nothing set no cookie
    )
