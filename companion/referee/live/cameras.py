"""All that whoever shows a camera needs of seeing and of measuring lenses, in one place."""

from calibration.camera_wizard import ENOUGH_VIEWS, CameraWizard
from calibration.errors import CalibrationError
from companion.games.looney_blockade import initial
from companion.referee.live.capture import SIMULATED
from vision.drawing.simulated_camera import SimulatedTable, usual_view
from vision.errors import VisionError
from vision.geometry.grid import CELLS, VOLCANO
from vision.image import Image
from vision.sources.opening import FoundCamera, cameras, open_source
from vision.sources.picture_files import unmirrored
from vision.sources.source import Shot, Source, Status, shots

__all__ = [
    "AUTO",
    "AWAY",
    "CELLS",
    "ENOUGH_VIEWS",
    "CalibrationError",
    "CameraWizard",
    "FoundCamera",
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
    """The camera of that name (see `vision.sources.opening`), `simulated`, or for `auto` the first that gives pictures.

    Raises VisionError where there is none.
    """
    if name == SIMULATED:
        return SimulatedTable(initial().grid, usual_view(VOLCANO))
    if name == AUTO:
        found = next((str(camera.number) for camera in cameras() if isinstance(camera, FoundCamera)), None)
        if found is None:
            raise VisionError("vision.camera.none")
        name = found
    return open_source(name)
