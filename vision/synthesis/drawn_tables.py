"""Likelihood of whole tables of solids: each is drawn and compared with the picture pixel by pixel."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.board_view import BoardView
from vision.image import Floats, Image
from vision.parameters import parameters
from vision.synthesis.backdrop import Expected
from vision.synthesis.plastics import Plastics, SeenFace
from vision.synthesis.scene import BARE, Indices, LabelImage, SolidScene
from vision.synthesis.shapes import PlacedSolid
from vision.synthesis.surroundings import Surroundings
from vision.synthesis.tints import distinct, tints


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters of this module (`vision.parameters`)."""

    most: float = 1.5  # log density; most that a pixel says for what is drawn
    least: float = -6.0  # log density; most that a pixel says against it
    strange: float = -3.4  # log density below which a pixel looks like nothing that may be seen there
    patch: int = 4  # pixels; smaller patches of strange pixels are edges
    exact: int = 200  # tables that are each drawn; of more, the likeliest


P: Final = parameters(Parameters)
Solids = frozenset[PlacedSolid]


class Change(NamedTuple):
    """Solids taken from a table, and solids put onto it."""

    less: Solids
    more: Solids


class DrawnTables:
    """A picture of a scene, for comparing tables with it.

    `believed`: solids thought to stand there, from whose look in this picture others of their colours are predicted.
    `towards`: direction in the room of sides of each kind.
    """

    def __init__(
        self,
        scene: SolidScene,
        image: Image,
        ground: Expected | Surroundings,
        plastics: Plastics,
        believed: Solids,
        towards: Mapping[int, float],
    ) -> None:
        self._scene, self._towards, self._plastics = scene, towards, plastics
        window = scene.window(image)
        self._tints, (self._kinds, self._kind_of) = tints(window).reshape(-1, 3), distinct(window)
        self._board = ground.board
        drawing = scene.draw(believed)
        self._here = plastics.seen(scene, self._tints, drawing, towards)
        self._maps = {BARE: _bounded(self._bare(ground, drawing))}
        self._bases: dict[Solids, _Base] = {}
        self._taken = np.zeros(len(self._tints), bool)

    def faces(self, solids: Solids) -> Mapping[tuple[str, int], SeenFace]:
        """Return the look of faces of solids that stand there, for `Plastics.learn`."""
        return self._plastics.seen(self._scene, self._tints, self._scene.draw(solids), self._towards)

    def worths(self, base: Solids, changes: Sequence[Change]) -> Floats:
        """Return the log-likelihood ratio (natural, summed over pixels) of tables against a bare board. Each is `base`
        without some solids and with others. Of many tables, those that cannot be among the likeliest are estimated
        solid by solid, as if none hid another."""
        parts = [(self._based(base - less if less else base), more) for less, more in changes]
        if len(parts) <= P.exact:
            return np.array([self._exactly(*part) for part in parts])
        rough = np.array([self._roughly(*part) for part in parts])
        for number in np.argsort(-rough)[: P.exact]:
            rough[number] = self._exactly(*parts[number])
        return rough

    def worth_from(self, view: BoardView, solids: Solids) -> float:
        """Return the log-likelihood ratio of solids against a bare board if the board lies at `view`."""
        labels = self._scene.labels(view, solids)
        shown = np.flatnonzero(labels != BARE)
        labels, total = labels[shown], -float(self._map(BARE)[shown].sum())
        for label in np.unique(labels):
            total += float(self._map(int(label))[shown[labels == label]].sum())
        return total

    def unexplained(self, solids: Solids) -> float:
        """Return the largest patch of pixels that no drawing of solids explains, as a share of the board: something
        over it that is none of its solids, such as a hand."""
        base = self._based(solids)
        strange = (base.said < P.strange) & (self._board | np.isfinite(base.nearness))
        kernel = np.ones((P.patch, P.patch), np.uint8)
        opened = cv2.morphologyEx(strange.reshape(self._scene.shape).astype(np.uint8), cv2.MORPH_OPEN, kernel)
        _, _, stats, _ = cv2.connectedComponentsWithStats(opened)
        return float(stats[1:, cv2.CC_STAT_AREA].max(initial=0) / max(self._board.sum(), 1))

    def _bare(self, ground: Expected | Surroundings, drawing: LabelImage) -> Floats:
        """Return the log density of bare pixels. Beside the board pieces in store come, go and are pushed about."""
        bare, beside = ground.density(self._tints, drawing.labels == BARE), ~ground.board
        if ground.stored < np.inf:
            faces: list[tuple[str, float | None, SeenFace | None]] = [(c, None, None) for c in self._scene.colours]
            faces += [(colour, self._towards.get(kind), face) for (colour, kind), face in self._here.items()]
            stored = np.max([self._plastics.density(self._kinds, *face) for face in faces], axis=0)
            bare[beside] = np.maximum(bare[beside], stored[self._kind_of[beside]] - ground.stored)
        return bare

    def _roughly(self, drawn: "_Base", more: Solids) -> float:
        return drawn.worth + sum(self._alone(drawn, solid).total for solid in more)

    def _exactly(self, drawn: "_Base", more: Solids) -> float:
        total = 0.0
        put: list[Indices] = []
        # From near to far: a pixel shows the first solid along its ray.
        for solid in sorted(more, key=lambda one: -self._scene.nearness(one.seat)):
            pixels, gains, alone = self._alone(drawn, solid)
            total += float(gains[~self._taken[pixels]].sum()) if put else alone
            self._taken[pixels] = True
            put.append(pixels)
        for pixels in put:
            self._taken[pixels] = False
        return drawn.worth + total

    def _based(self, solids: Solids) -> "_Base":
        if solids not in self._bases:
            self._bases[solids] = self._base(solids)
        return self._bases[solids]

    def _alone(self, drawn: "_Base", solid: PlacedSolid) -> "_Put":
        """Return the visible pixels and the evidence of a solid put into a drawing."""
        if solid not in drawn.alone:
            nearness = self._scene.nearness(solid.seat)
            pixels, gains = [np.empty(0, np.intp)], [np.empty(0)]
            for face in self._scene.faces(solid.seat):
                shows = face.pixels[drawn.nearness[face.pixels] < nearness]
                pixels.append(shows)
                gains.append(self._map(self._scene.label(solid.colour, face.kind))[shows] - drawn.said[shows])
            every = np.asarray(np.concatenate(gains), float)
            drawn.alone[solid] = _Put(np.concatenate(pixels), every, float(every.sum()))
        return drawn.alone[solid]

    def _base(self, solids: Solids) -> "_Base":
        drawing = self._scene.draw(solids)
        said = self._map(BARE).copy()
        for label in np.unique(drawing.labels):
            pixels = drawing.labels == label
            said[pixels] = self._map(int(label))[pixels]
        return _Base(drawing.nearness, said, float((said - self._map(BARE)).sum()), {})

    def _map(self, label: int) -> Floats:
        """Return for each pixel the log density of its tint if it shows a face of that label."""
        if label not in self._maps:
            colour, kind = self._scene.face_of(label)
            towards, here = self._towards.get(kind), self._here.get((colour, kind))
            density = self._plastics.density(self._kinds, colour, towards, here)
            self._maps[label] = _bounded(density)[self._kind_of]
        return self._maps[label]


def _bounded(logs: Floats) -> Floats:
    return np.asarray(np.clip(logs, P.least, P.most), np.float32)


class _Put(NamedTuple):
    """A solid in a drawing."""

    pixels: Indices
    """Pixels of it that stay visible."""
    gains: Floats
    """Evidence of each for it."""
    total: float
    """Sum of these."""


class _Base(NamedTuple):
    """A drawing of some solids."""

    nearness: NDArray[np.float32]
    """Nearness of what is seen, a number a pixel."""
    said: Floats
    """Evidence for what is seen, a number a pixel."""
    worth: float
    """Evidence against a bare board."""
    alone: dict[PlacedSolid, _Put]
    """Other solids put into it."""
