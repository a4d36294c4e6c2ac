"""Draws a table with a board and pyramids as a camera would see it.

A painter's-algorithm rasteriser, quick enough for a simulated camera and for training pictures, with the cues that
matter: perspective, lens distortion, translucent shells over one another, bright rims, pips, shadows. Board frame:
millimetres, origin at a1's outer corner, x along the files, y along the ranks, z up. Colours are linear RGB 0..1.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import cv2
import numpy as np

from vision.drawing.painting import USUAL_LIGHT, Canvas, Light, Points, Projection, Rgb, blend, dot, paint, stroke
from vision.drawing.things import Prop, fallen
from vision.geometry.grid import BoardGrid
from vision.geometry.lying import lying_corners, standing_corners
from vision.geometry.solids import USUAL_RISE_MM, Solid, solids
from vision.image import Image

PIP_ABOVE_EDGE_MM = 4.2
PIP_SPACING_MM = 3.8
PIP_RADIUS_MM = 1.1
# Opaque colours.
OPAQUE = "KW"


@dataclass(frozen=True)
class Plastic:
    """Optical properties of a pyramid's material. A negative `rim` or `pip` darkens edges or pips."""

    tint: Rgb
    density: float = 0.9
    scatter: float = 0.35
    gloss: float = 0.3
    rim: float = 0.35
    mottle: float = 0.2
    pip: float = 0.5
    nested: float = 1.0
    """Factor by which a piece on another glows more than one on the board."""
    cavity: float = 0.5
    """How much of the hollow inside shows, 0..1."""


DEFAULT_PLASTICS: Mapping[str, Plastic] = {
    "R": Plastic((0.75, 0.02, 0.03)),
    "Y": Plastic((0.85, 0.60, 0.03)),
    "G": Plastic((0.02, 0.40, 0.08)),
    "B": Plastic((0.03, 0.06, 0.60)),
    "C": Plastic((0.85, 0.88, 0.90), density=0.35, scatter=0.06, rim=0.7),
    "K": Plastic((0.03, 0.03, 0.035), density=1.0, scatter=1.0, mottle=0.05),
    "O": Plastic((0.85, 0.22, 0.01)),
    "P": Plastic((0.22, 0.02, 0.38)),
    "N": Plastic((0.02, 0.42, 0.55)),
    "W": Plastic((0.85, 0.85, 0.83), density=1.0, scatter=1.0, mottle=0.05),
}


@dataclass(frozen=True)
class BoardStyle:
    """Look of a board: cells (in two colours if chequered), lines between them, a frame around; widths in mm."""

    cell: Rgb = (0.10, 0.18, 0.13)
    other_cell: Rgb = (0.10, 0.18, 0.13)
    line: Rgb = (0.75, 0.78, 0.75)
    line_width: float = 1.2
    frame: Rgb = (0.10, 0.10, 0.11)
    frame_width: float = 8.0


@dataclass(frozen=True)
class Placing:
    """Pose of a stack in its cell: offset in millimetres, and the twist of each piece in radians."""

    dx: float = 0.0
    dy: float = 0.0
    twists: tuple[float, ...] = ()


class Body(NamedTuple):
    """A pyramid anywhere: its base corners, anticlockwise seen from the apex, and the apex, 5 x 3 mm."""

    colour: str
    pips: int
    corners: Points


@dataclass(frozen=True)
class Scene:
    """A table to draw."""

    project: Projection
    """Maps N x 3 board-frame points to N x 2 pixels."""
    eye: Points
    """Centre of the camera."""
    size: tuple[int, int]
    pitch: float
    grid: Mapping[str, str]
    """Stacks by cell of `board_grid`."""
    rise: float = USUAL_RISE_MM
    board: BoardStyle | None = BoardStyle()
    """None where the picture of the `table` has the board in it."""
    light: Light = USUAL_LIGHT
    plastics: Mapping[str, Plastic] = field(default_factory=lambda: DEFAULT_PLASTICS)
    placings: Mapping[str, Placing] = field(default_factory=dict)
    table: Canvas | None = None
    strays: Sequence[tuple[Solid, float, float, float]] = ()
    """Pyramids beside the board: solid, x, y, twist."""
    bodies: Sequence[tuple["Body", ...]] = ()
    """Further pyramids, in stacks from the bottom up, wherever their corners are."""
    things: Sequence[Prop] = ()
    """Things among the pyramids."""
    above: Sequence[Prop] = ()
    """Things that hide everything else."""
    board_grid: BoardGrid = field(kw_only=True)


def render(scene: Scene, texture_seed: int = 0) -> Image:
    """Draw the picture, `scene.size` wide and high.

    `texture_seed` fixes the mottling inside the plastic: an unchanged stack looks the same in every picture.
    """
    return to_image(render_linear(scene, texture_seed) * np.asarray(scene.light.colour, np.float32))


def render_linear(scene: Scene, texture_seed: int = 0) -> Canvas:
    """Draw the picture before the light's colour and a display's gamma: linear RGB, height x width x 3."""
    width, height = scene.size
    canvas = np.full((height, width, 3), 0.45, np.float32) if scene.table is None else scene.table.copy()
    if scene.board is not None:
        _draw_board(canvas, scene, scene.board)
    stacks = [(*_stand(scene, cell), solids(stack, scene.rise)) for cell, stack in scene.grid.items() if stack]
    stacks += [(x, y, (twist,), (solid,)) for solid, x, y, twist in scene.strays]
    for x, y, _, stack in stacks:
        _draw_shadow(canvas, scene, x, y, stack)
    for bodies in scene.bodies:
        _draw_cast_shadow(canvas, scene, bodies)
    for thing in (*scene.things, *scene.above):
        thing.shade(canvas, scene.project, scene.light)
    standing: list[tuple[tuple[float, float], tuple[Body, ...] | Prop]] = [
        ((x, y), standing_bodies(x, y, twists, stack)) for x, y, twists, stack in stacks
    ]
    standing += [(middle(bodies), bodies) for bodies in scene.bodies]
    standing += [(thing.where, thing) for thing in scene.things]
    for (x, y), drawn in sorted(standing, key=lambda one: nearness(one[0], scene.eye)):
        if isinstance(drawn, tuple):
            _draw_stack(canvas, scene, x, y, drawn, texture_seed)
        else:
            drawn.draw(canvas, scene.project, scene.eye, scene.light)
    for thing in scene.above:
        thing.draw(canvas, scene.project, scene.eye, scene.light)
    return canvas


def nearness(where: tuple[float, float], eye: Points) -> float:
    """Return the key of the painting order: what stands nearer to the eye's foot hides what stands farther away."""
    return -float(np.hypot(where[0] - eye[0], where[1] - eye[1]))


def middle(bodies: Sequence["Body"]) -> tuple[float, float]:
    """Return the middle of a stack's lowest pyramid, mm."""
    x, y = (bodies[0].corners[:4, :2].mean(axis=0) + bodies[0].corners[4, :2]) / 2
    return float(x), float(y)


def standing_bodies(x: float, y: float, twists: Sequence[float], stack: Sequence[Solid]) -> tuple["Body", ...]:
    """Return the pyramids of a stack that stands at (x, y), each turned by its twist."""
    turned = [*twists, *(0.0 for _ in stack)]
    return tuple(
        Body(s.colour, s.pips, standing_corners(s.base, s.foot, s.apex, x, y, twist))
        for s, twist in zip(stack, turned, strict=False)
    )


def lying_body(colour: str, pips: int, x: float, y: float, z: float, heading: float) -> "Body":
    """Return a pyramid that lies on a face; arguments as in `lying_corners`."""
    return Body(colour, pips, lying_corners(pips, x, y, z, heading))


def to_image(linear: Canvas) -> Image:
    """Convert linear RGB to an 8-bit picture in OpenCV's channel order, with the usual display gamma."""
    shown = np.clip(linear, 0, 1) ** (1 / 2.2)
    return np.ascontiguousarray((shown[..., ::-1] * 255 + 0.5).astype(np.uint8))


def _stand(scene: Scene, cell: str) -> tuple[float, float, tuple[float, ...]]:
    placing = scene.placings.get(cell, Placing())
    x, y = scene.board_grid.centre(cell, scene.pitch)
    return x + placing.dx, y + placing.dy, placing.twists


def _outline(scene: Scene, corners: Sequence[tuple[float, float]], z: float = 0.0, pieces: int = 8) -> Points:
    """Project a flat polygon, its sides cut in pieces so that lens distortion bends them."""
    ring = np.asarray(corners, float)
    steps = np.linspace(0, 1, pieces, endpoint=False)[:, None]
    sides = [a + (b - a) * steps for a, b in zip(ring, np.roll(ring, -1, axis=0), strict=True)]
    flat = np.vstack(sides)
    return scene.project(np.column_stack([flat, np.full(len(flat), z)]))


def _rectangle(x0: float, y0: float, x1: float, y1: float) -> list[tuple[float, float]]:
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def _draw_board(canvas: Canvas, scene: Scene, style: BoardStyle) -> None:
    pitch, light = scene.pitch, scene.light
    shade = light.sky + light.key * light.direction[2]
    across, along = scene.board_grid.files * pitch, scene.board_grid.ranks * pitch
    for colour, room in ((style.frame, style.frame_width), (style.line, style.line_width / 2)):
        paint(canvas, _outline(scene, _rectangle(-room, -room, across + room, along + room)), colour, shade)
    half = style.line_width / 2
    for cell in scene.board_grid.cells:
        x, y = (c - pitch / 2 for c in scene.board_grid.centre(cell, pitch))
        colour = style.other_cell if (int(x / pitch + 0.5) + int(y / pitch + 0.5)) % 2 else style.cell
        paint(
            canvas, _outline(scene, _rectangle(x + half, y + half, x + pitch - half, y + pitch - half)), colour, shade
        )


def _draw_shadow(canvas: Canvas, scene: Scene, x: float, y: float, stack: tuple[Solid, ...]) -> None:
    """Draw a soft dark patch away from the key light, coloured by what the light went through."""
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
    blend(canvas, hull, through, np.zeros(3), blur=blur)


def _draw_cast_shadow(canvas: Canvas, scene: Scene, bodies: Sequence[Body]) -> None:
    """Draw the shadow of a stack on the floor."""
    if scene.light.shadow <= 0:
        return
    corners = np.vstack([body.corners for body in bodies])
    tint = np.asarray(scene.plastics[bodies[0].colour].tint)
    through = 1 - scene.light.shadow * (1 - 0.4 * tint / max(float(tint.max()), 0.2))
    x, y = middle(bodies)
    blur = max(3, int(6 * _scale(scene, x, y) * 0.5) | 1)
    hull = fallen(corners, scene.light, float(corners[:, 2].min()), scene.project)
    blend(canvas, hull, through, np.zeros(3), blur=blur)


def _scale(scene: Scene, x: float, y: float) -> float:
    """Return the pixels a millimetre near a place on the board."""
    a, b, c = scene.project(np.array([[x, y, 0.0], [x + 10, y, 0], [x, y + 10, 0]]))
    return float(max(np.linalg.norm(b - a), np.linalg.norm(c - a)) / 10)


def _draw_stack(canvas: Canvas, scene: Scene, x: float, y: float, bodies: tuple[Body, ...], texture_seed: int) -> None:
    spot = [int(abs(x) / scene.pitch), int(abs(y) / scene.pitch)]
    shells = [
        _Shell(
            scene,
            body,
            np.random.default_rng([texture_seed, *spot, i, i == len(bodies) - 1]),
            on_another=i > 0,
        )
        for i, body in enumerate(bodies)
    ]
    for shell in reversed(shells):
        shell.draw_faces(canvas, facing=False)
    shells[0].draw_hollow(canvas)
    for shell in shells:
        shell.draw_faces(canvas, facing=True)
        shell.draw_mouth(canvas)


class _Shell:
    """One hollow pyramid, ready to draw: far faces first, near faces last."""

    def __init__(self, scene: Scene, body: Body, noise: np.random.Generator, *, on_another: bool):
        self.scene, self.noise, self.body = scene, noise, body
        self.plastic = scene.plastics[body.colour]
        self.glow = self.plastic.nested if on_another else 1.0
        self.corners3d = body.corners
        self.corners = scene.project(self.corners3d)
        self.inside = _hollow(self.corners3d, scene.rise)
        self.hollow = None if on_another else scene.project(self.inside)
        self.scale = _scale(scene, *middle([body]))
        feet, apex = self.corners3d[:4], self.corners3d[4]
        self.normals = np.cross(feet[[1, 2, 3, 0]] - feet, apex - feet)
        self.normals /= np.array([[np.linalg.norm(normal)] for normal in self.normals])

    def draw_faces(self, canvas: Canvas, facing: bool) -> None:
        for i, normal in enumerate(self.normals):
            if (float(normal @ (self.scene.eye - self.corners3d[i])) > 0) == facing:
                self._draw_face(canvas, i, (i + 1) % 4, normal, facing)

    def draw_hollow(self, canvas: Canvas) -> None:
        """Draw the inner walls. Air behind plastic reflects, so each is randomly brighter or darker than its
        surroundings; what they reflect is the pyramid itself, once more and smaller."""
        if self.hollow is None or self.plastic.cavity <= 0 or self.body.colour in OPAQUE:
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
            blend(canvas, corners[[i, j, 4]], through, glow, mottle=0.3 * show, noise=self.noise)
            stroke(canvas, corners[i], corners[4], tint * 0.4, 0.4 * show)
            stroke(canvas, corners[i], corners[j], np.clip(tint + 0.2, 0, 1), 0.6 * show)

    def _draw_face(self, canvas: Canvas, i: int, j: int, normal: Points, facing: bool) -> None:
        light, plastic = self.scene.light, self.plastic
        outline = self.corners[[i, j, 4]]
        tint = np.asarray(plastic.tint)
        lit = light.sky + light.key * max(0.0, float(normal @ np.asarray(light.direction)))
        lit *= self.noise.uniform(1 - plastic.mottle, 1 + plastic.mottle)
        through = 1 - plastic.density * (1 - tint)
        if self.body.colour in OPAQUE:
            through = tint * (0.5 if self.body.colour == "K" else 0.0)
        glow = self.glow * plastic.scatter * tint * lit * (1.0 if facing else 0.6)
        if facing:
            glow = glow + plastic.gloss * self._mirror(normal) * np.asarray(light.colour)
        mottle = plastic.mottle * (1.0 if facing else 1.6)
        blend(canvas, outline, through, glow, mottle=mottle, noise=self.noise)
        strength = abs(plastic.rim) * (1.0 if facing else 0.4)
        bright = np.clip(tint * 1.3 + 0.25, 0, 1) * lit
        edge = bright if plastic.rim > 0 else tint * 0.25 * lit
        for start, end in ((i, j), (i, 4), (j, 4)):
            stroke(canvas, self.corners[start], self.corners[end], edge, strength * (1.0 if end != 4 else 0.6))
        if facing:
            self._draw_pips(canvas, i, j, bright if plastic.pip > 0 else tint * 0.3)

    def draw_mouth(self, canvas: Canvas) -> None:
        """Draw the open base of a lying pyramid where it faces the eye: the rim and the inner walls."""
        a, b, c, _ = self.corners3d[:4]
        out = np.cross(c - b, b - a)
        out /= np.linalg.norm(out)
        if float(out @ (self.scene.eye - a)) <= 0 or out[2] < -0.9:
            return
        tint, light = np.asarray(self.plastic.tint), self.scene.light
        inner = self.scene.project(self.inside)
        lit = light.sky + light.key * max(0.0, float(out @ np.asarray(light.direction)))
        opaque = self.body.colour in OPAQUE
        cover = 1.0 if opaque else min(0.25 + self.plastic.scatter, 1.0)
        for i in range(4):
            j = (i + 1) % 4
            rim = np.array([self.corners[i], self.corners[j], inner[j], inner[i]])
            blend(canvas, rim, (1 - cover) * (1 - self.plastic.density * (1 - tint)), cover * tint * lit)
        if opaque:
            for i in range(4):
                j = (i + 1) % 4
                wall = np.cross(self.inside[4] - self.inside[i], self.inside[j] - self.inside[i])
                wall /= np.linalg.norm(wall)
                if float(wall @ (self.scene.eye - self.inside[i])) > 0:
                    shade = light.sky * 0.35 + 0.6 * light.key * max(0.0, float(wall @ np.asarray(light.direction)))
                    paint(canvas, inner[[i, j, 4]], (float(tint[0]), float(tint[1]), float(tint[2])), shade)
        bright = np.clip(tint * 1.3 + 0.25, 0, 1) * lit
        edge = bright if self.plastic.rim > 0 else tint * 0.25 * lit
        for i in range(4):
            j = (i + 1) % 4
            stroke(canvas, self.corners[i], self.corners[j], edge, 0.8 * abs(self.plastic.rim))
            stroke(canvas, inner[i], inner[j], tint * 0.4, 0.5 * abs(self.plastic.rim))

    def _mirror(self, normal: Points) -> float:
        """Return the brightness of the key light's reflection in a face, seen from the eye."""
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
        places = np.array([start - along * PIP_SPACING_MM * k for k in range(self.body.pips)])
        for u, v in self.scene.project(places):
            dot(canvas, u, v, PIP_RADIUS_MM * self.scale, bright, abs(self.plastic.pip))


def _hollow(corners: Points, rise: float) -> Points:
    """Return the inside of a pyramid, 5 x 3 like its outside: the same slopes, the apex a stacking rise lower."""
    middle_of_base, apex = corners[:4].mean(axis=0), corners[4]
    axis = apex - middle_of_base
    share = 1 - rise / float(np.linalg.norm(axis))
    return np.vstack([middle_of_base + (corners[:4] - middle_of_base) * share, middle_of_base + axis * share])
