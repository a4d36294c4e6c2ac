"""Refines the pose of a board by what is drawn on it."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from vision.geometry.board_view import BoardView
from vision.image import Floats
from vision.parameters import Four, parameters


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters of this module (`vision.parameters`)."""

    spread: Four = (0.25, 0.25, 0.03, 0.05)  # pitches, pitches, radians, share; prior of the pose's errors
    steps: Four = (0.2, 0.2, 0.02, 0.03)  # the same: first steps by which it is moved
    halved: int = 4  # sizes of steps
    least: float = 0.05  # nats; smaller gains change nothing
    placed: float = 0.93  # 0..1; a board found more surely is not moved


P: Final = parameters(Parameters)


def posed(view: BoardView, worth: Callable[[BoardView], float]) -> BoardView:
    """Return the pose near `view` with the greatest worth (nats, prior excluded); the same view where it lies already,
    or was found surely."""
    if view.confidence > P.placed:
        return view

    def told(by: Floats) -> float:
        return worth(moved(view, by)) - 0.5 * float(((by / P.spread) ** 2).sum())

    place, steps = np.zeros(4), np.array(P.steps)
    best = told(place)
    for _ in range(P.halved):
        for _ in range(4):
            gained = False
            for axis in range(4):
                for sign in (1, -1):
                    there = place.copy()
                    there[axis] += sign * steps[axis]
                    if (found := told(there)) > best + P.least:
                        place, best, gained = there, found, True
                        break
            if not gained:
                break
        steps = steps / 2
    return view if np.abs(place).max() < 0.005 else moved(view, place)


def moved(view: BoardView, by: Floats) -> BoardView:
    """Return a view of a board that lies elsewhere: moved along x and y (pitches), turned (radians) about its middle,
    farther away (share)."""
    turn = cv2.Rodrigues(np.array([0.0, 0.0, by[2]]))[0]
    middle = np.array([view.grid.files / 2, view.grid.ranks / 2, 0.0]) * view.pitch
    along = np.array([by[0], by[1], 0.0]) * view.pitch
    place = view.matrix @ (middle + along - turn @ middle) + np.array(view.translation)
    x, y, z = (float(part) for part in place * (1 + by[3]))
    a, b, c = (float(part) for part in cv2.Rodrigues(view.matrix @ turn)[0].ravel())
    return replace(view, rotation=(a, b, c), translation=(x, y, z))
