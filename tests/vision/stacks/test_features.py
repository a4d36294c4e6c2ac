"""The features must tell all stacks apart, or the reader could never."""

import pytest

from tests.saying import refused
from vision.stacks.features import FEATURES, LEVELS, feature_matrix, features
from vision.tracking.looney_set import ordinary_stacks


def test_no_two_ordinary_stacks_look_alike_to_the_reader() -> None:
    stacks = ordinary_stacks()
    assert len({row.tobytes() for row in feature_matrix(stacks)}) == len(stacks)


def test_every_stack_has_a_place_and_a_kind_on_every_level() -> None:
    for stack in ("", "C3", "G3G2G1K3", "C3" + "B2" * LEVELS):
        assert features(stack).sum() == 1 + LEVELS + 3
        assert features(stack).shape == (FEATURES,)


@pytest.mark.parametrize("stack", ["C1", "Q3", "C3" + "B2" * (LEVELS + 1)])
def test_what_no_set_holds_is_refused(stack: str) -> None:
    with refused("cannot be read"):
        features(stack)
