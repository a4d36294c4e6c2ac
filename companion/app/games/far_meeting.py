"""Brings a game together with the table that plays it from afar, and finds invitations to such games."""

import queue
import secrets
import time
from dataclasses import dataclass
from typing import Any, Final

from companion.app.games.deeds import HearFar
from companion.app.games.far_table import FAR, SECRET_BYTES, FarGame, OpenWay, over_broker
from companion.app.games.partner import Partner
from companion.app.games.table import PlayedTable, do
from companion.app.json_object import JsonObject
from companion.app.judge.in_passing import IN_PASSING
from companion.games.reason import Reason
from companion.referee.errors import RefereeError, error_reason
from companion.sharing.far.keys import Keys
from companion.sharing.far.ledger import ROLES, Entry, Ledger, Role
from companion.sharing.far.link import Link
from companion.sharing.far.meeting import Invitation, topics
from companion.sharing.feed.address import KnownBroker

# Seconds to wait for the inviting table.
INVITED_SECONDS: Final = 15.0


class Ways:
    """How tables reach one another; `lab.far` replaces it to break connections."""

    def __init__(self) -> None:
        self.open: OpenWay = over_broker


WAYS = Ways()
"""Ways that this process uses."""


def meet(played: PlayedTable[Any], partner: Partner, own: KnownBroker) -> None:
    """Begin to talk to the other table. Trouble is told: the game can be gone on with later."""

    def wake() -> None:
        IN_PASSING.ask(do(HearFar()))

    try:
        partner.far.open(WAYS.open, wake, IN_PASSING.tell_now, own)
    except (RefereeError, OSError) as error:
        played.notice = error_reason(error)


@dataclass(frozen=True)
class Invited:
    """A game that another table invites to. `first`: the side that begins. `more`: further fields of the journal's
    header, with `far` among them, the game as this table sees it. `code`: that of the invitation."""

    game: str
    players: JsonObject
    options: JsonObject
    first: str
    more: JsonObject
    far: FarGame
    code: str


def invited(invitation: Invitation, own: KnownBroker) -> Invited:
    """Ask the inviting table which game it offers. Raises RefereeError if it does not answer in time, or plays with
    somebody else."""
    heard: queue.SimpleQueue[bytes | Reason] = queue.SimpleQueue()
    way = WAYS.open(invitation, "guest", heard.put, lambda _there: None, heard.put, own)
    # It only listens: the table that joins has keys of its own.
    keys = Keys(invitation.code, secrets.token_bytes(SECRET_BYTES))
    link = Link(Ledger(), "guest", keys, topics(invitation.code), lambda _entry: None)
    trouble: Reason | None = None
    end = time.monotonic() + INVITED_SECONDS
    try:
        while not link.ledger.entries:
            try:
                said = heard.get(timeout=max(0.0, end - time.monotonic()))
            except queue.Empty:
                raise RefereeError.of(trouble) if trouble else RefereeError("far.nobody") from None
            if isinstance(said, Reason):
                trouble = said
            else:
                trouble = link.hear(said).trouble or trouble
                if trouble and trouble.key in ("far.other_game", "far.taken"):
                    raise RefereeError("far.taken")
    finally:
        way.close()
    return _invited(invitation, link.ledger.entries[0])


def _invited(invitation: Invitation, hello: Entry) -> Invited:
    body = hello.body
    try:
        sides: dict[Role, tuple[str, ...]] = {role: tuple(map(str, body["sides"][role])) for role in ROLES}
        far = FarGame("guest", sides, invitation.broker)
        more = {**body["more"], FAR: far.to_json()}
        return Invited(
            str(body["game"]),
            dict(body["players"]),
            dict(body["options"]),
            str(body["first"]),
            more,
            far,
            invitation.code,
        )
    except (KeyError, TypeError, ValueError):
        raise RefereeError("far.header") from None
