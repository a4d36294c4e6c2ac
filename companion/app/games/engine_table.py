"""A game played by touch and judged by its engine alone: what the games without a camera have in common.

The turn in progress is kept in the journal like the turns made, so that nothing is lost when the app is killed. The
records after the header: ``commit`` (what was said before the turn, such as a roll), ``stage`` (the turn in progress;
``undone`` where the step before is taken back), ``turn`` (a turn made) and ``correct`` (``{"undo": true}``).
"""

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Protocol

from companion.app.devices.game_dice import DICE_SECONDS, ON_SCREEN, GameDice
from companion.app.games import head_start
from companion.app.games.opponents import Opponents, Pacing
from companion.app.json_object import JsonObject
from companion.games.engine import respond
from companion.games.errors import GameError
from companion.games.reason import Reason
from companion.games.registry import ENGINES
from companion.referee.errors import RefereeError, prose
from companion.referee.keeping.old_journals import sayable
from companion.referee.keeping.records import Record
from companion.referee.keeping.shapes import Shape, ShapeError
from companion.texts.names import tidy_names

SEEDS = 1 << 20

Json = dict[str, Any]
Clock = Callable[[], float]


def kept_reason(kept: JsonObject | str) -> Reason:
    """A reason as a journal keeps it; journals of earlier versions have its English sentence instead."""
    return prose(kept) if isinstance(kept, str) else Reason.from_json(sayable(kept))


class Keeper(Protocol):
    """What the table writes down in, such as a journal."""

    def append(self, kind: str, fields: Mapping[str, Any]) -> None:
        """Raises KeepingError where it cannot be written."""

    def close(self) -> None: ...


@dataclass
class Lived:
    """What the records of a journal amount to: the turns `made` and not taken back, the `turn` in progress, and the
    `steps` that led to it, each as the turn was before.

    Behind lines that are lost (`astray`) nothing is known until a turn was made: its record holds the position. Turns
    before such a gap cannot be taken back.
    """

    entry: JsonObject = field(default_factory=dict)
    made: list[Record] = field(default_factory=list)
    turn: Json = field(default_factory=dict)
    steps: list[Json] = field(default_factory=list)
    astray: bool = False
    _floor: int = 0

    def take(self, record: Record) -> None:
        match record["kind"]:
            case "gap":
                self.turn, self.steps, self.astray, self._floor = {}, [], True, len(self.made)
            case "mended":
                self.astray = False
            case "turn":
                self.made.append(record)
                self.turn, self.steps, self.astray = {}, [], False
            case "commit" if not self.astray:
                self.steps.append(self.turn)
                self.turn = {**self.turn, **record["commit"], **self.entry}
            case "stage" if record.get("undone") and self.steps:
                self.turn = self.steps.pop()
            case "stage" if not self.astray:
                self.steps.append(self.turn)
                self.turn = dict(record["turn"])
            case "correct" if self.turn:
                self.turn, self.steps = {}, []
            case "correct" if len(self.made) > self._floor:
                self.made.pop()


def plays(records: Iterable[Record]) -> list[Record]:
    """The turns that were made and not taken back."""
    lived = Lived()
    for record in records:
        lived.take(record)
    return lived.made


@dataclass(frozen=True)
class MadeTurn:
    """A turn made: by whom, what (in the game's own terms), and the position after it."""

    side: str
    what: JsonObject
    position: JsonObject


@dataclass(frozen=True)
class EngineState:
    """What a screen shows. `turn` is the turn in progress, `more` what has been asked about it, `computers` are the
    sides that the computer plays, `series` counts the games won before this one. `away` are the devices that are looked
    for, `dice` is what rolls (see `GameDice.rolls_by`)."""

    game: str
    position: JsonObject
    side: str
    phase: str
    turn: JsonObject
    more: JsonObject
    plays: tuple[MadeTurn, ...]
    outcome: JsonObject
    can_undo: bool = False
    undoes_roll: bool = False
    hints_on: bool = True
    fault: tuple[str, Reason] | None = None
    notice: Reason | None = None
    options: JsonObject = field(default_factory=dict)
    computers: tuple[str, ...] = ()
    series: Mapping[str, int] = field(default_factory=dict)
    away: tuple[str, ...] = ()
    dice: str = ON_SCREEN


class EngineTable(ABC):
    """One game. `clock` gives seconds, never running backwards; `dice` rolls where no `tower` does, which is what real
    dice come from."""

    game: ClassVar[str]
    # For which the engine thinks before it suggests something.
    thinking_seconds: ClassVar[float] = 0.7
    # What the entry of a turn begins with once something has been said.
    entry: ClassVar[Json] = {}
    # What a journal holds of a turn in progress, and of one that was made.
    in_progress: ClassVar[Shape]
    made: ClassVar[Shape]
    tower: GameDice | None = None

    def __init__(self, journal: Keeper, header: JsonObject, clock: Clock, dice: random.Random | None = None) -> None:
        self._journal, self._clock = journal, clock
        self._begin = self._turn_begin = clock()
        self._dice = dice or random.SystemRandom()
        self._opponents = Opponents.of(header, self._dice)
        self._series: Mapping[str, int] = dict(header["more"].get("series", {}))
        self._pacing = Pacing(float(header.get("pace", 0.0)) / 2)
        self.players: Json = {**tidy_names(header["players"])}
        self.options: Json = {**header["options"], **self.variant(header["more"])}
        start: Json = self.ask("initial", **self.set_up(header["more"]))["position"]
        self._ahead = head_start.ahead(header["more"])
        self._start: Json = self.given_ahead(start, self._ahead) if self._ahead else start
        self._plays: list[MadeTurn] = []
        self._events = 0
        self.turn: Json = {}
        self._steps: list[Json] = []
        # The line of the tower whose roll is being taken.
        self._raw: Json = {}
        self.more: Json = {}
        self.fault: tuple[str, Reason] | None = None
        self.hints_on = True
        self.notice: Reason | None = None

    def variant(self, more: JsonObject) -> Json:
        """What of the setup goes into every request's options."""
        return {}

    def set_up(self, more: JsonObject) -> Json:
        """What of the setup the first position is asked for with."""
        return {}

    def given_ahead(self, start: Json, side: str) -> Json:
        """The first position where `side` has a head start: it begins."""
        return {**start, "to_move": side}

    def _granted(self, position: JsonObject, mover: str) -> Json:
        """The position after a turn, where the others sit out with them to move who has a head start."""
        made = 1 + sum(play.side == self._ahead for play in self._plays)
        again = mover == self._ahead and "to_move" in position and not self._over(position)
        if again and head_start.moves_again(made):
            return {**position, "to_move": self._ahead}
        return dict(position)

    @property
    @abstractmethod
    def phase(self) -> str:
        """What is to be done next."""

    @property
    def side(self) -> str:
        """Whose turn it is; empty when the game is over."""
        return str(self.position.get("to_move") or "")

    @property
    def mover(self) -> str:
        """Whose turn is made."""
        return self.side

    @property
    def position(self) -> JsonObject:
        return self._plays[-1].position if self._plays else self._start

    @property
    def start(self) -> JsonObject:
        """The position before the first turn."""
        return self._start

    def resume(self, records: tuple[Record, ...]) -> None:
        """Live through a journal again. Raises RefereeError where it ends in what cannot be."""
        lived = Lived(self.entry)
        for record in records:
            lived.take(record)
        if records:
            self._events = records[-1]["event"] + 1
            self._begin = self._clock() - max(record["t"] for record in records)
        self._plays = [MadeTurn(record["side"], record["what"], record["position"]) for record in lived.made]
        self.turn, self._steps = lived.turn, lived.steps
        self._look_at(lived)

    def applied(self, what: JsonObject) -> Json:
        """The engine's answer to a turn that was made."""
        return self.ask("apply", **{**what, "position": self.position})

    def again(self, records: Iterable[Record]) -> Iterator[tuple[Record, bool | None]]:
        """Every turn of a journal, and whether it still leads to the same position; None where it stands behind lines
        that are lost, so that nobody knows from where it was made."""
        lived = Lived(self.entry)
        for record in records:
            astray, self.turn = lived.astray, lived.turn
            self._plays = [MadeTurn(made["side"], made["what"], made["position"]) for made in lived.made]
            if record["kind"] == "turn":
                yield record, None if astray else self._led_to(record) == record["position"]
            lived.take(record)

    def _led_to(self, record: Record) -> Json | None:
        """The position after a turn of a journal, by the rules as they are now."""
        position = self.applied(record["what"]).get("position")
        return None if position is None else self._granted(position, record["side"])

    def state(self) -> EngineState:
        return EngineState(
            game=self.game,
            position=dict(self.position),
            side=self.side,
            phase=self.phase,
            turn=dict(self.turn),
            more=dict(self.more),
            plays=tuple(self._plays),
            outcome=self.ask("outcome", position=self.position),
            can_undo=bool(self._plays or self.turn),
            undoes_roll="roll" in self.turn and bool(self._steps) and "roll" not in self._steps[-1],
            hints_on=self.hints_on,
            fault=self.fault,
            notice=self.notice,
            options=self.options,
            computers=self._opponents.sides,
            series=self._series,
            away=(self.tower.away,) if self.tower and self.tower.away else (),
            dice=self.dice_from,
        )

    @property
    def dice_a_throw(self) -> int:
        """How many dice are thrown together, 0 in games without dice."""
        return 0

    @property
    def dice_from(self) -> str:
        """What rolls the dice now."""
        return self.tower.rolls_by if self.tower else ON_SCREEN

    def roll_with(self, tower: GameDice | None) -> None:
        """Real dice are rolled from now on."""
        self.tower = tower
        if tower:
            tower.next_turn()

    def roll_here(self) -> None:
        """Roll on the screen. Raises RefereeError in games without dice."""
        raise RefereeError("table.dice_late")

    def throw(self) -> None:
        """Roll with a tower that can do so by itself."""
        if self.tower:
            self.tower.throw()

    def heard(self, dice: Mapping[str, int]) -> None:
        """A roll of real dice, by the letters of their colours. Raises GameError for one that cannot count now."""
        raise GameError("table.dice_late")

    def _hear(self, kind: str, value: Any) -> None:
        """Take a roll of real dice; one that does not count is kept as such, lest it come again."""
        raw = {"raw": value.raw} if kind == "roll_raw" else {}
        self._raw = raw
        try:
            self.heard(value.values() if raw else value)
        except GameError as error:
            self._record("fault", {"message": error.reason.to_json(), **raw})
            raise
        finally:
            self._raw = {}

    @property
    def computer_due(self) -> bool:
        """Whether the next step is the computer's."""
        return self.side in self._opponents.sides and self.phase != "over"

    def advance(self) -> float | None:
        """What comes from dice, and what the computer does, step by step, slowly enough to be followed. Returns in how
        many seconds to ask again, None for no need to."""
        if self.tower:
            self.notice = self.tower.hear(self._hear) or self.notice
        pause = self._advance_computer()
        return pause if self.tower is None else min(pause or DICE_SECONDS, DICE_SECONDS)

    def _advance_computer(self) -> float | None:
        if not self.computer_due:
            self._pacing.forget()
            return None
        if pause := self._pacing.pause(self._clock()):
            return pause
        self.more = {}
        self.play_on(slips=self._opponents.slips)
        return self._pacing.begin_pause(self._clock())

    @abstractmethod
    def play_on(self, slips: Callable[[str], bool]) -> None:
        """The next step of the computer's turn; `slips` tells of a side whether its turn is played by chance."""

    @abstractmethod
    def suggest(self) -> None:
        """Show what the engine would do."""

    def undo(self) -> None:
        """One step of the turn in progress is taken back; where there is none, the last turn. What the computer has
        done since is taken back with it."""
        self._take_back()
        while self.computer_due and (self.turn or self._plays):
            self._take_back()

    def _take_back(self) -> None:
        if not self._plays and not self.turn:
            raise RefereeError("table.nothing_to_undo")
        before = self._steps[-1] if self._steps else {}
        if before:
            self._record("stage", {"turn": before, "undone": True})
        else:
            self._record("correct", {"correct": {"undo": True}})
        self.more, self.fault = {}, None
        if self.turn:
            self.turn = before
            self._steps = self._steps[:-1]
        else:
            self._plays.pop()

    def close(self) -> None:
        if self.tower:
            self.tower.close()
        self._journal.close()

    def ask(self, op: str, **fields: Any) -> Json:
        """The engine's answer. Raises GameError where the request makes no sense."""
        request = {"game": self.game, "op": op, "options": self.options, **fields}
        answer = respond(request, ENGINES, self._clock)
        if "error" in answer:
            raise GameError.of(answer["error"])
        return answer

    def thought(self, **fields: Any) -> Json | None:
        """What the engine would do after some thinking; of what is as good, not always the same."""
        asked = {"position": self.position, "seconds": self.thinking_seconds, "seed": self._dice.randrange(SEEDS)}
        found: Json | None = self.ask("hint", **asked, **fields).get("suggestion")
        return found

    def commit(self, **said: Any) -> None:
        """What the turn is judged by, such as a roll, goes into the journal."""
        self._record("commit", {"commit": said, **self._raw})
        self._steps.append(self.turn)
        self.turn = {**self.turn, **said, **self.entry}
        self.fault = None

    def stage(self, **changes: Any) -> None:
        """The turn in progress, with these changes, goes into the journal."""
        turn = {**self.turn, **changes}
        self._record("stage", {"turn": turn})
        self._steps.append(self.turn)
        self.turn, self.fault = turn, None

    def make(self, what: JsonObject, position: JsonObject, dice: tuple[int, ...]) -> None:
        """The turn is made."""
        side = self.mover
        position = self._granted(position, side)
        over = self._over(position)
        took = round(self._clock() - self._turn_begin, 2)
        fields = {"side": side, "what": dict(what), "position": dict(position), "dice": list(dice)}
        self._record("turn", {**fields, "took": took, "over": over})
        self._plays.append(MadeTurn(side, dict(what), dict(position)))
        self._turn_begin = self._clock()
        self.turn, self._steps, self.more, self.fault = {}, [], {}, None
        if self.tower:
            self.tower.next_turn()

    def refuse(self, illegal: JsonObject) -> None:
        """What was entered is against the rules: keep why."""
        self.fault = (str(illegal["rule"]), illegal["reason"])

    def roll_die(self) -> int:
        return self._dice.randint(1, 6)

    def _over(self, position: JsonObject) -> bool:
        outcome = self.ask("outcome", position=position)
        return bool(outcome.get("winner") or outcome.get("winners"))

    def _look_at(self, lived: Lived) -> None:
        """Raises RefereeError where what a journal amounts to makes no sense in this game."""
        for made in lived.made:
            try:
                type(self).made(made["what"])
                self._over(made["position"])
            except (GameError, ShapeError) as error:
                raise RefereeError("referee.record", number=made["seq"], reason=error.reason) from error
        try:
            if lived.turn:
                type(self).in_progress(lived.turn)
            self.state()
        except (GameError, ShapeError) as error:
            raise RefereeError("table.in_progress", reason=error.reason) from error

    def _record(self, kind: str, fields: JsonObject) -> None:
        t = round(self._clock() - self._begin, 2)
        self._journal.append(kind, {"event": self._events, "t": t, **fields})
        self._events += 1
