"""Recognises a structure's mask by the squares that it leaves open and by what is built."""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from companion.games.blokus3d.rules.model import square_name
from companion.games.blokus3d.rules.structures import PLAYERS, STRUCTURES, Structure, limits
from vision.columns.joint_decoding import P as JOINT_DECODING
from vision.columns.joint_decoding import place_of
from vision.columns.reader import ColumnReading
from vision.columns.square_colours import agreeing, square_colours
from vision.columns.sweep import LEVELS, SIDE
from vision.columns.turning import flat, turned
from vision.geometry.board_view import BoardView
from vision.geometry.camera import Camera
from vision.image import Floats, Image
from vision.tracking.column_tracker import ColumnLook, ColumnTracker

NONE: Final = -8.0
"""A mask that fits worse than this (nats) is as likely misread."""
ODD: Final = 0.5
"""Nats for each bare square whose colours are not those of the mask."""
LEAST: Final = 0.1
"""Floor of the probability that a square keeps its height limit: single squares may be misread."""
SPREAD: Final = 3.0
"""Nats by which a mask must fit better to be e times as likely: errors of squares are correlated."""

TOLD: Final = 0.6
"""Probability from which a structure is told (of 43 practice pictures 33, all rightly)."""


def structure_in(
    picture: Image, corners: Sequence[tuple[float, float]] | None = None, camera: Camera | None = None
) -> Structure | None:
    """Return the structure whose mask lies in a picture, None in doubt; `corners` and `camera` as `ColumnTracker` takes
    them. Raises VisionError if there is no such board."""
    structure, chance = next(
        iter(likely_structures(ColumnTracker(picture, {}, corners=corners, camera=camera).look(picture)).items())
    )
    return structure if chance >= TOLD else None


def structures_like(image: Image, view: BoardView, players: int) -> dict[Structure, int]:
    """Return for each structure on how many of 100 squares of a bare board the colours agree with its mask."""
    colours = square_colours(image, view)
    masks = {name: [square_name(each) for each in limits(name, players)] for name in STRUCTURES}
    return {name: max(agreeing(colours, mask)) for name, mask in masks.items()}


def likely_structures(look: ColumnLook) -> dict[Structure, float]:
    """Return how likely the seen mask is that of each structure, whichever way it stands, likeliest first. The rest of
    the probability is that it cannot be recognised."""
    colours = square_colours(look.image, look.view)
    worth = [max(_worth(look.reading, colours, name, players) for players in PLAYERS) for name in STRUCTURES]
    logs = np.append(worth, NONE) / SPREAD
    odds = np.exp(logs - logs.max())
    chances = dict(zip(STRUCTURES, (odds / odds.sum()).tolist(), strict=False))
    return dict(sorted(chances.items(), key=lambda one: -one[1]))


def _worth(reading: ColumnReading, colours: Floats, structure: Structure, players: int) -> float:
    """Return how well what was seen fits a structure, in nats, turned as it fits best: that bare squares have the
    colours of the mask, and that nothing is higher than allowed."""
    allowed = {square_name(square): highest for square, highest in limits(structure, players).items()}
    bare = flat(reading)
    agree = agreeing(colours, allowed, bare)
    within = max(_within(turned(reading, quarter), allowed) + ODD * agree[quarter] for quarter in range(4))
    return within - ODD * float(bare.sum())


def _within(reading: ColumnReading, allowed: Mapping[str, int]) -> float:
    """Return how likely (natural log) nothing is higher than allowed on a board that stands as it was seen."""
    highest = np.zeros((SIDE, SIDE), int)
    for cell, limit in allowed.items():
        highest[place_of(cell)] = limit
    within = np.where(np.arange(LEVELS) <= highest[..., None], np.exp(reading.heights), 0).sum(axis=-1)
    counts = (reading.hidden < JOINT_DECODING.hidden) & ((highest > 0) | (reading.heights.argmax(axis=-1) > 0))
    return float(np.log(np.maximum(within, LEAST))[counts].sum())
