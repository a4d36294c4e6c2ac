"""Half backgammon boards as they are drawn to learn from."""

import numpy as np

from lab.training.scenes.half_board_tables import draw, random_half_board, truth
from vision.geometry.half_board import CORNERS, PlacedHalfBoard

SIZE = (320, 240)


def test_a_seed_gives_the_same_table_again() -> None:
    assert truth(random_half_board(5, SIZE)) == truth(random_half_board(5, SIZE))
    assert np.array_equal(draw(random_half_board(5, SIZE)), draw(random_half_board(5, SIZE)))


def test_the_truth_counts_what_is_drawn() -> None:
    for seed in range(6):
        told = truth(random_half_board(seed, SIZE))
        for side in ("first", "second"):
            for row, count in enumerate(told["rows"][side], 1):
                assert sum((one["side"], one["row"]) == (side, row) for one in told["checkers"]) == count


def test_checkers_lie_on_their_own_side() -> None:
    told = truth(random_half_board(3, SIZE))
    board = PlacedHalfBoard(np.array([told["corners"][name] for name in CORNERS]), SIZE)
    for one in told["checkers"]:
        quads = {side: board.quad(f"{side}.{one['row']}").mean(axis=0) for side in ("first", "second")}
        own = quads.pop(one["side"])
        (other,) = quads.values()
        if one["layer"] == 0:
            assert np.hypot(*(own - one["at"])) < np.hypot(*(other - one["at"])) * 1.5


def test_rows_of_every_kind_are_learnt_from() -> None:
    tables = [truth(random_half_board(seed, SIZE)) for seed in range(40)]
    rows = [
        [one["layer"] for one in told["checkers"] if (one["side"], one["row"]) == (side, row)]
        for told in tables
        for side in ("first", "second")
        for row in range(1, 7)
    ]
    filled = [row for row in rows if row]
    assert 0.25 < sum(max(row) > 0 for row in filled) / len(filled) < 0.5
    assert any(len(row) < 4 and max(row) > 0 for row in filled)
    assert any(len(row) == 5 and max(row) == 0 for row in filled)
    assert any(one["standin"] for told in tables for one in told["checkers"])


def test_both_halves_of_a_tournament_are_in_sight() -> None:
    for seed in range(8):
        told = truth(random_half_board(seed, SIZE, tournament=True))
        for ring in (told["corners"], told["more"]["other"]):
            spots = np.array(list(ring.values()))
            assert len(spots) == 4
            assert ((spots > -5) & (spots < np.array(SIZE) + 5)).all()
