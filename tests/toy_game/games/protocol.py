"""Requests about tic-tac-toe, and the rules in words."""

from companion.games.engine import Engine, Json, Request
from companion.games.rulebook import Rule, Rulebook
from tests.toy_game.games.rules import GAME, PLACES, Position, Turn, check, put, winner


class TicTacToe(Engine):
    """Three in a row."""

    name = GAME
    rulebook = Rulebook(
        "Tic-tac-toe",
        [
            Rule("TT-own", "Your sign", "The first player puts X, the second O."),
            Rule("TT-free", "Free places", "A sign is put on a free place and stays."),
            Rule("TT-one", "One sign a turn", "In turn, one sign each."),
            Rule("TT-win", "Three in a row", "Three of your signs in a row win."),
        ],
    )

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
