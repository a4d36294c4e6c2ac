"""Whole simulated games through a session: nothing legal is refused, nothing illegal accepted."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.games.errors import GameError
from companion.games.looney_blockade.rules.judging.checking import turn_to
from companion.games.looney_blockade.rules.model import Position, Turn
from companion.games.looney_blockade.rules.searching.turn_results import colour_ends
from companion.games.looney_blockade.rules.setup import initial
from companion.games.looney_blockade.table.practice import random_setup
from companion.games.looney_blockade.table.table import LooneyTable
from companion.games.reason import because
from companion.referee import priors
from companion.referee.belief import Belief, Missed, Situation
from companion.referee.entered_look import EnteredLook
from companion.referee.evidence import Evidence
from companion.referee.grid import Commitment
from companion.referee.readings import read
from companion.referee.session import Session
from tests.games.saying import raises_saying
from tests.often import often
from tests.referee.one_table import (
    DEFAULT_SEED,
    NOISE,
    EitherLook,
    Table,
    changed,
    evidence_of,
    find,
    lifted,
    start,
    words,
)
from tests.referee.simulation import Scene, SimulatedLook, random_roll, random_turn

GAME_NOISE = 1.5


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(often(8)))
def test_whole_games_are_followed_without_a_false_word(seed: int) -> None:
    """Of the looks at a legal turn none is called illegal, none accepted wrongly, few left open."""
    rng = random.Random(seed)
    position = random_setup(rng)
    table = Table(position, GAME_NOISE, 1000 * seed)
    unsure = 0
    for number in range(24):
        roll = random_roll(rng, position.to_move)
        turn = random_turn(rng, position, roll)
        table.session.commit({"roll": roll})
        verdict = table.see(turn.position.grid)
        position = turn.position
        if verdict.verdict == "unsure":
            unsure += 1
            continue
        assert verdict.verdict in ("legal" if turn.hops else "unchanged", "won"), (number, roll, turn.hops, verdict)
        assert verdict.grid == position.grid
        if verdict.verdict == "won":
            break
    assert unsure <= 2


def test_a_hand_changes_nothing() -> None:
    table, position = start()
    table.session.commit({"roll": {"B": 6, "G": 6}})
    moved = lifted(position.grid, find(position.grid, "G3G1"), find(position.grid, "G3G1", 1))
    verdict = table.see(moved, hand=True)
    assert (verdict.verdict, verdict.grid) == ("hand", position.grid)
    assert table.see(position.grid).verdict == "unchanged"


def test_an_illegal_turn_leaves_the_believed_table_and_can_be_taken_back() -> None:
    table, position = start()
    table.session.commit({"roll": {"B": 6, "G": 6}})
    foreign = lifted(position.grid, find(position.grid, "R3R1"), find(position.grid, "R3R1", 1))
    illegal = table.see(foreign)
    assert (illegal.verdict, illegal.grid, illegal.seen) == ("illegal", position.grid, foreign)
    assert illegal.rule and illegal.reason
    still = table.see(foreign)
    assert (still.verdict, still.rule, still.grid) == ("unchanged", illegal.rule, position.grid)
    back = table.see(position.grid)
    assert (back.verdict, back.roll) == ("takeback", {"B": 6, "G": 6})
    own = lifted(position.grid, find(position.grid, "G3G1"), find(position.grid, "G3G1", 1))
    assert table.see(own).verdict == "legal"


def test_each_undo_names_the_turn_that_it_takes_back() -> None:
    """The roll of the second turn goes with the first turn, whose state is not kept by itself."""
    table, position = start()
    table.session.commit({"roll": {"B": 6, "G": 6}})
    first = lifted(position.grid, find(position.grid, "G3G1"), find(position.grid, "G3G1", 1))
    assert table.see(first).verdict == "legal"
    table.session.commit({"roll": {"R": 6, "Y": 6}})
    second = lifted(first, find(first, "R3R1"), find(first, "R3R1", 1))
    assert table.see(second).verdict == "legal"
    undone = [table.session.correct(9.0, {"undo": True}) for _ in range(2)]
    assert [[note.key for note in verdict.notes] for verdict in undone] == [["referee.undoes"], ["referee.undoes"]]
    assert [verdict.notes[0].values["side"] for verdict in undone] == ["warm", "cool"]
    assert undone[1].grid == position.grid


def test_a_turn_taken_back_can_be_brought_back_and_a_breach_cannot() -> None:
    table, position = start()
    table.session.commit({"roll": {"B": 6, "G": 6}})
    stays = because("referee.taken_back.stays", said=LooneyTable().wording.commitment({"roll": {"B": 6, "G": 6}}))
    table.see(lifted(position.grid, find(position.grid, "R3R1"), find(position.grid, "R3R1", 1)))
    back = table.see(position.grid)
    assert (back.verdict, back.reason, table.session.can_undo) == ("takeback", stays, False)
    made = lifted(position.grid, find(position.grid, "G3G1"), find(position.grid, "G3G1", 1))
    assert table.see(made).verdict == "legal"
    back = table.see(position.grid)
    assert (back.verdict, back.reason, back.grid) == ("takeback", stays, position.grid)
    assert table.session.correct(9.0, {"undo": True}).grid == made


def test_an_illegal_turn_may_be_mended_without_going_back_first() -> None:
    table, position = start()
    table.session.commit({"roll": {"B": 6, "G": 6}})
    table.see(lifted(position.grid, find(position.grid, "R3R1"), find(position.grid, "R3R1", 1)))
    own = lifted(position.grid, find(position.grid, "G3G1"), find(position.grid, "G3G1", 1))
    verdict = table.see(own)
    assert (verdict.verdict, verdict.grid) == ("legal", own)


def test_an_illegal_table_is_judged_anew_under_a_new_roll() -> None:
    table, position = start()
    warm = lifted(position.grid, find(position.grid, "R3R1"), find(position.grid, "R3R1", 1))
    early = table.see(warm)
    assert (early.verdict, early.rule) == ("illegal", "BK-roll")
    table.session.commit({"roll": {"R": 6, "Y": 6}})
    assert table.see(warm).verdict == "legal"


def test_a_set_up_other_than_that_of_the_other_table_is_refused_with_its_places() -> None:
    _, position = start()
    session = Session(LooneyTable())
    one, other = find(position.grid, "G3G1"), find(position.grid, "R3R1")
    session.meant = {**position.grid, one: "R3R1", other: "G3G1"}
    look = EnteredLook(LooneyTable(), position.grid)
    with pytest.raises(GameError) as refused:
        session.see(0.0, None, evidence_of(look))
    cells = tuple(place for place in position.grid if place in (one, other))
    assert refused.value.reason == because("referee.meant_setup", cells=cells)
    session.meant = position.grid
    assert session.see(1.0, None, evidence_of(look)).verdict == "setup"


def test_a_legal_turn_other_than_that_of_the_other_table_does_not_count() -> None:
    table, position = start()
    table.session.commit({"roll": {"B": 6, "G": 4}})
    source = find(position.grid, "G3G1")
    first, second = (lifted(position.grid, source, find(position.grid, "G3G1", number)) for number in (1, 2))
    table.session.meant = first
    verdict = table.see(second)
    assert (verdict.verdict, verdict.grid, verdict.seen) == ("incomplete", position.grid, second)
    assert set(verdict.cells) == {place for place in first if first[place] != second[place]}
    assert (table.see(first).verdict, table.session.grid) == ("legal", first)


def test_a_turn_changed_before_the_next_roll_is_judged_anew_from_its_start() -> None:
    table, position = start()
    table.session.commit({"roll": {"B": 6, "G": 4}})
    source = find(position.grid, "G3G1")
    first = lifted(position.grid, source, find(position.grid, "G3G1", 1))
    second = lifted(position.grid, source, find(position.grid, "G3G1", 2))
    assert table.see(first).verdict == "legal"
    assert table.see(first).verdict == "unchanged"
    verdict = table.see(second)
    assert (verdict.verdict, verdict.grid, len(verdict.moves)) == ("legal", second, 1)
    assert any("judged anew" in note for note in words(*verdict.notes))
    back = table.see(position.grid)
    assert (back.verdict, back.grid) == ("takeback", position.grid)


def test_a_tower_without_its_black_is_incomplete_until_the_black_is_on() -> None:
    table, position = start()
    green = find(position.grid, "G3G1")
    ready = changed(position.grid, **{green: "G3G2"})
    corner = next(cell for cell in ready if ready[cell].startswith("C3G2"))
    ready[corner] = ready[corner][:-2]
    neighbour = find(ready, "G3G1")
    ready[neighbour] = "G3G1G1"
    table.session.correct(0.0, {"cells": ready})
    table.session.commit({"roll": {"B": 6, "G": 6}})
    bare = lifted(ready, neighbour, green)
    verdict = table.see(bare)
    assert (verdict.verdict, verdict.grid, verdict.seen) == ("incomplete", ready, bare)
    assert "large black" in words(verdict.reason)[0] and green in words(verdict.reason)[0]
    done = changed(bare, **{green: "G3G2G1K3"})
    verdict = table.see(done)
    assert (verdict.verdict, verdict.grid) == ("legal", done)
    assert verdict.moves[-1]["cap"] == "K3"


def test_the_first_roll_decides_who_begins() -> None:
    table, position = start()
    assert table.session.commit({"roll": {"R": 6, "Y": 6}}) == ()
    moved = lifted(position.grid, find(position.grid, "R3R1"), find(position.grid, "R3R1", 1))
    verdict = table.see(moved)
    assert (verdict.verdict, verdict.side) == ("legal", "warm")


def test_a_roll_out_of_turn_is_told_and_counts() -> None:
    table, position = start()
    table.session.commit({"roll": {"B": 6, "G": 6}})
    moved = lifted(position.grid, find(position.grid, "G3G1"), find(position.grid, "G3G1", 1))
    table.see(moved)
    remarks = table.session.commit({"roll": {"B": 3, "G": 4}})
    assert remarks and "out of turn" in words(*remarks)[0]
    verdict = table.see(moved)
    assert verdict.notes == remarks and verdict.verdict == "unchanged"


def test_a_turn_nobody_saw_is_understood_from_the_next_look() -> None:
    table, position = start()
    table.session.commit({"roll": {"B": 6, "G": 6}})
    cool = lifted(position.grid, find(position.grid, "G3G1"), find(position.grid, "G3G1", 1))
    assert table.see(cool, hand=True).verdict == "hand"
    table.session.commit({"roll": {"R": 6, "Y": 6}})
    both = lifted(cool, find(position.grid, "R3R1"), find(position.grid, "R3R1", 1))
    verdict = table.see(both)
    assert (verdict.verdict, verdict.side, verdict.grid) == ("legal", "warm", both)
    assert any("was not seen" in note for note in words(*verdict.notes))


def test_a_turn_made_after_the_last_look_at_it_is_understood_too() -> None:
    table, position = start()
    table.session.commit({"roll": {"B": 6, "G": 6}})
    assert table.see(position.grid).verdict == "unchanged"
    table.session.commit({"roll": {"R": 6, "Y": 6}})
    cool = lifted(position.grid, find(position.grid, "G3G1"), find(position.grid, "G3G1", 1))
    both = lifted(cool, find(position.grid, "R3R1"), find(position.grid, "R3R1", 1))
    verdict = table.see(both)
    assert (verdict.verdict, verdict.side, verdict.grid) == ("legal", "warm", both)


def weights_of(belief: Belief, commitment: Commitment, *grids: Mapping[str, str]) -> list[float]:
    """How probable each of these tables is, where a look could be one as well as the other."""
    evidence = evidence_of(EitherLook(*grids))
    found = read(Situation(LooneyTable(), (belief,), commitment, None), evidence)
    return [next(one.weight for one in found if one.grid == grid) for grid in grids]


def test_another_turn_than_the_one_seen_is_no_likelier_than_one_taken_back() -> None:
    position = random_setup(random.Random(DEFAULT_SEED))
    under = Commitment("cool", {"roll": {"B": 6, "G": 6}})
    source, *targets = (find(position.grid, "G3G1", number) for number in range(3))
    first, second = (lifted(position.grid, source, target) for target in targets)
    made = LooneyTable().turn(position, first, under)
    instead, back = weights_of(Belief(1.0, position, made), under, second, dict(position.grid))
    legal, same = weights_of(Belief(1.0, position), under, second, dict(position.grid))
    assert instead / back < 1 < legal / same


def test_a_turn_that_was_overlooked_is_less_likely_where_the_table_was_seen_at_rest() -> None:
    position = random_setup(random.Random(DEFAULT_SEED))
    missed, under = Commitment("cool", {"roll": {"B": 6, "G": 6}}), Commitment("warm", {"roll": {"R": 6, "Y": 6}})
    cool = lifted(position.grid, find(position.grid, "G3G1"), find(position.grid, "G3G1", 1))
    both = lifted(cool, find(position.grid, "R3R1"), find(position.grid, "R3R1", 1))
    before = replace(position, to_move="warm")
    odds = []
    for watched in (True, False):
        late, same = weights_of(Belief(1.0, before, None, Missed(missed, watched)), under, both, dict(position.grid))
        odds.append(late / same)
    assert odds[0] / odds[1] == pytest.approx(priors.LATE / priors.UNSEEN)


def test_hidden_cells_keep_what_is_believed_of_them() -> None:
    table, position = start()
    table.session.commit({"roll": {"B": 6, "G": 6}})
    source, target = find(position.grid, "G3G1"), find(position.grid, "G3G1", 1)
    hidden = tuple(cell for cell in ("b1", "c1", "d1", "b2") if cell not in (source, target))
    verdict = table.see(lifted(position.grid, source, target), hidden=hidden)
    assert verdict.verdict == "legal"


def test_a_hidden_cell_is_inferred_where_the_rest_leaves_only_that() -> None:
    table, position = start()
    source, target = find(position.grid, "G3G1"), find(position.grid, "G3G1", 1)
    table.session.commit({"roll": {"B": 1, "G": 6}})
    moved = lifted(position.grid, source, target)
    verdict = table.see(moved, hidden=(source,))
    assert verdict.grid[target] == moved[target]


def test_a_board_that_is_lost_for_one_picture_costs_nothing() -> None:
    table, position = start()
    verdict = table.session.lost(1.0, "x.jpg", because("text", text="no board"))
    assert (verdict.verdict, verdict.grid) == ("unsure", position.grid)
    assert table.see(position.grid).verdict == "unchanged"


class NudgedLook(EitherLook):
    """The same, where one stack has been touched since it was known and all others have not."""

    def __init__(self, one: Mapping[str, str], other: Mapping[str, str], known: Mapping[str, str], nudged: str) -> None:
        super().__init__(one, other)
        self.known, self.nudged = known, nudged

    def touched(self, cell: str) -> tuple[str, float]:  # type: ignore[override]
        return self.known[cell], 3.0 if cell == self.nudged else -3.0


@pytest.mark.parametrize("passed", [0, 1])
def test_a_small_that_gave_way_to_its_like_is_told_by_its_having_been_touched(passed: int) -> None:
    """Either of two stacks may have lost its small. The one that was touched and is as it was has been passed through:
    its small went on and the other's came in."""
    table, position = start()
    table.session.commit({"roll": {"B": 6, "G": 6}})
    *sources, target = (find(position.grid, "G3G1", number) for number in range(3))
    one, other = (lifted(position.grid, source, target) for source in sources)
    evidence = evidence_of(NudgedLook(one, other, position.grid, sources[passed]))
    kept = Evidence.from_json(evidence.to_json())
    assert kept.touched == evidence.touched
    verdict = table.session.see(50.0, None, evidence)
    assert verdict.readings[0].grid == (other, one)[passed]
    assert verdict.readings[0].probability > 1.5 * verdict.readings[1].probability


def after_an_open_turn() -> tuple[Table, dict[str, str], dict[str, str]]:
    """A table after a turn of which it stayed open where its small went, and that table as it was first taken, and as
    it may stand instead."""
    table, position = start()
    table.session.commit({"roll": {"B": 6, "G": 6}})
    source, *targets = (find(position.grid, "G3G1", number) for number in range(3))
    one, other = (lifted(position.grid, source, target) for target in targets)
    verdict = table.session.see(50.0, None, evidence_of(EitherLook(one, other)))
    assert verdict.verdict == "legal" and len(verdict.readings) == 2
    return table, *((one, other) if verdict.grid == one else (other, one))


def test_a_turn_that_is_legal_whichever_it_was_is_not_asked_about() -> None:
    table, position = start()
    table.session.commit({"roll": {"B": 6, "G": 6}})
    source, *targets = (find(position.grid, "G3G1", number) for number in range(3))
    one, other = (lifted(position.grid, source, target) for target in targets)
    verdict = table.session.see(50.0, None, evidence_of(EitherLook(one, other)))
    assert verdict.verdict == "legal" and verdict.confidence > 0.95
    assert [reading.probability for reading in verdict.readings] == pytest.approx([0.5, 0.5], abs=0.02)
    doubted = " and ".join(cell for cell in one if one[cell] != other[cell])
    assert words(*verdict.notes) == (f"it may have been another legal turn: compare {doubted} with the table",)
    grid = verdict.readings[1].grid
    assert grid != verdict.grid and grid in (one, other)
    assert table.session.correct(51.0, {"reading": 1}).grid == grid


def test_a_turn_that_may_not_have_been_made_is_asked_about() -> None:
    table, position = start()
    table.session.commit({"roll": {"B": 6, "G": 6}})
    one = lifted(position.grid, find(position.grid, "G3G1"), find(position.grid, "G3G1", 1))
    verdict = table.session.see(50.0, None, evidence_of(EitherLook(one, position.grid)))
    assert (verdict.verdict, *words(verdict.reason)) == ("unsure", "too close to call")
    assert {reading.verdict for reading in verdict.readings} == {"legal", "unchanged"}


@pytest.mark.parametrize("made", [True, False])
@pytest.mark.parametrize("later", ["seen better", "the next turn"])
def test_a_question_that_nobody_answers_is_settled_by_a_later_look(made: bool, later: str) -> None:
    table, position = start()
    table.session.commit({"roll": {"B": 6, "G": 6}})
    one = lifted(position.grid, find(position.grid, "G3G1"), find(position.grid, "G3G1", 1))
    assert table.session.see(50.0, None, evidence_of(EitherLook(one, position.grid))).verdict == "unsure"
    stands = one if made else dict(position.grid)
    if later == "the next turn":
        table.session.commit({"roll": {"R": 6, "Y": 6}})
        stands = lifted(stands, find(stands, "R3R1"), find(stands, "R3R1", 1))
    verdict = table.see(stands)
    wanted = "legal" if made or later == "the next turn" else "unchanged"
    assert (verdict.verdict, verdict.grid, verdict.readings) == (wanted, stands, ())


def large_turn(rng: random.Random, position: Position, roll: Mapping[str, int]) -> Turn:
    """A turn that changes seven cells at least."""
    while True:
        grid = dict(position.grid)
        for ends in colour_ends(position, roll):
            grid |= {cell: stack for cell, stack in zip(ends.cells, rng.choice(ends.tables), strict=True) if stack}
        if sum(grid[cell] != position.grid[cell] for cell in grid) >= 7 and (turn := turn_to(position, grid, roll)):
            return turn


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(often(6)))
def test_a_large_turn_is_found_though_much_of_it_looks_like_something_else(seed: int) -> None:
    _, position = start()
    roll = {"B": 6, "G": 6}
    grid = large_turn(random.Random(seed), position, roll).position.grid
    evidence = evidence_of(SimulatedLook(Scene(dict(grid), salt=seed), 4.0))
    readings = read(
        Situation(LooneyTable(), (Belief(1.0, position),), Commitment("cool", {"roll": roll}), None), evidence
    )
    assert grid in [reading.grid for reading in readings]


def test_a_table_that_fits_nothing_is_not_judged() -> None:
    """Each cell of a turn looks a little more like something else: together they look like no turn."""
    table, position = start()
    table.session.commit({"roll": {"B": 6, "G": 6}})
    grid = lifted(position.grid, find(position.grid, "G3G1"), find(position.grid, "G3G1", 1))

    class StrangeLook(EnteredLook):
        def log_likelihoods(self, cell: str, stacks: Sequence[str]) -> NDArray[np.float64]:
            known = {grid[cell]: -1.2, grid[cell] + grid[cell][0] + "1": 0.0}
            return np.array([known.get(stack, -40.0) for stack in stacks])

    verdict = table.session.see(50.0, None, evidence_of(StrangeLook(LooneyTable(), grid)))
    assert verdict.verdict == "unsure"
    assert words(verdict.reason) == ("the table does not look like any that could stand there",)


def test_a_turn_seen_in_its_time_is_not_told_as_unseen() -> None:
    table, position = start()
    table.session.commit({"roll": {"B": 6, "G": 6}})
    one = lifted(position.grid, find(position.grid, "G3G1"), find(position.grid, "G3G1", 1))

    class FaintLook(EnteredLook):
        """The table before the turn is hardly less likely to look so."""

        def log_likelihoods(self, cell: str, stacks: Sequence[str]) -> NDArray[np.float64]:
            known = np.array([stack == position.grid[cell] for stack in stacks])
            return np.maximum(super().log_likelihoods(cell, stacks), np.where(known, -2.5, -np.inf))

    assert table.session.see(50.0, None, evidence_of(FaintLook(LooneyTable(), one))).verdict == "legal"
    table.session.commit({"roll": {"R": 6, "Y": 6}})
    verdict = table.see(lifted(one, find(one, "R3R1"), find(one, "R3R1", 1)))
    assert (verdict.verdict, verdict.notes) == ("legal", ())


def test_a_piece_is_seldom_lost_in_the_course_of_a_turn() -> None:
    table, position = start()
    table.session.commit({"roll": {"B": 6, "G": 6}})
    once = lifted(position.grid, find(position.grid, "G3G1"), find(position.grid, "G3G1", 1))
    source, target = find(once, "B3B1"), find(once, "B3B1", 1)

    class HalfHiddenLook(EnteredLook):
        """One that rather misses the small which came to the target."""

        def log_likelihoods(self, cell: str, stacks: Sequence[str]) -> NDArray[np.float64]:
            missed = np.array([cell == target and stack == once[target] for stack in stacks])
            return np.where(missed, 5.0, super().log_likelihoods(cell, stacks))

    look = HalfHiddenLook(LooneyTable(), lifted(once, source, target))
    assert table.session.see(50.0, None, evidence_of(look)).verdict == "legal"


def broken(grid: Mapping[str, str]) -> dict[str, str]:
    """The table after warm has moved two of cool's smalls."""
    once = moved(grid)
    return lifted(once, find(once, "B3B1"), find(once, "R3R1"))


def moved(grid: Mapping[str, str]) -> dict[str, str]:
    """The table after warm has moved one of cool's smalls."""
    return lifted(grid, find(grid, "B3B1"), find(grid, "B3B1", 1))


def test_nobody_is_accused_of_much_after_a_turn_that_stayed_open() -> None:
    table, grid, _ = after_an_open_turn()
    table.session.commit({"roll": {"R": 6, "Y": 6}})
    for _ in range(2):
        verdict = table.see(broken(grid))
        assert (verdict.verdict, *words(verdict.reason)) == ("unsure", "an earlier turn may have been misread")
        assert "illegal" in [reading.verdict for reading in verdict.readings]


def test_once_the_players_say_how_the_table_stands_it_is_no_longer_doubted() -> None:
    table, *_ = after_an_open_turn()
    grid = table.session.correct(51.0, {"reading": 1}).grid
    table.session.commit({"roll": {"R": 6, "Y": 6}})
    assert table.see(moved(grid)).verdict == "illegal"


def test_doubt_fades_while_later_turns_are_understood() -> None:
    table, grid, _ = after_an_open_turn()
    for roll, stack in (({"R": 6, "Y": 6}, "R3R1"), ({"B": 6, "G": 6}, "B3B1"), ({"R": 6, "Y": 6}, "Y3Y1")):
        table.session.commit({"roll": roll})
        grid = lifted(grid, find(grid, stack), find(grid, stack, 1))
        assert table.see(grid).verdict == "legal"
    table.session.commit({"roll": {"B": 6, "G": 6}})
    foreign = lifted(grid, find(grid, "Y3Y1"), find(grid, "Y3Y1", 1))
    assert table.see(foreign).verdict == "illegal"


def test_a_turn_is_told_though_it_is_open_what_stands_elsewhere() -> None:
    table, one, other = after_an_open_turn()
    table.session.commit({"roll": {"R": 6, "Y": 6}})
    hop = find(one, "R3R1"), find(one, "R3R1", 1)
    verdict = table.session.see(51.0, None, evidence_of(EitherLook(lifted(one, *hop), lifted(other, *hop))))
    assert verdict.verdict == "legal"
    assert [(move["from"], move["to"]) for move in verdict.moves] == [hop]
    doubted = " and ".join(cell for cell in one if one[cell] != other[cell])
    assert words(*verdict.notes) == (f"in doubt since an earlier look: {doubted}; compare them with the table",)


def test_that_nothing_was_done_is_told_though_it_is_open_what_stands_elsewhere() -> None:
    table, one, other = after_an_open_turn()
    table.session.commit({"roll": {"R": 6, "Y": 6}})
    verdict = table.session.see(51.0, None, evidence_of(EitherLook(one, other)))
    doubted = " and ".join(cell for cell in one if one[cell] != other[cell])
    assert verdict.verdict == "unchanged"
    assert words(*verdict.notes) == (f"in doubt since an earlier look: {doubted}; compare them with the table",)
    hop = find(one, "R3R1"), find(one, "R3R1", 1)
    turned = EitherLook(lifted(one, *hop), lifted(other, *hop))
    assert table.session.see(52.0, None, evidence_of(turned)).verdict == "legal"
    assert table.session.see(53.0, None, evidence_of(EitherLook(one, other))).verdict == "takeback"


def test_who_is_asked_what_was_done_is_asked_again_if_nothing_has_been_done_since() -> None:
    table, position = start()
    table.session.commit({"roll": {"B": 6, "G": 6}})
    turned = lifted(position.grid, find(position.grid, "G3G1"), find(position.grid, "G3G1", 1))
    either = EitherLook(position.grid, turned)
    for t in (50.0, 51.0):
        assert table.session.see(t, None, evidence_of(either)).verdict == "unsure"


def test_who_is_asked_the_same_again_is_told_what_to_do() -> None:
    table, position = start()
    table.session.commit({"roll": {"B": 6, "G": 6}})
    hop = find(position.grid, "G3G1"), find(position.grid, "G3G1", 1)
    either = evidence_of(EitherLook(position.grid, lifted(position.grid, *hop)))
    first, *more = (words(*table.session.see(t, None, either).notes) for t in (1.0, 2.0, 3.0))
    assert first == ()
    assert all(all(cell in note.split(".")[0] for cell in hop) and "Lift away" in note for (note,) in more)
    table.session.correct(4.0, {"cells": {hop[0]: position.grid[hop[0]]}})
    assert words(*table.session.see(5.0, None, either).notes) == (), "what was answered is not asked again"


def test_colours_of_the_set_up_that_are_open_are_told_by_the_first_turn_with_them() -> None:
    for seed in range(4):
        one = random_setup(random.Random(seed)).grid
        red, yellow = find(one, "R3R1"), find(one, "Y3Y1")
        other = changed(one, **{red: "Y3Y1", yellow: "R3R1"})
        session = Session(LooneyTable())
        setup = session.see(0.0, None, evidence_of(EitherLook(one, other)))
        assert setup.verdict == "setup" and setup.confidence == pytest.approx(0.5, abs=0.01)
        assert set(session.plainly_seen()) == set(one) - {red, yellow}
        session.commit({"roll": {"R": 6, "Y": 6}})
        truth = other if seed % 2 else one
        turned = lifted(truth, yellow, find(truth, truth[yellow], 1 if find(truth, truth[yellow]) == yellow else 0))
        verdict = session.see(1.0, None, evidence_of(EnteredLook(LooneyTable(), turned)))
        assert (verdict.verdict, verdict.grid) == ("legal", turned)


@pytest.mark.parametrize("roll", [{"B": 7, "G": 1}, {"B": 0, "G": 1}, {"B": 1, "R": 1}, {"B": 1}, {}, {"K": 1, "C": 2}])
def test_rolls_that_cannot_be_are_refused(roll: dict[str, int]) -> None:
    table, _ = start()
    with pytest.raises(GameError):
        table.session.commit({"roll": roll})
    table.session.commit({"roll": {"B": 1, "G": 1}})


def test_four_dice_rolled_together_count_for_the_side_to_move() -> None:
    table, position = start()
    table.session.commit({"roll": {"R": 1, "Y": 2, "G": 3, "B": 4}})
    verdict = table.see(position.grid)
    assert (verdict.side, verdict.roll) == ("cool", {"B": 4, "G": 3})


def test_a_faulty_setup_is_told_in_words() -> None:
    position = random_setup(random.Random(DEFAULT_SEED))
    faulty = changed(position.grid, **{find(position.grid, "R3R1"): "G3G1", find(position.grid, "R3R1", 1): "G3G1"})
    for salt in range(often(10)):
        session = Session(LooneyTable())
        with raises_saying("green"):
            session.see(0.0, None, evidence_of(SimulatedLook(Scene(faulty, salt=salt), NOISE)))
        assert not session.started


@pytest.mark.parametrize("stack", ["", "R3", "R3B1"])
def test_one_faulty_cell_is_enough(stack: str) -> None:
    position = random_setup(random.Random(DEFAULT_SEED))
    cell = find(position.grid, "R3R1")
    with raises_saying("red"):
        Session(LooneyTable()).see(
            0.0, None, evidence_of(SimulatedLook(Scene(changed(position.grid, **{cell: stack})), NOISE))
        )


def test_a_pile_that_looks_like_a_pair_from_another_set_is_rather_misread() -> None:
    position = random_setup(random.Random(DEFAULT_SEED))
    looks_like = changed(position.grid, a1="B3B1")
    verdict = Session(LooneyTable()).see(0.0, None, evidence_of(SimulatedLook(Scene(looks_like), NOISE)))
    assert (verdict.verdict, verdict.grid) == ("setup", position.grid)


def test_a_hand_over_the_setup_is_waited_for_unless_nothing_is_open() -> None:
    position = random_setup(random.Random(DEFAULT_SEED))
    unfinished = changed(position.grid, b1="", c1="")
    session = Session(LooneyTable())
    hidden = (find(position.grid, "R3R1"), find(position.grid, "G3G1"))
    for scene in (Scene(position.grid, hand=True, hidden=hidden), Scene(unfinished, hand=True)):
        assert session.see(0.0, None, evidence_of(SimulatedLook(scene, NOISE))).verdict == "hand"
        assert not session.started
    scene = Scene(position.grid, hand=True, hidden=hidden[:1])
    assert session.see(0.0, None, evidence_of(SimulatedLook(scene, NOISE))).verdict == "setup"


def test_any_proper_setup_is_read_right() -> None:
    for seed in range(often(40)):
        position = random_setup(random.Random(seed))
        table = Table(position, salt=10_000 + seed)
        assert table.session.position == initial(position.grid)


@pytest.mark.slow
def test_wrong_readings_of_single_cells_never_make_a_false_accept() -> None:
    rng = random.Random(11)
    for seed in range(often(8)):
        position = random_setup(rng)
        table = Table(position, salt=100 * seed)
        roll = random_roll(rng, "cool")
        turn = random_turn(rng, position, roll)
        table.session.commit({"roll": roll})
        lie = rng.choice([cell for cell in position.grid if position.grid[cell] == turn.position.grid[cell]])
        verdict = table.see(turn.position.grid, lies={lie: "R3Y1"})
        assert verdict.grid[lie] == position.grid[lie]
        assert verdict.verdict in ("legal", "illegal", "unsure", "unchanged")
