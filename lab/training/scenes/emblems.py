"""Signs that makers put on a face of a die in place of its pips: letters, figures, plus signs, skulls, stars, suits,
beasts, seals, blots."""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from lab.drawing.dice import Canvas, Emblem

Rng = np.random.Generator
Sheet = NDArray[np.uint8]

SIDE = 96
MIDDLE = SIDE / 2
# Faces that bear signs, mostly the one.
FACES, SHARES = (1, 6, 2, 5), (0.6, 0.3, 0.05, 0.05)
MARKS = ("?", "!", "&", "%", "#", "*", "$", "+")
# So many dice with signs bear them on all their faces.
EVERYWHERE = 0.3


def at(x: float, y: float) -> tuple[int, int]:
    """A place of a sheet, given from -1 to 1."""
    return round(MIDDLE * (1 + x)), round(MIDDLE * (1 + y))


def ring_of(points: list[tuple[float, float]] | NDArray[np.float64]) -> NDArray[np.int32]:
    return np.array([at(float(x), float(y)) for x, y in points], np.int32)


def star(rng: Rng, sheet: Sheet) -> None:
    """A star, a sun or a gear: rays about a middle."""
    rays, inner = int(rng.integers(4, 13)), rng.uniform(0.3, 0.8)
    angles = np.arange(2 * rays) * np.pi / rays
    reach = np.where(np.arange(2 * rays) % 2, inner, 1.0) * rng.uniform(0.6, 0.95)
    cv2.fillPoly(sheet, [ring_of(np.column_stack([np.sin(angles), -np.cos(angles)]) * reach[:, None])], 255)
    if rng.random() < 0.4:
        cv2.circle(sheet, at(0, 0), int(rng.uniform(5, 14)), 0, -1)


def skull(rng: Rng, sheet: Sheet) -> None:
    wide, chin = rng.uniform(0.5, 0.7), rng.uniform(0.28, 0.45)
    cv2.ellipse(sheet, at(0, -0.2), (round(MIDDLE * wide), round(MIDDLE * 0.55)), 0, 0, 360, 255, -1)
    cv2.rectangle(sheet, at(-chin, 0), at(chin, rng.uniform(0.55, 0.8)), 255, -1)
    for side in (-1, 1):
        eye = (round(MIDDLE * rng.uniform(0.13, 0.2)), round(MIDDLE * rng.uniform(0.13, 0.2)))
        cv2.ellipse(sheet, at(side * 0.26, -0.12), eye, 0, 0, 360, 0, -1)
    cv2.fillPoly(sheet, [ring_of([(0, 0.08), (-0.1, 0.28), (0.1, 0.28)])], 0)
    for tooth in np.linspace(-chin, chin, int(rng.integers(3, 6)))[1:-1]:
        cv2.line(sheet, at(float(tooth), 0.42), at(float(tooth), 0.8), 0, 2)


def suit(rng: Rng, sheet: Sheet) -> None:
    """A heart, a spade, a club, a diamond."""
    pick = int(rng.integers(4))
    if pick == 3:
        cv2.fillPoly(sheet, [ring_of([(0, -0.8), (0.55, 0), (0, 0.8), (-0.55, 0)])], 255)
        return
    lobes = [(-0.35, 0.1), (0.35, 0.1)] if pick else [(-0.32, -0.25), (0.32, -0.25)]
    for x, y in [*lobes, *([(0, -0.4)] if pick == 2 else [])]:
        cv2.circle(sheet, at(x, y), round(MIDDLE * 0.38), 255, -1)
    tip = 0.75 if pick == 0 else -0.8
    if pick < 2:
        cv2.fillPoly(sheet, [ring_of([(-0.66, lobes[0][1]), (0.66, lobes[0][1]), (0, tip)])], 255)
    if pick:
        cv2.fillPoly(sheet, [ring_of([(-0.08, 0), (0.08, 0), (0.25, 0.8), (-0.25, 0.8)])], 255)


def letters(rng: Rng, sheet: Sheet) -> None:
    """A maker's letters."""
    write(rng, sheet, "".join(chr(int(c)) for c in rng.integers(65, 91, int(rng.integers(1, 4)))))


def figures(rng: Rng, sheet: Sheet) -> None:
    """A number in figures, often of one that pips tell too, or a mark of punctuation."""
    pick = rng.random()
    text = str(rng.integers(1, 7)) if pick < 0.5 else str(rng.integers(0, 31)) if pick < 0.7 else str(rng.choice(MARKS))
    write(rng, sheet, text)


def write(rng: Rng, sheet: Sheet, text: str) -> None:
    font = int(rng.choice([cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_SCRIPT_COMPLEX]))
    thick = int(rng.integers(3, 9))
    (width, height), _ = cv2.getTextSize(text, font, 1.0, thick)
    size = min(SIDE * 0.85 / width, SIDE * 0.75 / height)
    width, height = round(width * size), round(height * size)
    cv2.putText(sheet, text, (round(MIDDLE - width / 2), round(MIDDLE + height / 2)), font, size, 255, thick)


def crown(rng: Rng, sheet: Sheet) -> None:
    points = int(rng.integers(3, 6))
    across = np.linspace(-0.75, 0.75, 2 * points - 1)
    teeth = [(float(x), rng.uniform(-0.2, 0.1) if k % 2 else -0.65) for k, x in enumerate(across)]
    cv2.fillPoly(sheet, [ring_of([(-0.7, 0.6), *teeth, (0.7, 0.6)])], 255)
    cv2.line(sheet, at(-0.7, 0.4), at(0.7, 0.4), 0, 3)


def shield(rng: Rng, sheet: Sheet) -> None:
    ring = ring_of([(-0.65, -0.75), (0.65, -0.75), (0.6, 0.2), (0, 0.85), (-0.6, 0.2)])
    if rng.random() < 0.5:
        cv2.fillPoly(sheet, [ring], 255)
        cv2.line(sheet, at(0, -0.7), at(0, 0.8), 0, int(rng.integers(3, 12)))
        cv2.line(sheet, at(-0.65, -0.2), at(0.65, -0.2), 0, int(rng.integers(3, 12)))
    else:
        cv2.polylines(sheet, [ring], True, 255, int(rng.integers(4, 10)))
        star_inside = np.zeros_like(sheet)
        star(rng, star_inside)
        sheet |= np.asarray(cv2.warpAffine(star_inside, np.array([[0.5, 0, 24], [0, 0.5, 24]]), (SIDE, SIDE)), np.uint8)


def seal(rng: Rng, sheet: Sheet) -> None:
    """Rings with something in them: a peace sign, a wheel, a target, a recycler's arrows."""
    reach, thick = rng.uniform(0.6, 0.85), int(rng.integers(4, 11))
    cv2.circle(sheet, at(0, 0), round(MIDDLE * reach), 255, thick)
    for angle in np.arange(spokes := int(rng.integers(1, 7))) * 2 * np.pi / spokes + rng.uniform(0, np.pi):
        cv2.line(sheet, at(0, 0), at(reach * float(np.cos(angle)), reach * float(np.sin(angle))), 255, thick)
    if rng.random() < 0.4:
        cv2.circle(sheet, at(0, 0), round(MIDDLE * reach * rng.uniform(0.3, 0.6)), 255, thick)


def plus(rng: Rng, sheet: Sheet) -> None:
    """A plus sign, thin to as thick as a cross of squares; at times hollow, or in a ring."""
    reach, half = rng.uniform(0.35, 0.8), rng.uniform(0.06, 0.24)
    for wide, high in ((reach, half), (half, reach)):
        cv2.rectangle(sheet, at(-wide, -high), at(wide, high), 255, -1)
    if half > 0.15 and rng.random() < 0.3:
        inner = half - 0.07
        for wide, high in ((reach - 0.07, inner), (inner, reach - 0.07)):
            cv2.rectangle(sheet, at(-wide, -high), at(wide, high), 0, -1)
    elif rng.random() < 0.2:
        cv2.circle(sheet, at(0, 0), round(MIDDLE * min(reach + 0.12, 0.85)), 255, int(rng.integers(3, 8)))


def blot(rng: Rng, sheet: Sheet) -> None:
    """A filled thing that is not round: an egg, a drop, a kidney, a square, two that run together."""
    turns = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    reach = np.ones(len(turns))
    for waves in (1, 2, 3):
        reach += rng.uniform(0.08, 0.3) * np.cos(waves * turns + rng.uniform(0, 6.3))
    ring = np.column_stack([np.cos(turns), np.sin(turns) * rng.uniform(0.45, 1)]) * reach[:, None]
    ring *= rng.uniform(0.25, 0.75) / np.abs(ring).max()
    cv2.fillPoly(sheet, [ring_of(ring)], 255)


def beast(rng: Rng, sheet: Sheet) -> None:
    """Blots that are the same left and right: a bat, a dragon, an eagle, a tree, an insect."""
    cells = rng.standard_normal((int(rng.integers(4, 8)), int(rng.integers(3, 6)))).astype(np.float32)
    cells[:, 0] += 1.2
    half = cv2.resize(cells, (SIDE // 2, SIDE), interpolation=cv2.INTER_CUBIC)
    blot = np.hstack([half[:, ::-1], half])
    v, u = np.mgrid[:SIDE, :SIDE]
    blot = blot - 3 * np.maximum(np.hypot(u - MIDDLE, v - MIDDLE) / MIDDLE - 0.7, 0)
    sheet[blot > rng.uniform(0, 0.4)] = 255


def twist(rng: Rng, sheet: Sheet) -> None:
    """A spiral, a bolt, a cross, an arrow: strokes."""
    pick, thick = int(rng.integers(4)), int(rng.integers(6, 16))
    if pick == 0:
        t = np.linspace(0, rng.uniform(1.5, 3) * 2 * np.pi, 80)
        way = np.column_stack([np.cos(t), np.sin(t)]) * (t / t.max() * 0.8)[:, None]
        cv2.polylines(sheet, [ring_of(way)], False, 255, thick // 2)
    elif pick == 1:
        ring = [(0.1, -0.85), (-0.45, 0.1), (-0.05, 0.1), (-0.2, 0.85), (0.45, -0.2), (0.05, -0.2), (0.4, -0.85)]
        cv2.fillPoly(sheet, [ring_of(ring)], 255)
    elif pick == 2:
        cv2.line(sheet, at(-0.65, -0.65), at(0.65, 0.65), 255, thick)
        cv2.line(sheet, at(-0.65, 0.65), at(0.65, -0.65), 255, thick)
    else:
        cv2.arrowedLine(sheet, at(0, 0.75), at(0, -0.75), 255, thick, tipLength=rng.uniform(0.3, 0.5))


DRAWN: tuple[Callable[[Rng, Sheet], None], ...] = (
    *(star, skull, suit, letters, crown, shield, seal, beast, beast, twist),
    *(figures, figures, figures, plus, plus, blot),
)


def random_emblem(rng: Rng) -> Emblem:
    """Any sign, any way round."""
    sheet = np.zeros((SIDE, SIDE), np.uint8)
    DRAWN[int(rng.integers(len(DRAWN)))](rng, sheet)
    size = rng.uniform(0.75, 1.15)
    turn = cv2.getRotationMatrix2D((MIDDLE - 0.5, MIDDLE - 0.5), float(rng.uniform(0, 360)), size)
    turned = cv2.warpAffine(sheet, turn, (SIDE, SIDE), flags=cv2.INTER_LINEAR)
    paint: Canvas = np.asarray(cv2.GaussianBlur(turned, (0, 0), 0.8), np.float32) / np.float32(255)
    paint[[0, -1]] = paint[:, [0, -1]] = 0
    return Emblem(int(rng.choice(FACES, p=SHARES)), paint, bool(rng.random() < EVERYWHERE))
