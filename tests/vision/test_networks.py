"""The networks tell the same whoever runs them."""

from importlib import resources

import numpy as np
import pytest

from vision import ends, pitch_network
from vision.networks import RunByOnnxRuntime, RunByOpenCV, load_network
from vision.stacks import FEATURES

SHOWN = {
    "crossings.onnx": ({"board": (1, 3, 168, 168)}, ["crossings"]),
    "dice_finder.onnx": ({"picture": (1, 3, 128, 96)}, ["dice"]),
    "dice_reader.onnx": ({"crop": (2, 3, 64, 64)}, ["told", "pips"]),
    "ends.onnx": ({"crops": (ends.AT_ONCE, 6, 224, 112)}, ["told"]),
    "finder.onnx": ({"picture": (1, 3, 192, 256)}, ["maps"]),
    "pitch.onnx": ({"crops": (pitch_network.AT_ONCE, 7, 92, 52)}, ["told"]),
    "reader_coarse.onnx": ({"picture": (25, 9, 128, 72), "known": (25, FEATURES + 1)}, ["weights"]),
    "reader_fine.onnx": ({"picture": (25, 9, 224, 112), "known": (25, FEATURES + 1)}, ["weights"]),
}


def test_every_network_is_tried() -> None:
    assert {path.name for path in resources.files("vision").iterdir() if path.name.endswith(".onnx")} == set(SHOWN)


@pytest.mark.parametrize("name", SHOWN)
def test_a_network_tells_the_same_whoever_runs_it(name: str) -> None:
    shapes, outputs = SHOWN[name]
    rng = np.random.default_rng(0)
    inputs = {each: rng.uniform(-1, 1, shape).astype(np.float32) for each, shape in shapes.items()}
    model = resources.files("vision").joinpath(name).read_bytes()
    fast, plain = RunByOnnxRuntime(model).answer(inputs, outputs), RunByOpenCV(model).answer(inputs, outputs)
    assert [told.shape for told in fast] == [told.shape for told in plain]
    for one, other in zip(fast, plain, strict=True):
        assert np.abs(one - other).max() < 1e-3
        assert one.std() > 1e-3


def test_networks_are_run_by_opencv_where_there_is_nothing_better(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.networks.onnxruntime", None)
    assert isinstance(load_network("finder.onnx"), RunByOpenCV)
    monkeypatch.undo()
    assert isinstance(load_network("finder.onnx"), RunByOnnxRuntime)
