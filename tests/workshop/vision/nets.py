"""The two nets in torch, and how they leave it: convolutions with their norms folded in."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812

from analyzer.vision.reader import CROP

CELL = 8
HEADS = 9
"""Of a cell: an index is here; x, y, log size, cosine, sine; the suit's x, y, log size."""


class Conv(nn.Module):
    """A convolution, its norm and a ReLU."""

    def __init__(self, inputs: int, outputs: int, kernel: int, stride: int = 1) -> None:
        super().__init__()
        pad = kernel // 2 if stride == 1 else 0
        self.conv = nn.Conv2d(inputs, outputs, kernel, stride, pad, bias=False)
        self.norm = nn.BatchNorm2d(outputs)

    def forward(self, x: Tensor) -> Tensor:
        """Apply the three."""
        return F.relu(self.norm(self.conv(x)))

    def folded(self) -> tuple[np.ndarray, np.ndarray]:
        """Kernel (height × width × inputs, outputs) and bias with the norm folded in."""
        scale = self.norm.weight / torch.sqrt(self.norm.running_var + self.norm.eps)
        kernel = self.conv.weight * scale[:, None, None, None]
        bias = self.norm.bias - self.norm.running_mean * scale
        rows = kernel.permute(2, 3, 1, 0).reshape(-1, kernel.shape[0])
        return rows.detach().cpu().float().numpy(), bias.detach().cpu().float().numpy()


class Detector(nn.Module):
    """Finds printed indices: a cell of 8 pixels says what is centered in it."""

    def __init__(self, width: int = 16, depth: int = 1) -> None:
        super().__init__()
        w = width
        self.stem, self.fine = Conv(3, w, 4, 4), nn.ModuleList([Conv(w, w, 3)])
        self.down8, self.down16 = Conv(w, 2 * w, 2, 2), Conv(2 * w, 3 * w, 2, 2)
        self.down32 = Conv(3 * w, 4 * w, 2, 2)
        self.at8 = nn.ModuleList(Conv(2 * w, 2 * w, 3) for _ in range(1 + depth))
        self.at16 = nn.ModuleList(Conv(3 * w, 3 * w, 3) for _ in range(1 + 2 * depth))
        self.at32 = nn.ModuleList(Conv(4 * w, 4 * w, 3) for _ in range(1 + depth))
        self.up16, self.up8 = Conv(4 * w, 3 * w, 1), Conv(3 * w, 2 * w, 1)
        self.back16 = nn.ModuleList([Conv(3 * w, 3 * w, 3)])
        self.back8 = nn.ModuleList(Conv(2 * w, 2 * w, 3) for _ in range(depth))
        self.head = nn.Conv2d(2 * w, HEADS, 1)
        nn.init.constant_(self.head.bias, 0.0)
        nn.init.constant_(self.head.bias[:1], -4.0)

    def forward(self, x: Tensor) -> Tensor:
        """Read pixels of -1 to 1, sides a multiple of 32."""
        x = _deepen(self.stem(x), self.fine)
        at8 = _deepen(self.down8(x), self.at8)
        at16 = _deepen(self.down16(at8), self.at16)
        at32 = _deepen(self.down32(at16), self.at32)
        at16 = _deepen(at16 + F.interpolate(self.up16(at32), scale_factor=2), self.back16)
        at8 = _deepen(at8 + F.interpolate(self.up8(at16), scale_factor=2), self.back8)
        return self.head(at8)


def _deepen(x: Tensor, layers: nn.ModuleList) -> Tensor:
    for layer in layers:
        x = x + layer(x)
    return x


class Reader(nn.Module):
    """Sees what a crop shows: numbers about it, or which of some classes; the last is none."""

    def __init__(self, outputs: int, side: int = CROP, width: int = 24) -> None:
        super().__init__()
        w = width
        self.down1, self.down2 = Conv(3, w, 2, 2), Conv(w, 2 * w, 2, 2)
        self.down3 = Conv(2 * w, 4 * w, 2, 2)
        self.at1 = nn.ModuleList([Conv(w, w, 3)])
        self.at2 = nn.ModuleList([Conv(2 * w, 2 * w, 3)])
        self.at3 = nn.ModuleList([Conv(4 * w, 4 * w, 3)])
        self.drop = nn.Dropout(0.1)
        self.head = nn.Linear(4 * w * (side // 8) ** 2, outputs)

    def forward(self, x: Tensor) -> Tensor:
        """Read crops of -1 to 1."""
        x = _deepen(self.down1(x), self.at1)
        x = _deepen(self.down2(x), self.at2)
        x = _deepen(self.down3(x), self.at3)
        return self.head(self.drop(x.permute(0, 2, 3, 1).flatten(1)))


def folded(net: nn.Module, prefix: str) -> dict[str, np.ndarray]:
    """All layers of a net as arrays of half floats, by name."""
    arrays = {}
    for name, layer in net.named_modules():
        if isinstance(layer, Conv):
            kernel, bias = layer.folded()
        elif name == "head":
            kernel = (
                layer.weight.detach().cpu().float().reshape(layer.weight.shape[0], -1).numpy().T
            )
            bias = layer.bias.detach().cpu().float().numpy()
        else:
            continue
        arrays[f"{prefix}.{name}.kernel"] = kernel.astype(np.float16)
        arrays[f"{prefix}.{name}.bias"] = bias.astype(np.float16)
    return arrays


@torch.no_grad()
def unfold(net: nn.Module, prefix: str, arrays: Mapping[str, np.ndarray]) -> None:
    """Take over the arrays of `folded`; norms do nothing until `spread` has seen samples."""
    for name, layer in net.named_modules():
        if not isinstance(layer, Conv) and name != "head":
            continue
        kernel, bias = (
            torch.from_numpy(arrays[f"{prefix}.{name}.{part}"].astype(np.float32))
            for part in ("kernel", "bias")
        )
        if isinstance(layer, Conv):
            outputs, inputs, high, wide = layer.conv.weight.shape
            rows = kernel.T.reshape(outputs, high, wide, inputs)
            layer.conv.weight.copy_(rows.permute(0, 3, 1, 2))
            layer.norm.running_mean.zero_()
            layer.norm.running_var.fill_(1 - layer.norm.eps)
            layer.norm.weight.fill_(1)
            layer.norm.bias.copy_(bias)
        else:
            layer.weight.copy_(kernel.T.reshape(layer.weight.shape))
            layer.bias.copy_(bias)


@torch.no_grad()
def spread(net: nn.Module, samples: Tensor) -> None:
    """Give an unfolded net's norms the means and variances of some samples: it says the same."""

    def measure(norm: nn.BatchNorm2d, given: tuple[Tensor, ...]) -> None:
        variance, mean = torch.var_mean(given[0], dim=(0, 2, 3))
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(variance)
        norm.weight.copy_(torch.sqrt(variance + norm.eps))
        norm.bias.add_(mean)

    norms = [layer for layer in net.modules() if isinstance(layer, nn.BatchNorm2d)]
    hooks = [norm.register_forward_pre_hook(measure) for norm in norms]
    net.eval()(samples)
    for hook in hooks:
        hook.remove()
