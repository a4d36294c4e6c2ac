"""`companion bench app`: how fast the app starts, draws and answers, and how long it ever keeps the window waiting.

The window is the real one on a display that nobody sees, drawn by the processor: with a graphics card it is faster.
Each frame's wall time is given, in which other work on the machine and the drawing count, and beside it the processor
time of the window's own thread, which is the app's part of it and the same on a busy machine. The machine's load is
printed, too.
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
from typing import TYPE_CHECKING, Any, ClassVar
from unittest.mock import patch

from companion.app.present.games import BALL, BLOKUS, LEISTIKO
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
QUARTERS = 4

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
            for game in (LEISTIKO, BALL, BLOKUS):
                _other_game(driver, game)
            _long_game(driver, args.turns)
        finally:
            driver.stop()
        Frames.sum_up()
        print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    return 0


def _start(data: str) -> float:
    begun = time.time()
    ended = subprocess.run([sys.executable, "-c", START, data], capture_output=True, text=True, check=True).stdout
    return float(ended.split()[-1]) - begun


class Frames:
    """How long each frame of the window took: the wall time and the processor time of its thread, in ms."""

    longest: ClassVar[list[tuple[float, float, str]]] = []

    def __init__(self, driver: "Driver", what: str) -> None:
        self._driver, self._what = driver, what
        self.wall: list[float] = []
        self.own: list[float] = []

    def until(self, true: Callable[[], Any]) -> None:
        while not true():
            self.one()
            time.sleep(0.001)

    def one(self) -> None:
        self.take(lambda: self._driver.frames(1))

    def take(self, act: Callable[[], Any]) -> None:
        """Something done on the window's thread: it counts like a frame."""
        wall, own = time.perf_counter(), time.thread_time()
        act()
        self.wall.append((time.perf_counter() - wall) * 1000)
        self.own.append((time.thread_time() - own) * 1000)

    def say(self) -> None:
        def told(times: list[float]) -> str:
            late = sum(ms > BLOCK_MS for ms in times)
            return f"median {median(times):.1f} ms, longest {max(times):.0f} ms ({late} over {BLOCK_MS:.0f} ms)"

        print(f"{self._what}: {len(self.wall)} frames, {told(self.wall)}; own work {told(self.own)}", flush=True)
        Frames.longest.append((max(self.own), max(self.wall), self._what))

    @classmethod
    def sum_up(cls) -> None:
        own, wall = max(cls.longest), max(cls.longest, key=lambda each: each[1])
        print(f"longest block: {own[0]:.0f} ms of own work ({own[2]}), {wall[1]:.0f} ms of wall time ({wall[2]})")


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
        frames = Frames(driver, f"opening {name}")
        frames.take(act)
        frames.until(lambda frames=frames: len(frames.wall) >= 20)  # type: ignore[misc]
        frames.say()


def _preview(driver: "Driver", seconds: float) -> None:
    """The camera watches a table in 1280 x 720; the players make one move."""
    from companion.app.play import camera  # noqa: PLC0415
    from companion.app.play.opening import GameSetup  # noqa: PLC0415
    from companion.games.looney_blockade import initial  # noqa: PLC0415

    table = Drawn(initial().grid, _wide_view(), rate=30.0)
    with patch.object(camera, "open_camera", lambda _name: table):
        driver.app.start_game(GameSetup(source="camera", camera="simulated"))
        frames = Frames(driver, "while the set-up is read")
        frames.until(lambda: getattr(driver.screen, "shown", None) and driver.screen.shown.phase == "roll")
        frames.say()
        driver.app.send("roll", {"B": 1, "G": 5})
        frames.until(lambda: driver.screen.shown.phase == "move")
        grid = dict(driver.screen.shown.believed)
        moved = {**grid, "d4": grid["d4"][:-2], "c3": grid["c3"] + grid["d4"][-2:]}
        frames = Frames(driver, "while the turn is read")
        settled = _settles()
        table.put(moved)
        frames.until(lambda: driver.screen.shown.phase not in ("move",))
        wall, work = time.perf_counter() - settled[0][0], time.process_time() - settled[0][1]
        print(
            f"settled frame to verdict on the screen: {wall:.2f} s, in which the app had {work:.2f} s of processor time"
        )
        frames.say()
        frames = Frames(driver, "with the 1280x720 preview on, as fast as it draws")
        begun = _memory()
        end = time.monotonic() + seconds
        seen: set[int] = set()
        while time.monotonic() < end:
            frames.one()
            seen.add(driver.screen.shown.picture.number)
        frames.say()
        print(f"  {len(frames.wall) / seconds:.1f} frames a second, {len(seen) / seconds:.1f} camera pictures a second")
        print(f"  memory: {begun:.0f} MB before, {_memory():.0f} MB after")


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
    frames = Frames(driver, f"{turns} turns by touch")
    memory = [_memory()]
    driver.app.start_game(GameSetup(source="touch"))
    frames.until(lambda: getattr(driver.screen, "shown", None))
    for turn in range(turns):
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
        if (turn + 1) * QUARTERS % turns < QUARTERS:
            memory.append(_memory())
    frames.say()
    grown = ", ".join(f"{each:.0f}" for each in memory)
    print(f"memory at the start and after each quarter: {grown} MB ({_peak():.0f} MB at most)")


def _other_game(driver: "Driver", game: str) -> None:
    """Open a game that is played by touch, ask for a suggestion and undo."""
    from companion.app.play.opening import GameSetup  # noqa: PLC0415

    more = {"variant": "base", "mode": "basic", "structure": "tower", "count": 2}
    frames = Frames(driver, f"opening {game} and asking for a hint")
    frames.take(lambda: driver.app.start_game(GameSetup(game=game, source="touch", more=more)))
    frames.until(lambda: getattr(driver.screen, "shown", None))
    if game == BALL:
        driver.app.send("enter")
    driver.app.send("suggest")
    asked = driver.screen.shown
    frames.until(lambda: driver.screen.shown is not asked and len(frames.wall) > 60)
    frames.say()


def _wide_view() -> BoardView:
    usual = usual_view()
    return BoardView(Camera.guess(PREVIEW), usual.rotation, usual.translation, usual.pitch)


def _memory() -> float:
    """MB in use now."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize() / 1e6


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
