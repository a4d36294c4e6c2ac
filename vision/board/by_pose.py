"""Finds a board of square cells by its whole pose, from what a network paints of it or from tapped corners."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from vision.board.board_prior import BoardPrior
from vision.board.heat_maps import BoardFinder
from vision.board.pose_fit import EdgedBoard, FittedPose, HeatMapCosts, PoseCosts, TappedBoard, grid_board
from vision.board.rings import cut_off_at, map_support
from vision.board.side_edges import edges_near
from vision.errors import VisionError
from vision.geometry.board_view import DEFAULT_PITCH, BoardView
from vision.geometry.camera import Camera
from vision.geometry.grid import BoardGrid
from vision.image import Floats, Image
from vision.parameters import parameters


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    smallest: int = 160  # pixels; no board is looked for in a picture with a shorter side
    outside: float = 0.03  # share of the picture; a corner may be so far out of it
    smallest_cell: float = 5.0  # pixels; smaller cells cannot be read
    believed: float = 2.8  # 0..4; maps of the whole and of the surroundings bear out a board so far
    followed: float = 2.3  # 0..4; the same for one that lies where it lay: a hand hides paint
    even: float = 2.95  # 0..4; a board is as likely found within a quarter of a square as not (drawn tables)
    even_spread: float = 0.06  # 0..4; how fast that changes
    rounds: int = 2  # rounds of looking for edges and fitting to them
    kept: float = 6.0  # nats; a board lies where it lay unless this much more speaks against that
    apart: float = 0.3  # squares; poses whose corners lie farther apart show other squares
    alike: float = 3.0  # nats; a second pose is in doubt against which no more speaks


P: Final = parameters(Parameters)


@dataclass(frozen=True)
class PlacedBoard:
    """A board that was found, and what is held against other views of it. `second` is a view that explains the picture
    nearly as well, the board turned alike, if there is one, and `chance` how likely it is that one."""

    view: BoardView
    costs: PoseCosts
    second: BoardView | None = None
    chance: float = 0.0

    def cost(self, view: BoardView) -> float:
        """What is held against a view (nats, the less the better)."""
        return float(self.costs.costs(parameters_of(view)[None])[0])


def located_by_pose(
    image: Image,
    prior: BoardPrior,
    *,
    camera: Camera | None = None,
    corners: Sequence[tuple[float, float]] | None = None,
    previous: BoardView | None = None,
) -> PlacedBoard:
    """The board of which `prior` is known in `image` (H x W x 3, BGR), whichever way it stands: corner a1 is any.

    `camera`: the calibrated one, if there is one; `corners`: pixels of all four in the order of the grid's ring, if
    somebody tapped them: there they stay; `previous`: where the board lay in the picture before, which is believed as
    long as the picture bears it out as well as any other. Raises VisionError where there is no such board or the
    picture is too small.
    """
    grid = prior.grid
    if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8:
        raise VisionError("vision.picture.format")
    height, width = image.shape[:2]
    if min(height, width) < P.smallest:
        raise VisionError("vision.picture.small", width=width, height=height, least=P.smallest)
    known = None if camera is None else camera.resized((width, height))
    if corners is not None:
        return _tapped(np.asarray(corners, float), prior, (width, height), known)
    pixels = np.asarray(cv2.GaussianBlur(image, (3, 3), 0.8), np.uint8)
    placed = _by_maps(pixels, prior, known, previous)
    if placed is None:
        if cut := cut_off_at(pixels, grid):
            raise VisionError("vision.board.cut_off", edges=tuple(cut))
        raise VisionError("vision.board.none_bare", files=grid.files, ranks=grid.ranks)
    return placed


def _by_maps(pixels: Image, prior: BoardPrior, known: Camera | None, previous: BoardView | None) -> PlacedBoard | None:
    """The board that the network's maps bear out, if there is one."""
    grid, size = prior.grid, (pixels.shape[1], pixels.shape[0])
    finder = BoardFinder(grid)
    whole = HeatMapCosts(finder.heat_maps(pixels), grid_board(grid), size, known)
    before = [] if previous is None else [parameters_of(previous)]
    rough = whole.best(before)
    if not rough or not _possible(rough[0].rings[0], grid, size):
        return None
    closer = HeatMapCosts(finder.heat_maps(pixels, rough[0].rings[0]), whole.board, size, known)
    fine, *others = closer.best([rough[0].parameters, *before])
    if not _possible(fine.rings[0], grid, size):
        return None
    second = _second(fine, others, grid, size) if previous is None else None
    chance = 0.0 if second is None else float(1 / (1 + np.exp(second.cost - fine.cost)))
    lab = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2LAB), np.float32)
    for _ in range(P.rounds):
        edged = EdgedBoard(closer, fine, edges_near(lab, fine.rings[0], grid.side), 1.0)
        fine = edged.fitted(fine.parameters)

    def borne(view: BoardView) -> float:
        ring = view.project(view.ring)
        return sum(map_support(one.maps, one.maps.of_picture(ring), grid) for one in (whole, closer))

    view = view_of(fine, prior)
    found = borne(view) >= P.believed and _possible(fine.rings[0], grid, size)
    if previous is not None:
        kept = float(edged.costs(before[0][None])[0]) < fine.cost + P.kept
        # Under a hand less is painted of a board that lies where it lay.
        if kept or not found:
            view, found = previous, borne(previous) >= P.followed
    confidence = 1 / (1 + np.exp((P.even - borne(view)) / P.even_spread))
    if not found:
        return None
    view = replace(view, confidence=float(confidence))
    return PlacedBoard(view, edged, None if second is None else _alike(view_of(second, prior), view), chance)


def _second(
    best: FittedPose, others: Sequence[FittedPose], grid: BoardGrid, size: tuple[int, int]
) -> FittedPose | None:
    """The pose that explains the maps nearly as well as the best one and has the board elsewhere, if there is one."""
    ring = best.rings[0]
    side = float(np.linalg.norm(ring - np.roll(ring, 1, axis=0), axis=1).mean()) / grid.side
    for pose in others:
        rings = [np.roll(pose.rings[0], turn, axis=0) for turn in range(4)]
        off = min(float(np.linalg.norm(turned - ring, axis=1).max()) for turned in rings)
        if off > P.apart * side and pose.cost < best.cost + P.alike and _possible(pose.rings[0], grid, size):
            return pose
    return None


def _alike(other: BoardView, view: BoardView) -> BoardView:
    """A view turned and believed as another."""
    first = view.project(view.ring)[0]
    return replace(nearest_turn(other, (float(first[0]), float(first[1]))), confidence=view.confidence)


def _tapped(ring: Floats, prior: BoardPrior, size: tuple[int, int], known: Camera | None) -> PlacedBoard:
    grid = prior.grid
    if ring.shape != (4, 2) or not np.isfinite(ring).all():
        raise VisionError("vision.corners.four", corners=" ".join(grid.ring))
    board = TappedBoard(ring, grid_board(grid), size, known)
    poses = board.best()
    if not poses or not within(poses[0].rings[0], size):
        raise VisionError("vision.board.none_bare", files=grid.files, ranks=grid.ranks)
    return PlacedBoard(view_of(poses[0], prior), board)


def _possible(ring: Floats, grid: BoardGrid, size: tuple[int, int]) -> bool:
    """Whether a board lies in the picture, its cells so large that something can be told of them."""
    area = abs(cv2.contourArea(ring.astype(np.float32)))
    return within(ring, size) and area > P.smallest_cell**2 * grid.files * grid.ranks


def within(corners: Floats, size: tuple[int, int]) -> bool:
    """Whether a board's corners are in the picture, or hardly out of it."""
    share = corners / np.array(size)
    return bool(np.isfinite(share).all() and (share > -P.outside).all() and (share < 1 + P.outside).all())


def view_of(pose: FittedPose, prior: BoardPrior) -> BoardView:
    """A pose in pitches as a view in millimetres."""
    x, y, z = (DEFAULT_PITCH * length for length in pose.translation)
    return BoardView(pose.camera, pose.rotation, (x, y, z), DEFAULT_PITCH, grid=prior.grid)


def parameters_of(view: BoardView) -> Floats:
    """A view's parameters as `pose_fit` has them, in pitches: (P,)."""
    lens = np.log(view.camera.focal), view.camera.distortion[0]
    return np.array([*view.rotation, *(np.array(view.translation) / view.pitch), *lens])


def nearest_turn(view: BoardView, spot: tuple[float, float]) -> BoardView:
    """The view turned so that the corner nearest to a pixel is the first."""
    corners = view.project(view.ring)
    return view.turned(int(np.linalg.norm(corners - np.asarray(spot), axis=1).argmin()))
