"""Draws the dice that were read, their pips and their sum over a picture.

Nothing is told by colour alone: every die has a frame and a label with its value and the name of its colour; without a
value the label is a question mark and the frame is broken.
"""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.dice.eye import SeenDie
from vision.drawing.lettering import BLACK, text_size, write
from vision.image import Image

WHITE, AMBER = (255, 255, 255), (0, 170, 255)
DASHES = 12
# Size of letters for pictures 900 pixels wide, and least size.
LETTERS, LEAST_LETTERS = 0.5, 0.45


def draw_dice(image: Image, dice: Sequence[SeenDie]) -> Image:
    """Return a copy of the picture with every die framed and named."""
    picture = image.copy()
    scale = max(max(picture.shape[:2]) / 900, 0.5)
    for die in dice:
        ink = AMBER if die.value is None else WHITE
        _frame(picture, die, ink, scale)
        for u, v in die.pips:
            spot, radius = (round(u), round(v)), max(round(0.07 * die.face), 2)
            cv2.circle(picture, spot, radius + 1, BLACK, max(round(2 * scale), 2), cv2.LINE_AA)
            cv2.circle(picture, spot, radius, ink, max(round(scale), 1), cv2.LINE_AA)
    for die in dice:
        _label(picture, die, AMBER if die.value is None else WHITE, scale)
    sure = [die.value for die in dice if die.value is not None]
    summary = f"{len(dice)} {'die' if len(dice) == 1 else 'dice'}, {sum(sure)} pips"
    if len(sure) < len(dice):
        summary += f", {len(dice) - len(sure)} unsure"
    write(picture, (round(8 * scale), round(22 * scale)), summary, WHITE, _letters(scale))
    return picture


def _frame(picture: Image, die: SeenDie, ink: tuple[int, int, int], scale: float) -> None:
    middle, radius = (round(die.at[0]), round(die.at[1])), max(round(0.78 * die.face), 4)
    arcs = [(0.0, 360.0)]
    if die.value is None:
        step = 360 / DASHES
        arcs = [(k * step, (k + 0.55) * step) for k in range(DASHES)]
    for colour, width in ((BLACK, max(round(4 * scale), 3)), (ink, max(round(2 * scale), 1))):
        for start, end in arcs:
            cv2.ellipse(picture, middle, (radius, radius), 0, start, end, colour, width, cv2.LINE_AA)


def _label(picture: Image, die: SeenDie, ink: tuple[int, int, int], scale: float) -> None:
    text = f"{die.value if die.value is not None else '?'} {die.colour}"
    width, height = text_size(text, _letters(scale))
    u = int(np.clip(die.at[0] - width / 2, 0, max(picture.shape[1] - width, 0)))
    below = die.at[1] + 0.8 * die.face + height + 4 * scale
    v = below if below < picture.shape[0] else die.at[1] - 0.8 * die.face - 4 * scale
    write(picture, (u, max(round(v), height)), text, ink, _letters(scale))


def _letters(scale: float) -> float:
    return max(LETTERS * scale, LEAST_LETTERS)
