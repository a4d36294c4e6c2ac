"""Journals of games by touch that only their engine judged, read as the one table writes them.

Earlier versions kept of such a game ``commit`` (what was said, without remarks), ``stage`` (the whole turn in progress;
``undone`` where the step before came back), ``turn`` (a turn made, with the position after it) and ``correct`` without
a verdict (a turn, or the one in progress, taken back). Whoever went on with such a journal has records of both kinds in
one file, so each is told by what it holds.
"""

import hashlib
import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from companion.app.games.turn_entry import EntryStep, TurnEntry
from companion.app.json_object import JsonObject
from companion.games.errors import GameError
from companion.referee.belief import State
from companion.referee.entered_look import EnteredLook
from companion.referee.errors import RefereeError, told
from companion.referee.evidence import Evidence
from companion.referee.game import rejudge
from companion.referee.grid import Grid
from companion.referee.keeping.journal import Contents
from companion.referee.keeping.records import Record
from companion.referee.keeping.shapes import ShapeError
from companion.referee.session import Session
from companion.referee.table import AnyTable
from companion.referee.under_way import DRAWN
from companion.referee.verdict import Kind, Verdict

# What a record that was spoilt may raise.
SPOILT = (KeyError, TypeError, ValueError, AttributeError, IndexError)
# Reading takes half a second a game, and who opens one, looks at its page or lists all asks again and again.
AT_HAND = 16
_at_hand: dict[bytes, tuple[Record, ...]] = {}


def is_old(record: Record) -> bool:
    """Whether it is a record of a game that only its engine judged."""
    match record["kind"]:
        case "commit":
            return "remarks" not in record
        case "correct":
            return "verdict" not in record
        case "stage":
            return "passed" not in record["turn"]
    return bool(record["kind"] == "turn")


def refereed(contents: Contents, table: AnyTable, entry: TurnEntry[Any, Any], first: str) -> Contents:
    """What a journal holds, in records of the one table; `first` began. Raises RefereeError, which names the record,
    where one makes no sense."""
    old = [at for at, record in enumerate(contents.records) if is_old(record)]
    if contents.header.get("source") != "touch" or not old:
        return contents
    read, after = contents.records[: old[-1] + 1], contents.records[old[-1] + 1 :]
    what = hashlib.sha256(json.dumps([contents.header, first, read]).encode()).digest()
    found = _at_hand.pop(what, None) or tuple(_Reader(table, entry, first).read(read))
    _at_hand[what] = found
    while len(_at_hand) > AT_HAND:
        _at_hand.pop(next(iter(_at_hand)), None)
    return replace(contents, records=(*found, *after))


class _Reader:
    """Lives through the game, so as to know what an old record amounts to."""

    def __init__(self, table: AnyTable, entry: TurnEntry[Any, Any], first: str) -> None:
        self._table, self._entry, self._first = table, entry, first
        self._session = Session(table)
        self._written: list[Record] = []
        # The record that is read.
        self._read: Record = {}
        # How things stood before each turn made, and the positions after them.
        self._stood: list[State] = []
        self._made: list[Any] = []
        self._forget_turn()

    def _forget_turn(self) -> None:
        # The turn in progress as it was kept, and as it was before each of its steps.
        self._turn: JsonObject = {}
        self._steps: list[JsonObject] = []
        # What of it was said and entered, and how things stood before it.
        self._said: list[tuple[str, Any]] = []
        self._draft: list[EntryStep] = []
        self._begun: State | None = None

    def read(self, records: Sequence[Record]) -> Iterator[Record]:
        for record in records:
            self._written, self._read = [], record
            try:
                if is_old(record) or record["kind"] in ("gap", "mended"):
                    self._take(record)
                elif record["kind"] == "fault":
                    self._written.append(record)
                else:
                    self._write(record)
                    self._forget_turn()
                    self._stood, self._made = [], []
            except (GameError, ShapeError) as error:
                raise self._nonsense(error) from error
            except RefereeError as error:
                raise error if error.reason.key == "referee.record" else self._nonsense(error) from error
            except SPOILT:
                raise self._nonsense(ShapeError("shape.kind", kind=str(record["kind"]))) from None
            yield from self._written

    def _nonsense(self, error: GameError | ShapeError | RefereeError) -> RefereeError:
        return RefereeError("referee.record", number=self._read["seq"], reason=told(error))

    def _take(self, record: Record) -> None:
        session = self._session
        if not session.started:
            self._see(self._entry.start())
        match record["kind"]:
            case "gap":
                self._write(record)
                self._forget_turn()
                self._stood, self._made = [], []
            case "mended" if session.astray:
                self._write(record)
            case "turn":
                self._make(record)
            case "commit" if not session.astray:
                self._steps.append(self._turn)
                self._follow({**self._turn, **record["commit"]})
            case "stage" if record.get("undone") and self._steps:
                self._follow(self._steps.pop())
            case "stage" if not session.astray:
                self._steps.append(self._turn)
                self._follow(record["turn"])
            case "correct" if self._turn:
                self._steps = []
                self._follow({})
            case "correct" if self._made:
                self._undo()

    def _follow(self, turn: JsonObject) -> None:
        """The turn in progress is this one now."""
        if "agreed" in turn:
            self._correct({"agree": DRAWN})
        elif "agreed" in self._turn:
            self._correct({"undo": True})
        else:
            self._say(self._entry.old_said(turn))
            due = self._session.due
            draft = list(self._entry.old_draft(turn, str(due.mover if due else "")))
            if draft != self._draft:
                self._put("stage", turn={"steps": draft, "passed": False})
            self._draft = draft
        self._turn = turn

    def _say(self, wanted: Sequence[tuple[str, Any]]) -> None:
        """Have exactly this in force."""
        while self._said != list(wanted[: len(self._said)]):
            kind, _ = self._said.pop()
            self._correct({"undo": True if kind == "correct" else kind})
        for kind, value in wanted[len(self._said) :]:
            self._begin()
            if kind == "correct":
                self._correct(value)
            else:
                raw = {key: self._read[key] for key in ("raw", "number") if key in self._read}
                self._commit(kind, value, **raw)
            self._said.append((kind, value))

    def _commit(self, kind: str, value: Any, **more: Any) -> None:
        remarks = self._session.commit({kind: value}, self._read["t"])
        self._put("commit", commit={kind: value}, remarks=[remark.to_json() for remark in remarks], **more)

    def _begin(self) -> None:
        """A turn begins, if none has: those whose turn it would be have sat theirs out."""
        if self._begun is not None:
            return
        session, table = self._session, self._table
        self._begun = session.state
        mover = getattr(self._made[-1], "to_move", None) if self._made else self._first
        for _ in table.sides:
            due = session.due
            follows = due.mover if due else table.next_mover(session.side) if session.side else table.sides[0]
            if mover not in table.sides or follows in (None, mover):
                return
            if due is None:
                self._commit("roll", dict(self._entry.roll(str(follows), random.Random(0))))
            self._correct({"pass": True})

    def _make(self, record: Record) -> None:
        """A turn was made, and this is the position after it."""
        table, session = self._table, self._session
        position, side = table.from_json(record["position"]), record["side"]
        grid = table.grid(position)
        if session.astray:
            self._announce(self._kept("legal", grid, side), grid)
            self._write({**record, "kind": "mended"})
            self._begun = session.state
        else:
            self._begin()
            self._say(self._entry.old_said({**self._turn, **record["what"]}))
            if grid == session.grid and not table.compelled:
                self._correct({"pass": True})
            else:
                self._see(grid, (position, side))
        assert self._begun
        self._stood.append(self._begun)
        self._made.append(position)
        self._forget_turn()

    def _undo(self) -> None:
        """The last turn was taken back."""
        session, before = self._session, self._stood.pop()
        self._made.pop()
        while session.state is not before and (session.can_unsay or session.can_undo):
            self._correct({"undo": session.takes_back if session.can_unsay else True})

    def _see(self, grid: Grid, made: tuple[Any, str] | None = None) -> None:
        """A table was entered: that of the set-up, or the position to which a turn has led by the rules of its time,
        whatever those of today say of it."""
        session, table = self._session, self._table
        evidence = Evidence.of(EnteredLook(table, grid), table.places, grid)
        kept = now = session.see(self._read["t"], None, evidence)
        if made:
            position, side = made
            alike = table.moving(session.position, table.sides[0]) == table.moving(position, table.sides[0])
            kept = now if now.trait.turn and alike else self._kept("legal", grid, side)
        self._put("frame", frame=None, sha256=None, evidence=evidence.to_json(), verdict=kept.to_json())
        if made and not now.trait.turn:
            self._correct({"accept": True})

    def _announce(self, verdict: Verdict, grid: Grid) -> None:
        """A verdict that is believed."""
        self._session.believe(verdict)
        evidence = Evidence.of(EnteredLook(self._table, grid), self._table.places, grid)
        self._put("frame", frame=None, sha256=None, evidence=evidence.to_json(), verdict=verdict.to_json())

    def _kept(self, kind: Kind, grid: Grid, side: str) -> Verdict:
        mover = side if side in self._table.sides else None
        under = self._session.commitment if not self._session.astray else None
        said = dict(under.value) if under else None
        return Verdict(self._read["t"], None, kind, dict(grid), 1.0, side=mover, commitment=said)

    def _correct(self, correction: JsonObject) -> None:
        verdict = self._session.correct(self._read["t"], correction)
        self._put("correct", correct=dict(correction), verdict=verdict.to_json())

    def _put(self, kind: str, **fields: Any) -> None:
        of = self._read
        self._written.append({"seq": of["seq"], "kind": kind, "event": of["event"], "t": of["t"], **fields})

    def _write(self, record: Record) -> None:
        """A record that says what the table would have written."""
        self._written.append(record)
        rejudge(self._session, record)
