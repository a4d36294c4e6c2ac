"""Puzzles of Pyramid Ball: the one word of commands for one pyramid, with all other programs on the board as arrows."""

from collections.abc import Mapping
from itertools import chain, pairwise
from typing import Any

from companion.app.puzzles.puzzles import ShownPuzzle
from companion.app.views import BoardPicture, Tone
from companion.games.pyramid_ball.rules.board import PLAYERS, SIZES
from companion.games.pyramid_ball.rules.model import Position, Program
from companion.games.pyramid_ball.rules.turns import Turn, apply
from companion.games.pyramid_ball.screen.field import USUAL, grid_of, way
from companion.games.reason import Reason, because

Arrows = tuple[tuple[str, str, Tone], ...]
TELLING = ("goal", "tackle", "interception", "blocked", "pass")


def puzzle(kept: Mapping[str, Any]) -> ShownPuzzle:
    """Return a puzzle as it is shown."""
    size, position = kept["pyramid"], kept["position"]
    words = [str(choice[0]["word"]) for choice in kept["choices"]]
    frames: dict[str, Tone] = {position["first"][size]: "mark"}
    grid, laid = grid_of(position, USUAL), _laid(kept)
    ways = (laid + _arrows(position, "first", size, word, "accent") for word in words)
    pictures = tuple(BoardPicture(grid, frames, {}, arrows) for arrows in ways)
    name = kept["task"].removeprefix("ball.")
    theme, task = because(f"ball.theme.{name}"), because(f"ball.puzzle.{name}")
    if told := _words_beside_arrows(kept):
        task = because("ball.puzzle.laid", task=task, told=told)
    shown = BoardPicture(grid, frames, {}, laid)
    whys = tuple(_why(kept, word) for word in words)
    choices = tuple(map(_words, words))
    return ShownPuzzle(shown, theme, task, choices, pictures, kept["right"], kept["grade"], whys=whys)


def _laid(kept: Mapping[str, Any]) -> Arrows:
    """Return what is laid out for the other pyramids."""
    tones: tuple[Tone, Tone] = ("mark", "bad")
    laid = zip(PLAYERS, (kept["own"], kept["against"]), tones, strict=True)
    return tuple(
        chain.from_iterable(
            _arrows(kept["position"], side, size, program[size], tone)
            for side, program, tone in laid
            for size in SIZES
            if (side, size) != ("first", kept["pyramid"])
        )
    )


def _arrows(position: Mapping[str, Any], side: str, size: str, word: str, tone: Tone) -> Arrows:
    return tuple((one, other, tone) for one, other in pairwise(way(position, side, size, word)))


def _words_beside_arrows(kept: Mapping[str, Any]) -> tuple[Reason, ...]:
    """Return what arrows do not show: passes, and in which rows pyramids that move stand still."""
    told = []
    for side, program in zip(PLAYERS, (kept["own"], kept["against"]), strict=True):
        if marker := program["pass"]:
            told.append(because("ball.puzzle.passes", side=side, row=marker["row"], size=marker["to"]))
        for size in SIZES:
            rows = tuple(n for n, letter in enumerate(program[size], 1) if letter == ".")
            if 0 < len(rows) < len(program[size]) and (side, size) != ("first", kept["pyramid"]):
                told.append(because("ball.puzzle.stands", side=side, size=size, rows=rows))
    return tuple(told)


def _why(kept: Mapping[str, Any], word: str) -> Reason:
    """Return what happens with a word: the last of what changes the turn."""
    own = Program.from_json({**kept["own"], kept["pyramid"]: word})
    turn = apply(Position.from_json(kept["position"]), (own, Program.from_json(kept["against"])))
    assert isinstance(turn, Turn)
    told = [event.text for event in turn.events if event.kind in TELLING]
    return told[-1] if told else because("ball.puzzle.nothing")


def _words(word: str) -> Reason:
    commands = tuple(because(f"ball.puzzle.command.{_NAMES[letter]}") for letter in word)
    return because("ball.puzzle.commands", commands=commands)


_NAMES = {"F": "forward", "B": "backward", "L": "left", "R": "right", ".": "stand"}
