"""A game that a camera on the network watches, its pictures drawn and read by the real eyes."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.app.devices.camera import CameraHelp
from companion.app.games.deeds import BeginWatched, RollDice, SetCorners
from companion.games.looney_blockade.rules.setup import initial
from companion.games.reason import because
from tests.app.picture_stream import streaming
from tests.games.looney_blockade.screen.games import LooneyTable, table
from vision.drawing.simulated_camera import SimulatedTable, usual_view
from vision.geometry.grid import VOLCANO
from vision.image import Image

PATIENCE = 240.0


def drawn(grid: dict[str, str]) -> Image:
    shot = SimulatedTable(grid, usual_view(VOLCANO)).next(1.0)
    assert shot is not None
    return shot.image


def until(game: LooneyTable, true: Callable[[], bool]) -> None:
    """Let it go on; all the while the players see a table, and are asked by nobody to go on by touch."""
    end = time.monotonic() + PATIENCE
    while not true():
        pause = game.advance()
        state = game.state()
        assert time.monotonic() < end, state
        assert any(state.grid.values()) and state.source == "camera" and state.camera
        time.sleep(min(pause or 0.05, 0.05))


@pytest.mark.slow
def test_from_a_wrong_set_up_and_foreign_corners_to_a_legal_turn(tmp_path: Path) -> None:
    """The camera's kept corners are those of another place; two cells are set up wrongly; then a small is moved."""
    right = dict(initial().grid)
    wrong = {**right, "b1": right["b1"][:2], "d1": right["d1"] + "G1"}
    moved = {**right, "b1": right["b1"][:2], "c1": right["c1"] + right["b1"][2:]}
    elsewhere = CameraHelp(corners=((0.05, 0.5), (0.3, 0.5), (0.3, 0.1), (0.05, 0.1)))
    with streaming(drawn(wrong)) as stream:
        game, _ = table(tmp_path, source="camera", camera=stream.address, known=elsewhere)

        def seen() -> set[str] | None:
            camera = game.state().camera
            setup = camera.setup if camera else None
            return None if setup is None or setup.faults is None else {*setup.faults, *setup.unseen}

        until(game, lambda: bool(seen()))
        assert {"b1", "d1"} <= (seen() or set())
        stream.image = drawn(right)
        until(game, lambda: seen() == set())
        game.do(BeginWatched())
        game.do(RollDice({"B": 5, "G": 5}))
        stream.image = drawn(moved)
        until(game, lambda: bool(game.state().moments[1:]))
        assert game.state().moments[-1].verdict.verdict == "legal"
        # The players go around the table with the camera, and show corners that are none.
        game.do(SetCorners(elsewhere.corners))
        stream.image = drawn(moved)[::-1, ::-1].copy()
        until(game, lambda: game.state().notice is not None)
        state = game.state()
        assert state.notice == because("table.found_anew") and state.camera and state.camera.corners
        assert dict(state.grid) == moved and state.verdict and state.verdict.verdict != "illegal"
        game.close()


@pytest.mark.slow
def test_a_move_made_before_its_roll_is_judged_when_the_roll_is_said(tmp_path: Path) -> None:
    """The picture does not change any more."""
    right = dict(initial().grid)
    moved = {**right, "b1": right["b1"][:2], "c1": right["c1"] + right["b1"][2:]}
    with streaming(drawn(right)) as stream:
        game, _ = table(tmp_path, source="camera", camera=stream.address)

        def seen_right() -> bool:
            camera = game.state().camera
            return bool(camera and camera.setup and camera.setup.right)

        until(game, seen_right)
        looks: list[object] = []
        game.looked = looks.append
        game.do(BeginWatched())
        stream.image = drawn(moved)
        until(game, lambda: len(looks) > 1)
        game.do(RollDice({"B": 5, "G": 5}))
        until(game, lambda: bool(game.state().moments) and game.state().moments[-1].verdict.verdict == "legal")
        assert dict(game.state().believed) == moved
        game.close()
