"""Rewrites journals of versions 0.1 and 0.2 in the form that the product reads.

``python -m lab.convert_journals JOURNAL...`` writes each file anew. A torn last line stays as it is.

Format 1 kept sentences instead of reasons, and called some records otherwise: a refereed game ``roll``, a game entered
by touch ``play`` and ``undo``. Games by touch that only their engine judged had ``commit`` (what was said, without
remarks), ``stage`` (the whole turn in progress; ``undone`` where the step before came back), ``turn`` (a turn made,
with the position after it) and ``correct`` without a verdict (a turn, or the one in progress, taken back). A file may
hold records of both kinds, so each is told by what it holds.
"""

import argparse
import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.app.games.head_start import ahead
from companion.app.games.opponents import Opponents
from companion.app.games.registry import game_of
from companion.app.games.turn_entry import EntryStep, TurnEntry
from companion.app.json_object import JsonObject
from companion.games.blokus3d.screen.entry import written
from companion.games.errors import GameError
from companion.games.leistiko_blockade.rules.model import Step
from companion.games.leistiko_blockade.screen.entry import RowsEntry
from companion.games.pyramid_ball.rules.board import PLAYERS
from companion.games.pyramid_ball.screen.entering import DONE, filled, whole
from companion.games.reason import because
from companion.referee.belief import State
from companion.referee.entered_look import EnteredLook
from companion.referee.errors import RefereeError, error_reason
from companion.referee.evidence import Evidence
from companion.referee.game import rejudge
from companion.referee.grid import Grid
from companion.referee.keeping.journal import FORMAT
from companion.referee.keeping.plain_json import parsed
from companion.referee.keeping.records import Record, look_at, look_at_header
from companion.referee.keeping.shapes import ShapeError
from companion.referee.session import Session
from companion.referee.table import AnyTable
from companion.referee.tables import open_table
from companion.referee.under_way import DRAWN
from companion.referee.verdict import Kind, Verdict
from companion.texts.language import english
from hardware.durable_lines import bare, checked, sealed, write_whole

# What a record that was spoilt may raise.
SPOILT = (KeyError, TypeError, ValueError, AttributeError, IndexError)
# Rules that were cited by another name.
RENAMED = {"2.3": "BK-roll"}


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("journal", nargs="+", type=Path)
    for path in parser.parse_args(arguments).journal:
        write_whole(path, converted(path.read_bytes()))
    return 0


def converted(data: bytes) -> bytes:
    """Return a journal's bytes in the present form. Raises RefereeError, ShapeError for what is no old journal."""
    *ended, torn = data.split(b"\n")
    lines = [checked(bare(line)) for line in ended if bare(line)]
    header, *kept = [parsed(line) for line in lines if line is not None]
    header["format"] = FORMAT
    records = [_modern(record) for record in kept]
    if "begun" in header:
        game = game_of(header)
        header["options"] = dict(game.options(header["options"], header["more"]))
        entry = game.entry(header["options"])
        entry.computers = Opponents.of(header).sides
        table = open_table(header["game"], header["options"])
        first = (ahead(header["more"]) if game.head_start == "turns" else "") or table.sides[0]
        last = max((at for at, record in enumerate(records) if is_old(record)), default=-1) + 1
        read = list(_Reader(table, entry, first).read(records[:last])) if header["source"] == "touch" else []
        records = [*read, *records[last:]] if read else records
        if read:
            records = [{**record, "event": event} for event, record in enumerate(records)]
    records = _judged_now(open_table(header["game"], header["options"]), records)
    look_at_header(header)
    before = -1
    for record in records:
        before = look_at(record, before)
    written_anew = ({**record, "seq": seq} for seq, record in enumerate([header, *records]))
    return b"".join([*map(_line, written_anew), torn])


def _line(record: Record) -> bytes:
    kept = {key: value for key, value in record.items() if key != "crc"}
    return sealed(json.dumps(kept, separators=(",", ":"), ensure_ascii=False).encode())


def _judged_now(table: AnyTable, records: Sequence[Record]) -> list[Record]:
    """The records with the verdicts of today, where those say the same in English but for remarks."""
    session = Session(table)
    return [_with(rejudge(session, record), record) for record in records]


def _with(now: Verdict | None, record: Record) -> Record:
    if now is None:
        return record
    kept, said = (replace(each, notes=()).to_json(english) for each in (Verdict.from_json(record["verdict"]), now))
    return {**record, "verdict": now.to_json()} if kept == said else record


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
        return RefereeError("referee.record", line=self._read["seq"] + 1, reason=error_reason(error))

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
            self._say(self._old_said(turn))
            due = self._session.due
            draft = list(self._old_draft(turn, str(due.mover if due else "")))
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
            self._correct({"pass": "sat_out"})

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
            self._say(self._old_said({**self._turn, **record["what"]}))
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

    def _old_said(self, turn: JsonObject) -> tuple[tuple[str, Any], ...]:
        """What was said before a turn, by kind; a correction by the kind ``correct``."""
        match self._table.game:
            case "leistiko-blockade":
                return tuple((kind, turn[kind]) for kind in ("row", "roll") if kind in turn)
            case "pyramid-ball":
                return _programs_said(turn)
        return ()

    def _old_draft(self, turn: JsonObject, mover: str) -> tuple[EntryStep, ...]:
        """The steps of a turn in progress."""
        match self._table.game:
            case "leistiko-blockade":
                assert isinstance(self._entry, RowsEntry)
                steps = [Step.from_json(step, number) for number, step in enumerate(turn.get("steps", ()), 1)]
                return tuple(self._entry.entered(step, mover) for step in steps)
            case "pyramid-ball":
                return _programs_drafted(turn, self._entry.computers)
            case "blokus3d":
                return _piece_drafted(turn)
        return ()


def _programs_said(turn: JsonObject) -> tuple[tuple[str, Any], ...]:
    """The end of the minute, fouls, and both programs once they were carried out."""
    if "programs" not in turn:
        return ()
    fouls = tuple(("correct", {"foul": side}) for side in turn.get("fouls", ()))
    if "events" not in turn and not turn.get("choice"):
        return (("timer", "end"), *fouls)
    programs = {side: whole(turn["programs"][side]) for side in PLAYERS}
    answers = (("correct", {"choices": list(turn["choices"])}),) if turn.get("choices") else ()
    return (("timer", "end"), *fouls, ("correct", {"programs": programs}), *answers)


def _programs_drafted(turn: JsonObject, computers: Sequence[str]) -> tuple[EntryStep, ...]:
    steps: list[EntryStep] = []
    for side in PLAYERS if "programs" in turn and not turn.get("choice") else ():
        if side in (*turn.get("fouls", ()), *computers):
            continue
        steps.append(filled(turn["programs"][side]))
        if side not in turn["ready"]:
            return (*steps, {"pyramid": turn["pyramid"]})
        steps.append(DONE)
    return tuple(steps)


def _piece_drafted(turn: JsonObject) -> tuple[EntryStep, ...]:
    if not turn.get("piece"):
        return ()
    chosen: list[EntryStep] = [{"piece": str(turn["piece"])}]
    if not turn["fits"]:
        return tuple(chosen)
    squares = turn.get("squares", [turn["square"]])
    if not squares:
        return (*chosen, {"piece": str(turn["piece"]), "cells": written(turn["fits"][turn["at"]])})
    turned = [{"turn": "1"}] * turn["at"]
    return (*chosen, *({"cover": str(square)} for square in squares), *turned)


def _modern(record: Record) -> Record:
    new = {**record}
    match record["kind"]:
        case "roll":
            new |= {"kind": "commit", "commit": {"roll": new.pop("roll")}}
        case "play":
            new["kind"] = "turn"
            new.pop("words", None)
        case "undo":
            new |= {"kind": "correct", "correct": {"undo": True}}
    for key in ("lost", "message"):
        if isinstance(new.get(key), str):
            new[key] = _said(new[key])
    if "raw" in new and not new.keys() & {"number", "remarks"}:  # of a game by touch, which kept no number
        new["number"] = 0
    if "remarks" in new:
        new["remarks"] = [_said(remark) for remark in new["remarks"]]
    if isinstance(new.get("verdict"), dict) and "rule" in new["verdict"]:
        new["verdict"] = _verdict(new["verdict"])
    return new


def _verdict(kept: Mapping[str, Any]) -> Record:
    """A verdict that was kept as it was published."""
    roll, rule = kept["roll"], kept["rule"]
    return {key: value for key, value in kept.items() if key not in ("roll", "rule")} | {
        "commitment": None if roll is None else {"roll": roll},
        "reason": _cited(rule, kept["reason"]),
        "readings": [_reading(reading) for reading in kept["readings"]],
        "notes": [_said(note) for note in kept["notes"]],
    }


def _reading(kept: Mapping[str, Any]) -> Record:
    apart = kept.get("apart", "")
    places = [place.split(" ") for place in apart.split(", ")] if apart else []
    return {
        "verdict": kept["verdict"],
        "probability": kept["probability"],
        "moves": kept["moves"],
        "grid": kept["grid"],
        "words": _said(kept["words"].removesuffix(f" [{apart}]")),
        "reason": _cited(kept.get("rule"), kept.get("reason")),
        "apart": [[place, "" if thing == "-" else thing] for place, thing in places],
    }


def _cited(rule: str | None, words: str | None) -> Record | None:
    if words is None:
        return None
    return because("text", RENAMED.get(rule, rule) if rule else None, text=words).to_json()


def _said(words: str | Record) -> Record:
    return because("text", text=words).to_json() if isinstance(words, str) else words


if __name__ == "__main__":
    raise SystemExit(main())
