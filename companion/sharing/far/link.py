"""Keeps the ledgers of two tables alike over a way that loses, doubles and swaps messages. No I/O, no clock.

Every message holds all that the other table lacks, as far as is known, so any later message makes up for any lost
one, and one that comes twice or late brings nothing new. The host decides what comes next: it writes its entries at
once; the guest offers one entry at a time, which counts once the host has taken it over. A table that has lost the end
of its ledger gets it back from the other one: each entry bears the signature of the table that wrote it.
"""

import base64
import binascii
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from companion.games.errors import CompanionError
from companion.games.reason import Reason, because
from companion.referee.errors import KeepingError, RefereeError
from companion.referee.keeping.plain_json import JsonError, parsed
from companion.referee.keeping.shapes import ShapeError, anything, fields, list_of, map_of, maybe, text, whole
from companion.sharing.far.keys import Keys, signed_by
from companion.sharing.far.ledger import Entry, Ledger, Role, other

SCHEMA: Final = 2
# Entries in one message; more come once the other table has acknowledged these.
MOST_ENTRIES: Final = 40
MOST_BYTES: Final = 400_000


def _box(value: Any) -> None:
    """Look whether something is a text, as long as a message may be."""
    if not isinstance(value, str):
        text(value)


_SEALED: Final = fields({"schema": whole(SCHEMA, SCHEMA), "keys": text, "box": _box})
_SAYS: Final = fields(
    {
        "have": whole(),
        "head": text,
        "entries": list_of(anything),
        "offer": maybe(map_of(anything)),
        "refused": maybe(text),
        "again": whole(),
    }
)

# Troubles of which the other table knows, or that only another version of the app mends.
UNANSWERED: Final = ("far.refused_entry",)

# Entries by which a table tells its keys.
INTRODUCTIONS: Final = ("hello", "join")

# Returns what takes the entry over once it counts, if there is anything. Raises CompanionError for an entry that cannot
# come next.
Check = Callable[[Entry], Callable[[], None] | None]


class Heard(NamedTuple):
    """The result of hearing a message."""

    entries: tuple[Entry, ...] = ()
    """Entries that count now."""
    answer: bool = False
    """True if the other table is to be sent a message."""
    trouble: Reason | None = None
    """The fault of the message, if it has one."""


class Link:
    """One end of the connection between two tables."""

    def __init__(
        self,
        ledger: Ledger,
        role: Role,
        keys: Keys,
        topics: Mapping[Role, str],
        check: Check,
        keep_offer: Callable[[Entry], None] = lambda _entry: None,
        met: str = "",
    ) -> None:
        """Connect a ledger to the other table's.

        `check` says whether an entry can come next; `keep_offer` writes an offer to the disk before it is made.
        Messages of a role are bound to its topic, so none passes for the other's. `met` are the other table's public
        keys from before a restart: the entry that holds them may be lost.
        """
        self.ledger, self.role, self.keys = ledger, role, keys
        self._topics, self._met = topics, met
        self._check, self._keep_offer = check, keep_offer
        # Number of entries that the other table has, by its last message; None before one has come.
        self._theirs: int | None = None
        self.offer: Entry | None = None
        # The digest of the other table's entry that cannot come.
        self._refused: str | None = None
        # True once this table has had all that the other one had: from then on it knows all that it has written.
        self._whole = False

    @property
    def busy(self) -> bool:
        """True if nothing can be written now: an offer is under way, or the end of the ledger may have been lost."""
        return self.offer is not None or (self._joined and (self._theirs is None or self._theirs > len(self.ledger)))

    @property
    def theirs(self) -> str:
        """The public keys of the other table, "" before it has introduced itself."""
        return self.ledger.public(other(self.role)) or self._met

    @property
    def _joined(self) -> bool:
        return self.ledger.public("guest") is not None or (self.role == "host" and bool(self._met))

    @property
    def behind(self) -> bool:
        """True if the other table is not known to have all entries, or this one lacks some."""
        return self.offer is not None or (self._theirs or 0) != len(self.ledger)

    def write(self, kind: str, body: Mapping[str, Any]) -> Entry | None:
        """Write an entry. Returns it where it counts at once, as the host's do. Raises RefereeError while that cannot
        be, CompanionError for what cannot come next, KeepingError where it cannot be kept."""
        if self.busy:
            raise RefereeError("far.wait")
        entry = self.ledger.next(self.role, kind, body)
        take = self._check(entry)
        entry = entry._replace(signature=self.keys.signature(entry.digest))
        if self.role == "host":
            self._append(entry, take)
            return entry
        self._keep_offer(entry)
        self.offer = entry
        return None

    def recall(self, entry: Entry, *, offered: bool) -> None:
        """Take up an entry, or an offer, from before a restart. Raises RefereeError for an entry that does not
        follow."""
        if offered:
            self.offer = entry if self.ledger.follows(entry) else None
            return
        self.ledger.recall(entry)
        self._drop_offer()

    def _append(self, entry: Entry, take: Callable[[], None] | None) -> None:
        self.ledger.append(entry)
        self._drop_offer()
        if take:
            take()

    def _drop_offer(self) -> None:
        """Forget an offer that does not follow any more."""
        if self.offer and not self.ledger.follows(self.offer):
            self.offer = None

    def message(self, again: int = 0) -> str:
        """Return all that the other table is to be told now, encrypted. `again` counts repetitions."""
        ledger = self.ledger
        known = self.role == "host" or self._theirs is not None
        first = min(self._theirs or 0, len(ledger))
        told = {
            "have": len(ledger),
            "head": ledger.head,
            "entries": [entry.to_json() for entry in ledger.entries[first : first + MOST_ENTRIES]] if known else [],
            "offer": self.offer.to_json() if self.offer else None,
            "refused": self._refused,
            "again": again,
        }
        says = json.dumps(told, separators=(",", ":"), ensure_ascii=False)
        box = base64.b64encode(self.keys.sealed(says, self._topics[self.role], self.theirs or None)).decode()
        return json.dumps({"schema": SCHEMA, "keys": self.keys.public, "box": box})

    def hear(self, payload: bytes) -> Heard:
        """Take in a message of the other table. Raises KeepingError where what it brings cannot be kept; then nothing
        of that has happened."""
        try:
            told, keys = self._opened(payload)
        except RefereeError as error:
            return Heard(trouble=error.reason)
        ledger = self.ledger
        have: int = told["have"]
        if have <= len(ledger) and told["head"] != ledger.digest_at(have):
            return Heard(trouble=because("far.apart", n=have))
        before, self._theirs = self._theirs, have
        came: list[Entry] = []
        self._whole = self._whole or have <= len(ledger)
        offered = self.offer and self.offer.digest
        trouble = self._taken(told, keys, came) or self._refusal(told)
        if self._whole and any(entry.by == self.role and entry.digest != offered for entry in came):
            trouble = because("far.copy")
        if trouble:
            return Heard(tuple(came), trouble.key not in UNANSWERED, trouble)
        lacks = have > len(ledger) or (before != have and have < len(ledger))
        return Heard(tuple(came), lacks or bool(came or told["entries"]) or told["offer"] is not None)

    def _taken(self, told: Mapping[str, Any], keys: str, came: list[Entry]) -> Reason | None:
        """Take over what a message brings, and return what is wrong with the rest."""
        try:
            self._take_entries(told["entries"], keys, came)
            if self.role == "host":
                self._take_offer(told["offer"], keys, came)
        except KeepingError:
            raise
        except CompanionError as error:
            return error.reason
        return None

    def _refusal(self, told: Mapping[str, Any]) -> Reason | None:
        """Return what the other table has refused: an offer, which is over, or an entry."""
        refused, have = told["refused"], told["have"]
        if refused and self.offer and refused == self.offer.digest:
            self.offer = None
            return because("far.refused")
        entries = self.ledger.entries[have : have + 1]
        return because("far.refused_entry", n=have) if entries and entries[0].digest == refused else None

    def _opened(self, payload: bytes) -> tuple[Mapping[str, Any], str]:
        """Return what a message says, and the public keys of the table that sent it."""
        if len(payload) > MOST_BYTES:
            raise RefereeError("far.no_message")
        try:
            message = parsed(payload)
            _SEALED(message)
            keys: str = message["keys"]
            told: Mapping[str, Any] = parsed(self._decrypted(message["box"], keys).encode())
            _SAYS(told)
        except (JsonError, ShapeError, UnicodeError, binascii.Error):
            raise RefereeError("far.no_message") from None
        return told, keys

    def _decrypted(self, box: str, keys: str) -> str:
        """Return the text of a message. Raises RefereeError for a message of a table that does not play here."""
        if self.theirs not in ("", keys):
            raise RefereeError("far.taken")
        cipher = base64.b64decode(box.encode(), validate=True)
        met = self._joined
        # A table that does not know this one yet has only the code.
        for theirs in (keys,) if met else (keys, None):
            try:
                return self.keys.opened(cipher, self._topics[other(self.role)], theirs)
            except ValueError:
                continue
        raise RefereeError("far.no_code" if met else "far.other_game")

    def _take_entries(self, told: Sequence[Any], keys: str, came: list[Entry]) -> None:
        """Add to `came` the entries that this table lacks and takes over."""
        for each in told:
            entry = Entry.from_json(each)
            if self.ledger.follows(entry):
                self._take(entry, keys, came)
            elif entry.n > len(self.ledger):
                break

    def _take_offer(self, told: Any, keys: str, came: list[Entry]) -> None:
        if told is None:
            return
        entry = Entry.from_json(told)
        if entry.by != "guest":
            raise RefereeError("far.forged")
        if self.ledger.follows(entry):
            self._take(entry, keys, came)

    def _take(self, entry: Entry, keys: str, came: list[Entry]) -> None:
        """Take over an entry. Raises CompanionError for one that was not written by whom it names, or cannot come."""
        author = self.keys.public if entry.by == self.role else keys
        introduces = entry.kind in INTRODUCTIONS and not self.keys.shared_with(author, entry.body.get("keys"))
        if introduces or not signed_by(author, entry.digest, entry.signature):
            raise RefereeError("far.forged")
        self._refused = entry.digest
        take = self._check(entry)
        self._refused = None
        self._append(entry, take)
        came.append(entry)
