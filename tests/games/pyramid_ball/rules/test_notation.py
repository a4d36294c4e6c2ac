"""Positions, programs, turns and whole games of Pyramid Ball as text: exact lines, and what is said of bad ones."""

import re

import pytest

from companion.games.errors import GameError
from companion.games.gamefile import WrittenGame
from companion.games.pyramid_ball.rules.gamefile import FORM, Programmed
from companion.games.pyramid_ball.rules.model import Marker, Options, Position, Program
from companion.games.pyramid_ball.rules.notation import (
    position_from_text,
    position_to_text,
    program_from_text,
    program_to_text,
    turn_from_text,
    turn_to_text,
)
from companion.games.pyramid_ball.rules.setup import initial
from companion.games.pyramid_ball.rules.turns import Turn, apply
from tests.games.saying import raises_saying

START = "7/7/1l3s1/3m3/3M3/1L3S1/7/7 M 0-0 basic"
ADVANCED = "3S3/7/1l3s1/3m3/7/1L2M2/7/7 e8 3-2 advanced SM-/sl- first"


def test_exact_lines() -> None:
    assert position_to_text(initial()) == START
    assert position_to_text(initial("advanced")) == START.replace("basic", "advanced -/- -")
    position = position_from_text(ADVANCED)
    assert position.to_json() == {
        "first": {"S": "d8", "M": "e3", "L": "b3"},
        "second": {"S": "f6", "M": "d5", "L": "b6"},
        "ball": {"at": "e8"},
        "score": [3, 2],
        "mode": "advanced",
        "specials": {"first": ["S", "M"], "second": ["S", "L"]},
        "locked": "first",
    }
    assert position_to_text(position) == ADVANCED
    held = "3l3/7/5s1/3m3/7/1L2M2/6S/7 l 3-2 advanced M-S/s-ml first:2"
    assert position_from_text(held).stayed == 2
    assert position_to_text(position_from_text(held)) == held


def test_programs_and_turns() -> None:
    program = Program(("RRBF", "RRF", "FFF"), (Marker(2, "L"),), quick_pass=True, blitz=True, void=True)
    assert program_to_text(program) == "S:RRBF M:RRF L:FFF pass2>L quick blitz foul"
    assert program_from_text(" L:FFF  foul M:RRF pass2>L blitz S:RRBF quick") == program
    two = Program(("...", "...", "..."), (Marker(2, "L"), Marker(3, "S")))
    assert program_from_text(program_to_text(two)) == two
    turn = (program, two), ("e8", "S")
    assert turn_from_text(turn_to_text(*turn)) == turn
    assert turn_to_text((two, two)) == "S:... M:... L:... pass2>L pass3>S / S:... M:... L:... pass2>L pass3>S"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "position: rows, ball, score and mode are needed"),
        (START + " -", "position: rows, ball, score and mode are needed"),
        (START.replace("basic", "advanced"), "position: rows, ball, score and mode are needed"),
        (START.replace("basic", "expert"), "mode: 'basic' or 'advanced' is needed"),
        ("7/7/7 M 0-0 basic", "position: 3 rows; eight are needed"),
        (START.replace("7/7", "7/8", 1), "position: row 7: '8' is no pyramid"),
        (START.replace("3m3", "3m2"), "position: row 5 has 6 squares"),
        (START.replace("3m3", "3mm2"), "position: row 5: 'm' is there twice"),
        (START.replace("3m3", "7"), "position: m missing on the board"),
        (START.replace("3m3", "3x3"), "position: row 5: 'x' is no pyramid"),
        (START.replace(" M ", " X "), "position: the ball is with one of"),
        (START.replace("0-0", "0:0"), "position: '0:0' is no score"),
        (START.replace("0-0", "7-0"), "position: '7-0' is no score"),
        (START.replace("0-0", "2-0"), "score: the basic game ends when one player has 1"),
        (START.replace(" M ", " d4 "), "ball: First medium stands on d4"),
        (START.replace(" M ", " e4 "), "locked: while the ball is loose"),
        (ADVANCED.replace("SM-", "MS-"), "position: 'MS-/sl-' is not held-spent"),
        (ADVANCED.replace("SM-", "SM-S"), "specials: first has had S, M, S"),
        (ADVANCED.replace("3-2", "3-1"), "specials: first has had S, M"),
        (ADVANCED.replace(" first", " third"), "position: 'third' is no lock"),
        (ADVANCED.replace(" first", " second"), "locked: the lock ends when the ball leaves row 1"),
        (ADVANCED.replace(" e8", " S"), "locked: first has the ball"),
    ],
)
def test_malformed_positions(text: str, error: str) -> None:
    with raises_saying(f"^{re.escape(error)}"):
        position_from_text(text)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("S:FFF M:FFF", "program: the commands of L are missing"),
        ("S:FFF M:FFF L:FXF", "program: 'L:FXF' is not understood"),
        ("S:FFF M:FFF L:FFF L:FFF", "program: 'L:FFF' is there twice"),
        ("S:FFF M:FFFF L:FFF", "program: medium: three letters"),
        ("S:FF M:FFF L:FFF", "program: small: three letters"),
        ("S:FFF M:FFF L:FFF pass4>L", "program: 'pass4>L' is not understood"),
        ("S:FFF M:FFF L:FFF foul foul", "program: 'foul' is there twice"),
    ],
)
def test_malformed_programs(text: str, error: str) -> None:
    with raises_saying(f"^{re.escape(error)}"):
        program_from_text(text)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("S:... M:... L:...", "turn: two programs joined by '/' are needed, not 1"),
        ("S:... M:... L:... / S:... M:...", "turn: second: program: the commands of L are missing"),
        ("S:... M:... L:... / S:... M:... L:... ; z9", "turn: choice 1, 'z9', is no square"),
    ],
)
def test_malformed_turns(text: str, error: str) -> None:
    with raises_saying(f"^{re.escape(error)}"):
        turn_from_text(text)


def game() -> WrittenGame[Position, Options, Programmed]:
    position, turns = initial("advanced"), []
    for line in (
        "S:F.. M:F.. L:... / S:... M:F.. L:... ; M",
        "S:... M:R.. L:FFF / S:LLL M:FFF L:... ; c1 L",
    ):
        programs, choices = turn_from_text(line)
        turn = apply(position, programs, choices)
        assert isinstance(turn, Turn), turn
        turns.append((programs, turn))
        position = turn.position
    return WrittenGame(initial("advanced"), tuple(turns), Options(chain_tackle=True), {"First": "Ann"})


def test_a_game_file() -> None:
    text = FORM.write(game())
    assert text.splitlines()[0] == '[Game "pyramid-ball"]'
    assert '[PB-10 "true"]' in text and '[First "Ann"]' in text
    assert text.splitlines()[-2] == "1. S:F.. M:F.. L:... / S:... M:F.. L:... ; M"
    assert FORM.read(text) == game()


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        ('[Game "pyramid-ball"]', '[Game "chess"]', 'line 11: the tag [Game "pyramid-ball"] is missing'),
        ('[PB-01 "a"]', '[PB-01 "c"]', "line 11: options: PB-01 is one of a, b"),
        ("2. S", "3. S", "line 12: turn 2 is expected here"),
        (" ; M", "", "line 11: turn 1: a choice is missing at the end: First chooses a special pyramid"),
        (" ; M", " ; S M", "line 11: choices: only 1 are asked for"),
        ("L:FFF", "L:FFX", "line 12: turn: first: program: 'L:FFX' is not understood"),
        ("L:FFF", "L:FFF blitz", "line 12: turn 2 is not legal: First: a blitz: First does not hold the special large"),
    ],
)
def test_games_that_make_no_sense(old: str, new: str, error: str) -> None:
    with raises_saying(f"^{re.escape(error)}"):
        FORM.read(FORM.write(game()).replace(old, new, 1))


def test_positions_that_cannot_be() -> None:
    position = initial()
    for wrong in ({"carrier": None}, {"loose": 3}, {"squares": (1, 1, 2, 3, 4, 5)}, {"locked": 0}, {"stayed": 1}):
        with pytest.raises(GameError):
            Position(**{**position.__dict__, **wrong})
