"""A recording of a game: a folder with ``recording.json`` and pictures.

``recording.json`` holds ``{"game": "...", "camera": {...} | null, "a1": [u, v], "events": [...]}``. Each
event has a time ``t`` in seconds, never less than the one before, and exactly one of

- ``"frame": "000.jpg"``: a settled picture, a file in the folder;
- what somebody commits himself by, as the game's table module has it, such as ``"roll": {"B": 4, "G": 5}``;
- ``"roll_raw": "ROLL 12 d=B4,G5*...\\n"``: the same as the bytes that came from the dice tower;
- ``"correct": {...}``: the players' word, see `Session.correct`.

`camera` is the camera's profile (matrix, distortion, size), `a1` roughly where the outer corner of a1 is in the first
frame, in pixels; `options` (rule options by ruling id) may be given beside them. ``"mirror": true`` says that the
pictures are mirrored, as front cameras give them: they are turned round before anything looks at them, and `camera` and
`a1` speak of the pictures turned round.
"""

import hashlib
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

import cv2
import numpy as np

from companion.games.errors import GameError
from companion.referee.errors import RefereeError, words_of
from companion.referee.table import AnyTable
from companion.referee.tables import open_table
from hardware.dice import DiceRoll
from vision.image import Image
from vision.sources.picture_files import unmirrored

FILE = "recording.json"
TYPES = {str: "text", dict: "an object", list: "a list", int: "a number"}


@dataclass(frozen=True)
class Event:
    """Something that happened at `t` seconds: `kind` is one of those above, `value` what stands there, or the DiceRoll
    of a tower that is listened to.
    """

    index: int
    t: float
    kind: str
    value: Any

    @property
    def kept(self) -> Any:
        """The value as it stands in a recording: a tower's roll is kept as its line."""
        return f"{self.value.raw}\n" if isinstance(self.value, DiceRoll) else self.value

    def __str__(self) -> str:
        return f"event {self.index} (t={self.t:g}, {self.kind} {self.kept!r})"


class Picture(NamedTuple):
    """A picture, and the SHA-256 of its file."""

    image: Image
    digest: str


@dataclass(frozen=True)
class Recording:
    """A recording whose ``recording.json`` is sound; its pictures and rolls are looked at as they come."""

    folder: Path
    game: str
    events: tuple[Event, ...]
    camera: Mapping[str, Any] | None = None
    a1: tuple[float, float] | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    mirror: bool = False

    def picture(self, event: Event) -> Picture:
        """The picture of a frame event, never mirrored. Raises RefereeError where it is missing or none."""
        picture = read_picture(self.folder / event.value, str(event))
        return picture._replace(image=unmirrored(picture.image)) if self.mirror else picture


def load(folder: Path) -> Recording:
    """Read ``recording.json``. Raises RefereeError that names what is wrong with it and where."""
    path = folder / FILE
    if not path.is_file():
        raise RefereeError(f"{folder} is no recording: there is no {FILE} in it")
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise RefereeError(f"{path} is no JSON: {error}") from error
    if not isinstance(content, dict):
        raise RefereeError(f"{path} must hold one object with game, camera, a1 and events")
    camera, options = content.get("camera"), content.get("options", {})
    if camera is not None and not isinstance(camera, dict):
        raise RefereeError(f"{path}: camera must be a profile (an object) or null")
    if not isinstance(options, dict):
        raise RefereeError(f"{path}: options must be an object of rule options by ruling id")
    mirror = content.get("mirror", False)
    if not isinstance(mirror, bool):
        raise RefereeError(f"{path}: mirror must be true or false, got {mirror!r}")
    game = content.get("game")
    try:
        kinds = event_kinds(open_table(str(game), options))
    except (RefereeError, GameError) as error:
        raise RefereeError(f"{path}: {words_of(error)}") from error
    events, a1 = _events(path, content.get("events"), kinds), _a1(path, content.get("a1"))
    return Recording(folder, str(game), events, camera, a1, options, mirror)


def event_kinds(table: AnyTable) -> dict[str, type]:
    """The kinds of events of a game, with the JSON type of what each says."""
    raw = {"roll_raw": str} if "roll" in table.commitments else {}
    return {"frame": str, **table.commitments, **raw, "correct": dict}


def read_picture(path: Path, name: str) -> Picture:
    """Read a picture file. Raises RefereeError, beginning with `name`, where it is missing, cut short or no picture."""
    if not path.is_file():
        raise RefereeError("picture.missing", name=name, path=str(path))
    data = path.read_bytes()
    jpeg = data.startswith(b"\xff\xd8")
    if jpeg and b"\xff\xd9" not in data[-64:]:
        raise RefereeError("picture.cut_short", name=name, path=str(path))
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if data else None
    if image is None:
        raise RefereeError("picture.unreadable", name=name, path=str(path))
    return Picture(np.asarray(image, dtype=np.uint8), hashlib.sha256(data).hexdigest())


def _events(path: Path, content: object, kinds: Mapping[str, type]) -> tuple[Event, ...]:
    if not isinstance(content, list) or not content:
        raise RefereeError(f"{path}: events must be a list with at least the frame of the set-up")
    events: list[Event] = []
    for index, item in enumerate(content):
        event = _event(f"{path}: event {index}", index, item, kinds)
        if events and event.t < events[-1].t:
            raise RefereeError(
                f"{path}: {event} comes after one at t={events[-1].t:g}: events must be in order of time"
            )
        events.append(event)
    return tuple(events)


def _event(name: str, index: int, item: object, kinds: Mapping[str, type]) -> Event:
    if not isinstance(item, dict):
        raise RefereeError(f"{name} must be an object with t and one of {', '.join(kinds)}")
    t = item.get("t")
    if not isinstance(t, int | float) or isinstance(t, bool) or not math.isfinite(t):
        raise RefereeError(f"{name} must have a time t in seconds, got {t!r}")
    given = [kind for kind in kinds if kind in item]
    if len(given) != 1:
        raise RefereeError(f"{name} (t={t:g}) must have exactly one of {', '.join(kinds)}, got {sorted(item)}")
    (kind,) = given
    value = item[kind]
    if not isinstance(value, kinds[kind]) or isinstance(value, bool):
        raise RefereeError(f"{name} (t={t:g}): {kind} must be {TYPES[kinds[kind]]}, got {value!r}")
    if kind == "frame" and not _inside(str(value)):
        raise RefereeError(f"{name} (t={t:g}): frame must name a file in the recording's folder, got {value!r}")
    return Event(index, float(t), kind, value)


def _inside(name: str) -> bool:
    path = PurePosixPath(name)
    return bool(name) and not path.is_absolute() and ".." not in path.parts


def _a1(path: Path, content: object) -> tuple[float, float] | None:
    if content is None:
        return None
    if (
        not isinstance(content, Sequence)
        or len(content) != 2
        or not all(isinstance(x, int | float) and math.isfinite(x) for x in content)
    ):
        raise RefereeError(
            f"{path}: a1 must be [u, v], the pixel of a1's outer corner in the first frame, got {content!r}"
        )
    return float(content[0]), float(content[1])
