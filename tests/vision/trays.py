"""Trays of dice for tests: known dice on felt under a lamp, drawn by the project's own renderer."""

from collections.abc import Sequence

import numpy as np

from lab.drawing.dice import (
    DiceScene,
    DieLook,
    Eye,
    Film,
    Lamp,
    Points,
    SolidDie,
    TopFace,
    photograph,
    render,
    top_face,
)
from lab.training.scenes.dice_grounds import spin
from lab.training.scenes.dice_scenes import QUARTERS
from vision.image import Image

SIZE_MM = 16.0
LOOKS = {
    "red": DieLook((0.6, 0.02, 0.02), (0.9, 0.9, 0.9)),
    "yellow": DieLook((0.8, 0.55, 0.02), (0.02, 0.02, 0.02)),
    "green": DieLook((0.02, 0.3, 0.08), (0.9, 0.9, 0.9)),
    "blue": DieLook((0.02, 0.06, 0.5), (0.9, 0.9, 0.9)),
    "white": DieLook((0.8, 0.8, 0.78), (0.02, 0.02, 0.02)),
    "black": DieLook((0.015, 0.015, 0.015), (0.9, 0.9, 0.9)),
}
FELT = (0.25, 0.22, 0.18)


def eye(lean: float = 15.0, size: tuple[int, int] = (480, 360), width_mm: float = 220.0) -> Eye:
    """A camera `lean` degrees off straight above that sees `width_mm` of the table across its middle."""
    focal = 1.0 * size[0]
    reach = focal * width_mm / size[0]
    angle = np.radians(lean)
    place = np.array([0.0, -np.sin(angle), np.cos(angle)]) * reach
    turn = spin((1, 0, 0), -angle) @ np.diag([1.0, -1.0, -1.0])
    return Eye(np.array([[focal, 0, size[0] / 2], [0, focal, size[1] / 2], [0, 0, 1.0]]), turn, place, size)


def orientation(look: DieLook, value: int) -> Points:
    """A turn that brings a value up."""
    camera = eye()
    return next(q for q in QUARTERS if top_face(SolidDie(look, 1.0, (0, 0, 0), q), camera).value == value)


def die(
    colour: str, value: int, x: float, y: float, yaw: float = 20.0, tilt: float = 0.0, lift: float = 0.0
) -> SolidDie:
    """A die at rest at x, y (mm), turned by `yaw` degrees; cocked by `tilt` degrees; `lift` mm above the ground."""
    turn = spin((0, 0, 1), np.radians(yaw)) @ orientation(LOOKS[colour], value)
    turn = spin((0.8, 0.6, 0), np.radians(tilt)) @ turn
    height = float(np.abs(turn[2]).sum()) * SIZE_MM / 2 + lift
    return SolidDie(LOOKS[colour], SIZE_MM, (x, y, height), turn)


def felt(size: tuple[int, int]) -> Points:
    rng = np.random.default_rng(5)
    grain = rng.normal(1, 0.06, (size[1], size[0], 1))
    return np.asarray((np.array(FELT) * grain).astype(np.float32))


def picture(dice: Sequence[SolidDie], camera: Eye | None = None, seed: int = 0) -> tuple[Image, list[TopFace]]:
    """A photograph of dice on felt, and where their top faces are."""
    camera = camera or eye()
    lamp = Lamp(glow=(0.55, 0.55, 0.52), shine=3.0)
    drawn = render(DiceScene(dice, felt(camera.size).astype(np.float32), camera, (lamp,), (0.5, 0.5, 0.52)))
    return photograph(drawn.canvas, Film(), np.random.default_rng(seed)), drawn.faces


TWO = (die("red", 3, -30, 0), die("blue", 6, 30, 10))


def tray(
    dice: Sequence[SolidDie] = TWO,
    camera: Eye | None = None,
    film: Film | None = None,
    ground: tuple[float, float, float] = FELT,
) -> Image:
    """A photograph of dice on felt of a colour."""
    camera = camera or eye()
    cloth = (felt(camera.size) * np.array(ground) / np.array(FELT)).astype(np.float32)
    lamp = Lamp(glow=(0.55, 0.55, 0.52), shine=3.0)
    drawn = render(DiceScene(dice, cloth, camera, (lamp,), (0.5, 0.5, 0.52)))
    return photograph(drawn.canvas, film or Film(), np.random.default_rng(0))
