"""The ways in which a screen suffers before it is read: sent, compressed, photographed."""

from __future__ import annotations

import io
import math
from random import Random

import numpy as np
from PIL import Image, ImageFilter

from tests.workshop.vision.faces import Color, soft

SIDE = 448
"""Pixels of a scene's side."""


def shade(rng: Random) -> Color:
    return rng.randint(0, 255), rng.randint(0, 255), rng.randint(0, 255)


def spoil(rng: Random, picture: Image.Image) -> Image.Image:
    """Do to a screen what sending it does: halve, blur, compress, tint."""
    if rng.random() < 0.22:
        k = rng.uniform(0.5, 0.9)
        picture = picture.resize(
            (round(SIDE * k),) * 2,
            rng.choice((Image.Resampling.BILINEAR, Image.Resampling.LANCZOS)),
        )
        picture = picture.resize((SIDE, SIDE), Image.Resampling.BILINEAR)
    if rng.random() < 0.12:
        picture = soft(picture, rng.uniform(0.3, 1.1))
    if rng.random() < 0.15:
        picture = Image.blend(
            picture, Image.new("RGB", picture.size, shade(rng)), rng.uniform(0.05, 0.3)
        )
    if rng.random() < 0.35:
        buffer = io.BytesIO()
        picture.save(buffer, "JPEG", quality=rng.randint(35, 95), subsampling=rng.choice((0, 2)))
        picture = Image.open(io.BytesIO(buffer.getvalue())).convert("RGB")
    return picture


def photographed(
    rng: Random, picture: Image.Image, table: np.ndarray
) -> tuple[Image.Image, np.ndarray]:
    """Turn the whole screen a little, as a camera does."""
    angle = rng.uniform(-0.2, 0.2)
    cos, sin, half = math.cos(angle), math.sin(angle), SIDE / 2
    turned = picture.rotate(-math.degrees(angle), Image.Resampling.BICUBIC, fillcolor=shade(rng))
    rows = table.copy()
    for a, b in ((0, 1), (5, 6)):
        dx, dy = table[:, a] - half, table[:, b] - half
        rows[:, a], rows[:, b] = half + dx * cos - dy * sin, half + dx * sin + dy * cos
    rows[:, 3] = table[:, 3] * cos - table[:, 4] * sin
    rows[:, 4] = table[:, 4] * cos + table[:, 3] * sin
    rows[table[:, 10] < 0] = -1
    return turned, rows


def _scaled(picture: Image.Image, by: float) -> Image.Image:
    size = max(1, round(picture.width * by)), max(1, round(picture.height * by))
    return picture.resize(size, Image.Resampling.BICUBIC)


def messaged(picture: Image.Image) -> Image.Image:
    """Do to a screen what a messenger does: at most 1,600 pixels, JPEG 60."""
    small = _scaled(picture, min(1, 1600 / max(picture.size)))
    buffer = io.BytesIO()
    small.save(buffer, "JPEG", quality=60)
    return Image.open(io.BytesIO(buffer.getvalue())).convert("RGB")


def half(picture: Image.Image) -> Image.Image:
    """Halve a screen's sides."""
    return _scaled(picture, 1 / 2)


def third(picture: Image.Image) -> Image.Image:
    """Leave a third of a screen's sides."""
    return _scaled(picture, 1 / 3)


def cropped(picture: Image.Image) -> Image.Image:
    """Cut a screen's upper twelfth off: status and title."""
    return picture.crop((0, picture.height // 12, picture.width, picture.height))


def snapped(picture: Image.Image) -> Image.Image:
    """Photograph a screen, turned by 10 degrees: soft, grainy, unevenly lit."""
    wide = picture.rotate(10, Image.Resampling.BICUBIC, expand=True, fillcolor=(70, 66, 60))
    soft_one = wide.filter(ImageFilter.GaussianBlur(max(wide.size) / 2400))
    light = np.linspace(0.75, 1.1, wide.width)[None, :, None]
    grain = np.random.default_rng(1).normal(0, 4, (wide.height, wide.width, 1))
    return Image.fromarray((np.asarray(soft_one) * light + grain).clip(0, 255).astype(np.uint8))


CHANGES = {change.__name__: change for change in (messaged, half, third, cropped, snapped)}
"""What a screen suffers, by name."""
