"""What is on a screen of cards and is no open card: the table, text, chips, slots, backs."""

from __future__ import annotations

import math
from random import Random
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image, ImageDraw

from tests.workshop.vision.faces import RANKS, SUITS, SYMBOLS, Color, text_mask
from tests.workshop.vision.spoiling import shade

if TYPE_CHECKING:
    from tests.workshop.vision.scenes import Scene

WORDS = [
    "Gin",
    "Rummy",
    "Deck",
    "Discard",
    "Knock",
    "Your",
    "turn",
    "Score",
    "Deadwood",
    "Player",
    "Opponent",
    "Draw",
    "Pass",
    "Settings",
    "New",
    "game",
    "Menu",
    "Undo",
    "Hint",
    "Stock",
    "Round",
    "Big",
    "Gin",
    "Total",
    "Points",
    "You",
    "CPU",
    "Level",
    "Chat",
    "Sort",
    "by",
    "rank",
    "Sort",
    "by",
    "suit",
    "Ok",
    "Cancel",
    "Online",
    "Time",
    "Moves",
    "Best",
    "Ace",
    "King",
    "Queen",
    "Jack",
    "Hearts",
    "Spades",
    "Clubs",
    "Diamonds",
    "A",
    "K",
    "Q",
    "J",
    "10",
    "7",
    "8",
    "9",
    "2",
    "4",
    "Knock",
    "with",
    "7",
    "10",
    "or",
    "10 or",
    "fewer",
]

FELTS = (
    (20, 90, 50), (10, 60, 40), (30, 110, 70), (15, 25, 30), (8, 10, 12), (40, 60, 110),
    (100, 30, 30), (60, 40, 30), (240, 240, 240), (210, 235, 175), (235, 225, 210), (255, 255, 255),
)  # fmt: skip


def ground(rng: Random, size: tuple[int, int]) -> Image.Image:
    """The table: plain, shaded, of felt, patterned, or a blurred picture."""
    felt = rng.choice(FELTS)
    first = shade(rng) if rng.random() < 0.3 else felt
    second = tuple(max(0, min(255, value + rng.randint(-50, 50))) for value in first)
    base = Image.new("RGB", size, first)
    kind = rng.random()
    if kind < 0.5:
        make = Image.linear_gradient if rng.random() < 0.6 else Image.radial_gradient
        mask = make("L").rotate(rng.choice((0, 90, 180))).resize(size)
        base = Image.composite(Image.new("RGB", size, second), base, mask)
    elif kind < 0.62:
        small = np.random.default_rng(rng.randrange(1 << 30)).integers(
            0, 255, (rng.randint(3, 12), rng.randint(3, 12), 3)
        )
        clouds = Image.fromarray(small.astype(np.uint8)).resize(size, Image.Resampling.BICUBIC)
        base = Image.blend(base, clouds, rng.uniform(0.1, 0.6))
    if rng.random() < 0.25:
        noise = np.random.default_rng(rng.randrange(1 << 30)).normal(
            0, rng.uniform(2, 10), (size[1], size[0], 1)
        )
        base = Image.fromarray((np.asarray(base) + noise).clip(0, 255).astype(np.uint8))
    if rng.random() < 0.15:
        draw, step = ImageDraw.Draw(base), rng.randint(12, 60)
        for k in range(-size[1], size[0], step):
            draw.line(
                (k, 0, k + rng.choice((0, size[1])), size[1]), fill=second, width=rng.randint(1, 4)
            )
    return base


def _figures(rng: Random) -> str:
    """Numbers as apps show them: points, a score, a time, money."""
    n = rng.randint(0, 120)
    forms = (f"{n}", f"{n} – {rng.randint(0, 99)}", f"{n % 12}:{rng.randint(10, 59)}")
    return rng.choice((*forms, f"{n % 40}/{rng.randint(1, 40)}", f"+{n % 50}", f"${n}"))


def put_text(scene: Scene, height: float | None = None, words: str | None = None) -> None:
    rng = scene.rng
    height = height or math.exp(rng.uniform(math.log(8), math.log(60)))
    choice = rng.random()
    if words is None:
        if choice < 0.35:
            words = " ".join(rng.choice(WORDS) for _ in range(rng.randint(1, 6)))
        elif choice < 0.65:
            words = _figures(rng)
        elif choice < 0.85:
            words = rng.choice([*RANKS, "10", "O", "I", "Z", "S", "G", "X", "B", "0", "1"])
        else:
            words = "".join(chr(rng.randint(48, 122)) for _ in range(rng.randint(2, 9)))
    mask = text_mask(rng.choice(scene.art.fonts), words, height)
    x, y = rng.randint(-40, scene.wide - 20), rng.randint(-10, scene.high - 10)
    if rng.random() < 0.3:
        pad = round(height * rng.uniform(0.3, 1))
        box = Image.new("L", (mask.width + 2 * pad, mask.height + 2 * pad))
        ImageDraw.Draw(box).rounded_rectangle(
            (0, 0, box.width - 1, box.height - 1), pad * rng.uniform(0, 1.2), fill=255
        )
        scene.cover(box, x - pad, y - pad, shade(rng))
    scene.cover(
        mask,
        x,
        y,
        rng.choice(((255, 255, 255), (0, 0, 0), (230, 220, 170), (200, 20, 20), shade(rng))),
    )


def put_symbols(scene: Scene) -> None:
    """A suit without its rank: an icon, a line of suits, a rank in a line of text with its suit."""
    rng = scene.rng
    masks = rng.choice(scene.art.suits)
    size = math.exp(rng.uniform(math.log(9), math.log(90)))
    x, y = rng.uniform(0, scene.wide - 20), rng.randint(0, scene.high - 20)
    for suit in rng.sample(SUITS, rng.choice((1, 1, 4))):
        mask = masks[suit]
        mask = mask.resize(
            (max(4, round(mask.width * size / mask.height)), max(4, round(size))),
            Image.Resampling.LANCZOS,
        )
        scene.cover(
            mask, round(x), y, rng.choice(((255, 255, 255), (0, 0, 0), (200, 20, 30), shade(rng)))
        )
        x += size * 1.3


def put_sentence(scene: Scene) -> None:
    """A line that names cards, as a log or advice does; some have the cards in their colors."""
    rng = scene.rng
    ink = rng.choice(((255, 255, 255), (20, 20, 20), (240, 220, 120)))
    inks = {suit: shade(rng) if rng.random() < 0.6 else ink for suit in SUITS}
    said = rng.choice(("You drew", "Opponent discarded", "took", "knocks with", "10 or fewer"))
    words: list[tuple[str, Color]] = [(said, ink)]
    for _ in range(rng.randint(1, 3)):
        suit = rng.choice(SUITS)
        rank = rng.choice([*RANKS[:9], "10", "J", "Q", "K"])
        words += [(f"{rank}{SYMBOLS[suit]}", inks[suit]), (rng.choice(WORDS).lower(), ink)]
    path = rng.choice([font for font in scene.art.fonts if "DejaVu" in font] or scene.art.fonts)
    height = math.exp(rng.uniform(math.log(7), math.log(30)))
    x, low = rng.randint(-60, scene.wide - 60), rng.randint(20, scene.high)
    for word, color in words:
        mask = text_mask(path, word, height)
        scene.cover(mask, x, low - mask.height, color)
        x += mask.width + round(height / 2)


def put_slot(scene: Scene, size: tuple[int, int]) -> None:
    """An empty place for a card, with a faint rank or suit in it or a face-down card."""
    rng = scene.rng
    x, y = rng.randint(-20, scene.wide - 20), rng.randint(-20, scene.high - 20)
    w, h = size
    picture = Image.new("RGB", size, shade(rng) if rng.random() < 0.7 else (255, 255, 255))
    draw = ImageDraw.Draw(picture)
    mask = Image.new("L", size)
    solid = rng.random() < 0.5
    ImageDraw.Draw(mask).rounded_rectangle(
        (0, 0, w - 1, h - 1), w * 0.08, fill=255 if solid else rng.randint(30, 120)
    )
    if rng.random() < 0.6:
        step = rng.randint(4, 20)
        for k in range(-h, w, step):
            draw.line((k, 0, k + h, h), fill=shade(rng), width=2)
    if rng.random() < 0.7:
        text = rng.choice([*RANKS, str(rng.randint(2, 40))])
        ink = text_mask(rng.choice(scene.art.fonts), text, h * rng.uniform(0.15, 0.4))
        if rng.random() < 0.4:
            ink = rng.choice(scene.art.suits)[rng.choice(SUITS)].resize(
                (round(w * 0.4), round(w * 0.4))
            )
        picture.paste(
            rng.choice(((255, 255, 255), (0, 0, 0), shade(rng))),
            ((w - ink.width) // 2, (h - ink.height) // 2),
            ink,
        )
    scene.picture.paste(picture, (x, y), mask)
    scene.own(mask.point(lambda value: 255 if value else 0), x, y, -1)


def draw_back(scene: Scene, size: tuple[int, int]) -> Image.Image:
    """Draw a card's back: ruled or plain, often with a frame, an emblem or a number."""
    rng, (w, h) = scene.rng, size
    ink, ground = shade(rng), shade(rng)
    picture = Image.new("RGB", size, ground)
    draw = ImageDraw.Draw(picture)
    step, slopes = rng.randint(4, 24), rng.choice(((1,), (1, -1), (0,), ()))
    for slope in slopes:
        for k in range(-h, w + h, step):
            draw.line((k, 0, k + slope * h, h), fill=ink, width=rng.choice((1, 1, 2, step // 2)))
    if rng.random() < 0.5:
        inset = rng.randint(1, max(2, w // 10))
        draw.rectangle((inset, inset, w - 1 - inset, h - 1 - inset), outline=ink, width=inset)
    if rng.random() < 0.3:
        _strew_suits(scene, picture, rng.choice((ink, (255, 255, 255), (0, 0, 0))))
    if rng.random() < 0.5:
        half = w * rng.uniform(0.15, 0.4)
        cx, cy = w / 2, h / 2
        draw.polygon(
            [(cx - half, cy), (cx, cy - half), (cx + half, cy), (cx, cy + half)],
            fill=rng.choice((ground, None)), outline=ink,
        )  # fmt: skip
        emblem = rng.choice(scene.art.suits)[rng.choice(SUITS)]
        if rng.random() < 0.4:
            words = rng.choice((str(rng.randint(1, 52)), *RANKS))
            emblem = text_mask(rng.choice(scene.art.fonts), words, 60)
        k = half / max(emblem.size)
        emblem = emblem.resize((max(3, round(emblem.width * k)), max(3, round(emblem.height * k))))
        picture.paste(
            rng.choice((ink, (255, 255, 255))),
            (round(cx - emblem.width / 2), round(cy - emblem.height / 2)), emblem,
        )  # fmt: skip
    mask = Image.new("L", size)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, w - 1, h - 1), w * 0.07, fill=255)
    picture.putalpha(mask)
    return picture


def _strew_suits(scene: Scene, back: Image.Image, ink: tuple[int, int, int]) -> None:
    """Print suits on a card's back: one large one, one in each corner, or rows of them."""
    rng, (w, h) = scene.rng, back.size
    masks, suit = rng.choice(scene.art.suits), rng.choice(SUITS)
    kind = rng.choice(("large", "corners", "rows"))
    size = w * (rng.uniform(0.4, 0.8) if kind == "large" else rng.uniform(0.1, 0.25))
    edge = size * rng.uniform(0.6, 1)
    step = size * rng.uniform(1.2, 2)
    places = {
        "large": [(w / 2, h / 2)],
        "corners": [(edge, edge), (w - edge, edge), (edge, h - edge), (w - edge, h - edge)],
        "rows": [(edge + i * step, edge + j * step)
                 for i in range(int(w / step)) for j in range(int(h / step))],
    }  # fmt: skip
    for x, y in places[kind]:
        mask = masks[suit if rng.random() < 0.6 else rng.choice(SUITS)]
        k = size / max(mask.size)
        mask = mask.resize((max(3, round(mask.width * k)), max(3, round(mask.height * k))))
        back.paste(ink, (round(x - mask.width / 2), round(y - mask.height / 2)), mask)


def put_chip(scene: Scene) -> None:
    rng = scene.rng
    r = rng.randint(6, 50)
    mask = Image.new("L", (2 * r, 2 * r))
    ImageDraw.Draw(mask).ellipse((0, 0, 2 * r - 1, 2 * r - 1), fill=255)
    x, y = rng.randint(-r, scene.wide), rng.randint(-r, scene.high)
    scene.cover(mask, x, y, shade(rng))
    if rng.random() < 0.6:
        ink = text_mask(
            rng.choice(scene.art.fonts),
            rng.choice([str(rng.randint(0, 30)), *RANKS, "?", "★", "!"]),
            r * rng.uniform(0.5, 1),
        )
        scene.cover(
            ink,
            x + r - ink.width // 2,
            y + r - ink.height // 2,
            rng.choice(((255, 255, 255), (0, 0, 0))),
        )
