"""Compares, disc by disc, a picture of a half board and an earlier one of the same table.

Both are rectified at the height of discs, registered, and matched in light. Where nothing was moved they differ little,
where a disc lies on another now, more, and where one came to lie on the board, most.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

import cv2
import numpy as np

from vision.checkers.disc_scene import P as DISC
from vision.checkers.rows_reader import COUNTS
from vision.geometry.half_board import ROWS, SCALE, PlacedHalfBoard
from vision.image import Floats, Image
from vision.parameters import Three, Two, parameters
from vision.synthesis.tints import tints


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    around: float = 0.4  # points' widths; margin of the field that is compared
    height: float = 0.6  # of a disc's thickness; height at which the board is rectified
    soft: float = 1.0  # pixels; blur of the halved pictures for registering
    steps: int = 40  # rounds of registering
    least_alike: float = 0.6  # correlation below which pictures cannot be registered
    light: float = 2.0  # medians; farther from the fitted light a pixel is a change
    rounds: int = 4  # rounds of fitting light
    noise: Three = (0.10, 0.06, 0.06)  # log; tints differ by this much where nothing has changed
    most: float = 6.0  # of that; larger differences count as much
    patch: tuple[int, int] = (40, 44)  # pixels; width and depth of the patches that are averaged
    reach: int = 8  # pixels; a disc may lie this far from where it is thought to be
    room: int = 5  # discs on the board itself
    usual: Two = (0.3, 1.0)  # difference; least and most of what is called none in a row
    same: Three = (0.44, 0.45, 0.03)  # difference where nothing has changed: median, spread of its log, share of others
    piled: Three = (1.15, 0.45, 0.05)  # the same where a disc was put on another, or taken off
    laid: Three = (5.0, 0.4, 0.07)  # the same where a disc came to lie on the board or left it
    pushed: float = -9.0  # nats; chance that all discs of a row were pushed about
    least: float = -10.0  # nats; most against a count


P: Final = parameters(Parameters)


class Registered(NamedTuple):
    """Two pictures of one board, rectified and registered."""

    before: Image
    now: Image
    moved: float
    """Points' widths by which the board has moved at most."""


def registered(
    before: Image, view_before: PlacedHalfBoard, now: Image, view: PlacedHalfBoard, thickness: float
) -> Registered | None:
    """Rectify two pictures and register the earlier one to the later. None if they show too little alike."""
    earlier, later = _rectified(before, view_before, thickness), _rectified(now, view, thickness)
    grey = [
        cv2.GaussianBlur(cv2.cvtColor(cv2.pyrDown(one), cv2.COLOR_BGR2GRAY), (0, 0), P.soft) for one in (later, earlier)
    ]
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_COUNT, P.steps, 1e-4)
    start = np.eye(2, 3, dtype=np.float32)
    try:
        alike, found = cv2.findTransformECC(grey[0], grey[1], start, cv2.MOTION_AFFINE, stop)
    except cv2.error:
        return None
    if alike < P.least_alike:
        return None
    way = np.asarray(found, float)
    way[:, 2] *= 2
    size = later.shape[1::-1]
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    carried = cv2.warpAffine(earlier, way, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    corners = np.array([[0, 0], [size[0], 0], [0, size[1]], size], float)
    off = corners @ way[:, :2].T + way[:, 2] - corners
    return Registered(np.asarray(carried, np.uint8), later, float(np.linalg.norm(off, axis=1).max()) / SCALE)


class RowChanges:
    """Differences of two registered pictures."""

    def __init__(self, pair: Registered, view: PlacedHalfBoard) -> None:
        self._depth = view.depth
        off = (tints(pair.now) - tints(_lit(pair.before, pair.now))) / np.array(P.noise, np.float32)
        apart = np.minimum(np.sqrt((off * off).sum(axis=-1)), np.float32(P.most))
        self._apart = cv2.blur(apart, P.patch)

    def log_ratios(self, side: int, row: int, before: int) -> Floats:
        """Return the log likelihoods of 0 to 16 checkers in a row that had `before`, up to a constant."""
        seen = [self._at(side, row, disc) for disc in range(min(before, P.room) + 1)]
        discs, beyond = np.array(seen[:-1]), _logs(seen[-1], P.same) if before < P.room else 0.0
        usual = float(np.clip(discs.min(), *P.usual)) if len(discs) > 1 else P.same[0]
        changes = np.sort(np.maximum(discs * P.same[0] / max(usual, P.same[0]), 0.12))[::-1]
        same, piled = ([_logs(change, kind) for change in changes] for kind in (P.same, P.piled))
        logs = np.full(COUNTS, P.pushed)
        for count in range(COUNTS):
            more = abs(count - before)
            if not more:
                logs[count] = max(sum(same), -12.0) + beyond
                continue
            ways = [P.pushed]
            if min(count, before) >= P.room - 1 and more <= len(changes):
                ways.append(sum(piled[:more]) + sum(same[more:]) + beyond + np.log(0.6))
            if count > before:
                ways.append(sum(same) + _logs(seen[-1], P.laid) + np.log(0.5 if count >= P.room else 1.0))
            elif gone := [_logs(change, P.laid) for change in discs[count:]]:
                ways.append(sum(gone) + sum(same[len(gone) :]) + np.log(0.5 if before > P.room - 1 else 1.0))
            logs[count] = np.logaddexp.reduce(ways)
        return np.asarray(np.maximum(logs - logs.max(), P.least))

    def _at(self, side: int, row: int, disc: int) -> float:
        """Return the largest difference at the place of a row's disc, counted from the rim."""
        inward = (disc + 0.5) * (DISC.diameter + 0.015)
        x, y = row + 0.5, self._depth - inward if side else inward
        u, v = round((x + P.around) * SCALE), round((self._depth - y + P.around) * SCALE)
        return float(self._apart[max(v - P.reach, 0) : v + P.reach + 1, u].max())


def _rectified(image: Image, view: PlacedHalfBoard, thickness: float) -> Image:
    """Return the field and its margin from above, `SCALE` pixels a point's width, its far side at the top."""
    camera = view.projection
    plane = np.column_stack([camera[:, 0], camera[:, 1], camera[:, 2] * P.height * thickness + camera[:, 3]])
    size = round((ROWS + 2 * P.around) * SCALE), round((view.depth + 2 * P.around) * SCALE)
    step = 1 / SCALE
    places = np.array([[step, 0, -P.around], [0, -step, view.depth + P.around], [0, 0, 1]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpPerspective(image, plane @ places, size, None, flags, cv2.BORDER_REPLICATE), np.uint8)


def _lit(image: Image, like: Image) -> Image:
    """Return a picture in the light of another: gain and offset of each channel, fitted where nothing has changed."""
    found = np.empty(image.shape, np.float32)
    for channel in range(3):
        soft = (cv2.GaussianBlur(one[..., channel], (0, 0), 2)[::2, ::2] for one in (image, like))
        own, other = (one.ravel().astype(float) for one in soft)
        kept = np.ones(len(own), bool)
        gain, offset = 1.0, 0.0
        for _ in range(P.rounds):
            if np.ptp(own[kept]) < 1:
                break
            gain, offset = np.polyfit(own[kept], other[kept], 1)
            off = np.abs(own * gain + offset - other)
            kept = off <= max(P.light * float(np.median(off)), 3.0)
        found[..., channel] = image[..., channel] * gain + offset
    return np.asarray(np.clip(found, 0, 255), np.uint8)


def _logs(seen: float, kind: Three) -> float:
    """Return the log density of a difference: log-normal, or anything."""
    median, spread, others = kind
    seen = max(seen, 0.08)
    usual = -0.5 * (np.log(seen / median) / spread) ** 2 - np.log(spread * seen)
    return float(np.logaddexp(np.log(1 - others) + usual, np.log(others / P.most)))
