"""On what networks learn: an accelerator where there is one."""

from typing import Final

import torch

from lab.training.learn.training_set import Batch

DEVICE: Final = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def on_device(batch: Batch) -> Batch:
    """The same tensors where networks learn."""
    return tuple(part.to(DEVICE, non_blocking=True) for part in batch)
