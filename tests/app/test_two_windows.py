"""Two windows over a real broker: a code is passed on, turns are touched at one and stand at the other."""

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from companion.app.games.opening import saved_games
from companion.referee.keeping import journal as journals
from companion.referee.keeping.journal import JOURNAL_NAME
from companion.sharing.far.comparing import compared, turns
from tests.app.suggested import play_suggested

if TYPE_CHECKING:
    from companion.app.driver import Driver

ROOT = Path(__file__).parents[2]
# Of each table.
TURNS = 2

OTHER = """
import sys
from pathlib import Path
from companion.app import window
window.prepare(1280, 800, smooth=False)
from tests.app.test_two_windows import joined, played, told
from tests.app.unseen import UnseenDriver

driver = UnseenDriver(Path(sys.argv[1]))
driver.start()
joined(driver, sys.argv[2])
played(driver)
print(told(driver), flush=True)
sys.stdin.readline()  # until the first window has seen all, too
driver.stop()
"""


def joined(driver: Any, invitation: str) -> None:
    """Take the code of the other table, as it is typed."""
    driver.press("far")
    driver.find("far code").text = invitation
    driver.press("far take")
    driver.until(lambda: getattr(driver.screen, "shown", None) and driver.screen.shown.far)


def played(driver: Any) -> None:
    """The turns of this table, and those of the other until it has made as many."""
    for _ in range(TURNS):
        driver.until(lambda: _is_due(driver.screen.shown))
        driver.press("roll")
        driver.until(lambda: driver.screen.shown.phase == "move" and driver.screen.shown.roll)
        play_suggested(driver)
        driver.until(lambda: driver.screen.shown.phase != "move")
    driver.until(lambda: sum((driver.screen.shown.far.moves or {}).values()) == 2 * TURNS)


def _is_due(shown: Any) -> bool:
    far = shown.far
    return bool(far.begun and not far.rests and shown.phase == "roll" and shown.side not in far.sides)


def told(driver: Any) -> str:
    shown = driver.screen.shown
    return json.dumps([shown.side, dict(shown.believed), dict(shown.far.moves)], sort_keys=True)


@pytest.mark.slow
def test_two_windows_play_with_one_another(driver: "Driver", port: int, tmp_path: Path) -> None:
    driver.app.change(meeting=f"mqtt://127.0.0.1:{port}")
    driver.press("far")
    driver.until(lambda: driver.find("far.public.agree"))
    driver.press("far.public.agree")
    driver.until(lambda: getattr(driver.screen, "shown", None) and driver.screen.shown.far.invitation)
    other = tmp_path / "other"
    command = [sys.executable, "-c", OTHER, str(other), driver.screen.shown.far.invitation]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT) as window:
        try:
            assert window.stdout and window.stdin
            played(driver)
            assert window.stdout.readline().strip() == told(driver)
            window.stdin.write("\n")
            window.stdin.flush()
            window.wait()
        finally:
            window.kill()
    driver.stop()
    one, two = (saved_games(data / "games")[0].folder / JOURNAL_NAME for data in (tmp_path, other))
    found = compared(journals.read(one).records, journals.read(two).records)
    assert not found.one and not found.two and turns(found.same) == 2 * TURNS
