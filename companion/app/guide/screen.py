"""A screen that leads through something: the camera's picture, what is to be done, and buttons."""

from collections.abc import Callable, Mapping
from typing import Any

from kivy.input.motionevent import MotionEvent
from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.widget import Widget

from companion.app.guide.guide import Guide
from companion.app.guide.presenter import StepsPresenter, StepsView
from companion.app.intents import Send, call
from companion.app.views import Action
from companion.app.widgets import camera_picture  # noqa: F401 - the .kv file names it
from companion.app.widgets.controls import Page, load, show_actions


class StepsScreen(Page):
    """`own` does what the buttons of those names are for that ask nothing of the table."""

    tone = StringProperty("plain")
    shown = ObjectProperty(None, allownone=True)

    def __init__(
        self, presenter: StepsPresenter, send: Send, own: Mapping[str, Callable[[Any], None]], **kwargs: object
    ) -> None:
        self.presenter = presenter
        self._send, self._own = send, own
        self.view: StepsView | None = None
        super().__init__(**kwargs)
        # A widget that is off the screen lives only as long as somebody holds it.
        self._picture_box = self.ids.picture_box.__self__
        self._picture_box.bind(size=lambda *_: self._fit())
        self.ids.picture.bind(on_touch_down=self._tapped)

    def show(self, state: Any) -> None:
        """Take over a new state."""
        self.shown = state
        view = self.view = self.presenter.view(state)
        ids = self.ids
        ids.title.text, ids.headline.text, self.tone = view.title, view.headline, view.tone
        ids.words.text = "\n\n".join(words for words in view.words if words)
        show_actions(ids.choices, view.choices, self.act)
        show_actions(ids.actions, view.actions, self.act)
        self._place(bool(view.picture))
        if view.picture:
            ids.picture.show(view.picture)
            self._fit()

    def act(self, action: Action) -> None:
        """A button was pressed."""
        if action.intent:
            self._send(action.intent)
        else:
            self._own[action.name](self.shown)

    def _place(self, with_picture: bool) -> None:
        """The picture is beside the words, or not there at all."""
        box, middle = self._picture_box, self.ids.middle
        if with_picture and box.parent is None:
            middle.add_widget(box, index=1)
        elif not with_picture and box.parent:
            middle.remove_widget(box)

    def _fit(self) -> None:
        """As large as it can be in its own proportions."""
        picture, box = self.ids.picture, self._picture_box
        if picture.texture:
            width, height = picture.texture.size
            scale = min(box.width / width, box.height / height)
            picture.size = (width * scale, height * scale)

    def _tapped(self, picture: Widget, touch: MotionEvent) -> bool:
        if not picture.collide_point(*touch.pos) or getattr(self.shown, "taps", None) is None:
            return False
        x, y = (touch.x - picture.x) / picture.width, (touch.y - picture.y) / picture.height
        self._send(call(Guide.tap, x, 1 - y))
        return True


load(__file__)
