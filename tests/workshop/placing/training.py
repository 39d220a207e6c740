"""Trains the net that says where each card of a text is, and writes its weights for numpy."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import chain, pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from analyzer.notation.placing._features import GRAMS, MARKS, UNKNOWN_WORD, WORDS, features
from analyzer.notation.placing._net import HEADS, LINK, ORDER, REACH, ROLES
from tests.workshop.placing.corpus import EITHER, Example

DEPTH: Final = 96
LONGEST: Final = 140
"""Tokens of the longest text that is learned from."""
_SEED, _MANY, _FEW, _LOST = 1, 16, 4, 0.12
Batch = dict[str, Tensor]


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
    """The net that `analyzer.notation.placing._net` applies, with the same names of weights."""

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
        self.role = nn.Linear(DEPTH, len(ROLES))
        self.rank = nn.Linear(DEPTH, 13)
        self.suit = nn.Linear(DEPTH, 4)
        self.but = nn.Linear(DEPTH, 1)
        self.from_rank, self.to_suit = nn.Linear(DEPTH, LINK), nn.Linear(DEPTH, LINK)
        self.near = nn.Parameter(-0.1 * torch.arange(-REACH, REACH + 1).abs().float())
        self.same = nn.Parameter(torch.tensor([2.0, 0.0]))
        self.drop = nn.Dropout(0.15)

    def forward(self, batch: Batch) -> Batch:
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
        link = self.from_rank(x) @ self.to_suit(x).transpose(1, 2) / LINK**0.5 + self.near[away]
        link = link + self.same[0] * batch["same"]
        suits = self.suit(x).masked_fill(~batch["suit_of"], -1e9).softmax(-1)
        suits = torch.where(batch["color"][..., None], batch["suit_of"].float(), suits)
        is_suit = batch["suit_of"].any(-1)
        linked = torch.sigmoid(link) * is_suit[:, None]
        no = torch.log1p(-(linked[..., None] * suits[:, None]).clamp(max=1 - 1e-4)).sum(2).exp()
        but = torch.sigmoid(self.but(x))
        ranks = self.rank(x).masked_fill(~batch["rank_of"], -1e9)
        return {"role": self.role(x), "rank": ranks, "suits": (1 - no) * (1 - but) + no * but}


@dataclass(frozen=True)
class Item:
    """An example as arrays, a row for each token."""

    rows: NDArray[Any]
    grams: list[list[int]]
    marks: NDArray[Any]
    rank_of: NDArray[Any]
    suit_of: NDArray[Any]
    color: NDArray[Any]
    glued: NDArray[Any]
    roles: NDArray[Any]
    ranks: NDArray[Any]
    suits: NDArray[Any]
    ends: NDArray[Any]

    def part(self, start: int, end: int) -> Item:
        """A stretch of it."""
        return Item(*(getattr(self, each.name)[start:end] for each in fields(self)))


def joined(parts: Sequence[Item]) -> Item:
    """Put stretches together."""
    values: list[Any] = []
    for each in fields(Item):
        rows = [getattr(part, each.name) for part in parts]
        values.append([*chain(*rows)] if each.name == "grams" else np.concatenate(rows))
    return Item(*values)


def item(example: Example) -> Item:
    """Make arrays of an example."""
    told = example.tokens
    rows, grams, marks = features(told)
    long = len(told)
    rank_of, suit_of = np.zeros((long, 13), bool), np.zeros((long, 4), bool)
    suits, ranks = np.full((long, 4), -1.0, np.float32), np.full(long, -1)
    for at, token in enumerate(told):
        rank_of[at, list(token.ranks)] = True
        suit_of[at, list(token.suits)] = True
    for at, each in example.suits.items():
        suits[at] = 0
        suits[at, list(each)] = 1
        ranks[at] = example.ranks[at]
    return Item(
        rows,
        grams,
        marks,
        rank_of,
        suit_of,
        np.array([t.is_color for t in told]),
        np.array([t.glued for t in told]),
        np.array(example.roles),
        ranks,
        suits,
        np.array([t.text[:1] in "\n.!?;" and not t.number for t in told]),
    )


def _sentences(whole: Item) -> list[Item]:
    cuts = [0, *(np.flatnonzero(whole.ends) + 1), len(whole.rows)]
    return [whole.part(start, end) for start, end in pairwise(cuts) if end > start]


def _has_hand(part: Item) -> bool:
    return bool((part.roles == ROLES.index("hand")).any())


def varied(items: Sequence[Item], chosen: Item, rng: random.Random) -> Item:
    """Leave out, add and shuffle sentences."""
    if rng.random() < 0.35:
        return chosen
    parts = _sentences(chosen)
    parts = [each for each in parts if _has_hand(each) or rng.random() > 0.15] or parts
    if rng.random() < 0.4:
        other = rng.choice(_sentences(rng.choice(items)))
        if len(other.rows) < 40 and not _has_hand(other):
            parts.insert(rng.randrange(len(parts) + 1), other)
    if rng.random() < 0.2:
        rng.shuffle(parts)
    made = joined(parts)
    return made if 0 < len(made.rows) <= LONGEST else chosen


def batch_of(items: Sequence[Item], rng: np.random.Generator) -> Batch:
    """Put items side by side, some of their words unknown and some ranks hidden."""
    many, long = len(items), max(len(each.rows) for each in items)
    shape = many, long
    arrays: dict[str, Any] = {
        "rows": np.zeros(shape, np.int64),
        "marks": np.zeros((*shape, MARKS), np.float32),
        "here": np.zeros(shape, bool),
        "rank_of": np.zeros((*shape, 13), bool),
        "suit_of": np.zeros((*shape, 4), bool),
        "color": np.zeros(shape, bool),
        "roles": np.full(shape, -1),
        "ranks": np.full(shape, -1),
        "suits": np.full((*shape, 4), -1, np.float32),
        "same": np.zeros((*shape, long), np.float32),
    }
    flat: list[int] = []
    offsets = []
    for k, each in enumerate(items):
        n = len(each.rows)
        lost = rng.random(n) < _LOST
        arrays["rows"][k, :n] = np.where(lost & (each.rows > UNKNOWN_WORD), UNKNOWN_WORD, each.rows)
        arrays["here"][k, :n] = True
        for name in ("marks", "rank_of", "suit_of", "color", "roles", "ranks", "suits"):
            arrays[name][k, :n] = getattr(each, name)
        arrays["marks"][k, :n, 16:29] *= rng.random(n)[:, None] > 0.3  # ranks hardly matter
        word = np.cumsum(~each.glued)
        arrays["same"][k, :n, :n] = (word[:, None] == word[None]) & ~np.eye(n, dtype=bool)
        for at in range(long):
            offsets.append(len(flat))
            if at < n and not (lost[at] and rng.random() < 0.6):
                flat += each.grams[at]
    made = {name: torch.from_numpy(value) for name, value in arrays.items()}
    made["grams"], made["offsets"] = torch.tensor(flat or [0]), torch.tensor(offsets)
    return made


def loss_of(said: Batch, batch: Batch) -> Tensor:
    """The loss of what is said of a batch."""
    chances = said["role"].flatten(0, 1).log_softmax(-1)
    roles = batch["roles"].flatten()
    known = roles >= 0
    top, thrown = ROLES.index("top"), ROLES.index("thrown")
    either = chances[roles == EITHER][:, [top, thrown]].logsumexp(-1)
    role = functional.nll_loss(chances[known], roles[known]) - either.sum() / known.sum()
    of_cards = batch["suits"][..., 0] >= 0
    suits = functional.binary_cross_entropy(
        said["suits"][of_cards].clamp(1e-4, 1 - 1e-4), batch["suits"][of_cards]
    )
    rank = functional.cross_entropy(said["rank"][of_cards], batch["ranks"][of_cards])
    return 4 * role + 4 * suits + rank


@dataclass(frozen=True)
class Plan:
    """What is learned from, for how long, from which weights on, and where the new ones go."""

    examples: Sequence[Any]
    seconds: float
    rate: float
    resume: Path | None
    out: Path


def train(plan: Plan) -> None:
    """Train on one core, and write the weights."""
    rng, numbers = random.Random(_SEED), np.random.default_rng(_SEED)
    items = [made for each in plan.examples if len((made := item(each)).rows) <= LONGEST]
    net = begun(Net, plan.resume)

    def losses() -> Iterator[Tensor]:
        for batch in _batches(items, rng, numbers):
            yield loss_of(net(batch), batch)

    descend(net, plan, losses, decay=0.02, warm=200)
    write(net, plan.out)


def begun(kind: type[nn.Module], resume: Path | None, *, other: bool = False) -> Any:
    """Make a net with the weights of a file; with `other` one of another net, of what both have."""
    torch.set_num_threads(1)
    torch.manual_seed(_SEED)
    net = kind()
    if resume is not None:
        have = net.state_dict()
        known = {
            name: torch.from_numpy(value.astype(np.float32))
            for name, value in np.load(resume).items()
            if not other or (name in have and have[name].shape == value.shape)
        }
        net.load_state_dict(known, strict=not other)
    return net


def descend(
    net: nn.Module, plan: Plan, losses: Callable[[], Iterator[Tensor]], *, decay: float,
    warm: int, after: Callable[[], object] = lambda: None,
) -> None:  # fmt: skip
    """Take steps down the losses of a few batches at a time until the plan's time is over."""
    steps = torch.optim.AdamW(net.parameters(), lr=plan.rate, weight_decay=decay)
    start, step, mean = time.monotonic(), 0, 0.0
    net.train()
    while (spent := time.monotonic() - start) < plan.seconds:
        for group in steps.param_groups:
            rise = min(1, (step + 1) / warm)
            group["lr"] = plan.rate * rise * max(0.02, 1 - spent / plan.seconds)
        for loss in losses():
            steps.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            steps.step()
            after()
            step += 1
            mean = 0.98 * mean + 0.02 * loss.item()
        if step % 400 == 0:
            print(f"{step} steps, {spent:.0f} s, loss {mean / (1 - 0.98**step):.4f}", flush=True)


def write(net: nn.Module, out: Path) -> None:
    """Write the weights of a net in half floats."""
    arrays = {name: value.numpy().astype(np.float16) for name, value in net.state_dict().items()}
    np.savez_compressed(out, **arrays)


def _batches(
    items: Sequence[Item], rng: random.Random, numbers: np.random.Generator
) -> Iterator[Batch]:
    """A few batches, each of texts of about one length."""
    some = [varied(items, rng.choice(items), rng) for _ in range(_FEW * _MANY)]
    some.sort(key=lambda each: len(each.rows))
    for first in rng.sample(range(0, _FEW * _MANY, _MANY), _FEW):
        yield batch_of(some[first : first + _MANY], numbers)
