"""The networks tell the same whoever runs them."""

import shutil
from concurrent.futures import ThreadPoolExecutor
from importlib import resources
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from lab.training.scenes.tables import random_scene
from tests.often import often
from tests.saying import refused
from tests.vision.tables import CELLS
from vision.drawing.table import render
from vision.errors import VisionError
from vision.image import Image
from vision.networks.card_hashes import INT8, WEIGHTS
from vision.networks.runtime import RunByOnnxRuntime, RunByOpenCV, _Loaded, load_network
from vision.stacks import feet_and_apexes, pitch
from vision.stacks.features import FEATURES
from vision.stacks.inventory import Decoded
from vision.tracking.looney_set import BlockadeTracker, read_board

SURE = 0.9
SHOWN: dict[str, tuple[dict[str, tuple[int, ...]], list[str]]] = {
    "columns.onnx": ({"planes": (1, 3, 10, 144, 144), "leans": (1, 2, 10, 12, 12)}, ["told"]),
    "company_reader.onnx": ({"crops": (3, 3, 80, 80), "context": (3, 12)}, ["told"]),
    "crossings.onnx": ({"board": (1, 3, 168, 168)}, ["crossings"]),
    "dice_close.onnx": ({"crop": (2, 3, 96, 96)}, ["told", "pips"]),
    "dice_finder.onnx": ({"picture": (1, 3, 128, 96)}, ["dice"]),
    "dice_reader.onnx": ({"crop": (2, 3, 64, 64)}, ["told", "pips"]),
    "feet_and_apexes.onnx": ({"crops": (feet_and_apexes.AT_ONCE, 6, 224, 112)}, ["told"]),
    "feet_finder.onnx": ({"ends": (2, 3, 168, 240)}, ["feet"]),
    "painted.onnx": ({"picture": (1, 3, 192, 256)}, ["maps"]),
    "painted_field.onnx": ({"picture": (1, 3, 192, 256)}, ["maps"]),
    "painted_half_board.onnx": ({"picture": (1, 3, 192, 256)}, ["maps"]),
    "painted_turntable.onnx": ({"picture": (1, 3, 192, 256)}, ["maps"]),
    "pitch.onnx": ({"crops": (pitch.AT_ONCE, 7, 92, 52)}, ["told"]),
    "point_ends.onnx": ({"sides": (2, 3, 96, 192)}, ["ends"]),
    "heading_reader.onnx": ({"crops": (3, 3, 48, 48), "context": (3, 6)}, ["told"]),
    "pyramid_reader.onnx": ({"crops": (3, 3, 64, 64), "context": (3, 12)}, ["told"]),
    "standing_reader.onnx": ({"crops": (3, 3, 48, 48), "context": (3, 12)}, ["told"]),
    "reader_coarse.onnx": ({"picture": (25, 9, 128, 72), "known": (25, FEATURES + 1)}, ["weights"]),
    "reader_fine.onnx": ({"picture": (25, 9, 224, 112), "known": (25, FEATURES + 1)}, ["weights"]),
    "rows_reader.onnx": ({"sides": (2, 5, 288, 352)}, ["rows", "maps"]),
    "seats.onnx": ({"crops": (feet_and_apexes.AT_ONCE, 6, 144, 144)}, ["told"]),
}


def test_every_network_is_tried() -> None:
    kept = {
        path.name for path in (resources.files("vision.networks") / "weights").iterdir() if path.name.endswith(".onnx")
    }
    assert {name for name in kept if not name.endswith(INT8)} == set(SHOWN)
    assert {name.removesuffix(INT8) + ".onnx" for name in kept if name.endswith(INT8)} < set(SHOWN)


@pytest.mark.parametrize("name", SHOWN)
def test_a_network_tells_the_same_whoever_runs_it(name: str) -> None:
    shapes, outputs = SHOWN[name]
    rng = np.random.default_rng(0)
    inputs = {each: rng.uniform(-1, 1, shape).astype(np.float32) for each, shape in shapes.items()}
    model = (resources.files("vision.networks") / "weights").joinpath(name).read_bytes()
    fast, plain = RunByOnnxRuntime(model).answer(inputs, outputs), RunByOpenCV(model).answer(inputs, outputs)
    assert [told.shape for told in fast] == [told.shape for told in plain]
    for one, other in zip(fast, plain, strict=True):
        assert np.abs(one - other).max() < 1e-3
        assert one.std() > 1e-3


def test_networks_are_run_by_opencv_where_there_is_nothing_better(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.networks.runtime.onnx_runtime", lambda: None)
    assert isinstance(load_network("painted.onnx"), RunByOpenCV)
    monkeypatch.undo()
    assert isinstance(load_network("painted.onnx"), RunByOnnxRuntime)


def test_a_network_that_nobody_has_trained_is_named() -> None:
    with pytest.raises(VisionError, match=r"network\.untrained"):
        load_network("nobody.onnx")


def test_a_thread_loads_a_network_once() -> None:
    with ThreadPoolExecutor(1) as other:
        elsewhere = other.submit(load_network, "painted.onnx").result()
    assert load_network("painted.onnx") is load_network("painted.onnx") is not elsewhere


TABLES = often(4)


def sums_int8_exactly() -> bool:
    """Return True unless this is an x86 processor without VNNI, which saturates where int8 products are added up."""
    flags = Path("/proc/cpuinfo").read_text("utf-8") if Path("/proc/cpuinfo").is_file() else ""
    return "avx2" not in flags or "vnni" in flags


@pytest.mark.slow
@pytest.mark.skipif(not sums_int8_exactly(), reason="this processor adds int8 products up with saturation")
def test_int8_networks_tell_the_same_of_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    same = sure = differing = 0
    for seed in range(3, 3 + TABLES):
        rng = np.random.default_rng(seed)
        scene, eye = random_scene(rng, (960, 720), (0.85, 0.98))
        while not eye.holds_board(5):
            scene, eye = random_scene(rng, (960, 720), (0.85, 0.98))
        picture = render(scene, texture_seed=seed)
        stacks, corners = seen(picture)
        with monkeypatch.context() as patch:
            patch.setattr("vision.networks.runtime.INT8", ".missing")
            exact, wanted = seen(picture)
        for one, other in zip(stacks, exact, strict=True):
            same += one.stack == other.stack
            sure += max(one.probability, other.probability) >= SURE
            differing += max(one.probability, other.probability) >= SURE and one.stack != other.stack
        assert np.abs(corners - wanted).max() < 1, "pixels: without lines the feet tell"
    assert same >= 0.85 * 25 * TABLES, "some stacks are told by a hair"
    assert sure >= 0.3 * 25 * TABLES and differing <= 0.06 * sure


def seen(picture: Image) -> tuple[list[Decoded], np.ndarray]:
    """What stands in the cells, and where the board's corners are."""
    tracker = BlockadeTracker(picture)
    cells = read_board([tracker.look(picture)])
    return [cells[cell] for cell in CELLS], np.array(list(tracker.view.corners.values()))


@pytest.fixture
def spoilable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the networks for dice, from which they are loaded anew."""
    for name in ("dice_close", "dice_finder", "dice_reader"):
        shutil.copy(WEIGHTS / f"{name}.onnx", tmp_path)
    monkeypatch.setattr("vision.networks.runtime.WEIGHTS", tmp_path)
    monkeypatch.setattr("vision.networks.runtime._LOADED", _Loaded())
    return tmp_path


POINTER = b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa\n"


@pytest.mark.parametrize("how", ["empty", "cut", "swapped", "pointer"])
def test_a_file_that_is_not_that_of_its_card_gets_one_clear_error(
    how: str, spoilable: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = spoilable / "dice_finder.onnx"
    whole = file.read_bytes()
    swapped = (spoilable / "dice_reader.onnx").read_bytes()
    file.write_bytes({"empty": b"", "cut": whole[:5000], "swapped": swapped, "pointer": POINTER}[how])
    picture = tmp_path / "dice.png"
    cv2.imwrite(str(picture), np.full((480, 640, 3), 90, np.uint8))
    assert main(["dice", str(picture)]) == 1
    said = capsys.readouterr().err
    assert "dice_finder.onnx" in said
    assert "not the file that its card names" in said
    assert said.count("\n") == 1
    file.write_bytes(whole)
    assert main(["dice", str(picture)]) == 0


def test_a_wheel_says_what_to_do_where_onnx_runtime_cannot_be_had(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(WEIGHTS / f"seats{INT8}", tmp_path)
    monkeypatch.setattr("vision.networks.runtime.WEIGHTS", tmp_path)
    monkeypatch.setattr("vision.networks.runtime._LOADED", _Loaded())
    assert isinstance(load_network("seats.onnx"), RunByOnnxRuntime)
    monkeypatch.setattr("vision.networks.runtime.onnx_runtime", lambda: None)
    with refused("Install onnxruntime again"):
        load_network("seats.onnx")
