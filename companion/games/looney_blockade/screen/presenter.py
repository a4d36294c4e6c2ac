"""The table screen of Looney Blockade in its own words."""

from collections.abc import Sequence
from dataclasses import replace

from companion.app.games.buttons import GameButtons, ScreenDice, typed
from companion.app.games.deeds import Enter, ForgetHint, Touch
from companion.app.games.presenter import GameScreen, SetupStage, TableView
from companion.app.games.screen_state import ScreenState
from companion.app.games.setting_words import to_put_right
from companion.app.games.state import TableState
from companion.app.games.table import do
from companion.app.games.turn_entry import EntryStep
from companion.app.games.words import GameWords, TableTexts, roll_words
from companion.app.intents import AnyIntent
from companion.app.json_object import JsonObject
from companion.app.texts.texts import Texts
from companion.app.views import BoardPicture, ShownDie
from companion.games.looney_blockade.rules.board import pieces_too_many
from companion.games.looney_blockade.rules.model import SIDES, TOWERS_TO_WIN
from companion.games.looney_blockade.screen.entry import GAME, LooneyScore, hop
from companion.games.looney_blockade.table.drawing import LooneyDrawing
from companion.games.looney_blockade.table.stacks import possible
from companion.texts.language import capital

State = TableState[LooneyScore]
# If both dice show at most this, one colour may have their sum.
LOW = 3


def _tap(state: State, spot: str, here: ScreenState) -> AnyIntent | None:
    """Enter a hop by two taps."""
    asked, here.asked = here.asked, None
    if state.phase != "move":
        return None
    start, hint = here.held(state), state.hint
    if spot == start:
        here.picked = None
        return do(ForgetHint())
    if start is None or (state.source != "touch" and not (hint and spot in hint.refused)):
        here.picked = spot if state.grid.get(spot) else None
        return do(Touch(spot)) if here.picked else None
    if state.source != "touch" or (hint and spot not in hint.costs and asked != spot):
        here.asked = spot
        return None
    here.picked = None
    return do(Enter(hop(start, spot)))


def _put_right(t: TableTexts, place: str, right: str, seen: str) -> str:
    """Return the piece to put on or take off, if that is all."""
    for key, more, less in (("put_on", right, seen), ("take_off", seen, right)):
        if more.startswith(less) and len(more) == len(less) + 2:
            return t.reason(t(f"setting.{key}", cell=place, piece=more[-2:]))
    return to_put_right(t, place, right, seen)


def _moves(t: TableTexts, moves: Sequence[JsonObject]) -> str:
    return t.texts.moves(tuple(moves))


def _steps(_t: TableTexts, steps: Sequence[EntryStep]) -> str:
    return "; ".join(f"{step['from']}–{step['to']}" for step in steps)


def _things(state: State, place: str) -> tuple[str, ...]:
    """Return the stacks that a cell may have, under a camera also with pieces that may have left other cells."""
    offered = possible(state.believed.get(place, ""))
    if state.source != "touch":
        return offered
    elsewhere = tuple(stack for cell, stack in state.believed.items() if cell != place)
    return tuple(stack for stack in offered if not pieces_too_many((*elsewhere, stack)))


def _board(board: BoardPicture, state: State, _here: ScreenState) -> BoardPicture:
    """Return the board, with the winning towers marked once the game is over."""
    if state.phase != "won" or not state.winner:
        return board
    full = [colour for colour in _colours(state.winner) if state.score.towers.get(colour, 0) >= TOWERS_TO_WIN]
    won = [cell for cell, stack in state.grid.items() for colour in full if f"{colour}3{colour}2{colour}1" in stack]
    # Leave out the last turn's arrows: they would cover them.
    return replace(board, frames=dict.fromkeys(won, "good"), arrows=())


def _scores(t: TableTexts, state: State) -> tuple[str, ...]:
    told = ", ".join(f"{t.texts.colour(colour)} {n}" for colour, n in state.score.towers.items())
    return (f"{t('towers')}: {told}",)


def _colours(side: str) -> tuple[str, ...]:
    """Return the colours of a side; the warm ones if there is none."""
    return SIDES["cool" if side == "cool" else "warm"]


def _typed(state: State, dice: Sequence[ShownDie], values: tuple[int, ...]) -> AnyIntent:
    usual = {state.score.looks(colour): colour for colour in state.score.towers}
    return typed(state, [replace(die, colour=usual[die.colour]) for die in dice], values)


def _roll(t: TableTexts, state: State) -> str:
    first, second = _colours(state.side)
    return roll_words(t, state) if state.looked_on else t("say.roll", first=first, second=second)


def _reach(t: TableTexts, state: State, place: str) -> str:
    return capital(t("say.reach", piece=t.texts.piece(state.grid[place][-2:]), cell=place))


def _texts(texts: Texts, state: State) -> Texts:
    return texts.with_colours(state.score.instead) if state.score.instead else texts


def _amend(view: TableView, t: TableTexts, state: State, _here: ScreenState) -> TableView:
    """Return the screen in the colours that the pieces have, with what a low roll allows."""
    roll = state.roll or {}
    low = bool(roll) and max(roll.values()) <= LOW
    if view.kind == "now" and state.phase == "move" and low and not state.diverted and not state.computers_turn:
        view = replace(view, words=(*view.words[:1], t("looney.low", n=sum(roll.values())), *view.words[1:]))
    looks = state.score.looks
    dice = tuple(replace(die, colour=looks(die.colour)) for die in view.dice)
    grid = {cell: looks(stack) for cell, stack in view.board.grid.items()}
    return replace(view, board=replace(view.board, grid=grid), dice=dice)


LOONEY = GameScreen(
    words=GameWords(GAME, _moves, _steps, roll=_roll, reach=_reach, scores=_scores),
    drawing=LooneyDrawing(),
    tap=_tap,
    things=_things,
    buttons=GameButtons(mend="do.capped"),
    dice=ScreenDice(lambda _t, s: tuple(ShownDie(colour, None) for colour in _colours(s.side)), typed=_typed),
    setup=SetupStage(put_right=_put_right),
    board=_board,
    amend=_amend,
    texts=_texts,
)
