"""What is done to the weights of trained networks: kept, made smaller, averaged."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn


def keep(
    net: nn.Module,
    path: Path,
    example: tuple[Tensor, ...],
    inputs: Sequence[str],
    outputs: Sequence[str],
    axes: Mapping[str, Mapping[int, str]] | None = None,
    *,
    halved: bool = True,
) -> None:
    """Write a network in training as ONNX for OpenCV to `path`, and its weights beside it (.pt) to go on from.

    `example` are inputs of the right shapes, `axes` those of inputs and outputs whose length may differ from them.
    """
    torch.save(net.state_dict(), path.with_suffix(".pt"))
    net.eval()
    torch.onnx.export(
        net,
        example,
        str(path),
        input_names=inputs,
        output_names=outputs,
        dynamic_axes=axes,
        opset_version=13,
        dynamo=False,
    )
    if halved:
        halve_weights(path)
    net.train()


def halve_weights(path: Path) -> None:
    """Rewrite a network's large weights in half precision; OpenCV takes them back to single when it reads them."""
    model = onnx.load(str(path))
    for tensor in model.graph.initializer:
        if tensor.data_type == onnx.TensorProto.FLOAT and np.prod(tensor.dims) > 256:
            values = numpy_helper.to_array(tensor).astype(np.float16)
            tensor.CopyFrom(numpy_helper.from_array(values, tensor.name))
    onnx.save(model, str(path))


def mean_of(before: dict[str, Tensor], after: dict[str, Tensor]) -> dict[str, Tensor]:
    """The mean of two states of a network that lie on one way of training: what both know (arXiv 2203.05482)."""
    return {name: (before[name] + new) / 2 if new.is_floating_point() else new for name, new in after.items()}
