"""Where the foot and the apex of each cell's stack are in a picture, by a small network.

The network (`ends.onnx`) was trained by `vision.training.train_ends` on drawn tables. It looks at one crop at a time
and knows nothing of sizes or counts: it only points, as a mixture density network does (Bishop 1994), so that what it
tells can be weighed against what stacks of every height would show.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.crops import Frame
from vision.look import Image
from vision.networks import load_network
from vision.zoom import FINE

Floats = NDArray[np.float64]

MODEL = "ends.onnx"
# So many crops are looked at together: what the network makes of them then fits into a processor's cache.
AT_ONCE = 5
# What goes in: the crop's colours, columns, rows, elevation. What comes out for foot and apex each: a weight, a shift
# in places (x, y) and the logarithm of its spread in pixels (x, y), for places STRIDE pixels apart.
PLANES, CHANNELS, STRIDE = 6, 5, 4
TIGHTEST, WIDEST = -3.0, 5.0
LEAST_WEIGHT = 1e-12
# So many places where the apex may be are kept; what says that the foot is within so many pixels of the likeliest place
# is taken together.
KEPT, TOGETHER = 16, 12.0
# Pieces stand a little askew (pixels).
ASKEW = 1.0


@dataclass(frozen=True)
class Ends:
    """The foot of a stack and places where its apex may be: normal distributions in crop pixels (x, y).

    `foot` and `foot_variance` have shape (2,), `weights` (K,), `apexes` and `variances` (K, 2).
    """

    foot: Floats
    foot_variance: Floats
    weights: Floats
    apexes: Floats
    variances: Floats


def log_densities(ends: Sequence[Ends], reaches: Floats) -> Floats:
    """The log-densities, by the square pixel, of apexes so far from the feet, cells x N x 2 crop pixels: cells x N."""
    apexes = np.array([end.apexes - end.foot for end in ends])
    precise = 1 / np.array([end.variances + end.foot_variance + ASKEW**2 for end in ends])
    spread = (np.log(precise / (2 * np.pi)) - apexes**2 * precise).sum(axis=2)
    level = np.log([end.weights for end in ends]) + spread / 2
    # The squares multiplied out: one product of matrices a cell.
    powers = np.concatenate([reaches**2, reaches], axis=2)
    each = powers @ np.concatenate([-0.5 * precise, apexes * precise], axis=2).transpose(0, 2, 1) + level[:, None]
    most = each.max(axis=2)
    return np.asarray(most + np.log(np.exp((each - most[..., None]).astype(np.float32)).sum(axis=2)), float)


class EndsReader:
    """The network. Not to be shared between threads."""

    def __init__(self) -> None:
        self._net = load_network(MODEL)

    def ends(self, crops: Sequence[Image], frames: Sequence[Frame]) -> list[Ends]:
        """The ends of all cells' stacks; `crops` are those that `frames` cut out of a picture."""
        elevations = np.array([each.elevation for each in frames])
        found: list[Ends] = []
        for first in range(0, len(crops), AT_ONCE):
            some = slice(first, first + AT_ONCE)
            light = np.stack([FINE.view(crop) for crop in crops[some]]) / np.float32(127.5) - np.float32(1)
            (told,) = self._net.answer({"crops": planes(light.astype(np.float32), elevations[some])}, ["told"])
            found += [_ends(cell) for cell in told.astype(np.float64).reshape(len(light), 2, CHANNELS, -1)]
        return found


def planes(light: NDArray[np.float32], elevation: Floats) -> NDArray[np.float32]:
    """The network's input for windows (`vision.zoom.FINE`) of crops, N x height x width x 3 in -1..1: N x PLANES x
    height x width."""
    made = np.empty((len(light), PLANES, FINE.height, FINE.width), np.float32)
    made[:, :3] = light.transpose(0, 3, 1, 2)
    made[:, 3] = np.linspace(-1, 1, FINE.width, dtype=np.float32)
    made[:, 4] = np.linspace(-1, 1, FINE.height, dtype=np.float32)[:, None]
    made[:, 5] = np.asarray(elevation, np.float32)[:, None, None]
    return made


def _ends(told: Floats) -> Ends:
    """From what the network says of one crop, 2 x CHANNELS x places."""
    rows, columns = np.divmod(np.arange(told.shape[2]), FINE.width // STRIDE)
    corner = (FINE.columns.start, FINE.rows.start)
    places = (np.stack([columns, rows]) + 0.5 + told[:, 1:3]) * STRIDE - 0.5 + np.array(corner)[:, None]
    variances = np.exp(2 * np.clip(told[:, 3:5], TIGHTEST, WIDEST))
    weights = np.maximum(np.exp(told[:, 0] - told[:, 0].max(axis=1, keepdims=True)), LEAST_WEIGHT)
    likeliest = places[0, :, np.argmax(weights[0])]
    near = weights[0] * (np.abs(places[0] - likeliest[:, None]) < TOGETHER).all(axis=0)
    near = near / near.sum()
    foot = places[0] @ near
    spread = (variances[0] + (places[0] - foot[:, None]) ** 2) @ near
    best = np.argsort(-weights[1])[:KEPT]
    return Ends(foot, spread, weights[1, best] / weights[1].sum(), places[1][:, best].T, variances[1][:, best].T)
