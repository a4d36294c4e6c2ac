"""Leistiko's Blockade by touch, without a window."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.app.games.deeds import (
    Agree,
    Correct,
    Done,
    Enter,
    Follow,
    PassTurn,
    RollDice,
    Say,
    Suggest,
    TakeBack,
    Touch,
)
from companion.app.games.opening import GameSetup, open_game, saved_games
from companion.app.games.presenter import TablePresenter
from companion.app.games.table import PlayedTable
from companion.app.records.records import statistics
from companion.app.texts.texts import Texts
from companion.games.errors import GameError
from companion.games.leistiko_blockade.screen.deeds import ChooseRow, RollLeap, Swap
from companion.games.leistiko_blockade.screen.presenter import LEISTIKO
from companion.games.leistiko_blockade.table.drawing import CHECKERS, LeistikoDrawing
from companion.referee.drawing.shapes import Circle
from companion.referee.errors import RefereeError
from tests.games.looney_blockade.screen.games import new_game

PLAYERS = {"first": "Ann", "second": "Bob"}


def opened(folder: Path) -> PlayedTable[Any]:
    table = open_game(folder)
    assert isinstance(table, PlayedTable)
    return table


def begun(folder: Path, options: dict[str, Any] | None = None, **more: object) -> tuple[PlayedTable[Any], Path]:
    setup = GameSetup(game="leistiko-blockade", source="touch", pace=0.0, seed=7, options=options or {}, more=more)
    kept = new_game(setup, folder)
    return opened(kept), kept


def said(table: PlayedTable[Any]) -> Any:
    return table.state().under


def off(row: int, side: str = "first") -> dict[str, str]:
    return {"from": f"{side}.{row}", "to": "off"}


def test_a_turn_is_entered_step_by_step(tmp_path: Path) -> None:
    game, folder = begun(tmp_path)
    game.do(ChooseRow(3))
    game.do(Say("roll", [5]))
    game.do(Touch("first.3"))
    hint = game.state().hint
    assert hint and hint.costs["off"] == 4
    game.do(Enter(off(3)))
    assert game.state().grid["first.3"] == "2" and game.state().left == {"C": 1}
    game.close()
    again = opened(folder)
    assert again.state().draft == (off(3),) and said(again) == {"row": 3, "roll": [5]}
    again.do(Touch("first.3"))
    again.do(Enter({"from": "first.3", "to": "first.4"}))
    again.do(Done())
    state = again.state()
    assert state.verdict and state.verdict.verdict == "legal"
    assert (state.believed["first.3"], state.believed["first.4"]) == ("1", "4") and again.side == "second"
    again.do(TakeBack())
    assert again.side == "first" and again.state().phase == "move" and not again.state().draft


@pytest.mark.parametrize("leap_first", [True, False])
def test_steps_are_told_as_they_were_made(tmp_path: Path, leap_first: bool) -> None:
    game, folder = begun(tmp_path)
    game.do(ChooseRow(3))
    game.do(Say("roll", [5]))
    steps = [off(3), {"from": "first.3", "to": "first.4"}]
    for step in steps if leap_first else reversed(steps):
        game.do(Enter(step))
    game.do(Done())
    game.close()
    for played in (game, opened(folder)):
        verdict = played.state().moments[-1].verdict
        assert verdict.verdict == "legal" and ("leap" in verdict.moves[0]) == leap_first


def test_an_illegal_turn_is_told_with_rule_and_nearest_and_can_be_accepted(tmp_path: Path) -> None:
    game, _ = begun(tmp_path)
    presenter = TablePresenter(LEISTIKO, Texts("en"), PLAYERS)
    game.do(ChooseRow(3))
    game.do(Say("roll", [1]))
    for _ in range(2):
        game.do(Enter({"from": "first.3", "to": "first.4"}))
    assert not game.state().legal
    game.do(Done())
    state = game.state()
    assert state.phase == "illegal" and state.verdict and state.verdict.rule
    assert len({str(each.grid) for each in state.nearest}) == len(state.nearest) == 2
    assert sum("Or: " in line for line in presenter.view(state).words) == 1
    assert {"put_back", "rule", "accept"} <= {action.name for action in presenter.view(state).actions}
    game.do(Correct({"accept": True}))
    assert game.state().believed["first.4"] == "5" and game.side == "second"
    game.do(TakeBack())
    assert game.state().believed["first.4"] == "3" and game.side == "first"


def test_a_row_without_pieces_cannot_be_chosen(tmp_path: Path) -> None:
    game, folder = begun(tmp_path)
    game.do(Correct({"cells": {"first.1": "", "first.2": "5"}}))
    before = (folder / "game.journal").read_bytes()
    game.do(ChooseRow(1))
    state = game.state()
    assert state.fault and state.fault.rule == "LB-10" and said(game) is None
    view = TablePresenter(LEISTIKO, Texts("en")).view(state)
    assert view.tone == "bad" and view.rule == "LB-10" and "rule" in [action.name for action in view.actions]
    assert (folder / "game.journal").read_bytes() == before, "nothing was judged"
    game.do(ChooseRow(2))
    assert game.state().fault is None and said(game) == {"row": 2}


def test_the_row_comes_before_the_roll_and_a_roll_counts_once(tmp_path: Path) -> None:
    game, _ = begun(tmp_path)
    with pytest.raises(GameError, match="row"):
        game.do(RollDice())
    game.do(ChooseRow(3))
    game.do(RollDice({"C": 2}))
    with pytest.raises(GameError):
        game.do(RollDice({"C": 6}))
    assert said(game) == {"row": 3, "roll": [2]}


@pytest.mark.parametrize("variant", ["base", "super-push", "bungie"])
def test_turns_are_played_as_offered(tmp_path: Path, variant: str) -> None:
    game, folder = begun(tmp_path, variant=variant)
    for number in range(4):
        row = 2 + number % 3
        place = f"{game.side}.{row}"
        game.do(ChooseRow(row))
        game.do(RollDice())
        if variant == "super-push":
            game.do(Swap())
        game.do(Touch(place))
        hint = game.state().hint
        assert hint
        if hint.costs:
            game.do(Enter({"from": place, "to": next(iter(hint.costs))}))
        game.do(Done())
        state = game.state()
        assert state.verdict and state.verdict.verdict == "legal"
    game.close()
    assert statistics([folder]).rolled == (8 if variant == "super-push" else 4)


def test_dice_against_dice(tmp_path: Path) -> None:
    game, _ = begun(tmp_path, variant="bungie")
    with pytest.raises(RefereeError):
        game.do(RollLeap())
    game.do(ChooseRow(2))
    assert game.state().own.duel == (3, 4)
    game.do(RollLeap())
    roll = said(game)["roll"]
    assert (len(roll["leap"]), len(roll["opposed"])) == (3, 4)
    told = TablePresenter(LEISTIKO, Texts("en"), PLAYERS).view(game.state()).words[0]
    assert all(str(die) in told for die in (*roll["leap"], *roll["opposed"]))
    game.do(PassTurn())
    assert game.side == "second"


def test_undo_takes_one_step_back_at_a_time_also_after_a_restart(tmp_path: Path) -> None:
    game, folder = begun(tmp_path)
    game.do(ChooseRow(3))
    game.do(Say("roll", [5]))
    game.do(Enter(off(3)))
    assert not game.state().undoes_roll
    game.do(TakeBack())
    game.close()
    again = opened(folder)
    assert said(again) == {"row": 3, "roll": [5]} and again.state().undoes_roll
    again.do(TakeBack())
    assert said(again) == {"row": 3} and not again.state().undoes_roll
    again.do(TakeBack())
    assert said(again) is None and not again.state().can_undo
    with pytest.raises(RefereeError):
        again.do(TakeBack())


def test_after_a_turn_was_taken_back_its_roll_and_row_can_be_too(tmp_path: Path) -> None:
    game, folder = begun(tmp_path)
    game.do(ChooseRow(3))
    game.do(Say("roll", [5]))
    game.do(Enter(off(3)))
    game.do(Done())
    game.do(TakeBack())
    game.close()
    again = opened(folder)
    assert again.state().undoes_roll
    again.do(TakeBack())
    again.do(TakeBack())
    assert said(again) is None and again.side == "first"
    again.do(ChooseRow(4))
    assert said(again) == {"row": 4} and again.side == "first"


def test_points_left_and_pieces_off_are_told(tmp_path: Path) -> None:
    game, _ = begun(tmp_path)
    view = TablePresenter(LEISTIKO, Texts("en"), {"first": "Ada", "second": "Ben"})
    assert view.view(game.state()).words[-1] == "Off the board: Ada 0, Ben 0."
    game.do(ChooseRow(3))
    game.do(Say("roll", [5]))
    assert [die.left for die in view.view(game.state()).dice] == ["5 left"]
    game.do(Enter(off(3)))
    assert [die.left for die in view.view(game.state()).dice] == ["1 left"]
    game.do(Done())
    assert view.view(game.state()).words[-1] == "Off the board: Ada 1, Ben 0."


@pytest.mark.rule("LB-09")
def test_checkers_may_rest_on_the_far_side(tmp_path: Path) -> None:
    """By touch alone: no camera tells them apart."""
    game, folder = begun(tmp_path, {"LB-09": False})
    game.do(ChooseRow(3))
    game.do(Say("roll", [3]))
    game.do(Enter({"from": "first.3", "to": "resting.first.3", "how": "cross"}))
    game.do(Done())
    assert game.state().believed["resting.first.3"] == "1" and game.state().score.first == 16
    game.close()
    again = opened(folder)
    assert again.session.position.across[0][2] == 1
    view = TablePresenter(LEISTIKO, Texts("en")).view(again.state())
    assert view.board.grid["resting.first.3"] == "1"


def stand_still(game: PlayedTable[Any], turns: int) -> None:
    for _ in range(turns):
        game.do(ChooseRow(3))
        game.do(Say("roll", [1]))
        game.do(PassTurn())


def test_a_repetition_is_told_and_a_draw_can_be_agreed_on(tmp_path: Path) -> None:
    game, kept = begun(tmp_path)
    presenter = TablePresenter(LEISTIKO, Texts("en"), PLAYERS)
    stand_still(game, 3)
    assert "agree" not in [action.name for action in presenter.view(game.state()).actions]
    stand_still(game, 1)
    view = presenter.view(game.state())
    assert any("has now stood 3 times" in words for words in view.words)
    assert "agree" in [action.name for action in view.actions]
    game.do(Agree())
    state = game.state()
    assert state.winner == "draw" and state.phase == "won"
    assert presenter.view(state).headline == Texts("en")("turn.draw") and presenter.own.words.winners(state) == ()
    game.close()
    (over,) = saved_games(tmp_path)
    assert over.over and over.winners == ()
    again = opened(kept)
    assert again.state().winner == "draw"
    again.do(TakeBack())
    assert again.state().phase == "roll" and again.state().own.repeated, "an agreement can be taken back"


def test_no_draw_is_agreed_on_before_anything_has_been_repeated(tmp_path: Path) -> None:
    game, _ = begun(tmp_path)
    with pytest.raises(RefereeError):
        game.do(Agree())


def test_a_row_is_suggested_before_the_roll(tmp_path: Path) -> None:
    game, _ = begun(tmp_path)
    game.do(Suggest())
    view = TablePresenter(LEISTIKO, Texts("en")).view(game.state())
    (place,) = game.state().suggestion.places  # type: ignore[union-attr]
    assert view.board.frames[place] == "accent" and view.words[0] == f"Choose row {place[-1]}."


def test_a_tap_on_the_tray_leaps_and_asks_for_the_next(tmp_path: Path) -> None:
    game, _ = begun(tmp_path)
    presenter = TablePresenter(LEISTIKO, Texts(), PLAYERS)
    game.do(ChooseRow(3))
    game.do(Say("roll", [6]))
    assert presenter.tap(game.state(), "off") is None, "nobody is picked up"
    presenter.tap(game.state(), "first.3").do(game)  # type: ignore[union-attr]
    view = presenter.view(game.state())
    assert view.board.badges["off"] == ("4", "good") and view.board.frames["off"] == "good"
    presenter.tap(game.state(), "off").do(game)  # type: ignore[union-attr]
    state = game.state()
    assert state.draft == (off(3),) and state.grid["first.3"] == "2"
    assert state.hint and "off" in state.hint.refused, "asked at once for the next one there"
    assert presenter.tap(state, "off") is None
    assert "costs 5 points" in " ".join(presenter.view(state).words)


def test_a_row_that_is_suggested_is_chosen_by_a_tap_and_leaps_are_arrows_into_the_tray(tmp_path: Path) -> None:
    game, _ = begun(tmp_path)
    presenter = TablePresenter(LEISTIKO, Texts(), PLAYERS)
    game.do(Suggest())
    assert [action.name for action in presenter.view(game.state()).actions].count("follow") == 1
    game.do(Follow())
    assert "row" in said(game)
    assert presenter.own.drawing.arrow({"leap": 3, "cost": 2, "side": "first"}) == ("first.3", "off")
    assert presenter.own.drawing.arrow(off(3)) == ("first.3", "off")
    assert presenter.own.drawing.arrow({"from": 3, "to": 4, "side": "first"}) == ("first.3", "first.4")


@pytest.mark.parametrize(
    ("leap", "opposed", "headline", "words"),
    [
        ([6, 4, 2], [5, 3], "The duel is won", "One die beats the 5: a checker of the row may leap off."),
        ([5, 4, 2], [5, 3], "The duel is lost", "No die beats the 5: nobody leaps."),
    ],
)
def test_a_duel_says_how_it_ended(
    tmp_path: Path, leap: list[int], opposed: list[int], headline: str, words: str
) -> None:
    game, _ = begun(tmp_path, variant="bungie")
    presenter = TablePresenter(LEISTIKO, Texts(), PLAYERS)
    game.do(ChooseRow(2))
    own, against = game.state().own.duel
    game.do(Say("roll", {"leap": leap[:own], "opposed": (opposed * 2)[:against]}))
    view = presenter.view(game.state())
    assert view.headline == headline and words in " ".join(view.words)


def faces(board: Any, place: str, looks: Any) -> set[str]:
    """The colours that checkers on a place are filled with."""
    return {shape.fill for shape in board.thing(place, looks[place]) if isinstance(shape, Circle)} & {
        face for face, _ in CHECKERS.values()
    }


@pytest.mark.parametrize("dark_near", [False, True])
def test_the_drawn_board_has_the_colours_that_the_camera_sees(dark_near: bool, tmp_path: Path) -> None:
    table, _ = begun(tmp_path)
    state = table.state()
    state = replace(state, own=state.own._replace(dark_near=dark_near))
    shown, drawing = TablePresenter(LEISTIKO, Texts("en")).view(state).board, LeistikoDrawing()
    board, looks = drawing.board(shown.grid), drawing.looks(shown.grid)
    light, dark = CHECKERS["first"][0], CHECKERS["second"][0]
    assert faces(board, "first.3", looks) == {dark if dark_near else light}
    assert faces(board, "second.3", looks) == {light if dark_near else dark}


@pytest.mark.parametrize(("language", "word"), [("en", "row"), ("de", "Reihe")])
def test_what_is_wrong_is_said_row_by_row(language: str, word: str, tmp_path: Path) -> None:
    table, _ = begun(tmp_path)
    state = table.state()
    assert state.verdict
    unsure = replace(state, phase="unsure", verdict=replace(state.verdict, verdict="unsure"))
    shown = TablePresenter(LEISTIKO, Texts(language))
    shown.here.decline(unsure)
    assert word in shown.view(unsure).words[0]
