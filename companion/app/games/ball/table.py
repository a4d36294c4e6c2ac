"""Pyramid Ball by touch: both players enter their programs, then the turn is carried out."""

import random
from collections.abc import Callable
from typing import Any, ClassVar

from companion.app.games.engine_table import EngineTable, Json
from companion.app.games.head_start import POINTS
from companion.app.json_object import JsonObject
from companion.games.pyramid_ball.board import PLAYERS, SIZES
from companion.referee.errors import RefereeError
from companion.referee.keeping.shapes import (
    Shape,
    either,
    fields,
    list_of,
    maybe,
    one_of,
    reason,
    row_of,
    text,
    truth,
    whole,
)

ROWS = 3
STILL: Json = {"S": "", "M": "", "L": "", "pass": None, "quick_pass": False, "blitz": False}

_PYRAMID = row_of(one_of(PLAYERS), one_of(SIZES))
_BALL = either(_PYRAMID, fields({"at": text}))
_SCORE = row_of(whole(), whole())
_PROGRAM = fields(
    {
        **dict.fromkeys(SIZES, text),
        "pass": maybe(fields({"row": whole(1, ROWS), "to": one_of(SIZES)})),
        "quick_pass": truth,
        "blitz": truth,
    }
)
_PROGRAMS = fields(dict.fromkeys(PLAYERS, _PROGRAM))
# Version 0.1 kept sentences.
_TEXT = either(text, reason)
_CHOICE = fields({"player": one_of(PLAYERS), "options": list_of(text), "text": _TEXT})
_FOULS = list_of(one_of(PLAYERS))
_IN_PROGRESS = either(
    fields({"fouls": _FOULS}, closed=True),
    fields(
        {
            "programs": _PROGRAMS,
            "ready": list_of(one_of(PLAYERS)),
            "choices": list_of(text),
            "pyramid": one_of(SIZES),
        },
        {"fouls": _FOULS, "choice": maybe(_CHOICE)},
    ),
)
_EVENT = fields({"text": _TEXT, "rule": text, "kind": text}, {"piece": _PYRAMID, "ball": _BALL, "score": _SCORE})
_SQUARES = fields(dict.fromkeys(SIZES, text))
_MADE = fields(
    {
        "programs": _PROGRAMS,
        "events": list_of(_EVENT),
        "before": fields({**dict.fromkeys(PLAYERS, _SQUARES), "ball": _BALL, "score": _SCORE}),
    }
)


class BallByTouch(EngineTable):
    """The turn in progress holds `programs` by side, who is `ready`, who was caught by a foul (`fouls`), `choices`
    made and the `choice` asked for.
    """

    game = "pyramid-ball"
    in_progress: ClassVar[Shape] = _IN_PROGRESS
    made: ClassVar[Shape] = _MADE

    def set_up(self, more: JsonObject) -> Json:
        return {"mode": more.get("mode", "basic")}

    def given_ahead(self, start: Json, side: str) -> Json:
        """Some points of the advanced game; the first point wins the basic one."""
        given = [POINTS if player == side and start["mode"] == "advanced" else 0 for player in PLAYERS]
        return {**start, "score": given}

    @property
    def phase(self) -> str:
        if self._over(self.position):
            return "over"
        if "programs" not in self.turn:
            return "think"
        if self.turn.get("choice"):
            return "choice"
        return "enter"

    @property
    def side(self) -> str:
        """Who enters a program now, or has to choose."""
        if choice := self.turn.get("choice"):
            return str(choice["player"])
        return "second" if "first" in self.turn.get("ready", ()) else "first"

    @property
    def mover(self) -> str:
        return "both"

    def foul(self, side: str) -> None:
        """This player went on after time was called: all his commands are void (PB-foul)."""
        fouls = self.turn.get("fouls", [])
        self.stage(fouls=[s for s in fouls if s != side] if side in fouls else [*fouls, side])

    def enter(self) -> None:
        """Thinking is over: the programs are entered, one after the other; who was caught has none to enter."""
        ready = [side for side in PLAYERS if side in self.turn.get("fouls", ())]
        self.stage(programs={side: dict(STILL) for side in PLAYERS}, ready=ready, choices=[], pyramid="S")
        if set(ready) == set(PLAYERS):
            self._carry_out()

    def pyramid(self, size: str) -> None:
        """The pyramid whose commands are entered next."""
        self.stage(pyramid=size)

    def command(self, letter: str) -> None:
        """The next command of the chosen pyramid; a full row of commands begins anew."""
        size = self.turn["pyramid"]
        word = str(self._program()[size])
        word = letter if len(word) >= self._longest(size) else word + letter
        onward = len(word) == ROWS and size != "L"
        self._change({size: word}, pyramid=SIZES[SIZES.index(size) + 1] if onward else size)

    def erase(self) -> None:
        """Take back the chosen pyramid's last command."""
        size = self.turn["pyramid"]
        self._change({size: str(self._program()[size])[:-1]})

    def pass_row(self) -> None:
        """The row of the pass marker: none, 1, 2, 3, in turn."""
        marker = self._program()["pass"]
        row = (marker["row"] if marker else 0) + 1
        to = marker["to"] if marker else self._receivers()[0]
        self._change({"pass": {"row": row, "to": to} if row <= ROWS else None})

    def pass_to(self) -> None:
        """The receiver, in turn."""
        marker = self._program()["pass"]
        if marker:
            sizes = self._receivers()
            at = sizes.index(marker["to"]) if marker["to"] in sizes else -1
            self._change({"pass": {**marker, "to": sizes[(at + 1) % len(sizes)]}})

    def switch(self, what: str) -> None:
        """Set or unset `quick_pass` or `blitz`."""
        self._change({what: not self._program()[what]})

    @property
    def computer_due(self) -> bool:
        return super().computer_due and self.phase in ("enter", "choice")

    def play_on(self, slips: Callable[[str], bool]) -> None:
        """The whole program at once: nobody is to see it come about."""
        if self.phase == "choice":
            self.choose(self._dice.choice(self.turn["choice"]["options"]))
            return
        if slips(self.side):
            self._change(by_chance(self._dice))
            if self._sheet_fault():
                self._change(STILL)
        else:
            found = self.thought(player=self.side)
            assert found
            self._change(_entered(drawn(found, self._dice)))
        self.done()

    def suggest(self) -> None:
        """Fill in the program that the engine would choose."""
        if self.hints_on and self.phase == "enter":
            found = self.thought(player=self.side)
            assert found
            self._change(_entered(found["program"]))
            self.more = {"reason": found["reason"]}

    def done(self) -> None:
        """This program is ready; when both are, the turn is carried out."""
        refused = self._sheet_fault()
        if refused:
            self.refuse(refused)
            return
        self.more = {}
        self.stage(ready=[*self.turn["ready"], self.side], pyramid="S")
        if set(self.turn["ready"]) == set(PLAYERS):
            self._carry_out()

    def choose(self, option: str) -> None:
        """Answer the question that the rules leave to a player."""
        if option not in self.turn["choice"]["options"]:
            raise RefereeError("table.one_of", options=tuple(self.turn["choice"]["options"]))
        self.stage(choices=[*self.turn["choices"], option], choice=None)
        self._carry_out()

    def applied(self, what: JsonObject) -> Json:
        choices = self.turn.get("choices", [])
        return self.ask("apply", position=self.position, programs=what["programs"], choices=choices, names=self.players)

    def _carry_out(self) -> None:
        programs = {side: self._whole(side) for side in PLAYERS}
        choices, names = self.turn["choices"], self.players
        answer = self.ask("apply", position=self.position, programs=programs, choices=choices, names=names)
        if choice := answer.get("choice"):
            self.stage(choice=_kept(choice))
            return
        events = answer["events"]
        what = {"programs": programs, "events": [_kept(event) for event in events], "before": dict(self.position)}
        self.make(what, answer["position"], ())

    def _program(self) -> Json:
        program: Json = self.turn["programs"][self.side]
        return program

    def _change(self, fields: JsonObject, **turn: Any) -> None:
        """Other commands of the program that is being entered, and what else is different then."""
        programs = {**self.turn["programs"], self.side: {**self._program(), **fields}}
        self.more = {}
        self.stage(programs=programs, **turn)

    def _whole(self, side: str) -> Json:
        """The program as the engine takes it: what was left out stands still."""
        program = self.turn["programs"][side]
        words = {size: program[size].ljust(ROWS, ".") for size in SIZES}
        return {**program, **words, "void": side in self.turn.get("fouls", ())}

    def _sheet_fault(self) -> Json | None:
        sheets = {side: self._whole(side) if side == self.side else dict.fromkeys(SIZES, "...") for side in PLAYERS}
        judged = self.ask("check", before=self.position, programs=sheets)
        return None if judged["legal"] else judged

    def _longest(self, size: str) -> int:
        return ROWS + (size == "S" and "S" in self.position["specials"][self.side])

    def _receivers(self) -> list[str]:
        ball = self.position["ball"]
        carrier = ball[1] if isinstance(ball, list) and ball[0] == self.side else None
        return [size for size in SIZES if size != carrier]


def by_chance(dice: random.Random) -> Json:
    """A program of whatever commands, as a child may make it."""
    words: Json = {size: "".join(dice.choices("FFFLRB.", k=ROWS)) for size in SIZES}
    return {**STILL, **words}


def drawn(found: JsonObject, dice: random.Random) -> Json:
    """One of the programs that the engine suggests, as often as each should be played."""
    programs = [found, *found["alternatives"]]
    chosen: Json = dice.choices(programs, weights=[choice["weight"] for choice in programs])[0]["program"]
    return chosen


def _entered(program: JsonObject) -> Json:
    """A program of the engine as it is entered here."""
    return {key: value for key, value in program.items() if key != "void"}


def _kept(told: JsonObject) -> Json:
    """An event or a question as the journal keeps it."""
    return {**told, "text": told["text"].to_json()}
