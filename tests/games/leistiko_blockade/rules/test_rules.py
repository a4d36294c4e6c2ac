"""The rules of Leistiko's Blockade, one by one: set-up, rows, moving, leaping, the end, variants, and every ruling."""

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
    Step,
    Turn,
    Violation,
)
from companion.games.leistiko_blockade.rules.rules import Purse, Table, leap_cost
from companion.games.leistiko_blockade.rules.setup import initial
from companion.games.leistiko_blockade.rules.turns import apply, moves, outcome, row_fault
from companion.texts.language import language
from tests.games.saying import raises_saying, said

START = initial()
BUNGIE = Options(variant="bungie")
PUSH = Options(variant="super-push")
NOBODY = (0, 0, 0, 0, 0, 0)


def table(first: str, second: str = "233332", to_move: Side = "first") -> Position:
    """Rows written as digits, the mover's own usually first."""
    return Position(tuple(map(int, first)), tuple(map(int, second)), to_move)


def steps(text: str) -> list[Step]:
    """Written "3>2 2x": a move, then a leap; "3c" crosses, "3o" gets off."""
    kinds = {"x": "leap", "c": "cross", "o": "off"}
    return [
        Step("move", int(each[0]), 1, int(each[2])) if ">" in each else Step(kinds[each[1]], int(each[0]), 0)  # type: ignore[arg-type]
        for each in text.split()
    ]


def play(before: Position, row: int, roll: Any, text: str, options: Options = RULINGS) -> Turn | Violation:
    return apply(before, row, Roll.from_json(roll, options), steps(text), options)


def legal(before: Position, row: int, roll: Any, text: str, options: Options = RULINGS) -> Turn:
    played = play(before, row, roll, text, options)
    assert isinstance(played, Turn), played
    return played


def broken(before: Position, row: int, roll: Any, text: str, options: Options = RULINGS) -> str:
    played = play(before, row, roll, text, options)
    assert isinstance(played, Violation), played
    assert said(played.reason)
    return played.rule


class TestSetUp:
    @pytest.mark.rule("LB-setup", "LB-01")
    def test_sixteen_pieces_a_side(self) -> None:
        assert START.first == START.second == (2, 3, 3, 3, 3, 2)
        assert START.to_move == "first" and not START.final_turn
        with raises_saying("17 pieces; a side has 16"):
            table("333332")

    @pytest.mark.rule("LB-01")
    def test_fifteen_pieces_with_a_single_one_on_either_outer_row(self) -> None:
        fifteen = Options.from_json({"LB-01": 15})
        assert initial(options=fifteen).first == (1, 3, 3, 3, 3, 2)
        assert initial([2, 3, 3, 3, 3, 1], options=fifteen).first == (2, 3, 3, 3, 3, 1)
        with raises_saying("second: this is no set-up: the 16 pieces stand 2-3-3-3-3-2"):
            initial(second=[1, 3, 3, 3, 3, 2])

    @pytest.mark.rule("LB-14")
    def test_the_first_player_is_whoever_starts(self) -> None:
        assert initial().to_move == "first"
        assert "die" in language("en").rules["LB-14"].text


class TestTheRow:
    @pytest.mark.rule("LB-turn", "LB-row")
    def test_only_pieces_of_the_chosen_row_move(self) -> None:
        assert broken(START, 3, [4], "4x") == "LB-row"
        assert broken(START, 3, [4], "3>4 3>4 3>4 3>2") == "LB-row", "the row is empty by then"
        assert legal(START, 3, [4], "3>4 4>5 5>6").position.first == (2, 3, 2, 3, 3, 3)

    @pytest.mark.rule("LB-row")
    def test_pieces_met_on_the_way_stay(self) -> None:
        """Of the four pieces then on row 2 one came from row 1 and may go on, the other three may not."""
        assert legal(START, 1, [3], "1>2 2>3").position.first == (1, 3, 4, 3, 3, 2)
        assert broken(START, 1, [3], "1>2 2>3 2>3") == "LB-row"

    @pytest.mark.rule("LB-10")
    def test_an_empty_row_is_not_chosen(self) -> None:
        before = table("053332")
        assert broken(before, 1, [4], "") == "LB-10"
        assert moves(before, Roll((4,)), 1) == []
        fault = row_fault(before, 1)
        assert fault and fault.cells == ("first 1",)

    @pytest.mark.rule("LB-02")
    def test_rows_are_points_and_face_each_other(self) -> None:
        """Leaping from row 5 is obstructed by the opposing row 5 alone, whichever side is to move."""
        assert legal(table("111110", "444400"), 5, [6], "5x").leapt == 2
        assert legal(table("000040", "111110", "second"), 5, [6], "5x").leapt == 6
        with raises_saying("row: a row from 1 to 6"):
            apply(START, 7, Roll((1,)), [])


class TestMoving:
    @pytest.mark.rule("LB-move", "LB-13")
    def test_a_point_a_row_in_either_direction(self) -> None:
        assert legal(START, 3, [2], "3>2 3>4").position.first == (2, 4, 1, 4, 3, 2)
        assert broken(START, 3, [6], "3>5") == "LB-13"
        assert broken(START, 3, [6], "3>3") == "LB-13"

    @pytest.mark.rule("LB-12")
    def test_no_limit_no_hits_no_way_beyond_the_edge(self) -> None:
        assert broken(START, 1, [6], "1>0") == "LB-12"
        assert broken(START, 6, [6], "6>7") == "LB-12"
        crowd = table("060000", "090000")
        assert legal(crowd, 2, [6], "2>1 2>1 2>1 2>1 2>1 2>1").position.second == crowd.second
        assert legal(crowd, 2, [6], "2>1 2>1 2>1 2>1 2>1 2>1").position.first == (6, 0, 0, 0, 0, 0)

    @pytest.mark.rule("LB-points", "LB-11")
    def test_points_are_a_limit_and_may_be_left_over(self) -> None:
        assert broken(START, 3, [2], "3>2 3>2 3>2") == "LB-points"
        assert broken(START, 3, [3], "3x") == "LB-points"
        passed = legal(START, 3, [6], "")
        assert passed.position == Position(START.first, START.second, "second")
        assert START.first in [turn.position.first for turn in moves(START, Roll((6,)), 3)]

    @pytest.mark.rule("LB-own")
    def test_the_other_side_never_changes(self) -> None:
        assert {turn.position.second for turn in moves(START, Roll((6,)))} == {START.second}

    @pytest.mark.rule("LB-pieces")
    def test_pieces_only_ever_leave(self) -> None:
        assert all(sum(turn.position.first) <= 16 for turn in moves(START, Roll((6,))))
        assert {sum(turn.position.first) for turn in moves(START, Roll((6,)))} == {16, 15}


TABLE = {
    (1, 2): [2, 3, 4, 5, 6, 7],
    (3, 4): [1, 2, 3, 4, 5, 6],
    (5, 6): [1, 1, 2, 3, 4, 5],
    (7, 8): [1, 1, 1, 2, 3, 4],
}


class TestLeaping:
    @pytest.mark.rule("LB-leap", "LB-05", "LB-06")
    @pytest.mark.parametrize("own", range(1, 9))
    def test_every_cost_of_the_table(self, own: int) -> None:
        wanted = next(costs for counts, costs in TABLE.items() if own in counts)
        assert [leap_cost(own, opposing, 1) for opposing in range(6)] == wanted
        for opposing, cost in enumerate(wanted):
            before = Position((own, 0, 0, 0, 0, 0), (opposing, 1, 0, 0, 0, 0), "first")
            if cost <= 6:
                assert legal(before, 1, [cost], "1x").leapt == cost
            if cost > 1:
                assert broken(before, 1, [min(6, cost - 1)], "1x") == "LB-points"

    @pytest.mark.rule("LB-leap", "LB-03", "LB-04", "LB-05")
    def test_the_worked_example(self) -> None:
        """Three supporting, one opposing: 2 + 1 - 1.5 = 1.5, so two points."""
        assert leap_cost(4, 1, 1) == 2
        assert legal(table("400000", "100000"), 1, [2], "1x").position.first == (3, 0, 0, 0, 0, 0)

    @pytest.mark.rule("LB-leap")
    def test_every_row_of_the_set_up_costs_four(self) -> None:
        for row in range(1, 7):
            assert legal(START, row, [4], f"{row}x").leapt == 4
            assert broken(START, row, [3], f"{row}x") == "LB-points"

    @pytest.mark.rule("LB-03")
    def test_neighbouring_rows_do_not_support(self) -> None:
        assert broken(table("515000", "010000"), 2, [2], "2x") == "LB-points"
        assert legal(table("515000", "010000"), 2, [3], "2x").leapt == 3

    @pytest.mark.rule("LB-04")
    def test_only_the_row_across_obstructs(self) -> None:
        assert legal(table("010000", "505000"), 2, [2], "2x").leapt == 2

    @pytest.mark.rule("LB-06")
    def test_the_minimum(self) -> None:
        stack = table("800000", "010000")
        assert legal(stack, 1, [3], "1x 1x 1x").leapt == 3
        assert broken(stack, 1, [3], "1x 1x 1x 1x") == "LB-points"
        free = Options.from_json({"LB-06": 0})
        assert legal(stack, 1, [1], "1x 1x 1x 1x 1x", free).leapt == 1
        two = Options.from_json({"LB-06": 2})
        assert broken(stack, 1, [1], "1x", two) == "LB-points"
        assert legal(stack, 1, [4], "1x 1x", two).leapt == 4

    @pytest.mark.rule("LB-07")
    def test_each_leap_is_priced_by_itself(self) -> None:
        turn = legal(table("400000", "100000"), 1, [5], "1x 1x")
        assert [step.cost for step in turn.steps] == [2, 2]
        assert [step.cost for step in legal(table("300000", "010000"), 1, [5], "1x 1x 1x").steps] == [1, 2, 2]

    @pytest.mark.rule("LB-08")
    def test_moving_and_leaping_in_any_order_from_where_the_piece_is(self) -> None:
        """The piece from row 1 is the fifth on row 2 and leaps for 1 there; the four others may not."""
        before = table("240000", "203000")
        assert [step.cost for step in legal(before, 1, [2], "1>2 2x").steps] == [1, 1]
        assert legal(before, 1, [6], "1x 1>2 2x").position.first == (0, 4, 0, 0, 0, 0)
        assert legal(before, 1, [4], "1>2 2x 1>2 2x").position.first == (0, 4, 0, 0, 0, 0)
        assert broken(before, 1, [6], "1>2 2x 2x") == "LB-row"

    @pytest.mark.rule("LB-09")
    def test_a_leap_is_paid_as_a_whole(self) -> None:
        assert broken(START, 3, [3], "3c") == "LB-09"
        with raises_saying("LB-09"):
            moves(Position((*START.first[:5], 1), START.second, "first", ((0, 0, 0, 0, 0, 1), NOBODY)), Roll((1,)), 3)

    @pytest.mark.rule("LB-09")
    def test_or_a_piece_rests_on_the_far_side(self) -> None:
        rest = Options.from_json({"LB-09": False})
        crossed = legal(START, 3, [3], "3c", rest).position
        assert (crossed.first, crossed.across) == ((2, 3, 2, 3, 3, 2), ((0, 0, 1, 0, 0, 0), NOBODY))
        mine = Position(crossed.first, crossed.second, "first", crossed.across)
        assert broken(mine, 2, [6], "3o", rest) == "LB-row", "it came from row 3"
        assert legal(mine, 3, [1], "3o", rest).position.across == (NOBODY, NOBODY)
        assert legal(START, 3, [4], "3c 3o", rest).position == legal(START, 3, [4], "3x").position
        assert broken(mine, 3, [6], "3o 3o", rest) == "LB-row"
        alone = Position((0, 0, 3, 0, 0, 0), (1, 0, 0, 0, 0, 0), "first")
        assert legal(alone, 3, [1], "3c 3o", rest).leapt == 1, "a leap costs 1, the way across none of it"

    @pytest.mark.rule("LB-09")
    def test_where_a_piece_may_rest_it_is_among_the_turns_for_a_point_less(self) -> None:
        rest = Options.from_json({"LB-09": False})
        ends = {die: {turn.position for turn in moves(START, Roll((die,)), 3, rest)} for die in (2, 3)}
        across = [end for end in ends[3] if any(map(any, end.across))]
        assert [(end.first, end.across) for end in across] == [((2, 3, 2, 3, 3, 2), ((0, 0, 1, 0, 0, 0), NOBODY))]
        assert not any(any(map(any, end.across)) for end in ends[2])

    @pytest.mark.rule("LB-09")
    def test_nobody_rests_in_bungie_battle(self) -> None:
        resting = Position((1, 0, 0, 0, 0, 0), (1, 0, 0, 0, 0, 0), "first", ((1, 0, 0, 0, 0, 0), NOBODY))
        with raises_saying("LB-09"):
            moves(resting, Roll((1,)), 1, Options(variant="bungie", whole=False))
        leaping = Purse(0, 2, flat=True)
        assert not Table.of(START, 1, leaping, Options(variant="bungie", whole=False)).resting()
        assert Table.of(START, 1, leaping, Options(whole=False)).resting()

    @pytest.mark.rule("LB-09")
    def test_only_pieces_of_the_chosen_row_get_off_the_far_side(self) -> None:
        rest = Options.from_json({"LB-09": False})
        before = Position((1, 0, 0, 0, 0, 0), START.second, "first", ((0, 0, 1, 0, 1, 0), NOBODY))
        ends = {turn.position.across[0] for turn in moves(before, Roll((6,)), 5, rest)}
        assert ends == {(0, 0, 1, 0, 1, 0), (0, 0, 1, 0, 0, 0)}

    @pytest.mark.rule("LB-09")
    def test_resting_pieces_neither_support_nor_obstruct_but_count_as_left(self) -> None:
        rest = Options.from_json({"LB-09": False})
        before = Position((2, 0, 0, 0, 0, 0), (1, 0, 0, 0, 0, 0), "first", ((3, 0, 0, 0, 0, 0), (3, 0, 0, 0, 0, 0)))
        assert legal(before, 1, [3], "1x", rest).leapt == 3
        last = Position(NOBODY, (1, 0, 0, 0, 0, 0), "first", ((0, 1, 0, 0, 0, 0), NOBODY))
        assert outcome(last).winner is None and row_fault(last, 2) is None
        assert legal(last, 2, [1], "2o", rest).position.final_turn


def test_the_outer_rows_have_one_neighbour() -> None:
    ends = {turn.position.first for turn in moves(table("100000"), Roll((1,)), 1)}
    assert ends == {(1, 0, 0, 0, 0, 0), (0, 1, 0, 0, 0, 0)}
    ends = {turn.position.first for turn in moves(table("000001"), Roll((1,)), 6)}
    assert ends == {(0, 0, 0, 0, 0, 1), (0, 0, 0, 0, 1, 0)}


def test_points_for_moving_pay_no_leap() -> None:
    assert Purse(3, None).pays(3, 0)
    assert not Purse(3, None).pays(0, 1)


class TestTheEnd:
    @pytest.mark.rule("LB-end")
    def test_the_second_player_wins_at_once(self) -> None:
        before = table("100000", "010000", "second")
        after = legal(before, 2, [2], "2x").position
        assert outcome(after).winner == "second"
        assert broken(after, 1, [6], "") == "LB-end"
        assert moves(after, Roll((6,))) == []

    @pytest.mark.rule("LB-end")
    def test_the_first_player_gives_one_more_turn(self) -> None:
        after = legal(table("100000", "010000"), 1, [2], "1x").position
        assert after.final_turn and outcome(after).winner is None
        lost = legal(after, 2, [1], "").position
        assert outcome(lost).winner == "first" and not lost.final_turn
        assert broken(lost, 1, [6], "") == "LB-end"

    @pytest.mark.rule("LB-15")
    def test_both_empty_is_a_draw(self) -> None:
        after = legal(table("100000", "010000"), 1, [2], "1x").position
        drawn = legal(after, 2, [2], "2x").position
        assert outcome(drawn).winner == "draw"
        assert broken(drawn, 1, [6], "") == "LB-end"

    def test_nobody_has_won_at_the_start(self) -> None:
        assert outcome(START).winner is None


class TestBungieBattle:
    @pytest.mark.rule("LB-20", "LB-bungie")
    def test_a_roll_only_moves(self) -> None:
        assert broken(table("500000"), 1, [6], "1x", BUNGIE) == "LB-20"
        assert legal(START, 3, [2], "3>2", BUNGIE).moved == 1
        assert {sum(turn.position.first) for turn in moves(START, Roll((6,)), None, BUNGIE)} == {16}

    @pytest.mark.rule("LB-20")
    def test_it_may_be_agreed_that_a_roll_is_spent_whole(self) -> None:
        whole = Options.from_json({"variant": "bungie", "LB-20": True})
        assert broken(START, 3, [2], "3>2", whole) == "LB-20"
        assert broken(START, 3, [1], "", whole) == "LB-20"
        assert legal(START, 3, [2], "3>2 2>3", whole).position.first == START.first, "there and back is spending"
        assert legal(START, 3, [2], "3>2 3>4", whole).moved == 2
        one = moves(table("002000"), Roll((1,)), 3, whole)
        assert sorted(turn.position.first for turn in one) == [(0, 0, 1, 1, 0, 0), (0, 1, 1, 0, 0, 0)]
        three = {turn.position.first: turn for turn in moves(table("001000"), Roll((3,)), 3, whole)}
        assert sorted(three) == [(0, 0, 0, 0, 0, 1), (0, 0, 0, 1, 0, 0), (0, 1, 0, 0, 0, 0)]
        for turn in three.values():
            assert turn.moved == 3
            assert play(table("001000"), 3, [3], " ".join(f"{s.row}>{s.to}" for s in turn.steps), whole) == turn
        after = Sighting.of(table("002000"))
        for dice, good in ((1, False), (2, True), (3, False)):
            judged = check(table("002000"), after, Roll((dice,)), 3, whole)
            assert isinstance(judged, Turn) == good
            assert good or (isinstance(judged, Violation) and judged.rule == "LB-20")
        seen = check(table("002000"), Sighting.of(table("010010")), Roll((4,)), 3, whole)
        assert isinstance(seen, Violation) and seen.rule == "LB-20", "three points of four"
        contest = {"leap": [1, 1, 1], "opposed": [4, 1, 2, 3]}
        assert legal(START, 3, contest, "", whole).steps == (), "a leap is no roll"

    @pytest.mark.rule("LB-bungie", "LB-21")
    def test_a_leap_takes_off_a_piece_for_each_die_above_the_highest(self) -> None:
        contest = {"leap": [6, 4, 5], "opposed": [4, 1, 2, 3]}
        assert legal(START, 3, contest, "3x 3x", BUNGIE).position.first == (2, 3, 1, 3, 3, 2)
        assert broken(START, 3, contest, "3x 3x 3x", BUNGIE) == "LB-bungie", "a tie is not enough"
        assert broken(START, 3, contest, "3>2", BUNGIE) == "LB-bungie"
        left = [turn.position.first[2] for turn in moves(START, Roll.from_json(contest, BUNGIE), 3, BUNGIE)]
        assert left == [3, 2, 1], "fewer may be taken off"

    @pytest.mark.rule("LB-bungie")
    def test_a_die_for_every_piece_and_one_more_for_the_opponent(self) -> None:
        for contest in ({"leap": [6, 4], "opposed": [4, 1, 2, 3]}, {"leap": [6, 4, 1], "opposed": [4, 1, 2]}):
            with raises_saying("for a leap from row 3 3 dice are rolled against 4"):
                play(START, 3, contest, "", BUNGIE)
        unopposed = {"leap": [2], "opposed": [1]}
        assert legal(table("100000", "010000"), 1, unopposed, "1x", BUNGIE).position.final_turn


class TestSuperPush:
    @pytest.mark.rule("LB-push", "LB-22")
    def test_the_purses_are_apart(self) -> None:
        before = table("240000", "203000")
        assert legal(before, 1, [1, 1], "1>2 2x", PUSH).position.first == (1, 4, 0, 0, 0, 0)
        assert broken(before, 1, [1, 6], "1>2 1>2", PUSH) == "LB-22"
        assert broken(START, 3, [6, 3], "3x", PUSH) == "LB-22"
        assert broken(START, 3, [4, 3], "3x", PUSH) == "LB-22"
        assert legal(START, 3, [3, 4], "3x", PUSH).leapt == 4

    @pytest.mark.rule("LB-22")
    def test_moves_and_leaps_alternate_and_points_may_be_left_over(self) -> None:
        before = table("240000", "203000")
        turn = legal(before, 1, [3, 3], "1>2 2x 1>2 2x", PUSH)
        assert (turn.moved, turn.leapt) == (2, 2)


@pytest.mark.rule("LB-23")
def test_one_variant_at_a_time() -> None:
    with raises_saying("variant is one of base, bungie, super-push"):
        Options.from_json({"variant": ["bungie", "super-push"]})
    with raises_saying("roll: one die is needed"):
        Roll.from_json([4, 2], RULINGS)
    with raises_saying("roll: the move die and the leap die"):
        Roll.from_json({"leap": [1], "opposed": [1]}, PUSH)


def test_a_violation_carries_the_turn_up_to_it() -> None:
    played = play(START, 3, [4], "3>2 3>4 4x")
    assert isinstance(played, Violation)
    assert played.nearest and played.nearest.steps == tuple(steps("3>2 3>4"))
    assert (
        said(played.reason)
        == "leaping from row 4 costs 4 points (4 pieces of yours there, 3 opposing); 2 points are left"
    )
    assert played.cells == ("first 4",)
