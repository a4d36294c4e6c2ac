"""A private mosquitto for an evening: tables publish, pages listen and may answer."""

import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Self

from companion.referee.errors import RefereeError, prose
from companion.sharing.feed.topics import ANSWER, ROOT
from companion.sharing.hall.web_server import binding

EVERYWHERE: Final = "0.0.0.0"
STARTING_SECONDS: Final = 10.0
# Searched, too: it is not in every user's PATH.
_ELSEWHERE: Final = "/usr/sbin/mosquitto"

# Ends the broker when this program is killed: its standard input then ends.
_GUARD: Final = "import os, sys; sys.stdin.read(); os.kill(int(sys.argv[1]), 15)"


class OwnBroker:
    """A mosquitto that ends with this. Tables connect to `port`, pages over WebSockets to `web_port`, where they may
    read everything and write answers only. Nothing is kept on the disk. `settings` are further lines of its
    configuration for tables.
    """

    def __init__(self, port: int, web_port: int, host: str = EVERYWHERE, settings: Sequence[str] = ()) -> None:
        """Raises RefereeError if it cannot be started."""
        program = shutil.which("mosquitto") or _ELSEWHERE
        if not Path(program).exists():
            raise RefereeError("hall.no_mosquitto")
        self._host, self._ports = "127.0.0.1" if host == EVERYWHERE else host, (port, web_port)
        for one in self._ports:
            with binding(host, one), socket.create_server((host, one)):
                pass
        self._folder = TemporaryDirectory(prefix="companion-hall-")
        folder = Path(self._folder.name)
        folder.chmod(0o755)  # started by root, mosquitto becomes somebody else
        (folder / "pages.acl").write_text(f"topic read {ROOT}/#\ntopic write {ROOT}/+/{ANSWER}\n", encoding="utf-8")
        lines = [
            "per_listener_settings true",
            "log_timestamp false",
            f"listener {port} {host}",
            *(settings or ["allow_anonymous true"]),
            f"listener {web_port} {host}",
            "protocol websockets",
            "allow_anonymous true",
            f"acl_file {folder / 'pages.acl'}",
        ]
        (folder / "mosquitto.conf").write_text("\n".join(lines) + "\n", encoding="utf-8")
        self._log = (folder / "log").open("w+", encoding="utf-8", errors="replace")
        command = [program, "-c", str(folder / "mosquitto.conf")]
        self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=self._log, stderr=self._log)
        guard = [sys.executable, "-I", "-S", "-c", _GUARD, str(self._process.pid)]
        self._guard = subprocess.Popen(guard, stdin=subprocess.PIPE, start_new_session=True)
        self._wait()

    @property
    def process(self) -> int:
        """Process id of the broker."""
        return self._process.pid

    def close(self) -> None:
        self._guard.kill()
        self._guard.communicate()
        self._process.terminate()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(STARTING_SECONDS)
        self._process.kill()
        self._process.wait()
        self._log.close()
        self._folder.cleanup()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _wait(self) -> None:
        end = time.monotonic() + STARTING_SECONDS
        while not all(map(self._answers, self._ports)):
            if self._process.poll() is not None or time.monotonic() > end:
                self._log.seek(0)
                said = self._log.read().strip().splitlines()
                self.close()
                raise RefereeError("hall.broker", why=prose("; ".join(said[-2:]) or "-"))
            time.sleep(0.02)

    def _answers(self, port: int) -> bool:
        with suppress(OSError), socket.create_connection((self._host, port), 1):
            return True
        return False
