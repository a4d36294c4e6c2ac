"""Read what people type beside a live game."""

import queue
import re
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Protocol

from companion.referee.errors import RefereeError
from companion.referee.grid import Commitment
from companion.referee.keeping.plain_json import JsonError, parsed
from companion.referee.table import AnyTable

NOTHING = "-"
# Commands of one word, which answer no question.
ALONE = ("undo", "pass", "quit", "q", "throw")
# More than any number that means something here; Python refuses thousands by an error of its own.
DIGITS = 6
_DIE = rf"(?i)(blue|green|red|yellow|[a-z])\s*(\d{{1,{DIGITS}}})(?!\d)"


class Lines(Protocol):
    """Lines that people type."""

    def waiting(self) -> Iterable[str]:
        """Return the lines typed since the last call."""


class Typed:
    """Lines from a stream such as standard input, read beside everything else."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._queue: queue.SimpleQueue[str] = queue.SimpleQueue()
        threading.Thread(target=self._read, args=(lines,), daemon=True).start()

    def waiting(self) -> Iterator[str]:
        """Yield the lines typed since the last call."""
        while not self._queue.empty():
            yield self._queue.get()

    def _read(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._queue.put(line.strip())


def help_for(table: AnyTable, machine: bool = False) -> str:
    """Return what can be typed beside a game. `machine`: its dice are thrown by a program."""
    said, cell = table.examples
    throw = "throw, " if machine else ""
    amend = f'correct {{"{table.amendable[0]}": ...}}, ' if table.amendable else ""
    what = "a roll" if table.throws else "the turn"
    return (
        f"{said} ({what}), {throw}Enter (look now), undo, accept of 9, pass, reading 0 of 9, cell {cell}, {amend}quit"
    )


class Conversation:
    """Understands typed lines one after the other, and asks back where half is missing or the roll of a turn that is
    over seems to be corrected. `corrects` returns the commitment that something said is a correction of, if any."""

    def __init__(self, table: AnyTable, corrects: Callable[[dict[str, Any]], Commitment | None]) -> None:
        self._table, self._corrects = table, corrects
        self._cell = ""
        self._again: tuple[str, Any] | None = None

    def hear(self, text: str) -> Sequence[tuple[str, Any]]:
        """Return a line as kinds and values of happenings. Raises RefereeError for nonsense, and for what is to be
        asked back."""
        (cell, self._cell), (again, self._again) = (self._cell, ""), (self._again, None)
        match [word.lower() for word in text.split()]:
            case ["yes" | "y"] if again:
                unsaid = (("correct", {"undo": again[0]}),) if again[0] in self._table.unsayable else ()
                return (("correct", {"undo": True}), *unsaid, again)
            case ["no" | "n"] if again:
                return (again,)
            case ["cell", place] if place in self._table.places:
                self._cell = place
                raise RefereeError("live.typed.cell", cell=place)
            case [thing] if cell and thing not in ALONE:
                text = f"cell {cell} {text}"
        kind, value = understand(text, self._table)
        if kind in self._table.commitments and (was := self._corrects({kind: value})):
            self._again = kind, value
            said = self._table.wording.commitment
            now = self._table.commit({kind: value}, None)
            raise RefereeError("live.typed.again", was=said(was.value), now=said(now.value))
        return ((kind, value),)


def understand(text: str, table: AnyTable) -> tuple[str, Any]:
    """Parse a typed line into kind and value of a happening; an empty line asks for a look. Raises RefereeError."""
    words = text.split()
    match [word.lower() for word in words]:
        case []:
            return "frame", None
        case ["quit" | "q" | "throw" as word]:
            return "throw" if word == "throw" else "quit", None
        case [kind, said] if table.commitments.get(kind) is str:
            return kind, said
    if typed := table.typed(text):
        return typed
    correction = _correction(text, table)
    return ("roll", _roll(text, table)) if correction is None else ("correct", correction)


def _correction(text: str, table: AnyTable) -> dict[str, Any] | None:
    """Parse a typed correction; None for another line. Raises RefereeError for one that makes no sense."""
    words = text.split()
    match [word.lower() for word in words]:
        case ["undo" | "pass" as what]:
            return {what: True}
        case ["accept" | "reading", *_]:
            return _answer(text)
        case ["cell", cell]:
            raise RefereeError("live.typed.cell", cell=cell)
        case ["cell", cell, thing]:
            return {"cells": {cell: "" if thing == NOTHING else words[2].upper()}}
        case ["correct", _, *_]:
            return _object(text.split(maxsplit=1)[1], table)
    return None


def _answer(text: str) -> dict[str, Any]:
    """Parse an answer to a named verdict. Raises RefereeError if it names none: a newer one may have come since."""
    found = re.fullmatch(rf"(?:accept|reading\s+(\d{{1,{DIGITS}}}))\s+of\s+(\d{{1,{DIGITS}}})", text.strip().lower())
    if not found:
        raise RefereeError("live.typed.answer")
    said: dict[str, Any] = {"accept": True} if found[1] is None else {"reading": int(found[1])}
    return {**said, "of": int(found[2])}


def _roll(text: str, table: AnyTable) -> dict[str, int]:
    try:
        if table.commitments.get("roll") is not dict:
            raise RefereeError("live.typed.nothing", text=repr(text))
        return parse_roll(text)
    except RefereeError as error:
        raise RefereeError("live.typed", reason=error.reason, help=help_for(table)) from error


def _object(text: str, table: AnyTable) -> dict[str, Any]:
    """Parse a correction typed as JSON. Raises RefereeError for anything else."""
    try:
        value = parsed(text.encode())
    except JsonError as error:
        raise RefereeError("live.typed", reason=error.reason, help=help_for(table)) from error
    if not isinstance(value, dict):
        raise RefereeError("live.typed.object")
    return value


def parse_roll(text: str) -> dict[str, int]:
    """Parse a typed roll: ``B4 G5``, ``b4g5``, ``red 1, yellow 6``. Raises RefereeError for anything else."""
    dice = re.findall(_DIE, text)
    if not dice or re.sub(rf"{_DIE}|[\s,;]", "", text):
        raise RefereeError("live.typed.no_roll", text=repr(text))
    roll = {colour[0].upper(): int(value) for colour, value in dice}
    if len(roll) != len(dice):
        raise RefereeError("live.typed.twice", text=repr(text))
    return roll
