"""The tower's real firmware on a simulated ATmega328P, in process: deterministic, and as fast as the machine allows."""

import ctypes
import functools
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

BUILD = Path(__file__).resolve().parents[3] / "firmware" / "build"
CELLS = 36
LIGHTS = 3
EEPROM_SIZE = 1024
CYCLES_PER_MS = 16_000

Levels = NDArray[np.float64]


class ChipError(RuntimeError):
    """A firmware that is not built, or does not run."""


@functools.cache
def chip_library() -> ctypes.CDLL:
    path = BUILD / "libtowerchip.so"
    if not path.is_file() or not (BUILD / "tower.elf").is_file():
        raise ChipError(f"the firmware is not built: run `make -C {BUILD.parent}` (needs gcc-avr, libsimavr-dev)")
    library = ctypes.CDLL(str(path))
    handle, double = ctypes.c_void_p, ctypes.POINTER(ctypes.c_double)
    for name, result, *arguments in (
        ("chip_new", handle, ctypes.c_char_p, ctypes.c_uint64, ctypes.c_char_p),
        ("chip_free", None, handle),
        ("chip_run", ctypes.c_int, handle, ctypes.c_uint64),
        ("chip_cycle", ctypes.c_uint64, handle),
        ("chip_light", None, handle, double, double, ctypes.c_double),
        ("chip_stick", None, handle, ctypes.c_int, ctypes.c_double),
        ("chip_beams", None, handle, ctypes.c_uint32),
        ("chip_send", ctypes.c_int, handle, ctypes.c_char_p, ctypes.c_int),
        ("chip_receive", ctypes.c_int, handle, ctypes.c_char_p, ctypes.c_int),
        ("chip_eeprom", ctypes.c_int, handle, ctypes.c_char_p, ctypes.c_int),
        ("chip_burns", ctypes.c_uint32, handle),
        ("chip_most_burns", ctypes.c_uint32, handle),
        ("chip_stack", ctypes.c_int, handle, ctypes.c_int),
    ):
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


class Chip:
    """One tower's chip, switched on. Times are in milliseconds since then; beams and cells as in the firmware."""

    def __init__(self, seed: int, eeprom: bytes | None = None) -> None:
        """Switch on. Raises ChipError where the firmware has not been built."""
        if eeprom is not None and len(eeprom) != EEPROM_SIZE:
            raise ChipError(f"the EEPROM has {EEPROM_SIZE} bytes, got {len(eeprom)}")
        self._lib = chip_library()
        self._chip = self._lib.chip_new(str(BUILD / "tower.elf").encode(), seed, eeprom)
        if not self._chip:
            raise ChipError(f"{BUILD / 'tower.elf'} cannot be run: build it anew with `make -C {BUILD.parent}`")
        self._buffer = ctypes.create_string_buffer(65536)

    @property
    def now(self) -> float:
        return float(self._lib.chip_cycle(self._chip)) / CYCLES_PER_MS

    def run_until(self, ms: float) -> None:
        """Run the firmware. Raises ChipError where it crashed."""
        if self._lib.chip_run(self._chip, math.ceil(ms * CYCLES_PER_MS)):
            raise ChipError(f"the firmware crashed at {self.now:.3f} ms")

    def light(self, ambient: Levels, light: Levels, noise: float) -> None:
        """Set what the cells see, in counts of 255: `ambient` (36,) always, `light` (3, 36) more under each light."""
        double = ctypes.POINTER(ctypes.c_double)
        ambient = np.ascontiguousarray(ambient, dtype=np.float64)
        light = np.ascontiguousarray(light, dtype=np.float64)
        assert ambient.shape == (CELLS,) and light.shape == (LIGHTS, CELLS)
        self._lib.chip_light(self._chip, ambient.ctypes.data_as(double), light.ctypes.data_as(double), noise)

    def stick(self, cell: int, counts: float | None) -> None:
        """Fix the reading of a cell, or (None) let it work again."""
        self._lib.chip_stick(self._chip, cell, -1.0 if counts is None else counts)

    def beams(self, broken: int) -> None:
        """Set the six break-beams: bits 0..3 the lanes, 4 the gate, 5 too high; a set bit is a broken beam."""
        self._lib.chip_beams(self._chip, broken)

    def send(self, data: bytes) -> None:
        self._lib.chip_send(self._chip, data, len(data))

    def receive(self) -> bytes:
        count = self._lib.chip_receive(self._chip, self._buffer, len(self._buffer))
        return self._buffer.raw[:count] if count else b""

    def eeprom(self, torn: int | None = None) -> bytes:
        """Return the EEPROM as a power cut now would leave it; a byte being burnt has `torn`'s bits still set."""
        memory = ctypes.create_string_buffer(EEPROM_SIZE)
        self._lib.chip_eeprom(self._chip, memory, -1 if torn is None else torn)
        return memory.raw

    @property
    def burns(self) -> int:
        """Bytes burnt into the EEPROM since power-on."""
        return int(self._lib.chip_burns(self._chip))

    @property
    def most_burns(self) -> int:
        """Burns of the most burnt byte."""
        return int(self._lib.chip_most_burns(self._chip))

    def stack(self, variables_end: int) -> int:
        """Return the most bytes of stack used; `variables_end`: address after the last variable."""
        return int(self._lib.chip_stack(self._chip, variables_end))

    def close(self) -> None:
        if self._chip:
            self._lib.chip_free(self._chip)
            self._chip = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_chip", None):
            self.close()


@functools.cache
def core() -> ctypes.CDLL:
    """Load the firmware's portable core, compiled for this machine. Raises ChipError where it has not been built."""
    path = BUILD / "libtowercore.so"
    if not path.is_file():
        raise ChipError(f"the firmware's core is not built: run `make -C {BUILD.parent}` (needs g++)")
    return ctypes.CDLL(str(path))


def core_lines(data: bytes) -> tuple[list[bytes], int]:
    """Return the bodies of the lines that the firmware's parser accepts, and the number of damaged ones."""
    out, damaged = ctypes.create_string_buffer(len(data) + 1), ctypes.c_uint()
    length = core().core_lines(data, len(data), out, len(out), ctypes.byref(damaged))
    return out.raw[:length].splitlines(), damaged.value


def core_talk(data: bytes) -> bytes:
    """Return what a factory-new tower sends while it is sent `data`."""
    out = ctypes.create_string_buffer(1 << 16)
    length = core().core_talk(data, len(data), out, len(out))
    return out.raw[:length]


def core_boot(memory: bytes, burnt: int = -1) -> tuple[int, bytes]:
    """Start a tower with this EEPROM and cut its power once `burnt` bytes are burnt (-1: never). Returns the number of
    the boot that it has told by then, -1 for none, and the EEPROM after it."""
    after = ctypes.create_string_buffer(memory, EEPROM_SIZE)
    return int(core().core_boot(after, burnt)), after.raw


def core_learn(light: NDArray[np.uint8], letter: str) -> bytes:
    """Return the swatch (5 bytes) that calibration learns from a die's reflectances (27,), 200 being white."""
    swatch = ctypes.create_string_buffer(5)
    core().core_learn(light.tobytes(), ctypes.c_char(letter.encode()), swatch)
    return swatch.raw


def core_classify(light: NDArray[np.uint8], swatches: Sequence[bytes]) -> NDArray[np.uint8]:
    """Return value, colour's code, quality and doubt (n, 4) of n dice by their reflectances (n, 27)."""
    light = np.ascontiguousarray(light, dtype=np.uint8)
    out = np.zeros((len(light), 4), dtype=np.uint8)
    palette = b"".join(swatches).ljust(30, b"\0")
    core().core_classify(light.tobytes(), len(light), palette, ctypes.c_void_p(out.ctypes.data))
    return out
