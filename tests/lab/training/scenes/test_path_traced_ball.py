"""Path-traced Ball tables show what the rasterised ones show."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

pytest.importorskip("mitsuba")
pytest.importorskip("pyoidn")

from lab.training.scenes.ball_tables import draw, random_ball_table
from lab.training.scenes.path_traced_ball import trace_ball
from vision.geometry.grid import FIELD

SMALL = (320, 240)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [3, 21])
def test_a_traced_table_stands_where_the_drawn_one_does(seed: int) -> None:
    table = random_ball_table(seed, SMALL)
    table = replace(table, film=replace(table.film, blur=0.0, noise=0.0))
    traced, drawn = (cv2.Canny(picture, 60, 140) for picture in (trace_ball(table, 4), draw(table)))
    flat = np.column_stack([FIELD.intersections, np.zeros(len(FIELD.intersections))])
    intersections = table.view.project(flat * table.view.pitch)
    near = np.zeros(SMALL[::-1], np.uint8)
    for u, v in intersections:
        cv2.circle(near, (round(float(u)), round(float(v))), 3, 1, -1)
    # Edges of the squares cross where the truth says, in the one as in the other.
    shares = [float((edges[near > 0] > 0).mean() / max((edges > 0).mean(), 1e-3)) for edges in (traced, drawn)]
    assert min(shares) > 1.5
