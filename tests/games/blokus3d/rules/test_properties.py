"""What holds for every position and every turn of Blokus 3D."""

from collections.abc import Callable
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.blokus3d.rules.checking import Readings, check, check_tops
from companion.games.blokus3d.rules.hints import reach_of_piece, reach_of_square, suggest
from companion.games.blokus3d.rules.model import COLOURS, LETTERS, Placement, Position, Violation
from companion.games.blokus3d.rules.notation import (
    placement_from_text,
    placement_to_text,
    position_from_text,
    position_to_text,
)
from companion.games.blokus3d.rules.pieces import CUBES, PIECES
from companion.games.blokus3d.rules.table import Table
from companion.games.blokus3d.rules.turns import apply, moves, outcome, perft, settled
from tests.games.blokus3d.rules.positions import random_game, random_position, random_start, random_turn
from tests.games.saying import said
from tests.often import often

seeds = st.integers(0, 2**32).map(Random)
Square = tuple[int, int]
Cell = tuple[int, int, int]
SCREWS = {"A4": "B4", "B4": "A4"}


@given(seeds)
@settings(max_examples=often(60))
def test_a_turn_keeps_all_cubes_and_is_found_again(rng: Random) -> None:
    before = random_position(rng)
    turn = random_turn(rng, before)
    after = turn.position
    for player in after.players:
        built = sum(column.count(LETTERS[player]) for column in after.columns.values())
        assert built + sum(CUBES[piece] for piece in after.left[player]) == 40
    assert all(now.startswith(was) for was, now in zip(before.columns.values(), after.columns.values(), strict=True))
    assert all(len(after.column(square)) <= limit for square, limit in after.limits.items())
    assert sum(outcome(after).scores.values()) == sum(map(bool, after.columns.values())) - sum(
        map(len, after.left.values())
    )
    assert check(before, after.columns) == turn
    assert settled(after) == after
    assert set(before.out) <= set(after.out)


@given(seeds)
@settings(max_examples=often(40))
def test_tops_alone_leave_the_turn_among_the_readings(rng: Random) -> None:
    before = random_position(rng)
    turn = random_turn(rng, before)
    tops: dict[str, str | None] = {name: column[-1:] for name, column in turn.position.columns.items()}
    readings = check_tops(before, tops)
    assert isinstance(readings, Readings)
    assert turn.placement in readings.placements
    assert readings.turn in (None, turn)
    hidden = {name: None if rng.random() < 0.2 else letter for name, letter in tops.items()}
    veiled = check_tops(before, hidden)
    assert isinstance(veiled, Readings)
    assert set(readings.placements) <= set(veiled.placements)


@given(seeds)
@settings(max_examples=often(40))
def test_every_refusal_names_a_rule_and_the_nearest_legal_turn(rng: Random) -> None:
    before = random_position(rng)
    after = dict(random_turn(rng, before).position.columns)
    here, there = rng.sample(list(after), 2)
    after[here], after[there] = after[here][:-1], after[there] + after[here][-1:]
    tops = {name: column[-1:] for name, column in after.items()}
    for judged in (check(before, after), check_tops(before, tops)):
        if isinstance(judged, Violation):
            assert judged.rule.startswith("B3-") and said(judged.reason)
            assert judged.nearest is not None
            assert check(before, judged.nearest.position.columns) == judged.nearest


@given(seeds)
@settings(max_examples=often(12))
def test_the_search_plays_as_the_rules_do(rng: Random) -> None:
    """The table that the search plays on, move by move, is the table of the position that `apply` leads to."""
    start = random_start(rng)
    table = Table.of(start)
    for turn in random_game(rng, start):
        table.place(table.space.placements.index(turn.placement))
        bits = table.settle()
        expected = Table.of(turn.position)
        assert all(getattr(table, name) == getattr(expected, name) for name in Table.__slots__)
        assert bits == (expected.legal(expected.seat) if turn.position.to_move else 0)
        table = table.copy()


def moved(position: Position, turn: Callable[[Square], Square], mirrored: bool) -> Position:
    """The position with every square taken elsewhere; a mirror exchanges the screws."""
    columns = {}
    for x, y in position.limits:
        there = turn((x, y))
        columns[f"{there[0]},{there[1]}"] = position.column((x, y))
    left = {
        player: tuple(SCREWS.get(piece, piece) for piece in pieces) if mirrored else pieces
        for player, pieces in position.left.items()
    }
    return Position(position.structure, position.players, columns, left, position.out, position.to_move)


def placement(found: Placement, turn: Callable[[Square], Square], mirrored: bool) -> tuple[str, frozenset[Cell]]:
    piece = SCREWS.get(found.piece, found.piece) if mirrored else found.piece
    return piece, frozenset((*turn((x, y)), z) for x, y, z in found.cells)


@given(seeds)
@settings(max_examples=often(60))
def test_symmetries_of_the_structure_change_nothing(rng: Random) -> None:
    """A half turn of the tower, quarter turns of the pyramid, and the mirror of all structures that have one."""
    position = random_position(rng)
    turns: list[tuple[Callable[[Square], Square], bool]] = {
        "tower": [(lambda s: (9 - s[0], 10 - s[1]), False), (lambda s: (9 - s[0], s[1]), True)],
        "steps": [(lambda s: (9 - s[0], s[1]), True)],
        "pyramid": [(lambda s: (9 - s[0], s[1]), True)],
        "corner": [],
    }[position.structure]
    if position.structure == "pyramid" and len(position.players) > 2:
        turns.append((lambda s: (9 - s[1], s[0]), False))
    for turn, mirrored in turns:
        there = moved(position, turn, mirrored)
        assert {placement(found, turn, mirrored) for found in moves(position)} == {
            (found.piece, frozenset(found.cells)) for found in moves(there)
        }
        assert outcome(there).scores == outcome(position).scores


@given(seeds)
@settings(max_examples=often(40))
def test_colours_are_names_only(rng: Random) -> None:
    position = random_position(rng)
    names = dict(zip(position.players, rng.sample(COLOURS, len(position.players)), strict=True))
    letters = str.maketrans({LETTERS[old]: LETTERS[new] for old, new in names.items()})
    renamed = Position(
        position.structure,
        tuple(names[player] for player in position.players),
        {name: column.translate(letters) for name, column in position.columns.items()},
        {names[player]: pieces for player, pieces in position.left.items()},
        tuple(names[player] for player in position.out),
        names[position.to_move] if position.to_move else None,
    )
    assert moves(renamed) == moves(position)
    assert perft(renamed) == perft(position)


@given(seeds)
@settings(max_examples=often(60))
def test_positions_and_placements_go_through_text_and_json(rng: Random) -> None:
    position = random_position(rng)
    turn = random_turn(rng, position)
    for each in (position, turn.position):
        assert position_from_text(position_to_text(each)) == each
        assert Position.from_json(each.to_json()) == each
        assert hash(Position.from_json(each.to_json())) == hash(each)
    text = placement_to_text(turn.player, turn.placement)
    assert placement_from_text(text) == (turn.player, turn.placement)


@given(seeds)
@settings(max_examples=often(20))
def test_hints_are_legal_and_refusals_are_not(rng: Random) -> None:
    position = random_position(rng)
    legal = moves(position)
    piece = rng.choice(PIECES)
    of_piece = reach_of_piece(position, piece)
    assert of_piece.placements == tuple(each for each in legal if each.piece == piece)
    covered = {f"{x},{y}" for each in of_piece.placements for x, y, _ in each.cells}
    assert covered.isdisjoint(refusal.square for refusal in of_piece.refused)
    assert covered | {refusal.square for refusal in of_piece.refused} == set(position.columns)
    square = rng.choice(list(position.limits))
    on_square = reach_of_square(position, f"{square[0]},{square[1]}")
    assert on_square.placements == tuple(each for each in legal if square in {cell[:2] for cell in each.cells})
    assert position.to_move
    pieces = {each.piece for each in on_square.placements} | {refusal.piece for refusal in on_square.refused}
    assert pieces == set(position.left[position.to_move])
    for refusal in (*of_piece.refused, *on_square.refused):
        assert refusal.fault.rule.startswith("B3-") and said(refusal.fault.reason)
    suggestion = suggest(position, rng.getrandbits(16), lambda: True)
    assert suggestion and suggestion.turn.placement in legal
    assert apply(position, suggestion.turn.placement.piece, suggestion.turn.placement.cells) == suggestion.turn
