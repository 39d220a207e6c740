"""Trains the net that hears positions, ends and sheets, and writes its weights for numpy."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from analyzer.notation.encoder._features import GRAMS, MARKS, WORDS
from analyzer.notation.encoder.net import HEADS, ORDER, REACH
from analyzer.notation.outcomes._chances import ROLES as RESULTS
from analyzer.notation.outcomes._people import WHO
from analyzer.notation.placing._chances import LINK, ROLES
from tests.workshop.encoder.items import (
    UNKNOWN,
    Batch,
    Item,
    batch_of,
    item_of_position,
    items_of_result,
    varied,
)
from tests.workshop.encoder.positions import EITHER, Example
from tests.workshop.encoder.results import Marked

DEPTH: Final = 96
_OF_POSITIONS, _OF_RESULTS = 260, 320
"""Tokens of the longest texts that are learned from."""
_TIMES: Final = 4
"""Batches of texts drawn at once, and put in order of their lengths."""
_TOKENS: Final = 1_300
"""Tokens of a batch, about."""
_NAMED: Final = 0.7
_SEED: Final = 1
_MEAN, _EVERY = 0.99, 10
"""Weights are the mean of those of the last thousand steps or so."""
_SMOOTH: Final = 0.03
_WARM, _DECAY = 300, 0.03


class Conv(nn.Module):
    """Adds what a convolution sees in five tokens."""

    def __init__(self) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(DEPTH)
        self.conv = nn.Conv1d(DEPTH, DEPTH, 5, padding=2)
        self.out = nn.Linear(DEPTH, DEPTH)

    def forward(self, x: Tensor, here: Tensor) -> Tensor:
        y = self.norm(x) * here[..., None]
        y = self.conv(y.transpose(1, 2)).transpose(1, 2)
        return x + self.out(torch.relu(y))


class Attention(nn.Module):
    """Adds what each token finds in all others."""

    def __init__(self) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(DEPTH)
        self.qkv = nn.Linear(DEPTH, 3 * DEPTH)
        self.out = nn.Linear(DEPTH, DEPTH)
        self.near = nn.Parameter(torch.zeros(HEADS, 2 * REACH + 1))
        self.norm2 = nn.LayerNorm(DEPTH)
        self.wide = nn.Linear(DEPTH, 2 * DEPTH)
        self.back = nn.Linear(2 * DEPTH, DEPTH)

    def forward(self, x: Tensor, here: Tensor, away: Tensor) -> Tensor:
        many, long, _ = x.shape
        q, k, v = self.qkv(self.norm(x)).view(many, long, 3, HEADS, -1).permute(2, 0, 3, 1, 4)
        score = q @ k.transpose(-1, -2) / q.shape[-1] ** 0.5 + self.near[:, away]
        score = score.masked_fill(~here[:, None, None], -1e9)
        y = (score.softmax(-1) @ v).transpose(1, 2).reshape(many, long, DEPTH)
        x = x + self.out(y)
        return x + self.back(torch.relu(self.wide(self.norm2(x))))


class Net(nn.Module):
    """The net that `analyzer.notation.encoder.net` applies, with the same names of weights."""

    def __init__(self) -> None:
        super().__init__()
        self.words = nn.Embedding(WORDS, DEPTH)
        self.grams = nn.EmbeddingBag(GRAMS, DEPTH, mode="mean")
        self.marks = nn.Linear(MARKS, DEPTH)
        nn.init.normal_(self.words.weight, std=0.3)
        nn.init.normal_(self.grams.weight, std=0.3)
        self.convs = nn.ModuleList(Conv() for _ in range(4))
        self.attentions = nn.ModuleList(Attention() for _ in range(3))
        self.norm = nn.LayerNorm(DEPTH)
        self.drop = nn.Dropout(0.15)
        self.role, self.rank = nn.Linear(DEPTH, len(ROLES)), nn.Linear(DEPTH, 13)
        self.suit, self.but = nn.Linear(DEPTH, 4), nn.Linear(DEPTH, 1)
        self.from_rank, self.to_suit = nn.Linear(DEPTH, LINK), nn.Linear(DEPTH, LINK)
        self.near = nn.Parameter(-0.1 * torch.arange(-REACH, REACH + 1).abs().float())
        self.same = nn.Parameter(torch.tensor([2.0, 0.0]))
        self.who, self.result = nn.Linear(DEPTH, len(WHO)), nn.Linear(DEPTH, len(RESULTS))
        self.owner, self.starts = nn.Linear(DEPTH, 3), nn.Linear(DEPTH, 1)

    def forward(self, batch: Batch) -> Batch:
        """Say of each token all that it may tell."""
        here = batch["here"]
        many, long = here.shape
        place = torch.arange(long)
        away = (place[None] - place[:, None]).clamp(-REACH, REACH) + REACH
        grams = self.grams(batch["grams"], batch["offsets"])
        x = self.words(batch["rows"]) + grams.view(many, long, DEPTH) + self.marks(batch["marks"])
        x = self.drop(x)
        for name in ORDER:
            layer = self.get_submodule(name)
            x = self.drop(layer(x, here, away) if name.startswith("a") else layer(x, here))
        x = self.norm(x)
        heads = {name: self.get_submodule(name)(x) for name in ("role", "who", "result", "owner")}
        ranks = self.rank(x).masked_fill(~batch["rank_of"], -1e9)
        return heads | {
            "rank": ranks, "suits": self._suits(x, batch, away), "starts": self.starts(x)[..., 0],
        }  # fmt: skip

    def _suits(self, x: Tensor, batch: Batch, away: Tensor) -> Tensor:
        """The chances of the suits of those ranks whose suits are known."""
        many, at = (batch["suits"][..., 0] >= 0).nonzero(as_tuple=True)
        link = (self.to_suit(x)[many] @ self.from_rank(x)[many, at, :, None])[..., 0] / LINK**0.5
        link = link + self.near[away][at] + self.same[0] * batch["same"][many, at]
        suits = self.suit(x).masked_fill(~batch["suit_of"], -1e9).softmax(-1)
        suits = torch.where(batch["color"][..., None], batch["suit_of"].float(), suits)
        linked = torch.sigmoid(link) * batch["suit_of"].any(-1)[many]
        no = torch.log1p(-(linked[..., None] * suits[many]).clamp(max=1 - 1e-4)).sum(1).exp()
        but = torch.sigmoid(self.but(x[many, at]))
        return (1 - no) * (1 - but) + no * but


def loss_of(said: Batch, batch: Batch) -> Tensor:
    """The loss of what is said of a batch, in all that is known of it."""
    loss = said["role"].sum() * 0
    if (batch["role"] > UNKNOWN).any():
        loss = loss + _loss_of_places(said, batch)
    here = batch["here"].sum()
    loss = loss + _weighed(said["who"], batch["who"], 3.0) * 2 / here
    loss = loss + _weighed(said["result"], batch["result"], 2.0) * 3 / here
    owned, known = batch["owner"] >= 0, batch["starts"] >= 0
    if owned.any():
        loss = loss + 2 * functional.cross_entropy(
            said["owner"][owned], batch["owner"][owned], label_smoothing=_SMOOTH
        )
    if known.any():
        loss = loss + 0.5 * functional.binary_cross_entropy_with_logits(
            said["starts"][known], batch["starts"][known]
        )
    return loss


def _loss_of_places(said: Batch, batch: Batch) -> Tensor:
    chances = said["role"].flatten(0, 1).log_softmax(-1)
    roles = batch["role"].flatten()
    known = roles >= 0
    top, thrown = ROLES.index("top"), ROLES.index("thrown")
    either = chances[roles == EITHER][:, [top, thrown]].logsumexp(-1)
    smooth = -_SMOOTH * chances[known].mean()
    role = functional.nll_loss(chances[known], roles[known]) - either.sum() / known.sum() + smooth
    of_cards = batch["suits"][..., 0] >= 0
    suits = functional.binary_cross_entropy(
        said["suits"].clamp(1e-4, 1 - 1e-4), batch["suits"][of_cards]
    )
    rank = functional.cross_entropy(said["rank"][of_cards], batch["rank"][of_cards])
    return 4 * role + 4 * suits + rank


def _weighed(said: Tensor, meant: Tensor, more: float) -> Tensor:
    """The loss of all tokens of which something is known, more of those that tell something."""
    known = meant >= 0
    each = functional.cross_entropy(
        said[known], meant[known], reduction="none", label_smoothing=_SMOOTH
    )
    return (each * (1 + more * (meant[known] > 0))).sum()


@dataclass(frozen=True)
class Plan:
    """What is learned from, for how long, from which weights on, and where the new ones go."""

    positions: Sequence[Example]
    results: Sequence[Marked]
    seconds: float
    rate: float
    resume: Path | None
    out: Path
    seed: int = _SEED


def train(plan: Plan) -> None:
    """Train on one core, and write the mean of the last weights."""
    torch.set_num_threads(1)
    torch.manual_seed(plan.seed)
    net = Net()
    if plan.resume is not None:
        have = {
            name: torch.from_numpy(v.astype(np.float32)) for name, v in np.load(plan.resume).items()
        }
        net.load_state_dict(have)
    mean = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(_MEAN))
    steps = torch.optim.AdamW(net.parameters(), lr=plan.rate, weight_decay=_DECAY, fused=True)
    start, losses = time.monotonic(), [0.0]
    net.train()
    for step, batch in enumerate(_batches(plan)):
        spent = time.monotonic() - start
        if spent > plan.seconds:
            break
        for group in steps.param_groups:
            slow = min(1, (step + 1) / _WARM) * max(0.02, 1 - spent / plan.seconds)
            group["lr"] = plan.rate * slow
        loss = loss_of(net(batch), batch)
        steps.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        steps.step()
        if step % _EVERY == 0:
            mean.update_parameters(net)
        losses = [*losses[-199:], loss.item()]
        if step % 400 == 0:
            print(f"{step} steps, {spent:.0f} s, loss {np.mean(losses):.4f}", flush=True)
            write(mean.module, plan.out)
    write(mean.module, plan.out)


def write(net: nn.Module, out: Path) -> None:
    """Write the weights of a net in half floats."""
    arrays = {name: value.numpy().astype(np.float16) for name, value in net.state_dict().items()}
    np.savez_compressed(out, **arrays)


def _batches(plan: Plan) -> Iterator[Batch]:
    """Batches of positions and of results by turns, each of texts of about one length."""
    rng, numbers = random.Random(plan.seed), np.random.default_rng(plan.seed)
    positions = [
        made for each in plan.positions
        if len((made := item_of_position(each)).rows) <= _OF_POSITIONS
    ]  # fmt: skip
    results = [items_of_result(each) for each in plan.results if len(each.tokens) <= _OF_RESULTS]
    while True:
        for some in (_some_positions(positions, rng), _some_results(results, rng)):
            groups = _alike(some)
            rng.shuffle(groups)
            for group in groups:
                yield batch_of(group, numbers)


def _some_positions(items: Sequence[Item], rng: random.Random) -> list[Item]:
    return [varied(items, rng.choice(items), rng, _OF_POSITIONS) for _ in range(22 * _TIMES)]


def _some_results(items: Sequence[tuple[Item, Item]], rng: random.Random) -> list[Item]:
    return [rng.choice(items)[rng.random() < _NAMED] for _ in range(20 * _TIMES)]


def _alike(some: Sequence[Item]) -> list[list[Item]]:
    """Groups of about one length, each of about so many tokens."""
    groups: list[list[Item]] = [[]]
    for each in sorted(some, key=lambda each: len(each.rows)):
        if groups[-1] and (len(groups[-1]) + 1) * len(each.rows) > _TOKENS:
            groups.append([])
        groups[-1].append(each)
    return groups
