"""How networks learn over the time they have."""

import math
import time
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.optim import Optimizer

Batch = TypeVar("Batch")

# After how many steps it is told how far things are.
REPORTED = 400


def set_rate(optimiser: Optimizer, rate: float, warm: float, spent: float) -> None:
    """`rate`, a part of it while `warm` is below 1, and down to nothing along a cosine as `spent` goes from 0 to 1
    (Loshchilov and Hutter 2017, without restarts)."""
    for group in optimiser.param_groups:
        group["lr"] = rate * min(1.0, warm) * (0.5 + 0.5 * math.cos(math.pi * spent))


def drawn_tables(count: int, size: int, rng: np.random.Generator) -> Iterator[NDArray[np.int64]]:
    """Numbers of tables, `size` at a time in rising order: each of `count` once at most, drawn at random."""
    tables = rng.permutation(count)
    for start in range(0, count - size + 1, size):
        yield np.sort(tables[start : start + size])


def learn(
    net: nn.Module,
    batches: Callable[[], Iterable[Batch]],
    loss_of: Callable[[Batch], Tensor],
    report: Callable[[], str],
    *,
    minutes: float,
    rate: float,
) -> None:
    """Train a network for so many minutes at `rate` at most, by `loss_of` batches; `batches` gives them anew for every
    round. Prints what `report` says every so many steps and in the end."""
    optimiser = torch.optim.AdamW(net.parameters(), rate, weight_decay=1e-3)
    begin, steps, running, spent = time.monotonic(), 0, 0.0, 0.0
    while spent < 1:
        for batch in batches():
            spent = min(1.0, (time.monotonic() - begin) / 60 / minutes)
            set_rate(optimiser, rate, steps / 200 + 0.05, spent)
            loss = loss_of(batch)
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
            optimiser.step()
            steps += 1
            running += max(0.02, 1 / steps) * (loss.item() - running)
            if steps % REPORTED == 0:
                print(f"{steps} {spent:.2f} train {running:.3f} {report()}", flush=True)
            if spent >= 1:
                break
    print(report())
