"""Profiles of cameras and of colours, as files."""

from pathlib import Path
from typing import Any

from companion.referee.errors import RefereeError
from companion.referee.keeping.plain_json import JsonError, parsed
from companion.referee.keeping.shapes import ShapeError, anything, fields

# What profiles of each kind must hold.
PROFILES = {"camera": ("matrix", "distortion", "size"), "colour": ("gains",)}


def read_profile(path: Path, kind: str = "camera") -> dict[str, Any]:
    """Read a profile of one of the kinds in `PROFILES`. Raises RefereeError if the file holds none."""
    try:
        profile: dict[str, Any] = parsed(path.read_bytes())
        fields(dict.fromkeys(PROFILES[kind], anything))(profile)
    except (JsonError, ShapeError) as error:
        raise RefereeError("referee.no_profile", path=str(path), kind=kind, reason=error.reason) from error
    return profile
