"""How a game at two tables stands by its ledger, judged by the referee's own session.

A far game is an ordinary game whose events come from two tables. `RIGHTS` says which table may write what, and when;
what the rules say of it, the session says. What is secret, simultaneous or left to a player, the table module says
(`TableModule.secret`, `together`, `may_amend`).
"""

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from types import MappingProxyType
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
    fields,
    list_of,
    map_of,
    one_of,
    row_of,
    text,
    truth,
    whole,
)
from companion.referee.session import Session
from companion.referee.table import AnyTable
from companion.referee.under_way import DRAWN
from companion.referee.verdict import Verdict
from companion.sharing.far.device_record import NO_DEVICE_ROLLS, DeviceRolls
from companion.sharing.far.dice import FACES, MOST_DICE, JointDice, commitment
from companion.sharing.far.ledger import Entry, Role, digest_of
from companion.texts.names import tidy_names

# What both tables must want, see `FarCourse.asked`.
ASKS: Final = ("undo", "accept", "agree")
# Parts of what is in force that a camera adds.
OF_EYES: Final = ("doubts", "colours")
# Tenths of a second: no turn takes longer than a year.
MOST_TENTHS: Final = 366 * 24 * 36_000
# How a secret choice is made: entered on the screen, or laid under the camera.
KINDS: Final = ("screen", "camera")
# What the inviting table may ask for in the invitation, the usual first.
TERMS: Final[Mapping[str, Sequence[str]]] = {"dice": ("fair", "typed"), "secrets": ("any", *KINDS)}
_GRID: Final = map_of(text)
_SHARE: Final = row_of(*[whole(0, FACES - 1)] * MOST_DICE)


class Right(NamedTuple):
    """The shape of an entry of one kind, its author, and when it may come."""

    body: Shape
    who: str
    """"host", "guest", "mover", "owner" (of the side that it names), "author" (of the turn or the dice under way),
    "other" (than the author), "asked" (the table that has not asked), or "either"."""
    when: str
    """Name of the property of `FarCourse` that must hold."""


RIGHTS: Final[Mapping[str, Right]] = {
    # The host: game, options, sides, players; the guest.
    "hello": Right(
        fields(
            {
                "game": text,
                "options": map_of(anything),
                "sides": map_of(list_of(text)),
                "players": map_of(text),
                "first": text,
                "more": map_of(anything),
                "keys": text,
            },
        ),
        "host",
        "new",
    ),
    "join": Right(fields({"players": map_of(text), "keys": text}), "guest", "invited"),
    # The host's table, which the guest has made.
    "setup": Right(fields({"grid": _GRID}, closed=True), "host", "setting_up"),
    # A commitment; of a roll, the device that rolled and its record. Where both move at once it counts once both
    # tables have said it.
    "said": Right(
        fields({"kind": text, "value": anything}, {"by": text, "record": text}, closed=True), "mover", "open"
    ),
    # Dice rolled together.
    "commit": Right(fields({"what": text, "digest": text}, closed=True), "mover", "unrolled"),
    "add": Right(fields({"values": _SHARE}, closed=True), "other", "committed"),
    "reveal": Right(fields({"values": _SHARE, "nonce": text}, closed=True), "author", "added"),
    # Secrets: each side's digest, which is final, then what it stands for. `late`: by the sealer's own clock; `by`: how
    # it was made.
    "seal": Right(
        fields({"side": text, "digest": text}, {"late": truth, "by": one_of(KINDS)}, closed=True), "owner", "sealing"
    ),
    "open": Right(fields({"side": text, "program": map_of(anything), "nonce": text}, closed=True), "owner", "sealed"),
    # An answer that the rules leave to a player.
    "amend": Right(fields({"what": text, "value": list_of(anything)}, closed=True), "mover", "open"),
    # The table that a legal turn leaves (none: a pass). Another one may take its place until it has been made.
    "turn": Right(fields({}, {"grid": _GRID, "took": whole(0, MOST_TENTHS)}, closed=True), "mover", "playing"),
    "back": Right(fields({}, closed=True), "author", "withdrawable"),
    "made": Right(fields({}, closed=True), "other", "unmade"),
    # What both must want.
    "ask": Right(fields({"what": one_of(ASKS)}, {"grid": _GRID}, closed=True), "either", "askable"),
    "grant": Right(fields({}, closed=True), "asked", "asking"),
    "deny": Right(fields({}, closed=True), "either", "asking"),
}

# Turns dice into a commitment of a kind: what they are rolled for, the session, the side that rolls, the dice.
Drawn = Callable[[str, Session, str, JointDice], tuple[str, Any]]


# Says whether the turn that is due is sat out, since another side has a head start.
SitsOut = Callable[[Session], bool]


class Draw(NamedTuple):
    """Dice that are being rolled together."""

    by: Role
    what: str
    """Purpose of the roll."""
    digest: str
    n: int
    """Number of the entry that began it."""
    added: tuple[int, ...] | None = None
    """The other table's share, once it has given it."""


class ToldTurn(NamedTuple):
    """A turn that the other table has not made yet."""

    n: int
    """Number of its entry."""
    by: Role
    grid: Grid | None
    """The table after it, None for a pass."""
    after: Session
    """The session after it."""
    moves: Sequence[Json]
    took: int = 0
    """How long it took by the mover's clock, in tenths of a second."""


class Asked(NamedTuple):
    """A request that the other table has to grant or deny."""

    by: Role
    what: str
    """One of ASKS."""
    n: int
    """Number of its entry."""
    grid: Grid | None = None
    """The table to be accepted."""


class HalfSaid(NamedTuple):
    """A commitment of one of two tables that move at once, until the other makes it, too."""

    by: Role
    kind: str
    value: Any


@dataclass(frozen=True)
class FarCourse:
    """How a game stands at one entry of its ledger. Immutable."""

    table: AnyTable
    sides: Mapping[Role, Sequence[str]]
    """The sides that play at each table."""
    drawn: Drawn
    sits_out: SitsOut
    terms: Mapping[str, str]
    """What the two tables have agreed on before the game (`TERMS`)."""
    session: Session
    """How things stand by what both have agreed on."""
    hello: Mapping[str, Any] | None = None
    joined: bool = False
    begun: bool = False
    """True once both tables are set up."""
    pending: ToldTurn | None = None
    draw: Draw | None = None
    said: HalfSaid | None = None
    seals: Mapping[str, str] | None = None
    """Digests of this turn's secrets, by side."""
    late: tuple[str, ...] = ()
    """Sides that have sealed too late."""
    opened: Mapping[str, Mapping[str, Any]] | None = None
    """Secrets opened so far, until all are."""
    asked: Asked | None = None
    turns: tuple[Session, ...] = ()
    """The sessions before each turn that both have made."""
    given: Asked | None = None
    """The request that was granted last."""
    used: Mapping[str, int] | None = None
    """Thinking time of each side, in tenths of a second by its own table's clock."""
    moves: Mapping[str, int] | None = None
    """Number of turns of each side."""
    players: Mapping[str, str] | None = None
    granted: int = 0
    first: str = ""
    throws: DeviceRolls = NO_DEVICE_ROLLS
    """Rolls of real dice."""
    rolled_by: str = ""
    """The device that rolled last, "" for dice of both tables."""
    ordered: bool = True
    """True if a row is chosen before the dice are rolled."""

    @classmethod
    def of(
        cls,
        table: AnyTable,
        sides: Mapping[Role, Sequence[str]],
        drawn: Drawn,
        first: str = "",
        sits_out: SitsOut = lambda _session: False,
        more: Mapping[str, Any] = MappingProxyType({}),
    ) -> "FarCourse":
        """`first` and `more` are those of the invitation. Raises RefereeError for terms that make no sense."""
        return cls(table, sides, drawn, sits_out, terms_of(more), Session(table), first=first or table.sides[0])

    def table_of(self, side: str) -> Role:
        return "host" if side in self.sides["host"] else "guest"

    @property
    def mover(self) -> str | None:
        """The side to move; None where all move at once."""
        session = self.session
        if self.table.together:
            return None
        if session.due is not None:
            return session.due.mover
        said = session.side
        if said is None and session.state.said is not None:
            return None
        return self.table.next_mover(said) if said else self.first

    def may_move(self, role: Role) -> bool:
        """Return True if a table can go on with the game now."""
        if not self.begun or self.pending or self.asked or self.session.winner:
            return False
        return self.mover is None or self.table_of(self.mover) == role

    # When an entry may come, by name (`Right.when`)

    @property
    def new(self) -> bool:
        return self.hello is None

    @property
    def invited(self) -> bool:
        return self.hello is not None and not self.joined

    @property
    def setting_up(self) -> bool:
        return self.joined and not self.begun

    @property
    def playing(self) -> bool:
        return self.begun and not (self.asked or self.draw or self.session.winner)

    @property
    def open(self) -> bool:
        """True if the turn under way has not been told yet."""
        return self.playing and self.pending is None

    @property
    def unrolled(self) -> bool:
        due = self.session.due
        said = due.value if due else {}
        return self.open and "roll" in self.table.commitments and "roll" not in said and self._in_order("roll", said)

    def _in_order(self, kind: str, said: Mapping[str, Any]) -> bool:
        """Return True if what comes before a commitment was said: nobody here sees when a player has chosen."""
        kinds = [*self.table.commitments] if self.ordered else [kind]
        return said.keys() >= {*kinds[: kinds.index(kind)]}

    @property
    def committed(self) -> bool:
        return self.draw is not None and self.draw.added is None

    @property
    def added(self) -> bool:
        return self.draw is not None and self.draw.added is not None

    @property
    def sealing(self) -> bool:
        due = self.session.due
        return self.open and due is not None and bool(self.table.secret(due)) and not self.opened

    @property
    def sealed(self) -> bool:
        return self.open and (self.seals or {}).keys() == {*self.table.sides}

    @property
    def revealed(self) -> bool:
        """True if this turn's secrets are open, or some of them."""
        due = self.session.due
        return bool(self.opened) or (due is not None and self.table.revealed(due))

    @property
    def unmade(self) -> bool:
        return self.pending is not None or (self.setting_up and self.session.started)

    @property
    def withdrawable(self) -> bool:
        """True if a turn may be taken back: not while something is asked, for it may lie on the other board already."""
        return self.pending is not None and self.asked is None

    @property
    def askable(self) -> bool:
        return self.begun and not (self.asked or self.draw or self.opened or self.session.winner)

    @property
    def asking(self) -> bool:
        return self.asked is not None

    def _may(self, who: str, entry: Entry) -> bool:
        """Return True if a table may write an entry of a kind that is `who`'s (`Right.who`)."""
        author = self.pending.by if self.pending else self.draw.by if self.draw else "host"
        match who:
            case "either":
                return True
            case "host" | "guest":
                return entry.by == who
            case "mover":
                return self.mover is None or self.table_of(self.mover) == entry.by
            case "owner":
                return entry.body["side"] in self.sides[entry.by]
            case "asked":
                return self.asked is not None and self.asked.by != entry.by
        return (entry.by == author) == (who == "author")

    def after(self, entry: Entry) -> "FarCourse":
        """Return the course after an entry. Raises CompanionError for one that cannot come next, whatever is in it."""
        right = RIGHTS.get(entry.kind)
        if right is None:
            raise RefereeError("far.kind", kind=entry.kind)
        right.body(entry.body)
        if not getattr(self, right.when) or not self._may(right.who, entry):
            raise RefereeError("far.not_now")
        take: Callable[[Entry], FarCourse] = getattr(self, f"_take_{entry.kind}")
        try:
            return take(entry)
        except CompanionError:
            raise
        except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
            # An engine may stumble over a piece or a number that no table can send in good faith.
            raise RefereeError("far.no_sense") from error

    def recalled(self, entry: Entry) -> "FarCourse":
        """Return the course after an entry that both had agreed on, maybe in a version that wanted no order of what is
        said. Raises RefereeError for one that this version does not take."""
        try:
            return self._but(ordered=False).after(entry)._but(ordered=True)
        except CompanionError as error:
            raise RefereeError("far.other_version", n=entry.n) from error

    def _but(self, **changes: Any) -> "FarCourse":
        course = copy(self)
        for name, value in changes.items():
            object.__setattr__(course, name, value)
        return course

    def _take_hello(self, entry: Entry) -> "FarCourse":
        body = entry.body
        sides = {role: list(self.sides[role]) for role in self.sides}
        if body["game"] != self.table.game or body["sides"] != sides:
            raise RefereeError("far.not_now")
        if terms_of(body["more"]) != self.terms or body["first"] not in ("", self.first):
            raise RefereeError("far.other_terms")
        return self._but(hello=body, players=self._named_by(entry))

    def _take_join(self, entry: Entry) -> "FarCourse":
        return self._but(joined=True, players={**(self.players or {}), **self._named_by(entry)})

    def _named_by(self, entry: Entry) -> Mapping[str, str]:
        """Return the names of a table's own players."""
        named = tidy_names(entry.body["players"])
        return {side: name for side, name in named.items() if side in self.sides[entry.by]}

    def _take_setup(self, entry: Entry) -> "FarCourse":
        session, grid = Session(self.table), self._whole(entry.body["grid"])
        self._see(session, grid)
        if not session.started or {**session.grid} != grid:
            raise RefereeError("far.no_sense")
        return self._but(session=session)

    def _take_said(self, entry: Entry) -> "FarCourse":
        kind, value, session = entry.body["kind"], entry.body["value"], self.session.copy()
        if kind not in self.table.commitments:
            raise RefereeError("far.not_now")
        throws = self.throws
        if kind == "roll":
            by, record = entry.body.get("by", ""), entry.body.get("record", "")
            throws = throws.after(by, record, value, typed=self.terms["dice"] == "typed")
        self._commit(session, kind, value)
        if not self.table.together:
            rolled_by = entry.body.get("by", "") if kind == "roll" else self.rolled_by
            return self._but(session=session, throws=throws, rolled_by=rolled_by)
        if self.seals or self.revealed:
            raise RefereeError("far.sealed")
        said, due = HalfSaid(entry.by, kind, value), self.session.due
        if said == self.said or (due and due.value.get(kind) == value):
            raise RefereeError("far.wait")
        both = self.said is not None and self.said[1:] == said[1:]
        return self._but(session=session, said=None) if both else self._but(said=said)

    def _commit(self, session: Session, kind: str, value: Any) -> None:
        """Raises RefereeError for a commitment of another side than the mover, or dice that were rolled already."""
        new = self.table.commit({kind: value}, session.last_said)
        due = session.due
        if new.mover != self.mover or self.draw or not self._in_order(kind, new.value):
            raise RefereeError("far.not_now")
        if due and due.value and not self.table.continues(due, new) and "roll" in due.value:
            raise RefereeError("far.rolled")
        session.commit({kind: value})

    def _take_commit(self, entry: Entry) -> "FarCourse":
        return self._but(draw=Draw(entry.by, entry.body["what"], entry.body["digest"], entry.n))

    def _take_add(self, entry: Entry) -> "FarCourse":
        assert self.draw
        return self._but(draw=self.draw._replace(added=tuple(entry.body["values"])))

    def _take_reveal(self, entry: Entry) -> "FarCourse":
        draw = self.draw
        assert draw and draw.added is not None
        values = tuple(entry.body["values"])
        if commitment(values, entry.body["nonce"]) != draw.digest:
            raise RefereeError("far.other_dice")
        session, done = self.session.copy(), self._but(draw=None, rolled_by="")
        kind, value = self.drawn(draw.what, session, self.mover or self.first, JointDice(values, draw.added))
        done._commit(session, kind, value)
        return done._but(session=session)

    def _take_seal(self, entry: Entry) -> "FarCourse":
        """A seal is final: none is replaced before the turn has been made."""
        side, seals = entry.body["side"], self.seals or {}
        if side in seals:
            raise RefereeError("far.sealed")
        if self.terms["secrets"] not in ("any", entry.body.get("by")):
            raise RefereeError("far.other_kind")
        late = (*self.late, side) if entry.body.get("late") else self.late
        return self._but(seals={**seals, side: entry.body["digest"]}, late=late)

    def _take_open(self, entry: Entry) -> "FarCourse":
        side, program = entry.body["side"], entry.body["program"]
        if side in (self.opened or {}):
            raise RefereeError("far.sealed")
        if program_seal(program, entry.body["nonce"]) != (self.seals or {})[side]:
            raise RefereeError("far.other_program")
        opened = {**(self.opened or {}), side: program}
        session, due = self.session.copy(), self.session.due
        assert due
        # Each is judged as it is opened, so a secret that makes no sense is refused before the other one is shown.
        secrets = {each: opened[each] for each in self.table.sides if each in opened}
        _correct(session, {self.table.secret(due): secrets})
        if opened.keys() != {*self.table.sides}:
            return self._but(opened=opened)
        for each in self.late:
            _correct(session, {self.table.late: each})
        return self._but(opened=None, seals=None, late=(), session=session)

    def _take_amend(self, entry: Entry) -> "FarCourse":
        session, what, value, due = self.session.copy(), entry.body["what"], entry.body["value"], self.session.due
        if due is None or not any(
            self.table.may_amend(side, session.position, due, what, value) for side in self.sides[entry.by]
        ):
            raise RefereeError("far.not_now")
        _correct(session, {what: value})
        return self._but(session=session)

    def _take_turn(self, entry: Entry) -> "FarCourse":
        if self.pending and self.pending.by != entry.by:
            raise RefereeError("far.not_now")
        # Of a turn that both make at once the host tells, once both have shown what it is.
        ready = self.revealed and not self.opened and entry.by == "host" if self.mover is None else True
        if self.session.due is None or not ready:
            raise RefereeError("far.not_now")
        return self._but(pending=self._played(entry))

    def _played(self, entry: Entry) -> ToldTurn:
        """Return the turn, judged. Raises GameError with the reason where it is not legal."""
        session, took = self.session.copy(), entry.body.get("took", 0)
        if "grid" not in entry.body:
            verdict = _correct(session, {"pass": "sat_out" if self.sits_out(session) else True})
            return ToldTurn(entry.n, entry.by, None, session, verdict.moves, took)
        grid = self._whole(entry.body["grid"])
        verdict = self._see(session, grid)
        # A look may explain a table by a turn that nobody saw and the next one: here each side tells its own.
        one = self.session.due and self.table.turn(self.session.position, grid, self.session.due)
        if not (one and verdict.trait.turn) or {**session.grid} != grid:
            raise GameError.of(verdict.reason or because("far.illegal"))
        return ToldTurn(entry.n, entry.by, grid, session, verdict.moves, took)

    def _take_back(self, _entry: Entry) -> "FarCourse":
        return self._but(pending=None)

    def _take_made(self, _entry: Entry) -> "FarCourse":
        if not self.begun:
            return self._but(begun=True)
        pending, mover, used, moves = self.pending, self.mover, dict(self.used or {}), dict(self.moves or {})
        assert pending
        if mover:
            used[mover] = used.get(mover, 0) + pending.took
            moves[mover] = moves.get(mover, 0) + 1
        turns = (*self.turns, self.session)
        done = self._but(turns=turns, session=pending.after, pending=None, asked=None, said=None)
        return done._but(used=used, moves=moves)

    def _take_ask(self, entry: Entry) -> "FarCourse":
        what, grid = entry.body["what"], self._whole(entry.body["grid"]) if "grid" in entry.body else None
        if (what == "accept") != (grid is not None):
            raise RefereeError("far.not_now")
        if what == "undo" and not (self.turns or self.pending):
            raise RefereeError("referee.nothing_to_undo")
        if what == "agree" and self.pending:
            raise RefereeError("far.wait")
        # Once both have sealed, either may have been read by the other table.
        if what == "undo" and (self.revealed or self.sealed) and not self.pending:
            raise RefereeError("far.revealed")
        if grid is not None:
            self._accepted(grid)
        return self._but(asked=Asked(entry.by, what, entry.n, grid))

    def _accepted(self, grid: Grid) -> Session:
        """Return the session after a table counts by the players' word. Raises CompanionError where it cannot."""
        session = self.session.copy()
        self._see(session, grid)
        _correct(session, {"accept": True})
        if {**session.grid} != grid:
            raise RefereeError("far.no_sense")
        return session

    def _take_grant(self, _entry: Entry) -> "FarCourse":
        asked = self.asked
        assert asked
        over = {"asked": None, "pending": None, "seals": None, "late": (), "said": None}
        free = self._but(**over, granted=self.granted + 1, given=asked)
        match asked.what:
            case "undo" if self.pending:
                return free
            case "undo":
                return free._but(session=self.turns[-1], turns=self.turns[:-1])
            case "accept":
                assert asked.grid is not None
                session = self._accepted(asked.grid)
                return free._but(turns=(*self.turns, self.session), session=session)
        session = self.session.copy()
        _correct(session, {"agree": DRAWN})
        return free._but(session=session)

    def _take_deny(self, _entry: Entry) -> "FarCourse":
        return self._but(asked=None)

    def _whole(self, grid: Grid) -> Grid:
        """Return a table with all its places: those that are not named are empty."""
        if set(grid) - set(self.table.places):
            raise RefereeError("far.no_sense")
        return {place: grid.get(place, "") for place in self.table.places}

    def _see(self, session: Session, grid: Grid) -> Verdict:
        """Have a session judge a table that was entered, at no time: a ledger knows none."""
        return session.see(0.0, None, Evidence.of(EnteredLook(self.table, grid), self.table.places, grid))


def _correct(session: Session, correction: Json) -> Verdict:
    """Put something right in a session, at no time."""
    return session.correct(0.0, correction)


def terms_of(more: Mapping[str, Any]) -> Mapping[str, str]:
    """Return the terms of an invitation. Raises RefereeError for others than `TERMS`."""
    terms = more.get("terms", {})
    usual = {name: values[0] for name, values in TERMS.items()}
    if not isinstance(terms, Mapping) or not all(value in TERMS.get(str(name), ()) for name, value in terms.items()):
        raise RefereeError("far.no_sense")
    return {**usual, **terms}


def program_seal(program: Mapping[str, Any], nonce: str) -> str:
    """Return the digest by which a secret is committed."""
    return digest_of({"program": program, "nonce": nonce})


def alike(table: AnyTable, one: Session, another: Session) -> bool:
    """Return True if two sessions stand the same: position, and what is in force."""
    if not (one.started and another.started):
        return one.started == another.started
    same = one.grid == another.grid and one.winner == another.winner and in_force(one) == in_force(another)
    return same and table.to_json(one.position) == table.to_json(another.position)


def in_force(session: Session) -> tuple[str | None, Json] | None:
    """Return who is to make a turn, and under what, without what only says how sure a camera was of it."""
    due = session.due
    return (due.mover, of_words(due)) if due else None


def of_words(said: Commitment) -> Json:
    return {kind: value for kind, value in said.value.items() if kind not in OF_EYES}


def why_not(course: FarCourse, entry: Entry) -> Reason | None:
    """Return why an entry cannot come next, None where it can."""
    try:
        course.after(entry)
    except CompanionError as error:
        return error.reason
    return None
