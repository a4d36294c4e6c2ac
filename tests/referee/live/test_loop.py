"""Live pictures: when they are settled, what is recorded of them, and a game judged while it happens."""

import json
import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import deepcopy
from functools import cache
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion import cli
from companion.games.looney_blockade.table.practice import random_setup
from companion.games.looney_blockade.table.table import LooneyTable
from companion.games.reason import Reason
from companion.referee.errors import RefereeError
from companion.referee.game import Game
from companion.referee.keeping.recorder import Recorder
from companion.referee.keeping.recording import Recording, load
from companion.referee.live.feed import Feed, open_feed
from companion.referee.live.loop import happenings, steps
from companion.referee.live.notes import Notes, noted
from companion.referee.live.settling import Settler
from companion.referee.live.table_dice import TableDice
from companion.referee.live.typed import parse_roll, understand
from companion.referee.tables import open_table
from companion.texts.language import english
from hardware.dice import DiceEvent, DiceRoll, DiceSource, Die, Moving, Provenance, SourceIdentity, VoidRoll
from hardware.tower.dtp import frame, read_roll
from tests.referee.simulation import Scene, SimulatedLook
from tests.vision.tables import setup_grid
from vision.drawing.sensor_noise import SensorNoise
from vision.drawing.simulated_camera import view_from
from vision.drawing.table import Scene as Drawing
from vision.drawing.table import render
from vision.errors import VisionError
from vision.geometry.grid import VOLCANO
from vision.image import Image
from vision.sources.source import Shot, Status
from vision.tracking.contract import Look

FPS = 10


def into(told: list[str]) -> Callable[[Reason], None]:
    """Keeps what is told, in English."""
    return lambda said: told.append(english(said))


def plain(colour: tuple[int, int, int]) -> Image:
    return np.full((48, 64, 3), colour, dtype=np.uint8)


class ColourTracker:
    """Takes pictures of one plain colour for scenes, so that they may pass through a lossy codec."""

    def __init__(self, scenes: Mapping[tuple[int, int, int], Scene]) -> None:
        self.scenes = scenes

    def look(self, image: Image) -> SimulatedLook:
        mean = image.reshape(-1, 3).mean(axis=0)
        nearest = min(self.scenes, key=lambda colour: float(np.abs(mean - colour).max()))
        if np.abs(mean - nearest).max() > 6:
            raise VisionError("vision.board.none", files=5, ranks=5)
        return SimulatedLook(self.scenes[nearest], 1.0, image)

    def weighed(self, look: Look) -> None:
        pass

    def learn(self, look: Look, grid: Mapping[str, str]) -> None:
        pass


SETUP = random_setup(random.Random(2)).grid
SOURCE, TARGET = [cell for cell in SETUP if SETUP[cell] == "G3G1"][:2]
MOVED = {**SETUP, SOURCE: "G3", TARGET: "G3G1G1"}
SCENES = {
    (40, 40, 40): Scene(SETUP, salt=1),
    (200, 90, 60): Scene(MOVED, salt=2),
    (90, 120, 190): Scene(SETUP, hand=True, salt=3),
}
TEXTURE = [plain((v, 255 - v, v // 2)) for v in range(10, 250, 40)]


class Reel:
    """A film: each scene's colour for so many seconds, restless pictures in between; lines are typed on the way."""

    still = False
    trouble = None

    def __init__(self, *reel: tuple[int, int, int] | str) -> None:
        self._reel = reel
        self.typed: list[str] = []

    def images(self) -> Iterator[Image]:
        for item in self._reel:
            if isinstance(item, str):
                self.typed.append(item)
            else:
                yield from TEXTURE
                yield from [plain(item)] * FPS

    def shots(self) -> Iterator[Shot]:
        for number, image in enumerate(self.images()):
            yield Shot(number / FPS, image)

    def waiting(self) -> list[str]:
        typed, self.typed = self.typed, []
        return typed

    def save(self, path: Path) -> Path:
        film = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), FPS, (64, 48))
        for image in self.images():
            film.write(image)
        film.release()
        return path


STILL, PLAYED, HAND = SCENES


def far_table(grid: Mapping[str, str], distance_mm: float, bright: float) -> NDArray[np.float32]:
    """The table as a camera of 640 x 480 pixels has it that stands as far from it as that."""
    return (drawn_far(tuple(grid.items()), distance_mm) * bright).astype(np.float32)


@cache
def drawn_far(stacks: tuple[tuple[str, str], ...], distance_mm: float) -> Image:
    """Not to be changed."""
    size = (640, 480)
    view = view_from(VOLCANO, size, distance_mm)
    return render(Drawing(view.project, view.camera_centre, size, view.pitch, dict(stacks), board_grid=VOLCANO))


def filmed(drawn: Iterable[NDArray[np.float32]], seconds: float = 1 / FPS) -> Iterator[Shot]:
    """With a sensor's noise, as JPEGs."""
    noise = SensorNoise(3.0)
    for number, image in enumerate(drawn):
        noisy = noise.on(np.clip(image, 0, 255).astype(np.uint8))
        data = cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, 80])[1]
        yield Shot(number * seconds, np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8))


def test_a_picture_is_settled_once_it_rests_and_only_once() -> None:
    settler = Settler()
    found = [shot.t for shot in Reel(STILL, STILL, PLAYED).shots() if settler.settled(shot)]
    first_rest, second_rest = len(TEXTURE) / FPS, (3 * len(TEXTURE) + 2 * FPS) / FPS
    assert len(found) == 2
    assert first_rest + 0.5 <= found[0] < first_rest + 1
    assert second_rest + 0.5 <= found[1] < second_rest + 1


def test_sensor_noise_is_no_motion() -> None:
    noise, plain = SensorNoise(6.0), np.full((720, 960, 3), 120, np.uint8)
    settler = Settler()
    noisy = [Shot(n / FPS, noise.on(plain)) for n in range(8)]
    assert [settler.settled(shot) for shot in noisy].count(True) == 1


def test_a_small_piece_that_moves_is_motion() -> None:
    board = np.full((720, 960, 3), 120, dtype=np.uint8)
    other = board.copy()
    other[300:345, 400:445] = (30, 40, 200)
    settler = Settler()
    shots = [Shot(n / FPS, board if n < 10 else other) for n in range(20)]
    assert [settler.settled(shot) for shot in shots].count(True) == 2


@pytest.mark.parametrize(("distance_mm", "bright"), [(430, 1.0), (430, 0.5), (600, 1.0), (600, 0.6)])
@pytest.mark.parametrize("hop", [("b5", "c5"), ("c5", "d5"), ("d4", "d5")])
def test_a_small_pyramid_that_moves_by_a_cell_at_the_far_end_is_noticed(
    hop: tuple[str, str], distance_mm: float, bright: float
) -> None:
    source, target = hop
    setup = setup_grid()
    moved = {**setup, source: setup[source][:-2], target: setup[target] + setup[source][-2:]}
    still, other = (far_table(grid, distance_mm, bright) for grid in (setup, moved))
    settler = Settler()
    told = [settler.settled(shot) for shot in filmed([still] * 12 + [other] * 12)]
    assert told.count(True) == 2 and any(told[12:])


def test_a_small_pyramid_that_moves_while_the_light_fades_is_noticed_and_so_is_the_light() -> None:
    setup = setup_grid()
    moved = {**setup, "b5": setup["b5"][:-2], "c5": setup["c5"] + setup["b5"][-2:]}
    still, other = (far_table(grid, 430, 1.0) for grid in (setup, moved))
    fading = [1 - n / 1000 for n in range(300)]  # a third in a minute
    settler = Settler()
    film = filmed([still * light for light in fading], seconds=0.2)
    told = [settler.settled(shot) for shot in islice(film, 150)]
    moving = deepcopy(settler)
    told += [settler.settled(shot) for shot in film]
    assert 2 <= told.count(True) <= 20, "looked at again as the light changes, but not all the time"
    after = (
        Shot(30 + shot.t, shot.image) for shot in filmed([other * light for light in fading[150:160]], seconds=0.2)
    )
    assert any(moving.settled(shot) for shot in after), "within two seconds"


def test_time_that_jumps_or_runs_backwards_delays_a_look_at_most_by_a_rest() -> None:
    board, other = (np.full((120, 160, 3), value, np.uint8) for value in (90, 160))
    settler = Settler()
    times = [*np.arange(0, 2, 0.2), *np.arange(30_000, 30_002, 0.2), *np.arange(5, 7, 0.2)]
    images = [board] * 13 + [other] * 17
    found = [shot.t for shot in map(Shot, times, images) if settler.settled(shot)]
    assert len(found) == 2 and found[1] == pytest.approx(30_001.2)
    settler = Settler()
    backwards = [*np.arange(100, 101, 0.2), *np.arange(0, 2, 0.2)]
    found = [shot.t for shot in map(Shot, backwards, [board] * 5 + [other] * 10) if settler.settled(shot)]
    assert found == pytest.approx([100.6, 0.6])


def test_a_rest_begins_with_the_picture_that_differs() -> None:
    board, other = (np.full((120, 160, 3), value, np.uint8) for value in (90, 160))
    settler = Settler()
    film = [(10.0, board), (10.25, board), (10.5, board), (20.0, other), (20.25, other), (20.5, other), (21.0, other)]
    told = [(settler.settled(Shot(t, image)), settler.resting) for t, image in film]
    looks = [False, False, True, False, False, True, False]
    assert told == list(zip(looks, [False] * 6 + [True], strict=True))


def test_pictures_whose_size_alternates_are_no_crash_and_never_at_rest() -> None:
    settler = Settler()
    wide, high = np.full((90, 160, 3), 90, np.uint8), np.full((160, 90, 3), 90, np.uint8)
    assert not any(settler.settled(Shot(n / 5, (wide, high)[n % 2])) for n in range(20))
    assert [settler.settled(Shot(4 + n / 5, wide)) for n in range(5)].count(True) == 1


def test_a_game_is_judged_while_it_happens(tmp_path: Path) -> None:
    reel = Reel(STILL, "b6 g6", "what", "b7 g1", HAND, PLAYED, "quit", STILL)
    told: list[str] = []
    recorder = Recorder.begin(Recording(tmp_path / "game", "looney-blockade", ()))
    game = Game(LooneyTable(), lambda image: ColourTracker(SCENES))
    done = list(steps(game, recorder, happenings(LooneyTable(), reel, reel, into(told)), into(told)))
    assert [step.verdict.verdict for step in done if step.verdict] == ["setup", "hand", "legal"]
    assert len(told) == 2 and "'what'" in told[0] and "7" in told[1]
    written = load(tmp_path / "game")
    assert [event.kind for event in written.events] == ["frame", "roll", "frame", "frame"]
    assert written.events == recorder.recording.events


def test_a_live_roll_out_of_turn_is_told_and_is_no_failure(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LooneyTable, "open_tracker", lambda *_: ColourTracker(SCENES))
    monkeypatch.setattr("sys.stdin", ["B6 G5", "B6 G5", "quit"])
    film = Reel(STILL, PLAYED).save(tmp_path / "film.avi")
    assert cli.main(["referee", str(tmp_path / "game"), "--camera", str(film)]) == 0
    assert "has rolled again" in capsys.readouterr().err


def test_the_live_command_records_and_can_be_resumed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LooneyTable, "open_tracker", lambda *_: ColourTracker(SCENES))
    monkeypatch.setattr("sys.stdin", [])
    folder, journal = tmp_path / "game", tmp_path / "game" / "game.journal"
    film = Reel(STILL, HAND, PLAYED).save(tmp_path / "film.avi")
    assert cli.main(["referee", str(folder), "--camera", str(film), "--json"]) == 0
    live = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [verdict["verdict"] for verdict in live] == ["setup", "hand", "illegal"]
    assert [verdict.pop("number") for verdict in live] == [0, 1, 2]
    assert cli.main(["referee", str(folder), "--json"]) == 0
    assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == live
    more = Reel(STILL).save(tmp_path / "more.avi")
    assert cli.main(["referee", str(folder), "--camera", str(more), "--json", "--resume", str(journal)]) == 0
    assert [json.loads(line)["verdict"] for line in capsys.readouterr().out.splitlines()] == ["takeback"]
    times = [event.t for event in load(folder).events]
    assert times[-1] > times[-2] > times[0]
    assert cli.main(["replay", str(journal)]) == 0


def test_record_takes_the_settled_pictures_of_a_video(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    film = Reel(STILL, PLAYED).save(tmp_path / "film.avi")
    (tmp_path / "rolls").write_text("1.8 B6 G6\n\n")
    command = ["record", str(tmp_path / "out"), "--video", str(film), "--rolls", str(tmp_path / "rolls")]
    assert cli.main([*command, "--a1", "3", "4"]) == 0
    written = load(tmp_path / "out")
    assert [event.kind for event in written.events] == ["frame", "roll", "frame"]
    assert written.a1 == (3, 4)
    assert cli.main(command) == 1
    assert "already holds a recording" in capsys.readouterr().err


def test_record_takes_every_picture_of_a_folder(tmp_path: Path) -> None:
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    for name in ("1.jpg", "2.jpg", "3.png"):
        cv2.imwrite(str(pictures / name), plain(STILL))
    (tmp_path / "rolls").write_text("2.jpg B6 G6\n3.png r1y2\n")
    command = ["record", str(tmp_path / "out"), "--pictures", str(pictures), "--rolls", str(tmp_path / "rolls")]
    assert cli.main(command) == 0
    events = load(tmp_path / "out").events
    assert [event.kind for event in events] == ["frame", "roll", "frame", "roll", "frame"]
    assert events[3].value == {"R": 1, "Y": 2}


def test_a_roll_for_no_picture_is_told(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "1.jpg"), plain(STILL))
    with pytest.raises(RefereeError, match=r"9\.jpg"):
        list(noted(open_feed(str(tmp_path), print, LooneyTable()), Notes([("9.jpg", {"B": 1, "G": 1})])))


def test_a_camera_that_is_not_there_is_told() -> None:
    with pytest.raises(RefereeError, match=r"camera 97 cannot be opened"):
        list(open_feed("97", print, LooneyTable()).shots())


class Moody:
    """A source that gives a picture, a silence or a change of mood at a time."""

    still = False
    trouble = None

    def __init__(self, *script: Status | None) -> None:
        self._script = list(script)
        self.status = Status.OPENING
        self.closed = False

    def next(self, wait: float) -> Shot | None:
        told = self._script.pop(0) if self._script else Status.ENDED
        self.status = told or Status.LIVE
        return Shot(1.0, plain(STILL)) if told in (None, Status.FROZEN) else None

    def close(self) -> None:
        self.closed = True


def test_players_are_told_once_when_the_camera_falls_silent_and_when_it_is_back() -> None:
    told: list[str] = []
    source = Moody(Status.OPENING, None, Status.STALLED, Status.STALLED, Status.LOST, Status.OPENING, None, None)
    given = list(Feed(source, "camera 0", into(told)).shots())
    assert [shot is not None for shot in given] == [False, True, False, False, False, False, True, True]
    assert len(told) == 2
    assert "no more pictures" in told[0] and "gives pictures again" in told[1]
    assert source.closed


class Alternating(Moody):
    """A camera that cannot decide on a size."""

    def next(self, wait: float) -> Shot | None:
        shot = super().next(wait)
        if shot and len(self._script) % 2:
            return shot._replace(image=shot.image[:40])
        return shot


def test_a_size_that_alternates_is_told_once() -> None:
    told: list[str] = []
    assert len(list(Feed(Alternating(*[None] * 10), "camera 0", into(told)).shots())) == 10
    assert told == ["camera 0 gives pictures of 64 x 48 now"]


def test_a_frozen_picture_is_told_but_still_handed_out() -> None:
    told: list[str] = []
    given = list(Feed(Moody(None, Status.FROZEN, None), "camera 0", into(told)).shots())
    assert all(given) and len(given) == 3
    assert "frozen" in told[0] and "again" in told[1]


def test_lines_are_heard_while_the_camera_is_silent(tmp_path: Path) -> None:
    reel = Reel()
    reel.typed = ["b4 g5", ""]
    found = list(happenings(LooneyTable(), Feed(Moody(None, Status.LOST, Status.LOST), "camera 0", print), reel, print))
    assert [happening.kind for happening in found] == ["roll", "frame"]
    reel.typed = ["quit"]
    assert not list(happenings(LooneyTable(), Feed(Moody(*[Status.OPENING] * 3), "camera 0", print), reel, print))


def test_the_simulated_table_is_a_camera(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["cameras", str(tmp_path / "gone"), "--json"]) == 1
    assert "there is no" in json.loads(capsys.readouterr().out)["error"]
    feed = open_feed("simulated", print, LooneyTable())
    first = next(shot for shot in feed.shots() if shot)
    assert first.image.shape == (720, 960, 3)


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("", "frame", None),
        ("B4 G5", "roll", {"B": 4, "G": 5}),
        ("r1,y6", "roll", {"R": 1, "Y": 6}),
        ("Blue 4, green 5", "roll", {"B": 4, "G": 5}),
        ("undo", "correct", {"undo": True}),
        ("Accept of 9", "correct", {"accept": True, "of": 9}),
        ("reading 1 of 12", "correct", {"reading": 1, "of": 12}),
        ("cell b2 g3g1", "correct", {"cells": {"b2": "G3G1"}}),
        ("cell b2 -", "correct", {"cells": {"b2": ""}}),
        ("q", "quit", None),
    ],
)
def test_typed_lines(text: str, kind: str, value: object) -> None:
    assert understand(text, LooneyTable()) == (kind, value)


@pytest.mark.parametrize("text", ["accept", "reading 0", "reading of 9", "accept of", "reading 0 of 9 9"])
def test_a_typed_answer_names_its_verdict(text: str) -> None:
    with pytest.raises(RefereeError) as refused:
        understand(text, LooneyTable())
    assert refused.value.reason.key == "live.typed.answer"


@pytest.mark.parametrize("text", ["hello", "4 5", "B4 B5", "B4 G5 !", "B4 G" + "5" * 5000])
def test_typed_nonsense_is_refused(text: str) -> None:
    with pytest.raises(RefereeError):
        parse_roll(text)


class ScriptedDice(DiceSource):
    """Tells these events, one batch each time it is asked."""

    def __init__(self, *batches: list[DiceEvent]) -> None:
        self.batches = list(batches)
        self.armed: list[int] = []
        self.thrown = 0

    @property
    def identity(self) -> SourceIdentity:
        return SourceIdentity("tower", "tower 1", pockets=1)

    def poll(self) -> list[DiceEvent]:
        return self.batches.pop(0) if self.batches else []

    def arm(self, token: int) -> None:
        self.armed.append(token)

    def throw(self) -> None:
        self.thrown += 1

    def close(self) -> None:
        pass


TOWER = Provenance("tower", "tower 1", durable=True)


def tower_roll(number: int, arm: int, **dice: int | None) -> DiceRoll:
    shown = ",".join(f"{colour}{value or '?'}" for colour, value in dice.items())
    raw = frame(f"ROLL {number} epoch=E1 boot=B1 arm={arm} d={shown}")
    return DiceRoll(TOWER, "E1", number, tuple(Die(*die) for die in dice.items()), 0.0, arm, raw)


def test_rolls_of_a_tower_reach_the_game_and_strays_are_told() -> None:
    told: list[str] = []
    dice = ScriptedDice(
        [tower_roll(1, 0, B=6, G=6)],
        [Moving(TOWER), tower_roll(2, 1, B=6, G=6), tower_roll(3, 0, B=1, G=1)],
        [VoidRoll(TOWER, "E1", 4, "touch", 0.0), tower_roll(5, 2, B=None, G=3)],
    )
    table = TableDice(dice, into(told))
    assert [kind for kind, _ in table.waiting()] == ["roll_raw"] and told == []
    table.next_turn()
    values = [value for _, value in table.waiting()]
    assert [value.number for value in values] == [2, 3]
    assert len(told) == 1 and "roll 3 (B1 G1)" in told[0] and "out of turn" in told[0]
    table.next_turn()
    assert list(table.waiting()) == []
    assert "by hand" in told[1] and "could not be read" in told[2]
    assert dice.armed == [1, 2]


def test_a_tower_with_too_few_pockets_is_told_once() -> None:
    told: list[str] = []
    for count in (1, 2):
        table = TableDice(ScriptedDice(), into(told), count=count)
        assert list(table.waiting()) == list(table.waiting()) == []
    assert len(told) == 1 and "reads 1 of the 2 dice" in told[0]


def test_a_roll_kept_but_not_judged_before_a_crash_comes_first() -> None:
    table = TableDice(ScriptedDice(), print, [tower_roll(7, 3, R=2, Y=5)])
    assert [value.number for _, value in table.waiting()] == [7]
    assert list(table.waiting()) == []


def test_a_game_with_a_tower_is_judged_and_recorded(tmp_path: Path) -> None:
    reel = Reel(STILL, "throw", STILL, PLAYED, "quit", STILL)
    told: list[str] = []
    dice = ScriptedDice(*[[]] * (len(TEXTURE) + FPS + 2), [tower_roll(1, 1, B=6, G=6)])
    table = TableDice(dice, into(told))
    recorder = Recorder.begin(Recording(tmp_path / "game", "looney-blockade", ()))
    game = Game(LooneyTable(), lambda image: ColourTracker(SCENES))
    events = happenings(LooneyTable(), reel, reel, into(told), table)
    done = list(steps(game, recorder, events, into(told), table))
    assert [step.verdict.verdict for step in done if step.verdict][-1] == "legal"
    assert dice.thrown == 1 and dice.armed == [1, 2] and told == []
    kept = load(tmp_path / "game").events[:2]
    assert [event.kind for event in kept] == ["frame", "roll_raw"]
    assert read_roll(kept[1].value).values() == {"B": 6, "G": 6}


def typed_game(folder: Path, *reel: tuple[int, int, int] | str) -> tuple[list[str], list[str]]:
    """Referee a film with typed lines. Returns the verdicts on it with their remarks, and what was told."""
    told: list[str] = []
    film = Reel(*reel)
    recorder = Recorder.begin(Recording(folder / "game", "looney-blockade", ()))
    game = Game(LooneyTable(), lambda image: ColourTracker(SCENES))
    events = happenings(LooneyTable(), film, film, into(told), session=lambda: game.session)
    verdicts = [step.verdict for step in steps(game, recorder, events, into(told)) if step.verdict]
    return [f"{one.verdict} {' '.join(map(english, one.notes))}".strip() for one in verdicts], told


def test_a_roll_typed_after_the_move_judges_the_still_table(tmp_path: Path) -> None:
    verdicts, _ = typed_game(tmp_path, STILL, PLAYED, "B6 G6", PLAYED, PLAYED)
    assert verdicts[0] == "setup" and verdicts[-1] == "legal"


def test_a_roll_that_is_put_right_after_the_turn_is_asked_about(tmp_path: Path) -> None:
    said = ("B6 G5", "B6 G6")
    for answer, looked in (("yes", ["corrected", "corrected", "legal"]), ("no", [])):
        verdicts, told = typed_game(tmp_path / answer, STILL, said[0], PLAYED, said[1], PLAYED, answer, PLAYED, PLAYED)
        assert [verdict.split()[0] for verdict in verdicts] == ["setup", "legal", *looked]
        assert told[0] == "change the last turn's blue 6, green 5 to blue 6, green 6? (yes, no)"


@pytest.mark.parametrize(("said", "words"), [("B9 G1", "only show 1 to 6"), ("B4 R4", "the two dice of one side")])
def test_a_game_goes_on_after_a_roll_that_cannot_be(tmp_path: Path, said: str, words: str) -> None:
    """Before the set-up, before the turn and after it, a slip of the finger costs a sentence and nothing else."""
    verdicts, told = typed_game(tmp_path, said, STILL, said, "B6 G6", PLAYED, said, PLAYED)
    assert [verdict.split()[0] for verdict in verdicts] == ["setup", "legal"]
    assert len(told) == 3 and all(words in sentence and "event" not in sentence for sentence in told)


def test_a_roll_for_the_next_player_is_told_as_a_pass(tmp_path: Path) -> None:
    verdicts, told = typed_game(tmp_path, STILL, "B4 G5", "R1 Y1", "B2 G2", "undo", STILL)
    assert verdicts == ["setup", "unchanged"]
    passed = "no move of the {} player was seen: that counts as a pass"
    assert [sentence.split(",")[0] for sentence in told[:2]] == [passed.format("cool"), passed.format("warm")]
    assert told[2:] == ['there is no turn to undo: correct {"undo": "roll"} takes back the roll alone']


def test_a_typed_roll_of_another_game_is_answered_in_this_games_words() -> None:
    for line in ("row x", "B4 G5"):
        with pytest.raises(RefereeError) as refused:
            understand(line, open_table("leistiko-blockade", {}))
        assert "B4 G5 " not in str(refused.value) and "row 3, then 4" in str(refused.value)


def test_undo_says_what_it_undoes_and_looks_at_once(tmp_path: Path) -> None:
    verdicts, _ = typed_game(tmp_path, STILL, "B6 G6", PLAYED, "undo", PLAYED, PLAYED)
    assert [verdict.split()[0] for verdict in verdicts] == ["setup", "legal", "corrected", "legal"]
    assert SOURCE in verdicts[2] and TARGET in verdicts[2]


def test_a_second_undo_names_the_turn_before_too(tmp_path: Path) -> None:
    verdicts, _ = typed_game(tmp_path, STILL, "B6 G6", PLAYED, "R1 Y1", PLAYED, "undo", STILL)
    undone = next(verdict for verdict in verdicts if verdict.startswith("corrected"))
    assert SOURCE in undone and TARGET in undone


@pytest.mark.parametrize("answer", ["-", "g3g1"])
def test_a_cell_without_its_stack_is_asked_back(tmp_path: Path, answer: str) -> None:
    verdicts, told = typed_game(tmp_path, STILL, f"cell {TARGET}", STILL, answer, STILL)
    assert [verdict.split()[0] for verdict in verdicts] == ["setup", "corrected"]
    assert told[0].startswith(f"what stands on {TARGET}?")
