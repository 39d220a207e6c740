"""The visitor: an anonymous id in a signed cookie, made when there is something to keep.

There are no accounts. Whoever only looks gets no cookie; who asks for a review or saves a draft
gets a random id, by which the browser finds it again.

A signature has no age: servers whose clocks differ, and one whose clock was set, know the same
visitors. A cookie that this server's key did not sign is another server's or of another key, and
whoever it names may come back: it is left alone, and who keeps something meanwhile gets a second
cookie, named after the key.
"""

from __future__ import annotations

import secrets
from datetime import timedelta
from hashlib import sha256
from itertools import count
from typing import Final

from flask import Flask, Request, current_app, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from itsdangerous import BadSignature

from analyzer.errors import InputError
from analyzer.game.rules import Rules, rules_for_two
from analyzer.notation import rules_text
from analyzer.practice.games import name_of
from analyzer.service.jobs import Job, visible
from analyzer.web.state import web_app

_NAME: Final = "visitor"
_RULES: Final = "rules"
_OWN: Final = "own rules"
_DRAWS: Final = "draws"
_SEED: Final = secrets.randbits(30)
_STARTS: Final = count()

LIFETIME: Final = timedelta(days=400)
"""The life of the cookie after something was kept last: the longest that browsers allow."""

ID_BYTES: Final = 16


def known_visitor() -> str | None:
    """The id of whoever asks, if they have one; to look makes nobody known."""
    visitor = session.get(_NAME)
    return visitor if isinstance(visitor, str) else None


def visitor_id() -> str:
    """The id of whoever asks, made now if they have none: call it where something is kept.

    The cookie then lives on from today.
    """
    known = known_visitor() or secrets.token_urlsafe(ID_BYTES)
    become(known)
    return known


def become(owner: str) -> None:
    """Make whoever asks a visitor that is known already."""
    session.permanent = True
    session[_NAME] = owner
    session.modified = True


def kept_text(owner: str | None, kind: str) -> str | None:
    """The text of a kind of training that is kept of a visitor; None where there is none."""
    kept = None if owner is None else web_app().store.training.load(owner, kind)
    return None if kept is None else kept.text


def usual_rules() -> Rules | None:
    """The rules that whoever asks has made their usual ones."""
    try:
        return rules_for_two(str(session[_RULES])) if _RULES in session else None
    except InputError:
        return None  # a preset that is no longer there


def keep_usual_rules(rules: Rules) -> None:
    """Make rules the usual ones of whoever asks; the cookie lives on from today."""
    session.permanent = True
    session[_RULES] = rules_text(rules)


def forget_usual_rules() -> None:
    """Leave whoever asks without usual rules."""
    session.pop(_RULES, None)


MOST_OWN: Final = 5
"""Rules that a browser keeps as one's own: a cookie has room for no more."""


def own_rules() -> tuple[str, ...]:
    """The rules that whoever asks has made, the latest first; those that can be read."""
    return tuple(filter(_is_game, map(str, session.get(_OWN, ()))))


def keep_own_rules(text: str) -> None:
    """Keep rules as one's own, the oldest make room; raises InputError for a text of none."""
    name = name_of(text)
    session.permanent = True
    session[_OWN] = [name, *(own for own in own_rules() if own != name)][:MOST_OWN]


def forget_own_rules(text: str) -> None:
    """Drop rules from one's own."""
    session[_OWN] = [own for own in own_rules() if own != text]


def _is_game(text: str) -> bool:
    try:
        return bool(name_of(text))
    except InputError:
        return False


def next_draw() -> tuple[int, int]:
    """A seed and a number for something drawn at random: the next number each time.

    Both are kept in the cookie as long as the browser is open; who comes without one begins where
    the one before them did, and one more.
    """
    seed, number = session.get(_DRAWS) or (_SEED, next(_STARTS))
    session[_DRAWS] = seed, number + 1
    return seed, number


def has_foreign_cookie() -> bool:
    """True if whoever asks carries a cookie that this server's key did not sign."""
    usual: str = current_app.config["SESSION_COOKIE_NAME"]
    return current_app.session_interface.get_cookie_name(current_app) != usual


def is_mine(job: Job) -> bool:
    """True if whoever asks may stop, share and delete a review."""
    return job.owner == known_visitor()


def may_see(job: Job) -> bool:
    """True if whoever asks may look at a review."""
    return visible(job, known_visitor())


ELSEWHERE: Final = ("/embed/", "/oembed")
"""What stands in other people's pages, and what tells of it."""


class _Sessions(SecureCookieSessionInterface):
    """Flask's, but a signature does not grow old and what is not ours is never written over."""

    def get_cookie_secure(self, app: Flask) -> bool:
        """Only over an encrypted line where the page came over one."""
        return request.is_secure

    def get_cookie_name(self, app: Flask) -> str:
        """The usual one; beside a cookie that is not ours, the one named after our key."""
        usual = super().get_cookie_name(app)
        is_foreign = usual in request.cookies and self._read(app, request, usual) is None
        return self._named_after_key(app) if is_foreign else usual

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """Return what our key signed, whenever that was; in pages of others nobody is known."""
        if request.path.startswith(ELSEWHERE):
            return self.make_null_session(app)
        for name in (super().get_cookie_name(app), self._named_after_key(app)):
            if (signed := self._read(app, request, name)) is not None:
                return signed
        return self.session_class()

    def _named_after_key(self, app: Flask) -> str:
        key = str(app.secret_key).encode()
        return f"{super().get_cookie_name(app)}-{sha256(b'cookie name' + key).hexdigest()[:8]}"

    def _read(self, app: Flask, request: Request, name: str) -> SecureCookieSession | None:
        serializer = self.get_signing_serializer(app)
        assert serializer is not None  # there is always a key
        try:
            return self.session_class(serializer.loads(request.cookies.get(name, "")))
        except BadSignature:
            return None


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
