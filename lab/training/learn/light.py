"""Light in which training data are seen where a network learns."""

import torch
from torch import Tensor


def lit(pictures: Tensor, bend: Tensor, gain: Tensor) -> Tensor:
    """Pictures (N x ... x 3, 0..255) with another curve (a power, N x 1) and other gains of their channels (N x 3), as
    floats 0..1."""
    levels = torch.arange(256, device=pictures.device) / 255
    curves = (levels[:, None] ** bend[:, None] * gain[:, None]).clamp(0, 1)
    return curves.gather(1, pictures.flatten(1, -2).long()).reshape(pictures.shape)
