"""A board followed picture by picture: what rests is not read anew, what changes is."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from tests.saying import refused
from tests.vision.tables import drawn, setup_grid, view_from
from vision.image import Image
from vision.tracking import memory
from vision.tracking.looks import P as LOOKS
from vision.tracking.looney_set import BlockadeTracker

SLOPING = view_from(45)
VIEW = view_from(65, -80.0, 560.0)
GRID = setup_grid()


def noisy(image: Image, seed: int) -> Image:
    noise = np.random.default_rng(seed).normal(0, 4, image.shape)
    return np.clip(image + noise, 0, 255).astype(np.uint8)


@pytest.fixture(scope="module")
def table() -> Image:
    return drawn(VIEW, GRID)


def test_a_picture_that_differs_by_noise_only_is_not_read_again(table: Image) -> None:
    tracker = BlockadeTracker(noisy(table, 0))
    first, second = tracker.look(noisy(table, 1)), tracker.look(noisy(table, 2))
    assert second.cells is first.cells
    assert not np.array_equal(second.image, first.image)


def test_an_unchanged_picture_is_not_even_searched_for_the_board(table: Image, monkeypatch: pytest.MonkeyPatch) -> None:
    tracker = BlockadeTracker(noisy(table, 0))
    searched: list[Image] = []
    monkeypatch.setattr(tracker, "find", searched.append)
    tracker.look(noisy(table, 1))
    tracker.look(noisy(table, 2))
    assert len(searched) == 1
    tracker.look(np.roll(noisy(table, 3), 1, axis=1))
    assert len(searched) == 2, "a bump by one pixel"


def test_a_camera_that_sends_another_size_is_followed_as_long_as_the_shape_stays(table: Image) -> None:
    tracker = BlockadeTracker(noisy(table, 0))
    first = tracker.look(noisy(table, 1))
    height, width = table.shape[:2]
    double = np.asarray(cv2.resize(noisy(table, 2), (2 * width, 2 * height)), np.uint8)
    look = tracker.look(double)
    assert look.image.shape == table.shape and look.view is first.view
    with refused("begin anew"):
        tracker.look(noisy(table, 3)[: height * 3 // 4])
    assert tracker.look(noisy(table, 4)).view is first.view


@pytest.mark.parametrize("cell", ["a1", "c3", "e5", "b2"])
def test_one_small_more_or_less_is_read(table: Image, cell: str) -> None:
    tracker = BlockadeTracker(noisy(table, 0))
    first = tracker.look(noisy(table, 1))
    stack = GRID[cell]
    other = {**GRID, cell: stack[:-2] if len(stack) > 2 else stack + "R1"}
    assert tracker.look(noisy(drawn(VIEW, other), 2)).cells is not first.cells


def test_what_was_learnt_is_used_for_the_same_picture(table: Image) -> None:
    tracker = BlockadeTracker(table)
    look = tracker.look(table)
    assert look.cells["c3"].past is None
    tracker.learn(look, GRID)
    past = tracker.look(table).cells["c3"].past
    assert past is not None and past.stack == GRID["c3"]


@pytest.mark.slow
def test_what_was_weighed_says_less_when_it_is_seen_again(table: Image) -> None:
    tracker, stacks = BlockadeTracker(noisy(table, 0)), ("G3", "G3G1", "C3")
    look = tracker.look(noisy(table, 1))
    told = look.log_likelihoods("c3", stacks)
    tracker.weighed(look)
    assert tracker.look(noisy(table, 2)).log_likelihoods("c3", stacks) == pytest.approx(LOOKS.weighed_again * told)
    other = tracker.look(noisy(drawn(VIEW, {**GRID, "b2": GRID["b2"][:-2]}), 3))
    assert other.again == set(GRID) - {"b2"}
    tracker.learn(look, {cell: stack for cell, stack in GRID.items() if cell not in ("b2", "c3")})
    assert tracker.look(noisy(table, 4)).again == {"b2", "c3"}
    assert tracker.look(noisy(drawn(VIEW, {**GRID, "b2": GRID["b2"][:-2]}), 5)).again == {"c3"}


def test_the_more_is_hidden_of_a_cell_the_less_is_believed(table: Image) -> None:
    look, stacks = BlockadeTracker(table).look(table), ("G3", "G3G1", "C3")

    def told(covered: float) -> np.ndarray:
        seen = look.cells["c3"]
        cut = replace(seen, first=replace(seen.first, reading=replace(seen.first.reading, covered=covered)))
        return replace(look, cells={**look.cells, "c3": cut}).log_likelihoods("c3", stacks)

    assert told(0.3) == pytest.approx(told(0.0) / 2)
    assert (told(0.7) == 0).all()


@pytest.mark.slow
def test_the_one_stack_that_has_changed_has_been_touched(table: Image) -> None:
    tracker = BlockadeTracker(noisy(table, 0))
    look = tracker.look(noisy(table, 1))
    assert look.touched("b2") is None, "nothing to compare with yet"
    tracker.learn(look, GRID)
    look = tracker.look(noisy(drawn(VIEW, {**GRID, "b2": GRID["b2"][:-2]}), 2))
    told = {cell: known for cell in GRID if (known := look.touched(cell))}
    assert {cell: stack for cell, (stack, _) in told.items()} == GRID
    assert [cell for cell, (_, odds) in told.items() if odds > 0] == ["b2"]


@pytest.mark.parametrize("rise", [6.8, 10.4])
def test_changes_and_arms_are_looked_for_on_stacks_as_high_as_this_set_stacks(
    rise: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: dict[str, set[float]] = {"stack_mask": set(), "arm_over": set()}
    for name in ("stack_mask", "arm_over"):
        plain = getattr(memory, name)

        def noting(*args: Any, name: str = name, plain: Callable[..., Any] = plain) -> Any:
            asked[name].add(args[-1])
            return plain(*args)

        monkeypatch.setattr(memory, name, noting)
    tracker = BlockadeTracker(noisy(drawn(SLOPING, GRID, rise=rise), 0))
    first = tracker.look(noisy(drawn(SLOPING, GRID, rise=rise), 1))
    tracker.learn(first, GRID)
    look = tracker.look(noisy(drawn(SLOPING, {**GRID, "b2": "G3G1R1"}, rise=rise), 2))
    assert look.stacking_rise == pytest.approx(rise, abs=0.8)
    assert asked == {"stack_mask": {look.stacking_rise}, "arm_over": {look.stacking_rise}}


@pytest.mark.slow
def test_a_stack_that_is_hidden_by_what_was_put_before_it_has_not_been_touched() -> None:
    """A game got stuck here: two smalls on a tower hid the stack behind it, which was then held to have been touched
    for as long as the game went on."""
    before = {**GRID, "c3": "B3B2B1K3B1", "c4": "Y3Y2"}
    after = {**before, "c3": "B3B2B1K3B1B1B1"}
    low = view_from(38, -90.0, 520.0)
    tracker = BlockadeTracker(noisy(drawn(low, before), 0))
    tracker.learn(tracker.look(noisy(drawn(low, before), 1)), before)
    for seed in (2, 3):
        look = tracker.look(noisy(drawn(low, after), seed))
        assert "c4" in look.hidden and look.touched("c3") and not look.hand
        others = [cell for cell in GRID if cell not in ("c3", "c4")]
        assert all(told[1] < 0 for cell in others if (told := look.touched(cell)))
        tracker.learn(look, after)
    gone = tracker.look(noisy(drawn(low, before), 4))
    told = gone.touched("c4")
    assert "c4" not in gone.hidden and told and told[1] < 0, "it shows again, and is what it was"
