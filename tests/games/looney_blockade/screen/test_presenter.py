"""What the table screen of Looney Blockade says and offers, without a window."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion.app.games.deeds import Correct, Done, Enter, ForgetHint, RollDice, TakeBack, Touch
from companion.app.games.presenter import TablePresenter
from companion.app.games.table import do
from companion.app.games.words import spoken
from companion.app.texts.texts import Texts
from companion.games.looney_blockade.screen.entry import hop
from companion.games.looney_blockade.screen.presenter import LOONEY
from companion.games.reason import because
from companion.referee.verdict import Offer
from tests.app.games.hints_of import hints_of
from tests.games.looney_blockade.screen.games import LooneyTable, table


@pytest.fixture
def game(tmp_path: Path) -> LooneyTable:
    found, _ = table(tmp_path)
    return found


def presenter(language: str = "en", **players: str) -> TablePresenter:
    return TablePresenter(LOONEY, Texts(language), players)


def names(actions: object) -> list[str]:
    return [action.name for action in actions]  # type: ignore[attr-defined]


def test_before_the_roll(game: LooneyTable) -> None:
    view = presenter(cool="Ada").view(game.state())
    assert view.title == "Ada's turn"
    assert [die.value for die in view.dice] == [None, None]
    assert names(view.actions) == ["undo", "type", "roll"]


def test_the_points_left_stand_beside_the_dice(game: LooneyTable) -> None:
    game.do(RollDice({"B": 5, "G": 2}))
    game.do(Enter(hop("d4", "c3")))
    view = presenter().view(game.state())
    assert [(die.value, die.left, die.points) for die in view.dice] == [(5, "4 left", 4), (2, "2 left", 2)]
    assert ("d4", "c3", "mark") in view.board.arrows


def test_low_dice_may_be_added_up_and_the_screen_says_so(game: LooneyTable) -> None:
    game.do(RollDice({"B": 3, "G": 2}))
    assert any("all 5 points" in words for words in presenter().view(game.state()).words)
    game.do(TakeBack())
    game.do(RollDice({"B": 4, "G": 2}))
    assert not any("points may go" in words for words in presenter().view(game.state()).words)


def test_a_roll_is_taken_back_only_where_that_is_said(game: LooneyTable) -> None:
    game.do(RollDice({"B": 5, "G": 2}))
    labels = {action.name: action.label for action in presenter().view(game.state()).actions}
    assert labels["undo"] == "Undo roll" and list(labels) == ["undo", "pass", "suggest", "done"]
    game.do(Enter(hop("d4", "c3")))
    assert presenter().view(game.state()).actions[0].label == "Undo"


def test_a_tap_picks_up_and_the_next_puts_down(game: LooneyTable) -> None:
    game.do(RollDice({"B": 5, "G": 2}))
    view = presenter()
    assert view.tap(game.state(), "d4") == do(Touch("d4"))
    game.do(Touch("d4"))
    assert view.view(game.state()).board.badges["c3"] == ("1", "good")
    assert view.tap(game.state(), "c3") == do(Enter(hop("d4", "c3")))
    assert view.here.picked is None


def test_a_forbidden_cell_is_explained_first_and_entered_then(game: LooneyTable) -> None:
    game.do(RollDice({"B": 1, "G": 5}))
    view = presenter()
    view.tap(game.state(), "d4")
    game.do(Touch("d4"))
    assert view.tap(game.state(), "e1") is None
    assert "e1" in view.view(game.state()).words[0]
    assert view.tap(game.state(), "e1") == do(Enter(hop("d4", "e1")))


def test_without_hints_a_tap_is_entered_at_once(game: LooneyTable) -> None:
    hints_of(game).on = False
    game.do(RollDice({"B": 1, "G": 2}))
    view = presenter()
    view.tap(game.state(), "d4")
    assert view.tap(game.state(), "e1") == do(Enter(hop("d4", "e1")))
    assert "suggest" not in names(view.view(game.state()).actions)


def test_an_illegal_turn_in_words_and_red(game: LooneyTable) -> None:
    game.do(RollDice({"B": 4, "G": 5}))
    game.do(Enter(hop("a1", "c4")))
    game.do(Done())
    view = presenter().view(game.state())
    assert (view.tone, view.headline, view.rule) == ("bad", "Not allowed: Your own pieces only", "BK-own")
    assert view.board.arrows == (("a1", "c4", "bad"),)
    assert names(view.actions) == ["put_back", "rule", "accept"]
    german = presenter("de").view(game.state())
    assert german.headline == "Nicht erlaubt: Nur die eigenen Pyramiden"
    assert spoken(presenter().words(game.state()), game.state()) == "Cool: Not allowed. Your own pieces only"


def test_the_history_shows_what_was(game: LooneyTable) -> None:
    game.do(RollDice({"B": 5, "G": 2}))
    game.do(Enter(hop("d4", "c3")))
    game.do(Done())
    view = presenter()
    view.here.moment = 0
    past = view.view(game.state())
    assert past.board.grid["c3"] == "C3" and past.title == "Looking back: 1 of 2"
    assert names(past.actions) == ["now"]
    view.here.moment = 9
    assert view.view(game.state()).kind == "now"


def test_what_may_stand_on_a_cell_begins_with_what_is_believed(game: LooneyTable) -> None:
    assert presenter().own.things(game.state(), "b1")[0] == "G3G1"


@pytest.mark.slow
def test_an_unsure_look_is_offered_as_pictures(tmp_path: Path) -> None:
    found, _ = table(tmp_path / "practice", source="practice", seed=4, more={"breaches": 100, "glares": 100})
    while found.state().phase != "unsure":
        found.advance()
    readings = presenter().view(found.state()).readings
    assert [reading.number for reading in readings] == list(range(len(readings)))
    differing = {
        cell for cell in readings[0].board.grid if readings[0].board.grid[cell] != readings[1].board.grid[cell]
    }
    assert differing and differing <= set(readings[0].board.frames)


@pytest.mark.slow
def test_readings_none_of_which_is_right_make_way_for_the_table(tmp_path: Path) -> None:
    found, _ = table(tmp_path / "practice", source="practice", seed=4, more={"breaches": 100, "glares": 100})
    while found.state().phase != "unsure":
        found.advance()
    view = presenter()
    assert found.state().side == found.session.side
    assert view.view(found.state()).readings
    view.here.decline(found.state())
    declined = view.view(found.state())
    assert declined.readings == () and "which" in names(declined.actions)
    assert "Hold a finger" in declined.words[0]
    view.here.choose()
    assert view.view(found.state()).readings
    view.here.decline(found.state())
    cell, stack = next((cell, stack) for cell, stack in found.state().believed.items() if len(stack) > 4)
    found.do(Correct({"cells": {cell: stack[:-2]}}))
    assert found.state().phase in ("roll", "move") and found.state().believed[cell] == stack[:-2]
    assert view.view(found.state()).readings == ()


def test_a_turn_that_is_legal_whichever_it_was_can_be_told(game: LooneyTable) -> None:
    view = presenter()
    game.do(RollDice({"B": 6, "G": 6}))
    game.do(Enter(hop("b1", "c1")))
    game.do(Done())
    state = game.state()
    assert state.verdict is not None and state.phase == "roll"
    assert "which" not in names(view.view(state).actions)
    other = {**state.believed, "c1": "G3G1", "d1": "G3G1G1"}
    words = because("referee.undone")
    readings = tuple(Offer("legal", 0.5, (), grid, words) for grid in (state.believed, other))
    doubted = replace(state, verdict=replace(state.verdict, readings=readings))
    assert "which" in names(view.view(doubted).actions)
    assert view.view(doubted).readings == ()
    view.here.choosing = True
    assert [reading.number for reading in view.view(doubted).readings] == [0, 1]
    assert view.view(state).readings == () and not view.here.choosing


def test_a_second_tap_under_a_camera_forgets_the_hint(game: LooneyTable) -> None:
    view = presenter()
    game.do(RollDice({"B": 4, "G": 5}))
    game.do(Touch("d4"))
    seen = replace(game.state(), source="camera")
    view.view(seen)
    assert view.tap(seen, "d4") == do(Touch("d4"))
    assert view.tap(seen, "d4") == do(ForgetHint())
