"""Lessons that are varied where the network learns show what they would be told of. Wants PyTorch."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from vision.geometry.half_board import HEIGHT, SIDES, WIDTH, PlacedHalfBoard

torch = pytest.importorskip("torch")

from lab.training.learn.evaluate import values_of  # noqa: E402
from lab.training.learn.loop import prepared  # noqa: E402
from lab.training.learn.training_set import Batch, Numbers, TrainingSet  # noqa: E402
from lab.training.trainers import columns, rows_reader  # noqa: E402
from vision.checkers.rows_reader import STRIDE, network_input  # noqa: E402
from vision.columns.sweep import ACROSS, LEVELS, PER_CELL, SIDE  # noqa: E402

RING = np.array([[120.0, 420.0], [470.0, 430.0], [430.0, 90.0], [160.0, 80.0]])


@pytest.mark.parametrize("side", SIDES)
def test_leans_where_a_network_learns_are_those_that_it_is_shown(side: str) -> None:
    view = PlacedHalfBoard(RING, (640, 480))
    eyes = torch.from_numpy(rows_reader.eye_of(view, side)[None])
    shown = network_input(view, np.zeros((HEIGHT, WIDTH, 3), np.uint8), side)
    assert np.allclose(rows_reader.leans(eyes)[0], shown[0, 3:], atol=1e-5)


def test_rows_of_a_mirrored_side_are_told_the_other_way_round() -> None:
    count, point = 16, WIDTH // STRIDE
    crops = np.full((count, HEIGHT, WIDTH, 3), 60, np.uint8)
    crops[:, :, : WIDTH // 2] = 200
    maps = np.zeros((count, 2, HEIGHT // STRIDE, point), np.float32)
    maps[..., : point // 2] = 1
    rows = np.tile(np.arange(6), (count, 1))
    kept = crops, np.tile(np.array([3, 4, 9], np.float32), (count, 1)), rows, rows, rows, maps
    batch = tuple(torch.from_numpy(one) for one in kept)
    sides, pairs, seen, asked, told = rows_reader.varied(batch, torch.Generator().manual_seed(0))
    bright_left = sides[:, :3, :, :100].mean((1, 2, 3)) > sides[:, :3, :, -100:].mean((1, 2, 3))
    assert {bool(one) for one in bright_left} == {True, False}
    for left, *numbers, paint in zip(bright_left, pairs, seen, asked, told, strict=True):
        wanted = torch.arange(6) if left else torch.arange(5, -1, -1)
        assert all(torch.equal(one, wanted) for one in numbers)
        assert bool(paint[:, :, 0].all()) == bool(left)
    # What stands to the right of the eye leans to the right, also in a mirrored side.
    assert (sides[:, 3, :, -1] > 0).all()
    assert (sides[:, 3, :, 0] < 0).all()


def test_columns_stay_under_what_is_told_of_them_however_a_board_is_turned() -> None:
    count = 16
    heights = np.random.default_rng(0).integers(0, 5, (SIDE, SIDE))
    told = np.zeros((count, 4, SIDE, SIDE), np.float32)
    told[:, 0] = heights
    cells = np.pad(heights, (ACROSS - SIDE) // 2).repeat(PER_CELL, 0).repeat(PER_CELL, 1)
    planes = np.broadcast_to((40 * cells)[None, None, :, :, None], (count, LEVELS, *cells.shape, 3)).astype(np.uint8)
    # An eye over the corner where x and y are least: all leans away from it.
    far = np.broadcast_to(np.arange(1.0, ACROSS + 1)[:, None], (ACROSS, ACROSS))
    leans = np.broadcast_to(np.stack([far, far.T])[:, None], (count, 2, LEVELS, ACROSS, ACROSS)).astype(np.float32)
    batch = tuple(torch.from_numpy(np.array(one)) for one in (planes, leans, told))
    shown, aside, wanted = columns.varied(batch, torch.Generator().manual_seed(0))
    middles = shown[:, 0, 0, PER_CELL // 2 :: PER_CELL, PER_CELL // 2 :: PER_CELL][:, 1:-1, 1:-1]
    assert len({one.numpy().tobytes() for one in wanted[:, 0]}) > 4
    for look, lean, height in zip(middles, aside, wanted[:, 0], strict=True):
        order = height.ravel().argsort()
        assert (look.ravel()[order].diff() >= 0).all()
        x, y = lean[0, 0, :, 0], lean[1, 0, 0, :]
        assert set(np.sign(np.diff(x)).tolist()) == {1.0}
        assert set(np.sign(np.diff(y)).tolist()) == {1.0}
        assert {abs(float(x[0])), abs(float(x[-1]))} == {1.0, ACROSS}


class Numbered(TrainingSet):
    """Examples that show their number, and a little chance."""

    def __len__(self) -> int:
        return 12

    def batch(self, examples: Numbers, rng: np.random.Generator, *, vary: bool) -> Batch:
        return torch.from_numpy(examples + rng.random(len(examples))), torch.from_numpy(examples)


def test_batches_are_the_same_however_many_processes_make_them() -> None:
    trainer: Any = SimpleNamespace(vary=None)
    one, other = (prepared(Numbered(), trainer, 4, 5, workers) for workers in (1, 2))
    for _ in range(5):
        (examples, (shown, _)), (others, (again, _)) = next(one), next(other)
        assert np.array_equal(examples, others)
        assert torch.equal(shown, again)


def test_an_example_that_lacks_what_a_metric_is_of_has_no_number_for_it() -> None:
    def metrics(_told: Any, batch: Batch) -> dict[str, float]:
        return {"nats": 1.0} | ({"pips_right": 1.0} if batch[1].item() == 7 else {})

    trainer: Any = SimpleNamespace(metrics=metrics, inputs=("shown",), outputs=("told",), at_once=None)
    network: Any = SimpleNamespace(answer=lambda inputs, _outputs: [inputs["shown"]])
    values = values_of(trainer, network, Numbered())
    assert np.isnan(values["pips_right"]).sum() == len(Numbered()) - 1
    assert values["pips_right"][7] == 1
    assert not np.isnan(values["nats"]).any()
