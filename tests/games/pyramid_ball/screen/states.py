"""States of games of Pyramid Ball, made by hand with the engine's own answers."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from companion.app.games.state import Moment, TableState
from companion.app.json_object import JsonObject
from companion.app.views import ShownPicture
from companion.games.engine import respond
from companion.games.pyramid_ball.rules.board import SQUARES
from companion.games.pyramid_ball.rules.model import STILL as STANDING
from companion.games.pyramid_ball.rules.model import Mode
from companion.games.pyramid_ball.rules.setup import initial
from companion.games.pyramid_ball.screen.field import Colours, grid_of
from companion.games.pyramid_ball.screen.state import SHEET, BallScore, BallTurn, State
from companion.games.registry import ENGINES
from companion.referee.verdict import Verdict

GAME = "pyramid-ball"
COLOURS = Colours("G", "P", "Y")
STILL: JsonObject = STANDING.to_json()


def start(mode: Mode = "basic") -> dict[str, Any]:
    return initial(mode).to_json()


def grid(position: JsonObject) -> dict[str, str]:
    return {square: grid_of(position, COLOURS).get(square, "") for square in SQUARES}


def carried_out(
    position: JsonObject, programs: Mapping[str, JsonObject], choices: Sequence[str] = ()
) -> dict[str, Any]:
    """The engine's answer, its reasons as a journal keeps them."""
    request = {"game": GAME, "op": "apply", "position": position, "programs": dict(programs), "choices": list(choices)}
    answer = respond(request, ENGINES)
    kept = [{**event, "text": event["text"].to_json()} for event in answer["events"]]
    choice = answer.get("choice")
    choice = {**choice, "text": choice["text"].to_json()} if choice else None
    return {"events": kept, "choice": choice, "position": answer.get("position")}


def verdict(kind: str, position: JsonObject, **more: Any) -> Verdict:
    return Verdict(1.0, None, kind, grid(position), 1.0, **more)  # type: ignore[arg-type]


def state(position: JsonObject, phase: str = "move", turn: BallTurn | None = None, **more: Any) -> State:
    shown = grid(position)
    setup = verdict("setup", position)
    known: dict[str, Any] = {
        "grid": shown,
        "believed": shown,
        "phase": phase,
        "side": "first",
        "score": BallScore(position),
        "verdict": setup,
        "moments": (Moment(setup, BallScore(position)),),
        "source": "camera",
        "own": turn or BallTurn(),
    }
    return TableState(**{**known, **more})


def programmed(position: JsonObject, programs: Mapping[str, Any], choices: Sequence[str] = (), **more: Any) -> State:
    """Programs have been read."""
    whole = {side: {**STILL, **(program or {})} for side, program in programs.items()}
    sheets = {side: {key: program[key] for key in STILL} for side, program in whole.items()}
    done = carried_out(position, sheets, choices)
    after = done["position"]
    turn = BallTurn(
        timer="end",
        programs={side: whole[side] if programs[side] is not None else None for side in programs},
        events=tuple(done["events"]),
        expected=grid(after) if after else None,
        choices=tuple(choices),
        choice=done["choice"],
        **more,
    )
    return state(
        position,
        turn=turn,
        verdict=verdict("programs", position, more={"programs": turn.programs}),
        kept={SHEET: picture()},
    )


def picture(number: int = 1) -> ShownPicture:
    pixels = np.full((480, 640, 3), 90, np.uint8).tobytes()
    return ShownPicture(640, 480, pixels, number)
