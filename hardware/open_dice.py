"""The dice sources by the names that people give them."""

from hardware.bluetooth.dice import BluetoothDice, read_wish
from hardware.dice import DiceSource
from hardware.errors import DeviceError
from hardware.roll_store import RollStore
from hardware.simulation.pseudo_terminal import PtyTower
from hardware.simulation.tower import calibrated_tower
from hardware.tower.serial_port import SerialTower
from hardware.virtual_dice import VirtualDice

SIMULATED, VIRTUAL, AUTO, BLUETOOTH = "simulated", "virtual", "auto", "bluetooth"


class SimulatedDice(SerialTower):
    """The real driver with the simulated tower at its port."""

    def __init__(self, store: RollStore, seed: int = 1) -> None:
        """Raises DeviceError where the firmware has not been built."""
        self._tower = PtyTower(calibrated_tower(seed))
        super().__init__(store, self._tower.port, kind="simulated")

    @property
    def can_throw(self) -> bool:
        return True

    def throw(self) -> None:
        self._tower.throw()

    def close(self) -> None:
        super().close()
        self._tower.close()


def open_dice(name: str, store: RollStore) -> DiceSource:
    """The source that `name` means: a port, `auto`, `simulated`, `virtual`, or `bluetooth`, which may go on with the
    dice wanted (`bluetooth:2,Amber=Y`). Raises DeviceError for dice that cannot be had.
    """
    if name == VIRTUAL:
        return VirtualDice(store)
    first, _, wish = name.partition(":")
    if first == BLUETOOTH:
        return BluetoothDice(store, *read_wish(wish))
    return open_tower(name, store)


def open_tower(name: str, store: RollStore) -> SerialTower:
    """The tower that `name` means: a port, `auto`, or `simulated`. Raises DeviceError for dice of another kind."""
    if name == SIMULATED:
        return SimulatedDice(store)
    if name == VIRTUAL or name.partition(":")[0] == BLUETOOTH:
        raise DeviceError("hardware.dice.no_tower", name=name)
    return SerialTower(store, None if name == AUTO else name)
