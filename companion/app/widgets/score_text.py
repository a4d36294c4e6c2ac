"""A score in figures, for games that draw none."""

from typing import Any

from kivy.properties import ObjectProperty

from companion.app.widgets.controls import Words


class ScoreText(Words):
    """Shows `score` as it is written."""

    score: Any = ObjectProperty("")

    def on_score(self, _view: object, score: object) -> None:
        self.text = str(score)
