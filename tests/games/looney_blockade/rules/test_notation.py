"""Positions, turns and whole games as text: exact lines, and what is said of malformed ones."""

from random import Random

import pytest

from companion.games.gamefile import WrittenGame
from companion.games.looney_blockade.rules.advising.suggesting import suggest
from companion.games.looney_blockade.rules.gamefile import FORM, Rolled
from companion.games.looney_blockade.rules.model import Hop, Options, Position, Turn
from companion.games.looney_blockade.rules.notation import (
    position_from_text,
    position_to_text,
    turn_from_text,
    turn_to_text,
)
from companion.games.looney_blockade.rules.setup import initial
from companion.games.looney_blockade.rules.turns import apply, outcome
from lab.measure.looney_positions import random_roll, random_turn
from tests.games.saying import raises_saying

START_TEXT = (
    "C3G2*5,B3B1,B3B1,B3B1,C3R2*5/R3R1,R3R1,R3R1,B3B1,Y3Y1/R3R1,G3G1,C3,B3B1,Y3Y1/"
    "R3R1,G3G1,Y3Y1,Y3Y1,Y3Y1/C3Y2*5,G3G1,G3G1,G3G1,C3B2*5 cool K555"
)


def test_the_set_up_as_text() -> None:
    assert position_to_text(initial()) == START_TEXT
    assert position_from_text(START_TEXT) == initial()


def test_the_supply_is_written_from_large_to_small() -> None:
    position = Position(initial().grid, (3, 4, 0), "warm")
    assert position_to_text(position).endswith(" warm K043")
    assert position_from_text(position_to_text(position)).supply == (3, 4, 0)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("/R3R1,G3G1,C3", ",R3R1,G3G1,C3", "4 ranks"),
        ("B3B1,C3R2*5", "C3R2*5", "rank 5 has 4 cells"),
        ("C3G2*5", "C3G2*", "a5: 'C3G2\\*' is no stack from character 5 on"),
        ("C3G2*5", "C3G9", "a5: 'C3G9' is no stack from character 3 on"),
        ("C3G2*5", "C3G2*0", "a5"),
        ("R3R1,G3G1,C3", "R3R1,G3C2,C3", "b3: the game has no clear medium"),
        (" cool ", " blue ", "'blue' is no side"),
        ("K555", "K556", "the supply is written as K"),
        (" K555", "", "cells, side and supply are needed"),
    ],
)
def test_malformed_positions(old: str, new: str, message: str) -> None:
    assert old in START_TEXT
    with raises_saying(message):
        position_from_text(START_TEXT.replace(old, new, 1))


def test_a_turn_as_text() -> None:
    roll = {"B": 4, "G": 5}
    turn = apply(initial(), roll, [("b3", "b2"), ("a5", "b3"), ("b2", "b3")])
    assert isinstance(turn, Turn)
    text = "B4 G5: G1 b3-b2, G2 a5-b3 (2), G1 b2-b3 +K3"
    assert turn_to_text(roll, turn) == text
    assert turn_from_text(text) == (roll, turn.hops)
    assert turn_from_text("R1 Y6: pass") == ({"R": 1, "Y": 6}, ())
    assert turn_from_text("G5 B4: B1 b5-c5")[1] == (Hop("b5", "c5", "B1", 1, None),)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("B4 G5", "dice, a colon and the hops"),
        ("B4 G7: pass", "'G7' is no die"),
        ("B4: pass", "the green die is missing"),
        ("B4 R5: pass", "is not"),
        ("B4 B5: pass", "'B5' is no die of this roll"),
        ("B4 G5: G1 b3-b9", "hop 1, 'G1 b3-b9'"),
        ("B4 G5: G1 b3-b2, G3 a5-b3", "hop 2, 'G3 a5-b3'"),
        ("B4 G5: G1 b3-b2 +R3", "hop 1"),
        ("B4 G5: G1 b3-b2 (0)", "hop 1"),
        ("B4 G5:", "hop 1, ''"),
    ],
)
def test_malformed_turns(text: str, message: str) -> None:
    with raises_saying(message):
        turn_from_text(text)


def played_game(rng: Random) -> WrittenGame[Position, Options, Rolled]:
    position, turns = initial(), []
    while not outcome(position).winner:
        roll = random_roll(rng, position)
        turn = suggest(position, roll).turn if rng.random() < 0.8 else random_turn(rng, position, roll)[1]
        turns.append((roll, turn))
        position = turn.position
    return WrittenGame(initial(), tuple(turns), Options(), {"Cool": "Ann", "Warm": "Bob"})


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_games_go_through_text(seed: int) -> None:
    game = played_game(Random(seed))
    text = FORM.write(game)
    assert text.startswith('[Game "looney-blockade"]\n[BK-02 "a"]\n[BK-04 "exact"]\n[Position "C3G2*5,')
    assert FORM.read(text) == game
    assert FORM.write(FORM.read(text)) == text


GAME = f"""[Game "looney-blockade"]
[BK-04 "containing"]
[Position "{START_TEXT}"]

1. B4 G5: G1 b3-b2, G2 a5-b3 (2), G1 b2-b3 +K3
2. R1 Y6: pass
"""


def test_a_game_is_played_through_under_its_options() -> None:
    game = FORM.read(GAME)
    assert game.options == Options(tower="containing")
    assert [len(turn.hops) for _, turn in game.turns] == [3, 0]
    assert game.turns[-1][1].position.supply == (5, 5, 4)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('[Game "looney-blockade"]\n', "", "the tag .* is missing"),
        ('[Game "looney-blockade"]', '[Game "chess"]', "is missing"),
        ("[Position", "[Poison", "Position is missing"),
        ('"containing"', '"some"', "line 5: options: BK-04 is one of exact, containing"),
        ("2. R1", "3. R1", "line 6: turn 2 is expected here"),
        ("G1 b3-b2, ", "", "line 5: turn 1 is not legal: .*BK-18"),
        (" +K3", " +K1", "line 5: turn 1: b2-b3 is G1 for 1, cap K3"),
        ("(2)", "(3)", "line 5: turn 1: a5-b3 is G2 for 2"),
        ("2. R1 Y6", "2. B1 G6", "line 6: roll: the blue die is not warm's"),
        ("2. R1 Y6: pass", '[Late "yes"]', "line 6: the tag Late comes after the first turn"),
        ("2. R1 Y6: pass", "gibberish", "line 6: turn 2 is expected here"),
        ("[BK-04", "[BK 04", "line 2: .* is no tag"),
    ],
)
def test_malformed_games(old: str, new: str, message: str) -> None:
    assert old in GAME
    with raises_saying(message):
        FORM.read(GAME.replace(old, new, 1))


def test_a_tag_that_cannot_be_written() -> None:
    with raises_saying("tag 'Event'"):
        FORM.write(WrittenGame(initial(), (), Options(), tags={"Event": 'the "cup"'}))
