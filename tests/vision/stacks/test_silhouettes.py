"""What is put before a stack hides it and does not change it."""

import pytest

from tests.vision.tables import CELLS, view_from
from vision.geometry.solids import USUAL_RISE_MM
from vision.stacks.crops import frame
from vision.stacks.silhouettes import Veil, nearest_first, veil

LOW = view_from(38, -90.0, 560.0)
"""From before rank 1, so that it stands in front."""


def before(cell: str, **fronts: tuple[str, str]) -> Veil | None:
    return veil(LOW, cell, "G3", frame(LOW, cell), fronts, USUAL_RISE_MM)


def test_what_has_not_changed_is_no_veil() -> None:
    assert before("c3", c2=("G3G2", "G3G2")) is None


def test_what_has_changed_aside_is_none_either() -> None:
    assert before("c3", a2=("G3", "G3G2G1K3")) is None


def test_the_more_is_put_before_a_stack_the_less_of_its_top_shows() -> None:
    found = [before("c3", c2=("G3", now)) for now in ("G3G1", "G3G2G1K3", "G3G2G1K3B1B1B1")]
    shows = [veil.shows for veil in found if veil]
    assert len(shows) == 3
    assert shows == sorted(shows, reverse=True) and shows[-1] < 0.2 and shows[0] > 0.7


def test_what_was_taken_away_before_it_lets_more_show_and_is_no_change_of_its_own() -> None:
    found = before("c3", c2=("G3G2G1K3B1B1", "G3"))
    assert found and found.shows == 1 and found.over.any()


def test_what_hid_it_before_does_not_count() -> None:
    alone = before("c3", c2=("G3", "G3G2G1K3"))
    behind = before("c3", c2=("G3", "G3G2G1K3"), d2=("G3G2G2G2", "G3G2G2G2"))
    assert alone and behind and behind.shows == pytest.approx(alone.shows, abs=0.05)


def test_the_front_comes_first() -> None:
    ranks = [cell[1] for cell in nearest_first(LOW, CELLS)]
    assert ranks[:3] == ["1"] * 3 and ranks[-3:] == ["5"] * 3
