"""The loop by which every network learns."""

import math
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice

import numpy as np
import torch
from torch import nn
from torch.optim import Optimizer

from vision.errors import VisionError
from vision.training.learn.trainer import Trainer
from vision.training.learn.training_set import Batch, Numbers, TrainingSet
from vision.training.learn.weights import mean_of
from vision.training.runs import Stage

# Progress is reported every so many steps.
REPORTED = 400
# The learning rate rises for so many steps, from this share of it.
WARM_UP, FIRST_SHARE = 200, 0.05
# Gradients are clipped to this norm.
MOST_GRADIENT = 5.0


class LearningError(VisionError):
    """A training that has come to nothing; the message says where."""


def learn(
    net: nn.Module, trainer: Trainer, data: TrainingSet, stage: Stage, seed: int, report: Callable[[int, float], None]
) -> None:
    """Train a network for the steps of a stage. The lessons drawn and how they are varied follow from the seed alone;
    `report` gets the steps and the running mean of the loss every so many steps and in the end. Raises LearningError
    at a loss or a gradient that is no number, or infinite."""
    before = {name: value.clone() for name, value in net.state_dict().items()}
    optimiser = torch.optim.AdamW(learning(net, stage.only), stage.rate, weight_decay=stage.weight_decay)
    running = 0.0
    for step, (examples, batch) in enumerate(islice(prepared(data, stage.batch, seed), stage.steps)):
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
            data.note(examples, loss.each.detach())
        running += max(0.02, 1 / (step + 1)) * (loss.mean.item() - running)
        if (step + 1) % REPORTED == 0 or step + 1 == stage.steps:
            report(step + 1, running)
            learning(net, stage.only)
    net.requires_grad_(True)
    if stage.mean:
        net.load_state_dict(mean_of(before, net.state_dict()))


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


def prepared(data: TrainingSet, size: int, seed: int) -> Iterator[tuple[Numbers, Batch]]:
    """Batches for ever, the next one made beside what is done with this one. Examples are drawn here, so that what is
    noted of one batch tells in the second after it on every machine."""
    drawing, varying = (np.random.default_rng([seed, use]) for use in range(2))
    drawn = data.draw(size, drawing)
    with ThreadPoolExecutor(1) as beside:
        examples = next(drawn)
        making = beside.submit(data.batch, examples, varying, vary=True)
        while True:
            ready, batch = examples, making.result()
            examples = next(drawn)
            making = beside.submit(data.batch, examples, varying, vary=True)
            yield ready, batch
