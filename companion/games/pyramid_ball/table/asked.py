"""Tells where a pyramid that a question names may go in the turn, or the first rule against it."""

from collections.abc import Sequence

from companion.games.pyramid_ball.rules.board import SQUARES
from companion.games.pyramid_ball.rules.hints import reach
from companion.games.pyramid_ball.rules.model import Options
from companion.games.pyramid_ball.table.things import ColouredPosition
from companion.games.reason import Reason, because
from companion.referee.table_parts import told_here


def allowed(position: ColouredPosition, named: Sequence[str], options: Options) -> Sequence[Reason]:
    """Return the squares that the pyramid on the first square named reaches while the opponent stands still, or
    whether it reaches the others named. Without a square: of the pyramid of the colour and size named."""
    game, squares = position.game, [word.lower() for word in named if word.lower() in SQUARES]
    pieces = [n for n, square in enumerate(game.squares) if SQUARES[square] in squares[:1]]
    if not squares:
        pieces = [n for n, thing in enumerate(position.pyramids) if thing[0] in named and thing[1] in named]
    if not pieces or game.winner is not None:
        return ()
    player, size = divmod(pieces[0], 3)
    found = reach(game, player, size, options=options)
    wanted = squares[1:]
    steps = [step for step in found.steps if step.to in wanted or (not wanted and step.to != found.at)]
    ways = [because("ball.asked.reaches", start=found.at, end=step.to) for step in steps]
    refused = [each.reason for each in found.refused if not wanted or each.what in wanted]
    return told_here(ways, refused[0] if refused and not ways else None)
