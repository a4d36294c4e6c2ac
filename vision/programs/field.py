"""Reads one picture of a board whose squares hold single pyramids, with programs beyond its ends."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.geometry.board_view import BoardView
from vision.geometry.solids import COLOURS
from vision.image import Floats, Image
from vision.parameters import Two, parameters
from vision.programs.array_reading import ArrayReading, less_sure
from vision.programs.arrays import Beyond, facing, present, read_array
from vision.programs.arrays import P as ARRAYS
from vision.programs.context_classifier import classify_context
from vision.programs.ends import ENDS, SCALE
from vision.programs.feet_finder import STRIDE, EndFeet, find_feet
from vision.programs.feet_finder import P as FEET_FINDER
from vision.programs.field_cells import PIECES, UNSEEN, evidence
from vision.programs.heading_reader import Ints, with_headings
from vision.programs.pips import USUAL, Pitch, pips_of, pitch_by
from vision.programs.pyramid_reader import PlaceState, PyramidReadings, Top, meant_by, read_pyramids, together
from vision.programs.standing_reader import BEYOND, ON_SQUARES, with_standing
from vision.programs.table_colours import P as TABLE_COLOURS
from vision.programs.table_colours import TableColours, decode_colours, doubted, standing


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    hidden: float = 0.5  # chance; nothing is reported of a square hidden more likely
    most_covered: float = 0.5  # share; nothing is reported of a square of which a hand covers more
    lost: float = 0.003  # chance that only the upper one of a pair is seen
    lost_in_clear: float = 0.06  # the same for a clear pyramid under another
    unlikely: float = 1e-5  # lower bound of the probability of a thing on a square
    screen_cells: float = 1.2  # cells of a screen that stand beyond an end: fewer are a sleeve
    aside: float = 2.0  # cells; largest distance of a screen beside the board
    hand_cells: float = 0.4  # cells covered by a hand at a program
    zone: Two = (0.3, 8.0)  # cells; range beyond the board in which programs lie
    around: float = 1.0  # cells; largest distance of a hand at a program
    more_than_likely: float = 0.5  # chance from which a foot is a pyramid
    patterned: float = 0.13  # chance of an error in anything on a patterned ground: 2 % of what was sure was wrong
    inside: float = 0.4  # cells; what is nearer to the edge of the picture is easily missed


P: Final = parameters(Parameters)
CLEAR: Final = "C"


@dataclass(frozen=True)
class _Parts:
    """Parts of things on squares, N each; meaningless where empty or unknown."""

    empty: NDArray[np.bool_]
    known: NDArray[np.bool_]
    colour: Ints
    pips: Ints
    top: Ints
    top_colour: Ints
    upper_alone: Floats
    """Logs of the probability that only the upper one of a pair is seen."""


@lru_cache(maxsize=64)
def _parts_of(things: tuple[str, ...]) -> _Parts:
    known = [len(thing) == 2 or (len(thing) == 4 and thing[3] in "12") for thing in things]
    columns = [
        (
            COLOURS.index(thing[0]),
            int(thing[1]) - 1,
            int(thing[3]) if len(thing) == 4 else int(Top.NONE),
            COLOURS.index(thing[2]) if len(thing) == 4 else len(COLOURS),
        )
        if plain
        else (0, 0, 0, 0)
        for thing, plain in zip(things, known, strict=True)
    ]
    colour, pips, top, top_colour = np.array(columns, int).reshape(-1, 4).T
    alone = [(P.lost_in_clear if thing[0] == CLEAR else P.lost) if len(thing) == 4 else 0.0 for thing in things]
    with np.errstate(divide="ignore"):
        logs = np.log(alone)
    return _Parts(
        np.array([not thing for thing in things], bool), np.array(known, bool), colour, pips, top, top_colour, logs
    )


@dataclass(frozen=True)
class FieldReading:
    """Reading of a picture: every square, and what was found beyond both ends."""

    image: Image
    view: BoardView
    """Pose of the board; its pitch is the one measured on the pyramids."""
    squares: PyramidReadings
    pips: Floats
    feet: Mapping[str, EndFeet]
    beyond: Mapping[str, Beyond]
    under_hand: Floats
    """Share of each square covered by a hand."""
    patterned: bool = False
    """True if a pattern of the ground was removed."""

    @cached_property
    def hidden(self) -> frozenset[str]:
        """Squares that show too little to be read."""
        width, height = self.view.camera.size
        cells = self.view.grid.cells
        middles = np.array([[*self.view.cell_centre(cell), 0.0] for cell in cells])
        seen = self.view.project(middles)
        out = np.asarray(((seen < 0) | (seen >= (width, height))).any(axis=1))
        return frozenset(cell for cell, away, over in zip(cells, out, self._covered, strict=True) if away or over)

    @property
    def hand(self) -> bool:
        """True if something is over squares inside the picture."""
        return bool(self._covered.any())

    @cached_property
    def _covered(self) -> NDArray[np.bool_]:
        return np.asarray(
            (np.exp(self.squares.state[:, PlaceState.HIDDEN]) > P.hidden) | (self.under_hand > P.most_covered)
        )

    def pitch_by(self, grid: Mapping[str, str]) -> Pitch | None:
        """Return the pitch measured on pyramids known to stand on squares ("d4": "R2K1"); None if none is visible."""
        known = [(self._rows[cell], int(stack[1])) for cell, stack in grid.items() if stack and cell not in self.hidden]
        if not known:
            return None
        rows, pips = zip(*known, strict=True)
        return pitch_by(self.squares.some(rows), pips)

    def colours(self, teams: tuple[str, str] | None = None, ball: str | None = None) -> TableColours:
        """Decode the colours of teams, ball and programs; `teams` and `ball` if they are known."""
        ends = {
            end: (there.readings, there.pips, present(there.chances, there.readings))
            for end, there in self.beyond.items()
        }
        return decode_colours(self.squares, self.pips, ends, lambda choices: evidence([self], choices), teams, ball)

    @cached_property
    def _rows(self) -> Mapping[str, int]:
        return {cell: k for k, cell in enumerate(self.view.grid.cells)}

    def log_chances(self, cell: str, things: Sequence[str]) -> Floats:
        """Return log-probabilities of things ("", "R2", "R2K1", "K1") on a square, hidden or not."""
        k = self._rows[cell]
        parts = _parts_of(tuple(things))
        lower, upper = self._colour_logs[0][k], np.append(self._colour_logs[1][k], 0.0)
        stands = self._standing[k] + lower[parts.colour] + self._pips_logs[k][parts.pips]
        stands += self._top_logs[k][parts.top] + upper[parts.top_colour]
        # Sometimes only the upper one of a pair is seen.
        stands = np.logaddexp(stands, parts.upper_alone + self._alone(k)[parts.top, parts.top_colour])
        logs = np.where(parts.empty, self.squares.state[k, PlaceState.EMPTY], np.where(parts.known, stands, -np.inf))
        logs = np.asarray(np.logaddexp(logs, np.log(P.unlikely)))
        if not (doubt := self.view.doubt):
            return logs
        # On a board that lies elsewhere this shows another square.
        another = np.where(parts.empty, UNSEEN, np.log(-np.expm1(UNSEEN) / PIECES))
        return np.asarray(np.logaddexp(np.log1p(-doubt) + logs, np.log(doubt) + another))

    def _alone(self, k: int) -> Floats:
        """Return logs of small and medium pyramids alone on a square (rows, as in `Top`), by colour and none."""
        bare = self._standing[k] + self._top_logs[k][Top.NONE]
        each = bare + self._pips_logs[k][: len(Top) - 1, None] + self._colour_logs[0][k]
        return np.pad(each, ((1, 0), (0, 1)), constant_values=-np.inf)

    @cached_property
    def _standing(self) -> Floats:
        return standing(self.squares)

    @cached_property
    def _colour_logs(self) -> tuple[Floats, Floats]:
        """Logs of the colours of lower pyramids and of those on them."""
        return doubted(self.squares.colour), doubted(self.squares.top_colour, TABLE_COLOURS.mistaken_top)

    @cached_property
    def _top_logs(self) -> Floats:
        return doubted(self.squares.top)

    @cached_property
    def _pips_logs(self) -> Floats:
        return doubted(self.pips)

    @cached_property
    def screened(self) -> frozenset[str]:
        """Ends beyond which a screen stands."""
        return frozenset(end for end in ENDS if self._screen(end) > P.screen_cells)

    def _screen(self, end: str) -> float:
        """Return the number of cells of a screen visible beyond an end."""
        feet = self.feet[end]
        across = facing(end, feet.squares.reshape(-1, 2), self.view.grid)[:, 0].reshape(feet.screen.shape)
        near = (across > -P.aside) & (across < self.view.grid.files + P.aside)
        squares = np.where((feet.screen > FEET_FINDER.covers) & near, 1 - feet.hand, 0.0)
        return float(squares.sum() * (STRIDE / SCALE) ** 2)

    def array(self, end: str, colours: TableColours) -> ArrayReading | None:
        """Read the program beyond an end; None where none is found, or part of it is behind a screen."""
        read = read_array(
            end,
            self.beyond[end],
            colours,
            self.view.pitch,
            self.view.grid,
            self._again,
            lambda spots: classify_context(self.image, self.view, spots),
            lambda spots: self._unseen(end, spots),
        )
        if read is None or (end in self.screened and read[0].covered):
            return None
        reading, spots, misplaced = read
        reading = less_sure(reading, max(misplaced, P.patterned if self.patterned else 0.0))
        at = self.view.project(np.array([[*spot * self.view.pitch, 0.0] for spot in spots.values()]))
        return replace(reading, at={place: (float(u), float(v)) for place, (u, v) in zip(spots, at, strict=True)})

    def _unseen(self, end: str, spots: Floats) -> NDArray[np.bool_]:
        """Return True for spots (N x 2, cells) beyond an end that lie outside the picture or under a hand."""
        around = np.array([[0.0, 0.0], [P.inside, 0.0], [-P.inside, 0.0], [0.0, P.inside], [0.0, -P.inside]])
        places = (spots[:, None] + around).reshape(-1, 2) * self.view.pitch
        seen = self.view.project(np.column_stack([places, np.zeros(len(places))]))
        out = ((seen < 0) | (seen >= self.view.camera.size)).any(axis=1).reshape(len(spots), -1).any(axis=1)
        feet = self.feet[end]
        nearest = np.linalg.norm(feet.squares.reshape(-1, 2)[None] - spots[:, None], axis=2).argmin(axis=1)
        return np.asarray(out | (feet.hand.ravel()[nearest] > FEET_FINDER.covers))

    def _again(self, spots: Floats, pips: Ints) -> PyramidReadings:
        readings = read_pyramids(self.image, self.view, spots).tempered()
        return with_headings(readings, self.image, self.view, spots, pips)

    def leaning(self, team: str) -> float:
        """Return how many more of a team's pyramids lie beyond the near end than beyond the far one."""
        shares = {
            end: float((there.chances * np.exp(there.readings.colour[:, COLOURS.index(team)])).sum())
            for end, there in self.beyond.items()
        }
        return shares["near"] - shares["far"]

    def hand_at(self, end: str) -> bool:
        """Return True if a hand is where a program lies or may lie."""
        feet = self.feet[end]
        there = facing(end, feet.squares.reshape(-1, 2), self.view.grid)[(feet.hand > FEET_FINDER.covers).ravel()]
        across, beyond = there.T if len(there) else (np.empty(0), np.empty(0))
        low, high = np.array([0.0, P.zone[0]]), np.array([self.view.grid.files, P.zone[1]])
        likely = self.beyond[end].chances > P.more_than_likely
        if likely.sum() >= 5:
            spots = facing(end, self.beyond[end].spots[likely], self.view.grid)
            inside = spots[(spots[:, 0] > -1) & (spots[:, 0] < self.view.grid.files + 1)]
            if len(inside) >= 5:
                low, high = inside.min(axis=0) - P.around, inside.max(axis=0) + P.around
        within = (across > low[0]) & (across < high[0]) & (beyond > max(low[1], 0.0)) & (beyond < high[1])
        return bool(within.sum() * (STRIDE / SCALE) ** 2 > P.hand_cells)


def look_at(
    image: Image, view: BoardView, usual: Pitch = USUAL, plain: Image | None = None, bare: Image | None = None
) -> FieldReading:
    """Read a picture of a board at `view` whose expected pitch is `usual`.

    `plain`: the picture without the pattern of the ground, if it has one; pyramids are read in it, hands and screens
    are not. `bare`: the picture with all squares alike, if they are not; what stands on them is read in both.
    """
    found, under_hand = find_feet(image, view)
    patterned = plain is not None
    if plain is not None:
        covers, image = found, plain
        found = {
            end: replace(feet, hand=covers[end].hand, screen=covers[end].screen)
            for end, feet in find_feet(image, view)[0].items()
        }
    squares = np.array([view.grid.centre(cell) for cell in view.grid.cells])
    count = len(squares)
    spots = np.concatenate([squares, *(found[end].places for end in ENDS)])
    readings = read_pyramids(image, view, spots).tempered()
    # A foot rejected at the second look counts nothing for colours, pitch or programs.
    likely = (
        present(np.concatenate([found[end].chances for end in ENDS]), readings.some(slice(count, None)))
        > ARRAYS.in_place
    )
    rest = np.split(likely, [len(found[ENDS[0]].places)])
    feet = {end: found[end].some(those) for end, those in zip(ENDS, rest, strict=True)}
    kept = np.flatnonzero(np.concatenate([np.ones(count, bool), likely]))
    spots, readings = spots[kept], readings.some(kept)
    pitch, error, pips = pips_of(readings, usual)
    closer = view.with_pitch(pitch, error)
    standing = with_standing(readings.some(slice(0, count)), image, closer, squares, ON_SQUARES)
    if bare is not None:
        alike = with_standing(read_pyramids(bare, view, squares).tempered(), bare, closer, squares, ON_SQUARES)
        standing = meant_by((standing, alike))
    beyond_ends = with_standing(readings.some(slice(count, None)), image, closer, spots[count:], BEYOND)
    pitch, error, pips = pips_of(together((standing, beyond_ends)), usual)
    view = view.with_pitch(pitch, error)
    lying = with_headings(beyond_ends, image, view, spots[count:], pips[count:].argmax(axis=1) + 1)
    beyond, start = {}, 0
    for end in ENDS:
        part = slice(start, start + len(feet[end].places))
        beyond[end] = Beyond(feet[end].places, feet[end].chances, lying.some(part), pips[count:][part])
        start = part.stop
    return FieldReading(image, view, standing, pips[:count], feet, beyond, under_hand, patterned)
