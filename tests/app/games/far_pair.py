"""Two tables of one game in one process, and the way between them, which a test may break."""

import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.app.devices.devices import ON_SCREEN
from companion.app.far.desk import inviting, joining
from companion.app.games import far_meeting
from companion.app.games.far_meeting import Invited
from companion.app.games.far_table import FarGame, FarTable
from companion.app.games.opening import GameSetup, begin_or_open, open_game
from companion.app.games.partner import Partner
from companion.app.games.table import PlayedTable
from companion.games.errors import GameError
from companion.games.pyramid_ball.screen.deeds import EndTimer, Stands, StartTimer
from companion.games.pyramid_ball.screen.programs import Programs
from companion.referee.keeping import journal as journals
from companion.referee.keeping.journal import JOURNAL_NAME
from companion.referee.keeping.records import Record
from companion.sharing.far.ledger import ROLES, Role, other
from companion.sharing.far.meeting import Invitation

CODE = "ABCDEFGH2345"
BROKER = "mqtt://nowhere.example"
# More rounds than any game here takes.
MOST_ROUNDS = 20_000


class Post:
    """Brings messages from one table to the other; `fault` may change what is brought."""

    def __init__(self) -> None:
        self.hears: dict[Role, Callable[[bytes], None]] = {}
        self.theres: dict[Role, Callable[[bool], None]] = {}
        self.last: dict[Role, bytes] = {}
        # Parts that more than one table plays.
        self.twins: set[Role] = set()
        self.fault: Callable[[Role, bytes], list[bytes]] = lambda _role, message: [message]

    def open(
        self, _invitation: Invitation, role: Role, hear: Callable[[bytes], None], there: Callable[[bool], None], *_: Any
    ) -> "PostWay":
        self.hears[role], self.theres[role] = hear, there
        there(other(role) in self.hears)
        if other(role) in self.theres:
            self.theres[other(role)](True)
        if other(role) in self.last:
            hear(self.last[other(role)])
        return PostWay(self, role)

    def say(self, role: Role, message: str) -> None:
        self.last[role] = message.encode()
        for each in self.fault(role, message.encode()):
            if hear := self.hears.get(other(role)):
                hear(each)

    def leave(self, role: Role) -> None:
        self.hears.pop(role, None)
        if other(role) in self.theres:
            self.theres[other(role)](False)


class PostWay:
    def __init__(self, post: Post, role: Role) -> None:
        self._post, self._role = post, role

    @property
    def twin(self) -> bool:
        return self._role in self._post.twins

    def say(self, message: str) -> None:
        self._post.say(self._role, message)

    def close(self) -> None:
        self._post.leave(self._role)


class Pair:
    """`sources` are from what each table is fed; at `computers` the computer plays the table's sides; `dice`
    roll at both."""

    def __init__(
        self,
        folder: Path,
        game: str,
        sources: tuple[str, str] = ("touch", "touch"),
        more: dict[str, Any] | None = None,
        computers: tuple[Role, ...] = (),
        post: Post | None = None,
        dice: str = ON_SCREEN,
    ) -> None:
        self.folder, self.post = folder, post or Post()
        far_meeting.WAYS.open = self.post.open
        chosen = GameSetup(game=game, source=sources[0], seed=3, pace=0.0, more=more or {}, code=CODE, dice=dice)
        host = inviting(chosen, BROKER)
        guest_far = replace(FarGame.of(host.more) or _none(), role="guest")
        told = {name: value for name, value in host.more.items() if name != "far"}
        found = Invited(game, {}, _options(host), "", {**told, "far": guest_far.to_json()}, guest_far, CODE)
        guest = joining(replace(chosen, source=sources[1], seed=4), found)
        setups: dict[Role, GameSetup] = {"host": host, "guest": guest}
        self.tables: dict[Role, Any] = {}
        for role in ROLES:
            setup = setups[role]
            if role in computers:
                strengths = dict.fromkeys(guest_far.sides[role], "child")
                setup = replace(setup, more={**setup.more, "computer": strengths})
            self.tables[role] = begin_or_open(setup, folder / role)

    @property
    def host(self) -> Any:
        return self.tables["host"]

    @property
    def guest(self) -> Any:
        return self.tables["guest"]

    def restart(self, role: Role) -> None:
        """As after the tablet was switched off."""
        self.tables[role].close()
        self.tables[role] = open_game(self.folder / role)

    def round(self) -> None:
        for table in self.tables.values():
            table.advance()

    def until(self, true: Callable[[], object]) -> None:
        for _ in range(MOST_ROUNDS):
            if true():
                return
            self.round()
        raise AssertionError(
            [(far_of(t).course.turns and len(far_of(t).course.turns), t.notice) for t in self.tables.values()]
        )

    def begin(self) -> None:
        self.until(lambda: far_of(self.host).course.begun and far_of(self.guest).course.begun)

    def records(self, role: Role) -> tuple[Record, ...]:
        return journals.read(self.folder / role / JOURNAL_NAME).records

    def close(self) -> None:
        for table in self.tables.values():
            table.close()


def far_of(table: PlayedTable[Any]) -> FarTable:
    """The other table, as this one knows it."""
    partner = table.companion(Partner)
    assert partner
    return partner.far


def may_move(table: PlayedTable[Any]) -> bool:
    """Return True if it is this table that goes on with the game."""
    far = far_of(table)
    return far.course.may_move(far.role)


def as_players_do(table: Any) -> None:
    """What people do beside their programs of Pyramid Ball."""
    if table.companion(Programs) is None:
        return
    state = table.state()
    if not far_of(table).course.begun or far_of(table).course.pending or far_of(table).link.busy:
        return
    if state.phase == "roll" and not state.own.timer:
        with suppress(GameError):  # the other table may have to do something first
            table.do(StartTimer())
    elif state.own.timer == "start":
        table.do(EndTimer())
    elif state.by_hand and state.own.expected and state.phase == "move" and state.own.choice is None:
        table.do(Stands())


def faulty(rng: random.Random, share: float) -> Callable[[Role, bytes], list[bytes]]:
    """Loses, doubles and swaps messages."""
    held: dict[Role, bytes] = {}

    def fault(role: Role, message: bytes) -> list[bytes]:
        late = [held.pop(role)] if role in held else []
        match rng.randrange(3) if rng.random() < share else 3:
            case 0:
                return late
            case 1:
                return [message, message, *late]
            case 2:
                held[role] = message
                return late
        return [message, *late]

    return fault


def _options(setup: GameSetup) -> dict[str, Any]:
    from companion.app.games.registry import GAMES  # noqa: PLC0415 - only here

    return dict(GAMES[setup.game].fed_from(setup.source).options(setup.options, setup.more))


def _none() -> FarGame:
    raise AssertionError("no game of two tables")
