"""How well a network does on training data that it has not learnt from, in training or as it is installed."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from lab.training.learn.trainer import Trainer
from lab.training.learn.training_set import Numbers, TrainingSet
from vision.networks.runtime import Network, RunByOnnxRuntime, Singles

Values = Mapping[str, NDArray[np.float64]]


class TorchNetwork:
    """A network in training, asked as installed ones are."""

    def __init__(self, net: nn.Module, trainer: Trainer) -> None:
        self._net, self._names = net, trainer.inputs

    def answer(self, inputs: Mapping[str, Singles], outputs: Sequence[str]) -> list[Singles]:
        self._net.eval()
        device = next(self._net.parameters()).device
        with torch.no_grad():
            outputs = self._net(*(torch.from_numpy(inputs[name]).to(device) for name in self._names))
        self._net.train()
        return [one.cpu().numpy() for one in (outputs if isinstance(outputs, tuple) else (outputs,))]


def values_of(trainer: Trainer, network: Network, data: TrainingSet, examples: Numbers | None = None) -> Values:
    """The metrics of a network, each a number an example (NaN where it has none), for all examples or some of them.
    The same examples are shown alike to every network."""
    chosen = np.arange(len(data)) if examples is None else examples
    rows = [_metrics(trainer, network, data, int(example)) for example in chosen]
    # Of what an example does not hold it tells nothing.
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: np.array([row.get(name, np.nan) for row in rows], float) for name in names}


def _metrics(trainer: Trainer, network: Network, data: TrainingSet, example: int) -> Mapping[str, float]:
    batch = data.batch(np.array([example]), np.random.default_rng(example), vary=False)
    return trainer.metrics(_told(trainer, network, batch), batch)


def _told(trainer: Trainer, network: Network, batch: Sequence[Tensor]) -> list[Tensor]:
    """What a network answers, shown as many rows at once as it takes; the last row stands in where some are wanting."""
    count = len(batch[0])
    step = trainer.at_once or count
    rows_shown = np.minimum(np.arange(-(-count // step) * step), count - 1)
    inputs = [np.ascontiguousarray(one.numpy()[rows_shown]) for one in batch[: len(trainer.inputs)]]
    parts = [
        network.answer(
            {name: rows[start : start + step] for name, rows in zip(trainer.inputs, inputs, strict=True)},
            trainer.outputs,
        )
        for start in range(0, count, step)
    ]
    return [torch.from_numpy(np.concatenate(one)[:count]) for one in zip(*parts, strict=True)]


def means_of(values: Values) -> dict[str, float]:
    """The mean of every metric over the examples that have it."""
    return {name: round(float(np.nanmean(each)), 5) for name, each in values.items() if np.isfinite(each).any()}


def measured(trainer: Trainer, onnx: Path, data: TrainingSet) -> dict[str, float]:
    """The metrics of a network in a file."""
    return means_of(values_of(trainer, RunByOnnxRuntime(onnx.read_bytes()), data))
