"""Texts as ids for addresses: a version, the text packed, a check."""

from __future__ import annotations

import base64
import binascii
import zlib

from analyzer.errors import InputError

LONGEST_ID = 6_000
LONGEST_TEXT = 20_000


def pack(version: str, text: str) -> str:
    """The id of a text; raises InputError for one that is too long for an address.

    >>> unpack("g1", pack("g1", "hand: 7h"))
    'hand: 7h'
    """
    packed = zlib.compress(text.encode(), 9)
    body = packed + zlib.crc32(packed).to_bytes(4, "big")
    ident = f"{version}.{base64.urlsafe_b64encode(body).decode().rstrip('=')}"
    if len(ident) > LONGEST_ID or len(text) > LONGEST_TEXT:
        raise InputError(
            "this is too long for an address", where="id", hint="use the command instead"
        )
    return ident


def unpack(version: str, ident: str) -> str:
    """Return what an id stands for; raises InputError if it was cut or altered."""
    named, _, body = ident.strip().partition(".")
    spoilt = InputError("this is cut or altered", where="id", hint="copy the whole address again")
    try:
        raw = base64.b64decode(body + "=" * (-len(body) % 4), altchars=b"-_", validate=True)
        text = zlib.decompressobj().decompress(raw[:-4], LONGEST_TEXT).decode()
    except (ValueError, binascii.Error, zlib.error):
        raise spoilt from None
    whole = zlib.crc32(raw[:-4]) == int.from_bytes(raw[-4:], "big")
    if named != version or len(ident) > LONGEST_ID or not whole:
        raise spoilt
    return text
