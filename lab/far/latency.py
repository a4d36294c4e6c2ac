"""How long a turn takes from being judged at one table to its arrows at the other, over a mosquitto on this machine.

``python -m lab.far.latency --games 3``
"""

import argparse
import sys
import time
from dataclasses import replace
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any

from companion.app.games import far_meeting
from companion.app.games.far_table import over_broker
from companion.app.games.opening import begin_or_open
from companion.sharing.feed.pairing import new_code
from lab.far.player import setup_of
from tests.sharing.feed.brokers import open_broker

PAUSE_SECONDS = 0.001
GAME, MORE = "blokus3d", {"count": 2, "structure": "tower"}


def entered(table: Any) -> None:
    """The turn that the engine suggests, or a pass."""
    table.suggest()
    if table._draft:
        table.done()
    else:
        table.pass_turn()


def play(folder: Path, address: str) -> list[float]:
    """Seconds, turn by turn of the host's, of one game."""
    code, found = new_code(), []
    setups = {role: setup_of(GAME, role, address, code, source, MORE, 1) for role, source in ROLES.items()}
    alone = {name: value for name, value in setups["host"].more.items() if name != "computer"}
    setups["host"] = replace(setups["host"], more=alone)
    host: Any = begin_or_open(setups["host"], folder / "host")
    guest: Any = begin_or_open(setups["guest"], folder / "guest")
    while not host.session.winner:
        if not host._far_waits and host.far.course.begun and host._phase() == "move":
            begin, turns = time.monotonic(), len(host.far.course.turns)
            entered(host)
            judged = time.monotonic()
            while guest._shown_by_far is None and len(guest.far.course.turns) == turns:
                guest.advance()
                host.advance()
                time.sleep(PAUSE_SECONDS)
            if guest._shown_by_far is not None:
                found.append(time.monotonic() - judged)
            assert begin <= judged
        host.advance()
        guest.advance()
        time.sleep(PAUSE_SECONDS)
    for table in (host, guest):
        table.close()
    return found


ROLES: dict[Any, str] = {"host": "touch", "guest": "practice"}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=3)
    args = parser.parse_args()
    far_meeting.WAYS.open = over_broker
    broker, port, _ = open_broker()
    seconds: list[float] = []
    with broker, TemporaryDirectory() as temporary:
        for number in range(args.games):
            seconds += play(Path(temporary, str(number)), f"mqtt://127.0.0.1:{port}")
    ms = sorted(1000 * each for each in seconds)
    print(f"{len(ms)} turns: median {median(ms):.0f} ms, 99 % {quantiles(ms, n=100)[98]:.0f} ms, most {ms[-1]:.0f} ms")
    return 0


if __name__ == "__main__":
    sys.exit(main())
