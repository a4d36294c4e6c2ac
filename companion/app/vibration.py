"""A short vibration, on devices that can: Android's, through the bridge that its builds of Kivy bring along."""

import importlib
import os
from functools import lru_cache
from typing import Any

MILLISECONDS = 250


def can_vibrate() -> bool:
    return vibrator() is not None


def vibrate() -> None:
    """Vibrate once, and return at once; nothing happens where nothing can."""
    if found := vibrator():
        found.vibrate(MILLISECONDS)


@lru_cache(maxsize=1)
def vibrator() -> Any:
    """Android's own, None elsewhere or where it has none."""
    if "ANDROID_ARGUMENT" not in os.environ:
        return None
    try:
        java = importlib.import_module("jnius")
    except ImportError:
        return None
    activity = java.autoclass("org.kivy.android.PythonActivity").mActivity
    found = activity.getSystemService("vibrator")
    return found if found and found.hasVibrator() else None
