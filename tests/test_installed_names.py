"""Installed, our modules have one name: their imports are worded anew when a wheel is built (`setup.py`)."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import setup
from setup import INSTALLED, for_an_index, installed_source

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("top", INSTALLED)
def test_every_module_can_be_worded_anew(top: str) -> None:
    paths = list((ROOT / top).rglob("*.py"))
    assert paths
    for path in paths:
        installed_source(path.read_text("utf-8"), str(path.relative_to(ROOT)))


@pytest.mark.parametrize(
    ("source", "wheels"),
    [
        ("from vision.dice import tray\n", "from pyramid_companion.vision.dice import tray\n"),
        (
            "def f() -> None:\n    from companion import cli\n",
            "def f() -> None:\n    from pyramid_companion import cli\n",
        ),
        ("from hardware.dice import (\n    A,\n)\n", "from pyramid_companion.hardware.dice import (\n    A,\n)\n"),
        ("from . import vision\nimport cv2\n", "from . import vision\nimport cv2\n"),
        ("import vision  # first\n", "from pyramid_companion import vision  # first\n"),
        ('"from vision import x"\n', '"from vision import x"\n'),
    ],
)
def test_imports_are_worded_anew(source: str, wheels: str) -> None:
    assert installed_source(source, "a.py") == wheels


@pytest.mark.parametrize(
    "source",
    [
        "import vision.dice\n",
        'files("companion.app")\n',
        'importlib.import_module(f"vision.{name}")\n',
        'command = [sys.executable, "-m", "companion.cli"]\n',
    ],
)
def test_what_cannot_be_worded_anew_ends_the_build(source: str) -> None:
    with pytest.raises(ValueError, match=r"a\.py:1"):
        installed_source(source, "a.py")


def test_in_the_sources_the_one_name_means_the_same_modules() -> None:
    """In a process of its own, since it puts a finder into the import system."""
    script = (
        "import companion.games.registry as ours, pyramid_companion.games.registry as theirs; assert ours is theirs; "
        "assert ours.__spec__.name == 'companion.games.registry'; import vision.image, pyramid_companion.vision.image; "
        "assert pyramid_companion.vision.image is vision.image; import pyramid_companion.cli"
    )
    subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=True)


README = "![a](b.png)\n\nSee [docs](docs/app.md) and [there](https://example.org/x).\n"


def test_on_an_index_links_lead_into_the_repository() -> None:
    shown = for_an_index(README, "https://example.org/us", "1.0")
    assert "![a](https://example.org/us/raw/v1.0/b.png)" in shown
    assert "[docs](https://example.org/us/blob/v1.0/docs/app.md) and [there](https://example.org/x)" in shown


def test_the_documents_name_the_address_of_the_metadata() -> None:
    for name in ("README.md", "docs/installing.md"):
        found = re.findall(r"https?://[\w./-]+/pyramid-companion\b", (ROOT / name).read_text("utf-8"))
        assert found
        assert set(found) == {setup.HOME}


def test_without_an_address_no_link_is_dead() -> None:
    assert for_an_index(README, "", "1.0") == "See docs and [there](https://example.org/x).\n"
    text = for_an_index((ROOT / "README.md").read_text("utf-8"), "", "1.0")
    assert "](" not in text
