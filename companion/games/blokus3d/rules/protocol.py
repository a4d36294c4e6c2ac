"""Requests about Blokus 3D in JSON, and their answers."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.blokus3d.rules import hints
from companion.games.blokus3d.rules.checking import Readings, check, check_tops
from companion.games.blokus3d.rules.gamefile import NAME
from companion.games.blokus3d.rules.match import Match, counted
from companion.games.blokus3d.rules.model import Options, Outcome, Placement, Position, Turn, Violation, square_name
from companion.games.blokus3d.rules.rulebook import RULEBOOK
from companion.games.blokus3d.rules.structures import Structure
from companion.games.blokus3d.rules.turns import apply, initial, moves, outcome, perft, pieces_left, settled
from companion.games.engine import COMMON, Engine, Json, Request
from companion.games.errors import GameError, printable
from companion.games.reason import because


class Blokus3D(Engine):
    """Blokus 3D (Rumis). Options: B3-07 true, fewer pieces left break ties; B3-09 true, two players with two colours
    each; B3-12 true, a match: `outcome` adds up the points with those of `match`, of which the last game
    gives the winners; B3-13 true, one person plays all
    colours: `outcome` has the pieces `left`, and `winners` is empty where there are any in the end."""

    name = NAME
    rulebook = RULEBOOK
    fields = COMMON | {"cells", "from", "match", "piece", "players", "structure", "to_move"}

    def initial(self, request: Request) -> Json:
        """`structure` and `players`, a number or the colours clockwise; `to_move` starts. `limits` are the heights."""
        structure, players = request.get("structure", "tower"), request.get("players", 2)
        position = initial(structure, players, request.get("to_move"), _options(request))
        limits = {square_name(square): limit for square, limit in position.limits.items()}
        return {"position": position.to_json(), "limits": limits}

    def moves(self, request: Request) -> Json:
        """`player`: the next player who can place (B3-05), null when the game is over."""
        now = settled(_position(request))
        return {"player": now.to_move, "moves": _placements(moves(now))}

    def apply(self, request: Request) -> Json:
        done = apply(_position(request), request["piece"], request["cells"])
        if isinstance(done, Turn):
            return _turn(done)
        return {"illegal": done.to_json()}

    def check(self, request: Request) -> Json:
        """`after`: the columns, or {"tops": {...}} as a camera above sees them. Where tops leave several readings, or
        look as before, the answer has no witness but all `candidates`."""
        before, after = _position(request, "before"), request.object("after")
        if "tops" in after:
            judged: Turn | Readings | Violation = check_tops(before, _mapping(after, "tops"))
        else:
            judged = check(before, _mapping(after, "columns") if "columns" in after else after)
        if isinstance(judged, Readings):
            return _readings(judged)
        if isinstance(judged, Turn):
            return {"legal": True, **_turn(judged)}
        return {
            "legal": False,
            **judged.to_json(),
            "nearest": None if judged.nearest is None else _turn(judged.nearest),
        }

    def outcome(self, request: Request) -> Json:
        options = _options(request)
        found = outcome(_position(request), options)
        answer: Json = {"scores": dict(found.scores), "winners": None if found.winners is None else list(found.winners)}
        if "match" in request and not options.match:
            raise GameError("blokus.match.off")
        if options.match:
            answer |= _match(request, _position(request).structure, found)
        if options.alone:
            answer["left"] = pieces_left(_position(request))
        if options.two_colours:
            answer["sides"] = [{"colours": list(side), "score": score} for side, score in found.sides]
        return answer

    def perft(self, request: Request) -> Json:
        return {"positions": perft(_position(request))}

    def hint(self, request: Request) -> Json:
        """`piece`: where it can go. `from`: what can go on that square. Both say what is refused and why. Without
        them a suggestion, thought over for `seconds`, with chance from `seed`; and all legal placements."""
        position = _position(request)
        if "piece" in request and "from" in request:
            raise GameError("blokus.hint.both")
        if "piece" in request:
            return {"piece": request["piece"], **_reach(hints.reach_of_piece(position, request["piece"]))}
        if "from" in request:
            return {"from": request["from"], **_reach(hints.reach_of_square(position, request["from"]))}
        found = hints.suggest(position, request.seed(), request.out_of_time(), _options(request))
        suggestion = None if found is None else {**_turn(found.turn), "value": found.lead, "reason": found.reason}
        return {"suggestion": suggestion, "moves": _placements(moves(position))}


ENGINE = Blokus3D()


def _position(request: Request, name: str = "position") -> Position:
    return Position.from_json(request[name])


def _options(request: Request) -> Options:
    return Options.from_json(request.get("options", {}))


def _mapping(after: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    if not isinstance(after[name], Mapping):
        raise GameError("blokus.after.object", name=name, got=printable(after[name]))
    return after[name]  # type: ignore[no-any-return]


def _match(request: Request, structure: Structure, found: Outcome) -> Json:
    """Return `totals`, and `match_winners` once the last structure has been played."""
    match = Match.from_json(request.get("match", {}))
    if structure in match.played:
        raise GameError("blokus.match.again")
    totals = match.totals(counted(found))
    over = found.winners is not None and match.over(structure)
    best = max(totals.values())
    winners = [colour for colour, points in totals.items() if points == best] if over else None
    return {"totals": totals, "match_winners": winners}


def _placements(placements: Sequence[Placement]) -> list[Json]:
    return [placement.to_json() for placement in placements]


def _turn(turn: Turn) -> Json:
    return {
        "player": turn.player,
        **turn.placement.to_json(),
        "position": turn.position.to_json(),
        "passed": list(turn.passed),
    }


def _readings(readings: Readings) -> Json:
    if readings.turn:
        return {"legal": True, **_turn(readings.turn)}
    count = len(readings.placements)
    reason = because("blokus.tops.as_before" if readings.unchanged else "blokus.tops.several", n=count)
    return {"legal": True, "candidates": _placements(readings.placements), "reason": reason}


def _reach(reach: hints.Reach) -> Json:
    return {
        "moves": _placements(reach.placements),
        "refused": [
            {"piece": each.piece, "cell": each.square, "rule": each.fault.rule, "reason": each.fault.reason}
            for each in reach.refused
        ],
    }
