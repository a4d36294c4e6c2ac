"""The app on a tablet of its own."""

import subprocess
import sys
from pathlib import Path

import pytest

from companion.app import window

ROOT = Path(__file__).parents[2]

SHOWN = """
import sys
from pathlib import Path
from companion.app import window
window.prepare(800, 600, smooth=False, fills=True, cursor=False)
from kivy.core.window import Window
from companion.app.driver import Driver
driver = Driver(Path(sys.argv[1]))
driver.start()
told = [tuple(map(int, Window.size)), Window.show_cursor, Window.allow_screensaver]
driver.begin("blokus3d", "touch", more={"structure": "tower", "count": 2})
told.append(Window.allow_screensaver)
driver.app.home()
print(*told, Window.allow_screensaver, sep=";")
driver.stop()
"""


@pytest.mark.slow
def test_a_kiosk_fills_the_display_which_stays_awake_while_a_game_runs(tmp_path: Path) -> None:
    with window.virtual_display(1000, 700):
        command = [sys.executable, "-c", SHOWN, str(tmp_path)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1].split(";") == ["(1000, 700)", "False", "True", "False", "True"]
