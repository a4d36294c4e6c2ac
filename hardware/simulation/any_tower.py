"""The best simulated tower that this computer can run."""

from hardware.errors import DeviceError
from hardware.simulation.python_tower import PythonTower
from hardware.simulation.tower import SimulatedTower, calibrated_tower


def simulated_tower(seed: int) -> SimulatedTower | PythonTower:
    """The real firmware on a simulated chip, calibrated, where that is built; else a tower in Python."""
    try:
        return calibrated_tower(seed)
    except (DeviceError, OSError):
        return PythonTower(seed)
