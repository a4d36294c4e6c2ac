"""Enters turns of Leistiko's Blockade checker by checker, with its engine's answers."""

import random
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from companion.app.games.state import Nearest, ShownHint, ShownSuggestion
from companion.app.games.turn_entry import MOST_NEAREST, Dice, Drafted, EntryStep, TurnEntry
from companion.app.json_object import JsonObject
from companion.games.errors import GameError
from companion.games.leistiko_blockade.rules.checking import check
from companion.games.leistiko_blockade.rules.hints import RowChoice, suggest_row, suggest_turn, turns_at_a_glance
from companion.games.leistiko_blockade.rules.model import PIECES, SIDES, Options, Position, Roll, Step, Turn, Violation
from companion.games.leistiko_blockade.rules.setup import initial
from companion.games.leistiko_blockade.rules.touch import reach
from companion.games.leistiko_blockade.rules.turns import moves
from companion.games.leistiko_blockade.table.entered import OFF, WAYS, entered, row_of
from companion.games.leistiko_blockade.table.rows import (
    PLACES,
    RESTING,
    count_of,
    grid_of,
    place_of,
    sighting,
    step_of,
    thing_of,
)
from companion.games.plausible import plausibly
from companion.games.reason import Reason, because
from companion.referee.errors import RefereeError
from companion.referee.grid import Commitment, Grid
from companion.referee.keeping.shapes import fields, one_of
from companion.referee.session import Session
from companion.referee.verdict import Verdict

# Weaker computer players: how much a child's turn may lose, as a chance of winning, and what a checker off the board is
# worth to it.
SPREAD, PIECE = 0.1, 0.02
# Worth of a leap by dice against dice to it: by moves alone it would never finish.
LEAPING = 0.05
# Players between child and master are nearer to the child than in other games, or they would play as well as the
# master; not so in Bungie Battle.
NEARER: Mapping[str, float] = {"base": 0.6, "super-push": 0.6, "bungie": 1.0}
# Letter of dice without colours.
DICE = "CB"
# What dice are rolled for, beside the turn.
LEAP = "leap"
_PLACE = one_of((*PLACES, *RESTING))


class RowsLeft(NamedTuple):
    """Number of checkers that each side still has on the board, of so many."""

    first: int = 0
    second: int = 0
    pieces: int = PIECES


class RowsEntry(TurnEntry[Position, RowsLeft]):
    """Enters turns. A step moves one checker from a row to another one (``first.3`` to ``first.4``) or ``off``.

    If checkers may rest on the far side (LB-09 false), they also go to ``resting.first.3``, and off from there.
    """

    often = 3
    hops = True
    step = staticmethod(fields({"from": _PLACE, "to": one_of((*PLACES, *RESTING, OFF))}, {"how": one_of(WAYS)}))

    def __init__(self, options: JsonObject) -> None:
        self._options = Options.from_json(dict(options))

    def start(self) -> Grid:
        return self._grid(initial(options=self._options))

    def _grid(self, position: Position) -> dict[str, str]:
        return grid_of(position, resting=not self._options.whole)

    def score(self, position: Position | None) -> RowsLeft:
        first, second = (sum(position.all_of(side)) if position else self._options.pieces for side in SIDES)
        return RowsLeft(first, second, self._options.pieces)

    def roll(self, side: str, dice: Dice) -> Mapping[str, int]:
        colours = "CB" if self._options.variant == "super-push" else "C"
        return {colour: dice.randint(1, 6) for colour in colours}

    def drawn(self, what: str, session: Session, side: str, dice: Dice) -> Any:
        if what != LEAP:
            return super().drawn(what, session, side, dice)
        due = session.due
        if due is None or "row" not in due.value:
            raise RefereeError("leistiko.table.no_row")
        own, opposed = duel(session.position, due.mover, due.value["row"])
        rolled = [dice.randint(1, 6) for _ in range(own + opposed)]
        return {"leap": rolled[:own], "opposed": rolled[own:]}

    def may_move(self, under: Commitment) -> bool:
        """Return False while a row has been chosen and nobody has rolled."""
        return "roll" in under.value

    def coloured(self, under: Commitment | None) -> None:
        """Return None: the dice are in what the turn is played under, and have no colours."""
        return

    def drafted(self, position: Position, under: Commitment, steps: Sequence[EntryStep]) -> Drafted:
        played = self._played(position, under, steps)
        if not isinstance(played, Turn):
            return Drafted(_carried(self._grid(position), steps), not steps)
        roll = self._roll(under)
        if roll.opposed is not None or "roll" not in under.value:
            return Drafted(self._grid(played.position))
        spent = (played.moved, played.leapt) if len(roll.dice) > 1 else (played.moved + played.leapt,)
        left = {colour: die - gone for colour, die, gone in zip(DICE, roll.dice, spent, strict=False)}
        return Drafted(self._grid(played.position), left=left)

    def hint(self, position: Position, under: Commitment, steps: Sequence[EntryStep], place: str) -> ShownHint | None:
        side, _, row = place.partition(".")
        played = self._played(position, under, steps)
        if side != position.to_move or not isinstance(played, Turn):
            return None
        chosen = row_of(under.value, steps) or int(row)
        found = reach(position, int(row), chosen, self._roll(under), played.steps, self._options)
        costs = {OFF if going.to is None else f"{side}.{going.to}": going.cost for going in found.goings}
        refused = {place_of(cell): (fault.rule, fault.reason) for cell, fault in found.refused}
        return ShownHint(place, costs, refused)

    def suggestion(self, position: Position, under: Commitment) -> ShownSuggestion | None:
        found = suggest_turn(position, self._roll(under), under.value.get("row"), self._options)
        if found is None:
            return None
        return self._suggestion(position, found.turn, found.reason, _named_otherwise(found.roll, self._roll(under)))

    def row_suggestion(self, position: Position) -> ShownSuggestion | None:
        """Suggest a row."""
        found = suggest_row(position, self._options)
        if found is None:
            return None
        return ShownSuggestion((), found.reason, places=(f"{position.to_move}.{found.choices[0].row}",))

    def duels(self, position: Position, row: int, weakness: float, dice: random.Random) -> bool:
        """Return True if a computer that has chosen this row leaps by dice against dice (LB-21)."""
        found = suggest_row(position, self._options)
        choices = [choice for choice in found.choices if choice.row == row] if found else []
        return bool(choices) and self._chosen(choices, weakness, dice).leap

    def casual(
        self, position: Position, under: Commitment, weakness: float, dice: random.Random
    ) -> ShownSuggestion | None:
        """Choose a turn by its chance of winning and, since at the beginning all are nearly the same, by checkers off
        the board."""
        roll = self._roll(under)
        found = turns_at_a_glance(position, roll, under.value.get("row"), self._options)
        if not found:
            return None
        side = position.to_move
        worths = [worth - PIECE * sum(turn.position.all_of(side)) for turn, _, worth in found]
        turn, named, _ = plausibly(found, worths, self._spread(weakness), dice)
        return self._suggestion(position, turn, because("computer.by_chance"), _named_otherwise(named, roll))

    def _spread(self, weakness: float) -> float:
        return float(SPREAD * weakness ** NEARER[self._options.variant])

    def announced(
        self, position: Position, weakness: float, chance: Callable[[str], random.Random]
    ) -> tuple[str, Any] | None:
        """Return the row of the turn."""
        found = suggest_row(position, self._options)
        return ("row", self._chosen(found.choices, weakness, chance("row")).row) if found else None

    def _chosen(self, choices: Sequence[RowChoice], weakness: float, dice: random.Random) -> RowChoice:
        """Pick one of the choices, of which the first is the best."""
        if not weakness:
            return choices[0]
        worths = [choice.worth.value + LEAPING * choice.leap for choice in choices]
        return plausibly(choices, worths, self._spread(weakness), dice)

    def nearest(self, position: Position, verdict: Verdict) -> Sequence[Nearest]:
        under = verdict.commitment or {}
        if verdict.seen is None or "roll" not in under:
            return ()
        try:
            roll = Roll.from_json(under["roll"], self._options)
            found = check(position, sighting(verdict.seen), roll, under.get("row"), self._options)
            others = [turn for turn in moves(position, roll, under.get("row"), self._options) if turn.steps]
        except GameError:
            return ()
        if not isinstance(found, Violation) or found.nearest is None:
            return ()
        seen = verdict.seen
        others.sort(key=lambda turn: _unlike(self._grid(turn.position), seen))
        turns = {turn.position: turn for turn in reversed((found.nearest, *others[:MOST_NEAREST]))}
        shown = sorted(turns.values(), key=lambda turn: turn is not found.nearest)[:MOST_NEAREST]
        side = position.to_move
        return [Nearest(tuple(step_of(step, side) for step in turn.steps), self._grid(turn.position)) for turn in shown]

    def hops_between(self, before: Grid, after: Grid) -> tuple[tuple[str, str], ...]:
        hops: list[tuple[str, str]] = []
        for side in ("first", "second"):
            places = [place for place in before if place.startswith(side)]
            more = {place: count_of(after.get(place, "")) - count_of(before[place]) for place in places}
            lost = [place for place in places for _ in range(-more[place])]
            gained = [place for place in places for _ in range(more[place])]
            hops += zip(lost, gained, strict=False)
        return tuple(dict.fromkeys(hops))

    def _roll(self, under: Commitment) -> Roll:
        return Roll.from_json(
            under.value.get("roll", [1, 1][: 1 + (self._options.variant == "super-push")]), self._options
        )

    def _played(self, position: Position, under: Commitment, steps: Sequence[EntryStep]) -> Turn | None:
        """Return the turn that the entered steps make, None if one is against the rules or the dice are not rolled."""
        row = row_of(under.value, steps) or 1
        if "roll" not in under.value:
            return None
        return entered(position, row, self._roll(under), steps, self._options)

    def entered(self, step: Step, side: str) -> EntryStep:
        """Return an engine's step as it is entered."""
        place = f"{side}.{step.row}"
        if step.kind == "move":
            return {"from": place, "to": f"{side}.{step.to}"}
        start, end = (f"resting.{place}" if step.kind == each else place for each in ("off", "cross"))
        return {"from": start, "to": end if step.kind == "cross" else OFF, "how": step.kind}

    def _suggestion(
        self, position: Position, turn: Turn, why: Reason, before: Mapping[str, Any] = MappingProxyType({})
    ) -> ShownSuggestion:
        side = position.to_move
        moves = tuple(step_of(step, side) for step in turn.steps)
        steps = tuple(self.entered(step, side) for step in turn.steps)
        return ShownSuggestion(moves, why, steps, self._grid(turn.position), dict(before))


def _unlike(grid: Grid, seen: Grid) -> int:
    """Return how many checkers lie elsewhere on one table than on the other."""
    return sum(abs(count_of(thing) - count_of(seen.get(place, ""))) for place, thing in grid.items())


def duel(position: Position, mover: str | None, row: int) -> tuple[int, int]:
    """Return how many dice a leap off a row is rolled with, the mover's and those against them."""
    own, opposed = (position.rows(side)[row - 1] for side in sorted(SIDES, key=lambda side: side != mover))
    return own, opposed + 1


def _named_otherwise(named: Roll, roll: Roll) -> dict[str, Any]:
    """Return the announcement needed before a turn that names the dice in another order."""
    return {"roll": named.to_json()} if named != roll else {}


def _carried(grid: Mapping[str, str], steps: Sequence[EntryStep]) -> dict[str, str]:
    """Return a table after checkers have gone as entered, legal or not."""
    after = dict(grid)
    for step in steps:
        if not count_of(after.get(step["from"], "")):
            raise RefereeError("table.nothing_there", cell=step["from"])
        for place, more in ((step["from"], -1), (step["to"], 1)):
            if place in after:
                after[place] = thing_of(count_of(after[place]) + more)
    return after
