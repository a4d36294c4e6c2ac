"""The app in an imitation of Android: what its Python lacks is missing, and `sys.platform` says so. Run as a file.

The window is this machine's own, opened before the imitation begins, for there is no other; so this proves nothing of
SDL on Android, nor of a package for it. A game is played by touch, and the bundled one by its pictures.
Prints the sides that moved, and the verdicts.
"""

import os
import sys
from pathlib import Path
from typing import Any

from companion.app.games.deeds import Done, Enter, RollDice
from companion.app.games.table import do

# What there is no recipe for; that pyserial finds no ports comes by the name of the platform.
MISSING = ("onnxruntime", "scipy", "bleak")
ENOUGH = ("setup", "legal")


def imitate(folder: Path) -> None:
    """From now on this process takes itself for one on Android, its files in `folder`."""
    import multiprocessing  # noqa: PLC0415
    from multiprocessing.process import BaseProcess  # noqa: PLC0415

    def start(self: BaseProcess) -> None:
        raise OSError("Android starts no processes of Python's")

    sys.platform = "android"
    os.environ |= {"ANDROID_ARGUMENT": str(folder), "ANDROID_PRIVATE": str(folder)}
    multiprocessing.Process.start = start  # type: ignore[method-assign]
    BaseProcess.start = start  # type: ignore[method-assign]
    for name in MISSING:
        assert name not in sys.modules, f"{name} has been imported already"
        sys.modules[name] = None  # type: ignore[assignment]


def open_window() -> None:
    """Have Kivy open its window, and load what it draws, writes and plays with."""
    from companion.app import window  # noqa: PLC0415

    window.prepare(1280, 800, smooth=False)
    from kivy.core import audio, image, text  # noqa: PLC0415
    from kivy.core.window import Window  # noqa: PLC0415

    assert all((audio, image, text, Window))


def play(folder: Path) -> None:
    from companion.app.driver import Driver  # noqa: PLC0415
    from companion.app.settings.settings import home  # noqa: PLC0415

    assert home() == folder
    driver = Driver(home())
    driver.start()
    print(*by_touch(driver))
    print(*by_picture(driver))
    assert driver.app.judge.process is None, "games are judged on a thread"
    driver.stop()


def by_touch(driver: Any) -> list[str]:
    """Two turns entered and judged. Returns whose they were."""
    from companion.games.looney_blockade.screen.entry import hop  # noqa: PLC0415

    driver.begin("looney-blockade")
    sides = []
    for roll, move in (({"B": 1, "G": 5}, ("d4", "c3")), ({"R": 6, "Y": 6}, None)):
        made = len(driver.screen.shown.moments)
        sides.append(driver.screen.shown.side)
        driver.send(do(RollDice(roll)))
        driver.until(lambda: driver.screen.shown.phase == "move")
        if move:
            driver.send(do(Enter(hop(*move))))
        driver.send(do(Done()))
        driver.until(lambda made=made: len(driver.screen.shown.moments) > made)
        driver.until(lambda: driver.screen.shown.phase == "roll")
    return sides


def by_picture(driver: Any) -> list[str]:
    """The bundled game up to its first legal turn. Returns the verdicts."""
    driver.begin("looney-blockade", "recording")
    verdicts: list[str] = []

    def told() -> bool:
        verdict = driver.screen.shown.verdict
        if verdict and verdict.verdict not in verdicts[-1:]:
            verdicts.append(verdict.verdict)
        return set(ENOUGH) <= set(verdicts)

    driver.until(told)
    return verdicts


if __name__ == "__main__":
    open_window()
    imitate(Path(sys.argv[1]))
    play(Path(sys.argv[1]))
