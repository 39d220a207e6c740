"""Looks closely at what the finder found: where rank and suit are, which they are, or none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from analyzer.vision._deck import FAR, inks, places_around, suit_places, with_suit_at
from analyzer.vision._layers import Floats, Net, softmax
from analyzer.vision.finder import Index

CROP: Final = 40
RANK_SPAN, SUIT_SPAN = 2.0, 2.4
"""Sides of the crops, in heights of the rank and of the suit."""
VIEW: Final = 48
VIEW_SPAN = 6.0
VIEW_AT = 0.6, 1.2
"""The locator's crop: its side and its center right of and below the rank, in heights of it."""
_MIPS = 3
_TOGETHER = 4
"""Crops that are sampled at once: what they take fits into the processor's cache."""
_LOST = 3
"""Ranks without a suit for which one is searched all around."""
_CLEAR = 0.97
"""What is read with less chance is looked at again."""
_SURE = 0.8
"""From this chance on a suit is not looked for elsewhere."""


@dataclass(frozen=True)
class Seen:
    """Of each index the chances of the 13 ranks and of the 4 suits, none as the last; its ink."""

    ranks: Floats
    suits: Floats
    colors: Floats


def levels_of(picture: Floats) -> list[Floats]:
    """Give a picture (1, height, width, 3) at its size, at a half and at a quarter of it."""
    levels = [picture]
    while len(levels) < _MIPS:
        last = levels[-1]
        high, wide = last.shape[1] // 2 * 2, last.shape[2] // 2 * 2
        rows = last[:, 0:high:2, :wide] + last[:, 1:high:2, :wide]
        rows = rows[:, :, 0::2] + rows[:, :, 1::2]
        rows /= 4
        levels.append(rows)
    return levels


def cut(levels: list[Floats], places: Floats, pixels: int) -> Floats:
    """Cut turned squares (x, y, side, angle), by bilinear samples of the level that fits."""
    at = (np.arange(pixels, dtype=np.float32) + 0.5) / pixels - 0.5
    v, u = np.meshgrid(at, at, indexing="ij")
    x, y, side, angle = places.T[:, :, None, None]
    cos, sin = np.cos(angle) * side, np.sin(angle) * side
    px, py = x + u * cos - v * sin, y + u * sin + v * cos
    level = np.ceil(np.log2(places[:, 2] / (2 * pixels))).clip(0, len(levels) - 1).astype(int)
    crops = np.empty((len(places), pixels, pixels, 3), dtype=np.float32)
    for k in np.unique(level):
        for some in _few(np.flatnonzero(level == k)):
            crops[some] = _sampled(levels[k][0], px[some] / 2**k - 0.5, py[some] / 2**k - 0.5)
    return crops


def _few(numbers: NDArray[np.intp]) -> list[NDArray[np.intp]]:
    """Part many into a few each."""
    return np.array_split(numbers, -(-len(numbers) // _TOGETHER))


def _sampled(picture: Floats, x: Floats, y: Floats) -> Floats:
    """Sample a picture (height, width, 3) between its pixels; beyond the edge is the edge."""
    high, wide = picture.shape[:2]
    x, y = x.clip(0, wide - 1), y.clip(0, high - 1)
    left, top = x.astype(np.int32), y.astype(np.int32)
    right, low = np.minimum(left + 1, wide - 1), np.minimum(top + 1, high - 1)
    fx, fy = (x - left)[..., None], (y - top)[..., None]
    flat = picture.reshape(-1, 3)

    def between(row: NDArray[np.int32]) -> Floats:
        first, second = (flat.take(row * wide + column, axis=0) for column in (left, right))
        return _mixed(first, second, fx)

    return _mixed(between(top), between(low), fy)


def _mixed(first: Floats, second: Floats, part: Floats) -> Floats:
    """Go a part of the way from one to the other, in the first's place."""
    second -= first
    second *= part
    first += second
    return first


def views(indices: Floats) -> Floats:
    """Give the squares (x, y, side, angle) around indices (x, y, size, angle)."""
    x, y, size, angle = indices.T
    cos, sin = np.cos(angle), np.sin(angle)
    right, down = VIEW_AT[0] * size, VIEW_AT[1] * size
    places = x + right * cos - down * sin, y + right * sin + down * cos, VIEW_SPAN * size, angle
    return np.stack(places, axis=1)


def moved(indices: Floats, offsets: Floats) -> Floats:
    """Turn what the locator says of indices (x, y, size, angle) into better ones, with suits.

    Offsets are right and down of the old center and log size, in the old one's turned frame and
    sizes, the turn's cosine and sine, and the same three of the suit. Gives x, y, size, angle,
    suit x, suit y, suit size.
    """
    x, y, size, angle = indices.T
    cos, sin = np.cos(angle) * size, np.sin(angle) * size
    right, down, log_size, turn_cos, turn_sin, suit_right, suit_down, log_suit = offsets.T
    return np.stack([
        x + right * cos - down * sin, y + right * sin + down * cos,
        size * np.exp(log_size.clip(-1.5, 1.5)), angle + np.arctan2(turn_sin, turn_cos),
        x + suit_right * cos - suit_down * sin, y + suit_right * sin + suit_down * cos,
        size * np.exp(log_suit.clip(-2, 2)),
    ], axis=1).astype(np.float32)  # fmt: skip


def closely(crops: Any, net: Any) -> Any:
    """Shape the nets that look closely at crops."""
    x = net.deepen(net.shrink(crops, "down1"), "at1")
    x = net.deepen(net.shrink(x, "down2"), "at2")
    x = net.deepen(net.shrink(x, "down3"), "at3")
    return net.whole(x, "head")


def locate(levels: list[Floats], indices: list[Index], net: Net) -> list[Index]:
    """Look again at each index: its score, place, size and turn, and where its suit is."""
    rough = np.array([(i.x, i.y, i.size, i.angle) for i in indices], dtype=np.float32)
    said = net(cut(levels, views(rough), VIEW))
    scores = 1 / (1 + np.exp(-said[:, 0]))
    rows = moved(rough, said[:, 1:])
    return [Index(*map(float, row)) for row in np.concatenate([scores[:, None], rows], axis=1)]


def _read(levels: list[Floats], indices: list[Index], rank: Net, suit: Net) -> Seen:
    """Read each index."""
    ranks = [(i.x, i.y, i.size * RANK_SPAN, i.angle) for i in indices]
    crops = cut(levels, np.array(ranks, dtype=np.float32), CROP)
    return Seen(softmax(rank(crops)), _suits(levels, indices, suit), inks(crops))


def look(
    levels: list[Floats], indices: list[Index], nets: Mapping[str, Net]
) -> tuple[list[Index], Seen]:
    """Read each index, and look at the doubtful ones from two more places, by the locator.

    Gives where each is, and what all looks say.
    """
    indices, seen = list(indices), _read(levels, indices, nets["rank"], nets["suit"])
    surest = np.minimum(seen.ranks[:, :13].max(axis=1), seen.suits[:, :4].max(axis=1))
    again = np.flatnonzero(surest < _CLEAR)
    if not len(again):
        return indices, seen
    first, locator = [indices[k] for k in again], nets["locator"]
    second = locate(levels, first, locator)
    looks = [first, second, locate(levels, _mean([first, second]), locator)]
    readings = [_read(levels, looked, nets["rank"], nets["suit"]) for looked in looks[1:]]
    seen.ranks[again] = _together([seen.ranks[again], *(r.ranks for r in readings)])
    seen.suits[again] = _together([seen.suits[again], *(r.suits for r in readings)])
    seen.colors[again] = np.mean([seen.colors[again], *(r.colors for r in readings)], axis=0)
    for k, index in zip(again, _mean(looks), strict=True):
        indices[k] = index
    return indices, seen


def _mean(looks: Sequence[Sequence[Index]]) -> list[Index]:
    """Give each index where several looks see it on the average."""
    rows = np.mean([[astuple(index) for index in seen] for seen in looks], axis=0)
    return [Index(*row) for row in rows.tolist()]


def _together(looks: Sequence[Floats]) -> Floats:
    """Give what several looks say together; that there is none, all have to say."""
    what = np.sum([look[:, :-1] for look in looks], axis=0)
    none = np.min([look[:, -1:] for look in looks], axis=0)
    what *= (1 - none) / np.maximum(what.sum(axis=1, keepdims=True), 1e-6)
    result: Floats = np.concatenate([what, none], axis=1)
    return result


def _suits(levels: list[Floats], indices: list[Index], suit: Net) -> Floats:
    places = [(i.suit_x, i.suit_y, i.suit_size * SUIT_SPAN, i.angle) for i in indices]
    return softmax(suit(cut(levels, np.array(places, dtype=np.float32), CROP)))


def read_again(
    levels: list[Floats], indices: list[Index], seen: Seen, suit: Net
) -> tuple[list[Index], Seen]:
    """Look for each doubtful suit where those of sure cards stand, and keep the surer reading.

    Where several ranks have none in sight it is searched all around.
    """
    indices, suits = list(indices), seen.suits.copy()
    read_well = seen.ranks[:, :13].max(axis=1) > _SURE
    sure = [indices[k] for k in np.flatnonzero(read_well & (suits[:, :4].max(axis=1) > _SURE))]

    def at(place: Floats) -> None:
        doubtful = np.flatnonzero(suits[:, :4].max(axis=1) <= _SURE)
        if not len(doubtful):
            return
        tried = [with_suit_at(indices[k], place) for k in doubtful]
        for k, index, again in zip(doubtful, tried, _suits(levels, tried, suit), strict=True):
            if again[:4].max() > suits[k, :4].max():
                indices[k], suits[k] = index, again

    for place in suit_places(sure):
        at(place)
    lost = [indices[k] for k in np.flatnonzero(read_well & (suits[:, 4] > _SURE))]
    if len(lost) >= _LOST:
        at(_searched(levels, lost[:_LOST], suit))
    return indices, replace(seen, suits=suits)


def _searched(levels: list[Floats], lost: list[Index], suit: Net) -> Floats:
    """Give the place at which some indices, of those that are `FAR`, have a suit most clearly."""

    def clear(place: Floats) -> float:
        seen = _suits(levels, [with_suit_at(index, place) for index in lost], suit)
        return float(seen[:, :4].max(axis=1).mean())

    rough = max(FAR, key=clear)
    return max(places_around(rough), key=clear)
