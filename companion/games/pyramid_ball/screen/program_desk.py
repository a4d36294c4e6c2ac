"""Checking and correcting the programs that were read."""

from functools import partial
from typing import Any

from companion.app.games.buttons import Row
from companion.app.games.table import do
from companion.app.games.words import TableTexts
from companion.app.intents import AnyIntent
from companion.app.json_object import JsonObject
from companion.app.views import Action, Tone
from companion.games.pyramid_ball.rules.board import PLAYERS
from companion.games.pyramid_ball.rules.model import STILL, Program
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
from companion.games.pyramid_ball.screen.screen_state import BallScreenState
from companion.games.pyramid_ball.screen.state import SHEET, State
from companion.games.pyramid_ball.table.programs import changed, value_of


def programs(t: TableTexts, state: State) -> tuple[ShownProgram, ...]:
    """Return both programs, as far as they were read."""
    read = state.own.programs or {}
    return tuple(shown_program(side, t.name(side), read.get(side), _specials(state, side)) for side in PLAYERS)


def sheet_of(t: TableTexts, state: State) -> ShownSheet:
    return sheet(state.kept.get(SHEET), state.own.spots, programs(t, state))


def doubts(t: TableTexts, state: State) -> str:
    """Return the places that are in doubt, "" for none."""
    unsure = [(program.name, program.unsure) for program in programs(t, state) if program.unsure]
    return "; ".join(f"{name}: {', '.join(places)}" for name, places in unsure)


def read_headline(t: TableTexts, state: State, own: BallScreenState) -> str:
    if own.marking:
        return t("ball.marking")
    if unread := sides_unread(state.own.programs or {}):
        return t("ball.unread.one", player=t.name(unread[0])) if len(unread) == 1 else t("ball.unread.both")
    return t("ball.check" if doubts(t, state) else "ball.read")


def read_words(t: TableTexts, state: State) -> list[str]:
    """Return what the players are asked to do."""
    told = [t("ball.unread")] if sides_unread(state.own.programs or {}) else []
    doubtful = doubts(t, state)
    told += [t("ball.unsure", places=doubtful)] if doubtful else []
    return told or [t("ball.read.says")]


def tap(state: State, spot: str, own: BallScreenState) -> AnyIntent | None:
    """Return the intent of a tap on a command, such as "first M2"."""
    side, place = spot.split(" ")
    read = state.own.programs or {}
    if state.by_hand:
        return None
    command = shown_program(side, "", read.get(side), _specials(state, side)).command(place)
    if command is None:
        return None
    what: str
    value: Any
    if own.marking == side and place != DASH:
        own.marking = ""
        marker = {"row": int(place[1]), "to": place[0]}
        what, value = "pass", None if command.passed else marker
    elif command.unsure and command.letter:
        # The first tap on a doubtful command confirms it: it may be right as it stands.
        what, value = place, command.letter
    else:
        what, value = place, turned(command.letter, dash=place == DASH)
    # While one program is missing, nothing is in force that could be changed in parts.
    whole = bool(sides_unread(read))
    return do(Amend(side, _whole(read.get(side), what, value) if whole else {what: value}))


def laid_out(t: TableTexts, program: ShownProgram, own: BallScreenState) -> Row:
    """Return buttons for what else can be changed in a program: the marker, the specials."""
    passes = any(command.passed for command in program.commands)
    tone: Tone = "mark" if own.marking == program.side else "chosen" if passes else "plain"
    marking = partial(own.mark, program.side)
    found = [Action(f"mark {program.side}", t("ball.pass"), tone, here=marking)]
    for what in program.offered:
        played = what in program.played
        change = do(Amend(program.side, {what: not played}))
        tone = "chosen" if played else "plain"
        found.append(Action(f"{what} {program.side}", t(f"ball.use.{what}"), tone, intent=change))
    return tuple(found)


def _whole(program: JsonObject | None, what: str, value: Any) -> JsonObject:
    """Return a program with another thing at a place, or another marker or special, in the engine's form."""
    still = STILL.to_json()
    known = Program.from_json({name: (program or still).get(name, usual) for name, usual in still.items()})
    return changed(known, what, value_of(what, value)).to_json()


def _specials(state: State, side: str) -> tuple[str, ...]:
    return tuple((state.score.position or {}).get("specials", {}).get(side, ()))
