"""Requests about Looney Blockade in JSON, and their answers."""

from collections.abc import Mapping
from typing import Any

from companion.games.engine import COMMON, Engine, Json, Request
from companion.games.errors import GameError, printable
from companion.games.looney_blockade.rules import hints
from companion.games.looney_blockade.rules.advising import suggesting
from companion.games.looney_blockade.rules.gamefile import NAME
from companion.games.looney_blockade.rules.judging.checking import check
from companion.games.looney_blockade.rules.model import Options, Position, Turn, check_roll
from companion.games.looney_blockade.rules.rulebook import RULEBOOK
from companion.games.looney_blockade.rules.searching.turn_results import perft
from companion.games.looney_blockade.rules.setup import initial
from companion.games.looney_blockade.rules.turns import apply, moves, outcome


class LooneyBlockade(Engine):
    """Kristin Looney's Blockade. Options: BK-02 "a", "b", "c", BK-04 "exact", "containing" and BK-12 true, false."""

    name = NAME
    rulebook = RULEBOOK
    fields = COMMON | {"budget", "from", "grid", "moves", "roll", "to_move"}

    def initial(self, request: Request) -> Json:
        _options(request)  # None bears on the set-up, but a mistaken one is refused at once.
        side = request.get("to_move", "cool")
        return {"position": initial(request.get("grid"), side).to_json()}

    def moves(self, request: Request) -> Json:
        hops = moves(_position(request), request.object("budget"), _options(request))
        return {"moves": [hop.to_json() for hop in hops]}

    def apply(self, request: Request) -> Json:
        hops = [_hop(i, hop) for i, hop in enumerate(request.list("moves"), 1)]
        played = apply(_position(request), request.object("roll"), hops, _options(request))
        if isinstance(played, Turn):
            return {"position": played.position.to_json(), **_turn(played)}
        return {"illegal": played.to_json()}

    def check(self, request: Request) -> Json:
        before, after, roll, options = (
            _position(request, "before"),
            request.object("after"),
            request.object("roll"),
            _options(request),
        )
        judged = check(before, after, roll, options)
        if isinstance(judged, Turn):
            return {"legal": True, **_turn(judged), "position": judged.position.to_json()}
        return {
            "legal": False,
            **judged.to_json(),
            "nearest": None if (near := judged.nearest) is None else {**_turn(near), "grid": dict(near.position.grid)},
        }

    def outcome(self, request: Request) -> Json:
        found = outcome(_position(request), _options(request))
        return {"winner": found.winner, "towers": dict(found.towers)}

    def perft(self, request: Request) -> Json:
        return {"positions": perft(_position(request), request.object("roll"), _options(request))}

    def hint(self, request: Request) -> Json:
        """`from`: where its top piece can go and why not elsewhere. `roll`: a whole turn, thought over for
        `seconds`. `budget`, the points left by colour, may stand in for the roll where no turn is wanted; without
        `from` all legal hops are listed."""
        position, options = _position(request), _options(request)
        answer: Json = {}
        budget = request.object("budget") if "budget" in request else None
        if "roll" in request:
            roll = check_roll(request["roll"], position.to_move)
            budget = budget or most_points(roll)
            answer["suggestion"] = _suggestion(suggesting.suggest(position, roll, options, request.out_of_time()))
        if budget is None:
            raise GameError("looney.hint.no_roll")
        if "from" in request:
            return {**answer, **_reach(hints.reach(position, request["from"], budget, options))}
        return {**answer, "moves": [hop.to_json() for hop in moves(position, budget, options)]}


ENGINE = LooneyBlockade()


def most_points(roll: Mapping[str, int]) -> dict[str, int]:
    """Return the most that each colour can get from a roll, low dice added up."""
    total = sum(roll.values())
    return {colour: total if max(roll.values()) <= 3 else points for colour, points in roll.items()}


def _position(request: Request, name: str = "position") -> Position:
    return Position.from_json(request[name])


def _options(request: Request) -> Options:
    return Options.from_json(request.get("options", {}))


def _hop(number: int, hop: Any) -> tuple[str, str]:
    if not isinstance(hop, Mapping) or not isinstance(hop.get("from"), str) or not isinstance(hop.get("to"), str):
        raise GameError("looney.moves.malformed", number=number, got=printable(hop))
    return hop["from"], hop["to"]


def _turn(turn: Turn) -> Json:
    return {"moves": [hop.to_json() for hop in turn.hops], "points": dict(turn.points)}


def _suggestion(suggestion: suggesting.Suggestion) -> Json:
    return {
        **_turn(suggestion.turn),
        "points_to_win": dict(suggestion.points_to_win),
        "turns_to_win": round(suggestion.turns, 1),
        "chance": round(suggestion.chance, 3),
        "reason": suggestion.reason,
    }


def _reach(reach: hints.Reach) -> Json:
    return {
        "from": reach.start,
        "moves": [hop.to_json() for hop in reach.hops],
        "refused": [{"cell": cell, "rule": fault.rule, "reason": fault.reason} for cell, fault in reach.refused],
    }
