"""Positions, turns and whole games as text: exact lines, and what is said of malformed ones."""

from random import Random

import pytest

from companion.games.gamefile import WrittenGame
from companion.games.leistiko_blockade.rules.gamefile import FORM, Rolled
from companion.games.leistiko_blockade.rules.model import Options, Position, Roll, Step, Turn
from companion.games.leistiko_blockade.rules.notation import (
    position_from_text,
    position_to_text,
    turn_from_text,
    turn_to_text,
)
from companion.games.leistiko_blockade.rules.setup import initial
from companion.games.leistiko_blockade.rules.turns import apply, moves, outcome, row_fault
from tests.games.leistiko_blockade.rules.positions import random_roll
from tests.games.saying import raises_saying


def test_positions_as_text() -> None:
    assert position_to_text(initial()) == "233332/233332 1"
    tall = Position((0, 12, 0, 0, 0, 1), (16, 0, 0, 0, 0, 0), "second")
    assert position_to_text(tall) == "0(12)0001/(16)00000 2"
    resting = Position((2, 3, 2, 3, 3, 2), (2, 3, 3, 3, 3, 2), "second", ((0, 0, 1, 0, 0, 0), (0,) * 6))
    assert position_to_text(resting) == "232332+001000/233332 2"
    for position in (initial(), tall, resting):
        assert position_from_text(position_to_text(position)) == position


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("233332/233332", "rows and side are needed"),
        ("233332 1", "1 sides; two are needed"),
        ("233332/233332 3", "'3' is to move; 1, the first player, or 2"),
        ("23333/233332 1", "first: 5 rows; six are needed"),
        ("233332/2333a2 1", "second: '2333a2' is no row counts from character 5 on"),
        ("233332/2(9)3332 1", "second: .* from character 2 on"),
        ("233332+1/233332 1", "first: 1 rows"),
        ("933332/233332 1", "first: 23 pieces"),
    ],
)
def test_malformed_positions(text: str, message: str) -> None:
    with raises_saying(message):
        position_from_text(text)


@pytest.mark.parametrize(
    ("text", "row", "roll", "steps"),
    [
        ("r3 d5: 3>2, 2x(4)", 3, Roll((5,)), (Step("move", 3, 1, 2), Step("leap", 2, 4))),
        ("r1 d6: pass", 1, Roll((6,)), ()),
        ("r3 m5 l2: 3>4", 3, Roll((5, 2)), (Step("move", 3, 1, 4),)),
        ("r3 d641 v5211: 3x(1)", 3, Roll((6, 4, 1), (5, 2, 1, 1)), (Step("leap", 3, 1),)),
        ("r3 d4: 3c(3), 3o(1)", 3, Roll((4,)), (Step("cross", 3, 3), Step("off", 3, 1))),
    ],
)
def test_turns_as_text(text: str, row: int, roll: Roll, steps: tuple[Step, ...]) -> None:
    assert turn_from_text(text) == (row, roll, steps)
    assert turn_to_text(roll, Turn(row, steps, initial())) == text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("r3 d5 3>2", "row, dice, a colon and the steps"),
        ("r7 d5: pass", "row, dice, a colon"),
        ("r3 d7: pass", "row, dice, a colon"),
        ("r3 d55: pass", "row, dice, a colon"),
        ("r3 d5: 3-2", "step 1, '3-2'"),
        ("r3 d5: 3>2, 2x", "step 2, '2x'"),
        ("r3 d5:", "step 1, ''"),
    ],
)
def test_malformed_turns(text: str, message: str) -> None:
    with raises_saying(message):
        turn_from_text(text)


def played_game(rng: Random, options: Options) -> WrittenGame[Position, Options, Rolled]:
    position = initial(options=options)
    turns: list[tuple[Roll, Turn]] = []
    while outcome(position).winner is None and len(turns) < 60:
        row = rng.choice([row for row in range(1, 7) if not row_fault(position, row)])
        roll = random_roll(rng, position, row, options)
        while roll.opposed is not None and not position.rows(position.to_move)[row - 1]:
            roll = random_roll(rng, position, row, options)
        fewest = sorted(
            moves(position, roll, row, options), key=lambda turn: sum(turn.position.all_of(position.to_move))
        )
        turns.append((roll, rng.choice(fewest[:2])))
        position = turns[-1][1].position
    return WrittenGame(initial(options=options), tuple(turns), options, {"First": "Ann", "Second": "Bob"})


@pytest.mark.parametrize(
    "options",
    [Options(), Options("bungie"), Options("super-push"), Options(minimum=0), Options(pieces=15, whole=False)],
    ids=str,
)
def test_games_go_through_text(options: Options) -> None:
    game = played_game(Random(7), options)
    text = FORM.write(game)
    assert text.startswith(f'[Game "leistiko-blockade"]\n[Variant "{options.variant}"]\n[LB-01 "{options.pieces}"]\n')
    assert FORM.read(text) == game
    assert FORM.write(FORM.read(text)) == text


GAME = """[Game "leistiko-blockade"]
[LB-06 "0"]
[Position "233332/233332 1"]

1. r3 d5: 3>2, 2x(4)
2. r1 d6: pass
"""


def test_a_game_is_played_through_under_its_options() -> None:
    game = FORM.read(GAME)
    assert game.options == Options(minimum=0)
    assert [len(turn.steps) for _, turn in game.turns] == [2, 0]
    assert apply(game.start, 3, Roll((5,)), game.turns[0][1].steps, game.options) == game.turns[0][1]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"leistiko-blockade"', '"looney-blockade"', 'line 5: the tag .Game "leistiko-blockade". is missing'),
        ("[Position", "[Poison", "line 5: the tag Position is missing"),
        ('[LB-06 "0"]', '[LB-06 "7"]', "line 5: options: LB-06 is one of 1, 0, 2"),
        ("2. r1", "3. r1", "line 6: turn 2 is expected here, written as '2. r3 d5"),
        ("d5", "d4", "line 5: turn 1 is not legal: .*LB-points"),
        ("2x(4)", "2x(3)", r"line 5: turn 1 is written 3>2, 2x\(4\)"),
        ("r1 d6", "r1 m6 l2", "line 6: roll: one die is needed"),
        ("[LB-06", '[Game "x"]\n[LB-06', "line 2: the tag Game comes twice"),
    ],
)
def test_malformed_games(old: str, new: str, message: str) -> None:
    assert old in GAME
    with raises_saying(message):
        FORM.read(GAME.replace(old, new, 1))
