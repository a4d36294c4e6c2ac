"""A game's `learning.json`: its lesson and its book of rules, with the pictures that both show."""

import json
from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Any

from companion.app.lesson.lesson import LessonStep
from companion.app.rules.book import Chapter
from companion.app.views import BoardPicture, ShownDie
from companion.games.reason import Reason

Kept = Mapping[str, Any]


def board_picture(kept: Kept) -> BoardPicture:
    """Return a picture of a board: `grid`, and `frames`, `badges` and `arrows` where there are any."""
    badges = {place: (word, tone) for place, (word, tone) in kept.get("badges", {}).items()}
    return BoardPicture(kept["grid"], kept.get("frames", {}), badges, tuple(map(tuple, kept.get("arrows", ()))))


def learning(package: str, picture: Callable[[Kept], Any]) -> tuple[tuple[LessonStep, ...], tuple[Chapter, ...]]:
    """Return the lesson and the book's chapters in a game's package, empty ones if it has none. `picture` makes one
    of what is kept, its grid filled in."""
    file = files(package).joinpath("learning.json")
    if not file.is_file():
        return (), ()
    kept = json.loads(file.read_text(encoding="utf-8"))
    grids = {None: None, **kept["grids"]}
    pictures = {name: picture({**each, "grid": grids[each.get("grid")]}) for name, each in kept["pictures"].items()}
    return tuple(_step(each, pictures) for each in kept["lesson"]), tuple(
        Chapter(each["title"], each["says"], pictures[each["picture"]], each["rules"]) for each in kept["book"]
    )


def _step(kept: Kept, pictures: Kept) -> LessonStep:
    dice = tuple(ShownDie(colour, value) for colour, value in kept.get("dice", ()))
    why = Reason.from_json(kept["why"]) if "why" in kept else None
    return LessonStep(kept["says"], pictures[kept["picture"]], kept.get("tap", ""), dice, why)
