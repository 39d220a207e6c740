"""Screens of card games that never were: layouts of cards, the rest of an app around them."""

from __future__ import annotations

import math
from random import Random

import numpy as np
from PIL import Image, ImageDraw, ImageEnhance

from tests.workshop.vision.faces import (
    RANKS,
    SUITS,
    SYMBOLS,
    Art,
    Color,
    Deck,
    DrawnDeck,
    Face,
    Mark,
    PictureDeck,
    text_mask,
)
from tests.workshop.vision.spoiling import SIDE, photographed, shade, spoil

MOST = 64
"""Indices that a scene's table has room for."""
FIELDS = ("x", "y", "size", "cos", "sin", "suit x", "suit y", "suit size", "rank", "suit", "kind")
CLEAR, DOUBTFUL = 1, 0
"""Kinds of index: to be found; too covered to be asked for, too visible to be denied."""

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
]


class Scene:
    """One screen being painted, with an owner for each pixel."""

    def __init__(self, rng: Random, art: Art) -> None:
        self.rng, self.art = rng, art
        self.picture = _ground(rng, art)
        self.owner = np.zeros((SIDE, SIDE), dtype=np.int16)
        self.marks: list[tuple[Mark, int, str, str]] = []
        self.cards = 0

    def put(self, face: Face, x: float, y: float, angle: float, rank: str, suit: str) -> None:
        """Lay a card with its upper left corner at a place, turned about its center."""
        picture = face.picture
        w, h = picture.size
        cx, cy = x + w / 2, y + h / 2
        if abs(angle) > 0.004:
            picture = picture.rotate(-math.degrees(angle), Image.Resampling.BICUBIC, expand=True)
        left, top = round(cx - picture.width / 2), round(cy - picture.height / 2)
        self._shadow(picture, left, top)
        self.picture.paste(picture, (left, top), picture)
        self.cards += 1
        self._own(picture.getchannel("A"), left, top, self.cards)
        cx, cy = left + picture.width / 2, top + picture.height / 2
        cos, sin = math.cos(angle), math.sin(angle)

        def turn(point: tuple[float, float]) -> tuple[float, float]:
            dx, dy = point[0] - w / 2, point[1] - h / 2
            return cx + dx * cos - dy * sin, cy + dx * sin + dy * cos

        for mark in face.marks:
            moved = Mark(
                turn(mark.rank),
                mark.size,
                mark.width,
                turn(mark.suit),
                mark.suit_size,
                mark.angle + angle,
            )
            self.marks.append((moved, self.cards, rank, suit))

    def _shadow(self, picture: Image.Image, left: int, top: int) -> None:
        if self.rng.random() < 0.3:
            mask = picture.getchannel("A").point(lambda value: value * 2 // 5)
            self.picture.paste((0, 0, 0), (left + 2, top + 3), mask)

    def _own(self, mask: Image.Image, left: int, top: int, owner: int) -> None:
        a, b = max(0, left), max(0, top)
        c, d = min(SIDE, left + mask.width), min(SIDE, top + mask.height)
        if a < c and b < d:
            solid = np.asarray(mask)[b - top : d - top, a - left : c - left] > 100
            self.owner[b:d, a:c][solid] = owner

    def cover(self, mask: Image.Image, left: int, top: int, color: Color) -> None:
        """Paint something that is no card over what lies there."""
        self.picture.paste(color, (left, top), mask)
        self._own(mask, left, top, -1)

    def _seen(
        self, center: tuple[float, float], wide: float, high: float, angle: float, owner: int
    ) -> float:
        u, v = np.meshgrid(np.linspace(-0.5, 0.5, 9), np.linspace(-0.5, 0.5, 9))
        cos, sin = math.cos(angle), math.sin(angle)
        x = np.rint(center[0] + u * wide * cos - v * high * sin).astype(int)
        y = np.rint(center[1] + u * wide * sin + v * high * cos).astype(int)
        inside = (x >= 0) & (y >= 0) & (x < SIDE) & (y < SIDE)
        return float(
            (self.owner[y.clip(0, SIDE - 1), x.clip(0, SIDE - 1)] == owner)[inside].sum() / 81
        )

    def table(self) -> np.ndarray:
        """List the indices that can be seen: a row each, of `FIELDS`."""
        rows = []
        for mark, owner, rank, suit in self.marks:
            number = self._seen(mark.rank, mark.width, mark.size, mark.angle, owner)
            shape = self._seen(mark.suit, mark.suit_size * 0.85, mark.suit_size, mark.angle, owner)
            if number < 0.35 or (number < 0.5 and shape < 0.2):
                continue
            kind = CLEAR if number > 0.9 and shape > 0.6 and mark.size >= 9 else DOUBTFUL
            turn = math.cos(mark.angle), math.sin(mark.angle)
            names = RANKS.index(rank), SUITS.index(suit)
            rows.append((*mark.rank, mark.size, *turn, *mark.suit, mark.suit_size, *names, kind))
        table = np.full((MOST, len(FIELDS)), -1, dtype=np.float32)
        rows = rows[:MOST]
        if rows:
            table[: len(rows)] = rows
        return table


FELTS = (
    (20, 90, 50), (10, 60, 40), (30, 110, 70), (15, 25, 30), (8, 10, 12), (40, 60, 110),
    (100, 30, 30), (60, 40, 30), (240, 240, 240), (210, 235, 175), (235, 225, 210), (255, 255, 255),
)  # fmt: skip


def _ground(rng: Random, art: Art) -> Image.Image:
    """The table: plain, shaded, of felt, patterned, or a blurred picture."""
    felt = rng.choice(FELTS)
    first = shade(rng) if rng.random() < 0.3 else felt
    second = tuple(max(0, min(255, value + rng.randint(-50, 50))) for value in first)
    base = Image.new("RGB", (SIDE, SIDE), first)
    kind = rng.random()
    if kind < 0.5:
        make = Image.linear_gradient if rng.random() < 0.6 else Image.radial_gradient
        mask = make("L").rotate(rng.choice((0, 90, 180))).resize((SIDE, SIDE))
        base = Image.composite(Image.new("RGB", (SIDE, SIDE), second), base, mask)
    elif kind < 0.62:
        small = np.random.default_rng(rng.randrange(1 << 30)).integers(
            0, 255, (rng.randint(3, 12), rng.randint(3, 12), 3)
        )
        clouds = Image.fromarray(small.astype(np.uint8)).resize(
            (SIDE, SIDE), Image.Resampling.BICUBIC
        )
        base = Image.blend(base, clouds, rng.uniform(0.1, 0.6))
    if rng.random() < 0.25:
        noise = np.random.default_rng(rng.randrange(1 << 30)).normal(
            0, rng.uniform(2, 10), (SIDE, SIDE, 1)
        )
        base = Image.fromarray((np.asarray(base) + noise).clip(0, 255).astype(np.uint8))
    if rng.random() < 0.15:
        draw, step = ImageDraw.Draw(base), rng.randint(12, 60)
        for k in range(-SIDE, SIDE, step):
            draw.line((k, 0, k + rng.choice((0, SIDE)), SIDE), fill=second, width=rng.randint(1, 4))
    return base


def _figures(rng: Random) -> str:
    """Numbers as apps show them: points, a score, a time, money."""
    n = rng.randint(0, 120)
    forms = (f"{n}", f"{n} – {rng.randint(0, 99)}", f"{n % 12}:{rng.randint(10, 59)}")
    return rng.choice((*forms, f"{n % 40}/{rng.randint(1, 40)}", f"+{n % 50}", f"${n}"))


def _text(scene: Scene, height: float | None = None, words: str | None = None) -> None:
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
    x, y = rng.randint(-40, SIDE - 20), rng.randint(-10, SIDE - 10)
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


def _symbols(scene: Scene) -> None:
    """A suit without its rank: an icon, a line of suits, a rank in a line of text with its suit."""
    rng = scene.rng
    masks = rng.choice(scene.art.suits)
    size = math.exp(rng.uniform(math.log(9), math.log(90)))
    x, y = rng.uniform(0, SIDE - 20), rng.randint(0, SIDE - 20)
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


def _sentence(scene: Scene) -> None:
    """A line that names cards, as a log does."""
    rng = scene.rng
    cards = [
        f"{rng.choice([*RANKS[:9], '10', 'J', 'Q', 'K'])}{SYMBOLS[rng.choice(SUITS)]}"
        for _ in range(rng.randint(1, 3))
    ]
    said = rng.choice(("You drew", "Opponent discarded", "took", "knocks with", "Melds:"))
    words = f"{said} {' '.join(cards)} {rng.choice(WORDS)}"
    path = rng.choice([font for font in scene.art.fonts if "DejaVu" in font] or scene.art.fonts)
    mask = text_mask(path, words, rng.uniform(7, 16))
    scene.cover(
        mask,
        rng.randint(-60, SIDE - 60),
        rng.randint(0, SIDE - 20),
        rng.choice(((255, 255, 255), (20, 20, 20), (240, 220, 120))),
    )


def _slot(scene: Scene, size: tuple[int, int]) -> None:
    """An empty place for a card, with a faint rank or suit in it or a face-down card."""
    rng = scene.rng
    x, y = rng.randint(-20, SIDE - 20), rng.randint(-20, SIDE - 20)
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
    scene._own(mask.point(lambda value: 255 if value else 0), x, y, -1)


def _chip(scene: Scene) -> None:
    rng = scene.rng
    r = rng.randint(6, 50)
    mask = Image.new("L", (2 * r, 2 * r))
    ImageDraw.Draw(mask).ellipse((0, 0, 2 * r - 1, 2 * r - 1), fill=255)
    x, y = rng.randint(-r, SIDE), rng.randint(-r, SIDE)
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


class _Dealer:
    """Deals the cards of one deck onto a scene, each face once."""

    def __init__(self, scene: Scene, deck: Deck) -> None:
        self.scene, self.deck, self.rng = scene, deck, scene.rng
        self.cards = [(rank, suit) for rank in RANKS for suit in SUITS]
        self.rng.shuffle(self.cards)
        self.dim = self.rng.random() < 0.15

    def lay(self, x: float, y: float, angle: float = 0.0, flip: bool = False) -> None:
        """Lay the next card; out of sight it costs nothing."""
        w, h = self.deck.size
        if not self.cards or x > SIDE or y > SIDE or x + w < 0 or y + h < 0:
            return
        rank, suit = self.cards.pop()
        face = self.deck.face(rank, suit)
        if self.dim and self.rng.random() < 0.5:
            alpha = face.picture.getchannel("A")
            dimmed = ImageEnhance.Brightness(face.picture.convert("RGB")).enhance(
                self.rng.uniform(0.45, 0.85)
            )
            dimmed.putalpha(alpha)
            face = Face(dimmed, face.marks)
        self.scene.put(face, x, y, angle + (math.pi if flip else 0), rank, suit)

    def back(self, x: float, y: float) -> None:
        """Lay a card face down."""
        w, h = self.deck.size
        mask = Image.new("L", (w, h))
        ImageDraw.Draw(mask).rounded_rectangle((0, 0, w - 1, h - 1), w * 0.07, fill=255)
        self.scene.cover(mask, round(x), round(y), (90, 40, 40))


def _fan(dealer: _Dealer) -> None:
    rng, (w, h) = dealer.rng, dealer.deck.size
    count, step = rng.randint(4, 13), w * rng.uniform(0.25, 0.95)
    curve = rng.choice((0.0, 0.0, rng.uniform(0.0, 0.06), rng.uniform(-0.02, 0.09)))
    x, y = rng.uniform(-w, SIDE - step * count * 0.5), rng.uniform(-h * 0.1, SIDE - h * 0.3)
    middle = (count - 1) / 2
    for k in range(count):
        lift = h * 0.15 * (rng.random() < 0.12)
        sag = abs(curve) * (k - middle) ** 2 * step * 0.5
        dealer.lay(x + k * step, y + sag - lift, curve * (k - middle))


def _columns(dealer: _Dealer) -> None:
    rng, (w, h) = dealer.rng, dealer.deck.size
    gap, drop = w * rng.uniform(1.04, 1.25), h * rng.uniform(0.16, 0.45)
    x, y = rng.uniform(-w, w), rng.uniform(-h / 2, SIDE / 2)
    for i in range(rng.randint(2, 8)):
        hidden = rng.randint(0, 3)
        for k in range(hidden):
            dealer.back(x + i * gap, y + k * drop * 0.5)
        for k in range(rng.randint(1, 6)):
            dealer.lay(x + i * gap, y + hidden * drop * 0.5 + k * drop)


def _grid(dealer: _Dealer) -> None:
    rng, (w, h) = dealer.rng, dealer.deck.size
    gap, drop = w * rng.uniform(1.02, 1.3), h * rng.uniform(1.02, 1.2)
    x, y = rng.uniform(-w, w), rng.uniform(-h, h)
    for j in range(rng.randint(1, 5)):
        for i in range(rng.randint(2, 13)):
            if rng.random() < 0.9:
                dealer.lay(x + i * gap, y + j * drop)


def _pile(dealer: _Dealer) -> None:
    rng, (w, h) = dealer.rng, dealer.deck.size
    x, y = rng.uniform(0, max(1, SIDE - w)), rng.uniform(0, max(1, SIDE - h))
    for _ in range(rng.randint(1, 5)):
        dealer.lay(
            x + rng.gauss(0, w * 0.06),
            y + rng.gauss(0, h * 0.04),
            rng.gauss(0, 0.12),
            rng.random() < 0.05,
        )


def _melds(dealer: _Dealer) -> None:
    rng, (w, h) = dealer.rng, dealer.deck.size
    x, y = rng.uniform(-w / 2, w), rng.uniform(0, SIDE - h * 0.5)
    step = w * rng.uniform(0.22, 0.6)
    for _ in range(rng.randint(1, 4)):
        for _ in range(rng.randint(2, 5)):
            dealer.lay(x, y)
            x += step
        x += w * rng.uniform(0.8, 1.2)


def _deck(rng: Random, art: Art, most: float) -> Deck:
    if art.decks and rng.random() < 0.16:
        faces = rng.choice(art.decks)
        h = min(most, math.exp(rng.uniform(math.log(90), math.log(460))))
        return PictureDeck(faces, (round(h * rng.uniform(0.64, 0.76)), round(h)))
    deck = DrawnDeck(rng, art, 100)
    size = math.exp(rng.uniform(math.log(10.5), math.log(85)))
    return _at(deck, min(most, max(60.0, 100 * size / deck.rank_size)))


def _at(deck: DrawnDeck, height: float) -> DrawnDeck:
    """Scale a deck's every length."""
    k = height / deck.size[1]
    deck.size = (round(deck.size[0] * k), round(height))
    deck.margin = (deck.margin[0] * k, deck.margin[1] * k)
    for name in ("rank_size", "suit_size", "gap", "radius"):
        setattr(deck, name, getattr(deck, name) * k)
    return deck


def paint(seed: int, art: Art) -> tuple[np.ndarray, np.ndarray]:
    """Paint a screen: its pixels (SIDE, SIDE, 3) and its indices (MOST, FIELDS), -1 where none."""
    rng = Random(seed)
    scene = Scene(rng, art)
    deck = _deck(rng, art, SIDE * 0.9)
    for _ in range(rng.choice((0, 1, 2, 4))):
        rng.choice((_text, _symbols, _sentence, _chip))(scene)
    for _ in range(rng.choice((0, 0, 1, 3))):
        _slot(scene, deck.size)
    dealer = _Dealer(scene, deck)
    if rng.random() < 0.95:
        layouts = rng.choices(
            (_fan, _columns, _grid, _pile, _melds),
            (34, 16, 16, 16, 18),
            k=rng.choice((1, 2, 2, 3)) + (deck.size[1] < 150) + (deck.size[1] < 90),
        )
        for layout in layouts:
            layout(dealer)
            if rng.random() < 0.1:
                dealer.deck = _deck(rng, art, SIDE * 0.9)
    for _ in range(rng.choice((0, 1, 2, 5))):
        rng.choice((_text, _text, _symbols, _sentence, _chip))(scene)
    table, picture = scene.table(), scene.picture
    if rng.random() < 0.12:
        picture, table = photographed(rng, picture, table)
    return np.asarray(spoil(rng, picture)), table
