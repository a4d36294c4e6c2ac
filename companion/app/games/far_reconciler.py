"""Brings the session here and the ledger of both tables level, one step after the other.

What to do follows from how the two differ, so a game that was broken off anywhere goes on where it was.
"""

from typing import Any

from companion.app.games.deeds import Correct, Deed, JudgeTable, PassTurn, Say, SetUp, TakeBack
from companion.app.games.far_standing import FarStanding, said_in
from companion.app.games.far_table import FarTable
from companion.app.games.table import PlayedTable
from companion.app.games.turns_sat_out import TurnsSatOut
from companion.app.json_object import JsonObject
from companion.games.errors import CompanionError
from companion.games.reason import because
from companion.referee.grid import Grid
from companion.referee.session import Session
from companion.sharing.far.course import FarCourse, ToldTurn

# More things than this never follow from one another.
MOST_STEPS = 200
# More is never taken back at once.
MOST_BACK = 12
# No message of a table that is there takes longer.
WIRE_SECONDS = 15.0


class Reconciler:
    """Tells what was done here and does what was done there. `partner` is the companion that does not hear of this;
    `tell_secrets` tells one secret thing that is due and returns whether there was any; `hello` is what the other table
    is told of the game.
    """

    def __init__(
        self, table: PlayedTable[Any], standing: FarStanding, partner: Any, hello: JsonObject, sat_out: TurnsSatOut
    ) -> None:
        self._table, self._standing, self._partner, self._hello = table, standing, partner, dict(hello)
        self._sat_out = sat_out
        self.wanted = ""
        """Purpose for which dice are to be rolled as soon as possible; "" for none."""
        self.joint: tuple[str, Any] | None = None
        """Kind and value of something said here that counts once both tables have said it."""
        # How much of what was granted has been carried out here.
        self._granted = 0
        # How many turns both had made when this table last stood as agreed.
        self._stood = 0
        # The entry whose table has been laid where hands lay it.
        self._laid = -1
        self._turn_since = table.clock()
        # The entry of the turn whose time was last compared with the clock here.
        self._timed = -1
        # What was in force at both tables when they last stood alike, and after which entries that was.
        self._shared: tuple[tuple[int, int], JsonObject] = ((0, 0), {})

    @property
    def _far(self) -> FarTable:
        return self._standing.far

    @property
    def _course(self) -> FarCourse:
        return self._standing.course

    def recall(self) -> None:
        """Take note of what has been carried out here before the game was broken off."""
        given = self._course.given
        agreed = given is not None and given.what == "agree" and bool(self._table.session.winner)
        if agreed or self._standing.level:
            self._granted, self._stood = self._standing.turn[1], self._standing.turn[0]

    def synchronise(self) -> None:
        """Do and tell everything that follows from the game here and the agreed course."""
        if not self._table.session.astray:
            any(not self._one_step() for _ in range(MOST_STEPS))

    def _one_step(self) -> bool:
        """Do one thing, if there is one to do. Returns whether there was."""
        far, course = self._far, self._course
        if far.link.busy:
            return False
        if not course.begun:
            return self._set_up_both() if course.joined else self._greet()
        if self._standing.level:
            self._stood = len(course.turns)
        elif self._stood < len(course.turns):
            return self._catch_up()
        if self._granted < course.granted:
            return self._carry_out_what_was_granted()
        if course.asked or course.draw:
            return far.go_on_rolling()
        return self._partner.tell_secret() or self._one_step_of_a_turn()

    def _one_step_of_a_turn(self) -> bool:
        pending = self._course.pending
        if pending and pending.by == self._far.role:
            return self._own_turn_waits(pending)
        if pending:
            return self._other_turn(pending)
        if self._standing.level:
            self._shared = self._standing.turn, self._standing.said
            return self._say_what_both_say() or self._sit_out_here() or self._roll_what_is_wanted()
        return self._level()

    # The beginning

    def _greet(self) -> bool:
        far = self._far
        if far.role == "guest":
            names = {side: name for side, name in self._hello["players"].items() if side in far.own}
            return len(far.link.ledger) == 1 and far.write("join", players=names, keys=far.link.keys.public)
        if len(far.link.ledger):
            return False
        sides = {role: list(sides) for role, sides in self._course.sides.items()}
        return far.write("hello", **{**self._hello, "sides": sides, "keys": far.link.keys.public})

    def _set_up_both(self) -> bool:
        """Have both tables begin with the host's set-up."""
        table, session, agreed = self._table, self._table.session, self._course.session
        if self._far.role == "host":
            return session.started and not agreed.started and self._far.write("setup", grid=dict(session.grid))
        if not agreed.started:
            return False
        if session.started and session.grid == agreed.grid:
            return self._far.write("made")
        if session.started:
            table.notice = because("far.other_setup")
        elif table.source.name == "touch":
            table.start = dict(agreed.grid)
            self._follow(SetUp())
            return True
        else:
            self._lay(0, agreed.grid)
        return False

    # What this table has lost

    def _catch_up(self) -> bool:
        """Make one more of the turns that both have made, and that the end of this journal has lost.

        They lie on the board already, so they are entered, whatever this table is fed from.
        """
        session, turns = self._table.session, self._course.turns
        before, after = (*turns, self._course.session)[self._stood : self._stood + 2]
        try:
            if not session.started:
                self._follow_table(before.grid)
            elif session.grid == after.grid and (session.grid != before.grid or self._standing.has_made(before)):
                self._stood += 1
            elif not self._standing.alike(before):
                granted = self._granted < self._course.granted
                if granted and (session.grid != before.grid or self._standing.has_made(before)):
                    return self._carry_out_what_was_granted()  # another table than this one has made
                return self._follow_said(before)
            elif before.grid == after.grid:
                self._follow(Correct({"pass": "sat_out"}))
            else:
                self._follow_table(after.grid)
                if self._table.session.grid != after.grid:
                    self._follow(Correct({"accept": True}))
        except CompanionError as error:
            self._table.notice = error.reason
            return False
        return True

    # What both wanted

    def _carry_out_what_was_granted(self) -> bool:
        given, agreed = self._course.given, self._course.session
        assert given
        if given.what == "accept" and not self._standing.level:
            self._back_to(self._course.turns[-1])
            self._follow_table(given.grid or {})
            self._follow(Correct({"accept": True}))
        elif given.what == "agree" and not self._table.session.winner:
            # What was laid here meanwhile is no part of the game, and cannot be told any more.
            before = agreed.copy()
            before.correct(0.0, {"undo": True})
            self._back_to(before)
            self._follow(Correct({"agree": "draw"}))
        elif given.what == "undo":
            self._back_to(agreed)
        self._granted, self._stood = self._course.granted, len(self._course.turns)
        self._table.notice = because(f"far.granted_{given.what}")
        return True

    def _back_to(self, session: Session) -> None:
        """Take back until the game stands as in a session."""
        table = self._table
        table.draft = []
        for _ in range(MOST_BACK):
            open_ = table.session.due is None and table.session.grid == session.grid
            if open_ or self._standing.alike(session) or not table.can_undo:
                break
            self._follow(TakeBack())
        if table.source.by_hand:
            table.source.lay(table.session.grid)

    # What is said

    def _say_what_both_say(self) -> bool:
        """Tell what was said here until it counts. Another entry may have come before it."""
        if self.joint is None:
            return False
        kind, value = self.joint
        due, said = self._course.session.due, self._course.said
        if due and due.value.get(kind) == value:
            self.joint = None
            return True
        mine = said is not None and (said.by, said.kind, said.value) == (self._far.role, kind, value)
        return not mine and self._far.write("said", kind=kind, value=value)

    def _roll_what_is_wanted(self) -> bool:
        if not self.wanted or not self._standing.my_turn:
            return False
        wanted, self.wanted = self.wanted, ""
        return self._far.commit_dice(wanted)

    def _sit_out_here(self) -> bool:
        """Have turns of this table that are sat out begun, by a word or a roll, and passed."""
        if not self._standing.my_turn:
            return False
        if self._sat_out.due:
            self._follow(PassTurn(sat_out=True))
            return True
        if not (self._sat_out.rolled_for and self._course.mover in self._far.own and not self.wanted):
            return False
        table = self._table
        position = table.board.moving(table.session.position, self._course.mover)
        if said := table.entry.announced(position, 0.0, table.chance):
            self._follow(Say(*said))
            return True
        self.wanted = "roll"
        return False

    def _level(self) -> bool:
        """Tell what was done here, or do what was done there, if the game stands otherwise than both have agreed."""
        if self._standing.untold:
            return self._tell_turn()
        said, known = self._standing.said, said_in(self._course.session)
        turn, shared = self._shared
        old = shared if turn == self._standing.turn else {}
        # What both had once and the other table has no longer is old, not new.
        new = {kind: value for kind, value in said.items() if old.get(kind) != value and known.get(kind) != value}
        told = any(self._tell_said(kind, value) for kind, value in new.items())
        return told or self._follow_said(self._course.session)

    def _tell_said(self, kind: str, value: Any) -> bool:
        device, record = self._far.rolled_by
        more = {"by": device, "record": record} if kind == "roll" else {}
        said = kind in self._table.board.commitments and self._far.write("said", kind=kind, value=value, **more)
        return said or self._far.write("amend", what=kind, value=value)

    def _follow_said(self, session: Session) -> bool:
        """Say here what is in force in a session."""
        said, wanted, done = self._standing.said, said_in(session), False
        for kind, value in wanted.items():
            if said.get(kind) == value:
                continue
            try:
                self._follow_one(kind, value, said)
            except CompanionError as error:
                self._table.notice = error.reason
                return False
            done = True
        if not done and said.keys() > wanted.keys() and self._table.can_undo and not self._standing.my_turn:
            self._back_to(session)
            return True
        return done

    def _follow_one(self, kind: str, value: Any, said: JsonObject) -> None:
        board = self._table.board
        if kind in board.amendable and (kind in said or kind not in board.commitments):
            self._follow(Correct({kind: value}))
        elif kind in board.commitments:
            self._follow(Say(kind, value))
        else:
            for side in set(value) ^ set(said.get(kind, ())):
                self._follow(Correct({board.late: side}))

    # Turns

    def _own_turn_waits(self, pending: ToldTurn) -> bool:
        """Take this table's turn back, or put another one in its place, while the other table is still making it.
        Returns True if something was told."""
        if self._standing.alike(pending.after):
            return False
        return self._far.write("back") if self._standing.level else self._tell_turn()

    def _other_turn(self, pending: ToldTurn) -> bool:
        """Have the other table's turn made here."""
        table = self._table
        self._compare_time(pending)
        if self._standing.alike(pending.after):
            self._turn_since = table.clock()
            return self._far.write("made")
        if not self._standing.level:
            return self._level()
        if pending.grid is None:
            self._follow(Correct({"pass": "sat_out" if self._sat_out.sits_out(table.session) else True}))
            return True
        if not table.watched:
            self._follow_table(pending.grid)
            return self._standing.alike(pending.after)
        self._lay(pending.n, pending.grid)
        return False

    def _compare_time(self, pending: ToldTurn) -> None:
        """Say so if the other table tells another time for its turn than has passed here."""
        if self._timed == pending.n:
            return
        self._timed = pending.n
        here, there = self._far.their_seconds, pending.took / 10
        if here is not None and abs(here - there) > WIRE_SECONDS:
            self._far.notice = because("far.time", there=round(there), here=round(here))

    def _tell_turn(self) -> bool:
        """Tell the turn that was made here. One that the rules, or the other table, do not allow is taken back."""
        course, table, session = self._course, self._table, self._table.session
        if course.mover is None and self._far.role == "guest":
            return False  # the host tells a turn that both make at once
        took = max(0, round((table.clock() - self._turn_since) * 10))
        still = session.grid == course.session.grid and table.board.implicit(session.position) is not None
        passed = session.state.passed or (still and self._standing.has_made(course.session))
        body: JsonObject = {} if passed else {"grid": dict(session.grid)}
        # A turn that was told already, and stands otherwise here, is none that the other table knows.
        again = course.pending is not None and course.pending.grid == body.get("grid")
        if not again and self._far.write("turn", **body, took=took):
            return True
        self._back_to(course.session)
        table.notice = because("far.not_yours")
        return False

    # Done here without being asked for, nor told

    def follow_back(self, correction: JsonObject) -> None:
        """Take back what the other table does not know of."""
        self._follow(Correct(correction))

    def _follow(self, deed: Deed) -> None:
        self._table.do(deed, besides=self._partner)

    def _follow_table(self, grid: Grid) -> None:
        """Have the table as the other one has it."""
        self._follow(JudgeTable({place: grid.get(place, "") for place in self._table.board.places}))

    def _lay(self, n: int, grid: Grid) -> None:
        """Have hands, where there are any, lay the table of an entry, once."""
        if self._table.source.by_hand and self._laid != n:
            self._laid = n
            self._table.source.lay(grid)
