"""A minute of Pyramid Ball under a camera on the network, drawn and read by the real eyes."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from companion.app.games.deeds import BeginWatched, SettleSides
from companion.app.games.opening import GameSetup, open_game
from companion.app.games.table import do
from companion.games.pyramid_ball.screen.deeds import EndTimer, StartTimer
from companion.games.pyramid_ball.screen.program_desk import tap
from companion.referee.tables import open_table
from tests.app.picture_stream import streaming
from tests.games.looney_blockade.screen.games import new_game

if TYPE_CHECKING:
    from companion.app.driver import Driver

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


@pytest.mark.slow
def test_the_reveal_is_played_over_the_photo(driver: "Driver", pictures: Path) -> None:
    practice: Any = open_table("pyramid-ball", {"mode": "basic"}).practice(3, {"breaches": 0, "glares": 0, "late": 0})
    with streaming(practice.next(None).value) as stream:
        driver.begin("pyramid-ball", "camera", camera=stream.address, more=BASIC)
        screen = driver.screen
        driver.until(lambda: screen.shown.camera and screen.shown.camera.setup.faults == {})
        if screen.shown.camera.setup.asked:
            driver.send(do(SettleSides(other=dict(screen.shown.camera.setup.wanted) != dict(practice.shown.grid))))
        driver.send(do(BeginWatched()))
        driver.until(lambda: screen.shown.phase != "setup")
        while (shown := practice.next(screen.shown.verdict)).kind != "frame" or practice.shown.hands:
            pass
        driver.send(do(StartTimer()))
        bare, stream.image = np.frombuffer(screen.shown.picture.pixels, np.uint8).astype(int), shown.value
        driver.until(lambda: (abs(np.frombuffer(screen.shown.picture.pixels, np.uint8) - bare) > 60).sum() > 300)
        driver.send(do(EndTimer()))
        driver.until(lambda: screen.shown.own.programs)
        for side, program in screen.shown.own.programs.items():
            for place in program["unsure"]:
                intent = tap(screen.shown, f"{side} {place}", screen.presenter.here.own)
                assert intent
                driver.send(intent)
        driver.until(lambda: not any(program["unsure"] for program in screen.shown.own.programs.values()))
        assert screen.table_view is screen.board
        driver.press("carry_out")
        assert screen.table_view is screen.photo_board and screen.photo_board in screen.ids.board_box.children
        assert screen.photo_board.picture.slides
        slide = screen.photo_board.picture.slides[0]
        ends = [screen.photo_board.centre_of(place) for place in (slide.start, slide.end)]
        assert ends[0] != ends[1] and all(screen.photo_board.collide_point(*end) for end in ends)
        driver.picture(pictures / "reveal-over-the-photo.png")
