"""The best simulated tower that this computer can run."""

from hardware.errors import DeviceError
from hardware.simulation.plain_tower import PlainTower
from hardware.simulation.tower import SimulatedTower, calibrated_tower


def simulated_tower(seed: int) -> SimulatedTower | PlainTower:
    """The real firmware on a simulated chip, calibrated, where that is built; else a tower in Python."""
    try:
        return calibrated_tower(seed)
    except (DeviceError, OSError):
        return PlainTower(seed)
