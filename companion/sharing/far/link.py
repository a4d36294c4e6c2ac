"""Keeps the ledgers of two tables alike over a way that loses, doubles and swaps messages. No I/O, no clock.

Every message tells all that the other table lacks, as far as is known, so that any later one makes up for any that was
lost, and one that comes twice or late says nothing new. The host decides what comes next: he writes his entries as
he makes them; the guest offers his, one at a time, and it counts once the host has it. One that the host's own came
before is the guest's to make again.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from companion.games.errors import CompanionError
from companion.games.reason import Reason, because
from companion.referee.errors import RefereeError
from companion.referee.keeping.plain_json import JsonError, parsed
from companion.referee.keeping.shapes import ShapeError, anything, fields, list_of, map_of, maybe, text, whole
from companion.sharing.far.ledger import Entry, Ledger, Role, other
from companion.sharing.feed.pairing import proof, proves

SCHEMA: Final = 1
# In one message; more come when these have been heard of.
MOST_ENTRIES: Final = 40
MOST_BYTES: Final = 400_000

_SEALED: Final = fields({"schema": whole(SCHEMA, SCHEMA), "says": text, "proof": text})
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

# Raises CompanionError for an entry that cannot come next.
Check = Callable[[Entry], None]


class Heard(NamedTuple):
    """What a message has brought: entries that now count, whether the other table is to be told something, and what is
    wrong with it, if anything is."""

    entries: tuple[Entry, ...] = ()
    answer: bool = False
    trouble: Reason | None = None


class Link:
    """`check` says whether an entry can come next, `took` hears of each that has; `keep_offer` has an offer on the disk
    before it is made. `topic` is what messages from `role` are bound to, so that none is taken for another's.
    """

    def __init__(
        self,
        ledger: Ledger,
        role: Role,
        code: str,
        topics: Mapping[Role, str],
        check: Check,
        took: Callable[[Entry], None] = lambda _entry: None,
        keep_offer: Callable[[Entry], None] = lambda _entry: None,
    ) -> None:
        self.ledger, self.role = ledger, role
        self._code, self._topics = code, topics
        self._check, self._took, self._keep_offer = check, took, keep_offer
        # What the other table has of the ledger, as far as is known.
        self.theirs = 0
        self.offer: Entry | None = None
        # The digest of what the other table offered and cannot come.
        self._refused: str | None = None

    @property
    def busy(self) -> bool:
        """Whether nothing can be written now, since an offer is under way."""
        return self.offer is not None

    @property
    def behind(self) -> bool:
        """Whether the other table is not known to have all."""
        return self.busy or (self.role == "host" and self.theirs < len(self.ledger))

    def write(self, kind: str, body: Mapping[str, Any]) -> Entry | None:
        """Say something. Returns the entry where it counts at once, as the host's do. Raises RefereeError while an
        offer is under way, CompanionError for what cannot come next, KeepingError where it cannot be kept."""
        if self.busy:
            raise RefereeError("far.wait")
        entry = self.ledger.next(self.role, kind, body)
        self._check(entry)
        if self.role == "host":
            self._append(entry)
            return entry
        self._keep_offer(entry)
        self.offer = entry
        return None

    def recall_offer(self, entry: Entry) -> None:
        """An offer that was made before a restart."""
        self.offer = entry if self.ledger.follows(entry) else None

    def _append(self, entry: Entry) -> None:
        """An offer that does not follow it is over."""
        self.ledger.append(entry)
        if self.offer and not self.ledger.follows(self.offer):
            self.offer = None
        self._took(entry)

    def message(self, again: int = 0) -> str:
        """All that is to be told now, sealed; told `again` so many times, it is another message."""
        ledger = self.ledger
        first = min(self.theirs, len(ledger))
        entries = ledger.entries[first : first + MOST_ENTRIES] if self.role == "host" else ()
        told = {
            "have": len(ledger),
            "head": ledger.head,
            "entries": [entry.to_json() for entry in entries],
            "offer": self.offer.to_json() if self.offer else None,
            "refused": self._refused,
            "again": again,
        }
        says = json.dumps(told, separators=(",", ":"), ensure_ascii=False)
        seal = proof(self._code, self._topics[self.role], says)
        return json.dumps({"schema": SCHEMA, "says": says, "proof": seal}, ensure_ascii=False)

    def hear(self, payload: bytes) -> Heard:
        """A message of the other table. Raises KeepingError where what it brings cannot be kept; then nothing of that
        has happened."""
        try:
            told = self._opened(payload)
        except RefereeError as error:
            return Heard(trouble=error.reason)
        ledger = self.ledger
        have: int = told["have"]
        if have <= len(ledger) and told["head"] != ledger.digest_at(have):
            return Heard(trouble=because("far.apart", n=have))
        if self.role == "host" and have > len(ledger):
            return Heard(trouble=because("far.other_game"))
        news = have > self.theirs
        self.theirs = max(self.theirs, min(have, len(ledger)))
        try:
            return self._host_hears(told, news=news) if self.role == "host" else self._guest_hears(told)
        except ShapeError as error:
            return Heard(trouble=error.reason)
        except CompanionError as error:
            return Heard(answer=True, trouble=error.reason)

    def _host_hears(self, told: Mapping[str, Any], *, news: bool) -> Heard:
        came = self._of_guest(told["offer"])
        return Heard(came, told["offer"] is not None or (news and self.behind))

    def _guest_hears(self, told: Mapping[str, Any]) -> Heard:
        """Who tells what is known here already does not know that."""
        came = self._of_host(told["entries"])
        if self.offer and told["refused"] == self.offer.digest:
            self.offer = None
            return Heard(came, True, because("far.refused"))
        return Heard(came, bool(told["entries"]))

    def _opened(self, payload: bytes) -> Mapping[str, Any]:
        if len(payload) > MOST_BYTES:
            raise RefereeError("far.no_message")
        try:
            message = parsed(payload)
            _SEALED(message)
            if not proves(message["proof"], self._code, self._topics[other(self.role)], message["says"]):
                raise RefereeError("far.no_code")
            told: Mapping[str, Any] = parsed(message["says"].encode())
            _SAYS(told)
        except (JsonError, ShapeError, UnicodeError):
            raise RefereeError("far.no_message") from None
        return told

    def _of_host(self, told: Sequence[Any]) -> tuple[Entry, ...]:
        """What the host has written. One in the guest's name counts if it is the one that he offers."""
        came = []
        for each in told:
            entry = Entry.from_json(each)
            if entry.n > len(self.ledger):
                raise RefereeError("far.other_game")
            if not self.ledger.follows(entry):
                continue
            if entry.by == "host":
                self._check(entry)
            elif entry != self.offer:
                raise RefereeError("far.forged")
            self._append(entry)
            came.append(entry)
        return tuple(came)

    def _of_guest(self, told: Any) -> tuple[Entry, ...]:
        """What the guest offers."""
        if told is None:
            return ()
        entry = Entry.from_json(told)
        if not self.ledger.follows(entry):
            return ()
        if entry.by != "guest":
            raise RefereeError("far.forged")
        self._refused = entry.digest
        self._check(entry)
        self._refused = None
        self._append(entry)
        return (entry,)
