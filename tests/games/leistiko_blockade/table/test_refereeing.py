"""Turns of Leistiko's Blockade on the table: what is announced, what is judged, what players say."""

import json

import numpy as np
import pytest

from companion.games.errors import GameError
from companion.referee.errors import RefereeError
from companion.referee.live.typed import understand
from companion.referee.table import Hints
from companion.referee.tables import open_table
from companion.referee.telling import sentence
from companion.referee.verdict import Verdict
from companion.texts.language import LANGUAGES, english, language
from tests.games.leistiko_blockade.table.simulation import Board, begun


def why(verdict: Verdict) -> str:
    return english(verdict.reason) if verdict.reason else ""


@pytest.mark.rule("LB-row", "LB-points")
def test_a_row_is_announced_rolled_for_and_played() -> None:
    board = begun()
    assert board.say(row=5).value == {"row": 5}
    assert board.say(roll=[4]).value == {"row": 5, "roll": [4]}
    made = board.see("233323")
    assert (made.verdict, made.side, made.points) == ("legal", "first", {"move": 1, "leap": 0})
    assert made.moves == ({"side": "first", "from": 5, "to": 6},) and made.more == {"row": 5}
    published = made.to_json(english, board.table.published)
    assert published["grid"] == {"first": [2, 3, 3, 3, 2, 3], "second": [2, 3, 3, 3, 3, 2]}
    assert (published["row"], published["roll"]) == (5, [4])
    assert board.say(row=1).mover == "second"
    for code in LANGUAGES:
        assert language(code).say(sentence(made, board.table.wording))
    assert json.loads(json.dumps(made.to_json())) == made.to_json()


def test_a_row_that_nobody_announced_is_the_one_that_checkers_leave() -> None:
    board = begun()
    board.say(roll=[4])
    made = board.see("232332")
    assert made.verdict == "legal" and made.more["row"] == 3
    assert made.moves == ({"side": "first", "leap": 3, "cost": 4},)


def test_a_row_may_be_named_anew_before_the_roll() -> None:
    board = begun()
    board.say(row=5)
    assert board.session.commit({"row": 3}, 9.0) == ()
    assert board.say(roll=[4]).value == {"row": 3, "roll": [4]}


@pytest.mark.rule("LB-own")
@pytest.mark.parametrize(("first", "second"), [("233332", "232432"), ("322323", "233332")])
def test_nobody_is_accused_of_two_misdeeds_or_of_one_by_the_other_side(first: str, second: str) -> None:
    board = begun()
    board.say(row=3, roll=[6])
    judged = board.see(first, second)
    assert judged.verdict == "unsure"
    assert judged.readings[0].verdict == "illegal"


@pytest.mark.parametrize(
    ("row", "roll", "first", "second", "rule"),
    [
        (4, [3], "243043", "233332", "LB-points"),
        (3, [1], "143332", "233332", "LB-row"),
        (3, [3], "232332", "233332", "LB-points"),
        (None, [6], "322432", "233332", "LB-row"),
    ],
)
def test_illegal_turns_are_named(row: int | None, roll: list[int], first: str, second: str, rule: str) -> None:
    board = begun()
    board.say(row=row, roll=roll)
    judged = board.see(first, second)
    assert (judged.verdict, judged.rule) == ("illegal", rule) and judged.confidence > 0.9
    assert judged.reason and judged.cells and why(judged)
    back = board.see()
    assert back.verdict == "takeback" and board.session.due and board.session.due.value["roll"] == roll


def test_nothing_may_be_moved_before_the_roll() -> None:
    board = begun()
    board.say(row=3)
    judged = board.see("232432")
    assert judged.verdict == "illegal" and "has not rolled yet" in why(judged)
    assert board.see().verdict == "takeback"
    board.say(roll=[2])
    assert board.see("232432").verdict == "legal"


@pytest.mark.rule("LB-22")
def test_super_push_has_a_move_die_and_a_leap_die() -> None:
    board = begun(variant="super-push")
    board.say(row=3, roll=[1, 4])
    assert board.see("231432").verdict == "legal"
    board.say(row=3, roll=[4, 1])
    judged = board.see("231432", "232332")
    assert (judged.verdict, judged.rule) == ("illegal", "LB-22")
    amended = board.correct(roll=[1, 4])
    assert amended.verdict == "corrected" and board.see("231432", "232332").verdict == "legal"


@pytest.mark.rule("LB-bungie", "LB-20")
def test_bungie_battle_leaps_with_dice_against_dice() -> None:
    board = begun(variant="bungie")
    board.say(row=3, roll={"leap": [6, 5, 1], "opposed": [4, 1, 1, 2]})
    lost = board.see("230332")
    assert (lost.verdict, lost.rule) == ("illegal", "LB-bungie")
    board.see()
    assert board.see("231332").verdict == "legal"
    board.say(row=3, roll=[6])
    assert board.see("231332", "232332").rule == "LB-20"


def test_dice_that_fit_no_row_are_said_to() -> None:
    board = begun(variant="bungie")
    board.say(row=3, roll={"leap": [6], "opposed": [1]})
    judged = board.see("232332")
    assert judged.verdict == "illegal" and "dice" in why(judged)


def test_towers_tell_dice_by_their_colours() -> None:
    board = begun(variant="super-push")
    assert board.say(row=3, roll={"B": 2, "Y": 5, "R": 6}).value["roll"] == [6, 5]
    with pytest.raises(GameError):
        board.session.commit({"roll": [7, 1]}, 9.0)


def test_a_hand_and_an_unchanged_table_judge_nothing() -> None:
    board = begun()
    board.say(row=3, roll=[2])
    assert board.see("232432", hand="first.3").verdict == "hand"
    assert board.see().verdict == "unchanged"
    assert board.see("232432").verdict == "legal"


def test_a_turn_that_nobody_saw_is_found() -> None:
    board = begun()
    board.say(row=3, roll=[2])
    board.say(row=1, roll=[1])
    made = board.see("232432", "143332")
    assert made.verdict == "legal" and made.side == "second" and made.notes


def test_corrections_and_undoing_them() -> None:
    board = begun()
    board.say(row=3, roll=[2])
    board.see("232432")
    said = board.correct(cells={"first.4": "3", "first.2": "4"})
    assert said.verdict == "corrected" and said.points == {"move": 1, "leap": 0}
    assert board.correct(undo=True).grid["first.4"] == "4"
    with pytest.raises(GameError):
        board.correct(cells={"first.4": "red"})
    with pytest.raises(RefereeError):
        board.correct(cells={"first.7": "1"})


def test_a_late_correction_of_the_row_lets_the_turn_stand_or_fall() -> None:
    board = begun()
    board.say(row=3, roll=[2])
    board.see("232432")
    assert board.correct(row=None).points == {"move": 1, "leap": 0}
    fallen = board.correct(row=5)
    assert fallen.points is None and fallen.grid == board.grid()
    assert board.see("232432").rule == "LB-row"


def test_what_is_against_the_rules_may_be_accepted() -> None:
    board = begun()
    board.say(row=3, roll=[1])
    assert board.see("143332").verdict == "illegal"
    assert board.correct(accept=True).grid["first.1"] == "1"
    assert board.say(row=2).mover == "second"


@pytest.mark.rule("LB-11")
def test_who_passes_has_had_his_turn() -> None:
    board = begun()
    board.say(row=3)
    assert board.correct(**{"pass": True}).verdict == "legal"
    assert board.say(row=3).mover == "second"


def emptied(first: str, second: str, mover_row: int, roll: list[int]) -> Board:
    board = begun()
    board.say(row=3, roll=[1])
    board.correct(cells=board.grid(first, second))
    board.say(row=3, roll=[1])
    board.correct(cells=board.grid(first, second))
    board.say(row=mover_row, roll=roll)
    return board


@pytest.mark.rule("LB-end", "LB-15")
def test_the_second_player_has_a_last_turn() -> None:
    board = emptied("100000", "010000", 1, [2])
    assert board.see("000000", "010000").verdict == "legal"
    board.say(row=2, roll=[1])
    passed = board.correct(**{"pass": True})
    assert passed.verdict == "won" and passed.more["winner"] == "first" and board.session.winner == "first"
    assert "first WINS" in english(sentence(passed, board.table.wording))


@pytest.mark.rule("LB-15")
def test_both_may_empty_their_rows_for_a_draw() -> None:
    board = emptied("100000", "010000", 1, [2])
    board.see("000000", "010000")
    board.say(row=2, roll=[2])
    drawn = board.see("000000", "000000")
    assert drawn.verdict == "won" and drawn.more["winner"] == "draw"
    assert "DRAW" in english(sentence(drawn, board.table.wording))
    assert board.session.commit({"row": 1}, 99.0) and board.see("000000", "000000").reason


@pytest.mark.rule("LB-setup", "LB-01")
def test_a_set_up_that_is_none_is_said_to_be() -> None:
    with pytest.raises(GameError, match=r"leistiko\.table\.setup\.row"):
        Board().see("223332")
    with pytest.raises(RefereeError, match=r"only 4|twelve points"):
        Board().see("000555", "111110")
    assert Board(LB_01=15).see("133332", "233331").verdict == "setup"


@pytest.mark.rule("LB-09")
def test_no_checker_rests_on_the_far_side_under_a_camera() -> None:
    table = open_table("leistiko-blockade", {"LB-09": False})
    with pytest.raises(GameError, match=r"leistiko\.table\.resting"):
        table.open_tracker(np.zeros((8, 8, 3), np.uint8), Hints())
    with pytest.raises(GameError, match=r"leistiko\.table\.resting"):
        table.practice(1, {})


def test_rows_and_rolls_can_be_typed() -> None:
    table = Board().table
    assert understand("row 3", table) == ("row", 3)
    assert understand("4 2", table) == ("roll", [4, 2]) and understand("roll 4", table) == ("roll", [4])
    assert understand("642 v 51", table) == ("roll", {"leap": [6, 4, 2], "opposed": [5, 1]})
    assert understand("cell first.3 2", table) == ("correct", {"cells": {"first.3": "2"}})
