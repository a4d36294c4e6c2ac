"""The loop by which every network learns."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import cv2
import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

from lab.training.learn.device import DEVICE, on_device
from lab.training.learn.trainer import Loss, Trainer
from lab.training.learn.training_set import Batch, Numbers, TrainingSet
from lab.training.learn.weights import mean_of
from lab.training.runs import Stage
from vision.errors import VisionError

# RunProgress is reported every so many steps.
REPORTED = 400
# The learning rate rises for so many steps, from this share of it.
WARM_UP, FIRST_SHARE = 200, 0.05
# Gradients are clipped to this norm.
MOST_GRADIENT = 5.0


class LearningError(VisionError):
    """A training that has come to nothing; the message says where."""


class Learner:
    """A network in training with its optimiser, on the accelerator if there is one."""

    def __init__(self, net: nn.Module, trainer: Trainer, stage: Stage) -> None:
        self.net, self._trainer, self._stage = net.to(DEVICE), trainer, stage
        self.optimiser = torch.optim.AdamW(learning(net, stage.only), stage.rate, weight_decay=stage.weight_decay)
        self.steps = 0
        self.loss = 0.0
        """Running mean of the loss."""

    def step(self, batch: Batch, falling: float = 1.0) -> Loss:
        """Learn from a batch at `falling` times the stage's rate, less while warming up. Raises LearningError at a loss
        or a gradient that is no number, or infinite."""
        for group in self.optimiser.param_groups:
            group["lr"] = self._stage.rate * warming(self.steps) * falling
        loss = self._trainer.loss(self.net, batch)
        self.optimiser.zero_grad()
        loss.mean.backward()
        gradient = nn.utils.clip_grad_norm_(self.net.parameters(), MOST_GRADIENT)
        for name, value in (("loss", loss.mean), ("gradient", gradient)):
            if not torch.isfinite(value):
                raise LearningError(f"the {name} is no number at step {self.steps + 1}: learn at a lower rate")
        self.optimiser.step()
        self.steps += 1
        self.loss += max(0.02, 1 / self.steps) * (loss.mean.item() - self.loss)
        return loss


def learn(
    net: nn.Module,
    trainer: Trainer,
    data: TrainingSet,
    stage: Stage,
    seed: int,
    report: Callable[[int, float], None],
    workers: int = 1,
) -> None:
    """Train a network for the steps of a stage. The training data drawn and how they are varied follow from the seed
    alone; so many processes get batches ready. `report` gets the steps and the running mean of the loss every so many
    steps and in the end. Raises LearningError."""
    before = {name: value.to(DEVICE, copy=True) for name, value in net.state_dict().items()}
    learner = Learner(net, trainer, stage)
    for examples, batch in islice(prepared(data, trainer, stage.batch, seed, workers), stage.steps):
        loss = learner.step(batch, cosine(learner.steps / stage.steps))
        if loss.each is not None:
            data.note(examples, loss.each.detach().cpu())
        if learner.steps % REPORTED == 0 or learner.steps == stage.steps:
            report(learner.steps, learner.loss)
            learning(net, stage.only)
    net.requires_grad_(True)
    if stage.mean:
        net.load_state_dict(mean_of(before, net.state_dict(), stage.mean))


def learning(net: nn.Module, only: Sequence[str]) -> list[nn.Parameter]:
    """Let these modules learn, or all; gives their weights. The others are run as they will be, and keep still."""
    parts = [net.get_submodule(name) for name in only] or [net]
    net.requires_grad_(False).eval()
    for part in parts:
        part.requires_grad_(True).train()
    return [weight for part in parts for weight in part.parameters()]


def warming(step: int) -> float:
    """Share of the learning rate at a step, 1 once warm."""
    return min(1.0, step / WARM_UP + FIRST_SHARE)


def cosine(done: float) -> float:
    """Share of the learning rate when so much (0..1) is done: from 1 down to 0 (Loshchilov and Hutter 2017, without
    restarts)."""
    return 0.5 + 0.5 * math.cos(math.pi * done)


@dataclass(frozen=True)
class Prepared(Dataset[tuple[Numbers, Batch]]):
    """Batches by their number and the examples in them: the same whichever process makes them."""

    data: TrainingSet
    seed: int

    def __getitem__(self, asked: tuple[int, Numbers]) -> tuple[Numbers, Batch]:
        number, examples = asked
        return examples, self.data.batch(examples, np.random.default_rng([self.seed, 1, number]), vary=True)


def prepared(
    data: TrainingSet, trainer: Trainer, size: int, seed: int, workers: int = 1
) -> Iterator[tuple[Numbers, Batch]]:
    """Batches for ever, those that follow made by `workers` processes beside what is done with this one, or here if 0.
    With one process, what is noted of a batch tells in the second after it on every machine; with more, a few later."""
    # Threads of OpenCV would not live on in the other processes, which wait for them then.
    cv2.setNumThreads(1)
    numbered = enumerate(data.draw(size, np.random.default_rng([seed, 0])))
    ready = Prepared(data, seed)
    made = (
        map(ready.__getitem__, numbered)
        if workers == 0
        else DataLoader(
            ready,
            batch_size=None,
            sampler=numbered,
            num_workers=workers,
            prefetch_factor=1 if workers == 1 else 3,
            collate_fn=_as_it_is,
            multiprocessing_context="fork",
            pin_memory=DEVICE.type == "cuda",
        )
    )
    chance = torch.Generator(DEVICE).manual_seed(seed)
    for examples, kept in made:
        batch = on_device(kept)
        yield examples, batch if trainer.vary is None else trainer.vary(batch, chance)


def _as_it_is(one: tuple[Numbers, Batch]) -> tuple[Numbers, Batch]:
    return one
