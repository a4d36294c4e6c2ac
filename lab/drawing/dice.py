"""Draws pipped dice lying on a ground, as a camera would see them.

Each die is ray-cast on its own small patch (a rounded cube, its corners cut by a ball, pips painted or drilled) and
laid over the ground picture, far ones first. What matters to a reader of dice is there: perspective, side faces,
plastic from opaque to glassy with the far pips shining through, swirls, glare, shadows. Table frame: millimetres, z
up, the ground is z = 0. Colours are linear RGB; 1 is a white sheet in good light.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Image

Points = NDArray[np.float64]
Canvas = NDArray[np.float32]
Rgb = tuple[float, float, float]

STEPS = 12
CLOSE = 0.004
FINE_PX = 60.0
GLASS = 1 / 1.5
TOTAL_REFLECTION = 0.745
PATCH_MOST = 700

# Opposite faces add up to seven; the values on the +x, -x, +y, -y, +z, -z faces.
FACES = (2, 5, 3, 4, 1, 6)
_LAYOUT: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
SPECKS, FLECKS = 11.0, 19.0
# Lamps seen in metal are no brighter than this.
METAL_BRIGHTEST = 4.0
DISH_RIM = 0.82
# How wide the shining edge of a pip is, in its radii.
RIM = 0.14
# The faces whose pips are painted brightly where any are, as in China and Japan.
BRIGHT = (1, 4)
# Where a face's emblem lies: so many half edges about its middle.
EMBLEM_REACH = 0.8


@dataclass(frozen=True)
class Emblem:
    """A sign in place of the pips of a `value`, or of all: how much paint there is at each place (square, 0..1, none
    along its edges)."""

    value: int
    paint: Canvas = field(compare=False)
    everywhere: bool = False

    def on(self, value: int) -> bool:
        """Whether the face of this value bears it."""
        return self.everywhere or value == self.value

    def at(self, flat: Canvas) -> Canvas:
        """The paint at places of the face, N x 2 half edges from its middle."""
        last = len(self.paint) - 1
        place = np.clip((flat / EMBLEM_REACH + 1) * last / 2, 0, last - 1e-3)
        (u, v), (du, dv) = place.astype(int).T, (place % 1).T
        upper = self.paint[v, u] * (1 - du) + self.paint[v, u + 1] * du
        lower = self.paint[v + 1, u] * (1 - du) + self.paint[v + 1, u + 1] * du
        return np.asarray(upper * (1 - dv) + lower * dv, np.float32)


@dataclass(frozen=True)
class DieLook:
    """The make of a die. Lengths are shares of half an edge.

    `swirl` mixes in the `second` colour in clouds of the size 1 / `grain`; `clear` runs from 0, opaque, to 1, coloured
    glass that tints by its `density`; `lit` is the share of the light that reaches pips seen from within, `wall` that
    which the walls mirror inside, `sparkle` how unevenly the ground beneath is lit through it; `glitter` is how much
    the plastic varies from speck to speck; `rounding` is the radius of the edges, `ball` that of the ball that cuts the
    corners (1.75 cuts nothing), `bevel` how wide the crease about a face cut so is worn round; `dish` is how steeply
    faces sink (or rise, if negative) towards their rims; `ace` scales the single pip of the one; `crowding` draws the
    three pips of each row of a six together; `depth` is how far the pips are drilled; `turned` flips the lay of the
    two, three and six; `mirrored` makes it left-handed; `wear` is how much of the paint is gone from pips, in patches;
    `flecks` is the share of the plastic that is flakes of the `second` colour, which shine now here, now there; `metal`
    how much of its light is mirrored as metals do; `squareness` makes pips diamonds (below 1) or squares (above);
    `rim` is how much brighter (or darker, if negative) the edge of the single pip of the one shines; `bright` is the
    colour of the pips of the one and the four, if it is another; `emblem` is a sign on one of the faces, or on all.
    """

    body: Rgb
    pip: Rgb
    second: Rgb = (0.5, 0.5, 0.5)
    swirl: float = 0.0
    grain: float = 1.5
    clear: float = 0.0
    density: float = 1.0
    lit: float = 0.35
    wall: float = 0.35
    sparkle: float = 0.0
    glitter: float = 0.0
    gloss: float = 1.0
    dish: float = 0.0
    rounding: float = 0.2
    ball: float = 1.75
    bevel: float = 0.0
    pip_radius: float = 0.2
    ace: float = 1.0
    spread: float = 0.5
    crowding: float = 1.0
    pair: float = 1.0
    depth: float = 0.5
    turned: tuple[bool, bool, bool] = (False, False, False)
    mirrored: bool = False
    wear: float = 0.0
    flecks: float = 0.0
    metal: float = 0.0
    squareness: float = 1.0
    rim: float = 0.0
    bright: Rgb | None = None
    emblem: Emblem | None = None


@dataclass(frozen=True)
class SolidDie:
    """A die of `size` mm an edge with its middle at `centre`; the columns of `turn` (3 x 3) are its axes."""

    look: DieLook
    size: float
    centre: tuple[float, float, float]
    turn: Points


@dataclass(frozen=True)
class Lamp:
    """A lamp in `direction` (unit vector from the table), `glow` its light on a surface that faces it.

    `spread` are the half widths of its mirror image as sines, `soft` how blurred that image is, `shine` its radiance.
    """

    direction: tuple[float, float, float] = (0.3, 0.4, 0.866)
    glow: Rgb = (0.6, 0.6, 0.6)
    spread: tuple[float, float] = (0.15, 0.1)
    soft: float = 0.15
    shine: float = 6.0
    shadow: float = 0.8
    penumbra: float = 3.0


@dataclass(frozen=True)
class Eye:
    """A pinhole camera: `matrix` 3 x 3 in pixels, `turn` from table to camera axes, `place` in the table frame."""

    matrix: Points
    turn: Points
    place: Points
    size: tuple[int, int]

    def project(self, points: Points) -> Points:
        """N x 3 table points to N x 2 pixels; points behind the camera land far outside the picture."""
        seen = (np.asarray(points, float).reshape(-1, 3) - self.place) @ self.turn.T @ self.matrix.T
        depth = np.where(seen[:, 2:] > 1e-3, seen[:, 2:], 1e-3)
        return np.asarray(np.clip(seen[:, :2] / depth, -1e5, 1e5))


@dataclass(frozen=True)
class DiceScene:
    """Dice on a ground seen by an eye; `ground` is the lit ground without dice, height x width x 3."""

    dice: Sequence[SolidDie]
    ground: Canvas
    eye: Eye
    lamps: Sequence[Lamp] = (Lamp(),)
    sky: Rgb = (0.4, 0.4, 0.4)


@dataclass(frozen=True)
class TopFace:
    """What lies uppermost on a die: its value, its four corners and its pips in pixels, the tilt from level in degrees.

    `visible` is the share of the face that shows in the picture; `emblem` says that it bears a sign in place of pips.
    """

    value: int
    centre: Points
    corners: Points
    pips: Points
    tilt: float
    visible: float = 1.0
    emblem: bool = False


@dataclass
class DrawnDice:
    """A rendered scene: linear picture, which die shows at each pixel (-1 for none), and the dice's top faces."""

    canvas: Canvas
    owner: NDArray[np.int8]
    faces: list[TopFace] = field(default_factory=list)


def layout(value: int, look: DieLook, flipped: bool) -> Points:
    """The pips of a face, N x 2, in half edges from its middle."""
    spots = np.array(_LAYOUT[value], float) * look.spread
    if value == 6:
        spots[:, 1] *= look.crowding
    if value == 2:
        spots *= look.pair
    return spots * [1.0, -1.0] if flipped and value in (2, 3) else spots[:, ::-1] if flipped else spots


def face_value(look: DieLook, axis: int, positive: bool) -> int:
    if axis == 0 and look.mirrored:
        positive = not positive
    return FACES[2 * axis + (not positive)]


def top_face(die: SolidDie, eye: Eye) -> TopFace:
    """The uppermost face of a die and where the eye sees it."""
    axis = int(np.argmax(np.abs(die.turn[2])))
    sign = float(np.sign(die.turn[2, axis]))
    value = face_value(die.look, axis, sign > 0)
    flat = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
    emblem = die.look.emblem is not None and die.look.emblem.on(value)
    pips = np.empty((0, 2)) if emblem else layout(value, die.look, die.look.turned[axis])
    spots = np.insert(np.vstack([[(0.0, 0.0)], flat, pips]), axis, sign, axis=1)
    seen = eye.project(np.asarray(die.centre) + spots @ die.turn.T * die.size / 2)
    tilt = float(np.degrees(np.arccos(np.clip(abs(die.turn[2, axis]), 0, 1))))
    return TopFace(value, seen[0], seen[1:5], seen[5:], tilt, emblem=emblem)


def render(scene: DiceScene) -> DrawnDice:
    """The picture in linear colours, and what there is to know about it."""
    ground = shaded_ground(scene)
    height, width = ground.shape[:2]
    drawn = DrawnDice(ground.copy(), np.full((height, width), -1, np.int8))
    far_first = sorted(
        range(len(scene.dice)), key=lambda k: -float(np.linalg.norm(np.asarray(scene.dice[k].centre) - scene.eye.place))
    )
    for k in far_first:
        _lay(scene, k, ground, drawn)
    for k, die in enumerate(scene.dice):
        face = top_face(die, scene.eye)
        mask = np.zeros((height, width), np.uint8)
        cv2.fillConvexPoly(mask, np.round(face.corners * 16).astype(np.int32), 1, cv2.LINE_8, 4)
        area = max(abs(float(cv2.contourArea(face.corners.astype(np.float32)))), 1.0)
        seen = float(np.count_nonzero(drawn.owner[mask > 0] == k)) / area
        drawn.faces.append(replace(face, visible=min(seen * 1.05, 1.0)))
    return drawn


def corners(die: SolidDie) -> Points:
    """The eight corners of a die, 8 x 3 mm, its rounding left out of account."""
    cube = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
    return np.asarray(np.asarray(die.centre) + cube @ die.turn.T * die.size / 2)


def shaded_ground(scene: DiceScene) -> Canvas:
    """The ground with the dice's shadows."""
    height, width = scene.ground.shape[:2]
    light = np.array(scene.sky) + sum(np.array(lamp.glow) * lamp.direction[2] for lamp in scene.lamps)
    shade = np.zeros((height, width, 3), np.float32)
    small = (max(width // 2, 1), max(height // 2, 1))
    for lamp in scene.lamps:
        mask = np.zeros(small[::-1], np.float32)
        blur = 0.0
        for die in scene.dice:
            spots = corners(die)
            away = spots[:, 2:] / max(lamp.direction[2], 0.15)
            fallen = spots - away * np.asarray(lamp.direction)
            fallen = die.centre[:2] + (fallen[:, :2] - die.centre[:2]) * (1 - 0.3 * die.look.rounding)
            outline = cv2.convexHull(scene.eye.project(np.column_stack([fallen, np.zeros(8)])).astype(np.float32) / 2)
            dark = np.zeros_like(mask)
            strength = lamp.shadow * (1 - 0.6 * die.look.clear)
            cv2.fillConvexPoly(dark, np.round(np.asarray(outline) * 16).astype(np.int32), strength, cv2.LINE_AA, 4)
            np.maximum(mask, dark, out=mask)
            blur = max(blur, lamp.penumbra * _pixels_per_mm(scene.eye, die) / 2)
        if blur > 0.3:
            mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), min(blur, 25.0)), np.float32)
        share = (np.array(lamp.glow) * lamp.direction[2] / light).astype(np.float32)
        shade += np.asarray(cv2.resize(mask, (width, height)), np.float32)[..., None] * share
    shade += _contact(scene, small) * (np.array(scene.sky) / light).astype(np.float32)
    return np.asarray(scene.ground * np.clip(1 - shade, 0.03, 1), np.float32)


def _contact(scene: DiceScene, small: tuple[int, int]) -> Canvas:
    """How much of the sky the dice hide from the ground around them, height x width x 1."""
    mask = np.zeros(small[::-1], np.float32)
    blur = 0.0
    for die in scene.dice:
        base = corners(die) * [1, 1, 0]
        outline = cv2.convexHull(scene.eye.project(base).astype(np.float32) / 2)
        cv2.fillConvexPoly(mask, np.round(np.asarray(outline) * 16).astype(np.int32), 0.85, cv2.LINE_AA, 4)
        blur = max(blur, 0.22 * die.size * _pixels_per_mm(scene.eye, die) / 2)
    if blur > 0.3:
        mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), min(blur, 25.0)), np.float32)
    return np.asarray(cv2.resize(mask, scene.ground.shape[1::-1]), np.float32)[..., None]


def _pixels_per_mm(eye: Eye, die: SolidDie) -> float:
    return float(eye.matrix[0, 0] / max(np.linalg.norm(np.asarray(die.centre) - eye.place), 1.0))


def _lay(scene: DiceScene, k: int, ground: Canvas, drawn: DrawnDice) -> None:
    """Ray-cast one die and lay it over what is drawn."""
    die, eye = scene.dice[k], scene.eye
    outline = eye.project(corners(die))
    height, width = drawn.owner.shape
    u0, v0 = (int(n) for n in np.maximum(np.floor(outline.min(axis=0)) - 1, 0))
    u1, v1 = (int(n) for n in np.minimum(np.ceil(outline.max(axis=0)) + 2, (width, height)))
    if u1 <= u0 or v1 <= v0 or max(u1 - u0, v1 - v0) > PATCH_MOST:
        return
    fine = 2 if max(u1 - u0, v1 - v0) < FINE_PX * 1.5 else 1
    u, v = np.meshgrid(
        np.arange(u0 * fine, u1 * fine, dtype=np.float32), np.arange(v0 * fine, v1 * fine, dtype=np.float32)
    )
    pixels = np.stack([(u + 0.5) / fine - 0.5, (v + 0.5) / fine - 0.5, np.ones_like(u)], -1).reshape(-1, 3)
    rays = pixels @ (np.linalg.inv(eye.matrix).T @ eye.turn).astype(np.float32)
    rays /= _length(rays)[:, None]
    colour, alpha = _cast(scene, die, ground, rays)
    shape = (v1 - v0) * fine, (u1 - u0) * fine
    patch = np.dstack([colour.reshape(*shape, 3), alpha.reshape(shape)])
    if fine > 1:
        patch = np.asarray(cv2.resize(patch, (u1 - u0, v1 - v0), interpolation=cv2.INTER_AREA), np.float32)
    view = drawn.canvas[v0:v1, u0:u1]
    view *= 1 - patch[..., 3:]
    view += patch[..., :3]
    drawn.owner[v0:v1, u0:u1][patch[..., 3] > 0.5] = k


def _cast(scene: DiceScene, die: SolidDie, ground: Canvas, rays: Canvas) -> tuple[Canvas, Canvas]:
    """Premultiplied colour (N x 3) and coverage (N,) of one die along unit rays in the table frame."""
    turn = die.turn.astype(np.float32)
    origin = ((scene.eye.place - np.asarray(die.centre)) @ die.turn * 2 / die.size).astype(np.float32)
    inward = rays @ turn
    colour, alpha = np.zeros((len(rays), 3), np.float32), np.zeros(len(rays), np.float32)
    steep = np.where(np.abs(inward) < 1e-6, np.float32(1e-6), inward)
    near = _most((-np.sign(steep) - origin) / steep)
    hit = np.flatnonzero((near < -_most((origin - np.sign(steep)) / steep)) & (near > 0))
    if not len(hit):
        return colour, alpha
    spots, landed = _march(die.look, origin + inward[hit] * near[hit, None], inward[hit])
    hit, spots = hit[landed], spots[landed]
    if len(hit):
        colour[hit] = _shade(scene, die, ground, spots, inward[hit])
        alpha[hit] = 1
    return colour, alpha


def _distance(look: DieLook, spots: Canvas) -> Canvas:
    """Signed distance of points (die frame, half edges) from the die's surface."""
    q = np.abs(spots) - np.float32(1 - look.rounding)
    outer = _length(np.maximum(q, 0)) + np.minimum(_most(q), 0) - np.float32(look.rounding)
    return np.asarray(np.maximum(outer, _length(spots) - np.float32(look.ball)), np.float32)


def _most(rows: Canvas) -> Canvas:
    """The largest of each row's three; numpy's own reduction is slow along so short an axis."""
    return np.maximum(np.maximum(rows[:, 0], rows[:, 1]), rows[:, 2])


def _dot(one: Canvas, two: Canvas) -> Canvas:
    return np.asarray(np.einsum("ij,ij->i", one, two), np.float32)


def _length(rows: Canvas) -> Canvas:
    return np.sqrt(_dot(rows, rows))


def _march(look: DieLook, spots: Canvas, rays: Canvas) -> tuple[Canvas, NDArray[np.bool_]]:
    """Follow rays from the enclosing cube to the surface: where they end, and whether they landed."""
    gap = _distance(look, spots)
    for _ in range(STEPS):
        busy = np.flatnonzero(gap > CLOSE)
        if not len(busy):
            break
        spots[busy] += rays[busy] * gap[busy, None]
        gap[busy] = _distance(look, spots[busy])
    return spots, gap < 5 * CLOSE


def _normals(look: DieLook, spots: Canvas) -> Canvas:
    q = np.maximum(np.abs(spots) - np.float32(1 - look.rounding), 1e-5)
    normals = np.sign(spots) * q
    normals /= _length(normals)[:, None]
    radius = _length(spots)[:, None]
    share = np.clip((radius - look.ball + 2 * CLOSE) / max(look.bevel, CLOSE) + 1, 0, 1)
    normals += share * (spots / radius - normals)
    normals /= _length(normals)[:, None]
    return np.asarray(normals, np.float32)


def _pips(look: DieLook, spots: Canvas) -> tuple[Canvas, Canvas, NDArray[np.intp], NDArray[np.intp]]:
    """How much of a pip each surface point is (0..1), the way to the pip's middle over its radius, N x 2, the axis, and
    the value of its face."""
    size = np.abs(spots)
    axis = np.where(size[:, 0] >= np.maximum(size[:, 1], size[:, 2]), 0, np.where(size[:, 1] >= size[:, 2], 1, 2))
    positive = spots[np.arange(len(spots)), axis] > 0
    share = np.zeros(len(spots), np.float32)
    way = np.zeros((len(spots), 2), np.float32)
    values = np.zeros(len(spots), np.intp)
    for k in range(6):
        here = np.flatnonzero((axis == k // 2) & (positive == (k % 2 == 0)))
        if not len(here):
            continue
        value = values[here] = face_value(look, k // 2, k % 2 == 0)
        radius = np.float32(look.pip_radius * (look.ace if value == 1 else 1))
        flat = spots[here][:, [i for i in range(3) if i != k // 2]]
        if look.emblem and look.emblem.on(value):
            share[here] = look.emblem.at(flat)
            continue
        offsets = flat[:, None] - layout(value, look, look.turned[k // 2]).astype(np.float32)
        lengths = _squares(offsets, look.squareness)
        nearest = lengths.argmin(axis=1)
        reach = np.sqrt(lengths[np.arange(len(here)), nearest]) / radius
        share[here] = np.clip((1 - reach) * 8 + 0.5, 0, 1)
        way[here] = offsets[np.arange(len(here)), nearest] / radius
    return share, way, axis, values


def _squares(offsets: Canvas, squareness: float) -> Canvas:
    """Squared lengths, those of pips that are not round by another norm than Euclid's."""
    if squareness == 1:
        return np.asarray(offsets[..., 0] ** 2 + offsets[..., 1] ** 2, np.float32)
    power = np.float32(2 * squareness)
    sums = np.abs(offsets[..., 0]) ** power + np.abs(offsets[..., 1]) ** power
    return np.asarray(sums ** (2 / power), np.float32)


def _worn(look: DieLook, spots: Canvas) -> Canvas:
    """How much paint is left at points of the surface (0..1): it goes in patches, from some pips more than others."""
    x, y, z = (spots * np.float32(2.6)).T
    coarse = np.sin(1.9 * x + 2.2 * z + 1.3 * np.sin(1.4 * y)) * np.sin(2.3 * y - 1.1 * x + 0.7)
    fine = np.sin(7.1 * x + 2 * np.sin(5.3 * z)) * np.sin(6.4 * y + 2 * np.sin(4.7 * x + 1))
    gone = np.clip(0.5 + 0.7 * coarse + 0.5 * fine, 0, 1)
    return np.asarray(1 - np.float32(look.wear) * gone, np.float32)


def _swirled(look: DieLook, spots: Canvas) -> Canvas:
    body = np.array(look.body, np.float32)
    if look.swirl <= 0:
        return np.broadcast_to(body, spots.shape)
    x, y, z = (spots * np.float32(look.grain)).T
    fold = np.sin(1.7 * y + 1.3 * z + 2 * np.sin(1.1 * x - 0.8 * z))
    cloud = np.sin(2.1 * x + 2.4 * fold + 1.2 * np.sin(2.3 * y - 1.9 * x + fold)) * 0.5 + 0.5
    mix = (np.clip(cloud * 2.2 - 0.6, 0, 1) * look.swirl).astype(np.float32)[:, None]
    return np.asarray(body * (1 - mix) + np.array(look.second, np.float32) * mix, np.float32)


def _specks(spots: Canvas, fine: float = SPECKS) -> Canvas:
    """Chance numbers -1 to 1 that stay the same throughout each speck of the plastic, N x 1; `fine` specks a unit."""
    cells = np.floor(spots.astype(float) * fine)
    return np.asarray(np.sin(cells @ [127.1, 311.7, 74.7]) * 43758.5453 % 1 * 2 - 1, np.float32)[:, None]


def _dished(look: DieLook, normals: Canvas, spots: Canvas, others: NDArray[np.intp]) -> Canvas:
    """Normals leant inwards (outwards for a bulge) towards the rim of each face."""
    rows = np.arange(len(spots))[:, None]
    flat = spots[rows, others]
    reach = np.sqrt((flat**2).sum(axis=1, keepdims=True)) / DISH_RIM
    lean = np.float32(look.dish) * np.where(reach < 1, reach**3, 0) / np.maximum(reach * DISH_RIM, 1e-3)
    leant = normals.copy()
    leant[rows, others] -= lean * flat
    leant /= _length(leant)[:, None]
    return leant


def _shade(scene: DiceScene, die: SolidDie, ground: Canvas, spots: Canvas, rays: Canvas) -> Canvas:
    """Colour (N x 3) of surface points seen along rays, both in the die's frame."""
    look, turn = die.look, die.turn.astype(np.float32)
    normals = _normals(look, spots)
    pip, way, axis, values = _pips(look, spots)
    drilled = pip * np.float32(look.depth)
    painted = pip * _worn(look, spots) if look.wear else pip
    others = np.array([[1, 2], [0, 2], [0, 1]])[axis]
    if look.dish:
        normals = _dished(look, normals, spots, others)
    rows = np.arange(len(spots))[:, None]
    dented = normals.copy()
    dented[rows, others] -= way * drilled[:, None]
    dented /= _length(dented)[:, None]
    upright, sight = dented @ turn.T, rays @ turn.T
    height = (spots @ turn[2]) * die.size / 2 + die.centre[2]
    low = np.clip(height / die.size, 0, 1)
    bounce = _under(scene, die, ground)
    light = _light(scene, upright, low, bounce)
    body = _swirled(look, spots)
    if look.glitter > 0:
        body = np.clip(body * (1 + np.float32(look.glitter) * _specks(spots)), 0, 1)
    if look.flecks > 0:
        body = _flecked(look, spots, body)
    plastic = body * light
    if look.clear > 0:
        plastic = (1 - look.clear) * plastic + look.clear * _through(scene, die, ground, body, spots, normals, rays)
    paint = np.array(look.pip, np.float32)
    if look.bright is not None:
        paint = np.where(np.isin(values, BRIGHT)[:, None], np.array(look.bright, np.float32), paint)
    inner = paint * light * (1 - 0.25 * drilled[:, None])
    colour = plastic * (1 - painted[:, None]) + inner * painted[:, None]
    facing = np.clip(-_dot(sight, upright), 0, 1)
    mirror = (0.04 + 0.96 * (1 - facing) ** 5) * look.gloss
    bent = sight + 2 * facing[:, None] * upright
    around = _surroundings(scene, bent, bounce)
    if look.metal > 0:
        share = np.float32(look.metal) * (1 - painted[:, None])
        colour = colour * (1 - share) + np.clip(around, 0, METAL_BRIGHTEST) * body * share
    if look.rim:
        edge = np.exp(-(((_length(way) - 1) / np.float32(RIM)) ** 2)) * (values == 1)
        colour = np.clip(colour * (1 + np.float32(min(look.rim, 0)) * edge[:, None]), 0, None)
        colour = colour + light * np.float32(max(look.rim, 0)) * edge[:, None]
    # Paint in a pip is duller than the polished body.
    return np.asarray(colour + around * (mirror * (1 - 0.4 * pip))[:, None], np.float32)


def _flecked(look: DieLook, spots: Canvas, body: Canvas) -> Canvas:
    """The plastic with flakes in it, of which some shine brighter than their colour."""
    chance = _specks(spots, FLECKS) * 0.5 + 0.5
    shine = np.float32(0.4) + 2 * (_specks(spots + np.float32(17.3), FLECKS) * 0.5 + 0.5) ** 4
    here = (chance < look.flecks).astype(np.float32)
    return np.asarray(body * (1 - here) + np.array(look.second, np.float32) * shine * here, np.float32)


def _under(scene: DiceScene, die: SolidDie, ground: Canvas) -> Canvas:
    """The colour of the ground about a die."""
    u, v = scene.eye.project(np.array([[die.centre[0], die.centre[1], 0.0]]))[0]
    height, width = ground.shape[:2]
    return np.asarray(scene.ground[int(np.clip(v, 0, height - 1)), int(np.clip(u, 0, width - 1))], np.float32)


def _light(scene: DiceScene, normals: Canvas, low: Canvas, bounce: Canvas) -> Canvas:
    up = normals[:, 2] * 0.5 + 0.5
    hidden = 0.55 + 0.45 * low
    light = np.array(scene.sky, np.float32) * (up * hidden)[:, None] + (1 - up)[:, None] * bounce * np.float32(0.5)
    for lamp in scene.lamps:
        facing = np.clip(normals @ np.array(lamp.direction, np.float32), 0, None)
        light = light + facing[:, None] * np.array(lamp.glow, np.float32)
    return np.asarray(light, np.float32)


def _surroundings(scene: DiceScene, rays: Canvas, bounce: Canvas) -> Canvas:
    """What mirror rays (table frame) see: the ground below, the sky above, the lamps' images."""
    up = np.clip(rays[:, 2] * 4 + 0.5, 0, 1)[:, None]
    seen = np.array(scene.sky, np.float32) * np.float32(1.2) * up + bounce * (1 - up)
    for lamp in scene.lamps:
        way = np.array(lamp.direction, np.float32)
        side = np.cross(way, [0.3, 0.8, 0.52]).astype(np.float32)
        side /= np.linalg.norm(side)
        other = np.cross(way, side).astype(np.float32)
        off = np.sqrt((rays @ side / lamp.spread[0]) ** 2 + (rays @ other / lamp.spread[1]) ** 2)
        image = np.clip((1 - off) / max(lamp.soft, 0.02) * 0.5 + 0.5, 0, 1) * (rays @ way > 0)
        strength = np.array(lamp.glow, np.float32) * np.float32(lamp.shine)
        seen = seen + image[:, None] * strength
    return np.asarray(seen, np.float32)


def _through(
    scene: DiceScene, die: SolidDie, ground: Canvas, body: Canvas, spots: Canvas, normals: Canvas, rays: Canvas
) -> Canvas:
    """What shines through clear plastic: the ground, the pips on the far faces, tinted by the way inside."""
    facing = np.clip(-_dot(rays, normals), 0, 1)[:, None]
    inside = GLASS * rays + (GLASS * facing - np.sqrt(np.maximum(1 - GLASS**2 * (1 - facing**2), 0))) * normals
    inside = np.where(np.abs(inside) < 1e-4, np.float32(1e-4), inside).astype(np.float32)
    reach = np.maximum((np.sign(inside) - spots) / inside, 0)
    length = -_most(-reach)
    out = spots + inside * length[:, None]
    steepness = np.abs(np.take_along_axis(inside, reach.argmin(axis=1)[:, None], 1))[:, 0]
    far, way = out @ die.turn.T * die.size / 2 + np.asarray(die.centre), inside @ die.turn.T
    down = np.where(way[:, 2] < -0.05, far[:, 2] / np.maximum(-way[:, 2], 0.05), 0)
    pixels = scene.eye.project(far + way * np.clip(down, 0, 3 * die.size)[:, None]).round().astype(int)
    height, width = ground.shape[:2]
    seen = ground[np.clip(pixels[:, 1], 0, height - 1), np.clip(pixels[:, 0], 0, width - 1)]
    mirrored = np.clip((TOTAL_REFLECTION - steepness) * 8 + 0.5, 0, 1)[:, None]
    light = np.array(scene.sky, np.float32) + sum(np.array(lamp.glow, np.float32) for lamp in scene.lamps)
    glow = 0.35 * light
    if die.look.sparkle:
        seen = seen * np.exp(np.float32(die.look.sparkle) * _specks(out.astype(np.float32)))
    seen = seen * (1 - mirrored) + die.look.wall * light * mirrored
    pip, *_ = _pips(die.look, out.astype(np.float32))
    seen = (
        seen * (1 - pip[:, None]) + np.array(die.look.pip, np.float32) * light * np.float32(die.look.lit) * pip[:, None]
    )
    tint = np.clip(body * 1.6, 0.01, 0.98) ** (die.look.density * (0.35 + 0.45 * length[:, None]))
    return np.asarray(seen * tint + 0.12 * body * glow, np.float32)


@dataclass(frozen=True)
class Film:
    """How a camera turns light into a picture: exposure, white balance, tone, sharpness, noise, compression.

    `sharpen` is how much of what a blur of `halo` pixels takes away is added, which leaves halos about edges;
    `hue_blur` is how far hues are smeared to hide their noise, as telephones do (a Gaussian of so many pixels).
    """

    exposure: float = 1.0
    balance: Rgb = (1.0, 1.0, 1.0)
    gamma: float = 2.2
    contrast: float = 0.0
    saturation: float = 1.0
    blur: float = 0.5
    motion: tuple[float, float] = (0.0, 0.0)
    sharpen: float = 0.0
    halo: float = 1.2
    hue_blur: float = 0.0
    noise: float = 0.01
    grain: float = 0.7
    quality: int = 90


def photograph(canvas: Canvas, film: Film, rng: np.random.Generator) -> Image:
    """A linear picture as an 8-bit photograph, blue-green-red."""
    light = canvas * (np.array(film.balance, np.float32) * np.float32(film.exposure))
    if film.blur > 0.2:
        light = np.asarray(cv2.GaussianBlur(light, (0, 0), film.blur), np.float32)
    if any(film.motion):
        light = np.asarray(cv2.filter2D(light, -1, _smear(*film.motion)), np.float32)
    picture = np.asarray(cv2.pow(np.clip(light, 0, 1), 1 / film.gamma), np.float32)
    if film.contrast:
        picture = picture + np.float32(film.contrast) * (picture * picture * (3 - 2 * picture) - picture)
    if film.saturation != 1:
        grey = picture.mean(axis=2, keepdims=True)
        picture = grey + (picture - grey) * np.float32(film.saturation)
    if film.noise > 0:
        height, width = picture.shape[:2]
        noise = rng.standard_normal((height, width, 3), np.float32)
        if film.grain > 0.3:
            noise = np.asarray(cv2.GaussianBlur(noise, (0, 0), film.grain), np.float32) * np.float32(3.5 * film.grain)
        picture = picture + noise * np.float32(film.noise)
    if film.hue_blur > 0:
        grey = picture.mean(axis=2, keepdims=True)
        picture = grey + np.asarray(cv2.GaussianBlur(picture - grey, (0, 0), film.hue_blur), np.float32)
    if film.sharpen > 0:
        soft = np.asarray(cv2.GaussianBlur(picture, (0, 0), film.halo), np.float32)
        picture = picture + film.sharpen * (picture - soft)
    image = np.clip(picture[..., ::-1] * 255 + 0.5, 0, 255).astype(np.uint8)
    if film.quality < 100:
        _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, film.quality])
        return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    return np.asarray(image, np.uint8)


def _smear(x: float, y: float) -> Canvas:
    reach = int(np.ceil(max(abs(x), abs(y)))) + 1
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    ends = [(round((reach + s * x / 2) * 16), round((reach + s * y / 2) * 16)) for s in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 1.0, 1, cv2.LINE_AA, 4)
    return np.asarray(kernel / kernel.sum(), np.float32)
