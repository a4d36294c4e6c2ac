"""Networks learn, alike from the same seed, and what is installed stays as it is. Wants PyTorch."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lab.training.cards import check_files, files_of, read_card, sha256, to_toml
from lab.training.data_sets.sets import DataSet
from lab.training.install import check_metadata
from lab.training.runs import RUNS, Stage, read_run
from vision.networks.card_hashes import CARDS, WEIGHTS

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")

from lab.training import train  # noqa: E402
from lab.training.learn.evaluate import TorchNetwork, means_of, values_of  # noqa: E402
from lab.training.learn.layers import block  # noqa: E402
from lab.training.learn.loop import LearningError, cosine, learn, warming  # noqa: E402
from lab.training.learn.trainer import Loss, trainer_of  # noqa: E402
from lab.training.learn.training_set import Batch  # noqa: E402

LESSONS = DataSet("make_dice", 5, 4)


def trained(root: Path, steps: int) -> tuple[dict[str, float], list[np.ndarray]]:
    """The metrics and the weights of a dice reader after so many steps."""
    trainer = trainer_of("lab.training.trainers.dice_reader:TRAINER")
    data = trainer.data(LESSONS.make(root))
    torch.manual_seed(0)
    net = trainer.model()
    learn(net, trainer, data, Stage((LESSONS,), steps, 16, 2e-3), 0, lambda _steps, _loss: None)
    means = means_of(values_of(trainer, TorchNetwork(net, trainer), data))
    return means, [value.detach().numpy() for value in net.parameters()]


def test_a_network_learns_the_same_from_the_same_seed(tmp_path: Path) -> None:
    _, weights = trained(tmp_path, 3)
    _, again = trained(tmp_path, 3)
    assert all(np.allclose(one, other, atol=1e-5) for one, other in zip(weights, again, strict=True))


def test_a_network_learns(tmp_path: Path) -> None:
    early, _ = trained(tmp_path, 1)
    late, _ = trained(tmp_path, 40)
    assert late["nats"] < early["nats"]


def test_only_the_modules_that_a_stage_names_learn(tmp_path: Path) -> None:
    trainer = trainer_of("lab.training.trainers.dice_reader:TRAINER")
    data = trainer.data(LESSONS.make(tmp_path))
    net = trainer.model()
    before = {name: value.clone() for name, value in net.state_dict().items()}
    learn(net, trainer, data, Stage((LESSONS,), 2, 16, 2e-3, only=("kind",)), 0, lambda _steps, _loss: None)
    changed = {name for name, value in net.state_dict().items() if not torch.equal(value, before[name])}
    assert changed == {"kind.weight", "kind.bias"}
    assert all(weight.requires_grad for weight in net.parameters())


def test_a_network_that_tells_more_keeps_what_it_told(tmp_path: Path) -> None:
    trainer = trainer_of("lab.training.trainers.dice_reader:TRAINER")
    net = trainer.model()
    state = {name: value.clone() for name, value in net.state_dict().items()}
    torch.save(state | {name: state[name][:-1] + 1 for name in ("kind.weight", "kind.bias")}, tmp_path / "old.pt")
    trainer.begin(net, tmp_path / "old.pt", [])
    assert torch.equal(net.kind.weight[:-1], state["kind.weight"][:-1] + 1)
    assert torch.equal(net.kind.weight[-1], state["kind.weight"][-1])


def test_a_stage_may_end_in_the_mean_of_before_and_after(tmp_path: Path) -> None:
    trainer = trainer_of("lab.training.trainers.dice_reader:TRAINER")
    data = trainer.data(LESSONS.make(tmp_path))
    torch.manual_seed(0)
    net = trainer.model()
    before = net.kind.weight.detach().clone()
    weights = {}
    for mean in (0.0, 0.75):
        copy = trainer.model()
        copy.load_state_dict(net.state_dict())
        torch.manual_seed(1)
        learn(copy, trainer, data, Stage((LESSONS,), 2, 16, 2e-3, mean=mean), 0, lambda _steps, _loss: None)
        weights[mean] = copy.kind.weight.detach()
    assert not torch.equal(weights[0.0], before)
    assert torch.allclose(weights[0.75], before / 4 + 3 * weights[0.0] / 4, atol=1e-6)


def test_the_rate_rises_and_falls_to_nothing() -> None:
    shares = [warming(step) * cosine(step / 1000) for step in range(1001)]
    assert shares[0] == pytest.approx(0.05)
    assert max(shares) == pytest.approx(0.9, abs=0.05)
    assert shares[-1] == pytest.approx(0)


def test_training_writes_network_and_card_and_leaves_what_is_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed = {path: sha256(path) for path in (*WEIGHTS.iterdir(), *CARDS.iterdir())}
    run = (RUNS / "dice_finder.toml").read_text()
    for name, value in (("steps", 2), ("count", 2), ("batch", 2)):
        run = "\n".join(_set(line, name, value) for line in run.splitlines())
    (tmp_path / "run.toml").write_text(run)
    (tmp_path / "validation.toml").write_text('lessons = [{ maker = "make_dice", seed = 7, count = 2 }]')
    options = ["--data", "lessons", "--validation", "validation.toml", "--out", "out", "--start", "dice_finder"]
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["train", "run.toml", *options])
    train.main()
    card = read_card(tmp_path / "out/card.toml")
    check_files(card, *files_of("net", tmp_path / "out"))
    check_metadata(card, *files_of("net", tmp_path / "out"))
    assert card.steps == read_run(tmp_path / "run.toml").steps == 2
    assert card.start.startswith("dice_finder.onnx ")
    assert card.metrics["before"].keys() == card.metrics["after"].keys()
    assert {path: sha256(path) for path in (*WEIGHTS.iterdir(), *CARDS.iterdir())} == installed
    assert to_toml({"metrics": card.metrics}) in card.toml()


def _set(line: str, name: str, value: int) -> str:
    """The line of a run file with another value of a name."""
    before, sign, after = line.partition(f"{name} = ")
    return f"{before}{sign}{value}{after.lstrip('0123456789')}" if sign else line


@pytest.mark.parametrize("wide", [1, 2, 4])
def test_dilated_convolutions_have_gradients_where_others_learn_in_half_precision(wide: int) -> None:
    """With 28 channels torch 2.13 gives none on processors that have instructions for bfloat16."""
    torch.manual_seed(0)
    layer = block(28, 28, wide=wide)
    picture = torch.randn(2, 28, 36, 44).contiguous(memory_format=torch.channels_last)
    with torch.autocast("cpu", torch.bfloat16):
        told = layer(picture)
    told.float().square().mean().backward()
    assert all(torch.isfinite(weight.grad).all() for weight in layer.parameters())


@pytest.mark.parametrize(("broken", "said"), [("loss", "the loss is no number"), ("gradient", "the gradient is no")])
def test_a_training_that_comes_to_nothing_is_stopped(broken: str, said: str, tmp_path: Path) -> None:
    trainer = trainer_of("lab.training.trainers.dice_reader:TRAINER")
    data = trainer.data(LESSONS.make(tmp_path))
    net = trainer.model()

    def spoilt(net: Any, batch: Batch) -> Loss:
        mean = trainer.loss(net, batch).mean
        if broken == "loss":
            return Loss(mean * float("nan"))
        # The root of nought has no slope.
        return Loss(mean + torch.sqrt(net.kind.weight.sum() * 0))

    before = net.kind.weight.detach().clone()
    with pytest.raises(LearningError, match=said):
        learn(net, replace(trainer, loss=spoilt), data, Stage((LESSONS,), 3, 16, 2e-3), 0, lambda _steps, _loss: None)
    assert torch.equal(net.kind.weight, before)
