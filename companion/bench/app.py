"""`companion bench app`: how fast the app starts, draws and answers, and how long it ever keeps the window waiting.

The window is the real one on a display that nobody sees, drawn by the processor: with a graphics card it is faster.
Figures are wall times, so that other work on the machine counts; the machine's load is printed beside them.
"""

import argparse
import os
import random
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from itertools import cycle
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from vision.board_view import BoardView
from vision.camera import Camera
from vision.look import Image
from vision.simulated_table import SimulatedTable, usual_view

if TYPE_CHECKING:
    from companion.app.driver import Driver

SIZE = (1280, 800)
PREVIEW = (1280, 720)
BLOCK_MS = 50.0
# Turns of a 2-hour game at a turn a minute, as people play it.
TURNS = 120

START = """
import time
from pathlib import Path
import sys
from companion.app import window
window.prepare(1280, 800)
from companion.app.driver import Driver
driver = Driver(Path(sys.argv[1]))
driver.start()
assert driver.has("start")
print(time.time())
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seconds", type=float, default=20.0, help="how long to draw with the camera on")
    parser.add_argument("--turns", type=int, default=TURNS, help="turns of the long game")
    parser.add_argument("--starts", type=int, default=5)


def run(args: argparse.Namespace) -> int:
    """Print the figures. Raises RefereeError without Xvfb."""
    from companion.app import window  # noqa: PLC0415 - the other benches do without Kivy

    with window.virtual_display(*SIZE), TemporaryDirectory() as data:
        print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
        starts = [_start(data) for _ in range(args.starts)]
        print(
            f"start to first usable screen: median {median(starts):.2f} s, worst {max(starts):.2f} s of {len(starts)}"
        )
        window.prepare(*SIZE)
        from companion.app.driver import Driver  # noqa: PLC0415 - importing it opens the window

        driver = Driver(Path(data))
        driver.start()
        try:
            _screens(driver)
            _preview(driver, args.seconds)
            _long_game(driver, args.turns)
        finally:
            driver.stop()
        print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    return 0


def _start(data: str) -> float:
    begun = time.time()
    ended = subprocess.run([sys.executable, "-c", START, data], capture_output=True, text=True, check=True).stdout
    return float(ended.split()[-1]) - begun


class Frames:
    """How long each frame of the window took: the wall time and the processor time of its thread, in ms."""

    def __init__(self, driver: "Driver") -> None:
        self._driver = driver
        self.wall: list[float] = []
        self.own: list[float] = []

    def until(self, true: Callable[[], Any]) -> None:
        while not true():
            self.one()
            time.sleep(0.001)

    def one(self) -> None:
        wall, own = time.perf_counter(), time.thread_time()
        self._driver.frames(1)
        self.wall.append((time.perf_counter() - wall) * 1000)
        self.own.append((time.thread_time() - own) * 1000)

    def say(self, what: str) -> None:
        late = sum(ms > BLOCK_MS for ms in self.wall)
        print(
            f"{what}: {len(self.wall)} frames, median {median(self.wall):.1f} ms, longest {max(self.wall):.0f} ms "
            f"({late} over {BLOCK_MS:.0f} ms); own work {median(self.own):.1f} ms, longest {max(self.own):.0f} ms"
        )


def _screens(driver: "Driver") -> None:
    """Open every screen, and start and leave a game."""
    from companion.app.play.opening import GameSetup  # noqa: PLC0415

    for name, act in (
        ("games", driver.app.open_records),
        ("settings", driver.app.open_settings),
        ("start", driver.app.home),
        ("guide", driver.app.open_guide),
        ("table", lambda: driver.app.start_game(GameSetup(source="touch"))),
    ):
        frames = Frames(driver)
        begun, own = time.perf_counter(), time.thread_time()
        act()
        opened, opened_own = (time.perf_counter() - begun) * 1000, (time.thread_time() - own) * 1000
        frames.until(lambda frames=frames: len(frames.wall) >= 10)  # type: ignore[misc]
        frames.say(f"opening {name} ({opened:.0f} ms, {opened_own:.0f} ms its own work)")


def _preview(driver: "Driver", seconds: float) -> None:
    """The camera watches a table in 1280 x 720; the players make one move."""
    from companion.app.play import camera  # noqa: PLC0415
    from companion.app.play.opening import GameSetup  # noqa: PLC0415
    from companion.games.looney_blockade import initial  # noqa: PLC0415

    table = Drawn(initial().grid, _wide_view(), rate=30.0)
    with patch.object(camera, "open_camera", lambda _name: table):
        driver.app.start_game(GameSetup(source="camera", camera="simulated"))
        frames = Frames(driver)
        frames.until(lambda: getattr(driver.screen, "shown", None) and driver.screen.shown.phase == "roll")
        frames.say("while the set-up is read")
        driver.app.send("roll", {"B": 1, "G": 5})
        frames.until(lambda: driver.screen.shown.phase == "move")
        grid = dict(driver.screen.shown.believed)
        moved = {**grid, "d4": grid["d4"][:-2], "c3": grid["c3"] + grid["d4"][-2:]}
        frames = Frames(driver)
        settled = _settles()
        table.put(moved)
        frames.until(lambda: driver.screen.shown.phase not in ("move",))
        wall, work = time.perf_counter() - settled[0][0], time.process_time() - settled[0][1]
        print(
            f"settled frame to verdict on the screen: {wall:.2f} s, in which the app had {work:.2f} s of processor time"
        )
        frames.say("while the turn is read")
        frames = Frames(driver)
        end = time.monotonic() + seconds
        seen: set[int] = set()
        while time.monotonic() < end:
            frames.one()
            seen.add(driver.screen.shown.picture.number)
        frames.say("with the 1280x720 preview on, as fast as it draws")
        print(f"  {len(frames.wall) / seconds:.1f} frames a second, {len(seen) / seconds:.1f} camera pictures a second")


class Drawn(SimulatedTable):
    """The simulated table without the work of drawing noise for every picture."""

    def put(self, grid: Mapping[str, str]) -> None:
        super().put(grid)
        self._noisy_ones = cycle([super(Drawn, self)._noisy() for _ in range(4)])

    def _noisy(self) -> Image:
        return next(self._noisy_ones)


def _settles() -> list[tuple[float, float]]:
    """When the next settled picture is handed to the referee: noted by the game's own source."""
    from companion.app.play.camera import Camera as Source  # noqa: PLC0415

    times: list[tuple[float, float]] = []
    keep = Source.keep

    def noted(self: Any, number: int, image: Any) -> Any:
        times.append((time.perf_counter(), time.process_time()))
        return keep(self, number, image)

    Source.keep = noted  # type: ignore[method-assign]
    return times


def _long_game(driver: "Driver", turns: int) -> None:
    """A long game by touch, turn after turn without pauses; won games are followed by another."""
    from companion.app.play.opening import GameSetup  # noqa: PLC0415

    rng = random.Random(1)
    frames = Frames(driver)
    before = _memory()
    driver.app.start_game(GameSetup(source="touch"))
    frames.until(lambda: getattr(driver.screen, "shown", None))
    for _ in range(turns):
        if driver.screen.shown.phase == "won":
            driver.app.start_game(GameSetup(source="touch"))
            frames.until(lambda: getattr(driver.screen, "shown", None))
        colours = {"cool": "BG", "warm": "RY"}[driver.screen.shown.side]
        driver.app.send("roll", {colour: rng.randint(1, 6) for colour in colours})
        driver.app.send("suggest")
        frames.until(lambda: driver.screen.shown.suggestion)
        for move in driver.screen.shown.suggestion.moves:
            driver.app.send("move", move["from"], move["to"])
        driver.app.send("done")
        made = len(driver.screen.shown.moments)
        passes = not driver.screen.shown.suggestion.moves
        frames.until(lambda made=made, passes=passes: passes or len(driver.screen.shown.moments) > made)  # type: ignore[misc]
        frames.until(lambda: driver.screen.shown.phase in ("roll", "won"))
    frames.say(f"{turns} turns by touch")
    print(f"memory: {before:.0f} MB before, {_memory():.0f} MB after {turns} turns ({_peak():.0f} MB at most)")


def _wide_view() -> BoardView:
    usual = usual_view()
    return BoardView(Camera.guess(PREVIEW), usual.rotation, usual.translation, usual.pitch)


def _memory() -> float:
    """MB in use now."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize() / 1e6


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
