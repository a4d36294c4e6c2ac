"""Pictures without any board, in each of which a board was found once."""

import numpy as np
import pytest

from lab.training.scenes.no_boards import draw, random_no_board
from tests.saying import refused
from vision.board.board_prior import BoardPrior
from vision.board.locate import THOROUGH, locate
from vision.geometry.grid import FIELD, VOLCANO, BoardGrid


@pytest.mark.parametrize(
    ("seed", "grid"),
    [
        pytest.param(103020154559, VOLCANO, id="a grid that the edge cuts off"),
        pytest.param(103020154610, VOLCANO, id="a calendar under a phone"),
        pytest.param(103020154659, VOLCANO, id="a calendar's five middle columns"),
        pytest.param(103020154623, FIELD, id="a chess board with a margin"),
        pytest.param(145454218199, FIELD, id="a chess board under a hand"),
    ],
)
def test_no_board_is_found(seed: int, grid: BoardGrid) -> None:
    with refused("No |larger|more than|out of the picture"):
        locate(np.asarray(draw(random_no_board(seed))), BoardPrior(grid, lambda cell: False), cut_off=0.25)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [103020154623, 145454218199])
def test_no_board_is_found_by_a_thorough_search(seed: int) -> None:
    with refused("No |larger|more than|out of the picture"):
        locate(np.asarray(draw(random_no_board(seed))), BoardPrior(FIELD, lambda cell: False), search=THOROUGH)
