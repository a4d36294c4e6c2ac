"""Leistiko's Blockade by touch: choose a row, roll, step, leap."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from companion.app.devices.game_dice import ON_SCREEN
from companion.app.games.engine_table import EngineTable, Json
from companion.app.json_object import JsonObject
from companion.games.errors import GameError
from companion.referee.errors import RefereeError
from companion.referee.keeping.shapes import Shape, anything, either, fields, list_of, one_of, whole
from companion.referee.tables.leistiko.dice import dice_a_throw, in_order

_DICE = list_of(whole(1, 6))
_ROLL = either(_DICE, fields({"leap": _DICE, "opposed": _DICE}, closed=True))
_STEPS = list_of(either(fields({"leap": whole(), "cost": whole()}), fields({"from": whole(), "to": whole()})))
_CHOSEN = fields({"row": whole(1, 6)}, {"steps": list_of(anything, 0)}, closed=True)
_AGREED = fields({"agreed": one_of(("draw",))}, {"steps": list_of(anything, 0)}, closed=True)
_PLAYED = fields({"row": whole(1, 6), "roll": _ROLL, "steps": _STEPS})


class LeistikoTable(EngineTable):
    """The turn in progress holds `row`, `roll` and `steps`; `more` what a touched row of pieces may do (`going`)."""

    game = "leistiko-blockade"
    # From so many times on that a position has stood it is told, and a draw can be agreed on.
    often: ClassVar[int] = 3
    entry: ClassVar[Json] = {"steps": []}
    in_progress: ClassVar[Shape] = either(_CHOSEN, _PLAYED, _AGREED)
    made: ClassVar[Shape] = _PLAYED
    # The steps that the computer is still going to make, None where it has not thought about them.
    _plan: list[Json] | None = None
    # Whether it is going to leap by dice against dice.
    _duels = False
    # The real dice of a leap so far, die after die, None where none is under way.
    _gathered: list[int] | None = None

    def variant(self, more: JsonObject) -> Json:
        return {"variant": more.get("variant", "base")}

    @property
    def phase(self) -> str:
        if self.turn.get("agreed") or self._over(self.position):
            return "over"
        if "row" not in self.turn:
            return "row"
        return "move" if "roll" in self.turn else "roll"

    def repeated(self) -> int:
        """How many times the position has stood, with the same player to move, counting now."""
        return sum(position == self.position for position in (self._start, *(play.position for play in self._plays)))

    def agree(self) -> None:
        """Both players agree on a draw, which no rule of the game gives them. Raises RefereeError where nothing has
        been repeated."""
        if self.phase != "row" or self.repeated() < self.often:
            raise RefereeError("table.no_repetition")
        said = {"agreed": "draw"}
        self._record("commit", {"commit": said, "over": True})
        self._steps.append(self.turn)
        self.turn = {**self.turn, **said}

    def choose_row(self, row: int) -> None:
        """The row of this turn, before the roll."""
        refused = self.ask("moves", position=self.position, row=row, roll=self._least_roll()).get("illegal")
        if refused:
            self.refuse(refused)
        else:
            self.commit(row=row)
            self.more = {}

    def roll_here(self) -> None:
        self.roll([self.roll_die() for _ in range(self.dice_a_throw)])

    def roll(self, dice: Sequence[int]) -> None:
        """The dice: one, or in Super Push the move die and the leap die."""
        self._gathered = None
        self.commit(roll=list(dice))

    @property
    def dice_a_throw(self) -> int:
        return dice_a_throw(self.options["variant"])

    def roll_leap(self, dice: Sequence[int] | None = None) -> None:
        """Bungie Battle: dice against dice, one for each piece of the row against one more than opposes it (LB-21);
        the mover's come first. They are rolled here where none are given."""
        own, opposing = self.leap_dice()
        dice = list(dice or (self.roll_die() for _ in range(own + opposing)))
        self._gathered = None
        self.commit(roll={"leap": dice[:own], "opposed": dice[own:]})

    def gather(self) -> None:
        """The next real dice are those of a leap, in as many throws as it takes."""
        self._gathered = []

    def heard(self, dice: Mapping[str, int]) -> None:
        if self.phase != "roll":
            raise GameError("leistiko.table.row_first" if self.phase == "row" else "leistiko.table.rolled_already")
        if self._gathered is None:
            self.roll(in_order(dice)[: self.dice_a_throw])
            return
        self._gathered += in_order(dice)
        needed = sum(self.leap_dice())
        if len(self._gathered) >= needed:
            self.roll_leap(self._gathered[:needed])
        elif self.tower:
            self.tower.next_turn()

    def undo(self) -> None:
        self._gathered = None
        super().undo()

    def swap(self) -> None:
        """Super Push: the other die is the move die, as long as nothing has been spent."""
        if self.turn.get("steps") or len(self.turn.get("roll", ())) != 2:
            raise RefereeError("table.dice_late")
        self.stage(roll=list(reversed(self.turn["roll"])))

    def touch(self, row: int) -> None:
        """Where pieces of a row may go now."""
        if self.phase != "move":
            return
        answer = self.ask("hint", position=self.position, steps=self.turn["steps"], **{"from": row}, **self._play())
        self.more = {"from": row, "going": {str(m["to"]): m for m in answer["moves"]}, "refused": answer["refused"]}

    def go(self, to: str) -> None:
        """A piece of the touched row goes to another row, or "off"."""
        going = self.more.get("going", {}).get(to)
        if going is None:
            raise RefereeError("table.marked")
        self.stage(steps=[*self.turn["steps"], *going["steps"]])
        self.more = {}

    def done(self) -> None:
        """The turn is over; points left are lost (LB-11)."""
        steps = self.turn["steps"]
        answer = self.ask("apply", position=self.position, steps=steps, **self._play())
        if refused := answer.get("illegal"):
            self.refuse(refused)
            return
        roll = self.turn["roll"]
        dice = tuple(roll) if isinstance(roll, list) else (*roll["leap"], *roll["opposed"])
        self.make({**self.turn}, answer["position"], dice)

    def suggest(self) -> None:
        """A row, or how to play the roll."""
        if not self.hints_on or self.phase not in ("row", "move") or self.turn.get("steps"):
            return
        fields = self._play() if self.phase == "move" else {}
        found = self.ask("hint", position=self.position, **fields).get("suggestion")
        self.more = {"suggestion": found} if found else {}

    def play_on(self, slips: Callable[[str], bool]) -> None:
        """A row, the roll, then a piece at a time. What is planned is forgotten when the app is left: then the turn
        ends where it stands."""
        if self.phase == "row":
            self._choose_a_row(by_chance=slips(self.side))
        elif self.phase == "roll":
            self._roll_for_computer()
            self._plan = None
        elif self._plan is None and not self.turn["steps"]:
            self._plan = self._planned(by_chance=slips(self.side))
        elif self._plan:
            self.stage(steps=[*self.turn["steps"], self._plan.pop(0)])
        else:
            self._plan = None
            self.done()

    def _roll_for_computer(self) -> None:
        """Real dice that do not roll by themselves are rolled by the players."""
        if self.dice_from == ON_SCREEN:
            self.roll_leap() if self._duels else self.roll_here()
            return
        if self._duels and self._gathered is None:
            self.gather()
        if self.dice_from == "thrown":
            self.throw()

    def _choose_a_row(self, *, by_chance: bool) -> None:
        rows = [row for row, pieces in enumerate(self.position[self.side], 1) if pieces]
        self._dice.shuffle(rows)
        self._duels = self.options["variant"] == "bungie" and self._dice.random() < 0.5
        if not by_chance:
            found = self.ask("hint", position=self.position).get("suggestion")
            rows = [found["row"], *rows] if found else rows
            self._duels = bool(found and found.get("leap"))
        for row in rows:
            self.choose_row(row)
            if not self.fault:
                break

    def _planned(self, *, by_chance: bool) -> list[Json]:
        """The steps that the computer is going to make."""
        if by_chance:
            turns = self.ask("moves", position=self.position, **self._play())["turns"]
            return list(self._dice.choice(turns)["steps"]) if turns else []
        found = self.ask("hint", position=self.position, **self._play()).get("suggestion")
        if found and found["roll"] != self.turn["roll"] and len(self.turn["roll"]) == 2:
            self.swap()
        return list(found["steps"]) if found else []

    def shown(self) -> JsonObject:
        """The position with the steps entered so far; the mover is still the same."""
        if not self.turn.get("steps"):
            return self.position
        answer = self.ask("apply", position=self.position, steps=self.turn["steps"], **self._play())
        return {**answer["position"], "to_move": self.side} if "position" in answer else self.position

    def state(self) -> Any:
        self.more = {**self.more, "shown": dict(self.shown())}
        if self.phase == "roll" and self.options["variant"] == "bungie":
            self.more |= {
                "leap": self.leap_dice(),
                "gathered": None if self._gathered is None else tuple(self._gathered),
            }
        if self.phase == "row" and (times := self.repeated()) >= self.often:
            self.more = {**self.more, "repeated": times}
        state = super().state()
        return replace(state, outcome={"winner": "draw"}) if self.turn.get("agreed") else state

    def _play(self) -> Json:
        return {"row": self.turn["row"], "roll": self.turn["roll"]}

    def _least_roll(self) -> list[int]:
        return [1, 1] if self.options["variant"] == "super-push" else [1]

    def leap_dice(self) -> tuple[int, int]:
        """How many dice a leap off the row chosen is rolled with, the mover's and those against him."""
        row = self.turn["row"] - 1
        mine, theirs = ("first", "second") if self.side == "first" else ("second", "first")
        return self.position[mine][row], self.position[theirs][row] + 1
