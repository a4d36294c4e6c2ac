"""Requests about tic-tac-toe."""

from pyramid_companion.games.engine import Engine, Json, Request
from pyramid_companion.games.rulebook import Rulebook

from .model import GAME, PLACES, Position, Turn, check, put, winner


class TicTacToe(Engine):
    """Three in a row."""

    name = GAME
    rulebook = Rulebook(GAME, "TT-own TT-free TT-one TT-win")

    def initial(self, request: Request) -> Json:
        return {"position": Position().to_json()}

    def moves(self, request: Request) -> Json:
        grid = Position.from_json(request["position"]).grid
        return {"moves": [place for place in PLACES if not grid[place]]}

    def apply(self, request: Request) -> Json:
        return {"position": put(Position.from_json(request["position"]), request["place"]).position.to_json()}

    def check(self, request: Request) -> Json:
        found = check(Position.from_json(request["before"]), request["after"])
        return {"legal": True} if isinstance(found, Turn) else {"legal": False, "reason": found}

    def outcome(self, request: Request) -> Json:
        return {"winner": winner(Position.from_json(request["position"]))}

    def hint(self, request: Request) -> Json:
        return self.moves(request)

    def perft(self, request: Request) -> Json:
        return {"positions": len(self.moves(request)["moves"])}


ENGINE = TicTacToe()
