"""What happens at a table, as it happens: settled pictures from a camera, and what people type beside it."""

import queue
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from companion.referee.capture import FrameSource, Recorder, Settler, parse_roll
from companion.referee.errors import RefereeError
from companion.referee.game import Game, Step, take
from vision.source import Shot

Complain = Callable[[str], None]

HELP = "B4 G5 (a roll), Enter (look now), undo, accept, reading 0, cell b2 G3G1, quit"


class Happening(NamedTuple):
    """`kind` is frame (`value` is the picture), roll, correct, or quit."""

    t: float
    kind: str
    value: Any


class Lines(Protocol):
    """What people type."""

    def waiting(self) -> Iterable[str]:
        """The lines typed since last asked."""


class Typed:
    """Lines from a stream such as standard input, read beside everything else."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._queue: queue.SimpleQueue[str] = queue.SimpleQueue()
        threading.Thread(target=self._read, args=(lines,), daemon=True).start()

    def waiting(self) -> Iterator[str]:
        """The lines typed since last asked."""
        while not self._queue.empty():
            yield self._queue.get()

    def _read(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._queue.put(line.strip())


def understand(text: str) -> tuple[str, Any]:
    """A typed line as kind and value of a happening; an empty line asks for a look. Raises RefereeError."""
    words = text.split()
    match [word.lower() for word in words]:
        case []:
            return "frame", None
        case ["quit" | "q"]:
            return "quit", None
        case ["undo" | "accept" as what]:
            return "correct", {what: True}
        case ["reading", number] if number.isdecimal():
            return "correct", {"reading": int(number)}
        case ["cell", cell, *_] if len(words) in (2, 3):
            return "correct", {"cells": {cell: words[2].upper() if len(words) == 3 else ""}}
    try:
        return "roll", parse_roll(text)
    except RefereeError as error:
        raise RefereeError(f"{error}; or type one of: {HELP}") from error


def happenings(source: FrameSource, typed: Lines, complain: Complain) -> Iterator[Happening]:
    """Settled pictures and typed lines in the order they come; ends with the source, or when somebody types quit.

    `complain` is called with the message about a line that makes no sense.
    """
    settler = Settler()
    last: Shot | None = None
    t = 0.0
    for shot in source.shots():
        if shot is not None:
            t, last = shot.t, shot
        look_now = source.still and shot is not None
        for line in typed.waiting():
            try:
                kind, value = understand(line)
            except RefereeError as error:
                complain(str(error))
                continue
            if kind == "quit":
                return
            if kind == "frame":
                look_now = True
            else:
                yield Happening(t, kind, value)
        if shot is not None and settler.settled(shot):
            look_now = True
        if look_now and last is not None:
            yield Happening(t, "frame", last.image)


def steps(game: Game, recorder: Recorder, events: Iterable[Happening], complain: Complain) -> Iterator[Step]:
    """Referee what happens, recording it. What cannot be used (a mistyped roll, no proper set-up yet) is complained of
    and forgotten; the game goes on.
    """
    begin = recorder.recording.events[-1].t if recorder.recording.events else 0.0
    for t, kind, value in events:
        event = recorder.frame(begin + t, value) if kind == "frame" else recorder.add(begin + t, kind, value)
        try:
            step = take(game, event, recorder)
        except RefereeError as error:
            recorder.drop()
            complain(str(error))
        else:
            yield step


class Notes:
    """Rolls written down beforehand, each with its time: seconds, or the name of the picture that it comes before."""

    def __init__(self, rolls: Sequence[tuple[str, dict[str, int]]]) -> None:
        self._rolls = list(rolls)

    @classmethod
    def read(cls, path: Path) -> "Notes":
        """Lines such as ``12.5 B4 G5`` or ``003.jpg B4 G5``. Raises RefereeError for a line that is neither."""
        rolls = []
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if line.strip():
                when, _, text = line.strip().partition(" ")
                try:
                    rolls.append((when, parse_roll(text)))
                except RefereeError as error:
                    raise RefereeError(f"{path}, line {number}: {error}") from error
        return cls(rolls)

    def before(self, shot: Shot) -> list[dict[str, int]]:
        """The rolls that come before this picture and have not been handed out yet."""
        found = []
        while self._rolls and _due(self._rolls[0][0], shot):
            found.append(self._rolls.pop(0)[1])
        return found

    def left(self) -> list[str]:
        """When the rolls were that no picture came after."""
        return [when for when, _ in self._rolls]


def _due(when: str, shot: Shot) -> bool:
    if when == shot.name:
        return True
    try:
        return float(when) <= shot.t
    except ValueError:
        return False


def noted(source: FrameSource, notes: Notes) -> Iterator[Happening]:
    """Settled pictures of a source with the rolls that were written down, in their order."""
    settler = Settler()
    for shot in source.shots():
        if shot is None:
            continue
        for roll in notes.before(shot):
            yield Happening(shot.t, "roll", roll)
        if source.still or settler.settled(shot):
            yield Happening(shot.t, "frame", shot.image)
    if notes.left():
        raise RefereeError(f"no picture comes after the roll noted for {notes.left()[0]}")
