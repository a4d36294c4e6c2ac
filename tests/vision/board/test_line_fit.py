"""Reading a grid's lines: the quick ways give what the plain ones do."""

import cv2
import numpy as np
import pytest

from tests.vision.tables import view_from
from vision.board import line_fit
from vision.board.line_look import (
    STEP,
    GridSamples,
    LineLook,
    correlations,
    correlations_along,
    mirrored_median,
    read_across,
)
from vision.board.pose import Pose
from vision.geometry.grid import VOLCANO
from vision.tracking.looney_set import BOARD


def test_every_stretch_is_compared_as_it_would_be_alone() -> None:
    rng = np.random.default_rng(3)
    profiles, parity = rng.uniform(0, 255, (40, 35, 3)).astype(np.float32), rng.choice([-1.0, 1.0], 40)
    profiles[0] = 80.0
    even, odd = rng.normal(0, 1, (2, 21, 3)).astype(np.float32)
    look = LineLook(even - even.mean(axis=0), odd - odd.mean(axis=0))
    alone = np.stack([correlations(profiles[:, s : s + 21], parity, look) for s in range(15)], axis=1)
    assert np.allclose(correlations_along(profiles, parity, look), alone, atol=1e-4)


def test_it_is_the_correlation_with_the_look_of_the_samples_parity() -> None:
    rng = np.random.default_rng(5)
    even, odd = rng.normal(0, 9, (2, 21, 3)).astype(np.float32)
    look = LineLook(even - even.mean(axis=0), odd - odd.mean(axis=0))
    parity = np.array([1.0, -1.0, 1.0, -1.0])
    profiles = rng.normal(90, 9, (4, 21, 3)) + np.array([1, 1, -1, 0])[:, None, None] * (
        look.even + parity[:, None, None] * look.odd
    )
    wanted = [
        np.corrcoef((profile - profile.mean(axis=0)).ravel(), (look.even + sign * look.odd).ravel())[0, 1]
        for profile, sign in zip(profiles, parity, strict=True)
    ]
    assert np.allclose(correlations(profiles.astype(np.float32), parity, look), wanted, atol=1e-4)


def test_scores_are_averaged_along_each_line_alone() -> None:
    samples = GridSamples.every(VOLCANO, 4).only(np.random.default_rng(6).random(12 * 5 * 4) < 0.7)
    score = np.random.default_rng(7).random((len(samples.points), 9)).astype(np.float32)
    near = (samples.line[:, None] == samples.line) & (np.abs(samples.along[:, None] - samples.along) < 0.6)
    wanted = near @ score / near.sum(axis=1, keepdims=True)
    assert np.allclose(line_fit.averaged(score, samples, 0.6), wanted, atol=1e-5)


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("count", [30, 31])
def test_a_mirrored_median_is_that_of_both_ways(sign: int, count: int) -> None:
    profiles = np.random.default_rng(4).normal(0, 1, (count, 21, 3)).astype(np.float32)
    both = np.median(np.concatenate([profiles, sign * profiles[:, ::-1]]), axis=0)
    assert np.allclose(mirrored_median(profiles, sign), both)


def test_lines_are_read_where_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    pose = Pose.of_view(view_from(40), BOARD, True)
    samples, offsets = GridSamples.every(VOLCANO, 4), STEP * np.arange(-22, 23, dtype=float)
    asked = []
    remap = cv2.remap
    monkeypatch.setattr(
        cv2,
        "remap",
        lambda image, u, v, *how, **more: asked.append((u, v)) or remap(image, u, v, *how, **more),
    )
    read_across(np.zeros((720, 960, 3), np.uint8), pose, samples, offsets)
    points = samples.points[:, None] + offsets[None, :, None] * samples.normals[:, None]
    wanted = pose.project(points.reshape(-1, 2)).reshape(*points.shape)
    assert np.abs(np.stack(asked[0], axis=-1) - wanted).max() < 0.01
