"""The package as somebody else installs it: built, unpacked outside of the repository, and run."""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("companion", "vision", "hardware", "calibration")
# What is there for who has the sources.
LEFT_OUT = ("vision/training",)
WEIGHTS, INT8 = "vision/networks/weights", ".int8.onnx"
# Of all networks together.
MOST_BYTES = 20_500_000

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel of a copy of the sources, built without the network."""
    sources, built = tmp_path_factory.mktemp("sources"), tmp_path_factory.mktemp("wheel")
    for name in PACKAGES:
        shutil.copytree(ROOT / name, sources / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "MANIFEST.in", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, sources)
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-index", "--no-deps"]
    done = subprocess.run(
        [*build, "--no-build-isolation", "--wheel-dir", built, sources], check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    (path,) = built.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds what the wheel holds."""
    folder = tmp_path_factory.mktemp("installed")
    with ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def companion(installed: Path, folder: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    """Run the installed `companion` in a folder, with nothing of the repository in reach."""
    script = f"import sys; sys.path = [p for p in sys.path if p != {str(ROOT)!r}]; " + (
        "sys.meta_path = [f for f in sys.meta_path if '__editable__' not in getattr(f, '__module__', '')]; "
        "from companion.cli import main; sys.exit(main())"
    )
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    return subprocess.run(
        [sys.executable, "-c", script, *words], cwd=folder, env=environment, check=False, capture_output=True, text=True
    )


def test_the_wheel_holds_all_files_that_the_program_needs(wheel: Path) -> None:
    held = {name for name in ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert not [name for name in held if name.startswith("lab/")]
    needed = {
        str(path.relative_to(ROOT))
        for name in PACKAGES
        for path in (ROOT / name).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert held == {name for name in needed if not name.startswith(LEFT_OUT)} - for_opencv()


def for_opencv() -> set[str]:
    """Networks that ONNX Runtime, which every wheel is installed with, has an int8 twin of."""
    return {f"{WEIGHTS}/{path.name.removesuffix(INT8)}.onnx" for path in (ROOT / WEIGHTS).glob(f"*{INT8}")}


def test_the_wheel_holds_one_file_of_each_network_and_few_megabytes(wheel: Path) -> None:
    sizes = {each.filename: each.file_size for each in ZipFile(wheel).infolist() if each.filename.endswith(".onnx")}
    names = sorted(Path(name).name.removesuffix(INT8).removesuffix(".onnx") for name in sizes)
    assert names == sorted(path.stem for path in (ROOT / "vision/networks/cards").glob("*.toml"))
    assert all(f"{name.removesuffix('.onnx')}{INT8}" not in sizes for name in sizes)
    assert sum(sizes.values()) < MOST_BYTES


def test_the_version_is_that_of_the_project(installed: Path, tmp_path: Path) -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    assert companion(installed, tmp_path, "--version").stdout == f"companion {version}\n"


def test_the_bundled_game_is_refereed(installed: Path, tmp_path: Path) -> None:
    done = companion(installed, tmp_path, "demo")
    assert done.returncode == 0, done.stderr
    assert "ILLEGAL" in done.stdout
    assert "<svg" in (tmp_path / "demo_report.html").read_text("utf-8")


def test_measuring_asks_for_the_sources(installed: Path, tmp_path: Path) -> None:
    done = companion(installed, tmp_path, "bench", "hints", "--cap")
    assert done.returncode == 1
    assert "needs the sources" in done.stderr
    assert "Traceback" not in done.stderr
