"""What holds for every position and every turn of Leistiko's Blockade."""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.leistiko_blockade.rules.checking import check
from companion.games.leistiko_blockade.rules.model import (
    SIDES,
    Options,
    Position,
    Roll,
    Rows,
    Sighting,
    Step,
    StepKind,
    Turn,
    Violation,
)
from companion.games.leistiko_blockade.rules.notation import (
    position_from_text,
    position_to_text,
    turn_from_text,
    turn_to_text,
)
from companion.games.leistiko_blockade.rules.turns import apply, moves, outcome, perft, row_fault
from tests.games.leistiko_blockade.rules.positions import LEISTIKO_OPTIONS, may_rest, random_position, random_roll
from tests.games.saying import said
from tests.often import often

seeds = st.integers(0, 2**32).map(Random)
every_options = st.sampled_from(LEISTIKO_OPTIONS).map(Options.from_json)


def draw(rng: Random, options: Options) -> tuple[Position, int, Roll]:
    """A position, a row that may be chosen, and a roll for it."""
    position = random_position(rng, 8, may_rest(options))
    rows = [row for row in range(1, 7) if not row_fault(position, row)]
    row = rng.choice([row for row in rows if position.rows(position.to_move)[row - 1]])
    return position, row, random_roll(rng, position, row, options, 4)


def mirrored(position: Position) -> Position:
    """Left and right exchanged."""
    across = tuple(rows[::-1] for rows in position.across)
    return Position(position.first[::-1], position.second[::-1], position.to_move, (across[0], across[1]))


def exchanged(position: Position) -> Position:
    """First and second player exchanged."""
    to_move = SIDES[position.to_move == "first"]
    return Position(position.second, position.first, to_move, position.across[::-1])


@given(seeds, every_options)
@settings(max_examples=often(100))
def test_every_turn_replays_is_judged_legal_and_goes_through_text(rng: Random, options: Options) -> None:
    position, row, roll = draw(rng, options)
    turns = moves(position, roll, row, options)
    assert turns[0].steps == () and turns[0].position == position.after(position.all_of(position.to_move))
    for turn in rng.sample(turns, min(5, len(turns))):
        assert apply(position, row, roll, turn.steps, options) == turn
        found = check(position, Sighting.of(turn.position), roll, row, options)
        assert isinstance(found, Turn)
        assert found.position == turn.position
        assert found.moved + found.leapt == turn.moved + turn.leapt
        assert turn_from_text(turn_to_text(roll, turn)) == (row, roll, turn.steps)
    assert perft(position, roll, row, options) == len(turns)


@given(seeds, every_options)
@settings(max_examples=often(100))
def test_pieces_are_kept_but_for_those_that_leap(rng: Random, options: Options) -> None:
    position, row, roll = draw(rng, options)
    mover, other = position.to_move, SIDES[position.to_move == "first"]
    for turn in moves(position, roll, row, options):
        off = sum(step.kind in ("leap", "off") for step in turn.steps)
        assert sum(turn.position.all_of(mover)) == sum(position.all_of(mover)) - off
        assert turn.position.all_of(other) == position.all_of(other)
        was, now = position.rows(mover), turn.position.rows(mover)
        assert all(now[i] >= was[i] for i in range(6) if i != row - 1)
        assert turn.position.to_move == other
        assert turn.position.final_turn == (
            mover == "first" and not any(turn.position.all_of("first")) and any(position.all_of("second"))
        )


def ends(position: Position, roll: Roll, row: int, options: Options) -> set[tuple[Rows, int]]:
    return {
        (turn.position.all_of(position.to_move), turn.moved + turn.leapt)
        for turn in moves(position, roll, row, options)
    }


@given(seeds, every_options)
@settings(max_examples=often(60))
def test_left_and_right_and_both_players_are_alike(rng: Random, options: Options) -> None:
    position, row, roll = draw(rng, options)
    straight = ends(position, roll, row, options)
    flipped = ends(mirrored(position), roll, 7 - row, options)
    assert {(pieces[5::-1] + pieces[:5:-1], points) for pieces, points in flipped} == straight
    assert ends(exchanged(position), roll, row, options) == straight


@given(seeds)
@settings(max_examples=often(60))
def test_more_points_never_forbid_anything_and_fewer_opponents_neither(rng: Random) -> None:
    options = Options()
    position, row, _ = draw(rng, options)
    by_die = [{pieces for pieces, _ in ends(position, Roll((die,)), row, options)} for die in range(1, 7)]
    assert all(low <= high for low, high in pairwise(by_die))
    alone = {"first": position.first, "second": position.second, SIDES[position.to_move == "first"]: (1, 0, 0, 0, 0, 0)}
    if position.rows(SIDES[position.to_move == "first"])[0]:
        eased = Position(alone["first"], alone["second"], position.to_move)
        assert by_die[3] <= {pieces for pieces, _ in ends(eased, Roll((4,)), row, options)}


@given(seeds)
@settings(max_examples=often(80))
def test_the_least_die_that_pays_is_what_the_turn_needs(rng: Random) -> None:
    options = Options()
    position, row, roll = draw(rng, options)
    turn = rng.choice(moves(position, roll, row, options))
    seen = Sighting.of(turn.position)
    for die in range(1, 7):
        judged = check(position, seen, Roll((die,)), row, options)
        assert isinstance(judged, Turn) == (die >= turn.moved + turn.leapt)
        if isinstance(judged, Violation):
            assert judged.rule == "LB-points"
            assert f"that takes {turn.moved + turn.leapt} point" in said(judged.reason)


@given(seeds, every_options)
@settings(max_examples=often(100))
def test_every_refusal_names_a_rule_and_a_legal_turn(rng: Random, options: Options) -> None:
    position, row, roll = draw(rng, options)
    seen = Sighting(
        tuple(max(0, n + rng.choice((-1, 0, 0, 0, 1))) for n in position.first),
        tuple(max(0, n + rng.choice((-1, 0, 0, 0, 0, 0, 1))) for n in position.second),
        position.across,
    )
    announced = rng.choice((row, None))
    judged = check(position, seen, roll, announced, options)
    if isinstance(judged, Violation):
        assert judged.rule.startswith("LB-") and said(judged.reason) and judged.cells
        assert judged.nearest
        assert isinstance(
            check(position, Sighting.of(judged.nearest.position), roll, judged.nearest.row, options), Turn
        )


@given(seeds, every_options, st.lists(st.tuples(st.integers(1, 6), st.integers(0, 7)), max_size=8))
@settings(max_examples=often(100))
def test_what_apply_takes_is_in_the_list_of_moves(rng: Random, options: Options, wild: list[tuple[int, int]]) -> None:
    position, row, roll = draw(rng, options)
    kinds: tuple[StepKind, ...] = ("leap", "cross", "off")
    steps = [
        Step("move", start, 1, to) if rng.random() < 0.6 else Step(rng.choice(kinds), start, 0) for start, to in wild
    ]
    played = apply(position, row, roll, steps, options)
    if isinstance(played, Turn):
        assert played.position in [turn.position for turn in moves(position, roll, row, options)]
    else:
        assert played.nearest and apply(position, row, roll, played.nearest.steps, options) == played.nearest


@given(seeds, st.booleans())
@settings(max_examples=often(80))
def test_positions_go_through_text_and_json(rng: Random, resting: bool) -> None:
    position = random_position(rng, 13, resting)
    assert position_from_text(position_to_text(position)) == position
    assert Position.from_json(position.to_json()) == position
    assert hash(Position.from_json(position.to_json())) == hash(position)


@pytest.mark.rule("LB-end")
@given(seeds)
@settings(max_examples=often(30))
def test_games_of_willing_players_end_and_say_so(rng: Random) -> None:
    position = random_position(rng, 6)
    for _ in range(400):
        if outcome(position).winner:
            break
        row = rng.choice([row for row in range(1, 7) if not row_fault(position, row)])
        turns = moves(position, Roll((rng.randint(1, 6),)), row)
        position = min(turns, key=lambda turn: (sum(turn.position.rows(position.to_move)), rng.random())).position
    assert outcome(position).winner
    assert moves(position, Roll((6,))) == []
