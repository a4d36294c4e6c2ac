"""A disk that takes no more in mid-game: one line is said, nothing counts that is not kept, nothing is lost."""

import pickle
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from companion.app.devices.feeds import SavedPicture, TouchSource
from companion.app.games import opening
from companion.app.games.deeds import Correct, Done, Enter, PutBack, RollDice, TakeBack
from companion.app.games.opening import GameSetup, open_game
from companion.app.games.table import PlayedTable
from companion.games.blokus3d.screen.deeds import ChoosePiece, Cover
from companion.games.leistiko_blockade.screen.deeds import ChooseRow
from companion.games.looney_blockade.screen.entry import HopEntry, hop
from companion.games.looney_blockade.table.practice import random_setup
from companion.games.looney_blockade.table.table import LooneyTable
from companion.games.pyramid_ball.screen.deeds import EndTimer
from companion.games.reason import Reason
from companion.referee.errors import KeepingError
from companion.referee.game import Game, header
from companion.referee.keeping.journal import Journal, read
from companion.referee.keeping.recorder import Recorder
from companion.referee.keeping.recording import Event, Picture, Recording, load
from companion.referee.keeping.whole_file import write_picture, write_whole
from companion.referee.live.loop import LiveEvent, steps
from companion.referee.table_parts import Happening
from companion.referee.verdict import Verdict
from companion.texts.language import english
from tests.games.looney_blockade.screen.games import new_game, reopened, table
from tests.referee.keeping.disks import room_for
from tests.referee.simulation import Scene, SimulatedTracker, random_roll, random_turn


def test_a_file_is_the_old_one_or_the_new_one_whichever_byte_found_no_room(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    write_whole(path, b"old")
    for size in range(20):
        with room_for(size), pytest.raises(KeepingError):
            write_whole(path, b"something that is new")
        assert path.read_bytes() == b"old" and len(list(tmp_path.iterdir())) == 1
    write_whole(path, b"something that is new")
    assert path.read_bytes() == b"something that is new"


def scenes(turns: int = 3) -> list[tuple[str, Any]]:
    """A short game: pictures and rolls."""
    rng = random.Random(4)
    position = random_setup(rng)
    told: list[tuple[str, Any]] = [("frame", Scene(position.grid, salt=1).image())]
    for n in range(turns):
        roll = random_roll(rng, position.to_move)
        position = random_turn(rng, position, roll).position
        told += [("roll", roll), ("frame", Scene(position.grid, salt=n + 2).image())]
    return told


class Remembering(Recorder):
    """A recorder whose pictures are what was shown: a JPEG does not keep what a simulated picture spells."""

    images: ClassVar[dict[str, Any]] = {}

    def frame(self, t: float, image: Any) -> Event:
        event = super().frame(t, image)
        self.images[event.value] = image
        return event

    def picture(self, event: Event) -> Picture:
        return Picture(self.images[event.value], "0")


def live(folder: Path, journal: Journal, complaints: list[Reason], full_at: tuple[int, ...] = ()) -> list[Verdict]:
    """A live game in which the disk is full whenever an event of those numbers comes, until it has been told."""
    recorder = Remembering.begin(Recording(folder, "looney-blockade", (), a1=(0.0, 0.0)))
    game = Game(LooneyTable(), SimulatedTracker, journal)
    rooms: list[Any] = []

    def complain(said: Reason) -> None:
        complaints.append(said)
        rooms.pop().__exit__(None, None, None)

    def events() -> Iterator[LiveEvent]:
        for n, (kind, value) in enumerate(scenes()):
            if n in full_at:
                rooms.append(room_for(100))
                rooms[-1].__enter__()
            yield LiveEvent(float(n), kind, value)

    return [step.verdict for step in steps(game, recorder, events(), complain, pause=0.0) if step.verdict]


def journal_at(path: Path) -> Journal:
    return Journal.create(path, header(Recording(path.parent, "looney-blockade", ()), None))


def test_a_live_game_waits_for_room_and_loses_nothing(tmp_path: Path) -> None:
    with journal_at(tmp_path / "dry.journal") as journal:
        wanted = live(tmp_path / "dry", journal, [])
    complaints: list[Reason] = []
    with journal_at(tmp_path / "game.journal") as journal:
        said = live(tmp_path / "game", journal, complaints, full_at=(0, 1, 2, 4))
    assert [verdict.to_json() for verdict in said] == [verdict.to_json() for verdict in wanted]
    assert len(complaints) == 4 and all("the disk is full" in english(told) for told in complaints)
    kept = [record["verdict"] for record in read(tmp_path / "game.journal").records if "verdict" in record]
    assert kept == [verdict.to_json() for verdict in said]
    events = load(tmp_path / "game").events
    assert [event.kind for event in events] == [kind for kind, _ in scenes()]
    assert sorted(path.name for path in (tmp_path / "game").iterdir()) == [
        *sorted(event.value for event in events if event.kind == "frame"),
        "recording.json",
    ]


def test_a_verdict_that_cannot_be_kept_has_not_been_given(tmp_path: Path) -> None:
    """The session is as it was: the same picture is judged as if for the first time."""
    path = tmp_path / "game.journal"
    with journal_at(path) as journal:
        game = Game(LooneyTable(), SimulatedTracker, journal)
        for n, (kind, value) in enumerate(scenes()):
            event = Event(n, float(n), kind, "picture" if kind == "frame" else value)
            size = path.stat().st_size
            for more in (0, 1, 40):
                state = game.session.copy()
                with room_for(size + more), pytest.raises(KeepingError):
                    put(game, event, value)
                assert vars(game.session) == vars(state)
                assert path.stat().st_size == size
            put(game, event, value)
    kept = [record.get("verdict", {}).get("verdict") for record in read(path).records]
    assert kept == ["setup", *[None, "legal"] * 3]


def put(game: Game, event: Event, value: Any) -> None:
    if event.kind == "frame":
        game.frame(event, Picture(value, "0"))
    else:
        game.commit(event)


def test_by_touch_nothing_counts_before_it_is_kept(tmp_path: Path) -> None:
    game, folder = table(tmp_path)
    path = folder / "game.journal"
    acts: list[Callable[[Any], Any]] = [
        lambda g: g.do(RollDice({"B": 5, "G": 2})),
        lambda g: g.do(Enter(hop("d4", "c3"))),
        lambda g: g.do(TakeBack()),
        lambda g: g.do(Enter(hop("d4", "c3"))),
        lambda g: g.do(Done()),
        lambda g: g.do(Correct({"undo": True})),
        lambda g: g.do(PutBack()),
    ]
    for act in acts:
        before = game.state()
        with room_for(path.stat().st_size + 5), pytest.raises(KeepingError):
            act(game)
        assert game.state() == before
        act(game)
        after = game.state()
        game.close()
        game = reopened(folder)
        shown = game.state()
        assert (shown.believed, shown.draft, shown.side, shown.roll) == (
            after.believed,
            after.draft,
            after.side,
            after.roll,
        )
    game.close()


def entered(game: Any) -> tuple[Any, ...]:
    """All that players have entered."""
    state = game.state()
    return dict(state.believed), state.draft, state.under, state.side, state.own


@pytest.mark.parametrize("name", ["leistiko-blockade", "blokus3d", "pyramid-ball"])
def test_a_game_by_touch_is_as_it_was_where_a_step_cannot_be_kept(tmp_path: Path, name: str) -> None:
    folder = new_game(GameSetup(game=name, source="touch"), tmp_path)
    game: Any = open_game(folder)
    path = folder / "game.journal"
    acts: dict[str, list[Any]] = {
        "leistiko-blockade": [
            lambda g: g.do(ChooseRow(3)),
            lambda g: g.do(RollDice({"C": 5})),
            lambda g: g.do(Enter({"from": "first.3", "to": "off"})),
            lambda g: g.do(Done()),
            lambda g: g.do(TakeBack()),
        ],
        "pyramid-ball": [
            lambda g: g.do(EndTimer()),
            lambda g: g.do(Enter({"command": "F"})),
            lambda g: g.do(Enter({"erase": ""})),
            lambda g: g.do(Done()),
            lambda g: g.do(TakeBack()),
        ],
        "blokus3d": [
            lambda g: g.do(ChoosePiece("L4")),
            lambda g: g.do(Cover("4,4")),
            lambda g: g.do(Done()),
            lambda g: g.do(TakeBack()),
        ],
    }
    for act in acts[name]:
        before = entered(game)
        with room_for(path.stat().st_size + 5), pytest.raises(KeepingError):
            act(game)
        assert entered(game) == before
        act(game)
        after = entered(game)
        assert after != before
        game.close()
        game = open_game(folder)
        assert entered(game) == after
    game.close()


class OnePicture(TouchSource):
    """A camera that has one picture at a time and keeps it in a folder."""

    name, keeps_pictures = "camera", True

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.pictures = [value for kind, value in scenes(0) if kind == "frame"]

    @property
    def open_tracker(self) -> Any:
        return SimulatedTracker

    def next(self, verdict: Verdict | None) -> Happening | None:
        return Happening("frame", self.pictures.pop()) if self.pictures else None

    def save_picture(self, number: int, image: Any) -> SavedPicture:
        path = self.folder / f"{number:04d}.jpg"
        write_picture(path, image)
        return SavedPicture(path.name, Picture(image, "0"))


def test_a_picture_that_found_no_room_is_judged_when_there_is_some(tmp_path: Path) -> None:
    source = OnePicture(tmp_path)
    with journal_at(tmp_path / "game.journal") as journal:
        game: PlayedTable[Any] = PlayedTable(journal, LooneyTable(), HopEntry({}), source, lambda: 0.0)
        size = (tmp_path / "game.journal").stat().st_size
        for room in (10, size + 20, size + 20):
            with room_for(room):
                assert game.advance() is not None
            assert game.notice is not None and "the disk is full" in english(game.notice)
            assert game.state().phase == "setup"
        assert game.advance() is None
        assert game.notice is None and game.state().phase == "roll"
    assert [path.name for path in sorted(tmp_path.glob("*.jpg"))] == ["0000.jpg"]
    assert [record["event"] for record in read(tmp_path / "game.journal").records] == [0]


def test_a_game_that_cannot_be_begun_leaves_nothing_behind(tmp_path: Path) -> None:
    setup = GameSetup(source="touch")
    with room_for(20), pytest.raises(KeepingError, match=r"game\.journal"):
        opening.begin(setup, tmp_path / "game")
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "file").write_text("")
    with pytest.raises(KeepingError) as caught:
        opening.begin(setup, tmp_path / "file" / "game")
    assert "cannot be written" in english(caught.value.reason)


def test_times_never_go_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither when the clock of the day is set back nor when a game is resumed after what only said something."""
    game, folder = table(tmp_path)
    now = [100.0]
    game.close()
    for n in range(4):
        monkeypatch.setattr("companion.app.games.game.time", SimpleNamespace(monotonic=lambda: now[0]))
        game = reopened(folder)
        now[0] += 50.0
        side = game.side
        game.do(RollDice({"cool": {"B": 1, "G": 1}, "warm": {"R": 1, "Y": 1}}[side]))
        game.close()
        now[0] = 100.0 - n
    times = [record["t"] for record in read(folder / "game.journal").records]
    assert times == sorted(times) and times[-1] >= 200.0


def test_an_error_without_a_number_is_told_in_its_own_words(tmp_path: Path) -> None:
    error = KeepingError(tmp_path / "game", OSError("the stick was pulled out"))
    assert not error.full and error.reason.key == "disk.unwritable"
    again = pickle.loads(pickle.dumps(error))
    assert (again.reason, again.full) == (error.reason, error.full)
