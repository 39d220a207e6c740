"""Paints scenes on every core, and trains the detector on those painted so far."""

from __future__ import annotations

import math
import multiprocessing
import time
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
    Detector,
)
from tests.workshop.vision.scenes import FIELDS, MOST, paint
from tests.workshop.vision.spoiling import SIDE

VIEW = 384
CHUNK = 16
"""Scenes of a file."""
HITS = 24
"""Hits of the detector per scene that the readers learn from, right or wrong."""
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
        return tinted(pixels).permute(0, 3, 1, 2), tables


def tinted(pixels: Tensor) -> Tensor:
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


@dataclass(frozen=True)
class Plan:
    """A training: on which scenes, for how long, from what, to where."""

    scenes: Path
    out: Path
    seconds: float
    batch: int
    rate: float
    room: int
    resume: Path | None


class Training:
    """A detector on its way."""

    def __init__(self, plan: Plan) -> None:
        device = "cuda" if torch.cuda.is_available() else "cpu"
        self.plan, self.net = plan, Detector().to(device, memory_format=torch.channels_last)
        if plan.resume:
            self.net.load_state_dict(torch.load(plan.resume, map_location=device))
        self.scenes = Scenes(plan.scenes, plan.room, device)
        self.optimizer = torch.optim.AdamW(
            self.net.parameters(), lr=plan.rate, weight_decay=0.02, fused=True
        )
        self.step, self.mean = 0, 0.0

    def advance(self, part: float) -> None:
        """Take one step, `part` of the way."""
        rate = min(1, (self.step + 1) / 100) * (0.02 + 0.49 * (1 + math.cos(math.pi * part)))
        for group in self.optimizer.param_groups:
            group["lr"] = self.plan.rate * rate
        images, tables = self.scenes.batch(self.plan.batch)
        with torch.autocast(self.scenes.device, torch.bfloat16):
            out = self.net(images)
        loss = detection_loss(out, tables)
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), 5.0)
        self.optimizer.step()
        self.step += 1
        self.mean += (float(loss.detach()) - self.mean) / min(self.step, 100)


def train_finder(plan: Plan) -> None:
    """Train the detector for a while, on the scenes painted so far."""
    training = Training(plan)
    while training.scenes.count < min(plan.room, 320):
        training.scenes.refresh()
        time.sleep(0.5)
    begin, saved = time.monotonic(), time.monotonic()
    while (part := (time.monotonic() - begin) / plan.seconds) < 1:
        training.advance(part)
        if training.step % 50 == 0:
            print(f"{part:.2f} step {training.step} of {training.scenes.count} scenes:",
                  f"{training.mean:.4f}", flush=True)  # fmt: skip
            training.scenes.refresh()
        if time.monotonic() - saved > 90:
            saved = time.monotonic()
            torch.save(training.net.state_dict(), plan.out)
    torch.save(training.net.state_dict(), plan.out)
