"""The one place where the referee gets hold of a real camera picture of a board."""

import json
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from companion.referee.errors import RefereeError
from vision.image import Image
from vision.watching.contract import Watcher

# What profiles of each kind must hold.
PROFILES = {"camera": ("matrix", "distortion", "size"), "colour": ("gains",)}


def read_profile(path: Path, kind: str = "camera") -> dict[str, Any]:
    """A profile of one of the kinds in `PROFILES`. Raises RefereeError where the file holds none."""
    try:
        profile = json.loads(path.read_text(encoding="utf-8"))
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise RefereeError(f"{path} is no {kind} profile: {error}") from error
    if not isinstance(profile, dict) or not profile.keys() >= set(PROFILES[kind]):
        raise RefereeError(f"{path} is no {kind} profile: it must hold {', '.join(PROFILES[kind])}")
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
    camera = import_module("vision.geometry.camera").Camera.from_json(profile) if profile else None
    watcher: Watcher = import_module("vision.watching.volcano").VolcanoWatcher(
        image, a1=a1, corners=corners, camera=camera
    )
    return watcher
