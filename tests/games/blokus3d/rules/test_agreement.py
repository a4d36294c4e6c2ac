"""The engine of Blokus 3D against the slow, literal reference: the same placements, turns, scores and refusals."""

from itertools import islice
from random import Random

import pytest

from companion.games.blokus3d.rules.checking import check
from companion.games.blokus3d.rules.model import Position, Turn
from companion.games.blokus3d.rules.pieces import CUBES, ORIENTATIONS
from companion.games.blokus3d.rules.structures import STRUCTURES, limits
from companion.games.blokus3d.rules.turns import apply, initial, moves, outcome, perft
from tests.games.blokus3d.rules.positions import random_game, random_position, random_start
from tests.games.blokus3d.rules.reference import PIECES as REFERENCE_PIECES
from tests.games.blokus3d.rules.reference import TURNED, Table, heights
from tests.often import often

pytestmark = pytest.mark.slow

Cubes = frozenset[tuple[int, int, int]]


def placements(position: Position) -> set[tuple[str, Cubes]]:
    found = moves(position)
    assert len(found) == len(set(found)) == perft(position)
    return {(placement.piece, frozenset(placement.cells)) for placement in found}


@pytest.mark.rule("B3-pieces")
def test_the_pieces_and_all_ways_to_turn_them() -> None:
    assert set(ORIENTATIONS) == set(REFERENCE_PIECES)
    for piece, shapes in ORIENTATIONS.items():
        assert {frozenset(shape) for shape in shapes} == TURNED[piece]
        assert len(shapes) == len(TURNED[piece])
        assert CUBES[piece] == len(REFERENCE_PIECES[piece])


@pytest.mark.rule("B3-setup", "B3-10")
@pytest.mark.parametrize("structure", STRUCTURES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_structures(structure: str, players: int) -> None:
    assert limits(structure, players) == heights(structure, players)


# With more players most turns are those of a game of two: every structure is begun by all, and each number of players
# goes on to the end on one that is built up and on one that is not.
TO_THE_END = {2: tuple(STRUCTURES), 3: ("corner", "pyramid"), 4: ("tower", "steps")}
BEGINNING = 8


@pytest.mark.parametrize("structure", STRUCTURES)
@pytest.mark.parametrize("players", TO_THE_END)
def test_games_move_by_move(structure: str, players: int) -> None:
    """Who is to move, who is out, the table, the points; and all placements every few turns."""
    rng = Random(f"{structure} {players}")
    start = initial(structure, players)
    table = Table(start.to_json())
    assert placements(start) == table.placements(start.players[0])
    most = None if structure in TO_THE_END[players] else BEGINNING
    for number, turn in enumerate(islice(random_game(rng, start), most)):
        table.place(turn.placement.piece, frozenset(turn.placement.cells))
        after = turn.position
        assert (after.to_move, sorted(after.out)) == (table.to_move, sorted(table.out))
        assert after.columns == table.columns()
        assert outcome(after).scores == table.scores()
        if after.to_move and number % 10 == 0:
            assert placements(after) == table.placements(after.to_move)


def shifted(rng: Random, position: Position) -> tuple[str, Cubes]:
    """A piece somewhere near where one may be placed: legal by chance."""
    placement = rng.choice(moves(position))
    if rng.random() < 0.5:
        step = [rng.choice((-1, 0, 0, 1)) for _ in range(3)]
        moved = [(x + step[0], y + step[1], z + step[2]) for x, y, z in placement.cells]
    else:
        x0, y0, z0 = placement.cells[0]
        shape = rng.choice(ORIENTATIONS[rng.choice(list(ORIENTATIONS))])
        moved = [(x + x0, y + y0, z + z0) for x, y, z in shape]
    inside = [(min(9, max(0, x)), min(9, max(0, y)), max(0, z)) for x, y, z in moved]
    inside = list(dict.fromkeys(inside))
    piece = next((name for name in TURNED if _to_corner(inside) in TURNED[name]), placement.piece)
    return piece if rng.random() < 0.9 else rng.choice(list(TURNED)), frozenset(inside)


def _to_corner(cubes: list[tuple[int, int, int]]) -> Cubes:
    least = [min(cube[axis] for cube in cubes) for axis in range(3)]
    return frozenset((x - least[0], y - least[1], z - least[2]) for x, y, z in cubes)


@pytest.mark.parametrize("part", range(often(4)))
def test_thousands_of_random_placements(part: int) -> None:
    rng = Random(part)
    legal = 0
    for _ in range(25):
        position = random_position(rng)
        table = Table(position.to_json())
        assert position.to_move
        for _ in range(40):
            piece, cubes = shifted(rng, position)
            fits = piece in table.left[position.to_move] and _to_corner(list(cubes)) in TURNED[piece]
            expected = fits and table.allowed(position.to_move, cubes)
            judged = apply(position, piece, sorted(cubes))
            assert isinstance(judged, Turn) == expected, (position, piece, cubes)
            legal += expected
    assert 100 < legal < 900


@pytest.mark.parametrize("part", range(2))
def test_columns_are_judged_as_placements_are(part: int) -> None:
    """Cubes added anywhere, floating ones too: legal exactly when they are one piece that may be placed there."""
    rng = Random(part)
    for _ in range(20):
        position = random_position(rng)
        table = Table(position.to_json())
        assert position.to_move
        letter = {"blue": "B", "yellow": "Y", "red": "R", "green": "G"}[position.to_move]
        for _ in range(15):
            _, cubes = shifted(rng, position)
            cubes = frozenset(cube for cube in cubes if cube not in table.cubes)
            after = dict(position.columns)
            for x, y, z in sorted(cubes):
                column = after.get(f"{x},{y}", "")
                after[f"{x},{y}"] = column + "." * (z - len(column)) + letter
            piece = next((name for name in TURNED if cubes and _to_corner(list(cubes)) in TURNED[name]), "")
            expected = piece in table.left[position.to_move] and table.allowed(position.to_move, cubes)
            judged = check(position, after)
            assert isinstance(judged, Turn) == expected
            if isinstance(judged, Turn):
                assert (judged.placement.piece, frozenset(judged.placement.cells)) == (piece, cubes)


def test_the_first_pieces_of_everybody() -> None:
    """The rules of the first round in full, for two to four players."""
    rng = Random(7)
    for _ in range(3):
        start = random_start(rng)
        table = Table(start.to_json())
        for _, turn in zip(start.players, random_game(rng, start), strict=False):
            table.place(turn.placement.piece, frozenset(turn.placement.cells))
            if turn.position.to_move:
                assert placements(turn.position) == table.placements(turn.position.to_move)
