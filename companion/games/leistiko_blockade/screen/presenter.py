"""A game of Leistiko's Blockade in offers and a picture of the half board."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.app.devices.devices import ON_SCREEN
from companion.app.games.buttons import STAGES, GameButtons, Row, ScreenDice, hints, stage
from companion.app.games.deeds import Agree, Enter, ForgetHint, Say, Touch
from companion.app.games.presenter import GameScreen, SetupStage, TableView
from companion.app.games.screen_state import ScreenState
from companion.app.games.state import Moment
from companion.app.games.table import do
from companion.app.games.words import TableTexts, tone_of
from companion.app.intents import AnyIntent
from companion.app.views import Action, BoardPicture, ShownDie
from companion.games.leistiko_blockade.screen.deeds import ChooseRow, Gather, Leap, ReadDice, RollLeap, Swap
from companion.games.leistiko_blockade.screen.shown import duel_to_type, shown_dice, typed_dice
from companion.games.leistiko_blockade.screen.words import WORDS, State, headline, wants_row, words
from companion.games.leistiko_blockade.table.drawing import DarkNear, LeistikoDrawing
from companion.games.leistiko_blockade.table.entered import OFF
from companion.games.leistiko_blockade.table.rows import COUNTS, apart

LEISTIKO_STAGES = {
    **STAGES,
    "row": ("undo", "rule", "suggest_row", "agree"),
    "roll": ("undo", "which", "gone", "type", "read_dice", "rolling"),
    "computer": ("undo", "read_dice", "watching"),
}


def _tap(state: State, spot: str, here: ScreenState) -> AnyIntent | None:
    """Choose a row before the roll, and then show where its checkers may go."""
    if spot == OFF:
        return _leap(state, here)
    side = spot.partition(".")[0]
    if state.phase == "roll" and state.source in ("touch", "camera"):
        return do(ChooseRow(int(spot[-1]))) if side == state.side else None
    return _tap_row(state, spot, here) if state.phase == "move" else None


def _tap_row(state: State, spot: str, here: ScreenState) -> AnyIntent | None:
    """Handle a tap on a row while a turn is made: pick checkers up, put them there, or tell why not."""
    asked, here.asked = here.asked, None
    picked, hint, touch = here.picked, state.hint, state.source == "touch"
    if spot == picked and hint:
        here.picked = None
        return do(ForgetHint())
    if picked and hint and touch and (spot in hint.costs or (spot in hint.refused and spot == asked)):
        here.picked = None
        return do(Enter({"from": picked, "to": spot}))
    if picked and hint and spot in hint.refused and spot != asked:
        here.asked = spot
        return None
    here.picked = spot if state.grid.get(spot) else None
    return do(Touch(spot)) if here.picked else None


def _leap(state: State, here: ScreenState) -> AnyIntent | None:
    """Handle a tap on the tray: the picked checker leaps off, or the reason why not is shown."""
    hint = state.hint
    if state.phase != "move" or state.source != "touch" or not hint or not here.picked:
        return None
    if OFF in hint.costs:
        return do(Leap(hint.start))
    here.asked = OFF if OFF in hint.refused else None
    return None


def _things(state: State, place: str) -> tuple[str, ...]:
    """Return all counts for a point, the believed one first, then the nearest."""
    believed = state.believed.get(place, "")
    return tuple(sorted(COUNTS, key=lambda count: (apart(count, believed), count)))


def _to_type(t: TableTexts, state: State, name: str) -> tuple[ShownDie, ...]:
    if name != "type_leap" or not state.own.duel:
        return ()
    own, opposed = state.own.duel
    return duel_to_type(t, own, opposed, t.name(state.side))


def _typed(_state: State, dice: Sequence[ShownDie], values: tuple[int, ...]) -> AnyIntent:
    own = sum(die.colour == "B" for die in dice)
    if "R" in {die.colour for die in dice}:
        return do(Say("roll", {"leap": list(values[:own]), "opposed": list(values[own:])}))
    return do(Say("roll", list(values)))


def _thrown(t: TableTexts, roll: Any) -> tuple[ShownDie, ...]:
    return shown_dice(t, roll) if roll else ()


def _dice(t: TableTexts, state: State) -> tuple[ShownDie, ...]:
    """Return the dice, which have no colours: what is thrown is in what the turn is played under."""
    roll, left = (state.under or {}).get("roll"), state.left or {}
    if not roll:
        return () if state.winner else typed_dice(t, state.own.variant)
    dice = shown_dice(t, roll)
    if state.phase != "move" or len(left) != len(dice):
        return dice
    given = zip(dice, left.values(), strict=True)
    return tuple(replace(die, left=f"{die.left} {t('left', n=n)}".strip(), points=n) for die, n in given)


def _board(board: BoardPicture, state: State, _here: ScreenState) -> BoardPicture:
    frames, badges, row = dict(board.frames), dict(board.badges), (state.under or {}).get("row")
    if row and state.phase in ("roll", "move"):
        frames.setdefault(f"{state.side}.{row}", "mark")
    frames |= dict.fromkeys(state.suggestion.places if state.suggestion else (), "accent")
    if state.phase == "move" and state.hint:
        badges |= {place: (str(cost), "good") for place, cost in state.hint.costs.items()}
        if OFF in state.hint.costs:
            frames[OFF] = "good"
        elif OFF in state.hint.refused:
            badges[OFF] = ("×", "bad")
    return replace(board, frames=frames, badges=badges)


def _buttons(t: TableTexts, state: State, _here: ScreenState) -> dict[str, Row]:
    agree = Action("agree", t("leistiko.agree"), intent=do(Agree()))
    seen = Action("read_dice", t("leistiko.dice.read"), intent=do(ReadDice()))
    return {
        "suggest_row": hints(t, state),
        "agree": (agree,) if state.own.repeated else (),
        "read_dice": (seen,) if state.phase == "roll" and state.source == "camera" else (),
    }


def _rows(t: TableTexts, state: State) -> tuple[Row, ...]:
    """Return the buttons for dice against dice, exchanged dice and leaps."""
    if state.looked_on or state.computers_turn:
        return ()
    more: list[Action] = []
    if state.own.duel:
        roll = do(RollLeap() if state.dice == ON_SCREEN else Gather())
        more.append(Action("roll_leap", t("leistiko.duel"), intent=roll))
        more.append(Action("type_leap", t("leistiko.duel.type")))
    if state.phase == "move" and state.own.variant == "super-push" and not state.draft:
        more.append(Action("swap", t("leistiko.swap"), intent=do(Swap())))
    if state.phase == "move" and state.source == "touch" and state.hint and OFF in state.hint.costs:
        words = t("leistiko.off", n=state.hint.costs[OFF])
        more.append(Action("go off", words, "good", intent=do(Leap(state.hint.start))))
    return (tuple(more),) if more else ()


def _amend(view: TableView, t: TableTexts, state: State, _here: ScreenState) -> TableView:
    if state.own.dark_near:
        readings = tuple(replace(each, board=_dark_near(each.board)) for each in view.readings)
        setup = view.setup and replace(view.setup, board=_dark_near(view.setup.board))
        view = replace(view, board=_dark_near(view.board), readings=readings, setup=setup)
    if view.kind != "now":
        return view
    told = tuple(filter(None, words(t, state, view.words)))
    return replace(view, headline=headline(t, state) or view.headline, words=told, rows=_rows(t, state) or view.rows)


def _dark_near(board: BoardPicture) -> BoardPicture:
    return replace(board, grid=DarkNear(board.grid))


def _mark(moment: Moment[Any]) -> str:
    """Return a side's tone."""
    verdict = moment.verdict
    return tone_of(verdict) if verdict.verdict != "legal" else "good" if verdict.side == "first" else "accent"


LEISTIKO = GameScreen(
    words=WORDS,
    drawing=LeistikoDrawing(),
    tap=_tap,
    things=_things,
    buttons=GameButtons(
        LEISTIKO_STAGES, lambda s: "row" if wants_row(s) and not s.computers_turn else stage(s), _buttons
    ),
    dice=ScreenDice(_dice, _thrown, _to_type, _typed),
    setup=SetupStage(beside="leistiko.other_half"),
    board=_board,
    amend=_amend,
    mark=_mark,
)
