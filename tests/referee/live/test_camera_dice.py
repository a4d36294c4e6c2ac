"""Rolls from a watched tray in the game's letters; what the tray shows is scripted, seeing is tested with vision."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion import cli
from companion.games.looney_blockade.table.table import LooneyTable
from companion.games.reason import Reason, because
from companion.referee.errors import RefereeError
from companion.referee.live.camera_dice import CameraDice, CameraNote, CameraRoll, Tray, why_of
from companion.referee.live.loop import happenings
from companion.texts.language import english
from tests.referee.live.test_loop import STILL, Reel
from vision.dice.eye import SeenDie
from vision.errors import fact
from vision.image import Image
from vision.sources.source import Shot, Status

SIZE = 12


class Squares:
    """Reads coloured squares as dice: a stand-in for the networks."""

    def read(self, image: Image, expected: int | None = None) -> list[SeenDie]:
        found = []
        for name, tone, value in (("blue", 200, 4), ("green", 150, 5), ("red", 250, 2)):
            v, u = np.nonzero(image[..., 0] == tone)
            if len(u) > 40:
                found.append(SeenDie(name, value, (float(u.mean()), float(v.mean())), 0.99, float(SIZE)))
        return found


def frame(squares: dict[int, tuple[int, int]]) -> Image:
    image = np.full((240, 320, 3), 60, np.uint8)
    for tone, (u, v) in squares.items():
        image[v : v + SIZE, u : u + SIZE] = tone
    return image


def shots(*tones: int) -> list[Shot]:
    """An empty tray, squares sliding in, squares at rest."""
    images = [frame({})] * 8
    images += [frame({tone: (100 + 12 * k, 60 + 60 * i) for i, tone in enumerate(tones)}) for k in range(5)]
    images += [frame({tone: (148, 60 + 60 * i) for i, tone in enumerate(tones)})] * 30
    return [Shot(0.1 * k, image) for k, image in enumerate(images)]


def test_a_throw_becomes_one_roll_in_letters() -> None:
    rolls = list(CameraDice("BG", reader=Squares()).rolls(shots(200, 150)))
    assert [roll.dice for roll in rolls] == [{"B": 4, "G": 5}]
    assert rolls[0].t == pytest.approx(1.6, abs=0.4)


def test_dice_of_other_colours_are_told_and_make_no_roll() -> None:
    source = CameraDice("BG", reader=Squares())
    said = [what for shot in shots(200, 250) for what in source.see(shot)]
    assert not [what for what in said if isinstance(what, CameraRoll)]
    seen = [what for what in said if isinstance(what, CameraNote)]
    assert [(note.event.kind, note.event.t == note.t, len(note.event.dice)) for note in seen[:2]] == [
        ("ready", True, 0),
        ("taken", True, 2),
    ]
    notes = [english(what.said) for what in seen]
    assert notes[0] == "the tray is empty: throw"
    assert notes[1] == "the throw needs the blue and green dice, blue and red were thrown"


def test_a_missing_die_is_told() -> None:
    source = CameraDice("BG", reader=Squares())
    said = [what for shot in shots(200) for what in source.see(shot)]
    assert isinstance(said[-1], CameraNote)
    assert "1 of 2 dice" in english(said[-1].said)
    assert said[-1].event.kind == "doubt"


def test_whichever_dice_are_thrown_make_the_roll() -> None:
    rolls = list(CameraDice("BG", "BR", reader=Squares()).rolls(shots(200, 250)))
    assert [roll.dice for roll in rolls] == [{"B": 4, "R": 2}]


class Film:
    """A camera that has a new picture every time."""

    still = False
    trouble = None
    status = Status.LIVE

    def __init__(self, pictures: list[Shot]) -> None:
        self.pictures, self.closed = pictures, False

    def next(self, wait: float) -> Shot | None:
        return self.pictures.pop(0) if self.pictures else None

    def close(self) -> None:
        self.closed = True


def test_a_tray_with_its_own_camera_rolls_in_a_live_game() -> None:
    said: list[Reason] = []
    camera = Film(shots(200, 150))
    tray = Tray(CameraDice("BG", "RY", reader=Squares()), said.append, camera)
    reel = Reel(STILL, STILL, STILL)
    seen = list(happenings(LooneyTable(), reel, reel, print, tray=tray))
    assert [event.value for event in seen if event.kind == "roll"] == [{"B": 4, "G": 5}]
    assert said == [because("live.tray.ready")]
    tray.close()
    assert camera.closed


def test_a_tray_in_the_board_s_picture_is_watched_in_its_region() -> None:
    said: list[Reason] = []
    board = [Shot(shot.t, np.hstack([np.full_like(shot.image, 90), shot.image])) for shot in shots(200, 150)]
    tray = Tray(CameraDice("BG", "RY", region=(320, 0, 640, 240), reader=Squares()), said.append)
    assert [roll for shot in [*board, None] for roll in tray.rolls(shot)] == [{"B": 4, "G": 5}]


@pytest.mark.parametrize("throws", [(), ("",), ("BX",), ("BB",), ("BG", "BX")])
def test_unknown_dice_are_refused(throws: tuple[str, ...]) -> None:
    with pytest.raises(RefereeError, match="names no dice"):
        CameraDice(*throws, reader=Squares())


def test_throws_of_different_numbers_of_dice_are_refused() -> None:
    with pytest.raises(RefereeError, match="as many dice"):
        CameraDice("BG", "RYW", reader=Squares())


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        (["--dice-camera", "0"], "give --camera"),
        (["--camera", "0", "--tower", "auto", "--dice-tray", *"1234"], "tower"),
    ],
)
def test_dice_under_a_camera_are_for_a_live_game_without_a_tower(
    arguments: list[str], wanted: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["referee", str(tmp_path / "game"), *arguments]) == 1
    assert wanted in capsys.readouterr().err


def test_a_die_without_a_value_says_why_and_one_with_it_nothing() -> None:
    read = SeenDie("blue", 4, (0.0, 0.0), 0.99, 12.0)
    assert why_of(read) == ""
    assert why_of(replace(read, value=None, why=fact("vision.die.hardly"))) == english(because("vision.die.hardly"))
