"""A turn that is being followed, in words and offers."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion.app.games.ball.following import Following
from companion.app.games.ball.program_shown import ROWS
from companion.app.json_object import JsonObject
from companion.app.texts.texts import Texts
from companion.app.views import Action
from companion.games.reason import Reason


def event_words(say: Callable[[Reason], str], event: JsonObject) -> str:
    """What happened."""
    return say(Reason.from_json(event["text"]))


def named(value: Any, names: Mapping[str, str]) -> Any:
    """A reason in which players bear their names; `names` are these by the keys of what stands in their place."""
    if isinstance(value, Reason):
        if value.key in names:
            return names[value.key]
        return replace(value, values={name: named(inner, names) for name, inner in value.values.items()})
    return tuple(named(inner, names) for inner in value) if isinstance(value, list | tuple) else value


def following_actions(texts: Texts, turn: Following, at_the_end: Callable[[], None]) -> tuple[Action, ...]:
    """Back, by itself or not, and on; `at_the_end` is what that means where all has been shown."""
    plays = "ball.stop" if turn.running else "ball.again" if turn.over else "ball.play"
    onward = at_the_end if turn.over else turn.forward
    return (
        Action("back", texts("ball.back"), enabled=turn.at > 0, here=turn.back),
        Action("play", texts(plays), here=turn.toggle),
        Action("next", texts("do.goon" if turn.over else "ball.next"), "accent", here=onward),
    )


def step_headline(texts: Texts, turn: Following) -> str:
    """Which row of the programs, and which step of how many."""
    if turn.step is None:
        return texts("ball.step.before")
    row = turn.step.row
    where = "ball.step.row" if 1 <= row <= ROWS else "ball.step.dash" if row == ROWS + 1 else "ball.step.other"
    return texts(where, row=row, n=turn.at, all=len(turn.steps))
