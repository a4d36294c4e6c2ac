"""The rules of Blokus 3D, one by one: structures, pieces, placing, passing, scoring, and every ruling."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from companion.games.blokus3d.rules.checking import check
from companion.games.blokus3d.rules.model import COLOURS, Options, Placement, Position, Turn, Violation
from companion.games.blokus3d.rules.pieces import CUBES, ORIENTATIONS, PIECES
from companion.games.blokus3d.rules.protocol import Blokus3D
from companion.games.blokus3d.rules.rules import placement_faults
from companion.games.blokus3d.rules.structures import STRUCTURES, limits
from companion.games.blokus3d.rules.turns import apply, initial, moves, outcome, settled
from tests.games.saying import raises_saying, said

Cells = list[tuple[int, int, int]]
TWO_COLOURS = Options.from_json({"B3-09": True})


def position(
    columns: Mapping[str, str],
    placed: Mapping[str, str],
    to_move: str | None = "blue",
    structure: str = "tower",
    players: tuple[str, ...] = ("blue", "yellow"),
    out: tuple[str, ...] = (),
) -> Position:
    """A table; `placed` are the pieces each player has placed, as "I2 V3"."""
    left = {
        player: tuple(piece for piece in PIECES if piece not in placed.get(player, "").split()) for player in players
    }
    return Position(structure, players, columns, left, out, to_move)  # type: ignore[arg-type]


def legal(before: Position, piece: str, cells: Cells) -> Turn:
    turn = apply(before, piece, cells)
    assert isinstance(turn, Turn), turn
    assert check(before, turn.position.columns) == turn
    return turn


def broken(before: Position, piece: str, cells: Cells) -> tuple[str, str]:
    judged = apply(before, piece, cells)
    assert isinstance(judged, Violation), judged
    assert Placement(piece, tuple(sorted(cells))) not in moves(before)
    return judged.rule, said(judged.reason)


def flat(*squares: tuple[int, int], z: int = 0) -> Cells:
    return [(x, y, z) for x, y in squares]


START = initial()
FIRST = legal(START, "I4", flat((3, 3), (4, 3), (5, 3), (6, 3))).position
# Blue lies along the near edge, yellow behind it.
SECOND = legal(FIRST, "I4", flat((3, 4), (4, 4), (5, 4), (6, 4))).position


class TestStructures:
    @pytest.mark.rule("B3-setup", "B3-01")
    @pytest.mark.parametrize(
        ("structure", "squares", "volumes"),
        [
            ("tower", 20, (80, 120, 160)),
            ("corner", 33, (66, 99, 132)),
            ("steps", 40, (114, 126, 140)),
            ("pyramid", 64, (60, 120, 120)),
        ],
    )
    def test_squares_and_volumes(self, structure: str, squares: int, volumes: tuple[int, int, int]) -> None:
        for players, volume in zip((2, 3, 4), volumes, strict=True):
            heights = limits(structure, players)
            assert sum(heights.values()) == volume
            assert len(heights) == (32 if structure == "pyramid" and players == 2 else squares)
        assert sum(CUBES.values()) * 2 == 80

    @pytest.mark.rule("B3-01")
    def test_structures_have_names_not_letters(self) -> None:
        assert STRUCTURES == ("tower", "corner", "steps", "pyramid")
        with raises_saying("structure: 'A' is none of tower, corner, steps, pyramid"):
            initial("A")

    @pytest.mark.rule("B3-10")
    def test_two_players_build_half_a_pyramid_with_its_tall_side_at_the_middle(self) -> None:
        half, whole = limits("pyramid", 2), limits("pyramid", 3)
        assert {y for _, y in half} == {1, 2, 3, 4}
        assert all(whole[square] == limit for square, limit in half.items())
        assert [half[4, y] for y in (1, 2, 3, 4)] == [1, 2, 3, 4]

    @pytest.mark.rule("B3-setup")
    def test_the_table_starts_empty_with_all_pieces_left(self) -> None:
        assert not any(START.columns.values())
        assert START.left == {"blue": PIECES, "yellow": PIECES}
        assert (START.to_move, START.out) == ("blue", ())

    @pytest.mark.rule("B3-08")
    def test_anybody_starts_and_turns_go_clockwise(self) -> None:
        start = initial("tower", ["red", "blue", "green"], to_move="blue")
        second = legal(start, "I2", flat((3, 3), (4, 3))).position
        third = legal(second, "I2", flat((5, 3), (6, 3))).position
        fourth = legal(third, "I2", flat((3, 4), (3, 5))).position
        assert [start.to_move, second.to_move, third.to_move, fourth.to_move] == ["blue", "green", "red", "blue"]

    @pytest.mark.rule("B3-11")
    def test_colours_that_nobody_plays_are_left_out(self) -> None:
        assert initial("tower", 3).players == ("blue", "yellow", "red")
        with raises_saying("'G' is no column; write one letter of BY a cube"):
            position({"3,3": "G"}, {})


class TestPieces:
    @pytest.mark.rule("B3-pieces")
    def test_orientations(self) -> None:
        counts = {piece: len(shapes) for piece, shapes in ORIENTATIONS.items()}
        expected = "I2 3, I3 3, V3 12, I4 3, T4 12, L4 24, O4 3, S4 12, Y4 8, A4 12, B4 12"
        assert ", ".join(f"{piece} {count}" for piece, count in counts.items()) == expected
        assert sum(counts.values()) == 104
        assert sum(CUBES.values()) == 40

    def test_every_column_of_a_piece_is_unbroken(self) -> None:
        for shape in (shape for shapes in ORIENTATIONS.values() for shape in shapes):
            for x, y, z in shape:
                assert z == 0 or (x, y, z - 1) in shape or all((x, y, low) not in shape for low in range(z))

    @pytest.mark.rule("B3-pieces")
    def test_only_the_screws_differ_from_their_mirror_images(self) -> None:
        mirrored = {}
        for piece, shapes in ORIENTATIONS.items():
            image = {tuple(sorted((max(c[0] for c in shape) - x, y, z) for x, y, z in shape)) for shape in shapes}
            (mirrored[piece],) = [other for other, found in ORIENTATIONS.items() if set(found) == image]
        assert {piece: image for piece, image in mirrored.items() if piece != image} == {"A4": "B4", "B4": "A4"}

    @pytest.mark.rule("B3-pieces")
    def test_a_screw_does_not_stand_in_for_the_other(self) -> None:
        screw = [(3, 3, 0), (4, 3, 0), (3, 4, 0), (4, 3, 1)]
        legal(START, "A4", screw)
        assert broken(START, "B4", screw) == ("B3-pieces", "these cells form A4, the mirror image of B4")

    @pytest.mark.rule("B3-pieces")
    def test_each_piece_is_placed_once(self) -> None:
        rule, reason = broken(SECOND, "I4", flat((3, 3), (4, 3), (5, 3), (6, 3), z=1))
        assert (rule, reason) == ("B3-pieces", "blue has already placed I4")

    @pytest.mark.rule("B3-pieces")
    def test_the_cells_must_form_the_piece(self) -> None:
        assert broken(START, "T4", flat((3, 3), (4, 3), (5, 3), (6, 3)))[1] == "these cells form I4, not T4 (4 cubes)"
        assert broken(START, "I2", flat((3, 3), (4, 4)))[1] == "these cells form no piece, not I2 (2 cubes)"


class TestPlacing:
    @pytest.mark.rule("B3-inside")
    def test_inside_the_structure(self) -> None:
        assert broken(START, "I2", flat((2, 3), (3, 3))) == ("B3-inside", "2,3 lies outside the tower")
        assert broken(FIRST, "I2", flat((3, 3), (3, 4)))[0] == "B3-inside"

    @pytest.mark.rule("B3-height")
    def test_height_limits(self) -> None:
        steps = initial("steps")
        legal(steps, "I4", [(4, 8, z) for z in range(4)])
        rule, reason = broken(steps, "I2", [(4, 1, 0), (4, 1, 1)])
        assert (rule, reason) == ("B3-height", "a cube on 4,1 would be number 2, but only 1 may stand there")
        legal(initial("tower", 3), "I4", [(3, 3, z) for z in range(4)])
        assert broken(initial("corner", 3), "I4", [(2, 1, z) for z in range(4)])[0] == "B3-height"
        legal(initial("corner", 4), "I4", [(2, 1, z) for z in range(4)])

    @pytest.mark.rule("B3-height")
    def test_the_cube_that_is_most_too_high_is_named(self) -> None:
        reason = broken(initial("steps"), "I2", [(4, 1, 2), (4, 2, 2)])[1]
        assert reason == "a cube on 4,1 would be number 3, but only 1 may stand there"

    @pytest.mark.rule("B3-pieces", "B3-inside", "B3-height", "B3-02", "B3-03", "B3-04", "B3-touch")
    @pytest.mark.parametrize(
        ("before", "piece", "cells", "rule", "concerned"),
        [
            (START, "I3", flat((3, 3), (4, 3)), "B3-pieces", "all"),
            (START, "A4", [(3, 3, 0), (4, 3, 0), (3, 4, 0), (3, 3, 1)], "B3-pieces", "all"),
            (START, "B4", [(3, 3, 0), (4, 3, 0), (3, 4, 0), (4, 3, 1)], "B3-pieces", "all"),
            (START, "I2", [], "B3-pieces", "all"),
            (FIRST, "I2", flat((3, 3), (3, 4)), "B3-inside", [(3, 3, 0)]),
            (START, "I2", flat((2, 3), (3, 3)), "B3-inside", [(2, 3, 0)]),
            (START, "I2", [(3, 3, 3), (3, 3, 4)], "B3-height", [(3, 3, 4)]),
            (START, "V3", [(3, 3, 0), (3, 3, 1), (4, 3, 1)], "B3-02", [(4, 3, 1)]),
            (FIRST, "I2", flat((3, 6), (4, 6)), "B3-03", "all"),
            (SECOND, "I2", flat((3, 6), (4, 6)), "B3-touch", "all"),
            (SECOND, "I2", [(3, 4, 1), (4, 4, 1)], "B3-04", "all"),
        ],
    )
    def test_faults_name_the_cells_concerned(
        self, before: Position, piece: str, cells: Cells, rule: str, concerned: Cells | str
    ) -> None:
        fault = placement_faults(before, before.to_move or "", piece, cells)[0]
        assert (fault.rule, list(fault.cells)) == (rule, cells if concerned == "all" else concerned)

    @pytest.mark.rule("B3-04")
    @pytest.mark.parametrize("cells", [flat((5, 4), (6, 4)), flat((5, 6), (6, 6)), flat((3, 4)), flat((3, 6))])
    def test_every_corner_is_a_corner(self, cells: Cells) -> None:
        before = position({"4,5": "BB"}, {"blue": "I2"})
        assert placement_faults(before, "blue", "I3", cells)[-1].rule == "B3-04"

    @pytest.mark.rule("B3-02")
    def test_no_gaps_but_shafts(self) -> None:
        bridge = [(3, 3, 0), (3, 3, 1), (4, 3, 1)]
        assert broken(START, "V3", bridge) == ("B3-02", "a gap would be left on 4,3")
        around = position({"3,4": "B", "3,3": "B", "4,3": "B", "5,3": "B", "5,4": "B"}, {"blue": "V3 I2"})
        assert legal(around, "I3", flat((3, 5), (4, 5), (5, 5))).position.column((4, 4)) == ""

    @pytest.mark.rule("B3-start")
    def test_the_first_piece_lies_anywhere_but_on_the_board(self) -> None:
        assert len(moves(START)) == 687
        assert broken(START, "I2", flat((3, 3), (4, 3), z=1))[0] == "B3-02"

    @pytest.mark.rule("B3-03")
    def test_first_pieces_touch_a_piece_and_the_board(self) -> None:
        legal(FIRST, "I2", flat((3, 4), (4, 4)))
        assert broken(FIRST, "I2", flat((3, 5), (4, 5))) == (
            "B3-03",
            "yellow's first piece must touch a piece that is already there",
        )
        assert broken(FIRST, "I2", flat((3, 3), (4, 3), z=1)) == (
            "B3-03",
            "yellow's first piece must have a cube on the board",
        )
        legal(FIRST, "V3", [(3, 4, 0), (3, 4, 1), (3, 3, 1)])
        assert broken(FIRST, "I2", flat((3, 4), (4, 5)))[0] == "B3-pieces"

    @pytest.mark.rule("B3-touch", "B3-04")
    def test_later_pieces_touch_an_own_one_with_a_face(self) -> None:
        legal(SECOND, "I3", [(3, 3, 1), (4, 3, 1), (5, 3, 1)])
        legal(SECOND, "V3", [(3, 3, 1), (4, 3, 1), (3, 4, 1)])
        assert broken(SECOND, "I2", flat((3, 5), (4, 5))) == ("B3-touch", "it touches none of blue's own pieces")
        assert broken(SECOND, "I2", flat((3, 4), (4, 4), z=1)) == (
            "B3-04",
            "it meets blue's pieces at edges or corners only; a face must touch a face",
        )

    @pytest.mark.rule("B3-04")
    def test_standing_on_an_own_piece_is_touching(self) -> None:
        legal(SECOND, "I2", [(3, 3, 1), (3, 3, 2)])

    @pytest.mark.rule("B3-touch")
    def test_touching_others_is_no_help_and_no_harm(self) -> None:
        turn = legal(SECOND, "S4", [(3, 3, 1), (4, 3, 1), (4, 4, 1), (5, 4, 1)])
        assert turn.position.column((4, 4)) == "YB"
        assert broken(turn.position, "I2", [(4, 3, 2), (3, 3, 2)])[0] in ("B3-touch", "B3-04")

    @pytest.mark.rule("B3-turn")
    def test_it_is_not_the_others_turn(self) -> None:
        judged = check(SECOND, {**SECOND.columns, "3,5": "Y", "4,5": "Y"})
        assert isinstance(judged, Violation)
        assert (judged.rule, said(judged.reason)) == (
            "B3-turn",
            "yellow was added on 3,5 and 4,5, but it is blue's turn",
        )

    @pytest.mark.rule("B3-stay", "B3-must")
    def test_what_stands_stays_and_nobody_passes(self) -> None:
        moved = check(SECOND, {**SECOND.columns, "3,4": "", "3,5": "Y"})
        assert isinstance(moved, Violation)
        assert (moved.rule, moved.cells) == ("B3-stay", ((3, 4, 0),))
        passed = check(SECOND, SECOND.columns)
        assert isinstance(passed, Violation)
        assert (passed.rule, said(passed.reason)) == (
            "B3-must",
            "nothing was added; blue can place a piece and so must",
        )


# A corner for two players, two high: blue has walled himself in on the near squares of the leg.
WALLED = position(
    {"2,1": "BB", "3,1": "BB", "2,2": "YY", "3,2": "YY", "4,1": "YY"},
    {"blue": "O4", "yellow": "O4 I2"},
    structure="corner",
)


class TestTheEnd:
    @pytest.mark.rule("B3-05")
    def test_out_when_the_turn_comes_and_for_good(self) -> None:
        now = settled(WALLED)
        assert (now.to_move, now.out) == ("yellow", ("blue",))
        assert moves(WALLED) == moves(now)
        turn = legal(WALLED, "I3", flat((2, 3), (3, 3), (4, 3)))
        assert turn.player == "yellow"
        assert (turn.position.to_move, turn.position.out) == ("yellow", ("blue",)), "blue is never asked again"

    @pytest.mark.rule("B3-05")
    def test_not_before_the_turn_comes(self) -> None:
        """Blue could not place now, but it is yellow's turn: blue is judged after it."""
        before = Position(WALLED.structure, WALLED.players, WALLED.columns, WALLED.left, (), "yellow")
        assert settled(before) == before
        turn = legal(before, "I3", flat((2, 3), (3, 3), (4, 3)))
        assert turn.passed == ("blue",)
        assert turn.position.out == ("blue",)

    @pytest.mark.rule("B3-05")
    def test_an_out_player_stays_out_though_he_could_place(self) -> None:
        out = Position(SECOND.structure, SECOND.players, SECOND.columns, SECOND.left, ("yellow",), "blue")
        turn = legal(out, "I2", [(3, 3, 1), (4, 3, 1)])
        assert turn.position.to_move == "blue"
        assert moves(replace(turn.position, out=(), to_move="yellow")), "he could place again"

    @pytest.mark.rule("B3-end")
    def test_the_game_is_over_when_nobody_can_place(self) -> None:
        over = Position(SECOND.structure, SECOND.players, SECOND.columns, SECOND.left, ("blue", "yellow"), None)
        assert broken(over, "I2", [(3, 3, 1), (4, 3, 1)])[0] == "B3-end"
        judged = check(over, over.columns)
        assert isinstance(judged, Violation) and judged.rule == "B3-end" and judged.nearest is None
        assert outcome(over).winners == ("blue", "yellow")
        assert outcome(SECOND).winners is None

    @pytest.mark.rule("B3-score", "B3-06")
    def test_a_point_a_square_seen_less_one_a_piece_left(self) -> None:
        assert outcome(SECOND).scores == {"blue": 4 - 10, "yellow": 4 - 10}
        covered = legal(SECOND, "S4", [(3, 3, 1), (4, 3, 1), (4, 4, 1), (5, 4, 1)]).position
        assert outcome(covered).scores == {"blue": 6 - 9, "yellow": 2 - 10}

    @pytest.mark.rule("B3-06")
    def test_five_squares_and_one_piece_left_are_four_points(self) -> None:
        columns = {"3,3": "B" * 8, "4,3": "B" * 7, "5,3": "B" * 7, "6,3": "B" * 7, "3,4": "B" * 7}
        all_but_one = " ".join(piece for piece in PIECES if piece != "O4")
        over = position(columns, {"blue": all_but_one}, None, players=COLOURS, out=COLOURS)
        assert outcome(over).scores == {"blue": 4, "yellow": -11, "red": -11, "green": -11}

    @pytest.mark.rule("B3-07")
    def test_a_tie_is_shared(self) -> None:
        over = position({"3,3": "BB", "4,3": "YY"}, {"blue": "I2", "yellow": "I2"}, None, out=("blue", "yellow"))
        assert outcome(over).winners == ("blue", "yellow")
        more = position(
            {"3,3": "B", "5,3": "B", "4,3": "YY"}, {"blue": "I2", "yellow": "I2"}, None, out=("blue", "yellow")
        )
        assert outcome(more).winners == ("blue",)

    @pytest.mark.rule("B3-07")
    def test_it_may_be_agreed_that_fewer_pieces_left_break_a_tie(self) -> None:
        fewer = Options.from_json({"B3-07": True})
        columns = {"3,3": "YYB", "4,3": "YYY", "5,3": "B"}
        tied = position(columns, {"blue": "I2", "yellow": "I2 I3"}, None, out=("blue", "yellow"))
        level = outcome(tied, fewer)
        assert (level.scores, outcome(tied).winners) == ({"blue": -8, "yellow": -8}, ("blue", "yellow"))
        assert level.winners == ("yellow",)
        same = position({"3,3": "BB", "4,3": "YY"}, {"blue": "I2", "yellow": "I2"}, None, out=("blue", "yellow"))
        assert outcome(same, fewer).winners == ("blue", "yellow"), "with as many left they share it all the same"


class TestTwoColours:
    @pytest.mark.rule("B3-09")
    def test_two_players_take_all_colours_and_the_heights_for_four(self) -> None:
        start = initial("tower", 2, options=TWO_COLOURS)
        assert start.players == ("blue", "yellow", "red", "green")
        assert set(start.limits.values()) == {8}
        assert initial("tower", 2).players == ("blue", "yellow"), "off unless agreed on"

    @pytest.mark.rule("B3-09")
    def test_only_the_better_colour_counts(self) -> None:
        columns = {"3,3": "B", "3,4": "B", "4,3": "YY", "5,3": "R", "5,4": "R", "6,3": "GG"}
        over = position(columns, dict.fromkeys(COLOURS, "I2"), None, players=COLOURS, out=COLOURS)
        found = outcome(over, TWO_COLOURS)
        assert found.scores == {"blue": -8, "yellow": -9, "red": -8, "green": -9}
        assert found.sides == ((("blue", "red"), -8), (("yellow", "green"), -9))
        assert found.winners == ("blue", "red")
        with raises_saying("B3-09 needs all four colours"):
            outcome(START, TWO_COLOURS)

    @pytest.mark.rule("B3-09")
    def test_a_weak_second_colour_does_no_harm(self) -> None:
        columns = {"3,3": "B", "3,4": "B", "4,3": "Y", "4,4": "Y", "5,3": "RR", "6,3": "G", "6,4": "G"}
        over = position(columns, dict.fromkeys(COLOURS, "I2"), None, players=COLOURS, out=COLOURS)
        assert outcome(over, TWO_COLOURS).winners == ("blue", "red", "yellow", "green")
        assert outcome(over).winners == ("blue", "yellow", "green")


def test_all_rulings_are_in_the_rulebook() -> None:
    assert {f"B3-{number:02}" for number in range(1, 12)} <= set(Blokus3D.rulebook.ids)
