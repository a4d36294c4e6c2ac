"""One look in a file: made of a game, without names, and judged again."""

import json
import zipfile
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.games.looney_blockade.table.table import LooneyTable
from companion.referee.errors import RefereeError, words_of
from companion.referee.game import Game, take
from companion.referee.keeping import journal as journals
from companion.referee.keeping.journal import Journal
from companion.referee.keeping.recording import load
from companion.referee.look_files import CONTENT, LookFile
from companion.referee.table import Hints
from tests.referee.simulated_referee import main
from tests.referee.test_game import script

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
