"""A recording of a game: a folder with ``recording.json`` and pictures.

``recording.json`` holds ``{"game": "...", "camera": {...} | null, "a1": [u, v], "events": [...]}``. Each
event has a time ``t`` in seconds, never less than the one before, and exactly one of

- ``"frame": "000.jpg"``: a settled picture, a file in the folder;
- what somebody commits themselves by, as the game's table module has it, such as ``"roll": {"B": 4, "G": 5}``;
- ``"roll_raw": "ROLL 12 d=B4,G5*...\\n"``: the same as the bytes that came from the dice tower;
- ``"correct": {...}``: the players' word, see `Session.correct`.

`camera` is the camera's profile (matrix, distortion, size), `a1` roughly where the outer corner of a1 is in the first
frame, in pixels; `options` (rule options by ruling id) may be given beside them. ``"mirror": true`` says that the
pictures are mirrored, as front cameras give them: they are turned round before anything looks at them, and `camera` and
`a1` speak of the pictures turned round. ``"simulated": true`` says that a table played by itself and was judged by what
had been drawn: its pictures alone may tell something else.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any, Final, NamedTuple

from companion.games.errors import CompanionError, printable
from companion.games.reason import Reason, because
from companion.referee.errors import RefereeError
from companion.referee.keeping.plain_json import parsed
from companion.referee.keeping.shapes import (
    Shape,
    ShapeError,
    anything,
    fields,
    list_of,
    map_of,
    maybe,
    number,
    row_of,
    seconds,
    text,
    truth,
    whole,
)
from companion.referee.table import AnyTable
from companion.referee.tables import open_table
from companion.texts.language import english
from hardware.dice import DiceRoll
from vision.image import Image
from vision.sources import picture_files
from vision.sources.picture_files import unmirrored

FILE: Final = "recording.json"
# Larger than any game: an event takes some hundred bytes.
MOST_BYTES: Final = 50_000_000
# Of what an event says so much is told.
LONGEST: Final = 80
_FORMS: Final[Mapping[type, Shape]] = {
    str: text,
    dict: map_of(anything),
    list: list_of(anything),
    int: whole(),
    object: anything,
}
_CONTENT: Final = fields(
    {"game": text, "events": list_of(map_of(anything))},
    {
        "camera": maybe(map_of(anything)),
        "options": map_of(anything),
        "mirror": truth,
        "simulated": truth,
        "a1": maybe(row_of(number, number)),
    },
)


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
    def recorded(self) -> Any:
        """The value as it stands in a recording: a tower's roll is kept as its line."""
        return f"{self.value.raw}\n" if isinstance(self.value, DiceRoll) else self.value

    @property
    def named(self) -> Reason:
        """Name of the event, for people."""
        value = repr(self.recorded)
        value = value if len(value) <= LONGEST else f"{value[: LONGEST - 3]}..."
        return because("recording.named", n=self.index, t=f"{self.t:g}", what=f"{self.kind} {value}")

    def __str__(self) -> str:
        return english(self.named)


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
    simulated: bool = False

    def picture(self, event: Event) -> Picture:
        """Return the picture of a frame event, never mirrored. Raises VisionError if it is missing or no picture,
        RefereeError if it lies outside the folder."""
        path = self.folder / event.value
        if not _leads_into(path, self.folder):
            raise RefereeError("recording.elsewhere", name=printable(event.value))
        picture = read_picture(path)
        return picture._replace(image=unmirrored(picture.image)) if self.mirror else picture


def load(folder: Path) -> Recording:
    """Read ``recording.json``. Raises RefereeError that names what is wrong with it and where."""
    path = folder / FILE
    if not path.is_file():
        raise RefereeError("recording.none", folder=str(folder), file=FILE)
    if path.stat().st_size > MOST_BYTES:
        raise RefereeError("recording.wrong", path=str(path), reason=because("recording.large", most=MOST_BYTES))
    try:
        content = parsed(path.read_bytes())
        _CONTENT(content)
        table = open_table(content["game"], content.get("options", {}))
        events = _events(content["events"], event_kinds(table))
    except CompanionError as error:
        raise RefereeError("recording.wrong", path=str(path), reason=error.reason) from error
    a1 = content.get("a1")
    return Recording(
        folder,
        content["game"],
        events,
        content.get("camera"),
        (float(a1[0]), float(a1[1])) if a1 else None,
        content.get("options", {}),
        content.get("mirror", False),
        content.get("simulated", False),
    )


def event_kinds(table: AnyTable) -> dict[str, type]:
    """Return the kinds of a game's events, with the JSON type of their values."""
    raw = {"roll_raw": str} if "roll" in table.commitments else {}
    return {"frame": str, **table.commitments, **raw, "correct": dict}


def read_picture(path: Path) -> Picture:
    """Read a picture file. Raises VisionError where it is missing, cut short, too large or no picture."""
    image, data = picture_files.read_picture(path)
    return Picture(image, hashlib.sha256(data).hexdigest())


def _events(content: list[dict[str, Any]], kinds: Mapping[str, type]) -> tuple[Event, ...]:
    if not content:
        raise RefereeError("recording.empty")
    events: list[Event] = []
    for index, item in enumerate(content):
        event = _event(index, item, kinds)
        if events and event.t < events[-1].t:
            raise RefereeError("recording.order", event=event.named, before=f"{events[-1].t:g}")
        events.append(event)
    return tuple(events)


def _event(index: int, item: Mapping[str, Any], kinds: Mapping[str, type]) -> Event:
    given = [kind for kind in kinds if kind in item]
    try:
        fields({"t": seconds})(item)
        if len(given) != 1:
            raise ShapeError(
                "recording.kinds", known=tuple(kinds), got=tuple(printable(name) for name in sorted(item)[:9])
            )
        (kind,) = given
        fields({kind: _FORMS[kinds[kind]]})(item)
    except ShapeError as error:
        raise RefereeError("recording.event", index=index, reason=error.reason) from None
    if kind == "frame" and not _inside(item[kind]):
        elsewhere = because("recording.elsewhere", name=printable(item[kind]))
        raise RefereeError("recording.event", index=index, reason=elsewhere)
    return Event(index, float(item["t"]), kind, item[kind])


def _leads_into(path: Path, folder: Path) -> bool:
    """Return True if a file is in a folder once all links are followed."""
    try:
        return path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError):  # links that go round in a circle
        return False


def _inside(name: str) -> bool:
    """Return True if a name can be that of a file in the recording's folder."""
    path = PurePosixPath(name)
    return 0 < len(name) <= 255 and name.isprintable() and not path.is_absolute() and ".." not in path.parts
