"""Judges a table after both programs were carried out, and how far the players have got."""

from collections.abc import Iterator, Mapping, Sequence

from companion.games.pyramid_ball.rules.board import PIECES, SQUARES
from companion.games.pyramid_ball.rules.checking import Mismatch, check
from companion.games.pyramid_ball.rules.model import Options, piece_name
from companion.games.pyramid_ball.rules.turns import Turn
from companion.games.pyramid_ball.table.execution import (
    Committed,
    Plan,
    ProgrammedTurn,
    by_table,
    ends,
    key_of,
    playable,
)
from companion.games.pyramid_ball.table.things import ColouredPosition, moved, seen
from companion.games.reason import Reason, because, joint
from companion.referee.grid import Grid, Place
from companion.referee.table import Breach, Legal, Unfinished

Found = Legal[ProgrammedTurn] | Unfinished[ProgrammedTurn] | Breach
BOTH_SQUARES = 2
"""Number of squares that a misplaced pyramid changes: it is missing on one and too many on another."""
UNDER_WAY = 2
"""Number of things still to be moved from which the players are taken to be moving them. A single one may be forgotten,
unless they were seen moving one thing after the other."""


def explain(before: ColouredPosition, after: Grid, committed: Committed | None, options: Options) -> Found:
    """Judge a table: as programmed, still being moved, or wrong, with everything that stands wrong, where it belongs,
    and why."""
    if committed is None:
        cells = tuple(place for place in SQUARES if after[place] != before.grid[place])
        key = "ball.table.unprogrammed" if cells else "ball.table.no_programs"
        return Breach(because(key, "PB-turn", cells=cells), cells)
    if turn := _ends(before, committed, options).get(key_of(after)):
        return Legal(turn)
    breach = _breach(before, after, committed, options)
    if turn := unfinished(before, after, committed, options):
        wanted = joint(tuple(_wanted(turn, after)))
        return Unfinished(turn, because("ball.table.under_way", "PB-turn", wanted=wanted), breach)
    return breach


def under_way(
    before: ColouredPosition, after: Grid, committed: Committed, options: Options, since: Grid | None
) -> bool:
    """Return True if the players are still moving, `since` being the table that was last seen and not accepted."""
    if found := unfinished(before, after, committed, options):
        left = len([*_wanted(found, after)])
        seen_moving = since is not None and since != after and unfinished(before, since, committed, options) is not None
        return left >= UNDER_WAY or seen_moving
    return False


def unfinished(before: ColouredPosition, after: Grid, committed: Committed, options: Options) -> ProgrammedTurn | None:
    """Return the turn if every pyramid and the ball stand on the way to its end."""
    found, strays = seen(before, after)
    if strays or None in found.squares or found.ball is None:
        return None
    for turn in _ends(before, committed, options).values():
        if _on_the_way(turn, found.squares, found.ball):
            return turn
    return None


def deviation(
    believed: ColouredPosition, before: ColouredPosition, after: Grid, committed: Committed | None, options: Options
) -> int:
    """Return how many pieces have been moved against the rules, since the nearest table that the programs allow, or the
    believed one."""
    tables = [believed.grid]
    if committed:
        tables += [turn.position.grid for turn in _ends(before, committed, options).values()]
    return min(_apart(grid, after) for grid in tables)


def astray(
    believed: ColouredPosition, before: ColouredPosition, after: Grid, committed: Committed | None, options: Options
) -> Sequence[tuple[float, int]]:
    """Return how many pieces are astray under each of the programs that may be meant, with its probability. Programs
    that are not considered count as one thing more than those that were read."""
    at_rest = _apart(believed.grid, after)
    if committed is None:
        return ((1.0, at_rest),)
    turns = by_table(before, committed, options).values()
    found = [(turn.plan.chance, min(at_rest, _apart(turn.position.grid, after))) for turn in turns]
    read = deviation(believed, before, after, committed, options)
    rest = max(0.0, 1 - sum(chance for chance, _ in found))
    return (*(one for one in found if one[1]), (rest, min(at_rest, read + BOTH_SQUARES)))


def _apart(one: Grid, other: Grid) -> int:
    return sum(moved(one[place], other[place]) for place in SQUARES)


def _ends(before: ColouredPosition, committed: Committed, options: Options) -> Mapping[tuple[str, ...], ProgrammedTurn]:
    """Return the turns of the programs as they were read."""
    return ends(before, Plan(committed.programs, 1.0), committed.choices, options)


def _breach(before: ColouredPosition, after: Grid, committed: Committed, options: Options) -> Breach:
    able = playable(before.game, committed.programs)
    found, strays = seen(before, after)
    judged = check(able.game, able.programs, found, options)
    reasons: list[Reason] = []
    nearest = before.grid
    if isinstance(judged, Mismatch):
        reasons += [difference.reason for difference in judged.differences]
        if judged.reading:
            option, value = judged.reading
            agreed = f"{option}.{str(value).lower()}"
            reasons[0] = because("ball.reading", reasons[0].rule, why=reasons[0], option=option, value=agreed)
        nearest = _grid(before, judged.nearest)
    elif isinstance(judged, Turn):
        nearest = _grid(before, judged)
    else:
        reasons.append(judged.reason)
    if found.ball is None:
        place = next(place for place, thing in nearest.items() if thing.endswith(f"{before.ball}1"))
        reasons.append(because("ball.table.ball_missing", "PB-turn", square=place))
    reasons += [because("ball.table.stray", "PB-turn", thing=thing, square=place) for place, thing in strays.items()]
    cells = tuple(place for place in SQUARES if after[place] != nearest[place])
    return Breach(joint(reasons), cells)


def _grid(before: ColouredPosition, turn: Turn) -> Grid:
    return ColouredPosition(turn.position, before.teams, before.ball).grid


def _on_the_way(turn: ProgrammedTurn, squares: tuple[int | None, ...], ball: tuple[int | None, int | None]) -> bool:
    """Return True if everything stands where it was at some time of the turn."""
    start, game = turn.start.game, turn.position.game
    ways = [{square} for square in start.squares]
    held = {(start.carrier, start.loose), (game.carrier, game.loose)}
    for event in turn.played.events:
        facts = event.facts
        if "piece" in facts and "to" in facts and isinstance(facts["to"], str):
            ways[PIECES.index(tuple(facts["piece"]))].add(SQUARES.index(facts["to"]))
        if isinstance(facts.get("ball"), list):
            held.add((PIECES.index(tuple(facts["ball"])), None))
    return ball in held and all(square in way for square, way in zip(squares, ways, strict=True))


def _wanted(turn: ProgrammedTurn, after: Grid) -> Iterator[Reason]:
    """Return what is still to be moved."""
    found, _ = seen(turn.position, after)
    game = turn.position.game
    for piece, (square, there) in enumerate(zip(found.squares, game.squares, strict=True)):
        if square != there and square is not None:
            name = piece_name(piece)
            yield because("ball.table.wanted", piece=name, start=SQUARES[square], end=SQUARES[there])
    if found.ball != (game.carrier, game.loose):
        yield because("ball.table.wanted.ball", square=ball_square(turn.position))


def ball_square(position: ColouredPosition) -> Place:
    """Return the square of the ball."""
    game = position.game
    return SQUARES[game.squares[game.carrier] if game.carrier is not None else game.loose or 0]
