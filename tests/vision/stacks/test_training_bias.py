"""What the reader's training data took for granted is taken out again."""

from collections import Counter

import numpy as np
import pytest

from lab.training.scenes.tables import blockade_grid, changed_grid
from vision.stacks.training_bias import P as TRAINING_BIAS
from vision.stacks.training_bias import _shares, colourless
from vision.tracking.looney_set import BIAS, ordinary_stacks


def test_every_ordinary_stack_has_a_share_and_no_more_than_all() -> None:
    shapes = {colourless(stack) for stack in ordinary_stacks()}
    assert shapes == set(_shares())
    assert 0.8 < sum(_shares().values()) <= 1


@pytest.mark.parametrize("shape", ["O3", "O3O1", "O3O1O1", "O3O2O1K3", "C3O2O2O2O2O2"])
def test_the_shares_are_those_of_the_lessons(shape: str) -> None:
    rng = np.random.default_rng(1)
    seen: Counter[str] = Counter()
    for _ in range(600):
        before = blockade_grid(rng)
        seen.update(map(colourless, [*before.values(), *changed_grid(rng, before).values()]))
    assert seen[shape] / sum(seen.values()) == pytest.approx(_shares()[shape], rel=0.15)


def test_larges_with_no_or_two_smalls_gain_on_those_with_one() -> None:
    for colour in "RYGB":
        assert BIAS.correction(f"{colour}3{colour}1") == 0
        assert BIAS.correction(f"{colour}3") > 0.5
        assert BIAS.correction(f"{colour}3{colour}1{colour}1") > BIAS.correction(f"{colour}3")


def test_no_stack_gains_or_loses_without_bounds_and_odd_ones_nothing() -> None:
    assert all(TRAINING_BIAS.least <= BIAS.correction(stack) <= TRAINING_BIAS.most for stack in ordinary_stacks())
    assert [BIAS.correction(stack) for stack in ("", "G3R1", "R1", "G3G1" + "K3G1K3")] == [0, 0, 0, 0]


def test_what_lessons_never_had_gains_nothing_by_being_rare() -> None:
    assert [BIAS.correction(stack) for stack in ("G3G2G1K3G2G2G2G2", "G3G2G2G2G2G2G1")] == [0, 0]
