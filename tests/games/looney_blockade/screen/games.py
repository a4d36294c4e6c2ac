"""Games of Looney Blockade for the app's tests."""

import random
from pathlib import Path

from companion.app.games import opening
from companion.app.games.deeds import Done, Enter, RollDice, Suggest
from companion.app.games.opening import GameSetup
from companion.app.games.table import PlayedTable
from companion.games.looney_blockade.screen.entry import LooneyScore, hop

LooneyTable = PlayedTable[LooneyScore]


def table(folder: Path, **setup: object) -> tuple[LooneyTable, Path]:
    """A new game by touch, or as `setup` says, and its folder."""
    kept = new_game(GameSetup(**{"source": "touch", **setup}), folder)  # type: ignore[arg-type]
    return reopened(kept), kept


def new_game(setup: GameSetup, games: Path) -> Path:
    """The folder of a game just begun."""
    return opening.begin(setup, opening.new_folder(setup, games))


def reopened(folder: Path) -> LooneyTable:
    found = opening.open_game(folder)
    assert isinstance(found, PlayedTable)
    return found


def play_turn(game: LooneyTable, rng: random.Random) -> None:
    """Roll and play what the engine suggests, hop by hop."""
    colours = {"cool": "BG", "warm": "RY"}[game.side]
    game.do(RollDice({colour: rng.randint(1, 6) for colour in colours}))
    game.do(Suggest())
    suggestion = game.state().suggestion
    assert suggestion is not None
    for move in suggestion.moves:
        game.do(Enter(hop(move["from"], move["to"])))
    game.do(Done())
