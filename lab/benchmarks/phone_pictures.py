"""Counts the pictures that a phone's browser sends: `python -m lab.benchmarks.phone_pictures [--seconds S]`.

Chromium is the phone; its camera is a film of a drawn table that is at rest, or in which something moves. With
`--drops N` the connection of the moving one breaks N times, by turns closed and silent.
"""

import argparse
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import cv2
import numpy as np

from companion.games.looney_blockade.table.table import LooneyTable
from companion.sharing.phone.door import PhoneDoor
from companion.sharing.phone.source import PhoneSource
from tests.sharing.hall.browser import Browser
from tests.sharing.phone.telephone import NOISE, fake_camera, film
from tests.sharing.phone.wire import Wire
from vision.image import Image

PICTURES = 24
# How long the line is dead, in seconds: a page that hears nothing for seven connects anew.
DEAD_SECONDS = {"closed": 3.0, "silent": 9.0}
# A phone that has not come back after that is lost.
LOST_SECONDS = 60.0


def moving(path: Path, image: Image) -> Path:
    """Write a film of one scene with a bar that goes through it."""
    height, width = image.shape[:2]
    with path.open("wb") as file:
        for at in np.linspace(0, width, PICTURES, endpoint=False).astype(int):
            shown = image.copy()
            shown[: height // 2, at : at + width // 8] = 60
            file.write(cv2.imencode(".jpg", NOISE.on(shown), [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes())
    return path


class Phone:
    """A browser that sends its pictures through a wire that can be cut."""

    def __init__(self, film_of: Path, folder: Path) -> None:
        self.door = PhoneDoor(folder, "127.0.0.1")
        self.source = PhoneSource(self.door.camera)
        self._film = film_of

    def count(self, seconds: float) -> int:
        """Return the number of pictures that come in this time."""
        end, count = time.monotonic() + seconds, 0
        while time.monotonic() < end:
            count += self.source.next(0.1) is not None
        return count

    def measure(self, seconds: float, drops: int) -> str:
        """Return what came of it, in words."""
        back: list[float] = []
        count, asked, used, begin = 0, 0.0, time.process_time(), time.monotonic()
        with Wire(self.door.port) as wire, Browser(*fake_camera(self._film)) as browser:
            browser.open(f"https://127.0.0.1:{wire.port}/{self.door.secret}", 390, 844)
            self._wait(LOST_SECONDS)
            for drop in range(drops + 1):
                part = seconds / (drops + 1)
                count, asked = count + self.count(part), asked + part
                if drop < drops:
                    kind = "silent" if drop % 2 else "closed"
                    (wire.swallow if drop % 2 else wire.cut)()
                    self.count(DEAD_SECONDS[kind])
                    wire.mend()
                    back.append(self._wait(LOST_SECONDS))
            problems = len(browser.problems)
        self.door.close()
        came = [each for each in back if each < LOST_SECONDS]
        again = f"; back after {len(came)} of {drops} drops, median {median(came):.1f} s, longest {max(came):.1f} s"
        told = again if came else ""
        processor = (time.process_time() - used) / (time.monotonic() - begin)
        return f"{count / asked:.2f} pictures a second, {processor:.1%} of a core here{told}; {problems} errors"

    def _wait(self, seconds: float) -> float:
        """Return how long the next picture takes."""
        begin = time.monotonic()
        while self.source.next(0.1) is None and time.monotonic() - begin < seconds:
            pass
        return time.monotonic() - begin


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--drops", type=int, default=0)
    args = parser.parse_args()
    shot = LooneyTable().simulated_camera().next(1.0)
    assert shot
    with TemporaryDirectory() as kept:
        folder = Path(kept)
        for name, made in (("moving", moving),) if args.drops else (("at rest", film), ("moving", moving)):
            phone = Phone(made(folder / f"{name}.mjpeg", shot.image), folder / name.replace(" ", "-"))
            print(f"{name}: {phone.measure(args.seconds, args.drops)}", flush=True)


if __name__ == "__main__":
    main()
