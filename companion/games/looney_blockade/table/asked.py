"""Tells where pieces that a question names may go now, or the first rule against it."""

from collections.abc import Sequence

from companion.games.looney_blockade.rules.board import CELLS
from companion.games.looney_blockade.rules.hints import reach, refusal
from companion.games.looney_blockade.rules.model import SIDES, Options, Position
from companion.games.looney_blockade.rules.protocol import most_points
from companion.games.looney_blockade.table.wording import LooneyWording
from companion.games.reason import Reason, because
from companion.referee.grid import Commitment
from companion.referee.table_parts import told_here


def allowed(position: Position, under: Commitment | None, named: Sequence[str], options: Options) -> Sequence[Reason]:
    """Return the hops from the first cell named, to the other ones if there are some. Without a cell: those of the
    mover's pieces of the colour, and of the size, named."""
    cells = [word.lower() for word in named if word.lower() in CELLS]
    starts = cells[:1] or _of_kind(position, named)
    if not starts:
        return ()
    if under is None:
        return told_here((), because("looney.asked.unrolled", "BK-roll"))
    budget = most_points(under.value["roll"])
    found = [reach(position, start, budget, options) for start in starts]
    hops = [hop for each in found for hop in each.hops if not cells[1:] or hop.end in cells[1:]]
    ways = [LooneyWording().move(hop.to_json()) for hop in hops]
    if ways or not cells:
        return told_here(ways, None if ways else found[0].refused[0][1].reason)
    faults = [refusal(position, cells[0], end, budget, options) for end in cells[1:]]
    faults += [fault for _, fault in found[0].refused]
    return told_here((), faults[0].reason if faults else because("looney.asked.nowhere", "BK-land", cell=cells[0]))


def _of_kind(position: Position, named: Sequence[str]) -> list[str]:
    colours = [word for word in named if word in SIDES[position.to_move]]
    sizes = [word for word in named if word in ("1", "2")] or ["1", "2"]
    pieces = {colour + size for colour in colours for size in sizes}
    return [cell for cell in CELLS if position.grid[cell][-2:] in pieces and len(position.grid[cell]) > 2]
