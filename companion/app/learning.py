"""A game's `learning.json`: its lesson and its book of rules, with the pictures that both show."""

import json
from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Any

from companion.app.lesson.lesson import LessonStep
from companion.app.rules.book import Chapter
from companion.app.views import BoardPicture, ShownDie
from companion.games.reason import Reason

Content = Mapping[str, Any]
"""An object of the file, as JSON."""


def board_picture(content: Content) -> BoardPicture:
    """Return a picture of a board: `grid`, and `frames`, `badges` and `arrows` where there are any."""
    badges = {place: (word, tone) for place, (word, tone) in content.get("badges", {}).items()}
    return BoardPicture(
        content["grid"], content.get("frames", {}), badges, tuple(map(tuple, content.get("arrows", ())))
    )


def learning(package: str, picture: Callable[[Content], Any]) -> tuple[tuple[LessonStep, ...], tuple[Chapter, ...]]:
    """Return the lesson and the book's chapters in a game's package, empty ones if it has none. `picture` makes a
    picture of its content, in which the grid is filled in."""
    file = files(package).joinpath("learning.json")
    if not file.is_file():
        return (), ()
    content = json.loads(file.read_text(encoding="utf-8"))
    grids = {None: None, **content["grids"]}
    pictures = {name: picture({**each, "grid": grids[each.get("grid")]}) for name, each in content["pictures"].items()}
    return tuple(_step(each, pictures) for each in content["lesson"]), tuple(
        Chapter(each["title"], each["says"], pictures[each["picture"]], each["rules"]) for each in content["book"]
    )


def _step(content: Content, pictures: Content) -> LessonStep:
    dice = tuple(ShownDie(colour, value) for colour, value in content.get("dice", ()))
    why = Reason.from_json(content["why"]) if "why" in content else None
    return LessonStep(content["says"], pictures[content["picture"]], content.get("tap", ""), dice, why)
