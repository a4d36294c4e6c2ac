"""Hands that reach over a table."""

import numpy as np

from vision.drawing.painting import Points, Rgb
from vision.drawing.things import Hand, Limb


def hand_at(
    rng: np.random.Generator,
    target: tuple[float, float, float],
    away: float,
    floor: float,
    skin: Rgb,
    sleeve: Rgb,
) -> Hand:
    """Return an arm that comes in along `away` (radians, from the target to its owner), its hand at the target (x, y, z
    mm), fingers bent down to it or stretched. Everything else about its shape is drawn from the generator."""
    out = np.array([np.cos(away), np.sin(away), 0.0])
    side = np.array([-out[1], out[0], 0.0]) * float(rng.choice([-1, 1]))
    up = np.array([0.0, 0.0, 1.0])
    size = float(rng.uniform(0.85, 1.12))
    at = np.array(target)
    high = float(rng.uniform(18, 55))
    knuckles = at + out * rng.uniform(28, 70) * size + up * high
    wrist = knuckles + out * 75 * size + side * rng.normal(0, 10) + up * rng.uniform(-10, 15)
    elbow = wrist + (out + side * rng.normal(0, 0.25)) * 230 * size + up * rng.uniform(-60, 25)
    shoulder = elbow + (out + side * rng.normal(0, 0.3)) * 350 + up * rng.uniform(-30, 60)
    cuff = wrist + (elbow - wrist) * rng.uniform(0.1, 0.9)
    limbs = [
        Limb(_tuple(shoulder), _tuple(elbow), (52 * size, 42 * size), sleeve),
        Limb(_tuple(elbow), _tuple(wrist), (38 * size, 26 * size), skin),
        Limb(_tuple(elbow), _tuple(cuff), (44 * size, 34 * size), sleeve),
        Limb(_tuple(wrist), _tuple(knuckles + out * 12), (26 * size, 30 * size), skin),
    ]
    for k in (-1, 1):
        limbs.append(Limb(_tuple(wrist + side * k * 8), _tuple(knuckles + side * k * 20), (22 * size, 20 * size), skin))
    stretched = bool(rng.random() < 0.3)
    gather = float(rng.uniform(0.1, 0.9))
    for k in range(4):
        root = knuckles + side * (k - 1.5) * 17 * size
        tip = at + side * (k - 1.5) * 17 * size * gather + up * rng.uniform(2, 14)
        if stretched or (k > 1 and rng.random() < 0.4):
            tip = root - out * rng.uniform(25, 75) * size - up * rng.uniform(0, 20)
        middle = (root + tip) / 2 + up * rng.uniform(4, 20)
        limbs.append(Limb(_tuple(root), _tuple(middle), (10 * size, 9 * size), skin))
        limbs.append(Limb(_tuple(middle), _tuple(tip), (9 * size, 7.5 * size), skin))
    thumb = knuckles + out * 30 * size + side * 30 * size
    limbs.append(Limb(_tuple(wrist + side * 15), _tuple(thumb), (16 * size, 12 * size), skin))
    limbs.append(Limb(_tuple(thumb), _tuple(at + out * 12 + side * 14 + up * 5), (11 * size, 8 * size), skin))
    return Hand(tuple(limbs), floor)


def _tuple(values: Points) -> tuple[float, float, float]:
    a, b, c = (float(v) for v in values)
    return a, b, c
