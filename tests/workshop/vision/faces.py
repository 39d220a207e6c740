"""Faces of cards: decks drawn from fonts in endless styles, and decks of pictures."""

from __future__ import annotations

import colorsys
import json
import math
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Protocol

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont

RANKS = "A23456789TJQK"
SUITS = "cdhs"
SYMBOLS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
Color = tuple[int, int, int]


@dataclass(frozen=True)
class Mark:
    """A printed index: centers and sizes in pixels of its picture, the angle in radians."""

    rank: tuple[float, float]
    size: float
    """Height of the rank."""
    width: float
    suit: tuple[float, float]
    suit_size: float
    angle: float = 0.0

    @property
    def low(self) -> float:
        """Lower edge of an upright index."""
        return max(self.rank[1] + self.size / 2, self.suit[1] + self.suit_size / 2)

    def turned(self, width: float, height: float) -> Mark:
        """The same index at the opposite corner, upside down."""
        (x, y), (sx, sy) = self.rank, self.suit
        return Mark((width - x, height - y), self.size, self.width,
                    (width - sx, height - sy), self.suit_size, self.angle + math.pi)  # fmt: skip


@dataclass(frozen=True)
class Face:
    """A card's picture (RGBA) with the indices on it."""

    picture: Image.Image
    marks: tuple[Mark, ...]


class Deck(Protocol):
    """Draws the faces of one deck at one size."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""

    def face(self, rank: str, suit: str) -> Face:
        """Draw one card."""


@cache
def _font(path: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(path, size)


def text_mask(path: str, text: str, height: float, squeeze: float = 1.0) -> Image.Image:
    """Draw a text in ink only, as tall as digits of `height` pixels would have it."""
    probe = _font(path, 100)
    left, top, right, bottom = probe.getbbox("8")
    size = max(4, round(100 * height / max(20, bottom - top)))
    font = _font(path, min(size, 400))
    left, top, right, bottom = font.getbbox(text)
    mask = Image.new("L", (max(1, math.ceil(right - left)), max(1, math.ceil(bottom - top))))
    ImageDraw.Draw(mask).text((-left, -top), text, font=font, fill=255)
    box = mask.getbbox()
    mask = mask.crop(box) if box else mask
    if squeeze != 1.0:
        mask = mask.resize(
            (max(2, round(mask.width * squeeze)), mask.height), Image.Resampling.LANCZOS
        )
    return mask


def _curve(points: list[tuple[float, float]], steps: int = 10) -> list[tuple[float, float]]:
    """Points along cubic curves: start, then three points a curve."""
    line: list[tuple[float, float]] = [points[0]]
    for i in range(1, len(points) - 2, 3):
        a, (b, c, d) = line[-1], points[i : i + 3]
        for k in range(1, steps + 1):
            t = k / steps
            u = 1 - t
            x, y = (
                u**3 * a[j] + 3 * u * u * t * b[j] + 3 * u * t * t * c[j] + t**3 * d[j]
                for j in (0, 1)
            )
            line.append((x, y))
    return line


def _mirrored(half: list[tuple[float, float]]) -> list[tuple[float, float]]:
    return half + [(-x, y) for x, y in reversed(half)]


def _stem(rng: Random) -> list[tuple[float, float]]:
    foot, top = rng.uniform(0.14, 0.42), rng.uniform(0.03, 0.1)
    bend = rng.uniform(0.2, 0.9)
    return _mirrored(
        [*_curve([(top, 0.1), (top, 0.1 + 0.6 * bend), (foot * bend, 0.92), (foot, 1.0)])]
    )


def _drawn_suits(rng: Random) -> dict[str, Image.Image]:
    """Four shapes of one random style, 128 pixels tall."""
    side, half = 288, 144.0
    masks = {}
    bulge, dip, shoulder = rng.uniform(0.75, 1.0), rng.uniform(0.3, 0.72), rng.uniform(-0.25, 0.25)
    heart = _mirrored(_curve([
        (0, -dip), (0.06, -1.0), (bulge, -1.12), (bulge, -0.45 + shoulder * 0.4),
        (bulge, 0.1), (0.25, 0.45 + shoulder), (0, 1.0)]))  # fmt: skip
    waist, narrow = rng.uniform(0.0, 0.3), rng.uniform(0.6, 0.92)
    diamond = _mirrored(_curve([
        (0, -1), (narrow * (0.33 - waist * 0.4), -0.66 + waist * 0.2),
        (narrow * (0.66 - waist * 0.6), -0.33 + waist * 0.1), (narrow, 0),
        (narrow * (0.66 - waist * 0.6), 0.33 - waist * 0.1),
        (narrow * (0.33 - waist * 0.4), 0.66 - waist * 0.2), (0, 1)]))  # fmt: skip
    low = rng.uniform(0.35, 0.6)
    stem = _stem(rng)
    lobe, apart, down = rng.uniform(0.36, 0.5), rng.uniform(0.42, 0.56), rng.uniform(0.08, 0.3)

    def place(points: list[tuple[float, float]], scale: float = 1.0) -> list[tuple[float, float]]:
        return [(half + x * half * 0.94 * scale, half + y * half * 0.94) for x, y in points]

    for suit in SUITS:
        mask = Image.new("L", (side, side))
        draw = ImageDraw.Draw(mask)
        if suit == "h":
            draw.polygon(place(heart), fill=255)
        elif suit == "d":
            draw.polygon(place(diamond), fill=255)
        elif suit == "s":
            draw.polygon(
                place([(x, -y * (1 + low) / 2 - (1 - low) / 2) for x, y in heart]), fill=255
            )
            draw.polygon(place(stem), fill=255)
        else:
            for x, y in ((0, lobe - 1), (-apart, down), (apart, down)):
                (cx, cy), r = place([(x, y)])[0], lobe * half * 0.94
                draw.ellipse((cx - r, cy - r, cx + r, cy + r), fill=255)
            draw.polygon(
                place([(0, -0.35), (apart, down + 0.05), (0, down + 0.3), (-apart, down + 0.05)]),
                fill=255,
            )
            draw.polygon(place(stem), fill=255)
        masks[suit] = mask.crop(mask.getbbox()).resize(
            (max(8, round(128 * _ratio(mask))), 128), Image.Resampling.LANCZOS
        )
    return masks


def _ratio(mask: Image.Image) -> float:
    left, top, right, bottom = mask.getbbox() or (0, 0, 1, 1)
    return (right - left) / (bottom - top)


def _font_suits(path: str) -> dict[str, Image.Image] | None:
    """The suits of a font, None where it has not all four."""
    masks = {suit: text_mask(path, symbol, 100) for suit, symbol in SYMBOLS.items()}
    none = text_mask(path, "\u0378", 100)
    drawn = [none, *masks.values()]
    for i, first in enumerate(drawn):
        if not first.getbbox() or min(first.size) < 24:
            return None
        for second in drawn[:i]:
            if first.size == second.size and not ImageChops.difference(first, second).getbbox():
                return None
    return masks


@dataclass(frozen=True)
class Art:
    """The parts of decks: fonts, suits, pictures of courts, whole decks."""

    fonts: tuple[str, ...]
    suits: tuple[dict[str, Image.Image], ...]
    pictures: tuple[Image.Image, ...]
    decks: tuple[dict[str, Face], ...]

    @staticmethod
    def load(folder: Path) -> Art:
        """Read the fonts and decks of a folder."""
        fonts = sorted(str(path) for path in (folder / "fonts").iterdir())
        decks = tuple(_picture_deck(path) for path in sorted((folder / "decks").iterdir()))
        suits = [found for path in fonts if (found := _font_suits(path))]
        pictures = tuple(
            face.picture.crop((75, 60, 225, 360)) for deck in decks
            for card, face in deck.items() if card[0] in "JQK")  # fmt: skip
        return Art(tuple(fonts), tuple(suits), pictures, decks)


def _picture_deck(folder: Path) -> dict[str, Face]:
    """Read a deck of pictures, one file a card.

    `index.json` says of all faces where rank (x, y, height, width) and suit (x, y, height) are.
    """
    index = json.loads((folder / "index.json").read_text(encoding="utf-8"))
    (x, y, size, width), (sx, sy, suit_size) = index["rank"], index["suit"]
    mark = Mark((x, y), size, width, (sx, sy), suit_size)
    return {
        path.stem: Face(
            picture := Image.open(path).convert("RGBA"), (mark, mark.turned(*picture.size))
        )
        for path in folder.glob("*.webp")
    }


@dataclass(frozen=True)
class PictureDeck:
    """A deck of pictures at one size."""

    faces: dict[str, Face]
    size: tuple[int, int]

    def face(self, rank: str, suit: str) -> Face:
        """Scale one card."""
        face = self.faces[rank + suit]
        w, h = self.size
        kx, ky = w / face.picture.width, h / face.picture.height
        marks = tuple(
            Mark((m.rank[0] * kx, m.rank[1] * ky), m.size * ky, m.width * kx,
                 (m.suit[0] * kx, m.suit[1] * ky), m.suit_size * ky, m.angle)
            for m in face.marks)  # fmt: skip
        return Face(face.picture.resize(self.size, Image.Resampling.LANCZOS, reducing_gap=2), marks)


REDS = (
    (200, 16, 46),
    (220, 30, 30),
    (255, 0, 0),
    (180, 20, 30),
    (230, 60, 60),
    (215, 75, 60),
    (150, 30, 50),
)
BLACKS = ((0, 0, 0), (20, 20, 20), (30, 35, 60), (45, 45, 50), (15, 25, 40), (60, 60, 60))
GREENS = ((0, 128, 0), (20, 140, 60), (30, 110, 50), (0, 160, 80), (60, 150, 30))
BLUES = ((0, 0, 255), (30, 80, 200), (20, 60, 150), (0, 110, 200), (60, 120, 230))
ORANGES = ((230, 120, 0), (255, 140, 20), (200, 90, 10))


def _shade(rng: Random, color: Color, spread: int = 18) -> Color:
    r, g, b = (min(255, max(0, value + rng.randint(-spread, spread))) for value in color)
    return r, g, b


def _vivid(rng: Random) -> Color:
    """Draw a color of any hue."""
    r, g, b = colorsys.hls_to_rgb(rng.random(), rng.uniform(0.3, 0.6), rng.uniform(0.25, 1))
    return round(255 * r), round(255 * g), round(255 * b)


def _colors(rng: Random, dark: bool) -> dict[str, Color]:
    """Draw the colors of the four suits: two-colored or four-colored."""
    black, red = rng.choice(BLACKS), rng.choice(REDS)
    if dark:
        black = rng.choice(((255, 255, 255), (225, 225, 230), (190, 195, 205)))
        red = rng.choice(((255, 90, 90), (240, 60, 70), (255, 120, 110)))
    if rng.random() < 0.12:
        red = rng.choice((*BLUES, *GREENS, *ORANGES, _vivid(rng), _vivid(rng)))
    if rng.random() < 0.08:
        red = black = _vivid(rng)
        if dark:
            r, g, b = red
            red = black = ((r + 255) // 2, (g + 255) // 2, (b + 255) // 2)
    colors = {"s": black, "c": black, "h": red, "d": red}
    if black != red and rng.random() < 0.38:
        colors["c"] = rng.choice(GREENS)
        colors["d"] = rng.choice((*BLUES, *BLUES, *ORANGES))
        if rng.random() < 0.08:
            colors["c"], colors["d"] = rng.choice(BLUES), rng.choice((*GREENS, *ORANGES))
        if dark:
            for suit in "cd":
                r, g, b = colors[suit]
                colors[suit] = ((r + 255) // 2, (g + 255) // 2, (b + 255) // 2)
    return {suit: _shade(rng, color) for suit, color in colors.items()}


_EIGHT = [(x, y) for x in (-1, 1) for y in (-1, -0.33, 0.33, 1)]
PIPS: dict[str, list[tuple[float, float]]] = {
    "A": [(0, 0)],
    "2": [(0, -1), (0, 1)],
    "3": [(0, -1), (0, 0), (0, 1)],
    "4": [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    "5": [(-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)],
    "6": [(x, y) for x in (-1, 1) for y in (-1, 0, 1)],
    "7": [(x, y) for x in (-1, 1) for y in (-1, 0, 1)] + [(0, -0.5)],
    "8": [(x, y) for x in (-1, 1) for y in (-1, 0, 1)] + [(0, -0.5), (0, 0.5)],
    "9": [*_EIGHT, (0, 0)],
    "T": [*_EIGHT, (0, -0.66), (0, 0.66)],
}


class DrawnDeck:
    """A deck drawn from fonts and shapes, in a style of its own, at one size."""

    def __init__(self, rng: Random, art: Art, height: float) -> None:
        self.rng, self.art = rng, art
        self.size = (
            max(
                24,
                round(
                    height
                    * rng.choice((0.62, 0.66, 0.7, 0.714, 0.74, 0.8, rng.uniform(0.55, 0.95)))
                ),
            ),
            max(30, round(height)),
        )
        self.font = rng.choice(art.fonts)
        self.squeeze = rng.choice((1.0, 1.0, 1.0, rng.uniform(0.65, 1.1)))
        pick = rng.random()
        self.suits = _drawn_suits(rng) if pick < 0.5 else rng.choice(art.suits)
        self.dark = rng.random() < 0.15
        self.paper: Color = (
            (255, 255, 255) if rng.random() < 0.5 else _shade(rng, (240, 238, 232), 15)
        )
        if self.dark:
            self.paper = _shade(
                rng, rng.choice(((25, 28, 35), (45, 45, 50), (10, 10, 12), (40, 50, 70))), 8
            )
        elif rng.random() < 0.05:
            self.paper = _shade(rng, (225, 215, 190), 30)
        self.colors = _colors(rng, self.dark)
        self.ten = "T" if rng.random() < 0.04 else "10"
        self.layout = rng.choices(
            ("below", "beside", "apart", "jumbo", "corners"), (46, 15, 22, 12, 5)
        )[0]
        self.again = self.layout == "beside" and rng.random() < 0.5
        self.turned = self.layout in ("below", "beside", "jumbo", "apart") and rng.random() < 0.62
        self.right = rng.random() < 0.1
        self.body = rng.choices(("pips", "center", "none"), (60, 25, 15))[0]
        if self.layout in ("apart",):
            self.body, self.turned = "none", self.turned and rng.random() < 0.3
        if self.layout == "jumbo":
            self.body = rng.choice(("none", "center", "pips"))
        self.rank_size = self.size[1] * {
            "below": rng.uniform(0.09, 0.21), "beside": rng.uniform(0.1, 0.24),
            "apart": rng.uniform(0.18, 0.42), "jumbo": rng.uniform(0.22, 0.4),
            "corners": rng.uniform(0.14, 0.3)}[self.layout]  # fmt: skip
        if self.layout == "apart":
            self.suit_size = self.size[1] * rng.uniform(0.26, 0.5)
        else:
            self.suit_size = self.rank_size * rng.uniform(0.55, 1.15)
        if self.layout == "apart":
            self.suit_at = (rng.uniform(0.5, 0.78), rng.uniform(0.56, 0.78))
        self.margin = (
            self.size[0] * rng.uniform(0.025, 0.09),
            self.size[1] * rng.uniform(0.02, 0.07),
        )
        self.gap = self.rank_size * rng.uniform(0.06, 0.28)
        self.centered = rng.random() < 0.75
        self.radius = self.size[0] * rng.choice((0.0, 0.05, 0.08, 0.12))
        self.outline = rng.choice((None, (0, 0, 0), (120, 120, 120), (200, 200, 200)))
        self.frame = rng.random() < 0.4
        self.gloss = rng.random() < 0.08
        self.inner = rng.random() < 0.08

    def _suit(self, suit: str, size: float, fits: float = 1e9) -> Image.Image:
        mask = self.suits[suit]
        scale = min(size / mask.height, fits / mask.width)
        return mask.resize(
            (max(3, round(mask.width * scale)), max(3, round(mask.height * scale))),
            Image.Resampling.LANCZOS,
        )

    def _ink(
        self, picture: Image.Image, mask: Image.Image, x: float, y: float, color: Color
    ) -> None:
        """Paint a mask with its center at a place."""
        at = (round(x - mask.width / 2), round(y - mask.height / 2))
        if self.gloss and min(mask.size) > 10:
            shade = Image.linear_gradient("L").resize(mask.size)
            low = tuple(value * 2 // 3 for value in color)
            fill = Image.composite(
                Image.new("RGB", mask.size, low), Image.new("RGB", mask.size, color), shade
            )
            picture.paste(fill, at, mask)
        else:
            picture.paste(color, at, mask)

    def face(self, rank: str, suit: str) -> Face:
        """Draw one card."""
        w, h = self.size
        card = Image.new("RGB", self.size, self.paper)
        color = self.colors[suit]
        text = text_mask(self.font, self.ten if rank == "T" else rank, self.rank_size, self.squeeze)
        if text.width > w * 0.6:
            text = text.resize((round(w * 0.6), text.height))
        mark = self._index(card, text, suit, color)
        mirrored = self.turned and self.layout != "apart" and mark.low < h / 2
        if mirrored:
            upper = card.crop((0, 0, w, h // 2)).rotate(180)
            card.paste(upper, (0, h - upper.height))
        self._middle(card, rank, suit, color, mark)
        if self.turned and self.layout == "apart" and mark.low < h - mark.rank[1] - mark.size / 2:
            self._ink(card, text.rotate(180), w - mark.rank[0], h - mark.rank[1], color)
        mask = Image.new("L", (w * 2, h * 2))
        ImageDraw.Draw(mask).rounded_rectangle(
            (0, 0, w * 2 - 1, h * 2 - 1), self.radius * 2, fill=255
        )
        if self.outline:
            ImageDraw.Draw(card).rounded_rectangle(
                (0, 0, w - 1, h - 1), self.radius, outline=self.outline
            )
        if self.inner:
            inset = max(2, w // 30)
            ImageDraw.Draw(card).rounded_rectangle(
                (inset, inset, w - 1 - inset, h - 1 - inset), self.radius, outline=(180, 170, 150)
            )
        card.putalpha(mask.resize(self.size, Image.Resampling.BOX))
        return Face(card, (mark, mark.turned(w, h)) if mirrored else (mark,))

    def _index(self, card: Image.Image, text: Image.Image, suit: str, color: Color) -> Mark:
        """Paint rank and suit where the layout has them."""
        w, h = self.size
        room = w - self.margin[0]
        shape = self._suit(suit, self.suit_size, w * 0.6)
        left, top = self.margin
        y = top + self.rank_size / 2
        if self.layout in ("below", "jumbo"):
            half = max(text.width, shape.width) / 2 if self.centered else 0
            x = left + (half or text.width / 2)
            sx = left + (half or shape.width / 2)
            sy = top + max(self.rank_size, text.height) + self.gap + shape.height / 2
        elif self.layout == "beside":
            x, sx = left + text.width / 2, left + text.width + self.gap + shape.width / 2
            sy = y + self.rank_size * 0.05
        elif self.layout == "corners":
            x, sx, sy = left + text.width / 2, room - shape.width / 2, y
        else:
            x = left + text.width / 2
            sx, sy = w * self.suit_at[0], h * self.suit_at[1]
            sx, sy = min(sx, w - shape.width / 2 - 2), min(sy, h - shape.height / 2 - 2)
        if self.right and self.layout != "apart":
            x, sx = w - x, w - sx
        if self.again:
            low = top + self.rank_size + self.gap + shape.height / 2
            self._ink(card, shape, x, low, color)
        self._ink(card, text, x, y, color)
        self._ink(card, shape, sx, sy, color)
        return Mark((x, y), text.height, text.width, (sx, sy), shape.height)

    def _middle(self, card: Image.Image, rank: str, suit: str, color: Color, mark: Mark) -> None:
        """Paint pips, a large suit or a court between the indices, or below them if wide."""
        w, h = self.size
        edge = (
            w - min(mark.rank[0] - mark.width / 2, mark.suit[0] - mark.suit_size / 2)
            if self.right
            else max(mark.rank[0] + mark.width / 2, mark.suit[0] + mark.suit_size / 2)
        )
        top = h * 0.1 if edge < w * 0.31 else mark.low + h * 0.02
        if self.body == "none" or edge > w * 0.62 or top > h * 0.4:
            return
        start = min(edge + w * 0.03, w * 0.34)
        if self.body == "pips" and rank in PIPS:
            size = self.rng.uniform(0.9, 1.0) * min(h * 0.17, (w - 2 * start) * 0.34)
            shape = self._suit(suit, min(h * 0.36, h - 2 * top) if rank == "A" else size)
            for x, y in PIPS[rank]:
                px, py = (
                    w / 2 + x * (w / 2 - start - size / 2),
                    h / 2 + y * (h * 0.5 - top - size / 2),
                )
                self._ink(card, shape.rotate(180) if y > 0 else shape, px, py, color)
        elif self.body == "pips":
            art = self.rng.choice(self.art.pictures)
            box = (round(start), round(top), round(w - start), round(h - top))
            if box[2] - box[0] > 8:
                picture = art.resize(
                    (box[2] - box[0], box[3] - box[1]), Image.Resampling.BILINEAR, reducing_gap=1.5
                )
                card.paste(picture, box[:2], picture)
                if self.frame:
                    ImageDraw.Draw(card).rectangle(box, outline=color)
        else:
            self._ink(
                card,
                self._suit(suit, h * 0.4, w * 0.5),
                w / 2 + (start - self.margin[0]) / 3,
                h * 0.58,
                color,
            )


def soft(picture: Image.Image, radius: float) -> Image.Image:
    """Blur a picture."""
    return picture.filter(ImageFilter.GaussianBlur(radius))
