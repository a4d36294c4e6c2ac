"""Numbers of positions that one placement leads to, against the golden file and against counts made by others."""

from pathlib import Path

import pytest

from companion.games.blokus3d.rules.notation import position_from_text
from companion.games.blokus3d.rules.space import space
from companion.games.blokus3d.rules.structures import STRUCTURES
from companion.games.blokus3d.rules.turns import initial, perft

GOLDEN = Path(__file__).parents[3] / "data" / "blokus_perft.txt"

ENTRIES = [line.split(" | ") for line in GOLDEN.read_text().splitlines() if not line.startswith("#")]


def test_the_file_has_all_starts_and_enough_positions() -> None:
    positions = [position_from_text(text) for text, _ in ENTRIES]
    assert [initial(structure, players) for structure in STRUCTURES for players in (2, 3, 4)] == positions[:12]
    assert len({text for text, _ in ENTRIES}) > 200
    assert {len(position.players) for position in positions} == {2, 3, 4}
    assert any(position.out for position in positions)


@pytest.mark.parametrize("part", range(4))
def test_golden_counts(part: int) -> None:
    for text, count in ENTRIES[part::4]:
        assert perft(position_from_text(text)) == int(count), text


def test_the_tower_for_four_as_a_prototype_counted_it() -> None:
    """Counts that a separately written prototype of the same rules gave as well."""
    assert len(space("tower", 4).placements) == 8_949
    assert perft(initial("tower", 4)) == 687
