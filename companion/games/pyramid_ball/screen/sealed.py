"""Programs of Pyramid Ball between two tables: sealed first, and opened once both are."""

from collections.abc import Iterator
from typing import Any

from companion.app.games.deeds import Deed, TakeBack
from companion.app.games.far_table import FarTable
from companion.app.games.partner import Secrets
from companion.app.games.table import PlayedTable
from companion.games.engine import Json
from companion.games.errors import GameError
from companion.games.pyramid_ball.rules.board import PLAYERS
from companion.games.pyramid_ball.screen.programs import Programs
from companion.referee.keeping.records import Record
from companion.referee.verdict import Verdict
from companion.sharing.far.course import program_seal


class Sealed(Secrets):
    """Programs of this table. The other table knows only their digests until it has sealed its own."""

    def __init__(self, table: PlayedTable[Any], programs: Programs) -> None:
        self._table, self._programs = table, programs
        self._sealed: dict[str, Json] = {}

    def answer(self, deed: Deed) -> Iterator[Deed]:
        """Refuse to take back a sealed program."""
        if isinstance(deed, TakeBack) and self._sealed and self._table.draft:
            raise GameError("far.sealed")
        yield deed

    def tell(self, far: FarTable) -> bool:
        """Seal or open one program, if that is due."""
        due = far.course.session.due
        if due is None or due.value.get("timer") != "end" or "programs" in due.value:
            return False
        seals, opened = far.course.seals or {}, far.course.opened or {}
        for side in far.own:
            if side in seals and side not in self._sealed and (kept := far.saved_secret(side)):
                self._sealed[side] = dict(kept)
            if side not in seals and (program := self._sealed.get(side) or self._programs.made_here(side)):
                try:
                    far.save_secret(side, program)
                except OSError:
                    return False  # the disk is full: nothing is sealed that might be lost
                if side not in self._sealed:
                    self._table.log.write("secret", side=side, program=program)
                    self._sealed[side] = program
                late = {"late": True} if self._programs.late(side) else {}
                digest, by = program_seal(program, far.nonce(side)), self._programs.made_by(side)
                return far.write("seal", side=side, digest=digest, by=by, **late)
            if side not in opened and seals.keys() == {*PLAYERS} and side in self._sealed:
                return far.write("open", side=side, program=self._sealed[side], nonce=far.nonce(side))
        return False

    def recall(self, record: Record) -> None:
        if record["kind"] == "secret":
            self._sealed[record["side"]] = record["program"]

    def take_verdict(self, verdict: Verdict) -> None:
        if verdict.trait.ends_turn or verdict.trait.turn:
            self._sealed = {}
