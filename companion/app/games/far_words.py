"""Changes the view of a game that is played with another table: waiting, consent, the other table gone."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from companion.app.games.deeds import AnswerFar
from companion.app.games.far_table import FarState
from companion.app.games.presenter import TablePresenter, TableView
from companion.app.games.state import AnyState
from companion.app.games.table import do
from companion.app.games.words import TableTexts
from companion.app.views import Action, BoardPicture, Tone
from companion.referee.grid import Grid

# Names of buttons for what cannot be done between two tables.
NOT_FROM_AFAR: Final = ("type", "set_up")
# Names of buttons that stay while this table waits for the other one.
WHILE_WAITING: Final = ("undo", "pause", "go_on", "step", "now", "leave")


def with_far(view: TableView, state: AnyState, presenter: TablePresenter) -> TableView:
    """Return the view with what the other table adds to it; the same view of a game at one table."""
    far, t = state.far, presenter.words(state)
    if far is None or view.kind == "past":
        return view
    actions = tuple(action for action in view.actions if action.name not in NOT_FROM_AFAR)
    view = replace(view, actions=actions, banner="\n".join(filter(None, (view.banner, _away(far, t)))))
    if state.notice:
        return view if not far.asked else replace(view, actions=_answers(far, t))
    if far.asked:
        words = _undone(state, t) if far.asked == "undo" else ()
        words += () if far.mine else (t("far.asks.says"),)
        if far.asked_grid is not None:
            view, words = replace(view, board=_asked_table(far.asked_grid, state)), (t("far.asked.accept.says"),)
        key = f"far.asked.{far.asked}" if far.mine else f"far.asks.{far.asked}"
        tone: Tone = "accent" if far.mine else "plain"
        return replace(view, tone=tone, headline=t(key), words=words, rows=(), actions=_answers(far, t))
    if state.phase == "won":
        return view
    if far.rolled_by:
        more = (t("far.rolled_more", n=far.rolled_more),) if far.rolled_more else ()
        view = replace(view, words=(*view.words, t(f"far.rolled_by.{far.rolled_by}"), *more))
    return _waiting(view, state, presenter, far)


def _undone(state: AnyState, t: TableTexts) -> tuple[str, ...]:
    """Say which turn goes if the last one is taken back, and that a roll behind it goes, too."""
    turn = next((moment.verdict for moment in reversed(state.moments) if moment.verdict.trait.turn), None)
    roll = (t("far.asked.undo.roll"),) if (state.under or {}).get("roll") else ()
    return (*(t.verdict(turn) if turn else ()), *roll)


def _asked_table(grid: Grid, state: AnyState) -> BoardPicture:
    """Return the table that the other one asks to accept; places that differ from this one's are framed."""
    places = {*grid, *state.believed}
    different = [place for place in places if grid.get(place, "") != state.believed.get(place, "")]
    return BoardPicture(grid, dict.fromkeys(different, "warn"))


def _waiting(view: TableView, state: AnyState, presenter: TablePresenter, far: FarState) -> TableView:
    t = presenter.words(state)
    stays = tuple(action for action in view.actions if action.name in WHILE_WAITING)
    if not far.joined:
        show = (Action("far_code", t("far.show"), "accent"),) if far.invitation else ()
        code = far.invitation.rpartition("#")[2]
        says = t("far.waits.join.says", code=code) if code else ""
        return _with_words(
            view, t("far.waits.join"), t(f"far.alone.{far.alone}") if far.alone else says, (*stays, *show)
        )
    if not far.begun and state.phase != "setup":
        return _with_words(view, t("far.waits.set_up"), "", stays)
    if far.rolling:
        return _with_words(view, t("far.waits.dice"), "", stays)
    if far.unmade and state.phase in ("roll", "move"):
        names = ", ".join(t.name(side) for side in far.sides)
        return _with_words(view, t("far.waits.made", player=names), t("far.waits.made.says"), stays)
    if state.phase == "roll" and state.side in far.sides and state.verdict and state.verdict.verdict == "setup":
        return replace(view, words=(t("far.waits.begins", player=t.name(state.side)),))
    return view


def _with_words(view: TableView, headline: str, words: str, actions: tuple[Action, ...]) -> TableView:
    return replace(view, tone="plain", headline=headline, words=(words,) if words else (), rows=(), actions=actions)


def _answers(far: FarState, t: TableTexts) -> tuple[Action, ...]:
    if not far.mine:
        return (Action("withdraw", t("far.withdraw"), intent=do(AnswerFar(yes=False, question=far.question))),)
    no = Action("far_no", t("far.no"), intent=do(AnswerFar(yes=False, question=far.question)))
    return (no, Action("far_yes", t("far.yes"), "accent", intent=do(AnswerFar(yes=True, question=far.question))))


def _away(far: FarState, t: TableTexts) -> str:
    if far.away is None:
        return ""
    minutes, seconds = divmod(far.away, 60)
    return t("far.away", time=f"{minutes}:{seconds:02d}")


def known_players(far: FarState | None, players: Mapping[str, str]) -> Mapping[str, str]:
    """Return the players' names, with those that the other table has told."""
    told = {side: name for side, name in (far.players or {}).items() if name} if far else {}
    return {**players, **told}
