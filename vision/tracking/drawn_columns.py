"""Reads the columns of a single picture by drawing: columns and the board's pose are changed, one after the other, as
long as the drawing explains more of the picture."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from typing import Final

import cv2
import numpy as np

from vision.columns.cubes import SIDE_NORMALS, cube, cubes_of
from vision.columns.joint_decoding import DecodedColumn, chance_logs, joint, place_of
from vision.columns.joint_decoding import P as JOINT
from vision.columns.reader import LETTERS
from vision.columns.sweep import CUBE
from vision.geometry.board_view import BoardView
from vision.image import Floats, Image
from vision.parameters import parameters
from vision.synthesis.drawn_tables import Change, DrawnTables
from vision.synthesis.plastics import Plastics, SeenFace
from vision.synthesis.posing import posed
from vision.synthesis.scene import SolidScene
from vision.synthesis.surroundings import Surroundings
from vision.synthesis.tints import tints
from vision.tracking.column_tracker import ColumnLook


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters of this module (`vision.parameters`)."""

    cell: float = 12.0  # pixels a square at which tables are drawn
    worth: float = 0.0167  # scale on the evidence of pixels
    sweeps: int = 4  # rounds of changing columns, then the pose
    least: float = 0.05  # nats; smaller gains change nothing
    enough: int = 60  # pixels of faces from which a colour is learnt
    alike: float = 0.3  # log; tints of a plastic differ by less
    most: float = 0.45  # share of a colour's faces that must look alike
    gloss: float = 0.05  # share of a face's pixels that may be highlights
    told: float = 0.7  # scale on nats for probabilities
    drawn: float = 0.7  # share of the drawing in probabilities of a surely placed board, the rest is the reader's
    worst: float = -7.0  # nats; most that the reader says against a column


P: Final = parameters(Parameters)


def redrawn(look: ColumnLook) -> dict[str, DecodedColumn]:
    """Return the columns that explain most of a picture, by square."""
    columns = {cell: one.top * one.height for cell, one in look.columns.items() if one.height and cell in look.limits}
    if not columns:
        return dict(look.columns)
    for _ in range(P.sweeps - 1):
        fit = _Fit(look, columns)
        columns = fit.climbed(columns)
        view = fit.moved(columns)
        if view is look.view:
            return fit.probabilities(columns)
        look = look.moved(view)
    fit = _Fit(look, columns)
    return fit.probabilities(fit.climbed(columns))


class _Fit:
    """The columns of a look and their drawings."""

    def __init__(self, look: ColumnLook, columns: Mapping[str, str]) -> None:
        self._look, view = look, look.view
        self._said = joint(look.reading.doubted(JOINT.trust_said), look.limits, JOINT.outside_said)
        highest = max(look.limits.values(), default=0)
        scene = SolidScene(view, cube, LETTERS, cell=P.cell, height=(highest + 1) * CUBE)
        outside = np.ones(look.image.shape[:2], np.uint8)
        cv2.fillConvexPoly(outside, np.round(view.project(view.ring)).astype(np.int32), 0)
        towards = {kind: _towards(kind) or 0.0 for kind in range(1, 1 + len(SIDE_NORMALS))}
        plastics = Plastics(look.image, outside > 0, P.gloss)
        plastics.learn(_faces(scene, look.image, columns))
        self._drawn = DrawnTables(scene, look.image, Surroundings(scene), plastics, cubes_of(columns), towards)
        eye = view.camera_centre / view.pitch
        near = {cell: float(np.hypot(*(np.array(place_of(cell)) + 0.5 - eye[:2]))) for cell in look.limits}
        self._cells = sorted(look.limits, key=lambda cell: near[cell])

    def climbed(self, columns: Mapping[str, str]) -> dict[str, str]:
        """Return columns with each square's changed to the likeliest, given all others."""
        found = dict(columns)
        for cell in self._cells:
            options, scores = self._options(found, cell)
            best = int(scores.argmax())
            if scores[best] > scores[0] + P.least:
                found[cell] = options[best]
        return {cell: column for cell, column in found.items() if column}

    def probabilities(self, columns: Mapping[str, str]) -> dict[str, DecodedColumn]:
        """Return every square's column with its probability."""
        told = dict(self._look.columns)
        for cell in self._cells:
            options, scores = self._options(columns, cell)
            chances = np.exp(P.told * (scores - scores.max()))
            shown: dict[tuple[str, int], float] = defaultdict(float)
            for option, chance in zip(options, chances / chances.sum(), strict=True):
                shown[option[-1:], len(option)] = max(shown[option[-1:], len(option)], float(chance))
            total = sum(shown.values())
            (top, height), chance = max(shown.items(), key=lambda one: one[1])
            read = float(np.exp(chance_logs(self._said, cell, (top * height,))[0]))
            surely = P.drawn * self._look.view.confidence
            told[cell] = replace(
                told[cell], top=top, height=height, probability=surely * chance / total + (1 - surely) * read
            )
        return told

    def moved(self, columns: Mapping[str, str]) -> BoardView:
        """Return the pose from which columns explain most; the same view where it lies already."""
        cubes = cubes_of(columns)
        return posed(self._look.view, lambda view: P.worth * self._drawn.worth_from(view, cubes))

    def _options(self, columns: Mapping[str, str], cell: str) -> tuple[list[str], Floats]:
        """Return what may stand on a square, what stands there first, and how well each explains the picture."""
        was = columns.get(cell, "")
        options = list(dict.fromkeys((was, *_likely(was, self._look.limits[cell]))))
        rest = cubes_of({other: column for other, column in columns.items() if other != cell})
        drawn = self._drawn.worths(rest, [Change(frozenset(), cubes_of({cell: option})) for option in options])
        read = np.maximum(self._look.log_likelihoods(cell, options), P.worst)
        return options, P.worth * drawn + read


def _faces(scene: SolidScene, image: Image, columns: Mapping[str, str]) -> dict[tuple[str, int], SeenFace]:
    """Return what faces look like of columns whose colours the reader named."""
    seen, labels = tints(scene.window(image)).reshape(-1, 3), scene.draw(cubes_of(columns)).labels
    found = {}
    for letter, kind in product(LETTERS, range(1 + len(SIDE_NORMALS))):
        pixels = seen[labels == scene.label(letter, kind)]
        if len(pixels) < P.enough:
            continue
        median, near = np.median(pixels, axis=0), np.ones(len(pixels), bool)
        for _ in range(3):
            near = np.hypot(*(pixels[:, 1:] - median[1:]).T) < P.alike
            if near.mean() < P.most:
                break
            median = np.median(pixels[near], axis=0)
        else:
            spread = 1.48 * np.median(np.abs(pixels[near] - median), axis=0)
            found[letter, kind] = SeenFace(median, spread, int(near.sum()), _towards(kind))
    return found


def _towards(kind: int) -> float | None:
    """Return the direction that faces of a kind look to, radians; None for tops."""
    return None if kind == 0 else float(np.arctan2(*SIDE_NORMALS[kind - 1][::-1]))


def _likely(was: str, limit: int) -> Iterator[str]:
    """Return the columns that may stand where `was` was read."""
    for height in range(limit + 1):
        yield was[:height]
        for letter in LETTERS:
            yield was[:height].ljust(height, letter)
            yield was[: max(height - 2, 0)].ljust(height, letter)
            yield was[: max(height - 1, 0)].ljust(height, letter)
            yield letter * height
    for level in range(len(was)):
        yield from (was[:level] + letter + was[level + 1 :] for letter in LETTERS)
