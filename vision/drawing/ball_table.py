"""Draws a plain table of Pyramid Ball: board, both programs, screens and hands. Equal contents give equal pictures.

Board frame as in `vision.drawing.table`. Ends are "near" (before rank 1) and "far" (beyond rank 8); commands are
compass words in the board frame: N is towards rank 8, E along the files.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from vision.drawing.hands import hand_at
from vision.drawing.painting import Rgb
from vision.drawing.stand import stand
from vision.drawing.table import BoardStyle, Body, Scene, lying_body, render, standing_bodies
from vision.drawing.things import Prop, folded_screen
from vision.geometry.board_view import BoardView
from vision.geometry.camera import Camera
from vision.geometry.grid import FIELD
from vision.geometry.solids import USUAL_RISE_MM, solids
from vision.image import Image

SIZE = (1280, 960)
PITCH_MM = 36.0
OBLIQUE_DEGREES = 22.0
SIDES = {"near": 1.0, "far": -1.0}
HEADINGS = {"E": 0.0, "N": np.pi / 2, "W": np.pi, "S": -np.pi / 2}
PIPS = {"S": 1, "M": 2, "L": 3}
# Distances: board to row 1, row to row, column to column, a command to what lies beside it.
AWAY_MM, ROWS_MM, COLUMNS_MM, BESIDE_MM = 60.0, 52.0, 50.0, 24.0
BOARD = BoardStyle((0.62, 0.50, 0.34), (0.16, 0.07, 0.03), (0.1, 0.05, 0.02), 0.6, (0.12, 0.05, 0.02), 14.0)
TABLE: Rgb = (0.16, 0.20, 0.19)
CARD, SKIN, SLEEVE = (0.7, 0.68, 0.6), (0.45, 0.24, 0.16), (0.08, 0.12, 0.35)
TURNED, QUIET = 0.12, 7


@dataclass(frozen=True)
class DrawnArray:
    """A program on the table."""

    colour: str
    commands: Mapping[str, str] = field(default_factory=dict)
    """By place ("S1".."L3", and "S4" for a dash) "N", "E", "S", "W" or "." (the default)."""
    marker: str = ""
    """Place beside which it lies; "" for none, with the ball-coloured small off the array."""
    quick: bool = False
    """True if the special pyramid of a quick pass is played."""
    blitz: bool = False
    """True if the special pyramid of a blitz is played."""


@dataclass(frozen=True)
class BallScenery:
    """Everything on the table."""

    grid: Mapping[str, str]
    """By cell ("R2", "R2K1")."""
    teams: Mapping[str, str]
    """Colours by "first" and "second"."""
    ball: str
    arrays: Mapping[str, DrawnArray] = field(default_factory=dict)
    """Programs by end."""
    screens: frozenset[str] = frozenset()
    """Ends where a screen stands."""
    hands: frozenset[str] = frozenset()
    """Hands at an end's program ("near", "far") or over a cell ("d4")."""


def ball_picture(scenery: BallScenery, view: BoardView) -> Image:
    """Draw the table from `view`, whose grid is 7 x 8. Raises VisionError for things that are no pyramids and for names
    that are no cells."""
    width, height = view.camera.size
    bodies: list[tuple[Body, ...]] = []
    for end, array in scenery.arrays.items():
        bodies += _array(scenery, view.pitch, end, array)
    things = [_screen(view.pitch, end) for end in sorted(scenery.screens)]
    scene = Scene(
        view.project,
        view.camera_centre,
        view.camera.size,
        view.pitch,
        scenery.grid,
        board=BOARD,
        table=np.full((height, width, 3), TABLE, np.float32),
        bodies=bodies,
        things=things,
        above=[_hand(view.pitch, spot) for spot in sorted(scenery.hands)],
        board_grid=view.grid,
    )
    return render(scene)


def usual_ball_view(size: tuple[int, int] = SIZE, azimuth: float = 0.0, oblique: float = OBLIQUE_DEGREES) -> BoardView:
    """Return a camera that sees the whole table from the side of rank 1, or turned by `azimuth` degrees anticlockwise
    around the board, `oblique` degrees from straight above."""
    along, up = (float(side) * PITCH_MM for side in FIELD.size)
    middle = np.array([along / 2, up / 2, 0.0])
    reach = AWAY_MM + 3 * ROWS_MM + 30
    corners = np.array([[x, y, 0.0] for x in (-40, along + 40) for y in (-reach, up + reach)])
    near, far = 100.0, 5000.0
    for _ in range(40):
        distance = (near + far) / 2
        pose = stand(middle, distance, 90 - oblique, azimuth)
        view = BoardView(Camera.guess(size, 1.05 * size[0]), *pose, PITCH_MM, grid=FIELD)
        deep = corners @ view.matrix[2] + view.translation[2]
        fits = bool((deep > 50).all() and (np.abs(view.project(corners) / np.array(size) - 0.5) <= 0.49).all())
        near, far = (near, distance) if fits else (distance, far)
    return view


def place_of(end: str, place: str, pitch: float) -> tuple[float, float]:
    """Return the place of a command such as "M2" of an end's program, mm: columns S, M, L from its player's left."""
    side = SIDES[end]
    along, up = (float(length) * pitch for length in FIELD.size)
    edge = 0.0 if end == "near" else up
    x = along / 2 + side * COLUMNS_MM * ("SML".index(place[0]) - 1)
    return x, edge - side * (AWAY_MM + ROWS_MM * (int(place[1]) - 1))


def _array(scenery: BallScenery, pitch: float, end: str, array: DrawnArray) -> list[tuple[Body, ...]]:
    """Return the pyramids of a program in stacks, with those that belong to it."""
    team = scenery.teams["first" if end == "near" else "second"]
    side = SIDES[end]
    made = []
    for number, place in enumerate([*(f"{size}{row}" for row in (1, 2, 3) for size in "SML"), "S4"]):
        if place == "S4" and place not in array.commands:
            continue
        x, y = place_of(end, place, pitch)
        colour, pips = (team if place == "S4" else array.colour), PIPS[place[0]]
        way = array.commands.get(place, ".")
        # Nobody lays nine pyramids down exactly straight.
        askew = TURNED * np.sin(QUIET * number + side)
        if way == ".":
            stack = f"{colour}{pips}" + (f"{team}2" if array.quick and place == "M1" else "")
            made.append(standing_bodies(x, y, (askew, askew), solids(stack, USUAL_RISE_MM)))
        else:
            made.append((lying_body(colour, pips, x, y, 0.0, HEADINGS[way] + askew),))
    if array.blitz:
        x, y = place_of(end, "L1", pitch)
        made.append(standing_bodies(x + side * 46, y, (0.2,), solids(f"{team}3", USUAL_RISE_MM)))
    if array.marker:
        x, y = place_of(end, array.marker, pitch)
        x, y = x + side * BESIDE_MM, y - side * 4
    else:
        x, y = place_of(end, "S2", pitch)
        x -= side * 85
    made.append(standing_bodies(x, y, (0.3,), solids(f"{scenery.ball}1", USUAL_RISE_MM)))
    return made


def _screen(pitch: float, end: str) -> Prop:
    x, y = place_of(end, "M1", pitch)
    side = SIDES[end]
    turn = np.pi if end == "near" else 0.0
    return folded_screen(x, y + side * 32, 190.0, 110.0, 90.0, turn, 0.0, CARD)


def _hand(pitch: float, spot: str) -> Prop:
    """Return a hand at an end, or over a cell from the side, so that no program lies under the arm."""
    if spot in SIDES:
        x, y = place_of(spot, "M2", pitch)
        away = -np.pi / 2 * SIDES[spot]
    else:
        x, y = FIELD.centre(spot, pitch)
        away = 0.0
    return hand_at(np.random.default_rng(QUIET), (x, y, 20.0), float(away), 0.0, SKIN, SLEEVE)
