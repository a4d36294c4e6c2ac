"""What the players have chosen for the app, kept from one start to the next."""

import json
import os
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, Self

from companion.app.whole_file import keep_json

HOME_VARIABLE = "PYRAMID_COMPANION_HOME"
TEXT_SIZES = (0.85, 1.0, 1.2, 1.4)


def home() -> Path:
    """The folder that games and settings are kept in; the environment variable PYRAMID_COMPANION_HOME moves it.

    On Android it is the app's own folder.
    """
    if chosen := os.environ.get(HOME_VARIABLE) or os.environ.get("ANDROID_PRIVATE"):
        return Path(chosen)
    data = os.environ.get("XDG_DATA_HOME")
    return (Path(data) if data else Path.home() / ".local" / "share") / "pyramid-companion"


@dataclass(frozen=True)
class Settings:
    """`text_scale` is one of TEXT_SIZES; `sounds`, `voice` and `hints` switch these on, `quiet` silences the first two
    for as long as it is on; `guided` is whether the guide was shown; `camera` is the one last chosen, `stream` the
    address of one on the network typed last; `rules` are the readings of rulings last agreed on, by the ruling's id.
    """

    theme: str = "light"
    language: str = "en"
    text_scale: float = 1.0
    sounds: bool = True
    voice: bool = False
    quiet: bool = False
    hints: bool = True
    guided: bool = False
    camera: str = "auto"
    stream: str = ""
    rules: dict[str, str] = field(default_factory=dict)

    @classmethod
    def load(cls, folder: Path) -> Self:
        """The settings kept in `folder`; what is missing or makes no sense is as at the first start."""
        try:
            kept = json.loads((folder / "settings.json").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return cls()
        standard = cls()
        good: dict[str, Any] = {}
        for each in fields(cls):
            value = kept.get(each.name) if isinstance(kept, dict) else None
            if type(value) is type(getattr(standard, each.name)):
                good[each.name] = value
        if good.get("text_scale") not in TEXT_SIZES:
            good.pop("text_scale", None)
        if not all(isinstance(value, str) for value in good.get("rules", {}).values()):
            good.pop("rules")
        return cls(**good)

    def save(self, folder: Path) -> None:
        """Keep them."""
        folder.mkdir(parents=True, exist_ok=True)
        keep_json(folder / "settings.json", asdict(self))
