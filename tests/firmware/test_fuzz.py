"""A short run of the fuzzer of the firmware; `make fuzz` runs it at length."""

import subprocess

import pytest

from tests.firmware_build import FIRMWARE, build

SHORT = 400_000


@pytest.mark.slow
def test_bytes_at_random_into_the_firmware_find_nothing() -> None:
    build("build/blind_fuzzer")
    done = subprocess.run(
        [str(FIRMWARE / "build" / "blind_fuzzer"), str(SHORT), "7"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    accepted, refused, said = (
        int(part.split(" ")[0]) for part in done.stdout.partition(": ")[2].split(": ")[1].split(", ")[:3]
    )
    assert min(accepted, refused, said) > 5000
