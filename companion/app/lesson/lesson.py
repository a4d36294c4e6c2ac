"""What a lesson is: pictures of a game, what is said about each, and where to tap on it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.app.views import ShownDie
from companion.games.reason import Reason

if TYPE_CHECKING:
    from kivy.uix.widget import Widget


@dataclass(frozen=True)
class LessonStep:
    """`says` is a key of the texts, `why` what the engine says about it; `tap` is the place to be tapped to go on, ""
    where a button goes on.
    """

    says: str
    picture: Any
    tap: str = ""
    dice: tuple[ShownDie, ...] = ()
    why: Reason | None = None


@dataclass(frozen=True)
class Lesson:
    """`board` makes the widget that shows the pictures; it has a `picture` and an event `on_spot`."""

    board: "Callable[[], Widget]"
    steps: tuple[LessonStep, ...]
