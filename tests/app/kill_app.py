"""Kills the app, its real window open, with SIGKILL at random moments, and looks whether anything is lost.

``python -m tests.app.kill_app --times 50``. A game is played by touches in one process, which tells each turn that it
has seen on the screen; it is killed, and its game is gone on with in the next one. Exit status 1 where anything that
was on the screen is gone, or where the process that judged outlives the window.
"""

import argparse
import json
import random
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from companion.app import window
from companion.app.games.opening import open_game, saved_games
from companion.app.records.records import position_text
from companion.referee.errors import RefereeError, prose

ROOT = Path(__file__).parents[2]
SIZE = (1280, 800)
LONGEST_LIFE = 6.0
# How long the judge may take to notice that there is no window any more.
LONGEST_WAIT = 120.0
# The share of kills at any moment from the start on; the others come after the first screen of the game.
EARLY = 0.2

PLAYER = """
import json, sys
from pathlib import Path
from companion.app import window
window.prepare(1280, 800, smooth=False)
from companion.app.driver import Driver
from companion.app.games.opening import GameSetup
from tests.app.suggested import play_suggested

def tell():
    shown = driver.screen.shown
    print(json.dumps([len(shown.moments), shown.roll, dict(shown.believed)]), flush=True)

driver = Driver(Path(sys.argv[1]))
driver.start()
if sys.argv[2] == "new":
    driver.app.start_game(GameSetup(source="touch"))
else:
    driver.until(lambda: driver.has("resume"))
    driver.press("resume")
driver.until(lambda: getattr(driver.screen, "shown", None))
tell()
while driver.screen.shown.phase != "won":
    if driver.screen.shown.phase == "roll":
        driver.press("roll")
        driver.until(lambda: driver.screen.shown.phase == "move")
        tell()
    play_suggested(driver)
    driver.until(lambda: driver.screen.shown.phase in ("roll", "won"))
    tell()
print("won", flush=True)
"""


class Loss(NamedTuple):
    """What was on the screen when the app was killed, and what came back."""

    shown: object
    found: object


def kill_once(data: Path, rng: random.Random) -> Loss | None:
    """Start the app, kill it after a while, and open its game again. Returns what was lost, if anything was."""
    games = [kept for kept in saved_games(data / "games") if not kept.over and kept.events]
    command = [sys.executable, "-c", PLAYER, str(data), "old" if games else "new"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as app:
        assert app.stdout
        early = rng.random() < EARLY
        first = "" if early else app.stdout.readline()
        if not (early or first):
            raise RefereeError.of(prose("the app does not start: see what it says above"))
        time.sleep(rng.uniform(0.0, LONGEST_LIFE))
        judges = children(app.pid)
        app.kill()
        told = [line for line in [first, *app.stdout.read().splitlines(keepends=True)] if line.endswith("\n")]
    if left := outliving(judges):
        return Loss("a window", f"processes that outlive it: {left}")
    told = [line for line in told if line.strip() != "won"]
    if not told:
        return None
    moments, roll, believed = json.loads(told[-1])
    folder = saved_games(data / "games")[0].folder
    table = open_game(folder)
    try:
        state = table.state()
    finally:
        table.close()
    position_text(folder)
    kept = len(state.moments) > moments or (dict(state.believed) == believed and (roll is None or state.roll == roll))
    return None if len(state.moments) >= moments and kept else Loss(told[-1], state)


def children(process: int) -> list[int]:
    """The processes that a process has started and that are still there."""
    tasks = Path(f"/proc/{process}/task").glob("*/children")
    return [int(child) for task in tasks for child in task.read_text(encoding="ascii").split()]


def outliving(processes: list[int]) -> list[int]:
    """Those that are still running after a while."""
    end = time.monotonic() + LONGEST_WAIT
    while (left := [each for each in processes if not gone(each)]) and time.monotonic() < end:
        time.sleep(0.01)
    return left


def gone(process: int) -> bool:
    """Whether there is no such process any more, or only its exit status."""
    try:
        return "\nState:\tZ" in Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    except (FileNotFoundError, ProcessLookupError):
        return True


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rng = random.Random(args.seed)
    lost = 0
    with window.virtual_display(*SIZE), TemporaryDirectory() as data:
        for number in range(1, args.times + 1):
            loss = kill_once(Path(data), rng)
            lost += loss is not None
            print(f"{number}: {loss or 'nothing lost'}", flush=True)
    print(f"killed {args.times} times, lost something {lost} times")
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
