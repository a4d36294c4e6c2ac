"""Seeded play of Blokus 3D between the suggestions and simple players, and positions of it to measure with."""

from collections.abc import Callable, Iterator
from random import Random

from companion.games.blokus3d.rules.hints import suggest
from companion.games.blokus3d.rules.model import Placement, Position, Turn
from companion.games.blokus3d.rules.structures import STRUCTURES, Structure
from companion.games.blokus3d.rules.table import Table
from companion.games.blokus3d.rules.turns import apply, initial, moves, outcome
from lab.measure.thinking import hint_timed, out_of_time

PLAYERS = ("hint", "random", "greedy", "line", "monte-carlo")
Late = Callable[[], bool]


def play(first: str, second: str, seed: int, seconds: float, structure: Structure = "tower", players: int = 2) -> float:
    """Return the points of `first` in one game against `second` at all other seats: 1 for a win, a share of a shared
    one. The seed says at which seat `first` sits. Every decision gets `seconds` of the processor."""
    rng = Random(seed)
    position = initial(structure, players)
    names = dict.fromkeys(position.players, second)
    names[position.players[seed % players]] = first
    while position.to_move:
        placement = CHOICES_OF[names[position.to_move]](position, rng, out_of_time(seconds))
        turn = apply(position, placement.piece, placement.cells)
        assert isinstance(turn, Turn), turn
        position = turn.position
    winners = outcome(position).winners
    assert winners
    return sum(names[winner] == first for winner in winners) / len(winners) if first != second else 1 / players


def _hint(position: Position, rng: Random, late: Late) -> Placement:
    with hint_timed():
        suggestion = suggest(position, rng.getrandbits(32), late)
    assert suggestion
    return suggestion.turn.placement


def _random(position: Position, rng: Random, _late: Late) -> Placement:
    return rng.choice(moves(position))


def _greedy(position: Position, rng: Random, _late: Late) -> Placement:
    """One of the placements that show most own squares at once."""
    assert position.to_move
    mine = position.to_move[0].upper()
    shown = []
    for placement in moves(position):
        squares = {cell[:2] for cell in placement.cells}
        shown.append((sum(position.column(square)[-1:] != mine for square in squares), placement))
    most = max(count for count, _ in shown)
    return rng.choice([placement for count, placement in shown if count == most])


def _line(position: Position, rng: Random, _late: Late) -> Placement:
    """One of the placements that gain most squares, squares taken from others counted twice."""
    assert position.to_move
    mine = position.to_move[0].upper()
    gained = []
    for placement in moves(position):
        tops = [position.column(square)[-1:] for square in {cell[:2] for cell in placement.cells}]
        gained.append((sum(0 if top == mine else 2 if top else 1 for top in tops), rng.random(), placement))
    return max(gained, key=lambda each: each[:2])[2]


def _monte_carlo(position: Position, rng: Random, late: Late) -> Placement:
    """The placement that won most often, each in turn followed by random placements to the end of the game."""
    table = Table.of(position)
    numbers: list[int] = table.space.numbers(table.legal(table.seat)).tolist()
    rng.shuffle(numbers)
    won, played = [0.0] * len(numbers), [0] * len(numbers)
    at = 0
    while not at or not late():
        choice = at % len(numbers)
        won[choice] += _random_result(table, numbers[choice], rng)
        played[choice] += 1
        at += 1
    best = max(range(min(at, len(numbers))), key=lambda choice: won[choice] / played[choice])
    return table.space.placements[numbers[best]]


def _random_result(before: Table, number: int, rng: Random) -> float:
    table = before.copy()
    table.place(number)
    while bits := table.settle():
        table.place(int(rng.choice(table.space.numbers(bits))))
    points = [table.tops.count(seat) - left for seat, left in enumerate(table.pieces)]
    lead = points[before.seat] - max(points[: before.seat] + points[before.seat + 1 :])
    return 0.5 if lead == 0 else float(lead > 0)


CHOICES_OF: dict[str, Callable[[Position, Random, Late], Placement]] = {
    "hint": _hint,
    "random": _random,
    "greedy": _greedy,
    "line": _line,
    "monte-carlo": _monte_carlo,
}


def busy_positions(rng: Random, games: int) -> Iterator[Position]:
    """The positions of random games for two to four players on all structures, without those nobody can move in."""
    for game in range(games):
        position = initial(STRUCTURES[game % len(STRUCTURES)], 2 + game // len(STRUCTURES) % 3)
        while position.to_move:
            yield position
            placement = rng.choice(moves(position))
            turn = apply(position, placement.piece, placement.cells)
            assert isinstance(turn, Turn), turn
            position = turn.position
