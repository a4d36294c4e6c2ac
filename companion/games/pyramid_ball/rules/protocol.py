"""Requests about Pyramid Ball in JSON, and their answers."""

from collections.abc import Sequence
from typing import Any

from companion.games.engine import COMMON, Engine, Json, Request
from companion.games.errors import GameError, printable
from companion.games.pyramid_ball.rules import hints
from companion.games.pyramid_ball.rules.board import PLAYERS, SIZES, read_player, read_size
from companion.games.pyramid_ball.rules.checking import Mismatch, Seen, check
from companion.games.pyramid_ball.rules.columns import columns
from companion.games.pyramid_ball.rules.counting import perft
from companion.games.pyramid_ball.rules.evaluation import chance
from companion.games.pyramid_ball.rules.gamefile import NAME
from companion.games.pyramid_ball.rules.model import (
    DEFAULT_NAMES,
    STILL,
    Names,
    Options,
    Position,
    Program,
    Violation,
    read_mode,
)
from companion.games.pyramid_ball.rules.notation import program_to_text
from companion.games.pyramid_ball.rules.rulebook import RULEBOOK
from companion.games.pyramid_ball.rules.setup import initial, reveal
from companion.games.pyramid_ball.rules.sheets import judge_sheet
from companion.games.pyramid_ball.rules.strategy import ProgramChoice
from companion.games.pyramid_ball.rules.turns import MOST_CHOICES, Pending, Turn, apply, over
from companion.games.reason import because

_LONGEST_NAME = 30


class PyramidBall(Engine):
    """Jason Webster's Pyramid Ball, basic and advanced. Options: PB-01 "a" or "b"; PB-02, PB-03, PB-06, PB-10 and
    PB-14 true or false.

    Positions and programs are as `Position.from_json` and `Program.from_json` read them. `names`, where wanted, are the
    players' names in sentences: {"first": "Red", "second": "Blue"}.
    """

    name = NAME
    rulebook = RULEBOOK
    fields = COMMON | {"choices", "mode", "names", "player", "program", "programs", "pyramid", "reveal", "row", "rows"}

    def initial(self, request: Request) -> Json:
        """`mode` "basic" (if left out) or "advanced". `reveal` {"Ann": "M", "Bob": "S"}, the sizes shown to settle who
        starts, is answered with the name of who chooses, or null when it has to be repeated."""
        _options(request)  # None bears on the set-up, but a mistaken one is refused at once.
        answer: Json = {"position": initial(read_mode(request.get("mode", "basic"))).to_json()}
        if "reveal" in request:
            answer["chooses"] = reveal(request["reveal"])
        return answer

    def moves(self, request: Request) -> Json:
        """`position`, `player` and `pyramid` ("S", "M" or "L"): every legal program of that one pyramid, as its
        commands, the row of a marker beside them, whether it is a blitz, and the path if nobody is in the way."""
        position, player = _position(request), read_player(request["player"], "player")
        found = columns(position, player, SIZES.index(read_size(request["pyramid"], "pyramid")))
        return {"moves": [column.to_json() for column in found]}

    def apply(self, request: Request) -> Json:
        """`position`, `programs` and, where a choice was asked for, `choices`: the answers in order."""
        choices = [str(choice) for choice in _choices(request)]
        played = apply(_position(request), _programs(request), choices, _options(request), _names(request))
        if isinstance(played, Violation):
            return {"illegal": _violation(played)}
        if isinstance(played, Pending):
            return _pending(played)
        return {"position": played.position.to_json(), **_events(played)}

    def check(self, request: Request) -> Json:
        """`before` and `programs`: whether the sheets are legal. With `after`, the table as seen (`Seen.from_json`),
        also whether the turn was played right, whatever was chosen on the way."""
        before, programs, names = _position(request, "before"), _programs(request), _names(request)
        reports = [judge_sheet(before, player, program, names) for player, program in enumerate(programs)]
        sheets = {
            player: {
                "legal": not report.faults,
                "faults": [_violation(fault) for fault in report.faults],
                "notes": [_violation(note) for note in report.notes],
            }
            for player, report in zip(PLAYERS, reports, strict=True)
        }
        options = _options(request)
        faults = [fault for report in reports for fault in report.faults]
        if before.winner is not None:
            faults = [over(before, names)]
        if faults:
            return {"legal": False, **_violation(faults[0]), "sheets": sheets, "nearest": None}
        if "after" not in request:
            return {"legal": True, "sheets": sheets}
        judged = check(before, programs, Seen.from_json(request["after"]), options, names)
        assert not isinstance(judged, Violation)
        if isinstance(judged, Turn):
            return {"legal": True, "position": judged.position.to_json(), **_events(judged), "sheets": sheets}
        return {"legal": False, **_mismatch(judged), "sheets": sheets}

    def outcome(self, request: Request) -> Json:
        winner = _position(request).winner
        return {"winner": None if winner is None else PLAYERS[winner]}

    def perft(self, request: Request) -> Json:
        """`position`, `player`, `program` of the other player (standing still if left out), `rows` 1 to 3 (if left out
        3): the number of positions that all programs of `player` can lead to."""
        player = read_player(request["player"], "player")
        other = Program.from_json(request["program"]) if "program" in request else STILL
        position = _position(request)
        if faults := judge_sheet(position, 1 - player, other).faults:
            raise GameError("ball.program.illegal", faults[0].rule, why=faults[0].reason)
        return {"positions": perft(position, player, other, request.get("rows", 3), _options(request))}

    def hint(self, request: Request) -> Json:
        """`position` and `player`. With `pyramid`: where it can go in the turn, or in one `row` of it after the rows
        before as in `program`, and why not elsewhere; for the carrier also whom it can throw to. Without: programs to
        mix, from `seed` (if left out 0), thought over for `seconds` where there is a clock. Values are
        the chance of winning and, as points, that less the chance of losing."""
        position, player = _position(request), read_player(request["player"], "player")
        options, names = _options(request), _names(request)
        if "pyramid" in request:
            size = SIZES.index(read_size(request["pyramid"], "pyramid"))
            program = Program.from_json(request["program"]) if "program" in request else STILL
            return _reach(hints.reach(position, player, size, request.get("row"), program, options, names))
        found = hints.suggest(position, player, request.seed(), request.out_of_time(), options, names)
        return {"suggestion": _suggestion(found)}


ENGINE = PyramidBall()


def _position(request: Request, name: str = "position") -> Position:
    return Position.from_json(request[name], name)


def _options(request: Request) -> Options:
    return Options.from_json(request.get("options", {}))


def _programs(request: Request) -> tuple[Program, Program]:
    programs = request.object("programs")
    if {*programs} != {*PLAYERS}:
        raise GameError("ball.programs.both")
    read = []
    for player in PLAYERS:
        try:
            read.append(Program.from_json(programs[player]))
        except GameError as error:
            raise GameError("ball.programs", player=player, why=error.reason) from None
    return read[0], read[1]


def _choices(request: Request) -> Sequence[Any]:
    choices = request.list("choices") if "choices" in request else ()
    if len(choices) > MOST_CHOICES or not all(isinstance(choice, str) for choice in choices):
        raise GameError("ball.choices.list")
    return choices


def _names(request: Request) -> Names:
    if "names" not in request:
        return DEFAULT_NAMES
    names = request.object("names")
    for name in (names[player] for player in PLAYERS if player in names):
        if not isinstance(name, str) or not 0 < len(name) <= _LONGEST_NAME or not name.isprintable():
            raise GameError("ball.no_name", got=printable(name), longest=_LONGEST_NAME)
    return tuple(names.get(player, name) for player, name in zip(PLAYERS, DEFAULT_NAMES, strict=True))


def _violation(violation: Violation) -> Json:
    return {"rule": violation.rule, "reason": violation.reason}


def _events(turn: Turn) -> Json:
    return {"events": [event.to_json() for event in turn.events], "choices": list(turn.choices)}


def _pending(pending: Pending) -> Json:
    question = pending.question
    return {
        "choice": {
            "number": len(pending.answered) + 1,
            "kind": question.kind,
            "player": PLAYERS[question.player],
            "options": list(question.options),
            "rule": question.rule,
            "text": pending.text,
        },
        "events": [event.to_json() for event in pending.events],
    }


def _mismatch(judged: Mismatch) -> Json:
    first = judged.differences[0]
    reason = first.reason
    if judged.reading:
        option, value = judged.reading
        reason = because("ball.reading", first.rule, why=reason, option=option, value=f"{option}.{str(value).lower()}")
    return {
        "rule": first.rule,
        "reason": reason,
        "differences": [_violation(difference) for difference in judged.differences],
        "reading": None if judged.reading is None else {judged.reading[0]: judged.reading[1]},
        "nearest": {"position": judged.nearest.position.to_json(), **_events(judged.nearest)},
    }


def _reach(reach: hints.Reach) -> Json:
    return {
        "from": reach.at,
        "moves": [
            {"to": step.to, "commands": step.commands, "cost": step.cost, "effect": step.effect} for step in reach.steps
        ],
        "refused": _refused("cell", reach.refused),
        "passes": [{"to": throw.to, "at": throw.at, "goal": throw.goal} for throw in reach.throws],
        "refused_passes": _refused("to", reach.refused_throws),
    }


def _refused(what: str, refusals: Sequence[hints.Refusal]) -> list[Json]:
    return [{what: each.what, "rule": each.reason.rule, "reason": each.reason} for each in refusals]


def _suggestion(suggestion: hints.Suggestion) -> Json:
    mixture = suggestion.mixture
    main, *others = mixture.choices
    return {
        **_choice(main),
        "alternatives": [_choice(choice) for choice in others],
        "mixture": {"value": _worth(mixture.value), "worst": _worth(mixture.worst)},
        "reply": mixture.reply.to_json(),
        "reason": suggestion.reason,
    }


def _choice(choice: ProgramChoice) -> Json:
    """Return a program, its share of the mixture, and what it is worth against the best reply found."""
    return {
        "program": choice.program.to_json(),
        "text": program_to_text(choice.program),
        "weight": round(choice.weight, 3),
        "worst": _worth(choice.worst),
    }


def _worth(value: float) -> Json:
    return {"points": round(value, 3), "chance": round(chance(value), 3)}
