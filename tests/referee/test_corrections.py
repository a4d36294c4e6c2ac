"""What the players say counts, and what follows from it is followed."""

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.games.looney_blockade.rules.board import CELLS
from companion.games.looney_blockade.table.practice import random_setup
from companion.games.looney_blockade.table.table import LooneyTable
from companion.referee.entered_look import EnteredLook
from companion.referee.errors import RefereeError
from companion.referee.evidence import Evidence
from companion.referee.game import Game, play
from companion.referee.keeping.recording import load
from companion.referee.session import Session
from companion.referee.verdict import Verdict
from tests.referee.one_table import EitherLook, Table, evidence_of, find, lifted, start, words
from tests.referee.simulation import Scene, Script, SimulatedTracker
from tests.referee.test_passing import begun

Grid = Mapping[str, str]


def open_turn(ends: int = 2) -> tuple[Table, Grid, list[dict[str, str]]]:
    """A table under a roll, the grid before the turn, and grids that hops of one small from one cell leave."""
    table, position = start()
    table.session.commit({"roll": {"B": 6, "G": 6}})
    source, *targets = (find(position.grid, "G3G1", number) for number in range(ends + 1))
    return table, position.grid, [lifted(position.grid, source, target) for target in targets]


def differing(one: Grid, other: Grid) -> list[str]:
    return [cell for cell in one if one[cell] != other[cell]]


def said(table: Table, **cells: str) -> Any:
    return table.session.correct(60.0, {"cells": cells})


def test_corrections() -> None:
    table, position = start()
    session = table.session
    session.commit({"roll": {"B": 6, "G": 6}})
    foreign = lifted(position.grid, find(position.grid, "R3R1"), find(position.grid, "R3R1", 1))
    assert table.see(foreign).verdict == "illegal"
    accepted = session.correct(1.0, {"accept": True})
    assert (accepted.verdict, accepted.grid, accepted.roll) == ("corrected", foreign, None)
    assert table.see(foreign).verdict == "unchanged"
    assert session.commit({"roll": {"R": 1, "Y": 1}}) == ()
    assert session.correct(2.0, {"undo": True}).grid == position.grid
    cell = find(position.grid, "B3B1")
    assert session.correct(3.0, {"cells": {cell: "B3"}}).grid[cell] == "B3"
    assert session.correct(4.0, {"undo": True}).grid == position.grid


def test_nobody_is_accused_by_one_look_that_contradicts_what_was_said_by_hand() -> None:
    table, position = start()
    hop = lifted(position.grid, find(position.grid, "R3R1"), find(position.grid, "R3R1", 1))
    table.session.commit({"roll": {"B": 6, "G": 6}})
    table.see(position.grid)
    said(table, **{cell: hop[cell] for cell in differing(position.grid, hop)})
    table.session.commit({"roll": {"B": 6, "G": 6}})
    verdict = table.see(position.grid)
    assert verdict.verdict == "unsure"
    assert verdict.reason is not None and verdict.reason.key == "referee.unsure.by_hand"


def test_an_answer_counts_as_said_by_hand_until_a_look_bears_it_out() -> None:
    table, before, ends = open_turn()
    first = table.session.see(50.0, None, evidence_of(EitherLook(*ends))).grid
    other = ends[first == ends[0]]
    assert table.session.correct(51.0, {"reading": 1}).grid == other
    for _ in range(2):
        verdict = table.see(first)
        assert (verdict.verdict, verdict.grid) == ("unsure", other), "a changed turn is not told at a look's word"
    assert table.see(other).verdict == "unchanged"
    assert table.see(before).verdict == "takeback"


def test_a_table_that_was_accepted_counts_as_said_by_hand() -> None:
    table, position = start()
    table.session.commit({"roll": {"B": 6, "G": 6}})
    foreign = lifted(position.grid, find(position.grid, "R3R1"), find(position.grid, "R3R1", 1))
    assert table.see(foreign).verdict == "illegal"
    table.session.correct(1.0, {"accept": True})
    table.session.commit({"roll": {"B": 6, "G": 6}})
    verdict = table.see(position.grid)
    assert (verdict.verdict, verdict.grid) == ("unsure", foreign)
    assert verdict.reason is not None and verdict.reason.key == "referee.unsure.by_hand"


def test_an_answer_that_names_a_breach_takes_back_what_was_said_by_hand_before() -> None:
    table, position = start()
    hop = lifted(position.grid, find(position.grid, "R3R1"), find(position.grid, "R3R1", 1))
    table.session.commit({"roll": {"B": 6, "G": 6}})
    table.see(position.grid)
    said(table, **{cell: hop[cell] for cell in differing(position.grid, hop)})
    table.session.commit({"roll": {"B": 6, "G": 6}})
    asked = table.see(position.grid)
    breach = next(n for n, offer in enumerate(asked.readings) if offer.verdict == "illegal")
    table.session.correct(1.0, {"reading": breach})
    verdict = table.see(position.grid)
    assert (verdict.verdict, verdict.reason and verdict.reason.key) == ("unchanged", "referee.still")


def test_what_is_said_of_a_place_counts_though_the_last_look_showed_an_old_breach() -> None:
    table, position = start()
    foreign = lifted(position.grid, find(position.grid, "R3R1"), find(position.grid, "R3R1", 1))
    table.session.commit({"roll": {"B": 6, "G": 6}})
    assert table.see(foreign).verdict == "illegal"
    asked = table.session.see(50.0, None, evidence_of(EitherLook(foreign, position.grid)))
    assert "unchanged" in [offer.verdict for offer in asked.readings if offer.grid == foreign]
    cells = differing(position.grid, foreign)
    assert said(table, **{cell: foreign[cell] for cell in cells}).grid == foreign


@pytest.mark.rule("B3-pieces")
def test_a_piece_that_only_a_correction_makes_used_accuses_nobody() -> None:
    session = begun("blokus3d", {})

    def enter(**columns: str) -> Verdict:
        grid = {**session.grid, **{f"{name[1]},{name[2]}": column for name, column in columns.items()}}
        return session.see(0.0, None, Evidence.of(EnteredLook(session.table, grid), session.table.places, grid))

    assert enter(s54="B", s55="B", s56="B").verdict == "legal"
    assert enter(s44="Y", s45="Y").verdict == "legal"
    # The three cubes and the fourth may be an I4, but no turn placed one.
    session.correct(1.0, {"cells": {"5,7": "B"}})
    verdict = enter(s64="B", s65="B", s66="B", s67="B")
    assert (verdict.verdict, verdict.reason and verdict.reason.key) == ("unsure", "referee.unsure.before")


def test_what_a_look_has_borne_out_since_is_no_longer_only_the_players_word() -> None:
    table, position = start()
    hop = lifted(position.grid, find(position.grid, "R3R1"), find(position.grid, "R3R1", 1))
    table.session.commit({"roll": {"B": 6, "G": 6}})
    table.see(position.grid)
    said(table, **{cell: hop[cell] for cell in differing(position.grid, hop)})
    table.session.commit({"roll": {"B": 6, "G": 6}})
    assert table.see(hop).verdict == "unchanged"
    assert table.see(position.grid).verdict == "illegal"


@pytest.mark.parametrize("pieces", [1, 2])
def test_a_turn_that_players_enter_is_judged_whatever_they_said_by_hand_before(pieces: int) -> None:
    table, position = start()
    red = find(position.grid, "R3R1")
    said(table, **{red: "R3R1", find(position.grid, "Y3Y1"): "Y3Y1"})
    table.session.commit({"roll": {"B": 6, "G": 6}})
    entered = lifted(position.grid, red, find(position.grid, "R3R1", 1))
    if pieces == 2:
        entered = lifted(entered, find(position.grid, "Y3Y1"), find(position.grid, "Y3Y1", 1))
    evidence = Evidence.of(EnteredLook(LooneyTable(), entered), CELLS, entered)
    verdict = table.session.see(9.0, None, evidence)
    assert (verdict.verdict, verdict.seen) == ("illegal", entered)


@pytest.mark.parametrize(
    "correction",
    [
        {},
        {"undo": True, "accept": True},
        {"accept": 1},
        {"reading": 9},
        {"reading": True},
        {"cells": {"z9": ""}},
        {"cells": {}},
        {"cells": {"a1": "G9"}},
        {"cells": "a1"},
        {"undo": True},
        {"nonsense": True},
    ],
)
def test_corrections_without_sense_are_refused(correction: dict[str, Any]) -> None:
    table, position = start()
    with pytest.raises(ValueError):
        table.session.correct(0.0, correction)
    assert table.session.position.grid == position.grid


def test_who_has_passed_cannot_move_after_all() -> None:
    """A piece of the side that had passed was moved, and the move judged under the roll that it had passed on."""
    table, before, (made, _) = open_turn()
    passed = table.session.correct(50.0, {"pass": True})
    assert (passed.verdict, passed.roll) == ("legal", {"B": 6, "G": 6})
    verdict = table.see(made)
    assert (verdict.verdict, verdict.reason and verdict.reason.key) == ("illegal", "referee.unrolled")
    assert table.see(before).verdict == "takeback"
    assert table.session.commit({"roll": {"R": 6, "Y": 6}}) == ()
    assert table.session.correct(70.0, {"undo": True}).verdict == "corrected"
    assert table.see(made).verdict == "legal"


def test_one_cell_told_settles_all_that_hangs_on_it() -> None:
    table, _, ends = open_turn()
    first = table.session.see(50.0, None, evidence_of(EitherLook(*ends))).grid
    other = ends[first == ends[0]]
    cell = differing(first, other)[0]
    verdict = said(table, **{cell: other[cell]})
    assert (verdict.verdict, verdict.grid) == ("corrected", other)
    assert [move["piece"] for move in verdict.moves] == ["G1"]
    assert verdict.reason and all(f"{cell} holds" in words(verdict.reason)[0] for cell in differing(first, other))


def test_a_table_put_right_cell_by_cell_is_the_turn_that_was_made() -> None:
    """The look showed one hop, another was made: neither of the two cells alone makes sense."""
    table, before, (seen, made) = open_turn()
    assert table.see(seen).verdict == "legal"
    one, other = differing(seen, made)
    half = said(table, **{one: made[one]})
    assert (half.moves, half.roll) == ((), None)
    whole = said(table, **{other: made[other]})
    assert (whole.grid, whole.roll) == (made, {"B": 6, "G": 6})
    assert [move["piece"] for move in whole.moves] == ["G1"]
    back = table.see(before)
    assert (back.verdict, back.grid) == ("unsure", made), "one look does not overrule what was said by hand"
    assert {reading.verdict for reading in back.readings} == {"takeback"}
    assert table.session.correct(70.0, {"reading": 0}).grid == before


def test_a_table_that_is_as_it_was_before_the_turn_leaves_the_roll_in_force() -> None:
    table, before, (seen, made) = open_turn()
    assert table.see(seen).verdict == "legal"
    verdict = said(table, **{cell: before[cell] for cell in differing(before, seen)})
    assert (verdict.grid, verdict.roll, verdict.moves) == (before, {"B": 6, "G": 6}, ())
    assert table.see(made).verdict == "legal"


def test_what_is_put_right_before_the_next_look_is_no_turn_under_the_new_roll() -> None:
    table, _, (seen, made) = open_turn()
    assert table.see(seen).verdict == "legal"
    table.session.commit({"roll": {"R": 6, "Y": 6}})
    assert said(table, **{cell: made[cell] for cell in differing(seen, made)}).moves == ()
    reds = find(made, "R3R1"), find(made, "R3R1", 1)
    verdict = table.see(lifted(made, *reds))
    assert (verdict.verdict, [(move["from"], move["to"]) for move in verdict.moves]) == ("legal", [reds])


def test_a_reading_may_still_be_chosen_after_the_next_roll() -> None:
    table, _, ends = open_turn()
    verdict = table.session.see(50.0, None, evidence_of(EitherLook(*ends)))
    table.session.commit({"roll": {"R": 6, "Y": 6}})
    grid = table.session.correct(51.0, {"reading": 1}).grid
    assert grid == verdict.readings[1].grid
    assert table.see(lifted(grid, find(grid, "R3R1"), find(grid, "R3R1", 1))).verdict == "legal"


def test_one_colour_of_the_set_up_told_settles_the_other() -> None:
    one = dict(random_setup(random.Random(2)).grid)
    red, yellow = find(one, "R3R1"), find(one, "Y3Y1")
    other = {**one, red: "Y3Y1", yellow: "R3R1"}
    session = Session(LooneyTable())
    first = session.see(0.0, None, evidence_of(EitherLook(one, other))).grid
    meant = other if first == one else one
    assert session.correct(1.0, {"cells": {red: meant[red]}}).grid == meant


def test_what_the_players_say_that_a_look_showed_is_learnt(tmp_path: Path) -> None:
    grid = dict(random_setup(random.Random(1)).grid)
    red = [cell for cell in grid if grid[cell] == "R3R1"]
    made, misread = lifted(grid, red[0], red[1]), lifted(grid, red[0], red[2])
    told = {cell: made[cell] for cell in differing(made, misread)}
    script = Script(tmp_path / "game").frame(grid).add(roll={"R": 6, "Y": 6}).frame(made, lies=misread)
    script.frame(made, hand=True).add(correct={"cells": told}).add(correct={"undo": True})
    tracker = SimulatedTracker(Scene(grid).image(), noise=0.5)
    verdicts = [
        step.verdict for step in play(Game(LooneyTable(), lambda image: tracker), load(script.write())) if step.verdict
    ]
    assert [verdict.verdict for verdict in verdicts] == ["setup", "legal", "hand", "corrected", "corrected"]
    assert tracker.learnt == [grid, misread, made]


def test_readings_of_the_same_words_are_told_apart_by_what_stands_where() -> None:
    """Two tables that differ from before, and on both the same hop: the words alone would leave no choice."""
    table, _, ends = open_turn()
    assert table.session.see(50.0, None, evidence_of(EitherLook(*ends))).readings
    table.session.commit({"roll": {"R": 6, "Y": 6}})
    reds = [find(ends[0], "R3R1", number) for number in range(3)]
    tables = [lifted(end, reds[0], target) for end in ends for target in reds[1:]]
    readings = table.session.see(51.0, None, evidence_of(EitherLook(*tables))).readings
    assert len({str(reading.moves) for reading in readings}) < len(readings)
    assert len({(reading.words, reading.told_apart) for reading in readings}) == len(readings)
    one, other = (reading for reading in readings if reading.apart)
    cells = differing(one.grid, other.grid)
    assert one.told_apart == ", ".join(f"{cell} {one.grid[cell]}" for cell in cells)


@pytest.mark.parametrize("thing", [None, 3, ["G3"], {}])
def test_a_cell_told_to_hold_what_is_no_stack_is_refused(thing: object) -> None:
    table, _ = start()
    with pytest.raises(RefereeError, match=r'cells takes \{"a1": "\w+"\}, not'):
        table.session.correct(1.0, {"cells": {"b2": thing}})


@pytest.mark.parametrize(
    ("correction", "said"),
    [
        ({"undo": 1}, 'undo takes true or "roll", not 1'),
        ({"pass": "foo"}, """pass takes true, "unseen" or "sat_out", not 'foo'"""),
        ({"agree": True}, 'agree takes "draw"'),
        ({"accept": 1}, "accept takes true, not 1"),
        ({"retract": True}, "a correction is one of accept, agree, cells, pass, undo, reading; got 'retract'"),
    ],
)
def test_a_correction_with_a_wrong_value_is_told_the_right_ones(correction: dict[str, Any], said: str) -> None:
    table, _ = start()
    with pytest.raises(RefereeError) as refused:
        table.session.correct(1.0, correction)
    assert str(refused.value).startswith(said)
