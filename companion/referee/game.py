"""One refereed game with all around it: events in, verdicts out, each in the journal before it is announced.

The records of a journal after its header:

- ``{"kind": "roll", "event", "t", "roll", "remarks"}`` (and ``raw``, ``number`` when it came from a tower);
- ``{"kind": "frame", "event", "t", "frame", "sha256", "evidence", "verdict"}``: the picture's file, what was asked
  about it and answered, the verdict. ``evidence`` is null where the board could not be found; then ``lost`` tells why.
  ``frame`` and ``sha256`` are null for a table that the players entered by hand;
- ``{"kind": "correct", "event", "t", "correct", "verdict"}``;
- ``{"kind": "fault", "event", "message"}``: an event that could not be used; it is tried again when the game goes on.

The evidence makes the journal enough to judge the whole game again without its pictures.
"""

import platform
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import Any, NamedTuple, Protocol

import cv2

from companion.games.errors import GameError
from companion.games.looney_blockade import Options
from companion.referee.entered_look import EnteredLook
from companion.referee.errors import RefereeError, words_of
from companion.referee.evidence import Evidence
from companion.referee.keeping.journal import Journal, Record
from companion.referee.keeping.recording import GAME, Event, Picture, Recording
from companion.referee.session import Session
from companion.referee.verdict import Verdict
from hardware.dice import DiceRoll
from hardware.errors import DeviceError
from hardware.tower.dtp import read_roll
from vision.errors import VisionError
from vision.image import Image
from vision.watching.contract import Look, Watcher

OpenWatcher = Callable[[Image], Watcher]


class Pictures(Protocol):
    """Where the pictures of frame events come from."""

    def picture(self, event: Event) -> Picture:
        """The picture of a frame event. Raises RefereeError where there is none."""


class Step(NamedTuple):
    """What became of one event: a verdict, save for a roll; the picture and the look it rests on, for a frame."""

    event: Event
    verdict: Verdict | None
    picture: Picture | None
    look: Look | None
    remarks: tuple[str, ...]


def header(recording: Recording, camera: Mapping[str, Any] | None) -> dict[str, Any]:
    """What a journal starts with: enough to judge the game without anything beside the pictures."""
    return {
        "game": GAME,
        "options": dict(recording.options),
        "camera": camera,
        "a1": recording.a1,
        "mirror": recording.mirror,
        "recording": str(recording.folder.resolve()),
        "versions": {"companion": _own_version(), "python": platform.python_version(), "opencv": cv2.__version__},
    }


def learnable(verdict: Verdict) -> bool:
    """Whether a look was understood, so that later looks may be compared with it.

    An unchanged table is no such look: to learn from it would make a change once overlooked invisible for good.
    """
    return verdict.verdict in ("setup", "legal", "won", "takeback", "illegal", "incomplete")


class Game:
    """A session with its watcher and, if wanted, its journal."""

    def __init__(
        self, open_watcher: OpenWatcher, options: Options | None = None, journal: Journal | None = None
    ) -> None:
        self.session = Session(options)
        self._open_watcher = open_watcher
        self._watcher: Watcher | None = None
        # What was judged last, if it was a picture and no hand was in it.
        self._last: Look | None = None
        self._journal = journal
        # The number and the values of the last roll that a tower announced.
        self._announced: tuple[int, Mapping[str, int]] | None = None

    def roll(self, event: Event) -> tuple[str, ...]:
        """A roll, typed or from the tower. Returns what is remarkable about it. Raises GameError, DeviceError."""
        fields: dict[str, Any] = {"roll": event.value}
        if event.kind == "roll_raw":
            heard = event.value if isinstance(event.value, DiceRoll) else read_roll(event.value)
            announced = (heard.number, heard.values())
            if announced == self._announced:
                return ()
            self._announced = announced
            fields = {"roll": heard.values(), "raw": event.kept, "number": heard.number}
        remarks = self.session.roll(fields["roll"])
        self._record("roll", event, {**fields, "remarks": remarks})
        return remarks

    def correct(self, event: Event) -> Verdict:
        """A correction by the players. Raises RefereeError, GameError."""
        verdict = self.session.correct(event.t, event.value)
        self._record("correct", event, {"correct": event.value, "verdict": verdict.to_json()})
        self._be_told(event.value)
        return verdict

    def frame(self, event: Event, picture: Picture) -> tuple[Verdict, Look | None]:
        """A settled picture. Raises VisionError while no board has been found, GameError for a faulty set-up."""
        fields: dict[str, Any] = {"frame": event.value, "sha256": picture.digest, "evidence": None}
        look: Look | None = None
        try:
            look = self._look(picture.image)
        except VisionError as error:
            if not self.session.started:
                raise
            verdict = self.session.lost(event.t, event.value, words_of(error))
            fields["lost"] = words_of(error)
        else:
            evidence = Evidence.of(look)
            verdict = self.session.see(event.t, event.value, evidence)
            fields["evidence"] = evidence.to_json()
        self._record("frame", event, {**fields, "verdict": verdict.to_json()})
        if look is not None:
            self._judged(look, verdict)
        return verdict, look

    def enter(self, event: Event, grid: Mapping[str, str]) -> Verdict:
        """A table entered by hand, each stack certain. Raises GameError for a faulty set-up."""
        self._last = None
        evidence = Evidence.of(EnteredLook(grid))
        verdict = self.session.see(event.t, None, evidence)
        fields = {"frame": None, "sha256": None, "evidence": evidence.to_json(), "verdict": verdict.to_json()}
        self._record("frame", event, fields)
        return verdict

    def fault(self, event: Event, message: str) -> None:
        """Keep in the journal that an event could not be used."""
        self._record("fault", event, {"message": message})

    def recall(self, record: Record, picture: Picture | None) -> tuple[Verdict | None, Look | None]:
        """Live through a record of the journal again: the session judges the kept evidence, the watcher sees the
        picture (if given) and learns what it learnt then. Returns the verdict that comes out now, and the look.
        """
        verdict = rejudge(self.session, record)
        if record["kind"] == "roll" and "raw" in record:
            self._announced = (record["number"], record["roll"])
        if record["kind"] == "correct":
            self._be_told(record["correct"])
        if picture is None or verdict is None:
            return verdict, None
        if record["sha256"] != picture.digest:
            raise RefereeError(f"frame {record['frame']} is not the picture that the journal was written from")
        if record["evidence"] is None:
            return verdict, None
        look = self._look(picture.image)
        self._judged(look, verdict)
        return verdict, look

    def _look(self, image: Image) -> Look:
        if self._watcher is None:
            self._watcher = self._open_watcher(image)
        return self._watcher.look(image)

    def _judged(self, look: Look, verdict: Verdict) -> None:
        if verdict.verdict != "hand":
            self._last = look
            if self._watcher is not None:
                self._watcher.weighed(look)
        if learnable(verdict):
            self._learn()

    def _be_told(self, correction: Mapping[str, Any]) -> None:
        """Let the watcher take note of what the players say that the last look showed. What is undone says nothing."""
        if "undo" not in correction:
            self._learn()

    def _learn(self) -> None:
        if self._last is not None and self._watcher is not None:
            self._watcher.learn(self._last, self.session.plainly_seen())

    def _record(self, kind: str, event: Event, fields: Mapping[str, Any]) -> None:
        if self._journal:
            self._journal.append(kind, {"event": event.index, "t": event.t, **fields})


def rejudge(session: Session, record: Record) -> Verdict | None:
    """Put one record of a journal to a session, pictures not needed. Returns its verdict, None for a roll."""
    match record["kind"]:
        case "roll":
            session.roll(record["roll"])
        case "correct":
            return session.correct(record["t"], record["correct"])
        case "frame" if record["evidence"] is None:
            return session.lost(record["t"], record["frame"], record["lost"])
        case "frame":
            return session.see(record["t"], record["frame"], Evidence.from_json(record["evidence"]))
        case "fault":
            pass
        case unknown:
            raise RefereeError(f"record {record['seq']} of the journal is of an unknown kind {unknown!r}")
    return None


def play(game: Game, recording: Recording, first: int = 0) -> Iterator[Step]:
    """Referee a recording from event `first` on, step by step; each is in the journal before it is handed out.

    Raises RefereeError, named after the event, for one that cannot be used; all before it has been judged and kept.
    """
    for event in recording.events[first:]:
        yield take(game, event, recording)


def take(game: Game, event: Event, pictures: Pictures) -> Step:
    """Put one event to the game. Raises RefereeError, named after the event, where it cannot be used."""
    try:
        if event.kind in ("roll", "roll_raw"):
            return Step(event, None, None, None, game.roll(event))
        if event.kind == "correct":
            return Step(event, game.correct(event), None, None, ())
        shown = pictures.picture(event)
        verdict, look = game.frame(event, shown)
        return Step(event, verdict, shown, look, ())
    except (GameError, DeviceError, RefereeError, VisionError) as error:
        game.fault(event, words_of(error))
        raise RefereeError(f"{event}: {words_of(error)}") from error


def first_open(records: Sequence[Record]) -> int:
    """The first event that a journal has not yet taken."""
    return 1 + max((record["event"] for record in records if record["kind"] != "fault"), default=-1)


def go_on(game: Game, records: Sequence[Record], recording: Recording) -> Iterator[Step]:
    """Bring a game to where its journal left it, step by step.

    Raises RefereeError where the recording is another one, or where a verdict comes out differently now.
    """
    for record in records:
        if record["kind"] == "fault":
            continue
        event = _event_of(record, recording)
        shown = recording.picture(event) if event.kind == "frame" else None
        verdict, look = game.recall(record, shown)
        if verdict is not None and verdict.to_json() != record["verdict"]:
            raise RefereeError(
                f"record {record['seq']} of the journal ({event}) is judged {verdict.verdict} now, it says "
                f"{record['verdict']['verdict']}: it was written by another version of the referee; replay it instead"
            )
        yield Step(event, verdict, shown, look, tuple(record.get("remarks", ())))


def _event_of(record: Record, recording: Recording) -> Event:
    index = record["event"]
    if index >= len(recording.events) or recording.events[index].kept != _value_of(record):
        raise RefereeError(f"record {record['seq']} of the journal is not event {index} of {recording.folder}")
    return recording.events[index]


def _value_of(record: Record) -> Any:
    if record["kind"] == "roll":
        return record.get("raw", record["roll"])
    return record[record["kind"]]


def _own_version() -> str:
    try:
        return version("pyramid-companion")
    except PackageNotFoundError:
        return "unknown"
