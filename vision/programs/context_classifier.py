"""Classifies the context of a command: a small beside or on it, a large beside it, a medium on it.

The feet finder sees a table at 16 pixels a cell, where two touching pyramids are one. Here the picture itself is cut
around a command, as far as what belongs to it may lie.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.geometry.board_view import BoardView
from vision.image import Floats, Image
from vision.networks.runtime import load_network
from vision.programs.pyramid_crops import leans, light_of, normalised, upwards
from vision.programs.pyramid_reader import COLOURS, logs_of
from vision.programs.standing_reader import Room, context_of, cut_standing

MODEL: Final = "company_reader.onnx"
SIDE: Final = 80
"""Side of a crop, pixels."""
AROUND: Final = Room(radius=54.0, height=40.0, margin=1.0)
KINDS: Final = ("beside", "on", "large", "medium")
"""A small beside a command and nearer to it than to others, a small on it, a large beside it, a medium on it."""
ANSWERS: Final = 1 + len(COLOURS)
"""Answers of each kind: none, or one of each of the ten colours."""


@dataclass(frozen=True)
class CommandContext:
    """Log-probabilities of `ANSWERS` for N commands, by kind: N x 11 each."""

    beside: Floats
    on: Floats
    large: Floats
    medium: Floats


def classify_context(image: Image, view: BoardView, places: Floats) -> CommandContext:
    """Classify the context of commands at places (N x 2, cells) of a picture."""
    if len(places) == 0:
        return CommandContext(*(np.empty((0, ANSWERS)) for _ in KINDS))
    crops, dense = cut_standing(image, view, places, SIDE, room=AROUND)
    leaning = leans(view, places, upwards(view, places))
    lights = np.broadcast_to(light_of(image), (len(places), 9))
    context = context_of(leaning, dense, dense * SIDE / 2, lights)
    (output,) = load_network(MODEL).answer({"crops": normalised(crops), "context": context}, ["told"])
    return CommandContext(*(logs_of(np.asarray(part, float)) for part in np.split(output, len(KINDS), axis=1)))
