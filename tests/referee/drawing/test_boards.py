"""Boards of all games as shapes, and what painters make of them."""

from collections.abc import Sequence
from math import cos, sin
from xml.etree import ElementTree

import pytest

from companion.games.blokus3d.table.depth import building, piece, room, square_at
from companion.games.blokus3d.table.drawing import BlokusDrawing
from companion.games.looney_blockade.rules.setup import initial
from companion.games.pyramid_ball.table.drawing import BallDrawing
from companion.referee.drawing.board import DrawnBoard, layers
from companion.referee.drawing.depicted import depicted
from companion.referee.drawing.shapes import FACES, Box, Circle, Letters, Polygon
from companion.referee.drawing.squares import volcano
from companion.referee.drawing.svg import paint, table_svg
from companion.referee.tables import TABLES, open_table
from companion.referee.verdict import Verdict

BLUE, YELLOW = FACES["B"][0], FACES["Y"][0]


def boards() -> list[DrawnBoard]:
    return [board for game in TABLES for board in open_table(game, {}).drawing.boards()]


@pytest.mark.parametrize("game", TABLES)
def test_every_place_is_touched_where_it_is_drawn(game: str) -> None:
    drawing = open_table(game, {}).drawing
    for touched in (True, False):
        board = drawing.board((), touched=touched)
        for place, spot in board.places.items():
            x, y = spot.box.centre
            assert board.place_at(x, y) == (place if spot.touched else place.removeprefix("resting."))
            assert board.view.x < x < board.view.x + board.view.width
            assert board.view.y < y < board.view.y + board.view.height
        assert board.place_at(-1, -1) is None


def test_every_stamp_is_drawn_within_a_place_of_its_kind() -> None:
    for board in boards():
        for kind in {spot.kind for spot in board.places.values()}:
            for name in board.stamps(kind):
                shapes = board.stamp(kind, name)
                assert shapes, (kind, name)
                ElementTree.fromstring(f"<svg>{paint(shapes)}</svg>")


def test_what_is_no_stamp_draws_nothing() -> None:
    for board in boards():
        for place in board.places:
            assert [board.thing(place, thing) for thing in ("", "Q9", "<svg>")] == [(), (), ()]


def test_a_pile_has_the_letter_of_each_colour_once_it_changes() -> None:
    assert [layer.stamp for layer in layers("pile", "C3G3G2R1")] == ["C3_", "G3_", "G2", "R1^"]
    lifts = [layer.lift for layer in layers("pile", "C3G3G2R1")]
    assert lifts == sorted(lifts) and lifts[0] == 0.0


def test_a_board_of_any_size_comes_without_a_drawing_of_its_own() -> None:
    board = volcano("abc", "21")
    assert list(board.places) == ["a2", "b2", "c2", "a1", "b1", "c1"] and board.thing("c1", "R3G1")


def test_an_arrow_goes_from_place_to_place_and_hops_are_numbered() -> None:
    board = volcano()
    (line, *_), twice = board.arrows([("a1", "c3", "bad")]), board.arrows([("a1", "b1", "mark"), ("b1", "c1", "mark")])
    assert isinstance(line, Polygon) and not line.closed
    assert [shape.text for shape in twice if isinstance(shape, Letters)] == ["1", "2"]
    assert board.arrows([("a1", "nowhere", "mark")]) == ()


def test_the_ball_and_the_second_team_are_told_apart_without_colour() -> None:
    looks = BallDrawing().looks({"a1": "R3", "b1": "R2K1", "c1": "R1", "a8": "B3", "b8": "B2", "c8": "B1", "d4": ""})
    assert (looks["a1"], looks["b1"], looks["a8"], looks["d4"]) == ("R3", "R2*K", "b3", "")
    assert BallDrawing().looks({"a1": "R3", "b1": "R2", "c1": "R1", "d4": "K1"})["d4"] == "*K"


def test_a_structure_is_drawn_as_small_as_what_stands_on_it_allows() -> None:
    tower, *_, whole = BlokusDrawing().boards()
    assert (tower.view.width, whole.view.width) == (452, 1052)
    assert BlokusDrawing().board(["0,0", "1,0"]).view == Box(0, 0, 252, 152)


def test_a_table_against_the_rules_is_seen_on_the_board() -> None:
    table, grid = open_table("looney-blockade", {}), dict(initial().grid)
    seen = {**grid, "b1": grid["b1"] + "R1"}
    shown = depicted(table, Verdict(0.0, None, "illegal", grid, 1.0, cells=("b1",), seen=seen))
    assert (shown.grid, shown.marked, shown.tone) == (seen, {"b1"}, "bad")
    assert 'class="p-bad"' in table_svg(table.drawing, shown)
    shown = depicted(table, Verdict(0.0, None, "legal", grid, 1.0, cells=("b1",)))
    assert 'class="p-bad"' not in table_svg(table.drawing, shown)


def test_colours_are_roles_of_the_theme_or_their_own() -> None:
    role, own = paint([Circle(0, 0, 1, "cell")]), paint([Box(0, 0, 1, 1, 0, "#123456", "mark")])
    assert 'class="p-cell"' in role and 'fill="currentColor"' in role
    assert 'fill="#123456"' in own and 'class="p-mark"' in own
    assert "&lt;b&gt;" in paint([Letters(0, 0, 1, "<b>", "cell")])


@pytest.mark.parametrize("turn", [0.0, 0.6, 2.0, 4.0])
def test_a_building_stays_in_its_room_and_near_cubes_cover_far_ones(turn: float) -> None:
    columns = {f"{x},{y}": "" for x in range(4) for y in range(4)} | {"0,0": "BB", "3,3": "Y"}
    faces, view = building(columns, [(1, 1, 0)], "R", turn), room(4)
    points = [point for face in faces for point in face.shape.points]
    assert all(view.x <= x <= view.x + view.width for x, _ in points)
    assert all(view.y <= y + 0.3 and y - 0.3 <= view.y + view.height for _, y in points)
    fills = [face.shape.fill for face in faces]
    near, far = (BLUE, YELLOW) if sin(turn) + cos(turn) > 0 else (YELLOW, BLUE)
    assert fills.index(far) < len(fills) - fills[::-1].index(near) and fills[:16] == ["cell"] * 16


@pytest.mark.parametrize("turn", [0.0, 0.6, 2.0, 4.0])
def test_what_is_touched_of_a_building_is_the_square_that_is_seen_there(turn: float) -> None:
    columns = {f"{x},{y}": "" for x in range(4) for y in range(4)} | {"1,1": "BBB"}
    faces = building(columns, [], "R", turn, {"1,1": "good"})
    (top,) = (face for face in faces if face.shape.line == "good")
    assert top.square == "1,1" == square_at(faces, *_middle(top.shape.points))
    behind = {face.square for face in faces if square_at(faces, *_middle(face.shape.points)) == "1,1"}
    assert behind > {"1,1"}
    assert square_at(faces, 100.0, 0.0) is None


def _middle(points: Sequence[tuple[float, float]]) -> tuple[float, float]:
    xs, ys = zip(*points, strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


def test_a_piece_has_a_face_upwards_for_each_cube_that_can_be_seen() -> None:
    shapes = piece(((0, 0, 0), (1, 0, 0)), "B")
    assert [shape.fill for shape in shapes if isinstance(shape, Polygon)].count(BLUE) == 2
