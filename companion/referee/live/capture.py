"""Pictures as they come from a source; which of them are settled; and a recording made of them."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.looney_blockade import initial
from companion.games.reason import Reason, because
from companion.referee.errors import RefereeError
from companion.referee.keeping.recording import FILE, GAME, Event, Picture, Recording, load
from companion.referee.keeping.whole_file import write_picture, write_whole
from vision.drawing.simulated_camera import SimulatedTable, usual_view
from vision.geometry.grid import VOLCANO
from vision.image import Image
from vision.sources.opening import open_source
from vision.sources.source import Shot, Source, Status, shots

SIMULATED = "simulated"
NO_START = {Status.LOST: "live.no_start.lost", Status.STALLED: "live.no_start.stalled"}
TROUBLE = {
    Status.STALLED: "live.trouble.stalled",
    Status.FROZEN: "live.trouble.frozen",
    Status.LOST: "live.trouble.lost",
}


class FrameSource(Protocol):
    """Where pictures come from, one after another."""

    @property
    def still(self) -> bool:
        """Every picture is a settled one: somebody has chosen them already."""

    def shots(self) -> Iterator[Shot | None]:
        """The pictures in their order; None when none came for a moment. Raises VisionError where one cannot be had."""


class Feed:
    """The pictures of a source, with a word to the players whenever it falls silent or comes back."""

    def __init__(self, source: Source, name: Reason | str, tell: Callable[[Reason], None]) -> None:
        self.still = source.still
        self._source = source
        self._name = name
        self._tell = tell

    def shots(self) -> Iterator[Shot | None]:
        """The pictures until the source ends. Raises RefereeError where a camera cannot be opened to begin with."""
        told, begun = Status.LIVE, False
        try:
            for shot in shots(self._source):
                begun |= shot is not None
                status = self._source.status
                if not begun and status in NO_START:
                    raise RefereeError(NO_START[status], camera=self._name)
                if status not in (told, Status.OPENING, Status.ENDED):
                    self._tell(because(TROUBLE.get(status, "live.again"), camera=self._name))
                    told = status
                yield shot
        finally:
            self._source.close()


def open_feed(name: str, tell: Callable[[Reason], None]) -> Feed:
    """The pictures of what `--camera` names: a number, an address, a path, or ``simulated`` for a drawn set-up.

    Raises VisionError for a path with nothing there.
    """
    if name == SIMULATED:
        return Feed(SimulatedTable(initial().grid, usual_view(VOLCANO)), because("live.simulated"), tell)
    return Feed(open_source(name), because("live.camera", number=int(name)) if name.isdecimal() else name, tell)


class Settler:
    """Tells when the picture has come to rest after something in it has changed.

    A picture is at rest when for `quiet` seconds no more than the share `moving` of it has changed against the
    picture at the beginning of the rest. Small and smooth before comparing, so that sensor noise is no motion.
    """

    def __init__(self, quiet: float = 0.5, moving: float = 0.002, step: int = 14) -> None:
        self._quiet = quiet
        self._moving = moving
        self._step = step
        self._since = 0.0
        self._rest: NDArray[np.uint8] | None = None
        self._told: NDArray[np.uint8] | None = None

    def settled(self, shot: Shot) -> bool:
        """Whether this picture is the first at rest that differs from the last one of which this was said."""
        now = self._reduced(shot.image)
        if self._rest is None or self._differ(self._rest, now):
            self._rest, self._since = now, shot.t
            return False
        if shot.t - self._since < self._quiet or (self._told is not None and not self._differ(self._told, now)):
            return False
        self._told = now
        return True

    def _reduced(self, image: Image) -> NDArray[np.uint8]:
        height, width = image.shape[:2]
        size = (320, max(1, round(height * 320 / width)))
        small = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
        return np.asarray(cv2.GaussianBlur(small, (5, 5), 0), dtype=np.uint8)

    def _differ(self, one: NDArray[np.uint8], two: NDArray[np.uint8]) -> bool:
        changed = cv2.absdiff(one, two).max(axis=2) > self._step
        return float(np.mean(changed)) > self._moving


class Recorder:
    """Writes a recording while it happens: whole at every moment, each event on the disk before it is used."""

    def __init__(
        self,
        folder: Path,
        camera: Mapping[str, Any] | None,
        a1: tuple[float, float] | None,
        *,
        mirror: bool = False,
    ) -> None:
        if (folder / FILE).exists():
            raise RefereeError(f"{folder} already holds a recording: name another folder")
        folder.mkdir(parents=True, exist_ok=True)
        self.recording = Recording(folder, (), camera, a1, mirror=mirror)
        self._pictures = 0

    @classmethod
    def reopen(cls, folder: Path) -> "Recorder":
        """Go on with a recording that was broken off. Raises RefereeError where there is none."""
        recorder = cls.__new__(cls)
        recorder.recording = load(folder)
        recorder._pictures = sum(event.kind == "frame" for event in recorder.recording.events)
        return recorder

    def frame(self, t: float, image: Image) -> Event:
        """Add a settled picture as the camera gave it; what is judged later is the picture as it was written."""
        name = f"{self._pictures:04d}.jpg"
        self._pictures += 1
        write_picture(self.recording.folder / name, image)
        return self.add(t, "frame", name)

    def add(self, t: float, kind: str, value: Any) -> Event:
        """Add an event, not before the last one."""
        held = self.recording
        last = held.events[-1].t if held.events else t
        event = Event(len(held.events), round(max(t, last), 2), kind, value)
        self.recording = replace(held, events=(*held.events, event))
        self._save()
        return event

    def drop(self) -> None:
        """Take the last event back: it could not be used."""
        self.recording = replace(self.recording, events=self.recording.events[:-1])
        self._save()

    def picture(self, event: Event) -> Picture:
        return self.recording.picture(event)

    def _save(self) -> None:
        held = self.recording
        events = [{"t": event.t, event.kind: event.kept} for event in held.events]
        content: dict[str, Any] = {"game": GAME, "camera": held.camera, "a1": held.a1, "options": dict(held.options)}
        if held.mirror:
            content["mirror"] = True
        content["events"] = events
        write_whole(held.folder / FILE, json.dumps(content, indent=1).encode())


def parse_roll(text: str) -> dict[str, int]:
    """A typed roll: ``B4 G5``, ``b4g5``, ``r1, y6``. Raises RefereeError for anything else."""
    dice = re.findall(r"([A-Za-z])\s*(\d+)", text)
    if not dice or re.sub(r"[A-Za-z]\s*\d+|[\s,;]", "", text):
        raise RefereeError(f"{text!r} is no roll: write the colour and the value of each die, such as B4 G5")
    roll = {colour.upper(): int(value) for colour, value in dice}
    if len(roll) != len(dice):
        raise RefereeError(f"{text!r} names a colour twice: one die of each of the mover's colours")
    return roll
