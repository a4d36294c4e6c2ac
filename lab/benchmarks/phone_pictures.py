"""Counts the pictures that a phone's browser sends: `python -m lab.benchmarks.phone_pictures [--seconds S]`.

Chromium is the phone; its camera is a film of a drawn table that is at rest, or in which something moves.
"""

import argparse
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np

from companion.games.looney_blockade.table.table import LooneyTable
from companion.sharing.phone.door import PhoneDoor
from companion.sharing.phone.source import PhoneSource
from tests.sharing.hall.browser import Browser
from tests.sharing.phone.telephone import NOISE, fake_camera, film
from vision.image import Image

PICTURES = 24


def moving(path: Path, image: Image) -> Path:
    """Write a film of one scene with a bar that goes through it."""
    height, width = image.shape[:2]
    with path.open("wb") as file:
        for at in np.linspace(0, width, PICTURES, endpoint=False).astype(int):
            shown = image.copy()
            shown[: height // 2, at : at + width // 8] = 60
            file.write(cv2.imencode(".jpg", NOISE.on(shown), [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes())
    return path


def rate(film_of: Path, folder: Path, seconds: float) -> float:
    """Return the pictures a second that reach the table."""
    door = PhoneDoor(folder, "127.0.0.1")
    source, count = PhoneSource(door.camera), 0
    with Browser(*fake_camera(film_of)) as browser:
        browser.open(f"https://127.0.0.1:{door.port}/{door.secret}", 390, 844)
        while source.next(0.5) is None:
            pass
        began = time.monotonic()
        while time.monotonic() - began < seconds:
            count += source.next(0.1) is not None
    door.close()
    return count / seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20.0)
    seconds = parser.parse_args().seconds
    shot = LooneyTable().simulated_camera().next(1.0)
    assert shot
    with TemporaryDirectory() as kept:
        folder = Path(kept)
        for name, made in (("at rest", film), ("moving", moving)):
            told = rate(made(folder / f"{name}.mjpeg", shot.image), folder / name.replace(" ", "-"), seconds)
            print(f"{name}: {told:.2f} pictures a second")


if __name__ == "__main__":
    main()
