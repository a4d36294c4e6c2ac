"""The parts of `vision` and `calibration` that the app uses: cameras, their pictures, and measuring lenses.

The app imports them from here and none of those modules itself, so this list is all that it depends on.
"""

from collections.abc import Callable

from calibration.camera_wizard import ENOUGH_VIEWS, CameraWizard
from calibration.pdf import to_pdf
from calibration.sheets import camera_sheet
from companion.referee.live.feed import SIMULATED
from vision.errors import VisionError
from vision.image import Image
from vision.sources.masking import MASK, masked, masked_name, same_camera
from vision.sources.opening import BARE_ADDRESS, FoundCamera, cameras, open_source
from vision.sources.picture_files import unmirrored
from vision.sources.source import Shot, Source, Status, shots
from vision.tracking.contract import OutliningTracker

__all__ = [
    "AUTO",
    "AWAY",
    "BARE_ADDRESS",
    "ENOUGH_VIEWS",
    "MASK",
    "CameraWizard",
    "FoundCamera",
    "Image",
    "OutliningTracker",
    "Shot",
    "Source",
    "Status",
    "VisionError",
    "cameras",
    "masked",
    "masked_name",
    "open_camera",
    "same_camera",
    "sheet_to_print",
    "shots",
    "unmirrored",
]

AUTO = "auto"
AWAY = (Status.LOST, Status.STALLED, Status.FROZEN, Status.ENDED)


def open_camera(name: str, simulated: Callable[[], Source]) -> Source:
    """Open a camera by name (see `vision.sources.opening`): `auto` is the first that gives pictures, `simulated` a
    drawn one.

    Raises VisionError where there is none.
    """
    if name == SIMULATED:
        return simulated()
    if name == AUTO:
        found = next((str(camera.number) for camera in cameras() if isinstance(camera, FoundCamera)), None)
        if found is None:
            raise VisionError("vision.camera.none")
        name = found
    return open_source(name)


def sheet_to_print() -> bytes:
    """Return the sheet to measure a camera with, as a PDF."""
    return to_pdf([camera_sheet()])
