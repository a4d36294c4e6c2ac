"""What suggestions rest on: points to win, chances under the dice, and the turn made of them."""

from heapq import heappop, heappush
from itertools import product
from random import Random

import pytest

from companion.games.looney_blockade.rules.advising.points_to_five_towers import BearOff
from companion.games.looney_blockade.rules.advising.race import Race
from companion.games.looney_blockade.rules.advising.race_odds import (
    MOST_POINTS,
    expected_turns,
    turns_to_win,
    win_chance,
)
from companion.games.looney_blockade.rules.advising.suggesting import suggest
from companion.games.looney_blockade.rules.model import RULINGS, SIDES, Options, Position
from companion.games.looney_blockade.rules.rules import UNREACHABLE
from companion.games.looney_blockade.rules.searching.colour_state import Space, State, capped, steps_from, with_black
from companion.games.looney_blockade.rules.searching.turn_results import solo_space
from companion.games.looney_blockade.rules.setup import initial
from companion.games.looney_blockade.rules.turns import Table, apply, outcome
from tests.games.looney_blockade.rules.positions import played_positions, sparse_position
from tests.games.saying import said
from tests.often import often

PATIENCE = 100_000


def databases(position: Position, colour: str) -> tuple[Space, Race, BearOff]:
    space = solo_space(Table.of(position, RULINGS), colour)
    race = Race(space, not any(position.supply), "exact")
    return space, race, BearOff(space, race, "exact")


def points_by_plain_search(space: Space, most: int) -> int | None:
    """Uniform-cost search without any bound; None for more than `most` points."""
    spent: dict[State, int] = {space.start: 0}
    queue = [(0, space.start)]
    while queue:
        cost, state = heappop(queue)
        if sum(capped(code) and code[0] == "3" for code in state) >= 5:
            return cost
        if cost > spent[state]:
            continue
        for step, landed in steps_from(space, state, most - cost, "exact"):
            then = with_black(landed, step.j, "L") if step.cap else landed
            if cost + step.cost < spent.get(then, most + 1):
                spent[then] = cost + step.cost
                heappush(queue, (spent[then], then))
    return None


@pytest.mark.parametrize("colour", "BG")
def test_the_default_set_up_needs_24_points(colour: str) -> None:
    """A table of all 307,524 states, made by a separate prototype, has the same start value."""
    space, race, database = databases(initial(), colour)
    assert database.points(space.start, PATIENCE) == (24, True)
    assert race.at_least(space.start) <= 24


def test_points_to_win_agree_with_a_plain_search() -> None:
    rng = Random(11)
    agreed = 0
    for _ in range(often(60)):
        position = sparse_position(rng)
        if not any(position.supply):
            continue
        for colour in SIDES[position.to_move]:
            space, race, database = databases(position, colour)
            found = points_by_plain_search(space, 7)
            points, exact = database.points(space.start, PATIENCE)
            assert exact
            if found is None:
                assert points > 7
            else:
                assert points == found
                agreed += 1
                assert race.at_least(space.start) <= found
    assert agreed > often(15)


def test_the_quick_bound_is_never_too_high_and_mostly_right() -> None:
    reached = count = 0
    for position in played_positions(Random(5), 24)[::4]:
        for colour in SIDES[position.to_move]:
            space, race, database = databases(position, colour)
            points, exact = database.points(space.start, 1_500)
            assert race.at_least(space.start) <= points
            count += exact
            reached += exact and race.at_least(space.start) == points
    assert reached > 0.6 * count


def test_every_hop_changes_the_points_by_no_more_than_it_costs() -> None:
    position = played_positions(Random(8), 12)[-1]
    space, _, database = databases(position, SIDES[position.to_move][0])
    points, _ = database.points(space.start, PATIENCE)
    nearer = []
    for step, landed in steps_from(space, space.start, 8, "exact"):
        then = with_black(landed, step.j, "L") if step.cap else landed
        after, _ = database.points(then, PATIENCE)
        assert after >= points - step.cost
        nearer.append(after == points - step.cost)
    assert any(nearer)


def test_what_an_impatient_search_says_is_no_more_than_the_truth() -> None:
    position = played_positions(Random(2), 9)[-1]
    for colour in SIDES[position.to_move]:
        space, _, database = databases(position, colour)
        hasty, _ = database.points(space.start, 5)
        assert hasty <= database.points(space.start, PATIENCE)[0]


def test_a_colour_without_its_pieces_never_wins() -> None:
    grid = {cell: stack[:-2] if stack == "B3B1" else stack for cell, stack in initial().grid.items()}
    space, race, database = databases(Position(grid, (5, 5, 5), "cool"), "B")
    assert race.at_least(space.start) == UNREACHABLE
    assert database.points(space.start, PATIENCE)[0] == UNREACHABLE


def test_chances_of_the_first_turn() -> None:
    assert turns_to_win(1, 1)[0] == pytest.approx(1)
    assert turns_to_win(6, MOST_POINTS)[0] == pytest.approx(7 / 36), "a six, or the sum of two threes"
    assert turns_to_win(7, MOST_POINTS)[0] == 0
    assert turns_to_win(6, 6)[0] == pytest.approx(12 / 36), "a six on one die or the other, or the sum of two threes"


@pytest.mark.parametrize("points", [(1, 9), (5, 5), (12, 20), (24, 24), (MOST_POINTS, MOST_POINTS)])
def test_chances_of_all_turns_add_up(points: tuple[int, int]) -> None:
    assert sum(turns_to_win(*points)) == pytest.approx(1, abs=1e-3)


def test_fewer_points_are_never_worse() -> None:
    for mine, theirs in product([(3, 9), (8, 8), (14, 20)], [(2, 30), (9, 9), (20, 20)]):
        better = mine[0] - 1, mine[1]
        assert win_chance(better, theirs) >= win_chance(mine, theirs)
        assert win_chance(mine, theirs) <= win_chance(mine, (theirs[0] + 1, theirs[1]))
        assert expected_turns(better) <= expected_turns(mine)
    assert win_chance((0, 20), (1, 1)) == 1
    assert win_chance((9, 9), (9, 9)) < 0.5, "the other side moves next"
    assert win_chance((4, 9), (9, 2)) == win_chance((9, 4), (2, 9))


def nearly_won() -> Position:
    """Cool needs one hop of one point on b3 for its fifth green tower."""
    grid = {**initial().grid, "a5": "C3", "b3": "G3G2", "c3": "C3G1"}
    grid |= dict.fromkeys(("b1", "c1", "d1", "b2"), "G3G2G1K3")
    return Position(grid, (5, 5, 1), "cool")


def test_a_win_is_taken() -> None:
    suggestion = suggest(nearly_won(), {"B": 6, "G": 1})
    assert outcome(suggestion.turn.position).winner == "cool"
    assert (suggestion.chance, suggestion.turns) == (1, 0)
    assert suggestion.points_to_win["G"] == 0
    assert said(suggestion.reason) == "wins with the fifth green tower"


def test_the_quicker_way_is_taken_in_a_race_as_good_as_won() -> None:
    """Cool needs two points; without the order of equal chances it would idle, since it cannot lose any more."""
    grid = {**nearly_won().grid, "b3": "G3", "a4": nearly_won().grid["a4"], "a5": "C3G2"}
    position = Position(grid, (5, 5, 1), "cool")
    suggestion = suggest(position, {"B": 4, "G": 2})
    assert suggestion.points_to_win["G"] == 1, "the medium gets to b3"


def test_nothing_is_suggested_after_a_win() -> None:
    won = suggest(nearly_won(), {"B": 1, "G": 1}).turn.position
    suggestion = suggest(won, {"R": 6, "Y": 6})
    assert suggestion.turn.hops == ()
    assert suggestion.chance == 0
    assert said(suggestion.reason) == "the game is over: cool has won"


def test_thinking_goes_on_until_the_time_is_out() -> None:
    asked = []

    def out_of_time() -> bool:
        asked.append(True)
        return len(asked) > 1

    position = played_positions(Random(3), 8)[-1]
    roll = dict(zip(SIDES[position.to_move], (4, 3), strict=True))
    longer = suggest(position, roll, out_of_time=out_of_time)
    assert len(asked) < 60, "two colours with two ways to spend low dice, and the ends of the first round"
    assert apply(position, roll, [(hop.start, hop.end) for hop in longer.turn.hops]) == longer.turn
    assert suggest(position, roll) == suggest(position, roll), "the same request gets the same answer"


@pytest.mark.parametrize("options", [Options(landing="b"), Options(landing="c"), Options(tower="containing")])
def test_suggestions_keep_to_the_options(options: Options) -> None:
    for position in played_positions(Random(4), 8)[3::4]:
        roll = dict(zip(SIDES[position.to_move], (3, 2), strict=True))
        turn = suggest(position, roll, options).turn
        assert apply(position, roll, [(hop.start, hop.end) for hop in turn.hops], options) == turn


def test_a_suggestion_says_what_it_builds() -> None:
    suggestion = suggest(initial(), {"B": 1, "G": 4})
    assert said(suggestion.reason).startswith("builds a tower on ")
    assert 0 < suggestion.chance < 1
    assert 4 < suggestion.turns < 8
