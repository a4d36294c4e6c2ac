"""Judging a turn from the tables before and after: the witnesses that are hard to find, and the reasons for a no."""

from collections.abc import Mapping

import pytest

from companion.games.looney_blockade.rules.judging.checking import check
from companion.games.looney_blockade.rules.judging.missing_blacks import missing_caps
from companion.games.looney_blockade.rules.model import RULINGS, Options, Position, Side, Turn, Violation
from companion.games.looney_blockade.rules.setup import initial
from companion.games.looney_blockade.rules.turns import apply
from tests.games.saying import raises_saying, said

START = initial()
SIX = {"B": 6, "G": 6}
# Five of every colour's pieces out of the way of what a test is about.
EMPTY = dict.fromkeys(START.grid, "R3")


def position(to_move: Side = "cool", supply: tuple[int, int, int] = (5, 5, 5), **cells: str) -> Position:
    return Position({**START.grid, **cells}, supply, to_move)


def bare(supply: tuple[int, int, int] = (5, 5, 5), **cells: str) -> Position:
    """Bare red larges everywhere but on the given cells; cool is to move."""
    return Position({**EMPTY, **cells}, supply, "cool")


def found(before: Position, roll: Mapping[str, int], options: Options = RULINGS, **after: str) -> Turn:
    turn = check(before, {**before.grid, **after}, roll, options)
    assert isinstance(turn, Turn), turn
    assert apply(before, roll, [(hop.start, hop.end) for hop in turn.hops], options) == turn
    return turn


def refused(before: Position, roll: Mapping[str, int], options: Options = RULINGS, **after: str) -> Violation:
    judged = check(before, {**before.grid, **after}, roll, options)
    assert isinstance(judged, Violation), judged
    assert judged.nearest is not None
    legal = check(before, judged.nearest.position.grid, roll, options)
    assert isinstance(legal, Turn), "the nearest reading is legal itself"
    return judged


class TestWitnesses:
    def test_small_off_build_under_it_and_back(self) -> None:
        turn = found(START, {"B": 1, "G": 4}, b3="G3G2G1K3", a5="C3G2G2G2G2")
        assert [(hop.start, hop.end) for hop in turn.hops] == [("b3", "b2"), ("a5", "b3"), ("b2", "b3")]
        assert turn.points == {"B": 0, "G": 4}

    def test_low_dice_sum(self) -> None:
        assert found(START, {"B": 2, "G": 2}, b3="G3G2G1K3", a5="C3G2G2G2G2").points == {"B": 0, "G": 4}

    def test_one_colour_vacates_a_clear_cell_for_the_other(self) -> None:
        turn = found(position(c3="C3B1", d3="B3"), SIX, c3="C3G1", d3="B3B1", b3="G3")
        assert [hop.piece for hop in turn.hops] == ["B1", "G1"]

    def test_both_visit_the_same_clear_cell_one_after_the_other(self) -> None:
        """Each colour's small has nowhere else to wait while its medium comes from under it."""
        before = bare(c3="C3", b3="G3G1", a5="C3G2G2", d3="B3B1", e5="C3B2B2")
        both = found(before, SIX, b3="G3G2G1K3", a5="C3G2", d3="B3B2B1K3", e5="C3B2")
        waits = [(hop.piece, hop.end) for hop in both.hops if hop.end == "c3"]
        assert sorted(waits) == [("B1", "c3"), ("G1", "c3")]

    def test_a_piece_steps_aside_and_back_so_that_the_other_colour_can_wait_there(self) -> None:
        """Green's small needs the centre for a moment, where blue's stands before and after."""
        before = bare(c3="C3B1", d3="B3", b3="G3G1", a5="C3G2G2")
        turn = found(before, SIX, b3="G3G2G1K3", a5="C3G2")
        assert turn.points == {"B": 2, "G": 4}
        assert isinstance(check(before, turn.position.grid, {"B": 1, "G": 6}), Violation)

    def test_low_dice_sum_leaves_nothing_for_the_other_to_make_room(self) -> None:
        before = bare(c3="C3B1", d3="B3", b3="G3G1", a5="C3G2G2")
        after = {**before.grid, "b3": "G3G2G1K3", "a5": "C3G2"}
        assert isinstance(check(before, after, {"B": 3, "G": 3}), Violation)
        assert isinstance(check(before, after, {"B": 2, "G": 4}), Turn)

    @pytest.mark.rule("BK-cap")
    @pytest.mark.parametrize(("green", "blue"), [("K3", "K2"), ("K2", "K3")])
    def test_caps_in_either_order_where_the_supply_changes_size(self, green: str, blue: str) -> None:
        before = bare((5, 5, 1), b3="G3G2", b2="G3G1", d3="B3B2", d2="B3B1")
        turn = found(before, SIX, b3=f"G3G2G1{green}", b2="G3", d3=f"B3B2B1{blue}", d2="B3")
        assert [hop.cap for hop in turn.hops] == ["K3", "K2"]
        assert turn.position.supply == (5, 4, 0)

    def test_a_cap_that_only_fits_when_the_other_colour_builds_first(self) -> None:
        """Green's medium is to stand on a black large, so green must get the last one, before blue's tower."""
        before = bare((5, 5, 1), b3="G3G2", b2="G3G1", a3="G3G2", d3="B3B2", d2="B3B1")
        turn = found(before, SIX, b3="G3G2G1K3G2", b2="G3", a3="G3", d3="B3B2B1K2", d2="B3")
        assert turn.hops[0].piece == "G1"
        refused(before, SIX, b3="G3G2G1K2G2", b2="G3", a3="G3", d3="B3B2B1K3", d2="B3")

    @pytest.mark.rule("BK-12")
    def test_the_last_black_goes_to_whoever_builds_first(self) -> None:
        before = bare((1, 0, 0), b3="G3G2", b2="G3G1", d3="B3B2", d2="B3B1")
        found(before, SIX, b3="G3G2G1K1", b2="G3", d3="B3B2B1", d2="B3")
        found(before, SIX, b3="G3G2G1", b2="G3", d3="B3B2B1K1", d2="B3")
        refused(before, SIX, b3="G3G2G1", b2="G3", d3="B3B2B1", d2="B3")

    @pytest.mark.rule("BK-12")
    def test_a_bare_tree_made_and_left_again_in_one_turn(self) -> None:
        """After blue took the last black, green's only small crosses its medium on a large, one step at a time."""
        before = bare((1, 0, 0), b3="G3G2", b2="G3G1", b4="G3", d3="B3B2", d2="B3B1")
        every = Options.from_json({"BK-02": "b"})
        turn = found(before, SIX, every, b2="G3", b4="G3G1", d3="B3B2B1K1", d2="B3")
        assert [(hop.piece, hop.end) for hop in turn.hops] == [("B1", "d3"), ("G1", "b3"), ("G1", "b4")]
        refused(before, SIX, every, b2="G3", b4="G3G1")

    @pytest.mark.rule("BK-07")
    def test_standing_on_caps(self) -> None:
        before = bare((5, 5, 3), b3="G3G2G1K3", b2="G3G2", c3="C3G1")
        turn = found(before, SIX, b3="G3G2G1K3G2G1", b2="G3", c3="C3")
        assert [hop.piece for hop in turn.hops] == ["G2", "G1"]

    @pytest.mark.rule("BK-13")
    def test_a_win_in_mid_turn_allows_what_came_before(self) -> None:
        towers = dict.fromkeys(("a1", "a2", "a3", "a4"), "G3G2G1K1")
        before = bare((1, 5, 5), **towers, b3="G3G2", c3="C3G1", d3="B3B1", d2="B3")
        turn = found(before, SIX, b3="G3G2G1K3", c3="C3", d3="B3", d2="B3B1")
        assert [hop.piece for hop in turn.hops] == ["B1", "G1"]
        judged = refused(before, SIX, b3="G3G2G1K3", c3="C3B1", d3="B3")
        assert judged.rule == "BK-13"

    def test_fewest_points(self) -> None:
        """Two smalls change places with two: each takes the nearer square."""
        before = bare(a1="G3G1", b1="G3", d1="G3G1", e1="G3")
        turn = found(before, SIX, a1="G3", b1="G3G1", d1="G3", e1="G3G1")
        assert turn.points == {"B": 0, "G": 2}

    @pytest.mark.rule("BK-pass")
    def test_round_a_blockade(self) -> None:
        before = bare((5, 5, 3), b2="R3R2R1K3", b3="G3G1", b1="G3", a2="G3", c2="R3R2R1K3")
        turn = found(before, SIX, b3="G3", b1="G3G1")
        assert turn.points["G"] == 2


class TestReasons:
    @pytest.mark.rule("BK-points")
    def test_too_many_points(self) -> None:
        judged = refused(START, {"B": 6, "G": 3}, b3="G3G2G1K3", a5="C3G2G2G2G2")
        assert judged.rule == "BK-points"
        assert "green needs 4 points, had 3" in said(judged.reason)

    @pytest.mark.rule("BK-points")
    def test_too_many_points_even_as_a_sum(self) -> None:
        judged = refused(START, {"B": 1, "G": 2}, b3="G3G2G1K3", a5="C3G2G2G2G2")
        assert judged.rule == "BK-points"
        assert "needs 4 points, had 2, 3 at most as the sum" in said(judged.reason)

    @pytest.mark.rule("BK-10")
    def test_the_sum_spent_by_both(self) -> None:
        judged = refused(START, {"B": 2, "G": 2}, b3="G3G2G1K3", a5="C3G2G2G2G2", b5="B3", c5="B3B1B1")
        assert judged.rule == "BK-10"
        assert "the sum 4 goes to one colour alone" in said(judged.reason)

    @pytest.mark.rule("BK-land")
    def test_wrong_colour(self) -> None:
        judged = refused(START, SIX, b3="G3", c5="B3B1G1")
        assert judged.rule == "BK-land"
        assert "a green small may not land on c5: a blue small is on top" in said(judged.reason)
        assert judged.cells == ("c5",)

    @pytest.mark.rule("BK-18")
    def test_a_medium_on_a_small(self) -> None:
        judged = refused(START, SIX, a5="C3G2G2G2G2", b3="G3G1G2")
        assert judged.rule == "BK-18"
        assert judged.cells == ("b3",)

    @pytest.mark.rule("BK-07", "BK-09")
    def test_on_a_black(self) -> None:
        own = position(b3="G3G2G1K2", a5="C3G2G2G2G2", supply=(5, 4, 5))
        assert refused(own, SIX, a5="C3G2G2G2", b3="G3G2G1K2G2").rule == "BK-07"
        assert refused(own, SIX, d3="B3", b3="G3G2G1K2B1").rule == "BK-09"
        theirs = position(b4="R3R2R1K3", e5="C3R2R2R2R2", supply=(5, 5, 4))
        assert refused(theirs, SIX, b3="G3", b4="R3R2R1K3G1").rule == "BK-land"

    @pytest.mark.rule("BK-pass")
    def test_through_a_blockade(self) -> None:
        wall = dict.fromkeys(("a2", "b2", "c2"), "R3R2R1K3") | dict.fromkeys(("d2", "e2"), "Y3Y2Y1K3")
        shut = bare((5, 5, 0), **wall, b3="G3G1", b1="G3", c1="G3")
        judged = refused(shut, SIX, b3="G3", b1="G3G1")
        assert judged.rule == "BK-pass"
        assert "where every short way leads over a blockade, on a2, b2 or c2; there is no way around" in said(
            judged.reason
        )
        assert judged.cells == ("b3", "b1", "a2", "b2", "c2")

    @pytest.mark.rule("BK-pass")
    def test_through_a_blockade_that_costs_too_much_to_go_round(self) -> None:
        wall = dict.fromkeys(("a2", "b2", "c2"), "R3R2R1K3")
        before = bare((5, 5, 2), **wall, b3="G3G1", b1="G3")
        judged = refused(before, {"B": 6, "G": 2}, b3="G3", b1="G3G1")
        assert judged.rule == "BK-pass"
        assert "the way around costs 4 points" in said(judged.reason)
        assert isinstance(check(before, {**before.grid, "b3": "G3", "b1": "G3G1"}, {"B": 6, "G": 4}), Turn)

    @pytest.mark.rule("BK-08")
    def test_through_a_blockade_with_pieces_on_it(self) -> None:
        wall = dict.fromkeys(("a2", "b2", "c2"), "R3R2R1K3R1") | dict.fromkeys(("d2", "e2"), "Y3Y2Y1K3Y2")
        shut = bare((5, 5, 0), **wall, b3="G3G1", b1="G3")
        assert refused(shut, SIX, b3="G3", b1="G3G1").rule == "BK-08"

    @pytest.mark.rule("BK-own")
    def test_not_your_piece(self) -> None:
        judged = refused(START, SIX, a4="R3", a3="R3R1R1")
        assert judged.rule == "BK-own"
        assert "the red small of a4 went to a3, but cool moves only blue and green" in said(judged.reason)
        assert judged.cells == ("a4", "a3")

    @pytest.mark.rule("BK-large")
    def test_a_large_moved(self) -> None:
        assert refused(START, SIX, b3="", c3="C3G3G1").rule == "BK-large"
        assert refused(START, SIX, b3="B3G1", b5="G3B1").rule == "BK-large"

    @pytest.mark.rule("BK-pieces")
    def test_a_piece_vanished_appeared_or_was_swapped(self) -> None:
        gone = refused(START, SIX, b3="G3")
        assert (gone.rule, gone.cells) == ("BK-pieces", ("b3",))
        assert "a green small is missing" in said(gone.reason)
        extra = refused(START, SIX, c3="C3G1")
        assert (extra.rule, extra.cells) == ("BK-pieces", ("c3",))
        assert "there is a green small too many" in said(extra.reason)
        swapped = refused(START, SIX, b3="G3B1")
        assert swapped.rule == "BK-pieces"
        assert said(swapped.reason) == "the green small on b3 was swapped for a blue small"
        assert refused(START, SIX, a4="R3").rule == "BK-pieces"
        assert refused(START, SIX, b3="").rule == "BK-pieces"

    @pytest.mark.rule("BK-cap")
    def test_a_black_missing(self) -> None:
        judged = refused(START, SIX, b3="G3G2G1", a5="C3G2G2G2G2")
        assert judged.rule == "BK-cap"
        assert said(judged.reason) == "the new tower on b3 lacks its black large"
        assert judged.nearest and judged.nearest.position.grid["b3"] == "G3G2G1K3"

    @pytest.mark.rule("BK-cap")
    def test_a_black_of_the_wrong_size(self) -> None:
        judged = refused(START, SIX, b3="G3G2G1K1", a5="C3G2G2G2G2")
        assert judged.rule == "BK-cap"
        assert said(judged.reason) == "b3 got a black small, but a black large was next"

    @pytest.mark.rule("BK-cap")
    def test_blacks_that_do_not_fit_the_order_of_building(self) -> None:
        """Green can build only on the square that blue's cap order leaves for second."""
        before = bare((5, 5, 1), b3="G3G2", b2="G3G1", a3="G3G2", d3="B3B2", d2="B3B1")
        judged = refused(before, SIX, b3="G3G2G1K3", b2="G3", d3="B3B2B1K3", d2="B3")
        assert judged.rule == "BK-cap"
        assert "no black large left" in said(judged.reason)

    @pytest.mark.rule("BK-cap")
    def test_a_black_where_none_belongs(self) -> None:
        judged = refused(START, SIX, b3="G3G1K3")
        assert judged.rule == "BK-cap"
        assert "no tower was completed" in said(judged.reason)
        assert refused(position(b3="G3G2G1K3", supply=(5, 5, 4)), SIX, b3="G3G2G1K3K3").rule == "BK-cap"

    @pytest.mark.rule("BK-12")
    def test_a_black_from_an_empty_supply(self) -> None:
        before = bare((0, 0, 0), b3="G3G2", b2="G3G1")
        judged = refused(before, SIX, b3="G3G2G1K3", b2="G3")
        assert "no black large left in the supply" in said(judged.reason)

    @pytest.mark.rule("BK-06")
    def test_a_black_moved_or_taken(self) -> None:
        before = position(b3="G3G2G1K3", a5="C3G2G2G2G2", supply=(5, 5, 4))
        judged = refused(before, SIX, b3="G3G2G1", a5="C3G2G2G2G2K3")
        assert judged.rule == "BK-06"
        assert said(judged.reason) == "the black large went from b3 to a5, but black pyramids never move"
        assert refused(before, SIX, b3="G3G2G1").rule == "BK-06"

    @pytest.mark.rule("BK-05")
    def test_a_piece_from_under_a_black(self) -> None:
        before = position(b3="G3G2G1K3", a5="C3G2G2G2G2", supply=(5, 5, 4))
        assert refused(before, SIX, b3="G3G2K3", b2="G3G1G1").rule == "BK-05"

    @pytest.mark.rule("BK-01")
    def test_a_piece_from_under_others(self) -> None:
        before = position(c3="C3G2G1", b3="G3", a5="C3G2G2G2G2")
        judged = refused(before, {"B": 1, "G": 1}, c3="C3G1", b3="G3G2")
        assert judged.rule == "BK-01"
        assert "the green medium on c3 stands under a green small" in said(judged.reason)

    @pytest.mark.rule("BK-02")
    def test_a_landing_on_the_way(self) -> None:
        before = bare(c3="G3G1", a1="C3G2")
        judged = refused(before, {"B": 1, "G": 4}, c3="G3G2G1K3", a1="C3")
        assert judged.rule == "BK-02"
        assert said(judged.reason).startswith("on the way, a green small may not land on")
        found(before, {"B": 1, "G": 4}, Options.from_json({"BK-02": "c"}), c3="G3G2G1K3", a1="C3")

    def test_several_rules_at_once(self) -> None:
        judged = refused(START, {"B": 6, "G": 1}, b3="G3", c5="B3B1G1", a4="R3", a3="R3R1R1")
        assert said(judged.reason).startswith("more than one rule is broken")
        for rule in ("BK-own", "BK-land", "BK-points"):
            assert f"({rule})" in said(judged.reason)
        assert set(judged.cells) == {"b3", "c5", "a4", "a3"}

    def test_a_missing_black_and_too_many_points(self) -> None:
        judged = refused(START, {"B": 6, "G": 3}, b3="G3G2G1", a5="C3G2G2G2G2")
        assert "(BK-cap)" in said(judged.reason)
        assert "(BK-points)" in said(judged.reason)

    @pytest.mark.parametrize(
        ("after", "message"),
        [
            ({"a1": "C3"}, "missing"),
            ({**START.grid, "z9": ""}, "no cell 'z9'"),
            ({**START.grid, "b3": "G4"}, "b3: 'G4' is no stack"),
            ({**START.grid, "b3": 7}, "b3: a stack is text"),
            ([], "grid: an object"),
        ],
    )
    def test_a_table_that_is_no_table(self, after: object, message: str) -> None:
        with raises_saying(message):
            check(START, after, SIX)  # type: ignore[arg-type]


class TestMissingCaps:
    def test_one_missing(self) -> None:
        turn = missing_caps(START, {**START.grid, "b3": "G3G2G1", "a5": "C3G2G2G2G2"}, SIX)
        assert turn and turn.position.grid["b3"] == "G3G2G1K3"

    def test_two_missing_of_different_sizes(self) -> None:
        before = bare((5, 5, 1), b3="G3G2", b2="G3G1", d3="B3B2", d2="B3B1")
        turn = missing_caps(before, {**before.grid, "b3": "G3G2G1", "b2": "G3", "d3": "B3B2B1", "d2": "B3"}, SIX)
        assert turn and {turn.position.grid["b3"][-2:], turn.position.grid["d3"][-2:]} == {"K3", "K2"}

    def test_one_of_two_missing(self) -> None:
        before = bare((5, 5, 1), b3="G3G2", b2="G3G1", d3="B3B2", d2="B3B1")
        turn = missing_caps(before, {**before.grid, "b3": "G3G2G1K3", "b2": "G3", "d3": "B3B2B1", "d2": "B3"}, SIX)
        assert turn and turn.position.grid["d3"] == "B3B2B1K2"

    def test_one_missing_under_a_small_that_landed_after(self) -> None:
        before = bare(b3="G3G2", b2="G3G1G1")
        turn = missing_caps(before, {**before.grid, "b3": "G3G2G1G1", "b2": "G3"}, SIX)
        assert turn and turn.position.grid["b3"] == "G3G2G1K3G1"

    def test_nothing_missing(self) -> None:
        after = {**START.grid, "b3": "G3G2G1K3", "a5": "C3G2G2G2G2"}
        assert missing_caps(START, after, SIX) is None
        assert missing_caps(START, START.grid, SIX) is None

    def test_more_wrong_than_a_missing_black(self) -> None:
        assert missing_caps(START, {**START.grid, "b3": "G3G2G1", "a5": "C3G2G2G2G2"}, {"B": 6, "G": 3}) is None
        assert missing_caps(START, {**START.grid, "b3": "G3G2G1"}, SIX) is None

    @pytest.mark.rule("BK-12")
    def test_none_is_missing_when_none_is_left(self) -> None:
        before = bare((0, 0, 0), b3="G3G2", b2="G3G1")
        assert missing_caps(before, {**before.grid, "b3": "G3G2G1", "b2": "G3"}, SIX) is None
