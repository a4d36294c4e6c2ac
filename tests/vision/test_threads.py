"""NumPy's linear algebra does not wait for threads of its own."""

import subprocess
import sys
from pathlib import Path

import pytest

TASKS = Path("/proc/self/task")
MULTIPLIES = (
    "import numpy as np; one = np.ones((600, 600)); one @ one; import os; print(len(os.listdir('/proc/self/task')))"
)


@pytest.mark.skipif(not TASKS.exists(), reason="threads are counted as Linux tells them")
@pytest.mark.parametrize("module", ["vision.board.locate", "companion.referee.evidence"])
def test_matrices_are_multiplied_without_threads(module: str) -> None:
    code = f"import {module.partition('.')[0]}; {MULTIPLIES}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["1"]
    imported = f"import {module}, os; print(os.environ['OPENBLAS_NUM_THREADS'])"
    assert subprocess.run([sys.executable, "-c", imported], capture_output=True, text=True, check=True).stdout == "1\n"
