"""The command that takes a picture of every screen."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

# Longer than a picture takes on a busy machine, and much shorter than all of them.
SOON_SECONDS = 30.0


@pytest.mark.slow
def test_it_ends_when_it_is_told_to(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "companion.cli", "app", "--screenshots", str(tmp_path / "pictures")]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"})
    assert process.stdout
    assert process.stdout.readline().strip().endswith(".png")
    told = time.monotonic()
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=300) == 128 + signal.SIGTERM
    assert time.monotonic() - told < SOON_SECONDS
