"""Weights rounded to 8 bits tell nearly the same, whoever runs them, and can be trained again. Wants PyTorch."""

from pathlib import Path

import numpy as np
import pytest

from lab.training.cards import files_of
from vision.networks.runtime import RunByOnnxRuntime, RunByOpenCV

torch = pytest.importorskip("torch")
onnx = pytest.importorskip("onnx")

from lab.training.learn.trainer import trainer_of  # noqa: E402
from lab.training.learn.weights import keep, round_weights  # noqa: E402


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A reader of dice with random weights, as training writes it."""
    trainer = trainer_of("lab.training.trainers.dice_reader:TRAINER")
    torch.manual_seed(0)
    path, net = tmp_path_factory.mktemp("net") / "net.onnx", trainer.model()
    with torch.no_grad():
        for weight in net.parameters():
            weight.add_(0.01 * torch.randn_like(weight))
    keep(net, path, trainer.example, trainer.inputs, trainer.outputs, trainer.axes)
    return path


@pytest.fixture(scope="module")
def rounded(kept: Path) -> Path:
    path = kept.with_name("rounded.onnx")
    path.write_bytes(kept.read_bytes())
    round_weights(path)
    return path


CROPS = {"crop": np.random.default_rng(0).uniform(-1, 1, (4, 3, 64, 64)).astype(np.float32)}


def test_rounded_weights_take_half_the_room_and_tell_nearly_the_same(kept: Path, rounded: Path) -> None:
    assert rounded.stat().st_size < 0.6 * kept.stat().st_size
    before, after = (RunByOnnxRuntime(path.read_bytes()).answer(CROPS, ["told", "pips"]) for path in (kept, rounded))
    for one, other in zip(before, after, strict=True):
        assert 0 < np.abs(one - other).mean() < 0.02 * np.abs(one).mean()


def test_opencv_tells_the_same_of_rounded_weights(rounded: Path) -> None:
    model = rounded.read_bytes()
    for one, other in zip(
        RunByOnnxRuntime(model).answer(CROPS, ["told", "pips"]),
        RunByOpenCV(model).answer(CROPS, ["told", "pips"]),
        strict=True,
    ):
        assert np.abs(one - other).max() < 1e-4


def test_rounding_again_changes_nothing(rounded: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.onnx"
    again.write_bytes(rounded.read_bytes())
    round_weights(again)
    assert sorted(tensor.name for tensor in onnx.load(str(again)).graph.initializer) == sorted(
        tensor.name for tensor in onnx.load(str(rounded)).graph.initializer
    )
    one, other = (RunByOnnxRuntime(path.read_bytes()).answer(CROPS, ["told"])[0] for path in (rounded, again))
    assert np.abs(one - other).max() < 1e-4


@pytest.mark.parametrize("installed", [False, True])
def test_training_goes_on_from_rounded_weights(installed: bool, rounded: Path) -> None:
    """An installed network may be rounded or not."""
    path = files_of("dice_reader")[0] if installed else rounded
    trainer = trainer_of("lab.training.trainers.dice_reader:TRAINER")
    net = trainer.model()
    trainer.begin(net, path, [(torch.from_numpy(CROPS["crop"]),)])
    net.eval()
    with torch.no_grad():
        told = net(torch.from_numpy(CROPS["crop"]))[0].numpy()
    assert np.abs(told - RunByOnnxRuntime(path.read_bytes()).answer(CROPS, ["told"])[0]).max() < 1e-3
