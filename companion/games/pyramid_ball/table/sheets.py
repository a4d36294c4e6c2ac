"""Turns from the timer to the programs, by what pictures show of both arrays and what the players say about them."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.errors import GameError, printable
from companion.games.pyramid_ball.rules.board import PLAYERS, SIZES
from companion.games.pyramid_ball.rules.model import Options, Program
from companion.games.pyramid_ball.table.execution import Committed, ProgrammedTurn, course
from companion.games.pyramid_ball.table.programs import (
    Beside,
    Doubt,
    changed,
    confidence,
    described,
    read_program,
    unsure,
    value_of,
)
from companion.games.pyramid_ball.table.things import ColouredPosition
from companion.games.reason import Reason, because
from companion.referee.evidence import Evidence
from companion.referee.grid import Commitment, Json
from companion.referee.table import Announced, Meant

GRACE_SECONDS = 1.0
"""So long after the end a hand may still be at a program (PB-foul)."""


def declared(
    position: ColouredPosition, under: Commitment | None, seconds: float, evidence: Evidence, options: Options
) -> Announced | None:
    """Return what a look shows of the programs; None if the board is to be judged."""
    if (beside := Beside.of(evidence)) is None:
        return None
    busy, screens = beside.busy, beside.screens
    timer = under.value.get("timer") if under else None
    if under is None or timer != "end":
        # A hand on its way to the board passes over a program.
        waits = timer == "start" or not evidence.hand
        return _programming(busy, screens) if busy and waits else None
    if _has_both_programs(under.value):
        return None
    hands = [side for side in busy if side not in screens]
    if hands and seconds > GRACE_SECONDS:
        told = {"seconds": round(seconds, 1), "sides": hands}
        why = because("ball.table.late", "PB-foul", sides=tuple(hands), seconds=f"{seconds:.1f}")
        return Announced("late", side=hands[0], reason=why, more=told)
    return _programming(busy, screens) if busy else _read(position, under, beside, options)


def _programming(busy: Sequence[str], screens: Sequence[str]) -> Announced:
    return Announced("programming", more={"busy": list(busy), "screens": list(screens)})


def _has_both_programs(value: Mapping[str, Any]) -> bool:
    told = value.get("programs") or {}
    return all(told.get(side) is not None for side in PLAYERS)


def _read(position: ColouredPosition, under: Commitment, beside: Beside, options: Options) -> Announced:
    """Return both programs from their arrays, except those that the players have entered."""
    entered = under.value.get("programs") or {}
    programs: dict[str, Any] = {side: entered.get(side) for side in PLAYERS}
    doubts: list[Doubt] = []
    colours: dict[str, str] = {}
    fouls = under.value.get("fouls", ())
    for team, side in enumerate(PLAYERS):
        reading = beside.arrays[side]
        if programs[side] is None and reading is not None:
            read = read_program(reading, team, position.game)
            programs[side] = {**read.program.to_json(), "void": side in fouls}
            doubts += read.doubts
            colours[side] = read.colour
    if absent := tuple(side for side in PLAYERS if programs[side] is None):
        shown_so_far = {
            side: described(Program.from_json(program), doubts, side, colours) if program else None
            for side, program in programs.items()
        }
        why = because("ball.table.array.hidden", "PB-program", sides=absent)
        return Announced("unsure", 0.0, reason=why, more={"programs": shown_so_far})
    value = {**under.value, "programs": programs, "doubts": [doubt.to_json() for doubt in doubts], "colours": colours}
    read_now = Commitment(None, value)
    return announced(position, read_now, options)._replace(commitment=read_now)


def announced(before: ColouredPosition, under: Commitment, options: Options) -> Announced:
    """Return both programs as they are understood, what they do, and the expected table or the open question."""
    committed = Committed.of(under.value)
    if committed is None:
        told: dict[str, Any] = {
            side: described(Program.from_json(program), (), side, {}) if program else None
            for side, program in _programs_of(under.value).items()
        }
        return Announced("programs", more={"programs": told, "events": [], "expected": None, "choices": []})
    done = course(before.game, committed.programs, committed.choices, options)
    told = {
        side: described(program, committed.doubts, side, under.value.get("colours", {}))
        for side, program in zip(PLAYERS, committed.programs, strict=True)
    }
    expected = None
    if done.after is not None:
        expected = dict(ColouredPosition(done.after, before.teams, before.ball).grid)
    more = {
        "programs": told,
        "events": _events(done.events),
        "expected": expected,
        "choices": list(done.choices),
        "choice": _choice(done.pending),
    }
    doubted = [because("ball.table.unsure", None, side=side, places=unsure(committed.doubts, side)) for side in PLAYERS]
    notes = (*(note for note in doubted if note.values["places"]), *done.notes)
    return Announced("programs", round(confidence(committed.doubts), 4), more=more, notes=notes)


def told_of_turn(turn: ProgrammedTurn, options: Options) -> Json:
    """Return the same for a turn that was made, with the question that its table leaves open."""
    sure = {side: described(program, (), side, {}) for side, program in zip(PLAYERS, turn.plan.programs, strict=True)}
    open_ = None
    if len(turn.settled) < len(turn.played.choices):
        open_ = course(turn.start.game, turn.plan.programs, turn.settled, options).pending
    return {
        "programs": sure,
        "events": _events(turn.played.events),
        "expected": dict(turn.position.grid),
        "choices": list(turn.settled),
        "choice": _choice(open_),
    }


def _programs_of(value: Mapping[str, Any]) -> dict[str, Any]:
    told = value.get("programs") or {}
    return {side: told.get(side) for side in PLAYERS}


def _events(events: Sequence[Any]) -> list[Json]:
    return [{**event.to_json(), "text": event.text.to_json()} for event in events]


def _choice(pending: Any) -> Json | None:
    if pending is None:
        return None
    question = pending.question
    return {
        "player": PLAYERS[question.player],
        "options": list(question.options),
        "kind": question.kind,
        "text": pending.text.to_json(),
    }


def meant(turn: ProgrammedTurn, under: Commitment) -> Meant | None:
    """Return what a table says about misread programs: those it shows were meant, None if they are as read."""
    changes = turn.plan.changes
    if not changes:
        return None
    settled = {(doubt.side, doubt.place) for doubt in changes}
    committed = Committed.of(under.value)
    doubts = [
        doubt.to_json() for doubt in (committed.doubts if committed else ()) if (doubt.side, doubt.place) not in settled
    ]
    told = {side: program.to_json() for side, program in zip(PLAYERS, turn.plan.programs, strict=True)}
    value = {**under.value, "programs": told, "doubts": doubts, "choices": []}
    notes = tuple(
        because("ball.table.reconsidered", "PB-program", side=doubt.side, place=doubt.place, was=_doubtful_place(doubt))
        for doubt in changes
    )
    return Meant(Commitment(under.mover, value), turn.plan.chance, notes)


def _doubtful_place(doubt: Doubt) -> str | Reason:
    """Return what a doubtful place shows, in words."""
    match doubt.value:
        case (row, to):
            return because("ball.table.value.pass", row=row, to=to)
        case bool(played):
            return because("ball.table.value.played" if played else "ball.table.value.nothing")
        case None | "":
            return because("ball.table.value.nothing")
    return str(doubt.value)


def amend(before: ColouredPosition, held: Commitment, what: str, value: Any, options: Options) -> Commitment:
    """Change a commitment by the players' word. Raises GameError for what cannot be."""
    new = {"programs": _programs, "foul": _foul, "choices": _choices}[what](held.value, value)
    amended = Commitment(None, new)
    committed = Committed.of(new)
    if committed is not None:
        course(before.game, committed.programs, committed.choices, options)
    return amended


def _programs(held: Mapping[str, Any], value: Any) -> dict[str, Any]:
    """Parse ``{"first": {"M2": "L", "pass": None}}``, or whole programs in the engine's form."""
    if not isinstance(value, Mapping) or not value or {*value} - {*PLAYERS}:
        raise GameError("ball.programs.both")
    told = _programs_of(held)
    doubts = [Doubt.from_json(doubt) for doubt in held.get("doubts", ())]
    for side, change in value.items():
        if not isinstance(change, Mapping):
            raise GameError("ball.program.object", got=printable(change))
        if {*SIZES} <= {*change}:
            named = {key: change[key] for key in change if key not in ("unsure", "colour")}
            program = Program.from_json(named)
            told[side] = {**program.to_json(), "void": program.void or side in held.get("fouls", ())}
            doubts = [doubt for doubt in doubts if doubt.side != side]
            continue
        if told[side] is None:
            raise GameError("ball.table.no_program", side=side)
        program = Program.from_json(told[side])
        for place, thing in change.items():
            program = changed(program, str(place), value_of(str(place), thing))
        told[side] = program.to_json()
        doubts = [doubt for doubt in doubts if doubt.side != side or doubt.place not in change]
    kept = [doubt.to_json() for doubt in doubts]
    return {**held, "timer": "end", "programs": told, "doubts": kept, "choices": []}


def _foul(held: Mapping[str, Any], side: Any) -> dict[str, Any]:
    """Declare a side's program void, or valid again."""
    if not isinstance(side, str) or side not in PLAYERS:
        raise GameError("ball.no_player", place="foul", got=printable(side))
    fouls = [player for player in PLAYERS if (player in held.get("fouls", ())) != (player == side)]
    new = {**held, "fouls": fouls}
    if "programs" in held:
        told = {
            player: {**program, "void": player in fouls} if program else None
            for player, program in _programs_of(held).items()
        }
        new |= {"programs": told, "choices": []}
    return new


def _choices(held: Mapping[str, Any], value: Any) -> dict[str, Any]:
    if not _has_both_programs(held):
        raise GameError("ball.table.nothing_to_choose")
    if not isinstance(value, list | tuple) or not all(isinstance(choice, str) for choice in value):
        raise GameError("ball.choices.list")
    return {**held, "choices": list(value)}
