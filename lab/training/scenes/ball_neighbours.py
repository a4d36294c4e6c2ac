"""Crowds the programs of a Pyramid Ball table: pyramids of other colours beside, on and among many of their commands,
where a true table has one marker, so that a picture teaches as much about them as ten."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from lab.training.scenes.ball_pieces import ENDS, TEAMS, Layout, TablePiece, put_beside, stacked
from lab.training.scenes.tables import Rng
from vision.geometry.solids import COLOURS

# How often a command has a small beside or on it, a large beside it, or, if it stands and is no small, a medium on it.
SMALL, LARGE, MEDIUM = 0.3, 0.07, 0.12
# How often the small is on a command that stands; how often it is of the ball's colour, a larger one of the team's.
ON, BALL, TEAM = 0.45, 0.6, 0.75
# How often they lie.
LYING = 0.25
# So many smalls are strewn about a program, so far (mm) from one of its commands.
STREWN, ABOUT = 3, (40.0, 90.0)


def crowd(
    rng: Rng, layout: Layout, teams: Mapping[str, str], ball: str, programs: Mapping[str, str], rise: float
) -> None:
    """Put pieces beside the commands of all programs, as far as there is room."""
    for end in ENDS:
        commands = [p for p in layout.pieces if p.role.startswith(f"{end}.") and p.role[len(end) + 1] in "SML"]
        commands = [p for p in commands if p.role[-1] in "123" and p.colour == programs.get(end)]
        others = [colour for colour in COLOURS if colour != programs.get(end)]
        for command in commands:
            what = int(rng.choice(4, p=[SMALL, LARGE, MEDIUM, 1 - SMALL - LARGE - MEDIUM]))
            wanted, usual = ((ball, BALL), (teams[TEAMS[end]], TEAM))[what > 0]
            colour = wanted if rng.random() < usual else str(rng.choice(others))
            role, twist = f"{end}.more{len(layout.pieces)}", float(rng.uniform(-0.8, 0.8))
            bare = not any((p.x, p.y) == (command.x, command.y) and p is not command for p in layout.pieces)
            room = bare and not command.lying
            if what == 0 and room and rng.random() < ON:
                layout.pieces.append(stacked(command, colour, 1, rise, twist, role))
            elif what == 2 and room and command.pips > 1:
                layout.pieces.append(stacked(command, colour, 2, rise, command.twist + twist / 4, role))
            elif what < 2:
                piece = TablePiece(colour, (1, 3)[what], 0, 0, command.z, False, None, 0, role)
                put_beside(rng, layout, command, piece, LYING)
        for _ in range(STREWN if commands else 0):
            _strew(rng, layout, commands[int(rng.integers(len(commands)))], ball, end)


def _strew(rng: Rng, layout: Layout, about: TablePiece, ball: str, end: str) -> None:
    way, reach = rng.uniform(-np.pi, np.pi), rng.uniform(*ABOUT)
    lying = bool(rng.random() < LYING)
    heading = float(rng.uniform(-np.pi, np.pi)) if lying else None
    x, y = about.x + reach * np.cos(way), about.y + reach * np.sin(way)
    role = f"{end}.more{len(layout.pieces)}"
    piece = TablePiece(ball, 1, float(x), float(y), about.z, lying, heading, float(rng.uniform(-0.8, 0.8)), role)
    if rng.random() < 1 - BALL:
        piece = replace(piece, colour=str(rng.choice(list(COLOURS))))
    if layout.free(piece) and layout.beside_board(piece):
        layout.pieces.append(piece)
