"""What has been found out about each camera, kept from one start of the app to the next."""

import json
from pathlib import Path

from companion.app.devices.camera import CameraHelp
from companion.app.whole_file import keep_json

NAME = "cameras.json"


class KnownCameras:
    """Kept in `folder`. What makes no sense there is forgotten."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / NAME

    def get(self, camera: str) -> CameraHelp:
        """What is known of a camera, nothing at first."""
        try:
            return CameraHelp.from_json(self._all()[camera])
        except (KeyError, TypeError, ValueError):
            return CameraHelp()

    def keep(self, camera: str, known: CameraHelp) -> None:
        """Keep it instead of what was known of that camera."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        keep_json(self._path, {**self._all(), camera: known.to_json()})

    def _all(self) -> dict[str, dict[str, object]]:
        try:
            kept = json.loads(self._path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return kept if isinstance(kept, dict) else {}
