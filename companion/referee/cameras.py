"""All that whoever shows a camera needs of seeing and of measuring lenses, in one place."""

from calibration.camera_wizard import ENOUGH_VIEWS, CameraWizard
from calibration.errors import CalibrationError
from companion.games.looney_blockade import initial
from companion.referee.capture import SIMULATED
from vision.errors import VisionError
from vision.look import CELLS, Image
from vision.open_source import Found, cameras, open_source
from vision.pictures import unmirrored
from vision.simulated_table import SimulatedTable
from vision.source import Shot, Source, Status, shots

__all__ = [
    "AUTO",
    "AWAY",
    "CELLS",
    "ENOUGH_VIEWS",
    "CalibrationError",
    "CameraWizard",
    "Found",
    "Image",
    "Shot",
    "Source",
    "Status",
    "VisionError",
    "cameras",
    "open_camera",
    "shots",
    "unmirrored",
]

AUTO = "auto"
AWAY = (Status.LOST, Status.STALLED, Status.FROZEN, Status.ENDED)


def open_camera(name: str) -> Source:
    """The camera of that name (see `vision.open_source`), `simulated`, or for `auto` the first that gives pictures.

    Raises VisionError where there is none.
    """
    if name == SIMULATED:
        return SimulatedTable(initial().grid)
    if name == AUTO:
        found = next((str(camera.number) for camera in cameras() if isinstance(camera, Found)), None)
        if found is None:
            raise VisionError("no camera is there: plug one in")
        name = found
    return open_source(name)
