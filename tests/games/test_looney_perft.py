"""Numbers of tables that a turn can end in, against the golden file and against counts made by others."""

from pathlib import Path

import pytest

from companion.games.looney_blockade import SIDES, initial, perft, position_from_text

GOLDEN = Path(__file__).parent.parent / "data" / "looney_perft.txt"

ENTRIES = [line.split(" | ") for line in GOLDEN.read_text().splitlines() if not line.startswith("#")]


def test_the_file_has_all_rolls_and_enough_positions() -> None:
    start = {dice for text, dice, _, _ in ENTRIES if position_from_text(text) == initial()}
    assert start == {f"{a} {b}" for a in range(1, 7) for b in range(1, 7)}
    assert len({text for text, _, _, _ in ENTRIES}) > 200
    assert sum(by == "both" for _, _, _, by in ENTRIES) > 100


@pytest.mark.parametrize("part", range(8))
def test_golden_counts(part: int) -> None:
    for text, dice, count, _ in ENTRIES[part::8]:
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
