"""Opens a picture that somebody brings: a PNG, JPEG or WebP, within bounds, without what it tells
about its maker. Needs Pillow (the extra `vision`)."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import numpy as np

from analyzer.errors import InputError
from analyzer.vision.finder import Pixels

if TYPE_CHECKING:
    from PIL.Image import Image

LARGEST = 12 << 20
"""Bytes of a file."""
MOST_PIXELS = 40_000_000
SIDE = 1_800
"""The longer side of what is read: larger pictures are shrunk to it, …"""
GROWTH = 2.0
"""… smaller ones enlarged to it, by this much at most."""
LEAST_SIDE = 64
FORMATS = ("PNG", "JPEG", "WEBP")
_NO_PICTURE = "this is no picture", "send a PNG, JPEG or WebP"
_HEADS = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"RIFF")


def open_picture(data: bytes) -> Pixels:
    """Decode a file and scale it for reading.

    Raises InputError for what is no picture, too large, too small, broken or animated.
    """
    check_file(data)
    picture = _opened(data)
    if picture.width * picture.height > MOST_PIXELS:
        raise _refusal(f"it has more than {MOST_PIXELS // 1_000_000} million pixels", "shrink it")
    if getattr(picture, "n_frames", 1) > 1:
        raise _refusal("it moves", "send one frame of it")
    if min(picture.size) < LEAST_SIDE:
        raise _refusal(f"a side has fewer than {LEAST_SIDE} pixels", "send the whole screen")
    return _scaled(picture)


def check_file(data: bytes) -> None:
    """See that a file may be a picture, by its first bytes and its length.

    >>> check_file(b"hello")
    Traceback (most recent call last):
    ...
    analyzer.errors.InputError: picture: this is no picture; send a PNG, JPEG or WebP
    """
    if not data:
        raise _refusal("there is nothing in it", "send a screenshot")
    if len(data) > LARGEST:
        raise _refusal(f"it has more than {LARGEST >> 20} megabytes", "send a smaller one")
    if not data.startswith(_HEADS):
        raise _refusal(*_NO_PICTURE)


def _refusal(message: str, hint: str) -> InputError:
    return InputError(message, where="picture", hint=hint)


def _pillow() -> Any:
    try:
        from PIL import Image, ImageOps  # noqa: PLC0415  # an extra, and slow to load
    except ImportError:
        hint = "install the extra: pip install ginsight[vision]"
        raise _refusal("pictures cannot be opened here without Pillow", hint) from None
    Image.MAX_IMAGE_PIXELS = MOST_PIXELS  # above twice as many it opens nothing
    return Image, ImageOps


def _opened(data: bytes) -> Image:
    image, _ = _pillow()
    try:
        opened: Image = image.open(io.BytesIO(data), formats=FORMATS)
    except image.DecompressionBombError:
        raise _refusal("it has far too many pixels", "shrink it") from None
    except Exception:  # whatever a broken header makes of a decoder
        raise _refusal(*_NO_PICTURE) from None
    return opened


def _scaled(picture: Image) -> Pixels:
    image, ops = _pillow()
    scale = min(SIDE / max(picture.size), GROWTH)
    size = max(1, round(picture.width * scale)), max(1, round(picture.height * scale))
    try:
        picture.draft("RGB", size)
        scaled = _flat(picture).resize(size, image.Resampling.LANCZOS)
        upright = ops.exif_transpose(scaled)
    except Exception:  # as above
        raise _refusal("it is broken", "save it again, or take another screenshot") from None
    return np.asarray(upright)


def _flat(picture: Image) -> Image:
    """Lay what can be seen through on white."""
    if not picture.has_transparency_data:
        return picture.convert("RGB")
    image, _ = _pillow()
    clear = picture.convert("RGBA")
    if clear.getextrema()[-1] == (255, 255):
        return picture.convert("RGB")
    ground: Image = image.new("RGB", clear.size, "white")
    ground.paste(clear, mask=clear)
    ground.info = clear.info  # which side is up
    return ground


def piece_of(pixels: Pixels, box: tuple[int, int, int, int]) -> bytes:
    """Cut a piece out of a picture, with a little around it, as a PNG of at most 96 pixels."""
    image, _ = _pillow()
    left, top, right, bottom = box
    pad = max(2, (bottom - top) // 8)
    piece = image.fromarray(
        pixels[max(0, top - pad) : bottom + pad, max(0, left - pad) : right + pad]
    )
    piece.thumbnail((96, 96))
    buffer = io.BytesIO()
    piece.save(buffer, "PNG", compress_level=1)
    return buffer.getvalue()
