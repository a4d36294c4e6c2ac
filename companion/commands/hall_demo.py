"""Four tables that play by themselves, for `companion hall --demo`: something to look at, and to build on."""

import subprocess
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event
from typing import Final

from companion.commands.own_program import own_program
from companion.games.reason import because
from companion.referee.live.table_dice import Complain
from companion.referee.tables import TABLES
from hardware.supervised import supervised

PACE_SECONDS: Final = 3.0
HERE: Final = "127.0.0.1"
LONGEST_END_SECONDS: Final = 5.0
AGAIN_SECONDS: Final = 2.0
"""Between a game and the next one at the same table."""


class DemoTables:
    """A table of each game, each in a process of its own, told to the broker at `port` of this machine; after a game
    the next one begins. All end with this."""

    def __init__(self, port: int, complain: Complain, pace: float = PACE_SECONDS, host: str = HERE) -> None:
        """`complain` is called, from a thread, with why a table cannot play."""
        self._complain = complain
        self._address, self._pace = f"mqtt://{host}:{port}", pace
        self._folder = TemporaryDirectory(prefix="companion-demo-")
        self._over = Event()
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        self.threads = [supervised(f"demo {game}", partial(self._play, game), self._over) for game in TABLES]
        for thread in self.threads:
            thread.start()

    def close(self) -> None:
        self._over.set()
        for process in list(self._running.values()):
            process.terminate()
        for thread in self.threads:
            thread.join(LONGEST_END_SECONDS)
        for process in list(self._running.values()):
            process.kill()
        self._folder.cleanup()

    def _play(self, game: str) -> None:
        number = 0
        while not self._over.is_set():
            number += 1
            folder = Path(self._folder.name, f"{game}-{number}")
            command = own_program("referee", str(folder), "--game", game)
            command += ["--camera", "simulated", "--pace", str(self._pace)]
            command += ["--publish", self._address, "--table", game, "--no-announce"]
            no = subprocess.DEVNULL
            with subprocess.Popen(command, stdin=no, stdout=no, stderr=subprocess.PIPE) as process:
                self._running[game] = process
                if self._over.is_set():
                    process.terminate()
                said = process.communicate()[1].decode(errors="replace").strip()
            if process.returncode > 0 and not self._over.is_set():
                self._complain(because("hall.demo_ended", game=game, error=said.rpartition("\n")[2]))
                return
            self._over.wait(AGAIN_SECONDS)
