"""What is offered at a table: buttons, dice to type, readings to choose from, reports."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar

from companion.app.games.deeds import (
    Correct,
    Done,
    Follow,
    GoByTouch,
    GoOn,
    PassTurn,
    Pause,
    PutBack,
    RollDice,
    SetUp,
    Suggest,
    TakeBack,
    TakeStep,
    Throw,
)
from companion.app.games.state import Phase, TableState
from companion.app.games.table import PlayedTable, do
from companion.app.games.words import TableWords
from companion.app.intents import AnyIntent, Intent
from companion.app.views import Action, ShownDie
from companion.referee.analysing.analyst import ANALYSTS

S = TypeVar("S")


class TableButtons(TableWords[S]):
    """Buttons by what is to be done, and the dice beside them."""

    def _rule(self, state: TableState[S]) -> str | None:
        """The rule behind what is said, if one is."""
        if state.fault:
            return state.fault.rule
        if state.phase == "illegal" and state.verdict:
            return state.verdict.rule
        if state.phase != "move" or state.hint is None or state.draft:
            return None
        place = self.asked or state.hint.start
        return state.hint.refused.get(place, (None, None))[0] or None

    def _actions(self, state: TableState[S]) -> tuple[Action, ...]:
        t, touch = self._t, state.source == "touch"
        phase: Phase = state.phase
        watching = () if touch else self._running(state)
        gone: tuple[Action, ...] = ()
        if not touch and "camera" in state.away:
            watching = gone = (Action("by touch", t("setting.touch"), intent=do(GoByTouch())),)
        undo = self.undo(state)
        asks = phase == "move" and not state.draft
        hint = Action("suggest", t("do.hint"), enabled=asks, intent=do(Suggest()))
        hints = self.follow(state) or ((hint,) if state.hints_on else ())
        if phase == "setup" and state.by_hand:
            return ()
        if phase == "setup":
            return (Action("set_up", t("do.usual"), intent=do(SetUp())),) if touch else watching
        if phase == "won":
            analyse = (Action("analyse", t("do.analyse")),) if self.game in ANALYSTS else ()
            return (
                undo,
                *analyse,
                Action("share", t("do.share")),
                Action("leave", t("do.new")),
                Action("rematch", t("do.rematch"), "accent"),
            )
        if phase == "illegal":
            put_back = Action("put_back", t("do.putback"), "accent", intent=do(PutBack()))
            back = (put_back,) if touch else watching
            return (
                *back,
                Action("rule", t("do.rule")),
                Action("accept", t("do.accept"), intent=answer(state, "accept", True)),
            )
        if phase == "incomplete":
            return (undo, *watching, Action("accept", t(self.mend), "accent", intent=answer(state, "accept", True)))
        if self.computers_turn(state):
            return (undo, *watching)
        if state.source == "recording" and phase in ("roll", "move"):
            return (Action("leave", t("do.menu"), "accent"),) if state.ended else watching
        open_ = self._open_turn(state) or self._open_look(state)
        which = (Action("which", t("do.which")),) if open_ else ()
        if phase == "unsure":
            return (undo, *which, *watching)
        if phase == "roll" and not state.looked_on:
            return (undo, *which, *gone, Action("type", t("do.type")), *self._rolling(state))
        may_pass = phase == "move" and self.may_pass and state.source != "practice"
        # Never where the roll was asked for a moment ago: a second tap there would lose the turn.
        enabled = may_pass and not state.draft
        own = Action("pass", t("do.pass"), enabled=enabled, intent=do(PassTurn()))
        passing = (Action("rule", t("do.rule")),) if self._rule(state) else (own,) if may_pass else ()
        if phase == "move" and touch:
            done = Action("done", t("do.done"), "accent", bool(state.draft), intent=do(Done()))
            return (undo, *passing, *hints, done)
        return (undo, *which, *passing, *watching, *hints)

    def _to_find(self, state: TableState[S]) -> tuple[Action, ...]:
        """What is done where the camera does not find the board any more."""
        touch = Action("by touch", self._t("setting.touch"), intent=do(GoByTouch()))
        return (self.undo(state), touch, Action("drag corners", self._t("setting.corners"), "accent"))

    def undo(self, state: TableState[S]) -> Action:
        """One step back; a roll is taken back only where that is said."""
        label = self._t("do.undo.roll" if state.undoes_roll else "do.undo")
        return Action("undo", label, enabled=state.can_undo, intent=do(TakeBack()))

    def follow(self, state: TableState[S]) -> tuple[Action, ...]:
        """To play what is suggested, where turns are entered here."""
        found = state.suggestion
        if found is None or state.source != "touch" or self.computers_turn(state) or not (found.steps or found.places):
            return ()
        return (Action("follow", self._t("do.follow"), "good", intent=do(Follow())),)

    def _rolling(self, state: TableState[S]) -> tuple[Action, ...]:
        """A tower rolls by itself, one in software on request; without one the screen rolls."""
        if state.dice == "tower":
            return ()
        if state.dice == "screen":
            return (Action("roll", self._t("do.roll"), "accent", intent=do(RollDice())),)
        return (Action("throw", self._t("do.roll"), "accent", intent=do(Throw())),)

    def _running(self, state: TableState[S]) -> tuple[Action, ...]:
        if state.running:
            return (Action("pause", self._t("do.pause"), intent=do(Pause())),)
        return (
            Action("step", self._t("do.step"), intent=do(TakeStep())),
            Action("go_on", self._t("do.goon"), "accent", intent=do(GoOn())),
        )

    def to_type(self, state: TableState[S], name: str) -> tuple[ShownDie, ...]:
        """The dice that are typed by a button of that name beside `type`, none for any other button."""
        return ()

    def typed(self, state: TableState[S], dice: Sequence[ShownDie], values: tuple[int, ...]) -> AnyIntent:
        """What it means that these dice show these values."""
        return do(RollDice({die.colour: value for die, value in zip(dice, values, strict=True)}))

    def _dice(self, state: TableState[S]) -> tuple[ShownDie, ...]:
        if not state.roll or state.phase == "roll":
            return tuple(ShownDie(colour, None) for colour in self.colours(state.side))
        left = state.left or {}
        if state.phase != "move" or not left:
            return self.thrown(state.roll)
        return tuple(ShownDie(c, value, self._t("left", n=left[c]), left[c]) for c, value in state.roll.items())

    def thrown(self, roll: Any) -> tuple[ShownDie, ...]:
        """The dice of a roll, none for None."""
        return tuple(ShownDie(colour, value) for colour, value in (roll or {}).items())

    def choose(self) -> None:
        """The players want to say which of the readings is right."""
        self.choosing, self._declined = True, None

    def decline(self, state: TableState[S]) -> None:
        """None of the readings offered is right: the players say cell by cell what stands there."""
        self.choosing, self._declined = False, state.verdict

    def can_report(self, state: TableState[S]) -> bool:
        """Whether there is a look that could be reported."""
        seen = state.verdict is not None and state.verdict.verdict not in ("setup", "hand")
        return seen and (state.source == "camera" or state.camera is not None) and state.picture is not None


def one_main(actions: Sequence[Action]) -> tuple[Action, ...]:
    """Where something is to be done, to go on is not the main thing."""
    awaited = any(action.tone == "accent" and action.enabled and action.name != "go_on" for action in actions)
    return tuple(replace(action, tone="plain") if awaited and action.name == "go_on" else action for action in actions)


def answer(state: TableState[Any], what: str, value: object) -> Intent[PlayedTable[Any]]:
    """The players' answer to the verdict that is shown: it counts for no other one."""
    return do(Correct({what: value, "of": state.number}))
