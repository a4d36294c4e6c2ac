"""Reads single dice again at a higher resolution (`dice_close.onnx`, from lab.training).

Its crops show a face with twice the detail of the reader's (`vision.dice.reader`), and less of the surroundings.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.dice.crops import cut
from vision.dice.finder import FoundDie
from vision.image import Image
from vision.networks.runtime import load_network

MODEL = "dice_close.onnx"
SIDE = 96
FACE = 60.0
# Side of the pip map, on which a face is as large as on the reader's.
PIPS_SIDE = 24


class CloseDiceReader:
    """The network. Not to be shared between threads."""

    def __init__(self) -> None:
        self._net = load_network(MODEL)

    def look(self, image: Image, found: Sequence[FoundDie]) -> tuple[NDArray[np.float64], NDArray[np.float32]]:
        """Read each found die from its crop and its mirror image. Returns log-probabilities of its kinds (as in
        DieReading, N x KINDS), and maps of its pips (log-odds, N x PIPS_SIDE x PIPS_SIDE)."""
        if not found:
            return np.zeros((0, 10)), np.zeros((0, PIPS_SIDE, PIPS_SIDE), np.float32)
        crops = [cut(image, die.at, die.face, SIDE, FACE) for die in found]
        both = np.stack([c for crop in crops for c in (crop, crop[:, ::-1])]).astype(np.float32)
        seen = np.ascontiguousarray(both.transpose(0, 3, 1, 2)) / np.float32(127.5) - np.float32(1)
        output, maps = self._net.answer({"crop": seen}, ["told", "pips"])
        raw = output.astype(float).reshape(len(found), 2, -1)
        logs = (raw - np.logaddexp.reduce(raw, axis=-1, keepdims=True)).mean(axis=1)
        pips = maps.reshape(len(found), 2, PIPS_SIDE, PIPS_SIDE)
        return logs, np.asarray((pips[:, 0] + pips[:, 1, :, ::-1]) / 2, np.float32)
