"""Leistiko's Blockade in words, offers and a picture of the half board."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.app.devices.game_dice import ON_SCREEN
from companion.app.games.engine_presenter import PlayPresenter, PlayView
from companion.app.games.engine_table import EngineState, MadeTurn
from companion.app.games.leistiko.table import LeistikoTable
from companion.app.intents import AnyIntent, Intent, call
from companion.app.json_object import JsonObject
from companion.app.texts.texts import Texts
from companion.app.views import Action, BoardPicture, ShownDie, Tone
from companion.games.leistiko_blockade import SIDES

WHITE = "C"


@dataclass(frozen=True)
class HalfBoard(BoardPicture):
    """So many pieces by spot (``first.3``), and those that rest across, by side and row."""

    across: Mapping[str, Sequence[int]] = field(default_factory=dict)


def half_board(
    position: JsonObject,
    frames: Mapping[str, Tone] | None = None,
    badges: Mapping[str, tuple[str, Tone]] | None = None,
) -> HalfBoard:
    """A position, as its engine writes it, as a picture."""
    counts = {f"{side}.{row}": str(n) for side in SIDES for row, n in enumerate(position[side], 1) if n}
    return HalfBoard(counts, frames or {}, badges or {}, across=position.get("across", {}))


class LeistikoPresenter(PlayPresenter):
    """The screen of Leistiko's Blockade."""

    table = LeistikoTable

    def tap(self, state: EngineState, spot: str) -> Intent[LeistikoTable] | None:
        side, number = spot.split(".")
        if side != state.side or self.moment is not None or self.computers_turn(state):
            return None
        if state.phase == "row":
            return call(LeistikoTable.choose_row, int(number))
        if state.phase != "move":
            return None
        if number in state.more.get("going", {}) and str(state.more.get("from")) != number:
            return call(LeistikoTable.go, number)
        return call(LeistikoTable.touch, int(number))

    def view(self, state: EngineState) -> PlayView:
        past = self.looked_at(state)
        if past:
            return self._past(state, past)
        told = self.told(state)
        return PlayView(
            title=self.title(state),
            tone="bad" if told else "good" if state.phase == "over" else "accent",
            headline=self.t("head.notice") if told else self._headline(state),
            words=told or (*self._words(state), *self.series(state)),
            board=self._board(state),
            dice=self._dice(state),
            banner=self.banner(state),
            rows=self._rows(state),
            actions=self.usual(state, *self._more(state)),
            moments=len(state.plays),
        )

    def _headline(self, state: EngineState) -> str:
        if state.more.get("suggestion"):
            return self.t("head.hint")
        if state.phase == "over":
            return self.t("verdict.won")
        if self.computers_turn(state):
            return self.t("computer.turn", player=self.name(state.side))
        return self.t(f"leistiko.{state.phase}", row=state.turn.get("row", ""))

    def _words(self, state: EngineState) -> list[str]:
        if found := state.more.get("suggestion"):
            steps = [step_words(self.t, step) for step in found.get("steps", ())] or [self.t("say.hint.none")]
            if found.get("roll", state.turn.get("roll")) != state.turn.get("roll"):
                steps.insert(0, self.t("leistiko.swap.first"))
            return [
                self.t("leistiko.row.this", row=found["row"]) if "steps" not in found else "; ".join(steps),
                self.t.reason(found["reason"]),
            ]
        waits = self.computers_turn(state)
        words = [self.t(f"leistiko.{state.phase}.says")] if state.phase != "over" and not waits else []
        if waits and state.phase != "row":
            words = [self.t("computer.row", row=state.turn["row"])]
        if waits and state.phase == "roll" and state.dice == "tower":
            words.append(self.t("computer.rolled"))
        if state.phase == "roll" and (gathered := state.more.get("gathered")) is not None:
            own, opposed = state.more["leap"]
            words = [self.t("leistiko.duel.gather", own=own, opposed=opposed, n=len(gathered))]
        if state.phase in ("row", "over") and state.plays:
            words.insert(0, self.turn_words(state.plays[-1]))
        if state.phase == "move" and state.turn["steps"]:
            words = ["; ".join(step_words(self.t, step) for step in state.turn["steps"])]
        roll = state.turn.get("roll")
        if isinstance(roll, Mapping):
            other = next(side for side in SIDES if side != state.side)
            sums = {"own": sum(roll["leap"]), "opposed": sum(roll["opposed"])}
            words.insert(0, self.t("leistiko.duel.says", player=self.name(state.side), other=self.name(other), **sums))
        if times := state.more.get("repeated"):
            words.append(self.t("leistiko.repeated", n=times))
        if state.phase == "row":
            words.append(self._off(state))
        if state.position.get("final_turn"):
            words.append(self.t("leistiko.final"))
        return words

    def turn_words(self, play: MadeTurn) -> str:
        steps = "; ".join(step_words(self.t, step) for step in play.what["steps"])
        if not steps:
            return self.t("leistiko.pass", player=self.name(play.side), row=play.what["row"])
        return self.t("leistiko.played", player=self.name(play.side), row=play.what["row"], steps=steps)

    def _board(self, state: EngineState) -> HalfBoard:
        shown = state.more.get("shown", state.position)
        frames: dict[str, Tone] = {}
        badges: dict[str, tuple[str, Tone]] = {}
        if "row" in state.turn:
            frames[f"{state.side}.{state.turn['row']}"] = "mark"
        if found := state.more.get("suggestion"):
            frames[f"{state.side}.{found['row']}"] = "accent"
        if state.hints_on:
            for to, going in state.more.get("going", {}).items():
                if to != "off":
                    badges[f"{state.side}.{to}"] = (str(going["cost"]), "good")
        return half_board(shown, frames, badges)

    def _dice(self, state: EngineState) -> tuple[ShownDie, ...]:
        roll = state.turn.get("roll")
        dice = shown_dice(self.t, roll)
        if state.phase != "move" or isinstance(roll, Mapping):
            return dice
        steps = state.turn["steps"]
        moved, leapt = sum("from" in step for step in steps), sum(step.get("cost", 0) for step in steps)
        spent = (moved, leapt) if len(dice) == 2 else (moved + leapt,)
        return tuple(
            replace(die, left=f"{die.left} {self.t('left', n=(die.value or 0) - gone)}".strip())
            for die, gone in zip(dice, spent, strict=True)
        )

    def _off(self, state: EngineState) -> str:
        """How many pieces each player has got off the board."""
        all_pieces = int(state.options.get("LB-01", 16))
        across = state.position.get("across", {})
        off = {side: all_pieces - sum(state.position[side]) - sum(across.get(side, ())) for side in SIDES}
        return self.t("leistiko.gone", told=", ".join(f"{self.name(side)} {n}" for side, n in off.items()))

    def scores(self, state: EngineState) -> tuple[str, ...]:
        return (self._off(state),)

    def _rows(self, state: EngineState) -> tuple[tuple[Action, ...], ...]:
        off = state.more.get("going", {}).get("off")
        if self.computers_turn(state):
            return ()
        if state.phase == "roll" and state.options["variant"] == "bungie":
            return (self._duel(state),)
        if state.phase != "move":
            return ()
        row = []
        if off:
            away = call(LeistikoTable.go, "off")
            row.append(Action("go off", self.t("leistiko.off", n=off["cost"]), "good", intent=away))
        if len(state.turn["roll"]) == 2 and not state.turn["steps"] and not isinstance(state.turn["roll"], Mapping):
            row.append(Action("swap", self.t("leistiko.swap"), intent=call(LeistikoTable.swap)))
        return (tuple(row),) if row else ()

    def _more(self, state: EngineState) -> tuple[Action, ...]:
        if state.phase == "move":
            return (Action("done", self.t("do.done"), "accent", intent=call(LeistikoTable.done)),)
        if "repeated" in state.more and state.phase == "row":
            return (Action("agree", self.t("leistiko.agree"), intent=call(LeistikoTable.agree)),)
        if state.phase != "roll":
            return ()
        return self.rolling(state)

    def to_type(self, state: EngineState, name: str) -> tuple[ShownDie, ...]:
        if name == "type":
            return typed_dice(self.t, str(state.options["variant"]))
        if name != "type_leap":
            return ()
        own, opposed = state.more["leap"]
        return duel_to_type(self.t, own, opposed, self.name(state.side))

    def typed(self, state: EngineState, values: tuple[int, ...]) -> AnyIntent:
        count = len(typed_dice(self.t, str(state.options["variant"])))
        return call(LeistikoTable.roll if len(values) == count else LeistikoTable.roll_leap, values)

    def _duel(self, state: EngineState) -> tuple[Action, ...]:
        """Dice against dice: rolled here, or of real dice as many as it takes, or typed."""
        leap = LeistikoTable.roll_leap if state.dice == ON_SCREEN else LeistikoTable.gather
        duel = Action("roll_leap", self.t("leistiko.duel"), intent=call(leap))
        return duel, Action("type_leap", self.t("leistiko.duel.type"))

    def _past(self, state: EngineState, play: MadeTurn) -> PlayView:
        assert self.moment is not None
        return PlayView(
            title=self.past_title(state),
            tone="plain",
            headline=self.name(play.side),
            words=(self.turn_words(play),),
            board=half_board(play.position),
            actions=self.usual(state),
            moments=len(state.plays),
            moment=self.moment,
        )


def step_words(t: Texts, step: JsonObject) -> str:
    if "from" in step:
        return f"{step['from']}–{step['to']}"
    kind = next(kind for kind in ("leap", "cross", "off") if kind in step)
    return str(t(f"leistiko.step.{kind}", row=step[kind]))


def shown_dice(t: Texts, roll: Any) -> tuple[ShownDie, ...]:
    """One die; the move and the leap die; or those of a leap of Bungie Battle, dice against dice."""
    if roll is None:
        return (ShownDie(WHITE, None),)
    if isinstance(roll, Mapping):
        return duel_dice(roll["leap"], roll["opposed"])
    dice = typed_dice(t, "super-push" if len(roll) == 2 else "base")
    return tuple(replace(die, value=value) for die, value in zip(dice, roll, strict=True))


def typed_dice(t: Texts, variant: str) -> tuple[ShownDie, ...]:
    """The dice of a roll that is no leap, not rolled yet."""
    if variant != "super-push":
        return (ShownDie(WHITE, None),)
    return ShownDie(WHITE, None, t("leistiko.move.die")), ShownDie("B", None, t("leistiko.leap.die"))


def duel_dice(leap: Sequence[int], opposed: Sequence[int]) -> tuple[ShownDie, ...]:
    """Dice against dice, the two players' apart."""
    own = [ShownDie("B", value) for value in leap]
    return (*own[:-1], *(replace(last, left=":") for last in own[-1:]), *(ShownDie("R", value) for value in opposed))


def duel_to_type(t: Texts, own: int, opposed: int, whose: str) -> tuple[ShownDie, ...]:
    """The dice of a leap that are typed, the mover's first."""
    mine = (ShownDie("B", None, t("leistiko.duel.own", player=whose)), *(ShownDie("B", None) for _ in range(own - 1)))
    return (*mine, ShownDie("R", None, t("leistiko.against")), *(ShownDie("R", None) for _ in range(opposed - 1)))
