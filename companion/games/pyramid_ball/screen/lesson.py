"""A lesson of Pyramid Ball: a program, how it is carried out, a push, a pass, a goal."""

from itertools import pairwise
from typing import Any

from companion.app.lesson.lesson import LessonStep
from companion.app.views import BoardPicture, Tone
from companion.games.engine import Json
from companion.games.pyramid_ball.rules import initial
from companion.games.pyramid_ball.screen.field import USUAL, grid_of, way

WORD = "FRF"


def steps() -> tuple[LessonStep, ...]:
    """Return the lesson, on the usual set-up and on later positions."""
    start = initial("basic").to_json()
    apart = {**start, "second": {"S": "f6", "M": "e6", "L": "b6"}, "first": {"S": "f3", "M": "d5", "L": "b4"}}
    close: Json = {**start, "first": {"S": "f5", "M": "d7", "L": "b4"}, "second": {"S": "f7", "M": "e5", "L": "b6"}}
    caught: Json = {**start, "first": {"S": "f6", "M": "d4", "L": "b3"}, "second": {"S": "c7", "M": "e5", "L": "b6"}}
    scored: Json = {**close, "first": {**close["first"], "M": "d8"}}
    path = _arrows(start, "M", WORD)
    ends: dict[str, Tone] = {f"{file}8": "accent" for file in "abcdefg"}
    return (
        LessonStep("lesson.ball.aim", _field(start, ends)),
        LessonStep("lesson.ball.ball", _field(start, {start["first"]["M"]: "mark"}), start["first"]["M"]),
        LessonStep("lesson.ball.program", _field(start, {start["first"]["M"]: "mark"}, path)),
        LessonStep("lesson.ball.minute", _field(start)),
        LessonStep("lesson.ball.rows", _field(apart, {}, _arrows(apart, "M", "F"))),
        LessonStep("lesson.ball.defence", _field(start, {"d4": "mark", "d5": "warn"}, _arrows(start, "M", "F")), "d5"),
        LessonStep("lesson.ball.why", _field(start, {"d5": "bad"})),
        LessonStep("lesson.ball.tackle", _field(start, {"d4": "warn"}, (("d5", "d4", "bad"), ("d4", "d3", "warn")))),
        LessonStep("lesson.ball.pass", _field(apart, {}, (("d5", "f3", "good"),)), "f3"),
        LessonStep("lesson.ball.intercept", _field(caught, {"e5": "bad"}, (("d4", "f6", "warn"),))),
        LessonStep("lesson.ball.goal", _field(close, {"d8": "accent"}, (("d7", "d8", "accent"),)), "d8"),
        LessonStep("lesson.ball.win", _field(scored, {"d8": "good"})),
    )


def _arrows(position: Json, size: str, word: str) -> tuple[tuple[str, str, Tone], ...]:
    return tuple((one, other, "accent") for one, other in pairwise(way(position, "first", size, word)))


def _field(position: Json, frames: Any = None, arrows: tuple[tuple[str, str, Tone], ...] = ()) -> BoardPicture:
    return BoardPicture(grid_of(position, USUAL), frames or {}, {}, arrows)
