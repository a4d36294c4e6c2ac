"""Makes the weights of trained networks smaller."""

from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper


def halve_weights(path: Path) -> None:
    """Rewrite a network's large weights in half precision; OpenCV takes them back to single when it reads them."""
    model = onnx.load(str(path))
    for tensor in model.graph.initializer:
        if tensor.data_type == onnx.TensorProto.FLOAT and np.prod(tensor.dims) > 256:
            values = numpy_helper.to_array(tensor).astype(np.float16)
            tensor.CopyFrom(numpy_helper.from_array(values, tensor.name))
    onnx.save(model, str(path))
