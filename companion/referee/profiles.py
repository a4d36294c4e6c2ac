"""Profiles of cameras and of colours, as files."""

import json
from pathlib import Path
from typing import Any

from companion.referee.errors import RefereeError

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
