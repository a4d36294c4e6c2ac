"""What is offered at a table: buttons, dice to type, readings to choose from, reports."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Final, TypeVar

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
from companion.app.games.state import TableState
from companion.app.games.table import PlayedTable, do
from companion.app.games.words import TableWords
from companion.app.intents import AnyIntent, Intent
from companion.app.views import Action, ShownDie
from companion.referee.analysing.analyst import ANALYSTS

S = TypeVar("S")


STAGES: Final[Mapping[str, tuple[str, ...]]] = {
    "setup": ("set_up", "watching"),
    "roll": ("undo", "which", "gone", "type", "rolling"),
    "move": ("undo", "rule", "pass", "hints", "done"),
    "watched": ("undo", "which", "rule", "pass", "watching", "hints"),
    "illegal": ("put_back", "watching", "rule", "accept"),
    "incomplete": ("undo", "watching", "mend"),
    "unsure": ("undo", "which", "watching"),
    "computer": ("undo", "watching"),
    "recorded": ("watching",),
    "ended": ("menu",),
    "won": ("undo", "analyse", "share", "new", "rematch"),
}
"""The buttons of each stage of a game, from left to right."""


class TableButtons(TableWords[S]):
    """Buttons by what is to be done, and the dice beside them. A game may have other rows in `stages`, and buttons of
    its own among `_buttons`."""

    stages: ClassVar[Mapping[str, tuple[str, ...]]] = STAGES

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

    def stage(self, state: TableState[S]) -> str:
        """Return the row of `stages` that applies."""
        if state.phase not in ("roll", "move"):
            return state.phase
        if self.computers_turn(state):
            return "computer"
        if state.source == "recording":
            return "ended" if state.ended else "recorded"
        if state.phase == "roll":
            return "watched" if state.looked_on else "roll"
        return "move" if state.source == "touch" else "watched"

    def _actions(self, state: TableState[S]) -> tuple[Action, ...]:
        buttons = self._buttons(state)
        return tuple(button for name in self.stages[self.stage(state)] for button in buttons[name])

    def _buttons(self, state: TableState[S]) -> dict[str, tuple[Action, ...]]:
        """Return the buttons by the names that `stages` has for them, none where one makes no sense now."""
        t, touch, rule = self._t, state.source == "touch", self._rule(state)
        hint = Action("suggest", t("do.hint"), enabled=state.phase == "move" and not state.draft, intent=do(Suggest()))
        may_pass = state.phase == "move" and self.may_pass and state.source != "practice" and not rule
        gone = (self.by_touch(),) if not touch and "camera" in state.away else ()
        accept = answer(state, "accept", True)
        return {
            "undo": (self.undo(state),),
            "set_up": (Action("set_up", t("do.usual"), intent=do(SetUp())),) if touch and not state.by_hand else (),
            "analyse": (Action("analyse", t("do.analyse")),) if self.game in ANALYSTS else (),
            "share": (Action("share", t("do.share")),),
            "new": (Action("leave", t("do.new")),),
            "rematch": (Action("rematch", t("do.rematch"), "accent"),),
            "menu": (Action("leave", t("do.menu"), "accent"),),
            "put_back": (Action("put_back", t("do.putback"), "accent", intent=do(PutBack())),) if touch else (),
            "accept": (Action("accept", t("do.accept"), intent=accept),),
            "mend": (Action("accept", t(self.mend), "accent", intent=accept),),
            "rule": (Action("rule", t("do.rule")),) if rule or state.phase == "illegal" else (),
            "which": (Action("which", t("do.which")),) if self._open_turn(state) or self._open_look(state) else (),
            "gone": gone,
            "watching": () if touch else gone or self._running(state),
            "type": (Action("type", t("do.type")),),
            "rolling": self._rolling(state),
            # Never where the roll was asked for a moment ago: a second tap there would lose the turn.
            "pass": (Action("pass", t("do.pass"), enabled=not state.draft, intent=do(PassTurn())),) if may_pass else (),
            "hints": self.follow(state) or ((hint,) if state.hints_on else ()),
            "done": (Action("done", t("do.done"), "accent", bool(state.draft), intent=do(Done())),),
        }

    def by_touch(self) -> Action:
        """To go on without the camera, which nobody does but the players."""
        return Action("by touch", self._t("setting.touch"), intent=do(GoByTouch()))

    def _to_find(self, state: TableState[S]) -> tuple[Action, ...]:
        """What is done where the camera does not find the board any more."""
        return (self.undo(state), self.by_touch(), Action("drag corners", self._t("setting.corners"), "accent"))

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
