"""The programming interface keeps its promises: pictures of every kind, typed results, errors that are sentences."""

import os
import pickle
import re
import subprocess
import sys
import tty
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion import api
from companion.api import ApiError, DiceError, PictureError, Referee, RequestError, examples
from companion.games.registry import ENGINES

LEVEL0 = Path(__file__).parents[1] / "firmware" / "level0" / "level0_tower.py"
SET_UP = examples() / "demo_game" / "000.jpg"
# Two white dice, as most people have; one roll with a die that was not read.
TWO_WHITE_DICE = """
import sys
sys.path.insert(0, {folder!r})
import level0_tower
class Pocket:
    rolls = ["W5,W3", "W2,W?"]
    def thrown(self):
        return self.rolls.pop(0) if self.rolls else ""
level0_tower.serve(level0_tower.Level0Tower(uid="E661A4D1", colours="W"), Pocket())
"""


CROSSED = [(394, 662), (563, 310), (791, 478), (300, 420)]


def frame() -> api.AnyPicture:
    return np.asarray(cv2.imdecode(np.fromfile(SET_UP, np.uint8), cv2.IMREAD_COLOR), np.uint8)


@pytest.fixture
def tower(tmp_path: Path) -> Iterator[str]:
    """The port of a tower with two white dice."""
    master, slave = os.openpty()
    tty.setraw(slave)
    program = tmp_path / "tower.py"
    program.write_text(TWO_WHITE_DICE.format(folder=str(LEVEL0.parent)))
    running = subprocess.Popen([sys.executable, str(program)], stdin=master, stdout=master)
    try:
        yield os.ttyname(slave)
    finally:
        running.kill()
        running.wait()
        os.close(master)
        os.close(slave)


@pytest.mark.parametrize("picture", [str(SET_UP), SET_UP, frame()], ids=["text", "path", "frame"])
def test_a_picture_may_be_a_name_a_path_or_a_frame(picture: api.AnyPicture) -> None:
    board = api.read_board(picture, "volcano")
    assert board.places["c3"].holds == "C3"
    assert board.places["c3"].visible
    assert 0.9 < board.places["c3"].confidence <= 1
    assert set(board.corners) == {"a1", "e1", "e5", "a5"}
    assert board.to_json()["kind"] == "volcano"
    assert board.overlay().shape == (720, 960, 3)
    turned = {place: board.corners[place] for place in ("e5", "a5", "a1", "e1")}
    again = api.read_board(picture, corners=turned)
    assert {place: it.holds for place, it in again.places.items()} == {
        place: it.holds for place, it in board.places.items()
    }


def test_a_board_has_the_name_of_its_game_as_well() -> None:
    assert api.read_board(SET_UP, "looney-blockade").kind == "volcano"
    assert "volcano" in api.boards()


def test_dice_are_typed() -> None:
    dice = api.read_dice(examples() / "dice.jpg")
    assert {(die.colour, die.value) for die in dice} == {("yellow", 5), ("red", 3)}
    assert all(die.at and 0 < die.confidence <= 1 for die in dice)
    assert dice[0].to_json()["value"] == dice[0].value


WRONG: list[tuple[type[ApiError], Callable[[], object], str]] = [
    (RequestError, lambda: api.read_board(SET_UP, "volkano"), "volcano, backgammon"),
    (RequestError, lambda: api.read_board(SET_UP, "volcano", strukture="tower"), "takes no options"),
    (RequestError, lambda: api.read_board(SET_UP, "blokus3d", strukture="tower"), "structure and players"),
    (RequestError, lambda: api.read_board(SET_UP, "blokus3d", structure="towr"), "tower, corner"),
    (PictureError, lambda: api.read_board("no such picture.jpg"), "there is no picture"),
    (PictureError, lambda: api.read_board(np.zeros((200, 200), np.uint8)), "200 x 200 of uint8 is no picture"),
    (PictureError, lambda: api.read_board(np.zeros((20, 20, 3))), "of float64 is no picture"),
    (PictureError, lambda: api.read_board((True, frame())), "array as OpenCV gives it"),  # type: ignore[arg-type]
    (PictureError, lambda: api.read_dice(np.zeros((200, 200, 3), np.uint8)), "too dark"),
    (RequestError, lambda: api.read_board(SET_UP, ""), "volcano, backgammon"),
    (RequestError, lambda: Referee(""), "looney-blockade, leistiko-blockade"),
    (RequestError, lambda: api.read_board(SET_UP, a1=(1,)), "is no corner"),  # type: ignore[arg-type]
    (RequestError, lambda: api.read_board(SET_UP, corners=[(1, 2)]), "are no corners"),
    (RequestError, lambda: api.read_dice(SET_UP, 5.5), "no number of dice"),  # type: ignore[arg-type]
    (RequestError, lambda: next(api.rolls(None)), "is no device"),  # type: ignore[arg-type]
    (RequestError, lambda: next(api.rolls("auto", patience="5")), "no patience"),  # type: ignore[arg-type]
    (RequestError, lambda: next(api.rolls("auto", notice=5)), "cannot be called"),  # type: ignore[arg-type]
    (RequestError, lambda: next(api.rolls("auto", "/none/there/rolls.jsonl")), "cannot be stored"),
    (RequestError, lambda: next(api.rolls("auto", "/")), "cannot be stored"),
    (RequestError, lambda: next(api.referee(None)), "is no path"),  # type: ignore[arg-type]
    (RequestError, lambda: api.ask("looney-blockade", "initial", gird={}), "Did you mean grid"),
    (RequestError, lambda: api.ask("looney-blockade", "hint", budgt=5), "Did you mean budget?"),
    *(
        (PictureError, lambda thin=thin: api.read_board(np.full((*thin, 3), 99, np.uint8)), "too small to see a board")
        for thin in ((2, 3000), (9000, 2), (9, 9000))
    ),
    (PictureError, lambda: Referee().watch(np.zeros((9000, 2, 3), np.uint8)), "too small to see a board"),
    *(
        (RequestError, lambda at=at: Referee().watch(SET_UP, at=at), "is no time")
        for at in ("x", [1], True, float("nan"))
    ),
    *(
        (PictureError, lambda board=board: api.read_board(SET_UP, board, corners=CROSSED), "are not in order")
        for board in api.boards()
    ),
    (RequestError, lambda: Referee(a1=5), "is no corner"),  # type: ignore[arg-type]
    (RequestError, lambda: Referee(a1=(1, 2, 3)), "is no corner"),  # type: ignore[arg-type]
    (RequestError, lambda: Referee("blokus3d").declare("roll", [5]), "nothing is declared"),
    (PictureError, lambda: api.read_board(np.zeros((200, 200, 3), np.uint8)), "too dark"),
    (PictureError, lambda: api.read_dice("no such picture.jpg"), "there is no picture"),
    (RequestError, lambda: api.ask("looney-blockade", "fly"), "none of initial"),
    (RequestError, lambda: api.ask("chess", "initial"), "none of looney-blockade"),
    (RequestError, lambda: api.ask("looney-blockade", "moves"), "position is missing"),
    (DiceError, lambda: next(api.rolls("/dev/no-such-port")), "there is no port"),
    (DiceError, lambda: next(api.rolls("typed")), "there is no port typed"),
    (DiceError, lambda: next(api.rolls("virtual")), "throw=True"),
    (DiceError, lambda: next(api.rolls("simulated")), "throw=True"),
    (DiceError, lambda: next(api.rolls("auto", patience=0.1)), "no tower answers"),
    (RequestError, lambda: next(api.referee("no such folder")), "no recording"),
    (RequestError, lambda: Referee("chess"), "no referee"),
    (RequestError, lambda: Referee(options={"BK-99": "a"}), "no option"),
    *(
        (RequestError, lambda game=game, odd=odd: api.ask(game, "initial", options=odd), "option")
        for game in ENGINES
        for odd in ({"x": 1}, 5, "nonsense")
    ),
    (RequestError, lambda: Referee().declare("roll", {"B": 9}), "correct the roll"),
    (RequestError, lambda: Referee().correct({"undo": True}), "nothing to undo"),
    (PictureError, lambda: api.read_board(None), "null is no picture"),  # type: ignore[arg-type]
    (PictureError, lambda: Referee().watch(None), "gives None"),  # type: ignore[arg-type]
    (RequestError, lambda: Referee(options=5), "another form"),  # type: ignore[arg-type]
    (RequestError, lambda: Referee("looney-blockade", "x"), "another form"),  # type: ignore[arg-type]
    (RequestError, lambda: Referee().declare("row", 3), "roll can"),
    (RequestError, lambda: Referee().declare("nonsense", 3), "roll can"),
    (RequestError, lambda: Referee().declare("roll", [4, 5]), "another form"),
    (RequestError, lambda: Referee().declare("roll", None), "another form"),
    (RequestError, lambda: Referee().correct(None), "another form"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("kind", "wrong", "words"), WRONG, ids=[words for _, _, words in WRONG])
def test_what_cannot_be_used_raises_a_sentence(kind: type[ApiError], wrong: Callable[[], object], words: str) -> None:
    with pytest.raises(kind) as raised:
        wrong()
    assert words in str(raised.value)
    assert raised.value.key not in str(raised.value)
    again = pickle.loads(pickle.dumps(raised.value))
    assert (type(again), str(again), again.key) == (kind, str(raised.value), raised.value.key)


def test_an_illegal_turn_is_an_answer() -> None:
    position = api.ask("looney-blockade", "initial")["position"]
    move = {"from": "a1", "to": "a2"}
    answer = api.ask("looney-blockade", "apply", position=position, roll={"B": 4, "G": 5}, moves=[move])
    assert answer["illegal"]["rule"].startswith("BK-")
    assert isinstance(answer["illegal"]["reason"], str)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")
def test_two_dice_of_one_colour_and_an_unread_die_are_given(tower: str, tmp_path: Path) -> None:
    told = list(islice(api.rolls(tower, tmp_path / "rolls.jsonl"), 2))
    assert [[(die.colour, die.value) for die in roll.dice] for roll in told] == [
        [("W", 5), ("W", 3)],
        [("W", 2), ("W", None)],
    ]
    assert [roll.certain for roll in told] == [True, False]
    assert len({roll.id for roll in told}) == 2
    assert all(roll.void is None for roll in told)


def test_virtual_dice_roll_when_they_are_asked() -> None:
    roll = next(api.rolls("virtual", throw=True))
    assert [die.colour for die in roll.dice] == ["R", "Y", "G", "B"]
    assert roll.to_json()["dice"][0]["value"] == roll.dice[0].value


def test_a_live_game_is_judged_and_corrected() -> None:
    game = Referee(a1=(394, 663))
    assert (game.to_move, game.table) == (None, {})
    assert game.look(SET_UP).verdict == "setup"
    assert game.to_move == "cool"
    assert game.declare("roll", {"B": 6, "G": 5}) == ()
    verdict = game.look(examples() / "demo_game" / "001.jpg")
    assert (verdict.verdict, verdict.side, verdict.roll) == ("legal", "cool", {"B": 6, "G": 5})
    assert game.table["e5"] == verdict.table["e5"] == "C3G2G2G2G2G2G1"
    assert verdict.to_json()["moves"] == list(verdict.moves)
    assert game.to_move == "warm"
    assert "undone" in game.correct({"undo": True}).said
    assert game.to_move == "cool"


def test_frames_are_judged_once_the_table_is_at_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter(np.arange(0, 100, 0.3))
    monkeypatch.setattr("time.monotonic", lambda: float(next(now)))
    game, picture = Referee(a1=(394, 663)), frame()
    verdicts = [game.watch(picture) for _ in range(8)]
    assert [verdict.verdict for verdict in verdicts if verdict] == ["setup"]
    assert verdicts[0] is None


def test_frames_of_a_film_are_judged_by_their_own_time() -> None:
    game, picture = Referee(a1=(394, 663)), frame()
    verdicts = [game.watch(picture, at=0.3 * number) for number in range(8)]
    assert [verdict.verdict for verdict in verdicts if verdict] == ["setup"]


def test_a_turn_before_the_roll_is_called_illegal_in_plain_words() -> None:
    game = Referee(a1=(394, 663))
    game.look(SET_UP)
    early = game.look(examples() / "demo_game" / "001.jpg")
    assert (early.verdict, early.side, early.roll) == ("illegal", None, None)
    assert early.said.startswith("ILLEGAL, BK-roll")


def test_a_board_is_read_at_the_corners_that_are_named() -> None:
    found = api.read_board(SET_UP, "volcano").corners
    four = [found[name] for name in ("a1", "e1", "e5", "a5")]
    for corners in (four, np.array(four, np.float32)):
        again = api.read_board(SET_UP, "volcano", corners=corners)  # type: ignore[arg-type]
        assert again.corners["a1"] == pytest.approx(found["a1"], abs=3)
        assert again.places["c3"].holds == "C3"


@pytest.mark.parametrize("game", ENGINES)
def test_every_field_that_the_documents_name_is_taken(game: str) -> None:
    """The table of fields in docs/building.md has a column per game."""
    text = (Path(__file__).parents[1] / "docs" / "building.md").read_text("utf-8")
    rows = [line.split("|")[2:-1] for line in text.splitlines() if line.startswith("| `") and line.count("|") == 6]
    named = {name for row in rows for name in re.findall(r"`([a-z_]+)`", row[list(ENGINES).index(game)])}
    assert len(named) > 8
    assert named <= ENGINES[game].fields | {"tops", "columns", "played", "points"}


def test_a_word_of_python_may_be_a_field() -> None:
    position = api.ask("blokus3d", "initial")["position"]
    assert api.ask("blokus3d", "hint", position=position, from_="3,3")["from"] == "3,3"


def test_a_recording_is_judged() -> None:
    first = next(api.referee(str(examples() / "demo_game")))
    assert (first.verdict, first.frame) == ("setup", "000.jpg")


def test_everything_public_has_a_name_and_words() -> None:
    for name in api.__all__:
        assert getattr(api, name).__doc__
