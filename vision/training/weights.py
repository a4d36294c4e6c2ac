"""What is done to the weights of trained networks: made smaller, averaged."""

from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper
from torch import Tensor


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
