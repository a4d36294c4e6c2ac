"""A finger on the board: how long it stays is its own time, not that of frames."""

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.app.driver import Driver


def test_a_tap_during_a_slow_frame_is_no_long_press(driver: "Driver") -> None:
    from kivy.base import EventLoop  # noqa: PLC0415 - importing it opens the window
    from kivy.uix.widget import Widget  # noqa: PLC0415

    from companion.app.driver import Finger  # noqa: PLC0415
    from companion.app.widgets.touched_board import HOLD_SECONDS, TouchedBoard  # noqa: PLC0415

    class Board(TouchedBoard):
        def spot_at(self, x: float, y: float) -> str | None:
            return "a1"

    told: list[str] = []
    board = Board(size=(400, 400))
    board.bind(on_spot=lambda *_: told.append("tap"), on_hold=lambda *_: told.append("hold"))
    holder: Widget = driver.screen
    holder.add_widget(board)
    finger = Finger(100, 100)
    EventLoop.post_dispatch_input("begin", finger)
    time.sleep(HOLD_SECONDS + 0.05)
    driver.frames(1)  # What came in meanwhile is read only after this one.
    EventLoop.post_dispatch_input("end", finger)
    driver.frames(2)
    assert told == ["tap"]
    finger = Finger(100, 100)
    EventLoop.post_dispatch_input("begin", finger)
    driver.until(lambda: "hold" in told)
    EventLoop.post_dispatch_input("end", finger)
    driver.frames(2)
    holder.remove_widget(board)
    assert told == ["tap", "hold"]


def test_a_list_that_is_flicked_stays_within_its_ends_however_long_frames_take(driver: "Driver") -> None:
    from kivy.uix.scrollview import ScrollView  # noqa: PLC0415 - importing it opens the window

    from companion.app.widgets import controls  # noqa: F401, PLC0415 - says how lists scroll

    effect = ScrollView(size=(200, 200)).effect_y
    effect.min, effect.max, effect.value, effect.velocity = -500, 0, -500, -4000
    shown = []
    for _ in range(40):
        effect.update_velocity(0.6)
        shown.append(effect.scroll)
    assert all(-500 <= scroll <= 0 for scroll in shown), shown


def tap_twice(driver: "Driver", name: str) -> None:
    """Tap a button and at once the same place again, as a double tap comes from the window."""
    from kivy.base import EventLoop  # noqa: PLC0415 - importing it opens the window

    from companion.app.driver import Finger  # noqa: PLC0415

    button = driver.find(name)
    x, y = button.to_window(*button.center)
    driver.touch(x, y)
    driver.frames(10)
    second = Finger(x, y)
    second.is_double_tap = True
    EventLoop.post_dispatch_input("begin", second)
    EventLoop.post_dispatch_input("end", second)
    driver.frames(10)


def test_a_double_tap_that_leaves_a_game_does_not_go_on_with_it(driver: "Driver") -> None:
    """The second tap hit the button to go on, which had come to lie where the first one had left."""
    driver.begin("looney-blockade")
    driver.app.home()
    driver.until(lambda: driver.has("resume"))
    driver.press("resume")
    driver.until(lambda: getattr(driver.screen, "shown", None))
    tap_twice(driver, "menu")
    assert driver.screen.name == "start screen"


def test_a_double_tap_to_enter_programs_does_not_end_what_it_has_opened(driver: "Driver") -> None:
    driver.begin("pyramid-ball", players={"first": "Ada", "second": "Ben"})
    tap_twice(driver, "enter")
    driver.until(lambda: driver.screen.shown.own.entry)
    driver.frames(10)
    assert driver.screen.shown.own.entry.side == "first"
    driver.press("uncover")


def test_a_button_takes_both_taps_of_a_double_tap(driver: "Driver") -> None:
    """Such as one that goes on step by step."""
    driver.app.learning_screens.lesson("looney-blockade")
    driver.frames(4)
    at = driver.screen.at
    tap_twice(driver, "next")
    assert driver.screen.at == at + 2
