"""Numbers of positions that a turn can end in, against the golden file and against counts made by others."""

from pathlib import Path
from typing import Any

import pytest

from companion.games.leistiko_blockade.rules.model import Options, Roll
from companion.games.leistiko_blockade.rules.notation import position_from_text, turn_from_text
from companion.games.leistiko_blockade.rules.setup import initial
from companion.games.leistiko_blockade.rules.turns import perft

GOLDEN = Path(__file__).parents[3] / "data" / "leistiko_perft.txt"
ENTRIES = [line.split(" | ") for line in GOLDEN.read_text().splitlines() if not line.startswith("#")]


def read_options(text: str) -> Options:
    read: dict[str, Any] = {}
    for each in text.split() if text != "-" else []:
        name, value = each.split("=")
        read[name] = {"true": True, "false": False}.get(value, int(value) if value.isdigit() else value)
    return Options.from_json(read)


def test_the_file_has_every_variant_and_all_rolls_of_the_set_up() -> None:
    start = {(row, dice) for text, _, row, dice, _ in ENTRIES if position_from_text(text) == initial()}
    assert start == {(row, f"d{die}") for row in (*"123456", "all") for die in range(1, 7)}
    assert {read_options(text).variant for _, text, _, _, _ in ENTRIES} == {"base", "bungie", "super-push"}
    assert len(ENTRIES) > 200


def test_golden_counts() -> None:
    for text, options, row, dice, count in ENTRIES:
        _, roll, _ = turn_from_text(f"r1 {dice}: pass")
        said = int(row) if row != "all" else None
        assert perft(position_from_text(text), roll, said, read_options(options)) == int(count), (
            text,
            options,
            row,
            dice,
        )


@pytest.mark.rule("LB-points", "LB-08")
@pytest.mark.parametrize(
    ("row", "counts"), [(1, [2, 4, 6, 10, 14, 18]), (2, [3, 7, 14, 22, 33, 44]), (3, [3, 8, 17, 29, 42, 56])]
)
def test_the_set_up(row: int, counts: list[int]) -> None:
    """Counts that a separately written prototype of the same rules gave as well."""
    assert [perft(initial(), Roll((die,)), row) for die in range(1, 7)] == counts
    assert [perft(initial(), Roll((die,)), 7 - row) for die in range(1, 7)] == counts
