"""Screens of card games that never were: layouts of cards, the rest of an app around them."""

from __future__ import annotations

import math
from random import Random

import numpy as np
from PIL import Image, ImageEnhance

from tests.workshop.vision.clutter import (
    draw_back,
    ground,
    put_chip,
    put_sentence,
    put_slot,
    put_symbols,
    put_text,
)
from tests.workshop.vision.courts import CourtDeck
from tests.workshop.vision.faces import (
    RANKS,
    SUITS,
    Art,
    Color,
    Deck,
    DrawnDeck,
    Face,
    Mark,
    PictureDeck,
)
from tests.workshop.vision.spoiling import SIDE, photographed, spoil

MOST = 64
"""Indices that a scene's table has room for."""
FIELDS = ("x", "y", "size", "cos", "sin", "suit x", "suit y", "suit size", "rank", "suit", "kind")
CLEAR, DOUBTFUL = 1, 0
"""Kinds of index: to be found; too covered to be asked for, too visible to be denied."""


class Scene:
    """One screen being painted, with an owner for each pixel."""

    def __init__(self, rng: Random, art: Art, size: tuple[int, int] = (SIDE, SIDE)) -> None:
        self.rng, self.art = rng, art
        self.wide, self.high = size
        self.picture = ground(rng, size)
        self.owner = np.zeros((self.high, self.wide), dtype=np.int16)
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
        self.own(picture.getchannel("A"), left, top, self.cards)
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

    def own(self, mask: Image.Image, left: int, top: int, owner: int) -> None:
        a, b = max(0, left), max(0, top)
        c, d = min(self.wide, left + mask.width), min(self.high, top + mask.height)
        if a < c and b < d:
            solid = np.asarray(mask)[b - top : d - top, a - left : c - left] > 100
            self.owner[b:d, a:c][solid] = owner

    def cover(self, mask: Image.Image, left: int, top: int, color: Color) -> None:
        """Paint something that is no card over what lies there."""
        self.picture.paste(color, (left, top), mask)
        self.own(mask, left, top, -1)

    def _seen(
        self, center: tuple[float, float], wide: float, high: float, angle: float, owner: int
    ) -> float:
        u, v = np.meshgrid(np.linspace(-0.5, 0.5, 9), np.linspace(-0.5, 0.5, 9))
        cos, sin = math.cos(angle), math.sin(angle)
        x = np.rint(center[0] + u * wide * cos - v * high * sin).astype(int)
        y = np.rint(center[1] + u * wide * sin + v * high * cos).astype(int)
        inside = (x >= 0) & (y >= 0) & (x < self.wide) & (y < self.high)
        return float(
            (self.owner[y.clip(0, self.high - 1), x.clip(0, self.wide - 1)] == owner)[inside].sum()
            / 81
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


class Dealer:
    """Deals the cards of one deck onto a scene, each face once."""

    def __init__(self, scene: Scene, deck: Deck) -> None:
        self.scene, self.deck, self.rng = scene, deck, scene.rng
        self.cards = [(rank, suit) for rank in RANKS for suit in SUITS]
        self.rng.shuffle(self.cards)
        self.dim = self.rng.random() < 0.15
        self.last = ""
        self.backs: dict[tuple[int, int], Image.Image] = {}

    def lay(self, x: float, y: float, angle: float = 0.0, flip: bool = False) -> None:
        """Lay the next card; out of sight it costs nothing."""
        w, h = self.deck.size
        if not self.cards or x > self.scene.wide or y > self.scene.high or x + w < 0 or y + h < 0:
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
        self.last = rank + suit

    def back(self, x: float, y: float) -> None:
        """Lay a card face down."""
        back = self.backs.setdefault(self.deck.size, draw_back(self.scene, self.deck.size))
        left, top = round(x), round(y)
        self.scene.picture.paste(back, (left, top), back)
        self.scene.own(back.getchannel("A"), left, top, -1)


def _fan(dealer: Dealer) -> None:
    rng, (w, h) = dealer.rng, dealer.deck.size
    count, step = rng.randint(4, 13), w * rng.uniform(0.25, 0.95)
    curve = rng.choice((0.0, 0.0, rng.uniform(0.0, 0.06), rng.uniform(-0.02, 0.09)))
    x, y = rng.uniform(-w * 0.5, max(0, SIDE - step * count)), rng.uniform(0, SIDE - h * 0.35)
    middle = (count - 1) / 2
    for k in range(count):
        lift = h * 0.15 * (rng.random() < 0.12)
        sag = abs(curve) * (k - middle) ** 2 * step * 0.5
        dealer.lay(x + k * step, y + sag - lift, curve * (k - middle))


def _columns(dealer: Dealer) -> None:
    rng, (w, h) = dealer.rng, dealer.deck.size
    gap, drop = w * rng.uniform(1.04, 1.25), h * rng.uniform(0.1, 0.45)
    x, y = rng.uniform(-w, w), rng.uniform(-h / 2, SIDE / 2)
    for i in range(rng.randint(2, 8)):
        hidden = rng.randint(0, 3)
        for k in range(hidden):
            dealer.back(x + i * gap, y + k * drop * 0.5)
        for k in range(rng.randint(1, 6)):
            dealer.lay(x + i * gap, y + hidden * drop * 0.5 + k * drop)


def _grid(dealer: Dealer) -> None:
    rng, (w, h) = dealer.rng, dealer.deck.size
    gap, drop = w * rng.uniform(1.02, 1.3), h * rng.uniform(1.02, 1.2)
    x, y = rng.uniform(-w, w), rng.uniform(-h, h)
    for j in range(rng.randint(1, 5)):
        for i in range(rng.randint(2, 13)):
            if rng.random() < 0.9:
                dealer.lay(x + i * gap, y + j * drop)


def _pile(dealer: Dealer) -> None:
    rng, (w, h) = dealer.rng, dealer.deck.size
    x, y = rng.uniform(0, max(1, SIDE - w)), rng.uniform(0, max(1, SIDE - h))
    for _ in range(rng.randint(1, 5)):
        dealer.lay(
            x + rng.gauss(0, w * 0.06),
            y + rng.gauss(0, h * 0.04),
            rng.gauss(0, 0.12),
            rng.random() < 0.05,
        )


def _melds(dealer: Dealer) -> None:
    rng, (w, h) = dealer.rng, dealer.deck.size
    x, y = rng.uniform(-w / 2, w), rng.uniform(0, SIDE - h * 0.5)
    step = w * rng.uniform(0.22, 0.6)
    for _ in range(rng.randint(1, 4)):
        for _ in range(rng.randint(2, 5)):
            dealer.lay(x, y)
            x += step
        x += w * rng.uniform(0.8, 1.2)


def _hidden(dealer: Dealer) -> None:
    """Lay an opponent's cards, or a stock."""
    rng, (w, h) = dealer.rng, dealer.deck.size
    x, y, step = rng.uniform(-w, SIDE), rng.uniform(-h / 2, SIDE), w * rng.uniform(0.02, 1.0)
    for k in range(rng.randint(1, 11)):
        dealer.back(x + k * step, y)


def deck_of(
    rng: Random, art: Art, most: float, rank: tuple[float, float] = (10.5, 85),
    pictures: float = 0.16, kind: type[DrawnDeck] = DrawnDeck,
) -> Deck:  # fmt: skip
    """Make a deck with ranks of some pixels, its cards at most so high; some are of pictures."""
    height = math.exp(rng.uniform(*map(math.log, rank)))
    if art.decks and rng.random() < pictures:
        faces = rng.choice(art.decks)
        mark = faces["As"].marks[0]
        h = min(most, height * faces["As"].picture.height / mark.size)
        return PictureDeck(faces, (round(h * rng.uniform(0.64, 0.76)), round(h)))
    deck = kind(rng, art, 100)
    return _at(deck, min(most, max(60.0, 100 * height / deck.rank_size)))


def _at(deck: DrawnDeck, height: float) -> DrawnDeck:
    """Scale a deck's every length."""
    k = height / deck.size[1]
    deck.size = (round(deck.size[0] * k), round(height))
    deck.margin = (deck.margin[0] * k, deck.margin[1] * k)
    for name in ("rank_size", "suit_size", "gap", "radius"):
        setattr(deck, name, getattr(deck, name) * k)
    return deck


def _any_deck(rng: Random, art: Art) -> Deck:
    kind = CourtDeck if rng.random() < 0.3 else DrawnDeck
    return deck_of(rng, art, SIDE * 0.9, pictures=0.3, kind=kind)


def paint(seed: int, art: Art) -> tuple[np.ndarray, np.ndarray]:
    """Paint a screen: its pixels (SIDE, SIDE, 3) and its indices (MOST, FIELDS), -1 where none."""
    rng = Random(seed)
    scene = Scene(rng, art)
    deck = _any_deck(rng, art)
    for _ in range(rng.choice((0, 1, 2, 4))):
        rng.choice((put_text, put_symbols, put_sentence, put_chip))(scene)
    for _ in range(rng.choice((0, 0, 1, 3))):
        put_slot(scene, deck.size)
    dealer = Dealer(scene, deck)
    if isinstance(deck, PictureDeck | CourtDeck) and rng.random() < 0.6:
        dealer.cards.sort(key=lambda card: card[0] in "JQK")
    if rng.random() < 0.25:
        _hidden(dealer)
    if rng.random() < 0.95:
        layouts = rng.choices(
            (_fan, _columns, _grid, _pile, _melds),
            (34, 16, 16, 16, 18),
            k=rng.choice((1, 2, 2, 3)) + (deck.size[1] < 150) + (deck.size[1] < 90),
        )
        for layout in layouts:
            layout(dealer)
            if rng.random() < 0.1:
                dealer.deck = _any_deck(rng, art)
        for _ in range(4):
            if (scene.table()[:, 10] == CLEAR).sum() < 7:
                rng.choice((_fan, _columns, _melds))(dealer)
    for _ in range(rng.choice((0, 1, 2, 5))):
        rng.choice((put_text, put_text, put_symbols, put_sentence, put_chip))(scene)
    table, picture = scene.table(), scene.picture
    if rng.random() < 0.12:
        picture, table = photographed(rng, picture, table)
    return np.asarray(spoil(rng, picture)), table
