"""Random Pyramid Ball tables and what is true of them."""

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from lab.training.data_sets.sets import DataSet
from lab.training.scenes.ball_ground import PALE, TOPS, random_board, table_top
from lab.training.scenes.ball_pieces import (
    AXIS_DEGREES,
    ENDS,
    TEAMS,
    TURNS,
    Layout,
    TablePiece,
    ToLay,
    ahead,
    lay_program,
    letter,
    wrapped,
)
from lab.training.scenes.ball_tables import RandomBallTable, draw, random_ball_table, truth
from vision.geometry.grid import FIELD

SMALL = (480, 360)
TABLES = 24


@pytest.fixture(scope="module")
def tables() -> list[RandomBallTable]:
    return [random_ball_table(seed, SMALL) for seed in range(TABLES)]


def test_a_seed_gives_the_same_table_again() -> None:
    one, again = random_ball_table(5, SMALL), random_ball_table(5, SMALL)
    assert truth(one) == truth(again)
    assert (draw(one) == draw(again)).all()
    assert truth(random_ball_table(6, SMALL)) != truth(one)


def test_no_two_pyramids_share_a_cell_but_for_the_ball(tables: list[RandomBallTable]) -> None:
    for table in tables:
        told = truth(table)
        pieces = Counter(piece for stack in told["cells"].values() for piece in (stack[:2], stack[2:]) if piece)
        assert set(pieces.values()) == {1}
        first, second = told["teams"]["first"], told["teams"]["second"]
        assert set(pieces) == {f"{c}{p}" for c in (first, second) for p in (1, 2, 3)} | {f"{told['ball']}1"}
        assert set(told["cells"]) <= set(FIELD.cells)


@pytest.mark.parametrize("end", ENDS)
def test_a_given_program_lies_as_it_is_given(tables: list[RandomBallTable], end: str) -> None:
    words = {"S": "FB.R", "M": ".FL", "L": "RLB"}
    ways = {f"{size}{row}": way for size, word in words.items() for row, way in enumerate(word, 1)}
    program = ToLay({place: way.replace(".", "upright") for place, way in ways.items()}, "L2", quick=True, blitz=True)
    table = next(one for one in tables if len(one.specs) == len(ENDS) and one.specs[end].rows > 45)
    layout, floor = Layout((-20.0, -20.0, 300.0, 340.0)), -table.board.thickness
    colours, rng = (table.programs[end], table.colours[TEAMS[end]], table.ball), np.random.default_rng(1)

    def laid(kept: dict[str, TablePiece]) -> dict[str, TablePiece]:
        for _ in range(100):
            if lay_program(rng, layout, end, colours, program, table.specs[end], table.rise, floor, kept):
                return {piece.role.removeprefix(f"{end}."): piece for piece in layout.pieces}
        raise AssertionError("no room")

    own = laid({})
    assert {place: letter(own[place], end) for place in ways} == ways
    assert {*own} == {*ways, "pass", "quick", "blitz"}
    assert (own["quick"].x, own["quick"].y) == (own["M1"].x, own["M1"].y)
    near = min(
        (place for place in ways),
        key=lambda place: np.hypot(own[place].x - own["pass"].x, own[place].y - own["pass"].y),
    )
    assert near == "L2"
    layout.pieces.clear()
    assert laid({"M1": own["M1"]})["M1"] == own["M1"]


def test_truth_is_json_and_names_every_place(tables: list[RandomBallTable]) -> None:
    for table in tables:
        told = json.loads(json.dumps(truth(table)))
        assert list(told["corners"]) == ["a1", "g1", "g8", "a8"]
        for side, end in (("first", "near"), ("second", "far")):
            program = told["programs"][side]
            if end in table.screened or end not in table.programs:
                assert program is None
                continue
            assert (len(program["M"]), len(program["L"])) == (3, 3)
            assert len(program["S"]) == (4 if program["dash"] else 3)
            assert set(program["S"] + program["M"] + program["L"]) <= set("FBLR.")
            assert {f"{size}{row}" for size in "SML" for row in "123"} <= set(program["at"])
            assert (program["pass"] is not None) == ("pass" in program["at"])


def test_the_board_is_in_the_picture(tables: list[RandomBallTable]) -> None:
    within = [
        all(-60 <= u <= SMALL[0] + 60 and -60 <= v <= SMALL[1] + 60 for u, v in table.view.corners.values())
        for table in tables
    ]
    assert all(within)


def test_commands_lie_beyond_their_end_and_near_an_axis_or_plainly_diagonal(tables: list[RandomBallTable]) -> None:
    headings = []
    for table in tables:
        up = FIELD.ranks * table.view.pitch
        for piece in table.pieces:
            end, _, place = piece.role.partition(".")
            if end in ("near", "far") and place[0] in "SML" and place[-1] in "123" and len(place) == 2:
                assert piece.y < 0 if end == "near" else piece.y > up
                if piece.heading is not None:
                    headings.append(min(abs(wrapped(piece.heading - turn)) for turn in TURNS.values()))
    degrees = np.degrees(headings)
    assert not ((degrees > AXIS_DEGREES - 1) & (degrees < AXIS_DEGREES + 3)).any()
    assert (degrees < AXIS_DEGREES).mean() > 0.7


@pytest.mark.parametrize(("end", "turn", "said"), [("near", 0.0, "F"), ("far", np.pi / 2, "L"), ("near", 0.8, ".")])
def test_a_command_is_told_as_its_player_sees_it(end: str, turn: float, said: str) -> None:
    piece = TablePiece("R", 2, 0, -60, 0, True, ahead(end) + turn, 0, f"{end}.M1")
    assert letter(piece, end) == said


def test_what_a_hand_covers_is_hidden_and_nothing_else(tables: list[RandomBallTable]) -> None:
    assert any(truth(table)["hidden"] for table in tables if table.above)
    bare = next(table for table in (random_ball_table(seed, SMALL, 5.0) for seed in range(60)) if not table.above)
    inside = all(0 <= u < SMALL[0] and 0 <= v < SMALL[1] for u, v in bare.view.corners.values())
    assert not inside or not truth(bare)["hidden"]


def test_lessons_are_pictures_with_their_truth(tmp_path: Path) -> None:
    files = DataSet("make_ball_tables", 3, 2).make(tmp_path)
    assert [path.with_suffix(".jpg").exists() for path in files] == [True, True]
    assert json.loads(files[0].read_text())["board"] == "pyramid-ball"


def test_crowded_tables_have_company_beside_and_on_commands() -> None:
    found = [piece for seed in range(4) for piece in random_ball_table(seed, SMALL, crowded=True).pieces]
    more = [piece for piece in found if ".more" in piece.role]
    assert len(more) > 20
    assert any(piece.pips == 3 for piece in more)
    assert any(piece.pips == 1 and piece.z > min(one.z for one in more) + 1 for piece in more)
    usual, crowded = random_ball_table(3, SMALL), random_ball_table(3, SMALL, crowded=True)
    assert [piece for piece in crowded.pieces if ".more" not in piece.role] == list(usual.pieces)


def test_cloths_are_checked_in_several_strong_colours_and_white() -> None:
    tops = {kind: [table_top(np.random.default_rng(seed), kind) for seed in range(5)] for kind in TOPS}
    contrast = {
        kind: np.mean([np.ptp(np.quantile(top.picture.max(axis=2), (0.1, 0.9))) for top in some])
        for kind, some in tops.items()
    }
    assert contrast["gingham"] > 2 * contrast["cloth"] and contrast["tartan"] > contrast["cloth"]
    # Where threads of a colour cross white ones the cloth is of both; where they cross each other, of that alone.
    spread = [np.ptp(top.picture.reshape(-1, 3).mean(axis=1)) for top in tops["gingham"]]
    assert np.median(spread) > 0.3


def test_boards_for_checkers_are_red_and_black() -> None:
    for seed in range(6):
        picture = random_board(np.random.default_rng(seed), FIELD, 36.0, "checkers").picture
        red = (picture[..., 0] > 0.08) & (picture[..., 0] > 3 * picture[..., 1])
        assert 0.2 < red.mean() < 0.8
        assert (picture.max(axis=2) < 0.08).mean() > 0.15


def test_how_often_tables_are_checked_pale_or_under_a_warm_lamp(tables: list[RandomBallTable]) -> None:
    tables = [*tables, *(random_ball_table(seed, SMALL) for seed in range(TABLES, 64))]
    looks = [(one.looks["board"], {*one.colours.values(), one.ball, *one.programs.values()}, one) for one in tables]
    assert 0.12 < np.mean([one.looks["table"] in ("gingham", "tartan") for one in tables]) < 0.32
    assert 0.05 < np.mean([board == "checkers" for board, _, _ in looks]) < 0.2
    clear, rest = ([board == PALE for board, colours, _ in looks if ("C" in colours) is so] for so in (True, False))
    assert np.mean(clear) > np.mean(rest) + 0.1
    # Under a warm lamp are two colours that look alike.
    alike = [len(colours & set("ROY")) >= 2 for _, colours, one in looks if one.light.colour[2] < 0.8]
    assert len(alike) > 10 and np.mean(alike) > 0.7
