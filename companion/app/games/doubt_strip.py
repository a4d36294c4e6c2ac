"""What is asked where a picture allows more than one reading: a strip over the foot of the screen."""

from collections.abc import Callable, Sequence
from typing import Any

from kivy.input.motionevent import MotionEvent
from kivy.properties import StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.app.games.large_picture import LargePicture
from companion.app.games.presenter import OfferedReading
from companion.app.theme import theme
from companion.app.views import ShownPicture
from companion.app.widgets.controls import load


class ReadingCard(ButtonBehavior, BoxLayout):
    """One answer: a picture of the table, and what it is called."""

    name = StringProperty("")


class DoubtStrip(BoxLayout):
    """The camera's picture on the left, a card for each answer, and "something else". What is behind it stays in sight,
    and is not touched through it.
    """

    question = StringProperty("")

    def __init__(self, board: Callable[[], Widget], choose: Callable[[OfferedReading], None], **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._board, self._choose = board, choose
        self.picture = LargePicture()

    def ask(
        self, question: str, readings: Sequence[OfferedReading], picture: ShownPicture | None, none: Widget | None
    ) -> None:
        """Show these answers in the place of all earlier ones; `none` says that it is none of them."""
        self.question = question
        row = self.ids.row
        row.clear_widgets()
        if picture and not theme.narrow and not theme.portrait:
            self.picture.show(picture)
            row.add_widget(self.picture)
        for reading in readings:
            card = ReadingCard(name=f"reading {reading.number}")
            board: Any = self._board()
            board.picture, board.touchable = reading.board, False
            card.ids.board_box.add_widget(board)
            card.ids.words.text = reading.words
            card.ids.share.text = reading.share
            card.bind(on_release=lambda _card, one=reading: self._choose(one))
            row.add_widget(card)
        if none:
            column = BoxLayout(orientation="vertical", size_hint_x=None, width=theme.touch * 2.4)
            column.add_widget(Widget())
            column.add_widget(none)
            row.add_widget(column)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        return bool(super().on_touch_down(touch)) or bool(self.collide_point(*touch.pos))


load(__file__)
