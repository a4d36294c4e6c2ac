"""Things on tables besides pyramids, and hands: solids with flat faces, and limbs.

Frame, units and colours as in `vision.drawing.table`.
"""

from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

import cv2
import numpy as np

from vision.drawing.painting import Canvas, Light, Points, Projection, Rgb, blend, in_reach, paint

# Longest shadow, mm.
LONGEST_SHADOW_MM = 60.0
# Tubes drawn for a limb, one inside the other, each brighter than the one around it.
TUBES = 7


class Prop(Protocol):
    """Something in the picture that hides what is behind it."""

    @property
    def where(self) -> tuple[float, float]:
        """Place on the table, mm."""

    def shade(self, canvas: Canvas, project: Projection, light: Light) -> None:
        """Darken the floor where it takes the light away."""

    def draw(self, canvas: Canvas, project: Projection, eye: Points, light: Light) -> None:
        """Draw it over what is there."""

    def outlines(self, project: Projection) -> list[Points]:
        """Return polygons (N x 2 pixels) that together cover what it covers."""


@dataclass(frozen=True)
class Facet:
    """A flat convex polygon, N x 3 mm, anticlockwise seen from outside; `thin` ones are visible from both sides."""

    corners: Points
    colour: Rgb
    thin: bool = False


@dataclass(frozen=True)
class Facets:
    """A solid with flat faces, or a folded sheet. Faces are drawn in their order."""

    faces: tuple[Facet, ...]
    floor: float = 0.0

    @property
    def where(self) -> tuple[float, float]:
        x, y = np.vstack([face.corners for face in self.faces])[:, :2].mean(axis=0)
        return float(x), float(y)

    def shade(self, canvas: Canvas, project: Projection, light: Light) -> None:
        if light.shadow <= 0:
            return
        through = np.full(3, 1 - light.shadow)
        hulls = [np.vstack([face.corners for face in self.faces])] if not self.faces[0].thin else None
        for corners in hulls or [face.corners for face in self.faces]:
            blend(canvas, fallen(corners, light, self.floor, project), through, np.zeros(3), blur=4)

    def draw(self, canvas: Canvas, project: Projection, eye: Points, light: Light) -> None:
        faces = self.faces
        if faces[0].thin:
            faces = tuple(sorted(faces, key=lambda face: -float(np.linalg.norm(face.corners.mean(axis=0) - eye))))
        for face in faces:
            a, b, c = face.corners[:3]
            normal = np.cross(b - a, c - b)
            normal /= max(float(np.linalg.norm(normal)), 1e-9)
            if float(normal @ (eye - a)) < 0:
                if not face.thin:
                    continue
                normal = -normal
            lit = light.sky * (0.7 + 0.3 * normal[2]) + light.key * max(0.0, float(normal @ np.array(light.direction)))
            outline = project(face.corners)
            if in_reach(outline):
                paint(canvas, outline, face.colour, float(lit))

    def outlines(self, project: Projection) -> list[Points]:
        return [project(face.corners) for face in self.faces]


@dataclass(frozen=True)
class Limb:
    """A tube with round ends from `start` to `end` (mm), with radii (mm) at both: an arm, a finger."""

    start: tuple[float, float, float]
    end: tuple[float, float, float]
    radii: tuple[float, float]
    colour: Rgb


@dataclass(frozen=True)
class Hand:
    """A hand with its arm: limbs, drawn in their order."""

    limbs: tuple[Limb, ...]
    floor: float = 0.0

    @property
    def where(self) -> tuple[float, float]:
        x, y, _ = self.limbs[-1].end
        return x, y

    def shade(self, canvas: Canvas, project: Projection, light: Light) -> None:
        if light.shadow <= 0:
            return
        for limb in self.limbs:
            ends = np.array([limb.start, limb.end])
            height = ends[:, 2].mean() - self.floor
            rings = [_ring(end, radius) for end, radius in zip(ends, limb.radii, strict=True)]
            hull = fallen(np.vstack(rings), light, self.floor, project)
            dark = 1 - 0.5 * light.shadow / (1 + height / 60)
            blend(canvas, hull, np.full(3, dark), np.zeros(3), blur=9)

    def draw(self, canvas: Canvas, project: Projection, eye: Points, light: Light) -> None:
        for limb in self.limbs:
            for k in range(TUBES):
                share = 1 - k / TUBES
                outline = _tube(limb, share, project, eye)
                # A round limb turns away from the light and the eye towards its rim.
                up = float(np.sqrt(1 - share * share * 0.96))
                paint(canvas, outline, limb.colour, (light.sky + light.key * light.direction[2]) * (0.6 + 0.4 * up))

    def outlines(self, project: Projection) -> list[Points]:
        return [_tube(limb, 1.0, project, None) for limb in self.limbs]


def _ring(middle: Points, radius: float, axis: int = 2) -> Points:
    """Return twelve points of a circle around an axis."""
    turns = np.arange(12) * np.pi / 6
    return middle + radius * np.insert(np.column_stack([np.cos(turns), np.sin(turns)]), axis, 0.0, axis=1)


def _tube(limb: Limb, share: float, project: Projection, eye: Points | None) -> Points:
    """Return the outline of a limb, or of a thinner one inside it, a little nearer to the eye."""
    discs = []
    for end, radius in zip((limb.start, limb.end), limb.radii, strict=True):
        at = np.array(end)
        if eye is not None:
            at = at + (eye - at) / np.linalg.norm(eye - at) * radius * (1 - share) * 0.3
        ball = np.vstack([_ring(at, radius * share, axis) for axis in range(3)])
        discs.append(project(ball))
    return hull_of(np.vstack(discs))


def hull_of(pixels: Points) -> Points:
    """Return the convex hull of pixels, N x 2."""
    return np.asarray(cv2.convexHull(pixels.astype(np.float32))[:, 0, :], float)


def fallen(corners: Points, light: Light, floor: float, project: Projection) -> Points:
    """Return the hull (pixels) of points (N x 3), their feet, and their shadow on the floor at height `floor`."""
    lx, ly, lz = light.direction
    height = corners[:, 2] - floor
    reach = height / max(lz, 0.3)
    reach *= min(1.0, LONGEST_SHADOW_MM / max(float(reach.max()), 1e-9))
    spots = np.column_stack([corners[:, 0] - lx * reach, corners[:, 1] - ly * reach, np.full(len(corners), floor)])
    return hull_of(project(spots))


def folded_screen(
    x: float, y: float, across: float, wing: float, height: float, turn: float, floor: float, colour: Rgb
) -> Facets:
    """Return a folded cardboard standing at (x, y), `across` mm wide, with two wings of length `wing` along `turn` + 90
    degrees."""
    cos, sin = np.cos(turn), np.sin(turn)
    along, back = np.array([cos, sin]), np.array([-sin, cos])
    middle_, half = np.array([x, y]), across / 2
    spread = 0.35
    ends = [
        middle_ - along * half + (back - spread * along) * wing,
        middle_ - along * half,
        middle_ + along * half,
        middle_ + along * half + (back + spread * along) * wing,
    ]
    faces = tuple(
        Facet(np.array([[*a, floor], [*b, floor], [*b, floor + height], [*a, floor + height]]), colour, thin=True)
        for a, b in pairwise(ends)
    )
    return Facets(faces, floor)
