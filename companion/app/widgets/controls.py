"""Labels, buttons, cards and sheets in the theme's colours."""

from collections.abc import Callable, Iterable
from functools import partial
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
    """Fill a box with a button an action; buttons that are there already stay, lest a touch on one is lost."""
    wanted = [(a.name, a.label, a.tone, a.enabled) for a in actions]
    if [(b.name, b.text, b.tone, not b.disabled) for b in reversed(box.children)] == wanted:
        return
    box.clear_widgets()
    for name, label, tone, enabled in wanted:
        button = press(name, label, partial(act, name), tone)
        button.disabled = not enabled
        box.add_widget(button)


def load(module_file: str) -> None:
    """Load the .kv file beside a module."""
    Builder.load_file(str(Path(module_file).with_suffix(".kv")))


load(__file__)

__all__ = ["Card", "Page", "Press", "Sheet", "Small", "Title", "Words", "load", "press", "show_actions", "theme"]
