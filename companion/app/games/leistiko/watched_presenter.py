"""A watched game of Leistiko's Blockade in words, offers and a picture of the half board."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.app.games.leistiko.presenter import duel_to_type, shown_dice, step_words, typed_dice
from companion.app.games.leistiko.table import LeistikoTable
from companion.app.games.leistiko.watched_entry import OFF, RowsLeft
from companion.app.games.leistiko.watched_table import WatchedLeistiko
from companion.app.games.refereed_presenter import RefereedPresenter
from companion.app.games.refereed_state import TableState
from companion.app.games.refereed_table import RefereedTable
from companion.app.games.turn_entry import EntryStep
from companion.app.intents import AnyIntent, call
from companion.app.json_object import JsonObject
from companion.app.views import Action, BoardPicture, ShownDie
from companion.games.leistiko_blockade import SIDES
from companion.referee.tables.leistiko.rows import COUNTS, apart
from companion.referee.verdict import Verdict

State = TableState[RowsLeft]


class WatchedLeistikoPresenter(RefereedPresenter[RowsLeft]):
    """A tap on a row chooses it before the roll, and asks after it where its checkers may go."""

    game = LeistikoTable.game

    def tap(self, state: State, spot: str) -> AnyIntent | None:
        if self.moment is not None:
            return None
        side, _, row = spot.partition(".")
        if state.phase == "roll" and state.source in ("touch", "camera"):
            return call(WatchedLeistiko.choose_row, int(row)) if side == state.side else None
        if state.phase != "move":
            return None
        asked, self.asked = self.asked, None
        picked, hint = self.picked, state.hint
        if spot == picked:
            self.picked = None
            return call(RefereedTable.forget_hint)
        if picked and hint and (spot in hint.refused or state.source == "touch") and spot != asked:
            if state.source == "touch" and spot in hint.costs:
                self.picked = None
                return call(RefereedTable.enter, {"from": picked, "to": spot})
            if spot in hint.refused:
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
            won = self._t("leistiko.drawn") if winner == "draw" else self._t("turn.won", player=self.name(winner))
            words.append(won)
        return words

    def to_type(self, state: State, name: str) -> tuple[ShownDie, ...]:
        row = (state.under or {}).get("row")
        if name != "type_leap" or not row:
            return ()
        own, opposed = (int(state.believed.get(f"{side}.{row}") or 0) for side in (state.side, _other(state.side)))
        return duel_to_type(self._t, own, opposed + 1, self.name(state.side))

    def typed(self, state: State, dice: Sequence[ShownDie], values: tuple[int, ...]) -> AnyIntent:
        own = sum(die.colour == "B" for die in dice)
        if "R" in {die.colour for die in dice}:
            return call(RefereedTable.say, "roll", {"leap": list(values[:own]), "opposed": list(values[own:])})
        return call(RefereedTable.say, "roll", list(values))

    def thrown(self, roll: Any) -> tuple[ShownDie, ...]:
        return shown_dice(self._t, roll) if roll else ()

    def _title(self, state: State) -> str:
        return self._t("leistiko.drawn") if state.winner == "draw" else super()._title(state)

    def _headline(self, state: State) -> str:
        row = (state.under or {}).get("row")
        if state.phase == "roll" and row and not state.notice:
            return self._t("leistiko.roll", row=row)
        if state.phase == "move" and row and not (state.notice or state.hint or state.suggestion or state.draft):
            return self._t("leistiko.move", row=row)
        return super()._headline(state)

    def _words(self, state: State) -> list[str]:
        words = super()._words(state)
        if state.phase == "roll" and state.verdict and state.verdict.verdict == "setup" and not state.notice:
            words.append(self._roll_words(state))
        return words

    def _roll_words(self, state: State) -> str:
        chosen = (state.under or {}).get("row")
        return self._t("leistiko.roll.says" if chosen else "leistiko.say.roll")

    def _dice(self, state: State) -> tuple[ShownDie, ...]:
        roll = (state.under or {}).get("roll")
        if roll:
            return self.thrown(roll)
        return typed_dice(self._t, str(state.own))

    def _board(self, state: State) -> BoardPicture:
        board = super()._board(state)
        row = (state.under or {}).get("row")
        frames = dict(board.frames)
        if row and state.phase in ("roll", "move"):
            frames.setdefault(f"{state.side}.{row}", "mark")
        badges = dict(board.badges)
        if state.phase == "move" and state.hint:
            badges |= {place: (str(cost), "good") for place, cost in state.hint.costs.items()}
        return replace(board, frames=frames, badges=badges)

    def _actions(self, state: State) -> tuple[Action, ...]:
        actions = super()._actions(state)
        watched = state.source in ("practice", "recording")
        if state.phase == "roll" and state.own == "bungie" and "row" in (state.under or {}) and not watched:
            duel = Action("roll_leap", self._t("leistiko.duel"), intent=call(WatchedLeistiko.roll_leap))
            return (*actions[:-1], duel, Action("type_leap", self._t("leistiko.duel.type")), *actions[-1:])
        if state.phase == "roll" and state.source == "camera":
            seen = Action("read_dice", self._t("leistiko.dice.read"), intent=call(WatchedLeistiko.read_dice))
            return (*actions[:-1], seen, *actions[-1:])
        if state.phase != "move" or watched:
            return actions
        more: tuple[Action, ...] = ()
        if state.own == "super-push" and not state.draft:
            more = (Action("swap", self._t("leistiko.swap"), intent=call(WatchedLeistiko.swap)),)
        if state.source == "touch" and state.hint and OFF in state.hint.costs:
            away: AnyIntent = call(RefereedTable.enter, {"from": state.hint.start, "to": OFF})
            more += (Action("go off", self._t("leistiko.off", n=state.hint.costs[OFF]), "good", intent=away),)
        return (*actions[:-1], *more, *actions[-1:])


def _other(side: str) -> str:
    return next(other for other in SIDES if other != side)


def _row(place: str) -> str:
    return place.partition(".")[2]
