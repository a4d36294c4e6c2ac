"""Finds the Volcano board and the camera in one picture, by stickers at its corners or without."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.crossing_fit import Fitted, far, fit_to_crossings
from vision.board.crossings import CORNERS
from vision.board.line_fit import Lines, Pose, Reading, catch, likenesses, look_of_lines, match_lines, refine, solve
from vision.board.line_score import Evidence, beyond, edge_strength, evidence, lines_seen, settled
from vision.board.rings import cut_off_at, painted_rings, turned_rings
from vision.board.stickers import Stickers, find_stickers, pitch_by_stickers
from vision.board.vanishing_points import Candidate, candidates
from vision.errors import VisionError
from vision.geometry.board_view import DEFAULT_PITCH, RING, BoardView
from vision.geometry.camera import Camera
from vision.image import Image
from vision.stacks.pitch import with_measured_pitch

Floats = NDArray[np.float64]

SMALLEST_PICTURE = 160
# Larger pictures (pixels along the longer side) are shrunk to this: lines are looked for where there are so many.
LARGEST = 1280
# Mean likeness of the places between cells: what a wrong grid hardly reaches, and what only the right one does.
PROMISING, DOUBTFUL, FAIR, CLEAR, CERTAIN = 0.25, 0.38, 0.42, 0.55, 0.8
# How many places between cells must show (of 240); below CLEAR also how strong the edges in the cells must be, and how
# many lines' lengths make up for a low mean where tall stacks hide much.
FEWEST_SEEN, SMOOTH, MANY_LINES = 60, 0.25, 2.8
# How many candidates more to try after the best so far.
PATIENCE = 8
# How far (cells) a corner may be from where it was tapped.
LOOSEST_TAP = 0.5
# The same for a grid by its stickers, which are put on with care; and what their scale is good for, in mm of pitch.
LOOSEST_STICKER = 0.15
STICKER_ERROR_MM = 0.5
# How much of a cell may be cut off by the picture's edge: the frame around its large.
MARGIN = 0.15
# A grid goes on where the row beyond looks at least this much like the rows within, and at least so well in itself:
# where lines show badly, a frame's edge looks as much like them as they do.
GOES_ON, PLAIN_ROW = 0.6, 0.45
# Where a row around the grid looks so much like those within, the grid may lie a cell off.
SLIPPED = 0.18
# Corners that moved less than this (pixels) did not move; by crossings, which are less exact than lines, in cells.
STILL = 0.7
STILL_CROSSINGS = 0.04
# Poses whose corners are nearer to each other than this (cells) lead to the same lines.
SAME = 0.1
# A grid that lies so near (cells) to one that is surely fitted to the crossings would be drawn onto the same ones.
SAME_CROSSINGS = 0.3
# Few lenses have a larger first radial term; a grid that seems to be seen through one may be drawn onto other lines.
STRANGE = 0.1
# How far (cells) a grid's lines may lie from where its crossings were made out without them.
LINES_NEAR = 0.2


def locate(
    image: Image,
    *,
    camera: Camera | None = None,
    corners: Sequence[tuple[float, float]] | None = None,
    a1: tuple[float, float] | None = None,
    previous: BoardView | None = None,
) -> BoardView:
    """Find the board in `image` (H x W x 3, BGR).

    `camera` is the calibrated camera, if there is one; without it the focal length and the first radial term come from
    the board. `corners` are rough pixels of the grid's outer corners a1 e1 e5 a5 (four taps). `a1` is a rough pixel of
    a1's outer corner; without it stickers tell it, or a1 is the near left corner. `previous` is the view of an earlier
    picture of the same table, which makes it fast; its orientation, camera and pitch are kept.

    Raises VisionError when there is no board, when it is partly out of the picture, or when the picture is too small.
    """
    size = _checked(image)
    scale = LARGEST / max(size)
    if scale >= 1:
        return _located(image, camera, corners, a1, previous)
    small = np.asarray(cv2.resize(image, _smaller(size, scale), interpolation=cv2.INTER_AREA), np.uint8)
    earlier = None if previous is None else previous.resized(_smaller(previous.camera.size, scale))
    taps = None if corners is None else [_shrunk(tap, scale) for tap in corners]
    found = _located(small, camera, taps, None if a1 is None else _shrunk(a1, scale), earlier)
    if previous is not None and found is earlier:
        return previous
    kept = camera if previous is None else previous.camera
    return found.resized(size) if kept is None else replace(found, camera=kept.resized(size))


def _smaller(size: tuple[int, int], scale: float) -> tuple[int, int]:
    return round(size[0] * scale), round(size[1] * scale)


def _shrunk(spot: tuple[float, float], scale: float) -> tuple[float, float]:
    """A place in a picture, pixels, in the picture shrunk to `scale`."""
    return (spot[0] + 0.5) * scale - 0.5, (spot[1] + 0.5) * scale - 0.5


def _located(
    image: Image,
    camera: Camera | None,
    corners: Sequence[tuple[float, float]] | None,
    a1: tuple[float, float] | None,
    previous: BoardView | None,
) -> BoardView:
    """See `locate`."""
    size = image.shape[1], image.shape[0]
    view: BoardView | None = None
    pixels = np.asarray(cv2.GaussianBlur(image, (3, 3), 0.8), dtype=np.uint8)
    if previous is not None and previous.camera.size == size:
        view = _followed(pixels, previous)
        if view is previous:
            return _whole(view)
        camera = previous.camera
    known = None if camera is None else camera.resized(size)
    if corners is not None:
        return _whole(_from_taps(pixels, known, corners))
    stuck = find_stickers(image, known)
    framed = None if stuck is None else _by_stickers(pixels, known, stuck)
    if framed is None and view is not None:
        return _whole(view)
    found = _whole(framed or _unmarked(pixels, known))
    if previous is not None:
        return _like(found, previous)
    return found if framed is not None and a1 is None else oriented(found, a1)


def _unmarked(pixels: Image, camera: Camera | None) -> BoardView:
    """The board somewhere in the picture, without stickers."""
    rings = painted_rings(pixels)
    pose = _at_once(pixels, rings, camera)
    if pose is None:
        edges = edge_strength(pixels)
        known = _by_crossings(pixels, edges, rings, camera)
        if not isinstance(known, Pose):
            # Even where crossings were made out without lines: dim boards seen from low are mistaken for such.
            turned = turned_rings(pixels)
            known = _by_crossings(pixels, edges, turned, camera, known)
            rings = [*rings, *turned]
        if isinstance(known, Fitted):
            return _unlined(pixels, known)
        pose = known or _searched(pixels, edges, rings, camera)
    likeness = lines_seen(pixels, pose).likeness
    if beyond(pixels, pose).max() > max(GOES_ON * likeness, PLAIN_ROW):
        raise VisionError(
            "There is a grid in the picture, but it has more than 5 x 5 cells, as a chess board has: this is no "
            "Volcano board."
        )
    return _view(pixels, pose, likeness)


def _at_once(pixels: Image, rings: Sequence[Floats], camera: Camera | None) -> Pose | None:
    """The grid where the network paints a board, if the lines there leave no doubt, or show fairly well, or as through
    a strange lens, and the crossings that the other network makes out are on them."""
    rough = _posed(pixels, rings[0], camera) if rings else None
    if rough is None:
        return None
    pose = _drawn_onto_lines(pixels, rough)
    found = lines_seen(pixels, pose)
    if found.seen < FEWEST_SEEN or found.likeness < FAIR:
        return None
    strange = not pose.calibrated and abs(pose.camera.distortion[0]) > STRANGE
    if found.likeness > CLEAR and not strange:
        return pose
    fitted = fit_to_crossings(pixels, pose, 1)
    near = fitted.sure and far(_corners(fitted.pose), _corners(pose)) < LINES_NEAR
    if not near or not _credible(evidence(pixels, edge_strength(pixels), pose)):
        return None
    return refine(pixels, pose, (0.03, 0.02))


def _by_crossings(
    pixels: Image,
    edges: NDArray[np.float32],
    rings: Sequence[Floats],
    camera: Camera | None,
    bare: Fitted | None = None,
) -> Pose | Fitted | None:
    """The grid around which the network paints a board and makes out its crossings: drawn onto its lines, or as it is
    fitted to the crossings where no lines are to be seen. `bare` is such a fit that was found before."""
    lined, lines = None, 0.0
    tried: list[Floats] = []
    for ring in rings:
        if bare is not None:
            known = _corners(bare.pose)
            if far(_turned_to(known, ring), known) < SAME_CROSSINGS:
                continue
        rough = _posed(pixels, ring, camera)
        fitted = None if rough is None else fit_to_crossings(pixels, rough)
        if fitted is None or not fitted.fair:
            continue
        if fitted.sure and (bare is None or fitted.spread < bare.spread):
            bare = fitted
        corners = _corners(fitted.pose)
        if any(far(_turned_to(before, corners), before) < SAME for before in tried):
            continue
        tried.append(corners)
        pose = _drawn_onto_lines(pixels, fitted.pose)
        found = evidence(pixels, edges, pose)
        if far(_corners(pose), corners) < LINES_NEAR and _credible(found) and found.lines > lines:
            lined, lines = pose, found.lines
            if found.likeness > CLEAR:
                break
    return lined or bare


def _unlined(pixels: Image, fitted: Fitted) -> BoardView:
    view = fitted.pose.view(DEFAULT_PITCH, fitted.confidence)
    return replace(with_measured_pitch(pixels, view), lined=False)


def _searched(pixels: Image, edges: NDArray[np.float32], rings: Sequence[Floats], camera: Camera | None) -> Pose:
    """The pose of the grid somewhere in the picture that explains it best."""
    best, best_rank, since = None, 0.0, 0
    for pose in _rough_poses(pixels, edges, rings, camera):
        since += best is not None
        if since > PATIENCE:
            break
        found = evidence(pixels, edges, pose)
        rank = found.likeness * np.sqrt(found.seen)
        if rank > best_rank and _credible(found):
            best, best_rank, since = pose, rank, 0
        if best is not None and found.likeness > CLEAR:
            break
    if best is not None:
        # A neighbour of the true fit can look fair: light gaps beside dark lines, say.
        return _drawn_onto_lines(pixels, best)
    cut = " and ".join(cut_off_at(pixels))
    if cut:
        raise VisionError(f"The board is partly out of the picture ({cut} edge): move the camera until all is in it.")
    raise VisionError("No 5 x 5 board full of pyramids was found: show all of it, or tap its four corners.")


def _credible(found: Evidence) -> bool:
    """Too good to be chance: among things that are no board, short stretches and smooth surfaces come close."""
    fair = found.texture > SMOOTH and (found.likeness > DOUBTFUL or found.lines > MANY_LINES)
    return found.seen >= FEWEST_SEEN and (found.likeness > CLEAR or fair)


def _rough_poses(
    pixels: Image, edges: NDArray[np.float32], rings: Sequence[Floats], camera: Camera | None
) -> Iterator[Pose]:
    """Poses worth looking at, pulled onto lines: first where the network paints a board, then where lines cross."""
    for ring in rings:
        pose = _posed(pixels, ring, camera)
        if pose is not None:
            yield caught_best(pixels, pose)
    for candidate in _candidates(pixels, camera):
        pose = _posed(pixels, candidate.corners, camera)
        if pose is None:
            continue
        pose = catch(pixels, pose, candidate.lines)
        if lines_seen(pixels, pose).likeness >= PROMISING:
            pose = settled(pixels, edges, refine(pixels, pose, (0.05, 0.03)))[0]
            yield refine(pixels, pose, (0.05, 0.03, 0.02, 0.02))


def _candidates(pixels: Image, camera: Camera | None) -> Iterator[Candidate]:
    grey = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    if camera is None:
        yield from candidates(grey)
        return
    centred = Camera.guess(camera.size, camera.focal)
    straight = cv2.undistort(grey, camera.k, camera.d, None, centred.k)
    ahead = np.zeros(3)
    for found in candidates(np.asarray(straight, dtype=np.uint8), camera.focal):
        yield replace(found, corners=camera.project(centred.rays(found.corners), ahead, ahead))


def _posed(pixels: Image, corners: Floats, camera: Camera | None) -> Pose | None:
    size = (pixels.shape[1], pixels.shape[0])
    return Pose.from_corners(corners, camera or Camera.guess(size), camera is not None)


def _from_taps(pixels: Image, camera: Camera | None, corners: Sequence[tuple[float, float]]) -> BoardView:
    """The grid whose corners were tapped, more or less."""
    taps = np.asarray(corners, dtype=float)
    if taps.shape != (4, 2) or not np.isfinite(taps).all():
        raise VisionError("Four corners are needed, each as u,v in pixels, in the order a1 e1 e5 a5.")
    rough = _posed(pixels, taps, camera)
    if rough is None:
        raise VisionError("These four corners are no board seen from above: give a1 e1 e5 a5 counter-clockwise.")
    tried = [_drawn_onto_lines(pixels, rough)]
    if not _clear(pixels, tried[0], taps):
        for candidate in _candidates(pixels, camera):
            turned = _turned_to(taps, candidate.corners)
            pose = _posed(pixels, turned, camera) if far(turned, taps) < LOOSEST_TAP else None
            if pose is not None:
                tried.append(refine(pixels, catch(pixels, pose, candidate.lines)))
                if _clear(pixels, tried[-1], taps):
                    break
    near = [pose for pose in tried if far(_corners(pose), taps) < LOOSEST_TAP]
    best = max(near, key=lambda pose: lines_seen(pixels, pose).likeness, default=rough)
    likeness = lines_seen(pixels, best).likeness
    if likeness > DOUBTFUL:
        return _view(pixels, best, likeness)
    fitted = fit_to_crossings(pixels, rough)
    if fitted.sure and far(_corners(fitted.pose), taps) < LOOSEST_TAP:
        return _unlined(pixels, fitted)
    return replace(_view(pixels, rough, lines_seen(pixels, rough).likeness), lined=False)


def _by_stickers(pixels: Image, camera: Camera | None, stuck: Stickers) -> BoardView | None:
    """The grid that its stickers frame, drawn onto its lines where they are seen; None where the frame is no board."""
    rough = _posed(pixels, stuck.corners, camera)
    if rough is None:
        return None
    fine = _drawn_onto_lines(pixels, rough)
    sure = far(_corners(fine), stuck.corners) < LOOSEST_STICKER
    likeness = lines_seen(pixels, fine).likeness
    pose = fine if sure and likeness > DOUBTFUL else rough
    view = pose.view(stuck.pitch, float(np.clip(likeness, 0, 1)) if pose is fine else DOUBTFUL)
    return replace(view.with_pitch(pitch_by_stickers(stuck, view), STICKER_ERROR_MM), stickers_turn=0)


def _drawn_onto_lines(pixels: Image, pose: Pose) -> Pose:
    """`pose`, good to a tenth of a cell or so, fitted to the lines that explain the picture best."""
    return refine(pixels, caught_best(pixels, pose), (0.04, 0.03, 0.02))


def caught_best(pixels: Image, rough: Pose) -> Pose:
    """`rough`, or what it becomes when pulled onto lines of one kind: whichever explains the picture best."""
    here = lines_seen(pixels, rough)
    if here.likeness > CERTAIN:
        return rough
    caught = [catch(pixels, rough, lines) for lines in Lines]
    pose = refine(pixels, max(caught, key=lambda pose: lines_seen(pixels, pose).lines), (0.05, 0.03))
    return pose if lines_seen(pixels, pose).lines > here.lines else rough


def _turned_to(corners: Floats, ring: Floats) -> Floats:
    """`ring` from that of its corners on with which it lies nearest to `corners`."""
    return min((np.roll(ring, k, axis=0) for k in range(len(RING))), key=lambda turned: far(turned, corners))


def _clear(pixels: Image, pose: Pose, taps: Floats) -> bool:
    return far(_corners(pose), taps) < LOOSEST_TAP and lines_seen(pixels, pose).likeness > CLEAR


def _corners(pose: Pose) -> Floats:
    return pose.project(CORNERS)


def _view(pixels: Image, pose: Pose, likeness: float) -> BoardView:
    return with_measured_pitch(pixels, pose.view(DEFAULT_PITCH, float(np.clip(likeness, 0, 1))))


def _followed(pixels: Image, previous: BoardView) -> BoardView | None:
    """The view after a bump since `previous`; None when the board must be looked for anew."""
    pose = Pose.of_view(previous.lowered(-previous.walls), True)
    if not previous.lined:
        return _followed_by_crossings(pixels, previous, pose)
    fitted, likeness = _nudged(pixels, pose)
    if likeness <= 0.5 * previous.confidence or _slipped(pixels, fitted):
        edges = edge_strength(pixels)
        fitted = refine(pixels, settled(pixels, edges, caught_best(pixels, pose))[0])
        likeness = lines_seen(pixels, fitted).likeness
        if likeness < max(DOUBTFUL, 0.7 * previous.confidence):
            return None
    elif not _still(fitted, pose):
        fitted = refine(pixels, fitted, (0.03, 0.02, 0.02))
    if _still(fitted, pose):
        return previous
    view = fitted.view(previous.pitch, float(np.clip(likeness, 0, 1))).lowered(previous.walls)
    return replace(view, pitch_error=previous.pitch_error, stickers_turn=previous.stickers_turn)


def _followed_by_crossings(pixels: Image, previous: BoardView, pose: Pose) -> BoardView | None:
    """Where a board without lines is now; where its crossings do not show, it is where it was."""
    fitted = fit_to_crossings(pixels, pose, 2)
    if not fitted.sure:
        found = _by_crossings(pixels, edge_strength(pixels), painted_rings(pixels), previous.camera)
        return previous if found is None else None
    if far(_corners(fitted.pose), _corners(pose)) < STILL_CROSSINGS:
        return previous
    view = fitted.pose.view(previous.pitch, fitted.confidence)
    return replace(view, pitch_error=previous.pitch_error, stickers_turn=previous.stickers_turn, lined=False)


def _still(pose: Pose, before: Pose) -> bool:
    return bool(np.abs(_corners(pose) - _corners(before)).max() < STILL)


def _slipped(pixels: Image, pose: Pose) -> bool:
    """Whether the board seems to have moved on by whole cells: a grid looks like itself a cell further."""
    return bool(beyond(pixels, pose, 3).max() > SLIPPED)


def _nudged(pixels: Image, pose: Pose) -> tuple[Pose, float]:
    """`pose` after one step towards the lines, and how much they looked like lines where it had them."""
    reading = Reading.of(pixels, pose, 0.03, 4)
    if not reading.enough:
        return pose, 0.0
    look = look_of_lines(reading.here, reading.samples)
    likeness = float(likenesses(reading.here, reading.samples.parity, look)[reading.samples.inner].mean())
    return solve(pose, reading.samples, match_lines(reading.profiles, look, reading.samples, 0.1), 0.6), likeness


def _like(view: BoardView, previous: BoardView) -> BoardView:
    """`view` turned as `previous` was, by the stickers if both saw them, with its pitch and its walls."""
    if view.stickers_turn is not None and previous.stickers_turn is not None:
        turned = view.turned(previous.stickers_turn - view.stickers_turn)
        return turned.with_pitch(previous.pitch, previous.pitch_error)
    before = np.array([previous.corners[name] for name in RING])
    before = before - before.mean(axis=0)

    def turn_of(quarter: int) -> float:
        after = np.array([view.turned(quarter).corners[name] for name in RING])
        return float(((after - after.mean(axis=0)) * before).sum())

    turned = view.turned(max(range(len(RING)), key=turn_of)).with_pitch(previous.pitch, previous.pitch_error)
    return turned.lowered(previous.walls) if turned.lined and turned.stickers_turn is None else turned


def _checked(image: Image) -> tuple[int, int]:
    if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8:
        raise VisionError("The picture must be a colour image of 8 bits a channel.")
    if min(image.shape[:2]) < SMALLEST_PICTURE:
        raise VisionError(
            f"The picture is too small to see a board in: {image.shape[1]} x {image.shape[0]} pixels, "
            f"at least {SMALLEST_PICTURE} on the shorter side are needed."
        )
    return image.shape[1], image.shape[0]


def _whole(view: BoardView) -> BoardView:
    width, height = view.camera.size
    inset = MARGIN * view.pitch * np.array([[1, 1, 0], [-1, 1, 0], [-1, -1, 0], [1, -1, 0]])
    pixels = view.project(view.ring + inset)
    out = [name for name, (u, v) in zip(RING, pixels, strict=True) if not (0 <= u < width and 0 <= v < height)]
    if out:
        raise VisionError(
            f"The board is partly out of the picture (corner {', '.join(out)}): move the camera until all is in it."
        )
    return view


def oriented(view: BoardView, a1: tuple[float, float] | None) -> BoardView:
    """The view turned so that a1 is the corner nearest to pixel `a1`, or the near left one."""
    corners = np.array([view.corners[name] for name in RING])
    if a1 is not None:
        return view.turned(int(np.linalg.norm(corners - np.asarray(a1), axis=1).argmin()))
    edges = (corners + np.roll(corners, -1, axis=0))[:, 1]
    return view.turned(int(edges.argmax()) % len(RING))
