"""What two tables have agreed on, entry after entry, each bound to the one before by its digest."""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple, Self

from companion.referee.errors import RefereeError
from companion.referee.grid import Json
from companion.referee.keeping.shapes import ShapeError, anything, fields, map_of, one_of, text, whole

Role = Literal["host", "guest"]
ROLES: Final[tuple[Role, Role]] = ("host", "guest")
# Before the first entry.
ORIGIN: Final = "0" * 64
_ENTRY: Final = fields(
    {"n": whole(), "prev": text, "by": one_of(ROLES), "kind": text, "body": map_of(anything)}, closed=True
)


def other(role: Role) -> Role:
    return "guest" if role == "host" else "host"


def canonical(value: Any) -> str:
    """One text for one value of JSON, whoever writes it."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def digest_of(value: Any) -> str:
    """SHA-256 of a value of JSON, in hexadecimal."""
    return hashlib.sha256(canonical(value).encode()).hexdigest()


class Entry(NamedTuple):
    """Entry `n`, counted from 0, made `by` one of the tables after the one whose digest is `prev`."""

    n: int
    prev: str
    by: Role
    kind: str
    body: Mapping[str, Any]

    @property
    def digest(self) -> str:
        return digest_of(self.to_json())

    def to_json(self) -> Json:
        return {"n": self.n, "prev": self.prev, "by": self.by, "kind": self.kind, "body": dict(self.body)}

    @classmethod
    def from_json(cls, told: Any) -> Self:
        """Raises ShapeError for what is none."""
        _ENTRY(told)
        return cls(told["n"], told["prev"], told["by"], told["kind"], told["body"])


class Ledger:
    """`keep` has an entry on the disk before it counts; it may raise KeepingError, and then nothing has happened."""

    def __init__(self, keep: Callable[[Entry], None] = lambda _entry: None) -> None:
        self._keep = keep
        self._entries: list[Entry] = []
        self._digests: list[str] = []

    def __len__(self) -> int:
        return len(self._entries)

    @property
    def entries(self) -> Sequence[Entry]:
        return self._entries

    @property
    def head(self) -> str:
        return self.digest_at(len(self))

    def digest_at(self, n: int) -> str:
        """The digest that entry `n` must be bound to."""
        return self._digests[n - 1] if n else ORIGIN

    def next(self, by: Role, kind: str, body: Mapping[str, Any]) -> Entry:
        """The entry that this would be, if it came next."""
        return Entry(len(self), self.head, by, kind, body)

    def follows(self, entry: Entry) -> bool:
        return entry.n == len(self) and entry.prev == self.head

    def append(self, entry: Entry) -> None:
        """Raises RefereeError where it does not follow, KeepingError where it cannot be kept."""
        if not self.follows(entry):
            raise RefereeError("far.chain", n=entry.n)
        self._keep(entry)
        self.recall(entry)

    def recall(self, entry: Entry) -> None:
        """One that is on the disk already. Raises RefereeError where it does not follow."""
        if not self.follows(entry):
            raise RefereeError("far.chain", n=entry.n)
        self._entries.append(entry)
        self._digests.append(entry.digest)


def chained(told: Sequence[Any]) -> tuple[Entry, ...]:
    """Entries as a journal has them. Raises RefereeError, which names the first that is not bound to the one before,
    or is none."""
    ledger = Ledger()
    for number, each in enumerate(told):
        try:
            ledger.recall(Entry.from_json(each))
        except ShapeError as error:
            raise RefereeError("far.chain", n=number) from error
    return tuple(ledger.entries)
