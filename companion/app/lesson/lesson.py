"""Lessons: pictures of a game, each with its words and the place to tap."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.app.views import ShownDie
from companion.games.reason import Reason

if TYPE_CHECKING:
    from kivy.uix.widget import Widget


@dataclass(frozen=True)
class LessonStep:
    """A picture and its words. `says`: key of the text. `why`: the engine's reason. `tap`: place to tap; "" for a
    button. `picture` is such as the game's board widget takes."""

    says: str
    picture: Any
    tap: str = ""
    dice: tuple[ShownDie, ...] = ()
    why: Reason | None = None


@dataclass(frozen=True)
class Lesson:
    """A lesson. `board` makes the widget of its pictures, with a `picture` and an event `on_spot`."""

    board: "Callable[[], Widget]"
    steps: tuple[LessonStep, ...]
