"""Seals: what only the server that wrote a file believes, and what nobody else can read in it.

A seal is a keyed hash of some texts. A sealed text hides what it says as well: it is masked with
bytes that follow from the key and from its own seal, which is therefore both proof and nonce. The
same text is sealed alike each time, two texts never share a mask, and nothing has to be kept here
for a file to be read again. HMAC and SHAKE of the standard library suffice for that; no package
that the server needs encrypts.
"""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error
from hashlib import shake_256

import msgspec


class SealedText(msgspec.Struct, frozen=True, omit_defaults=True):
    """A text in a file: hidden, or open where its seal alone is to be believed.

    >>> kept = SealedText.of("a key", "game", "7h 8h")
    >>> kept.read("a key", "game"), kept.read("another key", "game"), kept.read("a key", "run")
    ('7h 8h', None, None)
    """

    seal: str
    hidden: str = ""
    text: str = ""
    """As files had it once; nothing is written so any more."""

    @classmethod
    def of(cls, key: str, kind: str, text: str) -> SealedText:
        """A text that the server with this key alone can read."""
        seal = seal_of(key, kind, text)
        return cls(seal, urlsafe_b64encode(_masked(key, seal, text.encode())).decode())

    def read(self, key: str, kind: str) -> str | None:
        """The text, where a server with this key has sealed it as that kind; else None."""
        text = self._opened(key) if self.hidden else self.text
        return text if text is not None and is_sealed(self.seal, key, kind, text) else None

    def _opened(self, key: str) -> str | None:
        try:
            return _masked(key, self.seal, urlsafe_b64decode(self.hidden)).decode()
        except (Error, ValueError):
            return None


def seal_of(key: str, *parts: str) -> str:
    """The seal of some texts: 64 hex digits that only the server with the key can tell."""
    text = "\0".join(("seal", *parts)).encode()
    return hmac.digest(b"file\0" + key.encode(), text, "sha256").hex()


def is_sealed(seal: str, key: str, *parts: str) -> bool:
    """True if a seal, any text of a file, is that of these texts."""
    return hmac.compare_digest(seal_of(key, *parts), seal if seal.isascii() else "")


def _masked(key: str, seal: str, text: bytes) -> bytes:
    """Bytes under the mask of a seal, or from under it."""
    secret = hmac.digest(b"file mask\0" + key.encode(), seal.encode(), "sha256")
    mask = shake_256(secret).digest(len(text))
    return bytes(each ^ other for each, other in zip(text, mask, strict=True))
