"""Half backgammon boards: pictures of their fields, with twelve points, and of their rims."""

from dataclasses import dataclass

import cv2
import numpy as np

from lab.training.scenes.ball_ground import cloud, grain, rgb, wood_colour
from lab.training.scenes.tables import Rng
from vision.drawing.painting import Canvas, Rgb

# Pictures of boards have so many pixels a mm.
FINE = 2.0
ROWS = 6


@dataclass(frozen=True)
class HalfBoardMake:
    """How a board is made: its field is `pitch` x 6 wide and `depth` deep, its rim so wide and so high above the field,
    its floor so far above the table, mm; pictures of the field, the neighbour's field, the rim and the lining of
    bear-off trays; colours of the ground and both kinds of points. Should it have them, `bar`, `tray` and what divides
    that from the field are so wide, and a tray's two parts so far apart."""

    pitch: float
    depth: float
    rim: float
    high: float
    thick: float
    field: Canvas
    other: Canvas
    wood: Canvas
    lining: Canvas
    side: Rgb
    inks: tuple[Rgb, Rgb, Rgb]
    bar: float
    tray: float
    divider: float
    block: float


def _value(rng: Rng, low: float, high: float) -> float:
    return float(np.exp(rng.uniform(np.log(low), np.log(high))))


def _any(rng: Rng) -> Rgb:
    return rgb(rng, rng.uniform(), rng.beta(1, 1.2), _value(rng, 0.008, 0.85))


def _texture(rng: Rng, kind: str, size: tuple[int, int]) -> Canvas:
    small = max(size[0] // 2, 8), max(size[1] // 2, 8)
    made = np.ones((*small, 1), np.float32)
    if kind == "wood":
        along = grain(rng, small, float(rng.uniform(3, 30)))
        made += np.float32(rng.uniform(0.03, 0.25)) * along
    elif kind in ("felt", "cork"):
        cells = small if kind == "felt" else (small[0] // 4, small[1] // 4)
        made += np.float32(rng.uniform(0.03, 0.18)) * cloud(rng, small, cells)
    elif kind == "leather":
        made += np.float32(rng.uniform(0.02, 0.12)) * cloud(rng, small, (small[0] // 3, small[1] // 3))
    made += np.float32(rng.uniform(0, 0.06)) * cloud(rng, small, (5, 4))
    whole = cv2.resize(np.ascontiguousarray(made, np.float32), size[::-1])
    return np.clip(np.asarray(whole, np.float32), 0.25, 2.0)[..., None]


def _colours(rng: Rng, kind: str) -> tuple[Rgb, Rgb, Rgb]:
    """Of the ground and of the two kinds of points; all three differ."""
    for _ in range(30):
        if kind in ("wood", "cork"):
            made = wood_colour(rng), wood_colour(rng), wood_colour(rng)
            if rng.random() < 0.3:
                made = made[0], _any(rng), made[2]
        else:
            made = _any(rng), _any(rng), _any(rng)
            if rng.random() < 0.5:
                made = made[0], rgb(rng, rng.uniform(), 0.1, rng.uniform(0.4, 0.85)), made[2]
        logs = np.log(np.array(made))
        far = [float(np.abs(logs[a] - logs[b]).max()) for a, b in ((0, 1), (0, 2), (1, 2))]
        if min(far) > 0.45:
            break
    return made


def _field(
    rng: Rng, kind: str, pitch: float, depth: float, inks: tuple[Rgb, Rgb, Rgb], shape: dict[str, float]
) -> Canvas:
    size = round(depth * FINE), round(ROWS * pitch * FINE)
    picture = np.ones((*size, 3), np.float32) * np.array(inks[0], np.float32)
    reach, wide, parity = shape["length"] * depth, shape["wide"] * pitch / 2, int(shape["parity"])
    line = np.array(_any(rng), np.float32)
    for end in range(2):
        for i in range(ROWS):
            same = end if shape["facing"] > 0.5 else 0
            ink = np.array(inks[1 + (i + same + parity) % 2], np.float32) * np.float32(1 + rng.normal(0, 0.03))
            middle = (i + 0.5) * pitch
            tip = shape["tip"] * wide
            flat = np.array([[-wide, 0], [wide, 0], [tip, reach], [-tip, reach]])
            if shape["bulge"] > 0:
                bow = np.linspace(0, 1, 9)[:, None]
                right = np.hstack([wide * (1 - bow) ** (1 + shape["bulge"]) + tip * bow, reach * bow])
                flat = np.vstack([right, right[::-1] * (-1, 1)])
            flat[:, 0] += middle
            if end:
                flat[:, 1] = depth - flat[:, 1]
            pixels = np.column_stack([flat[:, 0], depth - flat[:, 1]]) * FINE
            spots = np.round(pixels * 16).astype(np.int32)
            cv2.fillPoly(picture, [spots], ink.tolist(), cv2.LINE_AA, 4)
            if shape["line"] > 0:
                cv2.polylines(
                    picture, [spots], True, line.tolist(), max(round(shape["line"] * FINE), 1), cv2.LINE_AA, 4
                )
            if shape["inlay"] > 0:
                centre = pixels.mean(axis=0)
                inner = np.round((centre + (pixels - centre) * shape["inlay"]) * 16).astype(np.int32)
                cv2.polylines(picture, [inner], True, line.tolist(), 1, cv2.LINE_AA, 4)
            if shape["dot"] > 0:
                v = depth - reach - 2 if not end else reach + 2
                spot = round(middle * FINE * 16), round(v * FINE * 16)
                cv2.circle(picture, spot, round(shape["dot"] * FINE * 16), line.tolist(), -1, cv2.LINE_AA, 4)
    if shape["frame"] > 0:
        m = round(shape["frame"] * FINE)
        cv2.rectangle(picture, (m, m), (size[1] - m, size[0] - m), line.tolist(), max(m // 2, 1))
    if shape["middle"] > 0.8:
        v = size[0] // 2
        cv2.line(picture, (0, v), (size[1], v), line.tolist(), 2)
    picture *= _texture(rng, kind, size)
    return np.clip(picture, 0.003, 0.95)


def random_make(rng: Rng, *, tournament: bool = False) -> HalfBoardMake:
    """A board as shops sell them: of wood, felt, leatherette, cork, printed or of plastic; those of tournaments have
    frames of the points' or the ground's colour more often."""
    kind = str(
        rng.choice(["wood", "felt", "leather", "cork", "printed", "plastic"], p=[0.26, 0.2, 0.2, 0.08, 0.14, 0.12])
    )
    pitch = float(rng.uniform(25, 52))
    depth = pitch * float(rng.uniform(8.3, 10.8))
    inks = _colours(rng, kind)
    shape = {
        "length": float(rng.uniform(0.32, 0.485)),
        "wide": float(rng.choice([1.0, rng.uniform(0.7, 1.0)])),
        "tip": float(rng.choice([0.0, rng.uniform(0.05, 0.35)], p=[0.7, 0.3])),
        "bulge": float(rng.choice([0.0, rng.uniform(0.1, 0.8)], p=[0.8, 0.2])),
        "parity": float(rng.integers(2)),
        "facing": float(rng.random() < 0.8),
        "line": float(rng.choice([0.0, rng.uniform(0.4, 1.2)], p=[0.7, 0.3])),
        "inlay": float(rng.choice([0.0, rng.uniform(0.5, 0.8)], p=[0.75, 0.25])),
        "dot": float(rng.choice([0.0, rng.uniform(1, 2.5)], p=[0.8, 0.2])),
        "frame": float(rng.choice([0.0, rng.uniform(1, 4)], p=[0.85, 0.15])),
        "middle": float(rng.random()),
    }
    field = _field(rng, kind, pitch, depth, inks, shape)
    same = field if rng.random() < 0.7 else np.ascontiguousarray(field[::-1])
    wooden = kind in ("wood", "cork", "felt") or rng.random() < 0.4
    tone = np.array(wood_colour(rng) if wooden else (inks[0] if rng.random() < 0.3 else _any(rng)), np.float32)
    if rng.random() < (0.6 if tournament else 0.25):
        tone = np.array(inks[int(rng.choice([0, 1, 2], p=[0.2, 0.4, 0.4]))], np.float32)
    wood = tone * _texture(rng, "wood" if wooden else "leather", (600, 60))
    side = tone * np.float32(rng.uniform(0.5, 1.0))
    flat = kind == "printed" and rng.random() < 0.5
    rim = pitch * float(rng.uniform(0.2, 1.0))
    lined = np.array([inks[0], inks[1], tone, _any(rng)][int(rng.choice(4, p=[0.4, 0.15, 0.3, 0.15]))], np.float32)
    lining = lined * _texture(rng, "wood" if kind in ("wood", "printed") else kind, (400, 60))
    divided = pitch * float(rng.uniform(0.15, 0.7))
    return HalfBoardMake(
        pitch,
        depth,
        rim,
        0.6 if flat else pitch * float(rng.uniform(0.08, 0.65)),
        float(rng.uniform(1, 40)),
        field,
        same,
        np.clip(wood, 0.003, 0.95).astype(np.float32),
        np.clip(lining, 0.003, 0.95).astype(np.float32),
        (float(side[0]), float(side[1]), float(side[2])),
        inks,
        float(rng.choice([2 * rim, pitch * rng.uniform(0.4, 1.6)])),
        pitch * float(rng.uniform(0.95, 1.5)),
        divided,
        float(rng.choice([0.0, divided, 3 * pitch], p=[0.3, 0.3, 0.4])),
    )
