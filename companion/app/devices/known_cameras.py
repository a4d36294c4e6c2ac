"""What has been found out about each camera, kept from one start of the app to the next."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.app.devices.camera import CameraHelp
from companion.app.whole_file import keep_json, put_aside, read_json
from companion.games.reason import Reason

NAME = "cameras.json"


class KnownCameras:
    """Kept in `folder`. What makes no sense there is forgotten, and the file that it stood in kept beside."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._path = folder / NAME

    def get(self, camera: str) -> CameraHelp:
        """Return what is known of a camera, nothing at first."""
        return self._all().get(camera, CameraHelp())

    def keep(self, camera: str, known: CameraHelp) -> None:
        """Keep it instead of what was known of that camera. Raises OSError where it cannot be kept."""
        self.check()
        self._write({**self._all(), camera: known})

    def check(self) -> Reason | None:
        """Keep the file beside if it is damaged, and what makes sense of it in its place. Returns what is to be told
        then. Raises OSError where that cannot be done.
        """
        kept = self._read()
        good = _good(kept)
        if kept == {} or (isinstance(kept, dict) and len(good) == len(kept)):
            return None
        kept_aside, damage = put_aside(self._path)
        if kept_aside:
            self._write(good)
        return damage

    def _write(self, cameras: Mapping[str, CameraHelp]) -> None:
        keep_json(self._path, {name: each.to_json() for name, each in cameras.items()})

    def _all(self) -> dict[str, CameraHelp]:
        return _good(self._read())

    def _read(self) -> Any:
        """Return the file's contents, {} if there is none, None if it cannot be read."""
        try:
            return read_json(self._path)
        except FileNotFoundError:
            return {}
        except (ValueError, OSError):
            return None


def _good(kept: object) -> dict[str, CameraHelp]:
    found = {}
    for camera, known in kept.items() if isinstance(kept, dict) else ():
        try:
            found[camera] = CameraHelp.from_json(known)
        except (AttributeError, KeyError, TypeError, ValueError):
            continue
    return found
