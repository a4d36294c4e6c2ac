"""A game of Leistiko's Blockade in words."""

from collections.abc import Mapping, Sequence

from companion.app.games.state import TableState
from companion.app.games.turn_entry import EntryStep
from companion.app.games.words import GameWords, TableTexts, verdict_words
from companion.app.json_object import JsonObject
from companion.games.leistiko_blockade.rules.model import SIDES
from companion.games.leistiko_blockade.screen.entry import RowsLeft
from companion.games.leistiko_blockade.screen.rows import LeistikoTurn
from companion.games.leistiko_blockade.screen.shown import step_words
from companion.games.leistiko_blockade.table.entered import OFF
from companion.games.leistiko_blockade.table.table import HalfBoardTable
from companion.referee.under_way import DRAWN
from companion.referee.verdict import Verdict

State = TableState[RowsLeft]


def wants_row(state: State) -> bool:
    """Return True if the row must be chosen first."""
    return state.phase == "roll" and state.own.row_first and "row" not in (state.under or {})


def beating(own: Sequence[int], opposed: Sequence[int]) -> int:
    """Return how many of the mover's dice beat the opponent's highest (LB-21)."""
    return sum(die > max(opposed) for die in own)


def headline(t: TableTexts, state: State) -> str:
    """Return the title of this game's own stages of a turn, "" for what any game says."""
    if state.diverted or state.computers_turn or state.phase not in ("roll", "move"):
        return ""
    under = state.under or {}
    roll, row = under.get("roll"), under.get("row")
    if isinstance(roll, Mapping) and state.phase == "move":
        return t("leistiko.duel.won" if beating(roll["leap"], roll["opposed"]) else "leistiko.duel.lost")
    if row:
        return t(f"leistiko.{state.phase}", row=row)
    return t("leistiko.row") if wants_row(state) else ""


def words(t: TableTexts, state: State, said: Sequence[str]) -> list[str]:
    """Return the sentences below the headline. `said`: those of any game."""
    found, turn = state.suggestion, state.own
    if state.notice or state.fault:
        return [*said]
    if found and found.places:
        return [t("leistiko.row.this", row=_row(found.places[0])), t.reason(found.reason)]
    if turn.gathered is not None and turn.duel:
        return [t("leistiko.duel.gather", own=turn.duel[0], opposed=turn.duel[1], n=len(turn.gathered))]
    under = state.under or {}
    told = [*said] if state.diverted else [*_before(t, state), *said, *_first_roll(t, state)]
    if found and found.before:
        told.insert(0, t("leistiko.swap.first"))
    if isinstance(roll := under.get("roll"), Mapping):
        asked = state.hint or state.suggestion or state.draft
        told = [_duel_words(t, roll["leap"], roll["opposed"]), *(told if asked else told[1:])]
    return [*told, *_about(t, state)]


def _before(t: TableTexts, state: State) -> list[str]:
    row = (state.under or {}).get("row")
    return [t("computer.row", row=row)] if row and state.computers_turn else []


def _first_roll(t: TableTexts, state: State) -> list[str]:
    """Return what to do at the first turn."""
    first = state.phase == "roll" and state.verdict and state.verdict.verdict == "setup"
    return [_roll(t, state)] if first else []


def _duel_words(t: TableTexts, own: Sequence[int], opposed: Sequence[int]) -> str:
    """Return how dice against dice came out, and what may be done for it."""
    n, highest = beating(own, opposed), max(opposed)
    said = t("leistiko.duel.dice", own=sorted(own, reverse=True), opposed=sorted(opposed, reverse=True))
    return f"{said} {t('leistiko.duel.leap', n=n, highest=highest) if n else t('leistiko.duel.none', highest=highest)}"


def _about(t: TableTexts, state: State) -> list[str]:
    """Return what is special about the turn that begins."""
    turn: LeistikoTurn = state.own
    told = [t("leistiko.repeated", n=turn.repeated)] if turn.repeated else []
    told += _scores(t, state) if wants_row(state) else ()
    return [*told, *([t("leistiko.final")] if turn.final and state.phase in ("roll", "move") else [])]


def _moves(t: TableTexts, moves: Sequence[JsonObject]) -> str:
    return "; ".join(step_words(t, move) for move in moves)


def _steps(t: TableTexts, steps: Sequence[EntryStep]) -> str:
    ends = ((_row(step["from"]), t("leistiko.away") if step["to"] == OFF else _row(step["to"])) for step in steps)
    return "; ".join(f"{start}–{end}" for start, end in ends)


def _reach(t: TableTexts, state: State, place: str) -> str:
    """Return the cost of leaping off, or why it is not allowed; where checkers may go is on the board."""
    hint, row = state.hint, _row(place)
    assert hint
    if OFF in hint.costs:
        return t("leistiko.reach.off", row=row, n=hint.costs[OFF])
    rule, reason = hint.refused.get(OFF, ("", ""))
    said = t("leistiko.reach", row=row)
    return f"{said} {t.reason(reason)}" if rule else said


def _verdict(t: TableTexts, verdict: Verdict) -> list[str]:
    told, winner = verdict_words(t, verdict), verdict.more.get("winner")
    if winner:
        told.append(t("turn.draw") if winner == DRAWN else t("turn.won", player=t.name(winner)))
    return told


def _scores(t: TableTexts, state: State) -> tuple[str, ...]:
    off = {side: state.score.pieces - getattr(state.score, side) for side in SIDES}
    return (t("leistiko.gone", told=", ".join(f"{t.name(side)} {n}" for side, n in off.items())),)


def _roll(t: TableTexts, state: State) -> str:
    if state.computers_turn:
        return t("computer.rolled")
    if wants_row(state):
        return t("leistiko.row.says")
    return t("leistiko.roll.says") if "row" in (state.under or {}) else t.of_game("say.roll")


def _row(place: str) -> str:
    return place[-1:]


WORDS = GameWords(
    HalfBoardTable.game,
    _moves,
    _steps,
    verdict=_verdict,
    roll=_roll,
    reach=_reach,
    scores=_scores,
)
