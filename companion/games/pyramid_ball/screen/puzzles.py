"""Puzzles of Pyramid Ball: the one program of one pyramid that scores."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from companion.app.puzzles.puzzles import ShownPuzzle, kept_puzzles
from companion.app.views import BoardPicture, Tone
from companion.games.pyramid_ball.rules import Program, program_to_text
from companion.games.pyramid_ball.screen.field import USUAL, grid_of, way
from companion.games.reason import Reason, because


def puzzles() -> tuple[ShownPuzzle, ...]:
    """Return the puzzles as they are shown."""
    return tuple(map(_shown, kept_puzzles(__package__ or "")))


def _shown(kept: Mapping[str, Any]) -> ShownPuzzle:
    size, position = kept["pyramid"], kept["position"]
    against = program_to_text(Program.from_json(kept["against"]))
    task = because("ball.puzzle.goal" if kept["task"] == "ball.goal" else "ball.puzzle.tackle", program=against)
    words = [str(choice[0]["word"]) for choice in kept["choices"]]
    frames: dict[str, Tone] = {position["first"][size]: "mark"}
    grid = grid_of(position, USUAL)
    pictures = tuple(BoardPicture(grid, frames, {}, _arrows(position, size, word)) for word in words)
    return ShownPuzzle(BoardPicture(grid, frames), task, tuple(map(_words, words)), pictures, kept["right"])


def _arrows(position: Mapping[str, Any], size: str, word: str) -> tuple[tuple[str, str, Tone], ...]:
    return tuple((one, other, "accent") for one, other in pairwise(way(position, "first", size, word)))


def _words(word: str) -> Reason:
    commands = tuple(because(f"ball.puzzle.command.{_NAMES[letter]}") for letter in word)
    return because("ball.puzzle.commands", commands=commands)


_NAMES = {"F": "forward", "B": "backward", "L": "left", "R": "right", ".": "stand"}
