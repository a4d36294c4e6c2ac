"""A game of Leistiko's Blockade in words."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.app.games.presenter import TablePresenter
from companion.app.games.state import Moment, TableState
from companion.app.games.turn_entry import EntryStep
from companion.app.games.words import tone_of
from companion.app.json_object import JsonObject
from companion.games.leistiko_blockade.rules import SIDES
from companion.games.leistiko_blockade.screen.entry import RowsLeft
from companion.games.leistiko_blockade.screen.rows import LeistikoTurn
from companion.games.leistiko_blockade.screen.shown import step_words
from companion.games.leistiko_blockade.table.entered import OFF
from companion.games.leistiko_blockade.table.table import HalfBoardTable
from companion.referee.under_way import DRAWN
from companion.referee.verdict import Verdict

State = TableState[RowsLeft]


class LeistikoWords(TablePresenter[RowsLeft]):
    """Words for rows, dice against dice, and draws."""

    game = HalfBoardTable.game

    def moves(self, moves: Sequence[JsonObject]) -> str:
        return "; ".join(step_words(self._t, move) for move in moves)

    def _reached(self) -> str:
        return self._t("leistiko.head.reach")

    def steps(self, steps: Sequence[EntryStep]) -> str:
        return "; ".join(
            f"{_row(step['from'])}–{self._t('leistiko.away') if step['to'] == OFF else _row(step['to'])}"
            for step in steps
        )

    def reach(self, state: State, place: str) -> str:
        """Return the cost of leaping off, or why it is not allowed; where checkers may go is on the board."""
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

    def scores(self, state: State) -> tuple[str, ...]:
        off = {side: state.score.pieces - getattr(state.score, side) for side in SIDES}
        return (self._t("leistiko.gone", told=", ".join(f"{self.name(side)} {n}" for side, n in off.items())),)

    def _headline(self, state: State) -> str:
        row = (state.under or {}).get("row")
        told = state.notice or state.fault or state.hint or state.suggestion or state.draft
        if told or self.computers_turn(state) or state.phase not in ("roll", "move"):
            return super()._headline(state)
        roll = (state.under or {}).get("roll")
        if isinstance(roll, Mapping) and state.phase == "move":
            return self._t("leistiko.duel.won" if beating(roll["leap"], roll["opposed"]) else "leistiko.duel.lost")
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
            asked = state.hint or state.suggestion or state.draft
            words = [self._duel_words(roll["leap"], roll["opposed"]), *(words if asked else words[1:])]
        return [*words, *self._about(state)]

    def _duel_words(self, own: Sequence[int], opposed: Sequence[int]) -> str:
        """Return how dice against dice came out, and what may be done for it."""
        n, highest = beating(own, opposed), max(opposed)
        said = self._t("leistiko.duel.dice", own=sorted(own, reverse=True), opposed=sorted(opposed, reverse=True))
        after = (
            self._t("leistiko.duel.leap", n=n, highest=highest) if n else self._t("leistiko.duel.none", highest=highest)
        )
        return f"{said} {after}"

    def _told(self, state: State) -> list[str]:
        """Return the same, with what to do at the first turn."""
        words, row = super()._told(state), (state.under or {}).get("row")
        if state.phase == "roll" and state.verdict and state.verdict.verdict == "setup":
            words.append(self._roll_words(state))
        if row and self.computers_turn(state):
            words.insert(0, self._t("computer.row", row=row))
        return words

    def _about(self, state: State) -> list[str]:
        """Return what is special about the turn that begins."""
        turn: LeistikoTurn = state.own
        words = [self._t("leistiko.repeated", n=turn.repeated)] if turn.repeated else []
        words += self.scores(state) if self._wants_row(state) else ()
        return [*words, *([self._t("leistiko.final")] if turn.final and state.phase in ("roll", "move") else [])]

    def _wants_row(self, state: State) -> bool:
        """Return True if the row must be chosen first."""
        return state.phase == "roll" and state.own.row_first and "row" not in (state.under or {})

    def _roll_words(self, state: State) -> str:
        if self.computers_turn(state):
            return self._t("computer.rolled")
        if self._wants_row(state):
            return self._t("leistiko.row.says")
        return self._t("leistiko.roll.says" if "row" in (state.under or {}) else "leistiko.say.roll")

    def mark(self, moment: Moment[RowsLeft]) -> str:
        """Return a side's tone."""
        verdict = moment.verdict
        return tone_of(verdict) if verdict.verdict != "legal" else "good" if verdict.side == "first" else "accent"


def beating(own: Sequence[int], opposed: Sequence[int]) -> int:
    """Return how many of the mover's dice beat the opponent's highest (LB-21)."""
    return sum(die > max(opposed) for die in own)


def _row(place: str) -> str:
    return place[-1:]
