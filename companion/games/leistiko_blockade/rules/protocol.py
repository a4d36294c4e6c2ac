"""Requests about Leistiko's Blockade in JSON, and their answers."""

from typing import NamedTuple

from companion.games.engine import COMMON, Engine, Json, Request
from companion.games.leistiko_blockade.rules import hints, touch
from companion.games.leistiko_blockade.rules.checking import check
from companion.games.leistiko_blockade.rules.evaluation import Calibration
from companion.games.leistiko_blockade.rules.gamefile import NAME
from companion.games.leistiko_blockade.rules.lookahead import Worth
from companion.games.leistiko_blockade.rules.model import Options, Position, Roll, Sighting, Turn, read_row
from companion.games.leistiko_blockade.rules.rulebook import RULEBOOK
from companion.games.leistiko_blockade.rules.setup import initial
from companion.games.leistiko_blockade.rules.turns import (
    apply,
    moves,
    outcome,
    over_fault,
    perft,
    read_steps,
    row_fault,
)


class LeistikoBlockade(Engine):
    """Jonathan Leistiko's Blockade. Options: variant "base", "bungie", "super-push"; LB-01 16, 15; LB-06 1, 0, 2;
    LB-09 true, false. `row` may be left out or null if it was not announced."""

    name = NAME
    rulebook = RULEBOOK
    fields = COMMON | {"first", "from", "roll", "row", "second", "steps"}

    def initial(self, request: Request) -> Json:
        return {"position": initial(request.get("first"), request.get("second"), _options(request)).to_json()}

    def moves(self, request: Request) -> Json:
        position, row, options = _position(request), _row(request), _options(request)
        turns = moves(position, _roll(request, options), row, options)
        return {"turns": [_turn(turn) for turn in turns], **_no_turn(position, row)}

    def apply(self, request: Request) -> Json:
        options = _options(request)
        steps = read_steps(request.list("steps"))
        row = read_row(request["row"])
        played = apply(_position(request), row, _roll(request, options), steps, options)
        return _turn(played) if isinstance(played, Turn) else {"illegal": played.to_json()}

    def check(self, request: Request) -> Json:
        options = _options(request)
        before, after = _position(request, "before"), Sighting.from_json(request["after"])
        judged = check(before, after, _roll(request, options), _row(request), options)
        if isinstance(judged, Turn):
            return {"legal": True, **_turn(judged)}
        nearest = None if judged.nearest is None else _turn(judged.nearest)
        return {"legal": False, **judged.to_json(), "nearest": nearest}

    def outcome(self, request: Request) -> Json:
        return {"winner": outcome(_position(request)).winner}

    def perft(self, request: Request) -> Json:
        """Return the number of distinct positions after the turn with `row`; without it, with any row."""
        options, row = _options(request), _row(request)
        count = perft(_position(request), _roll(request, options), row, options)
        return {"positions": count, "rows": "all" if row is None else [row]}

    def hint(self, request: Request) -> Json:
        """Without `roll`, suggest a row; with it a turn, with `row` if that has been chosen. With `from`, a row of the
        mover, return where its pieces can go after the `steps` played so far, and why not elsewhere."""
        position, options, row = _position(request), _options(request), _row(request)
        if "from" in request:
            return _touched(request, position, options, row)
        told = _Told(hints.calibration_of(position, options), position.to_move == "first")
        if "roll" in request:
            turn = hints.suggest_turn(position, _roll(request, options), row, options, request.out_of_time())
            return {"suggestion": _turn_advice(turn, told) if turn else None, **_no_turn(position, row)}
        rows = hints.suggest_row(position, options, request.out_of_time())
        return {"suggestion": _row_advice(rows, options, told) if rows else None, **_no_turn(position, None)}


ENGINE = LeistikoBlockade()


def _position(request: Request, name: str = "position") -> Position:
    position = Position.from_json(request[name])
    position.check_number(_options(request))
    return position


def _options(request: Request) -> Options:
    return Options.from_json(request.get("options", {}))


def _roll(request: Request, options: Options) -> Roll:
    return Roll.from_json(request["roll"], options)


def _row(request: Request) -> int | None:
    return read_row(request["row"]) if "row" in request else None


def _no_turn(position: Position, row: int | None) -> Json:
    """Return why there is no turn to play at all, if there is none."""
    fault = over_fault(position) if position.over else row_fault(position, row) if row else None
    return {"illegal": fault.to_json()} if fault else {}


def _touched(request: Request, position: Position, options: Options, row: int | None) -> Json:
    touched = read_row(request["from"], "from")
    steps = read_steps(request.list("steps")) if "steps" in request else []
    roll = _roll(request, options)
    reach = touch.reach(position, touched, touched if row is None else row, roll, steps, options)
    return {
        "from": touched,
        "moves": [
            {"to": "off" if each.to is None else each.to, "cost": each.cost, "steps": [s.to_json() for s in each.steps]}
            for each in reach.goings
        ],
        "refused": [{"cell": cell, "rule": fault.rule, "reason": fault.reason} for cell, fault in reach.refused],
    }


class _Told(NamedTuple):
    """Tells the worth of a choice as the share of games won from there, which a game's curve shows, too, and not as the
    estimate by which choices are made."""

    calibration: Calibration
    first: bool

    def worth(self, worth: Worth) -> Json:
        """Return the chance of winning, a draw counting half, and whether it is known exactly."""
        value = worth.value if worth.exact else self.calibration.chance(worth.value, self.first)
        return {"value": round(value, 4), "exact": worth.exact}


def _turn_advice(advice: hints.TurnAdvice, told: _Told) -> Json:
    return {**_turn(advice.turn), "roll": advice.roll.to_json(), **told.worth(advice.worth), "reason": advice.reason}


def _row_advice(advice: hints.RowAdvice, options: Options, told: _Told) -> Json:
    rows = [
        {
            "row": choice.row,
            **({"leap": choice.leap} if options.variant == "bungie" else {}),
            **told.worth(choice.worth),
        }
        for choice in advice.choices
    ]
    return {**rows[0], "reason": advice.reason, "rows": rows}


def _turn(turn: Turn) -> Json:
    return {
        "row": turn.row,
        "steps": [step.to_json() for step in turn.steps],
        "points": {"move": turn.moved, "leap": turn.leapt},
        "position": turn.position.to_json(),
    }
