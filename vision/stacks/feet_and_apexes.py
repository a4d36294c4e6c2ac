"""Locates foot, apex and seat of each cell's stack in a picture, with a small network.

The seat is the base of the topmost piece: its middle and its apparent size. From above it shows where apexes do not,
among the reflections in clear pieces, and a piece that sits higher looks larger.

The network (`feet_and_apexes.onnx`) was trained by `lab.training.trainers.feet_and_apexes` on drawn tables. It looks at
one crop at a time and knows no counts. As a mixture density network (Bishop 1994) it only points, so that its output
can be compared with what stacks of every height would show.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.geometry.solids import BASE_MM
from vision.image import Floats, Image
from vision.networks.batches import answer_in_batches
from vision.networks.runtime import load_network
from vision.parameters import parameters
from vision.stacks.crops import SCALE, Frame
from vision.stacks.reader_views import FINE

MODEL = "feet_and_apexes.onnx"
# Crops in one batch: the network's activations then fit into the processor's cache.
AT_ONCE = 5
# Input: the crop's colours, columns, rows, elevation. Output for foot and apex each, at places STRIDE pixels apart: a
# weight, a shift (x, y) and the logarithm of its spread in pixels (x, y); for the seat the same of x, y and size.
PLANES, CHANNELS, SEAT_CHANNELS, STRIDE = 6, 5, 7, 4
# Size: this many times the logarithm of a side's length relative to a medium's on the board.
SIZE_UNIT, USUAL_SIDE = 30.0, SCALE * BASE_MM[2]
TIGHTEST, WIDEST = -3.0, 5.0


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    least_weight: float = 1e-12  # weight; lighter parts of a mixture are dropped
    kept: int = 16  # places kept where an apex or a seat may be
    kept_feet: int = 64  # places kept where a foot may be
    together: float = 12.0  # pixels; places this near to the likeliest foot are taken together
    askew: float = 1.0  # pixels; standard deviation of pieces that stand askew


P: Final = parameters(Parameters)


@dataclass(frozen=True)
class NormalMixture:
    """Mixture of normal distributions."""

    weights: Floats
    """(K,)."""
    middles: Floats
    """Means, (K, D)."""
    variances: Floats
    """(K, D)."""

    def near(self, expected: Floats, around: Floats) -> tuple[Floats, Floats]:
        """Return the posterior mean and variance, both (D,), of a point expected at a place with standard deviation
        `around` (in the units of `middles`). There is always an answer, however far the nearest component is."""
        far = ((self.middles - expected) ** 2 / (self.variances + around**2)).sum(axis=1)
        density = np.log(self.weights) - 0.5 * far
        share = np.exp(density - density.max())
        share /= share.sum()
        spot = share @ self.middles
        return spot, share @ (self.variances + (self.middles - spot) ** 2)


@dataclass(frozen=True)
class Ends:
    """Foot, apex and seat of a stack, crop pixels (x, y); the seat also has its size."""

    foot: Floats
    """Shape (2,)."""
    foot_variance: Floats
    """Shape (2,)."""
    apex: NormalMixture
    seat: NormalMixture


class Densities:
    """Density of apexes, or of seats, relative to the foot of each cell."""

    def __init__(self, ends: Sequence[Ends], mixtures: Sequence[NormalMixture]) -> None:
        dims = mixtures[0].middles.shape[1]
        feet, variances = np.zeros((len(ends), 1, dims)), np.zeros((len(ends), 1, dims))
        feet[:, 0, :2] = [end.foot for end in ends]
        variances[:, 0, :2] = [end.foot_variance + P.askew**2 for end in ends]
        middles = np.array([each.middles for each in mixtures]) - feet
        precise = 1 / (np.array([each.variances for each in mixtures]) + variances)
        spread = (np.log(precise / (2 * np.pi)) - middles**2 * precise) / 2
        weights = np.log([each.weights for each in mixtures])
        sideways = np.logaddexp.reduce(weights + spread[..., 0], axis=1)
        self._level = (weights + spread.sum(axis=2) - sideways[:, None])[..., None].astype(np.float32)
        self._shares = np.concatenate([-0.5 * precise, middles * precise], axis=2).astype(np.float32)

    @classmethod
    def of_apexes(cls, ends: Sequence[Ends]) -> "Densities":
        """Build from the apexes of all cells: two dimensions, crop pixels."""
        return cls(ends, [end.apex for end in ends])

    @classmethod
    def of_seats(cls, ends: Sequence[Ends]) -> "Densities":
        """Build from the seats of all cells: crop pixels and size."""
        return cls(ends, [end.seat for end in ends])

    def logs(self, reaches: Floats) -> Floats:
        """Return log-densities, cells x N, at offsets from the feet, cells x N x dimensions, by pixel and unit of size.

        They are densities of y (and size) given x = 0: the ends of upright stacks lie straight above the foot.
        """
        # Squares multiplied out: one matrix product a cell, with contiguous rows.
        powers = np.concatenate([reaches**2, reaches], axis=2).astype(np.float32).transpose(0, 2, 1)
        each = self._shares @ np.ascontiguousarray(powers) + self._level
        most = each.max(axis=1)
        return np.asarray(most + np.log(np.exp(each - most[:, None]).sum(axis=1)), float)


class EndsReader:
    """The network. Not to be shared between threads."""

    def __init__(self) -> None:
        self._net = load_network(MODEL)

    def ends(self, crops: Sequence[Image], frames: Sequence[Frame]) -> list[Ends]:
        """Locate the ends of all stacks; `crops` were cut by `frames`."""
        elevations = np.array([each.elevation for each in frames])
        found: list[Ends] = []
        for first in range(0, len(crops), AT_ONCE):
            some = slice(first, first + AT_ONCE)
            light = np.stack([FINE.view(crop) for crop in crops[some]]) / np.float32(127.5) - np.float32(1)
            shown = planes(light.astype(np.float32), elevations[some])
            output = answer_in_batches(self._net, {"crops": shown}, "told", AT_ONCE)
            found += [_ends(cell) for cell in output.astype(np.float64)]
        return found


def planes(light: NDArray[np.float32], elevation: Floats) -> NDArray[np.float32]:
    """Return the network's input for windows of crops, N x height x width x 3 in -1..1: N x PLANES x height x width."""
    count, height, width, colours = light.shape
    made = np.empty((count, PLANES, height, width), np.float32)
    made[:, :colours] = light.transpose(0, 3, 1, 2)
    made[:, 3] = np.linspace(-1, 1, width, dtype=np.float32)
    made[:, 4] = np.linspace(-1, 1, height, dtype=np.float32)[:, None]
    made[:, 5] = np.asarray(elevation, np.float32)[:, None, None]
    return made


def _ends(output: Floats) -> Ends:
    """Decode the output for one crop, channels x rows x columns."""
    corner = np.array([FINE.columns.start, FINE.rows.start])
    foot, apex, seat = np.split(output, [CHANNELS, 2 * CHANNELS])
    stands = mixture(foot, corner, P.kept_feet)
    near = stands.weights * (np.abs(stands.middles - stands.middles[0]) < P.together).all(axis=1)
    near = near / near.sum()
    middle = near @ stands.middles
    spread = near @ (stands.variances + (stands.middles - middle) ** 2)
    return Ends(middle, spread, mixture(apex, corner, P.kept), mixture(seat, corner, P.kept))


def mixture(output: Floats, corner: Floats, kept: int) -> NormalMixture:
    """Return normal distributions of the `kept` likeliest places, likeliest first, from a weight, shifts and spreads, x
    rows x columns. `corner`: place of the upper left pixel of the network's window."""
    dims, columns = len(output) // 2, output.shape[2]
    output = output.reshape(len(output), -1)
    weights = np.maximum(np.exp(output[0] - output[0].max()), P.least_weight)
    best = np.argpartition(-weights, kept)[:kept]
    best = best[np.argsort(-weights[best])]
    rows, across = np.divmod(best, columns)
    output = output[1:, best]
    middles = output[:dims].T * STRIDE
    middles[:, :2] += (np.stack([across, rows], axis=1) + 0.5) * STRIDE - 0.5 + corner
    variances = np.exp(2 * np.clip(output[dims:].T, TIGHTEST, WIDEST))
    return NormalMixture(weights[best] / weights.sum(), middles, variances)
