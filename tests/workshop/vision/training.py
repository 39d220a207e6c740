"""Training: scenes are painted on every core while both nets learn from those painted so far."""

from __future__ import annotations

import math
import multiprocessing
import time
from collections.abc import Collection
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812

from tests.workshop.vision.faces import Art
from tests.workshop.vision.nets import (
    CELL,
    CROP,
    RANK_SPAN,
    SUIT_SPAN,
    Detector,
    Reader,
    cut,
    folded,
)
from tests.workshop.vision.scenes import FIELDS, MOST, paint
from tests.workshop.vision.spoiling import SIDE

VIEW = 384
CHUNK = 16
"""Scenes of a file."""
HITS = 8
"""Hits of the detector per scene that the readers learn from, right or wrong."""
MARKS = 10
READINGS = 4
"""Steps of the readers between two batches of scenes, where the detector does not learn."""
CROPS = 30_000
_art: Art | None = None


def _load(folder: Path) -> None:
    global _art  # noqa: PLW0603
    _art = Art.load(folder)


def _paint(chunk: int, to: Path) -> int:
    assert _art
    scenes = [paint(chunk * CHUNK + k, _art) for k in range(CHUNK)]
    pixels, tables = zip(*scenes, strict=True)
    part = to / f"{chunk}.part"
    with part.open("wb") as file:
        np.savez(file, pixels=np.stack(pixels), tables=np.stack(tables))
    part.rename(to / f"{chunk:06d}.npz")
    return chunk


def paint_many(art: Path, to: Path, first: int, chunks: int, workers: int) -> None:
    """Paint scenes on several processes, sixteen to a file; the number of a file is its seed."""
    to.mkdir(parents=True, exist_ok=True)
    context = multiprocessing.get_context("spawn")
    with context.Pool(workers, _load, (art,)) as pool:
        for _ in pool.imap_unordered(partial(_paint, to=to), range(first, first + chunks)):
            pass


class Scenes:
    """The painted scenes of a folder on the device; new files are read as they come."""

    def __init__(self, folder: Path, room: int, device: str) -> None:
        self.folder, self.room, self.count, self.device = folder, room, 0, device
        self.pixels = torch.empty((room, SIDE, SIDE, 3), dtype=torch.uint8, device=device)
        self.tables = torch.full((room, MOST, len(FIELDS)), -1.0, device=device)
        self.known = set[str]()

    def refresh(self) -> None:
        """Read the files that are new; the oldest scenes give way."""
        for path in sorted(self.folder.glob("*.npz")):
            if path.name in self.known:
                continue
            self.known.add(path.name)
            with np.load(path) as file:
                pixels, tables = file["pixels"], file["tables"]
            at = torch.arange(self.count, self.count + len(pixels), device=self.device) % self.room
            self.pixels[at] = torch.from_numpy(pixels).to(self.device)
            self.tables[at] = torch.from_numpy(tables).to(self.device)
            self.count += len(pixels)

    def batch(self, size: int) -> tuple[Tensor, Tensor]:
        """Cut views of random scenes: pixels (B, 3, VIEW, VIEW) of -1 to 1, and their tables."""
        at = torch.randint(0, min(self.count, self.room), (size,), device=self.device)
        dx, dy = (int(v) for v in torch.randint(0, SIDE - VIEW + 1, (2,)))
        pixels = self.pixels[at, dy : dy + VIEW, dx : dx + VIEW].float()
        tables = self.tables[at].clone()
        for k, shift in ((0, dx), (1, dy), (5, dx), (6, dy)):
            tables[..., k] -= shift
        edge = 4.0
        for k in (0, 1):
            near = (tables[..., k] < edge) | (tables[..., k] > VIEW - edge)
            far = (tables[..., k] < -edge) | (tables[..., k] > VIEW + edge)
            cut_off = near & (tables[..., 10] > 0)
            tables[..., 10] = torch.where(far, -1.0, torch.where(cut_off, 0.0, tables[..., 10]))
        for k in (5, 6):
            beyond = (tables[..., k] < 0) | (tables[..., k] > VIEW)
            tables[..., 10] = torch.where(beyond & (tables[..., 10] > 0), 0.0, tables[..., 10])
        return _tinted(pixels).permute(0, 3, 1, 2), tables


def _tinted(pixels: Tensor) -> Tensor:
    """Change brightness, contrast and tint of some a little, add noise to others: -1 to 1."""
    size, device = pixels.shape[0], pixels.device

    def draw(low: float, high: float, width: int = 1) -> Tensor:
        return low + (high - low) * torch.rand(size, 1, 1, width, device=device)

    some = (draw(0, 1) < 0.6).float()
    scale = 1 + some * draw(-0.35, 0.15)
    shift = some * (draw(-0.2, 0.2) + draw(-0.06, 0.06, 3)) - scale
    pixels.mul_(scale / 127.5).add_(shift)
    grainy = torch.nonzero(torch.rand(size, device=device) < 0.15)[:, 0]
    if len(grainy):
        grain = 0.08 * torch.rand(len(grainy), 1, 1, 1, device=device)
        pixels[grainy] += grain * torch.randn(len(grainy), *pixels.shape[1:], device=device)
    return pixels.clamp_(-1, 1)


def targets(tables: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Draw for each cell: heat, where to ask nothing, the eight regressions, where they count."""
    cells = VIEW // CELL
    at = (torch.arange(cells, device=tables.device) + 0.5) * CELL
    y, x = torch.meshgrid(at, at, indexing="ij")
    size = tables[..., 2].clamp(min=4)[..., None, None]
    kind = tables[..., 10][..., None, None]
    mx, my = tables[..., 0][..., None, None], tables[..., 1][..., None, None]
    qx = (torch.floor(mx / CELL) + 0.5) * CELL
    qy = (torch.floor(my / CELL) + 0.5) * CELL
    sigma = (0.2 * size).clamp(min=4.5)
    near = torch.exp(-((x - qx) ** 2 + (y - qy) ** 2) / (2 * sigma**2))
    clear = torch.where(kind > 0, near, 0.0)
    heat, owner = clear.max(dim=1)
    skip = (torch.where(kind == 0, near, 0.0).amax(dim=1) > 0.1) & (heat < 0.9)

    def of(field: int) -> Tensor:
        picked = torch.gather(tables[..., field], 1, owner.flatten(1))
        return picked.reshape(owner.shape)

    own = of(2).clamp(min=4)
    values = torch.stack([
        (of(0) - x) / own, (of(1) - y) / own, torch.log(own / 24), of(3), of(4),
        (of(5) - x) / own, (of(6) - y) / own, torch.log(of(7).clamp(min=3) / 24)], 1)  # fmt: skip
    return heat, skip, values, heat > 0.6


def detection_loss(out: Tensor, tables: Tensor) -> Tensor:
    """Weigh misses, false hits and wrong places."""
    heat, skip, values, counts = targets(tables)
    out = out.float()
    p = torch.sigmoid(out[:, 0]).clamp(1e-5, 1 - 1e-5)
    here = (heat > 0.999).float()
    focal = here * (1 - p) ** 2 * torch.log(p) + (1 - here) * (1 - heat) ** 4 * p**2 * torch.log(
        1 - p
    )
    many = here.sum().clamp(min=1)
    miss = -(focal * (~skip)).sum() / many
    weight = torch.tensor([2, 2, 2, 1, 1, 1, 1, 1], device=out.device).view(1, 8, 1, 1)
    off = F.smooth_l1_loss(out[:, 1:], values, reduction="none", beta=0.05) * weight
    return miss + (off * counts[:, None]).sum() / counts.sum().clamp(min=1) * 0.5


@torch.no_grad()
def hits(out: Tensor, most: int) -> Tensor:
    """List the best peaks of each scene (B, most, 9): score, place, size, turn, suit."""
    out = out.float()
    p = torch.sigmoid(out[:, 0])
    peak = p * (F.max_pool2d(p[:, None], 3, 1, 1)[:, 0] == p)
    score, at = peak.flatten(1).topk(most)
    cells = out.shape[3]
    x, y = (at % cells + 0.5) * CELL, (at // cells + 0.5) * CELL
    v = torch.gather(out[:, 1:].flatten(2), 2, at[:, None].expand(-1, 8, -1)).transpose(1, 2)
    size = torch.exp(v[..., 2].clamp(-2, 3)) * 24
    suit = torch.exp(v[..., 7].clamp(-2, 3)) * 24
    place = [x + v[..., 0] * size, y + v[..., 1] * size, size, v[..., 3], v[..., 4]]
    shape = [x + v[..., 5] * size, y + v[..., 6] * size, suit]
    return torch.stack([score, *place, *shape], -1)


def lessons(found: Tensor, tables: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Give crops' places (B, K, 8) with rank and suit: marks moved a little, and the hits.

    A label of -1 asks nothing; 13 and 4 say that it is no card's.
    """
    batch = len(tables)
    order = torch.rand(tables.shape[:2], device=tables.device) + (tables[..., 10] > 0)
    at = order.topk(MARKS, dim=1).indices
    marks = torch.gather(tables, 1, at[..., None].expand(-1, -1, tables.shape[2]))
    clear = marks[..., 10] > 0
    moved = marks[..., :8].clone()
    jitter = torch.randn(batch, MARKS, 8, device=tables.device)
    for k, by, own in ((0, 0.05, 2), (1, 0.05, 2), (5, 0.06, 7), (6, 0.06, 7)):
        moved[..., k] += jitter[..., k] * by * marks[..., own]
    moved[..., 2] *= torch.exp(0.07 * jitter[..., 2])
    moved[..., 7] *= torch.exp(0.08 * jitter[..., 7])
    moved[..., 3] += 0.05 * jitter[..., 3]
    moved[..., 4] += 0.05 * jitter[..., 4]
    rank = torch.where(clear, marks[..., 8], -1.0)
    suit = torch.where(clear, marks[..., 9], -1.0)
    place = found[..., 1:]
    away = torch.hypot(
        place[..., None, 0] - tables[:, None, :, 0], place[..., None, 1] - tables[:, None, :, 1]
    )
    away = away / tables[:, None, :, 2].clamp(min=4) + 99.0 * (tables[:, None, :, 10] < 0)
    nearest, which = away.min(dim=2)
    of = torch.gather(tables, 1, which[..., None].expand(-1, -1, tables.shape[2]))
    right = (nearest < 0.3) & (of[..., 10] > 0)
    wrong = (nearest > 0.7) & (found[..., 0] > 0.02)
    hit_rank = torch.where(right, of[..., 8], torch.where(wrong, 13.0, -1.0))
    off = torch.hypot(place[..., 5] - of[..., 5], place[..., 6] - of[..., 6]) / of[..., 7].clamp(
        min=3
    )
    hit_suit = torch.where(right & (off < 0.4), of[..., 9], torch.where(wrong, 4.0, -1.0))
    places = torch.cat([torch.where(clear[..., None], moved, 20.0), place], 1)
    return places, torch.cat([rank, hit_rank], 1).long(), torch.cat([suit, hit_suit], 1).long()


def crops(images: Tensor, places: Tensor) -> tuple[Tensor, Tensor]:
    """Cut the rank and the suit of each place."""
    angle = torch.atan2(places[..., 4], places[..., 3])
    rank = cut(
        images, places[..., 0], places[..., 1], places[..., 2].clamp(4, 200) * RANK_SPAN, angle
    )
    suit = cut(
        images, places[..., 5], places[..., 6], places[..., 7].clamp(4, 250) * SUIT_SPAN, angle
    )
    return rank, suit


class Crops:
    """A store of crops and what they show, of which the oldest give way."""

    def __init__(self, room: int, device: str) -> None:
        self.pixels = torch.empty((room, 3, CROP, CROP), dtype=torch.int8, device=device)
        self.labels = torch.empty(room, dtype=torch.long, device=device)
        self.room, self.count, self.device = room, 0, device

    def add(self, crops: Tensor, labels: Tensor) -> None:
        """Keep the crops whose label is known."""
        known = labels.flatten() >= 0
        crops, labels = crops[known], labels.flatten()[known]
        at = torch.arange(self.count, self.count + len(labels), device=self.device) % self.room
        self.pixels[at] = (crops.float() * 127).round().to(torch.int8)
        self.labels[at] = labels
        self.count += len(labels)

    def loss(self, reader: nn.Module, size: int) -> Tensor:
        """Ask a reader for some of them."""
        at = torch.randint(0, min(self.count, self.room), (size,), device=self.device)
        logits = reader(self.pixels[at].float() / 127)
        return F.cross_entropy(logits.float(), self.labels[at], label_smoothing=0.01)


class Nets(nn.Module):
    """The detector and the readers of ranks and suits."""

    def __init__(self) -> None:
        super().__init__()
        self.detector, self.rank, self.suit = Detector(), Reader(14), Reader(5)

    def arrays(self) -> dict[str, np.ndarray]:
        """All weights, for numpy."""
        self.eval()
        return {
            **folded(self.detector, "detector"),
            **folded(self.rank, "rank"),
            **folded(self.suit, "suit"),
        }


def save(nets: Nets, out: Path) -> None:
    """Write the weights for numpy, and beside them what training goes on from."""
    out.parent.mkdir(parents=True, exist_ok=True)
    torch.save(nets.state_dict(), out.with_suffix(".pt"))
    np.savez_compressed(out, **nets.arrays())  # type: ignore[arg-type]


@dataclass(frozen=True)
class Plan:
    """A training: which scenes, for how long, which nets, from what, to where."""

    scenes: Path
    out: Path
    seconds: float
    batch: int
    rate: float
    room: int
    parts: Collection[str]
    resume: Path | None
    finder: Path | None
    """Weights of a detector in training elsewhere, whose hits the readers learn from."""


def _rate(plan: Plan, part: float, step: int) -> float:
    return plan.rate * min(1, (step + 1) / 100) * (0.02 + 0.98 * (1 + math.cos(math.pi * part)) / 2)


def _start(plan: Plan, device: str) -> Nets:
    nets = Nets().to(device, memory_format=torch.channels_last)
    if plan.resume:
        nets.load_state_dict(torch.load(plan.resume, map_location=device))
    if "detector" not in plan.parts:
        nets.detector.requires_grad_(False)
    return nets


def _beside(nets: Nets, plan: Plan) -> None:
    """Take over the detector that is trained elsewhere, as far as it is."""
    if plan.finder and plan.finder.exists():
        weights = torch.load(plan.finder, map_location=next(nets.parameters()).device)
        own = {
            key.removeprefix("detector."): value
            for key, value in weights.items()
            if key.startswith("detector.")
        }
        nets.detector.load_state_dict(own)


class Training:
    """Nets on their way: each step learns from some scenes, or from crops cut before."""

    def __init__(self, plan: Plan, device: str) -> None:
        self.plan, self.nets = plan, _start(plan, device)
        self.scenes = Scenes(plan.scenes, plan.room, device)
        self.ranks, self.suits = Crops(CROPS, device), Crops(CROPS, device)
        learning = [weights for weights in self.nets.parameters() if weights.requires_grad]
        self.optimizer = torch.optim.AdamW(learning, lr=plan.rate, weight_decay=0.02, fused=True)
        self.step, self.means = 0, dict[str, float]()

    def losses(self) -> dict[str, Tensor]:
        """Measure what is learned, on a new batch."""
        finds, reads = "detector" in self.plan.parts, "readers" in self.plan.parts
        losses = {}
        with torch.autocast(self.scenes.device, torch.bfloat16):
            if finds or self.step % READINGS == 0:
                images, tables = self.scenes.batch(self.plan.batch)
                with torch.set_grad_enabled(finds):
                    out = self.nets.detector(images)
                if finds:
                    losses["detector"] = detection_loss(out, tables)
                if reads:
                    places, ranks, suits = lessons(hits(out, HITS), tables)
                    rank_crops, suit_crops = crops(images, places)
                    self.ranks.add(rank_crops, ranks)
                    self.suits.add(suit_crops, suits)
            if reads:
                losses["rank"] = self.ranks.loss(self.nets.rank, 16 * self.plan.batch)
                losses["suit"] = self.suits.loss(self.nets.suit, 8 * self.plan.batch)
        return losses

    def advance(self, part: float) -> None:
        """Take one step, `part` of the way."""
        self.nets.train()
        self.nets.detector.train("detector" in self.plan.parts)
        for group in self.optimizer.param_groups:
            group["lr"] = _rate(self.plan, part, self.step)
        losses = self.losses()
        self.optimizer.zero_grad(set_to_none=True)
        torch.stack(list(losses.values())).sum().backward()
        nn.utils.clip_grad_norm_(self.nets.parameters(), 5.0)
        self.optimizer.step()
        self.step += 1
        if self.step % 5 == 0:
            for name, loss in losses.items():
                self.means[name] = 0.9 * self.means.get(name, float(loss)) + 0.1 * float(loss)

    def __str__(self) -> str:
        means = " ".join(f"{name} {value:.4f}" for name, value in self.means.items())
        return f"step {self.step} of {self.scenes.count} scenes: {means}"


def train(plan: Plan) -> None:
    """Train for a while, on the scenes painted so far; both nets, or one of them."""
    training = Training(plan, "cuda" if torch.cuda.is_available() else "cpu")
    while training.scenes.count < min(plan.room, 320):
        training.scenes.refresh()
        time.sleep(0.5)
    begin, saved = time.monotonic(), time.monotonic()
    while (part := (time.monotonic() - begin) / plan.seconds) < 1:
        training.advance(part)
        if training.step % 50 == 0:
            print(f"{part:.2f}", training, flush=True)
            training.scenes.refresh()
        if time.monotonic() - saved > 90:
            saved = time.monotonic()
            save(training.nets, plan.out)
            _beside(training.nets, plan)
    save(training.nets, plan.out)
