"""What the small networks are made of."""

import torch
from torch import Tensor, nn


class Dilated(nn.Conv2d):
    """A dilated convolution in single precision wherever it stands: with torch 2.13 the gradients of its weights in
    bfloat16 are no numbers on processors that have instructions for that (AVX512-BF16), at 28 channels for one."""

    def forward(self, seen: Tensor) -> Tensor:
        with torch.autocast(seen.device.type, enabled=False):
            return super().forward(seen.float())


def block(a: int, b: int, stride: int = 1, wide: int = 1) -> nn.Sequential:
    """A convolution of 3 x 3 from `a` to `b` channels, dilated if `wide`, normalised (Ioffe and Szegedy 2015), with
    nothing below nought."""
    conv = (nn.Conv2d if wide == 1 else Dilated)(a, b, 3, stride, wide, dilation=wide, bias=False)
    return nn.Sequential(conv, nn.BatchNorm2d(b), nn.ReLU(inplace=True))


class Residual(nn.Module):
    """Two convolutions whose result is added to what came in (He et al. 2016)."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.one = block(channels, channels)
        self.two = nn.Sequential(nn.Conv2d(channels, channels, 3, 1, 1, bias=False), nn.BatchNorm2d(channels))

    def forward(self, seen: Tensor) -> Tensor:
        return torch.relu(seen + self.two(self.one(seen)))
