"""What lies on the screen: nothing is covered, one thing to do is filled, icons stand where there is room for them."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from companion.app.games.opening import GameSetup
from companion.games.reason import because

if TYPE_CHECKING:
    from companion.app.driver import Driver

pytestmark = pytest.mark.slow


def buttons(driver: "Driver") -> list[Any]:
    from companion.app.widgets.controls import Press  # noqa: PLC0415

    return [each for each in driver.widgets() if isinstance(each, Press) and each.get_root_window() and each.opacity]


def test_a_notice_covers_no_button_and_gives_its_room_back(driver: "Driver") -> None:
    from companion.app.widgets.notice_bar import NoticeBar  # noqa: PLC0415

    driver.app.open_settings()
    driver.app.notify(because("shared.saved", path="a" * 300))
    driver.until(lambda: any(isinstance(each, NoticeBar) for each in driver.widgets()))
    (bar,) = (each for each in driver.widgets() if isinstance(each, NoticeBar))
    assert [each.name for each in buttons(driver) if each.to_window(*each.pos)[1] + each.height > bar.y + 1] == []
    driver.touch(*bar.center)
    assert driver.screen.height == driver.screen.parent.height == bar.top


def test_one_button_is_filled_also_beside_a_game_of_before(driver: "Driver") -> None:
    def filled() -> list[str]:
        return [each.name for each in buttons(driver) if each.tone in ("accent", "good") and not each.disabled]

    assert filled() == ["start"]
    driver.begin("looney-blockade")
    driver.press("roll")
    driver.until(lambda: driver.screen.shown.roll)
    driver.press("menu")
    driver.until(lambda: driver.has("again"))
    assert filled() == ["again"]
    driver.press("source practice")
    assert filled() == ["start"]


def test_a_switch_is_one_button(driver: "Driver") -> None:
    driver.app.open_settings()
    assert driver.app.settings.hints and not driver.has("hints True")
    driver.press("hints False")
    assert not driver.app.settings.hints
    driver.press("hints True")
    assert driver.app.settings.hints


def test_a_row_has_icons_and_letters_of_one_kind(driver: "Driver") -> None:
    driver.app.change(language="de")
    driver.app.start_game(GameSetup(source="touch"))
    driver.until(lambda: getattr(driver.screen, "shown", None))
    row = driver.screen.ids.actions.children
    assert {each.arrangement for each in row} == {"above"} and len({each.font_size for each in row}) == 1
    assert all(each.icon and "\n" not in each.text for each in row)


def test_dice_go_when_a_game_is_over(driver: "Driver") -> None:
    """In the largest letters they had the room of what is said."""
    driver.begin("looney-blockade")
    driver.press("roll")
    driver.until(lambda: driver.screen.shown.roll)
    screen = driver.screen
    assert screen.view.dice
    assert screen.presenter.view(replace(screen.shown, phase="won", winner="cool")).dice == ()
