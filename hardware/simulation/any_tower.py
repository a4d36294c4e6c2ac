"""Chooses the best simulated tower for this computer."""

from hardware.errors import DeviceError
from hardware.simulation.python_tower import PythonTower
from hardware.simulation.tower import SimulatedTower, calibrated_tower


def simulated_tower(seed: int) -> SimulatedTower | PythonTower:
    """Return the real firmware on a simulated chip, calibrated, where that is built; else a tower in Python."""
    try:
        return calibrated_tower(seed)
    except (DeviceError, OSError):
        return PythonTower(seed)
