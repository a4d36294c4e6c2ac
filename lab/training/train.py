"""Trains a network as a run file says.

    python -m lab.training.train lab/training/runs/seats.toml

makes the training data that is missing under build/lessons and writes build/train/seats/: net.onnx, its int8 twin
net.int8.onnx, its weights to go on from (net.pt), and card.toml. `lab.training.install` puts them in their place.
"""

import argparse
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from onnx import load as load_onnx
from torch import nn

from lab.training.cards import NONE, NetworkCard, files_of, sha256
from lab.training.data_sets.sets import GENERATOR, ROOT, DataSet, make_all
from lab.training.learn.evaluate import TorchNetwork, means_of, measured, values_of
from lab.training.learn.loop import learn
from lab.training.learn.metadata import write_metadata
from lab.training.learn.quantise import TABLES, quantise, shown_to
from lab.training.learn.trainer import Trainer, trainer_of
from lab.training.learn.training_set import Batch, TrainingSet
from lab.training.learn.weights import keep, round_weights
from lab.training.runs import VALIDATION, Run, RunError, read_run, read_validation
from vision.errors import VisionError

SOURCES = Path(__file__).parents[2]
OUT = Path("build/train")
# Progress is told of so many validation examples, and a network taken up looks at so many batches of so many.
REPORTED_EXAMPLES, TAKEN_UP = 24, (16, 4)


@dataclass(frozen=True)
class Training:
    """A run with its trainer and its validation set, where its network is written, and what its card says of it:
    the run file, what it starts from, and the commit."""

    run: Run
    trainer: Trainer
    validation: Sequence[DataSet]
    check: TrainingSet
    out: Path
    run_file: str
    start: str
    commit: str

    @property
    def onnx(self) -> Path:
        return self.out / "net.onnx"

    def save(self, net: nn.Module) -> None:
        form = self.trainer
        keep(net, self.onnx, form.example, form.inputs, form.outputs, form.axes or None)

    def report(self, net: nn.Module, steps: int, loss: float) -> None:
        count = min(REPORTED_EXAMPLES, len(self.check))
        examples = np.linspace(0, len(self.check) - 1, count).astype(int)
        means = means_of(values_of(self.trainer, TorchNetwork(net, self.trainer), self.check, examples))
        told = " ".join(f"{name} {value:.4f}" for name, value in means.items())
        print(f"{steps} steps, loss {loss:.4f}; {told}", flush=True)
        self.save(net)


def training_of(
    run: Run, run_file: Path, out: Path, validation: Sequence[DataSet], lessons: Path, workers: int
) -> Training:
    """A run into a folder `out`, with the validation sets of its makers, drawn under `lessons`."""
    out.mkdir(parents=True, exist_ok=True)
    trainer, said = trainer_of(run.trainer), start_of(run.start)[1]
    makers = {one.maker for stage in run.stages for one in stage.lessons}
    chosen = [one for one in validation if one.maker in makers]
    check = trainer.data(make_all(chosen, lessons, workers))
    whole = run_file.resolve()
    # The card is read elsewhere: folders of this machine mean nothing there.
    named = whole.relative_to(SOURCES) if whole.is_relative_to(SOURCES) else Path(whole.name)
    return Training(run, trainer, chosen, check, out, named.as_posix(), said, head())


def train(training: Training, start: Path | None, lessons: Path, workers: int) -> None:
    """Write the trained network and its weights."""
    run = training.run
    torch.manual_seed(run.seed)
    net = by_channels(training.trainer.model())

    def report(steps: int, loss: float) -> None:
        training.report(net, steps, loss)

    for number, stage in enumerate(run.stages):
        data = training.trainer.data(make_all(stage.lessons, lessons, workers))
        if start is not None and number == 0:
            training.trainer.begin(net, start, inputs_of(training.trainer, data))
        print(f"stage {number + 1}: {len(data)} examples, {stage.steps} steps", flush=True)
        learn(net, training.trainer, data, stage, run.seed + number, report, workers)
    training.save(net)


def by_channels(net: nn.Module) -> nn.Module:
    """The same, weights of plane convolutions laid out as processors like them best; volumes have no such layout."""
    for weight in net.parameters():
        if weight.dim() == 4:
            weight.data = weight.data.contiguous(memory_format=torch.channels_last)
    return net


def inputs_of(trainer: Trainer, data: TrainingSet) -> Iterator[Batch]:
    """What a network that is taken up looks at."""
    rng = np.random.default_rng(0)
    count, size = TAKEN_UP
    for _, examples in zip(range(count), data.draw(size, rng), strict=False):
        yield data.batch(examples, rng, vary=False)[: len(trainer.inputs)]


def finish(
    training: Training, before: Mapping[str, Any] | str, tables: int, more: Mapping[str, Any] | None = None
) -> NetworkCard:
    """Write the int8 twin and the card of a trained network, and into both files what the card says in short. `more`
    goes to the card's metrics."""
    run, onnx = training.run, training.onnx
    twin = None if run.no_int8 else quantise(onnx, shown_to(run.network, onnx, tables))
    if run.rounded:
        round_weights(onnx)
    metrics: dict[str, Any] = {
        "validation": _without_none([asdict(one) for one in training.validation]),
        "before": before,
    } | dict(more or {})
    metrics["after"] = measured(training.trainer, onnx, training.check)
    if twin is not None:
        metrics["int8"] = measured(training.trainer, twin, training.check)
    card = card_of(training, metrics)
    for path in (onnx, twin):
        if path is not None:
            write_metadata(path, card.metadata())
    whole = replace(card, onnx=sha256(onnx), int8=NONE if twin is None else sha256(twin))
    part = training.out / "part_card.toml"
    part.write_text(whole.toml())
    part.replace(training.out / "card.toml")
    return whole


def card_of(training: Training, metrics: Mapping[str, Any]) -> NetworkCard:
    """The card of a training but for the hashes of its files."""
    run = training.run
    return NetworkCard(
        name=run.network,
        purpose=run.purpose,
        run=training.run_file,
        start=training.start,
        seed=run.seed,
        generator=GENERATOR,
        commit=training.commit,
        steps=run.steps,
        stages=tuple(_without_none(asdict(stage)) for stage in run.stages),
        metrics=metrics,
        onnx="",
        int8="",
        int8_reason=run.no_int8,
    )


def _without_none(told: Any) -> Any:
    """The same without fields that say nothing."""
    if isinstance(told, Mapping):
        return {key: _without_none(value) for key, value in told.items() if value is not None}
    return [_without_none(one) for one in told] if isinstance(told, list | tuple) else told


def head() -> str:
    """The commit of the working tree, and whether it was changed since."""
    sha = _git("rev-parse", "HEAD")
    return f"{sha}, changed since" if _git("status", "--porcelain", "--untracked-files=no") else sha


def _git(*arguments: str) -> str:
    done = subprocess.run(["git", *arguments], capture_output=True, text=True, check=True, cwd=Path(__file__).parent)
    return done.stdout.strip()


def start_of(name: str) -> tuple[Path | None, str]:
    """The file of what a training starts from (the name of an installed network, a file, or "none"), and what a card
    says of it."""
    if name == NONE:
        return None, NONE
    path = Path(name) if Path(name).suffix else files_of(name)[0]
    if not path.is_file():
        raise RunError(f"there is no network {name!r} to start from")
    return path, f"{path.name} {sha256(path)}"


def measured_before(trainer: Trainer, installed: Path, check: TrainingSet) -> Mapping[str, float] | str:
    """The metrics of the installed network, or why it has none."""
    if not installed.is_file():
        return "none: there was no such network"
    graph = load_onnx(str(installed)).graph
    taken = [[size.dim_value for size in one.type.tensor_type.shape.dim[1:]] for one in graph.input]
    shown = [
        [given if size else 0 for size, given in zip(sizes, one.shape[1:], strict=False)]
        for sizes, one in zip(taken, trainer.example, strict=False)
    ]
    # A size of 0 may differ from picture to picture.
    if taken != shown:
        return f"unknown: the network before it took inputs of {taken}"
    return measured(trainer, installed, check)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", type=Path, metavar="RUN.toml")
    parser.add_argument("--out", type=Path, help="a folder, if not build/train/NAME")
    parser.add_argument("--start", metavar="NAME", help="an installed network or a file (.pt, .onnx) to go on from")
    parser.add_argument("--data", type=Path, default=ROOT, metavar="DIR", help="where training data is kept")
    parser.add_argument("--validation", type=Path, default=VALIDATION, metavar="FILE.toml")
    parser.add_argument("--tables", type=int, default=TABLES, help="drawn for the int8 twin")
    parser.add_argument("--workers", type=int, default=1, help="processes that make training data, and batches of it")
    try:
        print(build(parser.parse_args()))
    except VisionError as error:
        raise SystemExit(str(error)) from error


def build(args: argparse.Namespace) -> str:
    """Train a network and write it with its card; gives how well it does. Raises VisionError."""
    run = read_run(args.run)
    run = replace(run, start=args.start or run.start)
    out = args.out or OUT / run.network
    training = training_of(run, args.run, out, read_validation(args.validation), args.data, args.workers)
    before = measured_before(training.trainer, files_of(run.network)[0], training.check)
    train(training, start_of(run.start)[0], args.data, args.workers)
    card = finish(training, before, args.tables)
    return f"{out}: {card.name} {card.metrics['after']}, before {before}"


if __name__ == "__main__":
    main()
