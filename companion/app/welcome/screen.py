"""The first screen of the first start: three doors."""

from collections.abc import Callable, Mapping

from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout

from companion.app.rules.view import choose_over
from companion.app.texts.texts import Texts
from companion.app.welcome.pictures import door_picture
from companion.app.widgets.controls import Page, load
from companion.app.widgets.icon_button import IconButton


class Door(ButtonBehavior, BoxLayout):
    """One way to begin: a picture, what it is, what it needs."""

    name = StringProperty("")
    title = StringProperty("")
    says = StringProperty("")


class WelcomeScreen(Page):
    """`doors` are what each door leads to, by its name."""

    texts = ObjectProperty(None)

    def __init__(self, texts: Texts, doors: Mapping[str, Callable[[], None]], **kwargs: object) -> None:
        self.texts = texts
        super().__init__(**kwargs)
        self.ids.header.add_widget(IconButton("rules", needed=True, on_release=lambda _book: choose_over(texts)))
        for name, enter in doors.items():
            door = Door(name=f"door {name}", title=texts(f"welcome.{name}"), says=texts(f"welcome.{name}.says"))
            door.ids.picture.add_widget(door_picture(name))
            door.ids.told.bind(height=self._level)
            door.bind(on_release=lambda _door, enter=enter: enter())
            self.ids.doors.add_widget(door)

    def _level(self, *_: object) -> None:
        """Give all words the height of the longest: the pictures above them are of one height."""
        doors = self.ids.doors.children
        for door in doors:
            door.ids.below.height = max(each.ids.told.height for each in doors)


load(__file__)
