"""The ledger of a game at two tables: what both have agreed on, each entry bound to the one before by its digest."""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple, Self

from companion.referee.errors import RefereeError
from companion.referee.grid import Json
from companion.referee.keeping.shapes import anything, fields, map_of, one_of, text, whole

Role = Literal["host", "guest"]
ROLES: Final[tuple[Role, Role]] = ("host", "guest")
# The digest before the first entry.
ORIGIN: Final = "0" * 64
_ENTRY: Final = fields(
    {"n": whole(), "prev": text, "by": one_of(ROLES), "kind": text, "body": map_of(anything)},
    {"signature": text},
    closed=True,
)


def other(role: Role) -> Role:
    return "guest" if role == "host" else "host"


def canonical(value: Any) -> str:
    """Return the one text of a JSON value: sorted keys, no spaces, ASCII."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def digest_of(value: Any) -> str:
    """Return the SHA-256 of a JSON value, in hexadecimal."""
    return hashlib.sha256(canonical(value).encode()).hexdigest()


class Entry(NamedTuple):
    """One entry of a ledger."""

    n: int
    """Number, counted from 0."""
    prev: str
    """Digest of the entry before."""
    by: Role
    """Table that wrote it."""
    kind: str
    body: Mapping[str, Any]
    signature: str = ""
    """Signature of the digest by the table that wrote it, in hexadecimal."""

    @property
    def digest(self) -> str:
        return digest_of(self._unsigned())

    def _unsigned(self) -> Json:
        return {"n": self.n, "prev": self.prev, "by": self.by, "kind": self.kind, "body": dict(self.body)}

    def to_json(self) -> Json:
        return {**self._unsigned(), "signature": self.signature}

    @classmethod
    def from_json(cls, told: Any) -> Self:
        """Raises ShapeError for anything that is no entry."""
        _ENTRY(told)
        return cls(told["n"], told["prev"], told["by"], told["kind"], told["body"], told.get("signature", ""))


class Ledger:
    """The entries of a game, in order."""

    def __init__(self, keep: Callable[[Entry], None] = lambda _entry: None) -> None:
        """`keep` writes an entry to the disk before it counts. It may raise KeepingError; then nothing has happened."""
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
        """Return the digest to which entry `n` must be bound."""
        return self._digests[n - 1] if n else ORIGIN

    def public(self, role: Role) -> str | None:
        """Return the public keys of a table (`Keys.public`), None before it has introduced itself."""
        n = 0 if role == "host" else 1
        return str(self._entries[n].body["keys"]) if n < len(self) and "keys" in self._entries[n].body else None

    def next(self, by: Role, kind: str, body: Mapping[str, Any]) -> Entry:
        """Return the entry that this would be if it came next, not signed."""
        return Entry(len(self), self.head, by, kind, body)

    def follows(self, entry: Entry) -> bool:
        return entry.n == len(self) and entry.prev == self.head

    def append(self, entry: Entry) -> None:
        """Write an entry down. Raises RefereeError where it does not follow, KeepingError where it cannot be kept."""
        if not self.follows(entry):
            raise RefereeError("far.chain", n=entry.n)
        self._keep(entry)
        self.recall(entry)

    def recall(self, entry: Entry) -> None:
        """Add an entry that is on the disk already. Raises RefereeError where it does not follow."""
        if not self.follows(entry):
            raise RefereeError("far.chain", n=entry.n)
        self._entries.append(entry)
        self._digests.append(entry.digest)
