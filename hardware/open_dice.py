"""The dice sources by the names that people give them."""

from collections.abc import Sequence

from hardware.bluetooth.dice import BluetoothDice, read_wish
from hardware.dice import DiceEvent, DiceSource
from hardware.roll_store import RollStore
from hardware.simulation.pseudo_terminal import PtyTower
from hardware.simulation.tower import calibrated_tower
from hardware.tower.serial_port import SerialTower
from hardware.virtual_dice import VirtualDice

SIMULATED, VIRTUAL, AUTO, BLUETOOTH = "simulated", "virtual", "auto", "bluetooth"


class SimulatedDice(DiceSource):
    """The simulated tower behind the real driver; `throw` rolls its dice."""

    def __init__(self, store: RollStore, seed: int = 1) -> None:
        """Raises DeviceError where the firmware has not been built."""
        self.tower = PtyTower(calibrated_tower(seed))
        self.driver = SerialTower(store, self.tower.port, kind="simulated")

    def poll(self) -> Sequence[DiceEvent]:
        return self.driver.poll()

    def arm(self, token: int) -> None:
        self.driver.arm(token)

    def throw(self) -> None:
        self.tower.throw()

    def close(self) -> None:
        self.driver.close()
        self.tower.close()


def open_dice(name: str, store: RollStore) -> DiceSource:
    """The source that `name` means: a port, `auto`, `simulated`, `virtual`, or `bluetooth`, which may go on with the
    dice wanted (`bluetooth:2,Amber=Y`). Raises DeviceError for dice that cannot be had.
    """
    if name == SIMULATED:
        return SimulatedDice(store)
    if name == VIRTUAL:
        return VirtualDice(store)
    first, _, wish = name.partition(":")
    if first == BLUETOOTH:
        return BluetoothDice(store, *read_wish(wish))
    return SerialTower(store, None if name == AUTO else name)
