"""The plain table of Pyramid Ball for simulated cameras."""

from dataclasses import replace

import numpy as np
import pytest

from vision.drawing.ball_table import BallScenery, DrawnArray, ball_picture, place_of, usual_ball_view
from vision.drawing.simulated_camera import SimulatedCamera
from vision.errors import VisionError
from vision.geometry.grid import FIELD
from vision.sources.source import Status

SMALL = (480, 360)
START = {"b3": "R3", "d4": "R2K1", "f3": "R1", "b6": "B3", "d5": "B2", "f6": "B1"}
SCENERY = BallScenery(
    START,
    {"first": "R", "second": "B"},
    "K",
    {"near": DrawnArray("G", {"S1": "N", "M1": ".", "L3": "E"}, "L2"), "far": DrawnArray("C", {"S4": "S"})},
)


def changed(scenery: BallScenery, spot: tuple[float, float], azimuth: float = 0.0) -> float:
    """How much the picture changes around a spot (mm) when the scenery does, levels."""
    view = usual_ball_view(SMALL, azimuth)
    difference = ball_picture(SCENERY, view).astype(int) - ball_picture(scenery, view)
    u, v = view.project(np.array([[*spot, 0.0]]))[0].astype(int)
    return float(np.abs(difference[v - 4 : v + 5, u - 4 : u + 5]).mean())


@pytest.mark.parametrize("azimuth", [0.0, 90.0, 180.0])
def test_the_whole_table_is_in_the_picture(azimuth: float) -> None:
    view = usual_ball_view(SMALL, azimuth)
    spots = [[*place_of(end, place, view.pitch), 0.0] for end in ("near", "far") for place in ("S1", "L3", "S4")]
    spots += [[x, y, 0.0] for x, y in FIELD.outline * view.pitch]
    pixels = view.project(np.array(spots))
    assert ((pixels > 0) & (pixels < SMALL)).all()


def test_the_same_table_is_drawn_alike() -> None:
    view = usual_ball_view(SMALL)
    assert (ball_picture(SCENERY, view) == ball_picture(SCENERY, view)).all()


def test_a_command_that_turns_is_seen() -> None:
    near = SCENERY.arrays["near"]
    turned = replace(near, commands={**near.commands, "M2": "W"})
    other = replace(SCENERY, arrays={**SCENERY.arrays, "near": turned})
    pitch = usual_ball_view(SMALL).pitch
    assert changed(other, place_of("near", "M2", pitch)) > 8
    assert changed(other, place_of("far", "M2", pitch)) == 0


def test_hands_and_screens_cover_what_is_under_them() -> None:
    pitch = usual_ball_view(SMALL).pitch
    assert changed(replace(SCENERY, hands=frozenset({"far"})), place_of("far", "M2", pitch)) > 15
    assert changed(replace(SCENERY, hands=frozenset({"d5"})), FIELD.centre("d5", pitch)) > 15
    x, y = place_of("near", "M1", pitch)
    assert changed(replace(SCENERY, screens=frozenset({"near"})), (x, y + 35)) > 15


def test_specials_and_dash_are_drawn_only_where_they_are_played() -> None:
    near = SCENERY.arrays["near"]
    pitch = usual_ball_view(SMALL).pitch
    x, y = place_of("near", "L1", pitch)
    blitz = replace(SCENERY, arrays={**SCENERY.arrays, "near": replace(near, blitz=True)})
    assert changed(blitz, (x + 46, y + 6)) > 8
    dash = replace(SCENERY, arrays={**SCENERY.arrays, "near": replace(near, commands={**near.commands, "S4": "N"})})
    assert changed(dash, place_of("near", "S4", pitch)) > 8


def test_what_is_no_pyramid_is_refused() -> None:
    with pytest.raises(VisionError):
        ball_picture(replace(SCENERY, grid={"d4": "X2"}), usual_ball_view(SMALL))


def test_a_simulated_camera_shows_what_is_put() -> None:
    view = usual_ball_view(SMALL)
    camera = SimulatedCamera(ball_picture(SCENERY, view), rate=1000)
    before = camera.next(1.0)
    camera.show(ball_picture(replace(SCENERY, grid={}), view))
    after = camera.next(1.0)
    assert before is not None
    assert after is not None
    u, v = view.project(np.array([[*FIELD.centre("d4", view.pitch), 8.0]]))[0].astype(int)
    assert abs(int(before.image[v, u].sum()) - int(after.image[v, u].sum())) > 30
    camera.close()
    assert camera.status is Status.ENDED
