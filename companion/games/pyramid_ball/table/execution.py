"""What programs make of a table: every way in which the turn may end, under the programs as read and, where a place of
theirs is in doubt, as they may be else."""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import takewhile
from typing import Any, NamedTuple

from companion.games.errors import GameError
from companion.games.pyramid_ball.rules import Options, Pending, Position, Program, Turn, TurnEvent, apply
from companion.games.pyramid_ball.rules.board import PLAYERS, SIZES, SQUARES
from companion.games.pyramid_ball.rules.model import DEFAULT_NAMES
from companion.games.pyramid_ball.rules.turns import all_turns
from companion.games.pyramid_ball.table.programs import Doubt, changed
from companion.games.pyramid_ball.table.things import ColouredPosition
from companion.games.reason import Reason, because
from companion.referee.grid import Grid

MOST_PLANS = 160
PLAUSIBLE = 0.01
"""How probable programs must be, against those that were read, for a table to be judged by them."""

Programs = tuple[Program, Program]


@dataclass(frozen=True)
class Committed:
    """What is in force of a turn: both programs as read, what else they may be, and the choices answered."""

    programs: Programs
    doubts: tuple[Doubt, ...] = ()
    choices: tuple[str, ...] = ()

    @classmethod
    def of(cls, value: Mapping[str, Any]) -> "Committed | None":
        """What a commitment says; None where a program is not known. Raises GameError for what makes no sense."""
        told = value.get("programs") or {}
        if any(told.get(side) is None for side in PLAYERS):
            return None
        return _committed(json.dumps([value.get(name) for name in ("programs", "doubts", "choices")]))


@lru_cache(maxsize=64)
def _committed(text: str) -> Committed:
    told, doubts, choices = json.loads(text)
    try:
        programs = Program.from_json(told["first"]), Program.from_json(told["second"])
        read = tuple(Doubt.from_json(doubt) for doubt in doubts or ())
        return Committed(programs, read, tuple(str(choice) for choice in choices or ()))
    except (TypeError, ValueError, KeyError) as error:
        if isinstance(error, GameError):
            raise
        raise GameError("ball.table.no_commitment") from error


class Plan(NamedTuple):
    """Programs that may be meant, how probable they are, and in what they differ from those read."""

    programs: Programs
    chance: float
    changes: tuple[Doubt, ...] = ()


@dataclass(frozen=True)
class ProgrammedTurn:
    """A turn that programs make of the table `start`. `settled` are those of its choices that its table shows."""

    position: ColouredPosition
    start: ColouredPosition
    played: Turn
    plan: Plan
    settled: tuple[str, ...]


class Playable(NamedTuple):
    """A position and programs as they are carried out there, and what is remarkable about it."""

    game: Position
    programs: Programs
    notes: tuple[Reason, ...] = ()


def playable(game: Position, programs: Programs) -> Playable:
    """Special pyramids are laid out by who holds them. Which he holds no camera sees: where somebody lays out another
    than he is believed to have taken, he took that; where he can have none, it counts for nothing (PB-36)."""
    notes: list[Reason] = []
    specials, carried = list(game.specials), list(programs)
    for player in (0, 1):
        used = _used(carried[player])
        for size in used:
            held = specials[player]
            if size in held:
                continue
            other = next((own for own in held if own not in used), None)
            named = {"player": DEFAULT_NAMES[player], "size": size}
            if other is not None and size not in game.spent[player]:
                kept = held.replace(other, "") + size
                specials[player] = "".join(each for each in SIZES if each in kept)
                notes.append(because("ball.table.special.other", "PB-special", **named, other=other))
            else:
                carried[player] = _without(carried[player], size)
                notes.append(because("ball.table.special.none", "PB-36", **named))
    return Playable(replace(game, specials=(specials[0], specials[1])), (carried[0], carried[1]), tuple(notes))


def _used(program: Program) -> str:
    flags = zip(SIZES, (program.dash, program.quick_pass, program.blitz), strict=True)
    return "".join(size for size, use in flags if use)


def _without(program: Program, size: str) -> Program:
    if size == "S":
        return changed(program, "S4", "")
    return changed(program, "quick_pass" if size == "M" else "blitz", False)


@lru_cache(maxsize=256)
def turns(game: Position, programs: Programs, choices: tuple[str, ...], options: Options) -> tuple[Turn, ...]:
    """The turn with every way of answering the questions that are open after `choices`. Raises GameError for choices
    that are none."""
    if game.winner is not None:
        return ()
    able = playable(game, programs)
    return tuple(
        turn for turn in all_turns(able.game, able.programs, options, choices=choices) if isinstance(turn, Turn)
    )


def plans(committed: Committed) -> list[Plan]:
    """The programs that may be meant, as read first, then the likeliest; those that are not plausible are left out."""
    places: dict[tuple[str, str], list[Doubt]] = {}
    for doubt in committed.doubts:
        places.setdefault((doubt.side, doubt.place), []).append(doubt)
    rows: list[tuple[float, tuple[Doubt, ...]]] = [(0.0, ())]
    for doubts in places.values():
        rows += [(nats + doubt.nats, (*changes, doubt)) for nats, changes in rows for doubt in doubts]
        rows = sorted(rows, key=lambda row: -row[0])[:MOST_PLANS]
    total = math.prod(1 + sum(math.exp(doubt.nats) for doubt in doubts) for doubts in places.values())
    found = [Plan(committed.programs, 1 / total)]
    for nats, changes in rows:
        if changes and math.exp(nats) >= PLAUSIBLE and (programs := _changed(committed.programs, changes)):
            found.append(Plan(programs, math.exp(nats) / total, changes))
    return found


@lru_cache(maxsize=64)
def considered(committed: Committed) -> float:
    """How probable it is that the programs are among those that are considered."""
    return min(1.0, sum(plan.chance for plan in plans(committed)))


def _changed(programs: Programs, changes: Sequence[Doubt]) -> Programs | None:
    both = list(programs)
    try:
        for doubt in changes:
            player = PLAYERS.index(doubt.side)
            both[player] = changed(both[player], doubt.place, doubt.value)
    except GameError:
        return None
    return both[0], both[1]


@lru_cache(maxsize=32)
def by_table(
    before: ColouredPosition, committed: Committed, options: Options
) -> Mapping[tuple[str, ...], ProgrammedTurn]:
    """By what every square shows, in order, the turn that leads there, under the likeliest programs that do."""
    found: dict[tuple[str, ...], ProgrammedTurn] = {}
    for plan in plans(committed):
        for key, turn in ends(before, plan, committed.choices if not plan.changes else (), options).items():
            found.setdefault(key, turn)
    return found


@lru_cache(maxsize=128)
def ends(
    before: ColouredPosition, plan: Plan, choices: tuple[str, ...], options: Options
) -> dict[tuple[str, ...], ProgrammedTurn]:
    """The same under one pair of programs."""
    alike: dict[tuple[str, ...], list[Turn]] = {}
    for turn in turns(before.game, plan.programs, choices, options):
        alike.setdefault(key_of(replace(before, game=turn.position).grid), []).append(turn)
    return {
        key: ProgrammedTurn(
            replace(before, game=same[0].position),
            before,
            same[0],
            plan,
            _shared([turn.choices for turn in same]),
        )
        for key, same in alike.items()
    }


def _shared(choices: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """The first answers, as far as all agree."""
    agreed = list(takewhile(lambda answers: len({*answers}) == 1, zip(*choices, strict=False)))
    return choices[0][: len(agreed)]


def key_of(grid: Grid) -> tuple[str, ...]:
    return tuple(grid[place] for place in SQUARES)


class Course(NamedTuple):
    """What happens under programs as far as it is decided: the table at the end, or the question that is open."""

    events: tuple[TurnEvent, ...]
    after: Position | None
    choices: tuple[str, ...]
    pending: Pending | None
    notes: tuple[Reason, ...]


def course(game: Position, programs: Programs, choices: tuple[str, ...], options: Options) -> Course:
    """Raises GameError for choices that are none of those asked for."""
    able = playable(game, programs)
    played = apply(able.game, able.programs, choices, options)
    if isinstance(played, Turn):
        return Course(played.events, played.position, played.choices, None, able.notes)
    if isinstance(played, Pending):
        return Course(played.events, None, played.answered, played, able.notes)
    raise GameError.of(played.reason)
