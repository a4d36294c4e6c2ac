"""A game of Leistiko's Blockade in words, offers and a picture of the half board."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from companion.app.devices.game_dice import ON_SCREEN
from companion.app.games.buttons import STAGES
from companion.app.games.deeds import Agree, Enter, ForgetHint, Say, Suggest, Touch
from companion.app.games.table import do
from companion.app.intents import AnyIntent
from companion.app.json_object import JsonObject
from companion.app.views import Action, BoardPicture, ShownDie
from companion.games.leistiko_blockade.screen.deeds import ChooseRow, Gather, Leap, ReadDice, RollLeap, Swap
from companion.games.leistiko_blockade.screen.shown import duel_to_type, shown_dice, typed_dice
from companion.games.leistiko_blockade.screen.words import LeistikoWords, State
from companion.games.leistiko_blockade.table.drawing import LeistikoDrawing
from companion.games.leistiko_blockade.table.entered import OFF
from companion.games.leistiko_blockade.table.rows import COUNTS, apart


class LeistikoPresenter(LeistikoWords):
    """Shows the game. A tap on a row chooses it before the roll, and then shows where its checkers may go."""

    stages: ClassVar[Mapping[str, tuple[str, ...]]] = {
        **STAGES,
        "row": ("undo", "rule", "suggest_row", "agree"),
        "roll": ("undo", "which", "gone", "type", "read_dice", "rolling"),
        "computer": ("undo", "read_dice", "watching"),
    }

    def tap(self, state: State, spot: str) -> AnyIntent | None:
        if self.moment is not None:
            return None
        if spot == OFF:
            return self._leap(state)
        side, _, row = spot.partition(".")
        if state.phase == "roll" and state.source in ("touch", "camera"):
            return do(ChooseRow(int(row))) if side == state.side else None
        return self._tap_row(state, spot) if state.phase == "move" else None

    def _tap_row(self, state: State, spot: str) -> AnyIntent | None:
        """A row was tapped while a turn is made: its checkers are picked up, put there, or told why not."""
        asked, self.asked = self.asked, None
        picked, hint, touch = self.picked, state.hint, state.source == "touch"
        if spot == picked and hint:
            self.picked = None
            return do(ForgetHint())
        if picked and hint and touch and (spot in hint.costs or (spot in hint.refused and spot == asked)):
            self.picked = None
            return do(Enter({"from": picked, "to": spot}))
        if picked and hint and spot in hint.refused and spot != asked:
            self.asked = spot
            return None
        self.picked = spot if state.grid.get(spot) else None
        return do(Touch(spot)) if self.picked else None

    def _leap(self, state: State) -> AnyIntent | None:
        """Handle a tap on the tray: the picked checker leaps off, or the reason why not is shown."""
        hint = state.hint
        if state.phase != "move" or state.source != "touch" or not hint or not self.picked:
            return None
        if OFF in hint.costs:
            return do(Leap(hint.start))
        self.asked = OFF if OFF in hint.refused else None
        return None

    def things(self, state: State, place: str) -> tuple[str, ...]:
        """Return all counts for a point, the believed one first, then the nearest."""
        believed = state.believed.get(place, "")
        return tuple(sorted(COUNTS, key=lambda count: (apart(count, believed), count)))

    def arrow(self, move: JsonObject) -> tuple[str, str] | None:
        return LeistikoDrawing().arrow(move)

    def to_type(self, state: State, name: str) -> tuple[ShownDie, ...]:
        if name != "type_leap" or not state.own.duel:
            return ()
        own, opposed = state.own.duel
        return duel_to_type(self._t, own, opposed, self.name(state.side))

    def typed(self, state: State, dice: Sequence[ShownDie], values: tuple[int, ...]) -> AnyIntent:
        own = sum(die.colour == "B" for die in dice)
        if "R" in {die.colour for die in dice}:
            return do(Say("roll", {"leap": list(values[:own]), "opposed": list(values[own:])}))
        return do(Say("roll", list(values)))

    def thrown(self, roll: Any) -> tuple[ShownDie, ...]:
        return shown_dice(self._t, roll) if roll else ()

    def _dice(self, state: State) -> tuple[ShownDie, ...]:
        roll, left = (state.under or {}).get("roll"), state.left or {}
        if not roll:
            return typed_dice(self._t, state.own.variant)
        dice = self.thrown(roll)
        if state.phase != "move" or len(left) != len(dice):
            return dice
        given = zip(dice, left.values(), strict=True)
        return tuple(replace(die, left=f"{die.left} {self._t('left', n=n)}".strip(), points=n) for die, n in given)

    def _board(self, state: State) -> BoardPicture:
        board = super()._board(state)
        row = (state.under or {}).get("row")
        frames = dict(board.frames)
        if row and state.phase in ("roll", "move"):
            frames.setdefault(f"{state.side}.{row}", "mark")
        badges = dict(board.badges)
        frames |= dict.fromkeys(state.suggestion.places if state.suggestion else (), "accent")
        if state.phase == "move" and state.hint:
            badges |= {place: (str(cost), "good") for place, cost in state.hint.costs.items()}
            if OFF in state.hint.costs:
                frames[OFF] = "good"
            elif OFF in state.hint.refused:
                badges[OFF] = ("×", "bad")
        return replace(board, frames=frames, badges=badges)

    def stage(self, state: State) -> str:
        return "row" if self._wants_row(state) and not self.computers_turn(state) else super().stage(state)

    def _buttons(self, state: State) -> dict[str, tuple[Action, ...]]:
        buttons = super()._buttons(state)
        hint = Action("suggest", self._t("do.hint"), intent=do(Suggest()))
        agree = Action("agree", self._t("leistiko.agree"), intent=do(Agree()))
        seen = Action("read_dice", self._t("leistiko.dice.read"), intent=do(ReadDice()))
        return {
            **buttons,
            "suggest_row": self.follow(state) or ((hint,) if state.hints_on else ()),
            "agree": (agree,) if state.own.repeated else (),
            "read_dice": (seen,) if state.phase == "roll" and state.source == "camera" else (),
        }

    def _rows(self, state: State) -> tuple[tuple[Action, ...], ...]:
        """Return the buttons for dice against dice, exchanged dice and leaps."""
        if state.looked_on or self.computers_turn(state):
            return ()
        more: list[Action] = []
        if state.own.duel:
            more.append(
                Action(
                    "roll_leap",
                    self._t("leistiko.duel"),
                    intent=do(RollLeap() if state.dice == ON_SCREEN else Gather()),
                )
            )
            more.append(Action("type_leap", self._t("leistiko.duel.type")))
        if state.phase == "move" and state.own.variant == "super-push" and not state.draft:
            more.append(Action("swap", self._t("leistiko.swap"), intent=do(Swap())))
        if state.phase == "move" and state.source == "touch" and state.hint and OFF in state.hint.costs:
            away: AnyIntent = do(Leap(state.hint.start))
            more.append(Action("go off", self._t("leistiko.off", n=state.hint.costs[OFF]), "good", intent=away))
        return (tuple(more),) if more else ()
