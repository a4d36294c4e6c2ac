"""Enters turns of Looney Blockade hop by hop, with the engine's answer to each."""

import random
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from companion.app.games.hops import hops_between
from companion.app.games.state import Nearest, ShownHint, ShownSuggestion
from companion.app.games.turn_entry import MOST_NEAREST, Dice, Drafted, EntryStep, TurnEntry
from companion.app.json_object import JsonObject
from companion.games.engine import Json, respond
from companion.games.looney_blockade.rules.advising.casual import casual_turn
from companion.games.looney_blockade.rules.board import CELLS
from companion.games.looney_blockade.rules.model import SIDES, Options, Position
from companion.games.looney_blockade.rules.rules import points_left
from companion.games.looney_blockade.rules.searching.nearest_legal import nearest_turns
from companion.games.looney_blockade.rules.setup import initial
from companion.games.looney_blockade.rules.turns import outcome
from companion.games.looney_blockade.table.colours import read_colours
from companion.games.reason import Reason, because
from companion.games.registry import ENGINES
from companion.referee.errors import RefereeError
from companion.referee.grid import Commitment, Grid
from companion.referee.verdict import Verdict

GAME = "looney-blockade"
# Weaker computer players: how many points more its colours may need after a child's turn.
SPREAD = 4.0


class LooneyScore(NamedTuple):
    """Towers by colour, and the small, medium and large blacks left; letters of pieces with those that replace them
    (BK-19)."""

    towers: Mapping[str, int]
    supply: tuple[int, int, int]
    instead: Mapping[str, str] = {}

    def looks(self, letters: str) -> str:
        """Return pieces in the letters that replace theirs."""
        return "".join(self.instead.get(letter, letter) for letter in letters)


def hop(start: str, end: str) -> EntryStep:
    """Return the step that puts the top piece of `start` on `end`."""
    return {"from": start, "to": end}


class HopEntry(TurnEntry[Position, LooneyScore]):
    """Enters turns. A step is one hop of one piece."""

    hops = True

    def __init__(self, options: JsonObject) -> None:
        told = dict(options)
        self._instead = read_colours(told.pop("colours", {}))
        self._options = Options.from_json(told)

    def start(self) -> Grid:
        return dict(initial().grid)

    def score(self, position: Position | None) -> LooneyScore:
        if position is None:
            return LooneyScore(dict.fromkeys("RYGB", 0), (5, 5, 5), self._instead)
        return LooneyScore(dict(outcome(position, self._options).towers), position.supply, self._instead)

    def roll(self, side: str, dice: Dice) -> Mapping[str, int]:
        return {colour: dice.randint(1, 6) for colour in SIDES["warm" if side == "warm" else "cool"]}

    def drafted(self, position: Position, under: Commitment, steps: Sequence[EntryStep]) -> Drafted:
        answer = self._applied(position, under, steps)
        if "position" in answer:
            return Drafted(answer["position"]["grid"], True, points_left(under.value["roll"], answer["points"]))
        return Drafted(_hopped(position.grid, steps), False)

    def hint(self, position: Position, under: Commitment, steps: Sequence[EntryStep], place: str) -> ShownHint | None:
        applied = self._applied(position, under, steps)
        if "position" not in applied:
            return None
        after = {**applied["position"], "to_move": position.to_move}
        left = points_left(under.value["roll"], applied["points"])
        answer = self._ask("hint", position=after, budget=left, **{"from": place})
        costs = {move["to"]: move["cost"] for move in answer.get("moves", ())}
        refused = {no["cell"]: (no["rule"], no["reason"]) for no in answer.get("refused", ())}
        return ShownHint(place, costs, refused)

    def suggestion(self, position: Position, under: Commitment) -> ShownSuggestion | None:
        answer = self._ask("hint", position=position.to_json(), roll=dict(under.value["roll"]))
        found = answer.get("suggestion")
        return self._suggestion(position, under, found["moves"], found["reason"]) if found else None

    def casual(self, position: Position, under: Commitment, weakness: float, dice: random.Random) -> ShownSuggestion:
        """Choose a turn by the points that its colours then need."""
        turn = casual_turn(position, dict(under.value["roll"]), SPREAD * weakness, dice, self._options)
        return self._suggestion(position, under, [each.to_json() for each in turn.hops], because("computer.by_chance"))

    def _suggestion(self, position: Position, under: Commitment, moves: Sequence[Json], why: Reason) -> ShownSuggestion:
        steps = tuple(hop(move["from"], move["to"]) for move in moves)
        return ShownSuggestion(tuple(moves), why, steps, self.drafted(position, under, steps).grid)

    def nearest(self, position: Position, verdict: Verdict) -> Sequence[Nearest]:
        if verdict.seen is None or verdict.roll is None:
            return ()
        answer = self._ask("check", before=position.to_json(), after=dict(verdict.seen), roll=dict(verdict.roll))
        if not (nearest := answer.get("nearest")):
            return ()
        after = tuple(verdict.seen[cell] for cell in CELLS)
        others = nearest_turns(position, after, dict(verdict.roll), self._options, MOST_NEAREST + 1)
        found = [(nearest["moves"], nearest["grid"])]
        found += [([hop.to_json() for hop in turn.hops], dict(turn.position.grid)) for turn in others if turn.hops]
        return [
            Nearest(tuple(moves), grid)
            for n, (moves, grid) in enumerate(found)
            if all(grid != other for _, other in found[:n])
        ][:MOST_NEAREST]

    def lifted(self, believed: Grid, seen: Grid) -> str | None:
        changed = [cell for cell in believed if seen[cell] != believed[cell]]
        off = len(changed) == 1 and seen[changed[0]] == believed[changed[0]][:-2]
        return changed[0] if off else None

    def hops_between(self, before: Grid, after: Grid) -> tuple[tuple[str, str], ...]:
        return hops_between(before, after)

    def _applied(self, position: Position, under: Commitment, steps: Sequence[EntryStep]) -> Json:
        return self._ask("apply", position=position.to_json(), roll=dict(under.value["roll"]), moves=list(steps))

    def _ask(self, op: str, **fields: Any) -> Json:
        """Ask the engine; {} if the question makes no sense on a table against the rules."""
        answer = respond({"game": GAME, "op": op, "options": self._options.to_json(), **fields}, ENGINES)
        return {} if "error" in answer else answer


def _hopped(grid: Grid, steps: Sequence[EntryStep]) -> Grid:
    """Return a table after hops, legal or not."""
    after = dict(grid)
    for step in steps:
        start, end = step["from"], step["to"]
        if not after.get(start) or start == end:
            raise RefereeError("table.nothing_there", cell=start)
        after[start], piece = after[start][:-2], after[start][-2:]
        after[end] += piece
    return after
