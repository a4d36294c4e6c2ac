"""The app killed while its window is open; `python -m tests.app.kill_app` does it fifty times."""

import random
from pathlib import Path

import pytest

from tests.app.kill_app import kill_once

pytestmark = pytest.mark.slow


def test_nothing_that_was_on_the_screen_is_lost(display: None, tmp_path: Path) -> None:
    rng = random.Random(7)
    assert [kill_once(tmp_path, rng) for _ in range(2)] == [None, None]
