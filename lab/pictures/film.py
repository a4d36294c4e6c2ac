"""Make the film of the first page from the app itself.

    python -m lab.pictures.film [FILE]

The app plays Looney Blockade under a camera on the network, which shows a path-traced table: a legal turn, then one
that breaks a rule. Each picture has the camera's view on the left and the window on the right. What the referee takes
to read a picture is shortened to `THINKING` pictures. Needs Xvfb and the `train` extra (see
`lab.training.scenes.path_traced`).
"""

import argparse
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np

from companion.app import window
from companion.app.games.deeds import BeginWatched, RollDice
from companion.app.games.table import do
from lab.pictures.photographed import Carried, PhotographedTable, Player, set_up
from tests.app.picture_stream import PictureStream, streaming
from vision.image import Image

if TYPE_CHECKING:
    from companion.app.driver import Driver

CAMERA: Final = (520, 520)
WINDOW: Final = (880, 520)
PICTURE_MS: Final = 100
THINKING: Final = 4
QUALITY: Final = 86
# Fingertips over a piece's apex on a large pyramid, over the board on the way, and outside the picture (mm).
DOWN_MM, UP_MM, OUTSIDE_MM = 57.0, 85.0, 190.0
REACH, CARRY = 6, 8
ANNA = Player(3.5, 12, (0.62, 0.36, 0.26), (0.05, 0.12, 0.3))
BERT = Player(0.45, 3, (0.4, 0.2, 0.13), (0.3, 0.07, 0.05))


@dataclass
class Film:
    """The pictures of a film, taken from a camera and a window."""

    driver: "Driver"
    table: PhotographedTable
    stream: PictureStream
    pictures: list[Image] = field(default_factory=list)

    def take(self, seen: Image, count: int = 1) -> None:
        """Show the camera a picture and take `count` pictures of both."""
        self.stream.image = seen
        for _ in range(count):
            end = time.monotonic() + PICTURE_MS / 1000
            while time.monotonic() < end:
                self.driver.frames(1)
            self.pictures.append(np.hstack([seen, shown()]))

    def wait(self, true: Callable[[], object]) -> None:
        """Let the app go on, unseen but for `THINKING` pictures, until it is true."""
        self.pictures += [self.pictures[-1]] * THINKING
        self.driver.until(true)

    def move(self, grid: Mapping[str, str], player: Player, start: str, end: str) -> dict[str, str]:
        """Let a hand move the top piece from one cell to another. Returns the table afterwards."""
        piece = grid[start][-2:]
        lifted = {**grid, start: grid[start][:-2]}
        moved = {**lifted, end: lifted[end] + piece}
        at = self.table.at
        side = np.array([np.cos(player.away), np.sin(player.away), 0.35]) * OUTSIDE_MM
        above, over = at(start, DOWN_MM), at(end, DOWN_MM)
        outside, away = tuple(np.array(above) + side), tuple(np.array(over) + side)
        for place in path(outside, above, REACH):
            self.take(self.table.picture(grid, Carried(player, place)))
        for place in arch(above, over, CARRY):
            self.take(self.table.picture(lifted, Carried(player, place, piece)))
        for place in path(over, away, REACH):
            self.take(self.table.picture(moved, Carried(player, place)))
        self.take(self.table.picture(moved))
        return moved


Place = tuple[float, float, float]


def path(start: Any, end: Any, count: int) -> list[Place]:
    """Return `count` points from start to end, slow at both ends."""
    shares = (1 - np.cos(np.linspace(0, np.pi, count))) / 2
    points = np.asarray(start) + (np.asarray(end) - np.asarray(start)) * shares[:, None]
    return [(float(x), float(y), float(z)) for x, y, z in points]


def arch(start: Place, end: Place, count: int) -> list[Place]:
    """Return such a path that rises in between."""
    rises = np.sin(np.linspace(0, np.pi, count)) * (UP_MM - DOWN_MM)
    return [(x, y, z + float(rise)) for (x, y, z), rise in zip(path(start, end, count), rises, strict=True)]


def shown() -> Image:
    """Return what the window shows."""
    from kivy.core.window import Window  # noqa: PLC0415 - importing it opens the window
    from kivy.graphics.opengl import GL_RGBA, GL_UNSIGNED_BYTE, glReadPixels  # noqa: PLC0415

    width, height = Window.size
    pixels = np.frombuffer(glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE), np.uint8)
    return np.asarray(cv2.cvtColor(pixels.reshape(height, width, 4)[::-1], cv2.COLOR_RGBA2BGR), np.uint8)


def play(film: Film) -> None:
    """A legal turn, and one that breaks a rule."""
    driver, grid = film.driver, set_up()
    driver.until(lambda: (camera := driver.screen.shown.camera) and camera.setup and camera.setup.right)
    driver.send(do(BeginWatched()))
    driver.until(lambda: driver.screen.shown.phase == "roll")
    driver.send(do(RollDice({"B": 1, "G": 3})))
    driver.until(lambda: driver.screen.shown.phase == "move")
    driver.frames(30)
    film.take(film.table.picture(grid), 8)
    grid = film.move(grid, ANNA, "d4", "c3")
    film.wait(lambda: len(driver.screen.shown.moments) > 1)
    film.take(film.table.picture(grid), 18)
    driver.send(do(RollDice({"R": 2, "Y": 1})))
    driver.until(lambda: driver.screen.shown.phase == "move")
    film.take(film.table.picture(grid), 9)
    grid = film.move(grid, BERT, "d2", "c2")
    film.wait(lambda: driver.screen.shown.phase == "illegal")
    film.take(film.table.picture(grid), 34)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, nargs="?", default=Path("docs/pictures/film.webp"))
    args = parser.parse_args()
    table = PhotographedTable(CAMERA)
    with window.virtual_display(*WINDOW), streaming(table.picture(set_up())) as stream:
        window.prepare(*WINDOW)
        from companion.app.driver import app_shown  # noqa: PLC0415 - importing it opens the window

        with app_shown({"language": "en"}) as driver:
            driver.begin("looney-blockade", "camera", camera=stream.address, players={"cool": "Anna", "warm": "Bert"})
            film = Film(driver, table, stream)
            play(film)
    write(args.file, film.pictures)


def write(path: Path, pictures: list[Image]) -> None:
    """Write an endless animation; pictures that repeat are one that lasts longer."""
    animation = cv2.Animation(0, (255, 255, 255, 255))
    frames: list[Image] = []
    durations: list[int] = []
    for picture in pictures:
        if frames and np.array_equal(frames[-1], picture):
            durations[-1] += PICTURE_MS
        else:
            frames.append(picture)
            durations.append(PICTURE_MS)
    animation.frames, animation.durations = frames, durations
    cv2.imwriteanimation(str(path), animation, [cv2.IMWRITE_WEBP_QUALITY, QUALITY])
    print(f"{path}: {sum(durations) / 1000:.1f} s, {len(frames)} pictures, {path.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
