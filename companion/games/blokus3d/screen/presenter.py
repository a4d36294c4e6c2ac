"""The screen of Blokus 3D in words, offers and a picture of the building."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.app.games.buttons import STAGES, GameButtons, Row, hints
from companion.app.games.deeds import Done, Enter, ForgetHint, TakeAtWord, Touch
from companion.app.games.presenter import GameScreen, OfferedReading, SetupStage, TableView
from companion.app.games.screen_state import ScreenState
from companion.app.games.setting_up import SetupSeen
from companion.app.games.state import Moment, TableState
from companion.app.games.table import do
from companion.app.games.turn_entry import EntryStep
from companion.app.games.words import GameWords, TableTexts, title, tone_of, verdict_words
from companion.app.intents import AnyIntent
from companion.app.json_object import JsonObject
from companion.app.views import Action, BoardPicture, Tone
from companion.games.blokus3d.rules.model import LETTERS, square_name
from companion.games.blokus3d.rules.structures import STRUCTURES, limits
from companion.games.blokus3d.screen.building import SHAPES, Building, bounds, square_of
from companion.games.blokus3d.screen.deeds import ChoosePiece, Cover, TurnPiece
from companion.games.blokus3d.screen.entry import GAME, BlokusScore, PieceEntry
from companion.games.blokus3d.table.columns import HOLE, possible
from companion.games.blokus3d.table.depth import piece as drawn
from companion.games.blokus3d.table.drawing import BlokusDrawing
from companion.games.blokus3d.table.table import DRAW
from companion.games.blokus3d.table.wording import BlokusWording
from companion.referee.verdict import Verdict

State = TableState[BlokusScore]
# Pieces to choose from in a row.
PER_ROW = 6
# Number of squares shown around those in question.
BESIDE = 1


def _tap(state: State, spot: str, here: ScreenState) -> AnyIntent | None:
    """Ask what the mover may place on a square; by touch alone, the chosen piece is to cover it, or a cube is put
    there."""
    here.asked = None
    if state.phase != "move":
        return None
    if state.source == "touch":
        return do(Cover(spot)) if state.own.piece else do(Enter({"on": spot}))
    if spot == here.picked:
        here.picked = None
        return do(ForgetHint())
    here.picked = spot
    return do(Touch(spot))


def _asked(
    t: TableTexts, state: State, seen: SetupSeen, _board: BoardPicture
) -> tuple[str, tuple[OfferedReading, ...]]:
    """Ask which structure it is, if the mask looks like another one than was chosen, likeliest first."""
    trouble = seen.trouble
    if trouble is None or trouble.key != "blokus.table.structure":
        return "", ()
    offers = []
    ranked = trouble.values["ranked"]
    assert isinstance(ranked, Sequence)
    for number, structure in enumerate((*ranked, *(name for name in STRUCTURES if name not in ranked))):
        mask = {square_name(square): high for square, high in limits(structure, len(state.score.points)).items()}
        board = Building(dict.fromkeys(mask, ""), limits=mask)
        chosen = structure == trouble.values["chosen"]
        what = "chosen" if chosen else "seen" if not number else ""
        words = t(f"blokus.structure.{what}") if what else ""
        intent, other = (do(TakeAtWord()), "") if chosen else (None, f"structure {structure}")
        offers.append(OfferedReading(number, board, words, t(f"structure.{structure}"), intent, other))
    return t("blokus.structure.ask"), tuple(offers)


def _moves(t: TableTexts, moves: Sequence[JsonObject]) -> str:
    return t.reason(BlokusWording().moves(moves)) if moves else ""


def _steps(t: TableTexts, steps: Sequence[EntryStep]) -> str:
    return t("blokus.say.cubes", n=len(steps)) if steps else ""


def _things(state: State, place: str) -> tuple[str, ...]:
    letters = "".join(LETTERS[player] for player in state.score.points)
    return tuple(thing for thing in possible(state.believed.get(place, ""), letters) if HOLE not in thing)


def _reach(t: TableTexts, state: State, place: str) -> str:
    return t("blokus.say.reach", square=place, pieces=", ".join(state.hint.things) if state.hint else "")


def _verdict(t: TableTexts, verdict: Verdict) -> list[str]:
    """Return what a verdict says, and the points after it; at the end those are told by themselves."""
    told = _points(t, verdict.more.get("scores", {}))
    if "left" in verdict.more:
        told = t("blokus.alone.left", n=verdict.more["left"])
    return [*verdict_words(t, verdict), *([told] if told and verdict.verdict != "won" else [])]


def _points(t: TableTexts, points: Mapping[str, int]) -> str:
    """``Ada 7, Bert 2``, with a minus sign, no hyphen, before what is less than nothing."""
    told = ((t.name(player), str(n).replace("-", "\N{MINUS SIGN}")) for player, n in points.items())
    return ", ".join(map(" ".join, told))


def _winners(state: State) -> tuple[str, ...]:
    """Return the winners, including those who share the win."""
    return tuple(state.moments[-1].verdict.more.get("winners") or ()) if state.winner and state.moments else ()


def _scores(t: TableTexts, state: State) -> tuple[str, ...]:
    if state.score.alone:
        return (t("blokus.alone.left", n=state.score.pieces_left),)
    return (t("blokus.scores", scores=_points(t, state.score.points)), *_match(t, state.score))


def _match(t: TableTexts, score: BlokusScore) -> tuple[str, ...]:
    """Return the match's score, with the points of this game as they are."""
    if not score.games:
        return ()
    told = _points(t, score.totals)
    return (t("blokus.match.so_far", n=score.games, all=len(STRUCTURES), scores=told),)


def _title(t: TableTexts, state: State) -> str:
    if state.winner and state.score.alone:
        left = state.score.pieces_left
        return t("blokus.alone.over" if left else "blokus.alone.built", n=left)
    if state.winner == DRAW:
        return t("turn.shared", players=", ".join(dict.fromkeys(map(t.name, _winners(state)))))
    return title(t, state)


def _mark(moment: Moment[Any]) -> str:
    """Return a side's colour."""
    verdict = moment.verdict
    return LETTERS[verdict.side or ""] if verdict.verdict == "legal" else tone_of(verdict)


def _amend(view: TableView, t: TableTexts, state: State, _here: ScreenState) -> TableView:
    mask = state.score.squares
    if view.kind == "now" and _entering(state):
        view = replace(view, headline=_headline(t, state) or view.headline, words=_words(t, state, view.words))
    if view.kind == "now":
        view = replace(view, rows=_rows(t, state) or view.rows)
    if view.setup:
        built = Building(_built(view.board.grid, mask), view.setup.board.frames, limits=mask)
        return replace(view, board=built, setup=replace(view.setup, board=built))
    readings = tuple(replace(each, board=_around(each.board, mask)) for each in view.readings)
    return replace(view, board=_building(view, state), readings=readings)


def _building(view: TableView, state: State) -> Building:
    placing: PieceEntry = state.own
    mask = state.score.squares
    moving = view.kind != "past" and state.phase == "move"
    if moving and (placing.piece or placing.cells):
        frames: dict[str, Tone] = dict.fromkeys(placing.squares, "accent")
        before = _built(state.believed, mask)
        return Building(before, frames, ghost=placing.cells, colour=LETTERS[state.side], limits=mask)
    board = view.board
    grid, limits = _built(board.grid, mask), mask if moving else {}
    return Building(grid, board.frames, board.badges, board.arrows, limits=limits)


def _built(grid: Mapping[str, str], mask: Mapping[str, int]) -> dict[str, str]:
    """Return the squares that are built on, and others with cubes."""
    return {place: thing for place, thing in grid.items() if place in mask or thing}


def _entering(state: State) -> bool:
    """Return True if a turn is entered here and nothing more important is shown."""
    told = state.notice or state.fault or state.phase != "move"
    return state.source == "touch" and not told and not state.computers_turn


def _headline(t: TableTexts, state: State) -> str:
    placing: PieceEntry = state.own
    if not placing.piece:
        return "" if placing.cells else t("blokus.piece")
    return t("blokus.place" if placing.cells else "blokus.where", piece=placing.piece)


def _words(t: TableTexts, state: State, said: Sequence[str]) -> tuple[str, ...]:
    """Return the sentences while a turn is entered. `said`: those of any game."""
    placing: PieceEntry = state.own
    if state.suggestion:
        told = [t.reason(state.suggestion.reason)]
    elif placing.piece and placing.cells:
        told = [t("blokus.place.says" if placing.ways > 1 else "blokus.place.only", n=placing.at + 1, all=placing.ways)]
    elif placing.piece:
        told = [t("blokus.where.says")]
    else:
        told = [*said] if placing.cells else [*said[1:], t("blokus.piece.says")]
    out = ", ".join(map(t.name, state.score.out))
    return (*told, *([t("blokus.out", players=out)] if out else []), *_scores(t, state))


def _rows(t: TableTexts, state: State) -> tuple[Row, ...]:
    """Return a button for each piece that the mover has left."""
    if state.source != "touch" or state.phase != "move" or state.computers_turn:
        return ()
    colour, chosen = LETTERS[state.side], state.own.piece

    def button(piece: str) -> Action:
        tone: Tone = "mark" if piece == chosen else "plain"
        choose = do(ChoosePiece(piece))
        return Action(f"choose {piece}", piece, tone, shapes=drawn(SHAPES[piece], colour), intent=choose)

    buttons = [button(piece) for piece in state.score.left[state.side]]
    return tuple(tuple(buttons[i : i + PER_ROW]) for i in range(0, len(buttons), PER_ROW))


def _buttons(t: TableTexts, state: State, _here: ScreenState) -> dict[str, Row]:
    placing: PieceEntry = state.own
    several, turns = placing.ways > 1, bool(placing.cells and placing.piece)
    back = Action("turn_back", t("blokus.turn.back"), enabled=several, intent=do(TurnPiece(-1)))
    on = Action("turn_piece", t("blokus.turn"), enabled=several, intent=do(TurnPiece()))
    done = Action("done", t("blokus.done"), "accent", intent=do(Done()))
    return {
        "suggest": hints(t, state),
        "turn": (back, on) if turns else (),
        "place": (done,) if placing.cells else (),
    }


def _board(board: BoardPicture, state: State, _here: ScreenState) -> BoardPicture:
    moves = state.suggestion.moves if state.suggestion else ()
    if not moves and state.phase in ("move", "won") and not state.hint and state.moments:
        moves = state.moments[-1].verdict.moves
    tone: Tone = "accent" if state.suggestion else "mark"
    if state.phase == "won" and state.winner and state.winner in LETTERS:
        seen = [place for place, column in board.grid.items() if column[-1:] == LETTERS[state.winner]]
        return replace(board, frames=dict.fromkeys(seen, "good"))
    squares = [f"{x},{y}" for move in moves for x, y, _ in move["cells"]]
    return replace(board, frames={**dict.fromkeys(squares, tone), **board.frames})


def _around(board: BoardPicture, mask: Mapping[str, int]) -> BoardPicture:
    """Return the squares that are built on, and others with cubes, around those in question."""
    grid = {place: thing for place, thing in board.grid.items() if place in mask or thing or place in board.focus}
    if not board.focus:
        return replace(board, grid=grid)
    left, right, front, back = bounds(board.focus)
    near = {
        place: thing
        for place, thing in grid.items()
        for x, y in (square_of(place),)
        if left - BESIDE <= x <= right + BESIDE and front - BESIDE <= y <= back + BESIDE
    }
    return replace(board, grid=near)


BLOKUS = GameScreen(
    words=GameWords(
        GAME,
        _moves,
        _steps,
        title=_title,
        verdict=_verdict,
        reach=_reach,
        scores=_scores,
        winners=_winners,
    ),
    drawing=BlokusDrawing(),
    tap=_tap,
    things=_things,
    buttons=GameButtons({**STAGES, "move": ("undo", "rule", "suggest", "turn", "place")}, own=_buttons, may_pass=False),
    setup=SetupStage(others=("structure",), asked=_asked),
    board=_board,
    amend=_amend,
    mark=_mark,
)
