"""The engine against the literal reference: whole turns, pass lines and counts."""

from dataclasses import replace
from itertools import product
from random import Random

import pytest

from companion.games.pyramid_ball.rules.board import PLAYERS, SQUARES
from companion.games.pyramid_ball.rules.counting import perft
from companion.games.pyramid_ball.rules.model import Mode, Options, Position, Program
from companion.games.pyramid_ball.rules.notation import program_from_text
from companion.games.pyramid_ball.rules.passing import squares_crossed
from companion.games.pyramid_ball.rules.setup import initial
from companion.games.pyramid_ball.rules.turns import Pending, Turn, apply
from tests.games.pyramid_ball.rules.positions import random_options, random_position, random_program, random_programs
from tests.games.pyramid_ball.rules.reference import (
    NeedsAnswerError,
    ends_of_one_row,
    name,
    spot,
    squares_entered,
    turn,
)


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


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
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
def test_whole_games_agree(mode: Mode) -> None:
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


def test_counts_of_one_row_agree() -> None:
    rng = Random(8)
    for _ in range(10):
        position, player = random_position(rng), rng.randrange(2)
        other = replace(random_program(rng, position, 1 - player), blitz=False)
        expected = ends_of_one_row(position.to_json(), PLAYERS[player], other.to_json())
        assert perft(position, player, other, 1) == expected


@pytest.mark.slow
def test_counts_of_two_rows_agree() -> None:
    """Every program of two rows, with and without a pass, played from end to end in the reference."""
    position = Position.from_json(
        {
            "first": {"S": "c7", "M": "d7", "L": "a1"},
            "second": {"S": "d8", "M": "c6", "L": "g1"},
            "ball": ["first", "M"],
        }
    )
    other = program_from_text("S:F.. M:.B. L:...")
    theirs = other.to_json()
    ends = set()
    for words in product(["".join(word) + "." for word in product("FBLR.", repeat=2)], repeat=2):
        for receiver in (None, "S", "L"):
            for corner in ("...", "F..", "R..", "FF.", "FR.", "RF.", "RR.", ".F.", ".R."):
                marks = {"row": 2, "to": receiver} if receiver else None
                mine = {"S": words[0], "M": words[1], "L": corner, "pass": marks}
                end = turn(position.to_json(), {"first": mine, "second": theirs})
                ends.add(str([end[entry] for entry in ("first", "second", "ball", "score")]))
    assert perft(position, 0, other, 2) == len(ends)
