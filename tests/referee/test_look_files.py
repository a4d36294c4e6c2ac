"""One look in a file: made of a game, without names, and judged again."""

import hashlib
import json
import zipfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from companion.games.looney_blockade.table.table import LooneyTable
from companion.referee import look_files
from companion.referee.errors import RefereeError, words_of
from companion.referee.game import Game, take
from companion.referee.keeping import journal as journals
from companion.referee.keeping.journal import Journal
from companion.referee.keeping.recording import load
from companion.referee.look_files import CONTENT, LookFile
from companion.referee.table import Hints
from tests.referee.simulated_referee import main
from tests.referee.test_game import script
from vision.image import Image

DEMO = Path(__file__).parents[2] / "companion/data/demo_game"


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game's folder with its journal and pictures, the last look corrected by the players."""
    folder = tmp_path_factory.mktemp("looks") / "game"
    recording = script(folder, turns=3)
    recording.add(correct={"undo": True})
    recording.write()
    assert main(["referee", str(folder), "--journal", str(folder / "game.journal")]) == 0
    return folder


@pytest.fixture(scope="module")
def file(game: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sent") / "one.look"
    legal = (record for record in journals.read(game / "game.journal").records if record.get("frame"))
    name = next(record["frame"] for record in legal if record["verdict"]["verdict"] == "legal")
    assert main(["look", str(game), "--save", str(path), "--frame", name]) == 0
    return path


def test_a_look_is_judged_again(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["look", str(file)]) == 0
    assert "one.look: right; now: cool" in capsys.readouterr().out
    assert main(["look", str(file), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["right"] and told["now"]["verdict"] == told["then"]["verdict"] == "legal"


def test_nobody_and_no_place_is_named(game: Path, file: Path) -> None:
    with zipfile.ZipFile(file) as archive:
        content = archive.read(CONTENT).decode()
    assert str(game) not in content and str(game.parent) not in content
    header = {**journals.read(game / "game.journal").header, "players": {"cool": "Ada"}, "camera": "http://me:pw@host"}
    contents = journals.read(game / "game.journal")
    look = LookFile.of(type(contents)(header, contents.records, 0, 0), game)
    assert "Ada" not in json.dumps(look.header) and "host" not in json.dumps(look.header)


def test_the_players_word_is_what_counts(game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The last look was a legal turn; the players took it back: believed now is not what they said."""
    assert main(["look", str(game), "--save", str(tmp_path / "last.look")]) == 0
    capsys.readouterr()
    assert main(["look", str(tmp_path / "last.look")]) == 1
    assert "WRONG" in (out := capsys.readouterr().out) and "corrected by the players" in out


def test_a_folder_is_scored(game: Path, file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.look").write_bytes(file.read_bytes())
    (tmp_path / "b.look").write_bytes(b"PK nonsense")
    assert main(["look", str(tmp_path)]) == 1
    out = capsys.readouterr().out
    assert "a.look: right" in out and "b.look: " in out and "1 of 2 right" in out


@pytest.mark.parametrize("spoilt", ["cut", "no json", "other records", "no records", "no picture"])
def test_a_file_that_is_none_is_refused_in_one_line(spoilt: str, file: Path, tmp_path: Path) -> None:
    path = tmp_path / "x.look"
    with zipfile.ZipFile(file) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    if spoilt == "no picture":
        del parts["setup"]
    if spoilt == "no json":
        parts[CONTENT] = b"[" * 100_000
    if spoilt == "other records":
        parts[CONTENT] = parts[CONTENT].replace(b'"kind": "commit"', b'"kind": "omen"')
    if spoilt == "no records":
        parts[CONTENT] = json.dumps({**json.loads(parts[CONTENT]), "records": []}).encode()
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    if spoilt == "cut":
        path.write_bytes(path.read_bytes()[:-200])
    with pytest.raises(RefereeError) as error:
        LookFile.read(path)
    assert "no look that can be judged" in (said := words_of(error.value)) and "index" not in said


def test_what_is_no_archive_is_told_what_is_needed(tmp_path: Path) -> None:
    (tmp_path / "page.look").write_bytes(b"<html>")
    with pytest.raises(RefereeError) as error:
        LookFile.read(tmp_path / "page.look")
    assert "companion look --save" in (said := words_of(error.value)) and "zip" not in said


def test_a_game_without_a_look_has_none_to_report(game: Path) -> None:
    contents = journals.read(game / "game.journal")
    with pytest.raises(RefereeError):
        LookFile.of(type(contents)(contents.header, contents.records[:1], 0, 0), game)
    with pytest.raises(RefereeError):
        LookFile.of(contents, game, "999.png")


@pytest.mark.slow
def test_what_is_beside_the_board_is_blurred_and_the_look_is_judged_alike(tmp_path: Path) -> None:
    recording = load(DEMO)
    journal = tmp_path / "game.journal"
    table = LooneyTable({})
    header = {"game": recording.game, "options": {}, "camera": recording.camera, "a1": recording.a1}
    with Journal.create(journal, header) as kept:
        game = Game(table, lambda image: table.open_tracker(image, Hints(recording.a1, None, recording.camera)), kept)
        for event in recording.events[:3]:
            take(game, event, recording)
    look = LookFile.of(journals.read(journal), DEMO)
    blurred = look.blurred()
    judged = blurred.judge_again()
    assert judged.right and judged.now.verdict == judged.then.verdict == "legal"
    pictures = [cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) for data in (look.look, blurred.look)]
    corner = [cv2.Laplacian(picture[:60, :60], cv2.CV_64F).var() for picture in pictures]  # type: ignore[index]
    assert corner[1] < corner[0] / 10


def test_a_part_may_have_so_many_bytes_and_the_file_three_times_as_many(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with zipfile.ZipFile(file) as archive:
        largest = max(part.file_size for part in archive.infolist())
    monkeypatch.setattr(look_files, "MOST_BYTES", largest)
    # An archive may stand behind anything.
    room = b"x" * (3 * largest - file.stat().st_size)
    padded = tmp_path / "padded.look"
    padded.write_bytes(room + file.read_bytes())
    assert room and LookFile.read(padded).records
    padded.write_bytes(b"x" + padded.read_bytes())
    with pytest.raises(RefereeError, match=f"larger than {3 * largest} bytes"):
        LookFile.read(padded)
    monkeypatch.setattr(look_files, "MOST_BYTES", largest - 1)
    with pytest.raises(RefereeError, match=f"larger than {largest - 1} bytes"):
        LookFile.read(file)


class Framed:
    """A table whose board lies at these corners, in any picture."""

    def __init__(self, corners: Mapping[str, tuple[float, float]]) -> None:
        self.view = SimpleNamespace(corners=corners)

    def open_tracker(self, _image: Image, _hints: Hints) -> "Framed":
        return self

    def look(self, _image: Image) -> "Framed":
        return self


def test_a_picture_is_sharp_at_the_board_and_a_little_around_it_alone(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    grey = np.random.default_rng(7).integers(0, 255, (50, 75, 1), np.uint8)
    noise = np.repeat(np.kron(grey, np.ones((4, 4, 1), np.uint8)), 3, axis=2)
    data = cv2.imencode(".png", noise)[1].tobytes()
    table = Framed({"a1": (100.0, 140.0), "e1": (180.0, 140.0), "e5": (180.0, 60.0), "a5": (100.0, 60.0)})
    monkeypatch.setattr(look_files, "open_table", lambda _game, _options: table)
    sent = replace(LookFile.read(file), setup=data, look=data).blurred()
    shown = cv2.imdecode(np.frombuffer(sent.look, np.uint8), cv2.IMREAD_COLOR)
    apart = np.abs(shown.astype(int) - noise).mean(axis=2)  # type: ignore[union-attr]
    # The middle is at 140, 100; a half side has 40 pixels, the sharp part 1.6 times as many.
    assert apart[40:160, 80:200].mean() < 5
    assert min(part.mean() for part in (apart[:32], apart[168:], apart[:, :72], apart[:, 208:])) > 45
    assert sent.records[-1]["sha256"] == hashlib.sha256(sent.look).hexdigest() and not sent.header["mirror"]
