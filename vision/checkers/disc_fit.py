"""Fits discs to one row of a half board: how much better the picture shows some discs than a bare point."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.checkers.disc_colours import DiscColours
from vision.checkers.disc_scene import Disc, DiscScene, DiscSpot, Indices
from vision.parameters import Three, Two, parameters


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    off_axis: float = 0.035  # points' widths; standard deviation of discs across the point
    overlap: float = 0.005  # points' widths; the same of discs that lie into each other
    gap: float = 0.04  # points' widths; the same of gaps between them
    top_moves: float = 0.015  # points' widths; the same of a top on what lies below
    below_moves: float = 0.01  # points' widths; the same of a disc below against its top, where that shows
    astride_moves: float = 0.03  # points' widths; the same of a disc astride two
    coarse: Three = (0.06, 0.03, 0.01)  # points' widths; steps by which discs are moved
    fine: Two = (0.03, 0.01)  # points' widths; the same near the best place
    rounds: int = 2  # of moving each disc with one step
    reach: float = 1.7  # points' widths; discs farther off do not touch
    hopeless: float = 1000.0  # nats; a start that is worse by more is not followed
    least: float = 0.2  # nats; a step that gains less is none
    far: float = 0.35  # points' widths; no disc is moved farther
    room: float = 0.45  # points' widths; a row of discs may reach this far past the middle of the board
    flats: int = 6  # discs that lie on the board itself
    piled: int = 4  # discs of the second layer
    poor: float = 2500.0  # nats below the best at which more discs are no longer tried
    stop: float = -20.0  # nats; gain below which no further disc lies on others


P: Final = parameters(Parameters)
Discs = tuple[Disc, ...]


class Gain(NamedTuple):
    """A disc of the second layer."""

    nats: float
    """Nats by which it makes the picture likelier."""
    on: tuple[int, ...]
    """Numbers of the discs below it, from the rim on: one, or two that it lies astride."""
    discs: Discs


class DiscFit:
    """One row. `shows`: True for pixels that no disc of another row hides."""

    def __init__(self, scene: DiscScene, colours: DiscColours, side: int, row: int, shows: NDArray[np.bool_]) -> None:
        self._scene, self._place = scene, (side, row)
        self._shown = scene.strip(side, row, 0.06, 0.25) & shows
        self._said = colours.said[side]
        self._free = np.ones(len(shows), np.float32)
        self._spots: dict[Disc, tuple[int, float, DiscSpot]] = {}
        self._seen: dict[DiscSpot, _SeenDisc] = {}
        self._told: dict[tuple[DiscSpot, ...], float] = {(): 0.0}
        self._best: dict[tuple[Disc, Discs, float], Disc] = {}
        self._eye = scene.eye_over(side, row)

    def worth(self, discs: Sequence[Disc]) -> float:
        """Return by how much (nats) the picture is likelier with discs than bare, less for unlikely places."""
        return self._likelier(discs) - self._odd(discs)

    def _likelier(self, discs: Sequence[Disc]) -> float:
        """Return by how much (nats) the picture is likelier with discs than bare, wherever they lie."""
        # From near to far: a pixel shows the first disc along its ray.
        spots = tuple(spot for *_, spot in sorted(map(self._spot, discs)))
        if spots not in self._told:
            first, *rest = (self._drawn(spot) for spot in spots)
            total, taken = first.total, [first.pixels]
            for disc in rest:
                self._free[taken[-1]] = 0
                total += float(disc.gains @ self._free[disc.pixels])
                taken.append(disc.pixels)
            for pixels in taken[:-1]:
                self._free[pixels] = 1
            self._told[spots] = total
        return self._told[spots]

    def flats(self) -> list[tuple[Discs, float]]:
        """Return the best places of 0, 1, 2... discs on the board itself, and their worth."""
        radius = self._scene.diameter / 2
        found: list[tuple[Discs, float]] = [((), 0.0)]
        for count in range(1, P.flats + 1):
            before = found[-1][0]
            inward = before[-1].inward + 2 * radius + 0.01 if before else radius + 0.02
            if inward + radius > self._scene.depth / 2 + P.room:
                break
            added = (*before, Disc(before[-1].across / 2 if before else 0.0, inward))
            moved = self.fitted(self.fitted(added, P.coarse, last=True)[0], P.fine)
            even = tuple(Disc(0.0, radius + 0.02 + k * (2 * radius + 0.012)) for k in range(count))
            found.append(max(moved, self.fitted(even, P.coarse), key=lambda one: one[1]))
            if found[-1][1] < max(worth for _, worth in found) - P.poor:
                break
        return found

    def fitted(self, discs: Discs, steps: Sequence[float], *, last: bool = False) -> tuple[Discs, float]:
        """Move discs, or the last one, to where the picture shows them best."""
        found = list(discs)
        for step in steps:
            for _ in range(P.rounds):
                before = tuple(found)
                for k in range(len(found) - 1 if last else 0, len(found)):
                    own, near = found[k], self._near(found, k, k)

                    def worth(by: Sequence[float], own: Disc = own, near: Discs = near) -> float:
                        return self.worth((*near, _moved(own, *by)))

                    if (own, near, step) not in self._best:
                        by, _ = _climbed(worth, 2, (step,), 1)
                        self._best[own, near, step] = _moved(own, *by)
                    found[k] = self._best[own, near, step]
                if tuple(found) == before:
                    break
        return tuple(found), self.worth(found)

    @staticmethod
    def _near(discs: Sequence[Disc], first: int, last: int) -> Discs:
        """Return the discs that touch the first to the last of some, without these."""
        low, high = discs[first].inward - P.reach, discs[last].inward + P.reach
        return tuple(one for k, one in enumerate(discs) if not first <= k <= last and low < one.inward < high)

    def piled(self, flats: Discs, most: int = P.piled) -> list[list[Gain]]:
        """Put discs on flat ones, one after the other where they gain most. Returns the gains of all places for each,
        largest first."""
        rounds: list[list[Gain]] = []
        discs, taken = flats, set[int]()
        while len(rounds) < most:
            free = [k for k in range(len(flats)) if k not in taken]
            gains = [self._on(discs, k) for k in free]
            gains += [self._astride(discs, k) for k in free if k + 1 in free] if most > 1 else []
            if not gains:
                break
            rounds.append(sorted(gains, key=lambda gain: -gain.nats))
            best = rounds[-1][0]
            if best.nats < P.stop:
                break
            discs = best.discs
            taken |= set(best.on)
        return rounds

    def _on(self, discs: Discs, k: int) -> Gain:
        """Put a disc on the k-th. The top stays where it is seen, and the one below it may lie elsewhere."""
        low = self._scene.lifted(*self._place, discs[k])
        flat = discs[k]
        near = self._near(discs, k, k)
        before, odd = self.worth((*near, flat)), self._odd((*near, flat))
        best: tuple[float, Discs] = (-999.0, discs)
        for share in (0.0, 0.5, 1.0):
            across = (1 - share) * low.across + share * flat.across
            inward = (1 - share) * low.inward + share * flat.inward

            def pair(by: Sequence[float], across: float = across, inward: float = inward) -> Discs:
                return Disc(across + by[2], inward + by[3]), Disc(across + by[0], inward + by[1], 1)

            def worth(by: Sequence[float], pair: Callable[[Sequence[float]], Discs] = pair) -> float:
                put = (*near, *pair(by))
                apart = (by[2] - by[0]) ** 2 + (by[3] - by[1]) ** 2
                kept = apart / P.below_moves**2 + (by[0] ** 2 + by[1] ** 2) / P.top_moves**2
                # How the discs below lie is settled already: only the picture speaks.
                return self._likelier(put) - odd - kept / 2

            if worth((0.0,) * 4) < before - P.hopeless:
                continue
            by, value = _climbed(worth, 4, P.fine, 2)
            if value - before > best[0]:
                below, top = pair(by)
                best = value - before, (*discs[:k], below, *discs[k + 1 :], top)
        return Gain(best[0], (k,), best[1])

    def _astride(self, discs: Discs, k: int) -> Gain:
        """Put a disc astride the k-th and the next; both may give way."""
        one, other = discs[k : k + 2]
        near = self._near(discs, k, k + 1)
        before, odd = self.worth((*near, one, other)), self._odd((*near, one, other))
        best: tuple[float, Discs] = (-999.0, discs)
        for share in (0.35, 0.65):
            start = Disc(
                one.across * (1 - share) + other.across * share, one.inward * (1 - share) + other.inward * share, 1
            )

            def three(by: Sequence[float], start: Disc = start) -> Discs:
                return (
                    _moved(one, by[2] / 2, by[2]),
                    _moved(other, by[3] / 2, by[3]),
                    _moved(start, by[0], by[1]),
                )

            def worth(by: Sequence[float], three: Callable[[Sequence[float]], Discs] = three) -> float:
                put = (*near, *three(by))
                kept = sum(move**2 for move in by) / P.astride_moves**2
                return self._likelier(put) - odd - kept / 2

            if worth((0.0,) * 4) < before - P.hopeless:
                continue
            by, value = _climbed(worth, 4, P.fine, 2)
            if value - before > best[0]:
                first, second, top = three(by)
                best = value - before, (*discs[:k], first, second, *discs[k + 2 :], top)
        return Gain(best[0], (k, k + 1), best[1])

    def _odd(self, discs: Sequence[Disc]) -> float:
        """Return how unlikely (nats) discs lie: off the axis, into each other, or with gaps."""
        total = sum(disc.across**2 for disc in discs) / P.off_axis**2
        flat = sorted((disc for disc in discs if not disc.layer), key=lambda disc: disc.inward)
        if flat:
            gaps = [flat[0].inward - self._scene.diameter / 2]
            for one, other in pairwise(flat):
                gaps.append(
                    float(np.hypot(other.across - one.across, other.inward - one.inward)) - self._scene.diameter
                )
            total += sum((gap / (P.gap if gap > 0 else P.overlap)) ** 2 for gap in gaps)
        return total

    def _spot(self, disc: Disc) -> tuple[int, float, DiscSpot]:
        """Return where a disc is seen, after what tells that it is nearer than others."""
        if disc not in self._spots:
            across, inward = self._eye
            away = (disc.across - across) ** 2 + (disc.inward - inward) ** 2
            self._spots[disc] = -disc.layer, away, self._scene.spot(*self._place, disc)
        return self._spots[disc]

    def _drawn(self, spot: DiscSpot) -> "_SeenDisc":
        if spot not in self._seen:
            pixels, parts = self._scene.drawn(spot)
            said = self._said.ravel()
            gains = (said[parts * len(self._free) + pixels] - said[pixels]) * self._shown[pixels]
            self._seen[spot] = _SeenDisc(pixels, gains, float(gains.sum()))
        return self._seen[spot]


class _SeenDisc(NamedTuple):
    """A disc in the picture."""

    pixels: Indices
    gains: NDArray[np.float32]
    """Nats of each for it against the bare point."""
    total: float
    """Sum of these."""


def _moved(disc: Disc, across: float, inward: float) -> Disc:
    return disc._replace(across=disc.across + across, inward=disc.inward + inward)


def _climbed(
    worth: Callable[[Sequence[float]], float], count: int, steps: Sequence[float], rounds: int
) -> tuple[list[float], float]:
    """Search along each of `count` numbers, from 0 on, with smaller and smaller steps. Returns where the worth is
    greatest, and that worth."""
    best = [0.0] * count
    value = worth(best)
    for step in steps:
        for _ in range(rounds):
            before = value
            for axis in reversed(range(count)):
                for way in (step, -step):
                    start = value
                    while abs(best[axis] + way) < P.far:
                        tried = best.copy()
                        tried[axis] += way
                        other = worth(tried)
                        if other <= value + P.least:
                            break
                        best, value = tried, other
                    if value > start:
                        break
            if value == before:
                break
    return best, value
