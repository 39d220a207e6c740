"""Trains the net that says how told hands ended, and writes its weights for numpy."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from analyzer.notation.outcomes._marks import MARKS as TOLD
from analyzer.notation.outcomes._marks import SUMS, marks_of
from analyzer.notation.outcomes._net import ROLES
from analyzer.notation.outcomes._people import WHO
from analyzer.notation.placing._features import GRAMS, MARKS, UNKNOWN_WORD, WORDS, features
from analyzer.notation.placing._net import ORDER, REACH
from tests.workshop.outcomes.corpus import UNKNOWN, Marked
from tests.workshop.placing.training import (
    DEPTH,
    Attention,
    Conv,
    Plan,
    begun,
    descend,
    write,
)

_LONGEST: Final = 320
_MANY: Final = 12
_LOST: Final = 0.1
_RENAMED: Final = 0.6
_NAMED: Final = 0.7
_SEED: Final = 1
_MEAN: Final = 0.999
"""Weights are the mean of those of the last thousand steps."""
_SMOOTH: Final = 0.03
Batch = dict[str, Tensor]


class Net(nn.Module):
    """The net that `analyzer.notation.outcomes._net` applies, with the same names of weights."""

    def __init__(self) -> None:
        super().__init__()
        self.words = nn.Embedding(WORDS, DEPTH)
        self.grams = nn.EmbeddingBag(GRAMS, DEPTH, mode="mean")
        self.marks = nn.Linear(MARKS, DEPTH)
        self.told = nn.Linear(TOLD, DEPTH)
        self.convs = nn.ModuleList(Conv() for _ in range(4))
        self.attentions = nn.ModuleList(Attention() for _ in range(3))
        self.norm = nn.LayerNorm(DEPTH)
        self.who = nn.Linear(DEPTH, len(WHO))
        self.role = nn.Linear(DEPTH, len(ROLES))
        self.owner = nn.Linear(DEPTH, 3)
        self.starts = nn.Linear(DEPTH, 1)
        self.drop = nn.Dropout(0.2)

    def forward(self, batch: Batch) -> Batch:
        """Say of each token who it names, what it tells, of whom, and if a hand begins."""
        here = batch["here"]
        many, long = here.shape
        place = torch.arange(long)
        away = (place[None] - place[:, None]).clamp(-REACH, REACH) + REACH
        grams = self.grams(batch["grams"], batch["offsets"])
        x = self.words(batch["rows"]) + grams.view(many, long, DEPTH) + self.marks(batch["marks"])
        x = self.drop(x + self.told(batch["told"]))
        for name in ORDER:
            layer = self.get_submodule(name)
            x = self.drop(layer(x, here, away) if name.startswith("a") else layer(x, here))
        x = self.norm(x)
        return {"who": self.who(x), "role": self.role(x), "owner": self.owner(x),
                "starts": self.starts(x)[..., 0]}  # fmt: skip


@dataclass(frozen=True)
class Item:
    """A text as arrays, a row for each token."""

    rows: Any
    grams: list[list[int]]
    marks: Any
    plain: Any
    """The marks of results of one who doesn't know who plays …"""
    told: Any
    """… and of one who does."""
    labels: dict[str, Any]
    named: Any


def item(case: Marked) -> Item:
    """Make arrays of a text."""
    rows, grams, marks = features(case.tokens)
    labels = {
        "role": np.array(case.roles), "owner": np.array(case.owners),
        "who": np.array(case.who), "starts": np.array(case.starts, np.float32),
    }  # fmt: skip
    return Item(
        rows, grams, marks, marks_of(case.tokens, case.text, None),
        marks_of(case.tokens, case.text, case.groups), labels,
        labels["who"] == WHO.index("name"),
    )  # fmt: skip


def batch_of(items: Sequence[Item], rng: np.random.Generator, *, named: bool) -> Batch:
    """Put items side by side, some of their words unknown and most names of nobody known."""
    shape = many, long = len(items), max(len(each.rows) for each in items)
    arrays: dict[str, Any] = {
        "rows": np.zeros(shape, np.int64), "marks": np.zeros((*shape, MARKS), np.float32),
        "told": np.zeros((*shape, TOLD), np.float32), "here": np.zeros(shape, bool),
        **{name: np.full(shape, UNKNOWN) for name in ("role", "owner", "who")},
        "starts": np.full(shape, UNKNOWN, np.float32),
    }  # fmt: skip
    flat: list[int] = []
    offsets = []
    for k, each in enumerate(items):
        n = len(each.rows)
        lost = rng.random(n) < _LOST
        other = each.named & (rng.random() < _RENAMED)
        hidden = (lost | other) & (each.rows > UNKNOWN_WORD)
        arrays["rows"][k, :n] = np.where(hidden, UNKNOWN_WORD, each.rows)
        arrays["here"][k, :n] = True
        arrays["marks"][k, :n] = each.marks
        told = (each.told if named else each.plain).copy()
        told[:, SUMS] *= rng.random((n, 1)) > _LOST
        arrays["told"][k, :n] = told
        for name, values in each.labels.items():
            arrays[name][k, :n] = values
        for at in range(many and long):
            offsets.append(len(flat))
            if at < n and other[at]:
                flat += rng.integers(0, GRAMS, 6).tolist()
            elif at < n and not (lost[at] and rng.random() < _RENAMED):
                flat += each.grams[at]
    made = {name: torch.from_numpy(value) for name, value in arrays.items()}
    made["grams"], made["offsets"] = torch.tensor(flat or [0]), torch.tensor(offsets)
    return made


def loss_of(said: Batch, batch: Batch, *, named: bool) -> Tensor:
    """The loss of what is said of a batch; without names only of who is named."""
    here = batch["here"]
    loss = _weighed(said["who"], batch["who"], 3.0) * 2 / here.sum()
    if named:
        loss = loss + _weighed(said["role"], batch["role"], 2.0) * 3 / here.sum()
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


def _weighed(said: Tensor, meant: Tensor, more: float) -> Tensor:
    """The loss of all tokens of which something is known, more of those that tell something."""
    known = meant >= 0
    each = functional.cross_entropy(
        said[known], meant[known], reduction="none", label_smoothing=_SMOOTH
    )
    return (each * (1 + more * (meant[known] > 0))).sum()


def train(plan: Plan) -> None:
    """Train on one core, and write the mean of the last weights."""
    rng, numbers = random.Random(_SEED), np.random.default_rng(_SEED)
    items = [item(each) for each in plan.examples if len(each.tokens) <= _LONGEST]
    net = begun(Net, plan.resume, other=True)
    mean = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(_MEAN))

    def losses() -> Iterator[Tensor]:
        some = sorted(rng.sample(items, 4 * _MANY), key=lambda each: len(each.rows))
        for first in rng.sample(range(0, len(some), _MANY), len(some) // _MANY):
            named = rng.random() < _NAMED
            batch = batch_of(some[first : first + _MANY], numbers, named=named)
            yield loss_of(net(batch), batch, named=named)

    descend(net, plan, losses, decay=0.03, warm=100, after=lambda: mean.update_parameters(net))
    write(mean.module, plan.out)
