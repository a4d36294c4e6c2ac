"""What a reader of pyramids would tell of pyramids that are known: for tests of what is made of it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.geometry.solids import BASE_MM, COLOURS
from vision.image import Floats
from vision.programs.pyramid_reader import SECTORS, PlaceState, PyramidReadings, Top, sector


@dataclass(frozen=True)
class Shown:
    """A place: a colour and pips ("" for nothing), where the apex of a lying one points (degrees from +x), what stands
    on it; how surely all that is told."""

    piece: str
    heading: float | None = None
    top: str = ""
    sure: float = 0.96
    hidden: bool = False


def sights_of(places: Sequence[Shown], pitch: float) -> PyramidReadings:
    """The sights of places on a board of a pitch (mm)."""
    return PyramidReadings(
        state=_rows([(len(PlaceState), _state(one), one.sure) for one in places]),
        pips=_rows([(3, int(one.piece[1]) - 1 if one.piece else None, 0.7) for one in places]),
        size=np.array([np.log(BASE_MM[int(one.piece[1])] / pitch) if one.piece else -0.5 for one in places]),
        spread=np.array([0.08 if one.piece else 0.5 for one in places]),
        sector=_rows([(SECTORS, _sector(one), one.sure) for one in places]),
        colour=_rows([(len(COLOURS), _colour(one.piece), one.sure) for one in places]),
        top=_rows([(len(Top), int(one.top[1]) if one.top else int(Top.NONE), one.sure) for one in places]),
        top_colour=_rows([(len(COLOURS), _colour(one.top), one.sure) for one in places]),
    )


def _state(one: Shown) -> int:
    if one.hidden:
        return PlaceState.HIDDEN
    return PlaceState.EMPTY if not one.piece else PlaceState.UPRIGHT if one.heading is None else PlaceState.LYING


def _sector(one: Shown) -> int | None:
    return None if one.heading is None else sector(float(np.radians(one.heading)))


def _colour(piece: str) -> int | None:
    return COLOURS.index(piece[0]) if piece else None


def _rows(told: Sequence[tuple[int, int | None, float]]) -> Floats:
    rows = []
    for count, right, sure in told:
        row = np.full(count, (1 - sure) / (count - 1)) if right is not None else np.full(count, 1 / count)
        if right is not None:
            row[right] = sure
        rows.append(np.log(row))
    return np.array(rows).reshape(len(told), -1)
