"""What the networks for Pyramid Ball are told of drawn tables."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from vision.drawing.ball_table import usual_ball_view
from vision.programs.context_classifier import KINDS
from vision.programs.ends import EndMap
from vision.programs.pyramid_crops import SIDE
from vision.programs.pyramid_reader import COLOURS, SECTORS, PlaceState, Top

pytest.importorskip("torch")
from lab.training.trainers import company_reader, feet_finder, heading_reader, pyramid_reader
from lab.training.trainers.close_crops import UNKNOWN

VIEW = usual_ball_view(oblique=30.0)


def piece(role: str, x: float, y: float, heading: float | None = None, **more: Any) -> dict[str, Any]:
    """A green large at (x, y) mm as the truth of an example has it."""
    lying = heading is not None
    plain = {"colour": "G", "pips": 3, "z": 0.0, "seen": 1.0}
    return {"role": role, "x": x, "y": y, "lying": lying, "heading": heading, **plain, **more}


def truth(*pieces: dict[str, Any], hidden: tuple[str, ...] = ()) -> dict[str, Any]:
    over: dict[str, list[Any]] = {"hands": [], "screens": []}
    return {"seed": 1, "hidden": list(hidden), "more": {"view": VIEW.to_json(), "pieces": list(pieces), "over": over}}


def lesson_file(folder: Path, told: dict[str, Any], spots: list[tuple[float, float]]) -> Path:
    """A example whose picture is black but for white dots at places of the table (mm)."""
    width, height = VIEW.camera.size
    picture = np.zeros((height, width, 3), np.uint8)
    for x, y in spots:
        u, v = VIEW.project(np.array([[x, y, 0.0]]))[0]
        cv2.circle(picture, (round(u), round(v)), 3, (255, 255, 255), -1)
    path = folder / "001_00000.json"
    path.write_text(json.dumps(told))
    cv2.imwrite(str(path.with_suffix(".jpg")), picture)
    return path


def test_headings_turn_and_are_mirrored_with_their_crops(tmp_path: Path) -> None:
    heading = 0.6
    x, y = 120.0, -70.0
    apex = x + 22 * np.cos(heading), y + 22 * np.sin(heading)
    data = pyramid_reader.Pyramids([lesson_file(tmp_path, truth(piece("near.L1", x, y, heading)), [apex])])
    seen = set()
    for seed in range(12):
        crops, _, told = data.lesson(0, np.random.default_rng(seed), vary=True)
        (row,) = np.flatnonzero(told[:, 0] == PlaceState.LYING)
        v, u = np.unravel_index(int(crops[row].sum(axis=2).argmax()), (SIDE, SIDE))
        # The crop is moved about a little, so that the middle is not quite where the pyramid's is.
        points = np.degrees(np.arctan2(SIDE / 2 - v, u - SIDE / 2))
        off = (points - (told[row, 3] + 0.5) * 360 / SECTORS + 180) % 360 - 180
        assert abs(off) < 35
        seen.add(int(told[row, 3]))
    assert len(seen) > 2


def test_close_crops_turn_and_are_mirrored_with_their_headings(tmp_path: Path) -> None:
    heading, (x, y) = 0.6, (120.0, -70.0)
    apex = x + 22 * np.cos(heading), y + 22 * np.sin(heading)
    data = heading_reader.Headings([lesson_file(tmp_path, truth(piece("near.L1", x, y, heading)), [apex])])
    (row,) = np.flatnonzero(data.states == PlaceState.LYING)
    seen = set()
    for seed in range(12):
        crops, _, told = data.batch(np.array([row]), np.random.default_rng(seed), vary=True)
        _, v, u = np.unravel_index(int(crops[0].sum(0).argmax()), (1, *crops.shape[2:]))
        side = crops.shape[-1]
        points = np.degrees(np.arctan2(side / 2 - v, u - side / 2))
        off = (points - (int(told[0, 1]) + 0.5) * 360 / SECTORS + 180) % 360 - 180
        assert abs(off) < 50
        seen.add(int(told[0, 1]))
    assert len(seen) > 2
    assert (data.states == PlaceState.EMPTY).any()


def test_company_is_that_of_the_nearest_command() -> None:
    commands = [piece("near.S1", 100.0, -60.0, 0.3, pips=1), piece("near.M1", 150.0, -60.0, pips=2)]
    ball = piece("near.pass", 120.0, -60.0, pips=1, colour="K")
    quick = piece("near.quick", 150.0, -60.0, pips=2, colour="R", z=9.0)
    told = [
        dict(zip(KINDS, company_reader.context_labels(one, commands, [ball, quick]), strict=True)) for one in commands
    ]
    assert told[0] == {"beside": 1 + COLOURS.index("K"), "on": 0, "large": 0, "medium": 0}
    assert told[1] == {"beside": 0, "on": 0, "large": 0, "medium": 1 + COLOURS.index("R")}
    between = piece("near.pass", 124.0, -60.0, pips=1, colour="K")
    assert company_reader.context_labels(commands[0], commands, [between])[0] == UNKNOWN


def test_squares_and_stacks_are_told() -> None:
    centre = VIEW.grid.centre("d4", VIEW.pitch)
    ball = piece("d4.ball", *centre, pips=1, colour="K", z=9.0)
    told = truth(piece("d4", *centre), ball, piece("c3", *VIEW.grid.centre("c3", VIEW.pitch)), hidden=("c3", "a1"))
    places = pyramid_reader.places_of(told, VIEW, np.empty((0, 2)))
    by_place = {one.at: one.output for one in places}
    stack = by_place[VIEW.grid.centre("d4")]
    assert stack[0] == PlaceState.UPRIGHT
    assert stack[1] == 2
    assert COLOURS[int(stack[4])] == "G"
    assert (stack[5], COLOURS[int(stack[6])]) == (Top.SMALL, "K")
    assert by_place[VIEW.grid.centre("c3")][0] == by_place[VIEW.grid.centre("a1")][0] == PlaceState.HIDDEN
    assert by_place[VIEW.grid.centre("b2")][0] == PlaceState.EMPTY


def test_feet_are_told_where_they_are_seen() -> None:
    told = truth(piece("near.L1", 100.0, -60.0, 0.3), piece("d4", *VIEW.grid.centre("d4", VIEW.pitch)))
    near, far = (EndMap(VIEW, end) for end in ("near", "far"))
    ((foot, share),) = feet_finder.feet_of(told, near)
    assert np.allclose(near.on_table(foot[None])[0] * VIEW.pitch, [100.0, -60.0], atol=1e-3)
    assert share == 1.0
    assert feet_finder.feet_of(told, far) == []


def test_targets_give_back_the_foot(tmp_path: Path) -> None:
    told = truth(piece("near.L1", 100.0, -60.0, 0.3))
    data = feet_finder.EndViews([lesson_file(tmp_path, told, [(100.0, -60.0)])])
    view, wanted = data.lesson(0, np.random.default_rng(0), vary=False)
    assert view.shape == (feet_finder.HEIGHT, feet_finder.WIDTH, 3)
    row, column = np.unravel_index(int(wanted[0].argmax()), wanted[0].shape)
    spot = (np.array([column, row]) + 0.5 + wanted[2:4, row, column]) * feet_finder.STRIDE
    bright = np.argwhere(view.sum(axis=2) > 500).mean(axis=0)[::-1] + 0.5
    assert np.allclose(spot, bright, atol=1.5)
