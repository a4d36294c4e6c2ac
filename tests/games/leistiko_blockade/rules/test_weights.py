"""The learnt tables are packed without loss."""

import pytest

from companion.games.leistiko_blockade.rules.model import Variant
from companion.games.leistiko_blockade.rules.weights import CODES, COUNTS, WEIGHTS, packed, unpacked


@pytest.mark.parametrize("variant", WEIGHTS)
def test_tables_go_round_through_bytes(variant: Variant) -> None:
    weights = WEIGHTS[variant]
    assert unpacked(packed(weights)) == weights
    assert [len(row) for row in weights.pairs] == [*range(CODES, 0, -1)]
    assert {len(row) for row in (*weights.facing, *weights.near, *weights.left_second)} == {COUNTS}


def test_numbers_are_those_that_were_learnt() -> None:
    weights = WEIGHTS["base"]
    assert weights.facing[0][:4] == (-11, 62, 67, 96) and weights.facing[16][-2:] == (24, 0)
    assert (weights.left_first[16][14:], weights.left_second[16][14:]) == ((5, -11, -22), (37, 52, 36))
