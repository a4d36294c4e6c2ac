"""The history of a long game can be reached by a finger."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from companion.app.driver import Driver

LONG = 120


@pytest.fixture
def scrubber(driver: "Driver") -> Iterator[Any]:
    from companion.app.widgets.scrubber import Scrubber  # noqa: PLC0415 - opens the window

    row = Scrubber(marks=("good",) * LONG, size_hint=(None, None), size=(480, 66), pos=(40, 40))
    row.bind(on_moment=lambda row, number: setattr(row, "at", number))
    driver.screen.add_widget(row)
    yield row
    driver.screen.remove_widget(row)


@pytest.mark.slow
def test_marks_of_a_long_game_are_far_enough_apart_to_be_hit(driver: "Driver", scrubber: Any) -> None:
    from companion.app.theme import theme  # noqa: PLC0415

    last = LONG - 1
    assert scrubber.place(last) - scrubber.place(last - 1) >= theme.touch / 2
    driver.touch(scrubber.place(last - 3), scrubber.center_y)
    assert scrubber.at == last - 3
    driver.touch(scrubber.x + 5, scrubber.center_y)
    assert scrubber.at == last - 4


@pytest.mark.slow
def test_the_first_turn_of_a_long_game_is_reached_in_few_touches(driver: "Driver", scrubber: Any) -> None:
    for _touch in range(32):
        driver.touch(scrubber.x + scrubber.height * 1.3, scrubber.center_y)
        if scrubber.at == 0:
            break
    assert scrubber.at == 0
