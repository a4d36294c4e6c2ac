"""Puzzles of Looney Blockade: turns of one colour."""

from companion.app.puzzles.puzzles import ShownPuzzle, load_puzzles
from companion.app.views import BoardPicture, ShownDie
from companion.games.looney_blockade.table.wording import LooneyWording
from companion.games.reason import because


def puzzles() -> tuple[ShownPuzzle, ...]:
    """Return the puzzles as they are shown."""
    found, words = [], LooneyWording()
    for kept in load_puzzles(__package__ or ""):
        position, name = kept["position"], kept["task"].removeprefix("looney.")
        arrows = [tuple((move["from"], move["to"], "accent") for move in moves) for moves in kept["choices"]]
        found.append(
            ShownPuzzle(
                BoardPicture(position["grid"]),
                because(f"looney.theme.{name}"),
                because(
                    f"looney.puzzle.{name}",
                    side=position["to_move"],
                    colour=kept["colour"],
                    points=kept["roll"][kept["colour"]],
                ),
                tuple(words.moves(moves) for moves in kept["choices"]),
                tuple(BoardPicture(position["grid"], arrows=each) for each in arrows),  # type: ignore[arg-type]
                kept["right"],
                kept["grade"],
                tuple(ShownDie(colour, value) for colour, value in kept["roll"].items()),
            )
        )
    return tuple(found)
