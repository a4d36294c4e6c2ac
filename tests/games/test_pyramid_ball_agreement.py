"""The engine against the literal reference: whole turns, pass lines and counts."""

from itertools import product
from random import Random

import pytest
from pyramid_ball_positions import random_options, random_position, random_programs
from pyramid_ball_reference import NeedsAnswerError, name, spot, squares_entered, turn

from companion.games.pyramid_ball import (
    STILL,
    Marker,
    Options,
    Pending,
    Position,
    Program,
    Turn,
    apply,
    initial,
    perft,
)
from companion.games.pyramid_ball.board import SIZES, SQUARES
from companion.games.pyramid_ball.passing import squares_crossed


def play_both(position: Position, programs: tuple[Program, Program], options: Options, rng: Random) -> Turn:
    """Plays the turn in both, with the same random choices, and compares question by question and at the end."""
    sheets = {"first": programs[0].to_json(), "second": programs[1].to_json()}
    choices: list[str] = []
    while True:
        played = apply(position, programs, choices, options)
        context = (position.to_json(), sheets, choices, options)
        try:
            expected = turn(position.to_json(), sheets, choices, options.to_json())
        except NeedsAnswerError as question:
            assert isinstance(played, Pending), context
            assert list(played.question.options) == list(question.options), context
            choices.append(rng.choice(played.question.options))
            continue
        assert isinstance(played, Turn), context
        assert played.position.to_json() == expected, context
        return played


@pytest.mark.parametrize("seed", range(6))
def test_random_turns_agree(seed: int) -> None:
    rng = Random(seed)
    kinds: dict[str, int] = {}
    for _ in range(800):
        position = random_position(rng)
        played = play_both(position, random_programs(rng, position), random_options(rng), rng)
        for event in played.events:
            kinds[event.kind] = kinds.get(event.kind, 0) + 1
    common = {"move", "blocked", "push", "pass", "interception", "tackle", "goal", "recover", "placed", "special"}
    assert common <= kinds.keys(), kinds


@pytest.mark.parametrize("mode", ["basic", "advanced"])
def test_whole_games_agree(mode: str) -> None:
    rng = Random(mode)
    for _ in range(25):
        position = initial(mode)
        for _ in range(20):
            if position.winner is not None:
                break
            position = play_both(position, random_programs(rng, position), random_options(rng), rng).position


@pytest.mark.rule("PB-pass", "PB-12")
def test_every_pass_line_agrees() -> None:
    for start, end in product(range(56), repeat=2):
        entered = squares_entered(spot(SQUARES[start]), spot(SQUARES[end]))
        assert [SQUARES[square] for square in squares_crossed(start, end)] == [*map(name, entered)]


def counted(position: Position, player: int, other: Program, rows: int) -> int:
    """Positions that all programs of one or two rows lead to, by playing every one in the reference."""
    carrier = position.carrier
    marks: list[Marker | None] = [None]
    if rows > 1 and carrier is not None and carrier // 3 == player:
        marks += [Marker(2, size) for size in SIZES]
    rest = "." * (3 - rows)
    words = ["".join(word) + rest for word in product("FBLR.", repeat=rows)]
    their_words = tuple(word[:rows] + rest for word in other.commands)
    theirs = Program(their_words).to_json()
    ends = set()
    for small, medium, large in product(words, repeat=3):
        for mark in marks:
            mine = Program((small, medium, large), (mark,) if mark else ()).to_json()
            sheets = {"first": mine, "second": theirs} if player == 0 else {"first": theirs, "second": mine}
            end = turn(position.to_json(), sheets)
            ends.add(str([end[key] for key in ("first", "second", "ball", "score")]))
    return len(ends)


def test_counts_of_one_row_agree() -> None:
    rng = Random(8)
    for _ in range(8):
        position = random_position(rng, "basic")
        other = random_programs(rng, position)[1]
        other = Program(tuple(word[:3] for word in other.commands))
        assert perft(position, 0, other, 1) == counted(position, 0, other, 1)
    assert perft(initial(), 1, STILL, 1) == counted(initial(), 1, STILL, 1) == 125
