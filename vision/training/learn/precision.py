"""In which precision networks learn."""

import torch


def mixed() -> torch.autocast:
    """Products in half precision where the processor has that; others emulate it, ten times as slowly."""
    return torch.autocast("cpu", torch.bfloat16, enabled=torch.backends.cpu.get_cpu_capability() == "AVX512")
