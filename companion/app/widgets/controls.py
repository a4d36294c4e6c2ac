"""Labels, buttons, cards and sheets in the theme's colours."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import ColorProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.label import Label
from kivy.uix.modalview import ModalView
from kivy.uix.screenmanager import Screen

from companion.app.present.looney import Action
from companion.app.theme import theme


class Words(Label):
    """Text over the width it is given, as high as it needs."""


class Small(Words):
    """Smaller, softer text."""


class Title(Words):
    """What stands above something."""


class Press(ButtonBehavior, Label):
    """A button; `tone` is plain or a colour of the theme. `name` is what it is for, for tests to find it by."""

    tone: Any = StringProperty("plain")
    ground: Any = ColorProperty("#ffffff")
    name: Any = StringProperty("")


class Banner(Label):
    """A quiet line about something that goes on beside the game; takes no room while it is empty."""


class Card(BoxLayout):
    """A group of things that belong together."""


class Page(Screen):
    """A screen on the theme's ground."""


class Sheet(ModalView):
    """Something that is asked over the screen; a tap beside it closes it."""

    def __init__(self, width: float, height: float, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.size = (min(width, theme_width() * 0.96), min(height, theme_height() * 0.96))


def theme_width() -> float:
    from kivy.core.window import Window  # noqa: PLC0415 - importing it opens the window

    return float(Window.width)


def theme_height() -> float:
    from kivy.core.window import Window  # noqa: PLC0415

    return float(Window.height)


def press(name: str, text: str, act: Callable[[], Any], tone: str = "plain", **kwargs: Any) -> Press:
    """A button that calls `act`."""
    button = Press(name=name, text=text, tone=tone, **kwargs)
    button.bind(on_release=lambda _button: act())
    return button


def show_actions(box: Any, actions: Iterable[Action], act: Callable[[str], Any]) -> None:
    """Fill a box with a button an action. Buttons that are there already are used again, for making one takes
    milliseconds; one that is being touched only for the same action, lest the touch comes to mean another.
    """
    actions = tuple(actions)
    while len(box.children) > len(actions):
        box.remove_widget(box.children[0])
    for place, action in enumerate(actions):
        index = len(box.children) - 1 - place
        button = box.children[index] if index >= 0 else None
        if button is not None and button.name != action.name and button.state == "down":
            box.remove_widget(button)
            button = _button(act)
            box.add_widget(button, index=index)
        elif button is None:
            button = _button(act)
            box.add_widget(button)
        button.name, button.text, button.tone = action.name, action.label, action.tone
        button.disabled = not action.enabled


def _button(act: Callable[[str], Any]) -> Press:
    """A button that calls `act` with the name it has when it is pressed."""
    button = Press()
    button.bind(on_release=lambda pressed: act(pressed.name))
    return button


def load(module_file: str) -> None:
    """Load the .kv file beside a module."""
    Builder.load_file(str(Path(module_file).with_suffix(".kv")))


load(__file__)

__all__ = ["Card", "Page", "Press", "Sheet", "Small", "Title", "Words", "load", "press", "show_actions", "theme"]
