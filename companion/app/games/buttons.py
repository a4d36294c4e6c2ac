"""Buttons and dice of a game's screen: those that all games have, and the place of a game's own among them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

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
from companion.app.games.screen_state import ScreenState
from companion.app.games.state import AnyState
from companion.app.games.table import PlayedTable, do
from companion.app.games.words import TableTexts
from companion.app.intents import AnyIntent, Intent
from companion.app.views import Action, ShownDie
from companion.referee.analysing.analyst import ANALYSTS

Row = tuple[Action, ...]

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
    "won": ("undo", "new", "rematch"),
}
"""The buttons of each stage of a game, from left to right."""


def stage(state: AnyState) -> str:
    """Return the stage of the game, a key of `STAGES`."""
    if state.phase not in ("roll", "move"):
        return state.phase
    if state.computers_turn:
        return "computer"
    if state.source == "recording":
        return "ended" if state.ended else "recorded"
    if state.phase == "roll":
        return "watched" if state.looked_on else "roll"
    return "move" if state.source == "touch" else "watched"


@dataclass(frozen=True)
class GameButtons:
    """Buttons of one game."""

    stages: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: STAGES)
    """The buttons of each stage, from left to right."""
    stage: Callable[[AnyState], str] = stage
    own: Callable[[TableTexts, AnyState, ScreenState], Mapping[str, Row]] = lambda _t, _state, _here: {}
    """The game's own buttons by their names in `stages`; they replace shared buttons of the same name."""
    may_pass: bool = True
    mend: str = "do.accept"
    """The text of the button for a turn in which something is still to be done."""


def actions_at(own: GameButtons, t: TableTexts, state: AnyState, here: ScreenState) -> Row:
    """Return the buttons of this stage."""
    buttons = {**_shared(own, t, state, rule_behind(state, here)), **own.own(t, state, here)}
    return tuple(button for name in own.stages[own.stage(state)] for button in buttons[name])


def _shared(own: GameButtons, t: TableTexts, state: AnyState, rule: str | None) -> dict[str, Row]:
    """Return the buttons that all games have, by name; an empty row for one that makes no sense now."""
    touch = state.source == "touch"
    may_pass = state.phase == "move" and own.may_pass and state.source != "practice" and not rule
    gone = (by_touch(t),) if not touch and "camera" in state.away else ()
    accept = answer(state, "accept", True)
    return {
        "undo": (undo(t, state),),
        "set_up": (Action("set_up", t("do.usual"), intent=do(SetUp())),) if touch and not state.by_hand else (),
        "new": (Action("leave", t("do.new")),),
        "rematch": (Action("rematch", t("do.rematch"), "accent"),),
        "menu": (Action("leave", t("do.menu"), "accent"),),
        "put_back": (Action("put_back", t("do.putback"), intent=do(PutBack())),) if touch else (),
        "accept": (Action("accept", t("do.accept"), intent=accept),),
        "mend": (Action("accept", t(own.mend), intent=accept),),
        "rule": (Action("rule", t("do.rule")),) if rule or state.phase == "illegal" else (),
        "which": (Action("which", t("do.which")),) if state.open_turn or state.open_look else (),
        "gone": gone,
        "watching": () if touch else gone or running(t, state),
        "type": (Action("type", t("do.type")),),
        "rolling": _rolling(t, state),
        # Never where the roll was asked for a moment ago: a second tap there would lose the turn.
        "pass": (Action("pass", t("do.pass"), enabled=not state.draft, intent=do(PassTurn())),) if may_pass else (),
        "hints": hints(t, state, enabled=state.phase == "move" and not state.draft),
        "done": (Action("done", t("do.done"), "accent", bool(state.draft), intent=do(Done())),),
    }


def rows_at(t: TableTexts, state: AnyState) -> tuple[Row, ...]:
    """Return the rows of buttons to look at a game that is over."""
    if state.phase != "won":
        return ()
    analyse = (Action("analyse", t("do.analyse")),) if t.own.game in ANALYSTS else ()
    return ((*analyse, Action("share", t("do.share"))),)


def rule_behind(state: AnyState, here: ScreenState) -> str | None:
    """Return the id of the rule that the screen's sentence is about, None if it is about none."""
    if state.fault:
        return state.fault.rule
    if state.phase == "illegal" and state.verdict:
        return state.verdict.rule
    if state.phase != "move" or state.hint is None or state.draft:
        return None
    return state.hint.refused.get(here.asked or state.hint.start, (None, None))[0] or None


def by_touch(t: TableTexts) -> Action:
    """Return the button to go on without the camera."""
    return Action("by touch", t("setting.touch"), intent=do(GoByTouch()))


def to_find(t: TableTexts, state: AnyState) -> Row:
    """Return the buttons for a camera that does not find the board any more."""
    return (undo(t, state), by_touch(t), Action("drag corners", t("setting.corners"), "accent"))


def undo(t: TableTexts, state: AnyState) -> Action:
    """Return the button for one step back. Its label says so if that takes back a roll."""
    label = t("do.undo.roll" if state.undoes_roll else "do.undo")
    return Action("undo", label, enabled=state.can_undo, intent=do(TakeBack()))


def hints(t: TableTexts, state: AnyState, *, enabled: bool = True) -> Row:
    """Return the button to play what is suggested, where turns are entered here, or to ask for a suggestion."""
    found = state.suggestion
    if found and state.source == "touch" and not state.computers_turn and (found.steps or found.places):
        return (Action("follow", t("do.follow"), "good", intent=do(Follow())),)
    return (Action("suggest", t("do.hint"), enabled=enabled, intent=do(Suggest())),) if state.hints_on else ()


def _rolling(t: TableTexts, state: AnyState) -> Row:
    """Return the button to roll: none for a real tower, which rolls by itself, one that throws for a simulated tower,
    one that rolls on the screen without any tower."""
    if state.dice == "tower":
        return ()
    if state.dice == "screen":
        return (Action("roll", t("do.roll"), "accent", intent=do(RollDice())),)
    return (Action("throw", t("do.roll"), "accent", intent=do(Throw())),)


def running(t: TableTexts, state: AnyState) -> Row:
    """Return the buttons of a game that plays by itself."""
    if state.running:
        return (Action("pause", t("do.pause"), intent=do(Pause())),)
    return (
        Action("step", t("do.step"), intent=do(TakeStep())),
        Action("go_on", t("do.goon"), "accent", intent=do(GoOn())),
    )


def thrown(_t: TableTexts, roll: Any) -> tuple[ShownDie, ...]:
    """Return the dice of a roll, none for None."""
    return tuple(ShownDie(colour, value) for colour, value in (roll or {}).items())


def typed(_state: AnyState, dice: Sequence[ShownDie], values: tuple[int, ...]) -> AnyIntent:
    """Return the intent for dice that were typed with these values."""
    return do(RollDice({die.colour: value for die, value in zip(dice, values, strict=True)}))


@dataclass(frozen=True)
class ScreenDice:
    """The dice of a game, as they are shown and typed."""

    to_roll: Callable[[TableTexts, AnyState], tuple[ShownDie, ...]] = lambda _t, _state: ()
    """The dice before the roll."""
    thrown: Callable[[TableTexts, Any], tuple[ShownDie, ...]] = thrown
    """The dice of a roll in a verdict, none for None."""
    to_type: Callable[[TableTexts, AnyState, str], tuple[ShownDie, ...]] = lambda _t, _state, _name: ()
    """The dice that the button of this name asks for, besides `type`; none for any other button."""
    typed: Callable[[AnyState, Sequence[ShownDie], tuple[int, ...]], AnyIntent] = typed
    """The intent for dice that were typed with these values."""


def dice_at(own: ScreenDice, t: TableTexts, state: AnyState) -> tuple[ShownDie, ...]:
    """Return the dice that are shown, with the points left on them during a turn."""
    if not state.roll or state.phase == "roll":
        return own.to_roll(t, state)
    left, dice = state.left or {}, own.thrown(t, state.roll)
    if state.phase != "move" or not left:
        return dice
    return tuple(replace(die, left=t("left", n=left[die.colour]), points=left[die.colour]) for die in dice)


def can_report(state: AnyState) -> bool:
    """True if there is a look at the table that players could report as misread."""
    seen = state.verdict is not None and state.verdict.verdict not in ("setup", "hand")
    return seen and (state.source == "camera" or state.camera is not None) and state.picture is not None


def one_main(rows: Sequence[Row]) -> tuple[Row, ...]:
    """Leave at most one button filled: the last that can be pressed. The button to go on is filled only if no other
    one is."""
    filled = [action for row in rows for action in row if action.enabled and action.tone in ("accent", "good")]
    main = next((action for action in reversed(filled) if action.name != "go_on"), filled[-1] if filled else None)
    return tuple(
        tuple(
            replace(action, tone="plain") if action is not main and action.tone in ("accent", "good") else action
            for action in row
        )
        for row in rows
    )


def answer(state: AnyState, what: str, value: object) -> Intent[PlayedTable[Any]]:
    """Return the players' answer to the verdict that is shown: it counts for no other one."""
    return do(Correct({what: value, "of": state.number}))
