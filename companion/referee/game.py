"""One refereed game with all around it: events in, verdicts out, each in the journal before it is announced.

The records of a journal after its header:

- ``{"kind": "commit", "event", "t", "commit", "remarks"}``: what was said, such as ``{"roll": {"B": 4, "G": 5}}`` (and
  ``raw``, ``number`` when it came from a tower);
- ``{"kind": "frame", "event", "t", "frame", "sha256", "evidence", "verdict"}``: the picture's file, what was asked
  about it and answered, the verdict. ``evidence`` is null where the board could not be found; then ``lost`` tells why.
  ``frame`` and ``sha256`` are null for a table that the players entered by hand;
- ``{"kind": "correct", "event", "t", "correct", "verdict"}``;
- ``{"kind": "fault", "event", "t", "message"}``: an event that could not be used; it is tried again when the game goes
  on, save for a tower's roll that came when none counted (``raw``, ``number``);
- ``{"kind": "meant", "event", "t", "grid"}``: from here on a turn counts only if it leads to this table, which was
  made elsewhere; null: any turn counts;
- ``{"kind": "far", "event", "t", "far"}``: an entry that both of two tables have (`companion.sharing.far.course`), or
  one that is only ``offered`` as yet; ``{"kind": "secret", "event", "t", "side", "program"}``: what of that was sealed;
- ``{"kind": "gap", "event", "t", "lines"}``: here records are lost, and what was announced after it is believed up to
  ``{"kind": "mended", "event", "t"}``, from where on all is judged again.

Verdicts, remarks and messages are kept as data: reasons, not sentences. The evidence makes the journal enough to judge
the whole game again without its pictures.
"""

import platform
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from importlib.metadata import PackageNotFoundError, version
from typing import Any, NamedTuple, Protocol

import cv2

from companion.games.reason import Reason
from companion.referee.contradicted import may_show
from companion.referee.entered_look import EnteredLook
from companion.referee.errors import ERRORS, KeepingError, RefereeError, error_reason
from companion.referee.evidence import Evidence
from companion.referee.grid import Grid
from companion.referee.keeping.journal import Journal
from companion.referee.keeping.nonsense import making_sense_of
from companion.referee.keeping.recording import Event, Picture, Recording
from companion.referee.keeping.records import Record
from companion.referee.session import Session
from companion.referee.table import AnyTable
from companion.referee.verdict import Verdict
from hardware.dice import DiceRoll
from hardware.tower.dtp import TowerRoll, read_roll
from vision.errors import VisionError
from vision.image import Image
from vision.tracking import seeking
from vision.tracking.contract import Look, Tracker

OpenTracker = seeking.OpenTracker


class Pictures(Protocol):
    """Source of the pictures of frame events."""

    def picture(self, event: Event) -> Picture:
        """Return the picture of a frame event. Raises RefereeError if there is none."""


class JudgedEvent(NamedTuple):
    """Result of one event: a verdict, except for a commitment; for a frame also its picture and look."""

    event: Event
    verdict: Verdict | None
    picture: Picture | None
    look: Look | None
    remarks: tuple[Reason, ...]


def header(recording: Recording, camera: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return a journal's header: with the pictures, enough to judge the game."""
    return {
        "game": recording.game,
        "options": dict(recording.options),
        "camera": camera,
        "a1": recording.a1,
        "mirror": recording.mirror,
        "recording": str(recording.folder.resolve()),
        "versions": {"companion": own_version(), "python": platform.python_version(), "opencv": cv2.__version__},
    }


class Game:
    """A session with its tracker and, if wanted, its journal."""

    def __init__(self, table: AnyTable, open_tracker: OpenTracker, journal: Journal | None = None) -> None:
        self.table = table
        self.session = Session(table)
        self.tracker = seeking.SeekingTracker(open_tracker)
        self._journal = journal
        # The number of the verdict given last, of the last one that said something new, and of that on the last look.
        self.number: int | None = None
        self._said: int | None = None
        self._read: int | None = None
        # The number and the values of the last roll that a tower announced.
        self._announced: tuple[int, Mapping[str, int]] | None = None

    def commit(self, event: Event) -> tuple[Reason, ...]:
        """Take a commitment, such as a roll, typed or from the tower. Returns remarks about it. Raises GameError,
        DeviceError."""
        fields: dict[str, Any] = {"commit": {event.kind: event.value}}
        announced = self._announced
        if event.kind == "roll_raw":
            heard = _roll_of(event)
            announced = (heard.number, heard.values())
            if announced == self._announced:
                return ()
            fields = {"commit": {"roll": heard.values()}, "raw": event.recorded, "number": heard.number}
        with self._undone_on_failure():
            remarks = self.session.commit(fields["commit"], event.t)
            self._record("commit", event, {**fields, "remarks": [remark.to_json() for remark in remarks]})
        self._announced = announced
        return remarks

    def passes(self, event: Event) -> bool:
        """Return True if a commitment would end a turn that nobody has made. Raises GameError, DeviceError."""
        if event.kind != "roll_raw":
            return self.session.passes({event.kind: event.value})
        heard = _roll_of(event)
        return (heard.number, heard.values()) != self._announced and self.session.passes({"roll": heard.values()})

    def correct(self, event: Event) -> Verdict:
        """Take a correction by the players. One that answers a verdict has the number of its event: ``{"reading": 1,
        "of": 9}``. Raises RefereeError, GameError; `referee.stale` if a newer verdict has come meanwhile."""
        asked = self._read if "reading" in event.value else self._said
        if event.value.get("of", asked) != asked:
            raise RefereeError("referee.stale")
        with self._undone_on_failure():
            verdict = self.session.correct(event.t, event.value)
            self._record("correct", event, {"correct": event.value, "verdict": verdict.to_json()})
        self.note(event.index, verdict)
        self._be_told(event.value)
        return verdict

    def note(self, number: int, verdict: Verdict) -> None:
        """Number a verdict, so that an answer can name it."""
        self.number = number
        if verdict.verdict != "hand":
            self._read = number
        if not verdict.trait.passes:
            self._said = number

    def frame(self, event: Event, picture: Picture) -> tuple[Verdict, Look | None]:
        """Judge a settled picture. Raises VisionError while no board has been found, GameError for a faulty set-up,
        RefereeError if the first picture shows no set-up, KeepingError if the journal cannot be written."""
        fields: dict[str, Any] = {"frame": event.value, "sha256": picture.digest, "evidence": None}
        seen = self._seen(picture.image)
        with self._undone_on_failure():
            if isinstance(seen, Reason):
                verdict = self.session.lost(event.t, event.value, seen)
                fields["lost"] = seen.to_json()
            else:
                evidence = Evidence.of(seen, self.table.places, beside=self.table.beside(seen))
                if not self.session.started:
                    self.table.check_setup(evidence)
                verdict = self.session.see(event.t, event.value, evidence)
                fields["evidence"] = evidence.to_json()
            self._record("frame", event, {**fields, "verdict": verdict.to_json()})
        self.note(event.index, verdict)
        if isinstance(seen, Reason):
            return verdict, None
        self._after_judging(seen, verdict)
        return verdict, seen

    def examine(self, image: Image) -> tuple[Tracker, Look, Evidence]:
        """Look at a picture without judging it, such as a set-up that is still being built. Raises VisionError where no
        board is found."""
        look = self.tracker.look(image)
        assert self.tracker.current is not None
        return self.tracker.current, look, Evidence.of(look, self.table.places, beside=self.table.beside(look))

    def enter(self, event: Event, grid: Mapping[str, str], steps: Sequence[Mapping[str, str]] = ()) -> Verdict:
        """Judge a table entered by hand. `steps`: hops (from, to) that led to it, if known. Raises GameError for a
        faulty set-up."""
        beside = {"steps": [dict(step) for step in steps]} if steps else None
        evidence = Evidence.of(EnteredLook(self.table, grid), self.table.places, grid, beside)
        with self._undone_on_failure():
            verdict = self.session.see(event.t, None, evidence)
            fields = {"frame": None, "sha256": None, "evidence": evidence.to_json(), "verdict": verdict.to_json()}
            self._record("frame", event, fields)
        self.note(event.index, verdict)
        self.tracker.forget_look()
        return verdict

    def mean(self, event: Event, grid: Grid | None) -> None:
        """Accept only a turn that leads to this table from now on; None: any turn."""
        self._record("meant", event, {"grid": None if grid is None else dict(grid)})
        self.session.meant = grid

    def fault(self, event: Event, message: Reason) -> None:
        """Keep in the journal that an event could not be used."""
        self._record("fault", event, {"message": message.to_json()})

    def recall(self, record: Record, picture: Picture | None) -> tuple[Verdict | None, Look | None]:
        """Live through a record of the journal again: the session judges the kept evidence, the tracker sees the
        picture (if given) and learns what it learnt then. Returns the verdict that comes out now, and the look.
        """
        verdict = rejudge(self.session, record)
        if verdict is not None:
            self.note(record["event"], verdict)
        if "raw" in record:
            self._announced = (record["number"], record["commit"]["roll"])
        if record["kind"] == "correct":
            self._be_told(record["correct"])
        if picture is None or verdict is None:
            return verdict, None
        if record["sha256"] != picture.digest:
            raise RefereeError("referee.other_picture", name=record["frame"])
        if record["evidence"] is None:
            return verdict, None
        look = self.tracker.look(picture.image)
        if not self.session.astray:
            self._after_judging(look, verdict)
        return verdict, look

    def _seen(self, image: Image) -> Look | Reason:
        """Look at a picture. Returns the reason where the board is lost. Raises VisionError before it was first
        found."""
        if not self.session.started:
            return self.tracker.look(image)
        try:
            return self.tracker.look(image, self._fits)
        except VisionError as error:
            return error_reason(error)

    def _fits(self, look: Look) -> bool:
        return may_show(self.table, self.session.grid, Evidence.of(look, self.table.places))

    def _after_judging(self, look: Look, verdict: Verdict) -> None:
        if verdict.verdict != "hand":
            self.tracker.weighed(look)
        if verdict.trait.learnable:
            self._learn()

    def _be_told(self, correction: Mapping[str, Any]) -> None:
        """Let the tracker take note of what the players say that the last look showed. Undoing and
        passing say nothing about it."""
        if not correction.keys() & {"undo", "pass"}:
            self._learn()

    def _learn(self) -> None:
        self.tracker.learn(self.session.plainly_seen())

    @contextmanager
    def _undone_on_failure(self) -> Iterator[None]:
        """Undo an event that cannot be stored: the same event is judged again as if for the first time."""
        before = self.session.copy()
        try:
            yield
        except KeepingError:
            self.session = before
            raise

    def _record(self, kind: str, event: Event, fields: Mapping[str, Any]) -> None:
        if self._journal:
            self._journal.append(kind, {"event": event.index, "t": event.t, **fields})


def _roll_of(event: Event) -> DiceRoll | TowerRoll:
    return event.value if isinstance(event.value, DiceRoll) else read_roll(event.value)


def rejudge(session: Session, record: Record) -> Verdict | None:
    """Put one record of a journal to a session, pictures not needed. Returns its verdict, None for a commitment.

    Behind lines that are lost nothing can be judged again: there the verdict is the one that was announced. Raises
    RefereeError, which names the line, for one that makes no sense in this game.
    """
    with making_sense_of(record):
        look_at(session.table, record)
        if session.astray and record.get("verdict"):
            announced = Verdict.from_json(record["verdict"])
            session.believe(announced)
            return announced
        return _rejudged(session, record)


def look_at(table: AnyTable, record: Record) -> None:
    """Check what a record holds of this game: commitments and moves. Raises ShapeError for what is none of it."""
    verdict = record.get("verdict") or {}
    for said in (record.get("commit"), verdict.get("commitment")):
        if said is not None:
            table.kept.said(said)
    for told_of in (verdict, *verdict.get("readings", ())):
        for move in told_of.get("moves", ()):
            table.kept.move(move)


def _rejudged(session: Session, record: Record) -> Verdict | None:
    match record["kind"]:
        case "commit":
            session.commit(record["commit"], record["t"])
        case "correct":
            return session.correct(record["t"], record["correct"])
        case "frame" if record["evidence"] is None:
            return session.lost(record["t"], record["frame"], Reason.from_json(record["lost"]))
        case "frame":
            entered = record["evidence"].get("entered")
            look = EnteredLook(session.table, entered) if entered else None
            return session.see(record["t"], record["frame"], Evidence.from_json(record["evidence"], look))
        case "gap":
            session.lose_track()
        case "mended":
            session.go_on()
        case "meant":
            session.meant = record["grid"]
        case "fault" | "stage" | "far" | "secret":
            pass
        case unknown:
            raise RefereeError("referee.unknown_record", kind=repr(unknown))
    return None


def play(game: Game, recording: Recording, first: int = 0) -> Iterator[JudgedEvent]:
    """Referee a recording from event `first` on, step by step; each is in the journal before it is handed out.

    Raises RefereeError, named after the event, for one that cannot be used; all before it has been judged and kept.
    """
    for event in recording.events[first:]:
        yield take(game, event, recording)


def take(game: Game, event: Event, pictures: Pictures) -> JudgedEvent:
    """Put one event to the game. Raises RefereeError, named after the event, where it cannot be used."""
    try:
        if event.kind == "correct":
            return JudgedEvent(event, game.correct(event), None, None, ())
        if event.kind != "frame":
            return JudgedEvent(event, None, None, None, game.commit(event))
        shown = pictures.picture(event)
        verdict, look = game.frame(event, shown)
        return JudgedEvent(event, verdict, shown, look, ())
    except ERRORS as error:
        game.fault(event, error_reason(error))
        raise RefereeError("referee.event", event=event.named, reason=error_reason(error)) from error


def first_open(records: Sequence[Record]) -> int:
    """Return the number of the first event that is not in a journal yet."""
    return 1 + max((record["event"] for record in records if record["kind"] != "fault"), default=-1)


def go_on(game: Game, records: Sequence[Record], recording: Recording) -> Iterator[JudgedEvent]:
    """Bring a game to where its journal left it, step by step.

    Raises RefereeError where the recording is another one, or where a verdict comes out differently now.
    """
    for record in records:
        if record["kind"] not in ("commit", "correct", "frame"):
            rejudge(game.session, record)
            continue
        with making_sense_of(record):
            event = _event_of(record, recording)
        shown = recording.picture(event) if event.kind == "frame" else None
        verdict, look = game.recall(record, shown)
        if verdict is not None and not judged_alike(verdict, record["verdict"]):
            with making_sense_of(record):
                raise _other_verdict(record["verdict"], event, verdict)
        remarks = tuple(Reason.from_json(remark) for remark in record.get("remarks", ()))
        yield JudgedEvent(event, verdict, shown, look, remarks)


def judged_alike(now: Verdict, kept: Mapping[str, Any]) -> bool:
    """True if a verdict is the one that a journal keeps. Remarks may differ, and this version may tell more."""
    return not differing(now, kept)


def differing(now: Verdict, kept: Mapping[str, Any]) -> dict[str, tuple[Any, Any]]:
    """Return what a journal keeps of a verdict and what comes out now, by name, where these differ."""
    known = kept.get("more") or {}
    more = {name: value for name, value in now.more.items() if name in known}
    told = {**replace(now, more=more).to_json(), "notes": None}
    was = {**kept, "notes": None}
    names = dict.fromkeys((*told, *was))
    return {name: (was.get(name), told.get(name)) for name in names if was.get(name) != told.get(name)}


def _other_verdict(was: Mapping[str, Any], event: Event, now: Verdict) -> RefereeError:
    if now.verdict != was["verdict"]:
        return RefereeError("referee.other_verdict", event=event.named, now=now.verdict, was=was["verdict"])
    return RefereeError("referee.other_parts", event=event.named, parts=tuple(differing(now, was)))


def _event_of(record: Record, recording: Recording) -> Event:
    index = record["event"]
    if index >= len(recording.events) or recording.events[index].recorded != _value_of(record):
        raise RefereeError("referee.other_event", index=index, folder=str(recording.folder))
    return recording.events[index]


def _value_of(record: Record) -> Any:
    if record["kind"] == "commit":
        (said,) = record["commit"].values()
        return record.get("raw", said)
    return record[record["kind"]]


def own_version() -> str:
    """Return the version of this program."""
    try:
        return version("pyramid-companion")
    except PackageNotFoundError:
        return "unknown"
