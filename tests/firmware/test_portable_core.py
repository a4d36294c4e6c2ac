"""The core for the other chips: compiled without a warning, and in need of nothing but its board and memcpy."""

import re
import subprocess

import pytest

from tests.firmware_build import FIRMWARE, build

CHIPS = {"atmega32u4": "avr-", "cortex-m0plus": "arm-none-eabi-"}
MEMORY = {"memcpy", "memset", "memcmp"}


@pytest.fixture(scope="module")
def told() -> str:
    return build("check")


@pytest.mark.parametrize("chip", CHIPS)
def test_the_core_needs_only_its_board(told: str, chip: str) -> None:
    objects = sorted(map(str, (FIRMWARE / "build" / chip).glob("*.o")))
    assert len(objects) == len(list((FIRMWARE / "tower" / "src" / "core").glob("*.cpp")))
    names = subprocess.run([f"{CHIPS[chip]}nm", *objects], capture_output=True, text=True, check=True).stdout
    symbols = [line.split()[-2:] for line in names.splitlines() if " " in line.strip()]
    defined = {name for kind, name in symbols if kind not in "U"}
    missing = {name for kind, name in symbols if kind == "U"} - defined - MEMORY
    board = {name for name in missing if "5tower4port" in name}
    functions = {"put", "eeprom_busy", "eeprom_read", "eeprom_write", "entropy", "now"}
    assert set(re.findall(r"4port\d+([a-z_]+)E", " ".join(board))) == functions
    # What begins with two underscores is the compiler's own, such as division; __cxa belongs to the C++ library.
    others = [name for name in missing - board if not name.startswith("__") or name.startswith("__cxa")]
    assert others == [], "no heap, no C++ library"


@pytest.mark.parametrize("chip", ["ATmega32U4", "Cortex-M0+"])
def test_the_core_keeps_its_state_in_one_object(told: str, chip: str) -> None:
    """No variables of its own: the board decides where the tower lives, so that RAM is known when it is linked."""
    code, data, bss = map(int, told.partition(f"{chip}:\n")[2].splitlines()[1].split()[:3])
    print(f"{chip}: {code} bytes of code, {data + bss} of variables")
    assert 5_000 < code < 20_000 and data + bss == 0
