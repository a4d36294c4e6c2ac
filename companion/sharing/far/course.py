"""How the game of two tables stands by what both have agreed on, judged by the referee's own rules.

The entries of a ledger, by kind: ``hello`` (the host: game, options, sides, players), ``join`` (the guest), ``setup``
(the host's table), ``said`` (a commitment, with the record of the device that rolled), ``commit``, ``add``, ``reveal``
(dice rolled together), ``seal``, ``open`` (a secret, see `TableModule.secret`), ``amend`` (an answer that the rules
leave to a player), ``turn`` (a table that a legal turn leaves; another one in its place as long as it has not been
made), ``back`` (the turn is put back), ``made`` (the other table has made it), ``ask``, ``grant``, ``deny`` (what both
must want).
"""

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from companion.games.errors import CompanionError, GameError
from companion.games.reason import Reason, because
from companion.referee.entered_look import EnteredLook
from companion.referee.errors import RefereeError
from companion.referee.evidence import Evidence
from companion.referee.grid import Commitment, Grid, Json
from companion.referee.keeping.shapes import (
    Shape,
    anything,
    either,
    fields,
    list_of,
    map_of,
    one_of,
    row_of,
    text,
    whole,
)
from companion.referee.session import Session
from companion.referee.table import AnyTable
from companion.referee.under_way import DRAWN
from companion.sharing.far.dice import FACES, MOST_DICE, JointDice, commitment
from companion.sharing.far.ledger import Entry, Role, digest_of

# What both must want, see `FarCourse.asked`.
ASKS: Final = ("undo", "accept", "agree")
# Of what is in force, what a camera adds.
OF_EYES: Final = ("doubts", "colours")
_GRID: Final = map_of(text)
_SHARE: Final = row_of(*[whole(0, FACES - 1)] * MOST_DICE)
_BODIES: Final[Mapping[str, Shape]] = {
    "hello": fields(
        {
            "game": text,
            "options": map_of(anything),
            "sides": map_of(list_of(text)),
            "players": map_of(text),
            "first": text,
            "more": map_of(anything),
        }
    ),
    "join": fields({"players": map_of(text)}),
    "setup": fields({"grid": _GRID}, closed=True),
    "said": fields({"kind": text, "value": anything}, {"by": text, "record": text}, closed=True),
    "commit": fields({"what": text, "digest": text}, closed=True),
    "add": fields({"values": _SHARE}, closed=True),
    "reveal": fields({"values": _SHARE, "nonce": text}, closed=True),
    "seal": fields({"side": text, "digest": text}, closed=True),
    "open": fields({"side": text, "program": map_of(anything), "nonce": text}, closed=True),
    "amend": fields({"what": text, "value": either(text, list_of(anything))}, closed=True),
    "turn": fields({}, {"grid": _GRID, "took": whole()}, closed=True),
    "back": fields({}, closed=True),
    "made": fields({}, closed=True),
    "ask": fields({"what": one_of(ASKS)}, {"grid": _GRID}, closed=True),
    "grant": fields({}, closed=True),
    "deny": fields({}, closed=True),
}

# What dice that were rolled for something are, as a kind of commitment and its value: what they were rolled for, the
# session, the dice.
Drawn = Callable[[str, Session, JointDice], tuple[str, Any]]


class Draw(NamedTuple):
    """Dice that are being rolled together: `what` for, and what the other table has added, if it has."""

    by: Role
    what: str
    digest: str
    n: int
    added: tuple[int, ...] | None = None


class ToldTurn(NamedTuple):
    """A turn that the other table has not made yet: `n` is its entry, `grid` the table after it, None where the mover
    passes, `after` the session after it; it took so many tenths of a second."""

    n: int
    by: Role
    grid: Grid | None
    after: Session
    moves: Sequence[Json]
    took: int = 0


class Asked(NamedTuple):
    """What one table wants of the other: `what` is one of ASKS, `grid` the table to be accepted."""

    by: Role
    what: str
    grid: Grid | None = None


@dataclass(frozen=True)
class FarCourse:
    """`sides` are those that play at each table, `session` is how things stand. `begun`: both tables are set up.
    `turns` are the sessions before each turn that both have made, `start` that before this one, `players` are the
    names; of what was asked so much was `granted`, last `given`. `used` is how long each side has thought, in tenths of
    a second, as its own table says, `moves` in how many turns."""

    table: AnyTable
    sides: Mapping[Role, Sequence[str]]
    drawn: Drawn
    session: Session
    hello: Mapping[str, Any] | None = None
    joined: bool = False
    begun: bool = False
    pending: ToldTurn | None = None
    draw: Draw | None = None
    seals: Mapping[str, str] | None = None
    opened: Mapping[str, Mapping[str, Any]] | None = None
    asked: Asked | None = None
    start: Session | None = None
    turns: tuple[Session, ...] = ()
    given: Asked | None = None
    used: Mapping[str, int] | None = None
    moves: Mapping[str, int] | None = None
    players: Mapping[str, str] | None = None
    granted: int = 0
    first: str = ""

    @classmethod
    def of(cls, table: AnyTable, sides: Mapping[Role, Sequence[str]], drawn: Drawn, first: str = "") -> "FarCourse":
        return cls(table, sides, drawn, Session(table), first=first or table.sides[0])

    def table_of(self, side: str) -> Role:
        return "host" if side in self.sides["host"] else "guest"

    @property
    def mover(self) -> str | None:
        """Whose turn it is; None where both move at once."""
        session = self.session
        if session.due is not None:
            return session.due.mover
        said = session.side
        if said is None and session.state.said is not None:
            return None
        if self.table.together:
            return None
        return self.table.next_mover(said) if said else self.first

    def may_move(self, role: Role) -> bool:
        """Whether a table can go on with the game now."""
        if not self.begun or self.pending or self.asked or self.session.winner:
            return False
        return self.mover is None or self.table_of(self.mover) == role

    def after(self, entry: Entry) -> "FarCourse":
        """The same after an entry. Raises CompanionError for one that cannot come next."""
        look = _BODIES.get(entry.kind)
        if look is None:
            raise RefereeError("far.kind", kind=entry.kind)
        look(entry.body)
        if (entry.n == 0) != (entry.kind == "hello") or (entry.n == 1) != (entry.kind == "join"):
            raise RefereeError("far.not_now")
        take: Callable[[Entry], FarCourse] = getattr(self, f"_take_{entry.kind}")
        return take(entry)

    def _but(self, **changes: Any) -> "FarCourse":
        course = copy(self)
        for name, value in changes.items():
            object.__setattr__(course, name, value)
        return course

    def _take_hello(self, entry: Entry) -> "FarCourse":
        body = entry.body
        sides = {role: list(self.sides[role]) for role in self.sides}
        if entry.by != "host" or body["game"] != self.table.game or body["sides"] != sides:
            raise RefereeError("far.not_now")
        return self._but(hello=body, players=dict(body["players"]), first=body["first"] or self.first)

    def _take_join(self, entry: Entry) -> "FarCourse":
        if entry.by != "guest":
            raise RefereeError("far.not_now")
        own = {side: name for side, name in entry.body["players"].items() if side in self.sides["guest"]}
        return self._but(joined=True, players={**(self.players or {}), **own})

    def _take_setup(self, entry: Entry) -> "FarCourse":
        if entry.by != "host" or not self.joined or self.begun:
            raise RefereeError("far.not_now")
        session = Session(self.table)
        session.see(0.0, None, self._entered(entry.body["grid"]))
        return self._but(session=session)

    def _take_said(self, entry: Entry) -> "FarCourse":
        self._wants_turn(entry)
        kind, value, session = entry.body["kind"], entry.body["value"], self.session.copy()
        if kind not in self.table.commitments or not isinstance(value, self.table.commitments[kind] | list | dict):
            raise RefereeError("far.not_now")
        if kind == "roll" and not entry.body.get("by"):
            raise RefereeError("far.undrawn")
        self._commit(session, kind, value)
        return self._but(session=session)

    def _commit(self, session: Session, kind: str, value: Any) -> None:
        """Raises RefereeError for what is not the mover's, or was rolled already."""
        new = self.table.commit({kind: value}, session.last_said)
        due = session.due
        if new.mover != self.mover or self.draw:
            raise RefereeError("far.not_now")
        if due and due.value and not self.table.continues(due, new) and "roll" in due.value:
            raise RefereeError("far.rolled")
        session.commit({kind: value})

    def _take_commit(self, entry: Entry) -> "FarCourse":
        self._wants_turn(entry)
        due = self.session.due
        if self.draw or (due and "roll" in due.value) or "roll" not in self.table.commitments:
            raise RefereeError("far.rolled")
        return self._but(draw=Draw(entry.by, entry.body["what"], entry.body["digest"], entry.n))

    def _take_add(self, entry: Entry) -> "FarCourse":
        if self.draw is None or self.draw.by == entry.by or self.draw.added:
            raise RefereeError("far.not_now")
        return self._but(draw=self.draw._replace(added=tuple(entry.body["values"])))

    def _take_reveal(self, entry: Entry) -> "FarCourse":
        draw = self.draw
        if draw is None or draw.by != entry.by or not draw.added:
            raise RefereeError("far.not_now")
        values = tuple(entry.body["values"])
        if commitment(values, entry.body["nonce"]) != draw.digest:
            raise RefereeError("far.other_dice")
        session, done = self.session.copy(), self._but(draw=None)
        kind, value = self.drawn(draw.what, session, JointDice(values, draw.added))
        done._commit(session, kind, value)
        return done._but(session=session)

    def _take_seal(self, entry: Entry) -> "FarCourse":
        self._wants_turn(entry)
        side, due = entry.body["side"], self.session.due
        if side not in self.sides[entry.by] or due is None:
            raise RefereeError("far.not_now")
        if not self.table.secret(due):
            raise RefereeError("far.not_now")
        if self.opened:
            raise RefereeError("far.sealed")
        return self._but(seals={**(self.seals or {}), side: entry.body["digest"]})

    def _take_open(self, entry: Entry) -> "FarCourse":
        side, program, due = entry.body["side"], entry.body["program"], self.session.due
        if side not in self.sides[entry.by] or due is None or (self.seals or {}).keys() != {*self.table.sides}:
            raise RefereeError("far.not_now")
        if program_seal(program, entry.body["nonce"]) != (self.seals or {})[side]:
            raise RefereeError("far.other_program")
        opened = {**(self.opened or {}), side: program}
        if opened.keys() != {*self.table.sides}:
            return self._but(opened=opened)
        session = self.session.copy()
        session.correct(0.0, {self.table.secret(due): {side: opened[side] for side in self.table.sides}})
        return self._but(opened=None, seals=None, session=session)

    def _take_amend(self, entry: Entry) -> "FarCourse":
        self._wants_turn(entry)
        session, what, value, due = self.session.copy(), entry.body["what"], entry.body["value"], self.session.due
        if due is None or not any(
            self.table.may_amend(side, session.position, due, what, value) for side in self.sides[entry.by]
        ):
            raise RefereeError("far.not_now")
        session.correct(0.0, {what: value})
        return self._but(session=session)

    def _take_turn(self, entry: Entry) -> "FarCourse":
        if not self.begun or self.asked or self.draw or self.session.winner:
            raise RefereeError("far.not_now")
        if self.pending and self.pending.by != entry.by:
            raise RefereeError("far.not_now")
        if self.session.due is None or not self._moves(entry.by):
            raise RefereeError("far.not_now")
        return self._but(pending=self._played(entry))

    def _moves(self, role: Role) -> bool:
        return role == "host" if self.mover is None else self.table_of(self.mover) == role

    def _played(self, entry: Entry) -> ToldTurn:
        """The turn, judged. Raises GameError with the reason where it is not legal."""
        session, grid, took = self.session.copy(), entry.body.get("grid"), entry.body.get("took", 0)
        if grid is None:
            verdict = session.correct(0.0, {"pass": True})
            return ToldTurn(entry.n, entry.by, None, session, verdict.moves, took)
        verdict = session.see(0.0, None, self._entered(grid))
        if not verdict.trait.turn or {**session.grid} != {place: grid.get(place, "") for place in session.grid}:
            raise GameError.of(verdict.reason or because("far.illegal"))
        return ToldTurn(entry.n, entry.by, grid, session, verdict.moves, took)

    def _take_back(self, entry: Entry) -> "FarCourse":
        if self.pending is None or self.pending.by != entry.by:
            raise RefereeError("far.not_now")
        return self._but(pending=None)

    def _take_made(self, entry: Entry) -> "FarCourse":
        if not self.begun:
            if entry.by == "host" or not self.session.started:
                raise RefereeError("far.not_now")
            return self._but(begun=True, start=self.session)
        if self.pending is None or self.pending.by == entry.by:
            raise RefereeError("far.not_now")
        pending, mover, used, moves = self.pending, self.mover, dict(self.used or {}), dict(self.moves or {})
        if mover:
            used[mover] = used.get(mover, 0) + pending.took
            moves[mover] = moves.get(mover, 0) + 1
        turns = (*self.turns, self._before)
        done = self._but(turns=turns, session=pending.after, start=pending.after, pending=None, asked=None)
        return done._but(used=used, moves=moves)

    @property
    def _before(self) -> Session:
        """To what a takeback of the turn under way leads: what was rolled stays, what was sealed does not."""
        return self.start if self.mover is None and self.start else self.session

    def _take_ask(self, entry: Entry) -> "FarCourse":
        what, grid = entry.body["what"], entry.body.get("grid")
        if self.asked or not self.begun or self.draw or (what == "accept") != (grid is not None):
            raise RefereeError("far.not_now")
        if what == "undo" and not (self.turns or self.pending):
            raise RefereeError("referee.nothing_to_undo")
        if what == "accept":
            self._accepted(grid)
        return self._but(asked=Asked(entry.by, what, grid))

    def _accepted(self, grid: Grid | None) -> Session:
        """The session after a table counts by the players' word. Raises CompanionError where it cannot."""
        session = self.session.copy()
        session.see(0.0, None, self._entered(grid or {}))
        session.correct(0.0, {"accept": True})
        return session

    def _take_grant(self, entry: Entry) -> "FarCourse":
        asked = self.asked
        if asked is None or asked.by == entry.by:
            raise RefereeError("far.not_now")
        over = {"asked": None, "pending": None, "seals": None, "opened": None}
        free = self._but(**over, granted=self.granted + 1, given=asked)
        match asked.what:
            case "undo" if self.pending:
                return free
            case "undo":
                return free._but(session=self.turns[-1], start=self.turns[-1], turns=self.turns[:-1])
            case "accept":
                session = self._accepted(asked.grid)
                return free._but(turns=(*self.turns, self._before), session=session, start=session)
        session = self.session.copy()
        session.correct(0.0, {"agree": DRAWN})
        return free._but(session=session)

    def _take_deny(self, _entry: Entry) -> "FarCourse":
        if self.asked is None:
            raise RefereeError("far.not_now")
        return self._but(asked=None)

    def _wants_turn(self, entry: Entry) -> None:
        if not self.may_move(entry.by):
            raise RefereeError("far.not_now")

    def _entered(self, grid: Grid) -> Evidence:
        unknown = set(grid) - set(self.table.places)
        if unknown:
            raise RefereeError("far.not_now")
        whole_table = {place: grid.get(place, "") for place in self.table.places}
        return Evidence.of(EnteredLook(self.table, whole_table), self.table.places, whole_table)


def program_seal(program: Mapping[str, Any], nonce: str) -> str:
    """The digest by which a secret program is committed."""
    return digest_of({"program": program, "nonce": nonce})


def alike(table: AnyTable, one: Session, another: Session) -> bool:
    """Whether two sessions stand the same: position, and what is in force."""
    if not (one.started and another.started):
        return one.started == another.started
    same = one.grid == another.grid and one.winner == another.winner and in_force(one) == in_force(another)
    return same and table.to_json(one.position) == table.to_json(another.position)


def in_force(session: Session) -> tuple[str | None, Json] | None:
    """Who is to make a turn, and under what; what only says how sure a camera was of it is left out."""
    due = session.due
    return (due.mover, of_words(due)) if due else None


def of_words(said: Commitment) -> Json:
    return {kind: value for kind, value in said.value.items() if kind not in OF_EYES}


def why_not(course: FarCourse, entry: Entry) -> Reason | None:
    """Why an entry cannot come next, None where it can."""
    try:
        course.after(entry)
    except CompanionError as error:
        return error.reason
    return None
