"""Numbers of positions that the programs of one player can lead to, against the golden file."""

from pathlib import Path

import pytest

from companion.games.pyramid_ball.rules.board import PLAYERS
from companion.games.pyramid_ball.rules.counting import perft
from companion.games.pyramid_ball.rules.model import STILL, Options
from companion.games.pyramid_ball.rules.notation import position_from_text, program_from_text
from companion.games.pyramid_ball.rules.setup import initial
from tests.games.saying import raises_saying

GOLDEN = Path(__file__).parents[3] / "data" / "pyramid_ball_perft.txt"
ENTRIES = [line.split(" | ") for line in GOLDEN.read_text().splitlines() if not line.startswith("#")]


def of_rows(rows: str) -> list[list[str]]:
    return [entry for entry in ENTRIES if entry[3] == rows]


def test_the_file_has_the_set_up_and_enough_positions() -> None:
    start = {(player, rows) for text, player, _, rows, _, _ in ENTRIES if position_from_text(text) == initial()}
    assert start == {("first", "1"), ("second", "1"), ("first", "2"), ("second", "2"), ("second", "3")}
    assert len({text for text, *_ in ENTRIES}) > 150
    assert sum(by == "both" for *_, by in ENTRIES) > 100


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_golden_counts(part: int) -> None:
    """All of one row, a part of those of two, which take longer, and one of three."""
    counted = [each for rows, step in (("1", 1), ("2", 12), ("3", 1)) for each in of_rows(rows)[::step]]
    for text, player, program, rows, count, _ in counted[part::4]:
        other = program_from_text(program)
        assert perft(position_from_text(text), PLAYERS.index(player), other, int(rows)) == int(count), text


def test_options_count() -> None:
    """Head-on, only one reading lets the first player's medium stay where it is."""
    forward = program_from_text("S:... M:F.. L:...")
    counts = [perft(initial(), 0, forward, 1, Options(swap=swap)) for swap in ("a", "b")]
    assert counts[0] != counts[1]


@pytest.mark.parametrize("rows", [0, 4, True, "1", None])
def test_rows_that_make_no_sense_are_refused(rows: object) -> None:
    with raises_saying("rows: 1, 2 or 3"):
        perft(initial(), 0, STILL, rows)  # type: ignore[arg-type]
