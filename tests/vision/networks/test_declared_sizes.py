"""The sizes that a network's file says its inputs have."""

from importlib import resources

import onnxruntime
import pytest

from vision.networks.declared_sizes import declare_sizes

WEIGHTS = resources.files("vision.networks") / "weights"


def sizes_of(model: bytes) -> dict[str, list[object]]:
    session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
    return {each.name: each.shape for each in session.get_inputs()}


def test_sizes_left_open_are_declared() -> None:
    model = (WEIGHTS / "pyramid_reader.onnx").read_bytes()
    assert sizes_of(model) == {"crops": ["crops", 3, 64, 64], "context": ["crops", 12]}
    sizes = {"crops": (300, 3, 64, 64), "context": (300, 12)}
    assert sizes_of(declare_sizes(model, sizes)) == {name: list(size) for name, size in sizes.items()}


def test_what_is_declared_already_stays_as_it_is() -> None:
    model = (WEIGHTS / "crossings.onnx").read_bytes()
    assert declare_sizes(model, {"board": (1, 3, 168, 168)}) == model
    assert declare_sizes(model, {"another": (1,)}) == model


def test_what_is_no_network_is_refused() -> None:
    with pytest.raises(ValueError, match="no ONNX file"):
        declare_sizes(b"\x07\x01", {})
