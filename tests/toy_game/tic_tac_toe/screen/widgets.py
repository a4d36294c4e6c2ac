"""The board of tic-tac-toe, and how many signs are on it."""

from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty
from kivy.uix.gridlayout import GridLayout
from kivy.uix.label import Label

from companion.app.widgets.controls import press

from ..rules.model import PLACES


class BoardOfNine(GridLayout):
    """Nine buttons."""

    picture: Any = ObjectProperty(None, allownone=True)
    touchable: Any = BooleanProperty(True)

    __events__ = ("on_spot", "on_hold")

    def __init__(self, **kwargs: object) -> None:
        super().__init__(cols=3, **kwargs)
        self._buttons = {place: press(f"spot {place}", "", lambda p=place: self._tapped(p)) for place in PLACES}  # type: ignore[misc]
        for button in self._buttons.values():
            button.size_hint_y = 1
            self.add_widget(button)

    def on_spot(self, spot: str) -> None:
        """A place was tapped."""

    def on_hold(self, spot: str) -> None:
        """A place was held."""

    def on_picture(self, _board: object, picture: Any) -> None:
        for place, button in self._buttons.items():
            button.text = picture.grid.get(place, "") if picture else ""

    def centre_of(self, spot: str) -> tuple[float, float]:
        x, y = self._buttons[spot].center
        return float(x), float(y)

    def _tapped(self, place: str) -> None:
        if self.touchable:
            self.dispatch("on_spot", place)


class Count(Label):
    """Shows how many signs there are."""

    score: Any = NumericProperty(0)

    def on_score(self, _count: object, score: int) -> None:
        self.text = str(score)
