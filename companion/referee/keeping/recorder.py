"""A recording made of a game while it is played."""

import json
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Self

from companion.referee.errors import KeepingError, RefereeError
from companion.referee.keeping.recording import FILE, Event, Picture, Recording, load
from companion.referee.keeping.whole_file import write_picture, write_whole
from vision.image import Image


class Recorder:
    """Writes a recording while it happens: whole at every moment, each event on the disk before it is used.

    What the disk does not take (KeepingError) has not happened, and can be written again later.
    """

    def __init__(self, recording: Recording, *, new: bool = False) -> None:
        """`new`: the folder was made for this recording."""
        self.recording, self._new = recording, new
        self._pictures = sum(event.kind == "frame" for event in recording.events)

    @classmethod
    def begin(cls, recording: Recording) -> Self:
        """Begin a recording without events. Raises RefereeError where its folder holds one already."""
        if (recording.folder / FILE).exists():
            raise RefereeError("recording.taken", folder=str(recording.folder))
        new = not recording.folder.exists()
        try:
            recording.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise KeepingError(recording.folder, error) from error
        return cls(recording, new=new)

    @classmethod
    def reopen(cls, folder: Path) -> Self:
        """Go on with a recording that was broken off. Raises RefereeError where there is none."""
        return cls(load(folder))

    def frame(self, t: float, image: Image) -> Event:
        """Add a settled picture as the camera gave it; what is judged later is the picture as it was written."""
        name = f"{self._pictures:04d}.jpg"
        write_picture(self.recording.folder / name, image)
        event = self.add(t, "frame", name)
        self._pictures += 1
        return event

    def add(self, t: float, kind: str, value: Any) -> Event:
        """Add an event, not before the last one."""
        held = self.recording
        last = held.events[-1].t if held.events else t
        event = Event(len(held.events), round(max(t, last), 2), kind, value)
        self._save(replace(held, events=(*held.events, event)))
        return event

    def drop(self) -> None:
        """Take the last event back: it could not be used."""
        self._save(replace(self.recording, events=self.recording.events[:-1]))

    def leave_nothing_empty(self, *begun: Path) -> None:
        """If nothing was recorded, remove the files that were `begun` and the folder made, if there is nothing else."""
        if (self.recording.folder / FILE).exists():
            return
        with suppress(OSError):
            for path in begun:
                path.unlink(missing_ok=True)
            if self._new:
                self.recording.folder.rmdir()

    def picture(self, event: Event) -> Picture:
        return self.recording.picture(event)

    def _save(self, held: Recording) -> None:
        events = [{"t": event.t, event.kind: event.recorded} for event in held.events]
        content: dict[str, Any] = {
            "game": held.game,
            "camera": held.camera,
            "a1": held.a1,
            "options": dict(held.options),
        }
        told = {"mirror": held.mirror, "simulated": held.simulated}
        content |= {what: True for what, so in told.items() if so}
        content["events"] = events
        write_whole(held.folder / FILE, json.dumps(content, indent=1).encode())
        self.recording = held
