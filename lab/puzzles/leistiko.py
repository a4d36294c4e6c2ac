"""Puzzles of Leistiko's Blockade: rows to choose and rolls to play, in the base game and its variants."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any

from companion.app.games.opponents import STRENGTHS
from companion.games.leistiko_blockade.rules.hints import (
    rows_at_a_glance,
    suggest_row,
    suggest_turn,
    turns_at_a_glance,
)
from companion.games.leistiko_blockade.rules.model import ROWS, Options, Position, Roll, Turn, other_side
from companion.games.leistiko_blockade.rules.setup import initial
from companion.games.leistiko_blockade.rules.space import reach
from companion.games.leistiko_blockade.rules.turns import counts, row_fault
from companion.games.leistiko_blockade.screen.entry import NEARER, PIECE, SPREAD
from companion.games.plausible import plausibly
from lab.puzzles.puzzle import CHOICES, Puzzle, grade, shuffled

TASKS = ("leistiko.row", "leistiko.off", "leistiko.guard", "leistiko.push", "leistiko.bungie")
DIE = range(1, 7)
BASE, BUNGIE, PUSH = Options(), Options(variant="bungie"), Options(variant="super-push")
OPTIONS: Mapping[str, Options] = {"leistiko.bungie": BUNGIE, "leistiko.push": PUSH}
Worths = Mapping[Any, Any]


def answers(puzzle: Puzzle) -> list[Any]:
    """The rows, or the mover's pieces after turns, that are worth most by what is asked."""
    worths = _worths(puzzle["task"], Position.from_json(puzzle["position"]), puzzle.get("row"), puzzle.get("roll"))
    return _best(worths)


def _best(worths: Worths) -> list[Any]:
    return [choice for choice, worth in worths.items() if worth == max(worths.values())]


def hinted(puzzle: Puzzle) -> Any:
    """The row, or the mover's pieces after the turn, that a player is suggested there."""
    position = Position.from_json(puzzle["position"])
    options = OPTIONS.get(puzzle["task"], BASE)
    if "row" not in puzzle:
        advice = suggest_row(position, options)
        best = advice.choices[0] if advice else None
        return best.row if best and best.leap == (options is BUNGIE) else None
    turn = suggest_turn(position, Roll(tuple(puzzle["roll"])), puzzle["row"], options)
    return turn.turn.position.all_of(position.to_move) if turn else None


def _worths(task: str, position: Position, row: int | None, roll: Sequence[int] | None) -> Worths:
    """What every choice is worth by what is asked: rows before the roll, turns after it."""
    if row is not None and roll:
        after = {end: turn.position for end, (turn, *_) in turns(task, position, row, roll).items()}
        if task == "leistiko.guard":
            return {end: -max(_off_by_row(then).values(), default=0) for end, then in after.items()}
        return {end: -sum(end) for end in after}
    if task == "leistiko.row":
        return _off_by_row(position)
    return {row: _expected_off(*counts(position, row)) for row in _rows(position)}


def turns(
    task: str, position: Position, row: int, roll: Sequence[int]
) -> dict[tuple[int, ...], tuple[Turn, Roll, float]]:
    """All turns with what they are worth at a glance, by the mover's pieces after them; of two that end alike the
    cheaper one."""
    found: dict[tuple[int, ...], tuple[Turn, Roll, float]] = {}
    for turn, named, worth in turns_at_a_glance(position, Roll(tuple(roll)), row, OPTIONS.get(task, BASE)):
        end = turn.position.all_of(position.to_move)
        if end not in found or len(turn.steps) < len(found[end][0].steps):
            found[end] = turn, named, worth
    return found


def _rows(position: Position) -> list[int]:
    return [row for row in ROWS if not row_fault(position, row)]


def _off_by_row(position: Position) -> dict[int, int]:
    """How many pieces six rolls, one of each value, take off at best."""
    own, opposing = position.rows(position.to_move), position.rows(other_side(position.to_move))
    found = {}
    for row in _rows(position):
        costs = reach(own, opposing, row - 1, BASE.minimum)
        found[row] = sum(max(sum(own) - sum(end) for end, cost in costs.items() if cost <= die) for die in DIE)
    return found


def _expected_off(own: int, opposing: int) -> Fraction:
    """How many pieces of a row leap on average, by dice against dice."""
    highest = {die: Fraction(die, 6) ** (opposing + 1) - Fraction(die - 1, 6) ** (opposing + 1) for die in DIE}
    return sum((chance * own * Fraction(6 - die, 6) for die, chance in highest.items()), Fraction(0))


def candidates(rng: Random) -> Iterator[Puzzle]:
    """Positions of games between casual players. What is right is also what is suggested: no puzzle teaches what the
    master would not play."""
    while True:
        for task in rng.sample(TASKS, len(TASKS)):
            for position in _game(rng, OPTIONS.get(task, BASE)):
                puzzle = _puzzle(rng, task, position)
                if puzzle and answers(puzzle) == [hinted(puzzle)]:
                    yield puzzle
                    break


def _game(rng: Random, options: Options) -> Iterator[Position]:
    """The positions of a game from the fifth turn on, from the last one back."""
    position = initial()
    found: list[Position] = []
    while not position.over and len(found) < 120:
        found.append(position)
        spread = SPREAD * rng.choice([each for each in STRENGTHS.values() if each]) ** NEARER[options.variant]
        choices = rows_at_a_glance(position, options)
        chosen = plausibly(choices, [each.worth.value for each in choices], spread, rng)
        own, opposing = counts(position, chosen.row)
        dice = [rng.choice(DIE) for _ in range(own if chosen.leap else 1 + (options is PUSH))]
        roll = Roll(tuple(dice), tuple(rng.choice(DIE) for _ in range(opposing + 1)) if chosen.leap else None)
        ways = turns_at_a_glance(position, roll, chosen.row, options)
        worths = [worth - PIECE * sum(turn.position.all_of(position.to_move)) for turn, _, worth in ways]
        position = plausibly(ways, worths, spread, rng)[0].position
    yield from rng.sample(found[4:], len(found[4:]))


def _puzzle(rng: Random, task: str, position: Position) -> Puzzle | None:
    given: dict[str, Any] = {"task": task, "position": position.to_json()}
    turning = task not in ("leistiko.row", "leistiko.bungie")
    if turning:
        dice = 2 if task == "leistiko.push" else 1
        given |= {"row": rng.choice(_rows(position)), "roll": [rng.randint(2, 6) for _ in range(dice)]}
    worths = _worths(task, position, given.get("row"), given.get("roll"))
    best = _best(worths)
    if len(best) != 1 or len(worths) < CHOICES:
        return None
    # The wrong ones are the next best.
    others = sorted((each for each in worths if each != best[0]), key=lambda each: -worths[each])
    shown = [best[0], *rng.sample(others[: CHOICES + 1], CHOICES - 1)]
    if not turning:
        given["grade"] = _grade_of_rows(task, position, shown)
        return shuffled(rng, given, [[{"row": row}] for row in shown])
    found = turns(task, position, given["row"], given["roll"])
    if not all(len(found[end][0].steps) > (end == best[0]) for end in shown):
        return None
    given["grade"] = grade([found[end][2] - PIECE * sum(end) for end in shown], SPREAD)
    return shuffled(rng, given, [[step.to_json() for step in found[end][0].steps] for end in shown])


def _grade_of_rows(task: str, position: Position, shown: Sequence[int]) -> int:
    options = OPTIONS.get(task, BASE)
    worth = {
        each.row: each.worth.value for each in rows_at_a_glance(position, options) if each.leap == (options is BUNGIE)
    }
    return grade([worth[row] for row in shown], SPREAD)
