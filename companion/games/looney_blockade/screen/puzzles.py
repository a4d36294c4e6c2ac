"""Puzzles of Looney Blockade: the one turn that wins."""

from companion.app.puzzles.puzzles import ShownPuzzle, load_puzzles
from companion.app.views import BoardPicture, ShownDie
from companion.games.looney_blockade.table.wording import LooneyWording
from companion.games.reason import because


def puzzles() -> tuple[ShownPuzzle, ...]:
    """Return the puzzles as they are shown."""
    found, words = [], LooneyWording()
    for kept in load_puzzles(__package__ or ""):
        position = kept["position"]
        arrows = [tuple((move["from"], move["to"], "accent") for move in moves) for moves in kept["choices"]]
        found.append(
            ShownPuzzle(
                BoardPicture(position["grid"]),
                because("looney.puzzle", side=position["to_move"], colour=kept["colour"]),
                tuple(words.moves(moves) for moves in kept["choices"]),
                tuple(BoardPicture(position["grid"], arrows=each) for each in arrows),  # type: ignore[arg-type]
                kept["right"],
                tuple(ShownDie(colour, value) for colour, value in kept["roll"].items()),
            )
        )
    return tuple(found)
