"""Courts as printed decks have them: a picture up to the index, framed, with suits in it."""

from __future__ import annotations

from PIL import Image, ImageDraw

from tests.workshop.vision.faces import Color, DrawnDeck, Mark


class CourtDeck(DrawnDeck):
    """A drawn deck with others' courts, close to its own indices."""

    def _middle(self, card: Image.Image, rank: str, suit: str, color: Color, mark: Mark) -> None:
        """Paint a court over all that the index leaves free."""
        edge = max(mark.rank[0] + mark.width / 2, mark.suit[0] + mark.suit_size / 2)
        w, h = self.size
        if rank not in "JQK" or self.right or edge > w * 0.4:
            super()._middle(card, rank, suit, color, mark)
            return
        left = round(edge + w * self.rng.uniform(0.0, 0.04))
        top = round(h * self.rng.uniform(0.02, 0.12))
        picture = self.rng.choice(self.art.pictures)
        picture = picture.resize((max(8, w - 2 * left), h - 2 * top), Image.Resampling.BILINEAR)
        if self.rng.random() < 0.5:
            self._stamp(picture, suit, color)
        card.paste(picture, (left, top), picture)
        if self.frame:
            ImageDraw.Draw(card).rectangle((left, top, w - left, h - top), outline=color)

    def _stamp(self, picture: Image.Image, suit: str, color: Color) -> None:
        """Paint a suit into a court's upper left corner, and turned into the lower right one."""
        size = self.size[1] * self.rng.uniform(0.08, 0.2)
        shape = self._suit(suit, size, picture.width * 0.6)
        x, y = shape.width * 0.6, shape.height * 0.6
        self._ink(picture, shape, x, y, color)
        self._ink(picture, shape.rotate(180), picture.width - x, picture.height - y, color)
