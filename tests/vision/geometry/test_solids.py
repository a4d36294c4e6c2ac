"""Stacking heights against the published piece dimensions."""

import pytest

from tests.saying import refused
from vision.geometry.solids import HEIGHT_MM, solids


def test_each_piece_rests_one_rise_above_the_apex_below() -> None:
    apexes = [solid.apex for solid in solids("G3G2G1K3", rise=8.0)]
    assert apexes == pytest.approx([44.45, 52.45, 60.45, 68.45])


@pytest.mark.parametrize(("cap", "foot"), [("K3", 24.0), ("K2", 33.52), ("K1", 43.05)])
def test_a_smaller_cap_sits_higher_on_the_same_tree(cap: str, foot: float) -> None:
    assert solids(f"R3R2R1{cap}", rise=8.0)[-1].foot == pytest.approx(foot, abs=0.01)


def test_a_medium_over_a_small_is_held_up_by_the_board_at_the_latest() -> None:
    small, medium = solids("B1B2", rise=2.0)
    assert small.apex == HEIGHT_MM[1]
    assert medium.foot == 0


@pytest.mark.parametrize("stack", ["G", "G4", "X1", "G3 G1", "g3"])
def test_a_malformed_stack_is_named(stack: str) -> None:
    with refused("is no stack"):
        solids(stack, 8.0)
