"""The learnt tables are packed without loss."""

import pytest

from companion.games.leistiko_blockade.rules.model import Variant
from companion.games.leistiko_blockade.rules.weights import CODES, COUNTS, WEIGHTS, packed, unpacked


@pytest.mark.parametrize("variant", WEIGHTS)
def test_tables_go_round_through_bytes(variant: Variant) -> None:
    weights = WEIGHTS[variant]
    assert unpacked(packed(weights)) == weights
    assert [len(row) for row in weights.pairs] == [*range(CODES, 0, -1)]
    assert {len(row) for row in (*weights.inner, *weights.near, *weights.left_second)} == {COUNTS}


def test_numbers_are_those_that_were_learnt() -> None:
    weights = WEIGHTS["base"]
    assert weights.outer[0][:4] == (-110, 620, 670, 960) and weights.inner[16][-2:] == (240, 0)
    assert (weights.left_first[16][14:], weights.left_second[16][14:]) == ((50, -110, -220), (370, 520, 360))
