"""Reads the pipped dice in a picture: what each shows, its colour, and how sure that is."""

from dataclasses import dataclass, replace

import numpy as np

from vision.dice_finder import DiceFinder, Found
from vision.dice_reader import COCKED, COLOURS, HIDDEN, NO_DIE, DiceReader, DieSight
from vision.errors import VisionError
from vision.look import Image

# A value counts only where it is this sure among the six and the network's own count of pips agrees; without that
# agreement it must be surer still. ODD is the most there may be to the die's being cocked, hidden or none.
SURE = 0.87
SURE_ALONE = 0.98
ODD = 0.2
# Below these chances of being a die at all, by the reader and by the finder, nothing is reported; a die that can be
# read for sure is one even where the finder hesitated.
LEAST_DIE = 0.5
LIKELY = 0.5
SMALLEST_SIDE = 16
SHORTEST_SHARE = 1 / 20


@dataclass(frozen=True)
class Die:
    """A die in a picture.

    `colour` is one of COLOURS; `value` 1..6, or None where it cannot be told, and then `why` says so. `at` is the
    middle of the top face and `face` that face's side in pixels, `pips` where pips were counted. `confidence` is the
    chance that the value is right, where there is none, of the likeliest value.
    """

    colour: str
    value: int | None
    at: tuple[float, float]
    confidence: float
    face: float
    pips: tuple[tuple[float, float], ...] = ()
    why: str = ""

    def moved(self, right: float, down: float) -> "Die":
        """The same die in a picture that begins further left and up."""
        at = (self.at[0] + right, self.at[1] + down)
        return replace(self, at=at, pips=tuple((u + right, v + down) for u, v in self.pips))


class DiceEye:
    """Both networks, ready to read pictures one after another. Not to be shared between threads."""

    def __init__(self) -> None:
        self._finder, self._reader = DiceFinder(), DiceReader()

    def read(self, image: Image) -> list[Die]:
        """The dice in a picture (8 bits, blue-green-red), the far ones first. Raises VisionError for an unfit one."""
        height, width = image.shape[:2]
        if min(height, width) < SMALLEST_SIDE or min(height, width) < SHORTEST_SHARE * max(height, width):
            raise VisionError(f"a picture of {width} x {height} pixels shows no dice: use a whole one from the camera")
        found = self._finder.find(image)
        dice = [
            judged(f, sight, (width, height)) for f, sight in zip(found, self._reader.read(image, found), strict=True)
        ]
        return sorted((die for die in dice if die), key=lambda die: (die.at[1], die.at[0]))


def judged(found: Found, sight: DieSight, size: tuple[int, int]) -> Die | None:
    """A die from what the networks say of it, or None if it is most likely none."""
    value = int(np.argmax(sight.kinds[:6])) + 1
    chance = float(sight.kinds[value - 1] / max(float(sight.kinds[:6].sum()), 1e-6))
    why = doubt(found, sight, value, chance, size)
    if 1 - float(sight.kinds[NO_DIE]) < LEAST_DIE or (why and found.chance < LIKELY):
        return None
    return Die(
        COLOURS[int(np.argmax(sight.colours))],
        None if why else value,
        found.at,
        chance,
        found.face,
        tuple((float(u), float(v)) for u, v in sight.pips),
        why,
    )


def doubt(found: Found, sight: DieSight, value: int, chance: float, size: tuple[int, int]) -> str:
    """Why a value cannot be given; empty if it can."""
    counted = len(sight.pips)
    if chance >= (SURE if counted == value else SURE_ALONE) and 1 - float(sight.kinds[:6].sum()) < ODD:
        return ""
    if cut_off(found, size):
        return "cut off by the edge of the picture"
    if sight.kinds[HIDDEN] >= ODD:
        return "mostly hidden behind something"
    if sight.kinds[COCKED] >= ODD:
        return "cocked: no face is surely level"
    other = int(np.argsort(-sight.kinds[:6])[1]) + 1
    if counted != value and chance >= SURE:
        return f"unsure: looks like {value}, but {counted} {'pip was' if counted == 1 else 'pips were'} counted"
    return f"unsure: {value} or {other}"


def cut_off(found: Found, size: tuple[int, int]) -> bool:
    """Whether the top face reaches past the picture's edge."""
    reach = 0.45 * found.face
    return not all(reach <= at <= side - 1 - reach for at, side in zip(found.at, size, strict=True))
