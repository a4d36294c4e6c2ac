"""Random tables: boards, lights, plastics, lenses and stacks far more varied than any one home has.

Every draw comes from the generator passed in, so a seed gives the same picture again.
"""

from dataclasses import dataclass, replace
from itertools import takewhile

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.drawing.painting import Canvas, Light, Points, Rgb
from vision.drawing.table import BoardStyle, Placing, Plastic, Scene, to_image
from vision.geometry.grid import VOLCANO, BoardGrid
from vision.geometry.solids import BASE_MM, USUAL_RISE_MM, pieces, solids
from vision.image import Image
from vision.networks.trained_for import CELLS

Rng = np.random.Generator

CORNERS = ("a1", "e1", "e5", "a5")
PLAIN = "RYGB"
# How far apexes of nested pieces are apart differs from set to set, by more than published pictures of a few tell.
STACK_RISES_MM = (6.4, 10.8)
# How often tables are seen from straight above or nearly.
STEEP_SHARE = 0.5
TINTS: dict[str, tuple[Rgb, Rgb]] = {
    "R": ((0.45, 0.0, 0.0), (0.95, 0.10, 0.10)),
    "Y": ((0.60, 0.33, 0.0), (1.0, 0.92, 0.20)),
    "G": ((0.0, 0.18, 0.01), (0.12, 0.65, 0.25)),
    "B": ((0.0, 0.01, 0.25), (0.15, 0.25, 0.95)),
    "C": ((0.75, 0.78, 0.80), (0.97, 0.97, 1.0)),
    "K": ((0.005, 0.005, 0.005), (0.06, 0.06, 0.06)),
}

# On so many tables any cells may be empty and hold single pyramids or piles without a large beneath: Looney Blockade
# fills every cell, other games do not. So many of these tables are bare; on the others so many of the stacks are single
# pyramids, and so many piles on any piece.
SPARSE_SHARE, BARE_SHARE = 0.3, 0.2
SINGLES, PILES = 0.5, 0.25
# Of touched stacks so many are set up anew, and of untouched ones that were bumped; of the others so many are a little
# off (mm, and of each piece radians).
ROUGH, BUMPED = 0.35, 0.02
JOGGED_TOUCHED, JOGGED_UNTOUCHED = 0.5, 0.05
JOG_MM, JOG_TWIST = 0.3, 0.02


@dataclass(frozen=True)
class BoardEye:
    """A pinhole camera with radial distortion over the board: the pose convention of OpenCV, lengths in millimetres."""

    matrix: Points
    distortion: Points
    rotation: Points
    translation: Points
    size: tuple[int, int]
    pitch: float
    grid: BoardGrid = VOLCANO

    @property
    def corners(self) -> Points:
        """Pixels (4 x 2) of the board's outer corners in the order a1 e1 e5 a5."""
        return self.project(np.column_stack([self.grid.outline * self.pitch, np.zeros(4)]))

    def holds_board(self, inset: float) -> bool:
        """Whether the whole board is in the picture, its corners so many pixels from the edge at least."""
        return bool((self.corners >= inset).all() and (self.corners <= np.array(self.size) - inset).all())

    def project(self, points: Points) -> Points:
        flat = np.ascontiguousarray(points, np.float64).reshape(-1, 1, 3)
        return np.asarray(
            cv2.projectPoints(flat, self.rotation, self.translation, self.matrix, self.distortion)[0][:, 0], np.float64
        )

    @property
    def camera_centre(self) -> Points:
        turn = np.asarray(cv2.Rodrigues(self.rotation)[0], np.float64)
        return -turn.T @ self.translation


def random_eye(
    rng: Rng, size: tuple[int, int], fill: tuple[float, float] = (0.62, 1.0), steep: float = STEEP_SHARE
) -> BoardEye:
    """A camera from 28 to 90 degrees above the table, from straight above or nearly as often as `steep` says; `fill`
    bounds the share of the height that the board takes."""
    width, height = size
    pitch = float(rng.uniform(26.5, 40))
    focal = width / 2 / np.tan(np.radians(rng.uniform(36, 72)) / 2)
    elevation = np.radians(rng.uniform(28, 80) if rng.random() < 1 - steep else rng.uniform(72, 90))
    azimuth = rng.uniform(0, 2 * np.pi)
    span = 5 * pitch * (1.15 if elevation > np.radians(60) else 1.35)
    distance = span * focal / height / rng.uniform(*fill)
    centre = np.array([2.5 * pitch, 2.5 * pitch, 20.0])
    forward = -np.array([np.cos(elevation) * np.cos(azimuth), np.cos(elevation) * np.sin(azimuth), np.sin(elevation)])
    roll = rng.normal(0, np.radians(5)) if rng.random() < 0.7 else rng.uniform(-np.pi, np.pi) * (elevation > 1.2)
    right = np.cross(forward, [0.0, 0.0, 1.0])
    right /= np.linalg.norm(right)
    down = np.cross(forward, right)
    right, down = np.cos(roll) * right + np.sin(roll) * down, -np.sin(roll) * right + np.cos(roll) * down
    turn = np.vstack([right, down, forward])
    place = centre - forward * distance
    matrix = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1.0]])
    k1 = float(rng.normal(0, 0.05))
    distortion = np.array([k1, float(rng.normal(0, 0.01)), 0, 0, 0])
    shift = rng.normal(0, 0.03 + 0.1 * (1 - fill[0]), 2) * distance
    translation = -turn @ place + np.array([shift[0], shift[1], 0])
    return BoardEye(matrix, distortion, np.asarray(cv2.Rodrigues(turn)[0], np.float64)[:, 0], translation, size, pitch)


def random_grid(rng: Rng) -> dict[str, str]:
    """A table in the middle of some game: of Looney Blockade or, as often as `SPARSE_SHARE` says, of any other."""
    grid = blockade_grid(rng)
    if rng.random() >= SPARSE_SHARE:
        return grid
    empty = 1.0 if rng.random() < BARE_SHARE else rng.uniform()
    return {cell: "" if rng.random() < empty else any_pile(rng, stack) for cell, stack in grid.items()}


def any_pile(rng: Rng, stack: str) -> str:
    """A single pyramid, a pile on any piece, or the stack itself."""
    kind, colour = rng.random(), str(rng.choice(list(PLAIN)))
    if kind < SINGLES:
        colour = "K" if rng.random() < 0.1 else colour
        return "C3" if rng.random() < 0.05 else f"{colour}{rng.integers(1, 4)}"
    if kind > SINGLES + PILES:
        return stack
    base = f"{colour}{rng.choice([1, 2, 3], p=[0.35, 0.5, 0.15])}"
    above = [
        f"{colour if rng.random() < 0.6 else rng.choice(list(PLAIN))}{rng.choice([1, 2, 3], p=[0.5, 0.35, 0.15])}"
        for _ in range(int(rng.choice([1, 2, 3, 4], p=[0.5, 0.3, 0.15, 0.05])))
    ]
    return base + "".join(above)


def blockade_grid(rng: Rng) -> dict[str, str]:
    """A large in every cell; one table in four is just set up."""
    colours = rng.permutation(list("RYGB" * 5))
    special = (*CORNERS, "c3")
    if rng.random() < 0.15:
        special = tuple(rng.choice(CELLS, 5, replace=False))
    fresh = rng.random() < 0.25
    grid: dict[str, str] = {}
    piles = list(rng.permutation(list(PLAIN)))
    plain = iter(colours)
    for cell in CELLS:
        if cell in special:
            pile = piles.pop() if cell != "c3" and piles else None
            grid[cell] = "C3" + (_clear_pile(rng, pile, fresh) if pile or not fresh else "")
        else:
            base = str(next(plain))
            grid[cell] = f"{base}3" + (f"{base}1" if fresh else random_pile(rng, base))
    return grid


def _clear_pile(rng: Rng, colour: str | None, fresh: bool) -> str:
    if fresh and colour:
        return f"{colour}2" * 5
    colour = colour or str(rng.choice(list(PLAIN)))
    mediums = int(rng.choice([0, 1, 2, 3, 4, 5, 6], p=[0.2, 0.14, 0.14, 0.14, 0.14, 0.2, 0.04]))
    smalls = int(rng.choice([0, 1, 2, 3], p=[0.66, 0.22, 0.09, 0.03]))
    return f"{colour}2" * mediums + f"{colour}1" * smalls


def random_pile(rng: Rng, base: str) -> str:
    """What stands on a large: mostly its own colour, sometimes a capped tower, sometimes a foreign piece."""
    if rng.random() < 0.12:
        above = "".join(f"{base}{s}" for s in (["1"] * int(rng.integers(0, 3)) if rng.random() < 0.5 else []))
        cap = int(rng.choice([3, 2, 1], p=[0.6, 0.25, 0.15]))
        under = f"{base}2{base}1" if rng.random() < 0.85 else str(rng.choice(["", f"{base}2", f"{base}1"]))
        if cap == 3 and rng.random() < 0.2:
            above = f"{base}2" + above[2:]
        return f"{under}K{cap}{above if rng.random() < 0.5 else ''}"
    mediums = int(rng.choice([0, 1, 2, 3], p=[0.68, 0.2, 0.09, 0.03]))
    smalls = int(rng.choice([0, 1, 2, 3, 4], p=[0.34, 0.4, 0.18, 0.06, 0.02]))
    pile = f"{base}2" * mediums + f"{base}1" * smalls
    if rng.random() < 0.08:
        pile += str(rng.choice(list(PLAIN))) + str(rng.choice(["1", "2"], p=[0.7, 0.3]))
    return pile


def changed_grid(rng: Rng, grid: dict[str, str]) -> dict[str, str]:
    """The same table some moves later: a few stacks grew, shrank, were capped or rebuilt."""
    after, sparse = dict(grid), not all(grid.values())
    for cell in rng.choice(CELLS, int(rng.integers(3, 12)), replace=False):
        stack = after[cell]
        way = rng.random()
        if way < 0.4 and len(stack) > (0 if sparse else 2):
            after[cell] = stack[:-2]
        elif sparse and not stack:
            after[cell] = any_pile(rng, "C3")
        elif way < 0.8:
            colour = stack[0] if stack and stack[0] in PLAIN and rng.random() < 0.85 else str(rng.choice(list(PLAIN)))
            if stack.startswith("C") and len(stack) > 2 and rng.random() < 0.8:
                colour = stack[2]
            after[cell] = (stack + colour + str(rng.choice(["1", "2"], p=[0.65, 0.35])))[:18]
        elif way > 0.96 or not stack:
            after[cell] = "" if rng.random() < 0.4 else (stack + str(rng.choice(list(PLAIN))) + "3")[-18:]
        elif stack[0] in PLAIN:
            after[cell] = stack[:2] + random_pile(rng, stack[0])
        else:
            after[cell] = "C3" + _clear_pile(rng, None, False)
    return after


def between_colours(rng: Rng, low: Rgb, high: Rgb) -> Rgb:
    """A colour on the way from one to the other, or a little off it."""
    a, b = np.asarray(low), np.asarray(high)
    mixed = a + (b - a) * np.clip(rng.uniform() + rng.normal(0, 0.12, 3), 0, 1)
    return float(mixed[0]), float(mixed[1]), float(mixed[2])


def random_pip(rng: Rng) -> float:
    """How strongly pips show: on most sets they are paler than the body and plain to see, on few they are not seen."""
    pick = rng.random()
    if pick < 0.1:
        return 0.0
    return float(rng.uniform(0.3, 1.0) if pick < 0.8 else rng.uniform(-0.9, -0.2))


def random_plastics(rng: Rng) -> dict[str, Plastic]:
    """One maker's plastic: all colours share the finish."""
    # Half of all plastics are clear as glass: those are the hardest to read.
    density, scatter = rng.uniform(0.6, 1.0), rng.uniform(0, 0.25) if rng.random() < 0.5 else rng.uniform(0.08, 0.8)
    gloss, rim = rng.uniform(0.02, 0.5), rng.uniform(-0.5, 0.7)
    mottle, pip = rng.uniform(0, 0.55), random_pip(rng)
    cavity = float(rng.choice([0.0, rng.uniform(0.1, 1.0)], p=[0.2, 0.8]))
    nested = float(np.exp(rng.normal(0, 0.45)))
    made = {}
    for colour, (low, high) in TINTS.items():
        plastic = Plastic(between_colours(rng, low, high), density, scatter, gloss, rim, mottle, pip, nested, cavity)
        if colour == "C":
            plastic = replace(plastic, density=rng.uniform(0.05, 0.6), scatter=rng.uniform(0, 0.25), rim=abs(rim) + 0.2)
        if colour == "K":
            solid = rng.random() < 0.8
            plastic = replace(
                plastic, density=1.0, scatter=rng.uniform(0.2, 1.2) if solid else 0.4, mottle=mottle * 0.3
            )
        made[colour] = plastic
    return made


def random_board(rng: Rng) -> BoardStyle:
    """Plain, lined, framed and chequered boards, light and dark."""

    def any_colour() -> Rgb:
        # Most boards are nearly white or nearly black.
        low, high = ((0.55, 0.85), (0.01, 0.15), (0.01, 0.85))[int(rng.choice(3, p=[0.5, 0.2, 0.3]))]
        grey = rng.uniform(low, high)
        tone = np.clip(grey * (1 + rng.normal(0, 0.35 if rng.random() < 0.25 else 0.05, 3)), 0.005, 0.95)
        return float(tone[0]), float(tone[1]), float(tone[2])

    cell = any_colour()
    chequered = rng.random() < 0.25
    return BoardStyle(
        cell,
        any_colour() if chequered else cell,
        any_colour(),
        float(rng.uniform(0.4, 3.2)) if rng.random() < (0.4 if chequered else 0.9) else 0.0,
        any_colour(),
        float(rng.choice([0.0, rng.uniform(1, 14)], p=[0.15, 0.85])),
    )


def random_light(rng: Rng) -> Light:
    slope = np.radians(rng.uniform(25, 88))
    way = rng.uniform(0, 2 * np.pi)
    direction = (float(np.cos(slope) * np.cos(way)), float(np.cos(slope) * np.sin(way)), float(np.sin(slope)))
    warmth = rng.normal(0, 0.12)
    colour = (float(1 + warmth), float(1 + rng.normal(0, 0.03)), float(1 - warmth))
    return Light(direction, rng.uniform(0.2, 1.0), rng.uniform(0.2, 0.8), colour, rng.choice([0, rng.uniform(0, 0.7)]))


def random_table(rng: Rng, eye: BoardEye) -> Canvas:
    """The table top around the board: plain, cloth or planks."""
    base = rng.uniform(0.03, 0.75) * (1 + rng.normal(0, 0.25, 3))
    kind = rng.integers(3)
    texture = np.ones((512, 512), np.float32)
    if kind > 0:
        coarse = rng.normal(0, 1, (24, 200) if kind == 1 else (128, 128)).astype(np.float32)
        texture += rng.uniform(0.02, 0.2) * np.asarray(cv2.resize(coarse, (512, 512), interpolation=cv2.INTER_CUBIC))
        if kind == 1 and rng.random() < 0.5:
            texture[:: int(rng.integers(40, 120))] *= 0.4
            texture = np.asarray(cv2.rotate(texture, cv2.ROTATE_90_CLOCKWISE)) if rng.random() < 0.5 else texture
    side = 600.0
    around = np.array([[-side / 3, -side / 3, 0], [side, -side / 3, 0], [side, side, 0], [-side / 3, side, 0.0]])
    seen = eye.project(around * 0.5 + 0.25 * np.array([5 * eye.pitch, 5 * eye.pitch, 0])).astype(np.float32)
    flat = np.array([[0, 0], [512, 0], [512, 512], [0, 512]], np.float32)
    warp = cv2.getPerspectiveTransform(flat, seen)
    picture = cv2.warpPerspective(texture, warp, eye.size, borderMode=cv2.BORDER_WRAP, flags=cv2.INTER_LINEAR)
    return np.clip(np.asarray(picture)[..., None] * base, 0, 1.2).astype(np.float32)


def random_placings(rng: Rng, grid: dict[str, str], loose: float) -> dict[str, Placing]:
    placings = {}
    for cell, stack in grid.items():
        twist = rng.normal(0, 0.06 + 0.15 * loose)
        twists = tuple(float(twist + t) for t in rng.normal(0, 0.03 + 0.18 * loose, len(stack) // 2))
        # Players set a pyramid that is smaller than a large less exactly into the middle.
        room = (BASE_MM[3] - BASE_MM[int(stack[1])]) / 2 if stack else 0.0
        dx, dy = np.clip(rng.normal(0, 0.8 + 0.8 * loose + 0.2 * room, 2), -4, 4)
        placings[cell] = Placing(float(dx), float(dy), twists)
    return placings


def nudged(rng: Rng, placings: dict[str, Placing], before: dict[str, str], after: dict[str, str]) -> dict[str, Placing]:
    """Placings after some moves: untouched stacks stand as they stood, but for a few that were bumped; of touched ones,
    what stays of them does, too, where the hand was light."""
    fresh = random_placings(rng, after, float(rng.random()))
    return {cell: _handled(rng, placings[cell], before[cell], after[cell], fresh[cell]) for cell in CELLS}


def _handled(rng: Rng, placing: Placing, before: str, after: str, fresh: Placing) -> Placing:
    """How a stack stands after a move: as it did, a little off, or as if set up anew (`fresh`)."""
    both = zip(pieces(before), pieces(after), strict=False)
    stays = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], both))
    touched = before != after
    if not stays or rng.random() < (ROUGH if touched else BUMPED):
        return fresh
    if rng.random() < (JOGGED_TOUCHED if touched else JOGGED_UNTOUCHED):
        dx, dy = rng.normal(0, JOG_MM, 2)
        twists = tuple(float(twist + rng.normal(0, JOG_TWIST)) for twist in placing.twists)
        placing = Placing(float(placing.dx + dx), float(placing.dy + dy), twists)
    return replace(placing, twists=(*placing.twists[:stays], *fresh.twists[stays:]))


def random_scene(
    rng: Rng,
    size: tuple[int, int] = (640, 480),
    fill: tuple[float, float] = (0.62, 1.0),
    steep: float = STEEP_SHARE,
) -> tuple[Scene, BoardEye]:
    """A whole table and the camera that sees it."""
    eye = random_eye(rng, size, fill, steep)
    grid = random_grid(rng)
    strays = []
    for _ in range(int(rng.integers(0, 7))):
        spot = rng.uniform(-0.6, 1.6, 2) * 5 * eye.pitch
        if (np.abs(spot / eye.pitch - 2.5) > 3.3).any():
            solid = solids(f"K{int(rng.integers(1, 4))}", USUAL_RISE_MM)[0]
            strays.append((solid, float(spot[0]), float(spot[1]), float(rng.uniform(0, 3))))
    scene = Scene(
        eye.project,
        eye.camera_centre,
        size,
        eye.pitch,
        grid,
        float(rng.uniform(*STACK_RISES_MM)),
        random_board(rng),
        random_light(rng),
        random_plastics(rng),
        random_placings(rng, grid, float(rng.random())),
        random_table(rng, eye),
        strays,
        board_grid=eye.grid,
    )
    return scene, eye


def random_hand(rng: Rng, eye: BoardEye) -> tuple[NDArray[np.float32], Canvas]:
    """An arm that comes in over the board: how much of each pixel it covers, and its colour."""
    width, height = eye.size
    cover = np.zeros((height, width), np.uint8)
    spot = eye.project(np.array([[*(rng.uniform(0, 5, 2) * eye.pitch), 40.0]]))[0]
    edge = spot + 900 * np.array([np.cos(a := rng.uniform(0, 2 * np.pi)), np.sin(a)])
    unit = float(np.linalg.norm(np.diff(eye.project(np.array([[0, 0, 0.0], [5 * eye.pitch, 0, 0]])), axis=0))) / 5
    thick = unit * rng.uniform(0.9, 2.0)
    way = (edge - spot) / np.linalg.norm(edge - spot)
    side = np.array([-way[1], way[0]])
    wrist = spot + way * thick * rng.uniform(1.4, 2.2)

    def bar(a: Points, b: Points, w: float) -> None:
        cv2.line(cover, a.astype(int).tolist(), b.astype(int).tolist(), 255, max(int(w), 2), cv2.LINE_AA)

    bar(wrist, edge, thick)
    bar(spot + way * thick * 0.9, wrist, thick * rng.uniform(0.9, 1.15))
    for k in range(int(rng.integers(0, 5))):
        root = spot + way * thick * 0.9 + side * thick * (k - 1.5) * 0.24
        bar(root, root - way * thick * rng.uniform(0.3, 0.9) + side * rng.normal(0, 0.1) * thick, thick * 0.24)
    blurred = np.asarray(cv2.GaussianBlur(cover, (0, 0), rng.uniform(0.6, 2)))
    skin = np.array([0.65, 0.38, 0.28]) * rng.uniform(0.12, 1.3) * (1 + rng.normal(0, 0.1, 3))
    if rng.random() < 0.25:
        skin = rng.uniform(0.02, 0.7, 3)
    shade = np.asarray(cv2.GaussianBlur(cover, (0, 0), max(thick * 0.35, 1))).astype(np.float32) / 255
    grain = np.asarray(cv2.resize(rng.normal(1, 0.1, (24, 32)).astype(np.float32), eye.size))
    colour = (0.35 + 0.75 * shade * grain)[..., None] * skin
    return blurred.astype(np.float32) / np.float32(255), colour.astype(np.float32)


def photograph(rng: Rng, drawn: Image, hand: tuple[NDArray[np.float32], Canvas] | None, film: "SceneFilm") -> Image:
    """A drawn table passed through a cheap camera: uneven light, white balance, gamma, blur, noise, JPEG."""
    clean = drawn.astype(np.float32) / np.float32(255)
    if hand is not None:
        cover, colour = hand
        linear = clean[..., ::-1] ** 2.2
        linear += cover[..., None] * (colour - linear)
        clean = (np.clip(linear, 0, 1)[..., ::-1] ** (1 / 2.2)).astype(np.float32)
    picture = film.develop(clean)
    picture += rng.normal(0, film.noise, picture.shape).astype(np.float32)
    exposed = (np.clip(picture, 0, 1) * 255 + 0.5).astype(np.uint8)
    ok, data = cv2.imencode(".jpg", exposed, [cv2.IMWRITE_JPEG_QUALITY, film.quality])
    assert ok
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def exposed(linear: Canvas, film: "SceneFilm", exposure: float, seed: int, sharpened: float = 0.0) -> Image:
    """The photograph of a table drawn in linear light (H x W x 3): exposed for its brightness, with the film's blur and
    noise; so often (0..1) the camera sharpens it."""
    gain = float(np.clip(exposure / max(float(linear.mean()), 1e-3), 0.5, 3.0))
    rng = np.random.default_rng([seed, 99])
    picture = photograph(rng, to_image(linear * np.float32(gain)), None, film)
    if rng.random() < sharpened:
        soft = np.asarray(cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.8, 1.6)), np.uint8)
        strong = float(rng.uniform(0.2, 1.0))
        picture = np.asarray(cv2.addWeighted(picture, 1 + strong, soft, -strong, 0), np.uint8)
    return picture


@dataclass(frozen=True)
class SceneFilm:
    """What stays the same from picture to picture of one camera under one lamp."""

    gain: Points
    gamma: float
    vignette: float
    tilt: Points
    blur: float
    noise: float
    quality: int

    def develop(self, picture: NDArray[np.float32]) -> NDArray[np.float32]:
        height, width = picture.shape[:2]
        v, u = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
        field = 1 - self.vignette * (u * u + v * v) + self.tilt[0] * u + self.tilt[1] * v
        seen = np.clip(picture, 0, 1) ** self.gamma * (field[..., None] * self.gain).astype(np.float32)
        if self.blur > 0.3:
            seen = np.asarray(cv2.GaussianBlur(seen, (0, 0), self.blur), np.float32)
        return np.asarray(np.clip(seen, 0, 1), np.float32)

    def later(self, rng: Rng) -> "SceneFilm":
        """The same camera some minutes on: the light a little different."""
        gain = self.gain * (1 + rng.normal(0, 0.05)) * (1 + rng.normal(0, 0.02, 3))
        return replace(self, gain=gain, tilt=self.tilt + rng.normal(0, 0.02, 2))


def random_film(rng: Rng) -> SceneFilm:
    return SceneFilm(
        rng.uniform(0.65, 1.25) * (1 + rng.normal(0, 0.06, 3)),
        float(rng.uniform(0.8, 1.25)),
        float(rng.uniform(0, 0.25)),
        rng.normal(0, 0.08, 2),
        float(1.3 * rng.uniform() ** 1.5),
        float(0.035 * rng.uniform() ** 1.5),
        int(rng.integers(45, 97)),
    )
