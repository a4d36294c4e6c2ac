"""The file of what the app has found out about each camera, kept between starts."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.app.devices.camera import CameraHelp
from companion.app.whole_file import put_aside, read_json, save_json
from companion.games.reason import Reason

NAME = "cameras.json"


class KnownCameras:
    """Settings of cameras by name, in a file in `folder`. Entries that cannot be read are dropped; `check` puts a
    damaged file aside."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._path = folder / NAME

    def get(self, camera: str) -> CameraHelp:
        """Return what is known of a camera, an empty `CameraHelp` at first."""
        return self._all().get(camera, CameraHelp())

    def save(self, camera: str, known: CameraHelp) -> None:
        """Replace what is known of a camera. Raises OSError if it cannot be written."""
        self.check()
        self._write({**self._all(), camera: known})

    def check(self) -> Reason | None:
        """Put a damaged file aside and write its good entries anew. Returns what to tell the players then, None if the
        file is whole. Raises OSError.
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
        save_json(self._path, {name: each.to_json() for name, each in cameras.items()})

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
