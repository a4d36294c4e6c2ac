"""Verdicts in one line for people."""

from companion.games.reason import Reason, because
from companion.referee.table_parts import Wording
from companion.referee.verdict import Verdict


def sentence(verdict: Verdict, wording: Wording) -> Reason:
    """Return the verdict in one line, without time and frame."""
    kind, reason = verdict.verdict, verdict.reason
    match kind:
        case "legal" | "won":
            return _turn(verdict, wording)
        case "illegal" | "incomplete":
            if kind == "illegal" and not verdict.side and verdict.commitment is None:
                return because("referee.line.illegal.early", verdict.rule, why=reason)
            said = _committed(verdict, wording)
            return because(f"referee.line.{kind}", verdict.rule, side=_side(verdict), said=said, why=reason)
        case "late" | "unchanged" | "takeback" if reason:
            return reason
        case "unsure" if verdict.readings:
            options = tuple(_option(reading.words, reading.told_apart) for reading in verdict.readings)
            return because("referee.line.unsure.options", why=reason, options=options)
    return because(f"referee.line.{kind}", why=reason, said=_committed(verdict, wording))


def _turn(verdict: Verdict, wording: Wording) -> Reason:
    moves = wording.moves(verdict.moves) if verdict.moves else because("referee.no_move")
    # Where all move at once, nobody is the mover.
    by_all = verdict.commitment and not verdict.side
    said = {} if by_all else {"side": _side(verdict), "said": _committed(verdict, wording)}
    turn = because("referee.line.turn_of_all" if by_all else "referee.line.turn", moves=moves, **said)
    if points := wording.points(verdict.points or {}):
        turn = because("referee.line.spent", turn=turn, points=points)
    if verdict.verdict != "won":
        return turn
    winner = verdict.more.get("winner", verdict.side)
    if winner == verdict.side:
        return because("referee.line.won", turn=turn)
    return because("referee.line.drawn" if winner == "draw" else "referee.line.lost", turn=turn, winner=winner)


def _committed(verdict: Verdict, wording: Wording) -> Reason:
    value = verdict.commitment
    return because("referee.line.uncommitted") if value is None else wording.commitment(value)


def _side(verdict: Verdict) -> Reason:
    if verdict.side:
        return because("referee.side", side=verdict.side)
    return because("referee.line.both" if verdict.commitment else "referee.line.nobody")


def _option(words: Reason, apart: str) -> Reason:
    return because("referee.line.apart", words=words, apart=apart) if apart else words
