"""A turn that is being followed, in words and offers."""

from companion.app.games.ball.following import Following
from companion.app.games.ball.table import ROWS
from companion.app.games.engine_table import kept_reason
from companion.app.json_object import JsonObject
from companion.app.texts.texts import Texts
from companion.app.views import Action


def event_words(texts: Texts, event: JsonObject) -> str:
    """What happened, and by which rule."""
    return f"{texts.reason(kept_reason(event['text'])).rstrip('.')} ({event['rule']})"


def following_actions(texts: Texts, turn: Following) -> tuple[Action, ...]:
    """Back, by itself or not, and on."""
    plays = "ball.stop" if turn.running else "ball.again" if turn.over else "ball.play"
    return (
        Action("back", texts("ball.back"), enabled=turn.at > 0),
        Action("play", texts(plays)),
        Action("next", texts("do.goon" if turn.over else "ball.next"), "accent"),
    )


def step_headline(texts: Texts, turn: Following) -> str:
    """Which row of the programs, and which step of how many."""
    if turn.step is None:
        return texts("ball.step.before")
    row = turn.step.row
    where = "ball.step.row" if 1 <= row <= ROWS else "ball.step.dash" if row == ROWS + 1 else "ball.step.other"
    return texts(where, row=row, n=turn.at, all=len(turn.steps))
