"""Make the C library return free memory: pictures come and go by the megabyte, and it would hold on to theirs."""

import ctypes
import sys

# Of glibc's malloc.h. What is larger than the one is given back at once, and what lies free at the end above the other.
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
