"""Mirrored pictures: noticed at the set-up, turned round where asked, and judged alike ever after."""

import json
import random
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main as companion
from companion.games.looney_blockade.rules.setup import initial
from companion.games.looney_blockade.table.practice import random_setup
from companion.games.looney_blockade.table.setup import is_mirrored
from companion.games.looney_blockade.table.table import LooneyTable
from companion.referee.keeping.recording import load
from companion.referee.session import Session
from tests.referee.one_table import evidence_of, words
from tests.referee.simulated_referee import main
from tests.referee.simulation import Scene, Script, SimulatedLook, random_roll, random_turn
from tests.vision.tables import drawn, setup_grid, view_from
from vision.geometry.board_view import BoardView
from vision.geometry.grid import VOLCANO
from vision.sources.picture_files import unmirrored
from vision.tracking.looney_set import BlockadeTracker

FILES = "abcde"

SETUP = initial().grid


def mirrored(grid: dict[str, str]) -> dict[str, str]:
    return {f"{FILES[4 - FILES.index(cell[0])]}{cell[1]}": stack for cell, stack in grid.items()}


def turned(grid: dict[str, str], quarters: int) -> dict[str, str]:
    for _ in range(quarters):
        grid = {f"{FILES[int(cell[1]) - 1]}{5 - FILES.index(cell[0])}": stack for cell, stack in grid.items()}
    return grid


@pytest.mark.parametrize("quarters", range(4))
def test_the_usual_layout_is_told_from_its_mirror_image_however_it_lies(quarters: int) -> None:
    assert not is_mirrored(turned(dict(SETUP), quarters))
    assert is_mirrored(turned(mirrored(dict(SETUP)), quarters))


def test_two_misread_colours_do_not_hide_it_and_other_layouts_say_nothing() -> None:
    grid = mirrored(dict(SETUP))
    cells = [next(cell for cell in VOLCANO.cells if grid[cell] == stack) for stack in ("R3R1", "G3G1")]
    grid[cells[0]], grid[cells[1]] = grid[cells[1]], grid[cells[0]]
    assert is_mirrored(grid)
    for seed in range(20):
        assert not is_mirrored(dict(random_setup(random.Random(seed)).grid))


def test_the_verdict_on_the_set_up_says_so_and_what_to_do() -> None:
    for grid, said in ((dict(SETUP), False), (mirrored(dict(SETUP)), True)):
        verdict = Session(LooneyTable()).see(0.0, None, evidence_of(SimulatedLook(Scene(grid), 1.0)))
        assert verdict.verdict == "setup"
        assert any("mirrored" in note and "--mirror" in note for note in words(*verdict.notes)) == said


def test_a_drawn_table_in_a_mirrored_picture_is_noticed() -> None:
    def notes(picture: np.ndarray) -> tuple[str, ...]:
        tracker = BlockadeTracker(np.asarray(picture, np.uint8))
        return words(*Session(LooneyTable()).see(0.0, None, evidence_of(tracker.look(picture))).notes)

    view: BoardView = view_from(70, -80.0)
    picture = drawn(view, setup_grid())
    assert not any("mirrored" in note for note in notes(picture))
    assert any("mirrored" in note for note in notes(unmirrored(picture)))


@pytest.fixture
def film(tmp_path: Path) -> tuple[Path, Path]:
    """The same game twice: as eyes see it, and as a front camera gives it."""
    folders = (tmp_path / "straight", tmp_path / "mirrored")
    for folder in folders:
        rng = random.Random(4)
        position = random_setup(rng)
        game = Script(folder, salt=4).frame(position.grid)
        for _ in range(3):
            roll = random_roll(rng, position.to_move)
            position = random_turn(rng, position, roll, hops=2).position
            game.add(roll=roll).frame(position.grid)
        game.write()
    for path in folders[1].glob("*.png"):
        picture = cv2.imread(str(path))
        assert picture is not None
        cv2.imwrite(str(path), picture[:, ::-1])
    return folders


def test_a_mirrored_recording_is_judged_as_the_straight_one(
    film: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    straight, front = film
    assert main(["referee", str(straight), "--json"]) == 0
    wanted = capsys.readouterr().out
    assert main(["referee", str(front), "--json"]) == 1
    capsys.readouterr()
    journal = tmp_path / "game.journal"
    assert main(["referee", str(front), "--json", "--mirror", "--journal", str(journal)]) == 0
    assert capsys.readouterr().out == wanted
    assert companion(["replay", str(journal)]) == 0
    capsys.readouterr()
    # Going on needs no word: the journal knows that the pictures are turned round.
    assert main(["referee", str(front), "--json", "--resume", str(journal)]) == 0
    told = json.loads((front / "recording.json").read_text())
    (front / "recording.json").write_text(json.dumps({**told, "mirror": True}))
    capsys.readouterr()
    assert main(["referee", str(front), "--json"]) == 0
    assert capsys.readouterr().out == wanted


def test_a_journal_of_straight_pictures_is_not_gone_on_with_mirrored_ones(
    film: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = tmp_path / "game.journal"
    assert main(["referee", str(film[0]), "--journal", str(journal)]) == 0
    assert main(["referee", str(film[0]), "--mirror", "--resume", str(journal)]) == 1
    assert "without --mirror" in capsys.readouterr().err


def test_record_notes_that_its_pictures_are_mirrored_and_keeps_them_as_they_came(tmp_path: Path) -> None:
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    half = np.zeros((48, 64, 3), np.uint8)
    half[:, :32] = 200
    cv2.imwrite(str(pictures / "1.png"), half)
    for out, more in (("mirrored", ["--mirror"]), ("straight", [])):
        assert companion(["record", str(tmp_path / out), "--pictures", str(pictures), *more]) == 0
        written = load(tmp_path / out)
        assert written.mirror == bool(more)
        kept = cv2.imread(str(written.folder / written.events[0].value))
        assert kept is not None and kept[0, 0, 0] > 150
        assert (written.picture(written.events[0]).image[0, 0, 0] > 150) != bool(more)
    told = json.loads((tmp_path / "mirrored" / "recording.json").read_text())
    (tmp_path / "mirrored" / "recording.json").write_text(json.dumps({**told, "mirror": "yes"}))
    assert companion(["referee", str(tmp_path / "mirrored")]) == 1


def test_see_turns_a_mirrored_picture_round(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = drawn(view_from(70, -80.0), setup_grid())
    answers = []
    for name, image, more in (("straight", picture, []), ("front", unmirrored(picture), ["--mirror"])):
        path = tmp_path / f"{name}.png"
        cv2.imwrite(str(path), image)
        assert companion(["see", str(path), "--json", *more]) == 0
        answers.append({**json.loads(capsys.readouterr().out), "elapsed_ms": 0})
    assert answers[0] == answers[1]
