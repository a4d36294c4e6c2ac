"""The screen of Blokus 3D in words, offers and a picture of the building."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from companion.app.games.buttons import STAGES
from companion.app.games.deeds import Done, Enter, ForgetHint, Suggest, TakeAtWord, Touch
from companion.app.games.presenter import OfferedReading, TablePresenter, TableView
from companion.app.games.setting_up import SetupSeen
from companion.app.games.state import Moment, TableState
from companion.app.games.table import do
from companion.app.games.turn_entry import EntryStep
from companion.app.games.words import tone_of
from companion.app.intents import AnyIntent
from companion.app.json_object import JsonObject
from companion.app.views import Action, BoardPicture, Tone
from companion.games.blokus3d.rules import LETTERS, limits
from companion.games.blokus3d.rules.model import square_name
from companion.games.blokus3d.rules.structures import STRUCTURES
from companion.games.blokus3d.screen.building import SHAPES, Building, bounds, square_of
from companion.games.blokus3d.screen.deeds import ChoosePiece, Cover, TurnPiece
from companion.games.blokus3d.screen.entry import GAME, BlokusScore, PieceEntry
from companion.games.blokus3d.table.columns import HOLE, possible
from companion.games.blokus3d.table.depth import piece as drawn
from companion.games.blokus3d.table.table import DRAW
from companion.games.blokus3d.table.wording import BlokusWording
from companion.referee.verdict import Verdict

State = TableState[BlokusScore]
# Pieces to choose from in a row.
PER_ROW = 6
# Number of squares shown around those in question.
BESIDE = 1


class BlokusPresenter(TablePresenter[BlokusScore]):
    """Shows the game. A tap on a square asks what the mover may place there; by touch alone, the chosen piece is to
    cover it, or a cube is put there."""

    game = GAME
    may_pass = False
    others = ("structure",)
    stages: ClassVar[Mapping[str, tuple[str, ...]]] = {
        **STAGES,
        "move": ("undo", "rule", "suggest", "turn", "place"),
    }

    def tap(self, state: State, spot: str) -> AnyIntent | None:
        self.asked = None
        if self.moment is not None or state.phase != "move":
            return None
        if state.source == "touch":
            return do(Cover(spot)) if state.own.piece else do(Enter({"on": spot}))
        if spot == self.picked:
            self.picked = None
            return do(ForgetHint())
        self.picked = spot
        return do(Touch(spot))

    def asked_of_setup(self, state: State, seen: SetupSeen) -> tuple[str, tuple[OfferedReading, ...]]:
        """Ask which structure it is, if the mask looks like another one: as it looks, or as was chosen."""
        trouble = seen.trouble
        if self.dragging or trouble is None or trouble.key != "blokus.table.structure":
            return super().asked_of_setup(state, seen)
        count = len(state.score.points)
        offers = []
        for number, what in enumerate(("seen", "chosen")):
            structure = trouble.values[what]
            mask = {square_name(square): highest for square, highest in limits(structure, count).items()}
            board = Building(dict.fromkeys(mask, ""), limits=mask)
            words, share = self._t(f"blokus.structure.{what}"), self._t(f"structure.{structure}")
            intent: AnyIntent | None = do(TakeAtWord()) if what == "chosen" else None
            other = "" if intent else f"structure {structure}"
            offers.append(OfferedReading(number, board, words, share, intent, other))
        return self._t("blokus.structure.ask"), tuple(offers)

    def moves(self, moves: Sequence[JsonObject]) -> str:
        return self._t.reason(BlokusWording().moves(moves)) if moves else ""

    def steps(self, steps: Sequence[EntryStep]) -> str:
        return self._t("blokus.say.cubes", n=len(steps)) if steps else ""

    def things(self, state: State, place: str) -> tuple[str, ...]:
        letters = "".join(LETTERS[player] for player in state.score.points)
        return tuple(thing for thing in possible(state.believed.get(place, ""), letters) if HOLE not in thing)

    def reach(self, state: State, place: str) -> str:
        pieces = ", ".join(state.hint.things) if state.hint else ""
        return self._t("blokus.say.reach", square=place, pieces=pieces)

    def arrow(self, move: JsonObject) -> tuple[str, str] | None:
        return None

    def says(self, what: str, **values: Any) -> str:
        return self._t(f"blokus.say.{what}", **values)

    def verdict_words(self, verdict: Verdict) -> list[str]:
        points: Mapping[str, int] = verdict.more.get("scores", {})
        told = ", ".join(f"{self.name(player)} {n}" for player, n in points.items())
        if "left" in verdict.more:
            told = self._t("blokus.alone.left", n=verdict.more["left"])
        words = super().verdict_words(verdict)
        if verdict.verdict == "won":
            words[0] = self.says("legal", player=self.name(verdict.side or ""), moves=self.moves(verdict.moves))
        return [*words, *([told] if told else [])]

    def winners(self, state: State) -> tuple[str, ...]:
        """Return the winners, including those who share the win."""
        return tuple(state.moments[-1].verdict.more.get("winners") or ()) if state.winner and state.moments else ()

    def scores(self, state: State) -> tuple[str, ...]:
        if state.score.alone:
            return (self._t("blokus.alone.left", n=state.score.pieces_left),)
        told = ", ".join(f"{self.name(player)} {n}" for player, n in state.score.points.items())
        return (self._t("blokus.scores", scores=told), *self._match(state.score))

    def _match(self, score: BlokusScore) -> tuple[str, ...]:
        """Return the match's score, with the points of this game as they are."""
        if not score.games:
            return ()
        told = ", ".join(f"{self.name(player)} {n}" for player, n in score.totals.items())
        return (self._t("blokus.match.so_far", n=score.games, all=len(STRUCTURES), scores=told),)

    def mark(self, moment: Moment[BlokusScore]) -> str:
        """Return a side's colour."""
        verdict = moment.verdict
        return LETTERS[verdict.side or ""] if verdict.verdict == "legal" else tone_of(verdict)

    def view(self, state: State) -> TableView[BlokusScore]:
        view = super().view(state)
        board, mask = view.board, state.score.squares
        if not view.setting:
            view = replace(view, readings=tuple(replace(r, board=_around(r.board, mask)) for r in view.readings))
        # The squares that are built on, and others with cubes.
        grid = {place: thing for place, thing in board.grid.items() if place in mask or thing}
        if view.setting:
            built = Building(grid, view.setting.board.frames, limits=mask)
            return replace(view, board=built, setting=replace(view.setting, board=built))
        placing: PieceEntry = state.own
        if view.moment is not None or state.phase != "move" or not (placing.piece or placing.cells):
            limits = mask if state.phase == "move" and view.moment is None else {}
            return replace(view, board=Building(grid, board.frames, board.badges, board.arrows, limits=limits))
        before = {place: thing for place, thing in state.believed.items() if place in mask or thing}
        frames: dict[str, Tone] = dict.fromkeys(placing.squares, "accent")
        shown = Building(before, frames, ghost=placing.cells, colour=LETTERS[state.side], limits=mask)
        return replace(view, board=shown)

    def _title(self, state: State) -> str:
        if state.winner and state.score.alone:
            left = state.score.pieces_left
            return self._t("blokus.alone.over" if left else "blokus.alone.built", n=left)
        if state.winner == DRAW:
            return self._t("turn.shared", players=", ".join(dict.fromkeys(map(self.name, self.winners(state)))))
        return super()._title(state)

    def _entering(self, state: State) -> bool:
        """Return True if a turn is entered here and nothing more important is shown."""
        told = state.notice or state.fault or state.phase != "move"
        return state.source == "touch" and not told and not self.computers_turn(state)

    def _headline(self, state: State) -> str:
        if not self._entering(state):
            return super()._headline(state)
        placing: PieceEntry = state.own
        if not placing.piece:
            return super()._headline(state) if placing.cells else self._t("blokus.piece")
        return self._t("blokus.place" if placing.cells else "blokus.where", piece=placing.piece)

    def _words(self, state: State) -> list[str]:
        if not self._entering(state):
            return super()._words(state)
        placing: PieceEntry = state.own
        if state.suggestion:
            said = [self.reason(state.suggestion.reason)]
        elif placing.piece and placing.cells:
            said = [self._t("blokus.place.says", n=placing.at + 1, all=placing.ways)]
        elif placing.piece:
            said = [self._t("blokus.where.says")]
        elif placing.cells:
            said = super()._words(state)
        else:
            said = [*super()._words(state)[1:], self._t("blokus.piece.says")]
        out = ", ".join(map(self.name, state.score.out))
        return [*said, *([self._t("blokus.out", players=out)] if out else []), *self.scores(state)]

    def _rows(self, state: State) -> tuple[tuple[Action, ...], ...]:
        """Return a button for each piece that the mover has left."""
        if state.source != "touch" or state.phase != "move" or self.computers_turn(state):
            return ()
        colour, chosen = LETTERS[state.side], state.own.piece

        def button(piece: str) -> Action:
            tone: Tone = "accent" if piece == chosen else "plain"
            choose = do(ChoosePiece(piece))
            return Action(f"choose {piece}", piece, tone, shapes=drawn(SHAPES[piece], colour), intent=choose)

        buttons = [button(piece) for piece in state.score.left[state.side]]
        return tuple(tuple(buttons[i : i + PER_ROW]) for i in range(0, len(buttons), PER_ROW))

    def _buttons(self, state: State) -> dict[str, tuple[Action, ...]]:
        placing: PieceEntry = state.own
        several, turns = placing.ways > 1, bool(placing.cells and placing.piece)
        hint = Action("suggest", self._t("do.hint"), intent=do(Suggest()))
        back = Action("turn_back", self._t("blokus.turn.back"), enabled=several, intent=do(TurnPiece(-1)))
        on = Action("turn_piece", self._t("blokus.turn"), enabled=several, intent=do(TurnPiece()))
        done = Action("done", self._t("blokus.done"), "accent", intent=do(Done()))
        return {
            **super()._buttons(state),
            "suggest": self.follow(state) or ((hint,) if state.hints_on else ()),
            "turn": (back, on) if turns else (),
            "place": (done,) if placing.cells else (),
        }

    def _board(self, state: State) -> BoardPicture:
        board = super()._board(state)
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
