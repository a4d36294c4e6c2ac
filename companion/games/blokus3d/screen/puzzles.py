"""Puzzles of Blokus 3D: placements against one opponent."""

from collections.abc import Mapping
from typing import Any

from companion.app.puzzles.puzzles import ShownPuzzle
from companion.games.blokus3d.rules.model import LETTERS
from companion.games.blokus3d.rules.structures import limits
from companion.games.blokus3d.screen.building import Building
from companion.games.blokus3d.table.wording import BlokusWording
from companion.games.reason import because


def puzzle(kept: Mapping[str, Any]) -> ShownPuzzle:
    """Return a puzzle as it is shown."""
    position, words = kept["position"], BlokusWording()
    mover, players = position["to_move"], position["players"]
    highest = {f"{x},{y}": height for (x, y), height in limits(position["structure"], len(players)).items()}
    columns = {**dict.fromkeys(highest, ""), **position["columns"]}
    other = next(player for player in players if player != mover)
    pictures = tuple(
        Building(columns, ghost=move["cells"], colour=LETTERS[mover], limits=highest) for (move,) in kept["choices"]
    )
    name = kept["task"].removeprefix("blokus.")
    task = because(f"blokus.puzzle.{name}", player=mover, other=other)
    choices = tuple(words.moves(moves) for moves in kept["choices"])
    shown = Building(columns, limits=highest)
    return ShownPuzzle(shown, because(f"blokus.theme.{name}"), task, choices, pictures, kept["right"], kept["grade"])
