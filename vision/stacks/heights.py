"""Estimates how high each cell's stack reaches, and from all heights the camera and the set.

A stack's apex stands above its foot by the height of its pieces, so a picture shows the number of pieces as a length;
and the topmost piece looks the larger the higher it sits. Both also depend on focal length, pitch and stacking rise,
which differs between editions. All cells share these three, so that all stacks together determine them (a bundle
adjustment with lengths of a few kinds).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.geometry.board_view import BoardView
from vision.geometry.solids import BASE_MM, HEIGHT_MM, RISE_SPREAD_MM, USUAL_RISE_MM, solids
from vision.image import Floats
from vision.parameters import Many, Three, Two, parameters
from vision.stacks.crops import Frame, square_on
from vision.stacks.feet_and_apexes import SIZE_UNIT, USUAL_SIDE, Densities, Ends


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    outliers: float = 0.2  # rate at which the network points at something else
    outlier_sizes: float = 25.0  # units of size; width of the density of outliers' sizes
    nearest_mm: float = 1.0  # mm; smallest depth of a level before the camera
    unheard_of: float = -20.0  # nats of a topmost piece and a count that are known to be wrong
    reader: float = 0.3  # scale on the reader where the rise is fitted
    steep: float = 0.94  # sine of the elevation from which a board hardly determines the focal length
    lens: float = 0.15  # log; standard error of a focal length measured at such an elevation
    pitch: float = 0.1  # log; standard error of the pitch where pieces have not given it
    least_bend: float = 1e-3  # nats; smallest curvature of log-likelihoods at their maximum
    weight: float = 0.8  # scale on the ends beside the reader, which sees heights as well
    shares: Many = (0.25, 0.25, 0.18, 0.12, 0.07, 0.1, 0.02, 0.01)  # prior shares of 1 to 8 pieces in a cell
    lone: Three = (0.001, 0.001, 1.0)  # prior shares of smalls, mediums and larges among single pieces
    topmost: Three = (0.6, 0.3, 0.1)  # prior shares of smalls, mediums and larges on top of others
    steps: Two = (0.05, 0.01)  # log; steps of the search in focal length and pitch, after one with twice these


P: Final = parameters(Parameters)
HEIGHTS_MM: Final = np.arange(0.0, 160.0, 2.0)
"""Heights of apexes that are compared, mm."""
LEVELS_MM: Final = np.arange(-48.0, 164.0, 4.0)
"""Levels that are projected, mm; others are interpolated. Some lie below the board, since a seat is its piece's height
below its apex."""
BOARD: Final = int(np.flatnonzero(LEVELS_MM == 0)[0])
"""Number of the board's level."""
RISES_MM: Final = np.arange(6.4, 11.1, 0.2)
"""Stacking rises that are compared, mm."""
KINDS: Final = np.column_stack([P.lone, *[P.topmost] * (len(P.shares) - 1)]) * P.shares
"""Prior of topmost pieces' pips and numbers of pieces, 3 x pieces."""
UNREAD: Final = np.log(KINDS)
"""Log-probabilities of a cell that has not been read, 3 x pieces."""
APEXES: Final = np.array(
    [
        np.interp(HEIGHT_MM[3] + np.arange(len(P.shares))[:, None] * RISES_MM, HEIGHTS_MM, row).ravel()
        for row in np.eye(len(HEIGHTS_MM))
    ]
)
"""Interpolation weights of HEIGHTS_MM at the apex of each count with each rise: heights x (pieces, rises)."""


@dataclass(frozen=True)
class Heights:
    """Evidence for the height of one stack."""

    likelihoods: Floats
    """Log-likelihood of every height in HEIGHTS_MM, by the topmost piece's pips, 3 x heights."""
    rise: float
    """Stacking rise, mm."""

    def log_likelihoods(self, stacks: Sequence[str]) -> Floats:
        """Return log-likelihoods of stacks, up to one constant."""
        apexes, kinds = _tops(tuple(stacks), self.rise)
        rows = np.array([np.interp(apexes, HEIGHTS_MM, row) for row in self.likelihoods])
        return P.weight * rows[kinds, np.arange(len(stacks))]


@lru_cache(maxsize=64)
def _tops(stacks: tuple[str, ...], rise: float) -> tuple[Floats, NDArray[np.int_]]:
    """Return how high stacks reach (mm) and their topmost pieces' pips less one; 0 for empty places."""
    tops = [solids(stack, rise)[-1] if stack else None for stack in stacks]
    apexes = np.array([top.apex if top else 0.0 for top in tops])
    return apexes, np.array([top.pips - 1 if top else 0 for top in tops], int)


def looks_steeply(view: BoardView) -> bool:
    """Return True if the board hardly determines the focal length: from above, a far camera with a long lens and a near
    one with a short lens see the same."""
    middle = np.array([*view.grid.size * view.pitch / 2, 0.0])
    sight = view.camera_centre - middle
    return float(sight[2] / np.linalg.norm(sight)) > P.steep


class EndsSeen:
    """Ends of the stacks in `cells`, seen in crops cut by `frames`."""

    def __init__(self, cells: Sequence[str], frames: Sequence[Frame], ends: Sequence[Ends]) -> None:
        self._cells = tuple(cells)
        self._turns = np.array([each.to_crop[:, :2].T for each in frames])
        self._high = HEIGHTS_MM[-1] * np.array([[each.rise] for each in frames])
        self._apexes, self._seats = Densities.of_apexes(ends), Densities.of_seats(ends)

    def heights(self, view: BoardView) -> Floats:
        """Return the log-likelihoods of HEIGHTS_MM for every cell's apex under a view, by the topmost piece's pips,
        cells x 3 x heights."""
        feet = view.grid.floor(self._cells, view.pitch)
        across = square_on(view.camera_centre - feet)
        spots = np.concatenate([np.repeat(feet[:, None], len(LEVELS_MM), axis=1), (feet + across)[:, None]], axis=1)
        spots[:, :-1, 2] = LEVELS_MM
        seen = view.project(spots.reshape(-1, 3)).reshape(len(feet), -1, 2)
        reaches = (seen - seen[:, BOARD, None]) @ self._turns
        apexes = _odds(self._apexes.logs(_at(HEIGHTS_MM, reaches[:, :-1])), self._high)
        # For a camera that is assumed too near, the highest levels would lie behind it.
        depths = np.maximum(spots[:, :-1] @ view.matrix[2] + view.translation[2], P.nearest_mm)
        millimetre = np.log(np.linalg.norm(reaches[:, -1], axis=1)[:, None] * depths[:, BOARD, None] / depths)
        sized = np.concatenate([reaches[:, :-1], SIZE_UNIT * millimetre[..., None]], axis=2)
        seats = np.concatenate([_at(HEIGHTS_MM - HEIGHT_MM[pips], sized) + _size(pips) for pips in BASE_MM], axis=1)
        seats_odds = _odds(self._seats.logs(seats), self._high * P.outlier_sizes)
        return np.asarray(apexes[:, None] + seats_odds.reshape(len(feet), len(BASE_MM), len(HEIGHTS_MM)))


def _at(levels: Floats, values: Floats) -> Floats:
    """Interpolate values at LEVELS_MM, cells x levels x D, to other evenly spaced levels."""
    step = LEVELS_MM[1] - LEVELS_MM[0]
    place = (levels - LEVELS_MM[0]) / step
    below = np.floor(place).astype(int)
    share = (place - below)[:, None]
    return np.asarray(values[:, below] * (1 - share) + values[:, below + 1] * share)


def _size(pips: int) -> Floats:
    """Return what is added to the size of a millimetre for a piece's side."""
    return np.array([0.0, 0.0, SIZE_UNIT * np.log(BASE_MM[pips] / USUAL_SIDE)])


def _odds(densities: Floats, room: Floats) -> Floats:
    """Return log-likelihoods, cells x N, from log-densities of the network, which may mean something else anywhere in
    `room` (cells x 1)."""
    return np.asarray(np.log((1 - P.outliers) * np.exp(densities) * room + P.outliers))


def fitted_rise(table: Floats, counts: Floats) -> tuple[float, float]:
    """Return the likeliest stacking rise (mm) and the log-likelihood of everything with it.

    `table`: result of `EndsSeen.heights`. `counts`: log-probabilities by the topmost piece's pips and the number of
    pieces, cells x 3 x pieces.
    """
    known = (table @ APEXES).reshape(len(table), -1, len(RISES_MM))
    each = counts.reshape(len(table), -1, 1) + known
    most = each.max(axis=1)
    both = (most + np.log(np.exp(each - most[:, None]).sum(axis=1))).sum(axis=0)
    both = both - ((RISES_MM - USUAL_RISE_MM) / RISE_SPREAD_MM) ** 2 / 2
    best = int(np.argmax(both))
    return float(RISES_MM[best]), float(both[best])


def counts(log_likelihoods: Sequence[Floats], stacks: Sequence[str]) -> Floats:
    """Sum the reader's log-likelihoods of stacks to log-probabilities by the topmost piece's pips and the number of
    pieces, cells x 3 x pieces. They are flattened, since the reader cannot know the rise."""
    kinds = _kinds(stacks)
    logs = np.array([[np.logaddexp.reduce(row[of], initial=-np.inf) for of in kinds] for row in log_likelihoods])
    logs = P.reader * (logs - np.logaddexp.reduce(logs, axis=1)[:, None])
    return np.asarray(logs.reshape(len(logs), 3, len(P.shares)))


def unread(cells: int) -> Floats:
    """Return `counts` of cells that have not been read."""
    return np.tile(UNREAD, (cells, 1, 1))


def known_counts(held: Sequence[str | None]) -> Floats:
    """Return `counts` of cells whose stacks are known, or None."""
    kinds = _kinds([stack or "" for stack in held]).T.reshape(len(held), *UNREAD.shape)
    counted = kinds.any(axis=(1, 2), keepdims=True)
    return np.where(counted & ~kinds, P.unheard_of, UNREAD)


def _kinds(stacks: Sequence[str]) -> NDArray[np.bool_]:
    """Return the stacks counted together, by the topmost piece's pips and the number of pieces: (3 pieces) x stacks.
    Empty places and taller stacks are in none."""
    tops = np.array([int(stack[-1:] or 0) for stack in stacks])
    pieces = np.array([len(stack) // 2 for stack in stacks])
    return np.array([(tops == top) & (pieces == count) for top in BASE_MM for count in range(1, len(P.shares) + 1)])


def fitted_view(view: BoardView, ends: EndsSeen, counts: Floats, *, lens: bool) -> BoardView:
    """Return the view with the pitch, and if `lens` is true the focal length, of the greatest likelihood of heights;
    `counts` as in `fitted_rise`."""
    spreads = np.array([P.lens, min(view.pitch_error / view.pitch, P.pitch)])
    seen: dict[tuple[int, int], float] = {}

    def refitted(steps: Floats) -> BoardView:
        longer, wider = np.exp(steps * P.steps)
        there = view.refocused(longer) if steps[0] else view
        return there.with_pitch(view.pitch * wider, view.pitch_error)

    def likelihood(at: tuple[int, int]) -> float:
        if at not in seen:
            off = np.array(at) * P.steps / spreads
            seen[at] = fitted_rise(ends.heights(refitted(np.array(at))), counts)[1] - float(off @ off) / 2
        return seen[at]

    ways = [(0, 1), (1, 0)][: 2 if lens else 1]
    best, stride = (0, 0), 2
    while stride:
        around = [(best[0] + sign * stride * i, best[1] + sign * stride * j) for i, j in ways for sign in (1, -1)]
        better = max([best, *around], key=likelihood)
        best, stride = better, stride if better != best else stride // 2
    # Interpolate between the steps by a parabola.
    top = np.array(best, float)
    for i, j in ways:
        ahead, here, back = (likelihood((best[0] + sign * i, best[1] + sign * j)) for sign in (1, 0, -1))
        top += np.array([i, j]) * (ahead - back) / 2 / max(2 * here - ahead - back, P.least_bend)
    return refitted(top)
