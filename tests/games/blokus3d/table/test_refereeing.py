"""What the referee says of a turntable of Blokus 3D."""

from collections.abc import Sequence

import numpy as np
import pytest

from companion.games.blokus3d.rules.pieces import Cell
from companion.games.blokus3d.table.practice import TopsLook
from companion.games.errors import GameError
from companion.referee.drawn_look import Drawn
from companion.referee.evidence import Evidence
from companion.referee.grid import Grid
from companion.texts.language import english
from tests.games.blokus3d.table.simulation import PICTURE, Turntable, said, stacked
from vision.image import Floats

BLUE: Sequence[Cell] = ((3, 3, 0), (4, 3, 0), (5, 3, 0), (5, 4, 0))
YELLOW: Sequence[Cell] = ((3, 4, 0), (4, 4, 0), (3, 4, 1))


class Whole(TopsLook):
    """A look to which drawings tell nothing more."""

    def whole(self, _base: Grid, changes: Sequence[Grid]) -> Floats:
        return np.zeros(len(changes))

    def unexplained(self, _table: Grid) -> float:
        return 0.0


def begun(structure: str = "tower") -> Turntable:
    """Blue and yellow have placed a piece each."""
    table = Turntable(structure)
    assert table.see().verdict == "setup"
    assert table.put("B", *BLUE).verdict == "legal"
    assert table.put("Y", *YELLOW).verdict == "legal"
    return table


def test_a_placement_is_told_from_tops_and_heights_and_the_piece_named() -> None:
    table = Turntable()
    table.see()
    verdict = table.put("B", *BLUE)
    assert (verdict.verdict, verdict.side) == ("legal", "blue")
    assert verdict.moves[0]["piece"] == "L4"
    assert verdict.more["scores"] == {"blue": -6, "yellow": -11}
    assert table.session.due is not None
    assert table.session.due.mover == "yellow"


def test_cubes_on_the_own_colour_are_told_by_their_height() -> None:
    table = begun()
    verdict = table.put("B", (3, 3, 1), (4, 3, 1))
    assert (verdict.verdict, verdict.moves[0]["piece"]) == ("legal", "I2")


@pytest.mark.parametrize(
    ("letter", "cells", "rule"),
    [
        ("B", ((5, 3, 1), (5, 3, 2), (5, 3, 3), (5, 3, 4)), "B3-height"),
        ("B", ((5, 4, 1), (6, 4, 0), (7, 4, 0), (6, 4, 1)), "B3-inside"),
        ("B", ((6, 7, 0), (6, 6, 0)), "B3-touch"),
        ("B", ((6, 5, 0), (6, 6, 0)), "B3-04"),
        ("B", ((6, 3, 0), (6, 4, 0), (6, 5, 0), (5, 5, 0)), "B3-pieces"),
        ("B", ((5, 5, 0),), "B3-turn"),
    ],
)
def test_an_illegal_turn_is_named(letter: str, cells: Sequence[Cell], rule: str) -> None:
    table = begun()
    before = dict(table.grid)
    verdict = table.put(letter, *cells)
    assert (verdict.verdict, verdict.rule) == ("illegal", rule)
    assert table.session.grid == before
    assert table.back(before).verdict == "takeback"
    assert table.put("B", (5, 5, 0), (5, 6, 0)).verdict == "legal"


@pytest.mark.parametrize(
    "cubes",
    [
        {"Y": ((3, 5, 0), (4, 5, 0))},
        {"B": ((5, 5, 0), (5, 6, 0), (5, 7, 0), (6, 5, 0), (6, 6, 0))},
    ],
)
def test_nobody_is_accused_of_two_misdeeds_or_of_one_out_of_turn(cubes: dict[str, Sequence[Cell]]) -> None:
    table = begun()
    for letter, cells in cubes.items():
        verdict = table.put(letter, *cells)
    assert verdict.verdict == "unsure"
    assert "illegal" in {reading.verdict for reading in verdict.readings}


@pytest.mark.rule("B3-02")
def test_a_piece_over_a_hole_is_named_where_its_cubes_would_be_none() -> None:
    table = begun()
    verdict = table.put("B", (5, 4, 1), (5, 5, 1), (5, 6, 1), (5, 7, 1))
    assert (verdict.verdict, verdict.rule) == ("illegal", "B3-02")


def test_a_turn_taken_back_is_no_illegal_one_though_the_next_has_begun() -> None:
    table = begun()
    before = dict(table.grid)
    table.put("B", (5, 5, 0), (5, 6, 0))
    verdict = table.back(before)
    assert (verdict.verdict, verdict.side) == ("takeback", "blue")
    assert said(verdict) == "the table is as it was before"
    again = table.put("B", (6, 3, 0), (6, 4, 0))
    assert (again.verdict, again.side) == ("legal", "blue")


def test_a_turn_may_be_changed_before_the_next_is_made() -> None:
    table = begun()
    before = dict(table.grid)
    table.put("B", (5, 5, 0), (5, 6, 0))
    table.grid = dict(before)
    verdict = table.put("B", (6, 3, 0), (6, 4, 0))
    assert (verdict.verdict, verdict.side) == ("legal", "blue")
    assert "judged anew" in english(verdict.notes[0])
    assert table.put("Y", (4, 4, 1), (4, 4, 2)).side == "yellow"


def test_two_turns_between_two_looks_are_both_understood() -> None:
    table = begun()
    table.grid["5,5"] = table.grid["5,6"] = "B"
    verdict = table.put("Y", (4, 5, 0), (4, 6, 0))
    assert (verdict.verdict, verdict.side) == ("legal", "yellow")
    assert english(verdict.notes[0]) == "the turn of the blue player before was not seen; it must be: I2 on 5,5 and 5,6"
    assert table.session.due is not None
    assert table.session.due.mover == "blue"


def test_what_hides_behind_a_stack_is_open_and_told_so() -> None:
    table = begun()
    table.grid["5,5"] = "B"
    verdict = table.see(hidden=frozenset({"5,6", "4,5"}))
    assert verdict.verdict in ("legal", "unsure")
    assert verdict.readings
    assert {english(reading.words).split()[1] for reading in verdict.readings} >= {"I2"}


def test_a_turntable_that_was_only_turned_is_unchanged() -> None:
    table = begun()
    assert table.see().verdict == "unchanged"


def test_a_hand_over_the_last_piece_is_no_turn_taken_back() -> None:
    """The look reads the squares beneath as bare, and nothing else tells of the hand. Nor is anything asked that it
    hides."""

    def seen(*, hand: bool) -> str:
        table = begun()
        table.grid["5,5"] = "B"
        asked = Whole(PICTURE, Drawn(table.grid, salt=4, hand=hand, hidden=frozenset({"5,6", "4,5"})))
        verdict = table.session.see(8.0, None, Evidence.of(asked, table.table.places)).verdict
        assert verdict == ("hand" if hand else "unsure")
        table = begun()
        before = {place: column for place, column in table.grid.items() if "Y" not in column}
        before |= {place: column.replace("Y", "") for place, column in table.grid.items() if "Y" in column}
        look = Whole(PICTURE, Drawn(before, salt=3, hand=hand))
        return table.session.see(9.0, None, Evidence.of(look, table.table.places)).verdict

    assert seen(hand=False) == "takeback"
    assert seen(hand=True) == "hand"


@pytest.mark.parametrize(("hand", "told"), [(False, ("illegal", "legal")), (True, ("hand", "hand"))])
def test_what_a_hand_is_still_over_is_neither_a_breach_nor_a_turn(hand: bool, told: tuple[str, str]) -> None:
    for cells, verdict in zip((((6, 7, 0), (6, 6, 0)), ((3, 3, 1), (4, 3, 1))), told, strict=True):
        table = begun()
        look = Whole(PICTURE, Drawn(stacked(table.grid, "B", cells), salt=4, hand=hand))
        assert table.session.see(8.0, None, Evidence.of(look, table.table.places)).verdict == verdict


def test_which_way_it_stands_is_asked_where_nothing_tells() -> None:
    table = begun()
    verdict = table.see(ambiguous=True)
    assert verdict.verdict == "unsure"
    assert "which way the turntable stands" in said(verdict)
    assert table.see().verdict == "unchanged"


def test_the_set_up_is_the_empty_turntable() -> None:
    table = Turntable()
    table.grid["4,4"] = "Y"
    with pytest.raises(GameError, match=r"4,4"):
        table.see()


def test_no_set_up_is_right_of_which_a_hand_hides_a_square() -> None:
    table = Turntable()
    assert table.see(hidden=frozenset({"4,4"}), hand=True).verdict == "hand"
    assert table.see(hidden=frozenset({"4,4"})).verdict == "setup"


def test_a_hand_is_waited_for() -> None:
    assert begun().see(hand=True).verdict == "hand"


def test_the_players_accept_what_is_against_the_rules_and_the_next_one_moves() -> None:
    table = begun()
    table.put("B", (6, 7, 0), (6, 6, 0))
    assert table.session.correct(9.0, {"accept": True}).verdict == "corrected"
    assert "I2" not in table.position.left["blue"]
    assert table.session.due is not None
    assert table.session.due.mover == "yellow"
    assert table.put("Y", (4, 4, 1), (4, 4, 2)).verdict == "legal"


def test_a_square_is_put_right_by_the_players_word() -> None:
    table = begun()
    table.put("B", (5, 5, 0), (5, 6, 0))
    verdict = table.session.correct(9.0, {"cells": {"5,7": "B"}})
    assert verdict.verdict == "corrected"
    assert "I3" not in table.position.left["blue"]
    table.grid["5,7"] = "B"
    assert table.see().verdict == "unchanged"
    assert table.session.correct(11.0, {"undo": True}).verdict == "corrected"
    assert "I3" in table.position.left["blue"]


def test_the_last_turn_is_undone() -> None:
    table = begun()
    before = dict(table.grid)
    table.put("B", (5, 5, 0), (5, 6, 0))
    table.session.correct(9.0, {"undo": True})
    assert table.session.grid == before
    assert table.session.due is not None
    assert table.session.due.mover == "blue"


def test_nothing_can_be_said_in_this_game() -> None:
    with pytest.raises(GameError, match="nothing_said"):
        begun().session.commit({"roll": {"B": 1}})


def test_who_seems_to_have_passed_is_followed_by_the_next_player() -> None:
    """No word begins a turn here: after a turn that nobody saw it must begin by itself."""
    table = begun()
    assert table.session.due is not None and table.session.due.mover == "blue"
    assert table.session.correct(0.0, {"pass": "unseen"}).verdict == "legal"
    assert table.session.due is not None and table.session.due.mover == "yellow"
    assert table.put("Y", (3, 5, 0), (4, 5, 0)).verdict == "legal"
