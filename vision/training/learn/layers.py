"""What the small networks are made of."""

from torch import nn


def block(a: int, b: int, stride: int = 1, wide: int = 1) -> nn.Sequential:
    """A convolution of 3 x 3 from `a` to `b` channels, dilated if `wide`, normalised (Ioffe and Szegedy 2015), with
    nothing below nought."""
    conv = nn.Conv2d(a, b, 3, stride, wide, dilation=wide, bias=False)
    return nn.Sequential(conv, nn.BatchNorm2d(b), nn.ReLU(inplace=True))
