"""Leistiko's Blockade's own part of a table: rows, and dice of all variants."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple, Protocol, runtime_checkable

from companion.app.devices.devices import ON_SCREEN
from companion.app.games.companion import Companion
from companion.app.games.deeds import (
    Correct,
    Deed,
    Enter,
    Follow,
    Refuse,
    RollDice,
    Rolled,
    RollForComputer,
    Say,
    Suggest,
    Touch,
)
from companion.app.games.dice_beside import DiceBeside
from companion.app.games.far_standing import said_in
from companion.app.games.given_hints import GivenHints
from companion.app.games.partner import Partner
from companion.app.games.state import AnyState
from companion.app.games.table import PlayedTable
from companion.games.errors import GameError
from companion.games.leistiko_blockade.rules.model import SIDES
from companion.games.leistiko_blockade.rules.turns import row_fault
from companion.games.leistiko_blockade.screen.deeds import ChooseRow, Gather, Leap, ReadDice, RollLeap, Swap
from companion.games.leistiko_blockade.screen.entry import LEAP, RowsEntry, duel
from companion.games.leistiko_blockade.table.dice import in_order
from companion.games.leistiko_blockade.table.entered import OFF
from companion.games.reason import because
from companion.referee.errors import RefereeError
from companion.referee.keeping.recording import Event
from companion.referee.keeping.records import Record
from companion.referee.live.cameras import Image
from companion.referee.verdict import Verdict


@runtime_checkable
class ShowsDice(Protocol):
    """A look that can read dice on the board."""

    def read_dice(self) -> tuple[int, ...]:
        """Return their values; none if one cannot be read."""


class LeistikoTurn(NamedTuple):
    """State that only this game's screen shows."""

    variant: str = "base"
    row_first: bool = False
    """True if the row must be chosen before the roll."""
    duel: tuple[int, int] | None = None
    """Number of dice that the mover and the opponent would roll for a leap off the chosen row."""
    gathered: tuple[int, ...] | None = None
    """The real dice of such a duel so far."""
    repeated: int = 0
    """Number of times that the position has stood, if that is enough for a draw."""
    final: bool = False
    """True if the turn is the last one."""
    dark_near: bool = False
    """True if the first player, who sits near, has the dark checkers on the table that is seen."""


class Rows(Companion):
    """Takes rows and rolls. For a duel with real dice, a record of kind ``stage`` has those thrown so far
    (``gathered``)."""

    def __init__(self, table: PlayedTable[Any], entry: RowsEntry, hints: GivenHints, variant: str) -> None:
        self._table, self._entry, self._hints, self._variant = table, entry, hints, variant
        self._seen_last: Any = None
        self._dark_near = False
        # The real dice of a duel so far, die after die, None without a duel.
        self._gathered: list[int] | None = None
        # The tower's lines of what is gathered.
        self._records: tuple[str, ...] = ()
        # True if the computer will leap by dice against dice, None if it has not decided.
        self._duels: bool | None = None

    def answer(self, deed: Deed) -> Iterator[Deed]:
        match deed:
            case Rolled() if self._gathered is not None:
                yield from self._gather(deed, self._gathered)
            case Say(kind) if kind != "row":
                yield from self._rolled(deed)
            case RollDice(None):
                self._check_row()
                yield deed
            case ChooseRow(row):
                yield from self._choose(row)
            case Suggest() if self._chooses and self._hints.on:
                position = self._table.board.moving(self._table.session.position, self._table.side)
                self._hints.suggestion = self._entry.row_suggestion(position) or self._hints.suggestion
            case Follow() if (suggested := self._suggested_row) is not None:
                yield from self._choose(suggested)
            case RollForComputer(weakness) if self._row is not None and self._variant == "bungie":
                yield from self._roll_for_computer(deed, weakness)
            case _:
                yield from self._on_the_board(deed)

    def _on_the_board(self, deed: Deed) -> Iterator[Deed]:
        match deed:
            case RollLeap():
                self._duel()
                yield RollDice(what=LEAP)
            case Gather():
                self._duel()
                self._gathered = []
            case ReadDice():
                yield from self._read_dice()
            case Swap():
                yield Correct({"roll": self._swapped()})
            case Leap(start):
                yield Enter({"from": start, "to": OFF})
                if self._table.drafted().grid.get(start):
                    yield Touch(start)
            case _:
                yield deed

    def _choose(self, row: int) -> Iterator[Deed]:
        table = self._table
        if table.phase != "roll":
            raise RefereeError("leistiko.table.rolled")
        if fault := row_fault(table.board.moving(table.session.position, table.side), row):
            yield Refuse(fault.reason)
            return
        table.notice = None
        yield Say("row", row)

    def _rolled(self, deed: Deed) -> Iterator[Deed]:
        """Take a roll. Where the row comes before it, only one roll counts."""
        under = self._table.under
        self._check_row()
        if self._row_first and under and "roll" in under.value:
            raise GameError("leistiko.table.rolled_already")
        self._gathered, self._duels, self._records = None, None, ()
        yield deed

    def _check_row(self) -> None:
        if self._row_first and self._row is None:
            raise GameError("leistiko.table.row_first")

    def _gather(self, deed: Rolled, gathered: list[int]) -> Iterator[Deed]:
        raw = deed.kind == "roll_raw"
        dice = [*gathered, *in_order(deed.value.values() if raw else deed.value)]
        own, opposed = self._duel()
        if len(dice) >= own + opposed:
            leap = {"leap": dice[:own], "opposed": dice[own : own + opposed]}
            yield from self._rolled(Rolled("roll", leap, deed.device, "\n".join((*self._records, deed.record))))
            return
        # Keep this throw from coming again or being lost.
        kept = {"raw": Event(0, 0.0, deed.kind, deed.value).recorded, "number": deed.value.number} if raw else {}
        self._table.log.write("stage", turn={"steps": [], "passed": False, "gathered": dice}, **kept)
        self._gathered, self._records = dice, (*self._records, deed.record)
        if beside := self._table.companion(DiceBeside):
            beside.next_turn()

    def _read_dice(self) -> Iterator[Deed]:
        wanted = 2 if self._variant == "super-push" else 1
        dice = self._seen_last.read_dice() if isinstance(self._seen_last, ShowsDice) else ()
        if len(dice) != wanted:
            self._table.notice = because("leistiko.table.dice_unseen", n=wanted)
            return
        self._table.notice = None
        yield from self._rolled(Rolled("roll", list(dice), "camera"))

    def _swapped(self) -> list[int]:
        under = self._table.under
        roll = under.value.get("roll") if under else None
        if not isinstance(roll, list) or len(roll) != 2 or self._table.draft:
            raise RefereeError("table.dice_late")
        return roll[::-1]

    def _roll_for_computer(self, deed: Deed, weakness: float) -> Iterator[Deed]:
        table = self._table
        if self._duels is None:
            assert self._row is not None
            self._duels = self._entry.duels(table.session.position, self._row, weakness, table.chance("duel"))
        if self._duels and table.rolls_by == ON_SCREEN:
            yield RollDice(what=LEAP)
            return
        if self._duels and self._gathered is None:
            self._gathered = []
        yield deed

    @property
    def _chooses(self) -> bool:
        return self._table.phase == "roll" and self._row is None

    @property
    def _suggested_row(self) -> int | None:
        found = self._hints.suggestion
        return int(found.places[0][-1]) if found and found.places and not found.steps else None

    @property
    def _row_first(self) -> bool:
        """True if the row must be announced before the roll: by touch, and with another table, since nobody sees there
        which row was meant when the dice fell.

        Once both tables have a roll without a row, as older versions made them, it counts.
        """
        if partner := self._table.companion(Partner):
            return "roll" not in said_in(partner.far.course.session)
        return self._table.source.name == "touch"

    @property
    def _row(self) -> int | None:
        under = self._table.under
        return under.value.get("row") if under else None

    def _duel(self) -> tuple[int, int]:
        """Return how many dice a leap off the row chosen is rolled with, the mover's and those against them."""
        if self._row is None:
            raise RefereeError("leistiko.table.no_row")
        return duel(self._table.session.position, self._table.side, self._row)

    def recall(self, record: Record) -> None:
        if record["kind"] == "stage":
            self._gathered = record["turn"].get("gathered")
            self._records += (record["raw"],) if "raw" in record else ()
        if darker := ((record.get("evidence") or {}).get("beside") or {}).get("darker"):
            self._dark_near = darker == SIDES[0]

    def moved_on(self) -> None:
        self._gathered, self._records = None, ()

    def saw(self, verdict: Verdict, look: Any, image: Image) -> None:
        self._seen_last = look
        if darker := getattr(look, "darker", ""):
            self._dark_near = darker == SIDES[0]

    def add_to_state(self, state: AnyState) -> AnyState:
        table = self._table
        duel = self._duel() if self._variant == "bungie" and state.phase == "roll" and self._row else None
        gathered = None if self._gathered is None else tuple(self._gathered)
        final = table.session.started and table.board.moving(table.session.position, table.side).final_turn
        own = LeistikoTurn(self._variant, self._row_first, duel, gathered, table.repeated, final, self._dark_near)
        return replace(state, own=own)
