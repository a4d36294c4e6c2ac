"""Short runs of the fuzzers; `make fuzz` runs them at length."""

import subprocess

from companion.measure.parsers import fuzz_both, fuzz_host
from tests.firmware_build import FIRMWARE, build

SHORT = 400_000


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


def test_both_parsers_take_the_same_harmed_lines() -> None:
    found = fuzz_both(SHORT, 7)
    assert found.clean and found.refused > found.accepted > 1000


def test_harmed_and_senseless_lines_neither_crash_the_host_nor_become_rolls() -> None:
    found = fuzz_host(SHORT, 7)
    assert found.clean and min(found.accepted, found.refused) > 1000
