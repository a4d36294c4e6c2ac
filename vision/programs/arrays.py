"""Reads a program from the pyramids beyond an end of the board: its nine commands, the marker, and special moves."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from vision.geometry.grid import BoardGrid
from vision.geometry.solids import COLOURS
from vision.image import Floats
from vision.parameters import Three, parameters
from vision.programs.array_reading import ABSENT, DASH, DIRECTIONS, PLACES, SIZES, ArrayReading
from vision.programs.beside import blitz, marker_logs, quick
from vision.programs.context_classifier import CommandContext
from vision.programs.heading_reader import Ints
from vision.programs.lattice import ORDERS, Lattice, Unseen, in_crowd, lattice_of
from vision.programs.lattice import P as LATTICE
from vision.programs.pyramid_reader import SECTORS, PlaceState, PyramidReadings, Top
from vision.programs.table_colours import P as TABLE_COLOURS
from vision.programs.table_colours import TableColours, doubted


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    found: float = 1.25  # scale on the finder's log odds of a pyramid (fitted on drawn tables)
    seen: float = 0.75  # scale on the reader's log odds of a pyramid
    neither: float = -0.85  # log odds added to both
    covered: float = 0.5  # chance from which a pyramid is hidden and nothing is reported
    floor: float = 2e-4  # lower bound of probabilities: what networks never saw misleads them
    beside_mm: float = 50.0  # mm; what lies nearer to a command is beside it
    beside: float = 0.97  # columns; the same in columns
    beside_shares: Three = (0.1, 0.45, 0.45)  # what lies in no place: the program's colour, a team's, the ball's
    edge_mm: float = 2.5  # mm; width of the soft border of touching a command
    edge: float = 0.05  # columns; the same in columns
    on: float = 0.4  # rows; what is nearer to a missing command may stand on it
    of_a_place: float = 0.4  # rows; what is nearer to a place is its pyramid, whatever its colour
    mistaken_size: float = 0.02  # chance that a small touching a command is read as larger with certainty
    missed: float = 0.25  # chance of a quick pass where the command under it was not found
    nearer: float = 10.0  # nats for each share by which one command is nearer
    aside: float = 0.8  # cells; programs lie behind the board, or this far beside it
    behind: float = 0.55  # rows; a dash lies this near to its place
    in_place: float = 0.3  # chance that a foot taken for a pyramid is one
    good: float = 24.0  # nats; an array that is worth more has the program's colour
    least: float = 0.0  # nats; one of another colour must be worth more
    glared: float = 0.2  # chance that a pyramid of an array shows another colour
    other_size: float = 0.12  # chance that a pyramid of another size than its column's is not the command
    looked_again: float = 0.06  # chance that a command is another where the finder saw none
    overlooked_quick: float = 0.01  # chance that a quick pass is there where none is seen (drawn tables)
    overlooked_blitz: float = 0.04  # the same for a blitz
    overlooked_dash: float = 0.06  # the same for a fourth command
    overlooked_colour: float = 0.25  # chance of each where the colours of the teams are others
    misplaced: float = -5.0  # log odds that the places of an array are others (fitted on drawn tables)
    misplaced_empty: float = 1.2  # log odds added for each place without a pyramid of its own
    misplaced_fit: float = 0.12  # log odds added for each nat by which the fit is worse


P: Final = parameters(Parameters)

Again = Callable[[Floats, Ints], PyramidReadings]
"""Reads spots (N x 2 cells) again where pyramids of given pips (N) are supposed."""
About = Callable[[Floats], CommandContext]
"""Reads the context of commands at spots (N x 2 cells)."""


@dataclass(frozen=True)
class Beyond:
    """Observations beyond an end."""

    spots: Floats
    """N x 2, cells of the board frame."""
    chances: Floats
    """Probability that each is a pyramid."""
    readings: PyramidReadings
    pips: Floats
    """Logs of its pips, N x 3."""


def facing(end: str, spots: Floats, grid: BoardGrid) -> Floats:
    """Convert spots of the board frame (N x 2, cells) to those of the player at an end: across to the right, and beyond
    the edge of the board."""
    if end == "near":
        return spots * (1.0, -1.0)
    return np.column_stack([grid.files - spots[:, 0], spots[:, 1] - grid.ranks])


def board_spots(end: str, places: Floats, grid: BoardGrid) -> Floats:
    """Convert `facing` back to the board frame."""
    if end == "near":
        return places * (1.0, -1.0)
    return np.column_stack([grid.files - places[:, 0], grid.ranks + places[:, 1]])


def directions(readings: PyramidReadings) -> Floats:
    """Return the probabilities of a command's directions, N x 5 in the order of `DIRECTIONS`, given that it is visible
    and there."""
    up, down = np.exp(readings.state[:, PlaceState.UPRIGHT]), np.exp(readings.state[:, PlaceState.LYING])
    total = np.maximum(up + down, 1e-9)
    sector = np.exp(readings.sector)
    # A direction covers 30 degrees to either side of its axis: three sectors.
    step = SECTORS // 12
    ways = [
        np.roll(sector, step - quarter * SECTORS // 4, axis=1)[:, : 2 * step].sum(axis=1) for quarter in (1, 0, 3, 2)
    ]
    lying = np.column_stack([*ways, 1 - np.sum(ways, axis=0)])
    standing = np.eye(len(DIRECTIONS))[DIRECTIONS.index(".")]
    return np.asarray((lying * down[:, None] + standing * up[:, None]) / total[:, None])


def present(chances: Floats, readings: PyramidReadings) -> Floats:
    """Combine finder (N) and reader to the probability of a pyramid at each foot: N."""
    empty = np.exp(readings.state[:, PlaceState.EMPTY])
    odds = P.found * _log_odds(chances) - P.seen * _log_odds(empty) + P.neither
    return np.asarray(1 / (1 + np.exp(-odds)))


def _log_odds(chances: Floats) -> Floats:
    some = np.clip(chances, 1e-4, 1 - 1e-4)
    return np.asarray(np.log(some / (1 - some)))


@dataclass(frozen=True)
class ColourKinds:
    """Probability that each pyramid beyond an end has the program's, a team's or the ball's colour: N each."""

    program: Floats
    team: Floats
    ball: Floats

    @classmethod
    def of(
        cls, readings: PyramidReadings, colour: str, colours: TableColours, shares: tuple[float, float, float]
    ) -> "ColourKinds":
        """Compute for the given prior shares of program, teams and ball."""
        chances = np.exp(readings.colour)
        own, first, second, other = (
            chances[:, [COLOURS.index(name) for name in colours.alike(one)]].sum(axis=1)
            for one in (colour, *colours.teams, colours.ball)
        )
        program, team, ball = shares[0] * own, shares[1] / 2 * (first + second), shares[2] * other
        total = program + team + ball + TABLE_COLOURS.other / len(COLOURS)
        return cls(program / total, team / total, ball / total)


def read_array(
    end: str,
    beyond: Beyond,
    colours: TableColours,
    pitch: float,
    grid: BoardGrid,
    again: Again,
    about: About,
    unseen: Unseen | None = None,
) -> tuple[ArrayReading, Mapping[str, Floats], float] | None:
    """Read the program beyond an end, without pixels. Returns it with the places of its pyramids (cells), and the
    probability that they are others; None where none is found.

    Places without a pyramid are looked at again, and all commands for their context. `pitch`: the board's, mm.
    `unseen`: returns True for spots of the board frame (N x 2, cells) where no pyramid would be seen.
    """
    if colours.programs.get(end) is None:
        return None
    there = present(beyond.chances, beyond.readings)
    spots = facing(end, beyond.spots, grid)
    lost = None if unseen is None else lambda places: unseen(board_spots(end, places, grid))
    best = _members(end, beyond, there, spots, colours, grid, lost)
    if best is None or best.value < P.good:
        # Another colour may make the array: the pattern of a cloth, or other pyramids, have outnumbered it.
        others = set(COLOURS) - {colours.programs[end]}
        tried = [replace(colours, programs={**colours.programs, end: colour}) for colour in sorted(others)]
        found = [_members(end, beyond, there, spots, one, grid, lost) for one in tried]
        better = [one for one in found if one is not None and one.value > P.least]
        best = max(([] if best is None else [best]) + better, key=lambda one: one.value, default=None)
    if best is None:
        return None
    kinds = ColourKinds.of(beyond.readings, best.colours.programs[end], best.colours, P.beside_shares)
    reading, places = _Reading(
        end, beyond, kinds, there, spots, best.lattice, best.found, best.colours, pitch, grid, again, about
    ).result()
    return reading, places, best.misplaced


@dataclass(frozen=True)
class _Members:
    """Pyramids of one colour that form an array."""

    colours: TableColours
    lattice: Lattice
    found: Mapping[tuple[int, int], int]
    """Number of the pyramid at each place (column, row)."""
    value: float
    """How well they do, nats."""

    @property
    def misplaced(self) -> float:
        """Probability that places are others than the fit says."""
        empty = len(PLACES) - len(self.found)
        odds = P.misplaced + P.misplaced_empty * empty - P.misplaced_fit * self.lattice.score
        return float(1 / (1 + np.exp(-odds)))


def _members(
    end: str,
    beyond: Beyond,
    there: Floats,
    spots: Floats,
    colours: TableColours,
    grid: BoardGrid,
    unseen: Unseen | None,
) -> _Members | None:
    colour = colours.programs[end]
    shares = TABLE_COLOURS.program, TABLE_COLOURS.team, TABLE_COLOURS.ball
    kinds = ColourKinds.of(beyond.readings, colour, colours, shares)
    hidden = np.exp(beyond.readings.state[:, PlaceState.HIDDEN]) > P.covered
    own = np.flatnonzero((kinds.program > 0.5) & (there > P.in_place) & ~hidden)
    behind = np.abs(spots[own, 0] - grid.files / 2) < grid.files / 2 + P.aside
    if behind.sum() >= LATTICE.fewest:
        own = own[behind]
    belongs = there * kinds.program
    if len(own) > LATTICE.crowd:
        own = own[in_crowd(spots[own], beyond.pips[own], belongs[own])]
    lattice = lattice_of(spots[own], beyond.pips[own], belongs[own], unseen)
    if lattice is None:
        return None
    found = {place: int(own[k]) for k, place in enumerate(lattice.places) if place is not None}
    taken = [*colours.teams, colours.ball, *(one for other, one in colours.programs.items() if other != end)]
    alike = [COLOURS.index(name) for name in colours.alike(colour)]
    shows = there * np.exp(doubted(beyond.readings.colour, P.glared))[:, alike].sum(axis=1)
    value = lattice.score + float((LATTICE.held + np.log(shows[list(found.values())])).sum())
    return _Members(colours, lattice, found, value + TABLE_COLOURS.same * taken.count(colour))


class _Reading:
    """One array while it is assembled."""

    def __init__(
        self,
        end: str,
        beyond: Beyond,
        kinds: ColourKinds,
        there: Floats,
        spots: Floats,
        lattice: Lattice,
        found: Mapping[tuple[int, int], int],
        colours: TableColours,
        pitch: float,
        grid: BoardGrid,
        again: Again,
        about: About,
    ) -> None:
        self._end, self._beyond, self._kinds, self._there, self._spots = end, beyond, kinds, there, spots
        self._lattice, self._found, self._colours, self._pitch, self._grid = lattice, found, colours, pitch, grid
        self._colour = colours.programs[end]
        self._order = ORDERS[int(np.argmax(lattice.orders))]
        self._columns = {size: self._order.index(pips) for pips, size in enumerate(SIZES)}
        self._where = {
            place: spots[found[place]] if place in found else middle for place, middle in lattice.middles.items()
        }
        self._ways = directions(beyond.readings)
        self._missing = [place for place in lattice.middles if place not in found]
        odd = self._odd()
        self._where |= {place: spots[k] for place, k in odd.items()}
        self._held = {**found, **odd}
        self._rest = [k for k in range(len(spots)) if k not in self._held.values()]
        self._later: PyramidReadings | None = None
        if self._missing:
            at = np.array([self._where[place] for place in self._missing])
            pips = np.array([self._order[column] + 1 for column, _ in self._missing])
            self._later = again(board_spots(end, at, grid), pips)

        at = np.array([self._where[self._columns[place[0]], int(place[1]) - 1] for place in PLACES])
        self._context = about(board_spots(end, at, grid))

    def result(self) -> tuple[ArrayReading, Mapping[str, Floats]]:
        ways = {place: self._way(place) for place in self._lattice.middles}
        chances = np.exp(self._lattice.orders)
        commands: dict[str, dict[str, float]] = {}
        covered = set()
        for place in PLACES:
            pips, row = SIZES.index(place[0]), int(place[1]) - 1
            mixed, seen = np.zeros(len(DIRECTIONS)), 0.0
            for chance, order in zip(chances, ORDERS, strict=True):
                way = ways[order.index(pips), row]
                if way is not None:
                    mixed += chance * way
                    seen += chance
            if seen < P.covered:
                covered.add(place)
                mixed, seen = np.full(len(DIRECTIONS), 1 / len(DIRECTIONS)), 1.0
            commands[place] = _logs(DIRECTIONS, mixed / seen)
        dash, dash_spot = self._dash()
        commands[DASH] = dash
        at = {place: self._where[self._columns[place[0]], int(place[1]) - 1] for place in PLACES}
        at[DASH] = dash_spot
        specials = {"quick": self._quick(), "blitz": self._blitz()}
        reading = ArrayReading(
            self._colour, commands, self._marker(), specials, frozenset(covered), sizes={} if covered else self._sizes()
        )
        spots = board_spots(self._end, np.array(list(at.values())), self._grid)
        return reading, dict(zip(at, spots, strict=True))

    def _odd(self) -> dict[tuple[int, int], int]:
        """Return feet in places of the array without its colours: glare, shadow and reflections change colours."""
        near = P.of_a_place * min(self._lattice.spacing)
        free = self._there * (1 - self._kinds.team - self._kinds.ball)
        chosen: dict[tuple[int, int], int] = {}
        for place in self._missing:
            offs = np.linalg.norm(self._spots - self._lattice.middles[place], axis=1)
            likely = np.where(offs < near, free, 0.0)
            likely[[*self._found.values(), *chosen.values()]] = 0.0
            if likely.size and likely.max() > P.in_place:
                chosen[place] = int(np.argmax(likely))
        return chosen

    def _way(self, place: tuple[int, int]) -> Floats | None:
        """Return the probabilities of directions at a place of the lattice; None if too little of it is visible."""
        if place in self._found:
            # All pyramids of a column may look too large or too small.
            size = self._order[place[0]]
            column = [self._beyond.pips[k, size] for (one, _), k in self._found.items() if one == place[0]]
            other_size = 1 - float(np.exp(self._beyond.pips[self._found[place], size] - max(column)))
            return _mixed(self._ways[self._found[place]], P.other_size * other_size)
        assert self._later is not None
        k = self._missing.index(place)
        states = np.exp(self._later.state[k])
        if states[PlaceState.UPRIGHT] + states[PlaceState.LYING] < P.covered:
            return None
        return _mixed(directions(self._later.some([k]))[0], P.looked_again)

    def _sizes(self) -> dict[str, int]:
        """Count the sizes in the array, with some weight on their columns."""
        counts = dict.fromkeys(SIZES, 0)
        for (column, _), k in self._found.items():
            pips = self._beyond.pips[k] + np.where(np.arange(3) == self._order[column], 2.0, 0.0)
            counts[SIZES[int(np.argmax(pips))]] += 1
        return counts if len(self._found) == len(PLACES) else {}

    def _off(self, k: int) -> Floats:
        """Return the distance (cells) of a pyramid from each of `PLACES`."""
        spots = [self._where[self._columns[place[0]], int(place[1]) - 1] for place in PLACES]
        return np.asarray(np.linalg.norm(np.array(spots) - self._spots[k], axis=1))

    def _near(self, off: float) -> float:
        """Return the probability that something at this distance (cells) from a command belongs to it."""
        column, row = self._lattice.spacing
        odds = min((P.beside_mm - off * self._pitch) / P.edge_mm, (P.beside - off / max(column, row)) / P.edge)
        return float(1 / (1 + np.exp(-np.clip(odds, -8, 8))))

    def _is(self, k: int, kind: Floats, pips: int) -> float:
        """Return the probability of a pyramid of this kind and size."""
        hidden = float(np.exp(self._beyond.readings.state[k, PlaceState.HIDDEN]))
        return float(self._there[k] * kind[k] * np.exp(self._beyond.pips[k, pips - 1]) * (1 - hidden))

    def _is_ball(self, k: int) -> float:
        """Return the probability of a ball: in its colour hardly anything but a small occurs."""
        small = float(np.exp(doubted(self._beyond.pips[k : k + 1], P.mistaken_size)[0, 0])) * float(self._kinds.ball[k])
        rest = (1 - float(self._kinds.ball[k])) / len(SIZES)
        hidden = float(np.exp(self._beyond.readings.state[k, PlaceState.HIDDEN]))
        return float(self._there[k]) * small / max(small + rest, 1e-9) * (1 - hidden)

    def _marker(self) -> dict[str, float]:
        missed, elsewhere = np.ones(len(PLACES)), 0.0
        ball = COLOURS.index(self._colours.ball)
        for number, place in enumerate(PLACES):
            k = self._held.get((self._columns[place[0]], int(place[1]) - 1))
            if k is not None:
                readings = self._beyond.readings
                top = float(np.exp(readings.top[k, Top.SMALL] + readings.state[k, PlaceState.UPRIGHT]))
                crown = float(np.exp(readings.top_colour[k, ball]))
                missed[number] *= 1 - top * crown / (crown + 0.1)
        for k in self._rest:
            off = self._off(k)
            near, there = self._near(float(off.min())), self._is_ball(k)
            shares = np.exp(-P.nearer * (off / max(float(off.min()), 0.05) - 1))
            missed *= 1 - there * near * shares / shares.sum()
            elsewhere = max(elsewhere, there * (1 - near))
        logs = marker_logs(1 - missed, elsewhere, self._context, self._colour, self._colours)
        return _logs((ABSENT, *PLACES), np.exp(logs))

    def _quick(self) -> float:
        k = self._held.get((self._columns["M"], 0))
        if k is None:
            # What stands on a command may be all that was seen of it.
            there = self._where[self._columns["M"], 0]
            near = [j for j in self._rest if np.linalg.norm(self._spots[j] - there) < P.on * min(self._lattice.spacing)]
            found = max((self._is(j, self._kinds.team, 2) for j in near), default=P.missed)
        else:
            readings = self._beyond.readings
            crown = float(np.exp(readings.top_colour[k])[[COLOURS.index(team) for team in self._colours.teams]].sum())
            medium = float(np.exp(readings.top[k, Top.MEDIUM] + readings.state[k, PlaceState.UPRIGHT]))
            found = medium * crown / (crown + 0.1)
        chance = quick(found, self._context, PLACES.index("M1"), self._colour, self._colours)
        return _within(self._overlooked(chance, P.overlooked_quick))

    def _blitz(self) -> float:
        chances = [0.0]
        for k in self._rest:
            off = self._off(k)
            nearest = PLACES[int(np.argmin(off))] == "L1"
            chances.append(self._is(k, self._kinds.team, 3) * self._near(float(off.min())) * nearest)
        chance = blitz(max(chances), self._context, PLACES.index("L1"), self._colour, self._colours)
        return _within(self._overlooked(chance, P.overlooked_blitz))

    def _overlooked(self, chance: float, missed: float) -> float:
        """Raise the probability that a team's pyramid is there: it may not be seen (`missed`), or the teams have other
        colours."""
        doubt = 1 - float(np.prod([self._colours.chances.get(team, 1.0) for team in self._colours.teams]))
        return chance + (1 - chance) * (missed + P.overlooked_colour * doubt)

    def _dash(self) -> tuple[dict[str, float], Floats]:
        """Return logs of a fourth command of the small, "" for none, and where it lies or would lie."""
        at = self._lattice.at(self._columns["S"], 3)
        row = self._lattice.spacing[1]
        best, chance = None, 0.0
        for k in self._rest:
            off = float(np.linalg.norm(self._spots[k] - at)) / row
            here = self._is(k, self._kinds.team, 1) / (1 + np.exp(np.clip((off - P.behind) / P.edge, -8, 8)))
            if here > chance:
                best, chance = k, float(here)
        ways = np.full(len(DIRECTIONS), 1 / len(DIRECTIONS)) if best is None else self._ways[best]
        chance = self._overlooked(chance, P.overlooked_dash)
        logs = _logs((*DIRECTIONS, ABSENT), np.array([*(chance * ways), 1 - chance]))
        return logs, at if best is None else self._spots[best]


def _mixed(chances: Floats, share: float) -> Floats:
    """Mix in a probability of `share` that any of them is right."""
    return (1 - share) * chances + share / len(chances)


def _within(chance: float) -> float:
    return float(np.clip(chance, P.floor, 1 - P.floor))


def _logs(names: Sequence[str], chances: Floats) -> dict[str, float]:
    floored = chances + P.floor
    return {name: float(log) for name, log in zip(names, np.log(floored / floored.sum()), strict=True)}
