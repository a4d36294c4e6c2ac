"""The other table of a game that two tables play: tells it what is done here, and does here what was done there.

What to do is found by comparing how the game stands here with what both have agreed on, so a game that was broken off
anywhere goes on where it was. Whatever players do here is judged here first, as at any table.
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
from companion.app.games.far_table import LOOK_SECONDS, FarGame, FarTable
from companion.app.games.state import AnyState, ShownSuggestion
from companion.app.games.table import PlayedTable
from companion.app.games.turns_sat_out import TurnsSatOut
from companion.app.json_object import JsonObject
from companion.games.errors import CompanionError, GameError
from companion.games.reason import because
from companion.referee.grid import Grid
from companion.referee.keeping.records import Record
from companion.referee.session import Session
from companion.sharing.far.course import FarCourse, ToldTurn, alike, in_force, of_words
from companion.sharing.far.dice import JointDice
from companion.sharing.far.ledger import Entry

# More things than this never follow from one another.
MOST_STEPS = 50
# What is said by correcting what is in force.
AMENDED = ("programs", "choices", "fouls")
# More is never taken back at once.
MOST_BACK = 12
# No message of a table that is there takes longer.
WIRE_SECONDS = 15.0


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
        self,
        table: PlayedTable[Any],
        far: FarGame,
        folder: Path,
        hello: JsonObject,
        sat_out: TurnsSatOut,
    ) -> None:
        """Raises RefereeError where the game's code is lost."""
        self._table, self._hello, self._sat_out = table, dict(hello), sat_out
        self.far = FarTable(far, folder, table.board, table.first, self._drawn, sat_out.sits_out, self._keep_entry)
        # How much of what was granted has been carried out here.
        self._granted = 0
        # What dice are to be rolled for, as soon as that is possible.
        self._wanted = ""
        # What was said here that counts once both tables have said it: its kind and value.
        self._joint: tuple[str, Any] | None = None
        # The entry whose table has been laid where hands lay it.
        self._laid = -1
        # The other table's turn as it is shown, and its entry.
        self._plan: tuple[int, ShownSuggestion] | None = None
        # What device has rolled last, and its record.
        self._rolled_by = ("", "")
        self._turn_since = table.clock()
        # The entry of the turn whose time was last compared with the clock here.
        self._timed = -1
        # What was in force at both tables when they last stood alike, and after which entries that was.
        self._shared: tuple[tuple[int, int], JsonObject] = ((0, 0), {})
        # How many messages a turn took does not matter to what chance makes of it.
        table.occasion = lambda: self._turn

    @property
    def course(self) -> FarCourse:
        """How the game stands by what both tables have agreed on."""
        return self.far.course

    @property
    def _turn(self) -> tuple[int, int]:
        return len(self.course.turns), self.course.granted

    def _keep_entry(self, entry: Entry, offered: bool) -> None:
        self._table.log.keep("far", far=entry.to_json(), **({"offered": True} if offered else {}))

    def _drawn(self, what: str, session: Session, dice: JointDice) -> tuple[str, Any]:
        """Return what dice show that both tables have rolled."""
        return "roll", self._table.entry.drawn(what, session, self.course.mover or self._table.first, dice)

    # What players do

    def answer(self, deed: Deed) -> Iterator[Deed]:
        match deed:
            case RollDice(None, what):
                self._roll_together(what)
            case HearFar():
                self.advance()
            case AnswerFar(yes):
                self._answer(yes=yes)
            case TakeBack() if not self._table.draft:
                self._ask_back({"undo": True})
            case Correct(correction) if correction.keys() & {"accept", "agree", "undo"}:
                self._ask(correction)
            case Say(kind, value) if self._table.board.together:
                self._say_with_far(kind, value)
            case Say() | PassTurn() | Correct() | SetUp() | JudgeTable() | JudgePicture() | RollDice():
                self._check_allowed(deed)
                if isinstance(deed, Rolled):
                    self._note_device(deed)
                yield deed
                self._synchronise()
            case _:
                yield deed

    def _check_allowed(self, deed: Deed) -> None:
        """Raise GameError for a typed roll, and if the other table must do something first."""
        typed = isinstance(deed, Say) and deed.kind == "roll" and not isinstance(deed, Rolled)
        if typed or isinstance(deed, RollDice):
            raise GameError("far.typed")
        if isinstance(deed, Say | PassTurn) or (isinstance(deed, Correct) and "pass" in deed.correction):
            self._check_due()

    def _note_device(self, deed: Rolled) -> None:
        """Remember the device that rolled, and its record: the other table is told both."""
        record = str(deed.value.raw) if deed.kind == "roll_raw" else ""
        self._rolled_by = (deed.device or "tower", record)

    def _check_due(self) -> None:
        """Raise GameError unless this table may act now."""
        course = self.course
        if not course.joined or not course.begun:
            raise GameError("far.not_begun")
        if course.asked:
            raise GameError("far.answer_first")
        if not course.may_move(self.far.role) or course.draw or self._turn_untold:
            raise GameError("far.wait")

    def _say_with_far(self, kind: str, value: Any) -> None:
        """Say something that counts once both tables have said it. Raises GameError if it cannot be said now."""
        if self._joint is None:
            self._check_due()
            self._table.board.commit({kind: value}, self._table.session.last_said)
            self._joint = kind, value
            self._synchronise()

    def _roll_together(self, what: str) -> None:
        """Have dice rolled by both tables."""
        self._check_due()
        self._wanted = what
        self._synchronise()

    def _ask(self, correction: JsonObject) -> None:
        """Ask the other table to consent: neither table decides this alone."""
        if correction.get("accept"):
            last = self._table.history.last
            self._ask_far("accept", dict((last.seen if last else None) or self._table.session.grid))
        elif "agree" in correction:
            self._ask_far("agree")
        else:
            self._ask_back(correction)

    def _ask_back(self, correction: JsonObject) -> None:
        """Take back at once a deed that the other table does not know of; ask it for any other."""
        course, pending = self.course, self.course.pending
        ahead = course.session.started and not self._alike(course.session)
        if ahead and (pending is None or pending.by == self.far.role) and not self.far.link.busy:
            self._follow(Correct(correction))
            self._synchronise()
        else:
            self._ask_far("undo")

    def _ask_far(self, what: str, grid: Grid | None = None) -> None:
        """Ask the other table. Raises GameError if this cannot be asked now."""
        body: JsonObject = {"what": what} if grid is None else {"what": what, "grid": dict(grid)}
        if why := self.far.why_not("ask", **body):
            raise GameError.of(why)
        if not self.far.write("ask", **body):
            raise GameError("far.wait")
        self._synchronise()

    def _answer(self, *, yes: bool) -> None:
        if self.course.asked and not self.far.write("grant" if yes else "deny"):
            raise GameError("far.wait")
        self._synchronise()

    # What comes from there

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
        if record["kind"] == "commit" and "raw" in record:
            self._rolled_by = ("tower", record["raw"])
        if self._granted == self.course.granted or self.course.given is None:
            return
        # What was granted may have been carried out before the game was broken off.
        agreed = self.course.given.what == "agree" and bool(self._table.session.winner)
        if agreed or self._alike(self.course.session):
            self._granted = self.course.granted

    def close(self) -> None:
        self.far.close()

    # How both stand

    @property
    def waits(self) -> bool:
        under_way = self.course.draw is not None or bool(self._wanted) or self.far.link.busy
        return under_way or not self.course.may_move(self.far.role) or self._turn_untold

    @property
    def holds_source(self) -> bool:
        """True while the set-up of the other table, which is that of both, is not known yet."""
        return self.far.role == "guest" and not self.course.session.started

    @property
    def _turn_untold(self) -> bool:
        """True if the turn was made here and the other table does not know of it: what is said now would belong to the
        next one."""
        if not self.course.begun:
            return False
        return self._table.session.grid != self.course.session.grid or self._made

    @property
    def _made(self) -> bool:
        """True if the turn that is due by what both have agreed on has been made here, if only by passing."""
        session = self._table.session
        agreed, here, said = self.course.session.due, session.due, session.state.said
        if agreed is None or said is None:
            return False
        if here is not None:
            return here.mover != agreed.mover
        return said.mover == agreed.mover and of_words(said) == of_words(agreed)

    def _alike(self, session: Session) -> bool:
        return alike(self._table.board, self._table.session, session)

    # Brought level, one step after the other

    def _synchronise(self) -> None:
        """Bring both tables level: do and tell everything that follows from the game here and the agreed course."""
        if self._table.session.astray:
            return
        for _ in range(MOST_STEPS):
            if not self._one_step():
                break
        self._mean_what_is_due()

    def _one_step(self) -> bool:
        """Do one thing, if there is one to do. Returns whether there was."""
        far, course = self.far, self.course
        if far.link.busy:
            return False
        if not course.begun:
            return self._set_up_both() if course.joined else self._greet()
        if self._granted < course.granted:
            return self._carry_out_what_was_granted()
        if far.go_on_rolling():
            return True
        if course.asked or course.draw:
            return False
        secrets = self._table.companion(Secrets)
        return bool(secrets and secrets.tell(far)) or self._one_step_of_a_turn()

    def _one_step_of_a_turn(self) -> bool:
        pending = self.course.pending
        if pending and pending.by == self.far.role:
            return self._own_turn_waits(pending)
        if pending:
            return self._other_turn(pending)
        if self._alike(self.course.session):
            self._shared = self._turn, self._in_force_here()
            return self._say_what_both_say() or self._sit_out_here() or self._roll_what_is_wanted()
        return self._level()

    def _in_force_here(self) -> JsonObject:
        here = in_force(self._table.session)
        return dict(here[1]) if here else {}

    def _greet(self) -> bool:
        far = self.far
        if far.role == "guest":
            names = {side: name for side, name in self._hello["players"].items() if side in far.own}
            return len(far.link.ledger) == 1 and far.write("join", players=names, keys=far.link.keys.public)
        if len(far.link.ledger):
            return False
        sides = {role: list(sides) for role, sides in self.course.sides.items()}
        return far.write("hello", **{**self._hello, "sides": sides, "keys": far.link.keys.public})

    def _set_up_both(self) -> bool:
        """Have both tables begin with the host's set-up."""
        table, session, agreed = self._table, self._table.session, self.course.session
        if self.far.role == "host":
            return session.started and not agreed.started and self.far.write("setup", grid=dict(session.grid))
        if not agreed.started:
            return False
        if session.started and session.grid == agreed.grid:
            return self.far.write("made")
        if session.started:
            table.notice = because("far.other_setup")
            return False
        if table.source.name == "touch":
            table.start = dict(agreed.grid)
            self._follow(SetUp())
            return True
        if table.source.by_hand and self._laid < 0:
            self._laid = 0
            table.source.lay(agreed.grid)
        return False

    def _carry_out_what_was_granted(self) -> bool:
        given, agreed = self.course.given, self.course.session
        assert given
        if given.what == "accept" and not self._alike(agreed):
            self._back_to(self.course.turns[-1])
            self._follow_table(given.grid or {})
            self._follow(Correct({"accept": True}))
        elif given.what == "agree" and not self._table.session.winner:
            self._follow(Correct({"agree": "draw"}))
        elif given.what == "undo":
            self._back_to(agreed)
        self._granted = self.course.granted
        self._table.notice = because(f"far.granted_{given.what}")
        return True

    def _back_to(self, session: Session) -> None:
        """Take back until the game stands as in a session."""
        table = self._table
        table.draft = []
        for _ in range(MOST_BACK):
            open_ = table.session.due is None and table.session.grid == session.grid
            if open_ or self._alike(session) or not table.can_undo:
                break
            self._follow(TakeBack())
        if table.source.by_hand:
            table.source.lay(table.session.grid)

    def _say_what_both_say(self) -> bool:
        """Tell what was said here until it counts. Another entry may have come before it."""
        if self._joint is None:
            return False
        kind, value = self._joint
        due, said = self.course.session.due, self.course.said
        if due and due.value.get(kind) == value:
            self._joint = None
            return True
        mine = said is not None and (said.by, said.kind, said.value) == (self.far.role, kind, value)
        return not mine and self.far.write("said", kind=kind, value=value)

    def _roll_what_is_wanted(self) -> bool:
        if not self._wanted or not self.course.may_move(self.far.role):
            return False
        wanted, self._wanted = self._wanted, ""
        return self.far.commit_dice(wanted)

    def _sit_out_here(self) -> bool:
        """Have turns of this table that are sat out rolled for and passed."""
        if not self.course.may_move(self.far.role):
            return False
        if self._sat_out.due:
            self._follow(PassTurn(sat_out=True))
            return True
        if self._sat_out.rolled_for and self.course.mover in self.far.own and not self._wanted:
            self._wanted = "roll"
        return False

    def _own_turn_waits(self, pending: ToldTurn) -> bool:
        """The other table is making the turn; as long as it has not, another one may take its place."""
        if self._alike(pending.after):
            return False
        if self._alike(self.course.session):
            return self.far.write("back")
        return self._tell_turn()

    def _other_turn(self, pending: ToldTurn) -> bool:
        """Have the other table's turn made here."""
        table = self._table
        self._compare_time(pending)
        if self._alike(pending.after):
            self._turn_since = table.clock()
            return self.far.write("made")
        if not self._alike(self.course.session):
            return self._level()
        if pending.grid is None:
            self._follow(Correct({"pass": "sat_out" if self._sat_out.sits_out(table.session) else True}))
            return True
        if not table.watched:
            self._follow_table(pending.grid)
            return self._alike(pending.after)
        if table.source.by_hand and self._laid != pending.n:
            self._laid = pending.n
            table.source.lay(pending.grid)
        return False

    def _compare_time(self, pending: ToldTurn) -> None:
        """Say so if the other table tells another time for its turn than has passed here."""
        if self._timed == pending.n:
            return
        self._timed = pending.n
        here, there = self.far.their_seconds, pending.took / 10
        if here is not None and abs(here - there) > WIRE_SECONDS:
            self.far.notice = because("far.time", there=round(there), here=round(here))

    def _level(self) -> bool:
        """The game stands otherwise than both have agreed: tell what was done here, or do what was done there."""
        agreed = in_force(self.course.session)
        if self._table.session.grid != self.course.session.grid or self._made:
            return self._tell_turn()
        said, wanted = self._in_force_here(), dict(agreed[1]) if agreed else {}
        turn, shared = self._shared
        old = shared if turn == self._turn else {}
        # What both had once and the other table has no longer is old, not new.
        new = {kind: value for kind, value in said.items() if old.get(kind) != value}
        return self._tell_said(new, wanted) or self._follow_said(said, wanted)

    def _tell_said(self, said: JsonObject, known: JsonObject) -> bool:
        """Tell what was said here and is not known there."""
        for kind, value in said.items():
            if known.get(kind) == value:
                continue
            amended = kind in AMENDED or (kind == "roll" and kind in known)
            if self._tell_amended(kind, value) if amended else self._tell_one(kind, value):
                return True
        return False

    def _tell_one(self, kind: str, value: Any) -> bool:
        device, record = self._rolled_by
        more = {"by": device or "tower", "record": record} if kind == "roll" else {}
        return self.far.write("said", kind=kind, value=value, **more)

    def _tell_amended(self, kind: str, value: Any) -> bool:
        """Tell answers to what the rules leave to a player, and fouls that were called."""
        if kind in ("choices", "roll"):
            return self.far.write("amend", what=kind, value=list(value))
        return kind == "fouls" and any(self.far.write("amend", what="foul", value=side) for side in value)

    def _follow_said(self, said: JsonObject, wanted: JsonObject) -> bool:
        """Say here what was said there."""
        done = False
        for kind, value in wanted.items():
            if said.get(kind) == value:
                continue
            try:
                self._follow_one(kind, value, said)
            except CompanionError as error:
                self._table.notice = error.reason
                return False
            done = True
        elsewhere = not self.course.may_move(self.far.role)
        if not done and said.keys() > wanted.keys() and self._table.can_undo and elsewhere:
            self._back_to(self.course.session)
            return True
        return done

    def _follow_one(self, kind: str, value: Any, said: JsonObject) -> None:
        if kind == "fouls":
            for side in set(value) ^ set(said.get(kind, ())):
                self._follow(Correct({"foul": side}))
        elif kind in AMENDED or (kind == "roll" and kind in said):
            self._follow(Correct({kind: value}))
        else:
            self._follow(Say(kind, value))

    def _tell_turn(self) -> bool:
        """Tell the turn that was made here. One that the rules, or the other table, do not allow is taken back."""
        course, table, session = self.course, self._table, self._table.session
        if course.mover is None and self.far.role == "guest":
            return False  # the host tells a turn that both make at once
        took = max(0, round((table.clock() - self._turn_since) * 10))
        still = session.grid == course.session.grid and table.board.implicit(session.position) is not None
        passed = session.state.passed or (still and self._made)
        body: JsonObject = {} if passed else {"grid": dict(session.grid)}
        if self.far.write("turn", **body, took=took):
            return True
        self._back_to(course.pending.after if course.pending else course.session)
        table.notice = because("far.not_yours")
        return False

    def _follow(self, deed: Deed) -> None:
        """Do here what both have agreed on: it is not asked for, nor told."""
        self._table.do(deed, besides=self)

    def _follow_table(self, grid: Grid) -> None:
        """Have the table as the other one has it."""
        self._follow(JudgeTable({place: grid.get(place, "") for place in self._table.board.places}))

    def _mean_what_is_due(self) -> None:
        """Restrict what the camera takes for a turn to the one that is due here."""
        meant, now = self._meant_grid(), self._table.session.meant
        if (None if meant is None else dict(meant)) != (None if now is None else dict(now)):
            self._table.game.mean(self._table.log.event("meant"), meant)

    def _meant_grid(self) -> Grid | None:
        """Return the table to which a turn has to lead here, None for any."""
        course, role = self.course, self.far.role
        if not self._table.watched:
            return None
        if not course.begun:
            waits = role == "guest" and course.session.started and not self._table.session.started
            return course.session.grid if waits else None
        if course.mover is None or course.session.winner or (course.pending and course.pending.by == role):
            return None
        if course.pending:
            return course.pending.grid
        return None if course.table_of(course.mover) == role else course.session.grid

    # What is shown

    @property
    def to_make(self) -> ShownSuggestion | None:
        """The other table's turn, for the players to make it here."""
        pending = self.course.pending
        if not pending or pending.by == self.far.role or pending.grid is None or not self._table.watched:
            return None
        if self._alike(pending.after):
            return None
        if self._plan is None or self._plan[0] != pending.n:
            shown = ShownSuggestion(tuple(pending.moves), because("far.please"), (), pending.grid)
            self._plan = pending.n, shown
        return self._plan[1]

    def shown(self, state: AnyState) -> AnyState:
        computers = (*state.computers, *self.far.sides)
        return replace(state, computers=computers, suggestion=self.to_make, far=self.far.state())
