"""The engine against the slow, literal reference: the same ends, the same fewest points, the same yes or no."""

from random import Random

import pytest

from companion.games.looney_blockade.rules.board import CELLS
from companion.games.looney_blockade.rules.judging.checking import check
from companion.games.looney_blockade.rules.judging.missing_blacks import missing_caps
from companion.games.looney_blockade.rules.model import SIDES, Options, Position, Turn
from companion.games.looney_blockade.rules.searching.turn_results import perft
from companion.games.looney_blockade.rules.turns import moves, outcome
from lab.measure.looney_positions import random_roll
from tests.games.looney_blockade.rules.positions import (
    agreed_position,
    played_positions,
    random_position,
    sparse_position,
)
from tests.games.looney_blockade.rules.reference import CELLS as REFERENCE_CELLS
from tests.games.looney_blockade.rules.reference import Table, turns
from tests.often import often

pytestmark = pytest.mark.slow

Stacks = tuple[str, ...]


class Reference:
    """The ends of a turn as the reference finds them."""

    def __init__(self, position: Position, roll: dict[str, int], options: Options) -> None:
        table = Table.from_json(position.to_json(), options.landing, options.tower)
        self._ends = {stacks: (points, supply) for (stacks, supply), points in turns(table, roll).items()}

    def __len__(self) -> int:
        return len(self._ends)

    def __contains__(self, stacks: Stacks) -> bool:
        return _foreign(stacks) in self._ends

    def __getitem__(self, stacks: Stacks) -> tuple[int, tuple[int, int, int]]:
        """The fewest points in all to an end, and the supply left."""
        points, supply = self._ends[_foreign(stacks)]
        return min(map(sum, points)), supply

    def sample(self, rng: Random, count: int) -> list[Stacks]:
        ends = list(self._ends)
        return [_native(end) for end in rng.sample(ends, min(count, len(ends)))]


def _foreign(stacks: Stacks) -> tuple[tuple[tuple[str, int], ...], ...]:
    grid = dict(zip(CELLS, stacks, strict=True))
    texts = [grid["abcde"[x] + str(y + 1)] for x, y in REFERENCE_CELLS]
    return tuple(tuple((text[i], int(text[i + 1])) for i in range(0, len(text), 2)) for text in texts)


def _native(end: tuple[tuple[tuple[str, int], ...], ...]) -> Stacks:
    grid = {
        "abcde"[x] + str(y + 1): "".join(f"{colour}{size}" for colour, size in stack)
        for (x, y), stack in zip(REFERENCE_CELLS, end, strict=True)
    }
    return tuple(grid[cell] for cell in CELLS)


def spoilt(rng: Random, stacks: tuple[str, ...]) -> tuple[str, ...]:
    """A table with one more thing done to it: a piece carried elsewhere, taken away, or a black put on."""
    table = list(stacks)
    here, there = rng.choice([i for i, stack in enumerate(table) if len(stack) > 2]), rng.randrange(len(table))
    what = rng.random()
    if what < 0.8:
        piece = table[here][-2:]
        table[here] = table[here][:-2]
        table[there] += piece if what < 0.6 else ""
    else:
        table[there] += rng.choice(("K3", "K2", "K1"))
    return tuple(table)


def compare(position: Position, roll: dict[str, int], options: Options, rng: Random) -> None:
    ends = Reference(position, roll, options)
    assert perft(position, roll, options) == len(ends)
    for stacks in ends.sample(rng, 5):
        turn = check(position, dict(zip(CELLS, stacks, strict=True)), roll, options)
        assert isinstance(turn, Turn), turn
        assert turn.position.stacks == stacks
        assert (sum(turn.points.values()), turn.position.supply) == ends[stacks]
    for stacks in ends.sample(rng, 3):
        wrong = spoilt(rng, stacks)
        judged = check(position, dict(zip(CELLS, wrong, strict=True)), roll, options)
        assert isinstance(judged, Turn) == (wrong in ends)
        full = missing_caps(position, dict(zip(CELLS, wrong, strict=True)), roll, options)
        assert full is None or full.position.stacks in ends


@pytest.mark.parametrize("seed", range(often(8)))
def test_random_positions_with_small_rolls(seed: int) -> None:
    """Eight times fifty positions, most with ones, which two low dice make twos."""
    rng = Random(seed)
    for i in range(50):
        position = random_position(rng)
        compare(position, random_roll(rng, position, 1 if i % 8 else 2), Options(), rng)


@pytest.mark.parametrize("seed", range(often(4)))
def test_positions_that_players_agreed_to_against_the_rules(seed: int) -> None:
    """Four times forty, by all options."""
    rng = Random(seed)
    for i in range(40):
        position = agreed_position(rng)
        options = Options(rng.choice(("a", "a", "a", "b", "c")), rng.choice(("exact", "exact", "containing")))
        small = options.landing == "c" or i % 8 == 0
        compare(position, random_roll(rng, position, 1 if small else 2), options, rng)


@pytest.mark.parametrize("seed", range(often(4)))
def test_played_positions_with_small_rolls(seed: int) -> None:
    rng = Random(seed)
    for i, position in enumerate(played_positions(rng, 60)):
        compare(position, random_roll(rng, position, 1 if i % 4 else 2), Options(), rng)


@pytest.mark.parametrize("seed", range(often(4)))
def test_threes_and_their_sums(seed: int) -> None:
    rng = Random(seed)
    for _ in range(2):
        position = random_position(rng)
        compare(position, random_roll(rng, position, 3), Options(), rng)


@pytest.mark.parametrize("seed", range(often(4)))
def test_sparse_positions_with_larger_rolls(seed: int) -> None:
    rng = Random(seed)
    for _ in range(6):
        position = sparse_position(rng)
        compare(position, {colour: rng.randint(3, 5) for colour in SIDES[position.to_move]}, Options(), rng)


@pytest.mark.rule("BK-12", "BK-13")
def test_a_small_that_leaves_a_bare_tree_of_two_smalls_may_win() -> None:
    """Without blacks, large-medium-small-small is no tower; it becomes the fifth when its upper small leaves."""
    grid = dict.fromkeys(CELLS, "R3")
    grid |= dict.fromkeys(("a1", "b1", "c1"), "G3G2G1K1")
    grid |= {"d1": "G3G2G1", "e1": "G3G2G1G1", "e3": "C3", "a5": "B3B1", "b5": "B3", "c5": "B3B2"}
    position = Position(grid, (0, 0, 0), "cool")
    assert outcome(position).towers["G"] == 4
    compare(position, {"B": 2, "G": 2}, Options(), Random(1))
    won = {**grid, "e1": "G3G2G1", "e3": "C3G1"}
    turn = check(position, won, {"B": 1, "G": 2})
    assert isinstance(turn, Turn) and outcome(turn.position).winner == "cool"
    assert isinstance(check(position, {**won, "a5": "B3", "b5": "B3B1"}, {"B": 1, "G": 2}), Turn), "blue first"
    back = check(position, {**won, "e3": "C3", "d1": "G3G2G1G1"}, {"B": 1, "G": 4})
    assert isinstance(back, Turn) and len(back.hops) == 1, "from tower to tower: four all the time"


@pytest.mark.rule("BK-02", "BK-04")
@pytest.mark.parametrize(
    ("option", "count", "highest"),
    [({"BK-02": "b"}, 40, 2), ({"BK-04": "containing"}, 20, 2), ({"BK-02": "c"}, 12, 1)],
)
def test_options(option: dict[str, str], count: int, highest: int) -> None:
    rng = Random(str(option))
    for _ in range(often(count)):
        position = random_position(rng)
        compare(position, random_roll(rng, position, highest), Options.from_json(option), rng)


def test_hops() -> None:
    rng = Random(5)
    for position in [random_position(rng) for _ in range(often(300))]:
        budget = random_roll(rng, position)
        table = Table.from_json(position.to_json())
        names = {cell: "abcde"[cell[0]] + str(cell[1] + 1) for cell in REFERENCE_CELLS}
        expected = {(names[start], names[end], cost) for start, end, _, cost in table.hops(budget)}
        assert {(hop.start, hop.end, hop.cost) for hop in moves(position, budget)} == expected


def test_parking_is_searched_like_the_rest_when_nothing_is_parked() -> None:
    """The whole-table search agrees with the search by colours on what is legal without parking."""
    rng = Random(6)
    for _ in range(often(10)):
        position = random_position(rng)
        roll = random_roll(rng, position, 2)
        parked = Options.from_json({"BK-02": "c"})
        ends = Reference(position, roll, Options())
        for stacks in ends.sample(rng, 3):
            turn = check(position, dict(zip(CELLS, stacks, strict=True)), roll, parked)
            assert isinstance(turn, Turn)
            assert sum(turn.points.values()) <= ends[stacks][0]
