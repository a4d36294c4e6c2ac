"""Reading a grid's lines: the quick ways give what the plain ones do."""

import numpy as np
import pytest

from tests.vision.tables import view_from
from vision import board_fit
from vision.board_fit import STEP, GridSamples, Pose, likenesses, read_across


def test_every_stretch_is_compared_as_it_would_be_alone() -> None:
    rng = np.random.default_rng(3)
    profiles, look = rng.uniform(0, 255, (40, 35, 3)), rng.normal(0, 1, (40, 21, 3))
    profiles[0] = 80.0
    look -= look.mean(axis=1, keepdims=True)
    alone = np.stack([likenesses(profiles[:, s : s + 21], look) for s in range(15)], axis=1)
    assert np.allclose(board_fit._likenesses_along(profiles, look), alone, atol=1e-9)


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("count", [30, 31])
def test_a_mirrored_median_is_that_of_both_ways(sign: int, count: int) -> None:
    profiles = np.random.default_rng(4).normal(0, 1, (count, 21, 3))
    both = np.median(np.concatenate([profiles, sign * profiles[:, ::-1]]), axis=0)
    assert np.allclose(board_fit.mirrored_median(profiles, sign), both)


def test_lines_are_read_where_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    pose = Pose.of_view(view_from(40), True)
    samples, offsets = GridSamples.every(4), STEP * np.arange(-22, 23, dtype=float)
    asked = []
    remap = board_fit.cv2.remap
    monkeypatch.setattr(
        board_fit.cv2,
        "remap",
        lambda image, u, v, *how, **more: asked.append((u, v)) or remap(image, u, v, *how, **more),
    )
    read_across(np.zeros((720, 960, 3), np.uint8), pose, samples, offsets)
    points = samples.points[:, None] + offsets[None, :, None] * samples.normals[:, None]
    wanted = pose.project(points.reshape(-1, 2)).reshape(*points.shape)
    assert np.abs(np.stack(asked[0], axis=-1) - wanted).max() < 0.01
