"""How long a person waits: from the start to the first screen, from *Resume* to the game, from a tap to its answer.

    python -m lab.benchmarks.open_app [--taps 20] [--seconds 3]

On a display that nobody sees, drawn by the processor. Wall times are of this machine with whatever else it does; the
processor time is that of window and judge. `--seconds` is how long the start screen stands before *Resume* is touched.
"""

import argparse
import os
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from companion.app import window
from companion.app.games.deeds import ForgetHint, RollDice
from companion.app.games.opening import GameSetup, begin, new_folder
from companion.app.games.table import do
from lab.measure.app import start_seconds

if TYPE_CHECKING:
    from companion.app.driver import Driver

CELLS = ("d4", "c3", "b1", "e1", "a4")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--taps", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=3.0)
    args = parser.parse_args()
    with TemporaryDirectory() as data, window.virtual_display(1280, 800):
        folder = Path(data)
        setup = GameSetup(source="touch", players={"cool": "Ada"})
        kept = begin(setup, new_folder(setup, folder / "games"))
        worked = sum(os.times()[2:4])
        wall = start_seconds(data)
        work = sum(os.times()[2:4]) - worked
        print(f"start to the first screen: {wall:.2f} s; processor time of that process to its end: {work:.2f} s")
        window.prepare(1280, 800, smooth=False)
        from companion.app.driver import Driver  # noqa: PLC0415 - importing it opens the window

        driver = Driver(folder)
        driver.start()
        try:
            _wait(driver, args.seconds)
            begun, worked = time.perf_counter(), time.process_time()
            driver.app.go_on_with(kept, setup.game, setup.players)
            driver.frames(1)
            print(f"Resume to the game's screen: {time.perf_counter() - begun:.2f} s")
            driver.until(lambda: getattr(driver.screen, "shown", None))
            wall, work = time.perf_counter() - begun, time.process_time() - worked
            print(f"Resume to the position on it: {wall:.2f} s, {work:.2f} s of them the window's processor time")
            taps = _taps(driver, args.taps)
        finally:
            driver.stop()
        for name, times in zip(("by the wall", "of processor time"), zip(*taps, strict=True), strict=True):
            print(f"tap to its frame, {name}: median {median(times):.0f} ms, worst {max(times):.0f} ms of {len(times)}")
        print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")


def _wait(driver: "Driver", seconds: float) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        driver.frames(1)
        time.sleep(0.02)


def _taps(driver: "Driver", count: int) -> list[tuple[float, float]]:
    """Pick up pieces: from the touch to the end of the frame in which the cell is framed, in ms by the wall and of the
    window's processor time."""
    driver.send(do(RollDice({"B": 4, "G": 5})))
    driver.until(lambda: driver.screen.shown.phase == "move")
    found = []
    for number in range(count):
        cell = CELLS[number % len(CELLS)]
        begun, worked = time.perf_counter(), time.process_time()
        driver.tap(cell)
        found.append(((time.perf_counter() - begun) * 1000, (time.process_time() - worked) * 1000))
        driver.until(lambda: driver.screen.shown.hint)
        driver.send(do(ForgetHint()))
        driver.until(lambda: not driver.screen.shown.hint)
        driver.screen.presenter.here.picked = None
    return found


if __name__ == "__main__":
    main()
