"""What a network's trainer brings; the rest of training is the same for all."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from torch import Generator, Tensor, nn

from lab.training.learn.training_set import Batch, TrainingSet
from lab.training.learn.weights import take_up


class Loss(NamedTuple):
    """The loss of a batch and, for sets that draw hard examples more often, that of `each` example."""

    mean: Tensor
    each: Tensor | None = None


@dataclass(frozen=True)
class Trainer:
    """A model, its data, its loss and its metrics, and the form in which it is exported.

    The first tensors of a batch are the `inputs`, by name. `metrics` are those of one example: of what the network
    answers under the names of `outputs`, and its batch; less is better, but for those called `right`. `example` are
    inputs of the shapes that the exported network takes, `axes` those of their axes that may differ in length. Sets
    that give training data as they are kept, even if they are to vary, have `vary`: it makes of such a batch, where the
    network learns, one as another camera would show it.
    """

    model: Callable[[], nn.Module]
    data: Callable[[Sequence[Path]], TrainingSet]
    loss: Callable[[nn.Module, Batch], Loss]
    metrics: Callable[[Sequence[Tensor], Batch], Mapping[str, float]]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    example: Batch
    axes: Mapping[str, Mapping[int, str]] = field(default_factory=dict)
    begin: Callable[[nn.Module, Path, Iterable[Batch]], None] = take_up
    vary: Callable[[Batch, Generator], Batch] | None = None

    @property
    def at_once(self) -> int | None:
        """How many rows the exported network takes at once; any number if None."""
        return None if 0 in self.axes.get(self.inputs[0], {}) else len(self.example[0])


def trainer_of(spec: str) -> Trainer:
    """The trainer at "package.module:NAME"."""
    module, name = spec.split(":")
    trainer: Any = getattr(import_module(module), name)
    assert isinstance(trainer, Trainer)
    return trainer
