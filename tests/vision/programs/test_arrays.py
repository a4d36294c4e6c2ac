"""Programs from what is seen of single pyramids."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import pytest

from tests.vision.programs.seen_pyramids import Shown, sights_of
from vision.drawing.ball_table import place_of
from vision.geometry.grid import FIELD
from vision.image import Floats
from vision.programs.array_reading import PLACES, ArrayReading, likeliest
from vision.programs.arrays import Beyond, board_spots, directions, facing, read_array
from vision.programs.context_classifier import ANSWERS, CommandContext
from vision.programs.heading_reader import Ints
from vision.programs.pips import pips_of
from vision.programs.pyramid_reader import PyramidReadings
from vision.programs.table_colours import TableColours

PITCH = 36.0
COLOURS = TableColours(("R", "B"), "K", {"near": "G", "far": "Y"})
PIPS = {"S": 1, "M": 2, "L": 3}
DEGREES = {"E": 0.0, "N": 90.0, "W": 180.0, "S": 270.0}


def read(
    end: str, commands: Mapping[str, str], more: Sequence[tuple[tuple[float, float], Shown]] = (), top: str = ""
) -> ArrayReading | None:
    """The array of an end with its commands ("N" ... "." or "" for a covered one), `more` pyramids at spots (cells),
    and on M1 `top`."""
    found = read_with_doubt(end, commands, more, top)
    return None if found is None else found[0]


def read_with_doubt(
    end: str,
    commands: Mapping[str, str],
    more: Sequence[tuple[tuple[float, float], Shown]] = (),
    top: str = "",
    colours: TableColours = COLOURS,
) -> tuple[ArrayReading, float] | None:
    """The array and the probability that its places are others; `colours` as the table is taken to have them."""
    colour = COLOURS.programs[end]
    spots, shown = [], []
    for place in PLACES:
        way = commands.get(place, ".")
        if way:
            spots.append(tuple(np.array(place_of(end, place, PITCH)) / PITCH))
            piece = f"{colour}{PIPS[place[0]]}"
            shown.append(Shown(piece, DEGREES.get(way), top if place == "M1" else ""))
    for spot, one in more:
        spots.append(spot)
        shown.append(one)
    readings = sights_of(shown, PITCH)
    beyond = Beyond(np.array(spots), np.full(len(spots), 0.95), readings, pips_of(readings)[2])
    found = read_array(end, beyond, colours, PITCH, FIELD, nothing_there, nobody)
    return None if found is None else (found[0], found[2])


def nothing_there(spots: Floats, pips: Ints) -> PyramidReadings:
    assert len(pips) == len(spots) and set(pips) <= {1, 2, 3}
    return sights_of([Shown("", hidden=True) for _ in spots], PITCH)


def nobody(spots: Floats) -> CommandContext:
    """Nothing is about commands, for all that is seen."""
    assert spots.shape == (len(PLACES), 2)
    logs = np.log(np.full((len(PLACES), ANSWERS), 0.01 / (ANSWERS - 1)))
    logs[:, 0] = np.log(0.99)
    return CommandContext(logs, logs, logs, logs)


def beside(end: str, place: str, off: tuple[float, float]) -> tuple[float, float]:
    x, y = np.array(place_of(end, place, PITCH)) / PITCH + off
    return float(x), float(y)


@pytest.mark.parametrize("end", ["near", "far"])
def test_commands_are_told_in_the_boards_frame(end: str) -> None:
    wanted = {"S1": "N", "S2": "E", "M1": "S", "L3": "W", "L1": "N"}
    reading = read(end, wanted)
    assert reading is not None
    assert reading.colour == COLOURS.programs[end]
    assert {place: reading.command(place)[0] for place in PLACES} == {place: wanted.get(place, ".") for place in PLACES}
    assert likeliest(reading.marker)[0] == ""
    assert reading.command("S4")[0] == ""
    assert max(reading.specials.values()) < 0.1
    assert reading.sizes == {"S": 3, "M": 3, "L": 3}


@pytest.mark.parametrize("place", PLACES)
def test_a_marker_beside_a_command_is_its(place: str) -> None:
    reading = read("near", {}, [(beside("near", place, (0.45, 0.3)), Shown("K1"))])
    assert reading is not None
    assert likeliest(reading.marker)[0] == place


def test_a_ball_farther_off_is_a_spare() -> None:
    reading = read("near", {}, [(beside("near", "S2", (-2.6, 0.0)), Shown("K1", 40.0))])
    assert reading is not None
    assert likeliest(reading.marker)[0] == ""


def test_special_moves_are_seen() -> None:
    dash = beside("far", "S3", (0.0, 52 / PITCH))
    blitz = beside("far", "L1", (-1.1, 0.1))
    reading = read("far", {}, [(dash, Shown("B1", 270.0)), (blitz, Shown("B3"))], top="B2")
    assert reading is not None
    assert reading.command("S4")[0] == "S"
    assert min(reading.specials.values()) > 0.7


def test_a_covered_command_is_named() -> None:
    reading = read("near", {"M2": ""})
    assert reading is not None
    assert reading.covered == {"M2"}
    assert likeliest(reading.commands["M2"])[1] < 0.3


def test_four_mediums_are_counted() -> None:
    spots = [tuple(np.array(place_of("near", place, PITCH)) / PITCH) for place in PLACES]
    shown = [Shown(f"G{2 if place == 'S2' else PIPS[place[0]]}", sure=0.99) for place in PLACES]
    readings = sights_of(shown, PITCH)
    pips = np.log(np.clip(np.eye(3)[[int(one.piece[1]) - 1 for one in shown]], 0.005, 1))
    found = read_array(
        "near", Beyond(np.array(spots), np.ones(9), readings, pips), COLOURS, PITCH, FIELD, nothing_there, nobody
    )
    assert found is not None
    assert found[0].sizes == {"S": 2, "M": 4, "L": 3}


def dots(colour: str, seed: int) -> list[tuple[tuple[float, float], Shown]]:
    """Thirty small pyramids that the pattern of a cloth looks like, beyond the near end and no nearer than half a cell
    to a command."""
    rng = np.random.default_rng(seed)
    places = np.array([place_of("near", place, PITCH) for place in PLACES]) / PITCH
    spots: list[tuple[float, float]] = []
    while len(spots) < 30:
        x, y = float(rng.uniform(-3, 10)), float(rng.uniform(-8, -0.3))
        if np.linalg.norm(places - (x, y), axis=1).min() > 0.5:
            spots.append((x, y))
    return [(spot, Shown(f"{colour}{rng.integers(1, 4)}", sure=0.8)) for spot in spots]


@pytest.mark.parametrize("colour", ["G", "W"])
@pytest.mark.parametrize("seed", range(3))
def test_a_program_is_read_in_a_crowd_of_dots(colour: str, seed: int) -> None:
    wanted = {"S1": "N", "S2": "E", "M1": "S", "L3": "W", "L1": "N"}
    taken = replace(COLOURS, programs={**COLOURS.programs, "near": colour})
    found = read_with_doubt("near", wanted, dots(colour, seed), colours=taken)
    assert found is not None
    reading = found[0]
    assert reading.colour == COLOURS.programs["near"]
    assert {place: reading.command(place)[0] for place in PLACES} == {place: wanted.get(place, ".") for place in PLACES}


def test_a_program_of_which_pyramids_lack_may_lie_elsewhere() -> None:
    whole, torn = read_with_doubt("near", {}), read_with_doubt("near", {"M2": "", "L3": "", "S1": ""})
    assert whole is not None and torn is not None
    assert whole[1] < 0.03
    assert torn[1] > 0.1


def test_what_is_not_seen_may_be_there_the_more_the_less_the_colours_of_the_teams_are_known() -> None:
    doubtful = replace(COLOURS, chances={"R": 0.5, "B": 0.9, "K": 1.0})
    known, unknown = read_with_doubt("near", {}), read_with_doubt("near", {}, colours=doubtful)
    assert known is not None and unknown is not None
    for name in ("quick", "blitz"):
        assert known[0].specials[name] < 0.07
        assert unknown[0].specials[name] > 0.1
    assert known[0].command("S4")[1] > unknown[0].command("S4")[1] + 0.05


def test_within_thirty_degrees_of_an_axis_is_that_axis() -> None:
    told = directions(sights_of([Shown("G2", degrees, sure=0.999) for degrees in (25, 35, 65, 181, 225, 335)], PITCH))
    assert ["NESW."[int(k)] for k in told.argmax(axis=1)] == ["E", ".", "N", "W", ".", "E"]


def test_facing_a_player_and_back() -> None:
    spots = np.array([[1.0, -2.0], [6.5, 9.5]])
    for end in ("near", "far"):
        assert np.allclose(board_spots(end, facing(end, spots, FIELD), FIELD), spots)
    assert np.allclose(facing("far", np.array([[7.0, 8.0]]), FIELD), 0)
