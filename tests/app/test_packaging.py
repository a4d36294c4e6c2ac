"""The Android package's description, as far as it can be checked without the Android SDK."""

import configparser
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
# What a package is called by python-for-android, where that differs from its name on the package index.
RECIPES = {"opencv-python-headless": "opencv"}

# What there is no recipe for, and what does without it.
SPARED = {"onnxruntime": "vision/networks/runtime.py runs the networks by OpenCV"}


def spec() -> configparser.SectionProxy:
    parser = configparser.ConfigParser(interpolation=None)
    assert parser.read(ROOT / "buildozer.spec")
    return parser["app"]


def test_what_the_app_is_made_of_is_named() -> None:
    named = {word.strip().split("==")[0] for word in spec()["requirements"].split(",")}
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    names = {line.split(";")[0].split("[")[0].split(">")[0].split("=")[0].split("<")[0].strip() for line in wanted}
    assert {RECIPES.get(name, name) for name in names} - {"kivy", *SPARED} <= named
    assert "kivy" in {name.lower() for name in named}


def test_every_kind_of_file_the_packages_hold_is_packed() -> None:
    packed = {word.strip() for word in spec()["source.include_exts"].split(",")}
    folders = [ROOT / name for name in ("companion", "vision", "hardware", "calibration")]
    held = {
        path.suffix[1:]
        for folder in folders
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert held - packed <= {"pyc", "typed"}


def test_nothing_overrules_that_the_laboratory_is_left_out() -> None:
    """What `include_patterns` matches is packed by buildozer even if it lies in an excluded folder."""
    assert "source.include_patterns" not in spec()
    left_out = {word.strip() for word in spec()["source.exclude_dirs"].split(",")}
    ours = {path.name for path in ROOT.iterdir() if path.is_dir() and (path / "__init__.py").exists()}
    assert {"lab", "tests"} <= left_out
    assert not (ours - {"tests", "lab"}) & left_out and (ROOT / spec()["icon.filename"]).is_file()


def test_the_version_and_the_start_are_found() -> None:
    assert (ROOT / spec()["source.dir"] / "main.py").is_file()
    assert spec()["version.filename"].endswith("pyproject.toml")
    assert {"CAMERA", "INTERNET"} <= {word.strip() for word in spec()["android.permissions"].split(",")}
    assert "usb.host" in spec()["android.features"]
