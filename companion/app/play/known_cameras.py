"""What has been found out about each camera, kept from one start of the app to the next."""

import json
from pathlib import Path

from companion.app.play.camera import CameraHelp

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
        """At every moment either the old or the new file is there, whole."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        draft = self._path.with_suffix(".part")
        draft.write_text(json.dumps({**self._all(), camera: known.to_json()}, indent=1), encoding="utf-8")
        draft.replace(self._path)

    def _all(self) -> dict[str, dict[str, object]]:
        try:
            kept = json.loads(self._path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return kept if isinstance(kept, dict) else {}
