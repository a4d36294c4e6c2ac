"""The table that one plays with from afar: who sits there, what both have agreed on, whether it is there."""

import queue
import secrets
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from companion.app.json_object import JsonObject
from companion.app.whole_file import read_json, save_json
from companion.games.errors import CompanionError
from companion.games.reason import Reason, because
from companion.referee.errors import KeepingError, RefereeError
from companion.referee.grid import Grid
from companion.referee.keeping.records import Record
from companion.referee.keeping.shapes import ShapeError
from companion.referee.table import AnyTable
from companion.sharing.far.course import Drawn, FarCourse, SitsOut, why_not
from companion.sharing.far.dice import commitment, share
from companion.sharing.far.keys import Keys
from companion.sharing.far.ledger import ROLES, Entry, Ledger, Role, digest_of, other
from companion.sharing.far.link import Link
from companion.sharing.far.meeting import Invitation, topics
from companion.sharing.far.way import BrokerWay, FarWay
from companion.sharing.feed.address import KnownBroker
from companion.sharing.feed.pairing import new_code
from companion.sharing.feed.publisher import Tell

FAR: Final = "far"
"""Under what name a header has it among ``more``."""
NAME: Final = "far-table.json"
# In how many seconds to tell again what the other table is not known to have.
AGAIN_SECONDS: Final = 2.0
# A table that nobody has joined, or has let in, for so long is told why, where that is known.
ALONE_SECONDS: Final = 20.0
# How often to look whether something is due.
LOOK_SECONDS: Final = 0.25
SECRET_BYTES: Final = 32
# Troubles that anybody can make at an open broker: players hear of them only while tables have not met yet.
OF_STRANGERS: Final = ("far.no_code", "far.no_message")

# Keeps an entry: the entry, whether it is only offered.
Keep = Callable[[Entry, bool], None]
OpenWay = Callable[[Invitation, Role, Callable[[bytes], None], Callable[[bool], None], Tell, KnownBroker], FarWay]


def over_broker(
    invitation: Invitation,
    role: Role,
    hear: Callable[[bytes], None],
    there: Callable[[bool], None],
    tell: Tell,
    own: KnownBroker,
) -> FarWay:
    """Open the way over the broker of an invitation. Raises RefereeError, OSError for what is none."""
    broker = own.reached(invitation.broker)
    return BrokerWay(broker, invitation.code, role, hear, there, tell)


@dataclass(frozen=True)
class FarGame:
    """A game of two tables as its header keeps it: this table's `role`, the sides of both, and the broker. `options`
    are those that both play by, whatever a table is fed from."""

    role: Role
    sides: Mapping[Role, tuple[str, ...]]
    broker: str

    @classmethod
    def of(cls, more: JsonObject) -> "FarGame | None":
        """Read it from a game's header; None if all sit at one table. Raises RefereeError for nonsense."""
        kept = more.get(FAR)
        if kept is None:
            return None
        try:
            role = next(role for role in ROLES if role == kept["role"])
            sides = {each: tuple(str(kept[each]).split(",")) for each in ROLES}
            return cls(role, sides, str(kept["broker"]))
        except (KeyError, TypeError, StopIteration):
            raise RefereeError("far.header") from None

    def to_json(self) -> JsonObject:
        return {"role": self.role, "broker": self.broker, **{role: ",".join(self.sides[role]) for role in ROLES}}


def save_code(folder: Path, code: str, chosen: JsonObject | None = None) -> None:
    """Keep the code beside a game's journal, which is shown to others, with the seed of this table's dice: nobody can
    guess that, unless it comes of what was `chosen`, to have the same game again. Raises OSError if it cannot be
    kept."""
    secret = secrets.token_hex(SECRET_BYTES) if chosen is None else digest_of(chosen)
    save_json(folder / NAME, {"code": code or new_code(), "secret": secret})


class SavedCode(NamedTuple):
    """Secrets of a table, kept beside a game's journal."""

    code: str
    secret: bytes
    theirs: str
    """Public keys of the other table, "" before it has joined."""
    secrets: Mapping[str, JsonObject] = MappingProxyType({})
    """Programs that this table has sealed in the turn under way, by side and turn."""
    rolled_by: tuple[str, str] = ("", "")
    """The device of this table that has rolled last, and its record."""

    @classmethod
    def of(cls, folder: Path) -> "SavedCode":
        """Raises RefereeError where it is lost."""
        try:
            kept = read_json(folder / NAME)
            device, record = kept.get("rolled_by", ("", ""))
            return cls(
                str(kept["code"]),
                bytes.fromhex(kept["secret"]),
                str(kept.get("theirs", "")),
                kept.get("secrets", {}),
                (str(device), str(record)),
            )
        except (OSError, ValueError, KeyError, TypeError):
            raise RefereeError("far.lost_code", path=str(folder / NAME)) from None

    def save(self, folder: Path) -> None:
        """Raises OSError where it cannot be kept."""
        save_json(folder / NAME, {**self._asdict(), "secret": self.secret.hex(), "secrets": dict(self.secrets)})

    @property
    def following(self) -> str:
        """The code of the next game of these two tables, "" before both have met."""
        return Keys(self.code, self.secret).following(self.theirs) if self.theirs else ""


class FarState(NamedTuple):
    """The other table as a screen shows it. `away` are the seconds since the other table was last there, None while it
    is; `invitation` is to be passed on until it has `joined`. `asked` is what one table wants of the other, and whether
    it is `mine` to answer. `used` is how long each side has thought, in seconds, `moves` in how many turns; clocks
    stand (`rests`) while a turn is made at the other table, or something is asked."""

    sides: tuple[str, ...] = ()
    joined: bool = False
    begun: bool = False
    away: int | None = None
    invitation: str = ""
    alone: str = ""
    """Why the other table may never join: "two_guests" or "two_hosts" have this code, or the inviting one is "away"."""
    asked: str = ""
    mine: bool = False
    question: int = -1
    """Number of the entry that asks."""
    asked_grid: Grid | None = None
    """The whole table that the other one wants to count."""
    rolled_by: str = ""
    """The device of the other table that has rolled what is in force."""
    rolled_more: int = 0
    """Rolls that its tower has made since the last one that it told."""
    rolling: bool = False
    unmade: bool = False
    used: Mapping[str, float] | None = None
    moves: Mapping[str, int] | None = None
    rests: bool = False
    players: Mapping[str, str] | None = None
    entries: int = 0


class FarTable:
    """`course` is how the game stands by what both have agreed on. It is kept in the journal by `keep`, and gone on
    with by `recall`; nothing is told before `open`."""

    def __init__(
        self,
        far: FarGame,
        folder: Path,
        table: AnyTable,
        first: str,
        drawn: Drawn,
        sits_out: SitsOut,
        keep: Keep,
        more: JsonObject,
    ) -> None:
        """`more` is what else the invitation says. Raises RefereeError where the code is lost."""
        self._saved, self._folder = SavedCode.of(folder), folder
        self.invitation, self._secret = Invitation(far.broker, self._saved.code), self._saved.secret
        self.role, self.own, self.sides = far.role, far.sides[far.role], far.sides[other(far.role)]
        self.course = FarCourse.of(table, far.sides, drawn, first, sits_out, more)
        self.link = Link(
            Ledger(lambda entry: keep(entry, False)),
            self.role,
            Keys(self._saved.code, self._secret),
            topics(self._saved.code),
            self._check,
            lambda entry: keep(entry, True),
            self._saved.theirs,
        )
        self._inbox: queue.SimpleQueue[bytes | bool] = queue.SimpleQueue()
        self._way: FarWay | None = None
        self._there, self._since = False, time.monotonic()
        self._told, self._told_at, self._again = -1, 0.0, 0
        self.again_seconds, self.alone_seconds = AGAIN_SECONDS, ALONE_SECONDS
        # When the other table's turn began; None where it, or this one, was away meanwhile.
        self._turn_since: float | None = None
        self._said: Reason | None = None
        # What is to be told to the players.
        self.notice: Reason | None = None

    def open(self, way: OpenWay, wake: Callable[[], None], tell: Tell, own: KnownBroker) -> None:
        """Go to where the other table is met. `wake` is called on another thread when something has come."""

        def hear(payload: bytes | bool) -> None:
            self._inbox.put(payload)
            wake()

        self._way = way(self.invitation, self.role, hear, hear, tell, own)
        self._tell()

    def close(self) -> None:
        if self._way:
            self._way.close()

    def recall(self, record: Record) -> None:
        """Take up an entry that the journal has. Raises RefereeError for one that this version does not take."""
        try:
            entry = Entry.from_json(record["far"])
        except ShapeError:
            return
        if record.get("offered"):
            self.link.recall(entry, offered=True)
        elif self.link.ledger.follows(entry):
            self.link.recall(entry, offered=False)
            self.course = self.course.recalled(entry)
        # Anything else stands behind a lost line: the other table has it, too, and sends it.

    def write(self, kind: str, /, **body: Any) -> bool:
        """Say something, if it can come next. Returns whether it is said, at least as an offer."""
        try:
            self.link.write(kind, body)
        except KeepingError:
            raise
        except CompanionError:
            return False
        self._tell()
        return True

    def why_not(self, kind: str, /, **body: Any) -> Reason | None:
        """Why that cannot be said now, None where it can."""
        return why_not(self.course, self._next(kind, body))

    def _next(self, kind: str, body: JsonObject) -> Entry:
        return self.link.ledger.next(self.role, kind, body)

    def receive(self) -> None:
        """Take in what has come."""
        while True:
            try:
                came = self._inbox.get_nowait()
            except queue.Empty:
                break
            if isinstance(came, bool):
                self._there, self._since = came, time.monotonic()
                self._turn_since = None
                continue
            asked = self.course.asked
            heard = self.link.hear(came)
            stranger = heard.trouble and heard.trouble.key in OF_STRANGERS and self.course.joined
            if heard.trouble and heard.trouble != self._said and not stranger:
                self.notice = self._said = heard.trouble
            if heard.entries:
                self._said = None
                self._save_theirs()
                kinds = {entry.kind for entry in heard.entries}
                if "made" in kinds:
                    self._turn_since = time.monotonic()
                if "deny" in kinds and asked and asked.by == self.role:
                    self.notice = because("far.denied")
            if heard.answer or heard.entries:
                self._tell()

    def _save_theirs(self) -> None:
        """Keep the other table's keys, from which the code of a rematch follows."""
        theirs = self.link.theirs
        if theirs and (theirs != self._saved.theirs or not (self._folder / NAME).is_file()):
            self._saved = self._saved._replace(theirs=theirs)
            with suppress(OSError):
                self._saved.save(self._folder)

    def tell_again(self) -> None:
        """Say once more what the other table is not known to have."""
        if self.link.behind and time.monotonic() - self._told_at > self.again_seconds:
            self._again += 1
            self._tell()

    def _tell(self) -> None:
        self._told_at = time.monotonic()
        if self._way:
            self._way.say(self.link.message(self._again))

    # Dice and programs

    def commit_dice(self, what: str) -> bool:
        """Begin to roll dice together."""
        n = len(self.link.ledger)
        return self.write("commit", what=what, digest=commitment(*self._share(n)))

    def go_on_rolling(self) -> bool:
        """Say what is this table's to say about dice that are being rolled, if anything is."""
        draw = self.course.draw
        if draw is None or self.link.busy:
            return False
        if draw.by != self.role and draw.added is None:
            return self.write("add", values=list(self._share(len(self.link.ledger))[0]))
        if draw.by == self.role and draw.added is not None:
            values, nonce = self._share(draw.n)
            return self.write("reveal", values=list(values), nonce=nonce)
        return False

    def _share(self, n: int) -> tuple[tuple[int, ...], str]:
        return share(self._secret, str(n))

    @property
    def rolled_by(self) -> tuple[str, str]:
        """The device of this table that has rolled last, and its record."""
        return self._saved.rolled_by

    def save_rolled_by(self, device: str, record: str) -> None:
        """Keep what has rolled until the roll has been told: the journal has only what it shows."""
        self._saved = self._saved._replace(rolled_by=(device, record))
        with suppress(OSError):
            self._saved.save(self._folder)

    def nonce(self, side: str) -> str:
        """Return the salt that keeps a program of this turn from being guessed by its digest."""
        return share(self._secret, f"program {side} {len(self.course.turns)} {self.course.granted}")[1]

    def save_secret(self, side: str, secret: JsonObject) -> None:
        """Keep what is about to be sealed apart from the journal: a seal whose secret is lost can never be opened.

        Raises OSError where it cannot be kept.
        """
        others = {name: kept for name, kept in self._saved.secrets.items() if name.split()[1:] == self._turn}
        self._saved = self._saved._replace(secrets={**others, " ".join((side, *self._turn)): secret})
        self._saved.save(self._folder)

    def saved_secret(self, side: str) -> JsonObject | None:
        """Return what this table has sealed for a side in the turn under way, None where nothing is kept."""
        return self._saved.secrets.get(" ".join((side, *self._turn)))

    @property
    def _turn(self) -> list[str]:
        return [str(len(self.course.turns)), str(self.course.granted)]

    def state(self) -> FarState:
        course, away = self.course, None
        if not self._there and course.joined:
            away = int(time.monotonic() - self._since)
        asked, pending = course.asked, course.pending
        return FarState(
            sides=tuple(self.sides),
            joined=course.joined,
            begun=course.begun,
            away=away,
            invitation="" if course.joined or self.role == "guest" else str(self.invitation),
            alone="" if course.joined else self._alone,
            asked=asked.what if asked else "",
            mine=bool(asked and asked.by != self.role),
            question=asked.n if asked else -1,
            asked_grid=asked.grid if asked and asked.by != self.role else None,
            rolled_by=self._rolled_there,
            rolled_more=course.throws.more if self._rolled_there else 0,
            rolling=course.draw is not None,
            unmade=bool(pending and pending.by == self.role),
            used={side: tenths / 10 for side, tenths in (course.used or {}).items()},
            moves=dict(course.moves or {}),
            rests=bool(not course.begun or pending or asked),
            players=dict(course.players or {}),
            entries=len(self.link.ledger),
        )

    @property
    def _alone(self) -> str:
        """Why this table is alone, "" where that is not known or it has just begun (`FarState.alone`)."""
        if self._there or time.monotonic() - self._since < self.alone_seconds:
            return ""
        if self._way and self._way.twin:
            return f"two_{self.role}s"
        return "away" if self.role == "guest" else ""

    @property
    def their_seconds(self) -> float | None:
        """Seconds that the other table's turn has taken by the clock here; None if that is not known."""
        return None if self._turn_since is None else time.monotonic() - self._turn_since

    @property
    def _rolled_there(self) -> str:
        due, mover = self.course.session.due, self.course.mover
        rolled = due is not None and "roll" in due.value and mover in self.sides
        return self.course.rolled_by if rolled else ""

    def _check(self, entry: Entry) -> Callable[[], None]:
        """Return what takes the course on by an entry. Raises CompanionError for one that cannot come next."""
        after = self.course.after(entry)

        def take() -> None:
            self.course = after

        return take


def alternating(sides: tuple[str, ...]) -> dict[Role, tuple[str, ...]]:
    """Assign the sides to the tables in turn, the first side to the host."""
    return {"host": sides[0::2], "guest": sides[1::2]}
