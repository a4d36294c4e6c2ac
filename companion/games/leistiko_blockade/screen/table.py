"""A game of Leistiko's Blockade: rows, dice of all variants, and draws by agreement."""

from dataclasses import replace
from typing import Any, NamedTuple, Protocol, runtime_checkable

from companion.app.devices.game_dice import ON_SCREEN
from companion.app.games.state import Phase, TableState
from companion.app.games.table import PlayedTable
from companion.app.games.turn_entry import EntryStep
from companion.games.errors import GameError
from companion.games.leistiko_blockade.rules import SIDES, Position, row_fault
from companion.games.leistiko_blockade.screen.entry import RowsEntry, RowsLeft
from companion.games.leistiko_blockade.table.dice import in_order
from companion.games.leistiko_blockade.table.entered import OFF
from companion.games.reason import because
from companion.referee.errors import RefereeError
from companion.referee.keeping.records import Record
from companion.referee.live.cameras import Image
from companion.referee.session import Session
from companion.referee.verdict import Verdict
from companion.sharing.far.dice import JointDice

# What dice are rolled for beside the turn.
LEAP = "leap"


@runtime_checkable
class ShowsDice(Protocol):
    """A look that can tell what the dice on the board show."""

    def read_dice(self) -> tuple[int, ...]:
        """Their values; none where one cannot be told."""


class LeistikoTurn(NamedTuple):
    """What only this game's screen shows: the variant; whether the row must be chosen before the roll; how many dice
    the mover and the other player would roll for a leap off the row chosen; the real dice of such a duel so far; how
    often the position has stood, if that is often enough for a draw; whether the turn is the last one.
    """

    variant: str = "base"
    row_first: bool = False
    duel: tuple[int, int] | None = None
    gathered: tuple[int, ...] | None = None
    repeated: int = 0
    final: bool = False


class LeistikoTable(PlayedTable[RowsLeft]):
    """While a row has been chosen and nobody has rolled, the phase is still that of the roll. Of a duel with real dice
    a record of kind ``stage`` has those thrown so far (``gathered``).
    """

    def __init__(self, *args: Any, variant: str = "base", **kwargs: Any) -> None:
        self._variant = variant
        self._seen_last: Any = None
        # The real dice of a duel so far, die after die, None where none is under way.
        self._gathered: list[int] | None = None
        # Whether the computer is going to leap by dice against dice, None where it has not thought about that.
        self._duels: bool | None = None
        super().__init__(*args, **kwargs)

    def choose_row(self, row: int) -> None:
        """The row of the turn that begins, or another one while nobody has rolled."""
        if self._phase() != "roll":
            raise RefereeError("leistiko.table.rolled")
        if fault := row_fault(self._table.moving(self.session.position, self.side), row):
            self.refuse(fault.reason)
            return
        self.notice = None
        self.say("row", row)

    def say(self, kind: str, value: Any) -> None:
        """By touch the row comes before the roll, and only one roll counts."""
        if kind != "row":
            if self._row_first and self._row is None:
                raise GameError("leistiko.table.row_first")
            if self._row_first and self._under and "roll" in self._under.value:
                raise GameError("leistiko.table.rolled_already")
            self._gathered = self._duels = None
        super().say(kind, value)

    def roll_leap(self) -> None:
        """Bungie Battle: a die for each checker of the row against one more than lie across from it (LB-21)."""
        if self.far:
            self._duel()
            self._roll_together(LEAP)
            return
        dice = self._chance("leap")
        self._leap([dice.randint(1, 6) for _ in range(sum(self._duel()))])

    def _drawn(self, what: str, session: Session, dice: JointDice) -> tuple[str, Any]:
        if what != LEAP:
            return super()._drawn(what, session, dice)
        due = session.due
        if due is None or "row" not in due.value:
            raise RefereeError("leistiko.table.no_row")
        own, opposed = _duel(session.position, due.mover, due.value["row"])
        rolled = [dice.randint(1, 6) for _ in range(own + opposed)]
        return "roll", {"leap": rolled[:own], "opposed": rolled[own:]}

    def gather(self) -> None:
        """The next real dice are those of a leap, in as many throws as it takes."""
        self._duel()
        self._gathered = []

    def rolled(self, kind: str, value: Any) -> None:
        if self._gathered is None:
            super().rolled(kind, value)
            return
        dice = [*self._gathered, *in_order(value.values() if kind == "roll_raw" else value)]
        if len(dice) >= sum(self._duel()):
            self._leap(dice)
            return
        # So that this throw neither comes again nor is lost.
        raw = {"raw": f"{value.raw}\n", "number": value.number} if kind == "roll_raw" else {}
        event = self._event("stage", None)
        turn = {"steps": [], "passed": False, "gathered": dice}
        self._journal.append("stage", {"event": event.index, "t": event.t, "turn": turn, **raw})
        self._gathered = dice
        if self._tower:
            self._tower.next_turn()

    def read_dice(self) -> None:
        """The dice that lie on the board, as the last picture shows them, are the roll."""
        wanted = 2 if self._variant == "super-push" else 1
        dice = self._seen_last.read_dice() if isinstance(self._seen_last, ShowsDice) else ()
        if len(dice) != wanted:
            self.notice = because("leistiko.table.dice_unseen", n=wanted)
            return
        self.notice = None
        self._rolled_by = ("camera", "")
        super().rolled("roll", list(dice))

    def swap(self) -> None:
        """Super Push: the other die is the move die."""
        roll = self._under.value.get("roll") if self._under else None
        if not isinstance(roll, list) or len(roll) != 2 or self._draft:
            raise RefereeError("table.dice_late")
        self.correct({"roll": roll[::-1]})

    def leap(self, start: str) -> None:
        """A checker leaps off from where it is; what the next one there may do is shown at once."""
        self.enter({"from": start, "to": OFF})
        if self._drafted().grid.get(start):
            self.touch(start)

    def follow(self) -> None:
        """Where a row is suggested, it is chosen."""
        if self._suggestion and self._suggestion.places and not self._suggestion.steps:
            self.choose_row(int(self._suggestion.places[0][-1]))
            return
        super().follow()

    def suggest(self) -> None:
        """A row, or a whole turn."""
        if not self.hints_on or self._phase() != "roll" or self._row is not None:
            super().suggest()
            return
        assert isinstance(self._entry, RowsEntry)
        position = self._table.moving(self.session.position, self.side)
        self._suggestion = self._entry.row_suggestion(position) or self._suggestion

    def state(self) -> TableState[RowsLeft]:
        state, session = super().state(), self.session
        duel = self._duel() if self._variant == "bungie" and state.phase == "roll" and self._row else None
        gathered = None if self._gathered is None else tuple(self._gathered)
        final = session.started and self._table.moving(session.position, self.side).final_turn
        own = LeistikoTurn(self._variant, self._row_first, duel, gathered, self.repeated, final)
        return replace(state, own=own)

    @property
    def _row_first(self) -> bool:
        return self._source.name == "touch"

    @property
    def _row(self) -> int | None:
        return self._under.value.get("row") if self._under else None

    def _duel(self) -> tuple[int, int]:
        """How many dice a leap off the row chosen is rolled with, the mover's and those against him."""
        if self._row is None:
            raise RefereeError("leistiko.table.no_row")
        return _duel(self.session.position, self.side, self._row)

    def _leap(self, dice: list[int]) -> None:
        own, opposed = self._duel()
        super().rolled("roll", {"leap": dice[:own], "opposed": dice[own : own + opposed]})

    def _roll_for_computer(self, weakness: float) -> None:
        if self._row is None or self._variant != "bungie":
            super()._roll_for_computer(weakness)
            return
        if self._duels is None:
            assert isinstance(self._entry, RowsEntry)
            self._duels = self._entry.duels(self.session.position, self._row, weakness, self._chance("duel"))
        if self._duels and self._dice_from() == ON_SCREEN:
            self.roll_leap()
            return
        if self._duels and self._gathered is None:
            self.gather()
        super()._roll_for_computer(weakness)

    def _entered(self, record: Record) -> tuple[list[EntryStep], bool]:
        entered = super()._entered(record)
        self._gathered = record["turn"].get("gathered")
        return entered

    def _moved_on(self) -> None:
        super()._moved_on()
        self._gathered = None

    def _looked(self, verdict: Verdict, look: Any, image: Image) -> None:
        self._seen_last = look

    def _phase(self) -> Phase:
        phase = super()._phase()
        return "roll" if phase == "move" and self._under and "roll" not in self._under.value else phase

    def _roll(self) -> None:
        """The dice are in what the turn is played under: they have no colours."""
        return


def _duel(position: Position, mover: str | None, row: int) -> tuple[int, int]:
    own, opposed = (position.rows(side)[row - 1] for side in sorted(SIDES, key=lambda side: side != mover))
    return own, opposed + 1
