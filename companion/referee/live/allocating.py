"""Make the C library return free memory: pictures come and go by the megabyte, and it would hold on to theirs."""

import ctypes
import sys

# Options of glibc's malloc.h: a block of LARGE_BYTES is given back as soon as it is freed; of the heap's free end,
# KEPT_BYTES are kept.
M_TRIM_THRESHOLD, M_MMAP_THRESHOLD = -1, -3
KEPT_BYTES, LARGE_BYTES = 128 << 10, 1 << 20


def give_memory_back() -> bool:
    """Have this process give free memory back to the system. Returns whether the C library knows how: glibc does, and
    raises both limits by itself as soon as something large is freed, unless they have been set."""
    if sys.platform != "linux":
        return False
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is None:
        return False
    return bool(mallopt(M_MMAP_THRESHOLD, LARGE_BYTES) and mallopt(M_TRIM_THRESHOLD, KEPT_BYTES))
