"""Reads single dice with a small network (`dice_reader.onnx`, trained by lab.training on drawn dice)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.close_reader import PIPS_SIDE as CLOSE_PIPS_SIDE
from vision.dice.close_reader import CloseDiceReader
from vision.dice.crops import FACE, SIDE, by_hue, cut, from_crop
from vision.dice.finder import FoundDie
from vision.dice.pattern import layout_log_likelihoods
from vision.dice.spot import is_round_spot
from vision.dice.tint import Upper, upper_pips
from vision.image import Image
from vision.networks.runtime import load_network
from vision.parameters import Two, parameters

MODEL = "dice_reader.onnx"
COLOURS = ("red", "yellow", "green", "blue", "white", "black", "other")
COCKED, HIDDEN, NO_DIE, EMBLEM, KINDS = 6, 7, 8, 9, 10
PIPS_SIDE = 32


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    pip_chance: float = 0.5  # chance from which a place shows a pip
    faint_pip: float = 0.3  # the same for pips of the lower face seen through a clear die
    surely_found: float = 0.85  # chance of the finder above which a die that is clear at first needs no closer look
    least_close: float = 8.0  # pixels; smaller faces show nothing more to a closer look
    die_shares: Two = (0.4, 0.6)  # weights of the log odds of a die: reader, closer look
    least_kind: float = 1e-4  # chance; no kind is less likely
    clear: float = 0.97  # chance of one kind from which a die is clear at first sight
    clear_counted: float = 0.9  # chance of a value from which a die is clear if as many pips were counted
    look_by_hue_below: float = 0.9  # chance of the likeliest value below which a die is read again by hue
    hue_shares: Two = (0.5, 1.0)  # shares by which crops are drawn by hue: half and wholly


P: Final = parameters(Parameters)
# Changes of size, place and quarter turns under which a die must read the same.
VIEWS: tuple[tuple[float, float, float, int], ...] = (
    (1.0, 0.0, 0.0, 0),
    (0.93, 0.03, 0.03, 1),
    (1.08, -0.03, 0.02, 2),
    (1.0, 0.05, -0.05, 3),
)


@dataclass(frozen=True)
class DieReading:
    """Reading of one die."""

    kinds: NDArray[np.float64]
    """Probabilities of the six values, cocked, mostly hidden, no die, and an emblem in place of pips."""
    colours: NDArray[np.float64]
    """Probabilities of COLOURS."""
    pips: NDArray[np.float64]
    """Pips of the top face, N x 2 picture pixels."""
    fit: NDArray[np.float64] | None = None
    """Log-likelihoods of each value's layout, for a die that had to be looked at again."""
    hues: NDArray[np.float64] | None = None
    """Probabilities of the six values from crops drawn by hue, a row for each of `P.hue_shares`, where a second look
    was not enough."""
    closer: NDArray[np.float64] | None = None
    """Probabilities of the six values from a closer look, if there was one."""
    spot: bool = False
    """True if the die is most likely a one and bears one round spot."""
    upper: Upper | None = None
    """Pips on the upper face of a transparent die, if they can be told from the pips of the lower face."""

    @property
    def likeliest(self) -> int:
        """Likeliest of the six values, 1..6."""
        return int(np.argmax(self.kinds[:COCKED])) + 1


class DiceReader:
    """Reads dice with one network and doubtful ones again with a second, closer one. Not thread-safe."""

    def __init__(self) -> None:
        self._net, self._close = load_network(MODEL), CloseDiceReader()

    def read(self, image: Image, found: Sequence[FoundDie]) -> list[DieReading]:
        """Read each found die. A die that is not clear at first is looked at again: closer, then moved and turned."""
        looks = self._look(image, found, VIEWS[:1])
        unsure = [
            k
            for k, (die, look) in enumerate(zip(found, looks, strict=True))
            if die.face >= P.least_close and not (die.chance > P.surely_found and look.clear)
        ]
        for k, *closer in zip(unsure, *self._close.look(image, [found[k] for k in unsure]), strict=True):
            looks[k] = looks[k].with_closer(*closer)
        doubtful = [k for k, look in enumerate(looks) if not look.clear]
        for k, more in zip(doubtful, self._look(image, [found[k] for k in doubtful], VIEWS[1:]), strict=True):
            looks[k] = looks[k].with_more(more)
        readings = [_reading(die, look) for die, look in zip(found, looks, strict=True)]
        dim = [k for k in doubtful if _six(readings[k].kinds).max() < P.look_by_hue_below]
        for k, hues in zip(dim, self._look_by_hue(image, [found[k] for k in dim]), strict=True):
            readings[k] = replace(readings[k], hues=hues)
        readings = [
            replace(reading, spot=reading.likeliest == 1 and is_round_spot(image, die))
            for die, reading in zip(found, readings, strict=True)
        ]
        return [
            replace(reading, upper=upper_pips(image, faint, die.at, die.face, reading.likeliest))
            for die, reading, look in zip(found, readings, looks, strict=True)
            for faint in [from_crop(pip_places(look.maps[0], P.faint_pip), die.at, die.face)]
        ]

    def _look(
        self, image: Image, found: Sequence[FoundDie], views: Sequence[tuple[float, float, float, int]]
    ) -> list["_Look"]:
        """Read each die in these views."""
        if not found:
            return []
        crops = [
            np.rot90(cut(image, (die.at[0] + right * die.face, die.at[1] + down * die.face), die.face * size), turns)
            for die in found
            for size, right, down, turns in views
        ]
        answer, pips = self._ask(crops)
        output = answer.reshape(len(found), -1, answer.shape[1])
        maps = pips.reshape(len(found), len(views), 2, PIPS_SIDE, PIPS_SIDE)
        maps = np.asarray((maps[:, :, 0] + maps[:, :, 1, :, ::-1]) / 2, np.float32)
        kinds, colours = _chances_of(output)
        return [_Look(*look) for look in zip(kinds, colours, maps, strict=True)]

    def _look_by_hue(self, image: Image, found: Sequence[FoundDie]) -> list[NDArray[np.float64]]:
        """Return the probabilities of the six values for crops drawn by hue to each of `P.hue_shares`."""
        if not found:
            return []
        plain = [cut(image, die.at, die.face) for die in found]
        crops = [(1 - share) * crop + share * by_hue(crop) for crop in plain for share in P.hue_shares]
        output = _chances_of(self._ask(crops)[0])[0].reshape(len(found), len(P.hue_shares), 2, KINDS)
        return [_six(kinds) for kinds in output.mean(axis=2)]

    def _ask(self, crops: Sequence[NDArray[Any]]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return the network's outputs for each crop and its mirror image, one after the other: kinds with colours, and
        maps of pips."""
        both = np.stack([c for crop in crops for c in (crop, crop[:, ::-1])]).astype(np.float32)
        seen = np.ascontiguousarray(both.transpose(0, 3, 1, 2)) / np.float32(127.5) - np.float32(1)
        output, pips = self._net.answer({"crop": seen}, ["told", "pips"])
        return output, pips


class _Look(NamedTuple):
    """Outputs for one die."""

    kinds: NDArray[np.float64]
    """Probabilities, a row for each view and mirror image."""
    colours: NDArray[np.float64]
    """Probabilities, a row for each view and mirror image."""
    maps: NDArray[np.float32]
    """Map of pips (log-odds) of each view."""
    closer: NDArray[np.float64] | None = None
    """Log-probabilities of kinds by a closer look, if there was one."""

    @property
    def mean_kinds(self) -> NDArray[np.float64]:
        """Probabilities of the kinds over all views."""
        # Aslant and turned, a level die looks cocked: only the first view shows that.
        first, kinds = self.kinds[:2].mean(axis=0), self.kinds.mean(axis=0)
        kinds[:COCKED] *= first[:COCKED].sum() / max(float(kinds[:COCKED].sum()), 1e-6)
        kinds[COCKED:NO_DIE] = first[COCKED:NO_DIE]
        kinds = np.asarray(kinds / kinds.sum())
        if self.closer is None:
            return kinds
        return combined_kinds(np.log(np.maximum(kinds, P.least_kind)), self.closer)

    @property
    def clear(self) -> bool:
        return clear(self.mean_kinds, len(pip_places(self.maps[0])))

    def with_more(self, more: "_Look") -> "_Look":
        return _Look(
            np.concatenate([self.kinds, more.kinds]),
            np.concatenate([self.colours, more.colours]),
            np.concatenate([self.maps, more.maps]),
            self.closer,
        )

    def with_closer(self, kinds: NDArray[np.float64], pips: NDArray[np.float32]) -> "_Look":
        """Combine with a closer look; inside its map, pips of both count alike."""
        maps, margin = self.maps.copy(), (PIPS_SIDE - CLOSE_PIPS_SIDE) // 2
        inner = maps[0, margin:-margin, margin:-margin]
        inner[:] = (inner + pips) / 2
        return self._replace(maps=maps, closer=kinds)


def combined_kinds(wide: NDArray[np.float64], close: NDArray[np.float64]) -> NDArray[np.float64]:
    """Combine log-probabilities of kinds by the reader and by a closer look. Both networks
    decide whether the crop shows a die and whether the die bears a symbol; the reader alone decides the rest."""
    kinds = np.exp(wide)
    for kind, beside in ((EMBLEM, [NO_DIE]), (NO_DIE, [])):
        odds = [np.logaddexp.reduce(np.delete(logs, [kind, *beside])) - logs[kind] for logs in (wide, close)]
        chance = 1 / (1 + np.exp(np.clip(np.dot(P.die_shares, odds), -20, 20)))
        kinds[[kind, *beside]] = 0
        kinds *= (1 - chance) / kinds.sum()
        kinds[kind] = chance
    return np.asarray(kinds)


def clear(kinds: NDArray[np.float64], counted: int) -> bool:
    """Return True if a first look with these probabilities (KINDS) and this number of pips is enough."""
    likeliest = int(np.argmax(kinds))
    agree = likeliest < COCKED and counted == likeliest + 1
    return bool(kinds[likeliest] >= (P.clear_counted if agree else P.clear))


def _reading(die: FoundDie, look: _Look) -> DieReading:
    pips = from_crop(pip_places(look.maps[0]), die.at, die.face)
    fit = layout_log_likelihoods(mean_pip_map(look.maps), FACE * PIPS_SIDE / SIDE) if len(look.maps) > 1 else None
    closer = None if look.closer is None else _six(np.exp(look.closer))
    return DieReading(look.mean_kinds, look.colours.mean(axis=0), pips, fit, closer=closer)


def mean_pip_map(maps: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the mean of the pip maps of all VIEWS, each mapped back to the first's size, place and turn."""
    middle = (PIPS_SIDE - 1) / 2
    face = FACE * PIPS_SIDE / SIDE
    back = []
    for raw, (size, right, down, turns) in zip(maps, VIEWS, strict=True):
        move = np.array([[size, 0, middle * (1 - size) + right * face], [0, size, middle * (1 - size) + down * face]])
        straight = np.ascontiguousarray(np.rot90(raw, -turns))
        back.append(cv2.warpAffine(straight, move, raw.shape[::-1], borderMode=cv2.BORDER_REPLICATE))
    return np.asarray(np.mean(back, axis=0), np.float32)


def _six(kinds: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the probabilities of the six values, given that one of them is up."""
    values = np.maximum(kinds[..., :COCKED], 1e-6)
    return np.asarray(values / values.sum(axis=-1, keepdims=True))


def _chances_of(output: NDArray[np.float32]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the probabilities of kinds and of colours from the network's output (its last axis)."""
    return _chances(output[..., :KINDS]), _chances(output[..., KINDS:])


def _chances(raw: NDArray[Any]) -> NDArray[np.float64]:
    powers = np.exp(np.asarray(raw, float) - raw.max(axis=-1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=-1, keepdims=True))


def pip_places(raw: NDArray[np.float32], least: float = P.pip_chance) -> NDArray[np.float64]:
    """Return the peaks of a pip map (log-odds) with at least this probability, N x 2 crop pixels."""
    chance = (1 / (1 + np.exp(-raw))).astype(np.float32)
    top = np.asarray(cv2.dilate(chance, np.ones((3, 3), np.uint8)))
    rows, columns = np.nonzero((chance >= top) & (chance > least))
    places = np.column_stack([columns, rows]).astype(float)
    return np.asarray((places + 0.5) * (SIDE / PIPS_SIDE) - 0.5)
