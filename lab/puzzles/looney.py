"""Puzzles of Looney Blockade: turns of one colour that win, build, or prepare a tower."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

from companion.app.games.opponents import STRENGTHS
from companion.games.looney_blockade.rules import board, setup
from companion.games.looney_blockade.rules.advising.casual import casual_turn
from companion.games.looney_blockade.rules.advising.race import Race
from companion.games.looney_blockade.rules.judging.checking import turn_to
from companion.games.looney_blockade.rules.model import RULINGS, SIDES, TOWERS_TO_WIN, Position
from companion.games.looney_blockade.rules.searching.colour_paths import Terms, supply_letters
from companion.games.looney_blockade.rules.searching.colour_state import State, capped, merge
from companion.games.looney_blockade.rules.searching.turn_results import solo_ends, solo_space
from companion.games.looney_blockade.rules.turns import Table
from companion.games.looney_blockade.screen.entry import SPREAD
from lab.puzzles.puzzle import CHOICES, Puzzle, grade, shuffled

TASKS = ("looney.win", "looney.two", "looney.tower", "looney.seats", "looney.ready")
DIE = 6
# Wrong turns are among so many that change the table most alike.
_ALIKE = 12
Stacks = tuple[str, ...]


class End(NamedTuple):
    """A table after a turn of one colour: what it costs, the towers built, whether a point is then enough for one more,
    and how many larges of the colour without a tower carry a medium of it."""

    stacks: Stacks
    state: State
    cost: int
    built: int
    towers: int
    ready: bool
    seats: int


def answers(puzzle: Puzzle) -> list[Stacks]:
    """The tables after right turns of the colour alone."""
    position = Position.from_json(puzzle["position"])
    return [end.stacks for end in _right(puzzle["task"], _ends(position, puzzle["colour"]), _points(puzzle))]


def _points(puzzle: Puzzle) -> int:
    return int(puzzle["roll"][puzzle["colour"]])


def _ends(position: Position, colour: str) -> list[End]:
    table = Table.of(position, RULINGS)
    space = solo_space(table, colour)
    terms = Terms(supply_letters(table.supply), table.options.tower, tell_taken=False)
    own = [i for i, cell in enumerate(space.cells) if table.stacks[cell][0] == colour]
    had = sum(capped(space.start[i]) for i in own)
    found = []
    for state, cost in solo_ends(space, DIE, terms).items():
        towers = sum(capped(state[i]) for i in own)
        stacks = tuple(merge(table.stacks, ((space, state),)))
        found.append(End(stacks, state, cost, towers - had, towers, one_point(stacks, colour), seats(stacks, colour)))
    return found


def one_point(stacks: Sequence[str], colour: str) -> bool:
    """True if a small of the colour stands beside a large and medium of it that want nothing else."""
    seats = [i for i, stack in enumerate(stacks) if stack == f"{colour}3{colour}2"]
    smalls = [i for i, stack in enumerate(stacks) if stack.endswith(f"{colour}1")]
    places = [(board.CELLS[i], board.CELLS[j]) for i in seats for j in smalls]
    return any(max(abs(ord(one[0]) - ord(other[0])), abs(int(one[1]) - int(other[1]))) == 1 for one, other in places)


def seats(stacks: Sequence[str], colour: str) -> int:
    """The number of larges of the colour, without a tower, on which a medium of it lies first."""
    return sum(stack.startswith(f"{colour}3{colour}2") and "K" not in stack for stack in stacks)


def _right(task: str, ends: Sequence[End], points: int) -> list[End]:
    """The ends that answer a task."""
    paid = [end for end in ends if end.cost <= points]
    building = [end for end in paid if end.built]
    match task:
        case "looney.win":
            return [end for end in paid if end.towers >= TOWERS_TO_WIN]
        case "looney.two":
            return [end for end in paid if end.built >= 2]
        case "looney.tower":
            return building
        case "looney.seats":
            most = max(end.seats for end in paid)
            return [] if building or most == paid[0].seats else [end for end in paid if end.seats == most]
    return [] if building or paid[0].ready else [end for end in paid if end.ready]


def candidates(rng: Random) -> Iterator[Puzzle]:
    """Positions of games between casual players."""
    while True:
        position = setup.initial()
        while any(position.supply):
            colour = rng.choice(SIDES[position.to_move])
            yield from _puzzles(rng, position, colour)
            roll = {each: rng.randint(1, DIE) for each in SIDES[position.to_move]}
            weakness = rng.choice([each for each in STRENGTHS.values() if each])
            position = casual_turn(position, roll, SPREAD * weakness, rng).position
            if Table.of(position, RULINGS).ended():
                break


def _puzzles(rng: Random, position: Position, colour: str) -> Iterator[Puzzle]:
    """At most one puzzle of a position."""
    ends = _ends(position, colour)
    for task in rng.sample(TASKS, len(TASKS)):
        for points in range(2, DIE + 1):
            good = _right(task, ends, points)
            if len(good) == 1 and good[0].cost > 1 and (puzzle := _puzzle(rng, task, position, colour, ends, points)):
                yield puzzle
                return


def _puzzle(rng: Random, task: str, position: Position, colour: str, ends: Sequence[End], points: int) -> Puzzle | None:
    (right,) = _right(task, ends, points)
    wrong = [end for end in ends if right.cost - 1 <= end.cost <= points and end is not right and end.cost]
    if len(wrong) < CHOICES - 1:
        return None
    wrong.sort(key=lambda end: sum(one != other for one, other in zip(end.stacks, right.stacks, strict=True)))
    shown = [right, *rng.sample(wrong[:_ALIKE], min(len(wrong), CHOICES - 1))]
    # With the other die above three the sum of both cannot be used.
    least = 1 if points > DIE // 2 else DIE // 2 + 1
    roll = {each: points if each == colour else rng.randint(least, DIE) for each in SIDES[position.to_move]}
    turns = [_turn(position, end.stacks, roll) for end in shown]
    if not all(turns) or len({str(turn) for turn in turns}) < CHOICES:
        return None
    space = solo_space(Table.of(position, RULINGS), colour)
    race = Race(space, no_blacks=False, tower=RULINGS.tower)
    worths = [-float(race.at_least(end.state)) for end in shown]
    if worths[0] < max(worths):
        return None  # The master would play another turn.
    given = {"task": task, "position": position.to_json(), "colour": colour, "roll": roll}
    return shuffled(rng, {**given, "grade": grade(worths, SPREAD)}, turns)


def _turn(position: Position, stacks: Stacks, roll: dict[str, int]) -> list[Any]:
    turn = turn_to(position, dict(zip(board.CELLS, stacks, strict=True)), roll)
    # What goes on a tower would tell which turn builds one.
    return [replace(hop, cap=None).to_json() for hop in turn.hops] if turn else []
