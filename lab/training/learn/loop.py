"""The loop by which every network learns."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import cv2
import numpy as np
import torch
from torch import nn
from torch.optim import Optimizer
from torch.utils.data import DataLoader, Dataset

from lab.training.learn.device import DEVICE, on_device
from lab.training.learn.trainer import Trainer
from lab.training.learn.training_set import Batch, Numbers, TrainingSet
from lab.training.learn.weights import mean_of
from lab.training.runs import Stage
from vision.errors import VisionError

# Progress is reported every so many steps.
REPORTED = 400
# The learning rate rises for so many steps, from this share of it.
WARM_UP, FIRST_SHARE = 200, 0.05
# Gradients are clipped to this norm.
MOST_GRADIENT = 5.0


class LearningError(VisionError):
    """A training that has come to nothing; the message says where."""


def learn(
    net: nn.Module,
    trainer: Trainer,
    data: TrainingSet,
    stage: Stage,
    seed: int,
    report: Callable[[int, float], None],
    workers: int = 1,
) -> None:
    """Train a network for the steps of a stage, on the accelerator if there is one. The lessons drawn and how they are
    varied follow from the seed alone; so many processes get batches ready. `report` gets the steps and the running mean
    of the loss every so many steps and in the end. Raises LearningError at a loss or a gradient that is no number, or
    infinite."""
    net.to(DEVICE)
    before = {name: value.clone() for name, value in net.state_dict().items()}
    optimiser = torch.optim.AdamW(learning(net, stage.only), stage.rate, weight_decay=stage.weight_decay)
    running = 0.0
    for step, (examples, batch) in enumerate(islice(prepared(data, trainer, stage.batch, seed, workers), stage.steps)):
        set_rate(optimiser, stage.rate, step, stage.steps)
        loss = trainer.loss(net, batch)
        optimiser.zero_grad()
        loss.mean.backward()
        gradient = nn.utils.clip_grad_norm_(net.parameters(), MOST_GRADIENT)
        for name, value in (("loss", loss.mean), ("gradient", gradient)):
            if not torch.isfinite(value):
                raise LearningError(f"the {name} is no number at step {step + 1}: learn at a lower rate")
        optimiser.step()
        if loss.each is not None:
            data.note(examples, loss.each.detach().cpu())
        running += max(0.02, 1 / (step + 1)) * (loss.mean.item() - running)
        if (step + 1) % REPORTED == 0 or step + 1 == stage.steps:
            report(step + 1, running)
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


def set_rate(optimiser: Optimizer, rate: float, step: int, steps: int) -> None:
    """`rate`, a part of it while warming up, and down to nothing along a cosine (Loshchilov and Hutter 2017, without
    restarts)."""
    warm = min(1.0, step / WARM_UP + FIRST_SHARE)
    for group in optimiser.param_groups:
        group["lr"] = rate * warm * (0.5 + 0.5 * math.cos(math.pi * step / steps))


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
    """Batches for ever, those that follow made by `workers` processes beside what is done with this one. With one
    process, what is noted of a batch tells in the second after it on every machine; with more, a few later."""
    # Threads of OpenCV would not live on in the other processes, which wait for them then.
    cv2.setNumThreads(1)
    numbered = enumerate(data.draw(size, np.random.default_rng([seed, 0])))
    made = DataLoader(
        Prepared(data, seed),
        batch_size=None,
        sampler=numbered,
        num_workers=workers,
        prefetch_factor=1 if workers == 1 else 3,
        collate_fn=_as_it_is,
        multiprocessing_context="fork",
        pin_memory=DEVICE.type == "cuda",
    )
    chance = torch.Generator(DEVICE).manual_seed(seed)
    for examples, kept in made:
        batch = on_device(kept)
        yield examples, batch if trainer.vary is None else trainer.vary(batch, chance)


def _as_it_is(one: tuple[Numbers, Batch]) -> tuple[Numbers, Batch]:
    return one
