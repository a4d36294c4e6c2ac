"""The app in an imitation of Android."""

import subprocess
import sys
from pathlib import Path

import pytest

from companion.app import window

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_the_app_opens_and_plays_by_touch_and_by_picture(tmp_path: Path) -> None:
    with window.virtual_display(1280, 800):
        command = [sys.executable, str(ROOT / "tests/elsewhere/android.py"), str(tmp_path)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "Traceback" not in done.stderr, done.stderr
    assert done.stdout.splitlines()[-2:] == ["cool warm", "setup legal"]
    assert not list(tmp_path.glob("reports/*"))
