"""Puzzles of every game, found by search: each has exactly one best answer among all that the rules allow.

    .venv/bin/python -m lab.puzzles [GAME ...]

writes `companion/games/NAME/screen/puzzles.json` anew. `answers` counts the best answers of a puzzle, from its position
alone: the tests ask it of every puzzle that is shipped.
"""

import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice, product
from math import exp
from pathlib import Path
from typing import Any

from companion.app.games.opponents import STRENGTHS
from companion.games.blokus3d.rules import model as blokus_model
from companion.games.blokus3d.rules import turns as blokus_turns
from companion.games.blokus3d.rules.table import Table as BlokusTable
from companion.games.blokus3d.rules.turns import moves as blokus_moves
from companion.games.leistiko_blockade.rules import model as leistiko_model
from companion.games.leistiko_blockade.rules.hints import suggest_row, suggest_turn
from companion.games.leistiko_blockade.rules.turns import moves as leistiko_moves
from companion.games.looney_blockade.rules import board as looney_board
from companion.games.looney_blockade.rules import model as looney_model
from companion.games.looney_blockade.rules import setup as looney_setup
from companion.games.looney_blockade.rules.judging import checking as looney_checking
from companion.games.looney_blockade.rules.model import SIDES, TOWERS_TO_WIN
from companion.games.looney_blockade.rules.searching.colour_paths import Terms, supply_letters
from companion.games.looney_blockade.rules.searching.colour_state import capped, merge
from companion.games.looney_blockade.rules.searching.turn_results import solo_ends, solo_space
from companion.games.looney_blockade.rules.turns import Table as LooneyTable
from companion.games.pyramid_ball.rules import model as ball_model
from companion.games.pyramid_ball.rules import setup as ball_setup
from companion.games.pyramid_ball.rules import turns as ball_turns
from companion.games.pyramid_ball.rules.board import LENGTH, LETTERS, SIZES, SQUARES, row_of
from companion.games.pyramid_ball.rules.casual import casual_program
from companion.games.pyramid_ball.rules.directions import sheet_of
from companion.games.pyramid_ball.rules.evaluation import chance as chance_of
from companion.games.pyramid_ball.rules.evaluation import value
from companion.games.pyramid_ball.rules.model import Program
from companion.games.pyramid_ball.rules.rules import Play
from companion.games.pyramid_ball.rules.sampling import Chance, purposeful_program
from companion.games.pyramid_ball.screen.entry import SPREAD as BALL_SPREAD

ROOT = Path(__file__).parents[1]
PUZZLES = 20
CHOICES = 4
# Of different kinds of a game's puzzles, so many of each.
HALF = PUZZLES // 2
Puzzle = Mapping[str, Any]
Programs = tuple[Program, Program]


def looney_answers(puzzle: Puzzle) -> list[tuple[str, ...]]:
    """The tables after turns that win with the colour told."""
    position = looney_model.Position.from_json(puzzle["position"])
    ends = _looney_ends(position, puzzle["colour"], puzzle["roll"][puzzle["colour"]])
    return [stacks for stacks, (_, won) in ends.items() if won]


def _looney_ends(position: looney_model.Position, colour: str, points: int) -> dict[tuple[str, ...], tuple[int, bool]]:
    """The tables after turns of one colour: what they cost, and whether they win. The other colour of the mover lies on
    no clear large but its pile, which it cannot leave in a turn, so that it changes nothing."""
    table = LooneyTable.of(position, looney_model.RULINGS)
    pile = next(
        (i for i, stack in enumerate(table.stacks) if stack[:1] == "C" and _is_of_other(stack, colour, table)), -1
    )
    space = solo_space(table, colour)
    shut = {i for i, cell in enumerate(space.cells) if cell == pile}
    space = replace(space, reach=tuple(tuple(way for way in ways if way[1] not in shut) for ways in space.reach))
    terms = Terms(supply_letters(table.supply), table.options.tower, tell_taken=False)
    own = [i for i, cell in enumerate(space.cells) if table.stacks[cell][0] == colour]
    found = {}
    for state, cost in solo_ends(space, points, terms).items():
        stacks = list(merge(table.stacks, ((space, state),)))
        if pile >= 0:
            stacks[pile] = table.stacks[pile]
        found[tuple(stacks)] = cost, sum(capped(state[i]) for i in own) >= TOWERS_TO_WIN
    return found


def _is_of_other(stack: str, colour: str, table: LooneyTable) -> bool:
    return stack[-2] in SIDES[table.side] and stack[-2] != colour


def looney_puzzles(rng: random.Random) -> Iterator[Puzzle]:
    """Four towers of a colour stand, and one of the other side; the fifth is to be built."""
    while True:
        side: looney_model.Side = rng.choice(("cool", "warm"))
        colour = rng.choice(SIDES[side])
        position = _four_towers(rng, side, colour)
        roll = {each: rng.randint(4, 6) if each == colour else rng.randint(1, 6) for each in SIDES[side]}
        ends = _looney_ends(position, colour, roll[colour])
        best = [stacks for stacks, (_, won) in ends.items() if won]
        if len(best) != 1 or ends[best[0]][0] < 3:
            continue
        near = [stacks for stacks, (cost, won) in ends.items() if not won and cost >= ends[best[0]][0]]
        if len(near) < CHOICES - 1:
            continue
        wrong = rng.sample(near, CHOICES - 1)
        turns = [_looney_turn(position, stacks, roll) for stacks in (best[0], *wrong)]
        if len({json.dumps(turn) for turn in turns}) == CHOICES and all(turns) and len(turns[0]) > 1:
            given = {"task": "looney", "position": position.to_json(), "colour": colour, "roll": roll}
            yield _shuffled(rng, given, turns)


def _four_towers(rng: random.Random, side: Any, colour: str) -> looney_model.Position:
    grid = dict(looney_setup.initial().grid)
    own = [cell for cell, stack in grid.items() if stack[0] == colour]
    corner = next(cell for cell, stack in grid.items() if stack.startswith(f"C3{colour}"))
    open_ = rng.choice(own)
    for cell in own:
        grid[cell] = f"{colour}3" if cell == open_ else f"{colour}3{colour}2{colour}1K3"
    theirs = rng.choice(SIDES["warm" if side == "cool" else "cool"])
    pile = next(cell for cell, stack in grid.items() if stack.startswith(f"C3{theirs}"))
    grid[pile] = grid[pile][:-2]
    grid[rng.choice([cell for cell, stack in grid.items() if stack[0] == theirs])] = f"{theirs}3{theirs}2{theirs}1K3"
    grid[corner] = "C3"
    places = ["c3", corner, *(cell for cell in own)]
    for piece in (f"{colour}2", f"{colour}1"):
        fits = [cell for cell in places if _lands(grid[cell], piece)]
        grid[rng.choice(fits)] += piece
    return looney_model.Position(grid, (5, 5, 0), side)


def _lands(stack: str, piece: str) -> bool:
    top = stack[-2:]
    return top == "C3" or (top[0] == piece[0] and top[1] >= piece[1]) or (top[0] == "K" and top[1] > piece[1])


def _looney_turn(position: looney_model.Position, stacks: Sequence[str], roll: Mapping[str, int]) -> list[Any]:
    turn = looney_checking.turn_to(position, dict(zip(looney_board.CELLS, stacks, strict=True)), roll)
    # What goes on a tower would tell which turn builds one.
    return [replace(hop, cap=None).to_json() for hop in turn.hops] if turn else []


def leistiko_answers(puzzle: Puzzle) -> list[Any]:
    """The rows that take off most on average, or the tables after turns that take off most."""
    position = leistiko_model.Position.from_json(puzzle["position"])
    if puzzle["task"] == "leistiko.row":
        worth = _off_by_row(position)
        return [row for row, off in worth.items() if off == max(worth.values())]
    ends = _off_by_end(position, puzzle["row"], puzzle["roll"][0])
    return [end for end, off in ends.items() if off == max(ends.values())]


def _off_by_row(position: leistiko_model.Position) -> dict[int, int]:
    """How many checkers six rolls, one of each value, take off at best."""
    own = position.rows(position.to_move)
    rows = [row for row in range(1, 7) if own[row - 1]]
    return {row: sum(max(_off_by_end(position, row, die).values()) for die in range(1, 7)) for row in rows}


def _off_by_end(position: leistiko_model.Position, row: int, die: int) -> dict[tuple[int, ...], int]:
    had = sum(position.all_of(position.to_move))
    ends = [
        turn.position.all_of(position.to_move) for turn in leistiko_moves(position, leistiko_model.Roll((die,)), row)
    ]
    return {end: had - sum(end) for end in ends}


def leistiko_hint(puzzle: Puzzle) -> Any:
    """The row, or the mover's pieces after the turn, that a player is suggested there."""
    position = leistiko_model.Position.from_json(puzzle["position"])
    if puzzle["task"] == "leistiko.row":
        advice = suggest_row(position)
        return advice.choices[0].row if advice else None
    turn = suggest_turn(position, leistiko_model.Roll(tuple(puzzle["roll"])), puzzle["row"])
    return turn.turn.position.all_of(position.to_move) if turn else None


def leistiko_puzzles(rng: random.Random) -> Iterator[Puzzle]:
    """The row to choose, and what to do with a roll, in turn. What takes off most is also what is suggested: no puzzle
    teaches what the master would not play."""
    left = Counter({"leistiko.row": HALF, "leistiko.off": HALF})
    for puzzle in _leistiko_counted(rng):
        if left[puzzle["task"]] and leistiko_answers(puzzle) == [leistiko_hint(puzzle)]:
            left[puzzle["task"]] -= 1
            yield puzzle


def _leistiko_counted(rng: random.Random) -> Iterator[Puzzle]:
    rows = turns = 0
    while True:
        own, other = (tuple(rng.choice((0, 1, 2, 3, 3, 4, 5)) for _ in range(6)) for _ in range(2))
        if not 3 <= sum(own) <= 16 or not 1 <= sum(other) <= 16:
            continue
        position = leistiko_model.Position(own, other, "first")
        if rows <= turns:
            worth = _off_by_row(position)
            order = sorted(worth, key=lambda row: -worth[row])
            if len(order) >= CHOICES and worth[order[0]] > worth[order[1]] + 1:
                rows += 1
                shown = [order[0], *rng.sample(order[1:], CHOICES - 1)]
                given = {"task": "leistiko.row", "position": position.to_json()}
                yield _shuffled(rng, given, [[{"row": row}] for row in shown])
            continue
        row, die = rng.randint(1, 6), rng.randint(3, 6)
        if not own[row - 1]:
            continue
        ends = _off_by_end(position, row, die)
        most = max(ends.values())
        best = [end for end, off in ends.items() if off == most]
        found = {
            turn.position.all_of("first"): turn for turn in leistiko_moves(position, leistiko_model.Roll((die,)), row)
        }
        kinds = {step.kind for step in found[best[0]].steps}
        if most < 2 or len(best) != 1 or kinds != {"move", "leap"}:
            continue
        wrong = [end for end, off in ends.items() if most - off == 1]
        if len(wrong) >= CHOICES - 1:
            turns += 1
            shown_ends = [best[0], *rng.sample(wrong, CHOICES - 1)]
            steps = [[step.to_json() for step in found[end].steps] for end in shown_ends]
            said = {"row": row, "roll": [die], "n": most}
            given = {"task": "leistiko.off", "position": position.to_json()}
            yield _shuffled(rng, {**given, **said}, steps)


def ball_answers(puzzle: Puzzle) -> list[str]:
    """The words of the pyramid told that bring about what is asked, all else as it is laid out."""
    position = ball_model.Position.from_json(puzzle["position"])
    programs = Program.from_json(puzzle["own"]), Program.from_json(puzzle["against"])
    return _fulfilling(position, puzzle["pyramid"], programs, BALL_THEMES[puzzle["task"]])


# So many programs are drawn for each pyramid of a position.
BALL_TRIES = 4
# What is asked of a turn: a word of the events that brings it about, "" for no point of the opponent's.
BALL_THEMES: Mapping[str, str] = {
    "ball.goal": "goal",
    "ball.tackle": "tackle",
    "ball.pass": "pass",
    "ball.interception": "interception",
    "ball.save": "",
}


def _fulfilling(position: ball_model.Position, size: str, programs: Programs, how: str) -> list[str]:
    return _bringing_about(how, position, size, programs, _points(position, size, programs))


def _points(position: ball_model.Position, size: str, programs: Programs) -> dict[str, tuple[int, int]]:
    """The score after the turn by word of the pyramid."""
    own, against = programs
    found = {}
    for word in map("".join, product(LETTERS, repeat=3)):
        play = Play(position, (sheet_of(_with_word(own, size, word), 0), sheet_of(against, 1)), _first_option)
        play.rows()
        found[word] = play.score
    return found


def _bringing_about(
    how: str, position: ball_model.Position, size: str, programs: Programs, points: Mapping[str, tuple[int, int]]
) -> list[str]:
    """The words that do it, cut off where the turn is decided: what comes after that row makes no other word."""
    wanted = (1, 0) if how else (0, 0)
    words = [word for word, score in points.items() if score == wanted]
    if not how:
        return words
    # Balls are passed before anything moves in a row.
    before = int(how in ("pass", "interception"))
    rows = {word: ball_events(position, size, word, programs).get(how, before) - before for word in words}
    return sorted({word[:row] for word, row in rows.items() if row})


def ball_events(position: ball_model.Position, size: str, word: str, programs: Programs) -> dict[str, int]:
    """The kinds of what happens with that word, each with its last row."""
    turn = ball_turns.apply(position, (_with_word(programs[0], size, word), programs[1]))
    assert isinstance(turn, ball_turns.Turn)
    return {event.kind: event.row for event in turn.events}


def _with_word(program: Program, size: str, word: str) -> Program:
    small, medium, large = (word if size == each else program.commands[i] for i, each in enumerate(SIZES))
    return replace(program, commands=(small, medium, large))


def _first_option(question: Any) -> str:
    return str(question.options[0])


def ball_puzzles(rng: random.Random) -> Iterator[Puzzle]:
    """The themes in turn, out of games of casual players: the commands of one pyramid are to be found."""
    found: dict[str, list[Puzzle]] = {task: [] for task in BALL_THEMES}
    words = Counter[str]()
    for position in _ball_positions(rng):
        for size in (*SIZES,) * BALL_TRIES:
            chance = Chance(rng.getrandbits(64))
            programs = purposeful_program(position, 0, chance), purposeful_program(position, 1, chance)
            tasks = [task for task in BALL_THEMES if len(found[task]) < PUZZLES // len(BALL_THEMES)]
            tasks = [task for task in tasks if _fits(task, position, programs, size)]
            if not tasks:
                continue
            points = _points(position, size, programs)
            for task in tasks:
                good = _bringing_about(BALL_THEMES[task], position, size, programs, points)
                if len(good) == 1 and words[good[0]] < 2 and len({*good[0]}) > 1:
                    words[good[0]] += 1
                    found[task].append(_ball_puzzle(rng, task, position, size, programs, good[0]))
                    print({task: len(puzzles) for task, puzzles in found.items()}, file=sys.stderr, flush=True)
                    break  # one puzzle a position
            else:
                continue
            break
        if all(len(puzzles) == PUZZLES // len(BALL_THEMES) for puzzles in found.values()):
            break
    yield from sorted((puzzle for puzzles in found.values() for puzzle in puzzles), key=lambda each: each["grade"])


def _ball_positions(rng: random.Random) -> Iterator[ball_model.Position]:
    """Positions of advanced games as those of basic ones, in which a side has the ball, as each player sees them."""
    while True:
        position = ball_setup.initial("advanced")
        while position.winner is None:
            programs = _casual(position, 0, rng), _casual(position, 1, rng)
            position = Play(position, (sheet_of(programs[0], 0), sheet_of(programs[1], 1)), _first_option).run()
            if position.carrier is not None and position.locked is None:
                turned = tuple(len(SQUARES) - 1 - square for square in (*position.squares[3:], *position.squares[:3]))
                yield ball_model.Position(position.squares, position.carrier)
                yield ball_model.Position(turned, (position.carrier + 3) % 6)


def _casual(position: ball_model.Position, player: int, rng: random.Random) -> Program:
    return casual_program(position, player, BALL_SPREAD * rng.choice((0.15, 0.4, 1.0)), rng)


def _fits(task: str, position: ball_model.Position, programs: Programs, size: str) -> bool:
    """True if the theme can be of that pyramid: none is looked for where it is too far away."""
    own, against = programs
    piece = SIZES.index(size)
    rows_to_goal = LENGTH - 1 - row_of(position.squares[piece])
    if position.carrier is not None and position.carrier < len(SIZES):
        if task == "ball.pass":
            return bool(own.markers) and own.markers[0].to == size and rows_to_goal < 3
        return task == "ball.goal" and position.carrier == piece and not own.markers and rows_to_goal < 3
    if task == "ball.save":
        play = Play(position, (sheet_of(_with_word(own, size, "..."), 0), sheet_of(against, 1)), _first_option)
        play.rows()
        return play.score == (0, 1)
    return task == "ball.tackle" or (task == "ball.interception" and bool(against.markers))


def _ball_puzzle(
    rng: random.Random, task: str, position: ball_model.Position, size: str, programs: Programs, word: str
) -> Puzzle:
    near = [word[:i] + letter + word[i + 1 :] for i in range(len(word)) for letter in LETTERS if letter != word[i]]
    shown = [each.ljust(len(SIZES), ".") for each in (word, *rng.sample(near, CHOICES - 1))]
    given = {"task": task, "position": position.to_json(), "pyramid": size}
    laid = {"own": _with_word(programs[0], size, "...").to_json(), "against": programs[1].to_json()}
    # How good the words look to who does not know what the opponent will lay out.
    others = [purposeful_program(position, 1, Chance(rng.getrandbits(64))) for _ in range(24)]
    worths = []
    for each in shown:
        mine = sheet_of(_with_word(programs[0], size, each), 0)
        total = 0.0
        for other in others:
            play = Play(position, (mine, sheet_of(other, 1)), _first_option)
            play.rows()
            total += chance_of(value(play))
        worths.append(total / len(others))
    return _shuffled(rng, {**given, **laid, "grade": grade(worths, BALL_SPREAD)}, [[{"word": each}] for each in shown])


def grade(worths: Sequence[float], spread: float) -> int:
    """How many of the computer's strengths choose the first of these more rarely than not; one that is worth `spread`
    times the strength's weakness less than another is chosen a third as often. The master takes the best."""
    failing = 0
    for weakness in STRENGTHS.values():
        likely = [
            exp((worth - max(worths)) / (spread * weakness)) if weakness else worth == max(worths) for worth in worths
        ]
        failing += likely[0] < sum(likely) / 2
    return failing


def blokus_answers(puzzle: Puzzle) -> list[Any]:
    """The placements after which the opponent can place nothing more."""
    return _shutting_out(blokus_model.Position.from_json(puzzle["position"]))


def _shutting_out(position: blokus_model.Position) -> list[Any]:
    table = BlokusTable.of(position)
    seat, found = table.seat, []
    for placement, number in zip(blokus_moves(position), _numbers(table), strict=True):
        after = table.copy()
        after.place(number)
        if not after.legal(1 - seat):
            found.append(placement)
    return found


def _told(placement: Any) -> tuple[str, frozenset[tuple[int, int]]]:
    return placement.piece, frozenset((x, y) for x, y, _ in placement.cells)


def _numbers(table: BlokusTable) -> list[int]:
    numbers: list[int] = table.space.numbers(table.legal(table.seat)).tolist()
    return numbers


def blokus_puzzles(rng: random.Random) -> Iterator[Puzzle]:
    """The one placement that leaves the opponent none."""
    while True:
        position = blokus_turns.initial(rng.choice(("tower", "corner", "steps", "pyramid")), 2)
        while position.to_move and not position.out:
            ways = blokus_moves(position)
            built = sum(map(len, position.columns.values()))
            if built > 20 and len(ways) > CHOICES:
                best = _shutting_out(position)
                if len(best) == 1:
                    # Of those that are told in the same words one is enough.
                    told = {_told(way): way for way in (*ways, best[0])}
                    wrong = rng.sample([way for way in told.values() if way != best[0]], CHOICES - 1)
                    shown = [[{"player": position.to_move, **way.to_json()}] for way in (best[0], *wrong)]
                    yield _shuffled(rng, {"task": "blokus", "position": position.to_json()}, shown)
                    break
            way = rng.choice(ways)
            turn = blokus_turns.apply(position, way.piece, way.cells)
            assert isinstance(turn, blokus_model.Turn)
            position = turn.position


def _shuffled(rng: random.Random, given: Puzzle, choices: Sequence[Any]) -> Puzzle:
    """The puzzle with its choices in any order; the first is right."""
    order = list(range(len(choices)))
    rng.shuffle(order)
    return {**given, "choices": [choices[i] for i in order], "right": order.index(0)}


FINDERS: Mapping[str, Callable[[random.Random], Iterator[Puzzle]]] = {
    "looney_blockade": looney_puzzles,
    "leistiko_blockade": leistiko_puzzles,
    "pyramid_ball": ball_puzzles,
    "blokus3d": blokus_puzzles,
}
ANSWERS: Mapping[str, Callable[[Puzzle], Sequence[Any]]] = {
    "looney_blockade": looney_answers,
    "leistiko_blockade": leistiko_answers,
    "pyramid_ball": ball_answers,
    "blokus3d": blokus_answers,
}


def path_of(game: str) -> Path:
    """Where the puzzles of a game are kept."""
    return ROOT / "companion/games" / game / "screen/puzzles.json"


def main(games: Sequence[str]) -> None:
    for game in games or tuple(FINDERS):
        puzzles = list(islice(FINDERS[game](random.Random(game)), PUZZLES))
        lines = ",\n".join(json.dumps(puzzle, separators=(",", ":")) for puzzle in puzzles)
        path_of(game).write_text(f"[\n{lines}\n]\n", encoding="utf-8")
        print(f"{game}: {len(puzzles)} puzzles, {path_of(game).stat().st_size} bytes", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
