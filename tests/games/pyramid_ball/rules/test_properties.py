"""What holds for every position and every pair of programs of Pyramid Ball."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.gamefile import WrittenGame
from companion.games.pyramid_ball.rules.board import SQUARES
from companion.games.pyramid_ball.rules.checking import Seen, check
from companion.games.pyramid_ball.rules.columns import columns
from companion.games.pyramid_ball.rules.gamefile import FORM
from companion.games.pyramid_ball.rules.model import Options, Position, Program
from companion.games.pyramid_ball.rules.movement import resolve
from companion.games.pyramid_ball.rules.notation import (
    position_from_text,
    position_to_text,
    program_from_text,
    program_to_text,
    turn_from_text,
    turn_to_text,
)
from companion.games.pyramid_ball.rules.sheets import judge_sheet
from companion.games.pyramid_ball.rules.turns import Pending, Turn, apply
from tests.games.pyramid_ball.rules.positions import random_options, random_position, random_programs
from tests.often import often

seeds = st.integers(0, 2**32).map(Random)
Programs = tuple[Program, Program]


def played(position: Position, programs: Programs, options: Options, choices: tuple[str, ...]) -> Turn | Pending:
    turn = apply(position, programs, choices, options)
    assert isinstance(turn, Turn | Pending), turn
    return turn


def random_turn(rng: Random, position: Position, programs: Programs, options: Options) -> Turn:
    choices: tuple[str, ...] = ()
    while isinstance(turn := played(position, programs, options, choices), Pending):
        choices = (*choices, rng.choice(turn.question.options))
    return turn


def setting(rng: Random) -> tuple[Position, Programs, Options]:
    position = random_position(rng)
    return position, random_programs(rng, position), random_options(rng)


@given(seeds)
@settings(max_examples=often(200))
def test_pyramids_ball_and_score_are_conserved(rng: Random) -> None:
    position, programs, options = setting(rng)
    after = random_turn(rng, position, programs, options).position
    assert len({*after.squares}) == 6
    assert (after.carrier is None) != (after.loose is None)
    assert after.loose not in after.squares
    assert all(new >= old for old, new in zip(position.score, after.score, strict=True))
    for old, new in zip(position.spent, after.spent, strict=True):
        assert {*old} <= {*new}


@given(seeds)
@settings(max_examples=often(200))
def test_the_events_replay_to_the_position(rng: Random) -> None:
    position, programs, options = setting(rng)
    turn = random_turn(rng, position, programs, options)
    table: dict[str, Any] = position.to_json()
    for event in (event.to_json() for event in turn.events):
        if "from" in event:
            player, size = event["piece"]
            assert table[player][size] == event["from"]
            table[player][size] = event["to"]
        for fact in ("ball", "score", "locked"):
            if fact in event:
                table[fact] = event[fact]
        if event["kind"] == "special":
            table["specials"][event["player"]] = sorted([*table["specials"][event["player"]], event["special"]])
        if event["kind"] == "special-used":
            table["specials"][event["player"]].remove(event["special"])
        assert event["text"] and event["rule"]
    after = turn.position.to_json()
    table["specials"] = {player: sorted(held) for player, held in table["specials"].items()}
    after["specials"] = {player: sorted(held) for player, held in after["specials"].items()}
    for entry in ("first", "second", "ball", "score", "specials", "locked"):
        assert table[entry] == after[entry], entry


def mirrored(square: int) -> int:
    return 7 * (square // 7) + 6 - square % 7


def turned(square: int) -> int:
    """The same square seen by the opponent: far rows near, columns as they are."""
    return 7 * (7 - square // 7) + square % 7


def moved(position: Position, places: Callable[[int], int], swap: bool) -> Position:
    """The position with every square changed, and the players exchanged if `swap`."""
    carrier, squares = position.carrier, [places(square) for square in position.squares]
    both: dict[str, Any] = {"score": position.score, "specials": position.specials, "spent": position.spent}
    locked = position.locked
    if swap:
        squares = squares[3:] + squares[:3]
        carrier = None if carrier is None else (carrier + 3) % 6
        both = {name: pair[::-1] for name, pair in both.items()}
        locked = None if locked is None else 1 - locked
    loose = None if position.loose is None else places(position.loose)
    return replace(position, squares=tuple(squares), carrier=carrier, loose=loose, locked=locked, **both)


LEFT_RIGHT = str.maketrans("LR", "RL")


def flipped(program: Program) -> Program:
    small, medium, large = (word.translate(LEFT_RIGHT) for word in program.commands)
    return replace(program, commands=(small, medium, large))


@pytest.mark.parametrize(("places", "swap"), [(mirrored, False), (turned, True)], ids=["left and right", "sides"])
@given(rng=seeds)
@settings(max_examples=often(200))
def test_a_turn_is_the_same_mirrored_and_from_the_other_side(
    places: Callable[[int], int], swap: bool, rng: Random
) -> None:
    """Left and right are as each player has them."""
    position, programs, options = setting(rng)
    turn = random_turn(rng, position, programs, options)
    one, two = (flipped(program) for program in programs)
    choices = tuple(SQUARES[places(SQUARES.index(each))] if each in SQUARES else each for each in turn.choices)
    other = played(moved(position, places, swap), (two, one) if swap else (one, two), options, choices)
    assert isinstance(other, Turn)
    assert other.position == moved(turn.position, places, swap)


@given(seeds)
@settings(max_examples=often(300))
def test_the_order_in_which_pyramids_are_listed_does_not_matter(rng: Random) -> None:
    position, options = random_position(rng), random_options(rng)
    intents = [rng.randrange(5) for _ in range(6)]
    defence, carrier = rng.randrange(2), rng.randrange(6)
    step = resolve(position.squares, intents, defence, carrier, options=options)
    order = [*rng.sample(range(3), 3), *rng.sample(range(3, 6), 3)]
    squares = tuple(position.squares[piece] for piece in order)
    other = resolve(squares, [intents[piece] for piece in order], defence, order.index(carrier), options=options)
    assert [other.squares[order.index(piece)] for piece in range(6)] == [*step.squares]
    assert {order[piece] for piece in other.blocks} == {*step.blocks}
    assert {order[piece]: block.rule for piece, block in other.blocks.items()} == {
        piece: block.rule for piece, block in step.blocks.items()
    }
    assert step.tackler == (-1 if other.tackler == -1 else order[other.tackler])


@given(seeds)
@settings(max_examples=often(200))
def test_defenders_move_only_by_themselves(rng: Random) -> None:
    position = random_position(rng, "basic")
    intents = [rng.randrange(5) for _ in range(6)]
    step = resolve(position.squares, intents, 1, options=random_options(rng))
    for piece in range(3, 6):
        if step.squares[piece] != position.squares[piece]:
            assert intents[piece] and piece not in step.blocks
    for piece in step.blocks:
        pushed = any(piece in chain.pushed for chain in step.chains)
        assert pushed or step.squares[piece] == position.squares[piece]


@given(seeds)
@settings(max_examples=often(150))
def test_text_and_json_lose_nothing(rng: Random) -> None:
    position, programs, options = setting(rng)
    assert position_from_text(position_to_text(position)) == position
    assert Position.from_json(position.to_json()) == position
    assert all(program_from_text(program_to_text(program)) == program for program in programs)
    assert all(Program.from_json(program.to_json()) == program for program in programs)
    turn = random_turn(rng, position, programs, options)
    assert position_from_text(position_to_text(turn.position)) == turn.position
    assert Position.from_json(turn.position.to_json()) == turn.position
    assert turn_from_text(turn_to_text(programs, turn.choices)) == (programs, turn.choices)
    assert Options.from_json(options.to_json()) == options
    game = WrittenGame(position, ((programs, turn),), options, {"Place": "home"})
    assert FORM.read(FORM.write(game)) == game


@given(seeds)
@settings(max_examples=often(100))
def test_check_takes_what_was_played_and_nothing_else(rng: Random) -> None:
    position, programs, options = setting(rng)
    turn = random_turn(rng, position, programs, options)
    found = check(position, programs, Seen.from_json(turn.position.to_json()), options)
    assert isinstance(found, Turn)
    assert found.position == turn.position
    spoilt = turn.position.to_json()
    player, size = rng.choice(("first", "second")), rng.choice("SML")
    empty = [square for i, square in enumerate(SQUARES) if i not in turn.position.squares]
    spoilt[player][size] = rng.choice(empty)
    wrong = check(position, programs, Seen.from_json(spoilt), options)
    if isinstance(wrong, Turn):
        assert wrong.choices != turn.choices, "another choice led there"
    else:
        assert wrong.differences and wrong.nearest  # type: ignore[union-attr]


@given(seeds)
@settings(max_examples=often(60))
def test_every_listed_column_can_be_laid_out_with_effect(rng: Random) -> None:
    position = random_position(rng)
    player, size = rng.randrange(2), rng.randrange(3)
    found = columns(position, player, size)
    assert len({*found}) == len(found)
    column = rng.choice(found)
    words = ["...", "...", "..."]
    words[size] = column.commands
    marks = [] if column.pass_row is None else [{"row": column.pass_row, "to": "SML"[size]}]
    flags = {"quick_pass": column.pass_row == 1, "blitz": column.blitz, "pass": marks}
    report = judge_sheet(position, player, Program.from_json({**dict(zip("SML", words, strict=True)), **flags}))
    assert not report.faults
    others = {"PB-16", "PB-33"}  # the ball may still come; other pyramids may have to leave the row
    assert {note.rule for note in report.notes} <= others
