"""A minute of Pyramid Ball under a camera on the network, drawn and read by the real eyes."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.app.games.deeds import BeginWatched, SettleSides
from companion.app.games.opening import GameSetup, open_game
from companion.games.pyramid_ball.screen.deeds import EndTimer, StartTimer
from companion.referee.tables import open_table
from tests.app.picture_stream import streaming
from tests.games.looney_blockade.screen.games import new_game

PATIENCE = 240.0
BASIC = {"mode": "basic", "clock": "tap"}


@pytest.mark.slow
def test_programs_laid_out_before_both_are_ready_are_read_from_the_still_picture(tmp_path: Path) -> None:
    practice: Any = open_table("pyramid-ball", {"mode": "basic"}).practice(3, {"breaches": 0, "glares": 0, "late": 0})
    with streaming(practice.next(None).value) as stream:
        setup = GameSetup(game="pyramid-ball", source="camera", camera=stream.address, more=BASIC)
        game: Any = open_game(new_game(setup, tmp_path))

        def until(true: Callable[[], object]) -> None:
            end = time.monotonic() + PATIENCE
            while not true():
                assert time.monotonic() < end, game.state()
                time.sleep(min(game.advance() or 0.05, 0.05))

        until(lambda: game.state().camera.setup.faults == {})
        if game.state().camera.setup.asked:
            game.do(SettleSides(other=dict(game.state().camera.setup.wanted) != dict(practice.shown.grid)))
        game.do(BeginWatched())
        while (shown := practice.next(game.state().verdict)).kind != "frame" or practice.shown.hands:
            pass
        game.do(StartTimer())
        looks: list[Any] = []
        game.looked = looks.append
        stream.image = shown.value
        until(lambda: looks)
        assert game.state().own.programs is None
        game.do(EndTimer())
        until(lambda: game.state().own.programs)
        assert all(game.state().own.programs.values())
        game.close()
