"""Writes into the file of a network what its card says in short."""

from collections.abc import Mapping
from pathlib import Path

import onnx


def write_metadata(network: Path, metadata: Mapping[str, str]) -> None:
    """Put `metadata` in the place of what a file says of itself; what the network answers stays as it is."""
    model = onnx.load(str(network))
    del model.metadata_props[:]
    onnx.helper.set_model_props(model, dict(metadata))
    onnx.save(model, str(network))
