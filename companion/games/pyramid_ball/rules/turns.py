"""Plays whole turns from programs, with the questions that come up on the way."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.games.errors import GameError, printable
from companion.games.pyramid_ball.rules.directions import sheet_of
from companion.games.pyramid_ball.rules.model import (
    DEFAULT_NAMES,
    RULINGS,
    Names,
    Options,
    Position,
    Program,
    Question,
    TurnEvent,
    Violation,
)
from companion.games.pyramid_ball.rules.rules import Play
from companion.games.pyramid_ball.rules.sheets import judge_sheet
from companion.games.pyramid_ball.rules.telling import Telling
from companion.games.reason import Reason, because
from companion.games.step_budget import spend

MOST_CHOICES = 40
# Cost of playing a turn, in steps of a search.
_TURN_STEPS = 300


@dataclass(frozen=True)
class Turn:
    """One whole turn: the position after it, what happened, and the choices made on the way."""

    position: Position
    events: tuple[TurnEvent, ...]
    choices: tuple[str, ...]


@dataclass(frozen=True)
class Pending:
    """A turn that cannot go on before `question` is answered; `events` are those so far."""

    question: Question
    text: Reason
    events: tuple[TurnEvent, ...]
    answered: tuple[str, ...]


class _UnansweredError(Exception):
    def __init__(self, question: Question) -> None:
        self.question = question


def apply(
    position: Position,
    programs: tuple[Program, Program],
    choices: Sequence[str] = (),
    options: Options = RULINGS,
    names: Names = DEFAULT_NAMES,
) -> Turn | Pending | Violation:
    """Return the turn of both programs; `choices` answer the questions that come up, in order.

    Returns `Pending` when `choices` run out, a `Violation` when the game is over or a sheet cannot be played. Raises
    GameError for a choice that is none of the options, and for choices that nobody asked for.
    """
    if position.winner is not None:
        return over(position, names)
    for player, program in enumerate(programs):
        if faults := judge_sheet(position, player, program, names).faults:
            return Violation(because("ball.sheet", faults[0].rule, player=names[player], why=faults[0].reason))
    telling = Telling(names)
    answered: list[str] = []

    def choose(question: Question) -> str:
        if len(answered) == len(choices):
            raise _UnansweredError(question)
        choice = choices[len(answered)]
        if choice not in question.options:
            number, options = len(answered) + 1, question.options
            raise GameError("ball.choices.none_of", number=number, got=printable(choice), options=options)
        answered.append(choice)
        return choice

    telling.sheets(position, programs, options)
    play = Play(position, (sheet_of(programs[0], 0), sheet_of(programs[1], 1)), choose, options, telling)
    try:
        after = play.run()
    except _UnansweredError as stop:
        return Pending(stop.question, telling.question(stop.question), tuple(telling.events), tuple(answered))
    if len(choices) > len(answered):
        raise GameError("ball.choices.too_many", asked=len(answered), got=len(choices))
    telling.end(after, options)
    return Turn(after, tuple(telling.events), tuple(answered))


def over(position: Position, names: Names = DEFAULT_NAMES) -> Violation:
    """Return the violation of a turn after the win."""
    assert position.winner is not None
    return Violation(because("ball.over", "PB-win", player=names[position.winner]))


def all_turns(
    position: Position,
    programs: tuple[Program, Program],
    options: Options = RULINGS,
    names: Names = DEFAULT_NAMES,
    choices: tuple[str, ...] = (),
) -> Iterator[Turn | Violation]:
    """Yield the turn once for each way of answering its questions."""
    spend(_TURN_STEPS)
    played = apply(position, programs, choices, options, names)
    if isinstance(played, Pending):
        for option in played.question.options:
            yield from all_turns(position, programs, options, names, (*choices, option))
    else:
        yield played
