"""Draws a table with a board and pyramids on it, as a camera would see it.

A painter's-algorithm rasteriser: quick enough for a simulated camera and for making training pictures, with the
cues that matter (perspective, lens distortion, translucent shells one over another, bright rims, pips, shadows).
Board frame: millimetres, origin at a1's outer corner, x along the files, y along the ranks, z up. Colours are linear
RGB 0..1.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.grid import BoardGrid
from vision.geometry.solids import USUAL_RISE_MM, Solid, solids
from vision.image import Image

Points = NDArray[np.float64]
Canvas = NDArray[np.float32]
Rgb = tuple[float, float, float]
Projection = Callable[[Points], Points]

PIP_ABOVE_EDGE_MM = 4.2
PIP_SPACING_MM = 3.8
PIP_RADIUS_MM = 1.1
FAR_PX = 1e5


@dataclass(frozen=True)
class Plastic:
    """How a pyramid's material treats light; a negative `rim` or `pip` makes edges or pips darker than the body.

    `nested` is how much brighter a piece glows that stands on another than one that stands on the board;
    `cavity` is how much the hollow inside shows, 0..1.
    """

    tint: Rgb
    density: float = 0.9
    scatter: float = 0.35
    gloss: float = 0.3
    rim: float = 0.35
    mottle: float = 0.2
    pip: float = 0.5
    nested: float = 1.0
    cavity: float = 0.5


DEFAULT_PLASTICS: Mapping[str, Plastic] = {
    "R": Plastic((0.75, 0.02, 0.03)),
    "Y": Plastic((0.85, 0.60, 0.03)),
    "G": Plastic((0.02, 0.40, 0.08)),
    "B": Plastic((0.03, 0.06, 0.60)),
    "C": Plastic((0.85, 0.88, 0.90), density=0.35, scatter=0.06, rim=0.7),
    "K": Plastic((0.03, 0.03, 0.035), density=1.0, scatter=1.0, mottle=0.05),
}


@dataclass(frozen=True)
class BoardStyle:
    """How a board looks: cells (in two colours if chequered), lines between them, a frame around; widths in mm."""

    cell: Rgb = (0.10, 0.18, 0.13)
    other_cell: Rgb = (0.10, 0.18, 0.13)
    line: Rgb = (0.75, 0.78, 0.75)
    line_width: float = 1.2
    frame: Rgb = (0.10, 0.10, 0.11)
    frame_width: float = 8.0


@dataclass(frozen=True)
class Light:
    """One key light from `direction` (unit vector, board frame), a sky, and their colour."""

    direction: tuple[float, float, float] = (0.3, 0.4, 0.866)
    key: float = 0.7
    sky: float = 0.5
    colour: Rgb = (1.0, 1.0, 1.0)
    shadow: float = 0.35


@dataclass(frozen=True)
class Placing:
    """Where a stack stands in its cell: offset in millimetres and, a piece each, its twist in radians."""

    dx: float = 0.0
    dy: float = 0.0
    twists: tuple[float, ...] = ()


@dataclass(frozen=True)
class Scene:
    """A table to draw, with the cells of `board_grid` and the stacks of `grid`, by cell. `project` maps N x 3
    board-frame points to N x 2 pixels; `eye` is the camera's centre."""

    project: Projection
    eye: Points
    size: tuple[int, int]
    pitch: float
    grid: Mapping[str, str]
    rise: float = USUAL_RISE_MM
    board: BoardStyle = BoardStyle()
    light: Light = Light()
    plastics: Mapping[str, Plastic] = field(default_factory=lambda: DEFAULT_PLASTICS)
    placings: Mapping[str, Placing] = field(default_factory=dict)
    table: Canvas | None = None
    strays: Sequence[tuple[Solid, float, float, float]] = ()
    board_grid: BoardGrid = field(kw_only=True)


def render(scene: Scene, texture_seed: int = 0) -> Image:
    """The picture, `scene.size` wide and high.

    `texture_seed` fixes the mottling inside the plastic: a stack that stays as it is looks the same in every picture.
    """
    width, height = scene.size
    canvas = np.full((height, width, 3), 0.45, np.float32) if scene.table is None else scene.table.copy()
    _draw_board(canvas, scene)
    stacks = [(*_stand(scene, cell), solids(stack, scene.rise)) for cell, stack in scene.grid.items() if stack]
    stacks += [(x, y, (twist,), (solid,)) for solid, x, y, twist in scene.strays]
    for x, y, _, stack in stacks:
        _draw_shadow(canvas, scene, x, y, stack)
    for x, y, twists, stack in sorted(stacks, key=lambda s: -float(np.hypot(s[0] - scene.eye[0], s[1] - scene.eye[1]))):
        _draw_stack(canvas, scene, x, y, twists, stack, texture_seed)
    return to_image(canvas * np.asarray(scene.light.colour, np.float32))


def to_image(linear: Canvas) -> Image:
    """Linear RGB to an 8-bit picture in OpenCV's channel order, with the usual display gamma."""
    shown = np.clip(linear, 0, 1) ** (1 / 2.2)
    return np.ascontiguousarray((shown[..., ::-1] * 255 + 0.5).astype(np.uint8))


def _stand(scene: Scene, cell: str) -> tuple[float, float, tuple[float, ...]]:
    placing = scene.placings.get(cell, Placing())
    x, y = scene.board_grid.centre(cell, scene.pitch)
    return x + placing.dx, y + placing.dy, placing.twists


def _outline(scene: Scene, corners: Sequence[tuple[float, float]], z: float = 0.0, pieces: int = 8) -> Points:
    """A flat polygon's projection, its sides cut in pieces so that lens distortion bends them."""
    ring = np.asarray(corners, float)
    steps = np.linspace(0, 1, pieces, endpoint=False)[:, None]
    sides = [a + (b - a) * steps for a, b in zip(ring, np.roll(ring, -1, axis=0), strict=True)]
    flat = np.vstack(sides)
    return scene.project(np.column_stack([flat, np.full(len(flat), z)]))


def _rectangle(x0: float, y0: float, x1: float, y1: float) -> list[tuple[float, float]]:
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def _draw_board(canvas: Canvas, scene: Scene) -> None:
    style, pitch, light = scene.board, scene.pitch, scene.light
    shade = light.sky + light.key * light.direction[2]
    across, along = scene.board_grid.files * pitch, scene.board_grid.ranks * pitch
    for colour, room in ((style.frame, style.frame_width), (style.line, style.line_width / 2)):
        _paint(canvas, _outline(scene, _rectangle(-room, -room, across + room, along + room)), colour, shade)
    half = style.line_width / 2
    for cell in scene.board_grid.cells:
        x, y = (c - pitch / 2 for c in scene.board_grid.centre(cell, pitch))
        colour = style.other_cell if (int(x / pitch + 0.5) + int(y / pitch + 0.5)) % 2 else style.cell
        _paint(
            canvas, _outline(scene, _rectangle(x + half, y + half, x + pitch - half, y + pitch - half)), colour, shade
        )


def _draw_shadow(canvas: Canvas, scene: Scene, x: float, y: float, stack: tuple[Solid, ...]) -> None:
    """A soft dark patch that falls away from the key light, coloured by what the light went through."""
    if scene.light.shadow <= 0:
        return
    foot, top = stack[0], stack[-1]
    lx, ly, lz = scene.light.direction
    reach = min(top.apex * 0.6, 45.0)
    dx, dy = -lx / max(lz, 0.3) * reach, -ly / max(lz, 0.3) * reach
    half = foot.base / 2
    ring = [(x + sx * half, y + sy * half) for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))] + [(x + dx, y + dy)]
    hull = cv2.convexHull(_outline(scene, ring).astype(np.float32))[:, 0, :].astype(float)
    tint = np.asarray(scene.plastics[foot.colour].tint)
    through = 1 - scene.light.shadow * (1 - 0.4 * tint / max(float(tint.max()), 0.2))
    blur = max(3, int(half * _scale(scene, x, y) * 0.5) | 1)
    _blend(canvas, hull, through, np.zeros(3), blur=blur)


def _scale(scene: Scene, x: float, y: float) -> float:
    """Pixels a millimetre near a place on the board."""
    a, b, c = scene.project(np.array([[x, y, 0.0], [x + 10, y, 0], [x, y + 10, 0]]))
    return float(max(np.linalg.norm(b - a), np.linalg.norm(c - a)) / 10)


def _draw_stack(
    canvas: Canvas,
    scene: Scene,
    x: float,
    y: float,
    twists: tuple[float, ...],
    stack: tuple[Solid, ...],
    texture_seed: int,
) -> None:
    spot = [int(abs(x) / scene.pitch), int(abs(y) / scene.pitch)]
    shells = [
        _Shell(
            scene,
            solid,
            x,
            y,
            twists[i] if i < len(twists) else 0.0,
            np.random.default_rng([texture_seed, *spot, i, i == len(stack) - 1]),
            on_another=i > 0,
        )
        for i, solid in enumerate(stack)
    ]
    for shell in reversed(shells):
        shell.draw_faces(canvas, facing=False)
    shells[0].draw_hollow(canvas)
    for shell in shells:
        shell.draw_faces(canvas, facing=True)


class _Shell:
    """One hollow pyramid, ready to be painted: far faces first, near faces last."""

    def __init__(
        self,
        scene: Scene,
        solid: Solid,
        x: float,
        y: float,
        twist: float,
        noise: np.random.Generator,
        *,
        on_another: bool,
    ):
        self.glow = scene.plastics[solid.colour].nested if on_another else 1.0
        self.scene, self.noise = scene, noise
        self.solid = solid
        self.plastic = scene.plastics[solid.colour]
        angles = twist + np.pi / 4 + np.arange(4) * np.pi / 2
        radius = solid.base / np.sqrt(2)
        ring = np.column_stack([x + radius * np.cos(angles), y + radius * np.sin(angles), np.full(4, solid.foot)])
        apex = np.array([x, y, solid.apex])
        self.corners3d = np.vstack([ring, apex])
        self.corners = scene.project(self.corners3d)
        self.hollow = None if on_another else scene.project(_hollow(self.corners3d, scene.rise))
        self.scale = _scale(scene, x, y)

    def draw_faces(self, canvas: Canvas, facing: bool) -> None:
        for i in range(4):
            j = (i + 1) % 4
            a, b, top = self.corners3d[i], self.corners3d[j], self.corners3d[4]
            normal = np.cross(b - a, top - a)
            normal /= np.linalg.norm(normal)
            if (float(normal @ (self.scene.eye - a)) > 0) == facing:
                self._draw_face(canvas, i, j, normal, facing)

    def draw_hollow(self, canvas: Canvas) -> None:
        """The inner walls: air behind plastic mirrors, so each is brighter or darker than its surroundings by chance.

        What they mirror is the pyramid itself, seen once more and smaller.
        """
        if self.hollow is None or self.plastic.cavity <= 0 or self.solid.colour == "K":
            return
        middle = self.hollow[:4].mean(axis=0)
        for share in (1.0, self.noise.uniform(0.25, 0.8)):
            self._draw_inner_walls(canvas, middle + (self.hollow - middle) * share)

    def _draw_inner_walls(self, canvas: Canvas, corners: Points) -> None:
        show, tint = self.plastic.cavity, np.asarray(self.plastic.tint)
        for i in range(4):
            j = (i + 1) % 4
            gleam = self.noise.uniform(-1, 1) * show
            through = (1 - show * self.noise.uniform(0, 0.8) * (1 - tint)) * (1 + 0.6 * min(gleam, 0))
            glow = 0.8 * max(gleam, 0) * tint * self.scene.light.sky
            _blend(canvas, corners[[i, j, 4]], through, glow, mottle=0.3 * show, noise=self.noise)
            _stroke(canvas, corners[i], corners[4], tint * 0.4, 0.4 * show)
            _stroke(canvas, corners[i], corners[j], np.clip(tint + 0.2, 0, 1), 0.6 * show)

    def _draw_face(self, canvas: Canvas, i: int, j: int, normal: Points, facing: bool) -> None:
        light, plastic = self.scene.light, self.plastic
        outline = self.corners[[i, j, 4]]
        tint = np.asarray(plastic.tint)
        lit = light.sky + light.key * max(0.0, float(normal @ np.asarray(light.direction)))
        lit *= self.noise.uniform(1 - plastic.mottle, 1 + plastic.mottle)
        through = 1 - plastic.density * (1 - tint)
        if self.solid.colour == "K":
            through = tint * 0.5
        glow = self.glow * plastic.scatter * tint * lit * (1.0 if facing else 0.6)
        if facing:
            glow = glow + plastic.gloss * self._mirror(normal) * np.asarray(light.colour)
        mottle = plastic.mottle * (1.0 if facing else 1.6)
        _blend(canvas, outline, through, glow, mottle=mottle, noise=self.noise)
        strength = abs(plastic.rim) * (1.0 if facing else 0.4)
        bright = np.clip(tint * 1.3 + 0.25, 0, 1) * lit
        edge = bright if plastic.rim > 0 else tint * 0.25 * lit
        for start, end in ((i, j), (i, 4), (j, 4)):
            _stroke(canvas, self.corners[start], self.corners[end], edge, strength * (1.0 if end != 4 else 0.6))
        if facing:
            self._draw_pips(canvas, i, j, bright if plastic.pip > 0 else tint * 0.3)

    def _mirror(self, normal: Points) -> float:
        """Brightness of the key light's reflection in a face, seen from the eye."""
        middle = self.corners3d.mean(axis=0)
        to_eye = self.scene.eye - middle
        to_eye /= np.linalg.norm(to_eye)
        half = to_eye + np.asarray(self.scene.light.direction)
        half /= np.linalg.norm(half)
        return 0.05 + float(max(0.0, normal @ half)) ** 24

    def _draw_pips(self, canvas: Canvas, i: int, j: int, bright: Points) -> None:
        a, b, top = self.corners3d[i], self.corners3d[j], self.corners3d[4]
        along = (b - a) / np.linalg.norm(b - a)
        up = top - (a + b) / 2
        up /= np.linalg.norm(up)
        start = (a + b) / 2 + up * PIP_ABOVE_EDGE_MM
        places = np.array([start - along * PIP_SPACING_MM * k for k in range(self.solid.pips)])
        for u, v in self.scene.project(places):
            _dot(canvas, u, v, PIP_RADIUS_MM * self.scale, bright, abs(self.plastic.pip))


def _in_reach(pixels: Points) -> bool:
    """Not thrown to infinity, as points in the camera's own plane are."""
    return bool(np.isfinite(pixels).all() and np.abs(pixels).max() < FAR_PX)


def _hollow(corners: Points, rise: float) -> Points:
    """The inside of a pyramid, 5 x 3 like its outside: the same slopes, the apex a stacking rise lower."""
    middle, apex = corners[:4].mean(axis=0), corners[4]
    share = 1 - rise / (apex[2] - middle[2])
    return np.vstack([middle + (corners[:4] - middle) * share, apex - [0, 0, rise]])


def _paint(canvas: Canvas, outline: Points, colour: Rgb, shade: float) -> None:
    _blend(canvas, outline, np.zeros(3), np.asarray(colour) * shade)


def _blend(
    canvas: Canvas,
    outline: Points,
    through: Points,
    glow: Points,
    *,
    blur: int = 0,
    mottle: float = 0.0,
    noise: np.random.Generator | None = None,
) -> None:
    """Replace what is inside the outline by (what was there) x through + glow."""
    if not _in_reach(outline):
        return
    height, width = canvas.shape[:2]
    margin = 2 + 2 * blur
    low = np.maximum(np.floor(outline.min(axis=0)).astype(int) - margin, 0)
    high = np.minimum(np.ceil(outline.max(axis=0)).astype(int) + margin + 1, (width, height))
    if (high <= low).any():
        return
    mask = np.zeros((high[1] - low[1], high[0] - low[0]), np.uint8)
    cv2.fillPoly(mask, [np.round((outline - low) * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    if blur:
        mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), blur), np.uint8)
    cover = (mask.astype(np.float32) / 255)[..., None]
    part = canvas[low[1] : high[1], low[0] : high[0]]
    fresh = part * through.astype(np.float32) + glow.astype(np.float32)
    if mottle > 0 and noise is not None:
        coarse = noise.uniform(1 - mottle, 1 + mottle, (5, 4)).astype(np.float32)
        fresh = fresh * np.asarray(cv2.resize(coarse, part.shape[1::-1], interpolation=cv2.INTER_CUBIC))[..., None]
    part += cover * (fresh - part)


def _stroke(canvas: Canvas, a: Points, b: Points, colour: Points, strength: float) -> None:
    """A thin line, `strength` 0..1 over what is there."""
    ends = np.array([a, b])
    if not _in_reach(ends):
        return
    height, width = canvas.shape[:2]
    low = np.maximum(np.floor(ends.min(axis=0)).astype(int) - 2, 0)
    high = np.minimum(np.ceil(ends.max(axis=0)).astype(int) + 3, (width, height))
    if strength <= 0 or (high <= low).any():
        return
    mask = np.zeros((high[1] - low[1], high[0] - low[0]), np.uint8)
    p, q = (np.round((e - low) * 16).astype(int).tolist() for e in ends)
    cv2.line(mask, p, q, 255, 1, cv2.LINE_AA, 4)
    part = canvas[low[1] : high[1], low[0] : high[0]]
    part += (mask.astype(np.float32) / 255 * strength)[..., None] * (colour.astype(np.float32) - part)


def _dot(canvas: Canvas, u: float, v: float, radius: float, colour: Points, strength: float) -> None:
    if not _in_reach(np.array([u, v, radius])):
        return
    height, width = canvas.shape[:2]
    reach = int(radius) + 2
    x0, y0 = max(int(u) - reach, 0), max(int(v) - reach, 0)
    x1, y1 = min(int(u) + reach + 1, width), min(int(v) + reach + 1, height)
    if strength <= 0 or x1 <= x0 or y1 <= y0:
        return
    mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
    cv2.circle(mask, (int((u - x0) * 16), int((v - y0) * 16)), max(int(radius * 16), 4), 255, -1, cv2.LINE_AA, 4)
    part = canvas[y0:y1, x0:x1]
    part += (mask.astype(np.float32) / 255 * strength)[..., None] * (colour.astype(np.float32) - part)
