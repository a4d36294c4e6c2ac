"""Opens dice sources by name."""

import os
import time
from pathlib import Path

from hardware.bluetooth.dice import BluetoothDice, parse_choice
from hardware.dice import AUTO, BLUETOOTH, NAMES, SIMULATED, VIRTUAL, DiceSource
from hardware.errors import DeviceError
from hardware.roll_store import RollStore
from hardware.simulation.own_line import SimulatedPort
from hardware.simulation.python_tower import PythonTower
from hardware.tower.ports import port_names
from hardware.tower.serial_port import BAUD_RATES, SerialTower
from hardware.virtual_dice import VirtualDice

POLL_SECONDS = 0.05


class SimulatedDice(SerialTower):
    """The real driver with a simulated tower."""

    can_throw = True

    def __init__(self, store: RollStore) -> None:
        self._line = SimulatedPort(PythonTower(1), BAUD_RATES[0])
        super().__init__(store, SIMULATED, kind="simulated", open_line=lambda _path, _baud: self._line)

    def throw(self) -> None:
        self._line.throw()


def open_dice(name: str, store: RollStore) -> DiceSource:
    """Open the source called `name`: a port, `auto`, `simulated`, `virtual`, or `bluetooth`, optionally with the dice
    wanted (`bluetooth:2,Amber=Y`). Raises DeviceError for dice that are not available."""
    if name == VIRTUAL:
        return VirtualDice(store)
    first, _, wish = name.partition(":")
    if first == BLUETOOTH:
        return BluetoothDice(store, *parse_choice(wish))
    return open_tower(name, store)


def check_port(name: str) -> None:
    """Raise DeviceError, which lists what is there, if dice are named by a port that does not exist."""
    if os.name == "posix" and name not in NAMES and not (name.startswith(f"{BLUETOOTH}:") or Path(name).exists()):
        raise DeviceError("hardware.dice.no_port", name=name, known=", ".join((*port_names(), *NAMES)))


def await_dice(source: DiceSource, name: str, seconds: float | None) -> None:
    """Wait until the source called `name` has its device; `seconds` None waits for ever. Raises DeviceError where it
    does not answer in time, at once for a port that does not exist."""
    if seconds is None:
        return
    check_port(name)
    if isinstance(source, SerialTower):
        source.wait_until_ready(seconds)
    end = time.monotonic() + seconds
    while source.away:
        if time.monotonic() > end:
            raise DeviceError("hardware.bluetooth.absent")
        time.sleep(POLL_SECONDS)


def open_tower(name: str, store: RollStore) -> SerialTower:
    """Open the tower called `name`: a port, `auto`, or `simulated`. Raises DeviceError for dice of another kind."""
    if name == SIMULATED:
        return SimulatedDice(store)
    if name == VIRTUAL or name.partition(":")[0] == BLUETOOTH:
        raise DeviceError("hardware.dice.no_tower", name=name)
    return SerialTower(store, None if name == AUTO else name)
