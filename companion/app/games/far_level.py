"""Two tables that play one game are brought level: what was done here is told there, what was done there is done here.

It is found by comparing how the game stands here with what both have agreed on; so a game that was broken off anywhere
goes on where it was.
"""

from pathlib import Path
from typing import Any, TypeVar

from companion.app.games.far_table import FarGame, FarTable
from companion.app.games.state import ShownSuggestion
from companion.app.games.turns_sat_out import TableWithHeadStart
from companion.app.json_object import JsonObject
from companion.games.errors import CompanionError
from companion.games.reason import because
from companion.referee.grid import Grid
from companion.referee.session import Session
from companion.sharing.far.course import FarCourse, ToldTurn, alike, in_force, of_words
from companion.sharing.far.dice import JointDice
from companion.sharing.far.ledger import Entry

S = TypeVar("S")
# More things than this never follow from one another.
MOST_STEPS = 50
# What is said by correcting what is in force.
AMENDED = ("programs", "choices", "fouls")
# More is never taken back at once.
MOST_BACK = 12


class TableLevelWithFar(TableWithHeadStart[S]):
    """Nothing of this concerns a table that all sit at: there `far` is None."""

    def __init__(
        self,
        *args: Any,
        far: FarGame | None = None,
        folder: Path | None = None,
        hello: JsonObject | None = None,
        **kwargs: Any,
    ) -> None:
        self.far: FarTable | None = None
        # Whether what happens here only follows what both have agreed on.
        self._following = False
        self._granted = 0
        # What dice are to be rolled for, as soon as that is possible.
        self._wanted = ""
        # What was said here that counts once both tables have said it: its kind and value.
        self._joint: tuple[str, Any] | None = None
        # The entry whose table has been laid where hands lay it.
        self._laid = -1
        self._far_plan: ShownSuggestion | None = None
        self._plan_of = -1
        # What device has rolled last, and its record.
        self._rolled_by: tuple[str, str] = ("", "")
        self._by_device = False
        self._turn_since = 0.0
        # What was in force at both tables when they last stood alike, and after which entries that was.
        self._shared: tuple[tuple[int, int], JsonObject] = ((0, 0), {})
        super().__init__(*args, **kwargs)
        self._hello = dict(hello or {})
        if far and folder:
            self.far = FarTable(far, folder, self._table, self._first, self._drawn, self._keep_entry)
            self._turn_since = self._clock()

    def _keep_entry(self, entry: Entry, offered: bool) -> None:
        event = self._event("far", None)
        told: JsonObject = {"offered": True} if offered else {}
        self._journal.append("far", {"event": event.index, "t": event.t, "far": entry.to_json(), **told})

    def _drawn(self, what: str, session: Session, dice: JointDice) -> tuple[str, Any]:
        """What dice show that both tables have rolled."""
        assert self.far
        return "roll", dict(self._entry.roll(self.far.course.mover or self._first, dice))

    @property
    def _occasion(self) -> object:
        """How many messages that took does not matter."""
        return (len(self.far.course.turns), self.far.course.granted) if self.far else super()._occasion

    @property
    def far_due(self) -> bool:
        """Whether this table can go on with the game now."""
        return self.far is None or self.far.course.may_move(self.far.role)

    @property
    def _turn_untold(self) -> bool:
        """Whether the turn has been made here of which the other table does not know yet: what is said now would belong
        to the next one."""
        far = self.far
        if far is None or not far.course.begun:
            return False
        return self.session.grid != far.course.session.grid or self._made()

    def _agree_with_far(self) -> None:
        """Do and tell all that follows from how the game stands here and by what both have agreed on."""
        if self.far is None or self._following or self.session.astray:
            return
        for _ in range(MOST_STEPS):
            if not self._one_step():
                break
        self._mean_what_is_due()

    def _one_step(self) -> bool:
        """Do one thing, if there is one to do. Returns whether there was."""
        far = self.far
        assert far
        if far.link.busy:
            return False
        if not far.course.begun:
            return self._set_up_both() if far.course.joined else self._greet()
        if self._granted < far.course.granted:
            return self._carry_out_what_was_granted()
        if far.go_on_rolling():
            return True
        if far.course.asked or far.course.draw:
            return False
        return self._secrets() or self._one_step_of_a_turn(far)

    def _one_step_of_a_turn(self, far: FarTable) -> bool:
        course, pending = far.course, far.course.pending
        if pending and pending.by == far.role:
            return self._own_turn_waits(pending)
        if pending:
            return self._other_turn(pending)
        if alike(self._table, self.session, course.session):
            self._shared = self._turn_of(course), self._in_force_here()
            return self._say_what_both_say(far) or self._sit_out(far) or self._roll_what_is_wanted()
        return self._level()

    @staticmethod
    def _turn_of(course: FarCourse) -> tuple[int, int]:
        return len(course.turns), course.granted

    def _in_force_here(self) -> JsonObject:
        here = in_force(self.session)
        return dict(here[1]) if here else {}

    def _greet(self) -> bool:
        far = self.far
        assert far
        if far.role == "guest":
            names = {side: name for side, name in self._hello["players"].items() if side in far.own}
            return len(far.link.ledger) == 1 and far.write("join", players=names, keys=far.link.keys.public)
        if len(far.link.ledger):
            return False
        sides = {role: list(sides) for role, sides in far.course.sides.items()}
        return far.write("hello", **{**self._hello, "sides": sides, "keys": far.link.keys.public})

    def _set_up_both(self) -> bool:
        """The host's set-up is that of both."""
        far, session = self.far, self.session
        assert far
        agreed = far.course.session
        if far.role == "host":
            return session.started and not agreed.started and far.write("setup", grid=dict(session.grid))
        if not agreed.started:
            return False
        if session.started and session.grid == agreed.grid:
            return far.write("made")
        if session.started:
            self.notice = because("far.other_setup")
            return False
        if self._source.name == "touch":
            self._start = dict(agreed.grid)
            self._following = True
            try:
                self.set_up()
            finally:
                self._following = False
            return True
        if self._source.by_hand and self._laid < 0:
            self._laid = 0
            self._source.lay(agreed.grid)
        return False

    def _carry_out_what_was_granted(self) -> bool:
        far = self.far
        assert far and far.course.given
        given, agreed = far.course.given, far.course.session
        if given.what == "accept" and not alike(self._table, self.session, agreed):
            self._back_to(far.course.turns[-1])
            self._follow_table(given.grid or {})
            self._follow({"accept": True})
        elif given.what == "agree" and not self.session.winner:
            self._follow({"agree": "draw"})
        elif given.what == "undo":
            self._back_to(agreed)
        self._granted = far.course.granted
        self.notice = because(f"far.granted_{given.what}")
        return True

    def _back_to(self, session: Session) -> None:
        """Take back until the game stands as in a session."""
        self._draft = []
        for _ in range(MOST_BACK):
            open_ = self.session.due is None and self.session.grid == session.grid
            if open_ or alike(self._table, self.session, session) or not self._can_undo:
                break
            self._following = True
            try:
                self._take_back()
            finally:
                self._following = False
        if self._source.by_hand:
            self._source.lay(self.session.grid)

    def _say_what_both_say(self, far: FarTable) -> bool:
        """Tell what was said here until it counts. Another entry may have come before it."""
        if self._joint is None:
            return False
        kind, value = self._joint
        due, said = far.course.session.due, far.course.said
        if due and due.value.get(kind) == value:
            self._joint = None
            return True
        mine = said is not None and (said.by, said.kind, said.value) == (far.role, kind, value)
        return not mine and far.write("said", kind=kind, value=value)

    def _roll_what_is_wanted(self) -> bool:
        far = self.far
        assert far
        if not self._wanted or not far.course.may_move(far.role):
            return False
        wanted, self._wanted = self._wanted, ""
        return far.commit_dice(wanted)

    def _secrets(self) -> bool:
        """What is to be done in games in which both commit themselves in secret. Returns whether there was anything."""
        return False

    def _own_turn_waits(self, pending: ToldTurn) -> bool:
        """The other table is making the turn; as long as it has not, another one may take its place."""
        far = self.far
        assert far
        if alike(self._table, self.session, pending.after):
            return False
        if alike(self._table, self.session, far.course.session):
            return far.write("back")
        return self._tell_turn()

    def _other_turn(self, pending: ToldTurn) -> bool:
        far = self.far
        assert far
        if alike(self._table, self.session, pending.after):
            self._turn_since = self._clock()
            return far.write("made")
        if not alike(self._table, self.session, far.course.session):
            return self._level()
        if pending.grid is None:
            self._follow({"pass": True})
            return True
        if not self._watched:
            self._follow_table(pending.grid)
            return alike(self._table, self.session, pending.after)
        if self._source.by_hand and self._laid != pending.n:
            self._laid = pending.n
            self._source.lay(pending.grid)
        return False

    def _level(self) -> bool:
        """Here the game stands otherwise than both have agreed: tell what was done here, or do what was done there."""
        far = self.far
        assert far
        agreed = in_force(far.course.session)
        if self.session.grid == far.course.session.grid and not self._made():
            said, wanted = self._in_force_here(), dict(agreed[1]) if agreed else {}
            turn, shared = self._shared
            old = shared if turn == self._turn_of(far.course) else {}
            # What both had once and the other table has no longer is old, not new.
            new = {kind: value for kind, value in said.items() if old.get(kind) != value}
            return self._tell_said(new, wanted) or self._follow_said(said, wanted)
        return self._tell_turn()

    def _made(self) -> bool:
        """Whether the turn that is due by what both have agreed on has been made here, if only by passing."""
        assert self.far
        agreed, here, said = self.far.course.session.due, self.session.due, self.session.state.said
        if agreed is None or said is None:
            return False
        if here is not None:
            return here.mover != agreed.mover
        return said.mover == agreed.mover and of_words(said) == of_words(agreed)

    def _tell_said(self, said: JsonObject, known: JsonObject) -> bool:
        """Tell what was said here and is not known there."""
        far = self.far
        assert far
        for kind, value in said.items():
            if known.get(kind) == value:
                continue
            amended = kind in AMENDED or (kind == "roll" and kind in known)
            if self._tell_amended(kind, value) if amended else self._tell_one(kind, value):
                return True
        return False

    def _tell_one(self, kind: str, value: Any) -> bool:
        assert self.far
        device, record = self._rolled_by
        more = {"by": device or "tower", "record": record} if kind == "roll" else {}
        return self.far.write("said", kind=kind, value=value, **more)

    def _tell_amended(self, kind: str, value: Any) -> bool:
        """Answers to what the rules leave to a player, and fouls that were called."""
        far = self.far
        assert far
        if kind in ("choices", "roll"):
            return far.write("amend", what=kind, value=list(value))
        return kind == "fouls" and any(far.write("amend", what="foul", value=side) for side in value)

    def _follow_said(self, said: JsonObject, wanted: JsonObject) -> bool:
        """Say here what was said there."""
        done = False
        for kind, value in wanted.items():
            if said.get(kind) == value:
                continue
            try:
                self._follow_one(kind, value, said)
            except CompanionError as error:
                self.notice = error.reason
                return False
            done = True
        if not done and said.keys() > wanted.keys() and self._can_undo and not self.far_due:
            self._back_to(self.far.course.session)  # type: ignore[union-attr]
            return True
        return done

    def _follow_one(self, kind: str, value: Any, said: JsonObject) -> None:
        if kind == "fouls":
            for side in set(value) ^ set(said.get(kind, ())):
                self._follow({"foul": side})
            return
        if kind in AMENDED or (kind == "roll" and kind in said):
            self._follow({kind: value})
            return
        self._following = True
        try:
            self.say(kind, value)
        finally:
            self._following = False

    def _tell_turn(self) -> bool:
        """Tell the turn that was made here. One that the rules, or the other table, do not allow is taken back."""
        far = self.far
        assert far
        if far.course.mover is None and far.role == "guest":
            return False  # of a turn that both make at once the host tells
        took = max(0, round((self._clock() - self._turn_since) * 10))
        session = self.session
        still = session.grid == far.course.session.grid and self._table.implicit(session.position) is not None
        passed = session.state.passed or (still and self._made())
        body: JsonObject = {} if passed else {"grid": dict(self.session.grid)}
        if far.write("turn", **body, took=took):
            return True
        self._back_to(far.course.pending.after if far.course.pending else far.course.session)
        self.notice = because("far.not_yours")
        return False

    @property
    def _to_sit_out(self) -> bool:
        due, far = self.session.due, self.far
        return super()._to_sit_out and (far is None or (due is not None and due.mover in far.own))

    def _sit_out(self, far: FarTable) -> bool:
        """Turns of this table's that are sat out, since somebody at the other one has a head start, are rolled for and
        passed by themselves."""
        if not far.course.may_move(far.role):
            return False
        if self._to_sit_out:
            self._pass(True)
            return True
        if self._sits_out and far.course.mover in far.own and not self._wanted:
            self._wanted = "roll"
        return False

    def _follow(self, correction: JsonObject) -> None:
        self._following = True
        try:
            super().correct(correction)
        finally:
            self._following = False

    def _follow_table(self, grid: Grid) -> None:
        """The table is as the other one has it."""
        self._following = True
        try:
            self._judge({place: grid.get(place, "") for place in self._table.places})
        finally:
            self._following = False

    def _mean_what_is_due(self) -> None:
        """Which turn alone counts here now, for eyes that see another one."""
        meant = self._meant_grid()
        now = self.session.meant
        if (None if meant is None else dict(meant)) != (None if now is None else dict(now)):
            self._game.mean(self._event("meant", None), meant)

    def _meant_grid(self) -> Grid | None:
        far = self.far
        if far is None or not self._watched:
            return None
        course = far.course
        if not course.begun:
            waits = far.role == "guest" and course.session.started and not self.session.started
            return course.session.grid if waits else None
        if course.mover is None or course.session.winner or (course.pending and course.pending.by == far.role):
            return None
        if course.pending:
            return course.pending.grid
        return None if course.table_of(course.mover) == far.role else course.session.grid
