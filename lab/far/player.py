"""One of two tables as a process of its own: the computer plays its sides until the game is over.

``python -m lab.far.player FOLDER ROLE BROKER CODE GAME SOURCE MORE SEED FAULTS``: goes on with what is in FOLDER.
FAULTS is the share of messages that come twice, late (up to five seconds), or after the next one. On SIGUSR1 it cuts
its connection. Every line that it prints is JSON: how many turns both have made, how many entries there are.
"""

import json
import random
import signal
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.app.games import far_meeting, far_table
from companion.app.games.far_table import FAR, FarGame, alternating
from companion.app.games.opening import GameSetup, begin_or_open
from companion.app.games.registry import GAMES
from companion.referee.tables import open_table
from companion.sharing.far.ledger import Role
from companion.sharing.far.meeting import Invitation
from companion.sharing.far.way import BrokerWay
from tests.app.games.far_pair import as_players_do, far_of

LATE_SECONDS = 5.0
PAUSE_SECONDS = 0.02


class FaultyWay:
    """A way on which messages come twice, late, or out of order."""

    def __init__(
        self,
        open_way: Callable[[Callable[[bytes], None]], BrokerWay],
        hear: Callable[[bytes], None],
        share: float,
        rng: random.Random,
    ) -> None:
        self._open, self._hear, self._share, self._rng = open_way, hear, share, rng
        self._held: bytes | None = None
        self._last = ""
        self._way = open_way(self._came)
        self.faults = 0

    def say(self, message: str) -> None:
        self._last = message
        self._way.say(message)

    @property
    def twin(self) -> bool:
        return self._way.twin

    def cut(self) -> None:
        """Lose the connection and come back."""
        self.faults += 1
        self._way.close()
        self._way = self._open(self._came)
        if self._last:
            self._way.say(self._last)

    def close(self) -> None:
        self._way.close()

    def _came(self, message: bytes) -> None:
        held, self._held = self._held, None
        if self._rng.random() >= self._share:
            self._hear(message)
        else:
            self.faults += 1
            match self._rng.randrange(3):
                case 0:
                    self._hear(message)
                    self._hear(message)
                case 1:
                    seconds = self._rng.uniform(0.0, LATE_SECONDS)
                    threading.Timer(seconds, self._hear, [message]).start()
                case _:
                    self._held = message  # until the next one has come
                    threading.Timer(LATE_SECONDS, self._release, [message]).start()
        if held is not None:
            self._hear(held)

    def _release(self, message: bytes) -> None:
        if self._held is message:
            self._held = None
            self._hear(message)


def setup_of(game: str, role: Role, broker: str, code: str, source: str, more: dict[str, Any], seed: int) -> GameSetup:
    options = GAMES[game].fed_from(source).options({}, more)
    far = FarGame(role, alternating(open_table(game, options).sides), broker)
    computers = dict.fromkeys(far.sides[role], "child")
    chosen = {**more, FAR: far.to_json(), "computer": computers}
    return GameSetup(game=game, source=source, pace=0.0, seed=seed, more=chosen, code=code)


def main() -> None:
    folder, role_name, broker, code, game, source, more, seed, faults = sys.argv[1:]
    role: Role = "host" if role_name == "host" else "guest"
    rng = random.Random(f"{seed} {role} {time.time()}")
    ways: list[FaultyWay] = []

    def open_faulty(invitation: Invitation, mine: Role, hear: Any, there: Any, tell: Any, own: Any) -> FaultyWay:
        def again(came: Callable[[bytes], None]) -> BrokerWay:
            way = far_table.over_broker(invitation, mine, came, there, tell, own)
            assert isinstance(way, BrokerWay)
            return way

        ways.append(FaultyWay(again, hear, float(faults), rng))
        return ways[-1]

    far_meeting.WAYS.open = open_faulty
    cuts = threading.Event()
    signal.signal(signal.SIGUSR1, lambda *_: cuts.set())
    table = begin_or_open(setup_of(game, role, broker, code, source, json.loads(more), int(seed)), Path(folder))
    far = far_of(table)
    told = -1
    while True:
        if cuts.is_set():
            cuts.clear()
            ways[-1].cut()
        table.advance()
        as_players_do(table)
        if len(far.link.ledger) != told:
            told = len(far.link.ledger)
            print(json.dumps({"turns": len(far.course.turns), "entries": told}), flush=True)
        if far.course.session.winner and table.session.winner and not far.link.behind:
            print(json.dumps({"over": table.session.winner, "faults": ways[-1].faults}), flush=True)
            break
        time.sleep(PAUSE_SECONDS)
    # The other one may still need to be told.
    end = time.monotonic() + 3 * LATE_SECONDS
    while time.monotonic() < end:
        table.advance()
        time.sleep(PAUSE_SECONDS)
    table.close()


if __name__ == "__main__":
    main()
