"""How much of a stack shows past those before it."""

import pytest

from tests.vision.tables import CELLS, view_from
from vision.geometry.solids import USUAL_RISE_MM
from vision.stacks.in_front import shown_shares

LOW = view_from(32, -90.0, 560.0)
"""From before rank 1, so that it stands in front."""
BARE = dict.fromkeys(CELLS, "G3")


def shares(**stacks: str) -> dict[str, float]:
    return shown_shares(LOW, BARE | stacks, USUAL_RISE_MM)


def test_the_front_shows_whole() -> None:
    assert all(share == 1 for cell, share in shares().items() if cell[1] == "1")


def test_the_taller_the_front_the_less_shows_of_what_is_behind() -> None:
    behind = [shares(c2=front)["c3"] for front in ("C3", "G3", "G3G2", "G3G2G1K3")]
    assert behind == sorted(behind, reverse=True) and behind[-1] < 0.3 < behind[0]
    assert shares(c2="G3G2G1K3")["a3"] == shares()["a3"], "what stands beside it hides nothing"


def test_one_sees_through_what_is_clear() -> None:
    front = shares(c1="")
    assert shares(c1="C3") == pytest.approx(front)
    assert shares(c1="C3G2G2")["c2"] < front["c2"]


def test_a_tall_stack_shows_over_what_is_before_it() -> None:
    assert shares(c3="G3G2G2G2G2")["c3"] > 1.2 * shares()["c3"]


def test_what_lies_outside_the_picture_does_not_show() -> None:
    beyond = LOW.with_pitch(LOW.pitch)
    moved = type(beyond)(
        beyond.camera, beyond.rotation, (beyond.translation[0] - 330, *beyond.translation[1:]), grid=beyond.grid
    )
    found = shown_shares(moved, BARE, USUAL_RISE_MM)
    assert found["a1"] == 0 and found["e1"] > found["a1"]
