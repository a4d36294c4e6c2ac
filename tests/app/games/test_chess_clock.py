"""The chess clock: time that runs for whose turn it is, and more of it for each turn."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from companion.app.games.chess_clock import CONTROLS, NAME, ChessClock, ClockFollower, side_to_move
from companion.app.games.far_table import FarState
from companion.app.games.state import TableState
from companion.app.start.presenter import StartPresenter
from companion.app.texts.texts import Texts

if TYPE_CHECKING:
    from companion.app.driver import Driver

SIDES = ("cool", "warm")


def left(clock: ChessClock, now: float) -> dict[str, float]:
    return {each.side: round(each.left, 3) for each in clock.readings(now)}


def test_the_time_of_who_moves_runs_and_a_turn_adds_some() -> None:
    clock = ChessClock.of("3+2", SIDES)
    clock.follow("cool", 100.0)
    assert left(clock, 110.0) == {"cool": 170.0, "warm": 180.0}
    assert clock.follow("warm", 110.0)
    assert left(clock, 115.0) == {"cool": 172.0, "warm": 175.0}
    clock.follow(None, 115.0)
    assert left(clock, 500.0) == {"cool": 172.0, "warm": 175.0}


def test_it_waits_while_a_sheet_is_open() -> None:
    clock = ChessClock.of("3+2", SIDES)
    clock.follow("cool", 0.0)
    clock.follow("cool", 5.0, held=True)
    assert not any(each.runs for each in clock.readings(50.0))
    assert not clock.follow("cool", 60.0)
    assert left(clock, 65.0) == {"cool": 170.0, "warm": 180.0}


def test_a_flag_is_told_once_and_the_game_goes_on(tmp_path: Path) -> None:
    clock = ChessClock({"cool": 12.0, "warm": 60.0}, 5.0)
    follower = ClockFollower(clock, tmp_path, 0.0)
    told = [follower.tick("cool", now, held=False)[1] for now in (0.0, 3.0, 4.0, 12.5, 13.0)]
    assert told == [(), (("warning", "cool"),), (), (("end", "cool"),), ()]
    follower.tick("warm", 14.0, held=False)
    assert left(clock, 14.0) == {"cool": -2.0, "warm": 60.0}
    again = ChessClock.load(tmp_path)
    assert again is not None and left(again, 0.0) == {"cool": -2.0, "warm": 60.0}
    assert ClockFollower(again, tmp_path, 0.0).tick("warm", 0.0, held=False)[1] == ()


def test_between_two_tables_that_of_the_mover_counts(tmp_path: Path) -> None:
    """Here 40 s pass until his turn is told, of which he has thought 31.5; then our turn is made there."""
    clock = ChessClock.of("3+2", SIDES)
    follower = ClockFollower(clock, tmp_path, 0.0)
    begun, told = FarState(), FarState(used={"cool": 31.5}, moves={"cool": 1})
    follower.tick("cool", 0.0, held=False, far=begun)
    follower.tick(None, 40.0, held=False, far=begun)
    follower.tick("warm", 60.0, held=False, far=told)
    assert left(clock, 65.0) == {"cool": 150.5, "warm": 175.0}
    follower.tick(None, 70.0, held=False, far=told)
    follower.tick(
        "cool", 90.0, held=False, far=FarState(used={"cool": 31.5, "warm": 9.5}, moves={"cool": 1, "warm": 1})
    )
    assert left(clock, 91.0) == {"cool": 149.5, "warm": 172.5}
    again = ChessClock.load(tmp_path)
    assert again is not None
    again.agree({"cool": 31.5, "warm": 9.5}, {"cool": 1, "warm": 1}, 0.0)
    assert left(again, 0.0) == {"cool": 150.5, "warm": 172.5}


def test_no_time_runs_while_the_other_table_makes_a_turn() -> None:
    state: Any = TableState({}, {}, phase="roll", side="warm", score=None, source="touch")
    assert side_to_move(state) == "warm"
    assert side_to_move(replace(state, far=FarState(begun=True, rests=True))) is None


@pytest.mark.parametrize(
    "kept", ["", "[]", '{"left": {"cool": "x"}, "increment": 1}', '{"left": {"a": NaN}, "increment": 1}']
)
def test_a_clock_that_makes_no_sense_is_none(tmp_path: Path, kept: str) -> None:
    (tmp_path / NAME).write_text(kept)
    assert ChessClock.load(tmp_path) is None


@pytest.mark.parametrize("control", [*CONTROLS])
def test_every_control_that_is_offered_is_one(control: str) -> None:
    assert ChessClock.of(control, SIDES).readings(0.0)[0].words == f"{control.split('+', maxsplit=1)[0]}:00"


def test_nobodys_time_runs_before_and_after_a_game_nor_while_one_looks_on() -> None:
    def state(**more: Any) -> TableState[Any]:
        return TableState({}, {}, **{"phase": "move", "side": "cool", "score": None, **more})

    assert side_to_move(state()) == "cool"
    assert side_to_move(state(phase="won")) is None
    assert side_to_move(state(source="practice")) is None
    assert side_to_move(state(source="camera", running=False)) is None


def test_it_is_offered_among_the_options_where_players_move_in_turn() -> None:
    presenter = StartPresenter(Texts("en"))
    presenter.choose("source", "touch")
    assert "chess" not in [choice.name for choice in presenter.choices()]
    presenter.choose("chess", "5+5")
    assert "chess" in [choice.name for choice in presenter.options()]
    assert presenter.setup().more["chess"] == "5+5"
    presenter.game = "pyramid-ball"
    assert "chess" not in [choice.name for choice in presenter.options()]


def test_the_clock_runs_on_the_screen_and_is_kept(driver: "Driver") -> None:
    driver.begin("looney-blockade", players={"cool": "Ada", "warm": "Ben"}, more={"chess": "3+2"})
    bar = driver.screen.clock_bar
    driver.until(lambda: bar.children and "Ada  2:5" in bar.children[-1].text)
    assert "Ben  3:00" in bar.children[0].text
    driver.press("type")
    driver.until(lambda: not any(each.runs for each in bar.readings))
    driver.press("close")
    (folder,) = driver.app.games.iterdir()
    driver.app.home()
    kept = ChessClock.load(folder)
    assert kept and left(kept, 0.0)["cool"] < 180.0
