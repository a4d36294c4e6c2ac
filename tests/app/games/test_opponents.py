"""The computer as a player, without a window."""

import random
from pathlib import Path

import pytest

from companion.app.games.ball import table as ball_table
from companion.app.games.blokus import table as blokus_table
from companion.app.games.engine_table import EngineTable
from companion.app.games.leistiko.table import LeistikoTable
from companion.app.games.looney.presenter import LooneyPresenter
from companion.app.games.opening import GameSetup, open_game
from companion.app.games.opponents import STRENGTHS, Opponents
from companion.app.games.refereed_table import RefereedTable
from companion.app.texts.texts import Texts
from tests.app.games.looney.games import new_game

STEPS = 4000


def begun(folder: Path, game: str, computer: dict[str, str], source: str = "touch", **more: object) -> object:
    setup = GameSetup(game=game, source=source, pace=0.0, seed=3, more={"computer": computer, **more})
    return open_game(new_game(setup, folder))


def test_the_strongest_plays_nothing_by_chance_and_a_child_most() -> None:
    chance = random.Random(1)
    slips = {name: sum(Opponents({"x": name}, chance).slips("x") for _ in range(400)) for name in STRENGTHS}
    assert slips["master"] == 0
    assert slips["child"] > slips["learner"] > slips["player"] > 0


def test_what_no_opponent_is_called_is_none() -> None:
    assert Opponents({"warm": "grandmaster"}, random.Random(1)).sides == ()


@pytest.mark.parametrize(
    ("game", "sides", "more"),
    [
        ("leistiko-blockade", ("first", "second"), {"variant": "bungie"}),
        ("leistiko-blockade", ("first", "second"), {"variant": "super-push"}),
        ("blokus3d", ("blue", "yellow"), {"structure": "tower", "count": 2}),
        ("pyramid-ball", ("first", "second"), {"mode": "basic"}),
    ],
)
def test_a_whole_game_of_the_computer_against_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, sides: tuple[str, str], more: dict[str, object]
) -> None:
    for module in (blokus_table, ball_table):
        monkeypatch.setattr(module, "SUGGESTION_SECONDS", 0.0)
    table = begun(tmp_path, game, {sides[0]: "player", sides[1]: "child"}, **more)
    assert isinstance(table, EngineTable)
    table._dice.seed(4)
    for _ in range(STEPS):
        if table.phase == "over":
            break
        if table.phase == "think":
            table.enter()  # type: ignore[attr-defined]
        table.advance()
    assert table.phase == "over" and not table.fault
    assert table.state().outcome


def test_undo_goes_back_to_the_last_thing_that_a_person_did(tmp_path: Path) -> None:
    table = begun(tmp_path, "leistiko-blockade", {"second": "master"})
    assert isinstance(table, LeistikoTable)
    assert table.advance() is None
    table.choose_row(3)
    table.roll([1])
    table.done()
    while table.side == "second":
        table.advance()
    assert len(table.state().plays) == 2
    table.undo()
    assert table.state().plays == () and table.side == "first"


def test_the_computer_waits_before_each_step(tmp_path: Path) -> None:
    now = [0.0]
    setup = GameSetup(game="leistiko-blockade", source="touch", pace=2.0, more={"computer": {"first": "child"}})
    table = open_game(new_game(setup, tmp_path))
    assert isinstance(table, LeistikoTable)
    table._clock = lambda: now[0]
    assert table.advance() == 1.0 and table.phase == "row"
    now[0] = 1.0
    assert table.advance() == 1.0 and table.phase == "roll"


def test_looney_blockade_on_the_screen_against_the_computer(tmp_path: Path) -> None:
    table = begun(tmp_path, "looney-blockade", {"cool": "master", "warm": "child"})
    assert isinstance(table, RefereedTable)
    turns = 0
    while turns < 6:
        table.advance()
        turns = len(table.state().moments) - 1
    assert [moment.verdict.verdict for moment in table.state().moments[1:]] == ["legal"] * 6
    state = table.state()
    assert state.computers == ("cool", "warm")
    assert [action.name for action in LooneyPresenter(Texts("en")).view(state).actions] == ["undo"]
    table.undo()
    assert len(table.state().moments) > 6


def test_under_a_camera_its_turn_is_shown_and_another_one_told(tmp_path: Path) -> None:
    """A recorded game: the players make their own turns where the computer meant its."""
    table = begun(tmp_path, "looney-blockade", {"cool": "master", "warm": "master"}, source="recording")
    assert isinstance(table, RefereedTable)
    told = None
    view = LooneyPresenter(Texts("en"))
    for _ in range(40):
        table.advance()
        state = table.state()
        if state.suggestion and not told:
            told = view.view(state)
            assert view.spoken(state).startswith("Please move for")
        if state.notice:
            break
    assert told and told.headline.startswith("Please move for") and told.board.arrows
    assert "another turn" in Texts("en").reason(state.notice)
