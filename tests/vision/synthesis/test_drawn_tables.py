"""Whole tables drawn and compared with pictures."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import product

import cv2
import numpy as np
import pytest

from tests.vision.columns.test_turning import usual_view
from vision.columns.cubes import cube, cubes_of
from vision.geometry.board_view import BoardView
from vision.image import Image
from vision.synthesis.backdrop import Backdrop
from vision.synthesis.backdrop import P as BACKDROP
from vision.synthesis.drawn_tables import Change, DrawnTables
from vision.synthesis.plastics import Plastics
from vision.synthesis.posing import moved, posed
from vision.synthesis.scene import SolidScene

BGR = {"R": (45, 40, 190), "Y": (30, 190, 235), "G": (70, 130, 40), "B": (180, 90, 50)}
SHADES = (1.0, 0.75, 0.6, 0.85, 0.7)
TOWER = {"4,4": "RRRR", "5,5": "BY"}


def picture(view: BoardView, columns: Mapping[str, str]) -> Image:
    """A chequered board in uneven light with columns of cubes."""
    width, height = view.camera.size
    canvas: Image = np.full((height, width, 3), (60, 90, 70), np.uint8)
    for x, y in product(range(10), range(10)):
        ring = np.array([[x, y, 0], [x + 1, y, 0], [x + 1, y + 1, 0], [x, y + 1, 0]]) * view.pitch
        colour = (74, 70, 68) if (x * 7 + y * 3) % 5 else (120, 165, 205)
        cv2.fillConvexPoly(canvas, np.round(view.project(ring)).astype(np.int32), colour)
    eye = view.camera_centre / view.pitch
    for seat, letter in sorted(cubes_of(columns), key=lambda one: cube(one.seat).nearness(eye)):
        for face in cube(seat).faces:
            if (eye - face.corners.mean(axis=0)) @ face.normal > 0:
                spots = np.round(view.project(face.corners * view.pitch)).astype(np.int32)
                cv2.fillConvexPoly(canvas, spots, [part * SHADES[face.kind] for part in BGR[letter]])
    light = np.linspace(0.85, 1.1, width)[None, :, None]
    noise = np.random.default_rng(len(columns)).normal(0, 3, canvas.shape)
    return np.clip(canvas * light + noise, 0, 255).astype(np.uint8)


def drawn(
    image: Image, believed: Mapping[str, str], view: BoardView | None = None, stored: float = BACKDROP.stored
) -> DrawnTables:
    """Drawings for a picture of a board that was seen bare from the usual view."""
    bare, now = usual_view(), view or usual_view()
    scene = SolidScene(now, cube, "BYRG", cell=16, height=7)
    first = picture(bare, {})
    plastics = Plastics(first, np.zeros(first.shape[:2], bool))
    expected = replace(Backdrop(first, bare).expected(scene), stored=stored)
    return DrawnTables(scene, image, expected, plastics, cubes_of(believed), {1: 0.0, 2: 3.1, 3: 1.6, 4: -1.6})


def put(columns: Mapping[str, str], more: Mapping[str, str]) -> Change:
    """What leads from columns to those with `more` on top."""
    after = {**columns, **{cell: columns.get(cell, "") + added for cell, added in more.items()}}
    return Change(cubes_of(columns) - cubes_of(after), cubes_of(after) - cubes_of(columns))


@pytest.mark.parametrize(
    "more", [{"2,6": "Y", "2,7": "Y"}, {"6,3": "YY"}, {"5,4": "GG"}, {"6,6": "G", "5,5": "G"}, {"3,3": "R", "4,3": "R"}]
)
def test_the_table_that_stands_is_the_likeliest_of_all_ways_to_put_down_two_cubes(more: dict[str, str]) -> None:
    after = {**TOWER, **{cell: TOWER.get(cell, "") + added for cell, added in more.items()}}
    letter = next(iter(more.values()))[0]
    rivals = [{}, *({f"{x},{y}": letter * n} for x in range(2, 8) for y in range(2, 8) for n in (1, 2))]
    rivals += [{f"{x},{y}": letter, f"{x},{y + 1}": letter} for x in range(2, 8) for y in range(2, 7)]
    rivals += [{f"{x},{y}": letter, f"{x + 1},{y}": letter} for x in range(2, 7) for y in range(2, 8)]
    rivals = [more, *(rival for rival in rivals if rival != more)]
    tables = drawn(picture(usual_view(), after), TOWER)
    worths = tables.worths(cubes_of(TOWER), [put(TOWER, rival) for rival in rivals])
    assert worths[0] - np.delete(worths, 0).max() > 100


def test_a_board_that_was_turned_is_expected_where_it_lies_now() -> None:
    view = usual_view().turned(1)
    tables = drawn(picture(view, TOWER), {}, view)
    told = tables.worths(frozenset(), [put({}, {}), put({}, TOWER), put({}, {**TOWER, "2,2": "R"})])
    assert told.argmax() == 1


def test_what_was_taken_away_is_drawn_without() -> None:
    now = {"4,4": "RRR", "5,5": "BY"}
    tables = drawn(picture(usual_view(), now), TOWER)
    gone = Change(cubes_of(TOWER) - cubes_of(now), frozenset())
    told = tables.worths(cubes_of(TOWER), [put(TOWER, {}), gone, put(TOWER, {"3,3": "R"})])
    assert told.argmax() == 1


def test_a_cube_that_nothing_shows_of_says_nothing() -> None:
    view = usual_view()
    away = np.array([4.5, 4.5]) - (view.camera_centre / view.pitch)[:2]
    step = np.round(away / np.abs(away).max()).astype(int)
    behind = f"{4 + step[0]},{4 + step[1]}"
    tower = {"4,4": "R" * 6}
    tables = drawn(picture(view, tower), tower)
    same, hidden, shown = tables.worths(
        cubes_of(tower), [put(tower, {}), put(tower, {behind: "R"}), put(tower, {"7,7": "R"})]
    )
    assert same - hidden < 0.25 * (same - shown)


def test_what_lies_beside_the_board_speaks_little_for_a_column_before_it() -> None:
    """It may be a piece in store that was pushed there since the board was seen bare."""
    view, column = usual_view(), {"9,9": "YYYYYY"}
    image, board = picture(view, TOWER), np.zeros((view.camera.size[1], view.camera.size[0], 1), np.uint8)
    cv2.fillConvexPoly(board, np.round(view.project(view.ring)).astype(np.int32), 1)
    seen = np.asarray(np.where(board > 0, image, picture(view, {**TOWER, **column})), np.uint8)

    def gain(stored: float) -> float:
        tables = drawn(seen, TOWER, stored=stored)
        same, phantom = tables.worths(cubes_of(TOWER), [put(TOWER, {}), put(TOWER, column)])
        return float(phantom - same)

    assert gain(BACKDROP.stored) < 0.8 * gain(np.inf)


def test_a_pose_is_mended_by_the_columns_that_stand_there() -> None:
    found = replace(usual_view(), confidence=0.5)
    true = moved(found, np.array([0.15, -0.1, 0.01, 0.0]))
    cubes, tables = cubes_of(TOWER), drawn(picture(true, TOWER), TOWER)
    mended = posed(found, lambda view: 0.01 * tables.worth_from(view, cubes))

    def off(view: BoardView) -> float:
        return float(np.abs(view.project(view.ring) - true.project(true.ring)).max())

    assert off(mended) < 0.5 * off(found)
    sure = replace(found, confidence=1.0)
    assert posed(sure, lambda view: 0.01 * tables.worth_from(view, cubes)) is sure


def test_many_tables_leave_the_same_one_the_likeliest_as_few() -> None:
    after = {**TOWER, "3,6": "GG"}
    every = [
        put(TOWER, {f"{x},{y}": letter * n}) for x in range(10) for y in range(10) for letter in "RG" for n in (1, 2)
    ]
    right = put(TOWER, {"3,6": "GG"})
    told = drawn(picture(usual_view(), after), TOWER).worths(cubes_of(TOWER), every)
    assert every[int(told.argmax())] == right
    (alone,) = drawn(picture(usual_view(), after), TOWER).worths(cubes_of(TOWER), [right])
    assert told.max() == pytest.approx(alone)


def test_what_no_table_explains_is_something_foreign() -> None:
    image = picture(usual_view(), TOWER)
    assert drawn(image, TOWER).unexplained(cubes_of(TOWER)) < 0.006
    hand = image.copy()
    at = usual_view().project(np.array([[7.0, 3.0, 0.0]]) * usual_view().pitch)[0]
    cv2.circle(hand, (int(at[0]), int(at[1])), 40, (150, 175, 225), -1)
    assert drawn(hand, TOWER).unexplained(cubes_of(TOWER)) > 0.015
