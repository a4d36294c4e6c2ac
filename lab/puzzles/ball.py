"""Puzzles of Pyramid Ball: the commands of one pyramid, all other programs being laid out."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

from companion.games.pyramid_ball.rules import setup, turns
from companion.games.pyramid_ball.rules.board import LENGTH, LETTERS, SIZES, SQUARES, row_of
from companion.games.pyramid_ball.rules.casual import casual_program
from companion.games.pyramid_ball.rules.directions import sheet_of
from companion.games.pyramid_ball.rules.evaluation import chance as chance_of
from companion.games.pyramid_ball.rules.evaluation import value
from companion.games.pyramid_ball.rules.model import Position, Program
from companion.games.pyramid_ball.rules.rules import Play
from companion.games.pyramid_ball.rules.sampling import Chance, purposeful_program
from companion.games.pyramid_ball.screen.entry import SPREAD
from lab.puzzles.puzzle import CHOICES, Puzzle, grade, shuffled

Programs = tuple[Program, Program]


def answers(puzzle: Puzzle) -> list[str]:
    """The words of the pyramid told that bring about what is asked, all else as it is laid out."""
    position = Position.from_json(puzzle["position"])
    programs = Program.from_json(puzzle["own"]), Program.from_json(puzzle["against"])
    return _fulfilling(position, puzzle["pyramid"], programs, THEMES[puzzle["task"]])


# So many programs are drawn for each pyramid of a position.
TRIES = 4
# What is asked of a turn: a word of the events that brings it about, "" for no point of the opponent's.
THEMES: Mapping[str, str] = {
    "ball.goal": "goal",
    "ball.tackle": "tackle",
    "ball.pass": "pass",
    "ball.interception": "interception",
    "ball.save": "",
}
TASKS = tuple(THEMES)


def _fulfilling(position: Position, size: str, programs: Programs, how: str) -> list[str]:
    return _bringing_about(how, position, size, programs, _points(position, size, programs))


def _points(position: Position, size: str, programs: Programs) -> dict[str, tuple[int, int]]:
    """The score after the turn by word of the pyramid."""
    own, against = programs
    found = {}
    for word in map("".join, product(LETTERS, repeat=3)):
        play = Play(position, (sheet_of(_with_word(own, size, word), 0), sheet_of(against, 1)), _first_option)
        play.rows()
        found[word] = play.score
    return found


def _bringing_about(
    how: str, position: Position, size: str, programs: Programs, points: Mapping[str, tuple[int, int]]
) -> list[str]:
    """The words that do it, cut off where the turn is decided: what comes after that row makes no other word."""
    wanted = (1, 0) if how else (0, 0)
    words = [word for word, score in points.items() if score == wanted]
    if not how:
        return words
    # Balls are passed before anything moves in a row.
    before = int(how in ("pass", "interception"))
    rows = {word: events_of(position, size, word, programs).get(how, before) - before for word in words}
    return sorted({word[:row] for word, row in rows.items() if row})


def events_of(position: Position, size: str, word: str, programs: Programs) -> dict[str, int]:
    """The kinds of what happens with that word, each with its last row."""
    turn = turns.apply(position, (_with_word(programs[0], size, word), programs[1]))
    assert isinstance(turn, turns.Turn)
    return {event.kind: event.row for event in turn.events}


def _with_word(program: Program, size: str, word: str) -> Program:
    small, medium, large = (word if size == each else program.commands[i] for i, each in enumerate(SIZES))
    return replace(program, commands=(small, medium, large))


def _first_option(question: Any) -> str:
    return str(question.options[0])


def candidates(rng: Random) -> Iterator[Puzzle]:
    """Puzzles out of games of casual players; no word is the answer of more than two."""
    words = Counter[str]()
    for position in _positions(rng):
        for size in (*SIZES,) * TRIES:
            chance = Chance(rng.getrandbits(64))
            programs = purposeful_program(position, 0, chance), purposeful_program(position, 1, chance)
            tasks = [task for task in rng.sample(TASKS, len(TASKS)) if _fits(task, position, programs, size)]
            points = _points(position, size, programs) if tasks else {}
            for task in tasks:
                good = _bringing_about(THEMES[task], position, size, programs, points)
                if len(good) == 1 and words[good[0]] < 2 and len({*good[0]}) > 1:
                    words[good[0]] += 1
                    yield _puzzle(rng, task, position, size, programs, good[0])
                    break  # one puzzle a position
            else:
                continue
            break


def _positions(rng: Random) -> Iterator[Position]:
    """Positions of advanced games as those of basic ones, in which a side has the ball, as each player sees them."""
    while True:
        position = setup.initial("advanced")
        while position.winner is None:
            programs = _casual(position, 0, rng), _casual(position, 1, rng)
            position = Play(position, (sheet_of(programs[0], 0), sheet_of(programs[1], 1)), _first_option).run()
            if position.carrier is not None and position.locked is None:
                turned = tuple(len(SQUARES) - 1 - square for square in (*position.squares[3:], *position.squares[:3]))
                yield Position(position.squares, position.carrier)
                yield Position(turned, (position.carrier + 3) % 6)


def _casual(position: Position, player: int, rng: Random) -> Program:
    return casual_program(position, player, SPREAD * rng.choice((0.15, 0.4, 1.0)), rng)


def _fits(task: str, position: Position, programs: Programs, size: str) -> bool:
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


def _puzzle(rng: Random, task: str, position: Position, size: str, programs: Programs, word: str) -> Puzzle:
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
    return shuffled(rng, {**given, **laid, "grade": grade(worths, SPREAD)}, [[{"word": each}] for each in shown])
