"""Positions and placements of Blokus 3D as text: exact lines, and what is said of malformed ones."""

from random import Random

import pytest

from companion.games.blokus3d.rules.gamefile import FORM
from companion.games.blokus3d.rules.model import Options, Placement, Position, Turn
from companion.games.blokus3d.rules.notation import (
    placement_from_text,
    placement_to_text,
    position_from_text,
    position_to_text,
)
from companion.games.blokus3d.rules.turns import apply, initial, moves
from companion.games.gamefile import WrittenGame
from tests.games.saying import raises_saying

START = initial("steps", 3)
LINE = [(4, 8, 0), (4, 8, 1), (4, 8, 2)]
LINE_TEXT = "blue I3: 4,8,0 4,8,1 4,8,2"
TEXT = "steps BBB,/,/,,,/,,,/,,,,,/,,,,,/,,,,,,,/,,,,,,, blue:I2V3I4T4L4O4S4Y4A4B4 yellow:* red:* to move yellow"


def test_a_position_as_text() -> None:
    turn = apply(START, "I3", LINE)
    assert isinstance(turn, Turn)
    assert position_to_text(turn.position) == TEXT
    assert position_from_text(TEXT) == turn.position


def test_players_who_are_out_and_the_end() -> None:
    text = "tower ,,,/,,,/,,,/,,,/BB,YY,, yellow:I3V3I4T4L4O4S4Y4A4B4! blue:I3V3I4T4L4O4S4Y4A4B4! to move -"
    position = position_from_text(text)
    assert position.players == ("yellow", "blue")
    assert (position.out, position.to_move) == (("yellow", "blue"), None)
    assert position.column((3, 3)) == "BB"
    assert position_to_text(position) == text


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("steps ", "stairs ", "structure: 'stairs' is none of tower, corner, steps, pyramid"),
        ("BBB,/,/", "BBB,/", "position: 7 rows; 8 are needed"),
        ("BBB,/,/", "BBB,/,,/", "position: row 7 has 3 columns; 2 are needed"),
        ("BBB,", "BBX,", "columns: 4,8: 'BBX' is no column"),
        ("BBB,", "BBBBBBBBB,", "columns: 4,8 has 9 cubes; 5 fit there"),
        ("BBB,", "BB,", "columns: 2 blue cubes, but the pieces placed .I3. have 3"),
        ("yellow:* red", "yellow:I9 red", "position: player 2, 'yellow:I9', is not written as"),
        ("yellow:* red", "blue:* red", "position: player 2, 'blue:\\*', is not written as"),
        ("yellow:* red", "pink:* red", "players: 'pink' is none of"),
        ("yellow:* red", "yellow:I2I2 red", "left: yellow: there is one of each piece only"),
        ("yellow:* red", "yellow:X4 red", "left: yellow: 'X4' is no piece"),
        ("to move yellow", "to move green", "to_move: one of blue, yellow, red is needed, not 'green'"),
        ("to move yellow", "to move -", "to_move: one of blue, yellow, red is needed, not null"),
        ("to move yellow", "yellow", "structure, columns, players and who is to move are needed"),
    ],
)
def test_malformed_positions(old: str, new: str, message: str) -> None:
    assert old in TEXT
    with raises_saying(message):
        position_from_text(TEXT.replace(old, new, 1))


def test_a_placement_as_text() -> None:
    placement = Placement("I3", tuple(LINE))
    assert placement_to_text("blue", placement) == LINE_TEXT
    assert placement_from_text(LINE_TEXT) == ("blue", placement)
    assert placement_from_text(" blue I3: 4,8,2 4,8,0 4,8,1 ") == ("blue", placement), "cells come in any order"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("blue", "pink", "turn: 'pink' is no player"),
        ("blue I3", "I3", "turn: player, piece and cells are needed"),
        ("I3", "I9", "turn: player, piece and cells are needed"),
        ("I3", "X4", "piece: 'X4' is no piece"),
        ("4,8,1", "4,81", "turn: cell 2, '4,81', is not written as in '3,4,0'"),
        ("4,8,1", "4,8,0", "cells: a cell is named twice"),
        ("4,8,0 4,8,1 4,8,2", "", "turn: player, piece and cells are needed"),
        ("4,8,2", "4,8,2 4,8,3 4,8,4", "cells: a list of at most 4 cells"),
    ],
)
def test_malformed_placements(old: str, new: str, message: str) -> None:
    assert old in LINE_TEXT
    with raises_saying(message):
        placement_from_text(LINE_TEXT.replace(old, new, 1))


def played_game(random: Random, players: int, options: Options) -> WrittenGame[Position, Options, Turn]:
    """A game played to its end by drawing placements."""
    start = initial("pyramid", players, options=options)
    turns: list[Turn] = []
    while legal := moves(position := turns[-1].position if turns else start):
        placement = random.choice(legal)
        turn = apply(position, placement.piece, placement.cells)
        assert isinstance(turn, Turn)
        turns.append(turn)
    return WrittenGame(start, tuple(turns), options, {"Place": "kitchen table"})


@pytest.mark.parametrize(("players", "two_colours"), [(2, False), (2, True), (3, False), (4, False)])
def test_games_go_through_text(players: int, two_colours: bool) -> None:
    game = played_game(Random(players), players, Options(two_colours))
    text = FORM.write(game)
    assert text.startswith(f'[Game "blokus3d"]\n[B3-09 "{str(two_colours).lower()}"]\n[Position "pyramid ')
    assert FORM.read(text) == game
    assert FORM.write(FORM.read(text)) == text


GAME = f"""[Game "blokus3d"]
[Position "{position_to_text(START)}"]

1. {LINE_TEXT}
2. yellow I2: 4,7,0 4,7,1
"""


def test_a_game_is_played_through() -> None:
    game = FORM.read(GAME)
    assert [turn.player for turn in game.turns] == ["blue", "yellow"]
    assert game.turns[-1].placement == Placement("I2", ((4, 7, 0), (4, 7, 1)))
    assert not game.options.two_colours


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('[Game "blokus3d"]\n', "", "the tag .* is missing"),
        ("[Position", "[Poison", "Position is missing"),
        ('"blokus3d"]', '"blokus3d"]\n[B3-09 "maybe"]', "B3-09 is true or false, not 'maybe'"),
        ('"blokus3d"]', '"blokus3d"]\n[B3-09 "true"]', "line 5: options: B3-09 needs all four colours"),
        ("2. yellow", "3. yellow", "line 5: turn 2 is expected here"),
        ("2. yellow", "2. red", "line 5: turn 2 is red's, but yellow is to move"),
        ("4,7,0 4,7,1", "5,6,0 5,6,1", "line 5: turn 2 is not legal: .*B3-"),
        ("4,7,0 4,7,1", "4,7", "line 5: turn: cell 1"),
    ],
)
def test_malformed_games(old: str, new: str, message: str) -> None:
    assert old in GAME
    with raises_saying(message):
        FORM.read(GAME.replace(old, new, 1))
