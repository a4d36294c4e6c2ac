"""Free memory goes back to the system."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
# Frees a large block, so that glibc would keep such blocks from then on, then another below a small one that stays.
HELD = """
import resource, sys
from pathlib import Path
import numpy as np
from companion.referee.live.allocating import give_memory_back

def held():
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()

if sys.argv[1] == "given back":
    assert give_memory_back()
np.ones(31 << 20, np.uint8)
before = held()
large = [np.ones(3 << 20, np.uint8) for _ in range(16)]
stays = [np.ones(1000, np.uint8) for _ in range(100)]
del large
print(held() - before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="glibc's way")
def test_what_pictures_took_is_given_back() -> None:
    def held(how: str) -> int:
        done = subprocess.run([sys.executable, "-c", HELD, how], cwd=ROOT, capture_output=True, text=True, check=True)
        return int(done.stdout)

    assert held("given back") < 10 << 20 < 40 << 20 < held("kept")
