"""In which precision networks learn."""

import torch

from lab.training.learn.device import DEVICE


def mixed() -> torch.autocast:
    """Products in half precision where the processor or the accelerator has that; others emulate it, ten times as
    slowly."""
    has = DEVICE.type == "cuda" or torch.backends.cpu.get_cpu_capability() == "AVX512"
    return torch.autocast(DEVICE.type, torch.bfloat16, enabled=has)
