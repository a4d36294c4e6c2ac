"""The first-run guide and the calibrations, on simulated devices."""

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.sheets import camera_sheet
from companion.app.devices import camera_desk
from companion.app.devices.camera import CameraHelp
from companion.app.devices.known_cameras import KnownCameras
from companion.app.guide.calibrating import TASKS, CameraMeasuring, TowerTeaching
from companion.app.guide.guide import STEPS, Guide, GuideState
from companion.app.guide.presenter import GuidePresenter, MeasuringPresenter, TeachingPresenter, TrayPresenter
from companion.app.guide.tray_checking import TrayChecking
from companion.app.texts.texts import Texts
from companion.games.looney_blockade.rules.setup import initial
from companion.texts.language import LANGUAGES
from hardware.tower import ports
from lab.tower.simulation.pseudo_terminal import PtyTower
from lab.tower.simulation.tower import calibrated_tower
from tests.calibration.drawn_sheet import Photographer, sheet_views
from tests.firmware_build import build
from tests.saying import refused
from tests.vision.trays import eye, tray
from vision.drawing.simulated_camera import SimulatedTable, usual_view
from vision.geometry.camera import Camera
from vision.geometry.grid import VOLCANO

PATIENCE = 120.0


def until(table: Any, true: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, table.state()
        table.advance()


def test_the_guide_offers_the_camera_on_the_network() -> None:
    address = "http://192.168.1.5:8080/video"

    def tones(camera: str, stream: str) -> dict[str, str]:
        view = GuidePresenter(Texts("en"), sounds=True, stream=stream).view(GuideState("camera", camera))
        return {action.name: action.tone for action in view.choices if action.name.startswith("use ")}

    others = {"use phone": "plain", "use auto": "plain", "use simulated": "plain"}
    assert tones(address, address) == {**others, f"use {address}": "chosen"}
    assert tones("auto", address) == {**others, "use auto": "chosen", f"use {address}": "plain"}
    assert tones("auto", "nonsense") == {**others, "use auto": "chosen"}
    assert tones("phone", "") == {**others, "use phone": "chosen"}


@pytest.mark.slow
def test_the_guide_finds_the_board_and_reads_the_set_up(tmp_path: Path) -> None:
    guide = Guide("simulated", KnownCameras(tmp_path))
    present = GuidePresenter(Texts("en"), sounds=True)
    until(guide, lambda: guide.state().found)
    assert guide.state().picture is not None
    assert present.view(guide.state()).headline == "The board is found"
    guide.go("setup")
    until(guide, lambda: guide.state().faults is not None)
    assert guide.state().faults == {}
    view = present.view(guide.state())
    assert view.headline == "The set-up is right" and "light is" in view.words[-1]
    guide.close()


def test_the_guide_says_what_has_to_be_put_right(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One corner has no pile."""
    usual = dict(initial().grid)
    wrong = {**usual, "e1": "C3"}
    monkeypatch.setattr(
        camera_desk, "open_camera", lambda _name, _simulated: SimulatedTable(wrong, usual_view(VOLCANO))
    )
    guide = Guide("simulated", KnownCameras(tmp_path))
    guide.go("setup")
    until(guide, lambda: guide.state().faults is not None)
    faults = guide.state().faults
    assert faults and faults["e1"] == (usual["e1"], "C3")
    words = GuidePresenter(Texts("en"), sounds=True).view(guide.state()).words
    assert guide.state().wanted["e1"] == usual["e1"]
    board = GuidePresenter(Texts("en"), sounds=True).view(guide.state()).board
    assert board and board.frames["e1"] == "bad" and board.frames["a1"] == "good"
    pile = Texts("en").piece(usual["e1"][2:4])
    assert f"e1 should be large clear, 5 × {pile}; it looks like large clear." in words
    guide.close()


def test_four_corners_show_where_the_board_is(tmp_path: Path) -> None:
    cameras = KnownCameras(tmp_path)
    guide = Guide("simulated", cameras)
    until(guide, lambda: guide.state().picture is not None)
    table = SimulatedTable(initial().grid, usual_view(VOLCANO))
    width, height = table.view.camera.size
    guide.begin_corners()
    assert guide.state().corners is not None
    found = [table.view.corners[cell] for cell in ("a1", "e1", "e5", "a5")]
    guide.keep_corners(tuple((u / width, v / height) for u, v in found))
    until(guide, lambda: guide.state().found)
    kept = cameras.get("simulated")
    assert kept.corners is not None and len(kept.corners) == 4
    guide.forget_corners()
    assert cameras.get("simulated").corners is None
    guide.close()


def off_the_board(share: float, right: float, up: float) -> list[tuple[float, float]]:
    """Four corners as shares of the picture: the board's, drawn together to a share and moved by shares of the
    picture."""
    view = SimulatedTable(initial().grid, usual_view(VOLCANO)).view
    corners = np.array([view.corners[cell] for cell in VOLCANO.ring]) / view.camera.size
    middle = corners.mean(axis=0)
    return [(float(x), float(y)) for x, y in middle + share * (corners - middle) + (right, -up)]


@pytest.mark.slow
def test_corners_set_off_the_board_get_no_green_light(tmp_path: Path) -> None:
    """They gave "The board is found" and "The set-up is right. All 25 cells are as they should be."."""
    cameras = KnownCameras(tmp_path)
    guide = Guide("simulated", cameras)
    until(guide, lambda: guide.state().picture is not None)
    for number, corners in enumerate([(1.0, -0.12, -0.05), (0.4, -0.3, 0.25)]):
        guide.begin_corners()
        guide.keep_corners(tuple(off_the_board(*corners)))
        guide.go("setup" if number else "camera")
        until(guide, lambda: guide.state().trouble is not None)
        for code in LANGUAGES:
            view = GuidePresenter(Texts(code), sounds=True).view(guide.state())
            assert (view.tone, view.headline) == ("warn", Texts(code)("guide.board.none"))
            assert any("25" in words for words in view.words), view.words
            assert Texts(code)("guide.board.tapped") in view.words
        guide.forget_corners()
    until(guide, lambda: guide.state().faults == {})
    assert guide.state().unseen == ()
    guide.close()


def test_cells_that_are_not_clear_count_as_not_seen() -> None:
    seen = GuideState("setup", "simulated", found=True, faults={}, unseen=("a1", "b2"))
    view = GuidePresenter(Texts("en"), sounds=True).view(seen)
    assert (view.tone, view.headline) == ("warn", "Seen to be right: 23 of 25")
    assert view.words[0].startswith("Not clear: a1 and b2.")
    faulty = replace(seen, faults={"c2": ("G3G1", "G3")})
    assert GuidePresenter(Texts("en"), sounds=True).view(faulty).words[-1].startswith("Not clear: a1 and b2.")


def test_nothing_is_green_before_it_has_been_seen() -> None:
    present = GuidePresenter(Texts("en"), sounds=True)
    for step in STEPS:
        view = present.view(GuideState(step, "auto"))
        assert view.tone != "good" and view.sketch
        assert not view.board or "good" not in view.board.frames.values()
    partly = present.view(GuideState("setup", "auto", faults={}, unseen=("b2",)))
    assert partly.board and partly.board.frames["b2"] == "warn" and partly.board.frames["c3"] == "good"


def test_buttons_keep_their_places_from_step_to_step() -> None:
    present = GuidePresenter(Texts("en"), sounds=True)
    rows = {tuple(action.name for action in present.view(GuideState(step, "auto")).actions) for step in STEPS}
    assert rows == {("skip", "back", "next")}
    moving = present.view(GuideState("camera", "auto", corners=((0.1, 0.9), (0.9, 0.9), (0.9, 0.1), (0.1, 0.1))))
    still = present.view(GuideState("camera", "auto"))
    assert (still.choices[-1].name, moving.choices[-1].name) == ("begin_corners", "keep_corners")
    assert moving.actions == ()


def test_a_mirrored_camera_is_remembered(tmp_path: Path) -> None:
    cameras = KnownCameras(tmp_path)
    guide = Guide("simulated", cameras)
    guide.turn_round()
    assert cameras.get("simulated") == CameraHelp(mirror=True)
    assert Guide("simulated", cameras).state().mirror
    assert KnownCameras(tmp_path / "elsewhere").get("0") == CameraHelp()


def test_the_guide_hears_the_tower(tmp_path: Path) -> None:
    build()
    guide = Guide("simulated", KnownCameras(tmp_path))
    guide.go("tower")
    guide.listen_to("simulated")
    until(guide, lambda: bool(guide.state().tower))
    guide.throw()
    until(guide, lambda: bool(guide.state().rolled))
    guide.go("sound")
    assert guide.state().tower == ""
    guide.close()


def test_the_guide_offers_the_ports_that_are_there_until_the_tower_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ports, "ports", lambda: [ports.Port("/dev/ttyACM3", None, "made at home")])
    guide = Guide("simulated", KnownCameras(tmp_path))
    guide.go("tower")
    until(guide, lambda: bool(guide.state().ports))
    offered = [action.name for action in GuidePresenter(Texts("en"), sounds=True).view(guide.state()).choices]
    assert offered == ["listen_to auto", "listen_to /dev/ttyACM3", "listen_to simulated", "tray"]
    guide.listen_to("/dev/ttyACM3")
    assert guide.state().dice == "/dev/ttyACM3"
    guide.close()


LENS = Camera(((604.0, 0.0, 326.0), (0.0, 604.0, 235.0), (0.0, 0.0, 1.0)), (-0.14, 0.05, 0.0, 0.0, 0.0), (640, 480))


@pytest.mark.slow
def test_a_camera_is_measured_and_its_profile_kept(tmp_path: Path) -> None:
    cameras = KnownCameras(tmp_path)
    photographer = Photographer(camera_sheet(), LENS)
    for number, (turn, at) in enumerate(sheet_views()):
        cv2.imwrite(str(tmp_path / f"{number:02d}.png"), photographer.take(turn, at))
    name = str(tmp_path)
    measuring = CameraMeasuring(name, cameras)
    with refused("no picture"):
        measuring.finish()
    until(measuring, lambda: bool(measuring.state().verdict))
    state = measuring.state()
    assert state.kept, state.verdict
    profile = cameras.get(name).profile
    assert profile is not None and profile["matrix"][0][0] == pytest.approx(604, rel=0.01)
    assert MeasuringPresenter(Texts("en")).view(state).headline == "Measured and kept"
    measuring.forget()
    assert cameras.get(name).profile is None and measuring.state().views == 0
    measuring.close()


def test_a_tray_is_looked_at_until_dice_can_be_read(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "0.png"), tray(camera=eye(10, (1280, 720), 260)))
    checking = TrayChecking(str(tmp_path))
    present = TrayPresenter(Texts("en"), ["0", "1"])
    assert present.view(checking.state()).headline == "Looking at the tray"
    until(checking, lambda: checking.state().fit is not None)
    view = present.view(checking.state())
    assert view.headline == "Dice can be read here" and view.words[1].startswith("Good: 2 of 2 dice")
    checking.expect(3)
    until(checking, lambda: checking.state().fit is not None)
    view = present.view(checking.state())
    assert view.headline == "To be changed" and view.words[1].startswith("2 of 3 dice are found")
    assert view.picture is not None and {action.name for action in view.choices} >= {"use 0", "use 1", "fewer", "more"}
    checking.close()


def test_a_tower_is_taught_step_by_step() -> None:
    build()
    with PtyTower(calibrated_tower(1)) as tower:
        _taught(TowerTeaching(tower.port))


def _taught(teaching: TowerTeaching) -> None:
    present = TeachingPresenter(Texts("en"))
    with refused("no tower answers"):
        teaching.go_on()
    until(teaching, lambda: bool(teaching.state().tower))
    assert present.view(teaching.state()).headline == f"Step 1 of {len(TASKS)}"
    teaching.go_on()
    assert teaching.state().task == "white"
    # The pockets are empty: the tower is not content with the darkness where a white card should be.
    with refused("refuses"):
        teaching.go_on()
    assert teaching.state().task == "white"
    teaching.listen_to("auto")
    assert teaching.state().task == TASKS[0] and not teaching.state().tower
    view = present.view(teaching.state())
    assert view.headline == "No tower yet" and [action.name for action in view.actions] == ["leave"]
    teaching.close()
