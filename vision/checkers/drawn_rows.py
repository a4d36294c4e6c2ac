"""Counts checkers by drawing them: each row's discs are fitted to the picture in colours learnt there.

What a disc on others gains is compared with what it gains where nothing lies on top: that differs by board and light.
Adds to what the reader sees (`vision.checkers.rows_reader`); alone it is misled where discs look like points.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.checkers.disc_colours import DiscColours
from vision.checkers.disc_fit import DiscFit, Discs, Gain
from vision.checkers.disc_scene import PARTS, Disc, DiscScene
from vision.checkers.rows_reader import COUNTS, RowsReading
from vision.geometry.half_board import ROWS, PlacedHalfBoard
from vision.image import Floats, Image
from vision.parameters import Two, parameters


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    room: int = 5  # discs of a row that lie on the board itself, at first
    learnt: int = 1  # rounds of places and colours
    scale: float = 120.0  # divisor of nats for discs on the board: errors of pixels go together
    by_reader: float = 60.0  # the same where the reader says how many lie there
    farthest: float = 8.0  # nats; most by which one number of them is less likely than another
    few: int = 3  # discs; on so few none lies on top, as a rule: they show what is gained by nothing
    usual: Two = (30.0, 80.0)  # nats gained by nothing on most boards: median and spread
    usual_weight: float = 4.0  # discs that count as much as these
    least_spread: float = 45.0  # nats; least spread of it
    own_weight: float = 0.4  # pictures that count as much as the others' gains, where a disc's own are known
    own_spread: float = 28.0  # nats; spread then
    gained: float = 150.0  # nats; median gain by a disc that is there
    gained_spread: float = 1.0  # log; its spread
    one_disc: Two = (-5.0, 7.0)  # nats; most that one disc says against and for itself
    most_piled: int = 4  # discs on top that are looked for in rows of four and more
    from_rim: float = 0.4  # chance that discs on top begin at the rim
    from_end: float = 0.3  # chance that they begin at the other end
    elsewhere: float = 0.15  # chance of other places, and of lying astride
    stand_in: Two = (0.9, 0.03)  # chances of a coin where something round and strange, or a gap, is seen, and elsewhere
    strange: float = -1.8  # log density of pixels that are neither ground nor disc
    gap: Two = (0.33, 0.8)  # points' widths; gaps between discs that a coin may fill
    round: Two = (0.16, 0.42)  # points' widths; least and largest radius of a coin
    oblong: float = 1.7  # ratio of its radii at most
    filled: float = 0.8  # share of its ellipse that it fills at least
    off_axis: float = 0.25  # points' widths; a coin lies this near to the row's axis
    least_pixels: int = 60  # pixels; smaller things are no coins
    floor: float = -5.0  # nats; least log chance of a count


P: Final = parameters(Parameters)
Place = tuple[int, int]
"""Side and row."""
PLACES: Final[Sequence[Place]] = tuple((side, row) for side in range(2) for row in range(ROWS))


class FittedRow(NamedTuple):
    """One row as drawn."""

    worths: Floats
    """Nats for 0, 1, 2... discs on the board itself."""
    flats: Discs
    """The likeliest of these."""
    rounds: Sequence[Sequence[Gain]]
    """Gains of discs on top, one after the other."""

    @property
    def by_disc(self) -> Mapping[int, float]:
        """Return the gain of a first disc on top of each."""
        first = self.rounds[0] if self.rounds else ()
        return {gain.on[0]: gain.nats for gain in first if len(gain.on) == 1}


class DrawnRows:
    """A picture of a board whose rows are drawn when they are asked about. `before`: those of an earlier one."""

    def __init__(
        self, image: Image, view: PlacedHalfBoard, reading: RowsReading, before: "DrawnRows | None" = None
    ) -> None:
        self._scene: DiscScene = DiscScene(image, view, before._scene if before else None)
        self._read = np.asarray(reading.anywhere)
        tops = [np.full(3, 127.0) if colour is None else colour for colour in reading.colours]
        self._colours = DiscColours(self._scene, (tops[0], tops[1]))
        self._usual: dict[int, tuple[float, float]] = {}
        self._fitted: dict[Place, FittedRow] = {}
        self._discs = {place: self._even(int(self._read[place].argmax())) for place in PLACES}
        self._owners = self._learnt()
        for _ in range(P.learnt):
            self._discs = {place: self._moved(place, discs) for place, discs in self._discs.items()}
            self._owners = self._learnt()

    def log_chances(self, place: Place, own: Mapping[int, Sequence[float]], usual: Two | None) -> Floats:
        """Return the log-probabilities of 0 to 16 checkers in a row if nothing else is known. `own`: what a disc on
        each of its discs gained in pictures in which none lay there. `usual`: what discs of its side gain there, median
        and spread; None: that is measured in this picture."""
        fit = self.row(place)
        worths = fit.worths / P.scale
        worths = np.maximum(worths - worths.max(), -P.farthest)
        piled = self._piled(place, fit, own, usual)
        coin = np.log([1 - P.stand_in[self._no_coin(place, fit)], P.stand_in[self._no_coin(place, fit)]])
        logs = np.full(COUNTS, -np.inf)
        for count, worth in enumerate(worths):
            on_top = piled if count == len(fit.flats) else [-0.5]
            for more, pile in enumerate(on_top):
                for coins in range(2):
                    number = count + more + coins
                    logs[number] = np.logaddexp(logs[number], worth + pile + coin[coins])
        return np.asarray(np.maximum(logs - np.logaddexp.reduce(logs), P.floor))

    def row(self, place: Place) -> FittedRow:
        """Fit discs to a row."""
        if place not in self._fitted:
            fit = self._fit(place)
            every = fit.flats()
            worths = np.array([worth for _, worth in every])
            read = self._read[place]
            # Of as many as lie on the board itself, some may bear others.
            flat = [max(read[n], read[n + 1 : n + 4].max() - 0.7 if n > P.few else -np.inf) for n in range(len(worths))]
            best = int((worths / P.by_reader + np.maximum(flat, -14.0)).argmax())
            flats = every[best][0]
            rounds = fit.piled(flats, 1 if best <= P.few else P.most_piled) if flats else []
            self._fitted[place] = FittedRow(worths, flats, rounds)
        return self._fitted[place]

    def _piled(
        self, place: Place, fit: FittedRow, own: Mapping[int, Sequence[float]], usual: Two | None
    ) -> list[float]:
        """Return the log odds of 0, 1, 2... discs on top."""
        logs, total, below = [0.0], 0.0, list[tuple[int, ...]]()
        for gain, *_ in fit.rounds:
            known = own.get(gain.on[0], ()) if len(gain.on) == 1 else ()
            median, spread = usual or self.gained_by_nothing(place[0])
            if known:
                share = len(known) / (len(known) + P.own_weight)
                median = share * float(np.mean(known)) + (1 - share) * median
                spread = max(P.own_spread, 1.5 * float(np.std(known)))
            total += _odds(gain.nats - median, spread)
            below.append(gain.on)
            logs.append(total + float(np.log(_arranged(below, len(fit.flats)))))
        return logs

    def gained_by_nothing(self, side: int) -> Two:
        """Return the median and the spread of what discs of a side gain on those that bear none."""
        if side not in self._usual:
            few = [place for place, discs in self._discs.items() if place[0] == side and 0 < len(discs) <= P.few]
            gains = [nats for place in few for nats in self.row(place).by_disc.values()]
            weight = len(gains) / (len(gains) + P.usual_weight)
            median = float(np.median(gains)) if gains else P.usual[0]
            spread = 1.48 * float(np.median(np.abs(np.array(gains) - median))) if len(gains) > 1 else P.usual[1]
            square = weight * spread**2 + (1 - weight) * P.usual[1] ** 2
            self._usual[side] = weight * median + (1 - weight) * P.usual[0], max(square**0.5, P.least_spread)
        return self._usual[side]

    def _no_coin(self, place: Place, fit: FittedRow) -> bool:
        """Return True if nothing looks like a coin among a row's discs."""
        ends = [-self._scene.diameter / 2, *(disc.inward for disc in sorted(fit.flats, key=lambda one: one.inward))]
        gaps = np.diff(ends) - self._scene.diameter
        return not ((gaps > P.gap[0]) & (gaps < P.gap[1])).any() and place not in self._round

    @cached_property
    def _round(self) -> frozenset[Place]:
        """Rows with something round that is neither ground nor disc."""
        labels, _ = self._seen()
        side, part = np.divmod(np.maximum(labels.astype(np.intp) - 1, 0), PARTS)
        number = np.where(labels > 0, part + 1, 0)
        said = self._colours.said[side, number, np.arange(len(labels))].reshape(self._scene.shape)
        strange = (said < P.strange).astype(np.uint8)
        strange = np.asarray(cv2.morphologyEx(strange, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
        strange = np.asarray(cv2.morphologyEx(strange, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)), np.uint8)
        count, patches = cv2.connectedComponents(strange)
        spots = np.stack(self._scene.field, axis=-1)
        every = [spots[(patches == patch).ravel()] for patch in range(1, count)]
        places = [self._place_of_coin(patch) for patch in every if len(patch) >= P.least_pixels]
        return frozenset(place for place in places if place)

    def _place_of_coin(self, spots: Floats) -> Place | None:
        """Return the row in which the places (N x 2 points' widths) of pixels lie like a coin's."""
        least, most = 2 * np.sqrt(np.maximum(np.linalg.eigvalsh(np.cov(spots.T)), 1e-9))
        x, y = (float(at) for at in spots.mean(axis=0))
        side, row = int(y > self._scene.depth / 2), int(np.floor(x))
        inward = self._scene.depth - y if side else y
        fills = len(spots) * self._scene.pixel_area(side, row, x - row - 0.5, inward) / (np.pi * least * most)
        like = P.round[0] < least and most < min(P.round[1], P.oblong * least) and fills > P.filled
        there = 0 <= row < ROWS and inward > 0 and abs(x - row - 0.5) < P.off_axis
        return (side, row) if like and there else None

    def _learnt(self) -> NDArray[np.uint8]:
        """Learn the colours of what is seen where the discs lie. Returns the row that each pixel shows."""
        labels, owners = self._seen()
        self._colours.learn(labels)
        return owners

    def _even(self, count: int) -> Discs:
        """Return discs laid one beside the other, the last ones on the first."""
        wide = self._scene.diameter + 0.012
        return tuple(Disc(0.0, (k % P.room + 0.5) * wide, k // P.room) for k in range(min(count, 2 * P.room)))

    def _moved(self, place: Place, discs: Discs) -> Discs:
        flats = tuple(disc for disc in discs if not disc.layer)
        moved, _ = self._fit(place).fitted(flats, (0.06, 0.02))
        on_top = (self._scene.lifted(*place, moved[k]) for k in range(len(discs) - len(flats)))
        return (*moved, *(disc._replace(across=0.0) for disc in on_top))

    def _fit(self, place: Place) -> DiscFit:
        hidden = ((self._owners > 0) & (self._owners != 1 + PLACES.index(place))).astype(np.uint8)
        grown = cv2.dilate(hidden.reshape(self._scene.shape), np.ones((3, 3), np.uint8))
        return DiscFit(self._scene, self._colours, *place, grown.ravel() == 0)

    def _seen(self) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """Return what each pixel shows: 0 for the ground, then the parts of the first side's discs and of the second's;
        and of which row that is, from 1 on."""
        labels, owners = np.zeros((2, self._scene.tints.shape[0]), np.uint8)
        every = [(place, disc) for place, discs in self._discs.items() for disc in discs]

        def nearness(one: tuple[Place, Disc]) -> tuple[int, float]:
            (side, row), disc = one
            across, inward = self._scene.eye_over(side, row)
            return disc.layer, -float(np.hypot(disc.across - across, disc.inward - inward))

        for (side, row), disc in sorted(every, key=nearness):
            pixels, parts = self._scene.drawn(self._scene.spot(side, row, disc))
            labels[pixels] = parts + PARTS * side
            owners[pixels] = 1 + PLACES.index((side, row))
        return labels, owners


def _odds(more: float, spread: float) -> float:
    """Return the log odds that a disc lies where it gains so much more than where none lies."""
    there = -12.0
    if more > 2:
        there = float(-0.5 * (np.log(more / P.gained) / P.gained_spread) ** 2 - np.log(more * P.gained_spread))
    nothing = float(-3 * np.log1p((more / spread) ** 2 / 5) - np.log(spread))
    return float(np.clip(there - nothing, *P.one_disc))


def _arranged(below: Sequence[tuple[int, ...]], count: int) -> float:
    """Return how usual it is that discs lie on these of `count` discs."""
    single = sorted(one[0] for one in below if len(one) == 1)
    if len(single) < len(below):
        return P.elsewhere / max(count - 1, 1)
    if single == list(range(len(below))):
        return P.from_rim
    if single == list(range(count - len(below), count)):
        return P.from_end
    return P.elsewhere / max(comb(count, len(below)) - 2, 1)
