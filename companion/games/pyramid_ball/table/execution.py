"""Carries out programs: every way in which the turn may end, under the programs as read and, if some places are in
doubt, under other readings."""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import takewhile
from typing import Any, NamedTuple

from companion.games.errors import GameError
from companion.games.pyramid_ball.rules.board import COMMANDS, OFF, PLAYERS, SIZES, SQUARES, STAND, TARGET
from companion.games.pyramid_ball.rules.model import DEFAULT_NAMES, Options, Position, Program, TurnEvent
from companion.games.pyramid_ball.rules.turns import Pending, Turn, all_turns, apply
from companion.games.pyramid_ball.table.programs import Doubt, changed
from companion.games.pyramid_ball.table.things import ColouredPosition
from companion.games.reason import Reason, because
from companion.referee.grid import Grid

MOST_PLANS = 160
PLAUSIBLE = 0.01
"""Probability that programs need, relative to those that were read, for a table to be judged by them."""

MOST_GUIDED = 64
"""Most programs that are tried because they may lead to a table."""
MOST_WAYS = 4
"""Most ways of each pyramid among these."""
GUIDED = 1e-5
"""Probability that such programs need, relative to those that were read; each of their places needs `PLAUSIBLE`."""
NEGLIGIBLE = 0.05
"""Programs are not looked for that are less probable than this against the likeliest that lead to a table."""
LONGEST = 4
BESIDE = ("pass", "quick_pass", "blitz")
"""Places of a program where nothing tells a pyramid where to go."""

Programs = tuple[Program, Program]


@dataclass(frozen=True)
class Committed:
    """The commitments of a turn: both programs as read, what else they may be, and the choices answered."""

    programs: Programs
    doubts: tuple[Doubt, ...] = ()
    choices: tuple[str, ...] = ()

    @classmethod
    def of(cls, value: Mapping[str, Any]) -> "Committed | None":
        """Parse a commitment; None if a program is not known. Raises GameError for what makes no sense."""
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
    """Programs that may be meant, their probability, and in what they differ from those read."""

    programs: Programs
    chance: float
    changes: tuple[Doubt, ...] = ()


@dataclass(frozen=True)
class ProgrammedTurn:
    """A turn that programs make of the table `start`. `settled`: the choices that its table shows."""

    position: ColouredPosition
    start: ColouredPosition
    played: Turn
    plan: Plan
    settled: tuple[str, ...]


class Playable(NamedTuple):
    """A position and programs as they are carried out there, and remarks about it."""

    game: Position
    programs: Programs
    notes: tuple[Reason, ...] = ()


def playable(game: Position, programs: Programs) -> Playable:
    """Return the position and programs to carry out, with the special pyramids that were laid out. No camera sees which
    specials a player holds: a player who lays out another one than believed took that one; one that the player cannot
    have counts for nothing (PB-36).
    """
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
    """Yield the turn with every way of answering the questions that are open after `choices`. Raises GameError for
    choices that are none."""
    if game.winner is not None:
        return ()
    able = playable(game, programs)
    return tuple(
        turn for turn in all_turns(able.game, able.programs, options, choices=choices) if isinstance(turn, Turn)
    )


def plans(committed: Committed) -> list[Plan]:
    """Yield the programs that may be meant, as read first, then the likeliest; implausible ones are left out."""
    places = _by_place(committed)
    rows: list[tuple[float, tuple[Doubt, ...]]] = [(0.0, ())]
    for doubts in places.values():
        rows += [(nats + doubt.nats, (*changes, doubt)) for nats, changes in rows for doubt in doubts]
        rows = sorted(rows, key=lambda row: -row[0])[:MOST_PLANS]
    total = _odds(committed)
    found = [Plan(committed.programs, 1 / total)]
    for nats, changes in rows:
        if changes and math.exp(nats) >= PLAUSIBLE and (programs := _changed(committed.programs, changes)):
            found.append(Plan(programs, math.exp(nats) / total, changes))
    return found


def _by_place(committed: Committed) -> dict[tuple[str, str], list[Doubt]]:
    places: dict[tuple[str, str], list[Doubt]] = {}
    for doubt in committed.doubts:
        places.setdefault((doubt.side, doubt.place), []).append(doubt)
    return places


def _odds(committed: Committed) -> float:
    """Return the probability of all programs together, against those that were read."""
    return math.prod(1 + sum(math.exp(doubt.nats) for doubt in doubts) for doubts in _by_place(committed).values())


@lru_cache(maxsize=256)
def leading_to(
    before: ColouredPosition, committed: Committed, table: tuple[str, ...], options: Options
) -> ProgrammedTurn | None:
    """Return the turn that leads to a table (what every square shows, in order) under the likeliest programs that do,
    even if several of their places are misread.

    Tries programs that would bring each pyramid to its square there if nothing were in its way. The plan's chance is
    that of all that were found.
    """
    ends_at = _squares_of(before, table)
    if ends_at is None or not committed.doubts:
        return None
    rows = _guided(before, committed, ends_at)
    total, best, chance = _odds(committed), None, 0.0
    for nats, changes in rows:
        if best is not None and nats < math.log(best.plan.chance * total * NEGLIGIBLE):
            break
        programs = _changed(committed.programs, changes) if changes else committed.programs
        if programs is None:
            continue
        plan = Plan(programs, math.exp(nats) / total, changes)
        turn = ends(before, plan, () if changes else committed.choices, options).get(table)
        if turn is not None:
            best, chance = best or turn, chance + plan.chance
    return best and replace(best, plan=best.plan._replace(chance=chance))


def _squares_of(before: ColouredPosition, table: Sequence[str]) -> list[int] | None:
    """Return where each of the six pyramids stands; None if one is missing."""
    found = {thing[:2]: square for square, thing in enumerate(table) if thing}
    squares = [found.get(pyramid) for pyramid in before.pyramids]
    return None if None in squares else [square for square in squares if square is not None]


Row = tuple[float, tuple[Doubt, ...]]


def _guided(before: ColouredPosition, committed: Committed, ends_at: Sequence[int]) -> list[Row]:
    """Yield changes of programs that may lead there, the likeliest first, each with its nats against what was read."""
    plausible = [doubt for doubt in committed.doubts if math.exp(doubt.nats) >= PLAUSIBLE]
    places = _by_place(replace(committed, doubts=tuple(plausible)))
    rows: list[Row] = [(0.0, ())]
    for piece, (start, end) in enumerate(zip(before.game.squares, ends_at, strict=True)):
        player, number = divmod(piece, len(SIZES))
        side, word = PLAYERS[player], committed.programs[player].commands[number]
        ways = _ways(side, SIZES[number], word, places)
        there = [way for way in ways if _walked(start, player, word, way[1]) == end]
        rows = _combined(rows, [*dict.fromkeys([(0.0, ()), *there[:MOST_WAYS]])])
    for (_, place), doubts in places.items():
        if place in BESIDE:
            rows = _combined(rows, [(0.0, ()), *((doubt.nats, (doubt,)) for doubt in doubts)])
    return rows


def _ways(side: str, size: str, word: str, places: Mapping[tuple[str, str], list[Doubt]]) -> list[Row]:
    """Return everything that may be laid out for a pyramid, the likeliest first."""
    rows: list[Row] = [(0.0, ())]
    for row in range(1, max(len(word), LONGEST) + 1):
        doubts = places.get((side, f"{size}{row}"), [])
        rows += [(nats + doubt.nats, (*changes, doubt)) for nats, changes in rows for doubt in doubts]
    return sorted(rows, key=lambda way: -way[0])


def _walked(start: int, player: int, word: str, changes: Sequence[Doubt]) -> int:
    """Return where a pyramid ends with nothing in its way."""
    letters = [*word.ljust(LONGEST)]
    for doubt in changes:
        letters[int(doubt.place[1]) - 1] = str(doubt.value)
    square = start
    for letter in letters:
        after = TARGET[COMMANDS[player].get(letter, STAND)][square]
        square = square if after == OFF else after
    return square


def _combined(rows: Sequence[Row], more: Sequence[Row]) -> list[Row]:
    both = [(nats + further, (*changes, *others)) for nats, changes in rows for further, others in more]
    plausible = [row for row in both if row[0] >= math.log(GUIDED)]
    return sorted(plausible, key=lambda row: -row[0])[:MOST_GUIDED]


@lru_cache(maxsize=64)
def considered(committed: Committed) -> float:
    """Return the probability that the programs are among those considered."""
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
    """Return, by what every square shows in order, the turn that leads there under the likeliest programs that do; its
    plan's chance is that of all that do."""
    found: dict[tuple[str, ...], ProgrammedTurn] = {}
    for plan in plans(committed):
        for key, turn in ends(before, plan, committed.choices if not plan.changes else (), options).items():
            held = found.setdefault(key, turn)
            if held is not turn:
                found[key] = replace(held, plan=held.plan._replace(chance=held.plan.chance + plan.chance))
    return found


@lru_cache(maxsize=1024)
def ends(
    before: ColouredPosition, plan: Plan, choices: tuple[str, ...], options: Options
) -> dict[tuple[str, ...], ProgrammedTurn]:
    """Return the same under one pair of programs."""
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
    """Return the first answers, as far as all agree."""
    agreed = list(takewhile(lambda answers: len({*answers}) == 1, zip(*choices, strict=False)))
    return choices[0][: len(agreed)]


def key_of(grid: Grid) -> tuple[str, ...]:
    return tuple(grid[place] for place in SQUARES)


class Course(NamedTuple):
    """Result of programs as far as it is decided: the table at the end, or the open question."""

    events: tuple[TurnEvent, ...]
    after: Position | None
    choices: tuple[str, ...]
    pending: Pending | None
    notes: tuple[Reason, ...]


def course(game: Position, programs: Programs, choices: tuple[str, ...], options: Options) -> Course:
    """Carry out programs as far as their choices are answered. Raises GameError for choices that were not asked for."""
    able = playable(game, programs)
    played = apply(able.game, able.programs, choices, options)
    if isinstance(played, Turn):
        return Course(played.events, played.position, played.choices, None, able.notes)
    if isinstance(played, Pending):
        return Course(played.events, None, played.answered, played, able.notes)
    raise GameError.of(played.reason)


def turn_to(before: ColouredPosition, grid: Grid, committed: Committed, options: Options) -> ProgrammedTurn | None:
    """Return the turn that leads to a table, under the programs as read or else under those that may be meant."""
    table = key_of(grid)
    found = by_table(before, committed, options).get(table)
    if found is not None and not found.plan.changes:
        return found
    return leading_to(before, committed, table, options) or found
