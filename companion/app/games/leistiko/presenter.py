"""A game of Leistiko's Blockade in words, offers and a picture of the half board."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.app.devices.game_dice import ON_SCREEN
from companion.app.games.leistiko.entry import OFF, RowsLeft
from companion.app.games.leistiko.shown import duel_to_type, shown_dice, step_words, typed_dice
from companion.app.games.leistiko.table import LeistikoTable, LeistikoTurn
from companion.app.games.refereed_presenter import RefereedPresenter, tone_of
from companion.app.games.refereed_state import Moment, TableState
from companion.app.games.refereed_table import RefereedTable
from companion.app.games.turn_entry import EntryStep
from companion.app.intents import AnyIntent, call
from companion.app.json_object import JsonObject
from companion.app.views import Action, BoardPicture, ShownDie
from companion.games.leistiko_blockade import SIDES
from companion.referee.tables.leistiko.rows import COUNTS, apart
from companion.referee.tables.leistiko.table import HalfBoardTable
from companion.referee.under_way import DRAWN
from companion.referee.verdict import Verdict

State = TableState[RowsLeft]


class LeistikoPresenter(RefereedPresenter[RowsLeft]):
    """A tap on a row chooses it before the roll, and asks after it where its checkers may go."""

    game = HalfBoardTable.game

    def tap(self, state: State, spot: str) -> AnyIntent | None:
        if self.moment is not None:
            return None
        side, _, row = spot.partition(".")
        if state.phase == "roll" and state.source in ("touch", "camera"):
            return call(LeistikoTable.choose_row, int(row)) if side == state.side else None
        if state.phase != "move":
            return None
        asked, self.asked = self.asked, None
        picked, hint, touch = self.picked, state.hint, state.source == "touch"
        if spot == picked:
            self.picked = None
            return call(RefereedTable.forget_hint)
        if picked and hint and touch and (spot in hint.costs or (spot in hint.refused and spot == asked)):
            self.picked = None
            return call(RefereedTable.enter, {"from": picked, "to": spot})
        if picked and hint and spot in hint.refused and spot != asked:
            self.asked = spot
            return None
        self.picked = spot if state.grid.get(spot) else None
        return call(RefereedTable.touch, spot) if self.picked else None

    def moves(self, moves: Sequence[JsonObject]) -> str:
        return "; ".join(step_words(self._t, move) for move in moves)

    def steps(self, steps: Sequence[EntryStep]) -> str:
        return "; ".join(
            f"{_row(step['from'])}–{self._t('leistiko.away') if step['to'] == OFF else _row(step['to'])}"
            for step in steps
        )

    def things(self, state: State, place: str) -> tuple[str, ...]:
        """Every number, the believed one first, then the next ones."""
        believed = state.believed.get(place, "")
        return tuple(sorted(COUNTS, key=lambda count: (apart(count, believed), count)))

    def arrow(self, move: JsonObject) -> tuple[str, str] | None:
        if "from" not in move or move.get("to") == OFF:
            return None
        side = f"{move['side']}." if "side" in move else ""
        return f"{side}{move['from']}", f"{side}{move['to']}"

    def reach(self, state: State, place: str) -> str:
        """Where the checkers of a row may go is on the board; here what leaping off costs, or why they may not."""
        hint, row = state.hint, _row(place)
        assert hint
        if OFF in hint.costs:
            return self._t("leistiko.reach.off", row=row, n=hint.costs[OFF])
        rule, reason = hint.refused.get(OFF, ("", ""))
        said = self._t("leistiko.reach", row=row)
        return f"{said} {self.reason(reason)}" if rule else said

    def says(self, what: str, **values: Any) -> str:
        key = f"leistiko.say.{what}"
        return self._t(key, **values) if self._t.has(key) else super().says(what, **values)

    def verdict_words(self, verdict: Verdict) -> list[str]:
        words = super().verdict_words(verdict)
        winner = verdict.more.get("winner")
        if winner:
            won = self._t("turn.draw") if winner == DRAWN else self._t("turn.won", player=self.name(winner))
            words.append(won)
        return words

    def to_type(self, state: State, name: str) -> tuple[ShownDie, ...]:
        if name != "type_leap" or not state.own.duel:
            return ()
        own, opposed = state.own.duel
        return duel_to_type(self._t, own, opposed, self.name(state.side))

    def typed(self, state: State, dice: Sequence[ShownDie], values: tuple[int, ...]) -> AnyIntent:
        own = sum(die.colour == "B" for die in dice)
        if "R" in {die.colour for die in dice}:
            return call(RefereedTable.say, "roll", {"leap": list(values[:own]), "opposed": list(values[own:])})
        return call(RefereedTable.say, "roll", list(values))

    def thrown(self, roll: Any) -> tuple[ShownDie, ...]:
        return shown_dice(self._t, roll) if roll else ()

    def mark(self, moment: Moment[RowsLeft]) -> str:
        """Each player has a tone."""
        verdict = moment.verdict
        return tone_of(verdict) if verdict.verdict != "legal" else "good" if verdict.side == "first" else "accent"

    def scores(self, state: State) -> tuple[str, ...]:
        off = {side: state.score.pieces - getattr(state.score, side) for side in SIDES}
        return (self._t("leistiko.gone", told=", ".join(f"{self.name(side)} {n}" for side, n in off.items())),)

    def _headline(self, state: State) -> str:
        row = (state.under or {}).get("row")
        told = state.notice or state.fault or state.hint or state.suggestion or state.draft
        if told or self.computers_turn(state) or state.phase not in ("roll", "move"):
            return super()._headline(state)
        if row:
            return self._t(f"leistiko.{state.phase}", row=row)
        return self._t("leistiko.row") if self._wants_row(state) else super()._headline(state)

    def _words(self, state: State) -> list[str]:
        found = state.suggestion
        if found and found.places and not (state.notice or state.fault):
            return [self._t("leistiko.row.this", row=_row(found.places[0])), self.reason(found.reason)]
        words = super()._words(state)
        if state.notice or state.fault:
            return words
        if found and found.before:
            words.insert(0, self._t("leistiko.swap.first"))
        turn: LeistikoTurn = state.own
        if turn.gathered is not None and turn.duel:
            return [self._t("leistiko.duel.gather", own=turn.duel[0], opposed=turn.duel[1], n=len(turn.gathered))]
        roll = (state.under or {}).get("roll")
        if isinstance(roll, Mapping):
            sums = {"own": sum(roll["leap"]), "opposed": sum(roll["opposed"])}
            names = {"player": self.name(state.side), "other": self.name(_other(state.side))}
            words.insert(0, self._t("leistiko.duel.says", **names, **sums))
        return [*words, *self._about(state)]

    def _told(self, state: State) -> list[str]:
        """The same, and what is to be done at the first turn."""
        words, row = super()._told(state), (state.under or {}).get("row")
        if state.phase == "roll" and state.verdict and state.verdict.verdict == "setup":
            words.append(self._roll_words(state))
        if row and self.computers_turn(state):
            words.insert(0, self._t("computer.row", row=row))
        return words

    def _about(self, state: State) -> list[str]:
        """What is remarkable about the turn that begins."""
        turn: LeistikoTurn = state.own
        words = [self._t("leistiko.repeated", n=turn.repeated)] if turn.repeated else []
        words += self.scores(state) if self._wants_row(state) else ()
        return [*words, *([self._t("leistiko.final")] if turn.final and state.phase in ("roll", "move") else [])]

    def _wants_row(self, state: State) -> bool:
        """Whether the row has to be chosen before anything else."""
        return state.phase == "roll" and state.own.row_first and "row" not in (state.under or {})

    def _roll_words(self, state: State) -> str:
        if self.computers_turn(state):
            return self._t("computer.rolled")
        if self._wants_row(state):
            return self._t("leistiko.row.says")
        return self._t("leistiko.roll.says" if "row" in (state.under or {}) else "leistiko.say.roll")

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
        return replace(board, frames=frames, badges=badges)

    def _actions(self, state: State) -> tuple[Action, ...]:
        actions = super()._actions(state)
        if self._wants_row(state) and not self.computers_turn(state):
            hint = Action("suggest", self._t("do.hint"), intent=call(RefereedTable.suggest))
            agree = Action("agree", self._t("leistiko.agree"), intent=call(RefereedTable.agree))
            rule = (Action("rule", self._t("do.rule")),) if self._rule(state) else ()
            hints = (hint,) if state.hints_on else ()
            return (self.undo(state), *rule, *hints, *((agree,) if state.own.repeated else ()))
        if state.phase == "roll" and state.source == "camera":
            seen = Action("read_dice", self._t("leistiko.dice.read"), intent=call(LeistikoTable.read_dice))
            return (*actions[:-1], seen, *actions[-1:])
        return actions

    def _rows(self, state: State) -> tuple[tuple[Action, ...], ...]:
        """Dice against dice, dice that change places, and leaps."""
        if state.source in ("practice", "recording") or self.computers_turn(state):
            return ()
        more: list[Action] = []
        if state.own.duel:
            leap = LeistikoTable.roll_leap if state.dice == ON_SCREEN else LeistikoTable.gather
            more.append(Action("roll_leap", self._t("leistiko.duel"), intent=call(leap)))
            more.append(Action("type_leap", self._t("leistiko.duel.type")))
        if state.phase == "move" and state.own.variant == "super-push" and not state.draft:
            more.append(Action("swap", self._t("leistiko.swap"), intent=call(LeistikoTable.swap)))
        if state.phase == "move" and state.source == "touch" and state.hint and OFF in state.hint.costs:
            away: AnyIntent = call(RefereedTable.enter, {"from": state.hint.start, "to": OFF})
            more.append(Action("go off", self._t("leistiko.off", n=state.hint.costs[OFF]), "good", intent=away))
        return (tuple(more),) if more else ()


def _other(side: str) -> str:
    return next(other for other in SIDES if other != side)


def _row(place: str) -> str:
    return place[-1:]
