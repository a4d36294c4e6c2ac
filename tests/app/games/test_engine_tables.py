"""The games played by touch, without a window."""

import random
from pathlib import Path

import pytest

from companion.app.games.ball.field import after_events
from companion.app.games.ball.table import BallByTouch
from companion.app.games.blokus.table import BlokusTable
from companion.app.games.engine_table import EngineTable, kept_reason
from companion.app.games.leistiko.presenter import LeistikoPresenter
from companion.app.games.leistiko.table import LeistikoTable
from companion.app.games.opening import GameSetup, kept_games, open_game
from companion.app.records.page import write_page
from companion.app.records.records import statistics
from companion.app.texts.texts import Texts
from companion.referee.errors import RefereeError
from tests.app.games.looney.games import new_game


def begun(folder: Path, game: str, **more: object) -> tuple[EngineTable, Path]:
    kept = new_game(GameSetup(game=game, source="touch", more=more), folder)
    table = open_game(kept)
    assert isinstance(table, EngineTable)
    table._dice = random.Random(7)
    return table, kept


def leistiko(folder: Path, **more: object) -> tuple[LeistikoTable, Path]:
    table, kept = begun(folder, "leistiko-blockade", **more)
    assert isinstance(table, LeistikoTable)
    return table, kept


def ball(folder: Path, **more: object) -> tuple[BallByTouch, Path]:
    table, kept = begun(folder, "pyramid-ball", **more)
    assert isinstance(table, BallByTouch)
    return table, kept


def blokus(folder: Path, **more: object) -> tuple[BlokusTable, Path]:
    table, kept = begun(folder, "blokus3d", **more)
    assert isinstance(table, BlokusTable)
    return table, kept


def test_a_turn_of_leistiko_is_entered_step_by_step(tmp_path: Path) -> None:
    game, folder = leistiko(tmp_path)
    game.choose_row(3)
    game.roll([5])
    game.touch(3)
    assert game.more["going"]["off"]["cost"] == 4
    game.go("off")
    assert game.state().more["shown"]["first"] == [2, 3, 2, 3, 3, 2]
    game.close()
    again = open_game(folder)
    assert again.state().turn == game.turn
    assert isinstance(again, LeistikoTable)
    again.touch(3)
    again.go("4")
    again.done()
    assert again.fault is None
    assert again.position["first"] == [2, 3, 1, 4, 3, 2] and again.side == "second"
    again.undo()
    assert again.side == "first" and not again.turn


def test_a_row_without_pieces_cannot_be_chosen(tmp_path: Path) -> None:
    game, _ = leistiko(tmp_path)
    game._start = {**game._start, "first": [0, 3, 3, 3, 3, 2]}
    game.choose_row(1)
    assert game.fault is not None and game.fault[0] == "LB-10"
    assert game.phase == "row"


@pytest.mark.parametrize("variant", ["base", "super-push", "bungie"])
def test_leistiko_is_played_as_suggested(tmp_path: Path, variant: str) -> None:
    game, folder = leistiko(tmp_path, variant=variant)
    for number in range(4):
        game.choose_row(2 + number % 3)
        game.roll_here()
        if variant == "super-push":
            game.swap()
        game.touch(game.turn["row"])
        going = game.more["going"]
        if going:
            game.go(next(iter(going)))
        game.done()
        assert game.fault is None
    assert len(game.state().plays) == 4
    game.close()
    assert statistics([folder]).rolled == (8 if variant == "super-push" else 4)


def test_bungie_dice_duel(tmp_path: Path) -> None:
    game, _ = leistiko(tmp_path, variant="bungie")
    game.choose_row(2)
    game.roll_leap()
    assert (len(game.turn["roll"]["leap"]), len(game.turn["roll"]["opposed"])) == (3, 4)
    game.done()
    assert game.fault is None and game.side == "second"


def test_programs_are_entered_and_carried_out(tmp_path: Path) -> None:
    game, folder = ball(tmp_path)
    assert game.phase == "think"
    game.enter()
    for letter in "FFF" + "R":
        game.command(letter)
    assert game.turn["programs"]["first"]["S"] == "FFF" and game.turn["pyramid"] == "M"
    game.erase()
    game.command("L")
    game.pass_row()
    game.pass_to()
    assert game.turn["programs"]["first"]["pass"] == {"row": 1, "to": "L"}
    game.pass_to()
    game.done()
    assert game.side == "second" and game.fault is None
    game.command("F")
    game.done()
    play = game.state().plays[0]
    assert play.what["events"]
    told = after_events(play.what["before"], play.what["events"])
    assert all(told[side] == play.position[side] for side in ("first", "second"))
    assert told["ball"] == play.position["ball"]
    game.close()
    assert open_game(folder).state().plays == (play,)


def test_a_foul_voids_a_program(tmp_path: Path) -> None:
    game, _ = ball(tmp_path)
    game.foul("first")
    game.enter()
    assert game.side == "second"
    game.done()
    assert game.state().plays[-1].what["programs"]["first"]["void"] and game.position["first"]["S"] == "f3"


def test_a_program_that_cannot_be_is_refused(tmp_path: Path) -> None:
    game, _ = ball(tmp_path)
    game.enter()
    game.done()
    game.pass_row()
    game.switch("blitz")
    game.done()
    assert game.fault is not None and game.side == "second"


def test_pieces_are_placed_and_counted(tmp_path: Path) -> None:
    game, folder = blokus(tmp_path, structure="tower", count=3)
    with pytest.raises(RefereeError, match="piece first"):
        game.tap("4,4")
    game.choose("L4")
    game.tap("4,4")
    first = game.turn["fits"][0]
    game.tap("4,4")
    assert game.turn["fits"][game.turn["at"]] != first
    game.turn_piece()
    game.done()
    assert game.side == "yellow" and "L4" not in game.position["left"]["blue"]
    assert set(game.state().outcome["scores"]) == {"blue", "yellow", "red"}
    game.close()
    again = open_game(folder)
    assert again.state().plays == game.state().plays
    again.close()
    assert [kept.over for kept in kept_games(tmp_path)] == [False]
    assert "L4 on" in write_page(folder).read_text("utf-8")


def test_a_piece_that_fits_nowhere_there_is_refused(tmp_path: Path) -> None:
    game, _ = blokus(tmp_path, structure="tower", count=2)
    game.choose("I4")
    game.tap("4,4")
    game.done()
    game.choose("I2")
    game.tap("6,7")
    assert game.fault is not None


def test_hints_can_be_switched_off(tmp_path: Path) -> None:
    game, _ = blokus(tmp_path, structure="steps", count=2)
    game.hints_on = False
    game.suggest()
    assert game.state().turn == {}
    game.hints_on = True
    game.suggest()
    assert game.state().phase == "place"


def test_events_name_the_players(tmp_path: Path) -> None:
    setup = GameSetup(game="pyramid-ball", source="touch", players={"first": "Ada"})
    kept = new_game(setup, tmp_path)
    game = open_game(kept)
    assert isinstance(game, BallByTouch)
    game.enter()
    game.command("F")
    game.done()
    game.done()
    event = game.state().plays[0].what["events"][0]
    assert Texts("en").reason(kept_reason(event["text"])).startswith("Row 1: Ada small")
    assert Texts("de").reason(kept_reason(event["text"])).startswith("Reihe 1: Ada-S")


def test_events_that_were_kept_in_english_are_told_as_they_are() -> None:
    assert Texts("en").reason(kept_reason("row 1: Ada small moves a1 to a2")) == "Row 1: Ada small moves a1 to a2."


def test_undo_takes_one_step_back_at_a_time_also_after_a_restart(tmp_path: Path) -> None:
    game, folder = leistiko(tmp_path)
    game.choose_row(3)
    game.roll([5])
    game.touch(3)
    game.go("off")
    assert not game.state().undoes_roll
    game.undo()
    game.close()
    again = open_game(folder)
    assert isinstance(again, LeistikoTable)
    assert again.turn == {"row": 3, "roll": [5], "steps": []} and again.state().undoes_roll
    again.undo()
    assert again.turn == {"row": 3, "steps": []}
    again.undo()
    assert again.turn == {}
    with pytest.raises(RefereeError):
        again.undo()


def test_tapping_the_squares_that_a_piece_covers_leaves_few_ways(tmp_path: Path) -> None:
    game, folder = blokus(tmp_path, structure="tower", count=2)
    game.choose("L4")
    ways = []
    for square in ("4,4", "5,4", "6,4"):
        game.tap(square)
        ways.append(len(game.turn["fits"]))
    assert ways[0] > 30 and ways[0] > ways[1] > ways[2] > 0
    shown = game.turn["at"]
    game.turn_piece()
    game.turn_piece(-1)
    assert game.turn["at"] == shown
    game.tap("3,3")
    assert game.turn["squares"] == ["3,3"]
    game.close()
    again = open_game(folder)
    assert again.state().turn["squares"] == ["3,3"]
    again.close()


def test_points_left_and_pieces_off_are_told(tmp_path: Path) -> None:
    game, _ = leistiko(tmp_path)
    view = LeistikoPresenter(Texts("en"), {"first": "Ada", "second": "Ben"})
    assert view.view(game.state()).words[-1] == "Off the board: Ada 0, Ben 0."
    game.choose_row(3)
    game.roll([5])
    assert [die.left for die in view.view(game.state()).dice] == ["5 left"]
    game.touch(3)
    game.go("off")
    assert [die.left for die in view.view(game.state()).dice] == ["1 left"]
    game.done()
    assert view.view(game.state()).words[-1] == "Off the board: Ada 1, Ben 0."
