"""Calibrates a camera from pictures of the ChArUco sheet: which view to take next, and how good the result is.

Lens model and calibration: OpenCV's (Zhang, A flexible new technique for camera calibration, PAMI 2000), with k1, k2,
p1, p2; k3 stays 0, since views of a flat sheet hardly separate it from k2.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.sheets import COLUMNS, SQUARE_MM, charuco_board
from vision.errors import Fact, VisionError, fact

Image = NDArray[np.uint8]
Floats = NDArray[np.float64]

FEWEST_CORNERS = 16
FEWEST_VIEWS, ENOUGH_VIEWS = 8, 25
# Rise of an edge from 10 to 90 %, pixels of a picture 1000 wide, above which a picture is out of focus or moved.
BLURRED = 4.5
# Largest motion of a corner between two pictures in a row, and smallest between two useful views, in picture widths.
MOVED, ALIKE = 0.004, 0.04
# Squares on both sides of an edge that show nothing but its black and white square: markers begin beyond.
EDGE = 0.13
# Share of the picture's width that the sheet must fill.
TOO_FAR = 0.3
STRAIGHT_DEGREES, TILTED_DEGREES, TOO_FLAT_DEGREES = 15.0, 20.0, 65.0
# Parts of the picture, each of which must have held some corner of the sheet.
PLACES = (3, 3)
# Focal length before anything is measured: the middle of what cameras have, in picture widths.
USUAL_FOCAL = 0.95
# Mean reprojection errors, pixels of a picture 1000 wide, that are good and fair; and the multiple of the median above
# which a view is left out.
GOOD, FAIR = 0.5, 1.2
OUTLYING = 3.0
# Largest standard error of the focal length, as a share.
SURE = 0.01

# Required views of the sheet: straight, and with each edge nearer than the others.
VIEWS = ("straight", "left", "right", "top", "bottom")
TILTS, FEWEST_TILTS = frozenset(VIEWS) - {"straight"}, 3
ROW_NAMES, COLUMN_NAMES = ("upper", "middle", "lower"), ("left", "middle", "right")


class Advice(NamedTuple):
    """Result of one picture, and what to do next, for the person holding the sheet."""

    accepted: bool
    fact: Fact


@dataclass(frozen=True)
class View:
    """The sheet in one picture."""

    numbers: NDArray[np.intp]
    """Numbers of the inner corners seen."""
    pixels: Floats
    """Pixels of the corners, N x 2."""
    turn: str
    """Tilt of the sheet."""


@dataclass(frozen=True)
class Measured:
    """A camera's profile (matrix, distortion k1 k2 p1 p2 k3, size) and its quality."""

    profile: dict[str, Any]
    error: float
    """Root mean square distance of observed and projected corners, pixels."""
    focal_error: float
    """Standard error of the focal length, as a share."""
    views: int
    left_out: int
    """Views that did not fit the others."""

    @property
    def good(self) -> bool:
        """True if the profile may be used."""
        return self._relative <= FAIR and self.focal_error <= SURE

    @property
    def verdict(self) -> Fact:
        """Assessment in one sentence."""
        off, spread = f"{self.error:.2f}", f"{self.focal_error:.2%}"
        found = fact("calibration.found", views=self.views, error=off, focal=spread)
        if self.focal_error > SURE:
            return fact("calibration.too_alike", found=found)
        if self._relative > FAIR:
            return fact("calibration.not_flat", found=found)
        return fact("calibration.good" if self._relative <= GOOD else "calibration.fair", found=found)

    @property
    def _relative(self) -> float:
        return self.error * 1000 / float(self.profile["size"][0])


class CameraWizard:
    """Collects views of the sheet until there are enough of the right kinds.

    `handheld`: pictures follow each other quickly, so one is only taken when the sheet is held still. Otherwise
    somebody has chosen them.
    """

    def __init__(self, *, handheld: bool = False) -> None:
        self._handheld = handheld
        self._detector = cv2.aruco.CharucoDetector(charuco_board())
        self._views: list[View] = []
        self._before: View | None = None
        self._size: tuple[int, int] | None = None
        self._placed = np.zeros(PLACES, dtype=bool)

    @property
    def views(self) -> int:
        """Number of accepted views."""
        return len(self._views)

    @property
    def missing(self) -> list[Fact]:
        """Views that must still be shown, the most important first."""
        turned = {view.turn for view in self._views}
        wanted = [fact(f"calibration.view.{turn}") for turn in VIEWS if turn not in turned]
        rows, columns = np.nonzero(~self._placed)
        wanted += [
            fact("calibration.move", place=fact(f"calibration.place.{ROW_NAMES[row]}_{COLUMN_NAMES[column]}"))
            for row, column in zip(rows, columns, strict=True)
        ]
        if not wanted and self.views < FEWEST_VIEWS:
            wanted.append(fact("calibration.another"))
        return wanted

    @property
    def done(self) -> bool:
        """True if nothing is missing, or more views would not help."""
        return not self.missing or self.views >= ENOUGH_VIEWS

    def offer(self, image: Image) -> Advice:
        """Look at a picture (H x W x 3, 8 bits) and keep its view of the sheet if it is useful.

        Raises VisionError if its size differs from that of earlier ones.
        """
        size = (int(image.shape[1]), int(image.shape[0]))
        if self._size not in (None, size):
            raise VisionError("calibration.sizes", size=str(size), other=str(self._size))
        self._size = size
        grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
        found = self._found(grey)
        before, self._before = self._before, found if isinstance(found, View) else None
        fault = found if isinstance(found, Fact) else self._fault(grey, found, before)
        if fault is not None:
            return Advice(False, fault)
        assert isinstance(found, View)
        self._views.append(found)
        across = np.clip((found.pixels / size * PLACES[::-1]).astype(int), 0, np.array(PLACES[::-1]) - 1)
        self._placed[across[:, 1], across[:, 0]] = True
        return Advice(True, fact("calibration.taken", n=self.views, next=self._next("calibration.enough")))

    def measure(self) -> Measured:
        """Calibrate with the accepted views. Raises VisionError if they are too few or too alike."""
        if self._size is None or self.views < FEWEST_VIEWS:
            raise VisionError("calibration.few", n=self.views, least=FEWEST_VIEWS, what=tuple(self.missing))
        if len({view.turn for view in self._views} & TILTS) < FEWEST_TILTS:
            # Views of one tilt fit any focal length, without the fit knowing it.
            raise VisionError("calibration.tilts", what=tuple(self.missing))
        views, left_out = list(self._views), 0
        while True:
            error, matrix, distortion, focal_error, errors = _calibrated(views, self._size)
            kept = [v for v, e in zip(views, errors, strict=True) if e <= OUTLYING * max(float(np.median(errors)), 0.1)]
            if len(kept) == len(views) or len(kept) < FEWEST_VIEWS:
                break
            left_out += len(views) - len(kept)
            views = kept
        profile = {"matrix": matrix.tolist(), "distortion": distortion.ravel()[:5].tolist(), "size": list(self._size)}
        return Measured(profile, error, focal_error, len(views), left_out)

    def _next(self, otherwise: str) -> Fact:
        """Return what must be shown next, or the fact of this key if nothing must."""
        return (self.missing or [fact(otherwise)])[0]

    def _found(self, grey: Image) -> View | Fact:
        """Return the sheet in the picture, or what is wrong with it."""
        pixels, numbers = self._corners(grey)
        if len(numbers) < FEWEST_CORNERS:
            if len(self._corners(np.ascontiguousarray(grey[:, ::-1]))[1]) >= FEWEST_CORNERS:
                return fact("calibration.mirrored")
            return fact("calibration.unseen")
        return View(numbers, pixels, _turn(numbers, pixels, (grey.shape[1], grey.shape[0])))

    def _corners(self, grey: Image) -> tuple[Floats, NDArray[np.intp]]:
        pixels, numbers, _, _ = self._detector.detectBoard(grey)
        if numbers is None or pixels is None:
            return np.empty((0, 2)), np.empty(0, dtype=np.intp)
        return np.asarray(pixels, dtype=float).reshape(-1, 2), np.ravel(numbers).astype(np.intp)

    def _fault(self, grey: Image, view: View, before: View | None) -> Fact | None:
        """Return why a view is not useful, or None."""
        width = grey.shape[1]
        if np.ptp(view.pixels, axis=0).max() < TOO_FAR * width:
            return fact("calibration.far")
        if view.turn == "flat":
            return fact("calibration.flat")
        if edge_rise(grey, view) * 1000 / width > BLURRED:
            return fact("calibration.blurred")
        if self._handheld and (before is None or _far(view, before) > MOVED * width):
            return fact("calibration.still_next", next=self._next("calibration.still"))
        if any(_far(view, taken) < ALIKE * width for taken in self._views):
            return fact("calibration.again", next=self._next("calibration.enough"))
        return None


def edge_rise(grey: Image, view: View) -> float:
    """Return the median width, in pixels, over which the edges between neighbouring corners rise from 10 to 90 %."""
    place = {int(number): pixel for number, pixel in zip(view.numbers, view.pixels, strict=True)}
    profiles = []
    for number, pixel in place.items():
        neighbours = [number + COLUMNS - 1] + ([number + 1] if (number + 1) % (COLUMNS - 1) else [])
        for other in neighbours:
            if other in place:
                along = place[other] - pixel
                length = float(np.linalg.norm(along))
                normal = np.array([-along[1], along[0]]) / length
                reach = np.linspace(-EDGE, EDGE, 61)[:, None] * length
                profiles.append((pixel + along / 2 + reach * normal, length))
    if not profiles:
        return 0.0
    points = np.stack([points for points, _ in profiles]).astype(np.float32)
    values = np.asarray(cv2.remap(grey, points[..., 0], points[..., 1], cv2.INTER_LINEAR), dtype=float)
    values = np.where(values[:, :1] > values[:, -1:], values[:, ::-1], values)
    low, high = values[:, :5].mean(axis=1), values[:, -5:].mean(axis=1)
    share = (values - low[:, None]) / np.maximum(high - low, 1)[:, None]
    between = ((share > 0.1) & (share < 0.9)).sum(axis=1)
    lengths = np.array([length for _, length in profiles])
    return float(np.median(between * lengths * EDGE / 30))


def _turn(numbers: NDArray[np.intp], pixels: Floats, size: tuple[int, int]) -> str:
    """Return which edge of the sheet, as the camera sees it, is nearest: a key of VIEWS, "flat" for too flat a view, or
    "askew" for another tilt."""
    focal = USUAL_FOCAL * max(size)
    matrix = np.array([[focal, 0, size[0] / 2], [0, focal, size[1] / 2], [0, 0, 1]])
    _, rotation, _ = cv2.solvePnP(_sheet_points(numbers), pixels, matrix, np.zeros(5))
    normal = cv2.Rodrigues(rotation)[0][:, 2]
    normal = normal if normal[2] > 0 else -normal
    tilt = float(np.degrees(np.arccos(np.clip(normal[2], -1, 1))))
    if tilt > TOO_FLAT_DEGREES:
        return "flat"
    if tilt < STRAIGHT_DEGREES:
        return "straight"
    if tilt < TILTED_DEGREES:
        return "askew"
    # Seen from the camera the sheet is nearer on the side to which its normal, pointing away, leans.
    if abs(normal[0]) > abs(normal[1]):
        return "right" if normal[0] > 0 else "left"
    return "bottom" if normal[1] > 0 else "top"


def _sheet_points(numbers: NDArray[np.intp]) -> Floats:
    """Return inner corners in the sheet's frame, N x 3 mm."""
    row, column = np.divmod(numbers, COLUMNS - 1)
    return np.column_stack([(column + 1) * SQUARE_MM, (row + 1) * SQUARE_MM, np.zeros(len(numbers))])


def _far(view: View, other: View) -> float:
    """Return the mean distance, in pixels, of the corners in both views; infinite if they share too few."""
    both, here, there = np.intersect1d(view.numbers, other.numbers, return_indices=True)
    if len(both) < FEWEST_CORNERS // 2:
        return float("inf")
    return float(np.linalg.norm(view.pixels[here] - other.pixels[there], axis=1).mean())


def _calibrated(
    views: Sequence[View], size: tuple[int, int]
) -> tuple[float, Floats, Floats, float, NDArray[np.float64]]:
    """Calibrate. Returns error, matrix, distortion, the focal length's standard error (share), and each view's
    error."""
    points = [_sheet_points(view.numbers).astype(np.float32) for view in views]
    pixels = [view.pixels.astype(np.float32) for view in views]
    focal = USUAL_FOCAL * max(size)
    start = np.array([[focal, 0, size[0] / 2], [0, focal, size[1] / 2], [0, 0, 1]])
    flags = cv2.CALIB_USE_INTRINSIC_GUESS | cv2.CALIB_FIX_K3
    try:
        error, matrix, distortion, _, _, spread, _, each = cv2.calibrateCameraExtended(
            points, pixels, size, start, np.zeros(5), flags=flags
        )
    except cv2.error as failure:
        raise VisionError("calibration.contradict") from failure
    focal_error = float(np.ravel(spread)[:2].max() / matrix[0, 0])
    return float(error), np.asarray(matrix, float), np.asarray(distortion, float), focal_error, np.ravel(each)
