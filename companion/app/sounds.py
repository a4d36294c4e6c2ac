"""Short sounds, silent where the device has none."""

from pathlib import Path
from typing import Any

from kivy.core.audio import SoundLoader

NAMES = ("warning", "end", "legal", "not_allowed", "asked")


class Sounds:
    """Loads each sound when it is first wanted."""

    def __init__(self) -> None:
        self._loaded: dict[str, Any] = {}

    def play(self, name: str, volume: float = 1.0) -> None:
        """`volume` is a share of the device's own."""
        if name not in self._loaded:
            path = Path(__file__).with_name("assets") / f"{name}.wav"
            self._loaded[name] = SoundLoader.load(str(path))
        sound = self._loaded[name]
        if sound:
            sound.volume = volume
            sound.play()
