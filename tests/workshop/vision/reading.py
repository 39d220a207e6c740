"""Trains the nets that look closely: the locator, and the readers of ranks and of suits."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812

from analyzer.vision._layers import Floats
from analyzer.vision.reader import (
    CROP,
    RANK_SPAN,
    SUIT_SPAN,
    VIEW,
    cut,
    levels_of,
    moved,
    views,
)
from tests.workshop.vision.nets import Detector, Reader, folded, spread, unfold
from tests.workshop.vision.training import HITS, hits, tinted

X, Y, SIZE, COS, SIN, SUIT_X, SUIT_Y, SUIT_SIZE, RANK, SUIT, KIND = range(11)
BATCH = 192
ROOM = 80_000
"""Crops of each kind kept to learn from."""
STEPS = 10
"""Steps after each file of scenes."""
_SAMPLED = 4
"""Files of scenes that nets taken from numpy are tried on."""


@dataclass(frozen=True)
class Plan:
    """Reading from which scenes, with whose hits, for how long, from what, to where."""

    scenes: Path
    finder: Path
    out: Path
    seconds: float
    rate: float
    resume: Path | None
    beside: Path | None
    """Where the locator is trained at the same time: here only the readers are, then."""
    locates: bool
    """True if only the locator is trained."""


class Looks(nn.Module):
    """The locator and the two readers."""

    def __init__(self) -> None:
        super().__init__()
        self.locator, self.rank, self.suit = Reader(9, VIEW), Reader(14), Reader(5)

    def arrays(self) -> dict[str, np.ndarray]:
        """All weights, for numpy."""
        self.eval()
        parts = {"locator": self.locator, "rank": self.rank, "suit": self.suit}
        return {
            name: array for key, net in parts.items() for name, array in folded(net, key).items()
        }


def rough(rng: np.random.Generator, marks: Floats) -> Floats:
    """Place indices (x, y, size, angle) about as well as the finder does."""
    many = len(marks)
    size = marks[:, SIZE] * np.exp(rng.normal(0, 0.17, many))
    angle = np.arctan2(marks[:, SIN], marks[:, COS]) + rng.normal(0, 0.1, many)
    x = marks[:, X] + rng.normal(0, 0.13, many) * marks[:, SIZE]
    y = marks[:, Y] + rng.normal(0, 0.13, many) * marks[:, SIZE]
    return np.stack([x, y, size, angle], axis=1).astype(np.float32)


def offsets(indices: Floats, marks: Floats) -> Floats:
    """Give what the locator should say of indices (x, y, size, angle): see `moved`."""
    x, y, size, angle = indices.T
    cos, sin = np.cos(angle) / size, np.sin(angle) / size
    dx, dy = marks[:, X] - x, marks[:, Y] - y
    sx, sy = marks[:, SUIT_X] - x, marks[:, SUIT_Y] - y
    turn = np.arctan2(marks[:, SIN], marks[:, COS]) - angle
    return np.stack([
        dx * cos + dy * sin, dy * cos - dx * sin, np.log(marks[:, SIZE] / size),
        np.cos(turn), np.sin(turn),
        sx * cos + sy * sin, sy * cos - sx * sin, np.log(marks[:, SUIT_SIZE] / size),
    ], axis=1).astype(np.float32)  # fmt: skip


def owners(indices: Floats, table: Floats) -> tuple[Floats, np.ndarray]:
    """Give each index's mark and what it is: 1 a clear one's, 0 none's, -1 not to be asked."""
    marks = table[table[:, KIND] >= 0]
    if not len(marks):
        return np.zeros((len(indices), len(table[0])), np.float32), np.zeros(len(indices))
    away = np.hypot(indices[:, :1] - marks[:, X], indices[:, 1:2] - marks[:, Y])
    away = away / np.maximum(marks[:, SIZE], 4)
    nearest = away.argmin(axis=1)
    mark, away = marks[nearest], away[np.arange(len(indices)), nearest]
    scale = np.abs(np.log(indices[:, 2] / np.maximum(mark[:, SIZE], 4)))
    turn = np.cos(indices[:, 3]) * mark[:, COS] + np.sin(indices[:, 3]) * mark[:, SIN]
    right = (away < 0.5) & (scale < 0.7) & (turn > 0.85) & (mark[:, KIND] == 1)
    return mark, np.where(right, 1, np.where(away > 0.9, 0, -1))


class Crops:
    """A store of crops and what they show, of which the oldest give way."""

    def __init__(self, side: int, fields: int) -> None:
        self.pixels = np.empty((ROOM, side, side, 3), dtype=np.int8)
        self.labels = np.empty((ROOM, fields), dtype=np.float32)
        self.count = 0

    def add(self, crops: Floats, labels: Floats) -> None:
        """Keep more crops."""
        at = np.arange(self.count, self.count + len(labels)) % ROOM
        self.pixels[at] = np.rint(crops * 127)
        self.labels[at] = labels.reshape(-1, self.labels.shape[1])
        self.count += len(labels)

    def some(self, rng: np.random.Generator) -> tuple[Tensor, Tensor]:
        """Draw a batch: crops (B, 3, side, side) of -1 to 1, and their labels."""
        at = rng.integers(0, min(self.count, ROOM), BATCH)
        pixels = torch.from_numpy(self.pixels[at]).permute(0, 3, 1, 2).float() / 127
        return recolored(pixels), torch.from_numpy(self.labels[at])

    def some_bent(self, rng: np.random.Generator) -> tuple[Tensor, Tensor]:
        """Draw a batch with `bent` crops."""
        pixels, labels = self.some(rng)
        return bent(pixels), labels


def recolored(pixels: Tensor) -> Tensor:
    """Give a third of some crops (B, 3, side, side) other inks and papers: shapes stay."""
    some = torch.nonzero(torch.rand(len(pixels)) < 1 / 3)[:, 0]
    crops = pixels[some][:, torch.randperm(3)]
    gray = crops.mean(dim=1, keepdim=True)
    vivid, sign = torch.rand(2, len(some), 1, 1, 1)
    crops = (gray + vivid * (crops - gray)) * torch.where(sign < 0.4, -1.0, 1.0)
    ends = torch.rand(2, len(some), 3, 1, 1) * 0.7
    pixels[some] = crops * (1 - ends.sum(dim=0) / 2) + (ends[0] - ends[1]) / 2
    return pixels


def bent(pixels: Tensor) -> Tensor:
    """Slant and stretch half of some crops (B, 3, side, side); thicken or thin some of them."""
    some = torch.nonzero(torch.rand(len(pixels)) < 1 / 2)[:, 0]
    matrix = torch.zeros(len(some), 2, 3)
    wide, high, lean = torch.rand(3, len(some)) * 2 - 1
    matrix[:, 0, 0], matrix[:, 1, 1] = torch.exp(0.2 * wide), torch.exp(0.1 * high)
    matrix[:, 0, 1] = 0.25 * lean
    grid = F.affine_grid(matrix, [len(some), *pixels.shape[1:]], align_corners=False)
    crops = F.grid_sample(pixels[some], grid, padding_mode="border", align_corners=False)
    least, most = -F.max_pool2d(-crops, 3, 1, 1), F.max_pool2d(crops, 3, 1, 1)
    spread = torch.rand(len(some), 1, 1, 1) * 2 - 1
    far = torch.where(spread > 0, most, least)
    pixels[some] = torch.lerp(crops, far, (spread.abs() * 1.6 - 1).clamp(min=0))
    return pixels


@dataclass
class Lessons:
    """Crops for the three nets, cut from scenes as they come."""

    plan: Plan
    nets: Looks
    rng: np.random.Generator
    seen: Crops = field(default_factory=lambda: Crops(VIEW, 9))
    ranks: Crops = field(default_factory=lambda: Crops(CROP, 1))
    suits: Crops = field(default_factory=lambda: Crops(CROP, 1))
    finder: Detector = field(
        default_factory=lambda: Detector().to(memory_format=torch.channels_last)
    )

    def renew(self) -> None:
        """Take over the nets that are trained elsewhere, as far as they are."""
        weights = torch.load(self.plan.finder)
        self.finder.load_state_dict(weights)
        self.finder.eval()
        if self.plan.beside:
            self.nets.locator.load_state_dict({
                key.removeprefix("locator."): value
                for key, value in torch.load(self.plan.beside).items() if "locator" in key
            })  # fmt: skip

    @torch.no_grad()
    def take(self, path: Path) -> None:
        """Cut the crops of a file of scenes."""
        with np.load(path) as file:
            pixels, tables = torch.from_numpy(file["pixels"]).float(), file["tables"]
        images = tinted(pixels)
        with torch.autocast("cpu", torch.bfloat16):
            found = hits(self.finder(images.permute(0, 3, 1, 2)), HITS).numpy()
        for image, table, rows in zip(images.numpy(), tables, found, strict=True):
            angle = np.arctan2(rows[:, 5], rows[:, 4])
            likely = np.concatenate([rows[:, 1:4], angle[:, None]], 1)[rows[:, 0] > 0.04]
            clear = table[table[:, KIND] == 1]
            self.cut_scene(
                levels_of(image[None]), np.concatenate([likely, rough(self.rng, clear)]), table
            )

    def cut_scene(self, levels: list[Floats], indices: Floats, table: Floats) -> None:
        """Cut views of indices, and rank and suit where the locator now sees them."""
        marks, kinds = owners(indices, table)
        indices, marks, kinds = indices[kinds >= 0], marks[kinds >= 0], kinds[kinds >= 0]
        if not len(indices):
            return
        crops = cut(levels, views(indices), VIEW)
        here = kinds == 1
        labels = np.zeros((len(indices), 9), np.float32)
        labels[here, 0], labels[here, 1:] = 1, offsets(indices[here], marks[here])
        self.seen.add(crops, labels)
        if self.plan.locates:
            return
        self.nets.locator.eval()
        said = self.nets.locator(torch.from_numpy(crops).permute(0, 3, 1, 2)).numpy()
        places = moved(indices, said[:, 1:])
        self.cut_marks(levels, places, marks, here)

    def cut_marks(
        self, levels: list[Floats], places: Floats, marks: Floats, here: np.ndarray
    ) -> None:
        """Cut ranks and suits: where the locator is right, where they truly are, and none."""
        rng, many = self.rng, len(places)
        truth = np.concatenate([
            marks[:, [X, Y, SIZE]], np.arctan2(marks[:, SIN], marks[:, COS])[:, None],
            marks[:, [SUIT_X, SUIT_Y, SUIT_SIZE]]], 1)  # fmt: skip
        noise = rng.normal(0, [0.07] * 3 + [0.05] + [0.15, 0.15, 0.08], (many, 7))
        noise[:, [0, 1, 2]] *= marks[:, [SIZE]]
        noise[:, [4, 5, 6]] *= marks[:, [SUIT_SIZE]]
        own = here & (rng.random(many) < 0.5)
        places = np.where(own[:, None], truth + noise, places).astype(np.float32)
        for store, at, label, none, span, near in (
            (self.ranks, 0, RANK, 13, RANK_SPAN, 0.35), (self.suits, 4, SUIT, 4, SUIT_SPAN, 0.6),
        ):  # fmt: skip
            x, y, size = places[:, at], places[:, at + 1], places[:, at + 2]
            away = np.hypot(x - truth[:, at], y - truth[:, at + 1]) / truth[:, at + 2].clip(3)
            scale = np.abs(np.log(size.clip(1) / truth[:, at + 2].clip(3)))
            right = here & (away < near) & (scale < 0.4)
            kept = right | (~here & (rng.random(many) < 0.5))
            squares = np.stack([x, y, span * size.clip(4, 300), places[:, 3]], 1)[kept]
            labels = np.where(here, marks[:, label], none)[kept].astype(np.float32)
            store.add(cut(levels, squares.astype(np.float32), CROP), labels)


def losses(nets: Looks, lessons: Lessons) -> dict[str, Tensor]:
    """Measure what is learned, on a batch for each net."""
    result = {} if lessons.plan.beside else _locator_losses(nets, lessons)
    if not lessons.plan.locates:
        for name, net, store in (
            ("rank", nets.rank, lessons.ranks), ("suit", nets.suit, lessons.suits),
        ):  # fmt: skip
            crops, labels = store.some_bent(lessons.rng)
            result[name] = F.cross_entropy(
                net(crops).float(), labels[:, 0].long(), label_smoothing=0.01
            )
    return result


def _locator_losses(nets: Looks, lessons: Lessons) -> dict[str, Tensor]:
    crops, labels = lessons.seen.some(lessons.rng)
    out = nets.locator(crops).float()
    here = labels[:, 0] > 0
    weight = torch.tensor([3, 3, 2, 1, 1, 3, 3, 2])
    off = F.smooth_l1_loss(out[:, 1:], labels[:, 1:], reduction="none", beta=0.05) * weight
    return {
        "card": F.binary_cross_entropy_with_logits(out[:, 0], labels[:, 0]),
        "place": off[here].mean(),
    }


def _files(folder: Path) -> Iterator[Path]:
    """Give the newest files again and again, as more are painted."""
    known: set[Path] = set()
    while True:
        fresh = [path for path in sorted(folder.glob("*.npz")) if path not in known]
        if not fresh:
            known.clear()
        for path in fresh[:8]:
            known.add(path)
            yield path


def train_readers(plan: Plan) -> None:
    """Train for a while."""
    nets = Looks().to(memory_format=torch.channels_last)
    if plan.resume:
        nets.load_state_dict(torch.load(plan.resume))
    lessons = Lessons(plan, nets, np.random.default_rng(int(time.time())))
    optimizer = torch.optim.AdamW(nets.parameters(), lr=plan.rate, weight_decay=0.02, fused=True)
    begin, saved, step, means = time.monotonic(), 0.0, 0, dict[str, float]()
    for number, path in enumerate(_files(plan.scenes)):
        part = (time.monotonic() - begin) / plan.seconds
        if part >= 1:
            break
        if time.monotonic() - saved > 90:
            saved = time.monotonic()
            lessons.renew()
            save(nets, plan.out)
            print(f"{part:.3f} step {step}, {lessons.seen.count} views:", means, flush=True)
        lessons.take(path)
        if number < 20:
            continue
        nets.train()
        for _ in range(STEPS):
            step += 1
            now = 0.5 + 0.5 * math.cos(math.pi * part)
            for group in optimizer.param_groups:
                group["lr"] = plan.rate * min(1, step / 100) * (0.01 + 0.99 * now)
            with torch.autocast("cpu", torch.bfloat16):
                lost = losses(nets, lessons)
            optimizer.zero_grad(set_to_none=True)
            torch.stack(list(lost.values())).sum().backward()
            nn.utils.clip_grad_norm_(nets.parameters(), 5.0)
            optimizer.step()
            for name, loss in lost.items():
                value = float(loss.detach())
                means[name] = round(0.98 * means.get(name, value) + 0.02 * value, 4)
    save(nets, plan.out)


def save(nets: nn.Module, out: Path) -> None:
    """Write what training goes on from; whoever reads it meanwhile gets the old or the new."""
    part = out.with_suffix(".part")
    torch.save(nets.state_dict(), part)
    part.rename(out)


def join(finder: Path, looks: Path, locator: Path | None, out: Path) -> None:
    """Write all weights as half floats, the locator's from a file of its own if it has one."""
    detector, nets = Detector(), Looks()
    detector.load_state_dict(torch.load(finder))
    nets.load_state_dict(torch.load(looks))
    if locator:
        beside = Looks()
        beside.load_state_dict(torch.load(locator))
        nets.locator = beside.locator
    np.savez(out, **folded(detector.eval(), "detector"), **nets.arrays())  # type: ignore[arg-type]


def part(weights: Path, scenes: Path, finder: Path, looks: Path) -> None:
    """Write what training goes on from, out of weights for numpy and a few painted scenes."""
    with np.load(weights) as file:
        arrays = dict(file)
    detector, nets = Detector(), Looks()
    named = {"locator": nets.locator, "rank": nets.rank, "suit": nets.suit}
    for name, net in {"detector": detector, **named}.items():
        unfold(net, name, arrays)
    files = sorted(scenes.glob("*.npz"))[:_SAMPLED]
    with np.load(files[0]) as file:
        pixels = torch.from_numpy(file["pixels"]).permute(0, 3, 1, 2).float() / 127.5 - 1
    spread(detector, pixels)
    save(detector, finder)
    plan = Plan(scenes, finder, looks, 0, 0, None, beside=None, locates=False)
    lessons = Lessons(plan, nets, np.random.default_rng(1))
    lessons.renew()
    for path in files:
        lessons.take(path)
    for net, store in zip(
        named.values(), (lessons.seen, lessons.ranks, lessons.suits), strict=True
    ):
        spread(net, store.some(lessons.rng)[0])
    save(nets, looks)
