"""Set-ups that are built under a camera: what is seen of them, and what is said."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from companion.app.devices.camera import CameraSource
from companion.app.games.deeds import BeginWatched, GoByTouch, JudgePicture, JudgeTable
from companion.app.games.opening import GameSetup, anew, open_game
from companion.app.games.registry import GAMES
from companion.app.games.setting_up import SetupSeen, SetupWatch
from companion.app.games.state import ShownCamera, TableState
from companion.app.games.under_camera import UnderCamera
from companion.app.texts.texts import Texts
from companion.games.blokus3d.rules.structures import limits
from companion.games.blokus3d.screen.entry import PieceEntry
from companion.games.leistiko_blockade.screen.rows import LeistikoTurn
from companion.games.looney_blockade.rules.setup import initial
from companion.games.looney_blockade.table.table import LooneyTable
from companion.games.pyramid_ball.screen.state import BallTurn
from companion.games.pyramid_ball.table.setup import opposite, turned
from companion.games.pyramid_ball.table.table import PyramidBallTable
from companion.games.reason import because
from companion.referee.entered_look import EnteredLook
from companion.referee.errors import RefereeError, error_reason
from companion.referee.evidence import Evidence
from companion.referee.game import Game
from companion.referee.table import AnyTable
from companion.referee.tables import open_table
from companion.referee.verdict import Verdict
from tests.games.looney_blockade.screen.games import new_game
from vision.errors import VisionError
from vision.geometry.board_view import BoardView
from vision.geometry.camera import Camera
from vision.geometry.grid import FIELD
from vision.geometry.half_board import PlacedHalfBoard
from vision.image import Image

OWN = {"pyramid-ball": BallTurn(), "leistiko-blockade": LeistikoTurn(), "blokus3d": PieceEntry()}
PICTURE: Image = np.full((60, 80, 3), 128, np.uint8)
HALF = np.array([[0.0, 50.0], [30.0, 50.0], [30.0, 5.0], [0.0, 5.0]])
CORNERS = ((0.1, 0.9), (0.9, 0.9), (0.9, 0.1), (0.1, 0.1))


class Seen:
    """A tracker of a table that stands as it is told."""

    def __init__(self, table: AnyTable, grid: Mapping[str, str], hidden: frozenset[str] = frozenset()) -> None:
        self._table, self._grid, self._hidden = table, grid, hidden

    def look(self, _image: Image) -> Any:
        look: Any = EnteredLook(self._table, self._grid)
        look.hidden = self._hidden
        return look

    def weighed(self, look: Any) -> None:
        pass

    def learn(self, look: Any, grid: Mapping[str, str]) -> None:
        pass


class Source:
    """As much of a camera as a set-up needs."""

    does, phone = "sees", ""

    def __init__(self, corners: Sequence[tuple[float, float]] | None = None) -> None:
        self.corners = corners
        self.mark: Callable[[Image], Image] = lambda image: image

    def seek(self) -> None:
        pass

    def set_corners(self, corners: Sequence[tuple[float, float]] | None) -> None:
        self.corners = corners


def state(game: str, seen: SetupSeen, does: str = "sees") -> TableState[Any]:
    ui = GAMES[game]
    entry = ui.entry(ui.options({}, {}))
    grid = dict(seen.wanted) or dict(entry.start())
    camera = ShownCamera(does, setup=seen)
    return TableState(
        grid, grid, "setup", ui.sides[0], entry.score(None), source="camera", camera=camera, own=OWN.get(game)
    )


def looked(table: AnyTable, grid: Mapping[str, str], source: Source | None = None) -> SetupSeen:
    source = source or Source()
    game = Game(table, lambda _image: Seen(table, grid))
    return SetupWatch(game, source).look(PICTURE)  # type: ignore[arg-type]


def test_a_set_up_that_is_right_can_be_begun_by_a_tap_alone() -> None:
    seen = looked(LooneyTable(), initial().grid)
    assert seen.right and not replace(seen, unseen=("c3",)).right
    view = GAMES["looney-blockade"].presenter(Texts("en")).view(state("looney-blockade", seen))
    (begin,) = view.actions
    assert view.tone == "good" and begin.name == "begin" and begin.enabled


# Black against clear, an orange ball.
BALL_GRID = {"f3": "K1", "d4": "K2O1", "b3": "K3", "f6": "C1", "d5": "C2", "b6": "C3"}


def under_camera(grid: Mapping[str, str], hidden: frozenset[str]) -> UnderCamera:
    """Over a set-up of Pyramid Ball that stands so, some of whose squares are not seen."""
    table = PyramidBallTable({})
    game = Game(table, lambda _image: Seen(table, grid, hidden))
    pictures = SimpleNamespace(show=lambda _image: None, reading=False)
    played = SimpleNamespace(game=game, board=table, session=game.session, touched=False, start=None, pictures=pictures)
    found = UnderCamera(played, Source())  # type: ignore[arg-type]
    assert [*found.answer(JudgePicture(PICTURE))] == []
    return found


def seen_by(under: UnderCamera) -> SetupSeen:
    shown = under.add_to_state(state("pyramid-ball", SetupSeen())).camera
    assert shown and shown.setup
    return shown.setup


def test_what_is_not_seen_of_a_set_up_is_asked_for_and_stands_by_the_players_word() -> None:
    """Nothing could be begun but a game by hand, in colours that were not on the table."""
    under = under_camera(BALL_GRID, frozenset({"b3", "b6"}))
    seen = seen_by(under)
    assert not seen.right and seen.by_word and {*seen.unseen} == {"b3", "b6"}
    view = GAMES["pyramid-ball"].presenter(Texts("en")).view(state("pyramid-ball", seen))
    (begin,) = view.actions
    assert begin.enabled and begin.label == "It stands as drawn" and view.tone == "warn"
    assert "b3 and b6" in view.words[0] and "Does all of it stand there" in view.words[1]
    for deed in (BeginWatched(), GoByTouch()):
        assert [type(answer) for answer in under.answer(deed)] == [JudgePicture]


def test_a_set_up_begun_by_hand_has_the_colours_that_the_camera_saw() -> None:
    under = under_camera({**BALL_GRID, "b3": "", "a3": "K3"}, frozenset())
    assert seen_by(under).faults and not seen_by(under).by_word
    assert [*under.answer(BeginWatched())] == [BeginWatched()], "refused further on"
    (judged,) = under.answer(GoByTouch())
    assert isinstance(judged, JudgeTable)
    assert {place: thing for place, thing in judged.grid.items() if thing} == BALL_GRID


def test_what_is_to_be_done_is_said_place_by_place() -> None:
    usual = initial().grid
    assert (usual["b1"], usual["d1"]) == ("G3G1", "G3G1")
    grid = {**usual, "b1": "G3", "d1": "G3G1R1"}
    seen = looked(LooneyTable(), grid)
    assert seen.faults is not None and set(seen.faults) == {"b1", "d1"}
    view = GAMES["looney-blockade"].presenter(Texts("en")).view(state("looney-blockade", seen))
    assert view.words[:2] == ("b1: put a small green on it.", "d1: take the small red off.")
    assert view.setup and view.setup.board.frames["b1"] == view.setup.board.frames["d1"] == "bad"
    assert not view.actions[0].enabled


def test_eight_wrong_cells_are_none_of_them_green() -> None:
    """Four that lack their small, and four on which two lie."""
    grid = dict(initial().grid)
    for place in ("b2", "c2", "d2", "b4"):
        grid[place] = grid[place][:2]
    for place in ("d1", "a2", "e2", "d4"):
        grid[place] += grid[place][2:]
    seen = looked(LooneyTable(), grid)
    view = GAMES["looney-blockade"].presenter(Texts("en")).view(state("looney-blockade", seen))
    assert view.setup
    wrong = [place for place, stack in initial().grid.items() if grid[place] != stack]
    assert len(wrong) == 8 and "good" not in {view.setup.board.frames[place] for place in wrong}
    assert all(view.setup.board.frames[place] == "good" for place in grid if place not in wrong)


@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_page_is_never_without_the_set_up_and_a_way_on(game: str, language: str) -> None:
    for seen in (SetupSeen(), SetupSeen(trouble=error_reason(VisionError("vision.camera.none")))):
        for does in ("opening", "sees", "moving", "reading", "frozen", "away"):
            view = GAMES[game].presenter(Texts(language)).view(state(game, seen, does))
            assert view.setup is not None and view.headline and any(view.words)
            assert view.setup.board.grid
            assert {"drag corners", "other camera", "by touch"} <= {action.name for row in view.rows for action in row}


def test_corners_of_another_place_are_forgotten_where_the_board_is_found_without_them() -> None:
    table = LooneyTable()
    source = Source(CORNERS)

    def open_tracker(_image: Image) -> Any:
        if source.corners:
            raise VisionError("vision.camera.none")
        return Seen(table, initial().grid)

    setup = SetupWatch(Game(table, open_tracker), source)  # type: ignore[arg-type]
    assert setup.look(PICTURE).right and source.corners is None


def test_corners_that_were_shown_stay_where_nothing_is_found_without_them_either() -> None:
    source = Source(CORNERS)

    def open_tracker(_image: Image) -> Any:
        raise VisionError("vision.camera.none")

    seen = SetupWatch(Game(LooneyTable(), open_tracker), source).look(PICTURE)  # type: ignore[arg-type]
    assert seen.trouble and source.corners == CORNERS


def test_of_two_halves_the_other_one_is_taken_at_a_tap() -> None:
    left, right = (PlacedHalfBoard(HALF + np.array([x, 0.0]), PICTURE.shape[1::-1]) for x in (4, 44))
    source, table = Source(), open_table("leistiko-blockade", {})
    grid = dict(GAMES["leistiko-blockade"].entry({}).start())

    class Halves(Seen):
        view = left

        def beside(self, _image: Image) -> PlacedHalfBoard:
            return right

    setup = SetupWatch(Game(table, lambda _image: Halves(table, grid)), source)  # type: ignore[arg-type]
    seen = setup.look(PICTURE)
    view = GAMES["leistiko-blockade"].presenter(Texts("en")).view(state("leistiko-blockade", seen))
    assert "Other half" in {action.label for row in view.rows for action in row}
    setup.take_beside()
    assert source.corners is not None
    np.testing.assert_allclose(source.corners, (HALF + np.array([44.0, 0.0])) / PICTURE.shape[1::-1], atol=1e-3)


def test_a_board_that_lies_the_other_way_round_is_noticed() -> None:
    table = PyramidBallTable({"mode": "basic"})
    usual = dict(GAMES["pyramid-ball"].entry({"mode": "basic"}).start())
    right = Evidence.of(EnteredLook(table, usual), table.places)
    other = Evidence.of(EnteredLook(table, {opposite(place): thing for place, thing in usual.items()}), table.places)
    assert turned(right) < -3.5 and turned(other) > 3.5


def test_a_board_that_lies_the_other_way_round_is_turned_though_nothing_stands_where_it_belongs() -> None:
    """The large pyramids are where the smalls should be, and the other way round: no pyramid bears the set-up out."""
    table, source = PyramidBallTable({"mode": "basic"}), Source()
    usual = dict(GAMES["pyramid-ball"].entry({"mode": "basic"}).start())
    other = {opposite(place): thing for place, thing in usual.items()}

    class Board(Seen):
        view = BoardView(Camera.guess((80, 60)), (2.2, 0.0, 0.0), (-100.0, 130.0, 500.0), grid=FIELD)

    def open_tracker(_image: Image) -> Any:
        return Board(table, usual if source.corners else other)

    source.turn_board = source.set_corners  # type: ignore[attr-defined]
    setup = SetupWatch(Game(table, open_tracker), source)  # type: ignore[arg-type]
    assert setup.look(PICTURE).trouble is None and source.corners


def test_who_has_the_ball_is_asked_by_two_pictures_where_it_is_open() -> None:
    seen = SetupSeen(True, {}, turned=0.0)
    assert seen.asked and not seen.right
    view = GAMES["pyramid-ball"].presenter(Texts("en")).view(state("pyramid-ball", seen))
    assert [reading.board.grid["d4"] == reading.board.grid["d5"] for reading in view.readings] == [False, False]
    # Both show the board as the camera sees it; only the ball lies elsewhere.
    assert [(grid["d4"], grid["d5"]) for grid in (each.board.grid for each in view.readings)] == [
        ("R2K1", "B2"),
        ("R2", "B2K1"),
    ]
    assert [reading.words for reading in view.readings] == ["The red medium", "The blue medium"]
    assert not view.actions[0].enabled


def corner_mask(table: AnyTable, corner: int = 100, tower: int = 75) -> Evidence:
    """An empty turntable on which so many squares agree with the masks of the corner and of the tower."""
    agreeing = {"tower": tower, "corner": corner, "steps": 81, "pyramid": 83}
    return Evidence(EnteredLook(table, {}), False, frozenset(), table.places, beside={"structures": agreeing})


def test_nothing_is_said_of_programs_that_nobody_has_laid_yet() -> None:
    few = because("ball.table.array.size", n=2, size="M")
    notes = (because("ball.table.array.sizes", "PB-program", side="first", counted=(few,)),)
    seen = SetupSeen(True, {}, notes=notes, sure=0.99)
    view = GAMES["pyramid-ball"].presenter(Texts("en")).view(state("pyramid-ball", seen))
    assert view.tone == "good" and "three" not in " ".join(view.words)


@pytest.mark.parametrize("language", ["en", "de"])
def test_which_structure_it_is_is_asked_by_a_picture_of_each(language: str) -> None:
    table = open_table("blokus3d", {"structure": "tower", "players": 2})
    with pytest.raises(RefereeError) as refused:
        table.check_setup(corner_mask(table))
    trouble = refused.value.reason
    assert (trouble.key, trouble.values["seen"]) == ("blokus.table.structure", "corner")
    view = GAMES["blokus3d"].presenter(Texts(language)).view(state("blokus3d", SetupSeen(True, trouble=trouble)))
    assert view.tone == "warn" and "other structure" in {action.name for row in view.rows for action in row}
    assert len(view.readings) == 4 and all(bool(each.other) != bool(each.intent) for each in view.readings)
    assert [each.other or "structure tower" for each in view.readings] == [
        f"structure {name}" for name in ("corner", "pyramid", "steps", "tower")
    ]
    seen, (chosen,) = view.readings[0], [each for each in view.readings if each.intent]
    assert seen.other == "structure corner"
    assert (len(seen.board.grid), len(chosen.board.grid)) == (len(limits("corner", 2)), len(limits("tower", 2)))
    assert seen.share == Texts(language)("structure.corner") and view.advice


@pytest.mark.parametrize(("corner", "tower"), [(90, 69), (100, 90)])
def test_a_structure_is_refused_only_where_another_is_clearly_seen(corner: int, tower: int) -> None:
    table = open_table("blokus3d", {"structure": "tower", "players": 2})
    assert not table.check_setup(corner_mask(table, corner, tower)).faulty


def test_a_structure_is_taken_at_the_players_word() -> None:
    table = open_table("blokus3d", {"structure": "tower", "players": 2})
    table.take_at_word()
    assert not table.check_setup(corner_mask(table)).faulty


@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_board_that_is_lost_in_a_game_is_told_with_a_way_on(game: str, language: str) -> None:
    shown = state(game, SetupSeen())
    why = error_reason(VisionError("vision.half_board.none"))
    verdict = Verdict(1.0, "1.jpg", "unsure", dict(shown.grid), 0.0, reason=why, side=shown.side, commitment={})
    for phase in ("roll", "move"):
        now = replace(shown, phase=phase, verdict=verdict, camera=ShownCamera("sees"))
        view = GAMES[game].presenter(Texts(language)).view(now)
        assert view.tone == "warn" and view.headline == Texts(language)("head.blind")
        assert {"drag corners", "by touch"} <= {action.name for action in view.actions}


ROUND = [[0.1, 0.9], [0.9, 0.9], [0.9, 0.1], [0.1, 0.1]]


@pytest.mark.parametrize(
    ("game", "changed"), [("pyramid-ball", {"corners": ROUND}), ("blokus3d", {"said": "structure"})]
)
def test_a_game_begun_anew_is_as_the_players_say(game: str, changed: dict[str, Any], tmp_path: Path) -> None:
    folder = new_game(
        GameSetup(game=game, source="camera", camera="1", more={"structure": "tower", "count": 2}), tmp_path
    )
    table = open_game(new_game(anew(folder, **changed), tmp_path / "anew"))
    try:
        if game == "blokus3d":
            assert not table.board.check_setup(corner_mask(table.board)).faulty
        else:
            assert isinstance(table.source, CameraSource) and table.source.corners == tuple(map(tuple, ROUND))
    finally:
        table.close()
