"""The one place where the referee gets hold of a real camera picture of a board."""

import json
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from companion.referee.errors import RefereeError
from vision.look import Image, Watcher


def read_profile(path: Path) -> dict[str, Any]:
    """A camera's profile: an object with matrix, distortion and size. Raises RefereeError where it is none."""
    try:
        profile = json.loads(path.read_text(encoding="utf-8"))
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise RefereeError(f"{path} is no camera profile: {error}") from error
    if not isinstance(profile, dict) or not {"matrix", "distortion", "size"} <= set(profile):
        raise RefereeError(f"{path} is no camera profile: it must hold matrix, distortion and size")
    return profile


def open_watcher(
    image: Image,
    a1: tuple[float, float] | None,
    profile: Mapping[str, Any] | None,
    corners: Sequence[tuple[float, float]] | None = None,
) -> Watcher:
    """Find the board in a picture and watch it from then on.

    `a1` is roughly the pixel of a1's outer corner, `profile` the camera's profile if there is one, `corners` roughly
    those of a1, e1, e5 and a5 where somebody tapped them.
    Raises VisionError where no board is found.
    """
    camera = import_module("vision.camera").Camera.from_json(profile) if profile else None
    watcher: Watcher = import_module("vision.watch").VolcanoWatcher(image, a1=a1, corners=corners, camera=camera)
    return watcher
