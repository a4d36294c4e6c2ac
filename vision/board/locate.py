"""Locates a board and estimates the camera from one picture, with or without stickers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import Final, NamedTuple, TypeGuard

import cv2
import numpy as np

from vision.board.beyond_picture import share_cut_off
from vision.board.board_prior import BoardPrior
from vision.board.by_lines import Guess, best_window, contained, fitted_by_lines, windows_about
from vision.board.follow import followed, turned_like
from vision.board.grid_fit import P as GRID_FIT
from vision.board.grid_fit import credible, drawn_onto_lines, fit_within, posed, turned_to
from vision.board.ground_pattern import made_plain_anywhere
from vision.board.intersection_fit import Fitted, far, fit_to_intersections
from vision.board.line_fit import catch, refine
from vision.board.line_score import beyond, edge_strength, evidence, lines_seen
from vision.board.pose import Pose
from vision.board.rings import RingCandidates, cut_off_at, ring_candidates, turned_rings
from vision.board.rings_by_three import rings_by_three
from vision.board.stickers import Stickers, find_stickers, pitch_by_stickers
from vision.board.two_colours import surest_window
from vision.board.vanishing_points import CornerCandidate, candidates
from vision.errors import VisionError
from vision.geometry.board_view import DEFAULT_PITCH, BoardView
from vision.geometry.camera import Camera
from vision.geometry.grid import FIELD, BoardGrid
from vision.geometry.tapped import tapped_ring
from vision.image import Floats, Image, size_checked
from vision.networks.trained_for import FOUND_BARE, TRAINED_FOR
from vision.parameters import parameters
from vision.stacks.pitch import with_measured_pitch


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    largest: int = 1280  # pixels; longer pictures are reduced, which bounds the search for lines
    fair: float = 0.42  # correlation with lines from which a grid is accepted if intersections agree
    outside: float = 0.1  # share of the picture; stated corners may lie this far outside, being rough
    borne: float = 1.8  # 0..4; support by heat maps needed for a board with pieces: such come to 2.1 and more
    borne_bare: float = 2.5  # 0..4; `borne` for grids whose finder knows bare boards: practice from 2.7
    alone: float = 0.8  # correlation needed if only lines suggest a board; a calendar behind a phone comes to 0.79
    few_rings: int = 2  # rings by heat maps tried in a quick search, where the expected pieces are not seen
    few_candidates: int = 4  # candidates by lines in a quick search: most such pictures hold no board
    few_planes: int = 2  # planes in which they may lie
    likeliest: int = 2  # candidates by lines in a quick search on cloths: where one of four was right, the first was
    many_rings: int = 6  # rings tried in a thorough search: a first look may take seconds
    many_candidates: int = 16  # candidates by lines in a thorough search
    many_likeliest: int = 8  # candidates by lines in a thorough search on cloths
    alone_thorough: float = 0.6  # `alone` in a thorough search; boards that anyone sees on cloths come to this
    loosest_tap: float = 0.5  # cells; a corner lies this near to where it was tapped
    loosest_sticker: float = 0.15  # cells; a corner lies this near to its sticker, which is placed with care
    sticker_error_mm: float = 0.5  # mm; standard error of the pitch by stickers
    margin: float = 0.15  # cells; the edge of the picture may cut off the frame around a large
    believed: float = 0.6  # confidence at intersections from which a grid is not sought elsewhere
    clearly: float = 0.4  # confidence a board needs if it may go on beyond the picture
    goes_on: float = 0.6  # share of the rows' look of lines from which a row beyond continues the grid
    plain_row: float = 0.45  # correlation such a row needs by itself: a frame's edge looks like faint lines, too
    strange: float = 0.1  # radial term that few lenses exceed: a grid seen through such a one may lie on other lines


P: Final = parameters(Parameters)


class Effort(NamedTuple):
    """Effort to find a bare board."""

    rings: int
    candidates: int
    likeliest: int
    alone: float


QUICK: Final = Effort(P.few_rings, P.few_candidates, P.likeliest, P.alone)
THOROUGH: Final = Effort(P.many_rings, P.many_candidates, P.many_likeliest, P.alone_thorough)


def locate(
    image: Image,
    prior: BoardPrior,
    *,
    camera: Camera | None = None,
    corners: Sequence[tuple[float, float]] | None = None,
    a1: tuple[float, float] | None = None,
    previous: BoardView | None = None,
    cut_off: float = 0.0,
    search: Effort = QUICK,
) -> BoardView:
    """Locate the board described by `prior` in `image` (H x W x 3, BGR).

    `camera`: the calibrated camera, if any; otherwise focal length and first radial term are estimated from the board.
    `corners`: rough pixels of the grid's outer corners in the order of its ring, a1 first (four taps). `a1`: rough
    pixel of a1's outer corner; without it stickers decide, or a1 is the near left corner. `previous`: pose in an
    earlier picture of the same table, which makes the search fast; its orientation, camera and pitch are kept.
    `cut_off`: share of the board's area that may lie outside the picture, if its lines show clearly. `search`: effort
    to find a bare board that does not show at once.

    Raises VisionError if there is no board, if more of it is out of the picture, if the picture is too small, if `a1`
    is far outside it, or if the networks were trained for another grid and neither taps nor stickers give the place.
    """
    size = size_checked(image)
    if a1 is not None:
        _look_at_corner(a1, prior, size)
    scale = P.largest / max(size)
    if scale >= 1:
        return _in_picture(_located(image, prior, camera, corners, a1, previous, search), cut_off)
    small = np.asarray(cv2.resize(image, _smaller(size, scale), interpolation=cv2.INTER_AREA), np.uint8)
    earlier = None if previous is None else previous.resized(_smaller(previous.camera.size, scale))
    taps = None if corners is None else [_shrunk(tap, scale) for tap in corners]
    rough = None if a1 is None else _shrunk(a1, scale)
    found = _in_picture(_located(small, prior, camera, taps, rough, earlier, search), cut_off)
    if previous is not None and found is earlier:
        return previous
    kept = camera if previous is None else previous.camera
    return found.resized(size) if kept is None else replace(found, camera=kept.resized(size))


def _look_at_corner(a1: tuple[float, float], prior: BoardPrior, size: tuple[int, int]) -> None:
    """Raise VisionError if the stated corner cannot be one: any board would be turned by it."""
    if not all(-P.outside * most <= at <= (1 + P.outside) * most for at, most in zip(a1, size, strict=True)):
        u, v = (f"{at:.4g}" for at in a1)
        raise VisionError("vision.corner.outside", corner=prior.grid.ring[0], u=u, v=v, width=size[0], height=size[1])


def _smaller(size: tuple[int, int], scale: float) -> tuple[int, int]:
    return round(size[0] * scale), round(size[1] * scale)


def _shrunk(spot: tuple[float, float], scale: float) -> tuple[float, float]:
    """Scale a place in a picture, pixels, to the reduced picture."""
    return (spot[0] + 0.5) * scale - 0.5, (spot[1] + 0.5) * scale - 0.5


def _located(
    image: Image,
    prior: BoardPrior,
    camera: Camera | None,
    corners: Sequence[tuple[float, float]] | None,
    a1: tuple[float, float] | None,
    previous: BoardView | None,
    search: Effort,
) -> BoardView:
    """Locate the board in a picture of working size (see `locate`)."""
    size = image.shape[1], image.shape[0]
    view: BoardView | None = None
    pixels = np.asarray(cv2.GaussianBlur(image, (3, 3), 0.8), dtype=np.uint8)
    if previous is not None and previous.camera.size == size:
        view = followed(pixels, prior, previous)
        if view is previous:
            return view
        camera = previous.camera
    known = None if camera is None else camera.resized(size)
    if corners is not None:
        return _from_taps(pixels, prior, known, corners)
    stuck = find_stickers(image, prior.grid, known)
    framed = None if stuck is None else _by_stickers(pixels, prior, known, stuck)
    if framed is None and view is not None:
        return view
    found = framed or _unmarked(pixels, prior, known, search)
    if previous is not None:
        return turned_like(found, previous)
    return found if framed is not None and a1 is None else oriented(found, a1)


def _unmarked(pixels: Image, prior: BoardPrior, camera: Camera | None, search: Effort) -> BoardView:
    """Locate the board anywhere in the picture, without stickers."""
    if not prior.occupied:
        return _bare(pixels, prior, camera, search)
    grid, proposed = prior.grid, ring_candidates(pixels, prior.grid)
    pose = _at_once(pixels, proposed.rings, prior, camera)
    if pose is None:
        known = _fitted(pixels, proposed, prior, camera)
        if isinstance(known, Fitted):
            return _unlined(pixels, known)
        pose = known or _emptied(pixels, proposed, prior, camera)
    if sides := _goes_on(pixels, pose):
        # If the grid was found a row off, one row lies beyond.
        window = best_window(pixels, pose) if sides == 1 else pose
        if _goes_on(pixels, window):
            raise VisionError("vision.board.larger", files=grid.files, ranks=grid.ranks)
        pose = window
    return _view(pixels, pose, lines_seen(pixels, pose).correlation)


def _fitted(pixels: Image, proposed: RingCandidates, prior: BoardPrior, camera: Camera | None) -> Pose | Fitted | None:
    """Fit the grid near the rings proposed by heat maps; None if the maps show no board."""
    edges, turned = edge_strength(pixels), RingCandidates([], 0.0)
    known = fit_within(pixels, edges, proposed.rings, prior, camera) if proposed.support > P.borne else None
    if not isinstance(known, Pose):
        # Also if intersections fit without lines: dim boards seen from low are mistaken for such.
        turned = turned_rings(pixels, prior.grid)
        if turned.support > P.borne:
            known = fit_within(pixels, edges, turned.rings, prior, camera, known)
    if not isinstance(known, Pose) and not _believed(known) and max(proposed.support, turned.support) > P.borne:
        # A hand or a mug may hide a corner; among so many guesses a doubtful one would be chance.
        again = fit_within(pixels, edges, rings_by_three(pixels, prior.grid, camera), prior, camera, known)
        known = again if isinstance(again, Pose) or _believed(again) else known
    return known


def _goes_on(pixels: Image, pose: Pose) -> int:
    """Return the number of sides beyond which the grid goes on."""
    plain = max(P.goes_on * lines_seen(pixels, pose).correlation, P.plain_row)
    return int((beyond(pixels, pose) > plain).sum())


def _believed(fitted: Fitted | None) -> bool:
    return fitted is not None and fitted.confidence >= P.believed


def _bare(pixels: Image, prior: BoardPrior, camera: Camera | None, search: Effort) -> BoardView:
    """Locate a nearly bare board by its lines, near rings by heat maps or, if the network knows no bare boards, by
    lines alone."""
    proposed = ring_candidates(pixels, prior.grid)
    try:
        if prior.grid in FOUND_BARE:
            pose = _located_bare(pixels, proposed, prior, camera, search)
        else:
            pose = _lined(pixels, proposed, prior, camera)
    except VisionError:
        if cut := cut_off_at(pixels, prior.grid):
            raise VisionError("vision.board.cut_off", edges=tuple(cut)) from None
        raise
    found, doubt = surest_window(pixels, windows_about(pose)) if prior.grid == FIELD else (pose, 0.0)
    if found is not pose:
        found = refine(pixels, found, (0.03, 0.02))
    seen = float(np.clip(lines_seen(pixels, found).correlation, 0, 1))
    return replace(found.view(DEFAULT_PITCH, seen * (1 - doubt)), doubt=doubt)


def _located_bare(
    pixels: Image, proposed: RingCandidates, prior: BoardPrior, camera: Camera | None, search: Effort
) -> Pose:
    """Locate a bare board by heat maps, also without the ground's pattern, whose lines would mislead. Raises
    VisionError where there is none."""
    found = _at_proposed(pixels, proposed, prior, camera)
    if _beyond_doubt(found, pixels):
        return found
    if (plain := made_plain_anywhere(pixels, prior.grid, camera)) is not None:
        beneath = _at_proposed(plain, ring_candidates(plain, prior.grid), prior, camera)
        if _beyond_doubt(beneath, plain):
            return beneath
    if not isinstance(found, VisionError):
        return found
    # On cloths whose pattern is not found the maps are faint, though lines may show a board clearly.
    faint = P.borne < proposed.support <= P.borne_bare
    rings = islice(_ways(proposed.rings, prior.grid), search.rings if faint else 0)
    try:
        alone = islice(_suggested(pixels, prior, camera, 1, search.candidates), search.likeliest)
        plainly = fitted_by_lines(pixels, prior, chain(rings, alone), camera)
    except VisionError:
        raise found from None
    if not (contained(plainly) and lines_seen(pixels, plainly).correlation > search.alone):
        raise found
    return plainly


def _at_proposed(
    pixels: Image, proposed: RingCandidates, prior: BoardPrior, camera: Camera | None
) -> Pose | VisionError:
    """Locate a bare board near the proposed rings. Returns the error where there is none."""
    if proposed.support <= P.borne_bare:
        return VisionError("vision.board.none_bare", files=prior.grid.files, ranks=prior.grid.ranks)
    try:
        return fitted_by_lines(pixels, prior, _ways(proposed.rings, prior.grid), camera)
    except VisionError as error:
        return error


def _beyond_doubt(found: Pose | VisionError, pixels: Image) -> TypeGuard[Pose]:
    """Return True if the board's lines alone settle its pose."""
    return isinstance(found, Pose) and lines_seen(pixels, found).correlation > GRID_FIT.clear


def _ways(rings: Sequence[Floats], grid: BoardGrid) -> Iterator[Guess]:
    """Yield guesses at rings. The maps may show a grid that is not square turned."""
    tried: list[Floats] = []
    for ring in rings:
        if any(far(turned_to(before, ring, grid), before, grid) < GRID_FIT.same for before in tried):
            continue
        tried.append(ring)
        yield Guess(ring)
        if len(grid.turns) < 4:
            yield Guess(np.roll(ring, 1, axis=0))


def _lined(pixels: Image, proposed: RingCandidates, prior: BoardPrior, camera: Camera | None) -> Pose:
    """Locate a bare board with a network that knows none, and by lines alone. Raises VisionError where there is
    none."""
    borne = proposed.support > P.borne
    rings = islice(_ways(proposed.rings, prior.grid), P.few_rings if borne else 0)
    alone = _suggested(pixels, prior, camera, P.few_planes)
    return fitted_by_lines(pixels, prior, chain(rings, alone), camera, GRID_FIT.clear if borne else P.alone)


def _suggested(
    pixels: Image, prior: BoardPrior, camera: Camera | None, planes: int, most: int = P.few_candidates
) -> Iterator[Guess]:
    """Yield guesses by lines alone, in some planes."""
    for found in islice(_candidates(pixels, prior, camera, planes), most):
        yield Guess(found.corners, found.lines)


def _at_once(pixels: Image, rings: Sequence[Floats], prior: BoardPrior, camera: Camera | None) -> Pose | None:
    """Return the grid at the first proposed ring if its lines settle it; if they show only fairly well, or through a
    strange lens, intersections must agree."""
    rough = posed(pixels, prior, rings[0], camera) if rings else None
    if rough is None:
        return None
    pose = drawn_onto_lines(pixels, rough)
    found = lines_seen(pixels, pose)
    if found.share < GRID_FIT.least_showing or found.correlation < P.fair:
        return None
    strange = not pose.calibrated and abs(pose.camera.distortion[0]) > P.strange
    if found.correlation > GRID_FIT.clear and not strange:
        return pose
    fitted = fit_to_intersections(pixels, pose, 1)
    near = fitted.sure and far(fitted.pose.corners, pose.corners, prior.grid) < GRID_FIT.lines_near
    if not near or not credible(evidence(pixels, edge_strength(pixels), pose)):
        return None
    return refine(pixels, pose, (0.03, 0.02))


def _unlined(pixels: Image, fitted: Fitted) -> BoardView:
    view = fitted.pose.view(DEFAULT_PITCH, fitted.confidence)
    return replace(with_measured_pitch(pixels, view, fitted.pose.prior.occupied), lined=False)


def _emptied(pixels: Image, proposed: RingCandidates, prior: BoardPrior, camera: Camera | None) -> Pose:
    """Locate the board by lines alone, as if nothing stands on it."""
    if cut := cut_off_at(pixels, prior.grid):
        raise VisionError("vision.board.cut_off", edges=tuple(cut))
    none = VisionError("vision.board.none", files=prior.grid.files, ranks=prior.grid.ranks)
    try:
        pose = _lined(pixels, proposed, prior.emptied, camera)
    except VisionError as error:
        raise error if error.key == "vision.board.larger" else none from None
    if lines_seen(pixels, pose).correlation < GRID_FIT.clear:
        raise none
    return pose


def _candidates(
    pixels: Image, prior: BoardPrior, camera: Camera | None, planes: int = P.few_planes
) -> Iterator[CornerCandidate]:
    grey = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    if camera is None:
        yield from candidates(grey, prior.grid, planes=planes)
        return
    centred = Camera.guess(camera.size, camera.focal)
    straight = cv2.undistort(grey, camera.k, camera.d, None, centred.k)
    ahead = np.zeros(3)
    for found in candidates(np.asarray(straight, dtype=np.uint8), prior.grid, camera.focal, planes):
        yield replace(found, corners=camera.project(centred.rays(found.corners), ahead, ahead))


def _from_taps(
    pixels: Image, prior: BoardPrior, camera: Camera | None, corners: Sequence[tuple[float, float]]
) -> BoardView:
    """Fit the grid to tapped corners."""
    grid = prior.grid
    taps = tapped_ring(corners, grid.ring)
    rough = posed(pixels, prior, taps, camera)
    if rough is None:
        raise VisionError("vision.corners.no_board", corners=" ".join(grid.ring))
    tried = [drawn_onto_lines(pixels, rough)]
    if not _clear(pixels, tried[0], taps):
        for candidate in _candidates(pixels, prior, camera):
            turned = turned_to(taps, candidate.corners, grid)
            pose = posed(pixels, prior, turned, camera) if far(turned, taps, grid) < P.loosest_tap else None
            if pose is not None:
                tried.append(refine(pixels, catch(pixels, pose, candidate.lines)))
                if _clear(pixels, tried[-1], taps):
                    break
    near = [pose for pose in tried if far(pose.corners, taps, grid) < P.loosest_tap]
    best = max(near, key=lambda pose: lines_seen(pixels, pose).correlation, default=rough)
    correlation = lines_seen(pixels, best).correlation
    if correlation > GRID_FIT.doubtful:
        return _view(pixels, best, correlation)
    if grid == TRAINED_FOR:
        fitted = fit_to_intersections(pixels, rough)
        if fitted.sure and far(fitted.pose.corners, taps, grid) < P.loosest_tap:
            return _unlined(pixels, fitted)
    return replace(_view(pixels, rough, lines_seen(pixels, rough).correlation), lined=False)


def _by_stickers(pixels: Image, prior: BoardPrior, camera: Camera | None, stuck: Stickers) -> BoardView | None:
    """Fit the grid framed by stickers to its lines, if visible; None where the frame holds no board."""
    rough = posed(pixels, prior, stuck.corners, camera)
    if rough is None:
        return None
    fine = drawn_onto_lines(pixels, rough)
    sure = far(fine.corners, stuck.corners, prior.grid) < P.loosest_sticker
    correlation = lines_seen(pixels, fine).correlation
    pose = fine if sure and correlation > GRID_FIT.doubtful else rough
    view = pose.view(stuck.pitch, float(np.clip(correlation, 0, 1)) if pose is fine else GRID_FIT.doubtful)
    return replace(view.with_pitch(pitch_by_stickers(stuck, view), P.sticker_error_mm), stickers_turn=0)


def _clear(pixels: Image, pose: Pose, taps: Floats) -> bool:
    return (
        far(pose.corners, taps, pose.prior.grid) < P.loosest_tap
        and lines_seen(pixels, pose).correlation > GRID_FIT.clear
    )


def _view(pixels: Image, pose: Pose, correlation: float) -> BoardView:
    view = pose.view(DEFAULT_PITCH, float(np.clip(correlation, 0, 1)))
    return with_measured_pitch(pixels, view, pose.prior.occupied)


def _in_picture(view: BoardView, cut_off: float) -> BoardView:
    """Return the view. Raises VisionError where more of the board is out of the picture than allowed."""
    width, height = view.camera.size
    inset = P.margin * view.pitch * np.array([[1, 1, 0], [-1, 1, 0], [-1, -1, 0], [1, -1, 0]])
    pixels = view.project(view.ring + inset)
    out = [
        name for name, (u, v) in zip(view.grid.ring, pixels, strict=True) if not (0 <= u < width and 0 <= v < height)
    ]
    clear = view.lined and view.confidence >= P.clearly
    if out and not (clear and share_cut_off(view) <= cut_off):
        raise VisionError("vision.board.corners_out", corners=tuple(out))
    return view


def oriented(view: BoardView, a1: tuple[float, float] | None) -> BoardView:
    """Turn the view so that a1 is the corner nearest to pixel `a1`, or the near left one."""
    turns = np.array(view.grid.turns)
    corners = view.project(view.ring)
    if a1 is not None:
        return view.turned(int(turns[np.linalg.norm(corners[turns] - np.asarray(a1), axis=1).argmin()]))
    edges = (corners + np.roll(corners, -1, axis=0))[turns, 1]
    return view.turned(int(turns[edges.argmax()]))
