"""What happens at a table, as it happens: settled pictures from a camera, and what people type beside it."""

import queue
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from companion.games.reason import Reason, because
from companion.referee.errors import RefereeError, reason_of, told
from companion.referee.game import Game, Step, take
from companion.referee.live.camera_dice import Tray
from companion.referee.live.capture import FrameSource, Recorder, Settler, parse_roll
from hardware.dice import DiceRoll, DiceSource, Moving
from hardware.errors import DeviceError
from hardware.roll_store import RollStore
from vision.sources.source import Shot

Complain = Callable[[Reason], None]

TOKENS = 65535
TURN_ENDS = ("setup", "legal", "corrected")

HELP = (
    "B4 G5 (a roll), throw (simulated or virtual dice), Enter (look now), undo, accept, reading 0, cell b2 G3G1, quit"
)


class Happening(NamedTuple):
    """`kind` is frame (`value` is the picture), roll, roll_raw (the DiceRoll of a tower), correct, or quit."""

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
        case ["quit" | "q" | "throw" as word]:
            return "throw" if word == "throw" else "quit", None
        case ["undo" | "accept" as what]:
            return "correct", {what: True}
        case ["reading", number] if number.isdecimal():
            return "correct", {"reading": int(number)}
        case ["cell", cell, *_] if len(words) in (2, 3):
            return "correct", {"cells": {cell: words[2].upper() if len(words) == 3 else ""}}
    try:
        return "roll", parse_roll(text)
    except RefereeError as error:
        raise RefereeError("live.typed", reason=error.reason, help=HELP) from error


class TableDice:
    """The rolls of a dice source, as they concern a game: each turn is armed, so that stray rolls are told apart."""

    def __init__(self, source: DiceSource, complain: Complain, missed: Iterable[DiceRoll] = ()) -> None:
        """`missed` are rolls that were stored when the game was broken off and did not reach it."""
        self._source = source
        self._complain = complain
        self._missed = list(missed)
        self._turn = 0

    def next_turn(self) -> None:
        """Somebody is to roll now."""
        self._turn = self._turn % TOKENS + 1
        self._source.arm(self._turn)

    def throw(self) -> None:
        """Roll, where the machine can do that itself."""
        try:
            self._source.throw()
        except DeviceError as error:
            self._complain(told(error))

    def waiting(self) -> Iterator[tuple[str, Any]]:
        """The rolls since last asked, as kind and value of a happening; all else is told to the players."""
        missed, self._missed = self._missed, []
        for roll in missed:
            yield from self._counting(roll)
        for event in self._source.poll():
            if isinstance(event, DiceRoll):
                if self._turn and event.arm != self._turn:
                    self._complain(because("referee.stray_roll", number=event.number, dice=str(event)))
                yield from self._counting(event)
            elif not isinstance(event, Moving):
                self._complain(reason_of(event.fact))

    def _counting(self, roll: DiceRoll) -> Iterator[tuple[str, Any]]:
        try:
            values = roll.values()
        except DeviceError as error:
            self._complain(told(error))
            return
        yield ("roll_raw", roll) if roll.raw else ("roll", values)


def unheard(store: RollStore, heard: Iterable[str]) -> list[DiceRoll]:
    """The stored rolls of a tower that did not reach the game; `heard` are the lines of those that did."""
    known = {line.rstrip("\n") for line in heard}
    return [r for r in store if isinstance(r, DiceRoll) and r.certain and r.raw and r.raw not in known]


def happenings(
    source: FrameSource, typed: Lines, complain: Complain, dice: TableDice | None = None, tray: Tray | None = None
) -> Iterator[Happening]:
    """Settled pictures, rolls and typed lines as they come; ends with the source, or when somebody types quit.

    Rolls come from `dice`, from a watched `tray`, or are typed. `complain` is called with the message about a line that
    makes no sense.
    """
    settler = Settler()
    last: Shot | None = None
    t = 0.0
    for shot in source.shots():
        if shot is not None:
            t, last = shot.t, shot
        look_now = source.still and shot is not None
        for kind, value in _rolled(shot, dice, tray):
            yield Happening(t, kind, value)
        for line in typed.waiting():
            try:
                kind, value = understand(line)
            except RefereeError as error:
                complain(told(error))
                continue
            if kind == "quit":
                return
            if kind == "frame":
                look_now = True
            elif kind != "throw":
                yield Happening(t, kind, value)
            elif dice:
                dice.throw()
            else:
                complain(because("live.no_dice"))
        if shot is not None and settler.settled(shot):
            look_now = True
        if look_now and last is not None:
            yield Happening(t, "frame", last.image)


def _rolled(shot: Shot | None, dice: TableDice | None, tray: Tray | None) -> Iterator[tuple[str, Any]]:
    """The rolls since last asked, as kind and value of a happening."""
    if dice:
        yield from dice.waiting()
    if tray:
        yield from (("roll", roll) for roll in tray.rolls(shot))


def steps(
    game: Game, recorder: Recorder, events: Iterable[Happening], complain: Complain, dice: TableDice | None = None
) -> Iterator[Step]:
    """Referee what happens, recording it. What cannot be used (a mistyped roll, no proper set-up yet) is complained of
    and forgotten; the game goes on.
    """
    if dice and game.session.started:
        dice.next_turn()
    begin = recorder.recording.events[-1].t if recorder.recording.events else 0.0
    for t, kind, value in events:
        event = recorder.frame(begin + t, value) if kind == "frame" else recorder.add(begin + t, kind, value)
        try:
            step = take(game, event, recorder)
        except RefereeError as error:
            recorder.drop()
            complain(told(error))
        else:
            if dice and step.verdict and step.verdict.verdict in TURN_ENDS:
                dice.next_turn()
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
                    raise RefereeError("live.notes.line", path=str(path), line=number, reason=error.reason) from error
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
