"""How many signs are on the board."""

from typing import Any

from kivy.properties import NumericProperty
from kivy.uix.label import Label


class Count(Label):
    """Shows how many signs there are."""

    score: Any = NumericProperty(0)

    def on_score(self, _count: object, score: int) -> None:
        self.text = str(score)
