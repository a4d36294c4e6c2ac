"""Numbers of tables that a turn can end in, against the golden file and against counts made by others."""

from pathlib import Path

import pytest

from companion.games.looney_blockade.rules.judging.checking import turn_to
from companion.games.looney_blockade.rules.model import SIDES, Options, Position
from companion.games.looney_blockade.rules.notation import position_from_text
from companion.games.looney_blockade.rules.searching.turn_results import colour_ends, perft
from companion.games.looney_blockade.rules.setup import initial
from tests.often import THOROUGH

GOLDEN = Path(__file__).parents[3] / "data" / "looney_perft.txt"

ENTRIES = [line.split(" | ") for line in GOLDEN.read_text().splitlines() if not line.startswith("#")]
PARTS = 8


def test_the_file_has_all_rolls_and_enough_positions() -> None:
    start = {dice for text, dice, _, _ in ENTRIES if position_from_text(text) == initial()}
    assert start == {f"{a} {b}" for a in range(1, 7) for b in range(1, 7)}
    assert len({text for text, _, _, _ in ENTRIES}) > 200
    assert sum(by == "both" for _, _, _, by in ENTRIES) > 100


@pytest.mark.parametrize("part", range(PARTS))
def test_golden_counts(part: int) -> None:
    for text, dice, count, _ in ENTRIES[part::PARTS][:: 1 if THOROUGH else 2]:
        position = position_from_text(text)
        roll = dict(zip(SIDES[position.to_move], map(int, dice.split()), strict=True))
        assert perft(position, roll) == int(count), f"{text} | {dice}"


@pytest.mark.rule("BK-points", "BK-10")
@pytest.mark.parametrize(
    ("dice", "count"),
    [((1, 1), 259), ((1, 2), 987), ((1, 3), 2_403), ((2, 2), 3_763), ((2, 3), 9_201), ((3, 3), 22_389)],
)
def test_low_dice_of_the_default_set_up(dice: tuple[int, int], count: int) -> None:
    """Counts that a separately written prototype of the same rules gave as well."""
    assert perft(initial(), {"B": dice[0], "G": dice[1]}) == count
    assert perft(initial(), {"B": dice[1], "G": dice[0]}) == count
    assert perft(initial(to_move="warm"), {"R": dice[0], "Y": dice[1]}) == count


def test_two_sixes_of_the_default_set_up() -> None:
    assert perft(initial(), {"B": 6, "G": 6}) == 662_496


def paired(position: Position, roll: dict[str, int]) -> int:
    """How many tables the ends of both colours make together, as far as the rules allow them."""
    one, two = colour_ends(position, roll)
    tables = set()
    for mine in one.tables:
        for other in two.tables:
            grid, put = dict(position.grid), dict[str, str]()
            for ends, stacks in ((one, mine), (two, other)):
                held = {cell: stack for cell, stack in zip(ends.cells, stacks, strict=True) if stack}
                grid |= dict.fromkeys((cell for cell in ends.cells if position.grid[cell][:2] == "C3"), "C3")
                if set(put) & {cell for cell in held if held[cell][:2] == "C3"}:
                    break
                put |= held
            else:
                if turn_to(position, grid | put, roll):
                    tables.add(tuple((grid | put).values()))
    return len(tables)


def test_the_ends_of_both_colours_make_all_tables() -> None:
    roll = {"B": 1, "G": 1}
    assert paired(initial(), roll) == perft(initial(), roll)


def test_the_ends_of_both_colours_make_all_tables_later_in_a_game() -> None:
    few = [entry for entry in ENTRIES if 20 < int(entry[2]) < 300]
    for text, dice, count, _ in few[::40]:
        position = position_from_text(text)
        assert paired(position, dict(zip(SIDES[position.to_move], map(int, dice.split()), strict=True))) == int(count)


def test_ends_where_pieces_may_be_parked_are_those_without() -> None:
    roll = {"B": 2, "G": 1}
    assert colour_ends(initial(), roll, Options(landing="c")) == colour_ends(initial(), roll, Options(landing="a"))
