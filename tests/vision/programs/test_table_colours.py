"""Colours and pips settled over a whole table."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from tests.vision.programs.seen_pyramids import Shown, sights_of
from vision.geometry.grid import FIELD
from vision.image import Floats
from vision.programs.pips import pips_of, pitch_by
from vision.programs.pyramid_reader import PyramidReadings
from vision.programs.table_colours import TableColours, decode_colours

SETUP = {"b3": "R3", "d4": "R2", "f3": "R1", "b6": "B3", "d5": "B2", "f6": "B1"}


def squares(grid: dict[str, str], sure: float = 0.9) -> list[Shown]:
    return [
        Shown(grid.get(cell, ""), top="K1" if cell == "d4" else "", sure=sure if cell in grid else 0.98)
        for cell in FIELD.cells
    ]


def no_evidence(choices: Sequence[tuple[tuple[str, str], str]]) -> Floats:
    return np.linspace(0.0, -9e3, len(choices))


def end_of(colour: str, *others: str, likely: float = 1.0) -> tuple[PyramidReadings, Floats, Floats]:
    """A program of a colour, and what lies beside it or only seems to, as it is `likely`."""
    program = [f"{colour}{pips}" for pips in (1, 2, 3)] * 3
    seen = sights_of([Shown(thing) for thing in [*program, *others]], 33.0)
    return seen, pips_of(seen)[2], np.array([1.0] * len(program) + [likely] * len(others))


def test_teams_ball_and_programs_are_told_apart() -> None:
    board = sights_of(squares(SETUP), 33.0)
    found = decode_colours(board, pips_of(board)[2], {"near": end_of("G"), "far": end_of("Y")}, no_evidence)
    assert set(found.teams) == {"R", "B"}
    assert found.ball == "K"
    assert found.programs == {"near": "G", "far": "Y"}


def test_a_spare_beside_a_program_tells_the_ball() -> None:
    """One look at what stands on a pyramid is not believed against a player's spare."""
    board = sights_of([replace(one, top="W1", sure=0.999) if one.top else one for one in squares(SETUP)], 33.0)
    found = decode_colours(board, pips_of(board)[2], {"near": end_of("G", "K1"), "far": end_of("Y")}, no_evidence)
    assert found.ball == "K"


def test_a_pattern_of_the_ground_is_no_program() -> None:
    board = sights_of(squares(SETUP), 33.0)
    for likely, colour in ((0.1, "G"), (1.0, "O")):
        ends = {"near": end_of("G", *["O2"] * 30, likely=likely), "far": end_of("Y")}
        assert decode_colours(board, pips_of(board)[2], ends, no_evidence).programs["near"] == colour


def test_white_may_be_clear_where_nothing_else_is() -> None:
    found = TableColours(("R", "B"), "C", {"near": "G", "far": "Y"})
    assert found.alike("C") == "CW"
    assert found.alike("R") == "R"
    assert replace(found, teams=("R", "W")).alike("C") == "C"
    assert replace(found, programs={"near": "G", "far": "W"}).alike("C") == "C"


def test_a_pattern_of_the_ground_does_not_outweigh_what_stands_on_the_board() -> None:
    """A hundred feet seen on white cloth speak for white and clear, and against what is plainly on the squares."""
    board = sights_of(squares(SETUP), 33.0)
    ends = {end: end_of(colour, *["R1"] * 50, *["C1"] * 50) for end, colour in (("near", "G"), ("far", "Y"))}

    def plain(choices: Sequence[tuple[tuple[str, str], str]]) -> Floats:
        return np.array([8.0 if set(teams) == {"R", "B"} and ball == "K" else 0.0 for teams, ball in choices])

    found = decode_colours(board, pips_of(board)[2], ends, plain)
    assert (set(found.teams), found.ball) == ({"R", "B"}, "K")


def test_a_teams_colour_is_doubted_where_another_is_nearly_as_likely() -> None:
    def torn(choices: Sequence[tuple[tuple[str, str], str]]) -> Floats:
        """As much speaks for red as for orange, and all for blue and black."""
        fits = [{"B"} <= set(teams) and set(teams) & {"R", "O"} != set() and ball == "K" for teams, ball in choices]
        return np.where(fits, 0.0, -60.0)

    board = sights_of(squares(SETUP), 33.0)
    found = decode_colours(board, pips_of(board)[2], {}, torn)
    assert found.chances["B"] == pytest.approx(1.0)
    assert found.chances["K"] == pytest.approx(1.0)
    assert min(found.chances.values()) == pytest.approx(0.5)
    known = decode_colours(board, pips_of(board)[2], {}, torn, ("R", "B"))
    assert set(known.chances.values()) == {1.0}


def test_what_is_known_is_kept() -> None:
    board = sights_of(squares(SETUP, sure=0.3), 33.0)
    found = decode_colours(board, pips_of(board)[2], {}, no_evidence, ("O", "P"), "W")
    assert found.teams == ("O", "P")
    assert (found.ball, dict(found.programs)) == ("W", {})


@pytest.mark.parametrize("pitch", [31.0, 36.0, 43.5])
def test_one_pitch_makes_sense_of_all_sizes(pitch: float) -> None:
    told, error, pips = pips_of(sights_of(squares(SETUP), pitch))
    assert told == pytest.approx(pitch, rel=0.12)
    assert error < 5
    there = [k for k, cell in enumerate(FIELD.cells) if cell in SETUP]
    assert [int(k) + 1 for k in np.argmax(pips[there], axis=1)] == [int(SETUP[FIELD.cells[k]][1]) for k in there]


def test_pyramids_of_known_sizes_tell_the_pitch_that_others_are_then_measured_by() -> None:
    seen = sights_of([Shown(thing) for thing in ("R1", "R3", "B2")], 31.0)
    pitch, _ = pitch_by(seen, (1, 3, 2))
    assert pitch == pytest.approx(31.0)
    # Of a single medium the reader tells no pips, and its size fits a small on a smaller board.
    alone = replace(seen.some([2]), pips=np.log(np.full((1, 3), 1 / 3)))
    small, medium = (np.exp(pips_of(alone, (told, 0.02))[2][0]) for told in (25.0, 31.0))
    assert (small.argmax(), medium.argmax()) == (0, 1)
