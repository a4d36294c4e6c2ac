"""Drives the app from outside, frame by frame, with touches as a finger makes them: for pictures and for tests."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from kivy.base import EventLoop, runTouchApp
from kivy.core.window import Window
from kivy.input.motionevent import MotionEvent
from kivy.uix.scrollview import ScrollView

from companion.app.app import CompanionApp
from companion.app.games.opening import GameSetup
from companion.app.intents import AnyIntent
from companion.app.json_object import JsonObject
from companion.app.theme import SLOW
from companion.referee.errors import RefereeError

PAUSE = 0.005
# A whole board is drawn in four frames.
PICTURE_FRAMES = 6
# What does not fit into one frame is made in the next ones.
FIND_FRAMES = 20


class Finger(MotionEvent):
    """A touch at a point of the window, in pixels."""

    def __init__(self, x: float, y: float) -> None:
        super().__init__("driver", 1, {"x": x / Window.width, "y": y / Window.height}, is_touch=True, type_id="touch")

    def depack(self, args: Any) -> None:
        self.sx, self.sy = args["x"], args["y"]
        self.profile = ["pos"]
        super().depack(args)


@contextmanager
def app_shown(changes: JsonObject) -> Iterator["Driver"]:
    """Run an app with these changes of its settings, which leaves nothing behind."""
    with TemporaryDirectory() as data:
        driver = Driver(Path(data))
        driver.app.change(**changes)
        driver.start()
        try:
            yield driver
        finally:
            driver.stop()


class Driver:
    """An app under way, its frames run by hand."""

    def __init__(self, folder: Path, *, guided: bool = True) -> None:
        self.app = CompanionApp(folder)
        if guided:
            self.app.change(guided=True)

    def start(self) -> None:
        self.app._run_prepare()
        runTouchApp(embedded=True)
        self.frames(3)

    def stop(self) -> None:
        """Leave the game and take the app off the window, which stays."""
        self.app.on_stop()
        for child in list(Window.children):
            Window.remove_widget(child)

    def begin(self, game: str, source: str = "touch", **setup: Any) -> None:
        """Start a game, see GameSetup; it is on the screen when this returns."""
        self.app.start_game(GameSetup(game=game, source=source, **setup))
        self.until(lambda: getattr(self.screen, "shown", None))

    def send(self, intent: AnyIntent) -> None:
        self.app.send(intent)

    @property
    def screen(self) -> Any:
        return self.app.screens.current_screen

    def frames(self, count: int = 2) -> None:
        for _ in range(count):
            EventLoop.idle()

    def until(self, true: Callable[[], object], seconds: float = 300.0) -> None:
        """Run frames until it is true. Raises RefereeError when that takes longer than `seconds`."""
        end = time.monotonic() + seconds
        while not true():
            if time.monotonic() > end:
                raise RefereeError("table.late")
            EventLoop.idle()
            time.sleep(PAUSE)
        self.frames()

    def touch(self, x: float, y: float) -> None:
        """Put a finger down and lift it at once: no frame passes, so that a slow machine makes no long press of it."""
        finger = Finger(x, y)
        EventLoop.post_dispatch_input("begin", finger)
        EventLoop.post_dispatch_input("end", finger)
        self.frames()

    def drag(self, x: float, y: float, to_x: float) -> None:
        """Put a finger down, move it sideways and lift it."""
        finger = Finger(x, y)
        EventLoop.post_dispatch_input("begin", finger)
        finger.move({"x": to_x / Window.width, "y": y / Window.height})
        EventLoop.post_dispatch_input("update", finger)
        EventLoop.post_dispatch_input("end", finger)
        self.frames()

    def find(self, name: str) -> Any:
        """Return the control of that name, waiting some frames for it. Raises RefereeError if there is none."""
        for frame in range(FIND_FRAMES):
            for widget in self.widgets():
                if getattr(widget, "name", None) == name and widget.get_root_window():
                    self.frames(2 if frame else 0)
                    return widget
            self.frames(1)
        raise RefereeError("table.not_shown", name=name)

    def has(self, name: str) -> bool:
        return any(getattr(widget, "name", None) == name for widget in self.widgets())

    def press(self, name: str) -> None:
        """Touch a control in its middle, which a list is scrolled to first."""
        widget = self.find(name)
        for view in (each for each in self.widgets() if isinstance(each, ScrollView)):
            inside = widget in view.walk(restrict=True)
            if inside and not view.collide_point(*view.parent.to_widget(*widget.to_window(*widget.center))):
                view.scroll_to(widget, animate=False)
                self.frames()
        self._touch_at_rest(lambda: widget.to_window(*widget.center))

    def tap(self, spot: str) -> None:
        """Touch a spot of the board."""
        self._touch_at_rest(lambda: self.screen.board.centre_of(spot))

    def _touch_at_rest(self, where: Callable[[], tuple[float, float]]) -> None:
        """Touch a place once it lies still: a screen that has just opened is laid out by frames."""
        before = None
        while before != (now := tuple(where())):
            before = now
            self.frames()
        self.touch(*now)

    def hold(self, spot: str) -> None:
        """Put a finger on a spot and lift it when the board has taken it for a long press, however slow it is."""
        finger = Finger(*self.screen.board.centre_of(spot))
        EventLoop.post_dispatch_input("begin", finger)
        self.until(lambda: finger.ud.get("held"))
        EventLoop.post_dispatch_input("end", finger)
        self.frames()

    def widgets(self) -> Iterator[Any]:
        """Everything in the window, what lies on top first."""
        for child in Window.children:
            yield from child.walk()

    def texts(self) -> list[str]:
        """Return all texts that can be read in the window."""
        return [widget.text for widget in self.widgets() if getattr(widget, "text", "")]

    def picture(self, path: Path) -> Path:
        """Write what the window shows as a PNG, once everything is at rest."""
        self.frames(PICTURE_FRAMES)
        end = time.monotonic() + SLOW
        while time.monotonic() < end:
            self.frames(1)
        Path(Window.screenshot(name=str(path.absolute()))).replace(path)
        return path
