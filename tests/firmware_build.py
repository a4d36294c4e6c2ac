"""The tower's firmware, built before any test runs it; tests in several processes build it once."""

import fcntl
import subprocess
from pathlib import Path

FIRMWARE = Path(__file__).parent.parent / "firmware"


def build(target: str = "all") -> str:
    """Make a target of the firmware's; returns what make told."""
    (FIRMWARE / "build").mkdir(exist_ok=True)
    with (FIRMWARE / "build" / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = subprocess.run(["make", "-s", "-C", str(FIRMWARE), target], capture_output=True, text=True, check=False)
    assert done.returncode == 0, (
        f"the firmware's {target} does not build; `make system` installs what it needs (gcc-avr, libsimavr-dev, "
        f"gcc-arm-none-eabi)\n{done.stderr}"
    )
    return done.stdout
