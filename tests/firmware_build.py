"""The tower's firmware, built before any test runs it; tests in several processes build it once."""

import fcntl
import subprocess
from pathlib import Path

FIRMWARE = Path(__file__).parent.parent / "firmware"


def build() -> None:
    (FIRMWARE / "build").mkdir(exist_ok=True)
    with (FIRMWARE / "build" / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = subprocess.run(["make", "-C", str(FIRMWARE)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, (
        f"the firmware does not build; `make system` installs what it needs (gcc-avr, libsimavr-dev)\n{done.stderr}"
    )
