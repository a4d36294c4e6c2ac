"""The games played by touch, without a window."""

import random
from pathlib import Path

from companion.app.games.ball.field import after_events
from companion.app.games.ball.table import BallByTouch
from companion.app.games.engine_table import EngineTable, kept_reason
from companion.app.games.opening import GameSetup, open_game
from companion.app.texts.texts import Texts
from tests.app.games.looney.games import new_game


def begun(folder: Path, game: str, **more: object) -> tuple[EngineTable, Path]:
    kept = new_game(GameSetup(game=game, source="touch", more=more), folder)
    table = open_game(kept)
    assert isinstance(table, EngineTable)
    table._dice = random.Random(7)
    return table, kept


def ball(folder: Path, **more: object) -> tuple[BallByTouch, Path]:
    table, kept = begun(folder, "pyramid-ball", **more)
    assert isinstance(table, BallByTouch)
    return table, kept


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
