"""Puzzles of Blokus 3D for two: placements that shut out, cover, gain, keep one in the game, or win."""

from collections.abc import Callable, Iterator, Mapping
from random import Random

from companion.games.blokus3d.rules.hints import tried_placements
from companion.games.blokus3d.rules.model import Placement, Position, Turn
from companion.games.blokus3d.rules.structures import STRUCTURES
from companion.games.blokus3d.rules.table import Table
from companion.games.blokus3d.rules.turns import apply, initial, moves
from companion.games.blokus3d.screen.entry import SPREAD
from lab.measure.blokus_play import CHOICES_OF
from lab.puzzles.puzzle import CHOICES, Puzzle, grade, shuffled

TASKS = ("blokus.shut", "blokus.most", "blokus.cover", "blokus.stay", "blokus.win")
# Positions with more cubes and fewer placements than these are looked at, and so many tables to the end of a game.
_BUILT, _WAYS, _ENDS = 16, 120, 6_000
# Rounds in which placements are played on for the grade.
_ROUNDS = 12
# Who plays the games.
_PLAYERS = ("greedy", "line")


class _TooManyEndsError(Exception):
    """There are more ends of a game than are looked at."""


def answers(puzzle: Puzzle) -> list[int]:
    """The right placements, as numbers in the space of the structure."""
    return _best(_worths(puzzle["task"], Table.of(Position.from_json(puzzle["position"]))))


def _best(worths: Mapping[int, float]) -> list[int]:
    return [number for number, worth in worths.items() if worth == max(worths.values())]


def _worths(task: str, table: Table) -> Mapping[int, float]:
    """What every placement is worth by what is asked."""
    left = [_ENDS]
    worth: Callable[[Table, int], float] = {
        "blokus.shut": lambda after, _: not after.legal(1 - table.seat),
        "blokus.most": lambda after, _: _lead(after, table.seat),
        "blokus.cover": lambda after, _: table.tops.count(1 - table.seat) - after.tops.count(1 - table.seat),
        "blokus.stay": lambda after, _: _stays(after, table.seat),
        "blokus.win": lambda after, _: _result(after, table.seat, left) > 0,
    }[task]
    return {number: worth(_after(table, number), number) for number in _numbers(table, table.legal(table.seat))}


def _numbers(table: Table, bits: int) -> list[int]:
    numbers: list[int] = table.space.numbers(bits).tolist()
    return numbers


def _after(table: Table, number: int) -> Table:
    after = table.copy()
    after.place(number)
    return after


def _lead(table: Table, seat: int) -> int:
    points = [table.tops.count(each) - table.pieces[each] for each in (seat, 1 - seat)]
    return points[0] - points[1]


def _stays(after: Table, seat: int) -> bool:
    """True if the seat can place again, whatever the opponent does."""
    replies = _numbers(after, after.legal(1 - seat)) if after.playing[1 - seat] else []
    if not replies:
        return bool(after.legal(seat))
    after.seat = 1 - seat
    return all(_after(after, number).legal(seat) for number in replies)


def _result(after: Table, seat: int, left: list[int]) -> int:
    """1, 0 or -1 for the seat with the best play of both, from a table on which a placement was just made."""
    bits = after.settle()
    left[0] -= 1
    if left[0] < 0:
        raise _TooManyEndsError
    if not bits:
        lead = _lead(after, seat)
        return (lead > 0) - (lead < 0)
    own = after.seat == seat
    worst = -1 if own else 1
    for number in _numbers(after, bits):
        result = _result(_after(after, number), seat, left)
        worst = max(worst, result) if own else min(worst, result)
        if worst == (1 if own else -1):
            break
    return worst


def candidates(rng: Random) -> Iterator[Puzzle]:
    """Positions of games between players of a line each. What gains or covers most is also what looks best when it is
    played on."""
    while True:
        position = initial(rng.choice(STRUCTURES), 2)
        players = {player: rng.choice(_PLAYERS) for player in position.players}
        while position.to_move and not position.out:
            if sum(map(len, position.columns.values())) > _BUILT:
                for task in rng.sample(TASKS, len(TASKS)):
                    if puzzle := _puzzle(rng, task, position):
                        yield puzzle
                        break
            placement = CHOICES_OF[players[position.to_move]](position, rng, lambda: True)
            turn = apply(position, placement.piece, placement.cells)
            assert isinstance(turn, Turn)
            position = turn.position


def _tried(position: Position, rng: Random, rounds: int) -> list[tuple[Placement, float]]:
    left = iter(range(rounds))
    return tried_placements(position, rng.getrandbits(32), lambda: next(left, None) is None)


def _puzzle(rng: Random, task: str, position: Position) -> Puzzle | None:
    ways = moves(position)
    if not CHOICES < len(ways) < _WAYS:
        return None
    table = Table.of(position)
    try:
        worths = _worths(task, table)
    except _TooManyEndsError:
        return None
    best = _best(worths)
    # None of those asked for is right where nothing is gained, or where all is.
    if len(best) != 1 or worths[best[0]] <= (1 if task == "blokus.cover" else -100 if task == "blokus.most" else 0):
        return None
    placements = table.space.placements
    # Of those that are told in the same words one is enough; the wrong ones are the next best.
    others = sorted((each for each in worths if each != best[0]), key=lambda each: (-worths[each], rng.random()))
    told = {_told(placements[best[0]]): best[0]}
    for number in others:
        told.setdefault(_told(placements[number]), number)
    if len(told) < CHOICES:
        return None
    shown = [placements[each] for each in [*told.values()][:CHOICES]]
    worth_of = {_told(each): worth for each, worth in _tried(position, rng, _ROUNDS)}
    graded = [worth_of.get(_told(each), 0.0) for each in shown]
    if graded[0] < max(graded) and task in ("blokus.most", "blokus.cover"):
        return None  # A player would do better to gain less at once.
    given = {"task": task, "position": position.to_json(), "grade": grade(graded, SPREAD)}
    return shuffled(rng, given, [[{"player": position.to_move, **each.to_json()}] for each in shown])


def _told(placement: Placement) -> tuple[str, frozenset[tuple[int, int]]]:
    return placement.piece, frozenset((x, y) for x, y, _ in placement.cells)
