"""`python -m lab.bench app`: how fast the app starts, draws and answers, and how long it ever keeps the window waiting.

The window is the real one on a display that nobody sees, drawn by the processor, therefore without smooth edges: with a
graphics card it is faster.
Of each frame three times are given, all without the pause by which Kivy keeps to 60 frames a second: the wall time; the
app's part of it, without the wait for what is drawn and without the waits for a core that other programs held; and the
processor time of the window's thread. The turns are drawn a second time with nobody judging: what is longer the first
time is what the judge costs. The machine's load is printed, too.
"""

import argparse
import json
import os
import random
import resource
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, ClassVar

from companion.app.games.deeds import Done, Enter, RollDice, Suggest
from companion.app.games.registry import GAMES
from companion.app.games.table import do
from companion.games.looney_blockade.screen.entry import hop
from companion.games.pyramid_ball.screen.deeds import EndTimer
from companion.games.pyramid_ball.screen.words import GAME as BALL
from vision.drawing.simulated_camera import SimulatedTable, usual_view
from vision.geometry.board_view import BoardView
from vision.geometry.camera import Camera
from vision.geometry.grid import VOLCANO
from vision.image import Image
from vision.sources.source import Shot

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
window.prepare(1280, 800, smooth=False)
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
        starts = [start_seconds(data) for _ in range(args.starts)]
        print(
            f"start to first usable screen: median {median(starts):.2f} s, worst {max(starts):.2f} s of {len(starts)}"
        )
        window.prepare(*SIZE, smooth=False)
        from companion.app.driver import Driver  # noqa: PLC0415 - importing it opens the window

        driver = Driver(Path(data))
        driver.start()
        Frames.prepare()
        try:
            _screens(driver)
            _preview(driver, args.seconds)
            for game in GAMES:
                _opening(driver, game)
            _long_game(driver, args.turns)
        finally:
            driver.stop()
        Frames.sum_up()
        print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    return 0


def start_seconds(data: str) -> float:
    """From the beginning of a process to its first usable screen, with what is kept in the folder `data`."""
    begun = time.time()
    ended = subprocess.run([sys.executable, "-c", START, data], capture_output=True, text=True, check=True).stdout
    return float(ended.split()[-1]) - begun


class Aside:
    """What the window's thread spends in `owner.name` from now on, in ms: the wall time, and the waits for a core."""

    def __init__(self, owner: Any, name: str) -> None:
        self.wall = self.waits = 0.0
        work = getattr(owner, name)

        def timed(*args: Any) -> Any:
            waits, begun = _waits(), time.perf_counter()
            result = work(*args)
            self.wall += (time.perf_counter() - begun) * 1000
            self.waits += _waits() - waits
            return result

        setattr(owner, name, timed)


class Frames:
    """How long each frame of the window took, in ms: by the wall, the app's part of it, and the processor time of the
    window's thread.
    """

    longest: ClassVar[list[tuple[float, float, float, str]]] = []
    drawing: ClassVar[Aside]
    pause: ClassVar[Aside]

    def __init__(self, driver: "Driver", what: str) -> None:
        self._driver, self._what = driver, what
        self.wall: list[float] = []
        self.app: list[float] = []
        self.own: list[float] = []

    @classmethod
    def prepare(cls) -> None:
        """To be called once the window is there."""
        from kivy.clock import Clock  # noqa: PLC0415
        from kivy.core.window import Window  # noqa: PLC0415

        cls.drawing, cls.pause = Aside(Window, "flip"), Aside(Clock, "idle")

    def until(self, true: Callable[[], Any]) -> None:
        while not true():
            self.one()
            time.sleep(0.001)

    def one(self) -> None:
        self.take(lambda: self._driver.frames(1))

    def take(self, act: Callable[[], Any]) -> None:
        """Something done on the window's thread: it counts like a frame."""
        drawing, pause = Frames.drawing, Frames.pause
        drawing.wall = drawing.waits = pause.wall = pause.waits = 0.0
        waits, wall, own = _waits(), time.perf_counter(), time.thread_time()
        act()
        self.own.append((time.thread_time() - own) * 1000)
        self.wall.append((time.perf_counter() - wall) * 1000 - pause.wall)
        waits = _waits() - waits - drawing.waits - pause.waits
        self.app.append(max(0.0, self.wall[-1] - drawing.wall - waits))

    def say(self) -> None:
        def told(times: list[float]) -> str:
            late = sum(ms > BLOCK_MS for ms in times)
            return f"median {median(times):.1f} ms, longest {max(times):.0f} ms ({late} over {BLOCK_MS:.0f} ms)"

        print(f"{self._what}: {len(self.wall)} frames, {told(self.wall)}")
        print(f"  the app's part {told(self.app)}; processor {told(self.own)}", flush=True)
        Frames.longest.append((max(self.wall), max(self.app), max(self.own), self._what))

    @classmethod
    def sum_up(cls) -> None:
        wall, app, own = (max(cls.longest, key=lambda each, n=n: each[n]) for n in range(3))  # type: ignore[misc]
        print(
            f"longest block: {wall[0]:.0f} ms by the wall ({wall[3]}), {app[1]:.0f} ms of the app ({app[3]}), "
            f"{own[2]:.0f} ms of the processor ({own[3]})"
        )


def _waits() -> float:
    """For how long this thread has been ready without getting a core so far, in ms; 0 where Linux does not tell."""
    try:
        told = Path(f"/proc/self/task/{threading.get_native_id()}/schedstat").read_text(encoding="ascii")
    except OSError:
        return 0.0
    return int(told.split()[1]) / 1e6


def _screens(driver: "Driver") -> None:
    """Open every screen, and start and leave a game."""
    from companion.app.games.opening import GameSetup  # noqa: PLC0415

    for name, act in (
        ("games", driver.app.open_records),
        ("settings", driver.app.open_settings),
        ("start", driver.app.home),
        ("guide", driver.app.guided_screens.guide),
        ("table", lambda: driver.app.start_game(GameSetup(source="touch"))),
    ):
        frames = Frames(driver, f"opening {name}")
        frames.take(act)
        frames.until(lambda frames=frames: len(frames.wall) >= 20)  # type: ignore[misc]
        frames.say()


def _preview(driver: "Driver", seconds: float) -> None:
    """The camera watches a table in 1280 x 720; the players make one move."""
    from companion.app.games.opening import GameSetup, new_folder  # noqa: PLC0415

    setup = GameSetup(source="camera", camera="simulated")
    folder = new_folder(setup, driver.app.games)
    driver.app.play(partial(open_watched, setup, folder), setup.game, {})
    frames = Frames(driver, "while the set-up is read")
    frames.until(lambda: getattr(driver.screen, "shown", None) and driver.screen.shown.phase == "roll")
    frames.say()
    driver.app.send(do(RollDice({"B": 1, "G": 5})))
    frames.until(lambda: driver.screen.shown.phase == "move")
    grid = dict(driver.screen.shown.believed)
    moved = {**grid, "d4": grid["d4"][:-2], "c3": grid["c3"] + grid["d4"][-2:]}
    frames = Frames(driver, "while the turn is read")
    draft = folder / f"{PUT_NAME}.part"
    draft.write_text(json.dumps(moved), encoding="utf-8")
    draft.rename(folder / PUT_NAME)
    frames.until((folder / SETTLED_NAME).exists)
    work = sum(_work(driver))
    frames.until(lambda: driver.screen.shown.phase not in ("move",))
    wall = time.time() - float((folder / SETTLED_NAME).read_text(encoding="ascii"))
    work = sum(_work(driver)) - work
    print(f"settled frame to verdict on the screen: {wall:.2f} s, in which the app had {work:.2f} s of processor time")
    frames.say()
    judged = driver.screen.shown.picture.number
    frames.until(lambda: driver.screen.shown.picture.number != judged)
    frames = Frames(driver, "with the 1280x720 preview on, as fast as it draws")
    begun = _memory(driver)
    end = time.monotonic() + seconds
    seen: set[int] = set()
    while time.monotonic() < end:
        frames.one()
        seen.add(driver.screen.shown.picture.number)
    frames.say()
    print(f"  {len(frames.wall) / seconds:.1f} frames a second, {len(seen) / seconds:.1f} camera pictures a second")
    print(f"  memory: {begun:.0f} MB before, {_memory(driver):.0f} MB after")


# In the folder of the game that the drawn camera watches: what is to be put on its table, and when the picture of that
# was handed to the referee.
PUT_NAME, SETTLED_NAME = "put.json", "settled"


def open_watched(setup: Any, folder: Path) -> Any:
    """The game, under a drawn camera."""
    from companion.app.devices import camera  # noqa: PLC0415
    from companion.app.games import opening  # noqa: PLC0415
    from companion.games.looney_blockade.rules.setup import initial  # noqa: PLC0415

    camera.open_camera = lambda *_: ChangedTable(initial().grid, folder)  # type: ignore[attr-defined]
    save_picture = camera.CameraSource.save_picture

    def noted(self: Any, number: int, image: Image) -> Any:
        if (folder / PUT_NAME).exists() and not (folder / SETTLED_NAME).exists():
            (folder / SETTLED_NAME).write_text(str(time.time()), encoding="ascii")
        return save_picture(self, number, image)

    camera.CameraSource.save_picture = noted  # type: ignore[method-assign]
    return opening.begin_or_open(setup, folder)


class ChangedTable(SimulatedTable):
    """The simulated table, thirty pictures a second, on which what another process wrote down is put once."""

    def __init__(self, grid: Mapping[str, str], folder: Path) -> None:
        self._put = folder / PUT_NAME
        super().__init__(grid, _wide_view(), rate=30.0)
        self._usual = bool(grid)

    def next(self, wait: float) -> Shot | None:
        if self._usual and self._put.exists():
            self._usual = False
            self.put(json.loads(self._put.read_text(encoding="utf-8")))
        return super().next(wait)


def _long_game(driver: "Driver", turns: int) -> None:
    """A long game by touch, turn after turn without pauses; won games are followed by another."""
    from companion.app.games.opening import GameSetup  # noqa: PLC0415

    rng = random.Random(1)
    frames = FrameStates(driver, f"{turns} turns by touch")
    memory = [_memory(driver)]
    begun = _work(driver)
    driver.app.start_game(GameSetup(source="touch"))
    frames.until(lambda: getattr(driver.screen, "shown", None))
    for turn in range(turns):
        if driver.screen.shown.phase == "won":
            driver.app.start_game(GameSetup(source="touch"))
            frames.until(lambda: getattr(driver.screen, "shown", None))
        colours = {"cool": "BG", "warm": "RY"}[driver.screen.shown.side]
        driver.app.send(do(RollDice({colour: rng.randint(1, 6) for colour in colours})))
        driver.app.send(do(Suggest()))
        frames.until(lambda: driver.screen.shown.suggestion)
        for move in driver.screen.shown.suggestion.moves:
            driver.app.send(do(Enter(hop(move["from"], move["to"]))))
        driver.app.send(do(Done()))
        made = len(driver.screen.shown.moments)
        passes = not driver.screen.shown.suggestion.moves
        frames.until(lambda made=made, passes=passes: passes or len(driver.screen.shown.moments) > made)  # type: ignore[misc]
        frames.until(lambda: driver.screen.shown.phase in ("roll", "won"))
        if (turn + 1) * QUARTERS % turns < QUARTERS:
            memory.append(_memory(driver))
    frames.say()
    window, judge = (after - before for before, after in zip(begun, _work(driver), strict=True))
    print(f"  processor time of the window's process {window:.1f} s, of the judge's {judge:.1f} s")
    grown = ", ".join(f"{each:.0f}" for each in memory)
    print(f"  memory of both at the start and after each quarter: {grown} MB")
    again = Frames(driver, "the same frames drawn again, with nobody judging")
    for state in frames.states:
        again.take(lambda state=state: _draw(driver, state))  # type: ignore[misc]
    again.say()


def _draw(driver: "Driver", state: Any) -> None:
    if state is not None:
        driver.screen.show(state)
    driver.frames(1)


class FrameStates(Frames):
    """Keeps which new state each frame has shown, None where there was none."""

    def __init__(self, driver: "Driver", what: str) -> None:
        super().__init__(driver, what)
        self.states: list[Any] = []
        self._last: Any = None

    def one(self) -> None:
        super().one()
        shown = getattr(self._driver.screen, "shown", None)
        self.states.append(shown if shown is not self._last else None)
        self._last = shown


def _opening(driver: "Driver", game: str) -> None:
    """Open a game that is played by touch and ask for a suggestion."""
    from companion.app.games.opening import GameSetup  # noqa: PLC0415

    more = {"variant": "base", "mode": "basic", "structure": "tower", "count": 2}
    frames = Frames(driver, f"opening {game} and asking for a hint")
    frames.take(lambda: driver.app.start_game(GameSetup(game=game, source="touch", more=more)))
    frames.until(lambda: getattr(driver.screen, "shown", None))
    if game == BALL:
        driver.app.send(do(EndTimer()))
    driver.app.send(do(Suggest()))
    asked = driver.screen.shown
    frames.until(lambda: driver.screen.shown is not asked and len(frames.wall) > 60)
    frames.say()


def _wide_view() -> BoardView:
    return replace(usual_view(VOLCANO), camera=Camera.guess(PREVIEW))


def _processes(driver: "Driver") -> Iterator[int]:
    """The window's process and, where there is one, the judge's."""
    yield os.getpid()
    if driver.app.judge.process:
        yield driver.app.judge.process


def _memory(driver: "Driver") -> float:
    """MB in use now, by both together."""
    pages = [Path(f"/proc/{each}/statm").read_text(encoding="ascii").split()[1] for each in _processes(driver)]
    return sum(map(int, pages)) * resource.getpagesize() / 1e6


def _work(driver: "Driver") -> list[float]:
    """Seconds of processor time so far, of the window's process and the judge's."""
    stats = [Path(f"/proc/{each}/stat").read_text(encoding="utf-8") for each in _processes(driver)]
    ticks = [sum(map(int, stat.rpartition(")")[2].split()[11:13])) for stat in stats]
    return [each / os.sysconf("SC_CLK_TCK") for each in ticks] + [0.0] * (2 - len(ticks))
