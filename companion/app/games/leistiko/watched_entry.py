"""How a turn of Leistiko's Blockade is entered checker by checker where no camera sees it, and what its engine says."""

import random
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from companion.app.games.refereed_state import Nearest, ShownHint, ShownSuggestion
from companion.app.games.turn_entry import Drafted, EntryStep, TurnEntry
from companion.app.json_object import JsonObject
from companion.games.errors import GameError
from companion.games.leistiko_blockade import (
    Options,
    Position,
    Roll,
    Step,
    Turn,
    Violation,
    apply,
    check,
    initial,
    moves,
    row_fault,
)
from companion.games.leistiko_blockade.hints import suggest_row, suggest_turn
from companion.games.leistiko_blockade.touch import reach
from companion.games.reason import Reason, because
from companion.referee.errors import RefereeError
from companion.referee.grid import Commitment, Grid
from companion.referee.tables.leistiko.rows import count_of, grid_of, place_of, sighting, step_of, thing_of
from companion.referee.verdict import Verdict

OFF = "off"


class RowsLeft(NamedTuple):
    """How many checkers each side still has on the board."""

    first: int = 0
    second: int = 0


class RowsEntry(TurnEntry[Position, RowsLeft]):
    """A step is one checker that goes from a row to another one (``first.3`` to ``first.4``), or ``off``."""

    def __init__(self, options: JsonObject) -> None:
        self._options = Options.from_json(dict(options))

    def start(self) -> Grid:
        return grid_of(initial(options=self._options))

    def score(self, position: Position | None) -> RowsLeft:
        return RowsLeft() if position is None else RowsLeft(sum(position.first), sum(position.second))

    def roll(self, side: str, dice: random.Random) -> Mapping[str, int]:
        colours = "CB" if self._options.variant == "super-push" else "C"
        return {colour: dice.randint(1, 6) for colour in colours}

    def drafted(self, position: Position, under: Commitment, steps: Sequence[EntryStep]) -> Drafted:
        played = self._played(position, under, steps)
        if isinstance(played, Turn):
            return Drafted(grid_of(played.position))
        return Drafted(_carried(grid_of(position), steps), not steps)

    def hint(self, position: Position, under: Commitment, steps: Sequence[EntryStep], place: str) -> ShownHint | None:
        side, _, row = place.partition(".")
        played = self._played(position, under, steps)
        if side != position.to_move or not isinstance(played, Turn):
            return None
        chosen = self._row(under, steps) or int(row)
        found = reach(position, int(row), chosen, self._roll(under), played.steps, self._options)
        costs = {OFF if going.to is None else f"{side}.{going.to}": going.cost for going in found.goings}
        refused = {place_of(cell): (fault.rule, fault.reason) for cell, fault in found.refused}
        return ShownHint(place, costs, refused)

    def suggestion(self, position: Position, under: Commitment) -> ShownSuggestion | None:
        found = suggest_turn(position, self._roll(under), under.value.get("row"), self._options)
        if found is None:
            return None
        return _shown(position, found.turn, found.reason)

    def by_chance(self, position: Position, under: Commitment, dice: random.Random) -> ShownSuggestion | None:
        turns = moves(position, self._roll(under), under.value.get("row"), self._options)
        return _shown(position, dice.choice(turns), because("computer.by_chance")) if turns else None

    def announced(self, position: Position, by_chance: bool, dice: random.Random) -> tuple[str, Any] | None:
        """The row of the turn."""
        if by_chance:
            rows = [row for row in range(1, 7) if row_fault(position, row) is None]
            return ("row", dice.choice(rows)) if rows else None
        found = suggest_row(position, self._options)
        return ("row", found.choices[0].row) if found else None

    def nearest(self, position: Position, verdict: Verdict) -> Nearest | None:
        under = verdict.commitment or {}
        if verdict.seen is None or "roll" not in under:
            return None
        try:
            roll = Roll.from_json(under["roll"], self._options)
            found = check(position, sighting(verdict.seen), roll, under.get("row"), self._options)
        except GameError:
            return None
        if not isinstance(found, Violation) or found.nearest is None:
            return None
        moves = tuple(step_of(step, position.to_move) for step in found.nearest.steps)
        return Nearest(moves, grid_of(found.nearest.position))

    def strayed(self, before: Grid, after: Grid) -> tuple[tuple[str, str], ...]:
        hops: list[tuple[str, str]] = []
        for side in ("first", "second"):
            places = [place for place in before if place.startswith(side)]
            more = {place: count_of(after.get(place, "")) - count_of(before[place]) for place in places}
            lost = [place for place in places for _ in range(-more[place])]
            gained = [place for place in places for _ in range(more[place])]
            hops += zip(lost, gained, strict=False)
        return tuple(dict.fromkeys(hops))

    def _row(self, under: Commitment, steps: Sequence[EntryStep]) -> int | None:
        """The row announced, or the one that the first checker entered leaves."""
        if "row" in under.value:
            return int(under.value["row"])
        return int(steps[0]["from"].partition(".")[2]) if steps else None

    def _roll(self, under: Commitment) -> Roll:
        return Roll.from_json(
            under.value.get("roll", [1, 1][: 1 + (self._options.variant == "super-push")]), self._options
        )

    def _played(self, position: Position, under: Commitment, steps: Sequence[EntryStep]) -> Turn | None:
        """The turn that the steps entered make, None where one is against the rules or nobody has rolled."""
        row = self._row(under, steps) or 1
        if "roll" not in under.value:
            return None
        roll, taken = self._roll(under), list[Step]()
        for step in steps:
            side, _, start = step["from"].partition(".")
            if side != position.to_move:
                return None
            goings = reach(position, int(start), row, roll, taken, self._options).goings
            end = None if step["to"] == OFF else int(step["to"].partition(".")[2])
            going = next((going for going in goings if going.to == end), None)
            if going is None or (end is not None and not step["to"].startswith(side)):
                return None
            taken += going.steps
        played: Any = apply(position, row, roll, taken, self._options) if taken else Turn(row, (), position)
        return played if isinstance(played, Turn) else None


def _shown(position: Position, turn: Turn, why: Reason) -> ShownSuggestion:
    steps = tuple(step_of(step, position.to_move) for step in turn.steps)
    return ShownSuggestion(steps, why, grid=grid_of(turn.position))


def _carried(grid: Mapping[str, str], steps: Sequence[EntryStep]) -> dict[str, str]:
    """A table after checkers have gone as entered, rules or not."""
    after = dict(grid)
    for step in steps:
        if not count_of(after.get(step["from"], "")):
            raise RefereeError("table.nothing_there", cell=step["from"])
        for place, more in ((step["from"], -1), (step["to"], 1)):
            if place in after:
                after[place] = thing_of(count_of(after[place]) + more)
    return after
