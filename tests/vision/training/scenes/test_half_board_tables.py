"""Half backgammon boards as they are drawn to learn from."""

import numpy as np

from vision.geometry.half_board import CORNERS, PlacedHalfBoard
from vision.training.scenes.half_board_tables import draw, random_half_board, truth

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
