"""Games of all four tables through the app under a stream: drawn tables that play by themselves, seen by real eyes."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from companion.app.games.deeds import BeginWatched, Correct, PassTurn, Say, SettleSides
from companion.app.games.opening import GameSetup, open_game
from companion.games.blokus3d.rules.model import square_name
from companion.games.blokus3d.rules.structures import limits
from companion.games.errors import GameError
from companion.games.leistiko_blockade.screen.deeds import ChooseRow
from companion.games.pyramid_ball.screen.deeds import EndTimer, StartTimer
from companion.referee.grid import Grid
from companion.referee.tables import open_table
from tests.app.picture_stream import NOISE, PictureStream, streaming
from tests.games.looney_blockade.screen.games import new_game

if TYPE_CHECKING:
    from companion.app.driver import Driver

PATIENCE = 240.0
PAUSE = 0.02


@dataclass(frozen=True)
class Drawn:
    """A table that plays by itself. `more` is what one chooses for the game, `chosen` what its table may do; it is
    looked at `looks` times after the set-up, in a stream with so much `noise` (grey levels)."""

    game: str
    noise: float
    looks: int
    more: dict[str, Any]
    chosen: dict[str, int]


TABLES = (
    Drawn("looney-blockade", 0.0, 4, {}, {"breaches": 50, "glares": 0}),
    Drawn("leistiko-blockade", NOISE, 4, {}, {"breaches": 50, "glares": 0}),
    Drawn("blokus3d", 0.0, 3, {"structure": "corner", "count": 2}, {"breaches": 50, "turns": 0}),
    Drawn("pyramid-ball", NOISE, 2, {"mode": "basic"}, {"breaches": 0, "glares": 0, "late": 0}),
)


class Watched:
    """A game that a camera watches, and what its players see meanwhile."""

    def __init__(self, drawn: Drawn, stream: PictureStream, folder: Path) -> None:
        setup = GameSetup(game=drawn.game, source="camera", camera=stream.address, more=drawn.more)
        self.game: Any = open_game(new_game(setup, folder))
        self.judged: Any = None
        self.game.looked = self._looked
        self._stream = stream

    def _looked(self, image: Any) -> None:
        self.judged = image

    def until(self, true: Callable[[], object]) -> None:
        end = time.monotonic() + PATIENCE
        while not true():
            pause = self.game.advance()
            state = self.game.state()
            assert time.monotonic() < end, (state.notice, state.camera, state.verdict)
            assert state.grid and state.source == "camera" and state.camera
            time.sleep(min(pause or PAUSE, PAUSE))

    def set_up(self, truth: Grid) -> None:
        """The set-up is built; who has the ball is answered, where it is asked."""
        self.until(lambda: self.game.state().camera.setup.faults == {})
        seen = self.game.state().camera.setup
        if seen.asked:
            self.game.do(SettleSides(other=any(thing != truth.get(place, "") for place, thing in seen.wanted.items())))
        assert self.game.state().camera.setup.right
        self.game.do(BeginWatched())

    def say(self, kind: str, value: Any) -> None:
        if kind == "timer":
            self.game.do(StartTimer()) if value == "start" else self.game.do(EndTimer())
        elif kind == "row":
            if self.game.state().phase == "move":
                self.game.do(PassTurn())
            self.game.do(ChooseRow(value))
        else:
            self.game.do(Say(kind, value))

    def look(self, image: Any) -> None:
        """Show a picture until it has been judged. The one before may be looked at once more meanwhile."""
        before, self.judged, self._stream.image = self._stream.image, None, image

        def far(one: Any) -> float:
            return float(np.abs(self.judged.astype(np.int16) - one).sum())

        self.until(lambda: self.judged is not None and far(image) < far(before))

    def answer(self, truth: Grid) -> None:
        """Tap what is so, or say it where it is not offered. What no position can be is refused with the rule against
        it, and taken back."""
        state = self.game.state()
        for number, reading in enumerate(state.verdict.readings):
            if dict(reading.grid) == truth:
                self.game.do(Correct({"reading": number, "of": state.number}))
                return
        wrong = {place: thing for place, thing in truth.items() if thing != state.believed[place]}
        try:
            self.game.do(Correct({"cells": wrong}))
        except GameError as error:
            assert error.reason.rule == "B3-height", error


@pytest.mark.slow
@pytest.mark.parametrize("drawn", TABLES, ids=lambda drawn: drawn.game)
def test_every_look_is_judged_rightly_or_asked_about(drawn: Drawn, tmp_path: Path) -> None:
    players = {"structure": drawn.more["structure"], "players": 2} if "structure" in drawn.more else drawn.more
    table = open_table(drawn.game, players)
    practice: Any = table.practice(3, drawn.chosen)
    first = practice.next(None)
    with streaming(first.value, drawn.noise) as stream:
        watched = Watched(drawn, stream, tmp_path)
        watched.set_up(practice.shown.grid)
        game, said, truth = watched.game, list[str](), dict(watched.game.session.grid)
        while len(said) < drawn.looks:
            happening = practice.next(game.state().verdict)
            if happening.kind != "frame":
                watched.say(happening.kind, happening.value)
                continue
            shown, truth = truth, {place: practice.shown.grid.get(place, "") for place in table.places}
            programs = drawn.game == "pyramid-ball" and not said
            if getattr(practice.shown, "hand", "") or getattr(practice.shown, "hands", ()):
                truth = shown
                continue
            if truth == shown and not programs:
                continue  # nobody looks twice at what has not changed
            watched.look(happening.value)
            verdict, believed = game.state().verdict, dict(game.session.grid)
            said.append(verdict.verdict)
            if verdict.verdict == "illegal":
                assert table.turn(game.session.position, truth, game.session.due) is None, f"accused: {verdict.reason}"
            elif verdict.verdict == "unsure":
                watched.answer(truth)
            else:
                assert believed == truth, verdict
        assert {"legal", "illegal"} & {each.verdict.verdict for each in game.state().moments}
        game.close()


@pytest.mark.slow
def test_a_wrongly_chosen_structure_is_put_right_by_one_tap(driver: "Driver") -> None:
    corner = open_table("blokus3d", {"structure": "corner", "players": 2}).practice(3, {})
    happening = corner.next(None)
    assert happening
    with streaming(happening.value, noise=0.0) as stream:
        driver.begin("blokus3d", "camera", camera=stream.address, more={"structure": "tower", "count": 2})
        driver.until(lambda: driver.has("reading 3"))
        assert driver.screen.shows_setup, "the camera's picture stays behind the question"
        offered = [reading.share for reading in driver.screen.view.readings]
        assert offered[0] == "Corner" and len({*offered}) == 4
        driver.frames(10)
        for name in ("drag corners", "other structure", "other camera", "by touch", "begin"):
            button, strip = driver.find(name), driver.screen.strip
            assert button.y >= strip.top or button.top <= strip.y, f"{name} is covered"
        # A structure that is said by hand is not doubted again, whatever the mask looks like.
        steps = next(n for n, share in enumerate(offered) if share == "Steps")
        driver.press(f"reading {steps}")
        driver.until(lambda: driver.screen.shown and driver.screen.shown.camera.setup.found)
        driver.until(lambda: driver.screen.shown.camera.setup.wanted or driver.screen.shown.camera.setup.trouble)
        assert not driver.has("reading 0")
        driver.press("other structure")
        driver.press("structure corner")
        driver.until(lambda: driver.screen.shown and driver.screen.shown.camera.setup.right)
        assert set(driver.screen.board.picture.limits) == {square_name(square) for square in limits("corner", 2)}
        assert not driver.has("reading 0")
