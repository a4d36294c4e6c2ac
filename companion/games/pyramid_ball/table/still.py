"""Reads single pictures of a table of Pyramid Ball: the squares, and both programs as their players see them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from companion.games.pyramid_ball.rules.board import PLAYERS
from companion.games.pyramid_ball.table.programs import ENDS, LETTERS
from companion.games.reason import Reason
from companion.referee.still_tables import SURE, Place, SeeHints, board_json, camera_json, stacks_placed
from vision.geometry.grid import FIELD
from vision.image import Image
from vision.programs.array_reading import ABSENT, DASH, PLACES, SIZES, ArrayReading, likeliest
from vision.programs.field_cells import read_squares
from vision.programs.fused import fused
from vision.programs.table_colours import TableColours
from vision.stacks.inventory import Decoded
from vision.tracking.ball_field import BallFieldLook, BallFieldTracker
from vision.tracking.field_overlay import draw_field
from vision.tracking.preload import load_field_networks

# Commands less probable than this are unsure.
LEAST_SURE = 0.8
SIDES: Mapping[str, str] = {side: end for end, side in ENDS.items()}


@dataclass(frozen=True)
class SeenPyramidBall:
    """A table in pictures. `look`: the first. `hidden`: squares that no picture shows. `arrays`: programs by end."""

    look: BallFieldLook
    cells: Mapping[str, Decoded]
    hidden: frozenset[str]
    teams: Mapping[str, str]
    ball: str
    arrays: Mapping[str, ArrayReading | None]
    notes: Sequence[Reason] = ()

    def places(self) -> dict[str, Place]:
        return stacks_placed(self.cells, self.hidden)

    def report(self) -> dict[str, Any]:
        view = self.look.view
        return {
            "board": board_json(view),
            "cells": {
                cell: {
                    "stack": decoded.stack,
                    "confidence": round(decoded.probability, 4),
                    "visible": cell not in self.hidden,
                }
                for cell, decoded in self.cells.items()
            },
            "teams": dict(self.teams),
            "ball": self.ball,
            "programs": {side: program_letters(self.arrays[end], side) for side, end in SIDES.items()},
            "camera": camera_json(view),
        }

    def text(self) -> str:
        shown = {
            cell: "hidden" if cell in self.hidden else decoded.stack + ("" if decoded.probability > SURE else "?")
            for cell, decoded in self.cells.items()
        }
        files, ranks = "abcdefg", "87654321"
        lines = [f"{rank}  " + " ".join(f"{shown[file + rank] or '.':<7}" for file in files) for rank in ranks]
        lines.append("   " + " ".join(f"{file:<7}" for file in files))
        for side, end in SIDES.items():
            program = program_letters(self.arrays[end], side)
            if program is None:
                lines.append(f"{side}: no program seen")
                continue
            marker = program["pass"]
            extras = [f"pass {marker['row']} to {marker['to']}"] if marker else []
            extras += [name.replace("_", " ") for name in ("quick_pass", "blitz") if program[name]]
            extras += ["unsure: " + " ".join(program["unsure"])] if program["unsure"] else []
            lines.append(f"{side}: " + ", ".join([*(f"{size} {program[size]}" for size in SIZES), *extras]))
        return "\n".join(lines)

    def overlay(self) -> Image:
        unsure = {cell for cell, decoded in self.cells.items() if decoded.probability <= SURE}
        grid = {cell: decoded.stack for cell, decoded in self.cells.items() if decoded.stack}
        letters = {end: labels(self.arrays[end], side) for side, end in SIDES.items()}
        return draw_field(self.look, grid, self.hidden, unsure, letters)


def program_letters(array: ArrayReading | None, side: str) -> dict[str, Any] | None:
    """Return a program in the letters of its player, with the places that are in doubt."""
    if array is None:
        return None
    letters = LETTERS[PLAYERS.index(side)]
    best = {place: array.command(place) for place in (*PLACES, DASH)}
    marker, marked = likeliest(array.marker)
    chances = {place: 0.0 if place in array.covered else chance for place, (_, chance) in best.items()}
    chances["pass"] = marked
    flags = {"quick_pass": array.specials["quick"], "blitz": array.specials["blitz"]}
    chances |= {name: max(chance, 1 - chance) for name, chance in flags.items()}
    rows = {size: "".join(letters[best[f"{size}{row}"][0]] for row in (1, 2, 3)) for size in SIZES}
    dash = best[DASH][0]
    if dash != ABSENT:
        rows["S"] += letters[dash]
    return {
        "colour": array.colour,
        **rows,
        "pass": None if marker == ABSENT else {"row": int(marker[1]), "to": marker[0]},
        **{name: chance > 0.5 for name, chance in flags.items()},
        "unsure": [place for place, chance in chances.items() if chance < LEAST_SURE],
        "confidences": {place: round(chance, 4) for place, chance in chances.items()},
        "confidence": round(float(np.prod(list(chances.values()))), 4),
    }


def labels(array: ArrayReading | None, side: str) -> dict[str, tuple[str, bool]]:
    """Return the label at each place of a program, and whether it is in doubt."""
    program = program_letters(array, side)
    if array is None or program is None:
        return {}
    unsure, letters = set(program["unsure"]), LETTERS[PLAYERS.index(side)]
    found = {}
    for place in (*PLACES, DASH):
        word = array.command(place)[0]
        if word != ABSENT:
            found[place] = (letters[word], place in unsure)
    if program["pass"]:
        place = f"{program['pass']['to']}{program['pass']['row']}"
        found[place] = (found[place][0] + " pass", found[place][1] or "pass" in unsure)
    if program["quick_pass"]:
        found["M1"] = (found["M1"][0] + " quick", found["M1"][1] or "quick_pass" in unsure)
    if program["blitz"]:
        found["L1"] = (found["L1"][0] + " blitz", found["L1"][1] or "blitz" in unsure)
    return found


class PyramidBallReader:
    """Implements `companion.referee.still_tables.TableReader`."""

    grid = FIELD

    def load(self) -> None:
        load_field_networks()

    def read(self, pictures: Sequence[Image], setup: Image | None, hints: SeeHints) -> SeenPyramidBall:
        if setup is None:
            looks = [_tracker(picture, hints).look(picture) for picture in pictures]
        else:
            tracker = _tracker(setup, hints)
            look = tracker.look(setup)
            cells = read_squares([look.reading.field], look.reading.colours.teams, look.reading.colours.ball)
            tracker.learn(look, {cell: decoded.stack for cell, decoded in cells.items()})
            looks = [tracker.look(picture) for picture in pictures]
        first = looks[0]
        colours = first.reading.colours
        readings = [look.reading.field for look in looks]
        cells = read_squares(readings, colours.teams, colours.ball, colours.chances)
        hidden = frozenset.intersection(*(look.hidden for look in looks))
        arrays = {end: fused([look.arrays[end] for look in looks]) for end in SIDES.values()}
        return SeenPyramidBall(first, cells, hidden, _sides(first, cells, colours), colours.ball, arrays)


READER = PyramidBallReader()


def _tracker(picture: Image, hints: SeeHints) -> BallFieldTracker:
    return BallFieldTracker(picture, a1=hints.a1, corners=hints.corners, camera=hints.camera)


def _sides(look: BallFieldLook, cells: Mapping[str, Decoded], colours: TableColours) -> dict[str, str]:
    """Return which team plays from which end: a team's spare pyramids lie nearer to its own end, and mostly its pieces
    do, too."""
    one, other = colours.teams
    leaning = look.reading.field.leaning(one) - look.reading.field.leaning(other)
    ranks = {
        team: [look.view.grid.place(cell)[1] for cell, decoded in cells.items() if decoded.stack[:1] == team]
        for team in colours.teams
    }
    means = {team: float(np.mean(found)) if found else (look.view.grid.ranks - 1) / 2 for team, found in ranks.items()}
    near_first = leaning + (means[other] - means[one]) / 8 >= 0
    return {"first": one, "second": other} if near_first else {"first": other, "second": one}
