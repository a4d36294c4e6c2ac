"""Judging a turn from the tables before and after it: witnesses, the reasons for a no, and the nearest legal turn."""

from typing import Any

import pytest

from companion.games.leistiko_blockade.rules.checking import check
from companion.games.leistiko_blockade.rules.model import (
    RULINGS,
    Options,
    Position,
    Roll,
    Side,
    Sighting,
    Turn,
    Violation,
)
from companion.games.leistiko_blockade.rules.setup import initial
from companion.games.leistiko_blockade.rules.turns import apply
from tests.games.saying import raises_saying, said

START = initial()
BUNGIE = Options(variant="bungie")
PUSH = Options(variant="super-push")


def table(first: str, second: str = "233332", to_move: Side = "first") -> Position:
    return Position(tuple(map(int, first)), tuple(map(int, second)), to_move)


def judge(
    before: Position, first: str, roll: Any, row: int | None = None, options: Options = RULINGS, second: str = ""
) -> Turn | Violation:
    seen = Sighting(tuple(map(int, first)), tuple(map(int, second)) if second else before.second)
    return check(before, seen, Roll.from_json(roll, options), row, options)


def found(before: Position, first: str, roll: Any, row: int | None = None, options: Options = RULINGS) -> Turn:
    turn = judge(before, first, roll, row, options)
    assert isinstance(turn, Turn), turn
    assert apply(before, turn.row, Roll.from_json(roll, options), turn.steps, options) == turn
    return turn


def refused(
    before: Position, first: str, roll: Any, row: int | None = None, options: Options = RULINGS, second: str = ""
) -> Violation:
    judged = judge(before, first, roll, row, options, second)
    assert isinstance(judged, Violation), judged
    if judged.nearest:
        nearest = judged.nearest
        assert isinstance(
            check(before, Sighting.of(nearest.position), Roll.from_json(roll, options), nearest.row, options), Turn
        )
    return judged


class TestWitnesses:
    def test_the_cheapest_way(self) -> None:
        """Leaping before the row is thinned out is cheaper than after."""
        assert found(table("300000", "001000"), "011000", [4]).steps[0].kind == "leap"

    @pytest.mark.rule("LB-turn")
    def test_an_unannounced_row_is_found(self) -> None:
        assert found(START, "232432", [1]).row == 3
        assert found(START, "233422", [1]).row == 5

    @pytest.mark.rule("LB-11")
    def test_nothing_changed(self) -> None:
        assert found(START, "233332", [5], 4).steps == ()
        assert found(START, "233332", [5]).steps == ()

    @pytest.mark.rule("LB-bungie")
    def test_the_dice_tell_the_row_of_a_leap(self) -> None:
        contest = {"leap": [6, 5], "opposed": [1, 2, 3]}
        assert found(START, "033332", contest, None, BUNGIE).row == 1
        with raises_saying("fits no row of the first player"):
            judge(START, "033332", {"leap": [6, 5], "opposed": [1, 2]}, None, BUNGIE)


class TestReasons:
    @pytest.mark.rule("LB-points")
    def test_too_many_points(self) -> None:
        judged = refused(START, "232332", [3])
        assert (judged.rule, judged.cells) == ("LB-points", ("first 3",))
        assert said(judged.reason) == "a leap from row 3 for 4 points: that takes 4 points, and the die shows 3"
        # By way of row 6, where but two oppose.
        assert said(refused(START, "233302", [6], 5).reason).endswith("that takes 11 points, and the die shows 6")
        assert "takes more than 12 points" in said(refused(table("700000", "900000"), "000000", [6], 1).reason)

    @pytest.mark.rule("LB-row")
    def test_the_wrong_row(self) -> None:
        judged = refused(START, "232432", [1], 2)
        assert (judged.rule, judged.cells) == ("LB-row", ("first 3",))
        assert said(judged.reason) == "a piece left row 3, but row 2 was chosen before the roll"

    @pytest.mark.rule("LB-row")
    def test_two_rows(self) -> None:
        judged = refused(START, "142422", [2])
        assert judged.rule == "LB-row"
        assert judged.cells == ("first 1", "first 3", "first 5")
        assert judged.nearest and judged.nearest.position.first != START.first

    @pytest.mark.rule("LB-row", "LB-points")
    def test_more_than_one_rule(self) -> None:
        judged = refused(START, "232332", [3], 2)
        assert said(judged.reason).startswith("more than one rule is broken: a piece left row 3, but")
        assert "(LB-row)" in said(judged.reason) and "(LB-points)" in said(judged.reason)

    @pytest.mark.rule("LB-own", "LB-12")
    def test_the_other_side_changed(self) -> None:
        judged = refused(START, "233332", [3], second="233322")
        assert (judged.rule, judged.cells) == ("LB-own", ("second 5",))
        assert said(judged.reason) == ("a piece of the second player is gone from row 5, in a turn of the first player")
        assert refused(START, "232432", [3], second="333322").cells == ("second 1", "second 5")

    @pytest.mark.rule("LB-pieces")
    def test_a_piece_appeared(self) -> None:
        judged = refused(START, "233432", [3])
        assert (judged.rule, judged.cells) == ("LB-pieces", ("first 4",))

    @pytest.mark.rule("LB-10")
    def test_an_empty_row_was_chosen(self) -> None:
        before = table("053332")
        judged = refused(before, "053332", [3], 1)
        assert (judged.rule, judged.cells) == ("LB-10", ("first 1",))
        assert judged.nearest and judged.nearest.steps == ()

    @pytest.mark.rule("LB-end")
    def test_the_game_is_over(self) -> None:
        before = table("000000", "010000")
        judged = refused(before, "000000", [3])
        assert (judged.rule, judged.nearest) == ("LB-end", None)
        assert said(judged.reason) == "the game is over and the first player has won: no more turns are played"

    @pytest.mark.rule("LB-09")
    def test_a_piece_rests_on_the_far_side(self) -> None:
        seen = Sighting((2, 3, 2, 3, 3, 2), START.second, ((0, 0, 1, 0, 0, 0), (0,) * 6))
        judged = check(START, seen, Roll((6,)))
        assert isinstance(judged, Violation) and judged.rule == "LB-09"
        assert isinstance(check(START, seen, Roll((3,)), options=Options(whole=False)), Turn)

    @pytest.mark.rule("LB-20", "LB-bungie", "LB-21")
    def test_bungie_battle(self) -> None:
        assert refused(START, "232332", [6], 3, BUNGIE).rule == "LB-20"
        assert refused(START, "232432", {"leap": [6, 6, 6], "opposed": [1, 1, 1, 1]}, 3, BUNGIE).rule == "LB-bungie"
        judged = refused(START, "231332", {"leap": [6, 4, 1], "opposed": [4, 3, 1, 1]}, 3, BUNGIE)
        assert said(judged.reason) == "2 pieces left the board, but 1 of the dice beats the 4 of the opponent"
        assert refused(START, "132332", {"leap": [6, 6, 6], "opposed": [1, 1, 1, 1]}, 3, BUNGIE).rule == "LB-row"
        wrong = refused(START, "133332", {"leap": [6, 6, 6], "opposed": [1, 1, 1, 1]}, None, BUNGIE)
        assert "a leap from row 1 takes 2 dice against 3" in said(wrong.reason)

    @pytest.mark.rule("LB-20")
    def test_a_roll_left_unspent_names_the_row_chosen(self) -> None:
        whole = Options(variant="bungie", spend=True)
        judged = refused(START, "233332", [3], 1, whole)
        assert (judged.rule, judged.cells) == ("LB-20", ("first 1",))
        played = apply(START, 1, Roll.from_json([3], whole), [], whole)
        assert isinstance(played, Violation) and played.cells == judged.cells
        assert refused(START, "233332", [3], None, whole).cells == (), "no row was chosen that could be named"

    @pytest.mark.rule("LB-22", "LB-push")
    def test_super_push(self) -> None:
        assert "that takes 4 points for leaping, and the leap die shows 3" in said(
            refused(START, "232332", [1, 3], 3, PUSH).reason
        )
        assert "dice named the other way it would" in said(refused(START, "232332", [4, 1], 3, PUSH).reason)
        assert "takes 2 points for moving, and the move die shows 1" in said(
            refused(START, "231532", [1, 1], 3, PUSH).reason
        )
        both = refused(START, "231432", [1, 1], 3, PUSH)
        assert both.rule == "LB-22" and "for leaping" in said(both.reason)


class TestTheNearestTurn:
    def test_it_differs_in_as_few_pieces_as_possible(self) -> None:
        judged = refused(START, "231532", [1])
        assert judged.nearest and judged.nearest.position.first == (2, 3, 2, 4, 3, 2)

    def test_the_row_chosen_is_kept(self) -> None:
        judged = refused(START, "232432", [1], 2)
        assert judged.nearest and judged.nearest.row == 2


def test_a_sighting_may_be_a_whole_position_and_may_hold_too_many_pieces() -> None:
    seen = Sighting.from_json({**START.to_json(), "first": [20, 3, 3, 3, 3, 2]})
    judged = check(START, seen, Roll((3,)))
    assert isinstance(judged, Violation) and "18 pieces too many, on row 1" in said(judged.reason)
    with raises_saying("after: second missing"):
        Sighting.from_json({"first": [2, 3, 3, 3, 3, 2]})
    with raises_saying("after: unknown entry 'third'"):
        Sighting.from_json({**START.to_json(), "third": []})
