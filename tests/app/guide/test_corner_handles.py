"""The rings that are dragged to the board's corners."""

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from companion.app.driver import Driver

CORNERS = ((0.2, 0.8), (0.8, 0.8), (0.8, 0.2), (0.2, 0.2))


@pytest.mark.slow
def test_a_ring_is_fetched_from_far_and_does_not_jump_under_a_near_finger(driver: "Driver") -> None:
    from companion.app.guide.corner_handles import CornerHandles  # noqa: PLC0415 - opens the window

    size, pos = (600, 400), (200, 200)
    rings = CornerHandles(corners=CORNERS, names=("a1", "e1", "e5", "a5"), size_hint=(None, None), size=size, pos=pos)
    driver.screen.add_widget(rings)
    x, y = rings.place(0)
    driver.touch(x + 20, y - 15)
    assert rings.corners == CORNERS and rings.held == -1
    driver.drag(x + 20, y - 15, x + 80)
    assert rings.corners[0] == (pytest.approx(0.3, abs=0.01), 0.8) and rings.corners[1:] == CORNERS[1:]
    driver.touch(pos[0] + size[0] * 0.95, pos[1] + size[1] * 0.5)
    assert (pytest.approx(0.95, abs=0.01), pytest.approx(0.5, abs=0.01)) in rings.corners
    driver.screen.remove_widget(rings)
