"""The rules of Looney Blockade, one by one: set-up, dice, moving, landing, capping, winning, and every ruling."""

from collections.abc import Mapping
from typing import Any, ClassVar

import pytest

from companion.games.chances import Thinking
from companion.games.errors import GameError
from companion.games.looney_blockade.rules.advising.suggesting import suggest
from companion.games.looney_blockade.rules.chances import CHANCES
from companion.games.looney_blockade.rules.hints import reach
from companion.games.looney_blockade.rules.judging.checking import check
from companion.games.looney_blockade.rules.model import (
    RULINGS,
    Hop,
    Options,
    Position,
    Side,
    Turn,
    Violation,
    check_roll,
)
from companion.games.looney_blockade.rules.searching.turn_results import perft
from companion.games.looney_blockade.rules.setup import initial
from companion.games.looney_blockade.rules.turns import apply, moves, outcome
from tests.games.saying import raises_saying, said

START = initial()


def position(to_move: Side = "cool", supply: tuple[int, int, int] = (5, 5, 5), **cells: str) -> Position:
    """The default set-up with some cells replaced."""
    return Position({**START.grid, **cells}, supply, to_move)


def play(before: Position, roll: Mapping[str, int], *hops: str, options: Options = RULINGS) -> Turn | Violation:
    """Hops written as "b3-b2"."""
    return apply(before, roll, [(hop[:2], hop[3:]) for hop in hops], options)


def legal(before: Position, roll: Mapping[str, int], *hops: str, options: Options = RULINGS) -> Turn:
    played = play(before, roll, *hops, options=options)
    assert isinstance(played, Turn), played
    assert isinstance(check(before, played.position.grid, roll, options), Turn)
    return played


def broken(before: Position, roll: Mapping[str, int], *hops: str, options: Options = RULINGS) -> str:
    played = play(before, roll, *hops, options=options)
    assert isinstance(played, Violation), played
    return played.rule


SIX = {"B": 6, "G": 6}
HOT = {"R": 6, "Y": 6}
EVERY = Options.from_json({"BK-02": "b"})
LAST = Options.from_json({"BK-02": "c"})
CONTAINING = Options.from_json({"BK-04": "containing"})


class TestSetUp:
    @pytest.mark.rule("BK-setup")
    def test_default_layout(self) -> None:
        ranks = ["".join(START.grid[file + rank][0] for file in "abcde") for rank in "54321"]
        assert ranks == ["CBBBC", "RRRBY", "RGCBY", "RGYYY", "CGGGC"]
        assert [START.grid[cell] for cell in ("a5", "e5", "a1", "e1", "c3")] == [
            "C3G2G2G2G2G2",
            "C3R2R2R2R2R2",
            "C3Y2Y2Y2Y2Y2",
            "C3B2B2B2B2B2",
            "C3",
        ]
        assert START.supply == (5, 5, 5)
        assert sum(len(stack) // 2 for stack in START.grid.values()) == 65

    @pytest.mark.rule("BK-setup")
    def test_a_quarter_turn_with_colours_cycled_is_the_same_set_up(self) -> None:
        turned = {}
        for cell, stack in START.grid.items():
            file, rank = "abcde".index(cell[0]), int(cell[1])
            turned["abcde"[rank - 1] + str(5 - file)] = stack.translate(str.maketrans("BYGR", "YGRB"))
        assert turned == START.grid

    @pytest.mark.rule("BK-setup")
    def test_any_set_up_of_the_right_pieces_is_taken(self) -> None:
        swapped = {**START.grid, "b5": "R3R1", "a4": "B3B1", "a1": START.grid["e5"], "e5": START.grid["a1"]}
        assert initial(swapped).grid == swapped

    @pytest.mark.rule("BK-setup")
    def test_every_fault_of_a_set_up_is_named(self) -> None:
        two_reds_for_greens = {**START.grid, "a2": "G3G1", "a3": "G3R1", "e1": "C3B2B2B2B2", "c3": "C3B2"}
        with pytest.raises(GameError) as error:
            initial(two_reds_for_greens)
        message = said(error.value.reason)
        assert "red has 3 larges, needs 5" in message
        assert "green has 7 larges, needs 5" in message
        assert "red has 4 smalls, needs 5" in message
        assert "a3 needs a green large with a green small on it only" in message
        assert "e1 needs five mediums of one colour" in message
        assert "c3: the clear large in the centre starts bare" in message

    @pytest.mark.rule("BK-setup")
    def test_two_piles_of_one_colour_are_a_fault(self) -> None:
        with raises_saying("yellow has 0 mediums, needs 5"):
            initial({**START.grid, "a1": "C3G2G2G2G2G2"})

    def test_a_board_with_cells_missing_is_a_fault(self) -> None:
        with raises_saying("b3, c3 missing"):
            initial({cell: stack for cell, stack in START.grid.items() if cell not in ("b3", "c3")})

    @pytest.mark.rule("BK-15")
    def test_either_side_may_start(self) -> None:
        assert initial(to_move="warm").to_move == "warm"
        assert initial().to_move == "cool"


class TestDice:
    @pytest.mark.parametrize(
        ("roll", "message"),
        [
            ({"B": 7, "G": 1}, "blue die shows 7"),
            ({"B": 0, "G": 1}, "blue die shows 0"),
            ({"B": 4}, "green die is missing"),
            ({"B": 4, "R": 4}, "red die is not cool's"),
            ({"B": 4, "G": True}, "green die shows true"),
            ({"B": 4, "G": 2.0}, "green die shows 2.0"),
            ({"B": 4, "G": 10**5000}, "green die shows a huge number"),
            ({"B": 4, "X": 2}, "no die 'X'"),
            ([4, 5], "roll: an object"),
        ],
    )
    def test_rolls_that_cannot_be(self, roll: object, message: str) -> None:
        with raises_saying(message):
            check_roll(roll, "cool")

    @pytest.mark.rule("BK-points")
    @pytest.mark.parametrize(
        ("dice", "spent", "good"),
        [
            ((3, 2), (3, 2), True),
            ((3, 2), (5, 0), True),
            ((3, 2), (0, 5), True),
            ((3, 2), (4, 1), False),
            ((3, 2), (6, 0), False),
            ((3, 4), (3, 4), True),
            ((3, 4), (4, 0), False),
            ((3, 4), (0, 5), False),
            ((1, 1), (2, 0), True),
            ((1, 1), (0, 2), True),
            ((1, 1), (2, 1), False),
        ],
    )
    def test_what_dice_pay(self, dice: tuple[int, int], spent: tuple[int, int], good: bool) -> None:
        """Blue smalls to and fro between b5 and c5, green ones between b1 and c1, a point each."""
        hops = [("b5-c5", "c5-b5")[i % 2] for i in range(spent[0])]
        hops += [("b1-c1", "c1-b1")[i % 2] for i in range(spent[1])]
        played = play(START, {"B": dice[0], "G": dice[1]}, *hops)
        assert isinstance(played, Turn) == good
        if isinstance(played, Turn):
            assert played.points == {"B": spent[0], "G": spent[1]}

    @pytest.mark.rule("BK-10")
    def test_the_sum_is_not_shared(self) -> None:
        assert broken(START, {"B": 3, "G": 2}, "b5-c5", "c5-b5", "b5-c5", "c5-b5", "b1-c1") == "BK-10"

    @pytest.mark.rule("BK-11")
    def test_the_allocation_is_implied_by_the_whole_turn(self) -> None:
        assert legal(START, {"B": 1, "G": 3}, "b5-c5", "c5-b5", "b5-c5", "c5-b5").points["B"] == 4
        assert legal(START, {"B": 1, "G": 3}, "b5-c5", "b1-c1", "c1-b1").points == {"B": 1, "G": 2}


class TestMoving:
    @pytest.mark.rule("BK-move")
    def test_a_hop_costs_a_point_a_space_in_any_direction(self) -> None:
        alone = position(c3="C3G2", a5="C3G2G2G2G2")
        costs = {hop.end: hop.cost for hop in moves(alone, {"G": 6}) if hop.start == "b3"}
        assert costs == {"b2": 1, "b1": 2, "c1": 2, "d1": 2, "a5": 2, "c3": 1}

    @pytest.mark.rule("BK-move")
    def test_points_are_divided_freely_and_pieces_come_back(self) -> None:
        turn = legal(START, SIX, "b3-b2", "b5-c5", "b2-b3", "c5-b5")
        assert turn.position.grid == START.grid
        assert turn.points == {"B": 2, "G": 2}
        assert turn.hops[0] == Hop("b3", "b2", "G1", 1, None)

    @pytest.mark.rule("BK-large")
    def test_larges_never_move(self) -> None:
        assert broken(position(b3="G3", b2="G3G1G1"), SIX, "b3-c3") == "BK-large"
        assert broken(START, SIX, "c3-c2") == "BK-large"

    @pytest.mark.rule("BK-own")
    def test_only_your_own_two_colours(self) -> None:
        assert broken(START, SIX, "a4-a3") == "BK-own"
        assert {hop.piece[0] for hop in moves(START, {"B": 6, "G": 6})} == {"B", "G"}
        assert {hop.piece[0] for hop in moves(initial(to_move="warm"), HOT)} == {"R", "Y"}

    @pytest.mark.rule("BK-17")
    def test_an_unchanged_table_is_a_turn(self) -> None:
        turn = check(START, START.grid, {"B": 1, "G": 1})
        assert isinstance(turn, Turn)
        assert turn.hops == ()
        assert turn.position.to_move == "warm"
        assert legal(START, {"B": 6, "G": 6}).points == {"B": 0, "G": 0}

    @pytest.mark.rule("BK-01")
    def test_only_the_top_piece_moves(self) -> None:
        """The medium under the small stays: the top of the cell is what a hop takes."""
        before = position(c3="C3G2G1", b3="G3", a5="C3G2G2G2G2")
        turn = legal(before, SIX, "c3-b3")
        assert turn.hops[0].piece == "G1"
        under = {**before.grid, "c3": "C3G1", "b3": "G3G2"}
        judged = check(before, under, {"B": 6, "G": 1})
        assert isinstance(judged, Violation)
        assert judged.rule == "BK-01"
        assert isinstance(check(before, under, {"B": 6, "G": 3}), Turn), "small off, medium over, small back"

    @pytest.mark.rule("BK-pass")
    def test_anything_is_passed_over_but_an_enemy_blockade(self) -> None:
        walls = {"a2": "R3R2R1K3", "b2": "R3R2R1K3", "c2": "R3R2R1K3", "e5": "C3R2R2"}
        before = position(b2="R3R2R1K3", a2="G3", c2="R3R2R1K3", d2="R3R2R1K3", a3="Y3", e5="C3R2R2", supply=(5, 5, 2))
        far = [hop for hop in moves(before, {"G": 6}) if (hop.start, hop.end) == ("b3", "b1")]
        assert [hop.cost for hop in far] == [2], "round by a2"
        shut = Position({**before.grid, **walls, "d2": "R3R2R1K3", "e2": "Y3Y2Y1K3"}, (5, 5, 1), "cool")
        assert broken(shut, SIX, "b3-b1") == "BK-pass"
        assert [hop for hop in moves(shut, {"G": 6}) if (hop.start, hop.end) == ("b3", "b1")] == []

    @pytest.mark.rule("BK-14")
    def test_between_two_blockades_that_touch_at_a_corner(self) -> None:
        before = position(b4="R3R2R1K3", c3="C3G2", a3="R3R2R1K3", e5="C3R2R2R2", a5="C3G2G2G2G2", supply=(5, 5, 3))
        costs = {(hop.start, hop.end): hop.cost for hop in moves(before, {"G": 6})}
        assert costs["a5", "c3"] == 3, "b4 is shut, so round by b5 and c4"
        corner = position(b4="R3R2R1K3", a3="Y3Y2Y1K3", b3="G3", b2="G3G1G1", a4="G3G1", supply=(5, 5, 3))
        assert {(hop.start, hop.end): hop.cost for hop in moves(corner, {"G": 6})}["a4", "b3"] == 1


class TestLanding:
    CASES = (
        ("G1", "G1", True),
        ("G2", "G1", False),
        ("G2", "G2", True),
        ("G1", "G2", True),
        ("G1", "G3", True),
        ("G2", "G3", True),
        ("G1", "C3", True),
        ("G2", "C3", True),
        ("G1", "B3", False),
        ("G1", "R1", False),
        ("G2", "B2", False),
    )

    @pytest.mark.rule("BK-land", "BK-18", "BK-16")
    @pytest.mark.parametrize(("piece", "top", "good"), CASES)
    def test_the_table_for_colours_and_clear(self, piece: str, top: str, good: bool) -> None:
        mover = {"G1": "C3G2G1", "G2": "C3G2"}[piece]
        target = {"C3": "C3", "R1": "R3R1", "B2": "B3B2", "B3": "B3", "G1": "G3G1", "G2": "G3G2G2", "G3": "G3"}[top]
        cell = "e1" if top == "C3" else "d4"
        cells: dict[str, Any] = {"c3": mover, cell: target}
        before = position(**cells)
        landed = [hop for hop in moves(before, {"G": 6}) if (hop.start, hop.end) == ("c3", cell)]
        assert bool(landed) == good
        if not good:
            expected = "BK-18" if top == "G1" else "BK-land"
            assert broken(before, SIX, f"c3-{cell}") == expected

    @pytest.mark.rule("BK-07")
    @pytest.mark.parametrize(
        ("piece", "black", "good"),
        [
            ("G1", "K3", True),
            ("G2", "K3", True),
            ("G1", "K2", True),
            ("G2", "K2", False),
            ("G1", "K1", False),
            ("G2", "K1", False),
        ],
    )
    def test_the_table_for_the_black_of_ones_own_tower(self, piece: str, black: str, good: bool) -> None:
        before = position(c3="C3" + piece, b3="G3G2G1" + black, a5="C3G2G2G2", supply=(4, 4, 4))
        if not good:
            assert broken(before, SIX, "c3-b3") == "BK-07"
            return
        turn = legal(before, SIX, "c3-b3")
        assert turn.hops[0].cap is None, "no second tower"
        assert outcome(turn.position).towers["G"] == 1
        back = Position(turn.position.grid, turn.position.supply, "cool")
        assert legal(back, SIX, "b3-c3").position.grid == before.grid, "it may leave again"

    @pytest.mark.rule("BK-09")
    def test_the_tower_of_your_other_colour_is_passed_over_but_not_landed_on(self) -> None:
        before = position(b3="G3G2G1K3", a5="C3G2G2G2G2", c3="C3B1", d3="B3", supply=(5, 5, 4))
        assert broken(before, SIX, "c3-b3") == "BK-09"
        across = position(b4="G3G2G1K3", b3="B3", a5="C3B1", b5="B3", supply=(5, 5, 4))
        assert {(h.start, h.end): h.cost for h in moves(across, {"B": 6})}["a5", "b3"] == 2

    @pytest.mark.rule("BK-08")
    def test_a_tower_with_pieces_on_its_black_is_still_a_blockade(self) -> None:
        wall: dict[str, Any] = dict.fromkeys(("a2", "b2", "c2"), "R3R2R1K3R1") | dict.fromkeys(
            ("d2", "e2"), "Y3Y2Y1K3Y2"
        )
        before = position(**wall, supply=(5, 5, 0))
        assert broken(before, SIX, "b3-b1") == "BK-pass"
        assert broken(before, SIX, "b3-b2") == "BK-land"

    @pytest.mark.rule("BK-16")
    def test_any_colour_uses_a_bare_clear_and_the_top_piece_rules_otherwise(self) -> None:
        assert legal(START, SIX, "b3-c3").position.grid["c3"] == "C3G1"
        assert legal(START, SIX, "d3-c3").position.grid["c3"] == "C3B1"
        assert broken(START, SIX, "b3-c3", "d3-c3") == "BK-land"
        assert broken(START, SIX, "b3-a1") == "BK-land"
        assert legal(START, SIX, "b3-a5").position.grid["a5"] == "C3G2G2G2G2G2G1"
        assert legal(START, SIX, "b3-c3", "c3-b3", "d3-c3").position.grid["c3"] == "C3B1"


class TestWhatCountsAsLanding:
    @pytest.mark.rule("BK-02")
    def test_a_only_where_a_piece_is_put_down(self) -> None:
        assert legal(START, SIX, "a5-c3").points["G"] == 2
        assert broken(START, SIX, "a5-b4", "b4-c3") == "BK-land"

    @pytest.mark.rule("BK-02")
    def test_b_every_step_is_a_landing(self) -> None:
        assert broken(START, SIX, "a5-c3", options=EVERY) == "BK-02"
        before = position(b4="G3G1", c4="R3R1")
        turn = legal(before, SIX, "b4-b2", options=EVERY)
        assert turn.points["G"] == 2
        judged = check(START, legal(START, SIX, "a5-c3").position.grid, SIX, EVERY)
        assert isinstance(judged, Violation)
        assert judged.rule == "BK-02"

    @pytest.mark.rule("BK-02")
    def test_b_a_step_on_a_large_and_medium_ends_the_movement(self) -> None:
        before = position(b3="G3G2", a5="C3G2G2G2G2", b4="G3G1", c3="C3R1")
        assert legal(before, SIX, "b4-b2").points["G"] == 2
        assert broken(before, SIX, "b4-b2", options=EVERY) == "BK-02"
        assert legal(before, SIX, "b4-b3", options=EVERY).hops[0].cap == "K3"

    @pytest.mark.slow
    @pytest.mark.rule("BK-02")
    def test_c_a_piece_may_be_parked_where_it_could_not_end(self) -> None:
        turn = legal(START, SIX, "a5-b4", "b3-b2", "b4-b3", "b2-b3", options=LAST)
        assert turn.position.grid["b3"] == "G3G2G1K3"
        assert broken(START, SIX, "a5-b4", options=LAST) == "BK-land"

    @pytest.mark.rule("BK-02")
    def test_c_finds_what_a_cannot(self) -> None:
        """While the medium goes from c3 to d4, the small can wait only on a square of another colour."""
        grid = dict.fromkeys(START.grid, "R3")
        before = Position({**grid, "c3": "G3G2G2G1", "d4": "G3", "d3": "B3"}, (5, 5, 5), "cool")
        after = {**before.grid, "c3": "G3G2G1K3", "d4": "G3G2"}
        assert isinstance(check(before, after, {"B": 1, "G": 3}, LAST), Turn)
        assert isinstance(check(before, after, SIX), Violation)


class TestCapping:
    @pytest.mark.rule("BK-cap")
    def test_the_sequence_of_the_rules(self) -> None:
        turn = legal(START, {"B": 1, "G": 4}, "b3-b2", "a5-b3", "b2-b3")
        assert turn.position.grid["b3"] == "G3G2G1K3"
        assert turn.position.supply == (5, 5, 4)
        assert [hop.cap for hop in turn.hops] == [None, None, "K3"]
        assert turn.points == {"B": 0, "G": 4}

    @pytest.mark.rule("BK-cap")
    @pytest.mark.parametrize(
        ("supply", "caps", "left"),
        [
            ((5, 5, 5), ("K3", "K3"), (5, 5, 3)),
            ((5, 5, 1), ("K3", "K2"), (5, 4, 0)),
            ((5, 1, 0), ("K2", "K1"), (4, 0, 0)),
            ((2, 0, 0), ("K1", "K1"), (0, 0, 0)),
            ((1, 0, 0), ("K1", None), (0, 0, 0)),
        ],
    )
    def test_the_largest_black_over_both_colours_together(
        self, supply: tuple[int, int, int], caps: tuple[str | None, ...], left: tuple[int, int, int]
    ) -> None:
        before = position(b3="G3G2", b2="G3G1G1", d3="B3B2", d4="B3B1B1", supply=supply)
        turn = legal(before, SIX, "d4-d3", "b2-b3")
        assert [hop.cap for hop in turn.hops] == list(caps)
        assert turn.position.supply == left
        assert turn.position.grid["b3"] == "G3G2G1" + (caps[1] or "")

    @pytest.mark.rule("BK-03")
    def test_passing_over_a_medium_on_a_large_makes_no_tower(self) -> None:
        before = position(b3="G3G2", b4="G3G1", a5="C3G2G2G2G2")
        turn = legal(before, SIX, "b4-b2")
        assert turn.position.grid["b3"] == "G3G2"
        assert turn.points["G"] == 2

    @pytest.mark.rule("BK-04")
    def test_exactly_large_medium_small(self) -> None:
        before = position(b3="G3G2G2", b2="G3G1G1", a5="C3G2G2G2")
        turn = legal(before, SIX, "b2-b3")
        assert turn.position.grid["b3"] == "G3G2G2G1"
        assert outcome(turn.position).towers["G"] == 0
        later = legal(before, SIX, "b3-c3", "b2-b3")
        assert later.position.grid["b3"] == "G3G2G1K3"

    @pytest.mark.rule("BK-04")
    def test_any_stack_that_contains_them_by_option(self) -> None:
        before = position(b3="G3G2G2", b2="G3G1G1", a5="C3G2G2G2")
        turn = legal(before, SIX, "b2-b3", options=CONTAINING)
        assert turn.position.grid["b3"] == "G3G2G2G1K3"
        assert outcome(turn.position, CONTAINING).towers["G"] == 1
        judged = check(before, turn.position.grid, SIX)
        assert isinstance(judged, Violation)
        assert judged.rule == "BK-04"

    @pytest.mark.rule("BK-05", "BK-06")
    def test_nothing_leaves_a_tower_and_blacks_stay(self) -> None:
        before = position(b3="G3G2G1K3", a5="C3G2G2G2G2", supply=(5, 5, 4))
        assert broken(before, SIX, "b3-b2") == "BK-06"
        for after, rule in (
            ({"b3": "G3G2G1", "b2": "G3G1K3"}, "BK-06"),
            ({"b3": "G3G2K3", "b2": "G3G1G1"}, "BK-05"),
            ({"b3": "G3G2G1"}, "BK-06"),
        ):
            judged = check(before, {**before.grid, **after}, SIX)
            assert isinstance(judged, Violation)
            assert judged.rule == rule


class TestWinning:
    FOUR: ClassVar[dict[str, Any]] = dict.fromkeys(("b1", "c1", "d1", "b2"), "G3G2G1K3")

    @pytest.mark.rule("BK-win", "BK-13")
    def test_the_fifth_tower_wins_at_once(self) -> None:
        before = position(**self.FOUR, b3="G3G2", c3="C3G1", a5="C3", supply=(5, 5, 1))
        assert outcome(before).winner is None
        won = legal(before, SIX, "c3-b3")
        assert outcome(won.position).winner == "cool"
        assert outcome(won.position).towers == {"R": 0, "Y": 0, "G": 5, "B": 0}
        assert broken(before, SIX, "c3-b3", "b5-c5") == "BK-13"
        assert moves(won.position, HOT) == []
        assert perft(won.position, HOT) == 1
        assert isinstance(check(won.position, won.position.grid, HOT), Turn)
        judged = check(won.position, {**won.position.grid, "a2": "R3", "a3": "R3R1R1"}, HOT)
        assert isinstance(judged, Violation)
        assert judged.rule == "BK-13"

    @pytest.mark.rule("BK-13")
    def test_the_other_colour_may_only_move_before_the_win(self) -> None:
        """Blue has to leave the centre first, so that green's last small can rest there on its way."""
        before = position(**self.FOUR, b3="G3G1", c3="C3B1", a5="C3G2", b5="B3", supply=(5, 5, 1))
        turn = check(before, {**before.grid, "b3": "G3G2G1K3", "a5": "C3", "c3": "C3", "b5": "B3B1"}, SIX)
        assert isinstance(turn, Turn)
        assert [hop.piece for hop in turn.hops][-1] == "G1"
        full: dict[str, Any] = dict.fromkeys(self.FOUR, "G3G2G1K1")
        shut = position(**full, b3="G3G2", c3="C3G1", a5="C3Y1", supply=(1, 5, 5))
        judged = check(shut, {**shut.grid, "b3": "G3G2G1K3", "c3": "C3B1", "d3": "B3"}, SIX)
        assert isinstance(judged, Violation)
        assert judged.rule == "BK-13", "blue can enter the centre only when the game is over"

    @pytest.mark.rule("BK-12")
    def test_without_blacks_a_bare_tree_counts_while_its_small_stays(self) -> None:
        before = position(**self.FOUR, b3="G3G2", c3="C3G1", a5="C3", supply=(0, 0, 0))
        won = legal(before, SIX, "c3-b3")
        assert won.hops[0].cap is None
        assert outcome(won.position).winner == "cool"
        assert outcome(Position(won.position.grid, (1, 0, 0), "warm")).winner is None

    @pytest.mark.rule("BK-12")
    def test_a_bare_tree_is_no_blockade_and_its_small_may_leave(self) -> None:
        before = position(b3="G3G2G1", a5="C3G2G2G2G2", supply=(0, 0, 0))
        assert outcome(before).towers["G"] == 1
        left = legal(before, SIX, "b3-b2")
        assert outcome(left.position).towers["G"] == 0
        free = position("warm", (0, 0, 0), b3="G3G2G1", a5="C3G2G2G2G2", a3="R3", c3="C3R1")
        assert {(hop.start, hop.end): hop.cost for hop in moves(free, HOT)}["c3", "a3"] == 2

    @pytest.mark.rule("BK-12")
    def test_it_may_be_agreed_that_a_tower_needs_its_black(self) -> None:
        """Four capped greens and a bare one: no fifth tower; nobody can win any more once the supply is empty."""
        needs = Options.from_json({"BK-12": False})
        drawn = position("warm", (0, 0, 0), **self.FOUR, b3="G3G2G1", a5="C3")
        found = outcome(drawn, needs)
        assert (found.winner, found.towers["G"]) == ("draw", 4)
        assert outcome(drawn).winner == "cool"
        assert outcome(Position(drawn.grid, (1, 0, 0), "warm"), needs).winner is None, "there is a black left"

    @pytest.mark.rule("BK-12")
    def test_a_drawn_game_is_not_played_on(self) -> None:
        needs = Options.from_json({"BK-12": False})
        drawn = position(b3="G3G2", c3="C3G1", a5="C3G2", supply=(0, 0, 0))
        assert outcome(drawn, needs).winner == "draw" and outcome(drawn).winner is None
        assert moves(drawn, SIX, needs) == [] and moves(drawn, SIX)
        assert perft(drawn, SIX, needs) == 1 and perft(drawn, SIX) > 1
        refused = apply(drawn, SIX, [("c3", "b3")], needs)
        assert isinstance(refused, Violation)
        assert (refused.rule, said(refused.reason)) == (
            "BK-12",
            "no black pyramid is left and nobody has five towers: the game is a draw",
        )
        judged = check(drawn, {**drawn.grid, "c3": "C3", "b3": "G3G2G1"}, SIX, needs)
        assert isinstance(judged, Violation) and judged.rule == "BK-12"
        for untouched in (apply(drawn, SIX, [], needs), check(drawn, drawn.grid, SIX, needs)):
            assert isinstance(untouched, Turn)
        assert [fault.rule for _, fault in reach(drawn, "c3", SIX, needs).refused] == ["BK-12"]
        advice = suggest(drawn, SIX, needs)
        assert (advice.turn.hops, advice.chance) == ((), 0.5) and "draw" in said(advice.reason)
        rolled: tuple[dict[str, Any], ...] = ({}, {"roll": SIX})
        for said_of_it in rolled:
            by = Thinking(said_of_it, 0, lambda: True)
            assert set(CHANCES.think(drawn.to_json(), needs.to_json(), by).values()) == {0.5}
        assert set(CHANCES.at_a_glance(drawn.to_json(), needs.to_json()).values()) == {0.5}

    @pytest.mark.rule("BK-12")
    def test_the_turn_that_takes_the_last_black_may_be_finished(self) -> None:
        needs = Options.from_json({"BK-12": False})
        before = position(b3="G3G2", c3="C3G1", a5="C3G2", b2="G3G1", supply=(1, 0, 0))
        turn = apply(before, SIX, [("c3", "b3"), ("b2", "c3")], needs)
        assert isinstance(turn, Turn) and outcome(turn.position, needs).winner == "draw"
        assert isinstance(check(before, turn.position.grid, SIX, needs), Turn)

    @pytest.mark.rule("BK-12")
    def test_the_last_black_may_still_win_where_a_tower_needs_one(self) -> None:
        needs = Options.from_json({"BK-12": False})
        before = position(**self.FOUR, b3="G3G2", c3="C3G1", a5="C3", supply=(1, 0, 0))
        won = apply(before, SIX, [("c3", "b3")], needs)
        assert isinstance(won, Turn)
        assert (won.hops[0].cap, outcome(won.position, needs).winner) == ("K1", "cool")
