"""Four tables that play by themselves, for `companion hall --demo`: something to look at, and to build on."""

import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import Final, Self

from companion.referee.tables import TABLES

PACE_SECONDS: Final = 3.0
LONGEST_END_SECONDS: Final = 5.0
AGAIN_SECONDS: Final = 2.0
"""Between a game and the next one at the same table."""


class DemoTables:
    """A table of each game, each in a process of its own, told to the broker at `port` of this machine; after a game
    the next one begins. All end with this."""

    def __init__(self, port: int, pace: float = PACE_SECONDS) -> None:
        self._address, self._pace = f"mqtt://127.0.0.1:{port}", pace
        self._folder = TemporaryDirectory(prefix="companion-demo-")
        self._over = Event()
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        self._threads = [Thread(target=self._play, args=(game,), daemon=True, name=f"demo {game}") for game in TABLES]
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        self._over.set()
        for process in list(self._running.values()):
            process.terminate()
        for thread in self._threads:
            thread.join(LONGEST_END_SECONDS)
        for process in list(self._running.values()):
            process.kill()
        self._folder.cleanup()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _play(self, game: str) -> None:
        number = 0
        while not self._over.is_set():
            number += 1
            folder = Path(self._folder.name, f"{game}-{number}")
            command = [sys.executable, "-m", "companion.cli", "referee", str(folder), "--game", game]
            command += ["--camera", "simulated", "--pace", str(self._pace)]
            command += ["--publish", self._address, "--table", game, "--no-announce"]
            said = subprocess.DEVNULL
            with suppress(OSError), subprocess.Popen(command, stdin=said, stdout=said, stderr=said) as process:
                self._running[game] = process
                if self._over.is_set():
                    process.terminate()
                process.wait()
            self._over.wait(AGAIN_SECONDS)
