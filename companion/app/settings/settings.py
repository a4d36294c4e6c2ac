"""What the players have chosen for the app."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Self

import platformdirs

from companion.sharing.feed.address import STANDARD_TABLE
from companion.texts.language import LANGUAGES

HOME_VARIABLE = "PYRAMID_COMPANION_HOME"
THEMES = ("light", "dark")
# Where two tables meet that share no other broker. Anybody may use it; it offers TLS.
PUBLIC_BROKER = "mqtts://broker.hivemq.com"
TEXT_SIZES = (0.85, 1.0, 1.2, 1.4, 2.0)
# Shares of the device's own volume.
VOLUMES = (0.25, 0.5, 1.0)
# Longer ones are no address of a camera, nor a reading of a ruling.
MOST_CHARACTERS = 2000
ONE_OF: Mapping[str, tuple[object, ...]] = {
    "theme": THEMES,
    "language": tuple(LANGUAGES),
    "text_scale": TEXT_SIZES,
    "volume": VOLUMES,
}


def home() -> Path:
    """The folder that games and settings are kept in: where the system keeps programs' data, unless the environment
    variable PYRAMID_COMPANION_HOME says otherwise.

    On Android it is the app's own folder.
    """
    if chosen := os.environ.get(HOME_VARIABLE) or os.environ.get("ANDROID_PRIVATE"):
        return Path(chosen)
    return platformdirs.user_data_path("pyramid-companion", appauthor=False)


def pictures() -> Path:
    """The folder that pictures to be shared are written to: the user's own for pictures, or beside the games where
    those have been put elsewhere."""
    if os.environ.get(HOME_VARIABLE):
        return home() / "pictures"
    return platformdirs.user_pictures_path() / "Pyramid Companion"


@dataclass(frozen=True)
class Settings:
    """`theme` is one of THEMES, `text_scale` one of TEXT_SIZES, `volume` one of VOLUMES; `sounds`, `voice`,
    `vibration`, `hints` and `motion` switch these on, `photo` is whether the camera's picture is the board, `quiet`
    silences the first two for as long as it is on; `guided` is whether the guide was shown; `camera` is the one
    last chosen, `stream` the address of one on the network typed last; `broker` is the address, as typed, of the
    one that games are told to, "" for none, `table` this table's name there, `meeting` the address of the one where
    tables far apart meet, `meeting_agreed` the last of these that was agreed to, `pictures` whether the camera's
    pictures are told, too, `announce` whether the local net is told of the table, `code` that with which phones may
    answer, "" for not at all; `rules` are the readings of rulings last agreed on, by the ruling's id; `names` are
    those of the players of the last games, the latest first; `solved` are the names of the puzzles that were
    solved at first sight, by game.
    """

    theme: str = "light"
    language: str = "en"
    text_scale: float = 1.0
    sounds: bool = True
    voice: bool = False
    volume: float = 1.0
    vibration: bool = True
    quiet: bool = False
    hints: bool = True
    motion: bool = True
    photo: bool = False
    guided: bool = False
    camera: str = "auto"
    stream: str = ""
    broker: str = ""
    meeting: str = PUBLIC_BROKER
    meeting_agreed: str = ""
    table: str = STANDARD_TABLE
    pictures: bool = False
    announce: bool = True
    code: str = ""
    rules: dict[str, str] = field(default_factory=dict)
    names: list[str] = field(default_factory=list)
    solved: dict[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, kept: Mapping[str, object]) -> tuple[Self, tuple[str, ...]]:
        """The settings of an object of JSON; what is missing or makes no sense is as at the first start. Also returns
        the names of what makes no sense.
        """
        standard = cls()
        good: dict[str, Any] = {}
        bad = []
        for each in fields(cls):
            if each.name not in kept:
                continue
            value = kept[each.name]
            if _makes_sense(each.name, value, type(getattr(standard, each.name))):
                good[each.name] = value
            else:
                bad.append(each.name)
        return cls(**good), tuple(bad)


def _makes_sense(name: str, value: object, wanted: type) -> bool:
    if type(value) is not wanted:
        return False
    if name in ONE_OF:
        return value in ONE_OF[name]
    if isinstance(value, list):
        return all(isinstance(word, str) and _is_line(word) for word in value)
    if isinstance(value, dict):
        return all(isinstance(word, str) and _is_line(word) for item in value.items() for word in item)
    return not isinstance(value, str) or _is_line(value)


def _is_line(text: str) -> bool:
    """Return True if a text is one printable line."""
    return len(text) <= MOST_CHARACTERS and text.isprintable()
