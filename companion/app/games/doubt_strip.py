"""A strip over the foot of the screen that asks which reading of a picture is right."""

from collections.abc import Callable, Sequence
from typing import Any

from kivy.input.motionevent import MotionEvent
from kivy.properties import NumericProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.stencilview import StencilView
from kivy.uix.widget import Widget

from companion.app.games.large_picture import LargePicture
from companion.app.games.presenter import OfferedReading
from companion.app.theme import theme
from companion.app.views import ShownPicture
from companion.app.widgets.controls import load
from companion.app.widgets.lettering import height_of

# Width of a card less that of its words on a portrait display, in controls.
BESIDE_WORDS = 2.8


class Clipped(StencilView, BoxLayout):
    """A box that clips what reaches out of it."""


class ReadingCard(ButtonBehavior, BoxLayout):
    """One answer: a picture of the table and words; it leaves room for the `longest` words, for boards are compared."""

    name = StringProperty("")
    longest = NumericProperty(0)


class DoubtStrip(BoxLayout):
    """The camera's picture on the left with "something else" below, and a card for each answer; on a portrait display
    the cards are one below the other. Touches do not pass through."""

    question = StringProperty("")
    # How wide the ground is on which it stands, beside the rows of buttons.
    beneath = NumericProperty(0)

    def __init__(self, board: Callable[[], Widget], choose: Callable[[OfferedReading], None], **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._board, self._choose = board, choose
        self._readings: Sequence[OfferedReading] = ()
        self.picture = LargePicture()

    def ask(
        self, question: str, readings: Sequence[OfferedReading], picture: ShownPicture | None, neither: Widget | None
    ) -> None:
        """Replace all earlier answers by these. `neither`: the button for none of them."""
        self.question, self._readings = question, readings
        row = self.ids.row
        row.clear_widgets()
        if self.picture.parent:
            self.picture.parent.remove_widget(self.picture)
        landscape = not theme.portrait
        if landscape and (neither or (picture and not theme.narrow)):
            beside = BoxLayout(orientation="vertical", spacing=theme.gap)
            if picture and not theme.narrow:
                self.picture.show(picture)
                beside.add_widget(self.picture)
            else:
                beside.size_hint_x, beside.width = None, theme.touch * 2.4
                beside.add_widget(Widget())
            if neither:
                neither.size_hint_y, neither.height = None, theme.touch
                beside.add_widget(neither)
            row.add_widget(beside)
        for reading in readings:
            card = ReadingCard(name=f"reading {reading.number}")
            board: Any = self._board()
            board.picture, board.touchable = reading.board, False
            card.ids.board_box.add_widget(board)
            card.ids.words.text = reading.words
            card.ids.share.text = reading.share
            card.ids.told.bind(height=self._level)
            card.bind(on_release=lambda _card, one=reading: self._choose(one))
            row.add_widget(card)
        if neither and not landscape:
            row.add_widget(neither)

    def _level(self, *_: object) -> None:
        cards = [card for card in self.ids.row.children if isinstance(card, ReadingCard)]
        for card in cards:
            card.longest = max(each.ids.told.height for each in cards)

    def needed(self, width: float) -> float:
        """Return the least height that shows all words at this width; 0 on a landscape display."""
        if not theme.portrait or not self._readings:
            return 0.0
        beside = width - BESIDE_WORDS * theme.touch
        each = max(
            height_of(reading.share, theme.body, beside) + height_of(reading.words, theme.small, beside)
            for reading in self._readings
        )
        high = max(theme.touch, each + theme.gap * 3) * len(self._readings)
        return float(high + theme.gap * len(self.ids.row.children) + theme.touch * 2)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        return bool(super().on_touch_down(touch)) or bool(self.collide_point(*touch.pos))


load(__file__)
