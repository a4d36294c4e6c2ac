"""Locates a board of square cells by fitting its whole pose to heat maps or to tapped corners."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from vision.board.board_prior import BoardPrior
from vision.board.heat_maps import BoardFinder
from vision.board.pose_fit import EdgedBoard, FittedPose, HeatMapCosts, PoseCosts, TappedBoard, grid_board
from vision.board.pose_fit import P as POSE_FIT
from vision.board.rings import cut_off_at, map_support
from vision.board.side_edges import edges_near
from vision.errors import VisionError
from vision.geometry.board_view import DEFAULT_PITCH, BoardView
from vision.geometry.camera import Camera
from vision.geometry.grid import BoardGrid
from vision.geometry.tapped import tapped_ring
from vision.image import Floats, Image, size_checked
from vision.parameters import parameters


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    outside: float = 0.03  # share of the picture; a corner may lie this far outside
    smallest_cell: float = 5.0  # pixels; smaller cells cannot be read
    believed: float = 2.8  # 0..4; support by both heat maps from which a board is accepted
    followed: float = 2.3  # 0..4; the same for a board that has not moved: a hand hides parts of it
    even: float = 2.95  # 0..4; support at which a board is as likely a quarter of a square off (drawn tables)
    even_spread: float = 0.06  # 0..4; scale on which that probability changes
    rounds: int = 2  # rounds of finding edges and fitting to them
    kept: float = 6.0  # nats by which a new pose must be better to replace the old one


P: Final = parameters(Parameters)


@dataclass(frozen=True)
class PlacedBoard:
    """A located board."""

    view: BoardView
    costs: PoseCosts
    """Cost function of the fit, for comparing other poses."""

    def cost(self, view: BoardView) -> float:
        """Return the cost of a pose (nats, lower is better)."""
        return float(self.costs.costs(parameters_of(view)[None])[0])


def located_by_pose(
    image: Image,
    prior: BoardPrior,
    *,
    camera: Camera | None = None,
    corners: Sequence[tuple[float, float]] | None = None,
    previous: BoardView | None = None,
    printed: Callable[[BoardView], bool] | None = None,
) -> PlacedBoard:
    """Locate the board in `image` (H x W x 3, BGR), whichever way it stands: corner a1 is any.

    `camera`: the calibrated one, if any. `corners`: pixels of all four in the order of the grid's ring, if somebody
    tapped them; they are kept. `previous`: pose in the picture before, kept as long as no other is clearly better.
    `printed`: True for a pose at which the board looks as it is known to, by its print or its mask: there the maps may
    show less of it.
    Raises VisionError where there is no such board or the picture is too small.
    """
    grid = prior.grid
    width, height = size_checked(image)
    known = None if camera is None else camera.resized((width, height))
    if corners is not None:
        return _tapped(tapped_ring(corners, grid.ring), prior, (width, height), known)
    pixels = np.asarray(cv2.GaussianBlur(image, (3, 3), 0.8), np.uint8)
    placed = _by_maps(pixels, prior, known, previous, printed)
    if placed is None:
        if cut := cut_off_at(pixels, grid):
            raise VisionError("vision.board.cut_off", edges=tuple(cut))
        raise VisionError("vision.board.none_bare", files=grid.files, ranks=grid.ranks)
    return placed


def _by_maps(
    pixels: Image,
    prior: BoardPrior,
    known: Camera | None,
    previous: BoardView | None,
    printed: Callable[[BoardView], bool] | None,
) -> PlacedBoard | None:
    """Locate the board by heat maps; None where they show none."""
    grid, size = prior.grid, (pixels.shape[1], pixels.shape[0])
    finder = BoardFinder(grid)
    whole = HeatMapCosts(finder.heat_maps(pixels), grid_board(grid), size, known)
    before = [] if previous is None else [parameters_of(previous)]
    rough = whole.best(before, POSE_FIT.roughly)[:1]
    if previous is None:
        rough += whole.on_strongest_corners()

    def placed(pose: FittedPose) -> PlacedBoard | None:
        if not _possible(pose.rings[0], grid, size):
            return None
        closer = HeatMapCosts(finder.heat_maps(pixels, pose.rings[0]), whole.board, size, known)
        if previous is None:
            fine = closer.best([pose.parameters])[0]
        else:
            # The board turned alike, so that its sides are compared with those of before.
            fine = closer.fitted(parameters_of(_alike(view_of(pose, prior), previous)))
        if not _possible(fine.rings[0], grid, size):
            return None
        left, top, wide, high = cv2.boundingRect(fine.rings[0].astype(np.float32))
        room = int(max(wide, high) / grid.side)
        corner = np.maximum((left - room, top - room), 0)
        part = pixels[corner[1] : top + high + room, corner[0] : left + wide + room]
        lab = np.asarray(cv2.cvtColor(part, cv2.COLOR_BGR2LAB), np.float32)
        for _ in range(P.rounds):
            edged = EdgedBoard(closer, fine, edges_near(lab, fine.rings[0], grid.side, corner), 1.0)
            fine = edged.fitted(fine.parameters)

        def supports(view: BoardView) -> tuple[float, float]:
            ring = view.project(view.ring)
            far, near = (map_support(one.maps, one.maps.of_picture(ring), grid) for one in (whole, closer))
            return far, near

        view = view_of(fine, prior)
        far, near = supports(view)
        borne = far + near
        # A small board shows in the closer maps alone.
        likely = max(borne, 2 * near) >= P.followed
        shows = borne >= P.believed or bool(likely and printed and printed(view))
        found = shows and _possible(fine.rings[0], grid, size)
        if previous is not None:
            kept = float(edged.costs(before[0][None])[0]) < fine.cost + P.kept
            # Under a hand the maps show less of a board that has not moved.
            if kept or not found:
                view, borne = previous, sum(supports(previous))
                found = borne >= P.followed
        confidence = 1 / (1 + np.exp((P.even - borne) / P.even_spread))
        if not found:
            return None
        view = replace(view, confidence=float(confidence))
        return PlacedBoard(view, edged)

    return next(filter(None, map(placed, rough)), None)


def _alike(other: BoardView, view: BoardView) -> BoardView:
    """Return a view with the turn and the confidence of another."""
    first = view.project(view.ring)[0]
    return replace(nearest_turn(other, (float(first[0]), float(first[1]))), confidence=view.confidence)


def _tapped(ring: Floats, prior: BoardPrior, size: tuple[int, int], known: Camera | None) -> PlacedBoard:
    grid = prior.grid
    board = TappedBoard(ring, grid_board(grid), size, known)
    poses = board.best()
    if not poses or not within(poses[0].rings[0], size):
        raise VisionError("vision.board.none_bare", files=grid.files, ranks=grid.ranks)
    return PlacedBoard(view_of(poses[0], prior), board)


def _possible(ring: Floats, grid: BoardGrid, size: tuple[int, int]) -> bool:
    """Return True if a board lies in the picture and its cells are large enough to be read."""
    area = abs(cv2.contourArea(ring.astype(np.float32)))
    return within(ring, size) and area > P.smallest_cell**2 * grid.files * grid.ranks


def within(corners: Floats, size: tuple[int, int]) -> bool:
    """Return True if a board's corners lie in the picture, or hardly outside."""
    share = corners / np.array(size)
    return bool(np.isfinite(share).all() and (share > -P.outside).all() and (share < 1 + P.outside).all())


def view_of(pose: FittedPose, prior: BoardPrior) -> BoardView:
    """Convert a pose in pitches to a view in millimetres."""
    x, y, z = (DEFAULT_PITCH * length for length in pose.translation)
    return BoardView(pose.camera, pose.rotation, (x, y, z), DEFAULT_PITCH, grid=prior.grid)


def parameters_of(view: BoardView) -> Floats:
    """Convert a view to parameters of `pose_fit`, in pitches: (P,)."""
    lens = np.log(view.camera.focal), view.camera.distortion[0]
    return np.array([*view.rotation, *(np.array(view.translation) / view.pitch), *lens])


def nearest_turn(view: BoardView, spot: tuple[float, float]) -> BoardView:
    """Turn the view so that the corner nearest to a pixel is the first."""
    corners = view.project(view.ring)
    return view.turned(int(np.linalg.norm(corners - np.asarray(spot), axis=1).argmin()))
