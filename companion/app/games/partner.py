"""The other table of a game that two tables play: tells it what is done here, and does here what was done there.

Whatever players do here is judged here first, as at any table. `Guard` says what they may do, `Reconciler` keeps
the session and the ledger level, `FarView` shows what the other table has done.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.app.games.companion import Companion
from companion.app.games.deeds import (
    AnswerFar,
    Correct,
    Deed,
    HearFar,
    JudgePicture,
    JudgeTable,
    PassTurn,
    RollDice,
    Rolled,
    Say,
    SetUp,
    TakeBack,
)
from companion.app.games.far_guard import Guard
from companion.app.games.far_reconciler import Reconciler
from companion.app.games.far_standing import FarStanding
from companion.app.games.far_table import LOOK_SECONDS, FarGame, FarTable
from companion.app.games.far_view import FarView
from companion.app.games.state import AnyState
from companion.app.games.table import PlayedTable
from companion.app.games.turns_sat_out import TurnsSatOut
from companion.app.json_object import JsonObject
from companion.referee.keeping.records import Record
from companion.referee.session import Session
from companion.sharing.far.device_record import TYPED
from companion.sharing.far.dice import JointDice
from companion.sharing.far.ledger import Entry


class Secrets(Companion):
    """The companion, next to `Partner`, of a game in which both sides commit themselves in secret."""

    def tell(self, far: FarTable) -> bool:
        """Tell one thing that is due. Returns whether there was any."""
        raise NotImplementedError


class Partner(Companion):
    """`hello` is what the other table is told of the game, `sat_out` has the turns of this table's sides that are sat
    out.
    """

    def __init__(
        self, table: PlayedTable[Any], far: FarGame, folder: Path, hello: JsonObject, sat_out: TurnsSatOut
    ) -> None:
        """Raises RefereeError where the game's code is lost."""
        self._table = table
        self.far = FarTable(
            far, folder, table.board, table.first, self._both_rolled, sat_out.sits_out, self._write_entry, hello["more"]
        )
        self._standing = FarStanding(table, self.far)
        self._guard = Guard(table, self._standing)
        self._view = FarView(table, self._standing)
        self._reconciler = Reconciler(table, self._standing, self, hello, sat_out)
        # How many messages a turn took does not matter to what chance makes of it.
        table.occasion = lambda: self._standing.turn

    def _write_entry(self, entry: Entry, offered: bool) -> None:
        self._table.log.write("far", far=entry.to_json(), **({"offered": True} if offered else {}))

    def _both_rolled(self, what: str, session: Session, side: str, dice: JointDice) -> tuple[str, Any]:
        """Return what dice show that both tables have rolled for a side."""
        return "roll", self._table.entry.drawn(what, session, side, dice)

    def answer(self, deed: Deed) -> Iterator[Deed]:
        match deed:
            case RollDice(None, what):
                self._guard.check_due()
                self._reconciler.wanted = what
            case HearFar():
                self.advance()
            case AnswerFar(yes, question):
                self._guard.answer(question, yes=yes)
            case TakeBack() if not self._table.draft:
                self._take_back({"undo": True})
            case Correct({"undo": _} as correction):
                self._take_back(correction)
            case Correct({"accept": _} | {"agree": _} as correction):
                self._guard.ask(correction)
            case Say(kind, value) if self._table.board.together:
                self._say_with_far(kind, value)
            case Say() | PassTurn() | Correct() | SetUp() | JudgeTable() | JudgePicture() | RollDice():
                self._guard.check(deed)
                yield deed
                # Not before: a roll that does not count leaves the one before it in force.
                if isinstance(deed, Rolled):
                    self.far.save_rolled_by(deed.device, deed.record)
                elif isinstance(deed, Say) and deed.kind == "roll":
                    self.far.save_rolled_by(TYPED, "")
            case _:
                yield deed
                return
        self._synchronise()

    def _take_back(self, correction: JsonObject) -> None:
        """Take back at once a deed that the other table does not know of; ask it for any other."""
        if self._guard.takes_back_alone():
            self._reconciler.follow_back(correction)
        else:
            self._guard.ask(correction)

    def _say_with_far(self, kind: str, value: Any) -> None:
        """Say something that counts once both tables have said it. Raises GameError if it cannot be said now."""
        if self._reconciler.joint is None:
            self._guard.check_due()
            self._table.board.commit({kind: value}, self._table.session.last_said)
            self._reconciler.joint = kind, value

    def tell_secret(self) -> bool:
        """Tell one secret thing that is due. Returns whether there was any."""
        secrets = self._table.companion(Secrets)
        return bool(secrets and secrets.tell(self.far))

    def _synchronise(self) -> None:
        self._reconciler.synchronise()
        if not self._table.session.astray:
            self._view.mean_what_is_due()

    def advance(self) -> float:
        self.far.receive()
        self._synchronise()
        self.far.tell_again()
        if self.far.notice:
            self._table.notice, self.far.notice = self.far.notice, None
        return LOOK_SECONDS

    def recall(self, record: Record) -> None:
        if record["kind"] == "far":
            self.far.recall(record)
        self._reconciler.recall()

    def close(self) -> None:
        self.far.close()

    @property
    def waits(self) -> bool:
        return bool(self._reconciler.wanted) or self._guard.waits

    @property
    def holds_source(self) -> bool:
        """True while the set-up of the other table, which is that of both, is not known yet."""
        return self.far.role == "guest" and not self.far.course.session.started

    def add_to_state(self, state: AnyState) -> AnyState:
        shown = self._view.add_to_state(state)
        may = shown.can_undo and (bool(shown.draft) or self._guard.may_take_back())
        # What the other table agrees to is that the last turn goes, and a roll behind it.
        return replace(shown, can_undo=may, undoes_roll=False)
