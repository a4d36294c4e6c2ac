"""Judging a turn of Blokus 3D from the columns, and from the tops alone, with the reasons a referee gives."""

from collections.abc import Mapping
from dataclasses import replace
from random import Random

import pytest

from companion.games.blokus3d.rules.checking import Readings, check, check_tops
from companion.games.blokus3d.rules.model import LETTERS, Position, Turn, Violation
from companion.games.blokus3d.rules.turns import apply, initial, moves
from tests.games.blokus3d.rules.positions import random_game, random_position
from tests.games.saying import raises_saying, said


def played(position: Position, *turns: tuple[str, list[tuple[int, int, int]]]) -> Position:
    for piece, cells in turns:
        turn = apply(position, piece, cells)
        assert isinstance(turn, Turn), turn
        position = turn.position
    return position


# Blue lies along the near edge, yellow behind it; blue has placed one more piece, a flat L on both.
TABLE = played(
    initial(),
    ("I4", [(3, 3, 0), (4, 3, 0), (5, 3, 0), (6, 3, 0)]),
    ("I4", [(3, 4, 0), (4, 4, 0), (5, 4, 0), (6, 4, 0)]),
    ("L4", [(3, 3, 1), (4, 3, 1), (5, 3, 1), (3, 4, 1)]),
)


def columns(position: Position, **more: str) -> dict[str, str]:
    """The columns with cubes added: s34="YY" puts two on 3,4."""
    return {
        **position.columns,
        **{f"{name[1]},{name[2]}": position.columns[f"{name[1]},{name[2]}"] + text for name, text in more.items()},
    }


def tops(after: Mapping[str, str]) -> dict[str, str]:
    return {name: column[-1:] for name, column in after.items()}


def refused(after: Mapping[str, str], before: Position = TABLE) -> Violation:
    judged = check(before, after)
    assert isinstance(judged, Violation), judged
    return judged


class TestColumns:
    def test_a_legal_turn(self) -> None:
        turn = check(TABLE, columns(TABLE, s35="Y", s45="Y"))
        assert isinstance(turn, Turn)
        assert (turn.player, turn.placement.piece) == ("yellow", "I2")
        assert turn.placement.cells == ((3, 5, 0), (4, 5, 0))
        assert turn.position.to_move == "blue"

    @pytest.mark.rule("B3-must")
    def test_nothing_placed(self) -> None:
        assert refused(TABLE.columns).rule == "B3-must"

    @pytest.mark.rule("B3-turn")
    def test_more_than_one_piece(self) -> None:
        judged = refused(columns(TABLE, s35="Y", s45="Y", s55="Y", s65="Y", s36="Y"))
        assert judged.rule == "B3-turn"
        assert said(judged.reason).startswith("5 cubes were added on 3,5, 3,6, 4,5, 5,5 and 6,5, more than a piece has")
        assert judged.nearest and set(judged.nearest.placement.cells) <= set(judged.cells)

    @pytest.mark.rule("B3-turn")
    def test_cubes_that_are_no_piece(self) -> None:
        assert "1 cube was added on 3,5, which is no piece" in said(refused(columns(TABLE, s35="Y")).reason)
        assert refused(columns(TABLE, s35="Y", s55="Y")).rule == "B3-turn"

    @pytest.mark.rule("B3-turn")
    def test_a_piece_of_somebody_else(self) -> None:
        judged = refused(columns(TABLE, s43="BB"))
        assert (judged.rule, judged.cells) == ("B3-turn", ((4, 3, 2), (4, 3, 3)))
        assert said(judged.reason) == "blue was added on 4,3, but it is yellow's turn"

    @pytest.mark.rule("B3-05")
    def test_a_piece_of_somebody_who_is_out(self) -> None:
        before = replace(TABLE, out=("blue",))
        judged = refused(columns(before, s43="BB"), before)
        assert (judged.rule, said(judged.reason)) == ("B3-05", "blue was added on 4,3, but blue is out")

    @pytest.mark.rule("B3-stay")
    def test_a_cube_gone_or_exchanged(self) -> None:
        assert refused({**TABLE.columns, "3,4": "Y"}).cells == ((3, 4, 1),)
        assert said(refused({**TABLE.columns, "4,4": "B"}).reason) == "the cubes on 4,4 are no longer what they were"

    @pytest.mark.rule("B3-pieces")
    def test_a_piece_placed_before(self) -> None:
        judged = refused(columns(TABLE, s35="Y", s45="Y", s55="Y", s65="Y"))
        assert (judged.rule, said(judged.reason)) == ("B3-pieces", "yellow has already placed I4")
        assert judged.nearest and judged.nearest.placement.piece == "I3"

    @pytest.mark.rule("B3-pieces")
    def test_the_screw_that_is_gone_is_not_its_mirror_image(self) -> None:
        screw = [(3, 5, 0), (4, 5, 0), (4, 5, 1), (3, 6, 0)]
        before = played(TABLE, ("A4", screw), ("I2", [(4, 3, 2), (5, 3, 2)]))
        judged = refused(columns(before, s55="Y", s65="YY", s56="Y"), before)
        assert judged.rule == "B3-pieces"
        assert said(judged.reason) == "yellow has already placed A4; its mirror image B4 is another piece"

    @pytest.mark.rule("B3-inside")
    def test_outside(self) -> None:
        judged = refused({**TABLE.columns, "2,4": "Y", "2,5": "Y"})
        assert (judged.rule, said(judged.reason)) == ("B3-inside", "2,4 and 2,5 lie outside the tower")

    @pytest.mark.rule("B3-height")
    def test_too_high(self) -> None:
        judged = refused(columns(TABLE, s44="YYYY"), played(TABLE))
        assert judged.rule == "B3-pieces"
        judged = refused(columns(TABLE, s34="YYY"))
        assert (judged.rule, judged.cells) == ("B3-height", ((3, 4, 4),))

    @pytest.mark.rule("B3-02")
    def test_a_gap(self) -> None:
        judged = refused({**TABLE.columns, "4,4": "YY", "4,5": ".Y"})
        assert (judged.rule, said(judged.reason)) == ("B3-02", "a gap would be left on 4,5")

    @pytest.mark.rule("B3-04", "B3-touch")
    def test_no_contact(self) -> None:
        start = played(initial(), *[("I2", [(3, 3, 0), (4, 3, 0)]), ("I2", [(5, 3, 0), (6, 3, 0)])])
        assert refused(columns(start, s54="B", s64="B", s65="B"), start).rule == "B3-04"
        assert refused(columns(start, s56="B", s66="B", s67="B"), start).rule == "B3-touch"

    @pytest.mark.rule("B3-03")
    def test_a_first_piece_off_the_board(self) -> None:
        start = played(initial(), ("I2", [(3, 3, 0), (4, 3, 0)]))
        assert refused(columns(start, s33="YY"), start).rule == "B3-03"

    @pytest.mark.parametrize(
        ("after", "message"),
        [
            ({"3": "B"}, "'3' is no square"),
            ({"3,10": "B"}, "'3,10' is no square"),
            ({"3,3": "RB"}, "columns: 3,3: 'RB' is no column; write one letter of BY"),
            ({"3,3": 3}, "columns: 3,3: 3 is no column"),
            ({"3,3": "B" * 99}, "columns: 3,3"),
        ],
    )
    def test_malformed_columns(self, after: dict[str, str], message: str) -> None:
        with raises_saying(message):
            check(TABLE, after)


class TestTops:
    def read(self, seen: Mapping[str, str | None], before: Position = TABLE) -> Readings:
        judged = check_tops(before, seen)
        assert isinstance(judged, Readings), judged
        return judged

    def refused(self, seen: Mapping[str, str | None], before: Position = TABLE) -> Violation:
        judged = check_tops(before, seen)
        assert isinstance(judged, Violation), judged
        return judged

    def test_one_reading_is_the_turn(self) -> None:
        readings = self.read(tops(columns(TABLE, s36="Y", s35="Y", s45="Y", s55="Y")))
        assert [placement.piece for placement in readings.placements] == ["L4"]
        assert readings.turn == check(TABLE, columns(TABLE, s36="Y", s35="Y", s45="Y", s55="Y"))

    def test_several_readings_are_all_told(self) -> None:
        """Three squares in a corner: flat, or a taller piece that looks the same from above."""
        readings = self.read(tops(columns(TABLE, s35="Y", s45="Y", s36="Y")))
        assert {placement.piece for placement in readings.placements} == {"V3", "Y4", "A4", "B4"}
        assert readings.turn is None and not readings.unchanged

    def test_own_colour_covered_with_own_colour(self) -> None:
        readings = self.read(tops(TABLE.columns))
        assert readings.unchanged and readings.turn is None
        squares = {cell[:2] for placement in readings.placements for cell in placement.cells}
        assert squares == {(4, 4), (5, 4), (6, 4)}

    def test_the_tops_changed_need_not_be_all_that_is_covered(self) -> None:
        readings = self.read(tops(columns(TABLE, s45="Y")))
        covering = [
            placement for placement in readings.placements if any(cell[:2] == (4, 4) for cell in placement.cells)
        ]
        assert covering and all(any(cell[:2] == (4, 5) for cell in each.cells) for each in readings.placements)

    def test_what_cannot_be_seen_may_be_anything(self) -> None:
        seen: dict[str, str | None] = {**tops(columns(TABLE, s36="Y", s35="Y", s45="Y")), "5,5": None}
        pieces = {placement.piece for placement in self.read(seen).placements}
        assert pieces == {"V3", "Y4", "A4", "B4", "L4"}

    @pytest.mark.rule("B3-turn")
    def test_another_colour(self) -> None:
        judged = self.refused({**tops(TABLE.columns), "3,5": "B", "4,5": "B"})
        assert (judged.rule, judged.cells) == ("B3-turn", ((3, 5, 0), (4, 5, 0)))

    @pytest.mark.rule("B3-turn")
    def test_too_far_apart_for_one_piece(self) -> None:
        judged = self.refused({**tops(TABLE.columns), "3,5": "Y", "6,7": "Y"})
        assert (judged.rule, said(judged.reason)) == ("B3-turn", "no one piece covers 3,5 and 6,7 and nothing else")
        assert judged.nearest

    @pytest.mark.rule("B3-stay")
    def test_gone(self) -> None:
        assert self.refused({**tops(TABLE.columns), "6,3": ""}).rule == "B3-stay"

    @pytest.mark.rule("B3-must")
    def test_nothing_could_have_been_placed_unseen(self) -> None:
        start = initial()
        judged = self.refused({}, start)
        assert (judged.rule, said(judged.reason)) == (
            "B3-must",
            "no top has changed; blue can place a piece and so must",
        )

    @pytest.mark.rule("B3-touch", "B3-03", "B3-pieces", "B3-inside", "B3-02")
    def test_reasons(self) -> None:
        assert self.refused({**tops(TABLE.columns), "5,7": "Y", "6,7": "Y"}).rule == "B3-touch"
        assert self.refused({"2,3": "B", "3,3": "B"}, initial()).rule == "B3-inside"
        first = played(initial(), ("I2", [(3, 3, 0), (4, 3, 0)]))
        assert self.refused({**tops(first.columns), "3,5": "Y", "4,5": "Y"}, first).rule == "B3-03"
        four = {"3,5": "Y", "4,5": "Y", "5,5": "Y", "6,5": "Y"}
        assert self.refused({**tops(TABLE.columns), **four}).rule == "B3-pieces"
        low = played(initial(), ("I2", [(3, 3, 0), (3, 3, 1)]), ("I2", [(3, 4, 0), (3, 5, 0)]))
        bridge = self.refused({**tops(low.columns), "4,3": "B", "5,3": "B", "6,3": "B", "3,4": "B"}, low)
        assert bridge.rule == "B3-turn", "five squares"
        row = {"3,4": "B", "4,4": "B", "5,4": "B", "6,4": "B"}
        assert self.refused({**tops(low.columns), **row}, low).rule == "B3-02"

    @pytest.mark.parametrize(
        ("seen", "message"),
        [
            ({"3,3": "BB"}, "tops: 3,3: 'BB' is no top"),
            ({"3,3": "G"}, "3,3: 'G' is no column"),
            ({"x": "B"}, "'x' is no square"),
        ],
    )
    def test_malformed_tops(self, seen: dict[str, str], message: str) -> None:
        with raises_saying(message):
            check_tops(TABLE, seen)


@pytest.mark.parametrize("seed", range(3))
def test_tops_leave_exactly_the_placements_that_look_so(seed: int) -> None:
    """The readings of the tops are all placements whose columns, judged in full, are legal and look the same."""
    for turn, before in _turns(Random(seed)):
        seen = tops(turn.position.columns)
        readings = check_tops(before, seen)
        assert isinstance(readings, Readings)
        expected = []
        for placement in moves(before):
            after = dict(before.columns)
            for x, y, _ in placement.cells:
                after[f"{x},{y}"] += LETTERS[turn.player]
            if tops(after) == seen:
                expected.append(placement)
                assert isinstance(check(before, after), Turn)
        assert list(readings.placements) == expected
        assert turn.placement in expected
        assert readings.unchanged == (seen == tops(before.columns))


def _turns(rng: Random) -> list[tuple[Turn, Position]]:
    start = random_position(rng)
    found, before = [], start
    for turn in random_game(rng, start):
        found.append((turn, before))
        before = turn.position
    return found[:8]
