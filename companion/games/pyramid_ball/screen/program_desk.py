"""Checking and correcting the programs that were read."""

from collections.abc import Callable
from functools import partial
from typing import Any

from companion.app.games.table import PlayedTable, do
from companion.app.intents import Intent
from companion.app.json_object import JsonObject
from companion.app.texts.texts import Texts
from companion.app.views import Action, Tone
from companion.games.pyramid_ball.rules import STILL, Program
from companion.games.pyramid_ball.rules.board import PLAYERS
from companion.games.pyramid_ball.screen.deeds import Amend
from companion.games.pyramid_ball.screen.program_shown import (
    DASH,
    ShownProgram,
    ShownSheet,
    sheet,
    shown_program,
    sides_unread,
    turned,
)
from companion.games.pyramid_ball.screen.state import SHEET, State
from companion.games.pyramid_ball.table.programs import changed, value_of


class ProgramDesk:
    """Checks and corrects the programs that were read. `marking`: the side whose marker the next tap on a command puts
    there or takes off, "" for neither."""

    def __init__(self, texts: Texts, name: Callable[[str], str]) -> None:
        self._t, self._name = texts, name
        self.marking = ""

    def mark(self, side: str) -> None:
        """Begin or end moving the marker with the next tap."""
        self.marking = "" if self.marking == side else side

    def programs(self, state: State) -> tuple[ShownProgram, ...]:
        """Return both programs, as far as they were read."""
        read = state.own.programs or {}
        return tuple(shown_program(side, self._name(side), read.get(side), _specials(state, side)) for side in PLAYERS)

    def sheet(self, state: State) -> ShownSheet:
        return sheet(state.kept.get(SHEET), state.own.spots, self.programs(state))

    def doubts(self, state: State) -> str:
        """Return the places that are in doubt, "" for none."""
        unsure = [(program.name, program.unsure) for program in self.programs(state) if program.unsure]
        return "; ".join(f"{name}: {', '.join(places)}" for name, places in unsure)

    def headline(self, state: State) -> str:
        if self.marking:
            return self._t("ball.marking")
        return self._t("ball.check" if self.doubts(state) or sides_unread(state.own.programs or {}) else "ball.read")

    def words(self, state: State) -> list[str]:
        """Return what the players are asked to do."""
        words = [self._t("ball.unread", player=self._name(side)) for side in sides_unread(state.own.programs or {})]
        doubts = self.doubts(state)
        words += [self._t("ball.unsure", places=doubts)] if doubts else []
        return words or [self._t("ball.read.says")]

    def tap(self, state: State, spot: str) -> Intent[PlayedTable[Any]] | None:
        """Return the intent of a tap on a command, such as "first M2"."""
        side, place = spot.split(" ")
        programs = state.own.programs or {}
        if state.by_hand:
            return None
        shown = shown_program(side, "", programs.get(side), _specials(state, side))
        command = shown.command(place)
        if command is None:
            return None
        what: str
        value: Any
        if self.marking == side and place != DASH:
            self.marking = ""
            marker = {"row": int(place[1]), "to": place[0]}
            what, value = "pass", None if command.passed else marker
        elif command.unsure and command.letter:
            # The first tap on a doubtful command confirms it: it may be right as it stands.
            what, value = place, command.letter
        else:
            what, value = place, turned(command.letter, dash=place == DASH)
        # While one program is missing, nothing is in force that could be changed in parts.
        whole = bool(sides_unread(programs))
        return do(Amend(side, _whole(programs.get(side), what, value) if whole else {what: value}))

    def laid_out(self, program: ShownProgram) -> tuple[Action, ...]:
        """Return buttons for what else can be changed in a program: the marker, the specials."""
        passes = any(command.passed for command in program.commands)
        tone: Tone = "mark" if self.marking == program.side else "accent" if passes else "plain"
        marking = partial(self.mark, program.side)
        found = [Action(f"mark {program.side}", self._t("ball.pass"), tone, here=marking)]
        for what in program.offered:
            played = what in program.played
            change = do(Amend(program.side, {what: not played}))
            tone = "accent" if played else "plain"
            found.append(Action(f"{what} {program.side}", self._t(f"ball.use.{what}"), tone, intent=change))
        return tuple(found)


def _whole(program: JsonObject | None, what: str, value: Any) -> JsonObject:
    """Return a program with another thing at a place, or another marker or special, in the engine's form."""
    still = STILL.to_json()
    known = Program.from_json({name: (program or still).get(name, usual) for name, usual in still.items()})
    return changed(known, what, value_of(what, value)).to_json()


def _specials(state: State, side: str) -> tuple[str, ...]:
    return tuple((state.score.position or {}).get("specials", {}).get(side, ()))
